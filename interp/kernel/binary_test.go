package kernel

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

func mustBinary(t *testing.T, name string, d tensor.DType, a, b, out []int) Binary {
	t.Helper()
	kernel, err := ResolveBinary(name, d, a, b, out)
	if err != nil {
		t.Fatal(err)
	}
	return kernel
}

// integerReference computes without bound what a binary op gives before it is cut to the width.
func integerReference(name string, a, b *big.Int, d tensor.DType) *big.Int {
	r := new(big.Int)
	amount := uint(d.Bits()) // a shift beyond the width, negative amounts included, is one by the width
	if b.Sign() >= 0 && b.Cmp(big.NewInt(int64(d.Bits()))) < 0 {
		amount = uint(b.Uint64())
	}
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(d.Bits()))
	switch name {
	case "add":
		return r.Add(a, b)
	case "sub":
		return r.Sub(a, b)
	case "mul":
		return r.Mul(a, b)
	case "div":
		if b.Sign() == 0 {
			return r.SetInt64(-1)
		}
		return r.Quo(a, b)
	case "rem":
		if b.Sign() == 0 {
			return a
		}
		return r.Rem(a, b)
	case "pow":
		if b.Sign() >= 0 {
			return r.Exp(new(big.Int).Mod(a, modulus), b, modulus)
		}
		switch {
		case a.Cmp(big.NewInt(1)) == 0:
			return a
		case a.Cmp(big.NewInt(-1)) == 0:
			return r.SetInt64(1 - 2*int64(b.Bit(0)))
		}
		return r
	case "max":
		if a.Cmp(b) > 0 {
			return a
		}
		return b
	case "min":
		if a.Cmp(b) < 0 {
			return a
		}
		return b
	case "mulhi":
		return r.Rsh(r.Mul(a, b), uint(d.Bits()))
	case "and":
		return r.And(a, b)
	case "or":
		return r.Or(a, b)
	case "xor":
		return r.Xor(a, b)
	case "shl":
		return r.Lsh(a, amount)
	case "shr_logical":
		return r.Rsh(new(big.Int).Mod(a, modulus), amount)
	}
	// shr: of an unsigned type, of the signed number with the same bits
	if a.Bit(d.Bits()-1) == 1 && a.Sign() > 0 {
		a = new(big.Int).Sub(a, modulus)
	}
	return r.Rsh(a, amount)
}

func TestBinaryInteger(t *testing.T) {
	for _, d := range tensor.DTypes() {
		if !d.IsInteger() {
			continue
		}
		a, b := samples(d, false, 300), samples(d, true, 300)
		for name, class := range binaryNames {
			if class == onFloats || class == onFields {
				continue
			}
			want, got := tensor.New(d, a.Len()), tensor.New(d, a.Len())
			for i := range a.Len() {
				setBig(want, i, integerReference(name, bigAt(a, i), bigAt(b, i), d))
			}
			mustBinary(t, name, d, a.Shape(), b.Shape(), a.Shape())(got, a, b)
			for i := range got.Len() {
				if !sameElement(got, want, i) {
					t.Fatalf("%s %v of %v and %v: got %v, want %v", name, d, bigAt(a, i), bigAt(b, i), bigAt(got, i), bigAt(want, i))
				}
			}
		}
	}
}

func TestBinaryBool(t *testing.T) {
	a, b := parse(t, "4xi1=0 0 1 1"), parse(t, "4xi1=0 1 0 1")
	for name, want := range map[string]string{
		"add": "0 1 1 1", "max": "0 1 1 1", "or": "0 1 1 1", "mul": "0 0 0 1", "min": "0 0 0 1", "and": "0 0 0 1", "xor": "0 1 1 0",
	} {
		got := tensor.New(tensor.Bool, 4)
		mustBinary(t, name, tensor.Bool, []int{4}, []int{4}, []int{4})(got, a, b)
		same(t, name, got, parse(t, "4xi1="+want))
	}
}

// Every type's result is the exact one rounded once, which f64 arithmetic rounded to the type is
// for types of less than half its precision. How exact functions of f64 are is tested elsewhere.
func TestBinaryFloat(t *testing.T) {
	negative := func(v float64) bool { return math.Signbit(v) }
	reference := map[string]func(a, b float64) float64{
		"add": func(a, b float64) float64 { return a + b },
		"sub": func(a, b float64) float64 { return a - b },
		"mul": func(a, b float64) float64 { return a * b },
		"div": func(a, b float64) float64 { return a / b },
		"max": func(a, b float64) float64 {
			switch {
			case a != a || b != b:
				return math.NaN()
			case a > b || a == b && !negative(a):
				return a
			}
			return b
		},
		"min": func(a, b float64) float64 {
			switch {
			case a != a || b != b:
				return math.NaN()
			case a < b || a == b && negative(a):
				return a
			}
			return b
		},
		"rem": func(a, b float64) float64 {
			switch {
			case a-a != 0 || b != b || b == 0:
				return math.NaN()
			case b-b != 0 || a == 0:
				return a
			}
			x, y := new(big.Rat).SetFloat64(math.Abs(a)), new(big.Rat).SetFloat64(math.Abs(b))
			quotient := new(big.Rat).Quo(x, y)
			whole := new(big.Int).Quo(quotient.Num(), quotient.Denom())
			exact, _ := x.Sub(x, y.Mul(y, new(big.Rat).SetInt(whole))).Float64()
			return math.Copysign(exact, a)
		},
		"pow":   math.Pow,
		"atan2": func(y, x float64) float64 { return math.Copysign(math.Atan2(y, x), y) }, // which it does not do where y/x underflows
	}
	for _, d := range []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64} {
		a, b := samples(d, false, 300), samples(d, true, 300)
		for name, f := range reference {
			want, got := tensor.New(d, a.Len()), tensor.New(d, a.Len())
			for i := range a.Len() {
				want.SetFloat64(i, f(a.Float64At(i), b.Float64At(i)))
			}
			mustBinary(t, name, d, a.Shape(), b.Shape(), a.Shape())(got, a, b)
			for i := range got.Len() {
				if d == tensor.F64 && (name == "pow" || name == "atan2") {
					continue // Go's are several units off, and more for subnormal numbers
				}
				if !sameElement(got, want, i) {
					t.Fatalf("%s %v of %s and %s: got %s, want %s", name, d, element(a, i), element(b, i), element(got, i), element(want, i))
				}
			}
		}
	}
}

func TestPowSpecialValues(t *testing.T) {
	for _, d := range []tensor.DType{tensor.F16, tensor.BF16, tensor.F32, tensor.F64} {
		a := parse(t, "12x"+d.String()+"=0 nan 1 -1 -8 -2 -0 -0 2 0.5 -1 -inf")
		b := parse(t, "12x"+d.String()+"=0 0 nan inf 0.5 3 -3 3 -inf -inf 4 3")
		mustBinary(t, "pow", d, []int{12}, []int{12}, []int{12})(a, a, b)
		same(t, "pow", a, parse(t, "12x"+d.String()+"=1 1 1 1 nan -8 -inf -0 0 inf 1 -inf"))
	}
}

func TestNextAfter(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"2xf32=1 1", "2xf32=2 -2", "2xf32=0x3F800001 0x3F7FFFFF"},
		{"4xf32=0 -0 0 0", "4xf32=-0 0 1 -1", "4xf32=-0 0 0x1 0x80000001"},
		{"4xf32=0x1 0x80000001 inf -inf", "4xf32=-1 1 0 0", "4xf32=0 -0 0x7F7FFFFF 0xFF7FFFFF"},
		{"3xf32=0x7F7FFFFF nan 1", "3xf32=inf 1 nan", "3xf32=inf nan nan"},
		{"3xf16=1 65504 0", "3xf16=2 inf 1", "3xf16=0x3C01 inf 0x1"},
		{"3xbf16=1 -1 nan", "3xbf16=0 0 0", "3xbf16=0x3F7F 0xBF7F nan"},
		{"2xf64=1 -1", "2xf64=2 -2", "2xf64=0x3FF0000000000001 0xBFF0000000000001"},
	} {
		a, b := parse(t, c.a), parse(t, c.b)
		mustBinary(t, "next_after", a.DType(), a.Shape(), b.Shape(), a.Shape())(a, a, b)
		same(t, c.a, a, parse(t, c.want))
	}
}

// broadcastShapes are pairs of operand shapes; out is what they broadcast to.
var broadcastShapes = []struct{ a, b, out []int }{
	{[]int{}, []int{}, []int{}},
	{[]int{3}, []int{}, []int{3}},
	{[]int{}, []int{2, 3}, []int{2, 3}},
	{[]int{0}, []int{}, []int{0}},
	{[]int{0, 3}, []int{1, 3}, []int{0, 3}},
	{[]int{2, 0}, []int{2, 1}, []int{2, 0}},
	{[]int{4, 1}, []int{1, 5}, []int{4, 5}},
	{[]int{4, 1}, []int{5}, []int{4, 5}},
	{[]int{2, 3, 4}, []int{4}, []int{2, 3, 4}},
	{[]int{2, 3, 4}, []int{3, 1}, []int{2, 3, 4}},
	{[]int{2, 3, 4}, []int{2, 1, 1}, []int{2, 3, 4}},
	{[]int{2, 1, 4}, []int{1, 3, 1}, []int{2, 3, 4}},
	{[]int{1, 1, 1}, []int{2, 3, 4}, []int{2, 3, 4}},
	{[]int{2, 3, 1, 5}, []int{2, 1, 4, 1}, []int{2, 3, 4, 5}},
	{[]int{7, 1, 600}, []int{7, 3, 1}, []int{7, 3, 600}},
	{[]int{70, 600}, []int{600}, []int{70, 600}},
	{[]int{70, 600}, []int{70, 1}, []int{70, 600}},
	{[]int{300, 130}, []int{130}, []int{300, 130}},
	{[]int{300, 130}, []int{300, 1}, []int{300, 130}},
	{[]int{300, 1, 7}, []int{1, 50, 7}, []int{300, 50, 7}},
	{[]int{100000}, []int{1}, []int{100000}},
	{[]int{1000, 130}, []int{130}, []int{1000, 130}}, // chunks start inside rows
	{[]int{1000, 130}, []int{1000, 1}, []int{1000, 130}},
}

// broadcastIndex maps an index of the result to the element number of an operand.
func broadcastIndex(shape, index []int) int {
	n := 0
	for d, extent := range shape {
		at := index[len(index)-len(shape)+d]
		if extent == 1 {
			at = 0
		}
		n = n*extent + at
	}
	return n
}

func TestBroadcasting(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, d := range someTypes() {
		for _, c := range broadcastShapes {
			a, b := small(rng, d, c.a...), small(rng, d, c.b...)
			want := tensor.New(d, c.out...)
			positions(c.out, func(i int, index []int) {
				u, v := a.Float64At(broadcastIndex(c.a, index)), b.Float64At(broadcastIndex(c.b, index))
				want.SetInt64(i, int64(u+v)) // both have room for the sum, and Bool's is or
			})
			kernel := mustBinary(t, "add", d, c.a, c.b, c.out)
			got := onWorkers(t, "add", func() *tensor.Tensor {
				out := tensor.New(d, c.out...)
				kernel(out, a, b)
				return out
			})
			what := "add of " + a.TypeString() + " and " + b.TypeString()
			same(t, what, got, want)
			// In place, where an operand has the result's shape.
			if shapeText(c.a) == shapeText(c.out) {
				x := a.Clone()
				kernel(x, x, b)
				same(t, what+" in place of the first", x, want)
			}
			if shapeText(c.b) == shapeText(c.out) {
				x := b.Clone()
				kernel(x, a, x)
				same(t, what+" in place of the second", x, want)
			}
		}
	}
}

// Operations that are not commutative keep the operands apart, and one tensor may be both.
func TestBinaryOperandOrder(t *testing.T) {
	x := parse(t, "3xf32=1 2 4")
	kernel := mustBinary(t, "sub", tensor.F32, []int{3}, []int{}, []int{3})
	got := tensor.New(tensor.F32, 3)
	kernel(got, x, parse(t, "f32=1"))
	same(t, "x-1", got, parse(t, "3xf32=0 1 3"))
	mustBinary(t, "sub", tensor.F32, []int{}, []int{3}, []int{3})(got, parse(t, "f32=1"), x)
	same(t, "1-x", got, parse(t, "3xf32=0 -1 -3"))
	mustBinary(t, "div", tensor.F32, []int{3}, []int{3}, []int{3})(x, x, x)
	same(t, "x/x", x, parse(t, "3xf32=1"))
}

func TestBinaryIllegal(t *testing.T) {
	three := []int{3}
	for _, c := range []struct {
		name      string
		d         tensor.DType
		a, b, out []int
		want      string
	}{
		{"plus", tensor.F32, three, three, three, `there is no binary operation named "plus"`},
		{"and", tensor.F32, three, three, three, "and is not defined for f32"},
		{"atan2", tensor.I32, three, three, three, "atan2 is not defined for i32"},
		{"sub", tensor.Bool, three, three, three, "sub is not defined for i1"},
		{"shl", tensor.Bool, three, three, three, "shl is not defined for i1"},
		{"add", tensor.Invalid, three, three, three, "add is not defined for invalid"},
		{"add", tensor.F32, three, []int{4}, three, "add: shapes 3 and 4 do not broadcast: dimension 0 is 3 and 4"},
		{"add", tensor.F32, three, []int{2, 1}, []int{3, 2}, "add: operands broadcast to shape 2x3, the result has shape 3x2"},
		{"add", tensor.F32, []int{-1}, []int{-1}, []int{-1}, "negative"},
	} {
		_, err := ResolveBinary(c.name, c.d, c.a, c.b, c.out)
		wantError(t, c.name, err, c.want)
	}
}
