package indices_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/tegen"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// Single computes of all types, combiners and extents have the same bits when they are normalised,
// to which nothing is added the second time.
func TestComputes(t *testing.T) {
	for seed := range campaign.Seeds(100) {
		r := rand.New(rand.NewPCG(seed, 29))
		text := tegen.Function(r, tegen.Options{Elem: tegen.Elems[seed%uint64(len(tegen.Elems))]})
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		after, err := agree.Optimised(module, "te-inline,te-normalize")
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		again, err := agree.Optimised(after, "te-normalize,te-inline")
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if printed(again) != printed(after) {
			t.Fatalf("seed %d:\n%s\n%s\n%s", seed, text, printed(after), printed(again))
		}
		g := &opgen.Generator{Rand: r, Ctx: module.Context()}
		var inputs []*tensor.Tensor
		for _, a := range module.RegionAt(0).First().First().RegionAt(0).First().Args() {
			if a.Type().IsIndex() {
				x := tensor.New(tensor.I64)
				x.SetInt64(0, tegen.Extent)
				inputs = append(inputs, x)
			} else {
				inputs = append(inputs, g.Tensor(a.Type(), opgen.Ordinary))
			}
		}
		was, is := agree.Execute(module, "main", inputs, time.Minute), agree.Execute(after, "main", inputs, time.Minute)
		if diff := was.Difference(is, agree.Same); diff != "" {
			t.Fatalf("seed %d: %s\n%s\n%s", seed, diff, text, printed(after))
		}
	}
}
