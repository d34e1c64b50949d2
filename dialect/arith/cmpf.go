package arith

import (
	"errors"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// CmpF is the comparison of floats.
var CmpF = Dialect.NewOp("arith.cmpf")

// floatPredicate is a kind of comparison, as the property has it. An ordered
// one, o.., does not hold when an operand is NaN, an unordered one, u.., does.
type floatPredicate int64

const (
	never floatPredicate = iota
	oeq
	ogt
	oge
	olt
	ole
	one
	ord
	ueq
	ugtF
	ugeF
	ultF
	uleF
	une
	uno
	ever
)

var floatPredicateNames = []string{"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"}

// outcomes is, for each predicate, the set of orders for which it holds.
var outcomes = func() (sets [ever + 1]uint8) {
	const lt, eq, gt, nan = 1 << less, 1 << equal, 1 << greater, 1 << unordered
	for p, set := range []uint8{0, eq, gt, gt | eq, lt, lt | eq, lt | gt, lt | eq | gt} {
		sets[p] = set
		sets[p+int(ord)] = set | nan
	}
	sets[ord], sets[uno], sets[ever] = lt|eq|gt, nan, lt|eq|gt|nan
	return sets
}()

func (p floatPredicate) holds(o order) bool { return outcomes[p]>>o&1 == 1 }

func floatPredicateOf(o *ir.Op) floatPredicate { return floatPredicate(o.Attr("predicate").Int()) }

var isFloatPredicate = newEnum("predicate", "", 64, floatPredicateNames...)

func init() {
	CmpF.Define(ir.OpDef{
		Doc: "Comparison of floats. Of oeq, ogt, oge, olt, ole, one none holds when an operand is NaN, of ueq, ugt, uge, ult, ule, une each does; " +
			"ord holds when no operand is NaN, uno when one is, true always and false never.",
		Example: `func.func @f(%x: f32, %y: tensor<?xbf16>) -> (i1, tensor<?xi1>) {
  %0 = arith.cmpf olt, %x, %x fastmath<nnan> : f32
  %1 = arith.cmpf une, %y, %y : tensor<?xbf16>
  return %0, %1 : i1, tensor<?xi1>
}`,
		Operands: ir.Args(ir.Arg("lhs", floatLike), ir.Arg("rhs", floatLike)),
		Results:  ir.Args(ir.Arg("result", boolLike)),
		Attrs:    []ir.AttrArg{{Name: "predicate", Is: isFloatPredicate}, fastMath.attr},
		Traits:   ir.Pure | ir.Elementwise,
		// The form is not a format: one type stands for those of the operands, after flags.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			st.SetAttr("predicate", isFloatPredicate.Parse(p))
			p.Expect(",")
			t := parseBinary(p, st, fastMath)
			st.Results = boolOf(p.Context(), t).Alone()
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" " + floatPredicateNames[floatPredicateOf(o)] + ", ")
			p.Operand(o.Operand(0))
			p.Str(", ")
			p.Operand(o.Operand(1))
			fastMath.print(p, o)
			p.AttrDict(o, "predicate", "fastmath")
			p.Str(" : ")
			p.Type(o.Operand(0).Type())
		},
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			return inferredOr(in, notBoolsOf, boolOf(in.Ctx, in.Operands[0]))
		},
		Verify: func(o *ir.Op) error {
			switch t := o.Operand(0).Type(); {
			case o.Result(0).Type() != boolOf(o.Context(), t):
				return errors.New(notBoolsOf)
			case o.Operand(1).Type() != t:
				return errors.New("requires all operands to have the same type")
			}
			return nil
		},
		Fold: foldCmpF,
		Slots: ir.Slots{
			rewrite.Patterns.Of(cmpFPatterns),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(cmpFKernel),
		},
	})
}

// foldCmpF computes with scalars. One NaN is enough to know the result.
func foldCmpF(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	i := slices.IndexFunc(consts, func(a *ir.Attr) bool {
		n, ok := splatFloat(a)
		return ok && a.Is(ir.FloatAttr) && n.isNaN()
	})
	var result order
	switch {
	case i >= 0:
		result = unordered
	case consts[0].Is(ir.FloatAttr) && consts[1].Is(ir.FloatAttr):
		a, _ := splatFloat(consts[0])
		b, _ := splatFloat(consts[1])
		result = a.cmp(b)
	default:
		return nil
	}
	return toConst(o.Context().BoolAttr(floatPredicateOf(o).holds(result)))
}

func cmpFKernel(s *interp.Site) (interp.Step, error) {
	p := floatPredicateOf(s.Op)
	return interp.Step{Work: oneByOne(s), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		bools := out[0].Bytes()
		for i := range bools {
			a, b := in[0].Float64At(i), in[1].Float64At(i)
			result := unordered
			switch {
			case a < b:
				result = less
			case a > b:
				result = greater
			case a == b:
				result = equal
			}
			bools[i] = 0
			if p.holds(result) {
				bools[i] = 1
			}
		}
		return nil
	}}, nil
}
