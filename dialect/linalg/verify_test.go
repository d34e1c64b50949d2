package linalgop_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// refused are changes of a loop nest that the verifier, or the parser, objects to.
var refused = []struct{ old, new, want string }{
	{`affine_map<(i, j) -> (i)>`, `affine_map<(i) -> (i)>`, "expected indexing_map #2 to have 2 dim(s) to match the number of loops"},
	{`affine_map<(i, j) -> (i)>`, `affine_map<(i, j)[s] -> (s)>`, "unexpected symbols in indexing_map #2"},
	{`affine_map<(i, j) -> (i)>`, `affine_map<(i, j) -> (i, j)>`, "expected operand rank (1) to match the result rank of indexing_map #2 (2)"},
	{`, affine_map<(i, j) -> (i)>]`, `]`, "expected the number of indexing_map (2) to be equal to the number of input/output operands (3)"},
	{`affine_map<(i, j) -> (j)>`, `affine_map<(i, j) -> (7 - j)>`, "has a loop, #1, that is no index of an operand by itself"},
	{`"reduction"`, `"reduced"`, "unexpected iterator_type (reduced)"},
	{`-> tensor<4xf32>` + "\n  return %0", `-> tensor<5xf32>` + "\n  return %init", "to match type of corresponding result"},
	{`%a: f32, %b`, `%a: f64, %b`, "expected type of bb argument #0 ('f64') to match element or self type of the corresponding operand ('f32')"},
	{`, %out: f32)`, `)`, "use of undeclared SSA value"},
	{`linalg.yield %out : f32`, `linalg.yield %out, %out : f32, f32`, "expected number of yield values (2)"},
	{`linalg.yield %out : f32`, `%n = linalg.index 0 : index` + "\n" + `linalg.yield %n : index`, "type of yield operand 1 ('index') doesn't match"},
	{`linalg.yield %out : f32`, `%n = linalg.index 2 : index` + "\n" + `linalg.yield %out : f32`, "expected dim (2) to be lower than the number of loops (2)"},
	{`return %0`, `%n = linalg.index 0 : index` + "\n" + `return %0`, "expected parent op with LinalgOp interface"},
	{`return %0 :`, `linalg.yield %0 :`, "expected parent op with LinalgOp interface"},
	{`return %0`, `%f = linalg.fill ins(%init : tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>` + "\n" + `return %0`, "cannot fill"},
}

const nest = `func.func @f(%x: tensor<4x8xf32>, %w: tensor<8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 7 - j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %w : tensor<4x8xf32>, tensor<8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    linalg.yield %out : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`

func verify(text string) string {
	c := driver.NewContext()
	module, err := parser.Parse(c, []byte(text), parser.Options{})
	if err == nil {
		err = ir.Verify(module)
	}
	if err == nil {
		return ""
	}
	return c.Render(ir.AsDiag(err, 0))
}

func TestVerify(t *testing.T) {
	if got := verify(nest); got != "" {
		t.Fatal(got)
	}
	for _, r := range refused {
		if !strings.Contains(nest, r.old) {
			t.Fatalf("the loop nest has no %q", r.old)
		}
		if got := verify(strings.Replace(nest, r.old, r.new, 1)); !strings.Contains(got, r.want) {
			t.Errorf("%s for %s: got %q, want %q", r.new, r.old, got, r.want)
		}
	}
}
