package arith

import "github.com/tg-opt/tg/ir"

// The sets of types that operands and results of integer ops are in: a scalar,
// or a vector or tensor of such scalars.
var (
	signlessInt = ir.TypeConstraint{Desc: "signless-integer-like", Ok: likeOf(isSignlessOrIndex)}
	fixedInt    = ir.TypeConstraint{Desc: "signless-fixed-width-integer-like", Ok: likeOf(isSignless)}
	boolLike    = ir.TypeConstraint{Desc: "bool-like", Ok: likeOf((*ir.Type).IsBool)}
	// castableInt is what index casts take besides: a memref of integers.
	castableInt = ir.TypeConstraint{Desc: "signless-integer-like or memref of signless-integer", Ok: func(t *ir.Type) bool {
		return signlessInt.Ok(t) || t.Kind() == ir.MemRefType && isSignlessOrIndex(t.Elem())
	}}
)

func isSignless(t *ir.Type) bool { return t.IsInteger() && t.Signedness() == ir.Signless }

func isSignlessOrIndex(t *ir.Type) bool { return t.IsIndex() || isSignless(t) }

// likeOf is the set of the scalars that is tells, and of vectors and tensors of
// them.
func likeOf(is func(*ir.Type) bool) func(*ir.Type) bool {
	return func(t *ir.Type) bool {
		if isMappable(t) {
			return is(t.Elem())
		}
		return is(t)
	}
}

// isMappable reports whether an elementwise op maps over the elements of t.
func isMappable(t *ir.Type) bool { return t.IsTensor() || t.Kind() == ir.VectorType }

// width is the number of bits of a scalar integer type; index has 64.
func width(t *ir.Type) int {
	if t.IsIndex() {
		return 64
	}
	return t.Width()
}

// elemWidth is the width of an integer type, or of the elements of a vector or
// tensor of integers.
func elemWidth(t *ir.Type) int { return width(t.ElemOrSelf()) }

// boolOf is i1 in the shape of t.
func boolOf(c *ir.Context, t *ir.Type) *ir.Type { return c.WithElem(t, c.Bool()) }
