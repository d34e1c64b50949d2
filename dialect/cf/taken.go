package cf

import (
	"math/big"

	"github.com/tg-opt/tg/ir"
)

// takenByCondBr is the successor that a known condition chooses.
func takenByCondBr(_ *ir.Op, consts []*ir.Attr) (successor int, ok bool) {
	switch {
	case !consts[0].Is(ir.IntegerAttr):
		return 0, false
	case consts[0].Int() != 0:
		return 0, true
	}
	return 1, true
}

// takenBySwitch is the successor that a known flag chooses.
func takenBySwitch(o *ir.Op, consts []*ir.Attr) (successor int, ok bool) {
	if !consts[0].Is(ir.IntegerAttr) {
		return 0, false
	}
	flag := consts[0].BigInt()
	if flag.Sign() < 0 {
		flag = new(big.Int).Add(flag, new(big.Int).Lsh(big.NewInt(1), uint(o.Operand(0).Type().Width())))
	}
	for i, v := range CaseValues(o) {
		if v.Cmp(flag) == 0 {
			return i + 1, true
		}
	}
	return 0, true
}
