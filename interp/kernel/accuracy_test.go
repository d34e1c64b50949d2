package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/exact"
	"github.com/tg-opt/tg/internal/exact/trial"
	"github.com/tg-opt/tg/tensor"
)

// The promise of docs/numerics.md: functions of f16 and bf16 are rounded correctly, those of f32
// have an error of at most 1 unit in the last place and those of f64 one of at most 2, or of zeta
// and polygamma 4.

// measuredTypes are those that have functions.
var measuredTypes = []struct {
	dtype  tensor.DType
	format exact.Format
}{
	{tensor.F64, exact.F64}, {tensor.F32, exact.F32}, {tensor.F16, exact.F16}, {tensor.BF16, exact.BF16},
}

// breaks reports whether a result breaks the promise.
func breaks(name string, format exact.Format, p trial.Point) bool {
	switch format.Name {
	case "f64":
		limit := 2.0
		if name == "zeta" || name == "polygamma" {
			limit = 4
		}
		return p.Error > limit && !nearNegativeZero(name, p)
	case "f32":
		if singleFunctions[name] == nil { // but computed in f64
			return p.Error > 0.5+0x1p-16
		}
		return p.Error > 1
	}
	return !p.Same()
}

// nearNegativeZero reports whether a function of a negative number is near a zero of it, and the
// absolute error is as gamma.go and zeta.go say: 2^-50, or 2^-50 of the terms that cancel.
func nearNegativeZero(name string, p trial.Point) bool {
	switch name {
	case "zeta":
		return p.Absolute <= 0x1p-50*cancelledPower(p.X, p.Y)
	case "polygamma":
		factorial, _ := math.Lgamma(p.X + 1)
		return p.Absolute <= 0x1p-50*cancelledPower(p.X+1, p.Y)*math.Exp(factorial)
	}
	terms := math.Log(max(math.E, 1-p.X)) // digamma(1-x), about
	switch {
	case p.X >= 0 || p.Got != p.Got:
		return false
	case name == "lgamma":
		return math.Abs(p.Want) < 1 && p.Absolute <= 0x1p-50
	}
	return name == "digamma" && p.Absolute <= 0x1p-50*terms
}

// cancelledPower is the largest term of a sum of powers of that order from q < 0 on, of which
// others have another sign.
func cancelledPower(order, q float64) float64 {
	if q >= 0 || math.Mod(order, 2) == 0 {
		return 0
	}
	return math.Pow(math.Abs(q-math.RoundToEven(q)), -order)
}

// elementsOf are numbers as a tensor, numbersOf the other way round.
func elementsOf(d tensor.DType, values []float64) *tensor.Tensor {
	t := tensor.New(d, len(values))
	for i, v := range values {
		t.SetFloat64(i, v)
	}
	return t
}

func numbersOf(t *tensor.Tensor) []float64 {
	list := make([]float64, t.Len())
	for i := range list {
		list[i] = t.Float64At(i)
	}
	return list
}

// unaryOf and binaryOf are the results of kernels.
func unaryOf(t *testing.T, name string, x *tensor.Tensor) *tensor.Tensor {
	t.Helper()
	kernel, err := ResolveUnary(name, x.DType())
	if err != nil {
		t.Fatal(err)
	}
	out := tensor.New(x.DType(), x.Shape()...)
	kernel(out, x)
	return out
}

func binaryOf(t *testing.T, name string, x, y *tensor.Tensor) *tensor.Tensor {
	t.Helper()
	kernel, err := ResolveBinary(name, x.DType(), x.Shape(), y.Shape(), x.Shape())
	if err != nil {
		t.Fatal(err)
	}
	out := tensor.New(x.DType(), x.Shape()...)
	kernel(out, x, y)
	return out
}

// failures says which results break the promise, the first few of them one by one.
func failures(t *testing.T, name string, format exact.Format, points []trial.Point) {
	t.Helper()
	for i, p := range points {
		if i == 5 {
			t.Errorf("%s of %s: %d more", name, format.Name, len(points)-i)
			break
		}
		second := ""
		if exact.Binary(name) != nil {
			second = fmt.Sprintf(", %x (%v)", p.Y, p.Y)
		}
		t.Errorf("%s of %s: at %x (%v)%s it is %x (%v), not %x (%v): an error of %.3f units, %.3g", name, format.Name, p.X, p.X, second, p.Got, p.Got, p.Want, p.Want, p.Error, p.Absolute)
	}
}

// withoutRaceDetector skips a comparison with exact values, which takes long: no detector of races
// changes results, and who computes with several workers is tested elsewhere.
func withoutRaceDetector(t *testing.T) {
	t.Helper()
	if raceEnabled {
		t.Skip("compares with exact values")
	}
}

// measured compares results with exact values.
func measured(t *testing.T, name string, format exact.Format, x, y, got []float64) {
	t.Helper()
	s := trial.Measure(name, format, x, y, got, func(p trial.Point) bool { return breaks(name, format, p) })
	failures(t, name, format, s.OutOfBounds)
}

// onLevels computes the same with every instruction set that the processor has, and without any,
// and returns the results, which must be the same bits.
func onLevels(t *testing.T, what string, compute func() *tensor.Tensor) *tensor.Tensor {
	t.Helper()
	var first *tensor.Tensor
	for i, level := range machineLevels() {
		withLoops(level, func() {
			if got := compute(); i == 0 {
				first = got
			} else {
				same(t, fmt.Sprintf("%s, level %d", what, i), got, first)
			}
		})
	}
	return first
}

// Functions of points at which they are difficult, special ones and random ones.
func TestFunctionsRandom(t *testing.T) {
	withoutRaceDetector(t)
	usual := 300
	if testing.Short() {
		usual = 40
	}
	seed, count := campaign.Cases(usual)
	for _, typ := range measuredTypes {
		for _, name := range trial.Functions {
			x := trial.Arguments(name, typ.format, count, seed)
			xs := elementsOf(typ.dtype, x)
			got := onLevels(t, name+" of "+typ.format.Name, func() *tensor.Tensor { return unaryOf(t, name, xs) })
			measured(t, name, typ.format, x, nil, numbersOf(got))
		}
		for _, name := range trial.Pairs {
			x, y := trial.ArgumentPairs(name, typ.format, count, seed)
			xs, ys := elementsOf(typ.dtype, x), elementsOf(typ.dtype, y)
			got := onLevels(t, name+" of "+typ.format.Name, func() *tensor.Tensor { return binaryOf(t, name, xs, ys) })
			measured(t, name, typ.format, x, y, numbersOf(got))
		}
	}
}

// zeta where its terms are subnormal, or nearly so, and matter.
func TestTinyZeta(t *testing.T) {
	withoutRaceDetector(t)
	usual := 500
	if testing.Short() {
		usual = 100
	}
	seed, count := campaign.Cases(usual)
	rng := rand.New(rand.NewPCG(seed, 0x7a657461))
	x, y := []float64{0x1.36220a28d7d33p+07}, []float64{0x1.81892973a71ep+06} // 4.7 units once
	for range count {
		s := 120 + 140*rng.Float64() // so that many terms matter
		x, y = append(x, s), append(y, math.Exp2((890+185*math.Sqrt(rng.Float64()))/s))
	}
	xs, ys := elementsOf(tensor.F64, x), elementsOf(tensor.F64, y)
	got := onLevels(t, "zeta", func() *tensor.Tensor { return binaryOf(t, "zeta", xs, ys) })
	measured(t, "zeta", exact.F64, x, y, numbersOf(got))
}

// misrounded are the points where a result is not the nearest number to the exact value. Functions
// of f64 say which number that is, but close to where two are.
func misrounded(name string, format exact.Format, x, y, got, double []float64) []trial.Point {
	var wrong []trial.Point
	for i, v := range double {
		want, decided := format.Rounded(v)
		p := trial.Point{X: x[i], Got: got[i], Want: want}
		if decided && p.Same() {
			continue
		}
		second := 0.0
		if y != nil {
			second = y[i]
		}
		if p = trial.Evaluate(name, format, x[i], second, got[i]); !p.Same() {
			wrong = append(wrong, p)
		}
	}
	return wrong
}

// Functions of all numbers of f16 and bf16.
func TestFunctionsOfHalves(t *testing.T) {
	withoutRaceDetector(t)
	for _, typ := range measuredTypes[2:] {
		x := tensor.New(typ.dtype, 1<<16)
		for i := range x.Len() {
			x.Bytes()[2*i], x.Bytes()[2*i+1] = byte(i), byte(i>>8)
		}
		numbers := numbersOf(x)
		wide := elementsOf(tensor.F64, numbers)
		for _, name := range trial.Functions {
			got, double := numbersOf(unaryOf(t, name, x)), numbersOf(unaryOf(t, name, wide))
			failures(t, name, typ.format, misrounded(name, typ.format, numbers, nil, got, double))
		}
	}
}

// Powers and angles of random pairs of numbers of f16 and bf16.
func TestPairsOfHalves(t *testing.T) {
	withoutRaceDetector(t)
	seed, count := campaign.Cases(20_000)
	for _, typ := range measuredTypes[2:] {
		for _, name := range trial.Pairs {
			const together = 1 << 18
			for part := 0; part < count; part += together {
				x, y := trial.ArgumentPairs(name, typ.format, min(together, count-part), seed+uint64(part/together))
				got := numbersOf(binaryOf(t, name, elementsOf(typ.dtype, x), elementsOf(typ.dtype, y)))
				double := numbersOf(binaryOf(t, name, elementsOf(tensor.F64, x), elementsOf(tensor.F64, y)))
				failures(t, name, typ.format, misrounded(name, typ.format, x, y, got, double))
			}
		}
	}
}

// Functions of all numbers of the formats of 8 bits, and of all pairs, computed as those of f16 and
// bf16 are: in f64, and rounded once.
func TestFunctionsOfEightBits(t *testing.T) {
	withoutRaceDetector(t)
	for _, format := range []exact.Format{exact.F8E4M3, exact.F8E5M2} {
		numbers := eightBits(format)
		for _, name := range trial.Functions {
			got, double := make([]float64, len(numbers)), make([]float64, len(numbers))
			for i, x := range numbers {
				got[i], _ = format.Rounded(wideFunctions[name](x))
				double[i] = doubleFunctions[name](x)
			}
			failures(t, name, format, misrounded(name, format, numbers, nil, got, double))
		}
		for _, name := range trial.Pairs {
			var xs, ys, got, double []float64
			for _, x := range numbers {
				for _, y := range numbers {
					result, _ := format.Rounded(binaryMath[name][0](x, y))
					xs, ys, got, double = append(xs, x), append(ys, y), append(got, result), append(double, binaryMath[name][1](x, y))
				}
			}
			failures(t, name, format, misrounded(name, format, xs, ys, got, double))
		}
	}
}

// eightBits are all numbers of a format of 8 bits, its infinities and a NaN.
func eightBits(format exact.Format) []float64 {
	list := []float64{math.NaN(), 0, math.Copysign(0, -1)}
	if !format.Finite {
		list = append(list, math.Inf(1), math.Inf(-1))
	}
	for unit := math.Ldexp(1, format.MinExponent-(format.Precision-1)); unit <= format.Max; unit *= 2 {
		for k := range 1 << format.Precision {
			for _, v := range []float64{float64(k) * unit, -float64(k) * unit} {
				if math.Abs(v) <= format.Max && !slices.Contains(list, v) {
					list = append(list, v)
				}
			}
		}
	}
	return list
}

// slicesOfAll is how many parts the numbers of f32 are in for a test of all of them: every so many
// bit patterns one.
const slicesOfAll = 4096

// Functions of all f32 numbers, of which a campaign of size n tries n parts of 4096: so
// -campaign 4096 is all. Functions of f64 tell the error, but where it is close to a unit.
func TestFunctionsExhaustive(t *testing.T) {
	withoutRaceDetector(t)
	first, count := campaign.Cases(0)
	if count == 0 {
		t.Skip("only in a campaign")
	}
	for _, name := range trial.Functions {
		start := time.Now()
		x, wide := tensor.New(tensor.F32, 1<<32/slicesOfAll), tensor.New(tensor.F64, 1<<32/slicesOfAll)
		for part := range min(uint64(count), slicesOfAll) {
			singles, doubles := tensor.Data[float32](x), tensor.Data[float64](wide)
			for i := range singles {
				singles[i] = math.Float32frombits(uint32(i*slicesOfAll) + uint32((first+part)%slicesOfAll))
				doubles[i] = float64(singles[i])
			}
			failures(t, name, exact.F32, wrongSingles(name, wide, unaryOf(t, name, x), unaryOf(t, name, wide)))
		}
		t.Logf("%s: %v", name, time.Since(start).Round(time.Millisecond))
	}
}

// wrongSingles are the points where the error of an f32 result is greater than a unit.
func wrongSingles(name string, x, got, double *tensor.Tensor) []trial.Point {
	var wrong []trial.Point
	singles, doubles, arguments := tensor.Data[float32](got), tensor.Data[float64](double), tensor.Data[float64](x)
	cancels := name == "lgamma" || name == "digamma" // so that functions of f64 are not close enough to zeros
	for i, v := range doubles {
		single := float64(singles[i])
		if v == v && math.Abs(v) < math.MaxFloat32 && !(cancels && math.Abs(v) < 0x1p-10) {
			// The unit in the last place around v.
			unit := max(math.Float64frombits(math.Float64bits(v)&(0x7FF<<52))*0x1p-23, 0x1p-149)
			if math.Abs(single-v) < 0.999*unit && math.Signbit(single) == math.Signbit(v) {
				continue
			}
		} else if (v != v || math.Abs(v) > 2*math.MaxFloat32) && math.Float32bits(float32(v)) == math.Float32bits(singles[i]) || v != v && single != single {
			continue
		}
		if p := trial.Evaluate(name, exact.F32, arguments[i], 0, single); breaks(name, exact.F32, p) {
			wrong = append(wrong, p)
		}
	}
	return wrong
}
