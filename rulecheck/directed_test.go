package rulecheck

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
	"github.com/tg-opt/tg/tensor"
)

// Every condition and every function says what instances it asks for.
func TestEveryCallHasADirection(t *testing.T) {
	known := map[string]bool{}
	for _, d := range append(rule.Conditions(), rule.Functions()...) {
		known[d.Name] = true
		direction, ok := directions[d.Name]
		switch {
		case !ok:
			t.Errorf("%s is not in the table of directions: say which constants it must be tried on, or what else it looks at", d.Name)
		case (direction.subject == ofValues) != (direction.constants != nil):
			t.Errorf("%s looks at values without having constants, or the other way round", d.Name)
		}
	}
	for name := range directions {
		if !known[name] {
			t.Errorf("%s is in the table of directions, but is neither a condition nor a function", name)
		}
	}
}

// limits are numbers of some dtypes at which their arithmetic changes its ways.
var limits = map[string][]float64{
	"f64":  {0, 1, 0.5, 2, math.Inf(1), math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, 0x1p-1022 - 0x1p-1074, 0x1p-1022 + 0x1p-1074, 0x1p-1024, 0x1p1023, 0x1p1023 + 0x1p971},
	"f32":  {0, 1, 0.5, 2, math.Inf(1), math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126, 0x1p-126 - 0x1p-149, 0x1p-126 + 0x1p-149, 0x1p-128, 0x1p127, 0x1p127 + 0x1p104},
	"f16":  {0, 1, 0.5, 2, math.Inf(1), 65504, 0x1p-24, 0x1p-14, 0x1p-14 - 0x1p-24, 0x1p-14 + 0x1p-24, 0x1p-16, 0x1p15, 0x1p15 + 0x1p5},
	"bf16": {0, 1, 0.5, 2, math.Inf(1), 0x1.FEp127, 0x1p-133, 0x1p-126, 0x1p-126 - 0x1p-133, 0x1p-126 + 0x1p-133, 0x1p-128, 0x1p127, 0x1p127 + 0x1p120},
	"i8":   {0, 1, 2, 127, -128, -127, 126, 64, 65, 63, 8, 7, 9},
	"i32":  {0, 1, 2, math.MaxInt32, math.MinInt32, 0x1p30, 0x1p30 + 1, 0x1p30 - 1, 32, 31, 33},
	"i64":  {0, 1, 2, math.MinInt64, 0x1p62, 64, 63, 65},
	"ui8":  {0, 1, 2, 255, 254, 128, 127, 129, 64, 8},
	"ui16": {0, 1, 2, 65535, 65534, 0x8000, 0x7fff, 0x8001},
	"i1":   {0, 1},
}

// The constants of every condition and function that looks at values hold the
// limits of each dtype, or those that are powers of two.
func TestConstantsOfDirections(t *testing.T) {
	for name, direction := range directions {
		if direction.constants == nil {
			continue
		}
		for _, d := range slices.DeleteFunc(tensor.DTypes(), tensor.DType.IsComplex) {
			met := elements(direction.constants(d, nil))
			for _, v := range limits[d.String()] {
				fraction, _ := math.Frexp(v)
				if (name != "power_of_two" || math.Abs(fraction) == 0.5 && !math.IsInf(v, 0)) && !met[v] {
					t.Errorf("%s is not tried on %v of %s", name, v, d)
				}
			}
		}
	}
	met := elements(withNeighbours(tensor.F32, []float64{0.1}))
	for _, v := range []float32{0.1, math.Nextafter32(0.1, 1), math.Nextafter32(0.1, 0)} {
		if !met[float64(v)] {
			t.Errorf("a condition that speaks of 0.1 is not tried on %v", v)
		}
	}
}

// What a rule asks splats about is each of these constants once.
func TestDirectedInstances(t *testing.T) {
	for _, tt := range []struct{ set, op, condition string }{
		{"set s", "max", "splat(?c)"}, {"set s", "max", "power_of_two(?c)"}, {"set s complex", "add", "splat(?c)"},
	} {
		condition := tt.condition
		text := fmt.Sprintf("%s\nrule r: %s(?x, ?c) => %[2]s(?c, ?x) [exact] where %s", tt.set, tt.op, condition)
		list, err := rule.Parse("f.rules", text, rules.Lookup)
		if err != nil {
			t.Fatal(err)
		}
		c := newChecker(list[0], 0)
		if slices.ContainsFunc(c.elems, (*ir.Type).IsComplex) != list[0].Complex {
			t.Errorf("%s: instances have the element types %v", text, c.elems)
		}
		for _, elem := range c.elems {
			d, _ := interp.DTypeOf(elem)
			met := map[float64]bool{}
			for n := range c.turns(elem, DefaultInstances) {
				in := c.instance(elem, []int64{4}, n)
				in.apply(c)
				for o := in.before.First(); o != in.before.Last(); o = o.Next() {
					if a := ir.ConstantValue(o.Result(0)); a != nil {
						x, err := interp.DecodeElements(c.ctx, a)
						if err != nil {
							t.Fatal(err)
						}
						maps.Copy(met, elements(x))
					}
				}
			}
			for v := range elements(c.roles["?c"].constants(d.Part(), nil)) {
				if v == v && !met[v] {
					t.Errorf("%s: no instance has the constant %v of %s", condition, v, elem)
				}
			}
		}
	}
}

// elements are those of a tensor, of complex numbers the parts.
func elements(x *tensor.Tensor) map[float64]bool {
	met := map[float64]bool{}
	x = x.Parts()
	for i := range x.Len() {
		met[x.Float64At(i)] = true
	}
	return met
}
