package arith

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// The shifts.
var (
	ShLI  = Dialect.NewOp("arith.shli")
	ShRSI = Dialect.NewOp("arith.shrsi")
	ShRUI = Dialect.NewOp("arith.shrui")
)

func init() {
	for _, s := range []struct {
		def   *ir.OpDef
		doc   string
		flag  *flag
		shift func(a num, n uint) num
	}{
		{ShLI, "Shift to the left, with zeros from the right.", overflowFlag, num.shl},
		{ShRSI, "Shift to the right, with copies of the sign from the left. `exact` promises that only zeros are lost.", exact, num.shrS},
		{ShRUI, "Shift to the right, with zeros from the left. `exact` promises that only zeros are lost.", exact, num.shrU},
	} {
		calc := func(a, b num) (num, error) {
			n, ok := b.amount()
			if !ok {
				return a, fmt.Errorf("a shift by %s, but the type has %d bits", b.big(), a.w)
			}
			return s.shift(a, n), nil
		}
		intOp{
			doc:    s.doc + " The amount is unsigned; the result of a shift by the width or more is poison.",
			traits: ir.Pure,
			flag:   s.flag,
			fold:   func(o *ir.Op, consts []*ir.Attr) []ir.Folded { return foldShift(o, consts, s.shift) },
			calc:   calc,
		}.define(s.def)
	}
}

// foldShift folds a shift by zero and shifts of constants. An element that is
// shifted too far is poison, for which 0 or copies of the sign do as well as
// anything; but like mlir-opt's, the folder leaves the op alone when the last
// element is, or a whole operand is poison.
func foldShift(o *ir.Op, consts []*ir.Attr, shift func(a num, n uint) num) []ir.Folded {
	if isZero(consts[1]) {
		return toValue(o.Operand(0))
	}
	if consts[0] == nil || !lastInBounds(consts[1]) {
		return nil
	}
	return toConst(foldBinary(o.Context(), consts[0], consts[1], consts[0].Type(), func(a, b num) (num, bool) {
		n, ok := b.amount()
		if !ok {
			return shift(shift(a, uint(a.w-1)), 1), true
		}
		return shift(a, n), true
	}))
}

// lastInBounds reports whether the last element of constant a, which may be nil,
// is an amount that its type can be shifted by.
func lastInBounds(a *ir.Attr) bool {
	n, ok := splatOf(a)
	if !ok && isIntElements(a) && len(a.Raw()) > 0 {
		elem := a.Type().Elem()
		n, ok = readNum(a.Raw()[len(a.Raw())-ir.StorageBytes(elem):], elem), true
	}
	if ok {
		_, ok = n.amount()
	}
	return ok
}
