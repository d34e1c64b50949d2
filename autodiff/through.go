package autodiff

import "github.com/tg-opt/tg/ir"

// Through is the rule of an op that means other ops: expand makes them, of which none has regions,
// and returns the results. The derivative is theirs.
func Through(expand func(m *Maker, o *ir.Op) []*ir.Value) Rule {
	return Rule{
		JVP: func(m *Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
			n, results := m.expanded(o, expand)
			for i, x := range o.Operands() {
				if t[i] != nil {
					n.tangents[x] = t[i]
				}
			}
			for _, p := range n.program {
				if m.err == nil && n.active.any(p.Results()) != nil {
					m.err = n.forwardOp(p)
				}
			}
			out := make([]*ir.Value, len(results))
			for k, r := range results {
				out[k] = n.tangents[r]
			}
			return out
		},
		VJP: func(m *Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
			n, results := m.expanded(o, expand)
			for k, r := range results {
				n.contribute(r, g[k])
			}
			for i := len(n.program) - 1; i >= 0 && m.err == nil; i-- {
				m.err = n.reverseOp(n.program[i])
			}
			out := make([]*ir.Value, o.NumOperands())
			for i, x := range o.Operands() {
				out[i] = n.cotangents[x]
				delete(n.cotangents, x) // an operand that is given twice has one
			}
			return out
		},
	}
}

// expansion is a maker for the ops that another one means, in their order.
type expansion struct {
	*Maker
	program []*ir.Op
}

// expanded makes what o means, and what of that varies.
func (m *Maker) expanded(o *ir.Op, expand func(m *Maker, o *ir.Op) []*ir.Value) (*expansion, []*ir.Value) {
	results := expand(m, o)
	n := &expansion{}
	known := map[*ir.Op]bool{}
	for _, x := range o.Operands() {
		if d := x.Def(); d != nil {
			known[d] = true
		}
	}
	var list func(x *ir.Value)
	list = func(x *ir.Value) {
		d := x.Def()
		if d == nil || known[d] {
			return
		}
		known[d] = true
		for _, y := range d.Operands() {
			list(y)
		}
		n.program = append(n.program, d)
	}
	for _, r := range results {
		list(r)
	}
	v := &varying{varied: varied{}, e: m.e}
	for i, x := range o.Operands() {
		if m.Active(i) {
			v.varied[x] = nil
		}
	}
	for _, p := range n.program {
		v.op(p)
	}
	if m.err == nil {
		m.err = v.err
	}
	n.Maker = m.inner(m.block, v.varied)
	return n, results
}
