package arith

import (
	"errors"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// CmpI is the comparison of integers.
var CmpI = Dialect.NewOp("arith.cmpi")

// predicate is a kind of comparison, as the property has it.
type predicate int64

const (
	eq predicate = iota
	ne
	slt
	sle
	sgt
	sge
	ult
	ule
	ugt
	uge
)

var predicates = newEnum("predicate", "", 64, "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")

// inverted is what holds when p does not, swapped what holds for the operands
// in the other order.
var (
	inverted = [...]predicate{eq: ne, ne: eq, slt: sge, sle: sgt, sgt: sle, sge: slt, ult: uge, ule: ugt, ugt: ule, uge: ult}
	swapped  = [...]predicate{eq: eq, ne: ne, slt: sgt, sle: sge, sgt: slt, sge: sle, ult: ugt, ule: uge, ugt: ult, uge: ule}
)

// holds reports whether a p b.
func (p predicate) holds(a, b num) bool {
	if p >= ult {
		return p.allows(a.cmpU(b))
	}
	return p.allows(a.cmpS(b))
}

// allows reports whether p holds for operands that compare as sign says.
func (p predicate) allows(sign int) bool {
	switch p {
	case eq:
		return sign == 0
	case ne:
		return sign != 0
	case slt, ult:
		return sign < 0
	case sle, ule:
		return sign <= 0
	case sgt, ugt:
		return sign > 0
	}
	return sign >= 0
}

func predicateOf(o *ir.Op) predicate { return predicate(o.Attr("predicate").Int()) }

func init() {
	CmpI.Define(ir.OpDef{
		Doc: "Comparison of integers: eq, ne, slt, sle, sgt, sge of signed numbers, ult, ule, ugt, uge of unsigned ones.",
		Example: `func.func @f(%x: i32, %y: tensor<?xindex>) -> (i1, tensor<?xi1>) {
  %0 = arith.cmpi slt, %x, %x : i32
  %1 = arith.cmpi ule, %y, %y : tensor<?xindex>
  return %0, %1 : i1, tensor<?xi1>
}`,
		Operands: ir.Args(ir.Arg("lhs", signlessInt), ir.Arg("rhs", signlessInt)),
		Results:  ir.Args(ir.Arg("result", boolLike)),
		Attrs:    []ir.AttrArg{{Name: "predicate", Is: predicates}},
		Traits:   ir.Pure | ir.Elementwise,
		// The form is not a format: one type stands for those of the operands.
		Parse: parseCmpI,
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			predicates.Print(p, o.Props().Get("predicate"))
			p.Str(", ")
			p.Operand(o.Operand(0))
			p.Str(", ")
			p.Operand(o.Operand(1))
			p.AttrDict(o, "predicate")
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
		Fold: foldCmpI,
		Slots: ir.Slots{
			rewrite.Patterns.Of(cmpIPatterns),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(cmpIKernel),
		},
	})
}

const notBoolsOf = "failed to verify that result type has i1 element type and same shape as operands"

func parseCmpI(p ir.OpParser, st *ir.OpState) {
	st.SetAttr("predicate", predicates.Parse(p))
	p.Expect(",")
	t := parseBinary(p, st, nil)
	st.Results = boolOf(p.Context(), t).Alone()
}

func foldCmpI(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	c, a, b, p := o.Context(), o.Operand(0), o.Operand(1), predicateOf(o)
	if a == b {
		n := newNum(1, 0)
		if p.allows(0) {
			n = newNum(1, 1)
		}
		return toConst(n.splat(c, o.Result(0).Type()))
	}
	if v := foldBoolTest(a, consts[1], p); v != nil {
		return toValue(v)
	}
	if consts[0] != nil && consts[1] == nil {
		o.SetAttr("predicate", c.I64Attr(int64(swapped[p])))
		o.SetOperand(0, b)
		o.SetOperand(1, a)
		return ir.FoldedInPlace
	}
	if consts[0] == nil {
		return nil
	}
	return toConst(foldBinary(c, consts[0], consts[1], boolOf(c, consts[0].Type()), always(func(x, y num) num {
		if p.holds(x, y) {
			return newNum(1, 1)
		}
		return newNum(1, 0)
	})))
}

// foldBoolTest is the i1 that a comparison with 0 or 1 finds again, or nil.
func foldBoolTest(a *ir.Value, with *ir.Attr, p predicate) *ir.Value {
	if p == ne && isZero(with) {
		for _, ext := range [...]*ir.OpDef{ExtSI, ExtUI} {
			// mlir-opt looks through extensions of scalars and vectors only.
			if e := defining(a, ext); e != nil && !e.Operand(0).Type().IsTensor() && elemWidth(e.Operand(0).Type()) == 1 {
				return e.Operand(0)
			}
		}
	}
	if a.Type().ElemOrSelf().IsBool() && (p == ne && isZero(with) || p == eq && isOne(with)) {
		return a
	}
	return nil
}

func cmpIKernel(s *interp.Site) (interp.Step, error) {
	p := predicateOf(s.Op)
	return interp.Step{Work: oneByOne(s), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		for i := range out[0].Len() {
			n := newNum(1, 0)
			if p.holds(elementAt(in[0], i), elementAt(in[1], i)) {
				n.lo = 1
			}
			setElement(out[0], i, n)
		}
		return nil
	}}, nil
}
