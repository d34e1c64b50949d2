package passes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/passes/internal/passtest"
	"github.com/tg-opt/tg/printer"
)

// Many constants are computed at once, and the outcome does not depend on how
// many workers do it.
func TestFoldInParallel(t *testing.T) {
	var b strings.Builder
	const chains = 300
	b.WriteString("func.func @f() -> tensor<4xf32> {\n  %s0 = tg.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>\n")
	for i := range chains {
		fmt.Fprintf(&b, "  %%c%d = tg.constant dense<[%d.5, 2.0, -3.0, 0.25]> : tensor<4xf32>\n", i, i)
		fmt.Fprintf(&b, "  %%e%d = tg.exp %%c%d : tensor<4xf32>\n  %%n%d = tg.neg %%e%d : tensor<4xf32>\n", i, i, i, i)
		fmt.Fprintf(&b, "  %%s%d = tg.add %%s%d, %%n%d : tensor<4xf32>\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "  return %%s%d : tensor<4xf32>\n}\n", chains)
	var want string
	for _, workers := range []int{1, 2, 8} {
		got := printer.OpString(passtest.Transform(t, b.String(), "fold", workers), printer.Options{})
		if n := strings.Count(got, "tg."); n != 1 {
			t.Fatalf("%d workers leave %d ops:\n%s", workers, n, got)
		}
		if want == "" {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers (-one +these):\n%s", workers, diff)
		}
	}
}
