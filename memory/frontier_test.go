package memory_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/memory/check"
	"github.com/tg-opt/tg/memory/internal/graphs"
)

// checkFrontier makes sure that points go on from the initial order with less and less
// peak for more and more time, and that they are what they are said to be.
func checkFrontier(t *testing.T, g *memory.Graph, o memory.FrontierOptions) []memory.Point {
	t.Helper()
	points, err := memory.Frontier(g, o)
	if err != nil {
		t.Fatalf("%s: %v", g.Name, err)
	}
	if len(points) == 0 || points[0].Duration != g.Duration(g.Initial()) || points[0].Peak > initialPeak(t, g) {
		t.Fatalf("%s: begins with %v", g.Name, points[:min(1, len(points))])
	}
	for i, p := range points {
		if i > 0 && (p.Peak >= points[i-1].Peak || p.Duration <= points[i-1].Duration) {
			t.Fatalf("%s: a peak of %d in %d follows one of %d in %d", g.Name, p.Peak, p.Duration, points[i-1].Peak, points[i-1].Duration)
		}
		if g.Duration(p.Schedule) != p.Duration || p.Bound > p.Duration {
			t.Fatalf("%s: the duration is %d, said to be %d with bound %d", g.Name, g.Duration(p.Schedule), p.Duration, p.Bound)
		}
		if err := check.Schedule(g, p.Schedule, p.Peak, o.Order == memory.Fixed); err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
	}
	if again, err := memory.Frontier(g, o); err != nil || !reflect.DeepEqual(again, points) {
		t.Fatalf("%s: two runs differ", g.Name)
	}
	return points
}

func TestFrontier(t *testing.T) {
	first, count := campaign.Cases(90)
	for seed := first; seed < first+uint64(max(count/30, 1)); seed++ { // each takes long
		r := graphs.Rand(seed)
		list := graphs.All(seed)
		for _, f := range graphs.Families {
			g := f.Make(r, 120)
			g.Name = f.Name
			list = append(list, g)
		}
		for _, g := range list {
			if r.IntN(2) == 0 {
				g = graphs.Fields(r, g)
			}
			fixed := checkFrontier(t, g, memory.FrontierOptions{Moves: 20_000, Seed: seed})
			free := checkFrontier(t, g, memory.FrontierOptions{Moves: 20_000, Seed: seed, Order: memory.Free})
			for _, p := range fixed {
				if !slices.ContainsFunc(free, func(q memory.Point) bool { return q.Peak <= p.Peak && q.Duration <= p.Duration }) {
					t.Fatalf("%s: a peak of %d in %d needs the fixed order", g.Name, p.Peak, p.Duration)
				}
			}
		}
	}
}

// TestFrontierAgreesWithDijkstra compares bounds with what is best.
func TestFrontierAgreesWithDijkstra(t *testing.T) {
	best, all := 0, 0
	for seed := range campaign.Seeds(200) {
		g := small(graphs.Rand(seed), 7)
		order := memory.Order(seed % 2)
		for _, p := range checkFrontier(t, g, memory.FrontierOptions{Order: order, Seed: seed}) {
			want := dijkstra(g, p.Peak, order == memory.Fixed)
			if p.Bound > want || p.Duration < want {
				t.Fatalf("seed %d: a peak of %d takes %d, found %d with bound %d", seed, p.Peak, want, p.Duration, p.Bound)
			}
			if all++; p.Duration == want {
				best++
			}
		}
	}
	if best < all*95/100 {
		t.Errorf("%d of %d points are the best", best, all)
	}
}

// TestFrontierMeetsWhatIsFound compares with searches for one budget, of which nothing
// but practice says that they find no less: so these are always the same graphs.
func TestFrontierMeetsWhatIsFound(t *testing.T) {
	for seed := range uint64(2) {
		for _, f := range graphs.Families {
			g := f.Make(graphs.Rand(seed), 100)
			peak := initialPeak(t, g)
			points := checkFrontier(t, g, memory.FrontierOptions{Moves: 200_000})
			for _, part := range []int64{9, 7, 5} {
				r, err := memory.Rematerialize(g, memory.RematerializeOptions{Budget: max(peak/10*part, 1), Moves: 100_000})
				if err != nil {
					t.Fatal(err)
				}
				if lowest := points[len(points)-1].Peak; r.Status >= memory.Feasible && lowest > max(peak/10*part, 1) {
					t.Errorf("%s, seed %d: the least peak is %d, but one of %d was found", f.Name, seed, lowest, r.Peak)
				}
			}
		}
	}
}
