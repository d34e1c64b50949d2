package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/netgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/test/agree"
)

// need is what the function of a module takes, and for how long, in picoseconds.
type need struct{ bytes, time int64 }

func needOf(t *testing.T, module *ir.Op) (n need) {
	t.Helper()
	estimator := cost.NewEstimator(cost.CPU())
	for _, fn := range cost.Callables(module) {
		frame, err := lifetimes.NewPlanner(lifetimes.Options{}).Frame(fn)
		if err != nil {
			t.Fatal(err)
		}
		n.bytes = max(n.bytes, frame.Total())
		body := analysis.CallableBody(fn).First()
		for o := body.First(); o != nil; o = o.Next() {
			n.time += int64(math.Round(estimator.Op(o).Seconds * 1e12))
		}
	}
	return n
}

// TestRematerializeIsMonotone lowers the budget in steps from what a function takes to
// the least that is found: each is met, and none takes less time than a larger one, nor
// more memory. What is below that is an error.
func TestRematerializeIsMonotone(t *testing.T) {
	model, err := os.ReadFile("../../../shared/data/models/mobilebert.mlir")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, text, before, options string }{
		{"mobilebert", string(model), "stablehlo-to-tg", "moves=1"},
		{"residual", netgen.Program("residual", 300, 1), "canonicalize", "moves=20000"},
		{"layered", netgen.Program("layered", 200, 2), "canonicalize", "seed=7 moves=10000 order=free"},
		{"few", netgen.Program("unet", 60, 3), "canonicalize", "workers=2 moves=20000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && c.name != "few" {
				t.Skip("a long search")
			}
			if c.text == "" {
				t.Skip("mobilebert is not there; it belongs to another project and is not shipped")
			}
			module, err := agree.Parse(c.text)
			if err == nil {
				module, err = agree.Optimised(module, c.before)
			}
			if err != nil {
				t.Fatal(err)
			}
			within := func(budget string) (need, error) {
				after, err := agree.Optimised(module, fmt.Sprintf("rematerialize{budget=%s %s}", budget, c.options))
				if err != nil {
					return need{}, err
				}
				return needOf(t, after), nil
			}
			least, err := within("min")
			if err != nil {
				t.Fatal(err)
			}
			most := needOf(t, module)
			if least.bytes >= most.bytes {
				t.Fatalf("the least is %d bytes of %d", least.bytes, most.bytes)
			}
			descend(t, most, least, within)
		})
	}
}

// descend takes twenty budgets, and some that cannot be met.
func descend(t *testing.T, most, least need, within func(budget string) (need, error)) {
	const steps = 20
	last, changes := most, 0
	for k := range int64(steps) {
		budget := most.bytes - (most.bytes-least.bytes)*k/(steps-1)
		n, err := within(fmt.Sprint(budget))
		switch {
		case err != nil:
			t.Fatal(err)
		case n.bytes > budget:
			t.Fatalf("within %d bytes it takes %d", budget, n.bytes)
		case n.bytes > last.bytes || n.time < last.time:
			t.Fatalf("within %d bytes it takes %d and %d ps, but %d and %d within more", budget, n.bytes, n.time, last.bytes, last.time)
		case n != last:
			changes++
		}
		last = n
	}
	if last != least {
		t.Errorf("within the least it takes %v, not %v", last, least)
	}
	if changes == 0 {
		t.Errorf("none of the budgets makes a difference")
	}
	for _, budget := range []int64{least.bytes - 1, least.bytes * 9 / 10, 1} {
		if n, err := within(fmt.Sprint(budget)); err == nil {
			t.Errorf("within %d bytes it takes %d, where the least is %d", budget, n.bytes, least.bytes)
		}
	}
}
