package driver_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

func ExampleConfig() {
	dialect := ir.NewDialect("demo", "One op.")
	dialect.NewOp("demo.twice").Define(ir.OpDef{
		Doc:      "Every element twice as large.",
		Operands: ir.Args(ir.Arg("x", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("out", ir.AnyTensor)),
		Traits:   ir.Pure | ir.Elementwise | ir.SameTypes,
		Format:   "$x attr-dict `:` same-type",
		Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					for i, x := range tensor.Data[float32](in[0]) {
						tensor.Data[float32](out[0])[i] = 2 * x
					}
					return nil
				}}, nil
			}),
		},
	})
	config := driver.Config{
		Name:     "demo-opt",
		Dialects: []*ir.Dialect{dialect},
		Rules:    []pipeline.RuleFile{{Name: "demo.rules", Text: []byte("rule twice-is-product: demo.twice(?x) => mul(?x, 2) [exact]\n")}},
	}
	const text = `func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = demo.twice %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}`
	config.Opt([]string{"--canonicalize"}, strings.NewReader(text), os.Stdout, os.Stderr)
	status := config.Run([]string{"--input=3xf32=[1, 2, 3]"}, strings.NewReader(text), os.Stdout, os.Stderr)
	fmt.Println("status:", status) // driver.Main(config.Opt) is the main function of such a tool
	// Output:
	// module {
	//   func.func @main(%arg0: tensor<3xf32>) -> tensor<3xf32> {
	//     %cst = arith.constant dense<2.000000e+00> : tensor<f32>
	//     %0 = tg.mul %arg0, %cst : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
	//     return %0 : tensor<3xf32>
	//   }
	// }
	//
	// 3xf32=2 4 6
	// status: 0
}

func ExampleNewContext() {
	const text = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %sum = "tg.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %sum : tensor<4xf32>
}`
	ctx := driver.NewContext() // with all dialects of tg; ir.NewContext takes those that you want
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "program.mlir"})
	if err == nil {
		err = ir.Verify(module)
	}
	if err != nil {
		log.Fatal(ctx.Render(ir.AsDiag(err, 0)))
	}
	fmt.Println(printer.OpString(module, printer.Options{}))
	// Output:
	// module {
	//   func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
	//     %0 = tg.add %arg0, %arg0 : tensor<4xf32>
	//     return %0 : tensor<4xf32>
	//   }
	// }
}

func ExampleNewContext_walk() {
	const text = `func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.if %p -> (tensor<4xf32>) {
    %1 = tg.exp %x : tensor<4xf32>
    tg.yield %1 : tensor<4xf32>
  } else {
    tg.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}`
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "program.mlir"})
	if err != nil {
		log.Fatal(err)
	}
	ir.Walk(ir.Symbols(module)["main"], func(o *ir.Op) ir.WalkAction {
		at, _ := ctx.FilePosition(o.Loc())
		fmt.Printf("line %d: %s has %d operands and %d results\n", at.Line, o.Name(), o.NumOperands(), o.NumResults())
		if o.Name() == "tg.if" {
			return ir.Skip // what is inside
		}
		return ir.Advance
	})
	// Output:
	// line 1: func.func has 0 operands and 0 results
	// line 2: tg.if has 1 operands and 1 results
	// line 8: func.return has 1 operands and 0 results
}

func ExampleNewContext_locate() {
	const text = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %x = tg.neg %x : tensor<4xf32>
  return %x : tensor<4xf32>
}`
	ctx := driver.NewContext()
	_, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "program.mlir"})
	var diag *ir.Diag
	if !errors.As(err, &diag) {
		log.Fatal(err)
	}
	found := ctx.Locate(diag)
	fmt.Println("file:", found.Position.File, "line:", found.Position.Line, "column:", found.Position.Col)
	fmt.Println(found.Severity, "is:", found.Message)
	for _, n := range found.Notes {
		fmt.Println("line:", n.Position.Line, "column:", n.Position.Col, "note:", n.Message)
	}
	// Output:
	// file: program.mlir line: 2 column: 3
	// error is: redefinition of SSA value '%x'
	// line: 1 column: 17 note: previously defined here
}

func ExampleNewRegistry() {
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
