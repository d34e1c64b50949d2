// Package affine is exact integer arithmetic of index expressions: sums of axes with constant
// factors, and their quotients and remainders by constants, where each axis has a known range.
//
// It works on the expressions of affine maps (ir.AffineExpr). The dimensions of an expression, d0,
// d1 and so on, are axes; its symbols are numbers that are the same at all points. A Space says
// between which bounds they are. Simplify brings an expression into a form in which equal sums are
// equal trees, Bounds says which values it takes, SimplifyGuard does both for a conjunction of
// constraints, Unify finds at which points of one space expressions have the values that others
// have in another, and Solve solves for the axes.
//
// All is exact over the integers. What does not fit int64 on the way is refused, as are expressions
// of more than maxNodes nodes, sums of more than maxTerms terms, and work beyond maxSteps: the last
// result of a function, ok, is then false, or the answer is the one that claims nothing.
package affine

import (
	"cmp"
	"math"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

const (
	maxNodes = 100_000 // of an expression, those that several others share counted once
	maxDepth = 20_000  // of an expression
	maxTerms = 1_000   // of a sum
	maxAxes  = 10_000  // whose ranges a guard narrows
	maxSteps = 400_000 // terms visited in a call
)

// Range is Lo <= v < Hi. A Lo of math.MinInt64 and a Hi of math.MaxInt64 are no bound.
type Range struct{ Lo, Hi int64 }

// Unknown is the range of what may be any number.
var Unknown = Range{math.MinInt64, math.MaxInt64}

// Below is the range of n numbers from 0 on.
func Below(n int64) Range { return Range{0, n} }

// Empty reports whether no number is in the range.
func (r Range) Empty() bool { return r.Lo >= r.Hi }

// Bounded reports whether the range has both bounds.
func (r Range) Bounded() bool { return r.Lo != math.MinInt64 && r.Hi != math.MaxInt64 }

// Has reports whether v is in the range.
func (r Range) Has(v int64) bool {
	return v >= r.Lo && (v < r.Hi || r.Hi == math.MaxInt64)
}

// Within reports whether all numbers of the range are in another.
func (r Range) Within(other Range) bool {
	return r.Empty() || r.Lo >= other.Lo && r.Hi <= other.Hi
}

// Len is how many numbers are in the range; ok is false when it is not bounded, or there are too
// many.
func (r Range) Len() (n int64, ok bool) {
	if r.Empty() {
		return 0, true
	}
	if !r.Bounded() || r.Lo == math.MinInt64+1 && r.Hi > 0 {
		return 0, false
	}
	return shapes.Add(r.Hi, -r.Lo)
}

// meet is what two ranges have in common.
func (r Range) meet(other Range) Range {
	return Range{max(r.Lo, other.Lo), min(r.Hi, other.Hi)}
}

// Space says which values dimensions and symbols have. Those beyond the lists are unknown.
type Space struct{ Dims, Syms []Range }

// Extents is the space of axes from 0 on.
func Extents(extents ...int64) Space {
	var s Space
	for _, n := range extents {
		s.Dims = append(s.Dims, Below(n))
	}
	return s
}

// Dim is the range of dimension i.
func (s Space) Dim(i int64) Range { return at(s.Dims, i) }

// Sym is the range of symbol i.
func (s Space) Sym(i int64) Range { return at(s.Syms, i) }

func at(list []Range, i int64) Range {
	if i < 0 || i >= int64(len(list)) {
		return Unknown
	}
	return list[i]
}

// Empty reports whether the space has no point.
func (s Space) Empty() bool {
	for _, list := range [][]Range{s.Dims, s.Syms} {
		for _, r := range list {
			if r.Empty() {
				return true
			}
		}
	}
	return false
}

// Const is the expression v.
func Const(v int64) *ir.AffineExpr { return ir.AffineConstant(v) }

// Dim is the expression of dimension i.
func Dim[T ~int | ~int64](i T) *ir.AffineExpr {
	return &ir.AffineExpr{Op: ir.AffineDim, Value: int64(i)}
}

// Sym is the expression of symbol i.
func Sym[T ~int | ~int64](i T) *ir.AffineExpr {
	return &ir.AffineExpr{Op: ir.AffineSym, Value: int64(i)}
}

// Add is a + b. It and the functions below fold as the parser does, which takes no ranges.
func Add(a, b *ir.AffineExpr) *ir.AffineExpr { return ir.FoldAffine(ir.AffineAdd, a, b) }

// Sub is a - b.
func Sub(a, b *ir.AffineExpr) *ir.AffineExpr { return Add(a, Mul(b, -1)) }

// Mul is e * c.
func Mul(e *ir.AffineExpr, c int64) *ir.AffineExpr { return ir.FoldAffine(ir.AffineMul, e, Const(c)) }

// FloorDiv is e / c, rounded down.
func FloorDiv(e *ir.AffineExpr, c int64) *ir.AffineExpr {
	return ir.FoldAffine(ir.AffineFloorDiv, e, Const(c))
}

// CeilDiv is e / c, rounded up.
func CeilDiv(e *ir.AffineExpr, c int64) *ir.AffineExpr {
	return ir.FoldAffine(ir.AffineCeilDiv, e, Const(c))
}

// Mod is what FloorDiv leaves of e.
func Mod(e *ir.AffineExpr, c int64) *ir.AffineExpr {
	return ir.FoldAffine(ir.AffineMod, e, Const(c))
}

// ConstValue is the number that e is; ok is false when it is none.
func ConstValue(e *ir.AffineExpr) (v int64, ok bool) { return e.Value, e.Op == ir.AffineConst }

// DimOf is the dimension that e is; ok is false when it is none.
func DimOf(e *ir.AffineExpr) (i int64, ok bool) { return e.Value, e.Op == ir.AffineDim }

// Equal reports whether a and b are the same tree. Simplified expressions are equal when they are
// the same sum.
func Equal(a, b *ir.AffineExpr) bool { return Compare(a, b) == 0 }

// rank orders operators: dimensions come first, constants last, as in simplified sums.
var rank = [...]int{
	ir.AffineDim:      0,
	ir.AffineAdd:      1,
	ir.AffineMul:      2,
	ir.AffineFloorDiv: 3,
	ir.AffineCeilDiv:  4,
	ir.AffineMod:      5,
	ir.AffineSym:      6,
	ir.AffineConst:    7,
}

// Compare is a total order of expressions.
func Compare(a, b *ir.AffineExpr) int {
	if a == b {
		return 0
	}
	if c := cmp.Or(cmp.Compare(rank[a.Op], rank[b.Op]), cmp.Compare(a.Value, b.Value)); c != 0 || a.LHS == nil {
		return c
	}
	if c := Compare(a.LHS, b.LHS); c != 0 {
		return c
	}
	return Compare(a.RHS, b.RHS)
}

// UsesDim reports whether dimension i occurs in e.
func UsesDim(e *ir.AffineExpr, i int64) bool {
	return uses(e, func(leaf *ir.AffineExpr) bool { return leaf.Op == ir.AffineDim && leaf.Value == i })
}

// UsesSym reports whether symbol i occurs in e.
func UsesSym(e *ir.AffineExpr, i int64) bool {
	return uses(e, func(leaf *ir.AffineExpr) bool { return leaf.Op == ir.AffineSym && leaf.Value == i })
}

// uses reports whether e has a leaf of some kind.
func uses(e *ir.AffineExpr, is func(*ir.AffineExpr) bool) bool {
	seen := map[*ir.AffineExpr]bool{}
	var visit func(e *ir.AffineExpr) bool
	visit = func(e *ir.AffineExpr) bool {
		if e.LHS == nil {
			return is(e)
		}
		if seen[e] {
			return false
		}
		seen[e] = true
		return visit(e.LHS) || visit(e.RHS)
	}
	return visit(e)
}

// Substitute replaces the dimensions and symbols of e. Those beyond the lists, and those for which
// a list has nil, stay.
func Substitute(e *ir.AffineExpr, dims, syms []*ir.AffineExpr) *ir.AffineExpr {
	done := map[*ir.AffineExpr]*ir.AffineExpr{}
	var visit func(e *ir.AffineExpr) *ir.AffineExpr
	visit = func(e *ir.AffineExpr) *ir.AffineExpr {
		switch e.Op {
		case ir.AffineConst:
			return e
		case ir.AffineDim:
			return replaced(e, dims)
		case ir.AffineSym:
			return replaced(e, syms)
		}
		if new := done[e]; new != nil {
			return new
		}
		l, r := visit(e.LHS), visit(e.RHS)
		new := e
		if l != e.LHS || r != e.RHS {
			new = ir.FoldAffine(e.Op, l, r)
		}
		done[e] = new
		return new
	}
	return visit(e)
}

func replaced(e *ir.AffineExpr, by []*ir.AffineExpr) *ir.AffineExpr {
	if e.Value < 0 || e.Value >= int64(len(by)) || by[e.Value] == nil {
		return e
	}
	return by[e.Value]
}
