package analysis

import "github.com/tg-opt/tg/ir"

// Speculatable reports whether o, apart from the ops inside of it, may run where
// it did not before, given the same operands: it is never undefined, traps or
// goes on for ever. A division by what may be zero is not, although it has no
// effect. inside says that the ops in o must be speculatable too.
func Speculatable(o *ir.Op) (self, inside bool) {
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
