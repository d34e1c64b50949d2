package memoryreport_test

import (
	"testing"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver"
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
