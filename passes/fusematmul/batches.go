package fusematmul

import (
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// batchKey is equal for matrix products that can run in one batch.
type batchKey struct {
	lhs, rhs, bias *ir.Type
	// sharedBias is a bias that is added to all alike.
	sharedBias *ir.Value
	props      *ir.Attr
}

// batches merges independent matrix products of equal shapes, which share
// nothing, into one with another batch dimension.
func (f *fuser) batches(b *ir.Block) {
	j := newJoiner(f.run.Builder)
	merged := false
	for _, s := range setsOf(f, b, batchable) {
		refresh(s)
		sortSiblings(j, s)
		merged = f.mergeBatch(j, s) || merged
	}
	if merged {
		restoreOrder(b)
	}
}

// batchable describes o, whose lhs counts as the other operand.
func batchable(o *ir.Op) (s sibling, k batchKey, ok bool) {
	if !o.Is(tg.MatMul) || !o.Result(0).Type().IsStatic() || o.Operand(0).Type().Rank() < 2 || o.Operand(1).Type().Rank() < 2 {
		return s, k, false
	}
	s = sibling{op: o, joint: joint{shared: 1}, other: o.Operand(0)}
	k = batchKey{lhs: o.Operand(0).Type(), rhs: o.Operand(1).Type(), props: withoutActivation(o)}
	if o.NumOperands() > 2 {
		s.bias = o.Operand(2)
		if k.bias = s.bias.Type(); k.bias.Rank() == 0 {
			s.bias, k.sharedBias = nil, s.bias
		}
	}
	return s, k, k.lhs.IsStatic() && k.rhs.IsStatic() && (k.bias == nil || k.bias.IsStatic())
}

// mergeBatch merges s if it pays, and reports whether it did.
func (f *fuser) mergeBatch(j *joiner, s []sibling) bool {
	c, first, count := f.run.Ctx, firstOp(s), int64(len(s))
	types, props, lhs, rhs := resultTypes(s), propsOf(s), others(s), make([]*ir.Value, len(s))
	before := 0.0
	for i, m := range s {
		rhs[i] = m.op.Operand(1)
		before += f.machine.Op(m.op)
	}
	rank := types[0].Rank()
	stack := func(v *ir.Value) *ir.Type { return stackedType(c, v.Type(), rank, count) }
	operands := []*ir.Type{stack(lhs[0]), stack(rhs[0])}
	after := f.joinSeconds(j, lhs, 0) + f.joinSeconds(j, rhs, 0) + f.activations(s)
	switch {
	case s[0].bias != nil:
		operands = append(operands, stack(s[0].bias))
		after += f.joinSeconds(j, biases(s), 0)
	case first.NumOperands() > 2:
		operands = append(operands, first.Operand(2).Type())
	}
	result, flat := stackedType(c, types[0], rank, count), withExtent(c, types[0], 0, count*types[0].Shape()[0])
	after += f.seconds(tg.MatMul, result, props, operands...) + f.seconds(tg.Reshape, flat, nil, result) + f.splitSeconds(flat, 0, types)
	if !(after < before) {
		f.run.Count("num-left", count)
		f.run.Missed(first, "FuseMatmul", "left %d '%s' of one shape: as a batch they would take %.3g us instead of %.3g us",
			count, first.Name(), microseconds(after), microseconds(before))
		return false
	}
	f.run.Count("num-batched", count)
	f.run.Passed(first, "FuseMatmul", "made %d '%s' of one shape a batch: %.3g us instead of %.3g us",
		count, first.Name(), microseconds(after), microseconds(before))
	values := first.Operands()
	for i, list := range [][]*ir.Value{lhs, rhs, biases(s)} {
		if i < len(values) && list[0] != nil {
			values[i] = j.join(list, 0, operands[i].Shape(), first)
		}
	}
	v := j.reshape(f.create(tg.MatMul, first, result, props, values...), flat.Shape(), first)
	f.replaceSiblings(s, j.splits(v, 0, types, first), first)
	return true
}
