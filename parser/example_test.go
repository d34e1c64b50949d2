package parser_test

import (
	"fmt"
	"log"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
)

func ExampleParse() {
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
