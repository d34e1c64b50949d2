package tg_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/asm"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
)

func newContext() *ir.Context { return ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect) }

// parse reads and verifies a module.
func parse(t *testing.T, c *ir.Context, text string) *ir.Op {
	t.Helper()
	m, err := parser.Parse(c, []byte(text), parser.Options{})
	if err != nil {
		t.Fatalf("%s\n%s", c.Render(ir.AsDiag(err, 0)), text)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%s\n%s", c.Render(ir.AsDiag(err, 0)), text)
	}
	return m
}

// withoutInference are the ops whose result types nothing but their text says,
// and why.
var withoutInference = map[*ir.OpDef]string{
	tg.Yield: "has no results",
}

// withoutKernel are the ops that the interpreter executes by itself, and how.
var withoutKernel = map[*ir.OpDef]string{
	tg.Constant: "is decoded once, when the program is compiled",
	tg.Yield:    "ends a region",
}

func TestEveryOpIsComplete(t *testing.T) {
	for _, o := range tg.Dialect.Ops() {
		t.Run(o.Name(), func(t *testing.T) {
			summary, _, ended := strings.Cut(o.Doc, ".")
			if !ended || len(summary) < 5 || len(summary) > 160 {
				t.Errorf("the first sentence of the doc is no summary: %q", summary)
			}
			if o.Format == "" && (o.Parse == nil || o.Print == nil) {
				t.Error("has no pretty form")
			}
			if o.Format != "" {
				if _, err := asm.Compile(o); err != nil {
					t.Errorf("format: %v", err)
				}
			}
			if _, ok := interp.Kernel.Get(o); ok == (withoutKernel[o] != "") {
				t.Errorf("kernel: %v, but exempt because %q", ok, withoutKernel[o])
			}
			if (o.Infer != nil) == (withoutInference[o] != "") {
				t.Errorf("inference: %v, but exempt because %q", o.Infer != nil, withoutInference[o])
			}
			if _, ok := interp.Tile.Get(o); !ok && o.Has(ir.Elementwise) {
				t.Error("runs by itself where others fuse: interp.Tile has no loop for it")
			}
			if !o.Has(ir.Pure | ir.RecursiveEffects) {
				t.Error("has effects that nothing declares")
			}
		})
	}
}

func TestEveryExampleRoundTrips(t *testing.T) {
	for _, o := range tg.Dialect.Ops() {
		t.Run(o.Name(), func(t *testing.T) {
			if !strings.Contains(o.Example, o.Name()+" ") {
				t.Fatalf("the example does not show the op:\n%s", o.Example)
			}
			c := newContext()
			m := parse(t, c, o.Example)
			text := printer.OpString(m, printer.Options{})
			if strings.Contains(text, `"tg.`) {
				t.Errorf("prints in generic form:\n%s", text)
			}
			if again := printer.OpString(parse(t, c, text), printer.Options{}); again != text {
				t.Errorf("printing is not idempotent:\n%s\nthen\n%s", text, again)
			}
			generic := printer.OpString(m, printer.Options{Generic: true})
			if back := printer.OpString(parse(t, c, generic), printer.Options{}); back != text {
				t.Errorf("the generic form reads differently:\n%s\nthen\n%s", text, back)
			}
			// What the example says line by line is what is printed, apart from the
			// names of values.
			if got, want := shape(text), shape(o.Example); !strings.Contains(got, want) {
				t.Errorf("the example is not in the printed form: got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// shape is text with every value called % and single blanks.
func shape(text string) string {
	var b strings.Builder
	name := false
	for _, r := range text {
		if name && (r == '_' || r == '#' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z') {
			continue
		}
		name = r == '%'
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// tg.cost is a discardable attribute that every op may carry.
func TestCostIsAllowedAnywhere(t *testing.T) {
	c := newContext()
	m := parse(t, c, `func.func @f(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = tg.exp %x {tg.cost = 1.250000e+01 : f64} : tensor<4xf32>
  %1 = tg.if %p -> (tensor<4xf32>) attributes {tg.cost = 1.000000e+00 : f64} {
    tg.yield %0 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}`)
	text := printer.OpString(m, printer.Options{})
	for _, want := range []string{"tg.exp %arg0 {tg.cost = 1.250000e+01 : f64} : tensor<4xf32>", "attributes {tg.cost = 1.000000e+00 : f64} {"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
