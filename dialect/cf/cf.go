// Package cf defines unstructured control flow: branches between the blocks
// of a function.
package cf

import (
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Dialect is `cf`.
var Dialect = ir.NewDialect("cf", "Unstructured control flow: branches between the blocks of a region.")

// parseTarget reads `^bb` or `^bb(%a, %b : T, T)` and returns what the
// block is passed.
func parseTarget(p ir.OpParser, st *ir.OpState) []*ir.Value {
	st.Successors = append(st.Successors, p.Successor())
	if !p.Try("(") {
		return nil
	}
	pos := p.Pos()
	names := p.Operands()
	p.Expect(":")
	values := p.ResolveAll(names, p.Types(), pos)
	p.Expect(")")
	return values
}

// printTarget writes where a branch goes, and what it passes there.
func printTarget(p ir.OpPrinter, t target) {
	p.Successor(t.block)
	if len(t.values) == 0 {
		return
	}
	types := make([]*ir.Type, len(t.values))
	for k, v := range t.values {
		types[k] = v.Type()
	}
	p.Str("(")
	p.Operands(t.values)
	p.Str(" : ")
	p.Types(types)
	p.Str(")")
}

// segments is the property that says how the operands split into groups.
func segments(c *ir.Context, sizes ...int) *ir.Attr {
	v := make([]int64, len(sizes))
	for i, n := range sizes {
		v[i] = int64(n)
	}
	return c.IntArray(c.I32(), v)
}

var isSegments = ir.AttrConstraint{
	Desc: "i32 dense array attribute",
	Ok:   func(a *ir.Attr) bool { return a.Is(ir.DenseArrayAttr) && a.Type().IsIntN(32) },
}

// first is the branch of an op with one successor.
func first(*ir.Op, []*tensor.Tensor) (int, error) { return 0, nil }

var takeFirst = interp.Branch.Of(first)
