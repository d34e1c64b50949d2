package saturate

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// outside knows which values from outside of a piece are constants, or computed from nothing else
// and going to be folded, as those of the piece itself that are free.
type outside map[*ir.Value]bool

// maxChain bounds the ops that are looked at for one value.
const maxChain = 200

// folds reports whether v is such a value.
func (x outside) folds(v *ir.Value) bool {
	stack, left := []*ir.Value{v}, maxChain
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		d := top.Def()
		if _, known := x[top]; known {
			stack = stack[:len(stack)-1]
			continue
		}
		if d == nil || left == 0 || !foldsOn(d) {
			x[top] = false
			stack = stack[:len(stack)-1]
			continue
		}
		left--
		free, waits := true, len(stack)
		for _, w := range d.Operands() {
			is, known := x[w]
			if !known {
				stack = append(stack, w)
			}
			free = free && is
		}
		if len(stack) == waits {
			x[top] = free
			stack = stack[:len(stack)-1]
		}
	}
	return x[v]
}

// foldsOn reports whether an op is a constant, or going to be folded if its operands are.
func foldsOn(o *ir.Op) bool {
	if o.NumRegions() > 0 || !o.Has(ir.Pure|ir.NoMemoryEffect|ir.RecursiveEffects) {
		return false
	}
	return o.Has(ir.ConstantLike) || o.NumOperands() > 0 && cost.Folds(o)
}
