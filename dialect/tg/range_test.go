package tg_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// rangeElements are the element types of random programs, and whether they are
// floats.
var rangeElements = []struct {
	name  string
	float bool
}{
	{"f32", true}, {"f16", true}, {"bf16", true}, {"f64", true},
	{"i8", false}, {"ui8", false}, {"i32", false}, {"ui32", false}, {"i64", false}, {"ui64", false},
}

var rangeUnary = map[bool][]string{
	true: strings.Fields("neg abs sign exp expm1 log sqrt rsqrt cbrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sigmoid erf erfc " +
		"relu relu6 silu gelu floor ceil round_even round_away"),
	false: strings.Fields("neg abs sign relu relu6 not popcnt clz"),
}

var rangeBinary = map[bool][]string{
	true:  strings.Fields("add sub mul div rem pow max min atan2 next_after"),
	false: strings.Fields("add sub mul div rem pow max min and or xor shl shr shr_logical mulhi"),
}

const rangeWidth = 24 // elements per tensor

// rangeProgram is a random program that returns every value it computes.
func rangeProgram(rng *rand.Rand, elem string, float bool) string {
	typ := fmt.Sprintf("tensor<%dx%s>", rangeWidth, elem)
	values := []string{"%x", "%y"}
	pick := func() string { return values[max(rng.IntN(len(values)), rng.IntN(len(values)))] }
	var body strings.Builder
	for i := range 14 {
		v := fmt.Sprintf("%%v%d", i)
		switch rng.IntN(9) {
		case 0, 1:
			fmt.Fprintf(&body, "%s = tg.%s %s : %s\n", v, rangeUnary[float][rng.IntN(len(rangeUnary[float]))], pick(), typ)
		case 2, 3, 4:
			a, b := pick(), pick()
			if rng.IntN(5) == 0 {
				b = a
			}
			fmt.Fprintf(&body, "%s = tg.%s %s, %s : %s\n", v, rangeBinary[float][rng.IntN(len(rangeBinary[float]))], a, b, typ)
		case 5:
			constants := []string{"0", "1", "2", "5", "100"}
			if !strings.HasPrefix(elem, "u") {
				constants = append(constants, "-1", "-7")
			}
			c := constants[rng.IntN(len(constants))]
			if float {
				c = []string{"0.0", "-0.0", "1.0", "-1.0", "0.5", "6.0", "1.0e4"}[rng.IntN(7)]
			}
			fmt.Fprintf(&body, "%s = tg.constant dense<%s> : %s\n", v, c, typ)
		case 6:
			fmt.Fprintf(&body, "%s = tg.clamp %s, %s, %s : %s\n", v, pick(), pick(), pick(), typ)
		case 8:
			kinds := []string{"max", "min", "sum", "prod"}
			if float {
				kinds = append(kinds, "mean")
			}
			one := strings.Replace(typ, fmt.Sprint(rangeWidth), "1", 1)
			fmt.Fprintf(&body, "%sr = tg.reduce %s %s dims [0] keep_dims : (%s) -> %s\n", v, kinds[rng.IntN(len(kinds))], pick(), typ, one)
			fmt.Fprintf(&body, "%s = tg.broadcast %sr dims [0] : (%s) -> %s\n", v, v, one, typ)
		case 7:
			fmt.Fprintf(&body, "%sp = tg.compare lt %s, %s : (%s, %s) -> tensor<%dxi1>\n", v, pick(), pick(), typ, typ, rangeWidth)
			fmt.Fprintf(&body, "%s = tg.select %sp, %s, %s : (tensor<%dxi1>, %s, %s) -> %s\n", v, v, pick(), pick(), rangeWidth, typ, typ, typ)
		}
		values = append(values, v)
		if rng.IntN(6) == 0 {
			to := rangeElements[rng.IntN(len(rangeElements))].name
			other := fmt.Sprintf("tensor<%dx%s>", rangeWidth, to)
			fmt.Fprintf(&body, "%sc = tg.convert %s : (%s) -> %s\n%sd = tg.convert %sc : (%s) -> %s\n", v, v, typ, other, v, v, other, typ)
			values = append(values, v+"d")
		}
	}
	types := strings.TrimSuffix(strings.Repeat(typ+", ", len(values)), ", ")
	return fmt.Sprintf("func.func @f(%%x: %s, %%y: %s) -> (%s) {\n%sreturn %s : %s\n}", typ, typ, types, body.String(), strings.Join(values, ", "), types)
}

// What is said of ranges holds for what is computed.
func TestRangesHold(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 5e-324, -1e-40, 6e-8, 3e38, -65504, 0.5, 1.5, -2.5, 2, 6, -7.25, 0.999, 1e10, -1e300}
	extremes := []int64{0, 1, -1, math.MinInt64, math.MaxInt64, 127, 128, -128, 255, 256, 7, -3, 1 << 53, 1<<53 + 1, math.MinInt32, math.MaxInt32, 64, 31}
	known := 0
	for seed := range uint64(800) {
		rng := rand.New(rand.NewPCG(seed, 1))
		elem := rangeElements[seed%uint64(len(rangeElements))]
		program := rangeProgram(rng, elem.name, elem.float)
		m := parse(t, newContext(), program)
		p, err := interp.NewModule(m).Program("f")
		if err != nil {
			t.Fatalf("%v\n%s", err, program)
		}
		in := make([]*tensor.Tensor, 2)
		for i := range in {
			d, _ := tensor.ParseDType(elem.name)
			in[i] = tensor.New(d, rangeWidth)
			for k := range rangeWidth {
				if elem.float {
					in[i].SetFloat64(k, special[rng.IntN(len(special))])
				} else {
					in[i].SetInt64(k, extremes[rng.IntN(len(extremes))])
				}
			}
		}
		r, err := p.Run(in, interp.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, program)
		}
		end := m.RegionAt(0).First().First().RegionAt(0).First().Last()
		for i, v := range end.Operands() {
			fact := analysis.FindRange(v)
			if fact != analysis.FullRange(v.Type().Elem()) {
				known++
			}
			for k := range rangeWidth {
				if problem := outside(fact, r.Outputs[i], k); problem != "" {
					t.Fatalf("seed %d, result %d (%v), element %d is %s, but the range is %+v\n%s", seed, i, defName(v), k, problem, fact, program)
				}
			}
		}
	}
	if known < 1000 {
		t.Errorf("something is known of %d values only: the test shows little", known)
	}
}

func defName(v *ir.Value) string {
	if v.Def() == nil {
		return "argument"
	}
	return v.Def().Name()
}

// outside says what an element is, if it is not in the range.
func outside(r analysis.Range, x *tensor.Tensor, i int) string {
	v := x.Float64At(i)
	if x.DType() == tensor.U64 {
		v = float64(uint64(x.Int64At(i)))
	}
	switch {
	case math.IsNaN(v):
		if !r.NaN {
			return "NaN"
		}
		return ""
	case v == 0 && math.Signbit(v) && !r.MinusZero, !r.Holds(v), r.Whole && v != math.Trunc(v):
		return fmt.Sprint(v)
	}
	return ""
}
