package parser_test

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// testDialect is small and has one op for each way of spelling an op.
var testDialect = ir.NewDialect("t", "Ops of the parser's tests.")

var (
	addOp    = testDialect.NewOp("t.add")
	formOp   = testDialect.NewOp("t.form")
	sizedOp  = testDialect.NewOp("t.sized")
	manyOp   = testDialect.NewOp("t.many")
	inferOp  = testDialect.NewOp("t.infer")
	branchOp = testDialect.NewOp("t.br")
	loopOp   = testDialect.NewOp("t.loop")
	hookOp   = testDialect.NewOp("t.hook")
	boxOp    = testDialect.NewOp("t.box")
	regOp    = testDialect.NewOp("t.regions")
	bareOp   = testDialect.NewOp("t.bare")
)

func init() {
	elems := ir.Args(ir.Arg("lhs", ir.AnyType), ir.Arg("rhs", ir.AnyType))
	one := ir.Args(ir.Arg("out", ir.AnyType))
	addOp.Define(ir.OpDef{Doc: "Add.", Operands: elems, Results: one, Format: "$lhs `,` $rhs attr-dict `:` same-type"})
	formOp.Define(ir.OpDef{
		Doc: "Everything.", Operands: ir.Args(ir.Arg("x", ir.AnyType), ir.Variadic("rest", ir.AnyType)), Results: one,
		Attrs: []ir.AttrArg{
			{Name: "kind", Is: ir.OneOf("kind", "sum", "prod")},
			{Name: "dims", Is: ir.IsInts},
			{Name: "keep", Is: ir.IsUnit, Optional: true},
			{Name: "label", Is: ir.IsString, Optional: true},
		},
		Format: "$kind $x `dims` $dims (`keep` $keep^)? (`label` $label^)? (`with` $rest^ `:` type($rest))? attr-dict `:` type($x) `->` type($out)",
	})
	sizedOp.Define(ir.OpDef{
		Doc: "Two groups.", Operands: ir.Args(ir.Variadic("a", ir.AnyType), ir.Variadic("b", ir.AnyType)), Traits: ir.SizedOperands,
		Format: "`(` $a `)` `(` $b `)` attr-dict `:` `(` type($a) `)` `(` type($b) `)`",
	})
	manyOp.Define(ir.OpDef{
		Doc: "Many.", Operands: ir.Args(ir.Variadic("in", ir.AnyType)), Results: ir.Args(ir.Variadic("out", ir.AnyType)),
		Format: "operands attr-dict (`:` type(operands)^)? (`->` type(results)^)?",
	})
	inferOp.Define(ir.OpDef{
		Doc: "Infer.", Operands: ir.Args(ir.Arg("x", ir.IndexOnly)), Results: one,
		Attrs:  []ir.AttrArg{{Name: "width", Is: ir.IsI64}},
		Format: "$x attr-dict `:` type($x)",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			w := in.Attr("width").Int()
			if w < 1 || w > 64 {
				return nil, fmt.Errorf("has no type of width %d", w)
			}
			return []*ir.Type{in.Ctx.Int(int(w), ir.Signless)}, nil
		},
	})
	branchOp.Define(ir.OpDef{Doc: "Branch.", Operands: ir.Args(ir.Variadic("args", ir.AnyType)), Successors: -1, Traits: ir.Terminator,
		Format: "successors (`(` operands^ `:` type(operands) `)`)? attr-dict"})
	loopOp.Define(ir.OpDef{Doc: "Loop.", Operands: ir.Args(ir.Arg("init", ir.AnyType)), Results: one,
		Regions: []ir.RegionArg{{Name: "body"}}, Parse: parseLoop, DefaultDialect: "t"})
	hookOp.Define(ir.OpDef{Doc: "Hooks.", Parse: parseHooks})
	boxOp.Define(ir.OpDef{Doc: "Box.", Regions: []ir.RegionArg{{Name: "body"}}, Traits: ir.SingleBlock | ir.NoTerminator, DefaultDialect: "t",
		Format: "attr-dict-keyword $body"})
	regOp.Define(ir.OpDef{Doc: "Regions.", Regions: []ir.RegionArg{{Name: "bodies", Variadic: true}}, Format: "$bodies attr-dict"})
	bareOp.Define(ir.OpDef{Doc: "Generic form only."})
}

func init() {
	testDialect.Attrs = []*ir.AttrDef{
		{Name: "t.enum", Bare: true, Parse: func(p ir.OpParser) []ir.NamedAttr {
			return []ir.NamedAttr{{Name: "value", Value: p.Context().StringAttr(p.Keyword())}}
		}, Print: func(p ir.OpPrinter, a *ir.Attr) { p.Str(" " + a.Get("value").Text()) }},
		{Name: "t.dims", Parse: func(p ir.OpParser) []ir.NamedAttr {
			p.Expect("<")
			v := p.Context().I64Array(p.Ints())
			p.Expect(">")
			return []ir.NamedAttr{{Name: "dims", Value: v}}
		}, Print: func(p ir.OpPrinter, a *ir.Attr) {
			p.Str("<")
			p.Ints(a.Get("dims").Ints())
			p.Str(">")
		}, Verify: func(a *ir.Attr) error {
			if n := len(a.Get("dims").Ints()); n > 3 {
				return fmt.Errorf("at most 3 dims, but got %d", n)
			}
			return nil
		}},
		{Name: "t.raw", Parse: func(p ir.OpParser) []ir.NamedAttr {
			p.Expect("<")
			v := p.Context().StringAttr(p.Balanced())
			p.Expect(">")
			return []ir.NamedAttr{{Name: "text", Value: v}}
		}, Print: func(p ir.OpPrinter, a *ir.Attr) { p.Str("<" + a.Get("text").Text() + ">") }},
	}
	testDialect.Types = []*ir.TypeDef{
		{Name: "t.token"},
		{Name: "t.of", Parse: func(p ir.OpParser) []*ir.Attr {
			p.Expect("<")
			a := p.Context().TypeAttr(p.Type())
			p.Expect(">")
			return []*ir.Attr{a}
		}, Print: func(p ir.OpPrinter, params []*ir.Attr) {
			p.Str("<")
			p.Type(params[0].Type())
			p.Str(">")
		}, Verify: func(params []*ir.Attr) error {
			if params[0].Type().Kind() == ir.NoneType {
				return fmt.Errorf("a type of none makes no sense")
			}
			return nil
		}},
	}
}

// parseLoop reads `(%i = %x : T) {...}`.
func parseLoop(p ir.OpParser, st *ir.OpState) {
	p.Expect("(")
	name := p.Operand()
	p.Expect("=")
	x := p.Operand()
	p.Expect(":")
	t := p.Type()
	p.Expect(")")
	st.Operands = []*ir.Value{p.Resolve(x, t)}
	st.Results = []*ir.Type{t}
	st.Regions = append(st.Regions, p.Region(ir.RegionArgName{Pos: name.Pos, Name: name.Name, Type: t, Loc: p.Loc(name.Pos)}))
	p.AttrDictKeyword(st)
}

// parseHooks reads one of several constructs, chosen by a keyword.
func parseHooks(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	pos := p.Pos()
	switch k := p.Keyword(); k {
	case "int":
		st.SetAttr("v", c.I64Attr(p.Int()))
	case "string":
		st.SetAttr("v", c.StringAttr(p.String()))
	case "symbol":
		st.SetAttr("v", c.Symbol(p.SymbolName()))
	case "typed":
		st.SetAttr("v", p.AttrOfType(c.F32()))
	case "types":
		for i, t := range p.Types() {
			st.SetAttr(fmt.Sprint("t", i), c.TypeAttr(t))
		}
	case "func":
		st.SetAttr("v", c.TypeAttr(p.FuncType()))
	case "operands":
		os := p.Operands()
		p.Expect(":")
		st.Operands = p.ResolveAll(os, p.Types(), pos)
	case "peek":
		st.SetAttr("int", c.BoolAttr(p.PeekInt()))
		st.SetAttr("operand", c.BoolAttr(p.PeekOperand()))
		st.SetAttr("word", c.StringAttr(p.PeekKeyword()))
		st.SetAttr("arrow", c.BoolAttr(p.Try("->")))
		st.SetAttr("minus", c.BoolAttr(p.Peek("-")))
		st.SetAttr("results", c.I64Attr(int64(p.NumResults())))
	case "args":
		var args []ir.RegionArgName
		for p.PeekOperand() {
			args = append(args, p.RegionArg())
		}
		st.Regions = append(st.Regions, p.Region(args...))
	case "fail":
		p.Fail(pos, "fails on purpose")
	}
	p.AttrDict(st)
}
