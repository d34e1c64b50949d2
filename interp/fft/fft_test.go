package fft

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
)

// transformed runs a plan.
func transformed[T float](t testing.TB, k Kind, shape, lengths []int, in []T, l *loops[T]) []T {
	t.Helper()
	p, err := resolve(k, shape, lengths, l)
	if err != nil {
		t.Fatal(err)
	}
	result, err := k.Result(shape, lengths)
	if err != nil {
		t.Fatal(err)
	}
	size := 2 * shapes.Product(result)
	if k == ToReal {
		size /= 2
	}
	out := slices.Repeat([]T{T(math.NaN())}, size)
	p.Compute(make([]byte, p.Workspace(parallel.Workers())), out, in)
	return out
}

func random[T float](n int, seed uint64) []T {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	x := make([]T, n)
	for i := range x {
		x[i] = T(rng.NormFloat64())
	}
	return x
}

// lengths are those of all kinds: direct, with sides, with large primes, and powers.
var someLengths = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 24, 29, 31, 32, 33, 35, 36, 37, 48, 49, 62, 64, 74, 97, 100, 121, 127, 128, 210, 243, 256, 289, 343, 360, 512, 625, 961, 1000, 1009, 1024}

// sums are some of the sums that a transform is of, in numbers of twice the digits.
func sums[T float](in []T, places []int, sign float64) []root {
	n := len(in) / 2
	r := newRoots(n)
	table := make([]root, n)
	for k := range table {
		table[k] = exactRoot(r, k)
	}
	out := make([]root, len(places))
	for i, k := range places {
		re, im := double{}, double{}
		for j := range n {
			w := table[j*k%n]
			w.sin.high, w.sin.low = -sign*w.sin.high, -sign*w.sin.low
			x, y := double{float64(in[2*j]), 0}, double{-float64(in[2*j+1]), 0}
			re = re.plus(x.times(w.cos)).plus(y.times(w.sin))
			y.high = -y.high
			im = im.plus(x.times(w.sin)).plus(y.times(w.cos))
		}
		out[i] = root{re, im}
	}
	return out
}

// exactRoot is a root with all digits of its tables.
func exactRoot(r *roots, k int) root {
	t, n := 8*k, r.n
	below := t > 4*n
	if below {
		t = 8*n - t
	}
	left := t > 2*n
	if left {
		t = 4*n - t
	}
	steep := t > n
	if steep {
		t = 2*n - t
	}
	w := rootAt(t, 8*n)
	if steep {
		w.cos, w.sin = w.sin, w.cos
	}
	if left {
		w.cos.high, w.cos.low = -w.cos.high, -w.cos.low
	}
	if below {
		w.sin.high, w.sin.low = -w.sin.high, -w.sin.low
	}
	return w
}

// relativeError is the root of the squares of differences, by that of the results' squares, which
// follows from those of the operand.
func relativeError[T float](in, out []T, places []int, want []root, scale float64) float64 {
	power := 0.0
	for _, x := range in {
		power += float64(x) * float64(x)
	}
	square := 0.0
	for i, k := range places {
		re := (float64(out[2*k])*scale - want[i].cos.high) - want[i].cos.low
		im := (float64(out[2*k+1])*scale - want[i].sin.high) - want[i].sin.low
		square += re*re + im*im
	}
	return math.Sqrt(square / float64(len(places)) / power)
}

func epsilon[T float]() float64 {
	if rowOf[T]() == 16 {
		return 0x1p-23
	}
	return 0x1p-52
}

func TestErrors(t *testing.T) {
	t.Run("f32", testErrors[float32])
	t.Run("f64", testErrors[float64])
}

func testErrors[T float](t *testing.T) {
	lengths := someLengths
	if !testing.Short() {
		lengths = append(slices.Clone(lengths), 1<<14, 59049, 1<<16, 65537, 99991, 2*3*5*7*11*13)
	}
	worst, at := 0.0, ""
	for _, n := range lengths {
		in := random[T](2*n, 1)
		var places []int
		for k := range min(n, 40) {
			places = append(places, (k*7919+n-1)%n)
		}
		for _, kind := range []Kind{Forward, Inverse} {
			scale, sign := 1.0, 1.0
			if kind == Inverse {
				scale, sign = float64(n), -1
			}
			out := transformed(t, kind, []int{n}, []int{n}, in, levels[T]()[0])
			got := relativeError(in, out, places, sums(in, places, sign), scale) / epsilon[T]()
			if limit := math.Sqrt(math.Log2(float64(max(n, 2)))); got > limit {
				t.Errorf("n = %d, kind %d: the relative error is %.2f eps, more than %.2f", n, kind, got, limit)
			} else if got/limit > worst {
				worst, at = got/limit, fmt.Sprint(n)
			}
		}
	}
	t.Logf("at most %.2f eps sqrt(log2 n), for n = %s", worst, at)
}

// reference transforms naively, in float64, along the last dimensions.
func reference(in []complex128, shape []int, dims int, inverse bool) []complex128 {
	out := slices.Clone(in)
	for d := len(shape) - dims; d < len(shape); d++ {
		n, inner := shape[d], shapes.Product(shape[d+1:])
		next := make([]complex128, len(out))
		for at := range out {
			k := at / inner % n
			for j := range n {
				angle := -2 * math.Pi * float64(j*k%n) / float64(n)
				if inverse {
					angle = -angle
				}
				next[at] += out[at+(j-k)*inner] * complex(math.Cos(angle), math.Sin(angle))
			}
			if inverse {
				next[at] /= complex(float64(n), 0)
			}
		}
		out = next
	}
	return out
}

func near[T float](t *testing.T, what string, got []T, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers for %d", what, len(got), len(want))
	}
	square, power := 0.0, 1e-300
	for i, x := range want {
		square, power = square+(float64(got[i])-x)*(float64(got[i])-x), power+x*x
	}
	if e := math.Sqrt(square / power); !(e < 40*epsilon[T]()) {
		t.Errorf("%s: relative error %g", what, e)
	}
}

func parts(x []complex128) []float64 {
	var list []float64
	for _, z := range x {
		list = append(list, real(z), imag(z))
	}
	return list
}

func TestKindsAndRanks(t *testing.T) {
	t.Run("f32", testKindsAndRanks[float32])
	t.Run("f64", testKindsAndRanks[float64])
}

func testKindsAndRanks[T float](t *testing.T) {
	for _, shape := range [][]int{{1}, {2}, {3}, {8}, {33}, {37}, {100}, {3, 1}, {1, 5}, {2, 5}, {20, 17}, {9, 40}, {40, 9}, {2, 3, 4}, {4, 6, 5}, {3, 37, 10}, {2, 7, 1, 34}, {1, 1, 1}, {2, 12, 70}} {
		for dims := 1; dims <= min(3, len(shape)); dims++ {
			what := fmt.Sprint(shape, dims)
			n := shapes.Product(shape)
			lengths := shape[len(shape)-dims:]
			in := random[T](2*n, 3)
			complexes := make([]complex128, n)
			for i := range complexes {
				complexes[i] = complex(float64(in[2*i]), float64(in[2*i+1]))
			}
			l := levels[T]()[0]
			near(t, what+" forward", transformed(t, Forward, shape, lengths, in, l), parts(reference(complexes, shape, dims, false)))
			near(t, what+" inverse", transformed(t, Inverse, shape, lengths, in, l), parts(reference(complexes, shape, dims, true)))

			reals := in[:n]
			for i := range complexes {
				complexes[i] = complex(float64(reals[i]), 0)
			}
			var some []complex128
			last := shape[len(shape)-1]
			for i, z := range reference(complexes, shape, dims, false) {
				if i%last <= last/2 {
					some = append(some, z)
				}
			}
			near(t, what+" from real", transformed(t, FromReal, shape, lengths, reals, l), parts(some))
			var back []T
			for _, x := range parts(some) {
				back = append(back, T(x))
			}
			half := slices.Clone(shape)
			half[len(half)-1] = last/2 + 1
			var want []float64
			for _, x := range reals {
				want = append(want, float64(x))
			}
			near(t, what+" to real", transformed(t, ToReal, half, lengths, back, l), want)
		}
	}
}

// What mirrors itself has no imaginary part, and one that is given is left out.
func TestImaginaryPartsLeftOut(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 34, 64} {
		in := random[float64](2*(n/2+1), 5)
		want := transformed(t, ToReal, []int{n/2 + 1}, []int{n}, in, levels[float64]()[0])
		in[1] = math.NaN()
		if n%2 == 0 {
			in[n+1] = math.Inf(1)
		}
		if got := transformed(t, ToReal, []int{n/2 + 1}, []int{n}, in, levels[float64]()[0]); !slices.Equal(got, want) {
			t.Errorf("n = %d: %v, not %v", n, got, want)
		}
	}
}

// Workers, machine code and other lines change no bit.
func TestSameBits(t *testing.T) {
	t.Run("f32", testSameBits[float32])
	t.Run("f64", testSameBits[float64])
}

func testSameBits[T float](t *testing.T) {
	defer parallel.SetWorkers(0)
	shapesOf := [][]int{{3, 70, 9}, {1 << 15}, {2, 30030}, {5, 16411}, {40, 31}, {24, 49}}
	for _, n := range someLengths {
		shapesOf = append(shapesOf, []int{n})
	}
	if testing.Short() {
		shapesOf = shapesOf[len(shapesOf)/2:]
	}
	for _, shape := range shapesOf {
		n := shapes.Product(shape)
		in := random[T](2*n, 7)
		lengths := shape[max(0, len(shape)-2):]
		for _, kind := range []Kind{Forward, Inverse, FromReal} {
			var want []T
			for _, workers := range []int{1, 2, 8} {
				parallel.SetWorkers(workers)
				for i, l := range levels[T]() {
					operand := in
					if kind == FromReal {
						operand = in[:n]
					}
					got := transformed(t, kind, shape, lengths, operand, l)
					if want == nil {
						want = got
					} else if !slices.Equal(got, want) {
						t.Errorf("%v kind %d, %d workers, loops %d: other bits", shape, kind, workers, i)
					}
				}
			}
		}
	}
	// A line alone is what it is among others.
	for _, n := range []int{6, 31, 35, 74} {
		in := random[T](2*n*19, 9)
		all := transformed(t, Forward, []int{19, n}, []int{n}, in, levels[T]()[0])
		for i := range 19 {
			if one := transformed(t, Forward, []int{n}, []int{n}, in[2*n*i:][:2*n], levels[T]()[0]); !slices.Equal(one, all[2*n*i:][:2*n]) {
				t.Errorf("line %d of length %d has other bits alone", i, n)
			}
		}
	}
}

func TestSpecialValues(t *testing.T) {
	// Transforms of whole numbers by short lengths are exact, and so is the transform of a single
	// one.
	for _, n := range []int{1, 2, 4, 8, 16, 64, 1 << 16} {
		in := make([]float32, 2*n)
		in[0], in[1] = 3, -2
		for i, x := range transformed(t, Forward, []int{n}, []int{n}, in, levels[float32]()[0]) {
			if want := []float32{3, -2}[i%2]; x != want {
				t.Fatalf("n = %d: number %d is %v", n, i, x)
			}
		}
	}
	in := make([]float64, 2*40)
	in[17] = math.Inf(1)
	for i, x := range transformed(t, Forward, []int{40}, []int{40}, in, levels[float64]()[0]) {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			t.Errorf("number %d is %v, in spite of an infinity", i, x)
		}
	}
	if out := transformed(t, FromReal, []int{3, 0}, []int{0}, []float64{}, levels[float64]()[0]); !slices.Equal(out, make([]float64, 6)) {
		t.Errorf("the transform of nothing is %v", out)
	}
	transformed(t, Forward, []int{0, 4}, []int{4}, []float64{}, levels[float64]()[0])
}

func TestWrongLengths(t *testing.T) {
	for _, c := range []struct {
		kind           Kind
		shape, lengths []int
		want           string
	}{
		{Forward, []int{4}, nil, "1 to 3 dimensions can be transformed, but 0 lengths are given"},
		{Forward, []int{1, 1, 1, 1}, []int{1, 1, 1, 1}, "1 to 3 dimensions can be transformed, but 4 lengths are given"},
		{Forward, []int{4}, []int{2, 2}, "2 dimensions cannot be transformed of 1"},
		{Forward, []int{4}, []int{3}, "dimension 0 has 4 elements, but a transform of length 3 takes 3"},
		{ToReal, []int{4}, []int{4}, "dimension 0 has 4 elements, but a transform of length 4 takes 3"},
		{Forward, []int{4}, []int{-4}, "lengths must not be negative, but have -4"},
		{Forward, []int{1 << 41}, []int{1 << 41}, "arrays of more than 1099511627776 numbers cannot be transformed"},
		{FromReal, []int{math.MaxInt}, []int{math.MaxInt}, "arrays of more than 1099511627776 numbers cannot be transformed"},
		{ToReal, []int{1 << 40}, []int{1<<41 - 1}, "arrays of more than 1099511627776 numbers cannot be transformed"},
		{Inverse, []int{1 << 40, 3}, []int{3}, "arrays of more than 1099511627776 numbers cannot be transformed"},
	} {
		if _, err := Resolve[float32](c.kind, c.shape, c.lengths); err == nil || err.Error() != c.want {
			t.Errorf("%v of %v: %v", c.lengths, c.shape, err)
		}
	}
}
