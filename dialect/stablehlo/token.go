package stablehlo

import (
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// CreateToken and AfterAll make tokens.
var (
	CreateToken = Dialect.NewOp("stablehlo.create_token")
	AfterAll    = Dialect.NewOp("stablehlo.after_all")
)

func init() {
	// Effects of tg happen in the order of the program: nothing stands for a token.
	dropped := ir.Slots{
		cost.Model.Of(cost.Viewing),
		convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
			c.SetParts(o.Result(0), nil)
			return nil
		}),
	}
	CreateToken.Define(ir.OpDef{
		Doc: "A token that comes after nothing.",
		Example: `func.func @f() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}`,
		Results: ir.Args(ir.Arg("output", isToken)),
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type($output)",
		Slots:   dropped,
	})
	AfterAll.Define(ir.OpDef{
		Doc: "A token that comes after all of the operands.",
		Example: `func.func @f(%a: !stablehlo.token, %b: !stablehlo.token) -> !stablehlo.token {
  %0 = stablehlo.after_all %a, %b : !stablehlo.token
  return %0 : !stablehlo.token
}`,
		Operands: ir.Args(ir.Variadic("inputs", isToken)),
		Results:  ir.Args(ir.Arg("result", isToken)),
		Traits:   ir.Pure,
		// The form is not a format: the type of the result is that of all operands, also
		// where there are none.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			operands := p.Operands()
			p.AttrDict(st)
			p.Expect(":")
			pos := p.Pos()
			if p.Peek("(") {
				sig := p.FuncType()
				st.Operands, st.Results = p.ResolveAll(operands, sig.Inputs(), pos), sig.Results()
				return
			}
			t := p.Type()
			for _, o := range operands {
				st.Operands = append(st.Operands, p.Resolve(o, t))
			}
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
		Slots: dropped,
	})
}
