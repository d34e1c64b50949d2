package arith

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// Select is the choice between two values.
var Select = Dialect.NewOp("arith.select")

func init() {
	Select.Define(ir.OpDef{
		Doc: "The first value where the condition holds, else the second. The condition is one i1 for everything, or has one for each element.",
		Example: `func.func @f(%cond: i1, %x: f32, %conds: tensor<4xi1>, %y: tensor<4xi32>) -> (f32, tensor<4xi32>, tensor<4xi32>) {
  %0 = arith.select %cond, %x, %x : f32
  %1 = arith.select %cond, %y, %y : tensor<4xi32>
  %2 = arith.select %conds, %y, %y : tensor<4xi1>, tensor<4xi32>
  return %0, %1, %2 : f32, tensor<4xi32>, tensor<4xi32>
}`,
		Operands: ir.Args(ir.Arg("condition", boolLike), ir.Arg("true_value", ir.AnyType), ir.Arg("false_value", ir.AnyType)),
		Results:  ir.Args(ir.Arg("result", ir.AnyType)),
		Traits:   ir.Pure | ir.Elementwise,
		// The form is not a format: the type of a condition stands there only if it has a shape.
		Parse: parseSelect,
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			for i := range 3 {
				if i > 0 {
					p.Str(", ")
				}
				p.Operand(o.Operand(i))
			}
			p.AttrDict(o)
			p.Str(" : ")
			if t := o.Operand(0).Type(); t.IsShaped() {
				p.Type(t)
				p.Str(", ")
			}
			p.Type(o.Result(0).Type())
		},
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			return inferredOr(in, oneSelectType, in.Operands[1])
		},
		Verify: verifySelect,
		Fold:   foldSelect,
		Slots: ir.Slots{
			rewrite.Patterns.Of(selectPatterns),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(selectKernel),
		},
	})
}

const oneSelectType = "failed to verify that all of {true_value, false_value, result} have same type"

func parseSelect(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	operands := p.Operands()
	if len(operands) == 0 {
		p.Operand() // says that there is none
	}
	if len(operands) != 3 {
		p.Fail(pos, "expected 3 operands")
	}
	p.AttrDict(st)
	p.Expect(":")
	cond, t := p.Context().Bool(), p.Type()
	if p.Try(",") {
		cond, t = t, p.Type()
	}
	for i, want := range [...]*ir.Type{cond, t, t} {
		st.Operands = append(st.Operands, p.Resolve(operands[i], want))
	}
	st.Results = t.Alone()
}

func verifySelect(o *ir.Op) error {
	cond, t := o.Operand(0).Type(), o.Result(0).Type()
	if o.Operand(1).Type() != t || o.Operand(2).Type() != t {
		return errors.New(oneSelectType)
	}
	if cond.IsBool() {
		return nil
	}
	if !t.IsShaped() || cond.HasRank() != t.HasRank() || !slices.Equal(cond.Shape(), t.Shape()) {
		return errors.New("failed to verify that condition is signless i1 or has matching shape")
	}
	if err := verifyElementwise(o); err != nil {
		return err
	}
	if want := boolOf(o.Context(), t); cond != want {
		return fmt.Errorf("expected condition type to have the same shape as the result type, expected '%s', but got '%s'", want, cond)
	}
	return nil
}

func foldSelect(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	cond, yes, no := o.Operand(0), o.Operand(1), o.Operand(2)
	switch {
	case yes == no, isOne(consts[0]):
		return toValue(yes)
	case isZero(consts[0]):
		return toValue(no)
	case ub.IsPoison(consts[1]):
		return toValue(no)
	case ub.IsPoison(consts[2]):
		return toValue(yes)
	case o.Result(0).Type().IsBool() && isOne(consts[1]) && isZero(consts[2]):
		return toValue(cond)
	}
	if cmp := defining(cond, CmpI); cmp != nil {
		p, a, b := predicateOf(cmp), cmp.Operand(0), cmp.Operand(1)
		if a == yes && b == no || a == no && b == yes {
			switch p {
			case eq:
				return toValue(no)
			case ne:
				return toValue(yes)
			}
		}
	}
	return toConst(foldDenseSelect(o.Context(), consts))
}

// foldDenseSelect chooses the elements of constants, whatever they are.
func foldDenseSelect(c *ir.Context, consts []*ir.Attr) *ir.Attr {
	for _, a := range consts {
		if !a.Is(ir.DenseAttr) {
			return nil
		}
	}
	cond, t := consts[0], consts[1].Type()
	n, _ := t.NumElements()
	size := ir.StorageBytes(t.Elem())
	raw := make([]byte, 0, int(n)*size)
	for i := range int(n) {
		from, at := consts[2], i*size
		if cond.Raw()[i] != 0 {
			from = consts[1]
		}
		if from.IsSplat() {
			at = 0
		}
		raw = append(raw, from.Raw()[at:at+size]...)
	}
	return c.Dense(t, raw)
}

func selectKernel(s *interp.Site) (interp.Step, error) {
	run, err := kernel.ResolveSelect(s.Out[0].DType, s.In[0].Shape, s.In[1].Shape, s.In[2].Shape, s.Out[0].Shape)
	return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		run(out[0], in[0], in[1], in[2])
		return nil
	}}, err
}
