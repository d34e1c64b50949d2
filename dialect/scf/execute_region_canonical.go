package scf

import (
	"github.com/tg-opt/tg/dialect/cf"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var executeRegionPatterns = append([]*rewrite.Pattern{
	{Name: "SingleBlockExecuteInliner", Root: ExecuteRegion, Apply: inlineBlock},
	{Name: "MultiBlockExecuteInliner", Root: ExecuteRegion, Apply: inlineBlocks},
}, regionPatterns(ExecuteRegion)...)

func inlineBlock(r *rewrite.Rewriter, o *ir.Op) bool {
	if !o.RegionAt(0).HasOneBlock() || o.Attr(noInline) != nil {
		return false
	}
	r.ReplaceOpWithBlock(o, o.RegionAt(0).First())
	return true
}

// inlineBlocks puts the blocks in the place of the op, where there may be many.
func inlineBlocks(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.Attr(noInline) != nil || !o.Parent().Is(fn.Func) && !o.Parent().Is(ExecuteRegion) {
		return false
	}
	prev := o.Block()
	post := prev.SplitBefore(o)
	region := o.RegionAt(0)
	branch(r.AtEnd(prev), o.Loc(), region.First(), nil)
	for b := region.First(); b != nil; b = b.Next() {
		if t := b.Last(); t.Is(Yield) {
			branch(r.Before(t), t.Loc(), post, t.Operands())
			r.EraseOp(t)
		}
	}
	for at := prev; !region.Empty(); at = at.Next() {
		b := region.First()
		b.Detach()
		post.Region().InsertAfter(b, at)
	}
	args := make([]*ir.Value, o.NumResults())
	for i, v := range o.Results() {
		args[i] = post.AddArg(v.Type(), v.Loc())
	}
	r.ReplaceOp(o, args...)
	return true
}

// branch makes a cf.br.
func branch(b *ir.Builder, l ir.Loc, to *ir.Block, values []*ir.Value) {
	st := &ir.OpState{Name: b.Ctx.OpName(cf.Br.Name()), Loc: l, Operands: values, Results: []*ir.Type{}, Successors: []*ir.Block{to}}
	if _, err := b.Create(st); err != nil {
		panic(err) // a branch infers nothing
	}
}
