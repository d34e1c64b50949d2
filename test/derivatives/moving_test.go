package derivatives_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// regions are ops whose regions are no keywords, and extents that only the run knows.
var regions = []instance{
	{text: `func.func @f(%x: tensor<3x2x4xf64>, %i: tensor<f64>, %c: tensor<f64>) -> tensor<2x1x4xf64> {
  %t = tg.transpose %x permutation [1, 0, 2] : (tensor<3x2x4xf64>) -> tensor<2x3x4xf64>
  %0 = tg.reduce %t init %i dims [1] keep_dims : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2x1x4xf64> with (%a: tensor<f64>, %e: tensor<f64>) {
    %1 = tg.mul %a, %c : tensor<f64>
    %2 = tg.sin %e : tensor<f64>
    %3 = tg.add %1, %2 : tensor<f64>
    tg.yield %3 : tensor<f64>
  }
  return %0 : tensor<2x1x4xf64>
}`},
	{text: `func.func @f(%x: tensor<5xf64>, %i: tensor<f64>) -> tensor<3xf64> {
  %0 = tg.reduce_window %x init %i window [3] window_dilation [2] pads [1:0] : (tensor<5xf64>, tensor<f64>) -> tensor<2xf64> with (%a: tensor<f64>, %e: tensor<f64>) {
    %1 = tg.sin %e : tensor<f64>
    %2 = tg.mul %a, %1 : tensor<f64>
    tg.yield %2 : tensor<f64>
  }
  %1 = tg.pad %0, %i low [1] high [0] : (tensor<2xf64>, tensor<f64>) -> tensor<3xf64>
  return %1 : tensor<3xf64>
}`},
	{text: `func.func @f(%x: tensor<4xf64>, %u: tensor<5xf64>) -> tensor<4xf64> {
  %i = tg.constant dense<[1, 1, 3, 7, 1]> : tensor<5xi32>
  %0 = tg.scatter %x, %i, %u inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<4xf64>, tensor<5xi32>, tensor<5xf64>) -> tensor<4xf64> with (%a: tensor<f64>, %b: tensor<f64>) {
    %1 = tg.sin %a : tensor<f64>
    %2 = tg.mul %1, %b : tensor<f64>
    tg.yield %2 : tensor<f64>
  }
  return %0 : tensor<4xf64>
}`},
	{text: `func.func @f(%x: tensor<4xf64>, %y: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %0:2 = tg.sort %x, %y dim 0 : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) with (%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>) {
    %1 = tg.compare gt %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    tg.yield %1 : tensor<i1>
  }
  return %0#0, %0#1 : tensor<4xf64>, tensor<4xf64>
}`},
	{text: `func.func @f(%x0: tensor<3x4xf64>, %v: tensor<f64>) -> tensor<f64> {
  %x = tg.cast %x0 : (tensor<3x4xf64>) -> tensor<?x?xf64>
  %0 = tg.pad %x, %v low [1, -1] high [0, 2] interior [1, 0] : (tensor<?x?xf64>, tensor<f64>) -> tensor<?x?xf64>
  %1 = tg.cumulate prod %0 dim 1 : tensor<?x?xf64>
  %2 = tg.cumulate max %1 dim 0 reverse : tensor<?x?xf64>
  %3 = tg.concat %2, %x dim 0 : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %4 = tg.sort ascending %3 dim 1 : tensor<?x?xf64>
  %5 = tg.reduce prod %4 dims [1] : (tensor<?x?xf64>) -> tensor<?xf64>
  %6 = tg.reduce max %5 init %v dims [0] : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  %7 = tg.reduce mean %4 dims [0, 1] : (tensor<?x?xf64>) -> tensor<f64>
  %8 = tg.add %6, %7 : tensor<f64>
  return %8 : tensor<f64>
}`},
}

// Regions become loops, and what only the run knows is asked then.
func TestRegionsAndOpenExtents(t *testing.T) {
	for _, p := range regions {
		c := driver.NewContext()
		module, err := parsed(c, p.text)
		if err != nil {
			t.Fatalf("%v\n%s", err, p.text)
		}
		f := ir.Symbols(module)["f"].Attr("function_type").Type()
		p.args = f.Inputs()
		for i := range f.Inputs() {
			p.wrt = append(p.wrt, i)
		}
		for i := range f.Results() {
			p.of = append(p.of, i)
		}
		g := &opgen.Generator{Rand: rand.New(rand.NewPCG(1, 2)), Ctx: c, Elem: c.F64()}
		for _, ties := range []bool{false, true} {
			if err := p.check(g, ties); err != nil {
				t.Errorf("%v\n%s", err, p.text)
			}
		}
	}
}

// ties are programs of %x : tensor<4xf64> that choose among elements, with KIND for max or min, and
// what the gradient at a tie is under the three conventions: of elements 1 3 3 2, or 9 3 3 4.
var ties = []struct {
	body string
	want [3]string
}{
	{"%r = tg.reduce KIND %x dims [0] : (tensor<4xf64>) -> tensor<f64>", [3]string{"0 0.5 0.5 0", "0 0.5 0.5 0", "0 1 1 0"}},
	{`%i = tg.constant dense<3.0> : tensor<f64>
%r = tg.reduce KIND %x init %i dims [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>`,
		[3]string{"0 0 0 0", "0 0.3333333333333333 0.3333333333333333 0", "0 1 1 0"}},
	{`%0 = tg.reduce_window KIND %x window [4] : (tensor<4xf64>) -> tensor<1xf64>
%r = tg.reshape %0 : (tensor<1xf64>) -> tensor<f64>`, first},
	{`%i = tg.constant dense<3.0> : tensor<f64>
%0 = tg.reduce_window KIND %x init %i window [4] : (tensor<4xf64>, tensor<f64>) -> tensor<1xf64>
%r = tg.reshape %0 : (tensor<1xf64>) -> tensor<f64>`, [3]string{"0 0 0 0", "0 0 0 0", "0 0 0 0"}},
	{`%0 = tg.cumulate KIND %x dim 0 : tensor<4xf64>
%1 = tg.slice %0 [3:4] : (tensor<4xf64>) -> tensor<1xf64>
%r = tg.reshape %1 : (tensor<1xf64>) -> tensor<f64>`, first},
	{`%0 = tg.cumulate KIND %x dim 0 reverse : tensor<4xf64>
%1 = tg.slice %0 [0:1] : (tensor<4xf64>) -> tensor<1xf64>
%r = tg.reshape %1 : (tensor<1xf64>) -> tensor<f64>`, [3]string{"0 0 1 0", "0 0 1 0", "0 0 1 0"}},
	{`%0 = tg.sort ORDER %x dim 0 : tensor<4xf64>
%1 = tg.slice %0 [0:1] : (tensor<4xf64>) -> tensor<1xf64>
%r = tg.reshape %1 : (tensor<1xf64>) -> tensor<f64>`, first},
	{`%i = tg.constant dense<START> : tensor<f64>
%n = tg.constant dense<0> : tensor<i32>
%at = tg.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
%r, %p = tg.reduce %x, %at init %i, %n dims [0] : (tensor<4xf64>, tensor<4xi32>, tensor<f64>, tensor<i32>) -> (tensor<f64>, tensor<i32>) with (%a: tensor<f64>, %k: tensor<i32>, %e: tensor<f64>, %l: tensor<i32>) {
  %1 = tg.compare BETTER %a, %e : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %2 = tg.select %1, %a, %e : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
  %3 = tg.select %1, %k, %l : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  tg.yield %2, %3 : tensor<f64>, tensor<i32>
}`, first},
}

var first = [3]string{"0 1 0 0", "0 1 0 0", "0 1 0 0"}

// Ties, in the three conventions.
func TestTies(t *testing.T) {
	for kind, c := range map[string]struct{ order, start, better, point string }{
		"max": {"descending", "0xFFF0000000000000", "ge", "1,3,3,2"}, "min": {"ascending", "0x7FF0000000000000", "le", "9,3,3,4"},
	} {
		for _, k := range ties {
			body := strings.NewReplacer("KIND", kind, "ORDER", c.order, "START", c.start, "BETTER", c.better).Replace(k.body)
			program := "func.func @main(%x: tensor<4xf64>) -> tensor<f64> {\n" + body + "\nreturn %r : tensor<f64>\n}"
			for i, convention := range autodiff.Conventions {
				got := gradientOf(t, program, "func=main mode=reverse convention="+convention, "4xf64="+c.point, "f64=1")
				if got != "f64=3\n4xf64="+k.want[i]+"\n" {
					t.Errorf("%s: %s instead of %s of\n%s", convention, got, k.want[i], program)
				}
			}
		}
	}
}

// Cotangents of complex numbers pair with tangents with a conjugate, but as JAX has it.
func TestComplexPairing(t *testing.T) {
	const number = "tensor<complex<f64>>"
	for _, c := range []struct{ args, body, result, point, cotangent, paired, jax string }{
		{"%x: " + number, "%r = tg.mul %x, %x : " + number, number, "complex<f64>=(1,2)", "complex<f64>=(1,0)", "complex<f64>=(2,-4)", "complex<f64>=(2,4)"},
		{"%x: " + number, "%r = tg.imag %x : (" + number + ") -> tensor<f64>", "tensor<f64>", "complex<f64>=(1,2)", "f64=3", "complex<f64>=(0,3)", "complex<f64>=(0,-3)"},
		{"%x: " + number, "%r = tg.real %x : (" + number + ") -> tensor<f64>", "tensor<f64>", "complex<f64>=(1,2)", "f64=3", "complex<f64>=(3,0)", "complex<f64>=(3,-0)"},
		{"%x: " + number, "%r = tg.conj %x : " + number, number, "complex<f64>=(1,2)", "complex<f64>=(3,4)", "complex<f64>=(3,-4)", "complex<f64>=(3,-4)"},
		{"%x: tensor<f64>", "%y = tg.constant dense<2.0> : tensor<f64>\n%r = tg.complex %y, %x : (tensor<f64>, tensor<f64>) -> " + number, number, "f64=1", "complex<f64>=(3,4)", "f64=4", "f64=-4"},
	} {
		program := "func.func @main(" + c.args + ") -> " + c.result + " {\n" + c.body + "\nreturn %r : " + c.result + "\n}"
		for _, convention := range autodiff.Conventions {
			want := c.paired
			if convention == "jax" {
				want = c.jax
			}
			got := strings.Split(gradientOf(t, program, "func=main convention="+convention, c.point, c.cotangent), "\n")[1]
			if got != want {
				t.Errorf("%s: %s instead of %s of\n%s", convention, got, want, program)
			}
		}
	}
}

// What is greatest or least beside a NaN is the NaN, or of several the first, where a convention
// shares nothing; both modes say so.
func TestNaNsAreExtremes(t *testing.T) {
	const shapes, window = " : (tensor<5xf64>) -> tensor<f64>", " : (tensor<5xf64>) -> tensor<1xf64>"
	const last = "\n%1 = tg.slice %0 [4:5] : (tensor<5xf64>) -> tensor<1xf64>\n%r = tg.reshape %1 : (tensor<1xf64>) -> tensor<f64>"
	const one = "\n%r = tg.reshape %0 : (tensor<1xf64>) -> tensor<f64>"
	for _, kind := range []string{"max", "min"} {
		for body, shared := range map[string]bool{
			"%r = tg.reduce " + kind + " %x dims [0]" + shapes:                                    true,
			"%0 = tg.reduce_window " + kind + " %x window [5]" + window + one:                     false,
			"%0 = tg.reduce_window " + kind + " %x window [3] window_dilation [2]" + window + one: false,
			"%0 = tg.reduce_window " + kind + " %x window [7] pads [1:1]" + window + one:          false,
			"%0 = tg.cumulate " + kind + " %x dim 0 : tensor<5xf64>" + last:                       false,
		} {
			program := "func.func @main(%x: tensor<5xf64>) -> tensor<f64> {\n" + body + "\nreturn %r : tensor<f64>\n}"
			for _, convention := range autodiff.Conventions {
				want := "5xf64=0 0 1 0 0"
				switch {
				case shared && convention == "enzyme":
					want = "5xf64=0 0 1 0 1"
				case shared:
					want = "5xf64=0 0 0.5 0 0.5"
				}
				pass := "func=main convention=" + convention
				if got := gradientOf(t, program, pass, "5xf64=1,3,nan,2,nan", "f64=1"); got != "f64=nan\n"+want+"\n" {
					t.Errorf("%s: %s instead of %s of\n%s", convention, got, want, program)
				}
				var forward []string
				for i := range 5 {
					tangent := []string{"0", "0", "0", "0", "0"}
					tangent[i] = "1"
					got := derivativeOf(t, program, pass+" mode=forward", "jvp", "5xf64=1,3,nan,2,nan", "5xf64="+strings.Join(tangent, ","))
					forward = append(forward, strings.TrimPrefix(strings.Split(got, "\n")[1], "f64="))
				}
				if got := "5xf64=" + strings.Join(forward, " "); got != want {
					t.Errorf("%s, forward: %s instead of %s of\n%s", convention, got, want, program)
				}
			}
		}
	}
}
