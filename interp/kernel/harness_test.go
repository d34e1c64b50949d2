package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// parse reads the text form of a tensor.
func parse(t *testing.T, text string) *tensor.Tensor {
	t.Helper()
	x, err := tensor.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return x
}

// same fails unless two tensors have equal types, shapes and bits; of NaNs there is one.
func same(t *testing.T, what string, got, want *tensor.Tensor) {
	t.Helper()
	if tensor.Equal(got, want) {
		return
	}
	if got.TypeString() != want.TypeString() {
		t.Fatalf("%s: got type %s, want %s", what, got.TypeString(), want.TypeString())
	}
	for i := range got.Len() {
		if !sameElement(got, want, i) {
			t.Fatalf("%s: element %d differs:\n got %s\nwant %s", what, i, element(got, i), element(want, i))
		}
	}
}

// sameBits is same with the payloads of NaNs.
func sameBits(t *testing.T, what string, got, want *tensor.Tensor) {
	t.Helper()
	same(t, what, got, want)
	if !tensor.Equal(got, want) {
		t.Fatalf("%s: payloads of NaNs differ", what)
	}
}

func sameElement(a, b *tensor.Tensor, i int) bool {
	if a.DType().IsComplex() {
		return sameElement(a.Parts(), b.Parts(), 2*i) && sameElement(a.Parts(), b.Parts(), 2*i+1)
	}
	if a.DType().IsFloat() {
		x, y := a.Float64At(i), b.Float64At(i)
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
	}
	return a.Int64At(i) == b.Int64At(i)
}

func element(t *tensor.Tensor, i int) string {
	if t.DType().IsComplex() {
		return t.ElementString(i)
	}
	if t.DType().IsFloat() {
		return fmt.Sprintf("%v (%x)", t.Float64At(i), t.Float64At(i))
	}
	return fmt.Sprint(t.Int64At(i))
}

// realTypes are all element types but those of complex numbers, whose kernels have tests of their
// own.
func realTypes() []tensor.DType {
	return slices.DeleteFunc(tensor.DTypes(), tensor.DType.IsComplex)
}

// someTypes are realTypes; with the race detector one of each size.
func someTypes() []tensor.DType {
	if raceEnabled {
		return []tensor.DType{tensor.Bool, tensor.F16, tensor.F32, tensor.I64}
	}
	return realTypes()
}

// edges returns the values of a type at which operations go wrong.
func edges(d tensor.DType) []float64 {
	inf, nan := math.Inf(1), math.NaN()
	floats := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3, -7.25, inf, -inf, nan, 100, 1e5, -1e5}
	switch d.Part() {
	case tensor.Bool:
		return []float64{0, 1}
	case tensor.F16:
		return append(floats, 65504, -65504, 0x1p-24, -0x1p-24, 0x1p-14, 2048, 2049)
	case tensor.BF16:
		return append(floats, 0x1.FEp127, -0x1.FEp127, 0x1p-133, 0x1p-126, 256, 257)
	case tensor.F32:
		return append(floats, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126, 1<<24, 0.1, 1e20)
	case tensor.F64:
		return append(floats, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, 1<<53, 0.1, 1e20, 1e300)
	}
	limit := math.Ldexp(1, d.Bits())
	if d.IsUnsigned() {
		return []float64{0, 1, 2, 3, 7, 8, 15, 31, 64, limit / 2, limit/2 - 1, inf}
	}
	return []float64{0, 1, -1, 2, -2, 3, -7, 8, 15, 31, 64, limit/2 - 1, -limit / 2, -limit/2 + 1}
}

// samples returns a tensor that starts with all pairs of edge values, first or second of each pair,
// and goes on with random bits.
func samples(d tensor.DType, second bool, random int) *tensor.Tensor {
	if d.IsComplex() {
		return complexSamples(d, second, random)
	}
	values := edges(d)
	n := len(values)
	t := tensor.New(d, n*n+random)
	for i := range n * n {
		k := i / n
		if second {
			k = i % n
		}
		t.SetFloat64(i, values[k])
	}
	seed := uint64(1)
	if second {
		seed = 2
	}
	rng := rand.New(rand.NewPCG(seed, uint64(d)))
	for i := n * n * d.Size(); i < len(t.Bytes()); i++ {
		t.Bytes()[i] = byte(rng.Uint32())
		if d == tensor.Bool {
			t.Bytes()[i] &= 1
		}
	}
	return t
}

// complexSamples has all pairs of edge values as parts, in two orders that meet each other, and
// random bits.
func complexSamples(d tensor.DType, second bool, random int) *tensor.Tensor {
	values := edges(d)
	n := len(values)
	t := tensor.New(d, n*n+random)
	parts := t.Parts()
	for i := range n * n {
		k := i
		if second {
			k = (i*(n+2) + 3) % (n * n)
		}
		parts.SetFloat64(2*i, values[k/n])
		parts.SetFloat64(2*i+1, values[k%n])
	}
	rest := samples(d.Part(), second, 2*random)
	copy(t.Bytes()[n*n*d.Size():], rest.Bytes()[len(rest.Bytes())-random*d.Size():])
	return t
}

// small returns a tensor of small values, exact in every type that can hold their sign, so that
// sums and products of a few stay exact.
func small(rng *rand.Rand, d tensor.DType, shape ...int) *tensor.Tensor {
	t := tensor.New(d, shape...)
	for i := range t.Len() {
		v := rng.IntN(7) - 3
		if d.IsUnsigned() {
			v += 3
		}
		t.SetInt64(i, int64(v))
	}
	return t
}

// numbered returns a tensor whose elements are all different as far as the type allows.
func numbered(d tensor.DType, shape ...int) *tensor.Tensor {
	t := tensor.New(d, shape...)
	for i := range t.Len() {
		t.SetInt64(i, int64(i+1))
	}
	return t
}

// onWorkers computes with 1, 2 and 8 workers and fails unless the bits are the same; it returns the
// result.
func onWorkers(t *testing.T, what string, compute func() *tensor.Tensor) *tensor.Tensor {
	t.Helper()
	defer parallel.SetWorkers(0)
	var first *tensor.Tensor
	for _, workers := range []int{1, 2, 8} {
		parallel.SetWorkers(workers)
		got := compute()
		if first == nil {
			first = got
		} else if !tensor.Equal(got, first) {
			t.Fatalf("%s: %d workers give other bits than one", what, workers)
		}
	}
	return first
}

// wantError fails unless err contains the text.
func wantError(t *testing.T, what string, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%s: got error %v, want %q", what, err, text)
	}
}

// positions calls visit with every index of a shape in row-major order. It counts by division, not
// as the code under test does.
func positions(shape []int, visit func(at int, index []int)) {
	n := 1
	for _, extent := range shape {
		n *= extent
	}
	for at := range n {
		index := make([]int, len(shape))
		rest := at
		for d := len(shape) - 1; d >= 0; d-- {
			index[d] = rest % shape[d]
			rest /= shape[d]
		}
		visit(at, index)
	}
}

// flat returns the row-major number of an index.
func flat(shape, index []int) int {
	n := 0
	for d, i := range index {
		n = n*shape[d] + i
	}
	return n
}

// copyElement copies element j of x to element i of out.
func copyElement(out *tensor.Tensor, i int, x *tensor.Tensor, j int) {
	size := out.DType().Size()
	copy(out.Bytes()[i*size:(i+1)*size], x.Bytes()[j*size:(j+1)*size])
}

// inWorkspace calls run with a workspace of that size and arbitrary content, and panics if it
// writes behind it.
func inWorkspace(size int, run func(w []byte)) {
	const guard, canary = 256, 0xA7
	memory := tensor.New(tensor.U8, size+guard).Bytes()
	for i := range memory {
		memory[i] = byte(i*37) | 0x80 // as floats NaNs and large numbers
		if i >= size {
			memory[i] = canary
		}
	}
	run(memory[:size])
	for _, v := range memory[size:] {
		if v != canary {
			panic("a kernel writes behind its workspace")
		}
	}
}

// resolveReduce is ResolveReduce, with a workspace for each run.
func resolveReduce(kind string, d tensor.DType, shape, dims []int) (func(out, x, init *tensor.Tensor), error) {
	kernel, err := ResolveReduce(kind, d, shape, dims)
	return func(out, x, init *tensor.Tensor) {
		inWorkspace(ReduceWorkspace(kind, d, shape, dims), func(w []byte) { kernel(w, out, x, init) })
	}, err
}

// resolveSort is ResolveSort, with a workspace for each run.
func resolveSort(d tensor.DType, shape []int, dim int, descending bool) (Unary, error) {
	kernel, err := ResolveSort([]tensor.DType{d}, shape, dim, Order{Descending: descending})
	return func(out, x *tensor.Tensor) {
		inWorkspace(SortWorkspace(1, shape, dim, parallel.Workers()), func(w []byte) { kernel(w, []*tensor.Tensor{out}, []*tensor.Tensor{x}) })
	}, err
}

// some is how many of the usual cases a test tries: with the race detector a quarter. It takes ten
// times as long for each, and whether workers touch the same shows in the first ones.
func some(usual int) int {
	if raceEnabled {
		return usual / 4
	}
	return usual
}
