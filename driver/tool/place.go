package tool

import (
	"errors"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// Place completes an error about verified text. Exporters give ops the location
// of the program they came from, which does not help to find the op in the text:
// a note says where it is. An error that has no location at all is put there.
func Place(ctx *ir.Context, d *ir.Diag, text []byte, opt parser.Options) *ir.Diag {
	if ctx.Source(d.Loc) != nil {
		return d
	}
	opt.IgnoreLocations = true
	again, err := parser.Parse(ctx, text, opt)
	if err != nil {
		return d
	}
	var same *ir.Diag
	if !errors.As(ir.Verify(again), &same) || same.Message != d.Message || ctx.Source(same.Loc) == nil {
		return d
	}
	if _, located := ctx.FilePosition(d.Loc); located {
		return d.WithNote(same.Loc, "the operation is here")
	}
	return same
}
