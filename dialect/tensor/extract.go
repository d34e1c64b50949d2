package tensorop

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Extract reads one element of a tensor.
var Extract = Dialect.NewOp("tensor.extract")

func init() {
	Extract.Define(ir.OpDef{
		Doc: "The element of a tensor at the given indices, as a scalar.",
		Example: `func.func @f(%t: tensor<4x8xf32>, %i: index, %j: index) -> f32 {
  %extracted = tensor.extract %t[%i, %j] : tensor<4x8xf32>
  return %extracted : f32
}`,
		Operands: ir.Args(ir.Arg("tensor", ir.AnyTensor), ir.Variadic("indices", ir.IndexOnly)),
		Results:  ir.Args(ir.Arg("result", ir.AnyType)),
		Traits:   ir.Pure,
		Parse:    parseExtract,
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.Operand(o.Operand(0))
			p.Str("[")
			p.Operands(o.Operands()[1:])
			p.Str("]")
			p.AttrDict(o)
			p.Str(" : ")
			p.Type(o.Operand(0).Type())
		},
		Verify:     verifyExtract,
		ResultName: func(*ir.Op, int) string { return "extracted" },
		Slots:      ir.Slots{convert.ToTG.Of(extractToTG)},
	})
}

func parseExtract(p ir.OpParser, st *ir.OpState) {
	t := p.Operand()
	p.Expect("[")
	indices := p.Operands()
	p.Expect("]")
	p.AttrDict(st)
	p.Expect(":")
	pos := p.Pos()
	typ := p.Type()
	if !typ.IsRankedTensor() {
		p.Fail(pos, "invalid kind of type specified: expected a ranked tensor, but got '%s'", typ)
	}
	st.Operands = []*ir.Value{p.Resolve(t, typ)}
	for _, i := range indices {
		st.Operands = append(st.Operands, p.Resolve(i, p.Context().Index()))
	}
	st.Results = []*ir.Type{typ.Elem()}
}

func verifyExtract(o *ir.Op) error {
	t := o.Operand(0).Type()
	if o.Result(0).Type() != t.Elem() {
		return fmt.Errorf("failed to verify that result type matches element type of tensor")
	}
	if o.NumOperands()-1 != t.Rank() {
		return fmt.Errorf("incorrect number of indices for extract_element")
	}
	return nil
}

func extractToTG(c *convert.Rewriter, o *ir.Op) error {
	if o.NumOperands() > 1 {
		return fmt.Errorf("with indices has no counterpart in tg: only the element of a rank-0 tensor can be extracted")
	}
	return c.Replace(o, tg.Item, c.Operands(o))
}
