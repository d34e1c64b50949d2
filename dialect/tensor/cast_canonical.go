package tensorop

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// The canonicalization patterns have mlir-opt's names and come in its order.

var castPatterns = []*rewrite.Pattern{
	{Name: "FoldEmptyTensorWithCastOp", Root: Cast, Apply: castIntoEmpty},
	{Name: "ChainedTensorCast", Root: Cast, Apply: dropCastBetween},
	{Name: "TensorCastExtractSlice", Root: Cast, Apply: castIntoExtractSlice},
}

// dropCastBetween casts what another cast is made of, unless that one knows an
// extent that neither of the others knows: it is checked when the program runs.
func dropCastBetween(r *rewrite.Rewriter, o *ir.Op) bool {
	inner := o.Operand(0).Def()
	if !inner.Is(Cast) {
		return false
	}
	from, between, to := inner.Operand(0).Type(), inner.Result(0).Type(), o.Result(0).Type()
	first := joinedTypes(joinedTypes(shapeOf(from), shapeOf(between)), shapeOf(to))
	if first.contradicts || !first.equal(joinedTypes(shapeOf(from), shapeOf(to))) {
		return false
	}
	r.ReplaceOp(o, castTo(r, o.Loc(), to, inner.Operand(0)))
	return true
}

// extents are what a type says of a shape: nothing where it has no rank.
type extents struct {
	ranked, contradicts bool
	shape               []int64
}

func shapeOf(t *ir.Type) extents {
	return extents{ranked: t.IsRankedTensor(), shape: t.Shape()}
}

func (e extents) equal(f extents) bool {
	return e.ranked == f.ranked && e.contradicts == f.contradicts && slices.Equal(e.shape, f.shape)
}

func joinedTypes(a, b extents) extents {
	switch {
	case a.contradicts || !b.ranked:
		return a
	case b.contradicts || !a.ranked:
		return b
	}
	both := joined(a.shape, b.shape)
	return extents{ranked: true, contradicts: both == nil, shape: both}
}

// castIntoEmpty makes an empty tensor of the extents that a cast tells.
func castIntoEmpty(r *rewrite.Rewriter, o *ir.Op) bool {
	empty, t := o.Operand(0).Def(), o.Result(0).Type()
	if !empty.Is(Empty) || !moreStatic(empty.Result(0).Type(), t) {
		return false
	}
	sizes := emptySizes(empty)
	for i, n := range t.Shape() {
		if n != ir.Dynamic {
			sizes[i] = Index{Const: n}
		}
	}
	r.ReplaceOp(o, makeEmpty(r, o.Loc(), sizes, t))
	return true
}
