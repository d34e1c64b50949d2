package tg_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// own is a dialect of an op that a formula defines.
var own = ir.NewDialect("own", "A dialect of this test.")

// softness is a smooth function of two operands, of which one stands in it twice.
var softness = own.NewOp("own.softness")

func init() {
	tg.Elementwise(softness, "A smooth function.", func(x, y *tg.Term) *tg.Term {
		return tg.Apply(tg.Div, x, tg.Apply(tg.Add, tg.Number(1), tg.Apply(tg.Mul, tg.Apply(tg.Exp, y), tg.Apply(tg.Cosh, x))))
	})
}

// derivatives makes and runs functions of a program, and derivatives of them.
type derivatives struct {
	t      *testing.T
	module *ir.Op
	make   *autodiff.Differentiator
	run    map[string]*interp.Program
}

func newDerivatives(t *testing.T, text string, opt autodiff.Options) *derivatives {
	t.Helper()
	c := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect, own)
	m := parse(t, c, text)
	return &derivatives{t: t, module: m, make: autodiff.New(m, &opt), run: map[string]*interp.Program{}}
}

// derive makes a derivative of a function by some arguments, all for none, and returns its name.
func (d *derivatives) derive(name string, mode autodiff.Mode, wrt ...int) (string, error) {
	d.t.Helper()
	f, err := d.make.Function(ir.Symbols(d.module)[name], autodiff.Request{Mode: mode, Wrt: wrt})
	if err != nil {
		return "", err
	}
	if err := ir.Verify(d.module); err != nil {
		d.t.Fatalf("%s: %s", name, d.module.Context().Render(ir.AsDiag(err, 0)))
	}
	return ir.SymbolName(f[0]), nil
}

func (d *derivatives) must(name string, mode autodiff.Mode, wrt ...int) string {
	d.t.Helper()
	made, err := d.derive(name, mode, wrt...)
	if err != nil {
		d.t.Fatalf("%s of @%s: %s", mode, name, d.module.Context().Render(ir.AsDiag(err, 0)))
	}
	return made
}

func (d *derivatives) call(name string, in []*tensor.Tensor) []*tensor.Tensor {
	d.t.Helper()
	if d.run[name] == nil {
		p, err := interp.NewModule(d.module).Program(name)
		if err != nil {
			d.t.Fatalf("@%s: %v", name, err)
		}
		d.run[name] = p
	}
	r, err := d.run[name].Run(in, interp.Options{})
	if err != nil {
		d.t.Fatalf("@%s: %v", name, err)
	}
	return r.Outputs
}

// along are the tensors a + h b.
func along(a []*tensor.Tensor, h float64, b []*tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(a))
	for i, x := range a {
		out[i] = tensor.New(x.DType(), x.Shape()...)
		for k := range x.Len() {
			out[i].SetFloat64(k, element(x, k)+h*element(b[i], k))
		}
	}
	return out
}

func numbersIn(r *rand.Rand, like []*tensor.Tensor, low, high float64) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(like))
	for i, x := range like {
		out[i] = tensor.New(x.DType(), x.Shape()...)
		for k := range x.Len() {
			out[i].SetFloat64(k, low+(high-low)*r.Float64())
		}
	}
	return out
}

func join(a, b []*tensor.Tensor) []*tensor.Tensor {
	return append(append([]*tensor.Tensor{}, a...), b...)
}

// checkForward compares the tangents of a function with differences, of second order with one step
// of Richardson's extrapolation. It returns the function of tangents.
func (d *derivatives) checkForward(r *rand.Rand, name string, x []*tensor.Tensor) string {
	d.t.Helper()
	jvp := d.must(name, autodiff.Forward)
	v := numbersIn(r, x, -1, 1)
	y := d.call(name, x)
	got := d.call(jvp, join(x, v))[len(y):]
	const h = 1e-3
	difference := func(h float64) []*tensor.Tensor {
		zero := numbersIn(r, y, 0, 0)
		return along(zero, 1/(2*h), along(d.call(name, along(x, h, v)), -1, d.call(name, along(x, -h, v))))
	}
	wide, narrow := difference(h), difference(h/2)
	for i := range y {
		for k := range y[i].Len() {
			want := (4*element(narrow[i], k) - element(wide[i], k)) / 3
			if g := element(got[i], k); !(math.Abs(g-want) <= 1e-6*max(1, math.Abs(want))) {
				d.t.Errorf("@%s: tangent %d, element %d is %v, but differences say %v\nat %s", jvp, i, k, g, want, texts(x))
				return jvp
			}
		}
	}
	return jvp
}

// checkReverse compares cotangents with tangents: both are the same linear map.
func (d *derivatives) checkReverse(r *rand.Rand, name string, x []*tensor.Tensor) string {
	d.t.Helper()
	jvp, vjp := d.must(name, autodiff.Forward), d.must(name, autodiff.Reverse)
	v, y := numbersIn(r, x, -1, 1), d.call(name, x)
	g := numbersIn(r, y, -1, 1)
	tangents := d.call(jvp, join(x, v))[len(y):]
	cotangents := d.call(vjp, join(x, g))[len(y):]
	a, scale := product(g, tangents)
	b, scale2 := product(cotangents, v)
	if !(math.Abs(a-b) <= 1e-12*max(1, scale, scale2)) {
		d.t.Errorf("@%s: <g, J v> is %v, but <g J, v> is %v\nat %s", vjp, a, b, texts(x))
	}
	return vjp
}

// product is the sum of the products of elements, and of their sizes.
func product(a, b []*tensor.Tensor) (sum, size float64) {
	for i := range a {
		for k := range a[i].Len() {
			p := element(a[i], k) * element(b[i], k)
			sum, size = sum+p, size+math.Abs(p)
		}
	}
	return sum, size
}

func texts(x []*tensor.Tensor) string {
	var b strings.Builder
	for _, v := range x {
		b.WriteString(tensor.Format(v) + " ")
	}
	return b.String()
}

// smoothCase is a program whose derivatives are compared with differences.
type smoothCase struct {
	body      string // computes %r, of the type R, from %x, %y and %z, of X, Y and Z
	operands  int
	low, high float64
}

// smoothCases are all elementwise ops that have a derivative, on real and on complex numbers.
func smoothCases() map[string]smoothCase {
	cases := map[string]smoothCase{
		"gelu tanh":        {"%r = tg.gelu %x approximate tanh : X", 1, -3, 3},
		"reduce_precision": {"%r = tg.reduce_precision %x exponent_bits 11 mantissa_bits 52 : X", 1, -1, 1},
		"convert":          {"%c = tg.convert %x : (X) -> CX\n%d = tg.mul %c, %c : CX\n%r = tg.convert %d : (CX) -> X", 1, 0.5, 1},
		"bitcast":          {"%r = tg.bitcast %x : (X) -> X", 1, -1, 1},
		"barrier":          {"%r = tg.barrier %x : X", 1, -1, 1},
		"cast":             {"%r = tg.cast %x : (X) -> X", 1, -1, 1},
		"select":           {"%p = tg.compare lt %x, %y : (X, Y) -> PR\n%r = tg.select %p, %x, %y : (PR, X, Y) -> R", 2, -1, 1},
		"zeta":             {"%s = tg.constant dense<2.5> : tensor<f64>\n%r = tg.zeta %s, %x : (tensor<f64>, X) -> X", 1, 1.2, 3},
		"polygamma":        {"%s = tg.round_even %x : X\n%r = tg.polygamma %s, %y : (X, Y) -> R", 2, 1.6, 2.4},
		"pow negative":     {"%n = tg.constant dense<3.0> : tensor<f64>\n%r = tg.pow %x, %n : (X, tensor<f64>) -> X", 1, -2, -1},
		"acosh":            {"%r = tg.acosh %x : X", 1, 1.2, 3},
		"square":           {"%r = tg.mul %x, %x : X", 1, -2, 2},
		"own.softness":     {"%r = own.softness %x, %y : (X, Y) -> R", 2, -1, 1},
		"own twice":        {"%r = own.softness %x, %x : (X, X) -> X", 1, -1, 1},
	}
	for _, n := range []string{"0.0", "1.0", "2.0", "0.5", "-1.0", "2.5"} {
		cases["pow "+n] = smoothCase{"%n = tg.constant dense<" + n + "> : tensor<f64>\n%r = tg.pow %x, %n : (X, tensor<f64>) -> X", 1, 0.5, 2}
	}
	for _, def := range tg.Dialect.Ops() {
		rule, _ := autodiff.Derivative.Get(def)
		if !def.Has(ir.Elementwise) || len(rule.Factors) == 0 && rule.Reads == "" {
			continue
		}
		name, n := def.Name(), len(def.Operands)
		if _, known := cases[def.Mnemonic()]; !known {
			c := smoothCase{fmt.Sprintf("%%r = %s %s : X", name, "%x"), n, 0.3, 0.9}
			switch n {
			case 2:
				c.body = fmt.Sprintf("%%r = %s %%x, %%y : (X, Y) -> R", name)
			case 3:
				c.body = fmt.Sprintf("%%r = %s %%x, %%y, %%z : (X, Y, Z) -> R", name)
			}
			if def != tg.Real && def != tg.Imag && def != tg.Conj && def != tg.Complex {
				cases[def.Mnemonic()] = c
			}
		}
		x := def.Operands[0].Type
		complexOk := x.Ok != nil && x.Ok(ir.NewContext(tg.Dialect).Tensor(nil, ir.NewContext(tg.Dialect).Complex(ir.NewContext(tg.Dialect).F64())))
		switch {
		case !complexOk || def == tg.Max || def == tg.Min || def == tg.Convert || def == tg.Select || n == 3:
		case n == 2:
			cases["complex "+def.Mnemonic()] = smoothCase{"%c = tg.complex %x, %y : (X, Y) -> CR\n%d = tg.complex %y, %x : (Y, X) -> CR\n%e = tg.mul %d, %c : CR\n%f = " +
				name + " %c, %e : CR\n%re = tg.real %f : (CR) -> R\n%im = tg.imag %f : (CR) -> R\n%r = tg.sub %re, %im : R", 2, 0.3, 0.9}
		case def == tg.Abs || def == tg.Real || def == tg.Imag:
			cases["complex "+def.Mnemonic()] = smoothCase{"%c = tg.complex %x, %y : (X, Y) -> CR\n%d = tg.mul %c, %c : CR\n%r = " + name + " %d : (CR) -> R", 2, 0.3, 0.9}
		default:
			cases["complex "+def.Mnemonic()] = smoothCase{"%c = tg.complex %x, %y : (X, Y) -> CR\n%f = " + name +
				" %c : CR\n%re = tg.real %f : (CR) -> R\n%im = tg.imag %f : (CR) -> R\n%r = tg.sub %re, %im : R", 2, 0.3, 0.9}
		}
	}
	return cases
}

// shapesOf are shapes of operands, and that of the result; in types a question mark stands for an
// extent that only the run knows.
var shapesOf = map[int][][]string{
	1: {{"5", "5"}, {"", ""}, {"0x3", "0x3"}, {"1", "1"}, {"?x3", "?x3"}},
	2: {{"5", "5", "5"}, {"2x3", "3", "2x3"}, {"", "2x1", "2x1"}, {"1x3", "2x1", "2x3"}, {"1x3", "0x3", "0x3"}, {"?x3", "?x3", "?x3"}},
	3: {{"4", "4", "4", "4"}, {"3", "2x3", "", "2x3"}, {"2x1", "1x3", "1", "2x3"}, {"", "0", "1", "0"}, {"?", "?", "?", "?"}},
}

func (c smoothCase) program(shapes []string) (text string, operands []*tensor.Tensor) {
	names := []string{"X", "Y", "Z"}[:c.operands]
	of := func(shape, elem string) string {
		if shape == "" {
			return "tensor<" + elem + ">"
		}
		return "tensor<" + shape + "x" + elem + ">"
	}
	result := shapes[len(shapes)-1]
	pairs := []string{"CX", of(shapes[0], "complex<f64>"), "CR", of(result, "complex<f64>"), "PR", of(result, "i1"), "R", of(result, "f64")}
	var args []string
	for i, n := range names {
		pairs = append(pairs, n, of(shapes[i], "f64"))
		args = append(args, fmt.Sprintf("%%%s: %s", strings.ToLower(n), of(shapes[i], "f64")))
		var extents []int
		for _, e := range strings.Split(shapes[i], "x") {
			switch e {
			case "":
			case "?":
				extents = append(extents, 2)
			default:
				extents = append(extents, int(e[0]-'0'))
			}
		}
		operands = append(operands, tensor.New(tensor.F64, extents...))
	}
	body := strings.NewReplacer(pairs...).Replace(c.body)
	return fmt.Sprintf("func.func @f(%s) -> %s {\n%s\nreturn %%r : %s\n}", strings.Join(args, ", "), of(result, "f64"), body, of(result, "f64")), operands
}

// The derivatives of all elementwise ops, and those of their derivatives, are what differences say.
func TestDerivativesOfElementwiseOps(t *testing.T) {
	for name, c := range smoothCases() {
		t.Run(name, func(t *testing.T) {
			for i, shapes := range shapesOf[c.operands] {
				text, like := c.program(shapes)
				r := rand.New(rand.NewPCG(7, uint64(i)))
				d := newDerivatives(t, text, autodiff.Options{})
				x := numbersIn(r, like, c.low, c.high)
				jvp := d.checkForward(r, "f", x)
				vjp := d.checkReverse(r, "f", x)
				if i == 0 {
					d.checkForward(r, jvp, join(x, numbersIn(r, x, -1, 1)))
					d.checkReverse(r, jvp, join(x, numbersIn(r, x, -1, 1)))
					d.checkForward(r, vjp, join(x, numbersIn(r, d.call("f", x), -1, 1)))
				}
			}
		})
	}
}

// Where a function of one number is tiny, so is what it is computed from: its derivative has digits
// there, too, and not those that are left of a difference of larger numbers.
func TestDerivativesOfTinyValues(t *testing.T) {
	tested := map[string]int{}
	for name, c := range smoothCases() {
		if c.operands != 1 || strings.HasPrefix(name, "complex ") {
			continue
		}
		text, like := c.program([]string{"5", "5"})
		d := newDerivatives(t, text, autodiff.Options{})
		jvp := d.must("f", autodiff.Forward)
		one := []*tensor.Tensor{tensor.New(tensor.F64, 5)}
		copy(tensor.Data[float64](one[0]), []float64{1, 1, 1, 1, 1})
		for _, sign := range []float64{-1, 1} {
			copy(tensor.Data[float64](like[0]), []float64{sign * 5, sign * 7.25, sign * 9.58, sign * 17, sign * 25})
			const h = 1e-3
			at := func(step float64) *tensor.Tensor { return d.call("f", along(like, step, one))[0] }
			got, value := d.call(jvp, join(like, one))[1], at(0)
			far, near, farther, nearer := at(2*h), at(h), at(-2*h), at(-h)
			for k := range value.Len() {
				if f := math.Abs(element(value, k)); !(f > 1e-300 && f < 1e-9) {
					continue
				}
				tested[name]++
				want := (8*(element(near, k)-element(nearer, k)) - (element(far, k) - element(farther, k))) / (12 * h)
				if g := element(got, k); !(math.Abs(g-want) <= 1e-6*math.Abs(want)) {
					t.Errorf("%s: the derivative at %v is %v, but differences say %v", name, element(like[0], k), g, want)
				}
			}
		}
	}
	for _, name := range []string{"exp", "erfc", "gelu", "gelu tanh", "sigmoid", "silu"} {
		if tested[name] == 0 {
			t.Errorf("%s is not tested: %v", name, tested)
		}
	}
}

func element(x *tensor.Tensor, k int) float64 { return tensor.Data[float64](x)[k] }
