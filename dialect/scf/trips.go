package scf

import (
	"math/big"

	"github.com/tg-opt/tg/dialect/arith"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/ir"
)

// tripCount is how often a loop runs whose bounds are signed or not, if that
// follows from constants. A step that is not positive is not allowed, so that
// such a loop may as well not run.
func tripCount(lb, ub, step tensorop.Index, signed bool) (n *big.Int, known bool) {
	if lb == ub {
		return new(big.Int), true
	}
	by := numberOf(step, true)
	if by != nil && by.Sign() <= 0 {
		return new(big.Int), true
	}
	distance := distanceOf(lb, ub, signed)
	switch {
	case distance == nil:
		return nil, false
	case distance.Sign() < 0:
		return new(big.Int), true
	case by == nil:
		return nil, false
	}
	n, rest := new(big.Int).QuoRem(distance, by, new(big.Int))
	if rest.Sign() != 0 {
		n.Add(n, big.NewInt(1))
	}
	return n, true
}

// distanceOf is how far the upper bound of a loop is from the lower one,
// negative when it is not above, or nil when that is not known. mlir-opt
// computes it in the width of the bounds and as a signed number, so that it
// drops loops over more than half of all numbers; here they stay.
func distanceOf(lb, ub tensorop.Index, signed bool) *big.Int {
	from, to := numberOf(lb, signed), numberOf(ub, signed)
	switch add := definer(ub.Value); {
	case from != nil && to != nil && to.Cmp(from) <= 0:
		return big.NewInt(-1)
	case from != nil && to != nil:
		return to.Sub(to, from)
	case lb.Value != nil && add.Is(arith.AddI) && add.Operand(0) == lb.Value && arith.NeverWraps(add, signed):
		return number(ir.ConstantValue(add.Operand(1)), signed)
	}
	return nil
}

// definer is the op that v is a result of, nil if there is none.
func definer(v *ir.Value) *ir.Op {
	if v == nil {
		return nil
	}
	return v.Def()
}

// numberOf is the constant that a bound or a step is, or nil.
func numberOf(x tensorop.Index, signed bool) *big.Int {
	switch {
	case x.Value != nil:
		return number(ir.ConstantValue(x.Value), signed)
	case signed:
		return big.NewInt(x.Const)
	}
	return new(big.Int).SetUint64(uint64(x.Const))
}

// number is an integer constant read as signed or unsigned, or nil.
func number(a *ir.Attr, signed bool) *big.Int {
	if !a.Is(ir.IntegerAttr) {
		return nil
	}
	width := 64
	if t := a.Type(); !t.IsIndex() {
		width = t.Width()
	}
	if width == 0 || width > 64 {
		return wrap(a.BigInt(), a.Type(), signed)
	}
	spare := 64 - width
	if signed {
		return big.NewInt(a.Int() << spare >> spare)
	}
	return new(big.Int).SetUint64(uint64(a.Int()) << spare >> spare)
}

// wrap is v modulo the width of an integer type or of index, which has 64 bits,
// read as signed or unsigned.
func wrap(v *big.Int, t *ir.Type, signed bool) *big.Int {
	width := uint(64)
	if !t.IsIndex() {
		width = uint(t.Width())
	}
	full := new(big.Int).Lsh(big.NewInt(1), width)
	v = new(big.Int).Mod(v, full)
	if signed && width > 0 && v.Bit(int(width)-1) == 1 {
		v.Sub(v, full)
	}
	return v
}

func isOneInt(v *big.Int) bool { return v.IsInt64() && v.Int64() == 1 }

// isOne reports whether a is the integer 1.
func isOne(a *ir.Attr) bool {
	v := number(a, true)
	return v != nil && isOneInt(v)
}
