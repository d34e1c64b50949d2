package derivatives

import (
	"math"
	"strings"
	"testing"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/derivcheck"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// norm is the Euclidean norm, which programs know by a name only.
var norm = &convert.CustomCall{Name: "acme.norm", Doc: "The Euclidean norm.", Run: func(_ *convert.Call, operands []*tensor.Tensor) ([]*tensor.Tensor, error) {
	sum := 0.0
	for k := range operands[0].Len() {
		sum += float64(operands[0].Float64At(k) * operands[0].Float64At(k))
	}
	result := tensor.New(operands[0].DType())
	result.SetFloat64(0, math.Sqrt(sum))
	return []*tensor.Tensor{result}, nil
}}

// The derivative of a custom call that a function says is compared with what the call computes, as
// that of the function itself and as that of one which calls it.
func TestCustomCalls(t *testing.T) {
	for _, c := range []struct{ name, elem, tangent, want string }{
		{"right", "f64", "%u = tg.mul %x, %t : T", ""},
		{"wrong", "f64", "%u = tg.add %x, %t : T", "differences"},
		{"right f32", "f32", "%u = tg.mul %x, %t : T", ""},
		{"wrong f32", "f32", "%u = tg.add %x, %t : T", "differences"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("TANGENT", c.tangent).Replace(`
func.func @f(%x: T, %w: T) -> S {
  %0 = tg.mul %x, %w : T
  %1 = tg.custom_call "acme.norm" (%0) : (T) -> S
  return %1 : S
}
func.func private @norm(T) -> S attributes {tg.derivative_of = "acme.norm", tg.jvp = @tangent}
func.func private @tangent(%x: T, %t: T) -> (S, S) {
  %r = tg.custom_call "acme.norm" (%x) : (T) -> S
  TANGENT
  %v = tg.reduce sum %u dims [0] : (T) -> S
  %d = tg.div %v, %r : S
  return %r, %d : S, S
}
`)
			text = strings.NewReplacer(": T", ": tensor<3x"+c.elem+">", "(T)", "(tensor<3x"+c.elem+">)", "S", "tensor<"+c.elem+">").Replace(text)
			ctx := driver.NewContext()
			if err := convert.Provide(ctx, norm); err != nil {
				t.Fatal(err)
			}
			module, err := parser.Parse(ctx, []byte(text), parser.Options{})
			if err != nil {
				t.Fatal(ctx.Render(ir.AsDiag(err, 0)))
			}
			for _, name := range []string{"f", "norm"} {
				r, err := derivcheck.Check(module, name, derivcheck.Options{MinimiseBudget: -1, Convention: autodiff.LeastNorm})
				switch {
				case err != nil:
					t.Error(ctx.Render(ir.AsDiag(err, 0)))
				case r.Problem == nil && c.want != "":
					t.Errorf("@%s is found right", name)
				case r.Problem != nil && r.Problem.Check != c.want:
					t.Errorf("%s of @%s: %s", r.Problem.Check, name, r.Problem.Text)
				case c.want == "" && r.Compared == 0:
					t.Errorf("nothing of @%s was compared", name)
				}
			}
		})
	}
}
