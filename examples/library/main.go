// Library reads a program, optimises it and runs it.
package main

import (
	"fmt"
	"log"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

const program = `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}`

func run() error {
	ctx := driver.NewContext() // with all dialects of tg; ir.NewContext takes those that you want
	module, err := parser.Parse(ctx, []byte(program), parser.Options{Filename: "program.mlir"})
	if err != nil {
		return err
	}
	if err := ir.Verify(module); err != nil {
		return err
	}
	passes, err := pipeline.ParsePipeline("optimize{fp=strict}", driver.NewRegistry())
	if err != nil {
		return err
	}
	manager := pipeline.Manager{Ctx: ctx, Pipeline: passes, Emit: func(d *ir.Diag) { log.Print(ctx.Render(d)) }}
	if err := manager.Run(module); err != nil {
		return err
	}
	main, err := interp.NewModule(module).Program("main")
	if err != nil {
		return err
	}
	x, err := tensor.Parse("4xf32=[0, 0.5, 1, -1]")
	if err != nil {
		return err
	}
	result, err := main.Run([]*tensor.Tensor{x}, interp.Options{})
	if err != nil {
		return err
	}
	fmt.Println(result.Outputs[0])
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
