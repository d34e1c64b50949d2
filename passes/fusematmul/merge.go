package fusematmul

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// mergeSiblings merges the sets for which it pays. What several sets join alike
// is joined once, and each bears its share of the cost.
func (f *fuser) mergeSiblings(b *ir.Block, j *joiner, sets [][]sibling) {
	uses, keys := map[string]int{}, make([]string, len(sets))
	for i, s := range sets {
		sortSiblings(j, s)
		keys[i] = j.key(others(s), s[0].joint.dim)
		uses[keys[i]]++
	}
	merged := false
	for i, s := range sets {
		refresh(s)
		sortSiblings(j, s)
		first := firstOp(s)
		made := f.fillBiases(s, first)
		share := 1 / float64(uses[keys[i]])
		if f.mergeSet(j, s, share, first) {
			merged = true
		}
		for _, o := range made {
			if !o.HasUses() {
				o.Erase()
			}
		}
	}
	if merged {
		restoreOrder(b)
	}
}

// refresh reads the operands of s again: what was merged before has replaced some.
func refresh(s []sibling) {
	for i := range s {
		m := &s[i]
		m.other = m.op.Operand(m.joint.joined)
		switch {
		case m.bias != nil:
			m.bias = m.op.Operand(2)
		case m.shared != nil:
			m.shared = m.op.Operand(2)
		}
	}
}

// mergeSet merges s if it pays, and reports whether it did.
func (f *fuser) mergeSet(j *joiner, s []sibling, share float64, first *ir.Op) bool {
	before := 0.0
	for _, m := range s {
		before += f.machine.Op(m.op)
	}
	best := f.joined(j, s, share)
	if stacked := f.stacked(j, s, share); stacked.seconds < best.seconds {
		best = stacked
	}
	if !(best.seconds < before) {
		f.run.Count("num-left", int64(len(s)))
		f.run.Missed(first, "FuseMatmul", "left %d '%s' that share operand #%d: together they would take %.3g us instead of %.3g us",
			len(s), first.Name(), s[0].joint.shared, microseconds(best.seconds), microseconds(before))
		return false
	}
	f.run.Count("num-siblings", int64(len(s)))
	f.run.Passed(first, "FuseMatmul", "merged %d '%s' that share operand #%d%s: %.3g us instead of %.3g us",
		len(s), first.Name(), s[0].joint.shared, best.how, microseconds(best.seconds), microseconds(before))
	f.replaceSiblings(s, best.build(first), first)
	return true
}

func others(s []sibling) []*ir.Value {
	list := make([]*ir.Value, len(s))
	for i, m := range s {
		list[i] = m.other
	}
	return list
}

func biases(s []sibling) []*ir.Value {
	list := make([]*ir.Value, len(s))
	for i, m := range s {
		list[i] = m.bias
	}
	return list
}

// firstOp is the op of s that comes first in its block.
func firstOp(s []sibling) *ir.Op {
	first := s[0].op
	for _, m := range s[1:] {
		if m.op.Result(0).Number() < first.Result(0).Number() {
			first = m.op
		}
	}
	return first
}

// replaceSiblings puts values in the place of the contractions; activations that
// are not all the same follow as ops of their own.
func (f *fuser) replaceSiblings(s []sibling, values []*ir.Value, first *ir.Op) {
	_, common := commonActivation(s)
	for i, m := range s {
		v := values[i]
		if a := m.op.Attr("activation"); a != nil && !common {
			v = f.activate(a.Text(), v, first)
		}
		m.op.Result(0).ReplaceAllUsesWith(v)
	}
	for _, m := range s {
		f.erase(m.op)
	}
}

// commonActivation is the activation of all of s, nil for none; ok is false when
// they differ.
func commonActivation(s []sibling) (a *ir.Attr, ok bool) {
	a = s[0].op.Attr("activation")
	for _, m := range s[1:] {
		if m.op.Attr("activation") != a {
			return nil, false
		}
	}
	return a, true
}

// mergePlan is a way to merge siblings; without build there is none.
type mergePlan struct {
	seconds float64
	how     string // for a remark
	// build makes the ops in front of at, and returns the result of each sibling.
	build func(at *ir.Op) []*ir.Value
}

// propsOf are the properties of the merged contraction.
func propsOf(s []sibling) *ir.Attr {
	if _, ok := commonActivation(s); ok {
		return s[0].op.Props()
	}
	return withoutActivation(s[0].op)
}

// activations predicts what activations that are not all the same take.
func (f *fuser) activations(s []sibling) float64 {
	if _, ok := commonActivation(s); ok {
		return 0
	}
	total := 0.0
	for _, m := range s {
		if a := m.op.Attr("activation"); a != nil {
			def, props := activationOp(f.run.Ctx, a.Text())
			t := m.op.Result(0).Type()
			total += f.seconds(def, t, props, t)
		}
	}
	return total
}

// joinSeconds predicts what it takes to put vs behind each other.
func (f *fuser) joinSeconds(j *joiner, vs []*ir.Value, dim int) float64 {
	switch j.kind(vs, dim) {
	case joinConstants, joinViews:
		return 0
	}
	types := make([]*ir.Type, len(vs))
	for i, v := range vs {
		types[i] = v.Type()
	}
	attr := intAttr(f.run.Ctx, "dim", dim)
	return f.seconds(tg.Concat, joinedType(f.run.Ctx, vs, dim), f.run.Ctx.Dict([]ir.NamedAttr{attr}), types...)
}

// splitSeconds predicts what it takes to cut a value of type t into pieces.
func (f *fuser) splitSeconds(t *ir.Type, dim int, types []*ir.Type) float64 {
	sizes := make([]int64, len(types))
	for i, p := range types {
		sizes[i] = p.Shape()[dim]
	}
	c := f.run.Ctx
	props := c.Dict([]ir.NamedAttr{intAttr(c, "dim", dim), {Name: "sizes", Value: c.I64Array(sizes)}})
	in := ir.Inference{Ctx: c, Def: tg.Split, Operands: t.Alone(), Props: props, Results: types}
	return f.machine.Seconds(f.machine.Work(&in))
}

func resultTypes(s []sibling) []*ir.Type {
	types := make([]*ir.Type, len(s))
	for i, m := range s {
		types[i] = m.op.Result(0).Type()
	}
	return types
}

// joined merges s along the joint, and splits the result.
func (f *fuser) joined(j *joiner, s []sibling, share float64) mergePlan {
	c, at, first := f.run.Ctx, s[0].joint, s[0].op
	types, props := resultTypes(s), propsOf(s)
	total := int64(0)
	for _, t := range types {
		total += t.Shape()[at.result]
	}
	result := withExtent(c, types[0], at.result, total)
	operands := make([]*ir.Type, 2, 3)
	operands[at.shared], operands[at.joined] = first.Operand(at.shared).Type(), joinedType(c, others(s), at.dim)
	p := mergePlan{seconds: float64(share*f.joinSeconds(j, others(s), at.dim)) + f.splitSeconds(result, at.result, types) + f.activations(s)}
	switch {
	case s[0].bias != nil:
		operands = append(operands, joinedType(c, biases(s), s[0].biasDim))
		p.seconds += float64(share * f.joinSeconds(j, biases(s), s[0].biasDim))
	case s[0].shared != nil:
		operands = append(operands, s[0].shared.Type())
	}
	p.seconds += f.seconds(first.Def(), result, props, operands...)
	p.build = func(before *ir.Op) []*ir.Value {
		values := make([]*ir.Value, 2, 3)
		values[at.shared], values[at.joined] = first.Operand(at.shared), j.join(others(s), at.dim, nil, before)
		switch {
		case s[0].bias != nil:
			values = append(values, j.join(biases(s), s[0].biasDim, nil, before))
		case s[0].shared != nil:
			values = append(values, s[0].shared)
		}
		return j.splits(f.create(first.Def(), before, result, props, values...), at.result, types, before)
	}
	return p
}

// stacked merges matrix products of one shape that share their lhs into one with
// another batch dimension in front. Its results lie one behind the other, so
// that nothing moves to take them apart.
func (f *fuser) stacked(j *joiner, s []sibling, share float64) mergePlan {
	none := mergePlan{seconds: math.Inf(1)}
	first, c := s[0].op, f.run.Ctx
	if !first.Is(tg.MatMul) || s[0].joint.shared != 0 || first.Operand(0).Type().Rank() < 2 || !first.Result(0).Type().IsStatic() {
		return none
	}
	for _, m := range s[1:] {
		if m.other.Type() != s[0].other.Type() {
			return none
		}
	}
	types, props, count := resultTypes(s), propsOf(s), int64(len(s))
	stack := func(t *ir.Type, rank int) *ir.Type { return stackedType(c, t, rank, count) }
	rank := types[0].Rank()
	result, flat := stack(types[0], rank), withExtent(c, types[0], 0, count*types[0].Shape()[0])
	operands := []*ir.Type{first.Operand(0).Type(), stack(s[0].other.Type(), rank)}
	p := mergePlan{how: ", batched"}
	p.seconds = float64(share*f.joinSeconds(j, others(s), 0)) + f.activations(s) +
		f.seconds(tg.Reshape, flat, nil, result) + f.splitSeconds(flat, 0, types)
	switch {
	case s[0].bias != nil:
		operands = append(operands, stack(s[0].bias.Type(), rank))
		p.seconds += float64(share * f.joinSeconds(j, biases(s), 0))
	case s[0].shared != nil:
		operands = append(operands, s[0].shared.Type())
	}
	p.seconds += f.seconds(tg.MatMul, result, props, operands...)
	p.build = func(before *ir.Op) []*ir.Value {
		values := []*ir.Value{first.Operand(0), j.join(others(s), 0, operands[1].Shape(), before)}
		switch {
		case s[0].bias != nil:
			values = append(values, j.join(biases(s), 0, operands[2].Shape(), before))
		case s[0].shared != nil:
			values = append(values, s[0].shared)
		}
		v := j.reshape(f.create(tg.MatMul, before, result, props, values...), flat.Shape(), before)
		return j.splits(v, 0, types, before)
	}
	return p
}

// stackedType is the type of count values of type t one behind the other in a
// new first dimension, with extents of 1 in between that make up for a lower
// rank.
func stackedType(c *ir.Context, t *ir.Type, rank int, count int64) *ir.Type {
	shape := append([]int64{count}, slices.Repeat([]int64{1}, rank-t.Rank())...)
	return c.WithShape(t, append(shape, t.Shape()...))
}
