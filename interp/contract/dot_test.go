package contract

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// signatures lists the combinations of element types: result, lhs, rhs.
var signatures = func() [][3]tensor.DType {
	var list [][3]tensor.DType
	for _, d := range slices.DeleteFunc(tensor.DTypes(), tensor.DType.IsComplex) {
		list = append(list, [3]tensor.DType{d, d, d})
	}
	return append(list,
		[3]tensor.DType{tensor.I32, tensor.I8, tensor.I8},
		[3]tensor.DType{tensor.I32, tensor.U8, tensor.I8},
		[3]tensor.DType{tensor.I32, tensor.I8, tensor.U8},
		[3]tensor.DType{tensor.I16, tensor.U8, tensor.U8},
		[3]tensor.DType{tensor.U32, tensor.I16, tensor.I16},
		[3]tensor.DType{tensor.I32, tensor.U8, tensor.I16},
		[3]tensor.DType{tensor.I8, tensor.Bool, tensor.I8},
		[3]tensor.DType{tensor.U32, tensor.U8, tensor.U8},
		[3]tensor.DType{tensor.I64, tensor.I32, tensor.U32},
		[3]tensor.DType{tensor.I8, tensor.I32, tensor.I64},
		[3]tensor.DType{tensor.I32, tensor.Bool, tensor.Bool},
		[3]tensor.DType{tensor.F32, tensor.BF16, tensor.BF16},
		[3]tensor.DType{tensor.F32, tensor.F16, tensor.F32},
		[3]tensor.DType{tensor.BF16, tensor.F32, tensor.F32},
		[3]tensor.DType{tensor.F64, tensor.F32, tensor.F32},
		[3]tensor.DType{tensor.F32, tensor.F64, tensor.F64},
		[3]tensor.DType{tensor.F16, tensor.F64, tensor.F64},
		[3]tensor.DType{tensor.F32, tensor.I8, tensor.I8},
		[3]tensor.DType{tensor.F16, tensor.I8, tensor.U8},
		[3]tensor.DType{tensor.F64, tensor.U16, tensor.F32},
		[3]tensor.DType{tensor.F64, tensor.I16, tensor.U64},
	)
}()

// extent is one around the widths of vectors and blocks.
func extent(r *rand.Rand) int {
	return []int{0, 1, 1, 2, 3, 4, 5, 7, 9, 13, 15, 16, 17, 31, 33}[r.IntN(15)]
}

// randomTypes are the types of result, lhs and rhs of a random case.
func randomTypes(r *rand.Rand) [3]tensor.DType { return signatures[r.IntN(len(signatures))] }

// mostProducts bounds the products that the reference forms in a random case.
const mostProducts = 20_000

// checkAll compares a contraction with the expected result, computed with each of the kernels that
// this processor can run; with the fastest only for the race detector, since workers share the work
// of all kernels in one way.
func checkAll(t *testing.T, context string, p *prepared, err error, want, lhs, rhs *tensor.Tensor) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", context, err)
	}
	for i := 0; p.at(i).run != nil && (i == 0 || !raceEnabled); i++ {
		checkFunc(t, fmt.Sprintf("%s, kernel %d", context, i), p.at(i).run, p.workspace(), want, lhs, rhs)
		checkPacked(t, fmt.Sprintf("%s, kernel %d", context, i), p, i, want, lhs, rhs)
	}
}

// checkFunc compares f with the expected result for several worker counts, into garbage.
func checkFunc(t *testing.T, context string, kernel Func, workspace Workspace, want, lhs, rhs *tensor.Tensor) {
	t.Helper()
	everyWorkerCount(func(workers string) {
		got := dirty(want.DType(), want.Shape())
		reported := dirty(want.DType(), want.Shape())
		size := want.DType().Size()
		calls := make([]int32, got.Len())
		f := guarded(kernel, workspace, parallel.Workers())
		f(got, lhs, rhs, func(lo, hi int) {
			copy(reported.Bytes()[lo*size:hi*size], got.Bytes()[lo*size:hi*size])
			for i := lo; i < hi; i++ {
				calls[i]++ // unsynchronized on purpose: ranges must be disjoint
			}
		})
		sameBits(t, context+", "+workers, got, want)
		sameBits(t, context+", "+workers+", as reported", reported, want)
		for i, n := range calls {
			if n != 1 {
				t.Fatalf("%s, %s: element %d was reported %d times as done", context, workers, i, n)
			}
		}
		again := dirty(want.DType(), want.Shape())
		f(again, lhs, rhs, nil)
		sameBits(t, context+", "+workers+", second run", again, want)
		once := dirty(want.DType(), want.Shape())
		guarded(kernel, workspace, 1)(once, lhs, rhs, nil)
		sameBits(t, context+", "+workers+" with memory for one", once, want)
	})
}

// randomDot makes dimension numbers and shapes: pairs of batching and contracting dimensions and
// free ones, in random order.
func randomDot(r *rand.Rand) (d DotDims, lhs, rhs []int) {
	batches, contracts := r.IntN(3), r.IntN(3)
	freeL, freeR := r.IntN(3), r.IntN(3)
	lhs, rhs = make([]int, batches+contracts+freeL), make([]int, batches+contracts+freeR)
	for i := range lhs {
		lhs[i] = extent(r)
	}
	for i := range rhs {
		rhs[i] = extent(r)
	}
	l, q := r.Perm(len(lhs)), r.Perm(len(rhs))
	d = DotDims{LHSBatch: l[:batches], RHSBatch: q[:batches], LHSContract: l[batches : batches+contracts], RHSContract: q[batches : batches+contracts]}
	for i, n := range d.LHSBatch {
		rhs[d.RHSBatch[i]] = lhs[n]
	}
	for i, n := range d.LHSContract {
		rhs[d.RHSContract[i]] = lhs[n]
	}
	return d, lhs, rhs
}

func TestDotGeneralRandom(t *testing.T) {
	usual := 300
	if testing.Short() {
		usual = 300
	}
	for seed := range campaign.Seeds(some(usual)) {
		r := rand.New(rand.NewPCG(seed, 1))
		types := randomTypes(r)
		d, lhsShape, rhsShape := randomDot(r)
		shape, err := d.Shape(lhsShape, rhsShape)
		if err != nil {
			t.Fatal(err)
		}
		inner := 1
		for _, l := range d.LHSContract {
			inner *= lhsShape[l]
		}
		if shapes.Product(shape)*inner > mostProducts {
			continue
		}
		lhs, rhs := random(r, types[1], true, lhsShape...), random(r, types[2], true, rhsShape...)
		p, err := prepareDotGeneral(d, types[0], Type{types[1], lhsShape}, Type{types[2], rhsShape})
		want := tensor.New(types[0], shape...)
		referenceDot(d, want, lhs, rhs)
		checkAll(t, fmt.Sprintf("case %d: %v: %v by %v, %+v", seed, types, lhsShape, rhsShape, d), p, err, want, lhs, rhs)
	}
}

// Shapes that reach every loop structure: several blocks of rows, columns and depth, operands in
// place and packed.
func TestDotGeneralLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	types := []tensor.DType{tensor.F32, tensor.BF16, tensor.I64, tensor.Bool}
	if testing.Short() {
		types = types[:1]
	}
	for n, d := range types {
		for k, c := range []struct {
			dims     DotDims
			lhs, rhs []int
		}{
			{DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, []int{101, 260}, []int{260, 70}},
			{DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, []int{101, 20}, []int{20, 270}},
			{DotDims{LHSContract: []int{0}, RHSContract: []int{1}}, []int{260, 101}, []int{70, 260}},
			{DotDims{LHSContract: []int{0}, RHSContract: []int{1}}, []int{30, 13}, []int{550, 30}},
			{DotDims{LHSContract: []int{0, 2}, RHSContract: []int{2, 1}}, []int{4, 101, 15}, []int{270, 15, 4}},
			{DotDims{LHSContract: []int{0, 2}, RHSContract: []int{2, 1}}, []int{20, 13, 15}, []int{67, 15, 20}},
			{DotDims{LHSBatch: []int{1}, RHSBatch: []int{2}, LHSContract: []int{2}, RHSContract: []int{0}}, []int{20, 3, 260}, []int{260, 70, 3}},
			{DotDims{LHSContract: []int{0}, RHSContract: []int{0}}, []int{900}, []int{900, 300}},
			{DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, []int{600, 300}, []int{300}},
			{DotDims{LHSBatch: []int{0}, RHSBatch: []int{0}, LHSContract: []int{1}, RHSContract: []int{2}}, []int{3, 260, 40}, []int{3, 70, 260}},
			// Several products in one loop; columns that are read in place, that are too many rows
			// for that, and too far apart.
			{DotDims{LHSBatch: []int{0}, RHSBatch: []int{0}, LHSContract: []int{2}, RHSContract: []int{1}}, []int{5, 50, 40}, []int{5, 40, 130}},
			{DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, []int{inPlaceRows, 30}, []int{30, 70}},
			{DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, []int{inPlaceRows + 1, 30}, []int{30, 70}},
			{DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, []int{60, 20}, []int{20, inPlaceStride + 3}},
		} {
			if n > 0 && k%3 != n-1 { // the loops are those of all types
				continue
			}
			lhs, rhs := random(r, d, true, c.lhs...), random(r, d, true, c.rhs...)
			p, err := prepareDotGeneral(c.dims, d, Type{d, c.lhs}, Type{d, c.rhs})
			shape, _ := c.dims.Shape(c.lhs, c.rhs)
			want := tensor.New(d, shape...)
			referenceDot(c.dims, want, lhs, rhs)
			checkAll(t, fmt.Sprintf("%v: %v by %v, %+v", d, c.lhs, c.rhs, c.dims), p, err, want, lhs, rhs)
		}
	}
}

// Operands whose contracting dimension is the first are packed as rows where they have enough of
// them, eight by eight, and the rest one by one.
func TestDotGeneralAcross(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	d := DotDims{LHSContract: []int{0}, RHSContract: []int{0}}
	for _, depth := range []int{1, 7, 8, 9, 17, 300} {
		for _, rows := range []int{23, 24, 25, 31, 32, 33, 100} {
			for _, dtype := range []tensor.DType{tensor.F32, tensor.I32, tensor.F64} {
				lhs, rhs := random(r, dtype, depth < 10, depth, rows), random(r, dtype, false, depth, 19)
				want := tensor.New(dtype, rows, 19)
				referenceDot(d, want, lhs, rhs)
				p, err := prepareDotGeneral(d, dtype, Type{dtype, lhs.Shape()}, Type{dtype, rhs.Shape()})
				checkAll(t, fmt.Sprintf("%v, %d rows of %d", dtype, rows, depth), p, err, want, lhs, rhs)
			}
		}
	}
}

// matMulAsDot restates a matrix product of broadcast operands for the reference.
func matMulAsDot(lhs, rhs *tensor.Tensor) (d DotDims, l, r *tensor.Tensor) {
	shape := func(t *tensor.Tensor, row bool) []int {
		s := t.Shape()
		if len(s) == 1 && row {
			return []int{1, s[0]}
		} else if len(s) == 1 {
			return []int{s[0], 1}
		}
		return s
	}
	ls, rs := shape(lhs, true), shape(rhs, false)
	rank := max(len(ls), len(rs)) - 2
	full := func(own, other []int) []int {
		out := make([]int, rank)
		for i := range out {
			out[i] = 1
			if d := i - rank + len(own) - 2; d >= 0 {
				out[i] = own[d]
			}
			if d := i - rank + len(other) - 2; d >= 0 && out[i] == 1 {
				out[i] = other[d]
			}
		}
		return append(out, own[len(own)-2:]...)
	}
	broadcast := func(t *tensor.Tensor, from, to []int) *tensor.Tensor {
		out := tensor.New(t.DType(), to...)
		size := t.DType().Size()
		each(to, func(n int, index []int) {
			at := 0
			for i, s := range from {
				k := index[len(to)-len(from)+i]
				if s == 1 {
					k = 0
				}
				at = at*s + k
			}
			copy(out.Bytes()[n*size:][:size], t.Bytes()[at*size:])
		})
		return out
	}
	for i := range rank {
		d.LHSBatch, d.RHSBatch = append(d.LHSBatch, i), append(d.RHSBatch, i)
	}
	d.LHSContract, d.RHSContract = []int{rank + 1}, []int{rank}
	return d, broadcast(lhs, ls, full(ls, rs)), broadcast(rhs, rs, full(rs, ls))
}

func TestMatMul(t *testing.T) {
	for i, types := range signatures {
		if raceEnabled && i%4 != 0 {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(types[0]), uint64(types[1])<<8|uint64(types[2])))
		for _, c := range [][3][]int{ // lhs, rhs, result
			{{3}, {3}, {}},
			{{0}, {0}, {}},
			{{3}, {3, 4}, {4}},
			{{2, 3}, {3}, {2}},
			{{5, 2, 3}, {3}, {5, 2}},
			{{3}, {5, 3, 4}, {5, 4}},
			{{2, 3}, {3, 4}, {2, 4}},
			{{2, 0}, {0, 4}, {2, 4}},
			{{0, 3}, {3, 4}, {0, 4}},
			{{2, 3}, {3, 0}, {2, 0}},
			{{1, 1}, {1, 1}, {1, 1}},
			{{7, 2, 3}, {7, 3, 4}, {7, 2, 4}},
			{{7, 2, 3}, {3, 4}, {7, 2, 4}},
			{{2, 3}, {7, 3, 4}, {7, 2, 4}},
			{{1, 3}, {7, 3, 4}, {7, 1, 4}},
			{{7, 1, 2, 3}, {1, 5, 3, 4}, {7, 5, 2, 4}},
			{{5, 1, 3}, {7, 1, 3, 4}, {7, 5, 1, 4}},
			{{1, 5, 2, 3}, {5, 3, 4}, {1, 5, 2, 4}},
			{{0, 2, 3}, {1, 3, 4}, {0, 2, 4}},
			{{3, 40, 50}, {3, 50, 70}, {3, 40, 70}},
			{{40, 50}, {3, 50, 70}, {3, 40, 70}},
		} {
			context := fmt.Sprintf("%v: %v by %v", types, c[0], c[1])
			shape, err := MatMulShape(c[0], c[1])
			if err != nil {
				t.Fatalf("%s: %v", context, err)
			}
			if diff := cmp.Diff(c[2], append([]int{}, shape...)); diff != "" {
				t.Fatalf("%s: shape (-want +got):\n%s", context, diff)
			}
			lhs, rhs := random(r, types[1], true, c[0]...), random(r, types[2], true, c[1]...)
			d, l, q := matMulAsDot(lhs, rhs)
			dot, err := d.Shape(l.Shape(), q.Shape())
			if err != nil {
				t.Fatalf("%s: %v", context, err)
			}
			p, err := prepareMatMul(types[0], Type{types[1], c[0]}, Type{types[2], c[1]})
			want := tensor.New(types[0], dot...)
			referenceDot(d, want, l, q)
			want = tensor.Wrap(types[0], shape, want.Bytes())
			checkAll(t, context, p, err, want, lhs, rhs)
		}
	}
}

func TestKnownProducts(t *testing.T) {
	f32 := func(shape []int, v ...float32) *tensor.Tensor {
		x, err := tensor.FromSlice(shape, v)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	f, err := resolved(prepareMatMul(tensor.F32, Type{tensor.F32, []int{2, 3}}, Type{tensor.F32, []int{3, 2}}))
	if err != nil {
		t.Fatal(err)
	}
	got := tensor.New(tensor.F32, 2, 2)
	f(got, f32([]int{2, 3}, 1, 2, 3, 4, 5, 6), f32([]int{3, 2}, 7, 8, 9, 10, 11, 12), nil)
	if diff := cmp.Diff([]float32{58, 64, 139, 154}, tensor.Data[float32](got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The order of additions shows: 2^24 + 1 + 1 stays 2^24 when added one by one.
	f, err = resolved(prepareMatMul(tensor.F32, Type{tensor.F32, []int{3}}, Type{tensor.F32, []int{3}}))
	if err != nil {
		t.Fatal(err)
	}
	scalar := tensor.New(tensor.F32)
	f(scalar, f32([]int{3}, 1<<24, 1, 1), f32([]int{3}, 1, 1, 1), nil)
	if got := tensor.Data[float32](scalar)[0]; got != 1<<24 {
		t.Errorf("2^24 + 1 + 1 = %v in float32 from left to right, want 2^24", got)
	}
	// In bf16, 256 + 1 is a tie that rounds back to 256; float32 accumulators keep every 1.
	ones := make([]tensor.BFloat16, 257)
	for i := range ones {
		ones[i] = tensor.ToBFloat16(1)
	}
	ones[0] = tensor.ToBFloat16(256)
	row, _ := tensor.FromSlice([]int{257}, ones)
	for i := range ones {
		ones[i] = tensor.ToBFloat16(1)
	}
	col, _ := tensor.FromSlice([]int{257}, ones)
	f, err = resolved(prepareMatMul(tensor.BF16, Type{tensor.BF16, []int{257}}, Type{tensor.BF16, []int{257}}))
	if err != nil {
		t.Fatal(err)
	}
	half := tensor.New(tensor.BF16)
	f(half, row, col, nil)
	if got := tensor.Data[tensor.BFloat16](half)[0].Float32(); got != 512 {
		t.Errorf("256 + 256 ones = %v in bf16, want 512", got)
	}
}

func TestConcurrentRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	shape := []int{90, 90}
	f, err := resolved(prepareMatMul(tensor.F32, Type{tensor.F32, shape}, Type{tensor.F32, shape}))
	if err != nil {
		t.Fatal(err)
	}
	var runs sync.WaitGroup
	for range 4 {
		lhs, rhs := random(r, tensor.F32, false, shape...), random(r, tensor.F32, false, shape...)
		want := tensor.New(tensor.F32, shape...)
		referenceDot(DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, want, lhs, rhs)
		runs.Go(func() {
			for range 20 {
				got := dirty(tensor.F32, shape)
				f(got, lhs, rhs, nil)
				if !tensor.Equal(got, want) {
					t.Error("concurrent runs disturb each other")
				}
			}
		})
	}
	runs.Wait()
}

func TestErrors(t *testing.T) {
	f32 := func(shape ...int) Type { return Type{tensor.F32, shape} }
	dot := func(d DotDims, lhs, rhs Type) error {
		_, err := ResolveDotGeneral(d, tensor.F32, lhs, rhs)
		return err
	}
	matmul := func(out tensor.DType, lhs, rhs Type) error {
		_, err := ResolveMatMul(out, lhs, rhs)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{matmul(tensor.F32, f32(2, 3), f32(4, 5)), "matmul: inner dimensions differ: 3 in dimension 1 of lhs (2x3), 4 in dimension 0 of rhs (4x5)"},
		{matmul(tensor.F32, f32(3), f32(4)), "matmul: inner dimensions differ: 3 in dimension 0 of lhs (3), 4 in dimension 0 of rhs (4)"},
		{matmul(tensor.F32, f32(7, 2, 3), f32(6, 3, 5)), "matmul: batch dimensions do not broadcast: 7 in dimension 0 of lhs (7x2x3), 6 in dimension 0 of rhs (6x3x5)"},
		{matmul(tensor.F32, f32(4, 7, 2, 3), f32(6, 3, 5)), "matmul: batch dimensions do not broadcast: 7 in dimension 1 of lhs (4x7x2x3), 6 in dimension 0 of rhs (6x3x5)"},
		{matmul(tensor.F32, f32(), f32(3)), "matmul: operands must have rank 1 or more, got rank 0 and rank 1"},
		{matmul(tensor.I32, f32(2, 3), f32(3, 2)), "matmul: f32 x f32 cannot give i32: floating-point operands need a floating-point result"},
		{matmul(tensor.Bool, Type{tensor.I8, []int{2, 3}}, Type{tensor.Bool, []int{3, 2}}), "matmul: i8 x i1 cannot give i1: an i1 result needs i1 operands"},
		{matmul(tensor.Invalid, f32(2, 3), f32(3, 2)), "matmul: result: invalid is not an element type"},
		{matmul(tensor.F32, f32(2, -3), f32(3, 2)), "matmul: lhs: dimension 1 of shape 2x-3 is negative"},
		{matmul(tensor.F32, f32(1<<40, 0), f32(0, 1<<40)), "matmul: result: shape 1099511627776x1099511627776 has more elements than an int can count"},
		{dot(DotDims{LHSContract: []int{1}, RHSContract: []int{0}}, f32(2, 3), f32(4, 5)),
			"dot_general: contracting dimensions differ: 3 in dimension 1 of lhs (2x3), 4 in dimension 0 of rhs (4x5)"},
		{dot(DotDims{LHSBatch: []int{0}, RHSBatch: []int{1}}, f32(2, 3), f32(4, 5)),
			"dot_general: batching dimensions differ: 2 in dimension 0 of lhs (2x3), 5 in dimension 1 of rhs (4x5)"},
		{dot(DotDims{LHSBatch: []int{2}, RHSBatch: []int{1}}, f32(2, 3), f32(4, 5)), "dot_general: lhs batching dimension 2 is not one of the 2 dimensions of lhs"},
		{dot(DotDims{LHSContract: []int{0}, RHSContract: []int{-1}}, f32(2, 3), f32(4, 5)),
			"dot_general: rhs contracting dimension -1 is not one of the 2 dimensions of rhs"},
		{dot(DotDims{LHSBatch: []int{0}, RHSBatch: []int{0}, LHSContract: []int{0}, RHSContract: []int{1}}, f32(2, 3), f32(2, 2)), "dot_general: dimension 0 of lhs is used twice"},
		{dot(DotDims{LHSContract: []int{0}}, f32(2, 3), f32(2, 2)), "dot_general: 1 contracting dimensions of lhs, 0 of rhs"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("error %v\nwant  %s", c.err, c.want)
		}
	}
}

func TestTypeString(t *testing.T) {
	if got := fmt.Sprint(Type{tensor.F32, []int{2, 3}}, Type{tensor.Bool, nil}); !strings.Contains(got, "2x3xf32 i1") {
		t.Errorf("got %q", got)
	}
}

// One row by columns that are read where they are, of several products and with tails.
func TestStreamedColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for _, d := range []tensor.DType{tensor.F32, tensor.F64, tensor.I32, tensor.BF16} {
		for _, c := range [][3]int{{1, 70, 128}, {1, 33, 257}, {3, 50, 300}, {5, 1, 129}, {2, 40, 1100}, {4, 7, 64}} {
			left, right := []int{c[0], 1, c[1]}, []int{c[0], c[1], c[2]}
			lhs, rhs := random(r, d, true, left...), random(r, d, true, right...)
			want := tensor.New(d, c[0], 1, c[2])
			dims := DotDims{LHSBatch: []int{0}, RHSBatch: []int{0}, LHSContract: []int{2}, RHSContract: []int{1}}
			referenceDot(dims, want, lhs, rhs)
			p, err := prepareDotGeneral(dims, d, Type{d, left}, Type{d, right})
			checkAll(t, fmt.Sprintf("%v %v", d, c), p, err, want, lhs, rhs)
		}
	}
}
