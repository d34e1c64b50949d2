package autodiff

import "github.com/tg-opt/tg/ir"

// reverse makes the derivative of what a block computes before its terminator, last op first, at
// the end of the block m.block. Cotangents of the results are in m.cotangents, and those of
// arguments and of values from outside are in the end.
func (m *Maker) reverse(end *ir.Op) error {
	for o := end.Prev(); o != nil; {
		before := o.Prev()
		if err := m.reverseOp(o); err != nil {
			return err
		}
		o = before
	}
	return nil
}

func (m *Maker) reverseOp(o *ir.Op) error {
	var g []*ir.Value
	for i, r := range o.Results() {
		if ct := m.cotangents[r]; ct != nil {
			if g == nil {
				g = make([]*ir.Value, o.NumResults())
			}
			g[i] = ct
		}
	}
	if g == nil || m.active.any(o.Results()) == nil {
		return nil
	}
	rule, err := m.e.rule(o, m.active)
	if err != nil {
		return err
	}
	m.op, m.Loc = o, o.Loc()
	m.remarkKink(&rule, o)
	m.AtEnd(m.block)
	if rule.control != nil {
		return rule.control.reverse(m, o, g)
	}
	if first, last, values, ok := m.lowered(&rule, o); ok || m.err != nil {
		return m.reverseLowered(first, last, values, o, g)
	}
	m.AtEnd(m.block)
	if rule.Into != nil && m.into(&rule, o, g[0]) {
		return m.err
	}
	vjp := rule.VJP
	if vjp == nil {
		vjp = transposed(rule.JVP)
	}
	contributions := vjp(m, o, g)
	if m.err != nil {
		return m.err
	}
	for i, ct := range contributions {
		m.contribute(o.Operand(i), ct)
	}
	return nil
}

// contribute adds to the cotangent of a value what one use of it says; nil is nothing.
func (m *Maker) contribute(x, ct *ir.Value) {
	if ct == nil || !m.active.has(x) {
		return
	}
	if ct.Type() != x.Type() { // what passes on a value may have a type that says less, or more
		ct = m.Typed("tg.cast", x.Type(), []*ir.Value{ct})
	}
	m.cotangents[x] = m.Add(m.soFar(x), ct)
}

// into adds to the cotangent of operand 0, where there is one already, what an op contributes that
// read a part; it reports whether it did.
func (m *Maker) into(rule *Rule, o *ir.Op, g *ir.Value) bool {
	x := o.Operand(0)
	ct := m.cotangents[x]
	if ct == nil && m.sums != nil && m.active.has(x) && x.Block() != m.block {
		ct = m.soFar(x)
	}
	if ct == nil {
		return false
	}
	sum := rule.Into(m, o, g, ct)
	if sum != nil && m.err == nil {
		m.cotangents[x] = sum
	}
	return sum != nil || m.err != nil
}

// soFar is what there is of the cotangent of a value that is about to get a contribution; nil for
// nothing.
func (m *Maker) soFar(x *ir.Value) *ir.Value {
	ct := m.cotangents[x]
	if ct == nil && x.Block() != m.block {
		m.captured = append(m.captured, x)
		if m.sums != nil {
			ct = m.block.AddArg(x.Type(), x.Loc())
			m.sums[x], m.cotangents[x] = ct, ct
		}
	}
	return ct
}

// transposed is the VJP that follows from a JVP: the program of tangents is linear in these, and is
// transposed op by op. What it computes from other values stays.
func transposed(jvp func(*Maker, *ir.Op, []*ir.Value) []*ir.Value) func(*Maker, *ir.Op, []*ir.Value) []*ir.Value {
	return func(m *Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
		program := &ir.Block{}
		t := make([]*ir.Value, o.NumOperands())
		linear := &varying{varied: varied{}, e: m.e}
		for i, x := range o.Operands() {
			if m.Active(i) {
				t[i] = program.AddArg(x.Type(), x.Loc())
				linear.varied[t[i]] = nil
			}
		}
		m.AtEnd(program)
		results := jvp(m, o, t)
		m.AtEnd(m.block)
		linear.block(program)
		for p := program.First(); p != nil; {
			next := p.Next()
			if linear.any(p.Results()) == nil {
				p.Detach()
				m.Insert(p)
			}
			p = next
		}
		n := m.inner(m.block, linear.varied)
		for k, r := range results {
			if r != nil && g[k] != nil {
				n.contribute(r, g[k])
			}
		}
		for p := program.Last(); p != nil && m.err == nil; p = p.Prev() {
			m.err = n.reverseOp(p)
		}
		m.op = o
		out := make([]*ir.Value, len(t))
		for i, a := range t {
			if a != nil {
				out[i] = n.cotangents[a]
			}
		}
		for p := program.Last(); p != nil; p = program.Last() {
			p.Erase()
		}
		return out
	}
}

// inner is a maker for another block, or another set of values that vary.
func (m *Maker) inner(b *ir.Block, active varied) *Maker {
	n := m.e.maker(m.Builder)
	n.block, n.active, n.Loc, n.op = b, active, m.Loc, m.op
	return n
}
