package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/ir"
)

// What was gained comes in one order, each rule once whichever way it was read, and costs nothing
// when nobody asks.
func TestGains(t *testing.T) {
	reg := NewRegistry(&Pass{Name: "gain", Title: "Gain", Doc: "Gain.", On: "toy.func", Run: func(r *Run) error {
		seconds := float64(ir.SymbolName(r.Op)[1] - '0')
		r.Gained(seconds, []Applied{{"a", "f:1:1"}, {"fusion", ""}, {"a-reversed", "f:1:1"}, {"folding", ""}, {"fusion", ""}, {"b", "f:2:1"}})
		return nil
	}})
	p, err := ParsePipeline("toy.module(toy.func(gain))", reg)
	if err != nil {
		t.Fatal(err)
	}
	by := []Applied{{"a", "f:1:1"}, {"fusion", ""}, {"folding", ""}, {"b", "f:2:1"}}
	for _, workers := range []int{1, 4} {
		ctx := ir.NewContext(toy)
		gains := &Gains{}
		for _, g := range []*Gains{nil, gains} {
			if err := (&Manager{Ctx: ctx, Pipeline: p, Workers: workers, Gains: g}).Run(newModule(ctx, 3)); err != nil {
				t.Fatal(err)
			}
		}
		want := []Gain{{"gain", 2, by}, {"gain", 1, by}, {"gain", 0, by}}
		if d := cmp.Diff(want, gains.List()); d != "" {
			t.Errorf("%d workers (-want +got):\n%s", workers, d)
		}
	}
}
