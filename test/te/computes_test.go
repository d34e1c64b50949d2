package te

import (
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/tegen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// Random computes have the same elements as ops of tg, also when they were changed before; and so
// have those that such ops are as computes.
func TestRandomComputes(t *testing.T) {
	lowered := 0
	for seed := range campaign.Seeds(300) {
		r := rand.New(rand.NewPCG(seed, 11))
		text := tegen.Function(r, tegen.Options{Elem: tegen.Elems[seed%uint64(len(tegen.Elems))], Static: seed%8 != 0})
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, text)
		}
		g := &opgen.Generator{Rand: r, Ctx: module.Context()}
		var inputs []*tensor.Tensor
		for _, a := range module.RegionAt(0).First().First().RegionAt(0).First().Args() {
			if a.Type().IsIndex() {
				x := tensor.New(tensor.I64)
				x.SetInt64(0, tegen.Extent)
				inputs = append(inputs, x)
			} else {
				inputs = append(inputs, g.Tensor(a.Type(), []opgen.Regime{opgen.Special, opgen.Ordinary, opgen.Small}[r.IntN(3)]))
			}
		}
		ways := [][]string{{"te-to-tg"}, {"te-to-tg{max-constant=0}", "tg-to-te", "te-inline,te-normalize", "te-to-tg"}, {"te-normalize,te-to-tg"}}
		done, err := along(module, "main", inputs, ways)
		if err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, text)
		}
		left := false
		ir.Walk(done[0], func(o *ir.Op) ir.WalkAction {
			left = left || o.Name() == "te.compute"
			return ir.Advance
		})
		if !left {
			lowered++
		}
	}
	t.Logf("%d computes are ops of tg", lowered)
	if lowered == 0 {
		t.Error("no compute is ops of tg")
	}
}
