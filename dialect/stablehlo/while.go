package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// While is the loop.
var While = Dialect.NewOp("stablehlo.while")

func init() {
	While.Define(ir.OpDef{
		SharedArgs: true,
		Doc:        "Run the second region as long as the first returns true. Both get the values of the loop, which are the operands at first and then what the second region returns.",
		Example: `func.func @f(%x: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %0:2 = stablehlo.while(%i = %x, %m = %n) : tensor<i32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %i : tensor<i32>
    stablehlo.return %1, %m : tensor<i32>, tensor<i32>
  }
  return %0#0 : tensor<i32>
}`,
		Operands: ir.Args(ir.Variadic("operand", ir.AnyType)),
		Results:  ir.Args(ir.Variadic("results", ir.AnyType)),
		Regions:  []ir.RegionArg{{Name: "cond"}, {Name: "body"}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		Parse:    parseWhile,
		Print:    printWhile,
		VerifyRegions: func(o *ir.Op) error {
			if o.NumResults() != o.NumOperands() {
				return fmt.Errorf("requires a result per operand, but has %d results for %d operands", o.NumResults(), o.NumOperands())
			}
			types := o.OperandTypes()
			for i, t := range types {
				if !ir.Compatible(t, o.Result(i).Type()) {
					return fmt.Errorf("requires result #%d to have the type of the operand '%s', but it has '%s'", i, t, o.Result(i).Type())
				}
			}
			pred := o.Context().Tensor(nil, o.Context().Bool())
			if err := verifyBody(o.RegionAt(0), "the condition", types, []*ir.Type{pred}); err != nil {
				return err
			}
			return verifyBody(o.RegionAt(1), "the body", types, types)
		},
		Slots: ir.Slots{
			branchesBecome(tg.While),
			cost.Model.Of(loops),
		},
	})
}

// parseWhile reads `(%arg = %x, ...) : types attributes {...} cond {...} do
// {...}`; the names are arguments of both regions.
func parseWhile(p ir.OpParser, st *ir.OpState) {
	var args []ir.RegionArgName
	var operands []ir.UnresolvedOperand
	p.Expect("(")
	for !p.Try(")") {
		if args != nil {
			p.Expect(",")
		}
		name := p.Operand()
		args = append(args, ir.RegionArgName{Pos: name.Pos, Name: name.Name, Loc: p.Loc(name.Pos)})
		p.Expect("=")
		operands = append(operands, p.Operand())
	}
	pos := p.Pos()
	st.Results = []*ir.Type{}
	if p.Try(":") {
		pos = p.Pos()
		st.Results = p.Types()
	}
	st.Operands = p.ResolveAll(operands, st.Results, pos)
	for i := range args {
		args[i].Type = st.Results[i]
	}
	p.AttrDictKeyword(st)
	p.Expect("cond")
	cond := p.Region(args...)
	p.Expect("do")
	st.Regions = []*ir.Region{cond, p.Region(args...)}
}

func printWhile(p ir.OpPrinter, o *ir.Op) {
	p.Str("(")
	for i, x := range o.Operands() {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(o.RegionAt(0).First().Arg(i))
		p.Str(" = ")
		p.Operand(x)
	}
	p.Str(")")
	if o.NumOperands() > 0 {
		p.Str(" : ")
		p.Types(o.OperandTypes())
	}
	p.AttrDictKeyword(o)
	p.Newline()
	p.Str("cond ")
	p.Region(o.RegionAt(0), false, true)
	p.Str(" do ")
	p.Region(o.RegionAt(1), false, true)
}
