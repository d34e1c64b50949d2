package autodiff

import "github.com/tg-opt/tg/ir"

// Branches is the rule of an op that runs one of its regions, which take nothing and yield its
// results: tg.if and tg.case. Each region is differentiated. What the derivative of one needs is
// handed over as results, zeros by the others.
var Branches = Rule{
	Reads:   "what the branch that runs needs",
	control: &control{vary: varyBranches, forward: forwardBranches, reverse: reverseBranches},
}

func varyBranches(v *varying, o *ir.Op) {
	for _, r := range o.Regions() {
		v.block(r.First())
		for i, x := range r.First().Last().Operands() {
			if v.has(x) {
				v.mark(o.Result(i), x)
			}
		}
	}
}

func forwardBranches(m *Maker, o *ir.Op) error {
	var varies []int
	for i, r := range o.Results() {
		if m.active.has(r) {
			varies = append(varies, i)
		}
	}
	b := m.Builder
	for _, r := range o.Regions() {
		block := r.First()
		if err := m.forward(block); err != nil {
			return err
		}
		end := block.Last()
		m.Before(end)
		m.Loc = end.Loc()
		yields := append([]*ir.Value{}, end.Operands()...)
		for _, i := range varies {
			yields = append(yields, m.orZeros(m.tangents[end.Operand(i)], end.Operand(i)))
		}
		end.SetOperands(yields)
	}
	types := o.ResultTypes()
	for _, i := range varies {
		types = append(types, o.Result(i).Type())
	}
	n := m.e.rebuilt(b.Before(o), o, o.Operands(), types, nil)
	m.replaced(o, n)
	for k, i := range varies {
		m.tangents[n.Result(i)] = n.Result(o.NumResults() + k)
	}
	o.Erase()
	return nil
}

// rebuilt makes an op like o in front of it, with other operands and result types, and takes over
// its regions: those given, or its own for nil.
func (e *engine) rebuilt(b *ir.Builder, o *ir.Op, operands []*ir.Value, types []*ir.Type, regions []*ir.Region) *ir.Op {
	if regions == nil {
		for _, r := range o.Regions() {
			moved := &ir.Region{}
			moved.TakeBody(r)
			regions = append(regions, moved)
		}
	}
	n, err := b.Create(&ir.OpState{
		Name: o.OpName(), Loc: o.Loc(), Operands: operands, Results: types, Props: o.Props(), Attrs: o.Attrs().Entries(), Regions: regions,
	})
	if err != nil {
		panic("autodiff: " + err.Error())
	}
	return n
}

// replaced makes the first results of n stand for those of o.
func (m *Maker) replaced(o, n *ir.Op) {
	for i, r := range o.Results() {
		s := n.Result(i)
		if because, ok := m.active[r]; ok {
			m.active[s] = because
		}
		if ct := m.cotangents[r]; ct != nil {
			m.cotangents[s] = ct
		}
		if t := m.tangents[r]; t != nil {
			m.tangents[s] = t
		}
		r.ReplaceAllUsesWith(s)
	}
}

func reverseBranches(m *Maker, o *ir.Op, g []*ir.Value) error {
	var ahead, behind []*ir.Region // with the forward parts, and the backward parts
	var parts []*joint
	var kept [][]*ir.Value // of each region, what it hands over
	var again [][]*ir.Op
	var captured []*ir.Value
	known := map[*ir.Value]bool{}
	for _, r := range o.Regions() {
		region := &ir.Region{}
		region.TakeBody(r)
		j, err := m.joint(region.First(), g, func(int) bool { return false }, false)
		if err != nil {
			return err
		}
		for _, x := range j.captured {
			if !known[x] {
				known[x] = true
				captured = append(captured, x)
			}
		}
		ahead, parts = append(ahead, region), append(parts, j)
	}
	if len(captured) == 0 {
		m.restore(o, ahead, parts)
		return nil
	}
	for _, j := range parts {
		var outputs []*ir.Value
		for _, x := range captured {
			outputs = append(outputs, j.cotangents[x])
		}
		saved, ops := j.cut(outputs, limits{free: func(*ir.Value) bool { return false }})
		kept, again = append(kept, saved), append(again, ops)
	}
	slots, places := shareSlots(kept)
	types := o.ResultTypes()
	base := len(types)
	n := m.e.rebuilt(m.e.at(o), o, o.Operands(), append(types, slots...), ahead)
	m.replaced(o, n)
	for i, j := range parts {
		behind = append(behind, m.branchBehind(n, j, kept[i], places[i], base, again[i], captured))
		j.handOver(kept[i], places[i], slots)
	}
	m.AtEnd(m.block)
	m.Loc = o.Loc()
	var cts []*ir.Type
	for _, x := range captured {
		cts = append(cts, x.Type())
	}
	back := m.e.rebuilt(m.Builder, o, o.Operands(), cts, behind)
	o.Erase()
	for i, x := range captured {
		m.contribute(x, back.Result(i))
	}
	return nil
}

// restore puts regions back without a derivative: nothing is differentiated by.
func (m *Maker) restore(o *ir.Op, regions []*ir.Region, parts []*joint) {
	for _, j := range parts {
		j.drop()
	}
	n := m.e.rebuilt(m.e.at(o), o, o.Operands(), o.ResultTypes(), regions)
	m.replaced(o, n)
	o.Erase()
}

// drop erases the backward part.
func (j *joint) drop() {
	for o := j.block.Last(); o != j.end; o = j.block.Last() {
		o.Erase()
	}
}

// shareSlots finds results for what the regions hand over, of which one runs: values of one type
// share them. places are the slots of the values of each region.
func shareSlots(kept [][]*ir.Value) (slots []*ir.Type, places [][]int) {
	for _, values := range kept {
		taken := map[int]bool{}
		var mine []int
		for _, v := range values {
			slot := -1
			for s, t := range slots {
				if t == v.Type() && !taken[s] {
					slot = s
					break
				}
			}
			if slot < 0 {
				slot = len(slots)
				slots = append(slots, v.Type())
			}
			taken[slot] = true
			mine = append(mine, slot)
		}
		places = append(places, mine)
	}
	return slots, places
}

// branchBehind is the region with the backward part of one branch.
func (m *Maker) branchBehind(n *ir.Op, j *joint, saved []*ir.Value, places []int, base int, again []*ir.Op, captured []*ir.Value) *ir.Region {
	region := &ir.Region{}
	block := &ir.Block{}
	region.Append(block)
	values := map[*ir.Value]*ir.Value{}
	for i, v := range saved {
		values[v] = n.Result(base + places[i])
	}
	outputs := make([]*ir.Value, len(captured))
	for i, x := range captured {
		outputs[i] = j.cotangents[x]
	}
	j.detach(block, values, again)
	j.AtEnd(block)
	for i, x := range captured {
		if w := values[outputs[i]]; outputs[i] != nil && w != nil {
			outputs[i] = w
		}
		outputs[i] = j.orZeros(outputs[i], x)
	}
	j.Builder.OpWithTypes(j.end.Def(), j.end.Loc(), nil, outputs)
	return region
}

// handOver makes the forward part of a branch yield the values that it keeps, and zeros in the
// slots of others.
func (j *joint) handOver(saved []*ir.Value, places []int, slots []*ir.Type) {
	yields := append([]*ir.Value{}, j.end.Operands()...)
	more := make([]*ir.Value, len(slots))
	for i, v := range saved {
		more[places[i]] = v
	}
	j.Before(j.end)
	for s, v := range more {
		if v == nil {
			more[s] = j.emptySlot(slots[s])
		}
	}
	j.end.SetOperands(append(yields, more...))
}

// emptySlot is a value of type t that nobody reads: zeros, of no extent where the type leaves it
// open.
func (m *Maker) emptySlot(t *ir.Type) *ir.Value {
	if t.IsStatic() {
		return m.Splat(t, 0)
	}
	shape := append([]int64{}, t.Shape()...)
	for d, n := range shape {
		if n == ir.Dynamic {
			shape[d] = 0
		}
	}
	return m.Typed("tg.cast", t, []*ir.Value{m.Splat(m.Ctx.WithShape(t, shape), 0)})
}
