package layout

import (
	"slices"

	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// prices asks what ops take in their orders.
func (l *layouter) prices(w *web) {
	for _, m := range w.movers {
		if !m.rule.Free {
			for label := range 2 {
				m.seconds[label][label] = l.seconds(w, m, m.in[label], m.out[label])
			}
			continue
		}
		for first := range 2 {
			for second := range 2 {
				m.seconds[first][second], m.kernels[first][second] = l.freeSeconds(w, m, [2]int{first, second})
			}
		}
	}
}

// freeSeconds is what a free op takes with labels for its two ends; of a convolution also the order
// of its kernel with which that is.
func (l *layouter) freeSeconds(w *web, m *mover, labels [2]int) (least float64, kernel dimorder.Order) {
	in, out := w.orders(m, labels)
	if !m.op.Is(tg.Conv) {
		return l.seconds(w, m, in, out), nil
	}
	orders := tg.ConvOrdersOf(m.op.Attr("layout"))
	list := []dimorder.Order{nil, orders.KernelLast, orders.KernelFirst}
	last := orders.OutputLast
	if out != nil && out.Equal(last) || out == nil && last == nil {
		list[0], list[1] = list[1], list[0] // as products have it, where it is no matter
	}
	if !w.isKnown(m.op.Operand(1)) {
		list = list[:1]
		list[0] = nil
		if t := m.op.Operand(1).Type(); t.IsStatic() {
			list = append(list, orders.KernelLast, orders.KernelFirst)
		}
	}
	turned := w.beforeTranspose(m.op.Operand(1))
	if turned != nil {
		list = append(list, turned)
	}
	for i, p := range list {
		in[1] = p
		s := l.seconds(w, m, in, out)
		if turned != nil && p.Equal(turned) {
			s -= l.conversion(m.op.Operand(1).Type(), nil, p) // which seconds has added
			if m.op.Operand(1).HasOneUse() {
				s -= l.machine.Op(m.op.Operand(1).Def())
			}
		}
		if i == 0 || s < least {
			least, kernel = s, p
		}
	}
	return least, kernel
}

// beforeTranspose is the order in which v is there already, as the operand of a transpose; nil for
// what is made otherwise.
func (w *web) beforeTranspose(v *ir.Value) dimorder.Order {
	if t := v.Def(); t.Is(tg.Transpose) && !w.isKnown(v) && w.of[t] == nil {
		p := dimorder.Order(t.Attr("permutation").Ints())
		return p.Inverse(len(p)).Plain()
	}
	return nil
}

// orders are those of the operands and the results of a mover with labels for its ends. Kernels and
// biases of convolutions are left alone.
func (w *web) orders(m *mover, labels [2]int) (in []dimorder.Order, out dimorder.Order) {
	if !m.rule.Free {
		return slices.Clone(m.in[labels[0]]), m.out[labels[1]]
	}
	in = make([]dimorder.Order, m.op.NumOperands())
	if p := w.operandPair(m, 0); p != nil {
		in[0] = p.order[labels[0]]
	}
	if p := w.resultPair(m); p != nil {
		out = p.order[labels[1]]
	}
	if m.op.Is(tg.Conv) {
		in[1] = m.kernels[labels[0]][labels[1]]
		if len(in) > 2 && m.op.Operand(2).Type().Rank() > 0 {
			in[2] = out
		}
	}
	return in, out
}

// seconds is what an op takes with operands and results in these orders, with what it takes to
// bring those operands into them that are not held so for all.
func (l *layouter) seconds(w *web, m *mover, in []dimorder.Order, out dimorder.Order) float64 {
	c, o, total := l.run.Ctx, m.op, 0.0
	inference := ir.Inference{Ctx: c, Def: o.Def(), Props: withAttrs(c, o, m.rule, in, out)}
	for i, v := range o.Operands() {
		t := v.Type()
		inference.Operands = append(inference.Operands, c.WithShape(t, arrayShape(t.Shape(), in[i])))
		if !m.joined[i] && !w.isKnown(v) {
			total += l.conversion(t, nil, in[i])
		}
	}
	for _, t := range o.ResultTypes() {
		inference.Results = append(inference.Results, c.WithShape(t, arrayShape(t.Shape(), out)))
	}
	if s, ok := l.machine.Stated(o); ok {
		return total + s
	}
	if vanishes(o, inference.Props) {
		return total
	}
	return total + l.machine.Seconds(l.machine.Work(&inference))
}

// vanishes reports whether an op with these attributes is a transpose that changes nothing.
func vanishes(o *ir.Op, props *ir.Attr) bool {
	return o.Is(tg.Transpose) && dimorder.Order(props.Get("permutation").Ints()).Plain() == nil
}

// withAttrs is the inherent attributes of an op in other orders.
func withAttrs(c *ir.Context, o *ir.Op, rule *dimorder.Rule, in []dimorder.Order, out dimorder.Order) *ir.Attr {
	if rule.Attrs == nil {
		return o.Props()
	}
	entries := slices.Clone(o.Props().Entries())
	for _, a := range rule.Attrs(o, in, out) {
		if i := slices.IndexFunc(entries, func(e ir.NamedAttr) bool { return e.Name == a.Name }); i >= 0 {
			entries[i] = a
		} else {
			entries = append(entries, a)
		}
	}
	return c.Dict(entries)
}

// conversion is what it takes to bring a value of type t from one order into another one.
func (l *layouter) conversion(t *ir.Type, from, to dimorder.Order) float64 {
	if t.Rank() == 0 || from.Equal(to) && len(to) <= t.Rank() {
		return 0
	}
	c := l.run.Ctx
	operand, result := c.WithShape(t, arrayShape(t.Shape(), from)), c.WithShape(t, arrayShape(t.Shape(), to))
	if operand == result && inPlace(t, from, to) {
		return 0
	}
	in := ir.Inference{Ctx: c, Def: tg.Reshape, Operands: operand.Alone(), Results: result.Alone()}
	if !inPlace(t, from, to) {
		n := max(t.Rank(), len(from), len(to))
		operand = c.WithShape(t, append(slices.Repeat([]int64{1}, n-operand.Rank()), operand.Shape()...))
		in.Def, in.Operands = tg.Transpose, operand.Alone()
		in.Props = c.Dict([]ir.NamedAttr{{Name: "permutation", Value: c.I64Array(to.From(from, n))}})
	}
	return l.machine.Seconds(l.machine.Work(&in))
}

// inPlace reports whether the elements of a value of type t are in one order in both.
func inPlace(t *ir.Type, from, to dimorder.Order) bool {
	if !t.IsStatic() {
		return false
	}
	n := max(t.Rank(), len(from), len(to))
	lead := n - t.Rank()
	moved := func(p dimorder.Order) (list []int64) {
		for _, d := range p.Full(n) {
			if d >= int64(lead) && t.Shape()[d-int64(lead)] != 1 {
				list = append(list, d)
			}
		}
		return list
	}
	return slices.Equal(moved(from), moved(to))
}
