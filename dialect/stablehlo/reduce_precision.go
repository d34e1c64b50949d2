package stablehlo

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// ReducePrecision rounds to a smaller float format.
var ReducePrecision = Dialect.NewOp("stablehlo.reduce_precision")

func init() {
	ReducePrecision.Define(ir.OpDef{
		Doc: "Each element rounded to a float format with the given numbers of exponent and mantissa bits, and back.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", floats)),
		Results:  ir.Args(ir.Arg("output", floats)),
		Attrs:    []ir.AttrArg{{Name: "exponent_bits", Is: ir.IsI32}, {Name: "mantissa_bits", Is: ir.IsI32}},
		Traits:   ir.Pure | ir.Elementwise,
		// The form is not a format: two attributes are one word.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			x := p.Operand()
			for _, s := range []string{",", "format", "="} {
				p.Expect(s)
			}
			pos := p.Pos()
			exponent, mantissa, ok := splitFormat(p.Keyword())
			if !ok {
				p.Fail(pos, "expected a float format such as e5m10")
			}
			c := p.Context()
			st.SetAttr("exponent_bits", c.IntAttr(c.I32(), exponent))
			st.SetAttr("mantissa_bits", c.IntAttr(c.I32(), mantissa))
			p.AttrDict(st)
			p.Expect(":")
			pos = p.Pos()
			if p.Peek("(") {
				sig := p.FuncType()
				st.Operands, st.Results = p.ResolveAll([]ir.UnresolvedOperand{x}, sig.Inputs(), pos), sig.Results()
				return
			}
			st.Results = []*ir.Type{p.Type()}
			st.Operands = []*ir.Value{p.Resolve(x, st.Results[0])}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.Operand(o.Operand(0))
			p.Str(fmt.Sprintf(", format = e%dm%d", o.Attr("exponent_bits").Int(), o.Attr("mantissa_bits").Int()))
			p.AttrDict(o, "exponent_bits", "mantissa_bits")
			p.Str(" : ")
			if t := o.Result(0).Type(); t == o.Operand(0).Type() {
				p.Type(t)
			} else {
				p.FuncType(o.OperandTypes(), o.ResultTypes())
			}
		},
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			if e, m := in.Attr("exponent_bits").Int(), in.Attr("mantissa_bits").Int(); e < 1 || m < 0 {
				return nil, fmt.Errorf("requires at least 1 exponent bit and 0 mantissa bits, but got %d and %d", e, m)
			}
			return in.Operands[0], nil
		}),
		Slots: ir.Slots{
			twin(tg.ReducePrecision, reducePrecisionAttrs, nil),
			like(tg.ReducePrecision),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.ReducePrecision, c.Operands(o),
					ir.NamedAttr{Name: "exponent_bits", Value: c.Ctx.I64Attr(o.Attr("exponent_bits").Int())},
					ir.NamedAttr{Name: "mantissa_bits", Value: c.Ctx.I64Attr(o.Attr("mantissa_bits").Int())})
			}),
		},
	})
}

// splitFormat takes `e5m10` apart.
func splitFormat(s string) (exponent, mantissa int64, ok bool) {
	e, m, found := strings.Cut(strings.TrimPrefix(s, "e"), "m")
	if !found || !strings.HasPrefix(s, "e") {
		return 0, 0, false
	}
	exponent, err1 := strconv.ParseInt(e, 10, 32)
	mantissa, err2 := strconv.ParseInt(m, 10, 32)
	return exponent, mantissa, err1 == nil && err2 == nil
}
