package autodiff

import "github.com/tg-opt/tg/ir"

// Ops whose derivative is that of other ops, which compute the same: Rule.Lower makes these, and
// they take the place of the op before any derivative is made of it.

// lowered replaces o by what its rule makes of it, if anything. It returns the first and the last
// of the ops in its place, which are nil where there are none, and what stands for the results.
func (m *Maker) lowered(rule *Rule, o *ir.Op) (first, last *ir.Op, values []*ir.Value, ok bool) {
	if rule.Lower == nil {
		return nil, nil, nil, false
	}
	before := o.Prev()
	m.Before(o)
	values = rule.Lower(m, o)
	if values == nil || m.err != nil {
		return nil, nil, nil, false
	}
	if last = o.Prev(); last != before {
		first = o.Block().First()
		if before != nil {
			first = before.Next()
		}
		v := &varying{varied: m.active, e: m.e}
		for p := first; p != o && v.err == nil; p = p.Next() {
			v.op(p)
		}
		m.err = v.err
	} else {
		last = nil
	}
	for i, r := range o.Results() {
		r.ReplaceAllUsesWith(values[i])
	}
	return first, last, values, true
}

// forwardLowered makes the tangents of what stands for o, which is erased.
func (m *Maker) forwardLowered(first, last *ir.Op, o *ir.Op) error {
	if m.err != nil {
		return m.err
	}
	for p := first; p != nil && m.err == nil; {
		next := p.Next()
		if p == last {
			next = nil
		}
		if m.active.any(p.Results()) != nil {
			m.Before(p.Next())
			if err := m.forwardOp(p); err != nil {
				return err
			}
		}
		p = next
	}
	o.Erase()
	return m.err
}

// reverseLowered makes the derivative of what stands for o, which is erased.
func (m *Maker) reverseLowered(first, last *ir.Op, values []*ir.Value, o *ir.Op, g []*ir.Value) error {
	if m.err != nil {
		return m.err
	}
	m.AtEnd(m.block)
	for i, ct := range g {
		m.contribute(values[i], ct)
	}
	for p := last; p != nil; {
		before := p.Prev()
		if p == first {
			before = nil
		}
		if err := m.reverseOp(p); err != nil {
			return err
		}
		p = before
	}
	o.Erase()
	return m.err
}

// Remark tells, under the filter "autodiff", what is worth knowing of the op.
func (m *Maker) Remark(text string) { m.e.remark(m.op, text) }

// At is element `at`, a tensor<i64>, along the first dimension of x; t is its type.
func (m *Maker) At(x, at *ir.Value, t *ir.Type) *ir.Value { return m.read(x, at, t) }

// Counted makes a loop of `rounds` rounds, a tensor<i64>. body makes one: `at` is its number, a
// tensor<i64>, state what there is of the state, which begins as first; it returns the next state,
// of the same types, and behind it values to collect, of which collect are the types that hold all
// rounds. The results are the last state and what was collected.
func (m *Maker) Counted(rounds *ir.Value, first []*ir.Value, collect []*ir.Type, body func(m *Maker, at *ir.Value, state []*ir.Value) []*ir.Value) []*ir.Value {
	n := m.loop(append([]*ir.Value{m.Integer(0)}, first...), collect, func(c *Maker, now []*ir.Value) *ir.Value {
		return c.Compare("lt", now[0], rounds)
	}, func(b *Maker, now []*ir.Value) []*ir.Value {
		next := b.Op("tg.add", []*ir.Value{now[0], b.Integer(1)})
		return append([]*ir.Value{next}, body(b, now[0], now[1:])...)
	})
	return n.Results()[1:]
}

// inside is a maker of ops at the end of a block of a region of an op that is made.
func (m *Maker) inside(b *ir.Block) *Maker {
	n := m.e.maker(ir.NewBuilder(m.Ctx).AtEnd(b))
	n.Loc, n.op, n.active = m.Loc, m.op, m.active
	return n
}

// Region makes a region with one block that takes arguments of these types and yields what body
// returns.
func (m *Maker) Region(args []*ir.Type, body func(m *Maker, args []*ir.Value) []*ir.Value) *ir.Region {
	block, region := &ir.Block{}, &ir.Region{}
	for _, t := range args {
		block.AddArg(t, m.Loc)
	}
	n := m.inside(block)
	n.OpWithTypes(m.e.def("tg.yield"), m.Loc, nil, body(n, block.Args()))
	region.Append(block)
	return region
}

// WithRegions makes an op with regions, whose result types are given.
func (m *Maker) WithRegions(def *ir.OpDef, types []*ir.Type, operands []*ir.Value, regions []*ir.Region, attrs ...ir.NamedAttr) []*ir.Value {
	o, err := m.Create(&ir.OpState{
		Name: m.Ctx.OpName(def.Name()), Loc: m.Loc, Operands: operands, Results: types, Attrs: attrs, Regions: regions,
	})
	if err != nil {
		panic("autodiff: " + err.Error())
	}
	return o.Results()
}
