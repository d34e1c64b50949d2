package derivatives

import (
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/derivcheck"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/tegen"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/test/agree"
)

// Derivatives at index level are those of the ops: what every op is as computes agrees with
// differences, and both modes with each other, as the op itself does.
func TestIndices(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	first, count := campaign.Cases(4)
	for _, def := range tg.Dialect.Ops() {
		e, _ := te.Expand.Get(def)
		rule, _ := autodiff.Derivative.Get(def)
		_, refused := rule.IsRefused()
		if _, zero := rule.IsZero(); e.Make == nil || refused || zero || unchecked[def.Name()] != "" {
			continue
		}
		t.Run(def.Name(), func(t *testing.T) {
			c := &opCheck{T: t, checks: map[string]bool{}}
			for n := range uint64(count) {
				module := instance(def, first+n)
				if module == nil || c.failed >= maxFailures {
					continue
				}
				computes, err := agree.Parse(text(module))
				if err == nil {
					computes, err = agree.Optimised(computes, "tg-to-te")
				}
				if err != nil {
					t.Fatal(err)
				}
				c.instance(computes, first+n)
			}
		})
	}
}

// So do those of random computes: reductions of all kinds, strided, mirrored and guarded reads, and
// indices that are values.
func TestComputes(t *testing.T) {
	for seed := range campaign.Seeds(60) {
		text := tegen.Function(rand.New(rand.NewPCG(seed, 41)), tegen.Options{Elem: "f64", Static: true})
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, text)
		}
		r, err := derivcheck.Check(module, "f", derivcheck.Options{Points: 1, Seed: seed, MinimiseBudget: -1})
		if err != nil {
			continue // nothing in it has a derivative
		}
		if r.Problem != nil && (r.Points > 0 || r.Problem.Check != derivcheck.Execution) {
			t.Fatalf("case %d: %s: %v\n%s", seed, r.Problem.Check, r.Problem, text)
		}
	}
}
