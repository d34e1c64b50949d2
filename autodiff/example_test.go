package autodiff_test

import (
	"fmt"
	"log"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

func ExampleDifferentiator() {
	const text = `func.func @loss(%w: tensor<2xf32>, %x: tensor<2xf32>) -> tensor<f32> {
  %0 = tg.mul %w, %x : tensor<2xf32>
  %1 = tg.mul %0, %0 : tensor<2xf32>
  %2 = tg.reduce sum %1 dims [0] : (tensor<2xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}`
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "loss.mlir"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		log.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	loss, err := autodiff.Named(module, "loss")
	if err != nil {
		log.Fatal(err)
	}
	d := autodiff.New(module, &autodiff.Options{Convention: autodiff.LeastNorm})
	made, err := d.Function(loss, autodiff.Request{Mode: autodiff.Grad, Wrt: []int{0}}) // an error says which op has no derivative
	if err != nil {
		log.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	fmt.Printf("@%s %s\n", ir.SymbolName(made[0]), made[0].Attr("function_type").Type())
	program, err := interp.NewModule(module).Program(ir.SymbolName(made[0]))
	if err != nil {
		log.Fatal(err)
	}
	w, err := tensor.FromSlice([]int{2}, []float32{1, 2})
	if err != nil {
		log.Fatal(err)
	}
	x, err := tensor.FromSlice([]int{2}, []float32{3, -1})
	if err != nil {
		log.Fatal(err)
	}
	result, err := program.Run([]*tensor.Tensor{w, x}, interp.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("loss:", result.Outputs[0], "gradient:", result.Outputs[1])
	// Output:
	// @loss.grad (tensor<2xf32>, tensor<2xf32>) -> (tensor<f32>, tensor<2xf32>)
	// loss: f32=13 gradient: 2xf32=18 4
}
