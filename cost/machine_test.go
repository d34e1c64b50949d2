package cost

import (
	"math"
	"testing"

	"github.com/tg-opt/tg/ir"
)

// toy is a machine whose times are easy to compute by hand.
const toy = `
name = toy
speedup = 2
grain = 10
bandwidth = 10
cache = 100
cache-bandwidth = 100
runs = 4
singles = 8
swaps = 32
square = 4
packing = 16
tile-rows = 4
tile-cols = 8
fold-lanes = 4
trips = 10
overhead = 1
overhead.view = 0.25
overhead.repeat = 0.5
overhead.tg.pad = 5
flops.simple.f32 = 100
flops.simple.i8 = 400
flops.math.f32 = 10
flops.math.f64 = 5
flops.fold.f32 = 20
flops.contract.f32 = 64
flops.depthwise.f32 = 32
call.tan = 4
`

func toyMachine(t *testing.T) *Machine {
	t.Helper()
	m, err := Parse("toy", toy)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSeconds(t *testing.T) {
	m, c := toyMachine(t), ir.NewContext()
	epilogue := Work{Kind: Contract, Elem: c.F32(), Flops: 64, Call: "tan"}
	epilogue.Epilogue.Simple, epilogue.Epilogue.Calls = 50, 4
	for _, tc := range []struct {
		name string
		work Work
		want float64
	}{
		{"nothing", Work{Kind: Free, Flops: 1e9}, 0},
		{"overhead alone", Work{}, 1},
		{"overhead of a kind", Work{Kind: View}, 0.25},
		{"traffic in the cache", Work{Read: 40, Written: 60}, 1 + 1},
		{"all that the cache holds", Work{Read: 100}, 1 + 1},
		{"traffic beyond it", Work{Read: 100, Written: 100}, 1 + 0.5 + 10},
		{"more arithmetic than traffic", Work{Kind: Simple, Elem: c.F32(), Flops: 500, Read: 100}, 1 + 5},
		{"more traffic than arithmetic", Work{Kind: Simple, Elem: c.F32(), Flops: 50, Read: 100}, 1 + 1},
		{"two workers where it pays", Work{Kind: Simple, Elem: c.F32(), Flops: 4000}, 1 + 20},
		{"the second one partly", Work{Kind: Simple, Elem: c.F32(), Flops: 1500}, 1 + 10},
		{"memory is for all workers", Work{Kind: Simple, Elem: c.F32(), Flops: 4000, Read: 400}, 1 + 0.5 + 30},
		{"a type of its own speed", Work{Kind: Simple, Elem: c.Int(8, ir.Signless), Flops: 400}, 1 + 1},
		{"the nearest type", Work{Kind: Simple, Elem: c.Bool(), Flops: 400}, 1 + 1},
		{"the nearest type is f32", Work{Kind: Simple, Elem: c.F64(), Flops: 400}, 1 + 4},
		{"a function", Work{Kind: Math, Elem: c.F32(), Call: "sin", Flops: 10}, 1 + 1},
		{"a function of known speed", Work{Kind: Math, Elem: c.F32(), Call: "tan", Flops: 12}, 1 + 3},
		{"for another type", Work{Kind: Math, Elem: c.F64(), Call: "tan", Flops: 12}, 1 + 6},
		{"whole tiles", Work{Kind: Contract, Elem: c.F32(), Flops: 64, Rows: 4, Cols: 8}, 1 + 1},
		{"part of a tile", Work{Kind: Contract, Elem: c.F32(), Flops: 64, Rows: 1, Cols: 4}, 1 + 8},
		{"lanes of a reduction", Work{Kind: Fold, Elem: c.F32(), Flops: 20, Rows: 1}, 1 + 4},
		{"pieces", Work{Runs: 8, Singles: 8, Packed: 16}, 1 + 2 + 1 + 1},
		{"squares", Work{Swapped: 64, Rows: 8, Cols: 8}, 1 + 2},
		{"squares in part", Work{Swapped: 64, Rows: 8, Cols: 6}, 1 + 64*(2.0/3/32+1.0/3/8)},
		{"an epilogue", epilogue, 1 + 1 + 0.5 + 1},
		{"overhead of an op", Work{Op: "tg.pad", Kind: Move}, 5},
		{"but not where it is a view", Work{Op: "tg.pad", Kind: View}, 0.25},
		{"repeated operands", Work{Repeats: true}, 1 + 0.5},
		{"more than a tile", Work{Kind: Contract, Elem: c.F32(), Flops: 64, Rows: 5, Cols: 9}, 1 + 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := m.Seconds(tc.work); math.Abs(got-tc.want) > 1e-9 {
				t.Errorf("takes %v seconds, want %v", got, tc.want)
			}
		})
	}
	fused := Work{Kind: Simple, Elem: c.F32(), Flops: 100, Read: 1e6, Runs: 100}
	if got := m.ComputeSeconds(fused); got != 1 {
		t.Errorf("the arithmetic alone takes %v seconds, want 1", got)
	}
	if got := m.Rate(Simple, c.Int(8, ir.Signless)); got != 400 {
		t.Errorf("rate of i8 is %v, want 400", got)
	}
}

func TestElements(t *testing.T) {
	c := ir.NewContext()
	for _, tc := range []struct {
		t    *ir.Type
		want element
	}{
		{c.Bool(), i1}, {c.Int(4, ir.Signless), i8}, {c.Int(8, ir.Unsigned), i8}, {c.Int(16, ir.Signless), i16}, {c.I32(), i32}, {c.I64(), i64},
		{c.Index(), i64}, {c.Float("f8E4M3FN"), f8}, {c.Float("f16"), f16}, {c.Float("bf16"), bf16}, {c.F32(), f32}, {c.F64(), f64},
		{c.Complex(c.F64()), f64}, {nil, f32},
	} {
		if got := elementOf(tc.t); got != tc.want {
			t.Errorf("%v is taken for %s, want %s", tc.t, elementNames[got], elementNames[tc.want])
		}
	}
}

func TestBytes(t *testing.T) {
	c := ir.NewContext()
	got := Bytes(c.Tensor([]int64{3, 5}, c.F32()), c.Tensor([]int64{ir.Dynamic, 2}, c.F64()), c.Tensor([]int64{0, 7}, c.F32()), c.F32(), c.Tensor(nil, c.Bool()))
	if want := 60.0 + 16 + 0 + 0 + 1; got != want {
		t.Errorf("%v bytes, want %v", got, want)
	}
}
