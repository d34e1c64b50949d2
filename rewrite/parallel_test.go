package rewrite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/internal/rewritetest"
)

// manyFunctions is a module whose functions take different numbers of sweeps,
// in nested modules and beside constants of the modules themselves.
func manyFunctions(n int) string {
	var b strings.Builder
	for i := range n {
		if i%7 == 3 {
			fmt.Fprintf(&b, "module @m%d {\n%%c = arith.constant 1 : i32\n%%d = arith.constant 1 : i32\n\"u.use\"(%%c, %%d) : (i32, i32) -> ()\n", i)
		}
		fmt.Fprintf(&b, "func.func @f%d(%%a: i32, %%p: i1) -> i32 {\n", i)
		for k := range i % 5 {
			fmt.Fprintf(&b, "  %%c%d = arith.constant %d : i32\n  %%x%d = arith.addi %%c%d, %%c%d : i32\n", k, k, k, k, k)
			fmt.Fprintf(&b, "  \"u.use\"(%%x%d) : (i32) -> ()\n  cf.br ^b%d(%%x%d, %%a : i32, i32)\n", k, k, k)
			fmt.Fprintf(&b, "^b%d(%%y%d: i32, %%z%d: i32):\n", k, k, k)
		}
		b.WriteString("  cf.cond_br %p, ^end(%a : i32), ^loop(%a : i32)\n")
		b.WriteString("^loop(%v: i32):\n  cf.cond_br %p, ^loop(%v : i32), ^end(%a : i32)\n^end(%w: i32):\n  return %w : i32\n}\n")
		if i%7 == 3 {
			b.WriteString("}\n")
		}
	}
	return b.String()
}

// Functions that are worked on apart, by any number of workers, end as if there
// was one worklist for all.
func TestApartLikeTogether(t *testing.T) {
	run := func(cfg rewrite.Config) (string, bool, bool) {
		module := rewritetest.Parse(t, manyFunctions(60))
		c := module.Context()
		var all []*rewrite.Pattern
		for _, d := range c.Dialects() {
			for _, o := range d.Ops() {
				list, _ := rewrite.Patterns.Get(o)
				all = append(all, list...)
			}
		}
		converged, changed := rewrite.Greedy(module, ir.NewBuilder(c), rewrite.NewSet(all), cfg)
		return printer.OpString(module, printer.Options{}), converged, changed
	}
	for _, iterations := range []int{1, 2, 10} {
		cfg := rewrite.Config{TopDown: true, MaxIterations: iterations, MaxRewrites: -1, Simplify: rewrite.NormalSimplification}
		together := cfg
		together.Applied = func(string, *ir.Op) {}
		want, wantConverged, wantChanged := run(together)
		for _, workers := range []int{0, 4} {
			cfg.Workers = workers
			got, converged, changed := run(cfg)
			if d := cmp.Diff(want, got); d != "" || converged != wantConverged || changed != wantChanged {
				t.Errorf("%d iterations, %d workers: converged is %v, changed is %v, want %v, %v (-together +apart):\n%s",
					iterations, workers, converged, changed, wantConverged, wantChanged, d)
			}
		}
	}
}
