package storage

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/netgen"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memoryreport"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/passes/storage"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
)

func parse(t *testing.T, text string) *ir.Op {
	t.Helper()
	root, err := parser.Parse(driver.NewContext(), []byte(text), parser.Options{Filename: "m.mlir"})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return root
}

func printed(t *testing.T, root *ir.Op) string {
	t.Helper()
	var b strings.Builder
	if err := printer.Print(&b, root, printer.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// apply runs passes on a module.
func apply(root *ir.Op, passes string) error {
	pipe, err := pipeline.ParsePipeline("builtin.module("+passes+")", driver.NewRegistry())
	if err != nil {
		return err
	}
	m := &pipeline.Manager{Ctx: root.Context(), Pipeline: pipe, Emit: func(*ir.Diag) {}}
	return m.Run(root)
}

// total is what a function takes; ok is false if it is not planned.
func total(t *testing.T, fn *ir.Op) (bytes int64, ok bool) {
	t.Helper()
	f, err := lifetimes.NewPlanner(lifetimes.Options{}).Frame(fn)
	if unplanned := (*lifetimes.Unplanned)(nil); errors.As(err, &unplanned) {
		return 0, false
	} else if err != nil {
		t.Fatal(err)
	}
	return f.Total(), true
}

// A point of a curve is what `rematerialize` does within that budget, and what it does not meet,
// the curve does not. More memory never takes more time. The program stays as it is.
func TestCurve(t *testing.T) {
	budgets := []string{"1x", "0.9x", "0.7x", "0.5x", "0.3x", "0.1x", "min"}
	for i, kind := range netgen.Kinds {
		text := netgen.Program(kind, 20+20*i, 1)
		for options, curve := range map[string]storage.Curve{
			"moves=3000":                  {Order: "fixed", Moves: 3000, Workers: 1},
			"moves=3000 order=free":       {Order: "free", Moves: 3000, Workers: 1},
			"moves=2000 seed=3 workers=2": {Order: "fixed", Moves: 2000, Seed: 3, Workers: 2},
		} {
			curve.Budgets, curve.Machine = budgets, cost.CPU()
			root := parse(t, text)
			before := printed(t, root)
			c, err := curve.Of(root)(cost.Callables(root)[0])
			if err != nil {
				t.Fatal(err)
			}
			if printed(t, root) != before {
				t.Fatalf("%s: the program is another one", kind)
			}
			seconds, met := 0.0, 0
			for i := range c.Points {
				p := &c.Points[i]
				bounded := parse(t, text)
				err := apply(bounded, fmt.Sprintf("rematerialize{budget=%s %s}", p.Budget, options))
				if (err == nil) != p.Met {
					t.Errorf("%s, %s %s: the pass says %v, the curve %s", kind, p.Budget, options, err, c.Outcome(p))
				}
				if !p.Met {
					continue
				}
				copies := 0
				ir.Walk(bounded, func(o *ir.Op) ir.WalkAction {
					if o.Attr(storage.Recompute) != nil {
						copies++
					}
					return ir.Advance
				})
				got, _ := total(t, cost.Callables(bounded)[0])
				if got != p.Total || copies != p.Recomputed || p.Budget != "min" && got > p.Bytes || p.Seconds < seconds || (copies > 0) != (p.Percent > 0) {
					t.Errorf("%s, %s %s: %d bytes with %d copies; the curve says %+v", kind, p.Budget, options, got, copies, p)
				}
				seconds, met = p.Seconds, met+1
			}
			if met < 3 {
				t.Errorf("%s %s: %d budgets are met", kind, options, met)
			}
		}
	}
}

// The least that is found is met to the byte.
func TestCurveToTheByte(t *testing.T) {
	root := parse(t, netgen.Program("unet", 100, 2))
	ask := func(budgets ...string) []memoryreport.CurvePoint {
		c, err := storage.Curve{Budgets: budgets, Order: "fixed", Moves: 3000, Machine: cost.CPU(), Workers: 1}.Of(root)(cost.Callables(root)[0])
		if err != nil {
			t.Fatal(err)
		}
		return c.Points
	}
	least := ask("min")[0].Total
	points := ask(fmt.Sprint(least-1), fmt.Sprint(least))
	if points[0].Met || points[0].Total != least || !points[1].Met || points[1].Total != least {
		t.Errorf("the least is %d, but %+v", least, points)
	}
}

// A curve for what is no budget is an error, and so is one of a function without a plan.
func TestCurveErrors(t *testing.T) {
	root := parse(t, netgen.Program("unet", 30, 1)+"func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}\n")
	functions := cost.Callables(root)
	for _, c := range []storage.Curve{{Budgets: []string{"0.8"}}, {Budgets: []string{"0x"}}, {Budgets: []string{""}}} {
		c.Machine, c.Workers = cost.CPU(), 1
		if points, err := c.Of(root)(functions[0]); err == nil {
			t.Errorf("%v: %+v", c.Budgets, points)
		}
	}
	c := storage.Curve{Budgets: []string{"0.8x"}, Machine: cost.CPU(), Workers: 1}
	if points, err := c.Of(root)(functions[1]); err == nil {
		t.Errorf("a function without a plan: %+v", points)
	}
}

// What is said of other orders is what `schedule-memory` saves, in programs with loops, branches
// and calls.
func TestReorderings(t *testing.T) {
	saving := 0
	for seed := range uint64(60) {
		text := progen.Program(seed, progen.Options{})
		root, ordered := parse(t, text), parse(t, text)
		before := printed(t, root)
		if err := apply(ordered, "schedule-memory{moves=0}"); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		reordering := storage.Reorderings(root, 1)
		for i, fn := range cost.Callables(root) {
			had, ok := total(t, fn)
			if !ok {
				continue
			}
			r, err := reordering(fn)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			has, _ := total(t, cost.Callables(ordered)[i])
			if r.Untried != "" || r.Saved != max(0, had-has) {
				t.Errorf("seed %d: @%s takes %d instead of %d, %+v\n%s", seed, ir.SymbolName(fn), has, had, r, text)
			}
			if r.Saved > 0 {
				saving++
			}
		}
		if after := printed(t, root); after != before {
			t.Fatalf("seed %d: the program is another one\n%s", seed, after)
		}
	}
	if saving == 0 {
		t.Error("nothing is ever saved")
	}
}

// Of functions that are large, alone or together, it is said that other orders were not tried.
func TestReorderingsAreBounded(t *testing.T) {
	function := func(name string, ops int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "func.func @%s(%%x0: tensor<4xf32>) -> tensor<4xf32> {\n", name)
		for i := range ops {
			fmt.Fprintf(&b, "  %%x%d = tg.exp %%x%d : tensor<4xf32>\n", i+1, i)
		}
		fmt.Fprintf(&b, "  return %%x%d : tensor<4xf32>\n}\n", ops)
		return b.String()
	}
	root := parse(t, function("huge", 60_000)+function("a", 30_000)+function("b", 30_000)+function("small", 10))
	reordering := storage.Reorderings(root, 1)
	for i, want := range []string{"60002 ops in 1 block would take long", "", "30002 ops in 1 block would take long", ""} {
		r, err := reordering(cost.Callables(root)[i])
		if err != nil || r.Untried != want {
			t.Errorf("function %d: %+v, %v", i, r, err)
		}
	}
}

// Curves of programs with loops, branches and calls are the same each time, and met budgets are.
func TestCurvesOfPrograms(t *testing.T) {
	options := storage.Curve{Budgets: []string{"0.9x", "0.6x", "min"}, Order: "fixed", Moves: 3000, Machine: cost.CPU(), Workers: 1}
	above := 0
	for seed := range uint64(25) {
		text := progen.Program(seed, progen.Options{})
		root, twin := parse(t, text), parse(t, text)
		before := printed(t, root)
		curve, again := options.Of(root), options.Of(twin)
		for i, fn := range cost.Callables(root) {
			if _, ok := total(t, fn); !ok {
				continue
			}
			c, err := curve(fn)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			if other, err := again(cost.Callables(twin)[i]); err != nil || !reflect.DeepEqual(c, other) {
				t.Errorf("seed %d: %+v and %+v, %v", seed, c, other, err)
			}
			for _, p := range c.Points {
				if p.Met && p.Bytes > 0 && p.Total > p.Bytes || p.Met && p.Bytes < c.Floor && p.Bytes > 0 || p.Total < c.Floor {
					t.Errorf("seed %d: @%s %+v of %+v\n%s", seed, ir.SymbolName(fn), p, c, text)
				}
				if p.Recomputed > 0 {
					above++
				}
			}
		}
		if printed(t, root) != before {
			t.Fatalf("seed %d: the program is another one\n%s", seed, text)
		}
	}
	if above == 0 {
		t.Error("nothing is ever computed again")
	}
}
