package tg

import (
	"strings"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// Derivatives of elementwise ops that are more than one factor for each operand: they have kinks,
// depend on whether an operand is constant, or are others for complex numbers.

// byOrder is the factor of an operand that is the order of a function.
const byOrder = refusedFactor + "no op is the derivative of this function by its order; keep the order out of what is differentiated by, with tg.stop"

// sqrtDerivative: at 0 it is infinite, and 0 as Enzyme has it.
var sqrtDerivative = kinked(derivedAs(map[autodiff.Convention]*factors{
	autodiff.LeastNorm: newFactors(true, "0.5/r"),
	autodiff.Enzyme:    newFactors(true, "select(x == 0, 0, 0.5/r)"),
}), zeroKink("infinite", "infinite", "0"))

// extremeDerivative is that of max and min: of operands that are equal each gets its share, or the
// first all, as Enzyme has it, where the condition is that the second is the result and the first
// not.
func extremeDerivative(second string, max bool) autodiff.Rule {
	return kinked(derivedAs(map[autodiff.Convention]*factors{
		autodiff.LeastNorm: newFactors(false, "share(x, y, r)", "share(y, x, r)"),
		autodiff.Enzyme:    newFactors(false, "select("+second+", 0, 1)", "select("+second+", 1, 0)"),
	}), extremeKink(max))
}

// clampDerivative is that of min(max(y, x), z), in this order; at a bound it is 0 as JAX has it.
var clampDerivative = kinked(derivedAs(map[autodiff.Convention]*factors{
	autodiff.LeastNorm: newFactors(false,
		"share(max(y, x), z, r)*share(x, y, max(y, x))", "share(max(y, x), z, r)*share(y, x, max(y, x))", "share(z, max(y, x), r)"),
	autodiff.JAX: newFactors(false,
		"select(and(x > y, x < z), 1, 0)", "select(and(x < y, y < z), 1, 0)", "select(max(y, x) > z, 1, 0)"),
	autodiff.Enzyme: newFactors(false,
		"select(z < max(y, x), 0, 1)*select(y < x, 1, 0)", "select(z < max(y, x), 0, 1)*select(y < x, 0, 1)", "select(z < max(y, x), 1, 0)"),
}), clampKink)

// powers are the exponents of which a power, or its derivative, is a simpler function.
var powers = []struct {
	exponent float64
	factor   *factors
}{
	{0, newFactors(true, "")}, {1, newFactors(true, "1")}, {2, newFactors(true, "2*x")},
	{0.5, newFactors(true, "0.5/r")}, {-1, newFactors(true, "-(r/x)")},
}

// powDerivative minds that 0 times an infinity would be NaN: by the base where the exponent is 0,
// and by the exponent where the base is.
var powDerivative = func() autodiff.Rule {
	general := newFactors(true, "select(y == 0, 0, y*pow(x, y-1))", "select(and(x == 0, y >= 0), 0, r*log(x))")
	rule := factorsOf(func(_ *autodiff.Maker, o *ir.Op) *factors {
		elem := o.Operand(1).Type().Elem()
		if d := o.Operand(1).Def(); d.Is(Constant) {
			for _, p := range powers {
				if isSplatOf(d.Attr("value"), elementBytes(o.Context(), elem, p.exponent)) {
					return p.factor
				}
			}
		}
		return general
	})
	rule.Factors = general.texts
	rule.Reads = "Constant exponents 0, 1, 2, 0.5 and -1 have the factors 0, 1, 2*x, 0.5/r and -(r/x)."
	return rule
}()

// atan2Derivative scales by the greater operand before it squares: squares overflow long before
// angles become inexact. The scale cancels out, so that its own derivative is not needed.
var atan2Derivative = realOrComplex(
	derivedSingular("v/(u*u+v*v)/s"+scaledPoint, "-(u/(u*u+v*v)/s)"+scaledPoint),
	derivedSingular("y/(x*x+y*y)", "-(x/(x*x+y*y))"),
)

const scaledPoint = " where u = x/s; v = y/s; s = stop(max(abs(x), abs(y)))"

// absDerivative: at 0 it is 0, and 1 as Enzyme has it.
var absDerivative = realOrComplex(
	kinked(derivedAs(map[autodiff.Convention]*factors{
		autodiff.LeastNorm: newFactors(false, "select(x == 0, 0, sign(x))"),
		autodiff.Enzyme:    newFactors(false, "select(x < 0, -1, 1)"),
	}), zeroKink("0", "0", "1")),
	modulusDerivative,
)

// signDerivative: only complex signs change but in jumps.
var signDerivative = realOrComplex(derived(""), directionDerivative)

// realOrComplex is the rule of an op whose rule for complex numbers is another than that for real
// ones.
func realOrComplex(real, complex autodiff.Rule) autodiff.Rule {
	of := func(o *ir.Op) autodiff.Rule {
		if o.Operand(0).Type().Elem().IsComplex() {
			return complex
		}
		return real
	}
	rule := real
	rule.JVP = func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value { return of(o).JVP(m, o, t) }
	rule.VJP = func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value { return of(o).VJP(m, o, g) }
	rule.Reads = "Of complex numbers " + complex.Reads
	if complex.Reads == "" {
		rule.Reads += "the factors are " + codes(complex.Factors) + "."
	}
	return rule
}

// codes lists expressions.
func codes(list []string) string {
	return "`" + strings.Join(list, "` and `") + "`"
}

// selectDerivative chooses tangents, and of cotangents, so that what is not chosen does not count.
var selectDerivative = autodiff.Rule{
	JVP: func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
		return []*ir.Value{repeatLike(m, chosen(m, o, t[1], t[2]), o.Result(0))}
	},
	VJP: func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
		out := make([]*ir.Value, 3)
		if m.Active(1) {
			out[1] = unbroadcast(m, chosen(m, o, g[0], nil), o.Operand(1))
		}
		if m.Active(2) {
			out[2] = unbroadcast(m, chosen(m, o, nil, g[0]), o.Operand(2))
		}
		return out
	},
	Factors: []string{"", "select(x, 1, 0)", "select(x, 0, 1)"},
}

// chosen is what the predicate of o chooses, where nil is zero.
func chosen(m *autodiff.Maker, o *ir.Op, onTrue, onFalse *ir.Value) *ir.Value {
	if onTrue == nil && onFalse == nil {
		return nil
	}
	zero := func() *ir.Value { return m.Constant(o.Result(0).Type().Elem(), 0) }
	if onTrue == nil {
		onTrue = zero()
	}
	if onFalse == nil {
		onFalse = zero()
	}
	return m.Make(Select, []*ir.Value{o.Operand(0), onTrue, onFalse})
}

// convertDerivative converts tangents, and cotangents back. What the conversion drops of a complex
// number, the imaginary part, has the cotangent 0, and what it adds to a real one is dropped.
var convertDerivative = autodiff.Rule{
	JVP: func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
		return []*ir.Value{m.MakeTyped(Convert, o.Result(0).Type(), t)}
	},
	VJP: func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
		return []*ir.Value{m.MakeTyped(Convert, o.Operand(0).Type(), g)}
	},
	Reads: "The conversion of the tangent, and of the cotangent back.",
}

// roundedDerivative rounds tangents and cotangents as the op does its operand.
var roundedDerivative = autodiff.Rule{
	JVP:   autodiff.Jointly,
	VJP:   func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value { return m.Again(o, g) },
	Reads: "The op itself, of the tangent and of the cotangent.",
}
