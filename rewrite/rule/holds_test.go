package rule

import (
	"testing"

	"github.com/tg-opt/tg/ir"
)

// A type holds another if converting there and back changes nothing.
func TestHolds(t *testing.T) {
	c := ir.NewContext()
	types := map[string]*ir.Type{
		"i1": c.Bool(), "i8": c.Int(8, ir.Signless), "i16": c.Int(16, ir.Signless), "i32": c.I32(), "i64": c.I64(),
		"ui8": c.Int(8, ir.Unsigned), "ui32": c.Int(32, ir.Unsigned), "si8": c.Int(8, ir.Signed), "index": c.Index(),
		"f16": c.Float("f16"), "bf16": c.Float("bf16"), "f32": c.F32(), "f64": c.F64(), "f80": c.Float("f80"),
		"f8E4M3FN": c.Float("f8E4M3FN"), "f8E5M2": c.Float("f8E5M2"), "f8E5M2FNUZ": c.Float("f8E5M2FNUZ"),
	}
	tests := []struct {
		a, b string
		want bool
	}{
		{"f32", "f16", true}, {"f32", "bf16", true}, {"f64", "f32", true}, {"f32", "f64", false},
		{"f16", "bf16", false}, {"bf16", "f16", false}, {"f80", "f64", false}, // not known
		{"f16", "f8E4M3FN", true}, {"f16", "f8E5M2", true}, {"f16", "f8E5M2FNUZ", true}, {"f8E4M3FN", "f8E5M2", false},
		{"f32", "i8", true}, {"f32", "i16", true}, {"f32", "i32", false}, {"f64", "i32", true}, {"f64", "ui32", true}, {"f64", "i64", false},
		{"f16", "i8", true}, {"f16", "ui8", true}, {"f16", "i16", false}, {"bf16", "i8", true}, {"bf16", "ui8", true}, {"bf16", "i16", false},
		{"f8E4M3FN", "i8", false}, {"f64", "index", false}, {"f32", "i1", true}, {"f8E5M2", "i1", true},
		{"i32", "i16", true}, {"i16", "i32", false}, {"i16", "ui8", true}, {"i8", "ui8", false}, {"ui8", "i8", false}, {"ui32", "i8", false},
		{"ui32", "ui8", true}, {"i64", "ui32", true}, {"index", "i64", true}, {"i64", "index", true}, {"si8", "i8", true},
		{"i8", "i1", true}, {"ui8", "i1", true}, {"i1", "i8", false}, {"i1", "i1", true}, {"i32", "f16", false},
	}
	for _, tt := range tests {
		if got := holds(types[tt.a], types[tt.b]); got != tt.want {
			t.Errorf("%s holds %s: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
