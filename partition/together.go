package partition

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Together makes the joint function itself what a plan says: what is computed again comes right
// before its first use, and reads what the forward pass has left behind barriers, so that nothing
// finds it equal to what it was made from.
func (j *Joint) Together(b *ir.Builder, plan *Plan) {
	s := &splitting{Joint: j, Plan: plan, builder: b, moved: set(plan.Moved)}
	var rest []*ir.Op
	for _, o := range s.sequence() {
		if s.parts[o] == forward || s.moved[o] {
			o.MoveBefore(j.end)
		} else {
			rest = append(rest, o)
		}
	}
	t := &together{splitting: s, copies: map[*ir.Value]*ir.Value{}, barriers: map[*ir.Value]*ir.Value{}, barrier: j.Func.Context().LookupOp("tg.barrier")}
	for _, o := range rest {
		if s.parts[o] != backward {
			continue // it runs where it is read
		}
		t.need(Reads(o))
		o.MoveBefore(j.end)
		t.replace(o)
	}
	isForward := j.isForward()
	for i := range j.end.NumOperands() {
		if v := j.end.Operand(i); !isForward[i] {
			t.need([]*ir.Value{v})
			if c := t.copies[v]; c != nil {
				j.end.SetOperand(i, c)
			}
		}
	}
	for _, o := range slices.Backward(s.ops) { // what is not computed where it was
		if !o.HasUses() {
			o.Erase()
		}
	}
}

type together struct {
	*splitting
	copies   map[*ir.Value]*ir.Value // what the backward pass reads for a value of the forward pass
	barriers map[*ir.Value]*ir.Value // what copies read for what is handed over
	barrier  *ir.OpDef
}

// need makes what is computed again for some values.
func (t *together) need(read []*ir.Value) {
	t.remake(read, func(v *ir.Value) bool { return t.copies[v] != nil }, t.again)
}

// again computes o once more, or, if only the backward pass needs it, once.
func (t *together) again(o *ir.Op) {
	if t.parts[o] == late && !t.moved[o] {
		o.MoveBefore(t.end)
		t.replace(o)
		for _, v := range o.Results() {
			t.copies[v] = v
		}
		return
	}
	values, apart := map[*ir.Value]*ir.Value{}, false
	for _, v := range Reads(o) {
		switch d := v.Def(); {
		case t.copies[v] != nil:
			values[v], apart = t.copies[v], true
		case d != nil && t.parts[d] == constant:
		case !v.Type().IsRankedTensor(): // an index, before which no barrier stands
		default:
			values[v], apart = t.behindBarrier(v), true
		}
	}
	n := t.builder.Before(t.end).Clone(o, values)
	n.SetAttr(SaveAttr, nil)
	if !apart { // nothing can stand between it and the first one
		n.SetAttr(RecomputeAttr, o.Context().IntAttr(o.Context().I64(), 1))
	}
	for i, v := range o.Results() {
		t.copies[v] = n.Result(i)
	}
}

// behindBarrier is a value of the forward pass as copies read it.
func (t *together) behindBarrier(v *ir.Value) *ir.Value {
	if t.barriers[v] == nil {
		t.barriers[v] = t.builder.Before(t.end).Op(t.barrier, v.Loc(), []*ir.Value{v}).Result(0)
	}
	return t.barriers[v]
}

// replace makes an op of the backward pass, and what is inside of it, read the copies.
func (t *together) replace(o *ir.Op) {
	ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
		for i := range inner.NumOperands() {
			if c := t.copies[inner.Operand(i)]; c != nil {
				inner.SetOperand(i, c)
			}
		}
		return ir.Advance
	})
}
