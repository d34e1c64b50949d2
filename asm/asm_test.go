package asm_test

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/asm"
	"github.com/tg-opt/tg/ir"
)

var test = ir.NewDialect("test", "Ops whose formats are wrong.")

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
		{ir.OpDef{Format: "attr-dict assignments($a) $a signature($b) $b", Regions: bodies}, "the arguments of two regions are spelled"},
		{ir.OpDef{Format: "box($a, $b, $c) attr-dict", Attrs: ints("a", "b")}, "names no three attributes in a row"},
		{ir.OpDef{Format: "box($a, $c, $b) attr-dict", Attrs: ints("a", "b", "c")}, "names no three attributes in a row"},
		{ir.OpDef{Format: "box($x, $y, $z) attr-dict"}, "names no three attributes in a row"},
		{ir.OpDef{Format: "type(inputs) attr-dict"}, "type(inputs) is not known"},
		{ir.OpDef{Format: "(`a` `b`)? attr-dict"}, "an optional group has no anchor ^"},
		{ir.OpDef{Format: "(operands^ `:`)? attr-dict"}, "an optional group must start with a literal"},
	} {
		d := test.NewOp("test.op" + string(rune('a'+i)))
		d.Define(tt.def)
		_, err := asm.Compile(d)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.def.Format, err, tt.want)
		}
	}
}
