package autodiff

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
)

// forward makes the tangents of what a block computes, each behind the op that it is the tangent
// of. Those of the arguments are in m.tangents.
func (m *Maker) forward(b *ir.Block) error {
	needed := m.needed(b)
	for o := b.First(); o != b.Last(); {
		next := o.Next()
		if m.active.any(o.Results()) != nil && needed[o] {
			m.Before(next)
			if err := m.forwardOp(o); err != nil {
				return err
			}
		}
		o = next
	}
	return nil
}

// needed are the ops of a block that its terminator, or an effect, depends on.
func (m *Maker) needed(b *ir.Block) map[*ir.Op]bool {
	needed := map[*ir.Op]bool{}
	for o := b.Last(); o != nil; o = o.Prev() {
		if o != b.Last() && !needed[o] {
			continue
		}
		for _, x := range partition.Reads(o) {
			if d := x.Def(); d != nil && d.Block() == b {
				needed[d] = true
			}
		}
	}
	return needed
}

func (m *Maker) forwardOp(o *ir.Op) error {
	rule, err := m.e.rule(o, m.active)
	if err != nil {
		return err
	}
	m.op, m.Loc = o, o.Loc()
	m.remarkKink(&rule, o)
	if rule.control != nil {
		return rule.control.forward(m, o)
	}
	if first, last, _, ok := m.lowered(&rule, o); ok || m.err != nil {
		return m.forwardLowered(first, last, o)
	}
	m.Before(o.Next())
	t := make([]*ir.Value, o.NumOperands())
	for i, x := range o.Operands() {
		t[i] = m.tangents[x]
	}
	for i, tr := range rule.JVP(m, o, t) {
		if tr != nil {
			m.tangents[o.Result(i)] = tr
		}
	}
	return m.err
}

// Jointly is the JVP of an op that is linear in all operands that have tangents together: the op
// itself on tangents.
func Jointly(m *Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
	operands := make([]*ir.Value, len(t))
	any := false
	for i, x := range o.Operands() {
		switch {
		case t[i] != nil:
			operands[i], any = t[i], true
		case Differentiable(x.Type()):
			operands[i] = m.ZerosLike(x)
		default:
			operands[i] = x
		}
	}
	if !any {
		return make([]*ir.Value, o.NumResults())
	}
	return m.Again(o, operands)
}

// Each is the JVP of an op that is linear in each of its operands, as a product is: the sum of the
// op with one of them replaced by its tangent.
func Each(m *Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
	sum := make([]*ir.Value, o.NumResults())
	for i := range t {
		if t[i] == nil {
			continue
		}
		operands := append([]*ir.Value{}, o.Operands()...)
		operands[i] = t[i]
		for k, r := range m.Again(o, operands) {
			sum[k] = m.Add(sum[k], r)
		}
	}
	return sum
}

// Again makes o once more, on other operands of the same types, and returns its results.
func (m *Maker) Again(o *ir.Op, operands []*ir.Value) []*ir.Value {
	n := m.Clone(o, map[*ir.Value]*ir.Value{})
	for i, x := range operands {
		n.SetOperand(i, x)
	}
	return n.Results()
}
