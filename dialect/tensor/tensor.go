// Package tensorop defines the ops of MLIR's `tensor` dialect that loops over
// tensors are made of, and that exporters mix with StableHLO.
package tensorop

import (
	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/ir"
)

// Dialect is `tensor`.
var Dialect = ir.NewDialect("tensor", "Tensors whose extents may be unknown: their elements, parts and extents.").
	Lacking(ir.OpMembers)

func init() {
	Dialect.Constant = arith.Dialect.Constant
}

// constantIndex is the value of a constant of type index.
func constantIndex(v *ir.Value) (n int64, ok bool) {
	if a := ir.ConstantValue(v); a.Is(ir.IntegerAttr) && a.Type().IsIndex() {
		return a.Int(), true
	}
	return 0, false
}

// moreStatic reports whether every extent that is known in `from` is known in
// `to`, which is then a type that says at least as much.
func moreStatic(from, to *ir.Type) bool {
	if !from.IsRankedTensor() || !to.IsRankedTensor() || from.Elem() != to.Elem() || from.Rank() != to.Rank() || from.Encoding() != to.Encoding() {
		return false
	}
	for i, n := range from.Shape() {
		if n != ir.Dynamic && to.Shape()[i] == ir.Dynamic {
			return false
		}
	}
	return true
}

// anyTensor reads the type of a tensor.
func anyTensor(p ir.OpParser) *ir.Type {
	pos := p.Pos()
	t := p.Type()
	if !t.IsTensor() {
		p.Fail(pos, "invalid kind of type specified")
	}
	return t
}

// rankedTensor reads the type of a tensor that has a rank.
func rankedTensor(p ir.OpParser) *ir.Type {
	pos := p.Pos()
	t := p.Type()
	if !t.IsRankedTensor() {
		p.Fail(pos, "invalid kind of type specified: expected builtin.tensor, but found '%s'", t)
	}
	return t
}
