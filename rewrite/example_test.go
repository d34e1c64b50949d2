package rewrite_test

import (
	"fmt"
	"log"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
)

func ExampleGreedy() {
	const text = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.neg %x : tensor<4xf32>
  %1 = tg.abs %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}`
	ctx := driver.NewContext()
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "program.mlir"})
	if err != nil {
		log.Fatal(err)
	}
	sign := &rewrite.Pattern{
		Name: "abs-of-neg", Root: tg.Abs, Level: rewrite.Exact,
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def() // nil for an argument
			if !inner.Is(tg.Neg) {
				return false
			}
			r.SetOperand(o, 0, inner.Operand(0))
			return true
		},
	}
	var stats rewrite.Stats
	config := rewrite.Config{MaxIterations: 10, MaxRewrites: -1, Stats: &stats}
	converged, changed := rewrite.Greedy(module, ir.NewBuilder(ctx), rewrite.NewSet([]*rewrite.Pattern{sign}), config)
	fmt.Println("converged:", converged, "changed:", changed, "rewritten:", stats.Rewritten, "dead:", stats.Dead)
	fmt.Println(printer.OpString(module, printer.Options{}))
	// Output:
	// converged: true changed: true rewritten: 1 dead: 1
	// module {
	//   func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
	//     %0 = tg.abs %arg0 : tensor<4xf32>
	//     return %0 : tensor<4xf32>
	//   }
	// }
}
