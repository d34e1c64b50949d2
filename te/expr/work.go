package expr

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// weight is what a node itself takes for an element, in additions of f32.
func (t *Table) weight(n *Node) float64 {
	switch n.Kind {
	case Reduce:
		return 1
	case Call:
	default:
		return 0
	}
	h := head{name: n.Op.OpName(), props: n.Op.Props(), attrs: n.Op.Attrs(), typ: n.Type}
	w, known := t.weights[h]
	if !known {
		w = t.seconds(n.Op) / t.addition()
		t.weights[h] = w
	}
	return w
}

// vector is how many elements are computed at once to know how long one takes.
const vector = 1 << 12

// seconds is how long an op on single elements takes, as a part of many.
func (t *Table) seconds(o *ir.Op) float64 {
	in := &ir.Inference{Ctx: t.ctx, Def: o.Def(), Props: o.Props()}
	for _, typ := range o.OperandTypes() {
		in.Operands = append(in.Operands, t.ctx.Tensor([]int64{vector}, typ.Elem()))
	}
	for _, typ := range o.ResultTypes() {
		in.Results = append(in.Results, t.ctx.Tensor([]int64{vector}, typ.Elem()))
	}
	return t.machine.ComputeSeconds(cost.WorkOf(in))
}

// addition is how long an addition of f32 takes.
func (t *Table) addition() float64 {
	f := t.ctx.Tensor([]int64{vector}, t.ctx.F32())
	in := &ir.Inference{Ctx: t.ctx, Def: t.ctx.LookupOp("tg.add"), Operands: []*ir.Type{f, f}, Results: []*ir.Type{f}}
	return t.machine.ComputeSeconds(cost.WorkOf(in))
}

// Work is the arithmetic of a tree, in additions of f32: each node counts for all points of the
// axes that it depends on, not of those that the tree has.
func (t *Tree) Work() float64 {
	sum := 0.0
	Visit(t.Root, func(n *Node) { sum += float64(n.weight * t.domain(n)) })
	return sum
}

// PerElement is the arithmetic of a tree for each of its elements.
func (t *Tree) PerElement() float64 { return t.Work() / max(1, t.domain(t.Root)) }
