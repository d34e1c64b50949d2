// Package linalgop defines the ops of MLIR's `linalg` dialect that programs for other compilers are
// written in: loop nests over tensors whose bodies say what one element is.
package linalgop

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Dialect is `linalg`.
var Dialect = ir.NewDialect("linalg", "Perfect loop nests over tensors, for other compilers to go on with: --te-to-linalg writes them.").
	Lacking(ir.OpMembers | ir.AttrMembers)

// The attributes of linalg.generic.
const (
	mapsAttr      = "indexing_maps"
	iteratorsAttr = "iterator_types"
	docAttr       = "doc"
	callAttr      = "library_call"
	segments      = "operandSegmentSizes"
)

// iterators are the kinds of loops.
var iterators = []string{"parallel", "reduction", "window"}

// iteratorType is the attribute `#linalg.iterator_type<parallel>`.
var iteratorType = &ir.AttrDef{
	Name: "linalg.iterator_type",
	Doc:  "What a loop of linalg.generic is: parallel, reduction or window.",
	Parse: func(p ir.OpParser) []ir.NamedAttr {
		p.Expect("<")
		pos := p.Pos()
		word := p.Keyword()
		if !slices.Contains(iterators, word) {
			p.Fail(pos, "expected parallel, reduction or window, but got '%s'", word)
		}
		p.Expect(">")
		return []ir.NamedAttr{{Name: "value", Value: p.Context().StringAttr(word)}}
	},
	Print: func(p ir.OpPrinter, a *ir.Attr) { p.Str("<" + a.Get("value").Text() + ">") },
}

func init() { Dialect.Attrs = append(Dialect.Attrs, iteratorType) }

// Iterator is the attribute for a kind of loop.
func Iterator(c *ir.Context, kind string) *ir.Attr {
	return c.DialectAttr(iteratorType, ir.NamedAttr{Name: "value", Value: c.StringAttr(kind)})
}

// kindOf is the kind of loop that an attribute stands for; empty for none.
func kindOf(a *ir.Attr) string {
	if a != nil && a.Def() == iteratorType {
		return a.Get("value").Text()
	}
	return ""
}

var (
	isSegments = ir.AttrConstraint{Desc: "i32 dense array attribute", Ok: func(a *ir.Attr) bool {
		return a.Is(ir.DenseArrayAttr) && a.Type().IsIntN(32)
	}}
	isMaps = ir.AttrConstraint{Desc: "array of affine maps", Ok: func(a *ir.Attr) bool {
		return a.Is(ir.ArrayAttr) && !slices.ContainsFunc(a.Elems(), func(e *ir.Attr) bool { return !e.Is(ir.AffineMapAttr) })
	}}
	isIterators = ir.AttrConstraint{Desc: "array of kinds of loops", Ok: func(a *ir.Attr) bool {
		return a.Is(ir.ArrayAttr) && !slices.ContainsFunc(a.Elems(), func(e *ir.Attr) bool { return kindOf(e) == "" })
	}}
)

// parts are the operands of o that are read, and those that are written to.
func parts(o *ir.Op) (ins, outs []*ir.Value) {
	n := o.Attr(segments).Ints()[0]
	return o.Operands()[:n], o.Operands()[n:]
}

// parseParts reads ` ins(%a : type) outs(%b : type)`, of which the first may be missing.
func parseParts(p ir.OpParser, st *ir.OpState) {
	var sizes []int64
	for _, word := range []string{"ins", "outs"} {
		n := len(st.Operands)
		if word == "outs" && !p.Peek(word) {
			p.Expect(word)
		}
		if p.Try(word) {
			p.Expect("(")
			pos := p.Pos()
			names := p.Operands()
			p.Expect(":")
			st.Operands = append(st.Operands, p.ResolveAll(names, p.Types(), pos)...)
			p.Expect(")")
		}
		sizes = append(sizes, int64(len(st.Operands)-n))
	}
	st.SetAttr(segments, p.Context().IntArray(p.Context().I32(), sizes))
}

func printParts(p ir.OpPrinter, o *ir.Op) {
	ins, outs := parts(o)
	list := func(word string, vs []*ir.Value) {
		p.Str(" " + word + "(")
		p.Operands(vs)
		p.Str(" : ")
		types := make([]*ir.Type, len(vs))
		for i, v := range vs {
			types[i] = v.Type()
		}
		p.Types(types)
		p.Str(")")
	}
	if len(ins) > 0 {
		list("ins", ins)
	}
	list("outs", outs)
}

// parseResults reads ` -> types`; without, there are no results.
func parseResults(p ir.OpParser, st *ir.OpState) {
	st.Results = []*ir.Type{}
	if !p.Try("->") {
		return
	}
	if p.Try("(") {
		st.Results = p.Types()
		p.Expect(")")
		return
	}
	st.Results = p.Types()
}

func printResults(p ir.OpPrinter, o *ir.Op) {
	switch n := o.NumResults(); {
	case n == 1:
		p.Str(" -> ")
		p.Type(o.Result(0).Type())
	case n > 1:
		p.Str(" -> (")
		p.Types(o.ResultTypes())
		p.Str(")")
	}
}
