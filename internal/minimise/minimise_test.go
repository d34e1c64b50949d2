package minimise_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/minimise"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
)

const program = `
func.func private @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = tg.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = tg.add %x, %c : tensor<4xf32>
  %q = tg.item %p : tensor<i1> -> i1
  cf.cond_br %q, ^bb1, ^bb2
^bb1:
  %1 = tg.if %p -> (tensor<4xf32>) {
    %2 = tg.exp %0 : tensor<4xf32>
    %3 = tg.tan %2 : tensor<4xf32>
    tg.yield %3 : tensor<4xf32>
  } else {
    tg.yield %y : tensor<4xf32>
  }
  return %1, %0 : tensor<4xf32>, tensor<4xf32>
^bb2:
  return %0, %y : tensor<4xf32>, tensor<4xf32>
}`

func TestModule(t *testing.T) {
	tests := []struct {
		ops  string // what the module must keep
		want string
	}{
		{"tg.tan", `module {
  func.func @main(%arg0: tensor<4xf32>) {
    %0 = tg.tan %arg0 : tensor<4xf32>
    return
  }
}
`},
		{"tg.exp tg.tan", `module {
  func.func @main(%arg0: tensor<4xf32>) {
    %0 = tg.exp %arg0 : tensor<4xf32>
    %1 = tg.tan %0 : tensor<4xf32>
    return
  }
}
`},
		{"", "module {\n}\n"},
	}
	for _, tt := range tests {
		ctx := ir.NewContext(arith.Dialect, builtin.Dialect, cf.Dialect, fn.Dialect, tg.Dialect)
		module, err := parser.Parse(ctx, []byte(program), parser.Options{})
		if err != nil {
			t.Fatal(err)
		}
		before := printer.OpString(module, printer.Options{})
		small := minimise.Module(module, 2000, func(m *ir.Op) bool {
			found := map[string]bool{}
			ir.Walk(m, func(o *ir.Op) ir.WalkAction {
				found[o.Name()] = true
				return ir.Advance
			})
			for _, name := range strings.Fields(tt.ops) {
				if !found[name] {
					return false
				}
			}
			return true
		})
		got := strings.TrimSuffix(printer.OpString(small, printer.Options{}), "\n") + "\n"
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("keeping %q:\n%s", tt.ops, d)
		}
		if d := cmp.Diff(before, printer.OpString(module, printer.Options{})); d != "" {
			t.Errorf("the module itself changed:\n%s", d)
		}
	}
}
