package printer

import (
	"strings"

	"github.com/tg-opt/tg/asm"
	"github.com/tg-opt/tg/ir"
)

// customOp writes an op in the form that its definition says.
func (p *printer) customOp(o *ir.Op, d *ir.OpDef) {
	p.Str(p.shortName(o.OpName()))
	printCustom(p, o, d, &p.types)
}

func printCustom(p ir.OpPrinter, o *ir.Op, d *ir.OpDef, types *typeLists) {
	if d.Print != nil {
		d.Print(p, o)
	} else {
		printForm(p, asm.Of(d), o, types)
	}
}

// shortName is the name of an op without the dialect where that is understood.
func (p *printer) shortName(n *ir.OpName) string {
	rest := n.Name[min(len(n.Dialect)+1, len(n.Name)):]
	if n.Dialect == p.dialect && !strings.Contains(rest, ".") {
		return rest
	}
	return n.Name
}
