package linalgop

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Fill is a tensor of equal elements.
var Fill = Dialect.NewOp("linalg.fill")

func init() {
	Fill.Define(ir.OpDef{
		Doc: "A tensor whose elements all are a scalar; `outs` only says the shape.",
		Example: `func.func @f(%x: f32) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyType), ir.Variadic("outputs", ir.AnyTensor)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: segments, Is: isSegments}},
		Regions:  []ir.RegionArg{{Name: "region"}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock | ir.SizedOperands,
		// The form is not a format: it does not show the region, which every fill has.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			pos := p.Pos()
			parseParts(p, st)
			p.AttrDict(st)
			parseResults(p, st)
			if len(st.Operands) != 2 || !st.Operands[1].Type().IsRankedTensor() {
				p.Fail(pos, "expected a scalar and a tensor")
			}
			st.Regions = append(st.Regions, FillBody(p.Context(), st.Operands[0].Type(), st.Operands[1].Type().Elem(), st.Loc))
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			printParts(p, o)
			p.AttrDict(o, segments)
			printResults(p, o)
		},
		Verify:        verifyFill,
		VerifyRegions: verifyFillBody,
	})
}

// FillBody is the region of a fill: it yields the scalar.
func FillBody(c *ir.Context, scalar, elem *ir.Type, l ir.Loc) *ir.Region {
	r, block := new(ir.Region), new(ir.Block)
	r.Append(block)
	block.AddArg(scalar, l)
	block.AddArg(elem, l)
	ir.NewBuilder(c).AtEnd(block).OpWithTypes(Yield, l, nil, block.Args()[:1])
	return r
}

func verifyFill(o *ir.Op) error {
	ins, outs := parts(o)
	if len(ins) != 1 || len(outs) != 1 || o.NumResults() != 1 {
		return errors.New("needs a scalar, a tensor, and a result")
	}
	if t := outs[0].Type(); o.Result(0).Type() != t || ins[0].Type() != t.Elem() {
		return fmt.Errorf("cannot fill '%s' with '%s' to get '%s'", t, ins[0].Type(), o.Result(0).Type())
	}
	return nil
}

func verifyFillBody(o *ir.Op) error {
	r := o.RegionAt(0)
	if !r.HasOneBlock() || len(r.First().Args()) != 2 {
		return errors.New("must have a region of one block with two arguments")
	}
	if b := r.First(); !b.Last().Is(Yield) || b.First() != b.Last() || b.Last().NumOperands() != 1 || b.Last().Operand(0) != b.Args()[0] {
		return errors.New("must have a region that yields the scalar")
	}
	return nil
}
