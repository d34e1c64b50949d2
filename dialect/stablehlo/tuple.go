package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// Tuple makes one value of several, GetTupleElement one of these again.
var (
	Tuple           = Dialect.NewOp("stablehlo.tuple")
	GetTupleElement = Dialect.NewOp("stablehlo.get_tuple_element")
)

func init() {
	Tuple.Define(ir.OpDef{
		Doc: "One value that is made of all operands. In tg there are no tuples: the operands stand in its place wherever it goes.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<i32>) -> tuple<tensor<4xf32>, tensor<i32>> {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<4xf32>, tensor<i32>>
  return %0 : tuple<tensor<4xf32>, tensor<i32>>
}`,
		Operands: ir.Args(ir.Variadic("val", anyValue).Own()),
		Results:  ir.Args(ir.Arg("result", isTuple).Own()),
		Traits:   ir.Pure,
		// The form is not a format: the type of the result says those of the operands.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			pos := p.Pos()
			operands := p.Operands()
			p.AttrDict(st)
			p.Expect(":")
			typePos := p.Pos()
			t := p.Type()
			if !isTuple.Ok(t) {
				p.Fail(typePos, "expected a tuple type, but got '%s'", t)
			}
			st.Operands = p.ResolveAll(operands, t.Types(), pos)
			st.Results = []*ir.Type{t}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			if o.NumOperands() > 0 {
				p.Str(" ")
				p.Operands(o.Operands())
			}
			p.AttrDict(o)
			p.Str(" : ")
			p.Type(o.Result(0).Type())
		},
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) { return in.Ctx.Tuple(in.Operands), nil }),
		Slots: ir.Slots{
			cost.Model.Of(cost.Viewing),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				c.SetParts(o.Result(0), c.Operands(o))
				return nil
			}),
		},
	})
	GetTupleElement.Define(ir.OpDef{
		Doc: "The element of a tuple that `index` counts.",
		Example: `func.func @f(%x: tuple<tensor<4xf32>, tensor<i32>>) -> tensor<i32> {
  %0 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<i32>
  return %0 : tensor<i32>
}`,
		Operands: ir.Args(ir.Arg("operand", isTuple).Own()),
		Results:  ir.Args(ir.Arg("result", anyValue).Own()),
		Attrs:    []ir.AttrArg{{Name: "index", Is: ir.IsI32}},
		Traits:   ir.Pure,
		Format:   "$operand `[` $index `]` attr-dict `:` functional-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			elems, index := in.Operands[0].Types(), in.Attr("index").Int()
			if index < 0 || index >= int64(len(elems)) {
				return nil, fmt.Errorf("requires an index of one of the %d elements of '%s', but got %d", len(elems), in.Operands[0], index)
			}
			return elems[index], nil
		}),
		Slots: ir.Slots{
			cost.Model.Of(cost.Viewing),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				elems, index := o.Operand(0).Type().Types(), o.Attr("index").Int()
				first := len(convert.PartTypes(elems[:index]))
				c.SetParts(o.Result(0), c.Operands(o)[first:])
				return nil
			}),
		},
	})
}
