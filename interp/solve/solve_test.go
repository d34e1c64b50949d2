package solve

import (
	"bytes"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

var dtypes = []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64, tensor.C64, tensor.C128}

// unit is the distance of 1 from the next number of a type.
func unit(d tensor.DType) float64 {
	return map[tensor.DType]float64{
		tensor.F16: 0x1p-10, tensor.BF16: 0x1p-7, tensor.F32: 0x1p-23, tensor.F64: 0x1p-52, tensor.C64: 0x1p-23, tensor.C128: 0x1p-52,
	}[d]
}

// set stores a number, of which a type without imaginary parts keeps the real one.
func set(t *tensor.Tensor, i int, v complex128) {
	switch t.DType() {
	case tensor.C64:
		tensor.Data[complex64](t)[i] = complex64(v)
	case tensor.C128:
		tensor.Data[complex128](t)[i] = v
	default:
		t.SetFloat64(i, real(v))
	}
}

// wellConditioned is an array of matrices with a large diagonal.
func wellConditioned(d tensor.DType, seed uint64, shape ...int) *tensor.Tensor {
	t, rng := tensor.New(d, shape...), rand.New(rand.NewPCG(seed, 1))
	n := shape[len(shape)-1]
	for i := range t.Len() {
		v := complex(rng.Float64()-0.5, rng.Float64()-0.5) / complex(math.Sqrt(float64(n+1)), 0)
		if i/n%n == i%n {
			v += 2
		}
		set(t, i, v)
	}
	return t
}

func random(d tensor.DType, seed uint64, shape ...int) *tensor.Tensor {
	t, rng := tensor.New(d, shape...), rand.New(rand.NewPCG(seed, 2))
	for i := range t.Len() {
		set(t, i, complex(rng.NormFloat64(), rng.NormFloat64()))
	}
	return t
}

// effective is element (i, j) of the matrix that a system means, number `of` of an array.
func effective(s System, a *tensor.Tensor, of, n, i, j int) complex128 {
	if s.Transpose {
		i, j = j, i
	}
	switch {
	case i == j && s.Unit:
		return 1
	case i != j && s.Lower != (j < i):
		return 0
	}
	v := a.Complex128At(of*n*n + i*n + j)
	if s.Conjugate {
		v = cmplx.Conj(v)
	}
	return v
}

func solved(t *testing.T, s System, a, b *tensor.Tensor) *tensor.Tensor {
	t.Helper()
	p, err := ResolveTriangular(s, a.DType(), a.Shape(), b.Shape())
	if err != nil {
		t.Fatal(err)
	}
	out := tensor.New(a.DType(), b.Shape()...)
	p.Compute(make([]byte, p.Workspace(parallel.Workers())), out, a, b)
	return out
}

// systems are all that there are.
func systems() []System {
	var list []System
	for bits := range 32 {
		list = append(list, System{bits&1 > 0, bits&2 > 0, bits&4 > 0, bits&8 > 0, bits&16 > 0})
	}
	return list
}

func TestResiduals(t *testing.T) {
	for _, d := range dtypes {
		for k, s := range systems() {
			for _, n := range []int{1, 2, 5, 16, 17, 40, 65}[:7-k%3] {
				for _, columns := range []int{1, 9} {
					checkResidual(t, s, d, 1+k%2*4, n, columns)
				}
			}
		}
	}
	if !testing.Short() {
		checkResidual(t, System{Left: true, Lower: true}, tensor.F32, 1, 300, 200)
		checkResidual(t, System{Transpose: true}, tensor.F64, 1, 300, 20)
	}
}

func checkResidual(t *testing.T, s System, d tensor.DType, batch, n, columns int) {
	t.Helper()
	shape := []int{batch, n, columns}
	if !s.Left {
		shape = []int{batch, columns, n}
	}
	a, b := wellConditioned(d, uint64(n), batch, n, n), random(d, uint64(columns), shape...)
	x := solved(t, s, a, b)
	for of := range batch {
		for c := range columns {
			for i := range n {
				element := func(k int) int {
					if s.Left {
						return of*n*columns + k*columns + c
					}
					return of*n*columns + c*n + k
				}
				sum, size := -b.Complex128At(element(i)), cmplx.Abs(b.Complex128At(element(i)))
				for k := range n {
					m := effective(s, a, of, n, i, k)
					if !s.Left {
						m = effective(s, a, of, n, k, i)
					}
					v := x.Complex128At(element(k))
					sum, size = sum+m*v, size+cmplx.Abs(m)*cmplx.Abs(v)
				}
				if limit := float64(n/8+4) * unit(d) * size; !(cmplx.Abs(sum) <= limit) {
					t.Fatalf("%+v %v, %d equations, %d columns: the residual of equation %d is %g, more than %g", s, d, n, columns, i, cmplx.Abs(sum), limit)
				}
			}
		}
	}
}

// positive is an array of positive definite matrices.
func positive(d tensor.DType, batch, n int) *tensor.Tensor {
	l, a := wellConditioned(d, uint64(n+7), batch, n, n), tensor.New(d, batch, n, n)
	for of := range batch {
		for i := range n {
			for j := range n {
				sum := complex128(0)
				for k := range min(i, j) + 1 {
					sum += l.Complex128At(of*n*n+i*n+k) * cmplx.Conj(l.Complex128At(of*n*n+j*n+k))
				}
				set(a, of*n*n+i*n+j, sum)
			}
		}
	}
	return a
}

func factored(t *testing.T, lower bool, a *tensor.Tensor) *tensor.Tensor {
	t.Helper()
	p, err := ResolveCholesky(lower, a.DType(), a.Shape())
	if err != nil {
		t.Fatal(err)
	}
	out := tensor.New(a.DType(), a.Shape()...)
	p.Compute(make([]byte, p.Workspace(parallel.Workers())), out, a)
	return out
}

func TestFactors(t *testing.T) {
	for _, d := range dtypes {
		for _, n := range []int{1, 2, 3, 16, 17, 33, 70} {
			batch := 1 + n%2*4
			a := positive(d, batch, n)
			for _, lower := range []bool{true, false} {
				l := factored(t, lower, a)
				for at := range a.Len() {
					of, i, j := at/(n*n), at/n%n, at%n
					if above := i < j; i != j && above == lower {
						if l.Complex128At(at) != 0 {
							t.Fatalf("%v, n = %d: the other triangle has %v", d, n, l.Complex128At(at))
						}
						continue
					}
					sum, size := -a.Complex128At(at), 0.0
					for k := range n {
						x, y := l.Complex128At(of*n*n+i*n+k), l.Complex128At(of*n*n+j*n+k)
						if !lower {
							x, y = cmplx.Conj(l.Complex128At(of*n*n+k*n+i)), cmplx.Conj(l.Complex128At(of*n*n+k*n+j))
						}
						sum, size = sum+x*cmplx.Conj(y), size+cmplx.Abs(x)*cmplx.Abs(y)
					}
					if limit := float64(n/8+4) * unit(d) * size; !(cmplx.Abs(sum) <= limit) {
						t.Fatalf("%v, n = %d, lower %v: element %d, %d is %g off, more than %g", d, n, lower, i, j, cmplx.Abs(sum), limit)
					}
				}
			}
		}
	}
}

func TestNotPositive(t *testing.T) {
	for _, n := range []int{1, 2, 20, 40} {
		for _, pivot := range []float64{-1, 0, math.NaN()} {
			a := tensor.New(tensor.F32, 5, n, n)
			for i := range n {
				for of := range 5 {
					a.SetFloat64(of*n*n+i*n+i, 1)
				}
			}
			a.SetFloat64(3*n*n+n*n-1, pivot) // the last one of matrix 3
			l := factored(t, true, a)
			for at := range l.Len() {
				v, i, j := l.Float64At(at), at/n%n, at%n
				want := map[bool]float64{true: 1}[i == j]
				if at/(n*n) == 3 && j <= i {
					want = math.NaN()
				}
				if v != want && !(math.IsNaN(v) && math.IsNaN(want)) {
					t.Fatalf("n = %d, pivot %v: element %d is %v, not %v", n, pivot, at, v, want)
				}
			}
		}
	}
}

// Only the triangle and, of a diagonal, the real parts are read.
func TestTriangleThatIsRead(t *testing.T) {
	const n = 18
	nan := complex(math.NaN(), math.NaN())
	a := positive(tensor.C128, 1, n)
	want := factored(t, true, a)
	for at := range n * n {
		switch i, j := at/n, at%n; {
		case i < j:
			set(a, at, nan)
		case i == j:
			set(a, at, complex(real(a.Complex128At(at)), math.NaN()))
		}
	}
	if got := factored(t, true, a); !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Error("what is not read changes the factor")
	}
	m, b := wellConditioned(tensor.F64, 1, n, n), random(tensor.F64, 1, n, 3)
	s := System{Left: true, Unit: true}
	x := solved(t, s, m, b)
	for at := range n * n {
		if at/n >= at%n {
			m.SetFloat64(at, math.NaN())
		}
	}
	if got := solved(t, s, m, b); !bytes.Equal(got.Bytes(), x.Bytes()) {
		t.Error("what is not read changes the solution")
	}
}

func TestSameBits(t *testing.T) {
	defer parallel.SetWorkers(0)
	for _, d := range dtypes {
		for _, shape := range [][]int{{1, 130, 130}, {9, 20, 20}} {
			a, b := positive(d, shape[0], shape[1]), random(d, 3, shape...)
			var want string
			for _, workers := range []int{1, 2, 8} {
				parallel.SetWorkers(workers)
				got := fmt.Sprint(solved(t, System{Lower: true}, a, b).Bytes(), factored(t, false, a).Bytes())
				if want == "" {
					want = got
				} else if got != want {
					t.Errorf("%v %v: %d workers compute other bits", d, shape, workers)
				}
			}
		}
	}
}

// A matrix alone is what it is in a batch, and a column what it is among others.
func TestAlone(t *testing.T) {
	const n = 40
	a, b := wellConditioned(tensor.F32, 1, 6, n, n), random(tensor.F32, 1, 6, n, 5)
	s := System{Left: true, Lower: true}
	all := solved(t, s, a, b)
	for of := range 6 {
		for c := range 5 {
			column := tensor.New(tensor.F32, n, 1)
			for i := range n {
				column.SetFloat64(i, b.Float64At(of*n*5+i*5+c))
			}
			x := solved(t, s, tensor.Wrap(tensor.F32, []int{n, n}, a.Bytes()[of*n*n*4:][:n*n*4]), column)
			for i := range n {
				if x.Float64At(i) != all.Float64At(of*n*5+i*5+c) {
					t.Fatalf("matrix %d, column %d, row %d: other bits alone", of, c, i)
				}
			}
		}
	}
}

func TestEdges(t *testing.T) {
	for _, shape := range [][]int{{0, 0}, {0, 3, 3}, {2, 0, 0}} {
		a := tensor.New(tensor.F64, shape...)
		solved(t, System{}, a, a)
		factored(t, true, a)
	}
	a, b := tensor.New(tensor.F64, 2, 2), random(tensor.F64, 1, 2, 1)
	x := solved(t, System{Left: true, Lower: true}, a, b)
	if !math.IsInf(x.Float64At(0), 0) || !math.IsNaN(x.Float64At(1)) {
		t.Errorf("a matrix of zeros gives %v", x)
	}
	for _, c := range []struct{ a, b []int }{{[]int{2, 3}, []int{2, 3}}, {[]int{2}, []int{2}}, {[]int{2, 2}, []int{3, 2}}, {[]int{1, 2, 2}, []int{2, 2}}} {
		if _, err := ResolveTriangular(System{Left: true}, tensor.F32, c.a, c.b); err == nil {
			t.Errorf("%v, %v is no error", c.a, c.b)
		}
	}
	if _, err := ResolveCholesky(true, tensor.I32, []int{2, 2}); err == nil {
		t.Error("integers are no error")
	}
}
