package passes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

// foldFunctions are the functions that may be called at compile time: those of
// the symbol table that the pass works on that are pure through and through, hide
// nothing and hold no value that is too large. What the pass does to them meanwhile
// makes none of them less so.
type foldFunctions struct {
	*analysis.PureFunctions
	root   *ir.Op
	module *interp.Module
}

func newFoldFunctions(root *ir.Op, fits func(*ir.Op) bool) foldFunctions {
	allowed := func(o *ir.Op) bool { return !o.Has(ir.Opaque) && fits(o) }
	return foldFunctions{PureFunctions: analysis.PureIn(root, allowed), root: root}
}

// compiled is the functions, for the interpreter.
func (f *foldFunctions) compiled() *interp.Module {
	if f.module == nil && f.root.Has(ir.SymbolTable) {
		f.module = interp.NewModule(f.root)
	}
	return f.module
}
