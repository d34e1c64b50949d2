package machine

import (
	"math"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/field"
	"github.com/tg-opt/tg/tensor"
)

// Functions and their inverses are found up to rounding, where that is asked for.
func TestApproximate(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	o := options(2, 1, tg.Sin, tg.Asin, tg.Exp, tg.Log).on(c.F32())
	for _, approximate := range []bool{false, true} {
		o.Approximate = approximate
		got := found(t, c, o)
		for text, want := range map[string]bool{"sin(asin(?x)) = ?x": true, "exp(log(?x)) = ?x": true, "log(exp(?x)) = ?x": true, "sin(?x) = asin(?x)": false, "exp(?x) = ?x": false} {
			if level := got[text]; (level == "real") != (want && approximate) {
				t.Errorf("approximately %t: %s is found at level '%s'", approximate, text, level)
			}
		}
	}
}

// What is compared are all but the last bits, and no noise.
func TestRounded(t *testing.T) {
	word := func(v float64) field.Element {
		return field.Element(math.Float64bits(v)) ^ field.Element(salt(tensor.F64))
	}
	truth := func(v uint64) field.Element { return field.Element(v ^ salt(tensor.Bool)) }
	for _, tt := range []struct {
		x, y field.Element
		want bool
	}{
		{word(1.5), word(math.Nextafter(1.5, 2)), true}, {word(1.5), word(1.5001), false}, {word(1.5), word(-1.5), false},
		{word(0), word(0x1p-40), true}, {word(0), word(0x1p-20), false}, {truth(0), truth(1), false}, {truth(1), truth(1), true},
		{field.Undefined, field.Undefined, true}, {field.Undefined, word(0), false},
	} {
		if got := rounded(tt.x) == rounded(tt.y); got != tt.want {
			t.Errorf("%x and %x are equal: %t", tt.x, tt.y, got)
		}
	}
}
