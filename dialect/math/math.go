// Package mathop defines MLIR's dialect of functions on numbers, which programs for other tools are
// written in.
package mathop

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/ir"
)

// Dialect is `math`.
var Dialect = ir.NewDialect("math", "Functions of integers and floats, on scalars and elementwise on vectors and tensors, as other compilers have them: --te-to-linalg writes them.").
	Lacking(ir.OpMembers)

var (
	floats   = ir.TypeConstraint{Desc: "floating-point-like", Ok: func(t *ir.Type) bool { return isLike(t) && t.ElemOrSelf().IsFloat() }}
	integers = ir.TypeConstraint{Desc: "signless-integer-like", Ok: func(t *ir.Type) bool {
		e := t.ElemOrSelf()
		return isLike(t) && (e.IsIndex() || e.IsInteger() && e.Signedness() == ir.Signless)
	}}
	truths = ir.TypeConstraint{Desc: "bool-like", Ok: func(t *ir.Type) bool { return isLike(t) && t.ElemOrSelf().IsBool() }}
)

// isLike reports whether t is a scalar, or a vector or tensor.
func isLike(t *ir.Type) bool {
	return t.IsTensor() || t.Kind() == ir.VectorType || t.ElemOrSelf() == t
}

// function is an op whose operands have one type, which is that of the result unless that is a
// truth value.
type function struct {
	name     string
	operands int
	of       ir.TypeConstraint
	result   ir.TypeConstraint
	doc      string
}

func unary(name, doc string) function     { return function{name, 1, floats, floats, doc} }
func binary(name, doc string) function    { return function{name, 2, floats, floats, doc} }
func predicate(name, doc string) function { return function{name, 1, floats, truths, doc} }
func ofBits(name, doc string) function    { return function{name, 1, integers, integers, doc} }

var functions = []function{
	unary("absf", "Absolute value of a float."),
	unary("acos", "Inverse cosine in radians."),
	unary("acosh", "Inverse hyperbolic cosine."),
	unary("asin", "Inverse sine in radians."),
	unary("asinh", "Inverse hyperbolic sine."),
	unary("atan", "Inverse tangent in radians."),
	unary("atanh", "Inverse hyperbolic tangent."),
	unary("cbrt", "Cube root."),
	unary("ceil", "Least integer not below a float."),
	unary("cos", "Cosine of an angle in radians."),
	unary("cosh", "Hyperbolic cosine."),
	unary("erf", "Gauss error function."),
	unary("erfc", "Complementary error function, 1 - erf(x)."),
	unary("exp", "Exponential function."),
	unary("exp2", "Power of two."),
	unary("expm1", "Exponential function minus 1."),
	unary("floor", "Greatest integer not above a float."),
	unary("log", "Natural logarithm."),
	unary("log10", "Logarithm to base 10."),
	unary("log1p", "Natural logarithm of 1 + x."),
	unary("log2", "Logarithm to base 2."),
	unary("round", "Nearest integer, ties away from zero."),
	unary("roundeven", "Nearest integer, ties to the even one."),
	unary("rsqrt", "Reciprocal of the square root."),
	unary("sin", "Sine of an angle in radians."),
	unary("sinh", "Hyperbolic sine."),
	unary("sqrt", "Square root."),
	unary("tan", "Tangent of an angle in radians."),
	unary("tanh", "Hyperbolic tangent."),
	unary("trunc", "Nearest integer towards zero."),
	binary("atan2", "Angle in radians of the point with ordinate lhs and abscissa rhs."),
	binary("copysign", "First operand with the sign of the second."),
	binary("powf", "Power of floats."),
	{"fma", 3, floats, floats, "Product of two floats plus a third, rounded once."},
	predicate("isfinite", "Whether a float is neither an infinity nor NaN."),
	predicate("isinf", "Whether a float is an infinity."),
	predicate("isnan", "Whether a float is NaN."),
	predicate("isnormal", "Whether a float is a number that is neither subnormal nor zero."),
	ofBits("absi", "Absolute value of an integer; the least one is its own."),
	ofBits("ctlz", "Number of zero bits above the highest bit that is set."),
	ofBits("ctpop", "Number of bits that are set."),
	ofBits("cttz", "Number of zero bits below the lowest bit that is set."),
	{"ipowi", 2, integers, integers, "Power of integers."},
}

func init() {
	for _, f := range functions {
		f.define(Dialect.NewOp("math." + f.name))
	}
}

func (f function) define(def *ir.OpDef) {
	names := [][]string{1: {"operand"}, 2: {"lhs", "rhs"}, 3: {"a", "b", "c"}}[f.operands]
	args := make([]ir.ArgDef, len(names))
	for i, name := range names {
		args[i] = ir.Arg(name, f.of).In("elements")
	}
	result := ir.Arg("result", f.result)
	if f.result.Desc == f.of.Desc {
		result = result.In("elements")
	}
	d := ir.OpDef{
		Doc:      f.doc + " How exactly, the compiler decides that goes on with the program.",
		Example:  f.example(),
		Operands: args,
		Results:  ir.Args(result),
		Traits:   ir.Pure | ir.Elementwise,
		Parse:    f.parse,
		Print:    f.print,
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			return []*ir.Type{f.resultOf(in.Ctx, in.Operands[0])}, nil
		},
		Verify: func(o *ir.Op) error {
			for i := range o.NumOperands() {
				if t := o.Operand(i).Type(); t != o.Operand(0).Type() {
					return fmt.Errorf("requires all operands to have the same type, but they are '%s' and '%s'", o.Operand(0).Type(), t)
				}
			}
			return nil
		},
	}
	if f.of.Desc == floats.Desc {
		d.Attrs = []ir.AttrArg{arith.FastMath()}
	}
	def.Define(d)
}

func (f function) resultOf(c *ir.Context, t *ir.Type) *ir.Type {
	switch {
	case f.result.Desc != truths.Desc:
		return t
	case t.ElemOrSelf() == t:
		return c.Bool()
	}
	return c.WithElem(t, c.Bool())
}

func (f function) example() string {
	in, out := "f32", "f32"
	if f.of.Desc == integers.Desc {
		in, out = "i32", "i32"
	}
	if f.result.Desc == truths.Desc {
		out = "i1"
	}
	operands := "%x" + strings.Repeat(", %x", f.operands-1)
	return fmt.Sprintf(`func.func @f(%%x: %s) -> %s {
  %%0 = math.%s %s : %s
  return %%0 : %s
}`, in, out, f.name, operands, in, out)
}

// parse reads `%a, %b fastmath<...> {...} : T`.
func (f function) parse(p ir.OpParser, st *ir.OpState) {
	names := []ir.UnresolvedOperand{p.Operand()}
	for len(names) < f.operands {
		p.Expect(",")
		names = append(names, p.Operand())
	}
	if f.of.Desc == floats.Desc {
		arith.ParseFastMath(p, st)
	}
	p.AttrDict(st)
	p.Expect(":")
	t := p.Type()
	for _, n := range names {
		st.Operands = append(st.Operands, p.Resolve(n, t))
	}
	st.Results = f.resultOf(p.Context(), t).Alone()
}

func (f function) print(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	p.Operands(o.Operands())
	if f.of.Desc == floats.Desc {
		arith.PrintFastMath(p, o)
	}
	p.AttrDict(o, "fastmath")
	p.Str(" : ")
	p.Type(o.Operand(0).Type())
}
