package layout

import (
	"math"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/mincut"
	"github.com/tg-opt/tg/ir"
)

// group is a part of a web that nothing connects with other parts: some nodes, and values.
type group struct {
	movers []*mover
	values []*ir.Value
}

// groups takes the web apart.
func (w *web) groups() (list []*group) {
	parent := make([]int, w.nodes)
	for i := range parent {
		parent[i] = i
	}
	find := func(n int) int {
		for parent[n] != n {
			parent[n] = parent[parent[n]]
			n = parent[n]
		}
		return n
	}
	for _, m := range w.movers {
		parent[find(m.ends[1])] = find(m.ends[0])
	}
	first := func(v *ir.Value) int { // a node that has to do with the value, or -1
		one := -1
		w.around(v, func(node, _ int) {
			if node >= 0 && one < 0 {
				one = node
			}
		})
		return one
	}
	for _, v := range w.values {
		one := first(v)
		w.around(v, func(node, _ int) {
			if node >= 0 {
				parent[find(node)] = find(one)
			}
		})
	}
	at := map[int]*group{}
	for _, m := range w.movers {
		root := find(m.ends[0])
		if at[root] == nil {
			at[root] = &group{}
			list = append(list, at[root])
		}
		at[root].movers = append(at[root].movers, m)
	}
	for _, v := range w.values {
		if one := first(v); one >= 0 {
			g := at[find(one)]
			g.values = append(g.values, v)
		}
	}
	return list
}

// around visits what holds a value: first what makes it, then what reads it, each as a node, or as
// the label that it always has.
func (w *web) around(v *ir.Value, visit func(node, label int)) {
	home := w.pairs[v].home
	if m := w.maker(v); m != nil {
		visit(m.ends[1], 0)
	} else {
		visit(-1, home)
	}
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if m := w.reader(u); m != nil {
			visit(m.ends[0], 0)
		} else {
			visit(-1, home)
		}
	}
}

// maker is the mover that makes v, nil for what always makes it in its own order.
func (w *web) maker(v *ir.Value) *mover {
	if def := v.Def(); def != nil {
		return w.of[def]
	}
	return nil
}

// reader is the mover that reads what is held, nil for what reads it in its own order.
func (w *web) reader(u *ir.Use) *mover {
	if m := w.of[u.Owner()]; m != nil && m.joined[u.Index()] {
		return m
	}
	return nil
}

// looks bounds how often a network is looked through.
const looks = 10_000

// network is the choice of labels for a group as a minimum cut: nodes on the side of the source
// have the label 1.
type network struct {
	*mincut.Network
	number map[int]int // of nodes of the web
	unit   float64     // of costs in a second
}

const source, sink = 0, 1

// node is the number of a node, or of a label that does not change.
func (n *network) node(node, label int) int {
	switch {
	case node >= 0:
		return n.number[node]
	case label == 1:
		return source
	}
	return sink
}

func (n *network) cost(seconds float64) mincut.Cost {
	return mincut.Cost{int64(math.Round(max(0, min(seconds*n.unit, 1e15))))}
}

// alone adds what the label 1 costs more than 0.
func (n *network) alone(node int, more float64) {
	if more > 0 {
		n.Edge(node, sink, n.cost(more))
	} else if more < 0 {
		n.Edge(source, node, n.cost(-more))
	}
}

// choose labels the movers of a group.
func (l *layouter) choose(w *web, g *group) {
	for _, m := range g.movers {
		m.label = m.home
	}
	if len(g.movers) > l.opt.MaxOps {
		l.left(g, "that are more ops than 'max-ops'")
		return
	}
	n := &network{number: map[int]int{}, unit: 1e12}
	if l.machine.Abstract {
		n.unit = 1e6
	}
	n.Network = mincut.New(2 + 2*len(g.movers) + 2*len(g.values))
	for _, m := range g.movers {
		for _, e := range m.ends {
			if _, ok := n.number[e]; !ok {
				n.number[e] = 2 + len(n.number)
			}
		}
		n.op(m)
	}
	next := 2 + 2*len(g.movers)
	for _, v := range g.values {
		p := w.pairs[v]
		there, back := l.conversion(v.Type(), p.order[0], p.order[1]), l.conversion(v.Type(), p.order[1], p.order[0])
		n.value(w, v, next, there, back)
		n.apart(w, v, l.pass(v.Type()))
		next += 2
	}
	side, ok := n.Within(source, sink, looks)
	if !ok {
		l.left(g, "no best choice was found in time")
		return
	}
	for _, m := range g.movers {
		for k, e := range m.ends {
			m.label[k] = 0
			if side[n.number[e]] {
				m.label[k] = 1
			}
		}
	}
	l.tell(w, g)
}

// op adds what an op costs with its labels.
func (n *network) op(m *mover) {
	s := &m.seconds
	first, second := n.number[m.ends[0]], n.number[m.ends[1]]
	if first == second {
		n.alone(first, s[1][1]-s[0][0])
		return
	}
	// A cut can tell what both labels cost together where equal ones do not cost more; elsewhere
	// they are equal.
	mixed := s[0][1] + s[1][0] - s[0][0] - s[1][1]
	if mixed < 0 && mixed*n.unit > -0.5 {
		mixed = 0 // but for rounding
	}
	switch {
	case mixed < 0 && m.home[0] != m.home[1]: // which they are not as the program has them
		for k, node := range []int{first, second} {
			n.Edge(n.node(-1, m.home[k]), node, mincut.Endless)
			n.Edge(node, n.node(-1, m.home[k]), mincut.Endless)
		}
		return
	case mixed < 0:
		n.Edge(first, second, mincut.Endless)
		n.Edge(second, first, mincut.Endless)
		n.alone(first, s[1][1]-s[0][0])
		return
	}
	n.alone(first, s[1][0]-s[0][0])
	n.alone(second, s[1][1]-s[1][0])
	n.Edge(second, first, n.cost(mixed))
}

// apart adds what it costs to keep ops from running as one.
func (n *network) apart(w *web, v *ir.Value, seconds float64) {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if w.joins(v, u) {
			one, other := n.number[w.maker(v).ends[1]], n.number[w.reader(u).ends[0]]
			n.Edge(one, other, n.cost(seconds))
			n.Edge(other, one, n.cost(seconds))
		}
	}
}

// joins reports whether an op that reads v runs together with the one that makes it, unless a
// transpose comes between them: as the epilogue of a convolution, or in a fusion.
func (w *web) joins(v *ir.Value, u *ir.Use) bool {
	maker, reader := w.maker(v), w.reader(u)
	return maker != nil && reader != nil && reader.op.Has(ir.Elementwise) && (maker.op.Is(tg.Conv) || maker.op.Has(ir.Elementwise))
}

// pass is what it takes to go through an array once more, which ops that run as one do not do.
func (l *layouter) pass(t *ir.Type) float64 {
	n := cost.Bytes(t)
	return l.machine.Seconds(cost.Work{Kind: cost.Simple, Elem: t.Elem(), Flops: cost.Elements(t), Read: n, Written: n})
}

// value adds what it costs to bring a value from the label 0 to 1, and back, each at most once.
func (n *network) value(w *web, v *ir.Value, next int, there, back float64) {
	makes := -1
	toLast, toFirst := next, next+1
	w.around(v, func(node, label int) {
		at := n.node(node, label)
		if makes < 0 {
			makes = at
			n.Edge(toLast, makes, n.cost(there))
			n.Edge(makes, toFirst, n.cost(back))
			return
		}
		if at != sink {
			n.Edge(at, toLast, mincut.Endless)
		}
		if at != source {
			n.Edge(toFirst, at, mincut.Endless)
		}
	})
}
