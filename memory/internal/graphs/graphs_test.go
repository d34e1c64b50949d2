package graphs_test

import (
	"reflect"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/memory/check"
	"github.com/tg-opt/tg/memory/internal/graphs"
)

// The graphs of a seed are graphs, of the size that is promised, always the same,
// and have what their families are named after.
func TestAll(t *testing.T) {
	zeroSizes, zeroDurations := 0, 0
	for seed := range campaign.Seeds(100) {
		all := graphs.All(seed)
		if !reflect.DeepEqual(all, graphs.All(seed)) {
			t.Fatalf("seed %d: other graphs the second time", seed)
		}
		if len(all) != len(graphs.Families)+2 {
			t.Fatalf("seed %d: %d graphs", seed, len(all))
		}
		for _, g := range all {
			full := graphs.Fields(graphs.Rand(seed), g)
			if err, fullErr := g.Check(), full.Check(); err != nil || fullErr != nil || len(g.Nodes) > graphs.Most {
				t.Errorf("seed %d, %s of %d nodes: %v, %v", seed, g.Name, len(g.Nodes), err, fullErr)
			}
			for _, n := range g.Nodes {
				if n.Size == 0 {
					zeroSizes++
				}
				if n.Duration == 0 {
					zeroDurations++
				}
			}
		}
	}
	if zeroSizes == 0 || zeroDurations == 0 {
		t.Errorf("%d values of no bytes, %d nodes that take no time", zeroSizes, zeroDurations)
	}
}

// Families take any number of nodes.
func TestFamilies(t *testing.T) {
	r := graphs.Rand(1)
	for _, f := range graphs.Families {
		for n := range 70 {
			g := f.Make(r, n)
			if err := check.Graph(g); err != nil || len(g.Nodes) != max(n, 1) {
				t.Errorf("%s of %d nodes has %d: %v", f.Name, n, len(g.Nodes), err)
			}
		}
	}
}

// Schedules are valid, compute nodes again when that is asked for and possible,
// and are in the initial order if fixed.
func TestSchedule(t *testing.T) {
	again := 0
	for seed := range campaign.Seeds(100) {
		r := graphs.Rand(seed)
		for _, g := range graphs.All(seed) {
			for _, fixed := range []bool{false, true} {
				s := graphs.Schedule(r, g, len(g.Nodes), fixed)
				if err := check.Schedule(g, s, -1, fixed); err != nil {
					t.Errorf("seed %d, %s: %v", seed, g.Name, err)
				}
				again += len(s) - len(g.Nodes)
			}
		}
	}
	if again == 0 {
		t.Error("nothing was computed again")
	}
}
