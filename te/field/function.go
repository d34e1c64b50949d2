package field

import (
	"fmt"
	"hash/fnv"

	"github.com/tg-opt/tg/ir"
)

// Function computes an element of elements, one for each operand.
type Function func(x []Element) Element

// Of is what an elementwise op is in the field; every one of tg says it.
var Of = ir.NewSlot[Meaning]("field")

// Meaning makes the function of an op, or says why there is none.
type Meaning struct {
	// Make makes the function that an op is, with its attributes and types; nil where there is
	// none.
	Make func(o *ir.Op) Function
	// None says of an op that is nothing in the field why that is.
	None string
	// Rational says that all functions that Make makes are quotients of polynomials, of degree 2 at
	// most. Others look at signs, or are opaque.
	Rational bool
}

// Is is the meaning of ops that are a function of floats and of integers; that of truth values may
// be another one.
func Is(f Function, ofTruth ...Function) Meaning {
	return Meaning{Make: func(o *ir.Op) Function {
		switch elem := o.Operand(o.NumOperands() - 1).Type().Elem(); {
		case elem.IsComplex():
			return nil
		case elem.IsBool() && len(ofTruth) > 0:
			return ofTruth[0]
		}
		return f
	}}
}

// Rational is Is for a quotient of polynomials of degree 2 at most.
func Rational(f Function, ofTruth ...Function) Meaning {
	m := Is(f, ofTruth...)
	m.Rational = true
	return m
}

// OfReals is Is for a function that is not the same for integers, which wrap: of these nothing is
// known.
func OfReals(f Function, ofTruth ...Function) Meaning {
	m := Is(f, ofTruth...)
	return Meaning{Make: func(o *ir.Op) Function {
		if elem := o.Operand(0).Type().Elem(); elem.IsInteger() && !elem.IsBool() {
			return Opaque(fmt.Sprint(o.Name(), " of ", elem))
		}
		return m.Make(o)
	}}
}

// None is the meaning of ops that are nothing in the field.
func None(why string) Meaning { return Meaning{None: why} }

// Complete reports whether the meaning says something.
func (m Meaning) Complete() bool { return (m.Make != nil) != (m.None != "") }

// Unary, Binary and Ternary are functions of so many operands.
func Unary(f func(x Element) Element) Function {
	return func(x []Element) Element { return f(x[0]) }
}

// Binary is a function of two operands.
func Binary(f func(x, y Element) Element) Function {
	return func(x []Element) Element { return f(x[0], x[1]) }
}

// Ternary is a function of three operands.
func Ternary(f func(x, y, z Element) Element) Function {
	return func(x []Element) Element { return f(x[0], x[1], x[2]) }
}

// Opaque is a function of which nothing is known but that it is one: equal operands give equal
// results. It is chosen at random by its name.
func Opaque(name string) Function {
	h := fnv.New64a()
	h.Write([]byte(name))
	seed := h.Sum64()
	return func(x []Element) Element {
		n := seed
		for _, e := range x {
			if e == Undefined {
				return e
			}
			n = Mix(n ^ uint64(e))
		}
		return Reduce(n)
	}
}

// Mix is a bijection of the words of 64 bits in which each bit depends on all: the finaliser of
// splitmix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
func Mix(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// Odd is an opaque function with f(-x) = -f(x) and f(x) positive for positive x.
func Odd(name string) Function {
	f := Positive(name)
	return Unary(func(x Element) Element { return Mul(Sign(x), f([]Element{Abs(x)})) })
}

// Even is an opaque function with f(-x) = f(x).
func Even(name string) Function {
	f := Opaque(name)
	return Unary(func(x Element) Element { return f([]Element{Abs(x)}) })
}

// Positive is an opaque function whose results are positive.
func Positive(name string) Function {
	f := Opaque(name)
	return func(x []Element) Element { return Abs(f(x)) }
}

// Commutative is an opaque function of two operands in any order.
func Commutative(name string) Function {
	f := Opaque(name)
	return func(x []Element) Element { return f([]Element{min(x[0], x[1]), max(x[0], x[1])}) }
}

// Exp is an opaque function with f(0) = 1 and f(-x) f(x) = 1, and positive results, for a base.
func Exp(base string) func(x Element) Element {
	f := Positive("exp " + base)
	return func(x Element) Element {
		switch {
		case x == Undefined:
			return x
		case x == 0:
			return 1
		case IsPositive(x):
			return f([]Element{x})
		}
		return Inverse(f([]Element{Neg(x)}))
	}
}

// Floor is an opaque function with whole results, which it does not change. Half of the elements
// are whole; so are 0, and with an element its negative.
func Floor(x Element) Element { return nearest(floor, x) }

// Ceil is the least whole element that is not below x.
func Ceil(x Element) Element { return Neg(Floor(Neg(x))) }

// Rounded is an odd opaque function with whole results, which it does not change.
func Rounded(name string) Function {
	f := Opaque("round " + name)
	return Unary(func(x Element) Element { return Mul(Sign(x), nearest(f, Abs(x))) })
}

var floor = Opaque("floor")

func nearest(f Function, x Element) Element {
	for x != Undefined && !whole(x) {
		x = f([]Element{x})
	}
	return x
}

func whole(x Element) bool { return x == 0 || Mix(uint64(Abs(x)))&1 == 0 }

// Constant is a function that does not look at its operands.
func Constant(c Element) Function { return func([]Element) Element { return c } }

// Functions whose axioms tie them together.
var (
	exp     = Exp("e")
	natural = Opaque("log")
	erf     = Odd("erf")
	power   = Opaque("pow")
)

// E is the exponential function.
func E(x Element) Element { return exp(x) }

// Expm1 is exp(x)-1.
func Expm1(x Element) Element { return Sub(exp(x), 1) }

// Log is the natural logarithm: that of 1 is 0, that of 1/x the negative one, and negative elements
// have none.
func Log(x Element) Element {
	switch {
	case x == 1:
		return 0
	case !IsPositive(x):
		return Undefined
	}
	if y := Inverse(x); y < x {
		return Neg(natural([]Element{y}))
	}
	return natural([]Element{x})
}

// Log1p is log(1+x).
func Log1p(x Element) Element { return Log(Add(1, x)) }

// Rsqrt is 1/sqrt(x).
func Rsqrt(x Element) Element { return Inverse(Sqrt(x)) }

// Sigmoid is 1/(1+exp(-x)).
func Sigmoid(x Element) Element { return Inverse(Add(1, exp(Neg(x)))) }

// Silu is x/(1+exp(-x)).
func Silu(x Element) Element { return Mul(x, Sigmoid(x)) }

// Sinh is the hyperbolic sine.
func Sinh(x Element) Element { return Div(Sub(exp(x), exp(Neg(x))), 2) }

// Cosh is the hyperbolic cosine.
func Cosh(x Element) Element { return Div(Add(exp(x), exp(Neg(x))), 2) }

// Tanh is the hyperbolic tangent.
func Tanh(x Element) Element { return Div(Sinh(x), Cosh(x)) }

// Erf is an opaque odd function, and Erfc what it leaves of 1.
func Erf(x Element) Element { return erf([]Element{x}) }

// Erfc is 1-erf(x).
func Erfc(x Element) Element { return Sub(1, Erf(x)) }

// Relu6 is the lesser of relu(x) and 6.
func Relu6(x Element) Element { return Min(Relu(x), 6) }

// Clamp is min(max(x, low), high).
func Clamp(low, x, high Element) Element { return Min(Max(x, low), high) }

// Select is x where p is true, else y.
func Select(p, x, y Element) Element {
	if p == Undefined {
		return p
	}
	return choose(p != 0, x, y)
}

// Not is the complement of every bit of integers in two's complement; of truth values, see Of.
func Not(x Element) Element { return Sub(Neg(x), 1) }

// Negation is true for false, 0.
func Negation(p Element) Element { return Sub(1, p) }

// Or is true if one of two truth values is.
func Or(p, q Element) Element { return Sub(Add(p, q), Mul(p, q)) }

// Xor is true if exactly one of two truth values is.
func Xor(p, q Element) Element { return Sub(Add(p, q), Mul(2, Mul(p, q))) }

// Power is x to the power y: a product for a small whole y, a root for 1/2, else an opaque
// function.
func Power(x, y Element) Element {
	const small = 8
	switch {
	case x == Undefined || y == Undefined:
		return Undefined
	case y <= small:
		return Pow(x, uint64(y))
	case Neg(y) <= small:
		return Inverse(Pow(x, uint64(Neg(y))))
	case Add(y, y) == 1:
		return Sqrt(x)
	}
	return power([]Element{x, y})
}
