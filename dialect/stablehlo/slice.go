package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Slice cuts a box out of a tensor.
var Slice = Dialect.NewOp("stablehlo.slice")

func init() {
	Slice.Define(ir.OpDef{
		Doc: "The elements from start up to limit in each dimension, every stride-th of them.",
		Example: `func.func @f(%x: tensor<3x8xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.slice %x [1:3, 4:8:2] : (tensor<3x8xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			{Name: "start_indices", Is: ir.IsInts},
			{Name: "limit_indices", Is: ir.IsInts},
			{Name: "strides", Is: ir.IsInts},
		},
		Traits: ir.Pure,
		Format: "$operand box($start_indices, $limit_indices, $strides) attr-dict `:` functional-type",
		Infer:  infer(inferSlice),
		Slots: ir.Slots{
			renamed(tg.Slice, sliceNames...),
			like(tg.Slice, sliceNames...),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.Slice, c.Operands(o),
					ints(c.Ctx, "starts", o.Attr("start_indices").Ints()),
					ints(c.Ctx, "limits", o.Attr("limit_indices").Ints()),
					ints(c.Ctx, "strides", o.Attr("strides").Ints()))
			}),
		},
	})
}

// sliceNames are what attributes are called in tg and here.
var sliceNames = []string{"starts", "start_indices", "limits", "limit_indices", "strides", "strides"}

func inferSlice(in *ir.Inference) (*ir.Type, error) {
	t := in.Operands[0]
	start, limit, stride := in.Attr("start_indices").Ints(), in.Attr("limit_indices").Ints(), in.Attr("strides").Ints()
	for _, a := range in.Def.Attrs {
		if err := checkLen(a.Name, in.Attr(a.Name).Ints(), t.Rank()); err != nil {
			return nil, err
		}
	}
	shape := make([]int64, t.Rank())
	for i, n := range t.Shape() {
		switch {
		case start[i] < 0 || start[i] > limit[i]:
			return nil, fmt.Errorf("cannot slice dimension %d of '%s' from %d to %d", i, t, start[i], limit[i])
		case n != ir.Dynamic && limit[i] > n:
			return nil, fmt.Errorf("cannot slice dimension %d of '%s' up to %d: it has only %d", i, t, limit[i], n)
		case stride[i] <= 0:
			return nil, fmt.Errorf("requires positive strides, but the one of dimension %d is %d", i, stride[i])
		}
		if n := limit[i] - start[i]; n > 0 {
			shape[i] = (n-1)/stride[i] + 1
		}
	}
	return in.Ctx.WithShape(t, shape), nil
}

// finish reads what most forms end with, the attributes and the function type,
// and gives the operands their types.
func finish(p ir.OpParser, st *ir.OpState, operands ...ir.UnresolvedOperand) {
	p.AttrDict(st)
	p.Expect(":")
	pos := p.Pos()
	sig := p.FuncType()
	st.Operands = p.ResolveAll(operands, sig.Inputs(), pos)
	st.Results = append([]*ir.Type{}, sig.Results()...)
}

// printTail is the twin of finish; spelled are the attributes that the form has
// written already.
func printTail(p ir.OpPrinter, o *ir.Op, spelled ...string) {
	p.AttrDict(o, spelled...)
	p.Str(" : ")
	p.FuncType(o.OperandTypes(), o.ResultTypes())
}
