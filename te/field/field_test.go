package field

import (
	"math/rand/v2"
	"testing"
)

func random(r *rand.Rand) Element { return Reduce(r.Uint64()) }

// edges are elements that random ones are not.
var edges = []Element{0, 1, 2, 3, Modulus - 1, Modulus - 2, 1 << 60, Modulus / 2, Modulus/2 + 1}

func each(t *testing.T, check func(x, y, z Element) bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 20_000 {
		x, y, z := random(r), random(r), random(r)
		if i < len(edges)*len(edges)*len(edges) {
			x, y, z = edges[i%len(edges)], edges[i/len(edges)%len(edges)], edges[i/len(edges)/len(edges)]
		}
		if !check(x, y, z) {
			t.Fatalf("not for %d, %d, %d", x, y, z)
		}
	}
}

func TestArithmetic(t *testing.T) {
	for name, law := range map[string]func(x, y, z Element) bool{
		"add commutes":         func(x, y, _ Element) bool { return Add(x, y) == Add(y, x) },
		"add associates":       func(x, y, z Element) bool { return Add(Add(x, y), z) == Add(x, Add(y, z)) },
		"mul commutes":         func(x, y, _ Element) bool { return Mul(x, y) == Mul(y, x) },
		"mul associates":       func(x, y, z Element) bool { return Mul(Mul(x, y), z) == Mul(x, Mul(y, z)) },
		"mul distributes":      func(x, y, z Element) bool { return Mul(x, Add(y, z)) == Add(Mul(x, y), Mul(x, z)) },
		"sub undoes add":       func(x, y, _ Element) bool { return Sub(Add(x, y), y) == x },
		"neg is minus":         func(x, _, _ Element) bool { return Add(x, Neg(x)) == 0 },
		"inverse":              func(x, _, _ Element) bool { return x == 0 || Mul(x, Inverse(x)) == 1 },
		"all is less":          func(x, y, _ Element) bool { return Add(x, y) < Modulus && Mul(x, y) < Modulus && Neg(x) < Modulus },
		"signs multiply":       func(x, y, _ Element) bool { return Sign(Mul(x, y)) == Mul(Sign(x), Sign(y)) },
		"one sign":             func(x, _, _ Element) bool { return x == 0 || IsPositive(x) != IsPositive(Neg(x)) },
		"squares are positive": func(x, _, _ Element) bool { return x == 0 || IsPositive(Mul(x, x)) },
		"abs":                  func(x, y, _ Element) bool { return Abs(Mul(x, y)) == Mul(Abs(x), Abs(y)) && Abs(Neg(x)) == Abs(x) },
		"relu":                 func(x, _, _ Element) bool { return Sub(Relu(x), Relu(Neg(x))) == x && Relu(Relu(x)) == Relu(x) },
		"max and min": func(x, y, _ Element) bool {
			return Add(Max(x, y), Min(x, y)) == Add(x, y) && Max(x, y) == Max(y, x) && Max(x, x) == x
		},
		"root":              func(x, y, _ Element) bool { return Sqrt(Mul(x, x)) == Abs(x) },
		"root of negatives": func(x, _, _ Element) bool { return x == 0 || (Sqrt(x) == Undefined) != (Sqrt(Neg(x)) == Undefined) },
		"exp":               func(x, _, _ Element) bool { return Mul(E(x), E(Neg(x))) == 1 && IsPositive(E(x)) },
		"log":               func(x, _, _ Element) bool { return !IsPositive(x) || Add(Log(x), Log(Inverse(x))) == 0 },
		"sigmoid":           func(x, _, _ Element) bool { return Add(Sigmoid(x), Sigmoid(Neg(x))) == 1 },
		"tanh is odd":       func(x, _, _ Element) bool { return Tanh(Neg(x)) == Neg(Tanh(x)) },
		"erf is odd":        func(x, _, _ Element) bool { return Erf(Neg(x)) == Neg(Erf(x)) },
		"floor and ceil": func(x, _, _ Element) bool {
			return Floor(Neg(x)) == Neg(Ceil(x)) && Floor(Floor(x)) == Floor(x) && Floor(Ceil(x)) == Ceil(x)
		},
		"truth": func(x, y, _ Element) bool {
			p, q := x&1, y&1
			return Or(p, q) == p|q && Xor(p, q) == p^q && Negation(p) == 1-p && Select(p, x, y) == choose(p == 1, x, y)
		},
		"not is minus one less": func(x, _, _ Element) bool { return Not(Not(x)) == x },
		"undefined": func(x, _, _ Element) bool {
			u := Undefined
			for _, v := range []Element{Add(x, u), Add(u, x), Mul(x, u), Mul(u, 0), Neg(u), Inverse(0), Div(x, 0), Abs(u), Sign(u), Relu(u), Max(x, u), Min(u, x), Sqrt(u), E(u), Log(u), Floor(u), Select(u, x, x), Power(u, x)} {
				if v != u {
					return false
				}
			}
			return true
		},
	} {
		t.Run(name, func(t *testing.T) { each(t, law) })
	}
}

// An order of all elements that sums respect there is none: so the field says less than the reals,
// but what it does not say, it must not seem to say.
func TestOrderIsNoOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sums, maxima := 0, 0
	const trials = 1000
	for range trials {
		x, y, z := random(r), random(r), random(r)
		if IsPositive(Add(Abs(x), Abs(y))) {
			sums++
		}
		if Max(Max(x, y), z) == Max(x, Max(y, z)) {
			maxima++
		}
	}
	if sums > trials*6/10 || sums < trials*4/10 || maxima > trials*9/10 {
		t.Errorf("sums of positive elements are positive %d times of %d, max associates %d times", sums, trials, maxima)
	}
}

func TestFromFloat(t *testing.T) {
	for _, v := range []float64{0, 1, -1, 2, 0.5, -0.25, 3, 1e10, -6, 1.5, 0x1p-40, 0x1p61, 12345.678} {
		x := FromFloat(v)
		if Neg(x) != FromFloat(-v) || Add(x, x) != FromFloat(2*v) || Mul(x, x) != Mul(FromFloat(-v), FromFloat(-v)) {
			t.Errorf("%v is %d", v, x)
		}
	}
	if FromFloat(3) != 3 || FromFloat(-1) != Modulus-1 || Mul(FromFloat(0.5), 2) != 1 || FromFloat(0x1p61) != 1 {
		t.Error("whole numbers, halves and 2^61 are other elements")
	}
	if FromInt(-1<<63) != Neg(Reduce(1<<63)) {
		t.Error("the least integer is another element")
	}
}

func TestPower(t *testing.T) {
	each(t, func(x, y, _ Element) bool {
		return Power(x, 0) == 1 && Power(x, 1) == x && Power(x, 3) == Mul(x, Mul(x, x)) && (x == 0 || Power(x, FromInt(-2)) == Inverse(Mul(x, x))) &&
			Power(x, FromFloat(0.5)) == Sqrt(x)
	})
}
