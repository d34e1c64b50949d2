package analysis

import "github.com/tg-opt/tg/ir"

// Speculatable reports whether o may run where it did not before, given the
// same operands: nothing in it is undefined, traps or goes on for ever. A
// division by what may be zero is not, although it has no effect.
func Speculatable(o *ir.Op) bool {
	yes := true
	ir.Walk(o, func(o *ir.Op) ir.WalkAction {
		d := o.Def()
		switch {
		case d == nil:
			yes = false
		case d.Has(ir.Pure):
			return ir.Skip
		case d.Speculatable != nil:
			yes = d.Speculatable(o)
		default:
			yes = d.Has(ir.RecursiveEffects)
		}
		if !yes {
			return ir.Stop
		}
		return ir.Advance
	})
	return yes
}
