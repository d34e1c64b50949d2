package extract

import (
	"fmt"
	"os"
	"testing"
	"time"
)

func TestDebug(t *testing.T) {
	name := os.Getenv("GYM")
	if name == "" {
		t.Skip()
	}
	f := readGym(t, name+".json.gz")
	m := &meter{limit: 1 << 40}
	g := newGraph(&f.Problem)
	tr := g.tree()
	x := &exactly{s: simplify(g, f.affordable(g, tr), tr, m), m: m, choice: tr.choice}
	unit := x.s.unit
	x.best, _ = costOf(g, x.s.whole, tr.choice)
	x.renew()
	x.consider(x.g.greedy(x.g.tree(), m))
	for round := 0; round < 4; round++ {
		left := append([]int64(nil), x.cost...)
		b := time.Now()
		w := m.done
		marks, depth := x.g.landmarks(left, m, 1<<30)
		lb := int64(0)
		for _, l := range marks {
			lb += l.cost
		}
		fmt.Println("nodes", len(x.cost), "classes", x.g.classes, "marks", len(marks), "lb", float64(lb)*unit, "time", time.Since(b), "work", m.done-w)
		w = m.done
		b = time.Now()
		x.follow(left, round == 0)
		fmt.Println("best", float64(x.best)*unit, "time", time.Since(b), "work", m.done-w)
		n := x.drop(lb, left, depth)
		fmt.Println("dropped", n)
		if n == 0 {
			break
		}
		x.s.again(m)
		x.renew()
	}
}
