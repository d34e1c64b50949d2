package memory

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func readGraph(t testing.TB, path string) *Graph {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Skip(err)
	}
	var f struct {
		Nodes []struct{ Duration, Size int64 }
		Edges [][2]int32
	}
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	g := &Graph{Name: path}
	for _, n := range f.Nodes {
		g.Nodes = append(g.Nodes, Node{Duration: n.Duration, Size: n.Size})
	}
	for _, e := range f.Edges {
		g.Nodes[e[1]].Reads = append(g.Nodes[e[1]].Reads, e[0])
	}
	return g
}

func TestTryExact(t *testing.T) {
	files, _ := filepath.Glob("/tmp/shared/data/remat/*.json")
	for _, f := range files {
		g := readGraph(t, f)
		l := newLayout(g)
		init, _ := l.peak(0, len(g.Nodes))
		floor, _ := g.Floor()
		for _, back := range []bool{false, true} {
			start := time.Now()
			s := newSearch(newRegion(l, 0, len(g.Nodes), back), 0, init)
			order, v := s.run(30e6)
			if v == found {
				m := newLayout(g)
				m.set(s.r.schedule(order))
				if p, _ := m.peak(0, len(g.Nodes)); p != s.level {
					t.Error("wrong", p, s.level)
				}
			}
			t.Logf("%-22s back %-5v %v level %.2f%% floor %.2f%% states %d steps %d %v", filepath.Base(f), back, v, 100*float64(s.level)/float64(init), 100*float64(floor)/float64(init), s.states, s.steps, time.Since(start))
		}
	}
}


