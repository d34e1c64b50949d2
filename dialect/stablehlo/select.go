package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Select chooses between two tensors.
var Select = Dialect.NewOp("stablehlo.select")

func init() {
	Select.Define(ir.OpDef{
		Doc: "Each element of on_true or of on_false, as pred says at that index, or for all if pred has rank 0.",
		Example: `func.func @f(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Arg("pred", truths), ir.Arg("on_true", ir.AnyTensorLike), ir.Arg("on_false", ir.AnyTensorLike)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensorLike)),
		Traits:   ir.Pure | ir.Elementwise,
		// The form is not a format: two types stand for four where they say all.
		Parse: parseSelect,
		Print: printSelect,
		Infer: infer(inferSelect),
		Slots: ir.Slots{
			becomes(tg.Select),
			like(tg.Select),
		},
	})
}

func inferSelect(in *ir.Inference) (*ir.Type, error) {
	p, a, b := in.Operands[0], in.Operands[1], in.Operands[2]
	t, ok := merge(in.Ctx, a, b)
	if !ok {
		return nil, fmt.Errorf("requires branches of one type, but got '%s' and '%s'", a, b)
	}
	if !isScalar(p) && !ir.Compatible(p, in.Ctx.WithElem(t, p.Elem())) {
		return nil, fmt.Errorf("requires a predicate of rank 0 or of the shape of the branches '%s', but got '%s'", t, p)
	}
	return t, nil
}

// parseSelect reads three operands, then the type of the predicate and that of
// everything else, or the function type.
func parseSelect(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	names := p.Operands()
	p.AttrDict(st)
	p.Expect(":")
	var types []*ir.Type
	if p.Peek("(") {
		sig := p.FuncType()
		types, st.Results = sig.Inputs(), sig.Results()
	} else {
		pred := p.Type()
		p.Expect(",")
		t := p.Type()
		types, st.Results = []*ir.Type{pred, t, t}, []*ir.Type{t}
	}
	st.Operands = p.ResolveAll(names, types, pos)
}

func printSelect(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	p.Operands(o.Operands())
	p.AttrDict(o)
	p.Str(" : ")
	t := o.Result(0).Type()
	if o.Operand(1).Type() == t && o.Operand(2).Type() == t {
		p.Types([]*ir.Type{o.Operand(0).Type(), t})
	} else {
		p.FuncType(o.OperandTypes(), o.ResultTypes())
	}
}
