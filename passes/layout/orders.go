package layout

import (
	"slices"

	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// pair is the two orders in which a value may be held, by label: 1 has features last, if there are
// features. One of them, home, is the value's own.
type pair struct {
	order [2]dimorder.Order
	home  int
}

// pairOf is the pair of two orders; nil if neither is the value's own, or both are.
func pairOf(first, last dimorder.Order) *pair {
	first, last = first.Plain(), last.Plain()
	switch {
	case first.Equal(last):
		return nil
	case first == nil:
		return &pair{order: [2]dimorder.Order{nil, last}}
	case last == nil:
		return &pair{order: [2]dimorder.Order{first, nil}, home: 1}
	}
	return nil
}

func (p *pair) equal(q *pair) bool {
	return p.order[0].Equal(q.order[0]) && p.order[1].Equal(q.order[1])
}

// mover is an op that may hold its values in other orders.
type mover struct {
	op   *ir.Op
	rule *dimorder.Rule
	// in are the orders of operands by label, of an op that is not free, and out those of results.
	in  [2][]dimorder.Order
	out [2]dimorder.Order
	// joined says of an operand that it is held in the order of the op, and reads says so of any;
	// others are brought into that order for this op alone.
	joined []bool
	// ends are the two nodes of the op, for what it reads and what it makes: the same one unless it
	// is free. home are their labels as they are.
	ends, home [2]int
	// seconds are by the labels of both ends, and kernels the order of the kernel.
	seconds [2][2]float64
	kernels [2][2]dimorder.Order
	label   [2]int // as chosen
}

// web is the ops of a block that may be moved, and the values between them.
type web struct {
	block  *ir.Block
	movers []*mover
	of     map[*ir.Op]*mover // nil for ops that stay
	pairs  map[*ir.Value]*pair
	values []*ir.Value        // those with a pair
	known  map[*ir.Value]bool // at compile time
	nodes  int
	owner  []int // the mover of each node
	work   []*ir.Value
}

func newWeb(b *ir.Block) *web {
	w := &web{block: b, of: map[*ir.Op]*mover{}, pairs: map[*ir.Value]*pair{}, known: map[*ir.Value]bool{}}
	for o := b.First(); o != nil; o = o.Next() {
		if w.computes(o) {
			for _, v := range o.Results() {
				w.known[v] = true
			}
		}
	}
	return w
}

// computes reports whether o is, or is going to be, computed at compile time.
func (w *web) computes(o *ir.Op) bool {
	if o.Has(ir.ConstantLike) {
		return true
	}
	if !o.Has(ir.Pure) || o.NumRegions() > 0 || o.NumOperands() == 0 {
		return false
	}
	for _, v := range o.Operands() {
		if !w.isKnown(v) {
			return false
		}
	}
	return cost.Folds(o)
}

func (w *web) isKnown(v *ir.Value) bool { return w.known[v] || ir.ConstantValue(v) != nil }

// spread finds the orders of values, from convolutions and pooling on.
func (w *web) spread() {
	for o := w.block.First(); o != nil; o = o.Next() {
		if o.Is(tg.Conv) && movable(o) {
			w.seedConv(o)
			w.drain()
		}
	}
	for o := w.block.First(); o != nil; o = o.Next() {
		if o.Is(tg.ReduceWindow) && movable(o) && w.pairs[o.Operand(0)] == nil {
			w.seedWindow(o)
			w.drain()
		}
	}
	w.movers = w.movers[:0]
	for o := w.block.First(); o != nil; o = o.Next() { // in the order of the program
		if m := w.of[o]; m != nil {
			w.number(m)
			for len(w.owner) < w.nodes {
				w.owner = append(w.owner, len(w.movers))
			}
			w.movers = append(w.movers, m)
		}
	}
}

// number gives a mover its nodes.
func (w *web) number(m *mover) {
	m.ends = [2]int{w.nodes, w.nodes}
	if w.nodes++; m.rule.Free {
		m.ends[1] = w.nodes
		w.nodes++
		m.joined = make([]bool, m.op.NumOperands())
		if p := w.operandPair(m, 0); p != nil {
			m.joined[0], m.home[0] = true, p.home
		}
		if p := w.resultPair(m); p != nil {
			m.home[1] = p.home
		}
		return
	}
	for l := range 2 { // the label under which all is as it was
		if m.out[l].Plain() == nil && !slices.ContainsFunc(m.in[l], func(p dimorder.Order) bool { return p.Plain() != nil }) {
			m.home = [2]int{l, l}
		}
	}
}

// operandPair is the pair of operand i, nil if it is not in the web.
func (w *web) operandPair(m *mover, i int) *pair {
	if i >= m.op.NumOperands() {
		return nil
	}
	return w.pairs[m.op.Operand(i)]
}

func (w *web) resultPair(m *mover) *pair { return w.pairs[m.op.Result(0)] }

// seedConv says which orders a convolution prefers.
func (w *web) seedConv(o *ir.Op) {
	orders := tg.ConvOrdersOf(o.Attr("layout"))
	input, output := seedPair(orders.InputFirst, orders.InputLast), seedPair(orders.OutputFirst, orders.OutputLast)
	// What is transposed may be read as it was, and written as it will be.
	if t := o.Operand(0).Def(); input != nil && input.home == 1 && t.Is(tg.Transpose) {
		p := dimorder.Order(t.Attr("permutation").Ints())
		if before := p.Inverse(len(p)); before.Plain() != nil {
			input.order[0] = before
		}
	}
	if use := o.Result(0).FirstUse(); output != nil && output.home == 1 && o.Result(0).HasOneUse() && use.Owner().Is(tg.Transpose) {
		if p := dimorder.Order(use.Owner().Attr("permutation").Ints()); p.Plain() != nil {
			output.order[0] = p
		}
	}
	w.join(o)
	w.assign(o.Operand(0), input)
	w.assign(o.Result(0), output)
}

// seedPair is the pair of a convolution's array, of which neither order may be its own.
func seedPair(first, last dimorder.Order) *pair {
	if last == nil {
		return pairOf(first, nil)
	}
	return pairOf(nil, last)
}

// seedWindow takes the first dimension that a window leaves alone for images, and others for
// features.
func (w *web) seedWindow(o *ir.Op) {
	var order, features dimorder.Order
	for d, n := range o.Attr("window").Ints() {
		switch {
		case n == 1 && len(order) > 0 && len(features) == 0 || n == 1 && len(features) > 0:
			features = append(features, int64(d))
		default:
			order = append(order, int64(d))
		}
	}
	if len(features) > 0 {
		w.assign(o.Operand(0), seedPair(nil, append(order, features...)))
	}
}

// assign gives a value its orders, unless it has some.
func (w *web) assign(v *ir.Value, p *pair) {
	if p == nil || w.pairs[v] != nil || w.isKnown(v) || !rearranges(v.Type()) {
		return
	}
	w.pairs[v] = p
	w.values, w.work = append(w.values, v), append(w.work, v)
}

// rearranges reports whether arrays of the type may have another order.
func rearranges(t *ir.Type) bool {
	return t.IsRankedTensor() && t.Encoding() == nil && t.Rank() > 1
}

// movable reports whether an op is of a kind that may be moved.
func movable(o *ir.Op) bool {
	if o.NumRegions() > 0 || o.NumResults() == 0 || len(o.Successors()) > 0 {
		return false
	}
	for _, t := range slices.Concat(o.OperandTypes(), o.ResultTypes()) {
		if !t.IsRankedTensor() || t.Encoding() != nil {
			return false
		}
	}
	return true
}

// drain goes on from values that have got orders to the ops around them.
func (w *web) drain() {
	for ; len(w.work) > 0; w.work = w.work[1:] {
		v := w.work[0]
		if def := v.Def(); def != nil && def.Block() == w.block {
			w.reach(def, -1, v)
		}
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if u.Owner().Block() == w.block {
				w.reach(u.Owner(), u.Index(), v)
			}
		}
	}
}

// reach comes to op o from its operand i, or from a result if that is negative, which is v.
func (w *web) reach(o *ir.Op, i int, v *ir.Value) {
	m, seen := w.of[o]
	rule := dimorder.RuleOf(o.Def())
	switch {
	case seen && (m == nil || !rule.Free):
		return
	case rule.Fixed != "" || !movable(o):
		w.of[o] = nil
	case rule.Free:
		w.join(o)
		w.propose(o, rule, i, w.pairs[v])
	default:
		w.tie(o, rule, i, w.pairs[v])
	}
}

// join makes o a mover.
func (w *web) join(o *ir.Op) *mover {
	m := w.of[o]
	if m == nil {
		m = &mover{op: o, rule: dimorder.RuleOf(o.Def())}
		w.of[o] = m
	}
	return m
}

// propose hands the orders of one end of a free op to the other one.
func (w *web) propose(o *ir.Op, rule *dimorder.Rule, i int, p *pair) {
	var next [2]dimorder.Order
	for l := range 2 {
		switch {
		case i == 0 && rule.Down != nil:
			out, ok := rule.Down(o, i, p.order[l])
			if next[l] = out; !ok {
				return
			}
		case i < 0 && rule.Up != nil:
			in, ok := rule.Up(o, p.order[l])
			if !ok {
				return
			}
			next[l] = in[0]
		default:
			return
		}
	}
	if i < 0 {
		w.assign(o.Operand(0), pairOf(next[0], next[1]))
	} else {
		w.assign(o.Result(0), pairOf(next[0], next[1]))
	}
}

// tie makes o a mover whose operands and results have orders that follow from the one that it was
// reached by, if it can be.
func (w *web) tie(o *ir.Op, rule *dimorder.Rule, i int, p *pair) {
	m := &mover{op: o, rule: rule, joined: make([]bool, o.NumOperands())}
	for l := range 2 {
		ok := true
		if m.out[l] = p.order[l]; i >= 0 {
			m.out[l], ok = rule.Down(o, i, p.order[l])
		}
		if !ok {
			return
		}
		if m.in[l], ok = operandOrders(o, rule, i, p.order[l], m.out[l]); !ok {
			return
		}
	}
	out := pairOf(m.out[0], m.out[1])
	for _, v := range o.Results() {
		// All results have one pair, or none.
		if have := w.pairs[v]; out == nil && (have != nil || m.out[0].Plain() != nil) || have != nil && !have.equal(out) || out != nil && (!rearranges(v.Type()) || w.isKnown(v)) {
			return
		}
	}
	w.of[o] = m
	for _, v := range o.Results() {
		w.assign(v, out)
	}
	for k, v := range o.Operands() {
		if len(m.in[0][k].Full(v.Type().Rank())) != v.Type().Rank() || len(m.in[1][k].Full(v.Type().Rank())) != v.Type().Rank() {
			continue
		}
		if want := pairOf(m.in[0][k], m.in[1][k]); want != nil {
			w.assign(v, want)
			have := w.pairs[v]
			m.joined[k] = have != nil && have.equal(want)
		}
	}
}

// operandOrders are the orders of all operands of o where operand i has one and the results
// another.
func operandOrders(o *ir.Op, rule *dimorder.Rule, i int, order, out dimorder.Order) ([]dimorder.Order, bool) {
	in, ok := rule.Up(o, out)
	if i >= 0 && (!ok || !in[i].Equal(order)) {
		// The results do not tell; nothing else has a dimension that could move.
		for k, t := range o.OperandTypes() {
			if k != i && t.Rank() > 0 {
				return nil, false
			}
		}
		in, ok = make([]dimorder.Order, o.NumOperands()), true
		in[i] = order.Plain()
	}
	for k := range in {
		t := o.Operand(k).Type()
		if n := t.Rank(); n == 0 {
			in[k] = nil
		} else if ok = ok && (len(in[k].Full(n)) == n || t.IsStatic() && len(in[k]) > n); !ok {
			return nil, false
		}
	}
	return in, ok
}

// arrayShape is the shape of a value held in an order: where that has more dimensions than the
// value, extents of 1 come before those of the value, and those in front of the array are left out.
func arrayShape(shape []int64, order dimorder.Order) []int64 {
	if order == nil {
		return shape
	}
	lead := len(order) - len(shape)
	full := append(slices.Repeat([]int64{1}, lead), shape...)
	out := shapes.Pick(full, order)
	if lead > 0 {
		for len(out) > 1 && out[0] == 1 {
			out = out[1:]
		}
	}
	return out
}
