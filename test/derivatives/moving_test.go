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

// Ties, in the three conventions.
func TestTies(t *testing.T) {
	const reduce = `func.func @main(%x: tensor<4xf64>) -> tensor<f64> {
  %0 = tg.reduce max %x dims [0] : (tensor<4xf64>) -> tensor<f64>
  return %0 : tensor<f64>
}`
	const started = `func.func @main(%x: tensor<4xf64>) -> tensor<f64> {
  %i = tg.constant dense<3.0> : tensor<f64>
  %0 = tg.reduce max %x init %i dims [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}`
	const pool = `func.func @main(%x: tensor<4xf64>) -> tensor<f64> {
  %0 = tg.reduce_window max %x window [4] : (tensor<4xf64>) -> tensor<1xf64>
  %1 = tg.reshape %0 : (tensor<1xf64>) -> tensor<f64>
  return %1 : tensor<f64>
}`
	const running = `func.func @main(%x: tensor<4xf64>) -> tensor<f64> {
  %0 = tg.cumulate max %x dim 0 : tensor<4xf64>
  %1 = tg.slice %0 [3:4] : (tensor<4xf64>) -> tensor<1xf64>
  %2 = tg.reshape %1 : (tensor<1xf64>) -> tensor<f64>
  return %2 : tensor<f64>
}`
	first := map[string]string{"least-norm": "4xf64=0 1 0 0", "jax": "4xf64=0 1 0 0", "enzyme": "4xf64=0 1 0 0"}
	for _, k := range []struct {
		program string
		want    map[string]string
	}{
		{reduce, map[string]string{"least-norm": "4xf64=0 0.5 0.5 0", "jax": "4xf64=0 0.5 0.5 0", "enzyme": "4xf64=0 1 1 0"}},
		{started, map[string]string{"least-norm": "4xf64=0 0 0 0", "jax": "4xf64=0 0.3333333333333333 0.3333333333333333 0", "enzyme": "4xf64=0 1 1 0"}},
		{pool, first}, {running, first},
	} {
		for convention, want := range k.want {
			got := gradientOf(t, k.program, "func=main mode=reverse convention="+convention, "4xf64=1 3 3 2", "f64=1")
			if got != "f64=3\n"+want+"\n" {
				t.Errorf("%s: %s instead of %s of\n%s", convention, got, want, k.program)
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
			"%r = tg.reduce " + kind + " %x dims [0]" + shapes:                                                      true,
			"%0 = tg.reduce_window " + kind + " %x window [5]" + window + one:                                       false,
			"%0 = tg.reduce_window " + kind + " %x window [3] window_dilation [2]" + window + one: false,
			"%0 = tg.reduce_window " + kind + " %x window [7] pads [1:1]" + window + one:                            false,
			"%0 = tg.cumulate " + kind + " %x dim 0 : tensor<5xf64>" + last:                                         false,
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
