package te

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/pipeline"
)

// A context without the dialect te has no computes: who asks for some is told so, and a cut does
// without them.
func TestWithoutDialect(t *testing.T) {
	const text = `func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tg.tanh %x : tensor<8xf32>
  %1 = tg.reverse %x dims [0] : tensor<8xf32>
  %2 = tg.tanh %1 : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}`
	for passes, want := range map[string]string{
		"tg-to-te":             "the dialect te, whose computes it makes, is not there",
		"partition{func=main}": "",
		"te-inline,te-cse,te-normalize,te-fuse-axes,te-to-tg": "",
	} {
		ctx := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
		module, err := parser.Parse(ctx, []byte(text), parser.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := pipeline.ParsePipeline("builtin.module("+passes+")", driver.NewRegistry())
		if err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		m := &pipeline.Manager{Ctx: ctx, Pipeline: p, Workers: 1, Emit: func(d *ir.Diag) { said.WriteString(ctx.Render(d)) }}
		err = m.Run(module)
		if err != nil {
			said.WriteString(err.Error())
		}
		if (err != nil) != (want != "") || !strings.Contains(said.String(), want) {
			t.Errorf("%s: got %q, want %q", passes, said.String(), want)
		}
	}
}
