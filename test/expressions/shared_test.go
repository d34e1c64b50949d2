package expressions

import (
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/shared"
	"github.com/tg-opt/tg/test/agree"
)

// Expressions that are shared have the same bits, whether two are equal or have parts in common.
func TestSharedBits(t *testing.T) {
	for seed := range campaign.Seeds(100) {
		g := &generator{rand.New(rand.NewPCG(seed, 3))}
		e := g.expression()
		c := e
		if g.IntN(2) == 0 {
			c = g.changed(e)
		}
		p := write(t, g, e, c)
		module, err := agree.Parse(p.text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := agree.Check(module, agree.Runs(module), "te-cse{min-saving=0}"); err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, p.text)
		}
	}
}

// Random programs have the same bits when their ops are computes that share what they can, also
// when that is done twice.
func TestSharedPrograms(t *testing.T) {
	for seed := range campaign.Seeds(30) {
		text := progen.Program(seed, progen.Options{})
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := agree.Optimise(module, "tg-to-te", 1); err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, text)
		}
		passes := "te-cse{min-saving=0}"
		if seed%2 == 0 {
			passes = "te-inline,te-normalize,te-cse{min-saving=0},te-cse{min-saving=0},te-to-tg"
		}
		if _, err := agree.Check(module, agree.Runs(module), passes); err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, text)
		}
	}
}

// Joint functions have the same bits when what both passes compute is made tensors.
func TestExposed(t *testing.T) {
	for seed := range campaign.Seeds(30) {
		text := progen.Program(seed, progen.Options{Tame: true, Nested: seed%3 == 0})
		module, err := agree.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if agree.Optimise(module, "differentiate{func=main}", 1) != nil {
			continue
		}
		if seed%2 == 0 {
			if err := agree.Optimise(module, "tg-to-te{func=main.vjp}", 1); err != nil {
				t.Fatalf("case %d: %v\n%s", seed, err, text)
			}
		}
		runs := agree.Runs(module)
		if err := shared.Expose(ir.Symbols(module)["main.vjp"], []int{0}); err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, text)
		}
		if _, err := agree.Check(module, runs, "cse"); err != nil {
			t.Fatalf("case %d: %v\n%s", seed, err, text)
		}
	}
}
