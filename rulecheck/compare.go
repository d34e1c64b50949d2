package rulecheck

import (
	"errors"
	"fmt"
	"math"
	"slices"

	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/tensor"
)

// failure is an instance that shows a rule to be wrong.
type failure struct {
	*instance
	inputs  []*tensor.Tensor
	problem string
}

// regimes are the values that are worth trying at a level; directed ones those on
// instances whose constants are chosen.
var (
	regimes = map[rewrite.Level][]opgen.Regime{
		rewrite.Exact:  {opgen.Special, opgen.Edge, opgen.Near, opgen.Small},
		rewrite.Finite: {opgen.Finite, opgen.Low, opgen.Small, opgen.Ordinary, opgen.Positive},
		rewrite.Real:   {opgen.Ordinary, opgen.Positive, opgen.Unit, opgen.Small},
	}
	directedRegimes = map[rewrite.Level][]opgen.Regime{
		rewrite.Exact:  {opgen.Edge, opgen.Near},
		rewrite.Finite: {opgen.Finite, opgen.Low},
		rewrite.Real:   {opgen.Ordinary, opgen.Positive},
	}
	// Where elements meet each other, NaN hides what others do.
	directedOfMany = []opgen.Regime{opgen.Edge, opgen.Near, opgen.Pair, opgen.Pair, opgen.Pair}
)

// compare runs both sides of an instance on values of several regimes. It
// returns how many elements it compared, and the first failure.
func (in *instance) compare(c *checker) (compared int, f *failure) {
	level := in.level(c.rule)
	tried := regimes[level]
	if in.directed {
		tried = directedRegimes[level]
		if level == rewrite.Exact && !c.elementwise {
			tried = directedOfMany
		}
	}
	return in.compareIn(c, tried)
}

// compareIn is compare on values of the given regimes.
func (in *instance) compareIn(c *checker, tried []opgen.Regime) (compared int, f *failure) {
	level := in.level(c.rule)
	if p := in.typeProblem(); p != "" {
		return 0, &failure{in, in.inputs(c, opgen.Small), p}
	}
	for _, r := range tried {
		inputs := in.inputs(c, r)
		n, problem := in.compareOn(level, inputs)
		compared += n
		if problem != "" {
			return compared, &failure{in, inputs, problem}
		}
	}
	c.filled = c.filled || compared > 0 && in.filled()
	return compared, nil
}

// filled reports whether all inputs and results of the left side have elements.
func (in *instance) filled() bool {
	all := func(values []*ir.Value) bool {
		return !slices.ContainsFunc(values, func(v *ir.Value) bool { return slices.Contains(v.Type().Shape(), 0) })
	}
	return all(in.before.Args()) && all(in.before.Last().Operands())
}

// level is exact for an instance without floats: a level speaks of these only.
func (in *instance) level(rule *rule.Rule) rewrite.Level {
	if in.narrowest() == tensor.Invalid {
		return rewrite.Exact
	}
	return rule.Level
}

// narrowest is the dtype of the coarsest floats of the left side; Invalid if
// there are none.
func (in *instance) narrowest() tensor.DType {
	d := tensor.Invalid
	see := func(t *ir.Type) {
		if f, ok := interp.DTypeOf(t.ElemOrSelf()); ok && f.Part().IsFloat() {
			if f = f.Part(); d == tensor.Invalid || epsilon(f) > epsilon(d) {
				d = f
			}
		}
	}
	for _, a := range in.before.Args() {
		see(a.Type())
	}
	for o := in.before.First(); o != nil; o = o.Next() {
		for _, v := range o.Results() {
			see(v.Type())
		}
	}
	return d
}

func (in *instance) inputs(c *checker, r opgen.Regime) []*tensor.Tensor {
	g := &opgen.Generator{Rand: c.rng, Ctx: c.ctx}
	if r == opgen.Near || r == opgen.Low || r == opgen.Pair {
		g.Floats, g.Integers, g.Infinite = in.companions()
	}
	list := make([]*tensor.Tensor, in.before.NumArgs())
	for i, a := range in.before.Args() {
		list[i] = g.Tensor(a.Type(), r)
	}
	return list
}

// typeProblem says what is wrong with the right side without running it.
func (in *instance) typeProblem() string {
	if f := in.after.Parent(); f.Is(fn.Func) {
		return invalid(f)
	}
	was, is := in.before.Last().OperandTypes(), in.after.Last().OperandTypes()
	for i := range was {
		if was[i] != is[i] {
			return fmt.Sprintf("result %d has type '%s' on the left and '%s' on the right", i, was[i], is[i])
		}
	}
	for o := in.after.First(); o != in.after.Last(); o = o.Next() {
		if p := invalid(o); p != "" {
			return p
		}
	}
	return ""
}

// invalid says what the verifier has against an op of the right side.
func invalid(o *ir.Op) string {
	err := ir.Verify(o)
	var d *ir.Diag
	switch {
	case err == nil:
		return ""
	case errors.As(err, &d):
		return "the right side is not valid: " + d.Message
	}
	return "the right side is not valid: " + err.Error()
}

// compareOn runs both sides on inputs. The problem is "" when they agree, or
// when the level says nothing of this run: then nothing was compared.
func (in *instance) compareOn(level rewrite.Level, inputs []*tensor.Tensor) (compared int, problem string) {
	left, err := in.runner(in.before).run(inputs)
	if err != nil {
		in.obstacle = err
	}
	if errors.As(err, new(crash)) {
		return 0, fmt.Sprintf("the left side cannot be executed: %v", err)
	}
	if err != nil {
		return 0, "" // no kernel for these types, or undefined
	}
	said, ok := in.inScope(level, left)
	if !ok {
		return 0, ""
	}
	right, err := in.runner(in.after).run(inputs)
	if err != nil {
		return 0, fmt.Sprintf("the right side cannot be executed: %v", err)
	}
	same := sameBits
	switch level {
	case rewrite.Finite:
		same = equal
	case rewrite.Real:
		same = within(in.tolerance(left, right))
	}
	for i, x := range left.outputs {
		if x.Len() == 0 {
			compared++ // its type is all there is
		}
		for k := range x.Len() {
			if said != nil && !said[k] {
				continue
			}
			compared++
			if same(x, right.outputs[i], k) {
				continue
			}
			if level == rewrite.Real && in.illConditioned(inputs, left, right, i, k) {
				compared--
				continue
			}
			in.differs = k
			return compared, fmt.Sprintf("result %d, element %d is %s on the left and %s on the right", i, k, element(x, k), element(right.outputs[i], k))
		}
	}
	return compared, ""
}

// inScope reports whether a level says anything of a run of the left side, and if elements are
// apart, of which of these; nil for all. The constants that the rule asks for are no matter of the
// run.
func (in *instance) inScope(level rewrite.Level, left *trace) (elements []bool, ok bool) {
	if level == rewrite.Exact {
		return nil, true
	}
	if in.apart {
		elements = slices.Repeat([]bool{true}, left.outputs[0].Len())
	}
	for v, x := range left.values {
		if in.literals[v] || !x.DType().IsFloat() {
			continue
		}
		for k := range x.Len() {
			switch {
			case speaksOf(level, x.Float64At(k)):
			case len(elements) == x.Len():
				elements[k] = false
			default:
				return nil, false
			}
		}
	}
	return elements, elements == nil || slices.Contains(elements, true)
}

// speaksOf reports whether a level, other than exact, says anything of runs in which a number
// occurs.
func speaksOf(level rewrite.Level, v float64) bool {
	return finite(v) && (level != rewrite.Finite || v != 0 || !math.Signbit(v))
}

func element(x *tensor.Tensor, k int) string {
	if x.DType().IsFloat() {
		return fmt.Sprint(x.Float64At(k))
	}
	if x.DType().IsUnsigned() {
		return fmt.Sprint(uint64(x.Int64At(k)))
	}
	return fmt.Sprint(x.Int64At(k))
}

func sameBits(x, y *tensor.Tensor, k int) bool {
	if !x.DType().IsFloat() {
		return x.Int64At(k) == y.Int64At(k)
	}
	a, b := x.Float64At(k), y.Float64At(k)
	return a != a && b != b || a == b && math.Signbit(a) == math.Signbit(b)
}

func equal(x, y *tensor.Tensor, k int) bool {
	if !x.DType().IsFloat() {
		return x.Int64At(k) == y.Int64At(k)
	}
	return x.Float64At(k) == y.Float64At(k)
}

// within compares floats with a tolerance and everything else exactly.
func within(tolerance float64) func(x, y *tensor.Tensor, k int) bool {
	return func(x, y *tensor.Tensor, k int) bool {
		if !x.DType().IsFloat() {
			return x.Int64At(k) == y.Int64At(k)
		}
		return math.Abs(x.Float64At(k)-y.Float64At(k)) <= tolerance // false for NaN and infinities
	}
}

// epsilon is the distance of 1 from the next larger number of a float type.
func epsilon(d tensor.DType) float64 {
	switch d {
	case tensor.F64:
		return 0x1p-52
	case tensor.F32:
		return 0x1p-23
	case tensor.F16:
		return 0x1p-10
	case tensor.BF16:
		return 0x1p-7
	}
	return 0x1p-2
}

// tolerance is how far the two sides of a rule of level real may be apart: the
// square root of epsilon times the largest magnitude that occurs in either,
// apart from the constants that the rule asks for.
// Rounding errors of the handful of ops of a rule, on inputs that are all about
// as large as 1, are some epsilons of that magnitude; a rule that is wrong over
// the reals is wrong by about the magnitude itself. In f64 and f32 there are
// seven and three digits between the two.
func (in *instance) tolerance(left, right *trace) float64 {
	scale := 0.0
	for _, t := range []*trace{left, right} {
		for value, x := range t.values {
			if in.literals[value] || !x.DType().IsFloat() {
				continue
			}
			for k := range x.Len() {
				if v := math.Abs(x.Float64At(k)); v > scale && !math.IsInf(v, 0) {
					scale = v
				}
			}
		}
	}
	return math.Sqrt(epsilon(in.narrowest())) * scale
}

// illConditioned reports whether the left side itself changes by a good part of
// the difference when it is computed in f64, or when its inputs change in their
// last bits, or whether the right side overflows where f64 does not: then the
// difference shows nothing. It is asked of differences only.
func (in *instance) illConditioned(inputs []*tensor.Tensor, left, right *trace, i, k int) bool {
	difference := math.Abs(left.outputs[i].Float64At(k) - right.outputs[i].Float64At(k))
	if v := in.roundsBy(inputs, left, i, k); v > difference/16 || math.IsInf(v, 0) || in.overflows(inputs, right, i, k) {
		return true
	}
	for _, direction := range []float64{1, -1} {
		for only := range inputs {
			moved := append([]*tensor.Tensor(nil), inputs...)
			moved[only] = inputs[only].Clone()
			if x := moved[only].Parts(); x.DType().IsFloat() {
				for n := range x.Len() {
					x.SetFloat64(n, x.Float64At(n)*(1+float64(2*direction*epsilon(x.DType()))))
				}
			}
			t, err := evaluate(in.before, moved)
			if err != nil {
				continue
			}
			v := math.Abs(t.outputs[i].Float64At(k) - left.outputs[i].Float64At(k))
			if v != v || v > difference/16 && v > 0 {
				return true
			}
		}
	}
	return false
}

// Difference tells the first element in which two tensors of one type differ,
// of NaNs there is one; "" for none.
func Difference(x, y *tensor.Tensor) string {
	x, y = x.Parts(), y.Parts()
	for k := range x.Len() {
		if !sameBits(x, y, k) {
			return fmt.Sprintf("element %d is %s, then %s", k, element(x, k), element(y, k))
		}
	}
	return ""
}
