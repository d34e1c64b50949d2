package main

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// crowded are the lists of an op's slots with several on one line.
func crowded(set *token.FileSet, tree *ast.File) (lists []*ast.CompositeLit) {
	line := func(p token.Pos) int { return set.Position(p).Line }
	ast.Inspect(tree, func(n ast.Node) bool {
		list, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if name, ok := list.Type.(*ast.SelectorExpr); !ok || name.Sel.Name != "Slots" {
			return true
		}
		for i, e := range list.Elts {
			if i > 0 && line(e.Pos()) == line(list.Elts[i-1].Pos()) {
				lists = append(lists, list)
				break
			}
		}
		return true
	})
	return lists
}

// spread puts each slot of such a list on a line of its own.
func spread(text []byte) ([]byte, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, "", text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	lists := crowded(set, tree)
	if len(lists) == 0 {
		return text, nil
	}
	var breaks []int // where lines end
	commas := map[int]bool{}
	offset := func(p token.Pos) int { return set.Position(p).Offset }
	for _, list := range lists {
		for _, e := range list.Elts {
			breaks = append(breaks, offset(e.Pos()))
		}
		end, last := offset(list.Rbrace), offset(list.Elts[len(list.Elts)-1].End())
		breaks = append(breaks, end)
		if !strings.Contains(string(text[last:end]), ",") {
			commas[end] = true
		}
	}
	slices.Sort(breaks)
	var out []byte
	from := 0
	for _, at := range breaks {
		out = append(out, text[from:at]...)
		if commas[at] {
			out = append(out, ',')
		}
		out, from = append(out, '\n'), at
	}
	return format.Source(append(out, text[from:]...))
}
