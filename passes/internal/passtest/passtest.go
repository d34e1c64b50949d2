// Package passtest holds what the tests of several passes share.
package passtest

import (
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/test/agree"
)

// Transform runs the passes of a builtin.module pipeline on the text of a module.
func Transform(t testing.TB, text, passes string, workers int) *ir.Op {
	t.Helper()
	module, err := agree.Parse(text)
	if err == nil {
		err = agree.Optimise(module, passes, workers)
	}
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// Parse reads a module, which may have ops of no dialect, and does not verify it.
func Parse(b *testing.B, text string) *ir.Op {
	b.Helper()
	ctx := driver.NewContext()
	ctx.AllowUnregistered = true
	module, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "bench.mlir"})
	if err != nil {
		b.Fatal(err)
	}
	return module
}

// Stage is a pass for a benchmark to measure: it runs alone, on one worker, and nothing is
// verified.
func Stage(name string) func(*testing.B, *ir.Op) error {
	return func(_ *testing.B, module *ir.Op) error {
		p, err := pipeline.ParsePipeline("builtin.module("+name+")", driver.NewRegistry())
		if err != nil {
			return err
		}
		m := &pipeline.Manager{Ctx: module.Context(), Pipeline: p, SkipVerify: true, Workers: 1}
		return m.Run(module)
	}
}
