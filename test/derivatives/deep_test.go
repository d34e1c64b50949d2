package derivatives_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// Functions that call each other in a chain are differentiated up to a depth that the stack has
// room for; a longer chain is an error, in every mode.
func TestChainsOfCalls(t *testing.T) {
	chain := func(calls int) string {
		var text strings.Builder
		for i := range calls {
			fmt.Fprintf(&text, "func.func @f%d(%%x: tensor<f32>) -> tensor<f32> {\n%%0 = func.call @f%d(%%x) : (tensor<f32>) -> tensor<f32>\nreturn %%0 : tensor<f32>\n}\n", i, i+1)
		}
		fmt.Fprintf(&text, "func.func @f%d(%%x: tensor<f32>) -> tensor<f32> {\n%%0 = tg.sin %%x : tensor<f32>\nreturn %%0 : tensor<f32>\n}\n", calls)
		return text.String()
	}
	for _, c := range []struct {
		calls int
		want  string
	}{
		{3_000, ""},
		{60_000, "is call 50001 of a chain in which each function calls the next; inline some"},
	} {
		text := chain(c.calls)
		for _, mode := range []autodiff.Mode{autodiff.Forward, autodiff.Reverse, autodiff.Split} {
			ctx := driver.NewContext()
			module, err := parser.Parse(ctx, []byte(text), parser.Options{})
			if err != nil {
				t.Fatal(err)
			}
			fn, err := autodiff.Named(module, "f0")
			if err != nil {
				t.Fatal(err)
			}
			_, err = autodiff.New(module, &autodiff.Options{}).Function(fn, autodiff.Request{Mode: mode})
			switch {
			case err == nil && c.want != "":
				t.Errorf("%s: %d calls have a derivative", mode, c.calls)
			case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%s: %d calls: %s", mode, c.calls, ctx.Render(ir.AsDiag(err, 0)))
			}
		}
	}
}
