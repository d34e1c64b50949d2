package tg

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Assert ends the run when a condition does not hold.
var Assert = Dialect.NewOp("tg.assert")

func init() {
	Assert.Define(ir.OpDef{
		Doc: "End the run with an error unless the condition holds. In the message `{0}`, `{1}` and so on stand for the values, which have rank 0, and `{{` for a brace.",
		Example: `func.func @f(%ok: tensor<i1>, %n: tensor<i32>) {
  tg.assert %ok, "the batch must be even, but is {0}" values %n : tensor<i1>, tensor<i32>
  return
}`,
		Operands: ir.Args(ir.Arg("condition", predicate), ir.Variadic("values", ir.ScalarTensor).Own()),
		Attrs:    []ir.AttrArg{{Name: "message", Is: ir.IsString}},
		Format:   "$condition `,` $message (`values` $values^)? attr-dict `:` type(operands)",
		Verify: func(o *ir.Op) error {
			return CheckMessage(o.Attr("message").Text(), o.NumOperands()-1)
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Zero("it has no results")),
			dimorder.Of.Of(dimorder.Fixed("it has no results")),
			te.Expand.Of(te.Opaque("it has an effect: it may end the run")),
			opgen.FormsOf.Of(opgen.NoForms("it has an effect")),
			rewrite.Patterns.Of([]*rewrite.Pattern{{
				Name: "EraseAssertOfTrue", Root: Assert, Why: "An op without results is erased.",
				Doc: "An assertion of what is known to hold is not needed.",
				Example: `func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %ok = tg.constant dense<true> : tensor<i1>
  tg.assert %ok, "never" : tensor<i1>
  return %x : tensor<f32>
}`,
				Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
					a := ir.ConstantValue(o.Operand(0))
					if !a.Is(ir.DenseAttr) || a.Raw()[0] == 0 {
						return false
					}
					r.EraseOp(o)
					return true
				},
			}}),
			cost.Model.Of(cost.Viewing),
			convert.WritesAll(writeAssert),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				parts, err := splitMessage(s.Op.Attr("message").Text(), len(s.In)-1)
				return interp.Step{Run: func(_ *interp.Frame, _, in []*tensor.Tensor) error {
					if in[0].Bytes()[0] != 0 {
						return nil
					}
					var message strings.Builder
					for _, p := range parts {
						message.WriteString(p.text)
						if p.value > 0 {
							_, text, _ := strings.Cut(in[p.value].String(), "=")
							message.WriteString(text)
						}
					}
					return fmt.Errorf("assertion failed: %s", message.String())
				}}, err
			}),
		},
	})
}

// predicate is the constraint of one truth value.
var predicate = ir.TypeConstraint{Desc: "0D tensor of i1 values", Ok: func(t *ir.Type) bool {
	return t.IsRankedTensor() && t.Rank() == 0 && t.Elem().IsBool()
}}

// messagePart is a piece of a message, and the number of the operand whose value follows;
// 0 for none.
type messagePart struct {
	text  string
	value int
}

// CheckMessage fails for a message of an assertion with so many values that is none.
func CheckMessage(message string, values int) error {
	_, err := splitMessage(message, values)
	return err
}

// splitMessage takes a message apart that refers to so many values.
func splitMessage(message string, values int) (parts []messagePart, err error) {
	for message != "" {
		text, rest, found := strings.Cut(message, "{")
		if !found {
			return append(parts, messagePart{text: text}), nil
		}
		if after, ok := strings.CutPrefix(rest, "{"); ok {
			parts, message = append(parts, messagePart{text: text + "{"}), after
			continue
		}
		number, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, errors.New("has a message with a '{' that nothing closes; write '{{' for a brace")
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n >= values {
			return nil, fmt.Errorf("has a message with {%s}, but %d values, which are counted from 0", number, values)
		}
		parts, message = append(parts, messagePart{text, n + 1}), after
	}
	return parts, nil
}
