package tg_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
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
	tg.Yield:  "has no results",
	tg.Assert: "has no results",
}

// withEffects are the ops that do more than compute their results, and what.
var withEffects = map[*ir.OpDef]string{
	tg.Assert:     "ends the run",
	tg.CustomCall: "does what nobody knows",
	tg.JVP:        "calls a function",
	tg.VJP:        "calls a function",
	tg.Grad:       "calls a function",
	tg.Rng:        "draws from the state of the run",
}

// Ops of tg are written in a form of their own, have no effects but those of a list, and infer
// their results: rules and patterns make them. What all dialects have in common, test/complete asks
// for.
func TestOps(t *testing.T) {
	for _, o := range tg.Dialect.Ops() {
		if o.Format == "" && o.Print == nil {
			t.Errorf("%s has no form of its own: write OpDef.Format", o.Name())
		}
		if (o.Infer != nil) == (withoutInference[o] != "") {
			t.Errorf("%s: OpDef.Infer: compute the types of the results from the operands; or say in withoutInference, in this file, why nothing can (there: %q)", o.Name(), withoutInference[o])
		}
		if pure := o.Has(ir.Pure | ir.RecursiveEffects); pure == (withEffects[o] != "") {
			t.Errorf("%s has effects that nothing declares: let it be ir.Pure, or say in withEffects, in this file, what it does (there: %q)", o.Name(), withEffects[o])
		}
	}
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
