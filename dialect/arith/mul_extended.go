package arith

import (
	"errors"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/ub"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// The products of double width, in two halves.
var (
	MulSIExtended = Dialect.NewOp("arith.mulsi_extended")
	MulUIExtended = Dialect.NewOp("arith.mului_extended")
)

func init() {
	mulExtended{
		doc:      "Product of signed integers in double width: its low and its high half.",
		high:     num.mulHighS,
		patterns: mulSIExtendedPatterns,
	}.define(MulSIExtended)
	mulExtended{
		doc:      "Product of unsigned integers in double width: its low and its high half.",
		high:     num.mulHighU,
		byOne:    true,
		patterns: mulUIExtendedPatterns,
	}.define(MulUIExtended)
}

type mulExtended struct {
	doc      string
	high     func(a, b num) num
	byOne    bool // the high half of x*1 is 0
	patterns []*rewrite.Pattern
}

const oneMulType = "failed to verify that all of {lhs, rhs, low, high} have same type"

func (m mulExtended) define(d *ir.OpDef) {
	const example = `func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %low, %high = NAME %x, %y : i32
  return %low, %high : i32, i32
}`
	d.Define(ir.OpDef{
		Doc:      m.doc,
		Example:  strings.ReplaceAll(example, "NAME", d.Name()),
		Operands: ir.Args(ir.Arg("lhs", signlessInt), ir.Arg("rhs", signlessInt)),
		Results:  ir.Args(ir.Arg("low", signlessInt), ir.Arg("high", signlessInt)),
		Traits:   ir.Pure | ir.Commutative | ir.Elementwise,
		// The form is not a format: one type stands for four.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			t := parseBinary(p, st, nil)
			st.Results = []*ir.Type{t, t}
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			printBinary(p, o, nil)
			p.Type(o.Operand(0).Type())
		},
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			return inferredOr(in, oneMulType, in.Operands[0], in.Operands[0])
		},
		Verify: func(o *ir.Op) error {
			t := o.Operand(0).Type()
			if o.Operand(1).Type() != t || o.Result(0).Type() != t || o.Result(1).Type() != t {
				return errors.New(oneMulType)
			}
			return nil
		},
		Fold:       m.fold,
		ResultName: func(_ *ir.Op, i int) string { return [...]string{"low", "high"}[i] },
		Slots: ir.Slots{
			rewrite.Patterns.Of(m.patterns),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(pairStep(func(a, b num) (num, num) { return a.mul(b), m.high(a, b) })),
		},
	})
}

func (m mulExtended) fold(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	if isZero(consts[1]) {
		return []ir.Folded{{Const: consts[1]}, {Const: consts[1]}}
	}
	if m.byOne && isOne(consts[1]) {
		if zero := zeroOf(o.Context(), o.Result(1).Type()); zero != nil {
			return []ir.Folded{{Value: o.Operand(0)}, {Const: zero}}
		}
	}
	if f := ub.FoldPoison(o, consts); f != nil {
		return f
	}
	t := o.Result(0).Type()
	low := foldBinary(o.Context(), consts[0], consts[1], t, light(num.mul))
	if low == nil {
		return nil
	}
	return []ir.Folded{{Const: low}, {Const: foldBinary(o.Context(), consts[0], consts[1], t, light(m.high))}}
}
