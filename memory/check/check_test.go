package check_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
	"github.com/tg-opt/tg/memory/internal/graphs"
)

// graphsOf are the graphs of a seed, and the same with all fields.
func graphsOf(seed uint64, r *rand.Rand) (list []*memory.Graph) {
	for _, g := range graphs.All(seed) {
		list = append(list, g, graphs.Fields(r, g))
	}
	return list
}

// byDefinition is the most that is live, counted as the documentation of Schedule
// says it: for each step all copies are looked at, and for each copy all steps.
func byDefinition(g *memory.Graph, s memory.Schedule) (most int64) {
	// last is the last step that reads the copy that step t makes; t if there is none, and
	// the number of steps if it is kept.
	last := func(t int) int {
		end := t
		for i := t + 1; i < len(s); i++ {
			if s[i] == s[t] {
				return end
			}
			if slices.Contains(g.Nodes[s[i]].Reads, s[t]) {
				end = i
			}
		}
		if g.Nodes[s[t]].Kept {
			return len(s)
		}
		return end
	}
	for t := range s {
		n := g.Nodes[s[t]]
		live := n.Workspace
		over := map[int32]bool{} // copies that step t takes over
		for _, u := range n.Takes {
			made := t - 1
			for s[made] != u {
				made--
			}
			if last(made) == t {
				over[u] = true
				break
			}
		}
		for made := 0; made <= t; made++ {
			if end := last(made); end > t || end == t && !over[s[made]] {
				live += g.Nodes[s[made]].Size
			}
		}
		most = max(most, live)
	}
	return most
}

// The simulation and the checker say the same peak, and on small graphs the
// definition does.
func TestPeak(t *testing.T) {
	schedules, defined := 0, 0
	for seed := range campaign.Seeds(300) {
		r := graphs.Rand(seed)
		for _, g := range graphsOf(seed, r) {
			for _, again := range []int{0, r.IntN(2*len(g.Nodes) + 1)} {
				s := graphs.Schedule(r, g, again, r.IntN(2) == 0)
				p, err := g.Simulate(s)
				if err != nil {
					t.Fatalf("seed %d, %s: %v", seed, g.Name, err)
				}
				peak, err := check.Peak(g, s)
				if err != nil || peak != p.Peak {
					t.Fatalf("seed %d, %s: the peak of %v is %d by simulation and %d by the checker, %v",
						seed, g.Name, s, p.Peak, peak, err)
				}
				if schedules++; len(s) <= 20 {
					if defined++; byDefinition(g, s) != peak {
						t.Fatalf("seed %d, %s: the peak of %v is %d by definition and %d by the checker",
							seed, g.Name, s, byDefinition(g, s), peak)
					}
				}
			}
		}
	}
	t.Logf("%d schedules, %d of them by definition", schedules, defined)
}

// No schedule has a lower peak than the floor, and valid ones pass with their own
// peak as budget, and with a byte less do not.
func TestValid(t *testing.T) {
	for seed := range campaign.Seeds(100) {
		r := graphs.Rand(seed)
		for _, g := range graphsOf(seed, r) {
			fixed := r.IntN(2) == 0
			s := graphs.Schedule(r, g, r.IntN(len(g.Nodes)+1), fixed)
			peak, err := check.Peak(g, s)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, g.Name, err)
			}
			if floor, _ := g.Floor(); peak < floor {
				t.Errorf("seed %d, %s: a peak of %d is below the floor %d", seed, g.Name, peak, floor)
			}
			for _, budget := range []int64{peak, -1, math.MaxInt64} {
				if err := check.Schedule(g, s, budget, fixed); err != nil {
					t.Errorf("seed %d, %s, budget %d: %v", seed, g.Name, budget, err)
				}
			}
			if peak == 0 {
				continue
			}
			p, err := g.Simulate(s)
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("%d bytes are live at step %d, which", peak, p.Step)
			if err := check.Schedule(g, s, peak-1, fixed); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("seed %d, %s: %v with a budget of a byte less than the peak; want %s", seed, g.Name, err, want)
			}
		}
	}
}

// Every way to break a schedule is found.
func TestBrokenSchedules(t *testing.T) {
	broken := map[string]int{}
	for seed := range campaign.Seeds(100) {
		r := graphs.Rand(seed)
		for _, g := range graphsOf(seed, r) {
			n := len(g.Nodes)
			if n == 0 {
				continue
			}
			s := graphs.Schedule(r, g, 0, true)
			must := func(what string, s memory.Schedule, fixed bool, want string) {
				t.Helper()
				broken[what]++
				if err := check.Schedule(g, s, -1, fixed); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("seed %d, %s, %s: got %v, want '%s' for %v", seed, g.Name, what, err, want, s)
				}
			}
			v := int32(r.IntN(n))
			without := slices.DeleteFunc(slices.Clone(s), func(u int32) bool { return u == v })
			must("a node left out", without, false, "is not computed")
			at := r.IntN(n + 1)
			must("no node", slices.Insert(slices.Clone(s), at, int32(n)), false, fmt.Sprintf("step %d computes node %d", at, n))
			must("a negative node", slices.Insert(slices.Clone(s), at, -1), false, fmt.Sprintf("step %d computes node -1", at))
			for _, needs := range [][]int32{g.Nodes[v].Reads, g.Nodes[v].After} {
				if len(needs) > 0 {
					u := needs[r.IntN(len(needs))]
					late := slices.DeleteFunc(slices.Clone(s), func(w int32) bool { return w == v })
					late = slices.Insert(late, slices.Index(late, u), v)
					must("a node before one it needs", late, false, "which is not computed before")
				}
			}
			if g.Nodes[v].Once {
				must("a node twice", append(slices.Clone(s), v), false, "again, which may be computed only once")
			}
			free := graphs.Schedule(r, g, 0, false)
			if !slices.Equal(free, s) {
				must("another order", free, true, "for the first time, and the next one of the initial order is")
			}
		}
	}
	if len(broken) != 6 {
		t.Errorf("not every way was tried: %v", broken)
	}
}

// Graphs that are none are refused, whatever the schedule.
func TestBrokenGraphs(t *testing.T) {
	node := func(change func(*memory.Node)) *memory.Graph {
		g := &memory.Graph{Nodes: []memory.Node{{Size: 8}, {Size: 4}, {Size: 8, Reads: []int32{0, 1}, Label: "add"}}}
		change(&g.Nodes[2])
		return g
	}
	for want, change := range map[string]func(*memory.Node){
		"negative":                     func(n *memory.Node) { n.Size = -1 },
		"is negative":                  func(n *memory.Node) { n.Workspace = -1 },
		"or workspace is negative":     func(n *memory.Node) { n.Duration = -1 },
		"node 2, which does not come":  func(n *memory.Node) { n.Reads = []int32{2} },
		"node -1, which does not come": func(n *memory.Node) { n.After = []int32{-1} },
		"node 0 behind node 1":         func(n *memory.Node) { n.Reads = []int32{1, 0} },
		"node 1 behind node 1":         func(n *memory.Node) { n.After = []int32{1, 1} },
		"node 2, which it does not":    func(n *memory.Node) { n.Takes = []int32{2} },
		"node 1 of 4 bytes: such":      func(n *memory.Node) { n.Takes = []int32{0, 1} },
		"node 0 of 8 bytes: such":      func(n *memory.Node) { n.Takes, n.Size = []int32{0}, 7 },
		"takes over node 0 twice":      func(n *memory.Node) { n.Takes = []int32{0, 0} },
	} {
		g := node(change)
		if _, err := check.Peak(g, nil); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.HasPrefix(err.Error(), "node 2 (add): ") {
			t.Errorf("got %v, want '%s'", err, want)
		}
		if g.Check() == nil {
			t.Errorf("%s: the graph itself sees nothing wrong", want)
		}
	}
	if err := check.Graph(node(func(*memory.Node) {})); err != nil {
		t.Error(err)
	}
}

// Sums that an int64 does not hold are errors, and those that it just holds are not.
func TestOverflow(t *testing.T) {
	g := &memory.Graph{Nodes: []memory.Node{
		{Size: math.MaxInt64, Kept: true}, {Size: math.MaxInt64, Reads: []int32{0}, Kept: true},
		{Size: 1, Kept: true}, {Size: 0, Kept: true}, {Size: math.MaxInt64 - 1}}}
	if _, err := check.Peak(g, memory.Schedule{0, 1, 2}); err == nil || !strings.Contains(err.Error(), "at step 2") {
		t.Errorf("got %v", err)
	}
	// Sums of 2^64 bytes, in one step and over three.
	one := &memory.Graph{Nodes: []memory.Node{{Size: 2, Kept: true}, {Size: math.MaxInt64, Workspace: math.MaxInt64}}}
	if _, err := check.Peak(one, memory.Schedule{0, 1}); err == nil || !strings.Contains(err.Error(), "at step 1") {
		t.Errorf("got %v", err)
	}
	three := &memory.Graph{Nodes: []memory.Node{{Size: math.MaxInt64, Kept: true}, {Size: math.MaxInt64, Kept: true}, {Size: 2, Kept: true}}}
	if _, err := check.Peak(three, memory.Schedule{0, 1, 2}); err == nil || !strings.Contains(err.Error(), "at step 2") {
		t.Errorf("got %v", err)
	}
	for _, s := range []memory.Schedule{{0}, {4, 0}, {3, 0}, {2, 4}} {
		if peak, err := check.Peak(g, s); err != nil || peak != math.MaxInt64 {
			t.Errorf("%v: %d, %v", s, peak, err)
		}
	}
	if peak, err := check.Peak(g, memory.Schedule{}); err != nil || peak != 0 {
		t.Errorf("no step: %d, %v", peak, err)
	}
}
