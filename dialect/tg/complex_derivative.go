package tg

import (
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// Derivatives of ops that take complex numbers apart. They are linear in real and imaginary parts
// only, and a cotangent c pairs with a tangent t by the real part of conj(c) t.

// realDerivative: the cotangent of the real part is real.
var realDerivative = autodiff.Rule{
	JVP:   autodiff.Jointly,
	VJP:   func(m *autodiff.Maker, _ *ir.Op, g []*ir.Value) []*ir.Value { return just(ofParts(m, g[0], nil)) },
	Reads: "The real part of the tangent; complex(g, 0).",
}

// imagDerivative: the cotangent of the imaginary part is imaginary.
var imagDerivative = autodiff.Rule{
	JVP:   autodiff.Jointly,
	VJP:   func(m *autodiff.Maker, _ *ir.Op, g []*ir.Value) []*ir.Value { return just(ofParts(m, nil, g[0])) },
	Reads: "The imaginary part of the tangent; complex(0, g).",
}

var conjDerivative = autodiff.Rule{
	JVP:   autodiff.Jointly,
	VJP:   func(m *autodiff.Maker, _ *ir.Op, g []*ir.Value) []*ir.Value { return just(m.Make(Conj, g)) },
	Reads: "The conjugate of the tangent, and of the cotangent.",
}

var complexDerivative = autodiff.Rule{
	JVP: func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
		return just(repeatLike(m, ofParts(m, t[0], t[1]), o.Result(0)))
	},
	VJP: func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
		out := make([]*ir.Value, 2)
		for i, part := range []*ir.OpDef{Real, Imag} {
			if m.Active(i) {
				out[i] = unbroadcast(m, m.Make(part, g), o.Operand(i))
			}
		}
		return out
	},
	Reads: "The complex number of the tangents; the real and the imaginary part of the cotangent.",
}

// modulusDerivative: the gradient of |x| is x/|x|, and at 0 that is 0; Enzyme has NaN there, and
// elsewhere the conjugate.
var modulusDerivative = autodiff.Rule{
	JVP: func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
		return just(m.Make(Real, just(m.Make(Mul, []*ir.Value{m.Make(Conj, just(direction(m, o))), t[0]}))))
	},
	VJP: func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
		return just(scaled(m, direction(m, o), g[0]))
	},
	Reads: "the real part of conj(d)*t, and d*g, where d is sign(x).",
}

// direction is x/|x| of a modulus. Enzyme has its conjugate, which is not the derivative, but what
// its tests assert.
func direction(m *autodiff.Maker, o *ir.Op) *ir.Value {
	if m.Convention != autodiff.Enzyme {
		return m.Make(Sign, o.Operands())
	}
	return overReal(m, m.Make(Conj, o.Operands()), o.Result(0))
}

// directionDerivative is that of x/|x|: what is not along x, over |x|. It is 0 at 0.
var directionDerivative = autodiff.Rule{
	JVP:   func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value { return just(turned(m, o, t[0])) },
	VJP:   func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value { return just(turned(m, o, g[0])) },
	Reads: "v - r*real(conj(r)*v), over abs(x), of the tangent v, and of the cotangent; 0 at 0.",
}

// turned is how a sign changes with its operand: a map that is its own transpose.
func turned(m *autodiff.Maker, o *ir.Op, v *ir.Value) *ir.Value {
	x, r := o.Operand(0), o.Result(0)
	along := m.Make(Real, just(m.Make(Mul, []*ir.Value{m.Make(Conj, just(r)), v})))
	across := m.Make(Sub, []*ir.Value{v, scaled(m, r, along)})
	size := m.Make(Abs, just(x))
	none := m.Constant(size.Type().Elem(), 0)
	at0 := m.Compare("eq", size, none)
	return m.Make(Select, []*ir.Value{at0, m.Constant(x.Type().Elem(), 0), overReal(m, across, size)})
}

// scaled is a complex number times a real one, without the products by 0 of one as a complex
// number.
func scaled(m *autodiff.Maker, z, by *ir.Value) *ir.Value { return eachPart(m, Mul, z, by) }

// overReal is a complex number divided by a real one.
func overReal(m *autodiff.Maker, z, by *ir.Value) *ir.Value { return eachPart(m, Div, z, by) }

func eachPart(m *autodiff.Maker, op *ir.OpDef, z, by *ir.Value) *ir.Value {
	re := m.Make(op, []*ir.Value{m.Make(Real, just(z)), by})
	return m.Make(Complex, []*ir.Value{re, m.Make(op, []*ir.Value{m.Make(Imag, just(z)), by})})
}

// ofParts is the complex number of two parts, either of which may be nil for 0; nil if both are.
func ofParts(m *autodiff.Maker, re, im *ir.Value) *ir.Value {
	switch {
	case re == nil && im == nil:
		return nil
	case re == nil:
		re = m.Constant(im.Type().Elem(), 0)
	case im == nil:
		im = m.Constant(re.Type().Elem(), 0)
	}
	return m.Make(Complex, []*ir.Value{re, im})
}

func just(v *ir.Value) []*ir.Value { return []*ir.Value{v} }
