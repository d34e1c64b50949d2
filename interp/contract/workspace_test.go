package contract

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// guarded is a contraction with a workspace for that many workers, of arbitrary content, for each
// run. It panics if one writes behind it.
func guarded(f Func, workspace Workspace, workers int) func(out, lhs, rhs *tensor.Tensor, done func(lo, hi int)) {
	return func(out, lhs, rhs *tensor.Tensor, done func(lo, hi int)) {
		const guard = 4096
		size := workspace(workers)
		memory := dirty(tensor.U8, []int{size + guard}).Bytes() // NaNs, if it is floats
		f(memory[:size], out, lhs, rhs, done)
		for _, v := range memory[size:] {
			if v != 0xFF {
				panic("a contraction writes behind its workspace")
			}
		}
	}
}

// resolved is the fastest kernel with a workspace for each run.
func resolved(p *prepared, err error) (func(out, lhs, rhs *tensor.Tensor, done func(lo, hi int)), error) {
	if err != nil {
		return nil, err
	}
	return guarded(p.at(0).run, p.workspace(), parallel.Workers()), nil
}

// Every kernel that this processor can run has blocks that the workspace is made for.
func TestBlocks(t *testing.T) {
	check := func(d tensor.DType, b block) {
		if !slices.Contains(blocksOf(d), b) {
			t.Errorf("%v: blocksOf lacks %v", d, b)
		}
	}
	for _, k := range kernelsFloat32() {
		check(tensor.F32, block{k.rows, k.cols})
	}
	for _, k := range kernelsFloat64() {
		check(tensor.F64, block{k.rows, k.cols})
	}
	for _, k := range kernelsInt32() {
		check(tensor.I32, block{k.rows, k.cols})
	}
	k := integerKernel[int8]()
	check(tensor.I8, block{k.rows, k.cols})
}

// A run allocates nothing, whatever is packed, widened and shared.
func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector has pools drop what they are given")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, workers := range []int{1, 2} {
		parallel.SetWorkers(workers)
		defer parallel.SetWorkers(0)
		for _, c := range []struct {
			d        tensor.DType
			lhs, rhs []int
		}{
			{tensor.F32, []int{3, 4}, []int{4, 5}}, {tensor.F32, []int{200, 300}, []int{300, 250}}, {tensor.F32, []int{12, 100, 64}, []int{12, 64, 100}},
			{tensor.BF16, []int{100, 128}, []int{128, 140}}, {tensor.F64, []int{90, 90}, []int{90, 90}}, {tensor.I8, []int{64, 64}, []int{64, 64}}, {tensor.Bool, []int{20, 20}, []int{20, 20}},
		} {
			p, err := prepareMatMul(c.d, Type{c.d, c.lhs}, Type{c.d, c.rhs})
			noAllocations(t, r, p, err)
			if len(c.lhs) == 2 {
				p, err = prepareDotGeneral(DotDims{LHSContract: []int{0}, RHSContract: []int{1}}, c.d, Type{c.d, []int{c.lhs[1], c.lhs[0]}}, Type{c.d, []int{c.rhs[1], c.rhs[0]}})
				noAllocations(t, r, p, err)
			}
		}
		nhwc := ConvDims{0, 3, []int{1, 2}, 2, 3, []int{0, 1}, 0, 3, []int{1, 2}}
		nchw := ConvDims{0, 1, []int{2, 3}, 1, 0, []int{2, 3}, 0, 1, []int{2, 3}}
		for _, groups := range []int{1, 8, 32} {
			w := ConvWindow{Padding: [][2]int{{1, 1}, {1, 1}}, FeatureGroups: groups, BatchGroups: 1}
			p, err := prepareConv(nhwc, w, tensor.F32, Type{tensor.F32, []int{1, 30, 30, 32}}, Type{tensor.F32, []int{3, 3, 32 / groups, 32}})
			noAllocations(t, r, p, err)
			p, err = prepareConv(nchw, w, tensor.F32, Type{tensor.F32, []int{1, 32, 30, 30}}, Type{tensor.F32, []int{32, 32 / groups, 3, 3}})
			noAllocations(t, r, p, err)
		}
		w := ConvWindow{Padding: [][2]int{{2, 2}, {2, 2}}, InputDilation: []int{2, 2}, FeatureGroups: 1, BatchGroups: 1}
		p, err := prepareConv(nhwc, w, tensor.F32, Type{tensor.F32, []int{1, 30, 30, 16}}, Type{tensor.F32, []int{4, 4, 16, 24}})
		noAllocations(t, r, p, err)
	}
}

func noAllocations(t *testing.T, r *rand.Rand, p *prepared, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	lhs, rhs, out := random(r, p.lhs.DType, false, p.lhs.Shape...), random(r, p.rhs.DType, false, p.rhs.Shape...), tensor.New(p.out.DType, p.out.Shape...)
	w := tensor.New(tensor.U8, p.workspace()(parallel.Workers())).Bytes()
	for i := 0; p.at(i).run != nil; i++ {
		run := p.at(i).run
		allocs := testing.AllocsPerRun(5, func() { run(w, out, lhs, rhs, nil) })
		for again := 0; allocs != 0 && again < 5; again++ { // a worker that is late takes new memory from a pool
			allocs = testing.AllocsPerRun(5, func() { run(w, out, lhs, rhs, nil) })
		}
		if allocs != 0 {
			t.Errorf("%d workers, %v by %v, kernel %d: %v allocations", parallel.Workers(), p.lhs, p.rhs, i, allocs)
		}
	}
}
