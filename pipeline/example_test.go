package pipeline_test

import (
	"fmt"
	"log"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
)

func ExampleManager() {
	const text = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.add %x, %x : tensor<4xf32>
  %1 = tg.add %x, %x : tensor<4xf32>
  %2 = tg.mul %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}`
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "program.mlir"})
	if err != nil {
		log.Fatal(err)
	}
	count := &pipeline.Pass{
		Name: "count-ops", Title: "CountOps", Doc: "Count the operations.",
		Statistics: []pipeline.Statistic{{Name: "num-ops", Doc: "Number of operations"}},
		Run: func(r *pipeline.Run) error {
			ir.Walk(r.Op, func(*ir.Op) ir.WalkAction { r.Count("num-ops", 1); return ir.Advance })
			return nil
		},
	}
	registry := driver.NewRegistry()
	registry.Register(count)
	passes, err := pipeline.ParsePipeline("builtin.module(func.func(count-ops,cse,count-ops))", registry)
	if err != nil {
		log.Fatal(err)
	}
	manager := pipeline.Manager{
		Ctx: ctx, Pipeline: passes, Statistics: pipeline.NewStatistics(),
		Emit: func(d *ir.Diag) { log.Print(ctx.Render(d)) },
	}
	if err := manager.Run(module); err != nil {
		log.Fatal(err) // why has been emitted
	}
	fmt.Println(printer.OpString(module, printer.Options{}))
	for _, p := range manager.Statistics.Passes() {
		fmt.Println(p.Pass, p.Counts)
	}
	// Output:
	// module {
	//   func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
	//     %0 = tg.add %arg0, %arg0 : tensor<4xf32>
	//     %1 = tg.mul %0, %0 : tensor<4xf32>
	//     return %1 : tensor<4xf32>
	//   }
	// }
	// count-ops map[num-ops:5]
	// cse map[num-cse'd:1 num-dce'd:0]
	// count-ops map[num-ops:4]
}
