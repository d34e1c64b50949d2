package interp_test

import (
	"fmt"
	"log"

	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/check"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

func ExampleProgram_Run() {
	const text = `func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = tg.relu %x : tensor<2x3xf32>
  %1 = tg.reduce sum %0 dims [1] : (tensor<2x3xf32>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[3.0, 1.0]> : tensor<2xf32>
  return %1 : tensor<2xf32>
}`
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, check.Dialect, tg.Dialect)
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "program.mlir"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		log.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	program, err := interp.NewModule(module).Program("main") // may run as often as you like
	if err != nil {
		log.Fatal(err)
	}
	x, err := tensor.Parse("2x3xf32=[[1, 2, -3], [-1, 1, 0]]")
	if err != nil {
		log.Fatal(err)
	}
	result, err := program.Run([]*tensor.Tensor{x}, interp.Options{Times: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Outputs[0], "is", tensor.Data[float32](result.Outputs[0]))
	for _, c := range result.Checks {
		fmt.Println(c.Op.Name(), "passed:", c.Passed)
	}
	fmt.Println("ops executed:", result.Executed(), "bytes at most:", result.PeakBytes, "fallbacks:", len(result.Fallbacks))
	for _, t := range result.Times { // the most expensive first: the op, how often it ran, and how long that took
		if t.Op.Name() == "tg.relu" {
			fmt.Println("tg.relu ran as often as", t.Count)
		}
	}
	// Output:
	// 2xf32=3 1 is [3 1]
	// check.expect_eq_const passed: true
	// ops executed: 3 bytes at most: 128 fallbacks: 0
	// tg.relu ran as often as 1
}

func ExampleProgram_Run_results() {
	const text = `func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = tg.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}`
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "double.mlir"})
	if err != nil {
		log.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	program, err := interp.NewModule(module).Program("main")
	if err != nil {
		log.Fatal(err)
	}
	x, out := tensor.New(tensor.F32, 3), tensor.New(tensor.F32, 3)
	for i := range 3 { // one after the other, in the same memory
		x.SetFloat64(0, float64(i))
		if _, err := program.Run([]*tensor.Tensor{x}, interp.Options{Results: []*tensor.Tensor{out}}); err != nil {
			log.Fatal(err)
		}
		fmt.Println(out)
	}
	// Output:
	// 3xf32=0 0 0
	// 3xf32=2 0 0
	// 3xf32=4 0 0
}
