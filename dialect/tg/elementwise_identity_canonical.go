package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Elementwise ops that compute nothing but repeat an operand, and movements
// that an elementwise op only delays.

// neutralPatterns are that of a binary op with a neutral element.
func neutralPatterns(root *ir.OpDef) []*rewrite.Pattern {
	i := slices.IndexFunc(binaryOps, func(b binaryOp) bool { return b.def == root })
	if i < 0 || binaryOps[i].neutral == nil {
		return nil
	}
	b := binaryOps[i]
	return []*rewrite.Pattern{{
		Name: "neutral-operand", Root: root,
		Doc: "An op with a neutral element repeats its other operand, where that is smaller than the result.",
		Why: "Which constant it is depends on the op, and on the side.",
		Example: example("%x: tensor<8xf32>", "tensor<4x8xf32>",
			"%c = tg.constant dense<1.0> : tensor<4x8xf32>",
			"%0 = tg.mul %x, %c : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>",
			"return %0 : tensor<4x8xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			for side := range 2 {
				a := splatOf(o.Operand(side))
				if a == nil || side == 0 && b.commutative == 0 || !allStatic(o) || !isSplatOf(a, b.neutral(r.Ctx, a.Type().Elem())) {
					continue
				}
				return replaceWith(r, o, repeatedAs(r, o, o.Operand(1-side)))
			}
			return false
		},
	}}
}

// repeatedAs is an operand of an elementwise op, repeated as the op does.
func repeatedAs(r *rewrite.Rewriter, o *ir.Op, v *ir.Value) *ir.Value {
	shape := o.Result(0).Type().Shape()
	if v.Type() == o.Result(0).Type() {
		return v
	}
	return stretched(r, o, v, shape, shapes.Dims(int64(len(shape)-v.Type().Rank()), v.Type().Rank()))
}

// thereAndBack is the pattern that drops a movement of kind root behind an
// elementwise op of an operand that was moved the other way; what the op does
// elsewhere is moved instead, if that is less.
func thereAndBack(root *ir.OpDef, clause string) *rewrite.Pattern {
	return &rewrite.Pattern{
		Name: root.Mnemonic() + "-there-and-back", Root: root,
		Doc: "An elementwise op between a " + root.Mnemonic() + " and its inverse works on what was there before, if less is moved then.",
		Example: example("%x: tensor<4x6xf32>, %y: tensor<6x4xf32>", "tensor<4x6xf32>",
			"%0 = tg."+root.Mnemonic()+" %x"+clause+" : (tensor<4x6xf32>) -> tensor<6x4xf32>",
			"%1 = tg.sub %0, %y : tensor<6x4xf32>",
			"%2 = tg."+root.Mnemonic()+" %1"+clause+" : (tensor<6x4xf32>) -> tensor<4x6xf32>",
			"return %2 : tensor<4x6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if inner == nil || !inner.Has(ir.Elementwise) || inner.NumResults() != 1 || !o.Operand(0).HasOneUse() || !allStatic(o) || !allStatic(inner) {
				return false
			}
			out := inner.Result(0).Type()
			before, after := bytesMoved(o), int64(0)
			for i := range inner.NumOperands() {
				v := inner.Operand(i)
				switch {
				case v.Type().Rank() == 0:
				case undoes(o, v.Def()) && usedOnlyBy(v, inner):
					before += bytesMoved(v.Def())
				case !o.Is(Reshape):
					after += transposedBytes(o, v, out.Rank())
				case shapeThrough(o, v) == nil:
					return false
				case !v.Def().Is(Reshape) || !v.HasOneUse(): // else the two become one
					after += bytesMoved(o)
				}
			}
			if before == bytesMoved(o) || after >= before {
				return false
			}
			operands := make([]*ir.Value, inner.NumOperands())
			for i := range operands {
				v := inner.Operand(i)
				switch {
				case v.Type().Rank() == 0:
					operands[i] = v
				case undoes(o, v.Def()) && usedOnlyBy(v, inner):
					operands[i] = v.Def().Operand(0)
				case o.Is(Reshape):
					operands[i] = reshaped(r, o, v, shapeThrough(o, v))
				default:
					full := slices.Concat(slices.Repeat([]int64{1}, out.Rank()-v.Type().Rank()), v.Type().Shape())
					operands[i] = transposed(r, o, reshaped(r, o, v, full), permutationOf(o))
				}
			}
			return replaceWith(r, o, sameButOperands(r, inner, operands, o.Result(0).Type().Shape()).Result(0))
		},
	}
}

// undoes reports whether a movement, and one of the same kind in front of it,
// leave everything where it was.
func undoes(o, first *ir.Op) bool {
	switch {
	case !first.Is(o.Def()) || !allStatic(first) || !sameShape(first.Result(0), o.Operand(0)) || !sameShape(first.Operand(0), o.Result(0)):
		return false
	case o.Is(Transpose):
		return shapes.Identity(shapes.Pick(permutationOf(first), permutationOf(o)))
	}
	return true
}

// shapeThrough is the shape in which an operand of an elementwise op lines up
// when the result of that, the operand of the reshape o, has the shape that o
// makes; nil if there is none.
func shapeThrough(o *ir.Op, v *ir.Value) []int64 {
	from, to := o.Operand(0).Type().Shape(), o.Result(0).Type().Shape()
	if slices.Equal(v.Type().Shape(), from) {
		return to
	}
	place, ok := shapes.Squeezed(from, to)
	if !ok {
		return nil
	}
	shape := slices.Repeat([]int64{1}, len(to))
	lead := len(from) - v.Type().Rank()
	for i, n := range v.Type().Shape() {
		if d := place[lead+i]; d >= 0 {
			shape[d] = n
		}
	}
	return shape
}

// bytesMoved is what a transpose copies; a reshape, which copies nothing, counts
// as one byte.
func bytesMoved(o *ir.Op) int64 {
	t := o.Result(0).Type()
	if o.Is(Reshape) {
		return 1
	}
	return elements(t) * int64(ir.StorageBytes(t.Elem()))
}

// transposedBytes is what transposing an operand of an elementwise op copies,
// whose result of the given rank o transposes.
func transposedBytes(o *ir.Op, v *ir.Value, rank int) int64 {
	t := v.Type()
	full := slices.Concat(slices.Repeat([]int64{1}, rank-t.Rank()), t.Shape())
	moved := shapes.Pick(full, permutationOf(o))
	if increasing(shapes.Pick(permutationOf(o), notOne(moved))) {
		return 0
	}
	return elements(t) * int64(ir.StorageBytes(t.Elem()))
}
