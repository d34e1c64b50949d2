package ir_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

func ExampleWalk() {
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

func ExampleContext_Locate() {
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
