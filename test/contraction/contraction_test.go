// Package contraction tests derivatives of contractions, transforms, factors and solutions.
package contraction

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// derivatives are programs of a function @f and of its derivatives.
type derivatives struct{ primal, jvp, vjp *interp.Program }

func derive(t *testing.T, text string) derivatives {
	t.Helper()
	c := ir.NewContext(tool.Dialects()...)
	module, err := parser.Parse(c, []byte(text), parser.Options{})
	if err != nil {
		t.Fatalf("%s\n%s", c.Render(ir.AsDiag(err, 0)), text)
	}
	d := autodiff.New(module, &autodiff.Options{})
	fn := ir.Symbols(module)["f"]
	for _, mode := range []autodiff.Mode{autodiff.Forward, autodiff.Reverse} {
		if _, err := d.Function(fn, autodiff.Request{Mode: mode}); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	if err := ir.Verify(module); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	m := interp.NewModule(module)
	program := func(name string) *interp.Program {
		p, err := m.Program(name)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return p
	}
	return derivatives{program("f"), program("f.jvp"), program("f.vjp")}
}

func run(t *testing.T, p *interp.Program, inputs ...*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	r, err := p.Run(inputs, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Outputs
}

// numbers are the parts of the elements, which are floats or complex numbers.
func numbers(x *tensor.Tensor) []float64 {
	out := make([]float64, 0, 2*x.Len())
	for i := range x.Len() {
		if x.DType().IsComplex() {
			v := x.Complex128At(i)
			out = append(out, real(v), imag(v))
		} else {
			out = append(out, x.Float64At(i))
		}
	}
	return out
}

func filled(d tensor.DType, shape []int, next func() float64) *tensor.Tensor {
	x := tensor.New(d, shape...)
	for i := range x.Len() {
		switch d {
		case tensor.C128:
			tensor.Data[complex128](x)[i] = complex(next(), next())
		case tensor.C64:
			tensor.Data[complex64](x)[i] = complex64(complex(next(), next()))
		default:
			x.SetFloat64(i, next())
		}
	}
	return x
}

// moved is x + h t.
func moved(x, t *tensor.Tensor, h float64) *tensor.Tensor {
	a, b := numbers(x), numbers(t)
	i := -1
	return filled(x.DType(), x.Shape(), func() float64 {
		i++
		return a[i] + float64(h*b[i])
	})
}

// inner is the real inner product of two lists of tensors, and the sum of what it is of in
// magnitude.
func inner(x, y []*tensor.Tensor) (sum, size float64) {
	for k := range x {
		a, b := numbers(x[k]), numbers(y[k])
		for i := range a {
			sum += float64(a[i] * b[i])
			size += math.Abs(float64(a[i] * b[i]))
		}
	}
	return sum, size
}

// checkDerivatives compares tangents in a random direction with differences, and both modes with
// each other.
func checkDerivatives(t *testing.T, text string, r *rand.Rand, inputs []*tensor.Tensor) {
	t.Helper()
	d := derive(t, text)
	var directions []*tensor.Tensor
	for _, x := range inputs {
		directions = append(directions, filled(x.DType(), x.Shape(), r.NormFloat64))
	}
	both := run(t, d.jvp, slices.Concat(inputs, directions)...)
	y, ty := both[0], both[1]
	if got := run(t, d.primal, inputs...)[0]; !slices.Equal(got.Bytes(), y.Bytes()) {
		t.Errorf("the results are others where tangents are computed\n%s", text)
	}
	g := filled(y.DType(), y.Shape(), r.NormFloat64)
	back := run(t, d.vjp, append(slices.Clone(inputs), g)...)
	if !slices.Equal(back[0].Bytes(), y.Bytes()) {
		t.Errorf("the results are others where cotangents are computed\n%s", text)
	}
	ahead, size := inner([]*tensor.Tensor{g}, []*tensor.Tensor{ty})
	behind, size2 := inner(back[1:], directions)
	transposition, differences := 1e-12, 1e-6
	for _, x := range append(slices.Clone(inputs), y) {
		switch x.DType() {
		case tensor.F32, tensor.C64:
			transposition, differences = max(transposition, 1e-5), 0
		case tensor.F16, tensor.BF16:
			transposition, differences = 0.05, 0
		}
	}
	if math.Abs(ahead-behind) > transposition*max(size, size2) || math.IsNaN(ahead-behind) {
		t.Errorf("<g, J t> is %v, but <J* g, t> is %v\n%s", ahead, behind, text)
	}
	if differences == 0 {
		return
	}
	checkSecond(t, text, r, inputs)
	const h = 1e-4
	at := func(h float64) []float64 {
		near := make([]*tensor.Tensor, len(inputs))
		for i, x := range inputs {
			near[i] = moved(x, directions[i], h)
		}
		return numbers(run(t, d.primal, near...)[0])
	}
	one, minus, two, minusTwo := at(h), at(-h), at(2*h), at(-2*h)
	scale, worst := 1.0, 0.0
	for i, v := range numbers(ty) {
		wide, narrow := (two[i]-minusTwo[i])/(4*h), (one[i]-minus[i])/(2*h)
		scale, worst = max(scale, math.Abs(v)), max(worst, math.Abs(v-(4*narrow-wide)/3))
	}
	if worst > differences*scale || math.IsNaN(worst) {
		t.Errorf("tangents and differences are %v apart, of %v\n%s", worst, scale, text)
	}
}

// checkSecond compares the tangents of the cotangents with the cotangents of the tangents.
func checkSecond(t *testing.T, text string, r *rand.Rand, inputs []*tensor.Tensor) {
	t.Helper()
	c := ir.NewContext(tool.Dialects()...)
	module, err := parser.Parse(c, []byte(text), parser.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	d := autodiff.New(module, &autodiff.Options{})
	derivative := func(of *ir.Op, req autodiff.Request) *ir.Op {
		made, err := d.Function(of, req)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return made[0]
	}
	fn := ir.Symbols(module)["f"]
	var wrt, gradients []int
	for i := range inputs {
		wrt, gradients = append(wrt, i), append(gradients, i+1)
	}
	both := derivative(derivative(fn, autodiff.Request{Mode: autodiff.Reverse}), autodiff.Request{Mode: autodiff.Forward, Wrt: wrt, Of: gradients})
	other := derivative(derivative(fn, autodiff.Request{Mode: autodiff.Forward}), autodiff.Request{Mode: autodiff.Reverse, Wrt: wrt, Of: []int{1}})
	m := interp.NewModule(module)
	program := func(fn *ir.Op) *interp.Program {
		p, err := m.Program(ir.SymbolName(fn))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return p
	}
	var directions []*tensor.Tensor
	for _, x := range inputs {
		directions = append(directions, filled(x.DType(), x.Shape(), r.NormFloat64))
	}
	primal := run(t, program(fn), inputs...)[0]
	g := filled(primal.DType(), primal.Shape(), r.NormFloat64)
	ahead := run(t, program(both), slices.Concat(inputs, []*tensor.Tensor{g}, directions)...)[1+len(inputs):]
	behind := run(t, program(other), slices.Concat(inputs, directions, []*tensor.Tensor{g})...)[2:]
	for i := range inputs {
		x, y := numbers(ahead[i]), numbers(behind[i])
		for k := range x {
			if math.Abs(x[k]-y[k]) > 1e-9*max(1, math.Abs(x[k])) || math.IsNaN(x[k]-y[k]) {
				t.Fatalf("second derivatives by operand %d are %v and %v\n%s", i, x, y, text)
			}
		}
	}
}

// value is the type of a tensor as text.
func value(shape []int, elem string) string {
	s := "tensor<"
	for _, n := range shape {
		if n < 0 {
			s += "?x"
		} else {
			s += fmt.Sprint(n, "x")
		}
	}
	return s + elem + ">"
}

func randomShape(r *rand.Rand, rank int) []int {
	s := make([]int, rank)
	for d := range s {
		s[d] = 1 + r.IntN(4)
	}
	return s
}

var dtypes = map[string]tensor.DType{
	"f64": tensor.F64, "f32": tensor.F32, "f16": tensor.F16, "bf16": tensor.BF16, "complex<f64>": tensor.C128, "complex<f32>": tensor.C64,
}

// TestMatMul takes all forms: vectors, batches that broadcast, extents that only the run knows.
func TestMatMul(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 120 {
		elem := []string{"f64", "f64", "f64", "complex<f64>", "f32", "f16", "bf16"}[n%7]
		k := 1 + r.IntN(4)
		lhs, rhs := randomShape(r, 1+r.IntN(4)), randomShape(r, 1+r.IntN(4))
		lhs[len(lhs)-1] = k
		rhs[max(0, len(rhs)-2)] = k
		left, right := lhs[:max(0, len(lhs)-2)], rhs[:max(0, len(rhs)-2)]
		var shape []int
		for d := range max(len(left), len(right)) {
			a, b := d+len(left)-max(len(left), len(right)), d+len(right)-max(len(left), len(right))
			switch {
			case a < 0:
				shape = append(shape, right[b])
			case b < 0:
				shape = append(shape, left[a])
			default:
				if r.IntN(3) > 0 {
					right[b] = left[a]
				} else if r.IntN(2) > 0 {
					right[b] = 1
				} else {
					left[a] = 1
				}
				shape = append(shape, max(left[a], right[b]))
			}
		}
		if len(lhs) > 1 {
			shape = append(shape, lhs[len(lhs)-2])
		}
		if len(rhs) > 1 {
			shape = append(shape, rhs[len(rhs)-1])
		}
		inputs := []*tensor.Tensor{filled(dtypes[elem], lhs, r.NormFloat64), filled(dtypes[elem], rhs, r.NormFloat64)}
		open := func(s []int) []int {
			s = slices.Clone(s)
			if n%3 == 0 {
				for d := range s {
					if r.IntN(2) > 0 {
						s[d] = -1
					}
				}
			}
			return s
		}
		if n%3 == 0 {
			for d := range shape {
				shape[d] = -1
			}
		}
		x, y, z := value(open(lhs), elem), value(open(rhs), elem), value(shape, elem)
		checkDerivatives(t, fmt.Sprintf("func.func @f(%%x: %s, %%y: %s) -> %s {\n  %%0 = tg.matmul %%x, %%y : (%s, %s) -> %s\n  return %%0 : %s\n}\n", x, y, z, x, y, z, z), r, inputs)
	}
}

// TestEpilogues: bias and activation have derivatives of their own, also where element types
// differ.
func TestEpilogues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, activation := range []string{"relu", "relu6", "sigmoid", "tanh", "silu"} {
		text := fmt.Sprintf(`func.func @f(%%x: tensor<2x3x4xf64>, %%y: tensor<4x5xf64>, %%b: tensor<5xf64>) -> tensor<2x3x5xf64> {
  %%0 = tg.matmul %%x, %%y bias %%b activation %s : (tensor<2x3x4xf64>, tensor<4x5xf64>, tensor<5xf64>) -> tensor<2x3x5xf64>
  return %%0 : tensor<2x3x5xf64>
}`, activation)
		checkDerivatives(t, text, r, []*tensor.Tensor{
			filled(tensor.F64, []int{2, 3, 4}, r.NormFloat64), filled(tensor.F64, []int{4, 5}, r.NormFloat64), filled(tensor.F64, []int{5}, r.NormFloat64),
		})
		text = fmt.Sprintf(`func.func @f(%%x: tensor<2x5x3xf64>, %%w: tensor<3x3x4xf64>, %%b: tensor<1x4xf64>) -> tensor<2x3x4xf64> {
  %%0 = tg.conv %%x, %%w bias %%b layout [n, w, c] x [w, i, o] -> [n, w, c] activation %s : (tensor<2x5x3xf64>, tensor<3x3x4xf64>, tensor<1x4xf64>) -> tensor<2x3x4xf64>
  return %%0 : tensor<2x3x4xf64>
}`, activation)
		checkDerivatives(t, text, r, []*tensor.Tensor{
			filled(tensor.F64, []int{2, 5, 3}, r.NormFloat64), filled(tensor.F64, []int{3, 3, 4}, r.NormFloat64), filled(tensor.F64, []int{1, 4}, r.NormFloat64),
		})
	}
	checkDerivatives(t, `func.func @f(%x: tensor<3x4xf16>, %y: tensor<4x5xbf16>) -> tensor<3x5xf32> {
  %0 = tg.dot_general %x, %y contracting [1] x [0] element_type f32 : (tensor<3x4xf16>, tensor<4x5xbf16>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}`, r, []*tensor.Tensor{filled(tensor.F16, []int{3, 4}, func() float64 { return float64(r.IntN(9) - 4) }), filled(tensor.BF16, []int{4, 5}, func() float64 { return float64(r.IntN(9) - 4) })})
}

// TestDotGeneral pairs random dimensions.
func TestDotGeneral(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 60 {
		elem := []string{"f64", "complex<f64>"}[n%2]
		lhs, rhs := randomShape(r, r.IntN(5)), randomShape(r, r.IntN(5))
		left, right := r.Perm(len(lhs)), r.Perm(len(rhs))
		pairs := r.IntN(min(len(lhs), len(rhs)) + 1)
		batches := r.IntN(pairs + 1)
		var shape []int
		for i := range pairs {
			rhs[right[i]] = lhs[left[i]]
			if i < batches {
				shape = append(shape, lhs[left[i]])
			}
		}
		for d, e := range lhs {
			if !slices.Contains(left[:pairs], d) {
				shape = append(shape, e)
			}
		}
		for d, e := range rhs {
			if !slices.Contains(right[:pairs], d) {
				shape = append(shape, e)
			}
		}
		list := func(s []int) string {
			text := "["
			for i, d := range s {
				if i > 0 {
					text += ", "
				}
				text += fmt.Sprint(d)
			}
			return text + "]"
		}
		dims := fmt.Sprintf("batching %s x %s contracting %s x %s", list(left[:batches]), list(right[:batches]), list(left[batches:pairs]), list(right[batches:pairs]))
		x, y, z := value(lhs, elem), value(rhs, elem), value(shape, elem)
		text := fmt.Sprintf("func.func @f(%%x: %s, %%y: %s) -> %s {\n  %%0 = tg.dot_general %%x, %%y %s : (%s, %s) -> %s\n  return %%0 : %s\n}\n", x, y, z, dims, x, y, z, z)
		checkDerivatives(t, text, r, []*tensor.Tensor{filled(dtypes[elem], lhs, r.NormFloat64), filled(dtypes[elem], rhs, r.NormFloat64)})
	}
}

// TestFFT takes all kinds and some lengths in one to three dimensions.
func TestFFT(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, elem := range []string{"f64", "f32"} {
		for _, kind := range []string{"fft", "ifft", "rfft", "irfft"} {
			for _, lengths := range [][]int{{1}, {2}, {5}, {8}, {3, 4}, {2, 7}, {2, 3, 6}} {
				in, out := append([]int{2}, lengths...), append([]int{2}, lengths...)
				half := lengths[len(lengths)-1]/2 + 1
				from, to := "complex<"+elem+">", "complex<"+elem+">"
				switch kind {
				case "rfft":
					from, out[len(lengths)] = elem, half
				case "irfft":
					to, in[len(lengths)] = elem, half
				}
				text := "["
				for i, n := range lengths {
					if i > 0 {
						text += ", "
					}
					text += fmt.Sprint(n)
				}
				x, y := value(in, from), value(out, to)
				checkDerivatives(t, fmt.Sprintf("func.func @f(%%x: %s) -> %s {\n  %%0 = tg.fft %s %%x length %s] : (%s) -> %s\n  return %%0 : %s\n}\n", x, y, kind, text, x, y, y),
					r, []*tensor.Tensor{filled(dtypes[from], in, r.NormFloat64)})
			}
		}
	}
}

// TestFFTMatrix compares the cotangents of a transform with the adjoint of the matrix of it.
func TestFFTMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for n := 1; n < 9; n++ {
		x := value([]int{n}, "complex<f64>")
		d := derive(t, fmt.Sprintf("func.func @f(%%x: %s) -> %s {\n  %%0 = tg.fft fft %%x length [%d] : (%s) -> %s\n  return %%0 : %s\n}\n", x, x, n, x, x, x))
		g := filled(tensor.C128, []int{n}, r.NormFloat64)
		got := run(t, d.vjp, filled(tensor.C128, []int{n}, r.NormFloat64), g)[1]
		for j := range n {
			var want complex128
			for k := range n {
				want += g.Complex128At(k) * cmplx.Exp(complex(0, 2*math.Pi*float64(j*k%n)/float64(n)))
			}
			if cmplx.Abs(got.Complex128At(j)-want) > 1e-12*float64(n) {
				t.Errorf("number %d of %d is %v, but should be %v", j, n, got.Complex128At(j), want)
			}
		}
	}
}

// definite is a batch of matrices that are positive definite, with half of what is outside of their
// diagonals.
func definite(r *rand.Rand, d tensor.DType, shape []int) *tensor.Tensor {
	x := filled(d, shape, r.NormFloat64)
	n := shape[len(shape)-1]
	for i := range x.Len() {
		if i/n%n == i%n {
			if d == tensor.C128 {
				tensor.Data[complex128](x)[i] = complex(3*float64(n)+r.Float64(), r.Float64())
			} else {
				x.SetFloat64(i, 3*float64(n)+r.Float64())
			}
		}
	}
	return x
}

func TestCholesky(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, elem := range []string{"f64", "complex<f64>", "f32"} {
		for _, triangle := range []string{"lower", "upper"} {
			for _, shape := range [][]int{{1, 1}, {2, 2}, {4, 4}, {2, 3, 3}, {2, 0, 0}} {
				for _, open := range []bool{false, true} {
					typed := slices.Clone(shape)
					if open {
						for d := range typed {
							typed[d] = -1
						}
					}
					x := value(typed, elem)
					checkDerivatives(t, fmt.Sprintf("func.func @f(%%x: %s) -> %s {\n  %%0 = tg.cholesky %s %%x : %s\n  return %%0 : %s\n}\n", x, x, triangle, x, x),
						r, []*tensor.Tensor{definite(r, dtypes[elem], shape)})
				}
			}
		}
	}
}

func TestTriangularSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for n := range 96 {
		elem := []string{"f64", "complex<f64>"}[n&1]
		side, triangle := []string{"left", "right"}[n>>1&1], []string{"lower", "upper"}[n>>2&1]
		form := []string{"", " transpose_a transpose", " transpose_a adjoint"}[n>>3%3]
		unit := []string{"", " unit_diagonal"}[n&16>>4]
		rank := 2 + r.IntN(2)
		shape := randomShape(r, rank)
		shape[rank-1] = shape[rank-2]
		b := slices.Clone(shape)
		b[map[string]int{"left": rank - 1, "right": rank - 2}[side]] = 1 + r.IntN(3)
		x, y := value(shape, elem), value(b, elem)
		checkDerivatives(t, fmt.Sprintf("func.func @f(%%a: %s, %%b: %s) -> %s {\n  %%0 = tg.triangular_solve %s %s %%a, %%b%s%s : (%s, %s) -> %s\n  return %%0 : %s\n}\n", x, y, y, side, triangle, form, unit, x, y, y, y),
			r, []*tensor.Tensor{definite(r, dtypes[elem], shape), filled(dtypes[elem], b, r.NormFloat64)})
	}
}
