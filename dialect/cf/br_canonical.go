package cf

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// The names of patterns are those that mlir-opt knows them by, where it has
// some.

var brPatterns = []*rewrite.Pattern{
	{Name: "SimplifyBrToBlockWithSinglePred", Root: Br, Apply: mergeIntoPredecessor},
	{Name: "SimplifyPassThroughBr", Root: Br, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		if next(o.Block()) == o.Block() {
			return false
		}
		t, ok := collapse(r, targetOf(o, 0))
		if ok {
			toBr(r, o, t)
		}
		return ok
	}},
}

// toBr replaces a branch by an unconditional one.
func toBr(r *rewrite.Rewriter, o *ir.Op, t target) {
	r.Before(o)
	replaceBranch(r, o, &ir.OpState{
		Name: r.Ctx.OpName(Br.Name()), Operands: t.values, Successors: []*ir.Block{t.block},
	})
}

// replaceBranch replaces o by what st describes.
func replaceBranch(r *rewrite.Rewriter, o *ir.Op, st *ir.OpState) {
	st.Loc, st.Results = o.Loc(), []*ir.Type{}
	if _, err := r.Create(st); err != nil {
		panic(err) // a branch infers nothing
	}
	r.EraseOp(o)
}

// mergeIntoPredecessor appends the block that o alone branches to to that of o.
func mergeIntoPredecessor(r *rewrite.Rewriter, o *ir.Op) bool {
	b, t := o.Block(), targetOf(o, 0)
	if t.block == b || t.block.SinglePredecessor() == nil || insideChain(b) {
		return false
	}
	r.EraseOp(o)
	r.MergeBlocks(t.block, b, t.values)
	return true
}

// insideChain reports whether b comes late in a chain of blocks that will be
// merged, those nearer to its start first, so that every op moves once.
func insideChain(b *ir.Block) bool {
	const late = 8
	for range late {
		p := b.SinglePredecessor()
		if p == nil || next(p) != b {
			return false
		}
		b = p
	}
	return true
}
