package parser_test

import (
	"testing"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
)

func newContext() *ir.Context {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, testDialect)
	ctx.AllowUnregistered = true
	return ctx
}

// generic parses text and prints it in generic form without the module around
// it.
func generic(t *testing.T, text string) string {
	t.Helper()
	ctx := newContext()
	op, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "in.mlir"})
	if err != nil {
		t.Fatalf("%s\n%s", text, ctx.Render(ir.AsDiag(err, 0)))
	}
	return printer.OpString(op, printer.Options{Generic: true, AssumeVerified: true})
}
