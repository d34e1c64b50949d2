package expr_test

import (
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/expr"
)

// Arguments of two functions are the same tensor if somebody says so; what ops make of them is
// then, too.
func TestEquate(t *testing.T) {
	const text = `func.func @f(%X: tensor<4xf32>) -> tensor<4xf32> {
  %s = tg.cumulate sum %X dim 0 : tensor<4xf32>
  %y = te.compute [i < 4] -> tensor<4xf32> {
    %1 = te.read %s [i] : tensor<4xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %y : tensor<4xf32>
}
func.func @g(%A: tensor<4xf32>, %B: tensor<4xf32>) -> tensor<4xf32> {
  %s = tg.cumulate sum %B dim 0 : tensor<4xf32>
  %y = te.compute [k < 4] -> tensor<4xf32> {
    %1 = te.read %s [3 - k] : tensor<4xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  return %y : tensor<4xf32>
}`
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "f.mlir"})
	if err != nil {
		t.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	body := func(name string) *ir.Block { return ir.Symbols(module)[name].RegionAt(0).First() }
	last := func(name string) te.Compute { return te.Compute{Op: body(name).Last().Operand(0).Def()} }
	for argument, want := range []bool{false, true} {
		table := expr.NewTable(ctx, expr.Options{})
		table.Equate(body("g").Args()[argument], body("f").Args()[0])
		if _, ok := expr.Match(table.Construct(last("f"), 0), table.Construct(last("g"), 0)); ok != want {
			t.Errorf("argument %d is X: %v", argument, ok)
		}
	}
}
