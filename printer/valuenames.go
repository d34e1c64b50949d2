package printer

import (
	"io"

	"github.com/tg-opt/tg/ir"
)

// ValueNames are the names that values have in the text of an op.
type ValueNames struct{ p *printer }

// NameValues numbers the values in op as Print does with the same options, and
// needs the IR for itself as Print does. The names hold until the IR is printed
// or numbered again.
func NameValues(op *ir.Op, opt Options) *ValueNames {
	return &ValueNames{newPrinter(io.Discard, op, opt)}
}

// Of is the name of v, such as `%0` or `%1#2`.
func (n *ValueNames) Of(v *ir.Value) string {
	n.p.Buf = n.p.Buf[:0]
	n.p.Operand(v)
	return string(n.p.Buf)
}
