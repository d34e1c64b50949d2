package memory

import (
	"testing"
	"time"
)

func TestTryReorder(t *testing.T) {
	for _, f := range []string{"rlg_n100", "rlg_n250"} {
		g := readGraph(t, "/tmp/shared/data/remat/"+f+".json")
		p, _ := g.Simulate(g.Initial())
		for seed := range uint64(5) {
			start := time.Now()
			r := Reorder(g, ReorderOptions{Time: 10 * time.Second, Seed: seed})
			t.Logf("%s %.2f%% bound %.2f%% %v %d %v", f, 100*float64(r.Peak)/float64(p.Peak), 100*float64(r.Bound)/float64(p.Peak), r.Optimal, r.Moves, time.Since(start))
		}
	}
	for _, n := range []int{60, 200, 500, 2000, 10000} {
		for _, seed := range []uint64{7, 8, 18, 19, 20, 21} {
			g := generate(seed, n)
			p, _ := g.Simulate(g.Initial())
			r := Reorder(g, ReorderOptions{})
			pc := func(x int64) float64 { return 100 * float64(x) / float64(p.Peak) }
			start := time.Now()
			a := Reorder(g, ReorderOptions{Time: 1 * time.Second})
			t.Logf("%s lists %.2f%% 1s %.2f%% bound %.2f %v %d %v", g.Name, pc(r.Peak), pc(a.Peak), pc(a.Bound), a.Optimal, a.Moves, time.Since(start))
		}
	}
}
