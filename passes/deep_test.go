package passes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/passtest"
)

// TestDeepNests runs the passes on a nest of loops and conditions that no stack
// would hold, in which each level has something to do.
func TestDeepNests(t *testing.T) {
	levels := 100_000
	if testing.Short() {
		levels = 10_000
	}
	var text strings.Builder
	text.WriteString("func.func @f(%c: i1, %x: i32, %n: index) {\n%one = arith.constant 1 : index\n")
	for i := range levels {
		fmt.Fprintf(&text, "%%a%d = arith.addi %%x, %%x : i32\n", i)
		if i%2 == 0 {
			text.WriteString("scf.if %c {\n")
		} else {
			fmt.Fprintf(&text, "scf.for %%i%d = %%n to %%n step %%one {\n", i)
		}
	}
	for i := levels - 1; i >= 0; i-- {
		fmt.Fprintf(&text, "\"foo.use\"(%%a%d) : (i32) -> ()\n}\n", i)
	}
	text.WriteString("return\n}\n")
	module := passtest.Transform(t, text.String(),
		"loop-invariant-code-motion,cse,sccp,control-flow-sink,remove-dead-values{canonicalize=false},inline{default-pipeline=},symbol-dce", 1)
	adds, loops := 0, 0
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		switch o.Name() {
		case "arith.addi":
			adds++
		case "scf.for", "scf.if":
			loops++
		}
		return ir.Advance
	})
	if adds != 1 || loops != levels {
		t.Errorf("%d additions in %d levels are left, want 1 in %d", adds, loops, levels)
	}
}
