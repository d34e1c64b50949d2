package expr_test

import (
	"fmt"
	"log"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
	"github.com/tg-opt/tg/te/expr"
)

// A forward pass has tanh of X; the backward pass has it transposed and mirrored, in a larger
// expression.
func ExampleFind() {
	const text = `func.func @f(%X: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<16x4xf32>) {
  %y = te.compute [i < 4, j < 16] -> tensor<4x16xf32> {
    %1 = te.read %X [i, j] : tensor<4x16xf32>
    %2 = tg.tanh %1 : tensor<f32>
    te.yield %2 : tensor<f32>
  }
  %d = te.compute [k < 16, l < 4] -> tensor<16x4xf32> {
    %1 = te.read %X [l, 15 - k] : tensor<4x16xf32>
    %2 = tg.tanh %1 : tensor<f32>
    %3 = tg.mul %2, %2 : tensor<f32>
    te.yield %3 : tensor<f32>
  }
  return %y, %d : tensor<4x16xf32>, tensor<16x4xf32>
}`
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "tanh.mlir"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		log.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	var computes []te.Compute
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if c, ok := te.AsCompute(o); ok {
			computes = append(computes, c)
		}
		return ir.Advance
	})
	table := expr.NewTable(ctx, expr.Options{})
	forward, backward := table.Construct(computes[0], 0), table.Construct(computes[1], 0)
	for _, found := range expr.Find(backward, forward) {
		fmt.Println(found.Node.Kind, found.Node.Op.Name(), "at point k = 3, l = 1 is the element at:")
		for _, e := range found.At {
			v, _ := affine.Evaluate(e, []int64{3, 1}, nil)
			fmt.Println(v)
		}
	}
	// Output:
	// call tg.tanh at point k = 3, l = 1 is the element at:
	// 1
	// 12
}
