package contract

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// checkPacked is checkAll for operands that are given packed, to one kernel.
func checkPacked(t *testing.T, context string, p *prepared, kernel int, want, lhs, rhs *tensor.Tensor) (tried int) {
	t.Helper()
	for _, operands := range []Operands{{true, false}, {false, true}, {true, true}} {
		given := p.withGiven(operands)
		b := given.at(kernel)
		in, packings := [2]*tensor.Tensor{lhs, rhs}, Contraction{p}.Packings(operands)
		if packings[0].Bytes+packings[1].Bytes == 0 {
			continue
		}
		for i := range in {
			if b.pack[i] == nil {
				continue
			}
			if !operands[i] || packings[i].Bytes == 0 {
				t.Fatalf("%s: operand %d is packed, which is not to be", context, i)
			}
			packings[i].pack, packings[i].acc = b.pack[i], p.acc
			in[i] = packings[i].Packed(nil, in[i])
		}
		if in == [2]*tensor.Tensor{lhs, rhs} {
			continue
		}
		tried++
		checkFunc(t, fmt.Sprintf("%s, packed %v", context, operands), b.run, p.workspace(), want, in[0], in[1])
	}
	return tried
}

// Operands of any layout, odd extents and batches are packed, and an operand whose rows are read
// where they are is not.
func TestPacked(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	types := []tensor.DType{tensor.F32, tensor.F64, tensor.BF16, tensor.F16, tensor.I8, tensor.I32, tensor.U16, tensor.I64, tensor.Bool, tensor.C64, tensor.C128}
	if testing.Short() || raceEnabled {
		types = types[:3]
	}
	tried := 0
	for n, d := range types {
		for _, c := range []struct{ batch, m, k, n int }{
			{1, 2, 3, 5}, {1, 7, 33, 70}, {1, 100, 70, 65}, {3, 19, 40, 129}, {1, 30, 300, 50}, {2, 1, 20, 30}, {1, 110, 17, 300},
			{1, 100, 70, 17}, {2, 66, 50, 33},
		} {
			if d != tensor.F32 && c.m > 30 { // kernels of all types are cut up by the same code
				continue
			}
			for transposed := range 4 {
				if d != tensor.F32 && (transposed+n)%2 != 0 {
					continue
				}
				left, right := []int{c.batch, c.m, c.k}, []int{c.batch, c.k, c.n}
				dims := DotDims{LHSBatch: []int{0}, RHSBatch: []int{0}, LHSContract: []int{2}, RHSContract: []int{1}}
				if transposed&1 != 0 {
					left, dims.LHSContract = []int{c.batch, c.k, c.m}, []int{1}
				}
				if transposed&2 != 0 {
					right, dims.RHSContract = []int{c.batch, c.n, c.k}, []int{2}
				}
				lhs, rhs := random(r, d, true, left...), random(r, d, true, right...)
				want := tensor.New(d, c.batch, c.m, c.n)
				p, err := prepareDotGeneral(dims, d, Type{d, left}, Type{d, right})
				if err != nil {
					t.Fatal(err)
				}
				f := guarded(p.at(0).run, p.workspace(), parallel.Workers())
				f(want, lhs, rhs, nil) // as other tests compare with the definition
				for i := 0; p.at(i).run != nil; i++ {
					tried += checkPacked(t, fmt.Sprintf("%v %v, transposed %d, kernel %d", d, c, transposed, i), p, i, want, lhs, rhs)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d products have packed operands", tried)
	}
}

// Rows that are given packed become columns where the columns that there are would leave much of
// registers empty, and only then.
func TestNarrow(t *testing.T) {
	for _, tt := range []struct {
		rows, depth, cols int
		kernel            block
		packed, want      bool
	}{
		{2048, 512, 49, block{6, 64}, true, true},
		{2048, 512, 49, block{6, 64}, false, false},
		{2048, 512, 49, block{6, 16}, true, true}, // of 56
		{2048, 512, 33, block{6, 16}, true, true},
		{2048, 512, 64, block{6, 64}, true, false},
		{2048, 512, 65, block{6, 64}, true, true},
		{2048, 8, 49, block{6, 64}, true, false},
		{63, 512, 49, block{6, 64}, true, false},
		{256, 1024, 196, block{6, 64}, true, false},
	} {
		p, err := prepareMatMul(tensor.F32, Type{tensor.F32, []int{tt.rows, tt.depth}}, Type{tensor.F32, []int{tt.depth, tt.cols}})
		if err != nil {
			t.Fatal(err)
		}
		c := p.contraction
		c.packed[0] = tt.packed
		if got := newBlocking(c, tt.kernel).swapped; got != tt.want {
			t.Errorf("%+v: swapped %v", tt, got)
		}
	}
}

// What is packed takes as much as the operand in the type of the sums; vectors are read where they
// are.
func TestPackings(t *testing.T) {
	matMul := func(d tensor.DType, lhs, rhs []int) Contraction {
		c, err := NewMatMul(d, Type{d, lhs}, Type{d, rhs})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, tt := range []struct {
		d           tensor.DType
		lhs, rhs    []int
		left, right int
	}{
		{tensor.F32, []int{128, 768}, []int{768, 3072}, 0, 768 * 3072 * 4},
		{tensor.BF16, []int{2, 64, 100}, []int{100, 100}, 0, 100 * 100 * 4},
		{tensor.F64, []int{4, 64, 33}, []int{4, 33, 77}, 0, 4 * 33 * 77 * 8},
		{tensor.F32, []int{2048, 100}, []int{100, 49}, 2048 * 100 * 4, 100 * 49 * 4},
		{tensor.F32, []int{1, 4096}, []int{4096, 4096}, 0, 0},
		{tensor.F32, []int{4096}, []int{4096, 64}, 0, 0},
		{tensor.F32, []int{5, 0}, []int{0, 64}, 0, 0},
		{tensor.F32, []int{5, 3}, []int{3, 0}, 0, 0},
	} {
		c := matMul(tt.d, tt.lhs, tt.rhs)
		for _, operands := range []Operands{{}, {true, false}, {false, true}, {true, true}} {
			want := [2]int{}
			if operands[0] {
				want[0] = tt.left
			}
			if operands[1] {
				want[1] = tt.right
			}
			got := c.Packings(operands)
			if got[0].Bytes != want[0] || got[1].Bytes != want[1] {
				t.Errorf("%v %v by %v, given %v: %d and %d bytes, want %v", tt.d, tt.lhs, tt.rhs, operands, got[0].Bytes, got[1].Bytes, want)
			}
		}
	}
	wide, narrow := matMul(tensor.F32, []int{64, 100}, []int{100, 128}), matMul(tensor.F32, []int{65, 100}, []int{100, 64})
	if a, b := wide.Packings(Operands{false, true}), narrow.Packings(Operands{false, true}); a[1].Layout == b[1].Layout || a[1].Layout == "" {
		t.Error("matrices of 128 and of 64 columns have one layout")
	}
}

// Runs that share a packed operand do not disturb each other.
func TestPackedConcurrently(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	shape := []int{90, 90}
	c, err := NewMatMul(tensor.F32, Type{tensor.F32, shape}, Type{tensor.F32, shape})
	if err != nil {
		t.Fatal(err)
	}
	f, packings, err := c.ResolveGiven(Operands{false, true})
	if err != nil || packings[1].Bytes != shapes.Product(shape)*4 {
		t.Fatal(packings, err)
	}
	rhs := random(r, tensor.F32, false, shape...)
	given, run := packings[1].Packed(nil, rhs), guarded(f, c.Workspace(), parallel.Workers())
	var runs sync.WaitGroup
	for range 4 {
		lhs := random(r, tensor.F32, false, shape...)
		want := tensor.New(tensor.F32, shape...)
		referenceDot(DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, want, lhs, rhs)
		runs.Go(func() {
			for range 20 {
				got := dirty(tensor.F32, shape)
				run(got, lhs, given, nil)
				if !tensor.Equal(got, want) {
					t.Error("concurrent runs disturb each other")
				}
			}
		})
	}
	runs.Wait()
}
