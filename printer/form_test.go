package printer_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
)

// newFormDialect has an op for every kind of element and every rule of spacing.
func newFormDialect() *ir.Dialect {
	d := ir.NewDialect("form", "Ops with declarative formats.")
	define := func(name string, def ir.OpDef) {
		def.Doc = "A test op."
		d.NewOp("form." + name).Define(def)
	}
	defineOperandForms(define)
	defineOtherForms(define)
	return d
}

var (
	one   = ir.Arg("x", ir.AnyType)
	many  = ir.Variadic("xs", ir.AnyType)
	maybe = ir.Optional("opt", ir.AnyType)
)

func defineOperandForms(define func(string, ir.OpDef)) {
	first := func(in *ir.Inference) ([]*ir.Type, error) { return in.Operands[:1], nil }
	three := func(c *ir.Context) *ir.Attr { return c.I64Attr(3) }

	define("all", ir.OpDef{
		Operands: ir.Args(many), Results: ir.Args(ir.Variadic("rs", ir.AnyType)),
		Format: "operands attr-dict `:` type(operands) `->` type(results)",
	})
	define("binary", ir.OpDef{
		Operands: ir.Args(ir.Arg("lhs", ir.AnyType), ir.Arg("rhs", ir.AnyType)), Results: ir.Args(one),
		Attrs:  []ir.AttrArg{{Name: "n", Is: ir.IsI64, Default: three}},
		Format: "$lhs `,` $rhs attr-dict `:` same-type",
	})
	define("index", ir.OpDef{
		Operands: ir.Args(ir.Arg("t", ir.AnyType), many), Results: ir.Args(one),
		Format: "$t `[` $xs `]` attr-dict `:` functional-type",
	})
	define("call", ir.OpDef{
		Operands: ir.Args(many), Results: ir.Args(ir.Variadic("rs", ir.AnyType)),
		Attrs:  []ir.AttrArg{{Name: "callee", Is: ir.IsFlatSym}},
		Format: "$callee `(` $xs `)` attr-dict `:` functional-type",
	})
	define("optional", ir.OpDef{
		Operands: ir.Args(one, maybe), Results: ir.Args(one), Infer: first,
		Attrs: []ir.AttrArg{
			{Name: "mode", Is: ir.OneOf("mode", "fast", "slow"), Default: func(c *ir.Context) *ir.Attr { return c.StringAttr("fast") }},
			{Name: "flag", Is: ir.IsUnit, Optional: true},
			{Name: "dims", Is: ir.IsInts, Optional: true},
		},
		Format: "$x (`,` $opt^ `:` type($opt))? (`mode` `=` $mode^)? (`flag` $flag^)? (`dims` `<` $dims^ `>`)? attr-dict `:` type($x)",
	})
	define("groups", ir.OpDef{
		Operands: ir.Args(many, ir.Variadic("ys", ir.AnyType)), Traits: ir.SizedOperands,
		Format: "`in` `(` $xs `:` type($xs) `)` (`{` $ys^ `:` type($ys) `}`)? attr-dict",
	})
	define("sized", ir.OpDef{
		Operands: ir.Args(many, ir.Variadic("ys", ir.AnyType)), Traits: ir.SizedOperands,
		Format: "operands attr-dict `:` type(operands)",
	})
}

func defineOtherForms(define func(string, ir.OpDef)) {
	define("region", ir.OpDef{
		Attrs:   []ir.AttrArg{{Name: "name", Is: ir.IsSymbolName, Optional: true}},
		Regions: []ir.RegionArg{{Name: "body"}, {Name: "more", Variadic: true}}, Traits: ir.NoTerminator,
		Format: "($name^)? attr-dict-keyword $body $more",
	})
	define("br", ir.OpDef{
		Successors: -1, Traits: ir.Terminator,
		Format: "successors attr-dict",
	})
	define("attr", ir.OpDef{
		Attrs:  []ir.AttrArg{{Name: "v", Is: ir.AnyAttr}, {Name: "t", Is: ir.IsTypeAttr, Optional: true}},
		Format: "`<` $v `>` (`as` $t^)? attr-dict",
	})
	define("const", ir.OpDef{
		Results: ir.Args(one), Attrs: []ir.AttrArg{{Name: "value", Is: ir.AnyAttr}},
		Format: "$value attr-dict `:` type($x)",
		ResultName: func(o *ir.Op, _ int) string {
			if a := o.Attr("value"); a.Is(ir.IntegerAttr) {
				return "c" + strconv.FormatInt(a.Int(), 10)
			}
			return ""
		},
	})
	define("pair", ir.OpDef{
		Results: ir.Args(ir.Variadic("rs", ir.AnyType)), Format: "attr-dict `:` type(results)",
		ResultName: func(_ *ir.Op, i int) string { return []string{"head", "", "tail", "", ""}[i] },
	})
	define("fold", ir.OpDef{
		Operands: ir.Args(many), Regions: []ir.RegionArg{{Name: "body", Variadic: true}}, Traits: ir.NoTerminator,
		NumInputs: func(o *ir.Op) int { return (o.NumOperands() + 1) / 2 },
		Format:    "inputs (`init` inits^)? attr-dict `:` type(operands) (`with` signature($body) $body^)?",
	})
	define("loop", ir.OpDef{
		Operands: ir.Args(many), Results: ir.Args(ir.Variadic("rs", ir.AnyType)), SharedArgs: true,
		Regions: []ir.RegionArg{{Name: "cond"}, {Name: "body"}}, Traits: ir.NoTerminator,
		Format: "assignments($cond) (`:` same-types^)? attr-dict-keyword `cond` $cond `\n` `do` $body",
	})
	define("gather", ir.OpDef{
		Operands: ir.Args(many), Results: ir.Args(ir.Variadic("rs", ir.AnyType)), SharedArgs: true,
		Regions: []ir.RegionArg{{Name: "body"}}, Traits: ir.NoTerminator,
		Format: "assignments($body) (`:` same-types^)? (`more` ` (` more-types^ `)`)? attr-dict-keyword $body",
	})
	define("cut", ir.OpDef{
		Attrs:  []ir.AttrArg{{Name: "from", Is: ir.IsInts}, {Name: "to", Is: ir.IsInts}, {Name: "by", Is: ir.IsInts}},
		Format: "box($from, $to, $by) attr-dict",
	})
	define("floats", ir.OpDef{
		Operands: ir.Args(one),
		Attrs:    []ir.AttrArg{{Name: "single", Is: ir.IsF32}, {Name: "double", Is: ir.IsF64}},
		Format:   "$x `by` $single $double attr-dict `:` type($x)",
	})
	define("when", ir.OpDef{Operands: ir.Args(ir.Arg("p", ir.I1)), Format: "$p attr-dict"})
	define("hand", ir.OpDef{
		Operands: ir.Args(many), Regions: []ir.RegionArg{{Name: "body"}}, Traits: ir.NoTerminator,
		Parse: func(p ir.OpParser, st *ir.OpState) {
			p.Expect("(")
			var arg ir.RegionArgName
			if p.PeekOperand() {
				arg = p.RegionArg()
			}
			p.Expect(")")
			p.AttrDict(st)
			st.Regions = []*ir.Region{p.Region(arg)}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" (")
			p.RegionArg(o.RegionAt(0).First().Arg(0))
			p.Str(")")
			p.AttrDict(o)
			p.Newline()
			p.Region(o.RegionAt(0), false, true)
		},
	})
}

const forms = `"t.values"() ({
^bb0(%arg0: i32, %arg1: f32, %arg2: i32):
  %0:2 = form.all %arg0, %arg1 {k} : i32, f32 -> f32, f32
  form.all : ->
  %1 = form.binary %arg0, %arg2 : i32
  %2 = form.binary %arg0, %arg2 {n = 4 : i64} : i32
  %3 = form.binary %arg0, %arg1 : (i32, f32) -> f32
  %4 = form.index %arg0[%arg1, %arg2] : (i32, f32, i32) -> f32
  %5 = form.index %arg0[] {a = 1 : i64} : (i32) -> f32
  form.call @f() : () -> ()
  %6:2 = form.call @"g h"(%arg0, %0#1) : (i32, f32) -> (i32, i32)
  %7 = form.optional %arg0 : i32
  %8 = form.optional %arg0, %arg1 : f32 mode = slow flag dims<[1, 2]> {u} : i32
  form.groups in(%arg0, %arg1 : i32, f32) {%arg2 : i32} {u}
  form.groups in(%arg1 : f32)
  form.groups in(:)
  form.sized %arg0, %arg1 {operandSegmentSizes = array<i32: 0, 2>} : i32, f32
  form.region @"a b" attributes {k = 1 : i64} {
    %c3 = form.const 3 : i64 : i64
    form.region {
      %c3_1 = form.const 3 : i64 : i64
    } {
    ^bb0(%arg3: i32):
      %c3_1 = form.const 3 : i64 : i64
      form.br ^bb1, ^bb1
    ^bb1:  // 2 preds: ^bb0, ^bb0
      form.br {x}
    }, {
    }
    %c3_0 = form.const 3 : i64 : i64
  }
  form.attr<#map> as i32
  form.attr<1.000000e+00 : f32> {t.x = #map1}
  %head:2, %tail:3 = form.pair : i32, i32, i32, i32, i32
  form.all %head#1, %head#0, %tail#2 : i32, i32, i32 ->
  form.fold %arg0, %arg1 init %arg2 : i32, f32, i32 with (%arg3: i32, %arg4: f32) {
    form.all %arg3, %arg4 : i32, f32 ->
  }
  form.fold %arg0 {k} : i32
  %9:2 = form.loop (%arg3 = %arg0, %arg4 = %arg1) : i32, f32 cond {
    form.all %arg3 : i32 ->
  }
  do {
    form.all %arg4 : f32 ->
  }
  %10 = form.loop (%arg3 = %arg0) : (i32) -> f32 attributes {k} cond {
    form.all %arg3 : f32 ->
  }
  do {
  }
  %11:3 = form.gather (%arg3 = %arg0) : i32 more (f32, i64) attributes {k} {
    form.all %arg3 : i32 ->
  }
  %12:2 = form.gather (%arg3 = %arg0) : (i32) -> f32 more (f32) {
  }
  %13 = form.gather (%arg3 = %arg0) : i32 {
  }
  %14 = form.gather () more (i64) {
    form.all : ->
  }
  form.gather () {
    form.all : ->
  }
  form.cut [1:7:2, -3:4] {k}
  form.cut []
  %c1 = form.const true : i1
  form.when %c1
  form.floats %arg0 by 2.500000e+00 -0.000000e+00 : i32
  form.hand (%arg3: i32) {k}
  {
    %15 = form.const [1] : i32
    form.all %arg3 : i32 ->
  }
}) : () -> ()
`

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n"
}

func TestForms(t *testing.T) {
	c := newContext(newFormDialect())
	module := parse(t, c, `#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
`+forms)
	if err := ir.Verify(module); err != nil {
		t.Fatal(c.Render(ir.AsDiag(err, 0)))
	}
	want := "#map = affine_map<(d0) -> (d0)>\n#map1 = affine_map<(d0) -> (d0 + 1)>\nmodule {\n" + indented(forms) + "}\n"
	got := print(t, module, printer.Options{})
	if d := diff(want, got); d != "" {
		t.Error(d)
	}
	if d := diff(got, print(t, parse(t, c, got), printer.Options{})); d != "" {
		t.Errorf("parsed again:\n%s", d)
	}
	// The generic form says the same.
	generic := print(t, module, printer.Options{Generic: true})
	if d := diff(got, print(t, parse(t, c, generic), printer.Options{})); d != "" {
		t.Errorf("through the generic form:\n%s", d)
	}
}
