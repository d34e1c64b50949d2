package memoryreport_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memoryreport"
	"github.com/tg-opt/tg/parser"
)

// calls has a loop, a branch, a call, a view, workspace and constants, and nests them.
const calls = `func.func private @leaf(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tg.matmul %x, %x : tensor<64x64xf32>
  %1 = tg.exp %0 : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
func.func @main(%x: tensor<64x64xf32>, %p: i1) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c = tg.constant dense<1.0> : tensor<64x64xf32>
  %t = tg.exp %x : tensor<64x64xf32>
  %lo = arith.constant 0 : index
  %hi = arith.constant 4 : index
  %one = arith.constant 1 : index
  %l = scf.for %i = %lo to %hi step %one iter_args(%a = %c) -> (tensor<64x64xf32>) {
    %n = func.call @leaf(%a) : (tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  %b = scf.if %p -> (tensor<64x64xf32>) {
    %s = tg.sort ascending %l dim 0 : tensor<64x64xf32>
    scf.yield %s : tensor<64x64xf32>
  } else {
    scf.yield %t : tensor<64x64xf32>
  }
  %r = tg.add %b, %t : tensor<64x64xf32>
  return %r, %l : tensor<64x64xf32>, tensor<64x64xf32>
}
`

// What is live at the peak is what the classes and the buffers sum up to, for any number of
// workers; what is idle is a part of it, and further peaks are lower by 5 % at most.
func TestSums(t *testing.T) {
	root, err := parser.Parse(driver.NewContext(), []byte(calls), parser.Options{Filename: "m.mlir"})
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2, 8} {
		report, err := memoryreport.New(root, memoryreport.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if report.Constants != (memoryreport.Amount{Count: 4, Bytes: 16384 + 3*lifetimes.Alignment}) || len(report.Functions) != 2 {
			t.Errorf("%+v in %d functions", report.Constants, len(report.Functions))
		}
		for _, f := range report.Functions {
			p := f.Peak
			var buffers int64
			for _, b := range p.Buffers {
				buffers += b.Bytes
			}
			c := p.Classes
			classes := c.Results + c.Intermediates + c.Workspace + c.State + c.Callees
			if f.Live != p.Live || f.Live != buffers || f.Live != classes || f.Total != f.Arena+f.Results || p.IdleBytes > f.Live {
				t.Errorf("@%s: %d live, %d in buffers, %d in classes, %d idle", f.Name, f.Live, buffers, classes, p.IdleBytes)
			}
			for _, m := range p.Further {
				if m.Live > f.Live || m.Live*20 < f.Live*19 || m.Point == p.Point {
					t.Errorf("@%s: a further peak of %d at %d", f.Name, m.Live, m.Point)
				}
			}
		}
	}
	if called := memoryreport.Called(cost.Callables(root)[1]); len(called) != 2 {
		t.Errorf("%d functions are called", len(called))
	}
}

// What others find out about orders and budgets is in both forms of the report, of functions that
// have a plan; without it there is no word about that. An error of theirs is one of the report.
func TestOrdersAndBudgets(t *testing.T) {
	root, err := parser.Parse(driver.NewContext(), []byte(calls), parser.Options{Filename: "m.mlir"})
	if err != nil {
		t.Fatal(err)
	}
	site := memoryreport.Site{Op: "tg.sort", Location: "m.mlir:18:10"}
	curve := &memoryreport.Curve{Total: 1000, Floor: 600, FloorOp: &site, Points: []memoryreport.CurvePoint{
		{Budget: "0.9x", Bytes: 900, Met: true, Total: 832, Seconds: 2.5e-6, Percent: 12.345, Recomputed: 3},
		{Budget: "0.7x", Bytes: 700, Total: 768},
		{Budget: "0.5x", Bytes: 500, Total: 768},
	}}
	options := memoryreport.Options{
		Functions:  cost.Callables(root)[1:],
		Reordering: func(*ir.Op) (*memoryreport.Reordering, error) { return &memoryreport.Reordering{Saved: 2048}, nil },
		Curve:      func(*ir.Op) (*memoryreport.Curve, error) { return curve, nil },
	}
	report, err := memoryreport.New(root, options)
	if err != nil {
		t.Fatal(err)
	}
	const table = `
what a budget costs, by ` + "`rematerialize`" + `, as predicted on machine 'cpu'
      budget           bytes           taken    added time          %  ops again
        0.9x             900             832        2.5 us      12.35          3
        0.7x             700  none found: the least is 768, and nothing takes less than 600
        0.5x             500  below the floor: 'tg.sort' m.mlir:18:10 needs 600 with all that it reads

`
	const saved = "       2 KiB  less by another order alone, as `schedule-memory{moves=0}` finds it\n"
	if text := report.Text(1); !strings.Contains(text, table) || !strings.Contains(text, saved) {
		t.Errorf("the report is\n%s", text)
	}
	var back memoryreport.Report
	if err := json.Unmarshal([]byte(report.JSON()), &back); err != nil {
		t.Fatal(err)
	}
	if f := back.Functions[0]; f.Peak.Reordering.Saved != 2048 || *f.Curve.FloorOp != site || len(f.Curve.Points) != 3 || f.Curve.Points[0] != curve.Points[0] {
		t.Errorf("%+v\n%s", f.Curve, report.JSON())
	}

	options.Reordering = func(*ir.Op) (*memoryreport.Reordering, error) {
		return &memoryreport.Reordering{Untried: "9 ops in 1 block would take long"}, nil
	}
	options.Curve = func(*ir.Op) (*memoryreport.Curve, error) { return nil, errors.New("no curve") }
	if _, err := memoryreport.New(root, options); err == nil || err.Error() != "no curve" {
		t.Errorf("an error of the curve: %v", err)
	}
	options.Curve = nil
	report, err = memoryreport.New(root, options)
	if err != nil {
		t.Fatal(err)
	}
	const untried = "              other orders were not tried, `schedule-memory` does: 9 ops in 1 block would take long\n"
	if text := report.Text(1); !strings.Contains(text, untried) || strings.Contains(text, "budget") || strings.Contains(report.JSON(), `"curve"`) {
		t.Errorf("the report is\n%s", text)
	}
}
