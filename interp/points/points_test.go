package points

import (
	"testing"

	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/interp/scalar"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

type never struct{}

func (never) Canceled() error { return nil }

// mirrored is x[i] + x[n-1-i], perhaps summed over further axes.
func mirrored(t *testing.T, n, reduced int, combiner string) *Program {
	b := scalar.NewBuilder()
	blocks, err := kernel.BinaryBlocks("add", tensor.F32)
	if err != nil {
		t.Fatal(err)
	}
	args := []scalar.Register{b.Input(tensor.F32, 1), b.Input(tensor.F32, 1)}
	sum, err := b.Apply(&fusion.Node{Kind: fusion.Elementwise, DType: tensor.F32, Blocks: blocks}, args, 1)
	if err != nil {
		t.Fatal(err)
	}
	program, err := b.Finish(sum)
	if err != nil {
		t.Fatal(err)
	}
	dim := &ir.AffineExpr{Op: ir.AffineDim}
	back := ir.FoldAffine(ir.AffineAdd, ir.FoldAffine(ir.AffineMul, dim, ir.AffineConstant(-1)), ir.AffineConstant(int64(n-1)))
	c := &Compute{Axes: []Axis{{Extent: n}}, Results: []tensor.DType{tensor.F32}, Combiner: combiner, Body: Body{Program: program, Inputs: []Input{
		{Kind: Element, DType: tensor.F32, Shape: []int{n}, At: []*ir.AffineExpr{dim}, Else: -1},
		{Kind: Element, DType: tensor.F32, Shape: []int{n}, At: []*ir.AffineExpr{back}, Else: -1},
	}}}
	if combiner != "" {
		c.Axes, c.Reduced = append(c.Axes, Axis{Extent: reduced}), 1
	}
	p, err := Compile(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNoAllocations: a run takes nothing from the heap, once workers have what they need.
func TestNoAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	defer parallel.SetWorkers(parallel.Workers())
	const n = 40_000
	x, out := tensor.New(tensor.F32, n), tensor.New(tensor.F32, n)
	outs, ins := []*tensor.Tensor{out}, []*tensor.Tensor{x}
	for i := range n {
		x.SetFloat64(i, float64(i))
	}
	for _, p := range []*Program{mirrored(t, n, 0, ""), mirrored(t, n, 3, "sum"), mirrored(t, n, 3, "max")} {
		for _, workers := range []int{1, 2} {
			parallel.SetWorkers(workers)
			run := func() {
				if err := p.Execute(nil, outs, ins, never{}); err != nil {
					t.Fatal(err)
				}
			}
			run()
			if allocs := testing.AllocsPerRun(20, run); allocs >= 1 {
				t.Errorf("%q with %d workers: %v allocations", p.Combiner, workers, allocs)
			}
			factor := 1.0
			if p.Combiner == "sum" {
				factor = 3
			}
			if got := out.Float64At(7); got != factor*(n-1) {
				t.Errorf("%q: element 7 is %v, want %v", p.Combiner, got, factor*(n-1))
			}
		}
	}
}

func TestIndexArithmetic(t *testing.T) {
	const most, least = 1<<63 - 1, -1 << 63
	for _, tt := range []struct{ got, want int64 }{
		{plus(most, 1), most}, {plus(least, -1), least}, {plus(most, least), -1},
		{times(most, 2), most}, {times(least, 2), least}, {times(least, -1), most}, {times(-1, least), most}, {times(3, -4), -12}, {times(1<<40, 1<<20), 1 << 60},
		{floorDiv(-7, 2), -4}, {floorDiv(7, -2), -4}, {floorDiv(least, -1), most}, {ceilDiv(-7, 2), -3}, {ceilDiv(7, 2), 4},
	} {
		if tt.got != tt.want {
			t.Errorf("got %d, want %d", tt.got, tt.want)
		}
	}
}

// TestInterval tries all conditions of small numbers.
func TestInterval(t *testing.T) {
	for v := -12; v <= 12; v++ {
		for step := -4; step <= 4; step++ {
			for _, eq := range []bool{false, true} {
				lo, hi := interval(v, step, eq, -3, 9)
				for k := -3; k < 9; k++ {
					n := v + k*step
					if holds := n == 0 || n > 0 && !eq; holds != (lo <= k && k < hi) {
						t.Errorf("%d + %d k, eq %t: [%d, %d), but at %d it is %d", v, step, eq, lo, hi, k, n)
					}
				}
			}
		}
	}
}
