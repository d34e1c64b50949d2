package layout

import (
	"fmt"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/pipeline"
)

// best is the least that a group takes with any labels.
func (l *layouter) best(w *web, g *group) (least float64) {
	var nodes []int
	seen := map[int]bool{}
	for _, m := range g.movers {
		for _, e := range m.ends {
			if !seen[e] {
				seen[e] = true
				nodes = append(nodes, e)
			}
		}
	}
	if len(nodes) > 12 {
		return -1
	}
	for choice := range 1 << len(nodes) {
		at := map[int]int{}
		for i, n := range nodes {
			at[n] = choice >> i & 1
		}
		allowed := true
		for _, m := range g.movers {
			m.label = [2]int{at[m.ends[0]], at[m.ends[1]]}
			s := &m.seconds
			mixed := s[0][1] + s[1][0] - s[0][0] - s[1][1]
			if mixed < -1e-13 && m.ends[0] != m.ends[1] { // what a cut cannot tell
				allowed = allowed && (m.label == m.home || m.home[0] == m.home[1] && m.label[0] == m.label[1])
			}
		}
		if s, _ := l.total(w, g); allowed && (choice == 0 || least == 0 || s < least) {
			least = s
		}
	}
	return least
}

// Compared compares the choices for all that is inside of r.Op with all others, in small groups. It
// returns what is wrong, how many groups there were, and for how many another order is better.
func Compared(r *pipeline.Run, m *cost.Machine) (wrong []string, groups, better int) {
	l := &layouter{run: r, opt: &Options{MaxOps: 1000}, machine: m}
	for _, b := range blocks(r.Op) {
		w := newWeb(b)
		w.spread()
		l.prices(w)
		for _, g := range w.groups() {
			least := l.best(w, g)
			if least < 0 {
				continue
			}
			for _, m := range g.movers {
				m.label = m.home
			}
			before, _ := l.total(w, g)
			l.choose(w, g)
			got, _ := l.total(w, g)
			if slack := 1e-9*least + 1e-11; got > least+slack || got > before+slack {
				wrong = append(wrong, fmt.Sprintf("%d ops take %g s, and %g s before, but may take %g s", len(g.movers), got, before, least))
			}
			if groups++; got < before {
				better++
			}
		}
	}
	return wrong, groups, better
}
