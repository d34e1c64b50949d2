package layout

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// total is what a group takes with its labels, with what is lost where ops can no longer run as
// one, and how many values are rearranged.
func (l *layouter) total(w *web, g *group) (seconds float64, conversions int) {
	for _, m := range g.movers {
		seconds += m.seconds[m.label[0]][m.label[1]]
	}
	for _, v := range g.values {
		p, makes, wants := w.pairs[v], -1, false
		w.around(v, func(node, label int) {
			if node >= 0 {
				label = w.labelOf(node)
			}
			if makes < 0 {
				makes = label
			} else if label != makes {
				wants = true
			}
		})
		if wants {
			seconds += l.conversion(v.Type(), p.order[makes], p.order[1-makes])
			conversions++
		}
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if w.joins(v, u) && w.maker(v).label[1] != w.reader(u).label[0] {
				seconds += l.pass(v.Type())
			}
		}
	}
	return seconds, conversions
}

// labelOf is the label that was chosen for a node.
func (w *web) labelOf(node int) int {
	m := w.movers[w.owner[node]]
	if m.ends[1] == node {
		return m.label[1]
	}
	return m.label[0]
}

// moves reports whether a mover looks otherwise than the op does.
func (w *web) moves(m *mover) bool {
	in, out := w.orders(m, m.label)
	if m.op.Is(tg.Conv) {
		in[1] = nil // which no other op sees
	}
	for _, p := range append(in, out) {
		if p.Plain() != nil {
			return true
		}
	}
	return false
}

// tell says what was chosen for a group, which stays as it is where that takes no less.
func (l *layouter) tell(w *web, g *group) {
	after, conversions := l.total(w, g)
	chosen := make([][2]int, len(g.movers))
	for i, m := range g.movers {
		chosen[i], m.label = m.label, m.home
	}
	before, _ := l.total(w, g)
	counts, at := map[string]int{}, g.movers[0].op
	if after < before {
		for i, m := range g.movers {
			m.label = chosen[i]
			if w.moves(m) {
				counts[kind(m.op)]++
			}
		}
	}
	for _, m := range g.movers {
		if isSeed(m.op) {
			at = m.op
			break
		}
	}
	if len(counts) == 0 {
		l.missed(w, g, at, before)
		return
	}
	l.run.Passed(at, "Layout", "moved %s to another order of dimensions: %s instead of %s, with %d value(s) rearranged where orders meet",
		listed(counts), l.machine.Text(after), l.machine.Text(before), conversions)
}

// missed says what would have been gained were it not for conversions.
func (l *layouter) missed(w *web, g *group, at *ir.Op, before float64) {
	least := 0.0
	for _, m := range g.movers {
		least += min(m.seconds[0][0], m.seconds[0][1], m.seconds[1][0], m.seconds[1][1])
		if !m.rule.Free {
			least += min(m.seconds[0][0], m.seconds[1][1]) - min(m.seconds[0][0], m.seconds[0][1], m.seconds[1][0], m.seconds[1][1])
		}
	}
	if least < before {
		l.run.Count("num-left", 1)
		l.run.Missed(at, "Layout", "left %d op(s) in their order of dimensions: in others they would take %s instead of %s, and rearranging values more than that saves",
			len(g.movers), l.machine.Text(least), l.machine.Text(before))
	}
}

// left says why a group is not looked at.
func (l *layouter) left(g *group, why string) {
	l.run.Count("num-left", 1)
	l.run.Missed(g.movers[0].op, "Layout", "left %d op(s) in their order of dimensions: %s", len(g.movers), why)
}

// kind is what remarks call an op.
func kind(o *ir.Op) string {
	switch {
	case o.Is(tg.Conv):
		return "convolution"
	case o.Is(tg.ReduceWindow):
		return "window"
	}
	return "other op"
}

// listed is `2 convolution(s), 1 window(s) and 3 other op(s)`.
func listed(counts map[string]int) string {
	var parts []string
	for _, name := range []string{"convolution", "window", "other op"} {
		if n := counts[name]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s(s)", n, name))
		}
	}
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return parts[0]
}
