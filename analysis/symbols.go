package analysis

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// WalkSymbolTables visits the symbol tables in root, inner ones first, and
// tells whether all uses of their nested symbols can be seen; visible says so
// of root's.
func WalkSymbolTables(root *ir.Op, visible bool, visit func(table *ir.Op, visible bool)) {
	var tables []*ir.Op
	all := map[*ir.Op]bool{}
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o.Has(ir.SymbolTable) {
			tables = append(tables, o)
			around := visible
			if p := o.Parent(); o != root {
				// What is in an op that is no symbol table is hidden by it.
				around = all[p] || !p.Has(ir.SymbolTable)
			}
			all[o] = around || ir.SymbolName(o) == "" || ir.SymbolVisibility(o) == "private"
		}
		return ir.Advance
	})
	for _, t := range slices.Backward(tables) {
		visit(t, all[t])
	}
}

// WalkSymbolUses visits the symbol references of ops in r, but not those inside
// of nested symbol tables, which name other symbols. It reports whether it saw
// all: not behind an op that may be a symbol table for all that is known.
func WalkSymbolUses(r *ir.Region, visit func(user *ir.Op, ref *ir.Attr)) bool {
	for b := r.First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			if !WalkSymbolUsesOf(o, visit) {
				return false
			}
		}
	}
	return true
}

// WalkSymbolUsesOf is WalkSymbolUses for one op and what is inside of it.
func WalkSymbolUsesOf(root *ir.Op, visit func(user *ir.Op, ref *ir.Attr)) bool {
	return ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if ir.MayHideSymbols(o) {
			return ir.Stop
		}
		ref := func(a *ir.Attr) { visit(o, a) }
		ir.WalkSymbolRefs(o.Props(), ref)
		ir.WalkSymbolRefs(o.Attrs(), ref)
		if o.Has(ir.SymbolTable) {
			return ir.Skip
		}
		return ir.Advance
	}) != ir.Stop
}
