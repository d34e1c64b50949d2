package tg

import (
	"github.com/tg-opt/tg/ir"
)

// parseTypes reads `: T` or `: (T, ...) -> T`, the twin of the format directive
// same-type, and resolves the operands.
func parseTypes(p ir.OpParser, st *ir.OpState, operands []ir.UnresolvedOperand) {
	p.Expect(":")
	pos := p.Pos()
	if p.Peek("(") {
		f := p.FuncType()
		st.Operands = p.ResolveAll(operands, f.Inputs(), pos)
		st.Results = f.Results()
		return
	}
	t := p.Type()
	for _, o := range operands {
		st.Operands = append(st.Operands, p.Resolve(o, t))
	}
	st.Results = []*ir.Type{t}
}

// printTypes writes what parseTypes reads.
func printTypes(p ir.OpPrinter, o *ir.Op) {
	p.Str(" : ")
	if t := commonType(o); t != nil {
		p.Type(t)
		return
	}
	p.FuncType(o.OperandTypes(), o.ResultTypes())
}

// commonType is the type of all operands and of the only result, or nil when
// they differ.
func commonType(o *ir.Op) *ir.Type {
	if o.NumResults() != 1 {
		return nil
	}
	t := o.Result(0).Type()
	for _, v := range o.Operands() {
		if v.Type() != t {
			return nil
		}
	}
	return t
}
