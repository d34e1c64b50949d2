package convert_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

// What stands behind the name of a custom call is a function of Go, or ops of tg, which
// are optimised with the rest.
func ExampleProvide() {
	norm := &convert.CustomCall{Name: "acme.norm", Doc: "The Euclidean norm.", Run: func(_ *convert.Call, operands []*tensor.Tensor) ([]*tensor.Tensor, error) {
		if operands[0].DType() != tensor.F32 {
			return nil, errors.New("takes f32")
		}
		sum := 0.0
		for _, x := range tensor.Data[float32](operands[0]) {
			sum += float64(x) * float64(x) // exact product
		}
		result := tensor.New(tensor.F32)
		result.SetFloat64(0, math.Sqrt(sum))
		return []*tensor.Tensor{result}, nil
	}}
	negate := &convert.CustomCall{Name: "acme.negate", Doc: "The negation.", ToTG: func(c *convert.Rewriter, o *ir.Op) error {
		return c.Replace(o, tg.Neg, c.Operands(o))
	}}
	ctx := driver.NewContext()
	if err := convert.Provide(ctx, norm, negate); err != nil {
		fmt.Println(err)
		return
	}
	module, err := parser.Parse(ctx, []byte(`func.func @main(%x: tensor<2xf32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @acme.norm(%x) : (tensor<2xf32>) -> tensor<f32>
  %1 = stablehlo.custom_call @acme.negate(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}`), parser.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	passes, err := pipeline.ParsePipeline("builtin.module(stablehlo-to-tg)", driver.NewRegistry())
	if err != nil {
		fmt.Println(err)
		return
	}
	manager := &pipeline.Manager{Ctx: ctx, Pipeline: passes, Emit: func(d *ir.Diag) { fmt.Print(ctx.Render(d)) }}
	if err := manager.Run(module); err != nil {
		return
	}
	program, err := interp.NewModule(module).Program("main")
	if err != nil {
		fmt.Println(err)
		return
	}
	x, _ := tensor.Parse("2xf32=3 4")
	result, err := program.Run([]*tensor.Tensor{x}, interp.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Outputs[0])
	// Output:
	// f32=-5
}
