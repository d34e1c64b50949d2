package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Concatenate joins tensors.
var Concatenate = Dialect.NewOp("stablehlo.concatenate")

func init() {
	Concatenate.Define(ir.OpDef{
		Doc: "The inputs one after the other along a dimension.",
		Example: `func.func @f(%x: tensor<4x1xf32>, %y: tensor<4x2xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<4x1xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}`,
		Operands: ir.Args(ir.Variadic("inputs", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dimension", Is: ir.IsI64}},
		Traits:   ir.Pure,
		// The form is not a format: the comma before the dimension may be missing.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			operands := []ir.UnresolvedOperand{p.Operand()}
			for !p.Try("dim") {
				// The comma in front of `dim` may be missing.
				p.Expect(",")
				if p.PeekOperand() {
					operands = append(operands, p.Operand())
				}
			}
			p.Expect("=")
			st.SetAttr("dimension", ir.IsI64.Parse(p))
			finish(p, st, operands...)
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.Operands(o.Operands())
			p.Str(", dim = ")
			p.Int(o.Attr("dimension").Int())
			printTail(p, o, "dimension")
		},
		Infer: infer(inferConcatenate),
		Slots: ir.Slots{
			renamed(tg.Concat, "dim", "dimension"),
			like(tg.Concat),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.Concat, c.Operands(o), ir.NamedAttr{Name: "dim", Value: o.Attr("dimension")})
			}),
		},
	})
}

func inferConcatenate(in *ir.Inference) (*ir.Type, error) {
	if len(in.Operands) == 0 {
		return nil, fmt.Errorf("requires at least one input")
	}
	first, dim := in.Operands[0], in.Attr("dimension").Int()
	if err := checkDims("dimension", []int64{dim}, first.Rank()); err != nil {
		return nil, err
	}
	shape := append([]int64(nil), first.Shape()...)
	for _, t := range in.Operands[1:] {
		if t.Elem() != first.Elem() || t.Rank() != first.Rank() {
			return nil, fmt.Errorf("requires inputs of one element type and rank, but got '%s' and '%s'", first, t)
		}
		for i, n := range t.Shape() {
			switch {
			case int64(i) == dim && (n == ir.Dynamic || shape[i] == ir.Dynamic):
				shape[i] = ir.Dynamic
			case int64(i) == dim && !countable(float64(shape[i])+float64(n)):
				return nil, fmt.Errorf("cannot concatenate '%s' and '%s' along dimension %d: %d and %d are together larger than can be counted", first, t, dim, shape[i], n)
			case int64(i) == dim:
				shape[i] += n
			case !fits(shape[i], n):
				return nil, fmt.Errorf("cannot concatenate '%s' and '%s' along dimension %d: they differ in dimension %d", first, t, dim, i)
			case shape[i] == ir.Dynamic:
				shape[i] = n
			}
		}
	}
	return in.Ctx.WithShape(first, shape), nil
}
