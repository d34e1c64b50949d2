package tg

import (
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/field"
)

// The binary elementwise ops: operands have one element type, which is the
// result's, and shapes that broadcast.
var (
	Add        = Dialect.NewOp("tg.add")
	Sub        = Dialect.NewOp("tg.sub")
	Mul        = Dialect.NewOp("tg.mul")
	Div        = Dialect.NewOp("tg.div")
	Rem        = Dialect.NewOp("tg.rem")
	Pow        = Dialect.NewOp("tg.pow")
	Max        = Dialect.NewOp("tg.max")
	Min        = Dialect.NewOp("tg.min")
	Atan2      = Dialect.NewOp("tg.atan2")
	NextAfter  = Dialect.NewOp("tg.next_after")
	Zeta       = Dialect.NewOp("tg.zeta")
	Polygamma  = Dialect.NewOp("tg.polygamma")
	Mulhi      = Dialect.NewOp("tg.mulhi")
	And        = Dialect.NewOp("tg.and")
	Or         = Dialect.NewOp("tg.or")
	Xor        = Dialect.NewOp("tg.xor")
	Shl        = Dialect.NewOp("tg.shl")
	Shr        = Dialect.NewOp("tg.shr")
	ShrLogical = Dialect.NewOp("tg.shr_logical")
)

// element makes the bytes of one element, or nil when the type has none.
type element func(c *ir.Context, elem *ir.Type) []byte

type binaryOp struct {
	def         *ir.OpDef
	operand     ir.TypeConstraint
	commutative ir.Trait
	neutral     element // f(x, neutral) = x; on the left too when commutative
	absorbing   element // f(x, absorbing) = absorbing, likewise
	self        selfFold
	speed       speed
	ranges      func(x, y bounds, o *ir.Op) bounds // of the results, from those of the operands; nil if nothing is known
	doc         string
	derivative  autodiff.Rule
	field       field.Meaning
}

// selfFold says what f(x, x) is.
type selfFold uint8

const (
	selfUnknown selfFold = iota
	selfOperand          // x
	selfZero             // 0, for integers and i1
)

var binaryOps = []binaryOp{
	{Add, plainTensor, ir.Commutative, number(negativeZero), boolOnly(allOnes), selfUnknown, instruction, sumRange, "Sum of two numbers. Integers wrap; on i1 it is or.", derived("1", "1"), field.Rational(field.Binary(field.Add), field.Binary(field.Or))},
	{Sub, numberTensor, 0, number(0), nil, selfZero, instruction, differenceRange, "Difference. Integers wrap.", derived("1", "-1"), field.Rational(field.Binary(field.Sub))},
	{Mul, plainTensor, ir.Commutative, number(1), exactZero, selfUnknown, instruction, productRange, "Product. Integers wrap; on i1 it is and. That of complex numbers is (ac - bd, ad + bc), also where parts are infinite.", derived("y", "x"), field.Rational(field.Binary(field.Mul))},
	{Div, numberTensor, 0, number(1), nil, selfUnknown, function, quotientRange, "Quotient. Integers truncate towards zero; division by zero gives all bits set, the least integer divided by -1 is itself.", derivedSingular("1/y", "-(r/y)"), field.OfReals(field.Binary(field.Div))},
	{Rem, realTensor, 0, nil, nil, selfUnknown, function, remainderRange, "Remainder with the sign of the dividend. It is exact for floats; by integer zero it is the dividend.", derived("1", "-round_even((x-r)/y)"), opaque("rem")},
	{Pow, numberTensor, 0, number(1), nil, selfUnknown, ofPositive, powerRange, "Power. Integers wrap; to a negative exponent, 1 and -1 give 1 or -1 and other bases 0. Of complex numbers it is the principal value.", powDerivative, field.OfReals(field.Binary(field.Power))},
	{Max, plainTensor, ir.Commutative, boolOnly(number(0)), boolOnly(allOnes), selfOperand, instruction, maxRange, "Greater element. NaN wins over numbers, and +0 is greater than -0; on i1 it is or. Complex numbers go by their real parts, then by the imaginary ones, and those with a NaN win.", extremeDerivative("x < y", true), field.OfReals(field.Binary(field.Max), field.Binary(field.Or))},
	{Min, plainTensor, ir.Commutative, boolOnly(allOnes), boolOnly(number(0)), selfOperand, instruction, minRange, "Lesser element. NaN wins over numbers, and -0 is less than +0; on i1 it is and. Complex numbers go by their real parts, then by the imaginary ones, and those with a NaN win.", extremeDerivative("y < x", false), field.OfReals(field.Binary(field.Min), field.Binary(field.Mul))},
	{Atan2, fieldTensor, 0, nil, nil, selfUnknown, function, angleRange, "Angle in radians, in [-pi, pi], of the point with ordinate lhs and abscissa rhs.", atan2Derivative, opaque("atan2")},
	{NextAfter, floatTensor, 0, nil, nil, selfOperand, function, nil, "Neighbour of lhs in the direction of rhs; rhs if they are equal.", derived("1", ""), opaque("next_after")},
	{Zeta, floatTensor, 0, nil, nil, selfUnknown, ofPositive, nil, "Hurwitz zeta function: the sum of (rhs+k)^-lhs over k = 0, 1, ... for lhs > 1. For a negative rhs it has values where lhs is whole.", derivedSingular(byOrder, "-x*zeta(x+1, y)"), opaque("zeta")},
	{Polygamma, floatTensor, 0, nil, nil, selfUnknown, likeZeta, nil, "Derivative of digamma at rhs, of the order lhs, which is a whole number: of order 0, digamma itself.", derivedSingular(byOrder, "polygamma(x+1, y)"), opaque("polygamma")},
	{Mulhi, integerTensor, ir.Commutative, nil, number(0), selfUnknown, function, nil, "Upper half of the product of double width.", discrete, field.Is(field.Commutative("mulhi"))},
	{And, bitsTensor, ir.Commutative, allOnes, number(0), selfOperand, instruction, andRange, "Bitwise and.", discrete, field.Is(field.Commutative("and"), field.Binary(field.Mul))},
	{Or, bitsTensor, ir.Commutative, number(0), allOnes, selfOperand, instruction, orRange, "Bitwise or.", discrete, field.Is(field.Commutative("or"), field.Binary(field.Or))},
	{Xor, bitsTensor, ir.Commutative, number(0), nil, selfZero, instruction, orRange, "Bitwise exclusive or.", discrete, field.Is(field.Commutative("xor"), field.Binary(field.Xor))},
	{Shl, integerTensor, 0, number(0), nil, selfUnknown, instruction, nil, "Shift left. The amount is read as unsigned, and from the width on the result is 0.", discrete, opaque("shl")},
	{Shr, integerTensor, 0, number(0), nil, selfUnknown, instruction, nil, "Shift right that copies the highest bit. The amount is read as unsigned, and from the width on every bit is that bit.", discrete, opaque("shr")},
	{ShrLogical, integerTensor, 0, number(0), nil, selfUnknown, instruction, shrLogicalRange, "Shift right that fills with zeros. The amount is read as unsigned, and from the width on the result is 0.", discrete, opaque("shr_logical")},
}

// number is an element of that value, in any type.
func number(v float64) element {
	return func(c *ir.Context, elem *ir.Type) []byte { return elementBytes(c, elem, v) }
}

// negativeZero is what a float can be added without changing it: +0 would turn
// -0 into +0. It is plain 0 in types without a negative zero.
var negativeZero = math.Copysign(0, -1)

// exactZero absorbs in a product of integers; NaN, infinities and signs keep
// it from doing so for floats.
func exactZero(c *ir.Context, elem *ir.Type) []byte {
	if isInexact(elem) {
		return nil
	}
	return elementBytes(c, elem, 0)
}

func boolOnly(e element) element {
	return func(c *ir.Context, elem *ir.Type) []byte {
		if !elem.IsBool() {
			return nil
		}
		return e(c, elem)
	}
}

func init() {
	for _, b := range binaryOps {
		b.define()
	}
}

func (b binaryOp) define() {
	name := b.def.Mnemonic()
	b.def.Define(ir.OpDef{
		Doc:      b.doc,
		Example:  binaryExample(name, exampleElem(b.operand)),
		Operands: ir.Args(ir.Arg("lhs", b.operand), ir.Arg("rhs", b.operand)),
		Results:  ir.Args(ir.Arg("output", b.operand)),
		Traits:   ir.Pure | ir.Elementwise | ir.Broadcasts | b.commutative,
		Format:   "$lhs `,` $rhs attr-dict `:` same-type",
		Infer:    inferElementwise(keepElem),
		Fold:     b.fold,
		Slots: append(slices.Concat(b.speed.slots(b.def, b.operand, 2), b.rangeSlots(), cutOffSlots(b.def)),
			autodiff.Derivative.Of(b.derivative),
			te.Expand.Of(te.Elementwise),
			opgen.FormsOf.Of(opgen.Plain),
			field.Of.Of(b.field),
			opgen.InstanceOf.Of(opgen.Instance{}),
			writesElements(b.def),
			rewrite.Patterns.Of(elementwisePatterns(b.def)),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveBinary(name, s.In[0].DType, s.In[0].Shape, s.In[1].Shape, s.Out[0].Shape)
				step, err := binaryStep(run, err)
				return b.speed.step(s, step), err
			}),
			inTiles(func(s *interp.Site) (kernel.Blocks, error) { return kernel.BinaryBlocks(name, s.In[0].DType) }),
		),
	})
}

// rangeSlots are what the op tells of the range of its results; of truth values, nothing.
func (b binaryOp) rangeSlots() ir.Slots {
	if b.ranges == nil {
		return nil
	}
	return ir.Slots{analysis.RangeOf.Of(func(o *ir.Op, operand func(int) bounds) bounds {
		if elem := o.Result(0).Type().Elem(); elem.IsBool() {
			return analysis.FullRange(elem)
		}
		return b.ranges(operand(0), operand(1), o)
	})}
}

func (b binaryOp) fold(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	c, result := o.Context(), o.Result(0).Type()
	elem := result.Elem()
	if o.Operand(0) == o.Operand(1) {
		switch {
		case b.self == selfOperand:
			return toValue(o, o.Operand(0))
		case b.self == selfZero && !isInexact(elem):
			return toConst(splat(c, result, 0))
		}
	}
	for side, a := range consts {
		if side == 0 && b.commutative == 0 || !a.Is(ir.DenseAttr) {
			continue
		}
		if b.neutral != nil && isSplatOf(a, b.neutral(c, elem)) {
			if f := toValue(o, o.Operand(1-side)); f != nil {
				return f
			}
		}
		if b.absorbing != nil {
			if zero := b.absorbing(c, elem); isSplatOf(a, zero) {
				return toConst(splatOfBytes(c, result, zero))
			}
		}
	}
	return foldElement(o, consts)
}

func binaryExample(name, elem string) string {
	const text = `func.func @f(%x: tensor<4x8xELEM>, %y: tensor<8xELEM>) -> tensor<4x8xELEM> {
  %0 = tg.NAME %x, %x : tensor<4x8xELEM>
  %1 = tg.NAME %0, %y : (tensor<4x8xELEM>, tensor<8xELEM>) -> tensor<4x8xELEM>
  return %1 : tensor<4x8xELEM>
}`
	return strings.NewReplacer("NAME", name, "ELEM", elem).Replace(text)
}

// greatestOf is the range of the greater of two elements.
func greatestOf(x, y bounds) bounds {
	return bounds{
		Low: max(x.Low, y.Low), High: max(x.High, y.High), NaN: x.NaN || y.NaN, Whole: x.Whole && y.Whole,
		MinusZero: x.MinusZero && !y.NonNegative() || y.MinusZero && !x.NonNegative(),
	}
}

// leastOf is the range of the lesser of two elements.
func leastOf(x, y bounds) bounds {
	return bounds{
		Low: min(x.Low, y.Low), High: min(x.High, y.High), NaN: x.NaN || y.NaN, Whole: x.Whole && y.Whole,
		MinusZero: x.MinusZero || y.MinusZero,
	}
}

func maxRange(x, y bounds, _ *ir.Op) bounds { return greatestOf(x, y) }

func minRange(x, y bounds, _ *ir.Op) bounds { return leastOf(x, y) }

func sumRange(x, y bounds, o *ir.Op) bounds {
	elem := o.Result(0).Type().Elem()
	opposite := math.IsInf(x.Low, -1) && math.IsInf(y.High, 1) || math.IsInf(x.High, 1) && math.IsInf(y.Low, -1)
	return wrapped(bounds{
		Low: orElse(rounded(elem, x.Low+y.Low), math.Inf(-1)), High: orElse(rounded(elem, x.High+y.High), math.Inf(1)),
		NaN: x.NaN || y.NaN || opposite, MinusZero: x.MinusZero && y.MinusZero, Whole: x.Whole && y.Whole,
	}, elem)
}

func differenceRange(x, y bounds, o *ir.Op) bounds {
	minus := y
	minus.Low, minus.High, minus.MinusZero = -y.High, -y.Low, y.Holds(0)
	return sumRange(x, minus, o)
}

func productRange(x, y bounds, o *ir.Op) bounds {
	elem := o.Result(0).Type().Elem()
	if elem.IsFloat() && o.Operand(0) == o.Operand(1) {
		return bounds{Low: 0, High: math.Inf(1), NaN: x.NaN, Whole: x.Whole}
	}
	infinite := math.IsInf(x.Low, 0) || math.IsInf(x.High, 0) || math.IsInf(y.Low, 0) || math.IsInf(y.High, 0)
	out := bounds{
		Low: math.Inf(1), High: math.Inf(-1), NaN: x.NaN || y.NaN || infinite && (x.Holds(0) || y.Holds(0)),
		MinusZero: !x.NonNegative() || !y.NonNegative(), Whole: x.Whole && y.Whole,
	}
	for _, a := range []float64{x.Low, x.High} {
		for _, b := range []float64{y.Low, y.High} {
			corner := orElse(rounded(elem, a*b), 0)
			out.Low, out.High = min(out.Low, corner), max(out.High, corner)
		}
	}
	return wrapped(out, elem)
}

// quotientRange is that of what is not negative, of integers by what is not 0 either.
func quotientRange(x, y bounds, o *ir.Op) bounds {
	elem := o.Result(0).Type().Elem()
	switch {
	case elem.IsFloat() && x.NonNegative() && y.NonNegative():
		return bounds{Low: 0, High: math.Inf(1), NaN: true}
	case !elem.IsFloat() && x.Low >= 0 && y.Low >= 1:
		return bounds{Low: 0, High: x.High, Whole: true}
	}
	return analysis.FullRange(elem)
}

func powerRange(x, _ bounds, o *ir.Op) bounds {
	elem := o.Result(0).Type().Elem()
	if elem.IsFloat() && x.NonNegative() {
		return bounds{Low: 0, High: math.Inf(1), NaN: true}
	}
	return analysis.FullRange(elem)
}

// remainderRange knows that a remainder has the sign of the dividend and is less than the divisor,
// unless an integer is divided by 0.
func remainderRange(x, y bounds, o *ir.Op) bounds {
	elem := o.Result(0).Type().Elem()
	if !x.NonNegative() {
		return analysis.FullRange(elem)
	}
	out := bounds{Low: 0, High: x.High, NaN: elem.IsFloat(), Whole: x.Whole && y.Whole}
	if !elem.IsFloat() && y.Low >= 1 {
		out.High = min(out.High, y.High-1)
	}
	return out
}

func angleRange(_, _ bounds, _ *ir.Op) bounds {
	return bounds{Low: -4, High: 4, NaN: true, MinusZero: true}
}

// andRange knows that no bit is set that an operand that is not negative lacks.
func andRange(x, y bounds, o *ir.Op) bounds {
	switch {
	case x.Low >= 0 && y.Low >= 0:
		return bounds{Low: 0, High: min(x.High, y.High), Whole: true}
	case x.Low >= 0:
		return bounds{Low: 0, High: x.High, Whole: true}
	case y.Low >= 0:
		return bounds{Low: 0, High: y.High, Whole: true}
	}
	return analysis.FullRange(o.Result(0).Type().Elem())
}

// orRange is that of an op that sets no bit above all that are set.
func orRange(x, y bounds, o *ir.Op) bounds {
	if x.Low >= 0 && y.Low >= 0 {
		return bounds{Low: 0, High: bitsBelow(max(x.High, y.High)), Whole: true}
	}
	return analysis.FullRange(o.Result(0).Type().Elem())
}

func shrLogicalRange(x, y bounds, o *ir.Op) bounds {
	elem := o.Result(0).Type().Elem()
	switch {
	case x.Low >= 0:
		return bounds{Low: 0, High: math.Floor(math.Ldexp(x.High, -int(min(max(y.Low, 0), 64)))), Whole: true}
	case y.Low >= 1:
		return bounds{Low: 0, High: math.Ldexp(1, int(width(elem)-int64(min(y.Low, float64(width(elem)))))), Whole: true}
	}
	return analysis.FullRange(elem)
}

// bitsBelow is the greatest number with as many bits as v.
func bitsBelow(v float64) float64 {
	_, exponent := math.Frexp(v)
	return math.Ldexp(1, exponent) - 1
}

func orElse(v, other float64) float64 {
	if math.IsNaN(v) {
		return other
	}
	return v
}
