package analysis

import "github.com/tg-opt/tg/ir"

// Speculatable reports whether o may run where it did not before, given the
// same operands: nothing in it is undefined, traps or goes on for ever. A
// division by what may be zero is not, although it has no effect.
func Speculatable(o *ir.Op) bool {
	yes := true
	ir.Walk(o, func(o *ir.Op) ir.WalkAction {
		self, inside := SpeculatableAsSuch(o)
		yes = self
		switch {
		case !self:
			return ir.Stop
		case !inside:
			return ir.Skip
		}
		return ir.Advance
	})
	return yes
}

// SpeculatableAsSuch is Speculatable without a look at the ops inside of o;
// inside says that they must be speculatable too.
func SpeculatableAsSuch(o *ir.Op) (self, inside bool) {
	d := o.Def()
	switch {
	case d == nil:
		return false, false
	case d.Has(ir.Pure):
		return true, false
	case d.Speculatable != nil:
		return d.Speculatable(o), true
	}
	return d.Has(ir.RecursiveEffects), true
}
