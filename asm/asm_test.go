package asm

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
)

// A format whose text could not be read back does not compile.
func TestReadBack(t *testing.T) {
	infer := func(*ir.Inference) ([]*ir.Type, error) { return nil, nil }
	optional := []ir.AttrArg{{Name: "a", Is: ir.IsUnit, Optional: true}, {Name: "b", Is: ir.IsInts}}
	two := ir.Args(ir.Arg("x", ir.AnyType), ir.Arg("y", ir.AnyType))
	many := ir.Args(ir.Variadic("x", ir.AnyType), ir.Arg("y", ir.AnyType))
	for _, c := range []struct {
		name, want string
		def        ir.OpDef
	}{
		{"good", "", ir.OpDef{Operands: two, Results: two[:1], Format: "$x `,` $y attr-dict `:` functional-type"}},
		{"inferred", "", ir.OpDef{Operands: two[:1], Results: two[:1], Infer: infer, Format: "$x attr-dict `:` type($x)"}},
		{"brackets", "", ir.OpDef{Operands: many, Format: "`[` $x `]` `,` $y attr-dict `:` `(` type($x) `)` `,` type($y)"}},
		{"no dictionary", "has no attr-dict", ir.OpDef{Operands: two[:1], Format: "$x `:` type($x)"}},
		{"no operand", "does not spell operand $y", ir.OpDef{Operands: two, Format: "$x attr-dict `:` type(operands)"}},
		{"operand twice", "$x stands twice", ir.OpDef{Operands: two[:1], Format: "$x $x attr-dict `:` type($x)"}},
		{"operand in two ways", "operand $x stands by itself and in operands", ir.OpDef{Operands: two, Format: "$x operands attr-dict `:` type(operands)"}},
		{"no type", "does not tell the type of operand $y", ir.OpDef{Operands: two, Format: "$x `,` $y attr-dict `:` type($x)"}},
		{"no result", "does not tell the type of result $x, and the op does not infer it", ir.OpDef{Results: two[:1], Format: "attr-dict"}},
		{"no region", "does not spell region $body", ir.OpDef{Regions: []ir.RegionArg{{Name: "body"}}, Format: "attr-dict"}},
		{"no successors", "does not spell the successors", ir.OpDef{Successors: 1, Format: "attr-dict"}},
		{"operand in group", "$x is always there, but stands in a group that $a decides over",
			ir.OpDef{Operands: two[:1], Attrs: optional[:1], Format: "(`a` $a^ $x)? attr-dict `:` type($x)"}},
		{"attribute in group", "$b is always there, but stands in a group that $a decides over", ir.OpDef{Attrs: optional, Format: "(`a` $a^ $b)? attr-dict"}},
		{"dictionary in group", "attr-dict stands in an optional group", ir.OpDef{Attrs: optional[:1], Format: "(`a` $a^ attr-dict)?"}},
		{"start of group", "an optional group starts with $x, which may be missing while the anchor ^ is there",
			ir.OpDef{Operands: many[:1], Attrs: optional[:1], Format: "($x $a^)? attr-dict `:` type($x)"}},
		{"list of operands", "$x is a list, which the operand behind the comma would continue",
			ir.OpDef{Operands: many, Format: "$x `,` $y attr-dict `:` `(` type($x) `)` type($y)"}},
		{"list of types", "type($x) is a list, which a comma would continue",
			ir.OpDef{Operands: many, Format: "`[` $x `]` $y attr-dict `:` type($x) `,` type($y)"}},
		{"missing operand", "$x may be missing, and what follows would be read in its place",
			ir.OpDef{Operands: many, Format: "$x $y attr-dict `:` `(` type($x) `)` type($y)"}},
		{"groups alike", "an optional group starts with `as`, as does what follows it", ir.OpDef{Attrs: optional, Format: "(`as` $a^)? `as` $b attr-dict"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			def := ir.NewDialect("d", "").NewOp("d.op")
			c.def.Doc = "Test."
			def.Define(c.def)
			_, err := Compile(def)
			if got := fmtError(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func fmtError(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

var wrong = ir.NewDialect("wrong", "Ops whose formats are wrong.")

// A format that says too little or what the op does not have is refused, with
// the reason.
func TestWrongFormats(t *testing.T) {
	ints := func(names ...string) (list []ir.AttrArg) {
		for _, n := range names {
			list = append(list, ir.AttrArg{Name: n, Is: ir.IsInts})
		}
		return list
	}
	bodies := []ir.RegionArg{{Name: "a"}, {Name: "b"}}
	for i, tt := range []struct {
		def  ir.OpDef
		want string
	}{
		{ir.OpDef{Format: "$x"}, "$x names no operand, attribute or region"},
		{ir.OpDef{Format: "operands `:` type(operands)"}, "has no attr-dict"},
		{ir.OpDef{Format: "all attr-dict"}, `unknown directive "all"`},
		{ir.OpDef{Format: "inputs attr-dict"}, "inputs needs NumInputs"},
		{ir.OpDef{Format: "operands (`,` inits^)? attr-dict"}, "inits needs NumInputs"},
		{ir.OpDef{Format: "attr-dict signature($c) $a", Regions: bodies}, "signature($c) names no region"},
		{ir.OpDef{Format: "attr-dict operands `:` type(operands) more-types"}, "more-types stands without same-types, which tells the types of the other results"},
		{ir.OpDef{Format: "attr-dict assignments($a) $a signature($b) $b", Regions: bodies}, "the arguments of two regions are spelled"},
		{ir.OpDef{Format: "box($a, $b, $c) attr-dict", Attrs: ints("a", "b")}, "names no three attributes in a row"},
		{ir.OpDef{Format: "box($a, $c, $b) attr-dict", Attrs: ints("a", "b", "c")}, "names no three attributes in a row"},
		{ir.OpDef{Format: "box($x, $y, $z) attr-dict"}, "names no three attributes in a row"},
		{ir.OpDef{Format: "type(inputs) attr-dict"}, "type(inputs) is not known"},
		{ir.OpDef{Format: "(`a` `b`)? attr-dict"}, "an optional group has no anchor ^"},
		{ir.OpDef{Format: "(type(results)^ `:`)? attr-dict"}, "an optional group must start with a literal"},
		{ir.OpDef{Format: "(operands^ `:`) : (same-types)? attr-dict"}, "what stands for an optional group that is missing must be literals"},
		{ir.OpDef{Format: "attr-dict (`(` operands^ `)`) : (`(` `)`)? `:` same-types"}, "an optional group and what stands for it start with `(`"},
	} {
		d := wrong.NewOp("wrong.op" + string(rune('a'+i)))
		d.Define(tt.def)
		_, err := Compile(d)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.def.Format, err, tt.want)
		}
	}
}
