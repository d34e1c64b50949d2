package exact

import (
	"math"
	"math/big"
	"sync"
)

// precision is a number of bits that arithmetic rounds its results to. It is a multiple of the
// length of a word, so that there are few of them to keep constants for.
type precision uint

const (
	wordBits = 64
	guard    = 32 // what roundings of a whole function may lose, in bits
)

// working is the precision in which the relative error of a function is at most 2^-bits.
func working(bits uint) precision {
	return precision((bits + guard + wordBits - 1) / wordBits * wordBits)
}

// more is a precision with at least so many bits more.
func (w precision) more(bits int) precision {
	return w + precision((max(bits, 0)+wordBits-1)/wordBits*wordBits)
}

func (w precision) empty() *big.Float               { return new(big.Float).SetPrec(uint(w)) }
func (w precision) number(v float64) *big.Float     { return w.empty().SetFloat64(v) }
func (w precision) rounded(x *big.Float) *big.Float { return w.empty().Set(x) }
func (w precision) mul(a, b *big.Float) *big.Float  { return w.empty().Mul(a, b) }
func (w precision) quo(a, b *big.Float) *big.Float  { return w.empty().Quo(a, b) }
func (w precision) sqrt(a *big.Float) *big.Float    { return w.empty().Sqrt(a) }

// add is a+b: one of them where the other is too small to matter, which math/big would write out.
func (w precision) add(a, b *big.Float) *big.Float {
	if a.Sign() != 0 && b.Sign() != 0 && !a.IsInf() && !b.IsInf() {
		switch distance := a.MantExp(nil) - b.MantExp(nil); {
		case distance > int(w)+wordBits:
			return w.rounded(a)
		case distance < -int(w)-wordBits:
			return w.rounded(b)
		}
	}
	return w.empty().Add(a, b)
}

func (w precision) sub(a, b *big.Float) *big.Float { return w.add(a, negated(b)) }

var one, two = big.NewFloat(1), big.NewFloat(2)

// shifted is x 2^by.
func shifted(x *big.Float, by int) *big.Float { return new(big.Float).SetMantExp(x, by) }

// negated is -x.
func negated(x *big.Float) *big.Float { return new(big.Float).Neg(x) }

// magnitude is |x|.
func magnitude(x *big.Float) *big.Float { return new(big.Float).Abs(x) }

// exponent is e for 2^(e-1) <= |x| < 2^e, and very small for 0.
func exponent(x *big.Float) int {
	if x.Sign() == 0 {
		return math.MinInt32
	}
	return x.MantExp(nil)
}

// approximate is x as a float64.
func approximate(x *big.Float) float64 { f, _ := x.Float64(); return f }

// horner is the sum of c[k] x^k.
func (w precision) horner(x *big.Float, c []*big.Float) *big.Float {
	sum := w.rounded(c[len(c)-1])
	for k := len(c) - 2; k >= 0; k-- {
		sum.Mul(sum, x)
		sum.Add(sum, c[k])
	}
	return sum
}

// A kept is what a precision has one of.
type kept[T any] struct {
	make  func(w precision) T
	known sync.Map
}

func (k *kept[T]) of(w precision) T {
	if v, ok := k.known.Load(w); ok {
		return v.(T)
	}
	v, _ := k.known.LoadOrStore(w, k.make(w))
	return v.(T)
}

var (
	pi  = &kept[*big.Float]{make: makePi}
	ln2 = &kept[*big.Float]{make: makeLn2}

	rootPi = &kept[*big.Float]{make: func(w precision) *big.Float { return w.sqrt(pi.of(w + wordBits)) }}
)

// inverseTangent is atan(1/n) 2^bits, or atanh(1/n) 2^bits, but for some units.
func inverseTangent(n int64, bits uint, hyperbolic bool) *big.Int {
	term := new(big.Int).Lsh(big.NewInt(1), bits)
	term.Quo(term, big.NewInt(n))
	sum, square, part := new(big.Int).Set(term), big.NewInt(n*n), new(big.Int)
	for k := int64(3); term.Sign() != 0; k += 2 {
		term.Quo(term, square)
		if !hyperbolic {
			term.Neg(term)
		}
		sum.Add(sum, part.Quo(term, big.NewInt(k)))
	}
	return sum
}

// combined is the sum of factors times inverse tangents.
func (w precision) combined(hyperbolic bool, factorsAndArguments ...int64) *big.Float {
	bits := uint(w) + wordBits
	sum := new(big.Int)
	for i := 0; i < len(factorsAndArguments); i += 2 {
		part := inverseTangent(factorsAndArguments[i+1], bits, hyperbolic)
		sum.Add(sum, part.Mul(part, big.NewInt(factorsAndArguments[i])))
	}
	return w.rounded(shifted(new(big.Float).SetInt(sum), -int(bits)))
}

// makePi is by Machin's formula of 1706.
func makePi(w precision) *big.Float { return w.combined(false, 16, 5, -4, 239) }

func makeLn2(w precision) *big.Float { return w.combined(true, 18, 26, -2, 4801, 8, 8749) }
