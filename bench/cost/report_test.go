package main

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/cost/calibrate"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

func TestSpearman(t *testing.T) {
	rows := func(predicted ...float64) (list []row) {
		for i, p := range predicted {
			list = append(list, row{measured: float64(i + 1), predicted: p})
		}
		return list
	}
	for _, c := range []struct {
		rows       []row
		resolution float64
		want       float64
	}{
		{rows(1, 2, 3, 4), 0, 1},
		{rows(10, 200, 3000, 40000), 0, 1},
		{rows(4, 3, 2, 1), 0, -1},
		{rows(1, 3, 2, 4), 0, 0.8},
		{rows(1, 1, 2, 2), 0, 2 / math.Sqrt(5)},
		{rows(5, 5, 5, 5), 0, 0},
		{rows(1, 1.02, 2, 2.05), 0.03, 2 / math.Sqrt(5)},
		{rows(1, 1.02, 2, 2.05), 0.01, 1},
		// 4 and 3 are one group, measured as well as predicted.
		{rows(1, 2, 4, 3), 0.3, 1},
	} {
		if got := spearman(c.rows, c.resolution); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.rows, got, c.want)
		}
	}
}

// A group ends at its first value, not at its last: values that go down slowly do
// not all share a rank.
func TestRanks(t *testing.T) {
	rows := []row{{measured: 100}, {measured: 98}, {measured: 96}, {measured: 94}, {measured: 10}}
	got := ranks(rows, 0.03, func(r row) float64 { return r.measured })
	if want := []float64{1.5, 1.5, 3.5, 3.5, 5}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestReport(t *testing.T) {
	long := make([]row, 12)
	for i := range long {
		long[i] = row{name: "op", ops: 1, measured: 1e-3 * float64(i+1), predicted: 2e-3 * float64(i+1)}
	}
	var out strings.Builder
	if !report(&out, "p", long, false) || !strings.Contains(out.String(), "rank correlation of 10 ops 1.00 (1.00 if") || strings.Count(out.String(), " op\n") != 1+10 {
		t.Errorf("the right order:\n%s", out.String())
	}
	for i := range long {
		long[i].predicted = 1 / long[i].measured
	}
	out.Reset()
	if report(&out, "p", long, true) || !strings.Contains(out.String(), "rank correlation of 10 ops -1.00, less than 0.80 (") || strings.Count(out.String(), " op\n") != 1+12 {
		t.Errorf("the wrong order:\n%s", out.String())
	}
	out.Reset()
	if !report(&out, "p", []row{{name: "a", ops: 1, measured: 2, predicted: 5}, {name: "b", ops: 1, measured: 1, predicted: 4}}, false) || !strings.Contains(out.String(), "of 2 ops 1.00") {
		t.Errorf("a small program:\n%s", out.String())
	}
}

func parse(t *testing.T, text string) *ir.Op {
	t.Helper()
	module, err := parser.Parse(driver.NewContext(), []byte(text), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// What is measured: each op that runs, once however often it is there, what is
// inside of loops and not the loop.
func TestRows(t *testing.T) {
	module := parse(t, `
func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %c = tg.constant dense<1.0> : tensor<f32>
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.while (%v = %1) : tensor<4xf32> cond {
    tg.yield %p : tensor<i1>
  } do {
    %3 = tg.add %v, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    tg.yield %3 : tensor<4xf32>
  }
  %4 = tg.fusion (%a = %2) : (tensor<4xf32>) -> tensor<4xf32> {
    %5 = tg.exp %a : tensor<4xf32>
    tg.yield %5 : tensor<4xf32>
  }
  return %4 : tensor<4xf32>
}`)
	rows := rowsOf(module, cost.CPU())
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
	}
	if want := []string{"tg.add 4xf32 f32 -> 4xf32", "tg.fusion 4xf32 -> 4xf32", "tg.neg 4xf32 -> 4xf32"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	if rows[2].ops != 2 {
		t.Errorf("%d ops are tg.neg, want 2", rows[2].ops)
	}
	// All of them run alone: constants are constants, the rest is parameters.
	for _, r := range rows {
		if _, err := calibrate.NewTimer(copies(r.op), inputs{}.of); err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
	}
	alone, err := copies(rows[0].op)(3)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	ir.Walk(alone, func(o *ir.Op) ir.WalkAction { count[o.Name()]++; return ir.Advance })
	if fn := alone.RegionAt(0).First().First(); count["tg.add"] != 3 || count["tg.constant"] != 1 || len(fn.RegionAt(0).First().Args()) != 1 {
		t.Errorf("the program of an op alone has %v and %d parameters", count, len(fn.RegionAt(0).First().Args()))
	}
}

// An op that changes its operand in place does so alone, too.
func TestInPlace(t *testing.T) {
	module := parse(t, `
func.func @main(%x: tensor<8x4xf32>, %u: tensor<1x4xf32>, %i: tensor<i32>) -> tensor<8x4xf32> {
  %0 = tg.neg %x : tensor<8x4xf32>
  %1 = tg.dynamic_update_slice %0, %u, %i, %i : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}`)
	for _, r := range rowsOf(module, cost.CPU()) {
		alone, err := copies(r.op)(2)
		if err != nil {
			t.Fatal(err)
		}
		last := alone.RegionAt(0).First().First().RegionAt(0).First().Last().Prev()
		if chained := last.Operand(0).Def() != nil; chained != (r.op.Name() == "tg.dynamic_update_slice") {
			t.Errorf("%s goes on with the result of the copy before: %v", r.name, chained)
		}
	}
}
