package cf

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

var condBrPatterns = []*rewrite.Pattern{
	{Name: "SimplifyConstCondBranchPred", Root: CondBr, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		a := ir.ConstantValue(o.Operand(0))
		if !a.Is(ir.IntegerAttr) {
			return false
		}
		taken := 1
		if a.Int() != 0 {
			taken = 0
		}
		toBr(r, o, targetOf(o, taken))
		return true
	}},
	{Name: "SimplifyPassThroughCondBranch", Root: CondBr, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		onTrue, ok := collapse(r, targetOf(o, 0))
		onFalse, ok2 := collapse(r, targetOf(o, 1))
		if !ok && !ok2 {
			return false
		}
		st := &ir.OpState{
			Name:       o.OpName(),
			Operands:   append(append([]*ir.Value{o.Operand(0)}, onTrue.values...), onFalse.values...),
			Successors: []*ir.Block{onTrue.block, onFalse.block},
		}
		st.SetAttr("operandSegmentSizes", segments(r.Ctx, 1, len(onTrue.values), len(onFalse.values)))
		if w := o.Attr("branch_weights"); w != nil {
			st.SetAttr("branch_weights", w)
		}
		r.Before(o)
		replaceBranch(r, o, st)
		return true
	}},
	{Name: "SimplifyCondBranchIdenticalSuccessors", Root: CondBr, Apply: selectValues},
	{Name: "SimplifyCondBranchFromCondBranchOnSameCondition", Root: CondBr, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		b := o.Block()
		p := b.SinglePredecessor()
		if p == nil || !p.Last().Is(CondBr) || p.Last().Operand(0) != o.Operand(0) {
			return false
		}
		if p.Successors()[0] == b {
			toBr(r, o, targetOf(o, 0))
		} else {
			toBr(r, o, targetOf(o, 1))
		}
		return true
	}},
	{Name: "CondBranchTruthPropagation", Root: CondBr, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		onTrue := propagate(r, o, 0, true)
		return propagate(r, o, 1, false) || onTrue
	}},
	{Name: "DropUnreachableCondBranch", Root: CondBr, Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
		for i, s := range o.Successors() {
			if s.First() != nil && s.First() == s.Last() && s.First().Name() == "ub.unreachable" {
				toBr(r, o, targetOf(o, 1-i))
				return true
			}
		}
		return false
	}},
}

// selectValues replaces a branch that goes to one block either way. Where it
// passes different values, it chooses them before, if nothing else leads there.
func selectValues(r *rewrite.Rewriter, o *ir.Op) bool {
	onTrue, onFalse := targetOf(o, 0), targetOf(o, 1)
	if onTrue.block != onFalse.block {
		return false
	}
	if onTrue.equal(onFalse) {
		toBr(r, o, onTrue)
		return true
	}
	choose := r.Ctx.LookupOp("arith.select")
	if choose == nil || onTrue.block.UniquePredecessor() != o.Block() {
		return false
	}
	r.Before(o)
	for i, v := range onTrue.values {
		if w := onFalse.values[i]; v != w {
			operands := []*ir.Value{o.Operand(0), v, w}
			onTrue.values[i] = r.OpWithTypes(choose, o.Loc(), []*ir.Type{v.Type()}, operands).Result(0)
		}
	}
	toBr(r, o, onTrue)
	return true
}

// propagate replaces the condition of o by what it is known to be in successor
// i, if only o leads there, and reports whether it was used there.
func propagate(r *rewrite.Rewriter, o *ir.Op, i int, holds bool) bool {
	s := o.Successors()[i]
	arith := r.Ctx.LookupDialect("arith")
	if s.SinglePredecessor() == nil || arith == nil {
		return false
	}
	uses := usesIn(o.Operand(0), s)
	if len(uses) == 0 {
		return false
	}
	known := arith.Constant(r.Before(o), r.Ctx.BoolAttr(holds), r.Ctx.Bool(), o.Loc())
	for _, u := range uses {
		u.Set(known.Result(0))
		r.Modified(u.Owner())
	}
	return true
}

// usesIn lists the uses of v by ops of b, those inside of them apart. It looks
// at the uses of v and at the ops of b in turn, at as many as there are of
// that which is fewer: a condition may have uses without number.
func usesIn(v *ir.Value, b *ir.Block) []*ir.Use {
	var byUse, byOp []*ir.Use
	u, o := v.FirstUse(), b.Last()
	for {
		if u == nil {
			return byUse
		}
		if o == nil {
			return byOp
		}
		if u.Owner().Block() == b {
			byUse = append(byUse, u)
		}
		u = u.Next()
		for k := o.NumOperands() - 1; k >= 0; k-- {
			if o.Operand(k) == v {
				byOp = append(byOp, o.OperandUse(k))
			}
		}
		o = o.Prev()
	}
}
