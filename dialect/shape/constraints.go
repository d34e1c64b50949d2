package shape

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Constants, arithmetic, and what must hold.
var (
	ConstShape        = Dialect.NewOp("shape.const_shape")
	ConstSize         = Dialect.NewOp("shape.const_size")
	ConstWitness      = Dialect.NewOp("shape.const_witness")
	Add               = arithmetic("add", "The sum of two extents.", arith.AddI)
	Mul               = arithmetic("mul", "The product of two extents.", arith.MulI)
	Div               = arithmetic("div", "The quotient of two extents, rounded down.", arith.DivUI)
	CstrBroadcastable = Dialect.NewOp("shape.cstr_broadcastable")
	CstrEq            = Dialect.NewOp("shape.cstr_eq")
	CstrRequire       = Dialect.NewOp("shape.cstr_require")
	AssumingAll       = Dialect.NewOp("shape.assuming_all")
	Assuming          = Dialect.NewOp("shape.assuming")
	AssumingYield     = Dialect.NewOp("shape.assuming_yield")
)

func arithmetic(name, doc string, to *ir.OpDef) *ir.OpDef {
	d := Dialect.NewOp("shape." + name)
	plain(d, doc, example("%i: index, %j: index", "%0 = shape."+name+" %i, %j : index, index -> index", "index"), "",
		ir.Args(ir.Arg("lhs", sizeOrIndex), ir.Arg("rhs", sizeOrIndex)), arg("result", sizeOrIndex),
		becomes(func(b *builder, in []*ir.Value) *ir.Value { return b.make(to, b.Ctx.Index(), in) }))
	return d
}

// It is long because it defines a family of ops.
func init() {
	ConstShape.Define(ir.OpDef{
		Doc:     "A constant shape.",
		Example: "func.func @f() -> tensor<2xindex> {\n  %0 = shape.const_shape [1, 2] : tensor<2xindex>\n  return %0 : tensor<2xindex>\n}",
		Results: arg("result", shapeOrExtents),
		Attrs: []ir.AttrArg{{Name: "shape", Is: ir.AttrConstraint{Desc: "index elements attribute", Ok: func(a *ir.Attr) bool {
			return a.Is(ir.DenseAttr) && isExtents(a.Type())
		}}}},
		Traits: ir.Pure | ir.StatedTypes,
		// The form is not a format: the attribute is a list.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			p.AttrDict(st)
			list, c := p.Ints(), p.Context()
			t := c.Tensor([]int64{int64(len(list))}, c.Index())
			st.SetAttr("shape", c.Dense(t, c.I64Array(list).Raw()))
			p.Expect(":")
			st.Results = []*ir.Type{p.Type()}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.AttrDict(o, "shape")
			p.Ints(o.Attr("shape").Ints())
			p.Str(" : ")
			p.Type(o.Result(0).Type())
		},
		Slots: ir.Slots{becomes(func(b *builder, _ []*ir.Value) *ir.Value {
			a := b.op.Attr("shape")
			return b.make(tg.Constant, a.Type(), nil, ir.NamedAttr{Name: "value", Value: a})
		})},
	})
	ConstSize.Define(ir.OpDef{
		Doc: "A constant extent.", Example: "func.func @f() {\n  %0 = shape.const_size 3\n  return\n}",
		Results: arg("result", onlySize),
		Attrs: []ir.AttrArg{{Name: "value", Is: ir.AttrConstraint{
			Desc: "index attribute", Ok: func(a *ir.Attr) bool { return a.Is(ir.IntegerAttr) && a.Type().IsIndex() },
			Parse: func(p ir.OpParser) *ir.Attr { return p.Context().IntAttr(p.Context().Index(), p.Int()) },
			Print: func(p ir.OpPrinter, a *ir.Attr) { p.Int(a.Int()) },
		}}},
		Traits: ir.Pure, Format: "$value attr-dict", Infer: fixed(onlySize.Only),
		ResultName: func(o *ir.Op, _ int) string { return fmt.Sprintf("c%d", o.Attr("value").Int()) },
		Slots:      ir.Slots{becomes(func(b *builder, _ []*ir.Value) *ir.Value { return b.index(b.op.Attr("value").Int()) })},
	})
	ConstWitness.Define(ir.OpDef{
		Doc: "A witness that is known to hold, or not to.", Example: "func.func @f() {\n  %0 = shape.const_witness true\n  return\n}",
		Results: arg("result", onlyWitness), Attrs: []ir.AttrArg{{Name: "passing", Is: ir.IsBool}},
		Traits: ir.Pure, Format: "$passing attr-dict", Infer: fixed(onlyWitness.Only),
		Slots: ir.Slots{becomes(func(b *builder, _ []*ir.Value) *ir.Value {
			return b.require(b.truth(b.op.Attr("passing").Bool()), "a constraint on shapes does not hold")
		})},
	})
	constraint := func(d *ir.OpDef, doc string, check *ir.OpDef, message string) {
		d.Define(ir.OpDef{
			Doc: doc, Example: "func.func @f(%a: tensor<2xindex>, %b: tensor<2xindex>) {\n  %0 = " + d.Name() + " %a, %b : tensor<2xindex>, tensor<2xindex>\n  return\n}",
			Operands: ir.Args(ir.Variadic("shapes", shapeOrExtents)), Results: arg("result", onlyWitness),
			Format: "$shapes attr-dict `:` type($shapes)", Infer: fixed(onlyWitness.Only),
			Slots: ir.Slots{becomes(func(b *builder, in []*ir.Value) *ir.Value { return b.require(b.compare(check, in), message) })},
		})
	}
	constraint(CstrBroadcastable, "The witness of shapes that broadcast to one, which is checked.", IsBroadcastable, "shapes do not broadcast")
	constraint(CstrEq, "The witness of shapes that are all the same, which is checked.", ShapeEq, "shapes are not the same")
	CstrRequire.Define(ir.OpDef{
		Doc: "The witness of a truth, which is checked.", Example: "func.func @f(%p: i1) {\n  %0 = shape.cstr_require %p, \"must hold\"\n  return\n}",
		Operands: arg("pred", ir.I1), Results: arg("result", onlyWitness), Attrs: []ir.AttrArg{{Name: "msg", Is: ir.IsString}},
		Format: "$pred `,` $msg attr-dict", Infer: fixed(onlyWitness.Only),
		Slots: ir.Slots{becomes(func(b *builder, in []*ir.Value) *ir.Value { return b.require(in[0], b.op.Attr("msg").Text()) })},
	})
	AssumingAll.Define(ir.OpDef{
		Doc:      "The witness of several ones.",
		Example:  "func.func @f() {\n  %0 = shape.const_witness true\n  %1 = shape.assuming_all %0, %0\n  return\n}",
		Operands: ir.Args(ir.Variadic("inputs", onlyWitness)), Results: arg("result", onlyWitness),
		Traits: ir.Pure, Format: "$inputs attr-dict", Infer: fixed(onlyWitness.Only),
		Slots: ir.Slots{becomes(func(b *builder, in []*ir.Value) *ir.Value { return b.truth(true) })},
	})
	Assuming.Define(ir.OpDef{
		Doc: "What is computed where a witness says that it can be.",
		Example: `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = shape.const_witness true
  %1 = shape.assuming %0 -> (tensor<4xf32>) {
    shape.assuming_yield %x : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}`,
		Operands: arg("witness", onlyWitness), Results: ir.Args(ir.Variadic("results", ir.AnyType).Own()),
		Regions: []ir.RegionArg{{Name: "region"}}, Traits: ir.RecursiveEffects | ir.SingleBlock,
		// The form is not a format: an end without values is not written.
		Parse: parseAssuming, Print: printAssuming, VerifyRegions: verifyAssuming,
		Slots: ir.Slots{convert.ToTG.Of(assume)},
	})
	AssumingYield.Define(ir.OpDef{
		Doc: "The end of the region of shape.assuming: what that gives.", Example: Assuming.Example,
		Operands: ir.Args(ir.Variadic("operands", ir.AnyType).Own()), Traits: ir.Pure | ir.Terminator | ir.ReturnLike,
		Format: "attr-dict ($operands^ `:` type($operands))?",
	})
}

func parseAssuming(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	st.Operands = []*ir.Value{p.Resolve(p.Operand(), c.DialectType(WitnessType))}
	st.Results = []*ir.Type{}
	if p.Try("->") {
		p.Expect("(")
		for !p.Try(")") {
			if len(st.Results) > 0 {
				p.Expect(",")
			}
			st.Results = append(st.Results, p.Type())
		}
	}
	r := p.Region()
	if r.Empty() {
		r.Append(&ir.Block{})
	}
	if b := r.First(); b.Last() == nil || !b.Last().Has(ir.Terminator) {
		ir.NewBuilder(c).AtEnd(b).OpWithTypes(AssumingYield, st.Loc, nil, nil)
	}
	st.Regions = []*ir.Region{r}
	p.AttrDict(st)
}

func printAssuming(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	p.Operand(o.Operand(0))
	if o.NumResults() > 0 {
		p.Str(" -> (")
		for i, t := range o.ResultTypes() {
			if i > 0 {
				p.Str(", ")
			}
			p.Type(t)
		}
		p.Str(")")
	}
	p.Str(" ")
	p.Region(o.RegionAt(0), false, o.NumResults() > 0)
	p.AttrDict(o)
}

func verifyAssuming(o *ir.Op) error {
	b := o.RegionAt(0).First()
	if b == nil || b.NumArgs() > 0 || !b.Last().Is(AssumingYield) {
		return fmt.Errorf("requires a region without arguments that ends with shape.assuming_yield")
	}
	types := b.Last().OperandTypes()
	if len(types) != o.NumResults() {
		return fmt.Errorf("requires its region to give %d values, but it gives %d", o.NumResults(), len(types))
	}
	for i, t := range types {
		if !ir.Compatible(t, o.Result(i).Type()) {
			return fmt.Errorf("requires its region to give a '%s' as value #%d, but it gives a '%s'", o.Result(i).Type(), i, t)
		}
	}
	return nil
}
