package irdl

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// Regions names and constrains the regions of an op, Region is such a
// constraint.
var (
	Regions = Dialect.NewOp("irdl.regions")
	Region  = Dialect.NewOp("irdl.region")
)

func init() {
	Regions.Define(ir.OpDef{
		Doc: "Name the regions of the operation around, and say what each must satisfy.",
		Example: `irdl.dialect @ctl {
  irdl.operation @loop {
    %0 = irdl.region
    irdl.regions(body: %0)
  }
}`,
		Operands: ir.Args(ir.Variadic("args", variadicOf(isRegion))),
		Attrs:    []ir.AttrArg{{Name: "names", Is: isStrings}},
		// The form is not a format: names, sizes and operands take turns.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			parseNamed(p, st, p.Context().DialectType(RegionType), nil)
			p.AttrDict(st)
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			printNamed(p, o, noWord)
			p.AttrDict(o, "names")
		},
		Verify: func(o *ir.Op) error {
			if err := checkParent(o, Operation); err != nil {
				return err
			}
			return checkNames(o, "region")
		},
	})
	Region.Define(ir.OpDef{
		Doc: "A constraint on a region: what the types of the arguments of its entry block must satisfy, if there is a list " +
			"of them, and how many blocks there must be.",
		Example: `irdl.dialect @ctl {
  irdl.operation @loop {
    %0 = irdl.any
    %1 = irdl.region(%0, %0) with size 1
    irdl.regions(body: %1)
  }
}`,
		Operands: ir.Args(ir.Variadic("entryBlockArgs", variadicOf(isConstraint))),
		Results:  ir.Args(ir.Arg("output", isRegion)),
		Attrs: []ir.AttrArg{
			{Name: "numberOfBlocks", Is: isI32, Optional: true},
			{Name: "constrainedArguments", Is: ir.IsUnit, Optional: true},
		},
		Traits: ir.Pure,
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			return []*ir.Type{in.Ctx.DialectType(RegionType)}, nil
		},
		// The form is not a format: names, sizes and operands take turns.
		Parse:  parseRegion,
		Print:  printRegion,
		Verify: verifyRegion,
	})
}

var isI32 = ir.AttrConstraint{
	Desc: "32-bit signless integer attribute",
	Ok:   func(a *ir.Attr) bool { return a.Is(ir.IntegerAttr) && a.Type().IsIntN(32) },
}

func parseRegion(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	if p.Try("(") {
		parseValues(p, st, ")")
		st.SetAttr("constrainedArguments", c.Unit())
	}
	if p.Try("with") {
		if pos := p.Pos(); !p.Try("size") {
			p.Fail(pos, "expected 'size'")
		}
		st.SetAttr("numberOfBlocks", p.AttrOfType(c.I32()))
	}
	p.AttrDict(st)
}

func printRegion(p ir.OpPrinter, o *ir.Op) {
	if o.Attr("constrainedArguments") != nil {
		p.Str("(")
		p.Operands(o.Operands())
		p.Str(")")
	}
	if n := o.Attr("numberOfBlocks"); n != nil {
		p.Str(" with size ")
		p.AttrWithoutType(n)
	}
	p.AttrDict(o, "constrainedArguments", "numberOfBlocks")
}

func verifyRegion(o *ir.Op) error {
	if err := checkParent(o, Operation); err != nil {
		return err
	}
	if a := o.Attr("numberOfBlocks"); a != nil && a.Int() < 1 {
		return fmt.Errorf("the number of blocks is expected to be >= 1 but got %d", a.Int())
	}
	return nil
}
