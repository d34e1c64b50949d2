package memory

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/campaign"
)

// best is the least peak of all orders, each of them simulated.
func best(t *testing.T, g *Graph) int64 {
	least := int64(math.MaxInt64)
	done := make([]bool, len(g.Nodes))
	var s Schedule
	var visit func()
	visit = func() {
		if len(s) == len(g.Nodes) {
			p, err := g.Simulate(s)
			if err != nil {
				t.Fatal(err)
			}
			least = min(least, p.Peak)
			return
		}
	nodes:
		for v := range g.Nodes {
			if done[v] {
				continue
			}
			for _, u := range append(append([]int32(nil), g.Nodes[v].Reads...), g.Nodes[v].After...) {
				if !done[u] {
					continue nodes
				}
			}
			done[v], s = true, append(s, int32(v))
			visit()
			done[v], s = false, s[:len(s)-1]
		}
	}
	visit()
	return least
}

func TestSearchFindsTheLeastPeak(t *testing.T) {
	for seed := range campaign.Seeds(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(8)
		if r.IntN(20) == 0 {
			n = 9
		}
		g := generate(seed, n)
		want := best(t, g)
		l := newOrdering(g)
		if bound := newCutter(l.lister).raise(l, simpleBound(g), 1e6); bound > want {
			t.Errorf("%s: bound %d, and the least peak is %d", g.Name, bound, want)
		}
		for _, backward := range []bool{false, true} {
			s := newSetSearch(newRegion(newOrdering(g), 0, n, backward), math.MinInt64, math.MaxInt64)
			order, v := s.run(math.MaxInt64 / 2)
			if v != found {
				t.Fatalf("%s: backward %v: %v", g.Name, backward, v)
			}
			p, err := g.Simulate(s.r.schedule(order))
			if err != nil {
				t.Fatalf("%s: backward %v: %v", g.Name, backward, err)
			}
			if p.Peak != want || s.level != want {
				t.Errorf("%s: backward %v: peak %d, level %d, and the least is %d", g.Name, backward, p.Peak, s.level, want)
			}
		}
	}
}

func TestOrdersAreOrders(t *testing.T) {
	for seed := range campaign.Seeds(500) {
		r := rand.New(rand.NewPCG(seed, 2))
		g := generate(seed, 1+r.IntN(60))
		for i, s := range Orders(g) {
			if len(s) != len(g.Nodes) {
				t.Fatalf("%s: order %d has %d steps", g.Name, i, len(s))
			}
			if _, err := g.Simulate(s); err != nil {
				t.Fatalf("%s: order %d: %v", g.Name, i, err)
			}
		}
	}
}

func TestForestsAreOrderedBest(t *testing.T) {
	tried := 0
	for seed := range campaign.Seeds(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := families[4].make(r, 1+r.IntN(40))
		for v := range g.Nodes {
			n := &g.Nodes[v]
			n.Workspace = int64(r.IntN(300))
			if len(n.Reads) > 0 && r.IntN(4) == 0 {
				n.Size = g.Nodes[n.Reads[0]].Size + int64(r.IntN(2)*r.IntN(300))
				n.Takes = n.Reads[:1]
			}
		}
		readers := reversed(g, reads)
		for v := range g.Nodes {
			g.Nodes[v].Kept = len(readers.of(int32(v))) == 0 && r.IntN(2) == 0
		}
		order := liu(g, &readers)
		s := newSetSearch(newRegion(newOrdering(g), 0, len(g.Nodes), true), math.MinInt64, math.MaxInt64)
		if _, v := s.run(1e5); v != found {
			continue
		}
		tried++
		if p, err := g.Simulate(order); err != nil || p.Peak != s.level {
			t.Errorf("seed %d, %d nodes: peak %d, and the least is %d (%v)", seed, len(g.Nodes), p.Peak, s.level, err)
		}
	}
	if tried == 0 {
		t.Error("no forest was tried")
	}
}

// checkOrder simulates an order by other means than Simulate: it says what the
// peak is, and whether each node comes once and behind all that it needs.
func checkOrder(t *testing.T, g *Graph, s Schedule) int64 {
	t.Helper()
	if len(s) != len(g.Nodes) {
		t.Fatalf("%s: %d steps for %d nodes", g.Name, len(s), len(g.Nodes))
	}
	readers := make([]int, len(g.Nodes))
	for v := range g.Nodes {
		for _, u := range g.Nodes[v].Reads {
			readers[u]++
		}
		if g.Nodes[v].Kept {
			readers[v]++
		}
	}
	done := make([]bool, len(g.Nodes))
	var live, peak int64
	for _, v := range s {
		n := &g.Nodes[v]
		for _, u := range slices.Concat(n.Reads, n.After) {
			if !done[u] {
				t.Fatalf("%s: node %d comes before %d, which it needs", g.Name, v, u)
			}
		}
		if done[v] {
			t.Fatalf("%s: node %d comes twice", g.Name, v)
		}
		done[v] = true
		needs := n.Size + n.Workspace
		for _, u := range n.Takes {
			if readers[u] == 1 {
				needs -= g.Nodes[u].Size
				break
			}
		}
		peak = max(peak, live+needs)
		live += n.Size
		for _, u := range n.Reads {
			if readers[u]--; readers[u] == 0 {
				live -= g.Nodes[u].Size
			}
		}
		if readers[v] == 0 {
			live -= n.Size
		}
	}
	return peak
}

func TestReorderProperties(t *testing.T) {
	for seed := range campaign.Seeds(100) {
		r := rand.New(rand.NewPCG(seed, 4))
		g := generate(seed, 1+r.IntN(150))
		initial := checkOrder(t, g, g.Initial())
		last := int64(math.MaxInt64)
		for _, moves := range []int64{0, 1, 1000, 20000, 200000} {
			o := ReorderOptions{Moves: moves, Seed: seed}
			a := Reorder(g, o)
			if peak := checkOrder(t, g, a.Schedule); peak != a.Peak {
				t.Errorf("%s: peak %d, and it is %d", g.Name, a.Peak, peak)
			}
			if a.Bound > a.Peak || a.Peak > initial || a.Optimal != (a.Bound == a.Peak) {
				t.Errorf("%s: %d moves: bound %d, peak %d, initial %d, optimal %v", g.Name, moves, a.Bound, a.Peak, initial, a.Optimal)
			}
			if a.Peak > last {
				t.Errorf("%s: %d moves: peak %d, with fewer moves %d", g.Name, moves, a.Peak, last)
			}
			last = a.Peak
			if a.Peak == initial && !slices.Equal(a.Schedule, g.Initial()) {
				t.Errorf("%s: another order than the initial one gains nothing", g.Name)
			}
			if moves != 20000 {
				continue
			}
			before := runtime.GOMAXPROCS(1)
			b := Reorder(g, o)
			runtime.GOMAXPROCS(before)
			if !slices.Equal(a.Schedule, b.Schedule) || a.Peak != b.Peak || a.Bound != b.Bound || a.Moves != b.Moves {
				t.Errorf("%s: two runs differ", g.Name)
			}
		}
	}
}

// What is said to be the least peak of a graph that is too large to try all
// orders is so whichever way the search goes.
func TestBothDirectionsAgree(t *testing.T) {
	for seed := range campaign.Seeds(150) {
		r := rand.New(rand.NewPCG(seed, 5))
		g := generate(seed, 10+r.IntN(30))
		var peaks []int64
		for _, backward := range []bool{false, true} {
			s := newSetSearch(newRegion(newOrdering(g), 0, len(g.Nodes), backward), math.MinInt64, math.MaxInt64)
			if order, v := s.run(200_000); v == found {
				if peak := checkOrder(t, g, s.r.schedule(order)); peak != s.level {
					t.Errorf("%s: peak %d, and it is %d", g.Name, s.level, peak)
				}
				peaks = append(peaks, s.level)
			}
		}
		if len(peaks) == 2 && peaks[0] != peaks[1] {
			t.Errorf("%s: the least peak is %d forwards, %d backwards", g.Name, peaks[0], peaks[1])
		}
	}
}

// The parts of Reorder that small graphs do not need, each by itself.
func TestPartsKeepTheOrdering(t *testing.T) {
	for seed := range campaign.Seeds(200) {
		r := rand.New(rand.NewPCG(seed, 6))
		n := 20 + r.IntN(200)
		g := generate(seed, n)
		i := &improver{o: ReorderOptions{Moves: 30_000}, l: newOrdering(g), best: g.Initial(), rng: r}
		i.peak, _ = i.l.peak(0, n)
		i.bound = simpleBound(g)
		i.windows(5000)
		i.sweep(seed&1 == 0, 5000)
		i.cool(10000)
		if peak := checkOrder(t, g, i.best); peak != i.peak {
			t.Errorf("%s: peak %d, and it is %d", g.Name, i.peak, peak)
		}
		want, err := g.Simulate(i.l.seq)
		if err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		if !slices.Equal(want.Live, i.l.foot) {
			t.Errorf("%s: the ordering says %v, and it is %v", g.Name, i.l.foot, want.Live)
		}
	}
}

func TestReorderOfNothing(t *testing.T) {
	r := Reorder(&Graph{}, ReorderOptions{Time: time.Second})
	if len(r.Schedule) != 0 || r.Peak != 0 || !r.Optimal {
		t.Errorf("%+v", r)
	}
	zero := &Graph{Nodes: make([]Node, 5)}
	huge := &Graph{Nodes: []Node{{Size: math.MaxInt64}, {Size: 1, Reads: []int32{0}}}}
	if r := Reorder(huge, ReorderOptions{Moves: 10}); r.Peak != math.MaxInt64 || r.Optimal || len(r.Schedule) != 2 {
		t.Errorf("%+v", r)
	}
	if r := Reorder(zero, ReorderOptions{Moves: 10}); r.Peak != 0 || !r.Optimal || len(r.Schedule) != 5 {
		t.Errorf("%+v", r)
	}
}

// Time ends a search that would go on.
func TestReorderInTime(t *testing.T) {
	g := families[3].make(rand.New(rand.NewPCG(5, 5)), 3000)
	r := Reorder(g, ReorderOptions{Time: 50 * time.Millisecond})
	if peak := checkOrder(t, g, r.Schedule); peak != r.Peak {
		t.Errorf("peak %d, and it is %d", r.Peak, peak)
	}
}

// Published searches reach 79.4 and 72.2 % of the initial peak; whatever the seed,
// ours must find what it has shown to be the least.
func TestReorderKnownGraphs(t *testing.T) {
	for _, name := range []string{"rlg_n100", "rlg_n250"} {
		g := readGraph(t, "../../shared/data/remat/"+name+".json")
		initial := checkOrder(t, g, g.Initial())
		for seed := range uint64(2) {
			r := Reorder(g, ReorderOptions{Moves: 5_000_000, Seed: seed})
			t.Logf("%s: %.2f%% of the initial peak after %d moves", name, 100*float64(r.Peak)/float64(initial), r.Moves)
			if peak := checkOrder(t, g, r.Schedule); peak != r.Peak || !r.Optimal {
				t.Errorf("%s: peak %d, %d is said, optimal %v", name, peak, r.Peak, r.Optimal)
			}
		}
	}
}

// readGraph reads a graph of the data folder, where that is here.
func readGraph(t *testing.T, path string) *Graph {
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
