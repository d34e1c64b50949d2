package tg_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/ir"
)

// Whatever the extents of an op are, zero among them, its cost is a time: who adds costs up, or
// compares them, need not ask.
func TestCostsAreTimes(t *testing.T) {
	c, tried := newContext(), 0
	for _, name := range []string{"cpu", "gpu"} {
		m, err := cost.Named(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		for n, def := range known() {
			rng := rand.New(rand.NewPCG(campaign.First()+uint64(n), 4))
			for range 20 * instances() {
				o := opOf(c, rng, def, []int64{0, 0, 1, 2, 3}, func(*ir.Type) bool { return true })
				if o == nil {
					continue
				}
				tried++
				if is := m.Op(o); !(is >= 0) || math.IsInf(is, 0) {
					t.Errorf("on %s this costs %v: %s", name, is, textOf(o))
					break
				}
			}
		}
	}
	if tried < 10*instances()*len(known()) {
		t.Errorf("only %d instances could be made", tried)
	}
}
