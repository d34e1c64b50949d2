package netgen_test

import (
	"testing"

	"github.com/tg-opt/tg/internal/netgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// Programs are valid, the same for the same seed, and have about the size that is asked
// for. Computing values again changes no result.
func TestPrograms(t *testing.T) {
	for _, kind := range netgen.Kinds {
		for seed := range uint64(3) {
			for _, n := range []int{1, 20, 200, 3000} {
				text := netgen.Program(kind, n, seed)
				if text != netgen.Program(kind, n, seed) {
					t.Fatalf("%s of %d, seed %d: two programs differ", kind, n, seed)
				}
				module, err := agree.Parse(text)
				if err != nil {
					t.Fatalf("%s of %d, seed %d: %v", kind, n, seed, err)
				}
				ops := 0
				ir.Walk(module, func(*ir.Op) ir.WalkAction {
					ops++
					return ir.Advance
				})
				if ops < n*9/10 || ops > n*11/10+50 {
					t.Errorf("%s of %d, seed %d: %d ops", kind, n, seed, ops)
				}
				if n != 200 {
					continue
				}
				if _, err := agree.Check(module, agree.Runs(module), "rematerialize{budget=min moves=1000}"); err != nil {
					t.Errorf("%s, seed %d: %v", kind, seed, err)
				}
			}
		}
	}
}
