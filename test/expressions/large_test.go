package expressions

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/shared"
	"github.com/tg-opt/tg/test/agree"
)

// A function of more ops than Expose looks at says so, and stays as it is; one op fewer, and what
// is equal at other indices becomes a view.
func TestTooLarge(t *testing.T) {
	for _, more := range []int{0, 1} {
		var b strings.Builder
		b.WriteString("func.func @f(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>) {\n")
		b.WriteString("  %a = tg.exp %x : tensor<2x3xf32>\n  %t = tg.transpose %x permutation [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\n  %b = tg.exp %t : tensor<3x2xf32>\n  %c0 = tg.neg %a : tensor<2x3xf32>\n")
		n := shared.MostExposed - 5 + more
		for k := range n {
			fmt.Fprintf(&b, "  %%c%d = tg.sin %%c%d : tensor<2x3xf32>\n", k+1, k)
		}
		fmt.Fprintf(&b, "  return %%a, %%b, %%c%d : tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>\n}\n", n)
		module, err := agree.Parse(b.String())
		if err != nil {
			t.Fatal(err)
		}
		fn := ir.Symbols(module)["f"]
		if got := shared.IsTooLarge(fn); got != (more > 0) {
			t.Errorf("with %d ops more than are looked at: IsTooLarge is %v", more, got)
		}
		if err := shared.Expose(fn, nil); err != nil {
			t.Fatal(err)
		}
		exps := 0
		ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
			if o.Name() == "tg.exp" && o.HasUses() {
				exps++
			}
			return ir.Advance
		})
		if want := 1 + more; exps != want {
			t.Errorf("with %d ops more than are looked at: %d exponentials are used, not %d", more, exps, want)
		}
	}
}
