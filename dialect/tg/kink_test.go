package tg_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

var (
	inf = math.Inf(1)
	nan = math.NaN()
)

// gradient is the gradient of the function of scalars at a point, by some arguments, all for none.
// The cotangent of the result is 1.
func gradient(t *testing.T, args, body, elem string, opt autodiff.Options, at []float64, wrt ...int) []float64 {
	t.Helper()
	d := newDerivatives(t, fmt.Sprintf("func.func @f(%s) -> tensor<%s> {\n%s\nreturn %%r : tensor<%[2]s>\n}", args, elem, body), opt)
	name := d.must("f", autodiff.Reverse, wrt...)
	of, err := tensor.Parse(elem + "=1")
	if err != nil {
		t.Fatal(err)
	}
	var in []*tensor.Tensor
	for _, v := range at {
		x := tensor.New(of.DType())
		x.SetFloat64(0, v)
		in = append(in, x)
	}
	var out []float64
	for _, g := range d.call(name, append(in, of))[1:] {
		for k := range g.Len() {
			out = append(out, g.Float64At(k))
		}
	}
	return out
}

// equalNumbers is ==, where a NaN is equal to another, and zeros of both signs are.
func equalNumbers(a, b []float64) bool {
	for i := range a {
		if len(a) != len(b) || !(a[i] == b[i] || a[i] != a[i] && b[i] != b[i]) {
			return false
		}
	}
	return len(a) == len(b)
}

const (
	oneArg   = "%x: tensor<f64>"
	twoArgs  = "%x: tensor<f64>, %y: tensor<f64>"
	threeArg = "%x: tensor<f64>, %y: tensor<f64>, %z: tensor<f64>"
)

func onScalars(op string) string {
	switch n := strings.Count(op, "%"); n {
	case 3:
		return "%r = tg." + op + " : (tensor<f64>, tensor<f64>, tensor<f64>) -> tensor<f64>"
	default:
		return "%r = tg." + op + " : tensor<f64>"
	}
}

// modulus is |x + iy|, as one op and as others.
const (
	modulus = "%c = tg.complex %x, %y : (tensor<f64>, tensor<f64>) -> tensor<complex<f64>>\n%r = tg.abs %c : (tensor<complex<f64>>) -> tensor<f64>"
	hypot   = "%a = tg.mul %x, %x : tensor<f64>\n%b = tg.mul %y, %y : tensor<f64>\n%s = tg.add %a, %b : tensor<f64>\n%r = tg.sqrt %s : tensor<f64>"
)

// Derivatives at kinks are those of the convention, exactly.
func TestKinks(t *testing.T) {
	all := func(v ...float64) [3][]float64 { return [3][]float64{v, v, v} }
	for _, c := range []struct {
		args, body string
		at         []float64
		wrt        []int
		want       [3][]float64 // least norm, JAX, Enzyme
	}{
		{twoArgs, onScalars("max %x, %y"), []float64{2, 2}, nil, [3][]float64{{.5, .5}, {.5, .5}, {1, 0}}},
		{twoArgs, onScalars("min %x, %y"), []float64{2, 2}, nil, [3][]float64{{.5, .5}, {.5, .5}, {1, 0}}},
		{twoArgs, onScalars("max %x, %y"), []float64{negativeZero, 0}, nil, [3][]float64{{.5, .5}, {.5, .5}, {1, 0}}},
		{twoArgs, onScalars("max %x, %y"), []float64{0, 0}, []int{0}, [3][]float64{{0}, {.5}, {1}}},
		{twoArgs, onScalars("max %x, %y"), []float64{0, 0}, []int{1}, [3][]float64{{0}, {.5}, {0}}},
		{twoArgs, onScalars("min %x, %y"), []float64{0, negativeZero}, []int{0}, [3][]float64{{0}, {.5}, {1}}},
		{oneArg, onScalars("max %x, %x"), []float64{3}, nil, all(1)},
		{twoArgs, onScalars("max %x, %y"), []float64{1, 2}, nil, all(0, 1)},
		{twoArgs, onScalars("min %x, %y"), []float64{1, 2}, nil, all(1, 0)},
		{twoArgs, onScalars("max %x, %y"), []float64{nan, 2}, nil, [3][]float64{{1, 0}, {1, 0}, {1, 0}}},
		{twoArgs, onScalars("max %x, %y"), []float64{2, nan}, nil, [3][]float64{{0, 1}, {0, 1}, {1, 0}}},
		{twoArgs, onScalars("min %x, %y"), []float64{2, nan}, nil, [3][]float64{{0, 1}, {0, 1}, {1, 0}}},
		{twoArgs, onScalars("min %x, %y"), []float64{nan, nan}, nil, [3][]float64{{.5, .5}, {.5, .5}, {1, 0}}},
		{threeArg, onScalars("clamp %x, %y, %z"), []float64{1, 1, 3}, []int{1}, [3][]float64{{0}, {0}, {1}}},
		{threeArg, onScalars("clamp %x, %y, %z"), []float64{1, 3, 3}, []int{1}, [3][]float64{{0}, {0}, {1}}},
		{threeArg, onScalars("clamp %x, %y, %z"), []float64{1, 2, 3}, nil, all(0, 1, 0)},
		{threeArg, onScalars("clamp %x, %y, %z"), []float64{1, 0, 3}, nil, all(1, 0, 0)},
		{threeArg, onScalars("clamp %x, %y, %z"), []float64{1, 4, 3}, nil, all(0, 0, 1)},
		{threeArg, onScalars("clamp %x, %y, %z"), []float64{5, 4, 3}, nil, all(0, 0, 1)},
		{threeArg, onScalars("clamp %x, %y, %z"), []float64{1, 1, 3}, nil, [3][]float64{{.5, .5, 0}, {0, 0, 0}, {0, 1, 0}}},
		{threeArg, onScalars("clamp %x, %y, %z"), []float64{1, 3, 3}, nil, [3][]float64{{0, .5, .5}, {0, 0, 0}, {0, 1, 0}}},
		{oneArg, onScalars("relu %x"), []float64{0}, nil, all(0)},
		{oneArg, onScalars("relu6 %x"), []float64{0}, nil, all(0)},
		{oneArg, onScalars("relu6 %x"), []float64{6}, nil, all(0)},
		{oneArg, onScalars("relu6 %x"), []float64{5}, nil, all(1)},
		{oneArg, onScalars("abs %x"), []float64{0}, nil, [3][]float64{{0}, {0}, {1}}},
		{oneArg, onScalars("abs %x"), []float64{negativeZero}, nil, [3][]float64{{0}, {0}, {1}}},
		{oneArg, onScalars("abs %x"), []float64{-2}, nil, all(-1)},
		{oneArg, onScalars("sign %x"), []float64{0}, nil, all(0)},
		{twoArgs, modulus, []float64{0, 0}, nil, [3][]float64{{0, 0}, {0, 0}, {nan, nan}}},
		{twoArgs, modulus, []float64{3, -4}, nil, [3][]float64{{.6, -.8}, {.6, -.8}, {.6, .8}}},
		{twoArgs, hypot, []float64{0, 0}, nil, [3][]float64{{nan, nan}, {nan, nan}, {0, 0}}},
		{oneArg, onScalars("sqrt %x"), []float64{0}, nil, [3][]float64{{inf}, {inf}, {0}}},
		{oneArg, onScalars("cbrt %x"), []float64{0}, nil, all(inf)},
		{oneArg, onScalars("log %x"), []float64{0}, nil, all(inf)},
		{twoArgs, onScalars("pow %x, %y"), []float64{0, 0}, nil, all(0, 0)},
		{twoArgs, onScalars("pow %x, %y"), []float64{0, 2}, nil, all(0, 0)},
		{twoArgs, onScalars("pow %x, %y"), []float64{inf, 0}, []int{0}, all(0)},
		{twoArgs, onScalars("pow %x, %y"), []float64{-2, 3}, []int{0}, all(12)},
		{twoArgs, onScalars("pow %x, %y"), []float64{-2, 3}, nil, all(12, nan)},
		{twoArgs, onScalars("atan2 %x, %y"), []float64{0, 0}, nil, all(nan, nan)},
		{twoArgs, onScalars("atan2 %x, %y"), []float64{0, 1e300}, nil, all(1e-300, 0)},
		{twoArgs, onScalars("rem %x, %y"), []float64{7, 2}, nil, all(1, -3)},
		{twoArgs, onScalars("rem %x, %y"), []float64{-7.5, 2}, nil, all(1, 3)},
		{twoArgs, onScalars("next_after %x, %y"), []float64{1, 1}, nil, all(1, 0)},
	} {
		for convention, want := range c.want {
			opt := autodiff.Options{Convention: autodiff.Convention(convention)}
			wrt := c.wrt
			if wrt == nil {
				for i := range c.at {
					wrt = append(wrt, i)
				}
			}
			if got := gradient(t, c.args, c.body, "f64", opt, c.at, wrt...); !equalNumbers(got, want) {
				t.Errorf("%s: the gradient of %s at %v by %v is %v, but should be %v", autodiff.Conventions[convention], c.body, c.at, wrt, got, want)
			}
		}
	}
}

var negativeZero = math.Copysign(0, -1)

// With strong zeros what is not chosen does not count, whatever its derivative is.
func TestStrongZero(t *testing.T) {
	limited := strings.Replace(hypot, "%r =", "%q =", 1) + "\n%e = tg.constant dense<1.0e-10> : tensor<f64>\n%r = tg.max %q, %e : tensor<f64>"
	guarded := "%n = tg.constant dense<0.0> : tensor<f64>\n%p = tg.compare gt %x, %n : (tensor<f64>, tensor<f64>) -> tensor<i1>\n%q = tg.sqrt %x : tensor<f64>\n" +
		"%r = tg.select %p, %q, %n : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>"
	for convention := range autodiff.Conventions {
		for _, c := range []struct {
			args, body string
			at         []float64
			weak       []float64
		}{
			{twoArgs, limited, []float64{0, 0}, []float64{nan, nan}},
			{oneArg, guarded, []float64{0}, []float64{nan}},
		} {
			opt := autodiff.Options{Convention: autodiff.Convention(convention)}
			if got := gradient(t, c.args, c.body, "f64", opt, c.at); opt.Convention != autodiff.Enzyme && !equalNumbers(got, c.weak) {
				t.Errorf("without strong zeros the gradient of %s is %v", c.body, got)
			}
			opt.StrongZero = true
			if got := gradient(t, c.args, c.body, "f64", opt, c.at); !equalNumbers(got, make([]float64, len(c.at))) {
				t.Errorf("the gradient of %s is %v, but should be 0", c.body, got)
			}
		}
	}
}

// Functions that level off have no NaN where they have, in any type.
func TestDerivativesFarOut(t *testing.T) {
	for _, elem := range []string{"f64", "f32", "bf16", "f16"} {
		for _, c := range []struct {
			op          string
			below, over float64
		}{
			{"gelu %x", 0, 1}, {"gelu %x approximate tanh", 0, 1}, {"silu %x", 0, 1}, {"sigmoid %x", 0, 0}, {"tanh %x", 0, 0},
			{"erf %x", 0, 0}, {"atan %x", 0, 0}, {"relu %x", 0, 1}, {"relu6 %x", 0, 0},
		} {
			for _, far := range []float64{100, 300, 6e4, inf} {
				if far < 1e4 && c.op == "atan %x" {
					continue
				}
				for _, x := range []float64{-far, far} {
					want := c.below
					if x > 0 {
						want = c.over
					}
					got := gradient(t, "%x: tensor<"+elem+">", "%r = tg."+c.op+" : tensor<"+elem+">", elem, autodiff.Options{}, []float64{x})
					if !(math.Abs(got[0]-want) < 1e-7) {
						t.Errorf("the derivative of %s at %v in %s is %v, but should be %v", c.op, x, elem, got[0], want)
					}
				}
			}
		}
	}
}

// Derivatives in narrow types are about those in wide ones.
func TestDerivativesInNarrowTypes(t *testing.T) {
	for _, def := range tg.Dialect.Ops() {
		rule, _ := autodiff.Derivative.Get(def)
		if !def.Has(ir.Elementwise) || len(rule.Factors) == 0 || def == tg.Select || def == tg.Clamp {
			continue
		}
		args, operands, at := []string{}, []string{}, []float64{1.5, 2.5}[:len(def.Operands)]
		for i := range at {
			args, operands = append(args, fmt.Sprintf("%%%c: tensor<ELEM>", "xy"[i])), append(operands, "%"+"xy"[i:i+1])
		}
		if def == tg.Asin || def == tg.Acos || def == tg.Atanh || def == tg.ErfInv {
			at[0] = 0.5
		}
		wrt := []int{0}
		if def == tg.Zeta || def == tg.Polygamma {
			wrt, at[0] = []int{1}, 2
		}
		of := func(elem string) float64 {
			body := strings.Replace("%r = "+def.Name()+" "+strings.Join(operands, ", ")+" : tensor<ELEM>", "ELEM", elem, -1)
			return gradient(t, strings.ReplaceAll(strings.Join(args, ", "), "ELEM", elem), body, elem, autodiff.Options{}, at, wrt...)[0]
		}
		for _, elem := range []string{"f8E5M2", "f8E4M3FN"} { // which no program is executed with
			d := newDerivatives(t, fmt.Sprintf("func.func @f(%s) -> tensor<%s> {\n%%r = %s %s : tensor<%[2]s>\nreturn %%r : tensor<%[2]s>\n}",
				strings.ReplaceAll(strings.Join(args, ", "), "ELEM", elem), elem, def.Name(), strings.Join(operands, ", ")), autodiff.Options{})
			d.must("f", autodiff.Reverse, wrt...)
		}
		want := of("f64")
		for elem, bound := range map[string]float64{"f32": 1e-5, "f16": 1e-2, "bf16": 1e-1} {
			if got := of(elem); !(math.Abs(got-want) <= bound*max(1, math.Abs(want))) {
				t.Errorf("the derivative of %s at %v is %v, but in %s %v", def.Name(), at, want, elem, got)
			}
		}
	}
}

// What has no derivative says what to write instead, also where its results have no tangents.
func TestRefusedDerivatives(t *testing.T) {
	for body, want := range map[string]string{
		"%b = tg.bitcast %x : (tensor<f64>) -> tensor<i64>\n%r = tg.bitcast %b : (tensor<i64>) -> tensor<f64>": "with tg.stop",
		"%r = tg.zeta %x, %x : tensor<f64>":                                      "by its order",
		"%r = tg.polygamma %x, %x : tensor<f64>":                                 "by its order",
		"%r = tg.bessel_i1e %x : tensor<f64>":                                    "as a polynomial",
		"%r = tg.rng uniform %x, %x : (tensor<f64>, tensor<f64>) -> tensor<f64>": "scale and shift",
		"%r = tg.custom_call \"a\" (%x) : (tensor<f64>) -> tensor<f64>":          "tg.jvp or tg.vjp",
		"%r = tg.fusion (%a = %x) : (tensor<f64>) -> tensor<f64> {\n%e = tg.exp %a : tensor<f64>\ntg.yield %e : tensor<f64>\n}":                      "run --unfuse first",
		"%i = tg.item %x : tensor<f64> -> f64\n%c = tg.convert %x : (tensor<f64>) -> tensor<i64>\n%r = tg.convert %c : (tensor<i64>) -> tensor<f64>": "tensors of rank 0",
	} {
		for _, mode := range []autodiff.Mode{autodiff.Forward, autodiff.Reverse} {
			d := newDerivatives(t, "func.func @f(%x: tensor<f64>) -> tensor<f64> {\n"+body+"\nreturn %r : tensor<f64>\n}", autodiff.Options{})
			if _, err := d.derive("f", mode); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s of %s: no error says %q: %v", mode, body, want, err)
			}
		}
	}
}
