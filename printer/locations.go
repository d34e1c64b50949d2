package printer

import "github.com/tg-opt/tg/ir"

// trailingLoc writes ` loc(...)` when locations are asked for. A location that
// stands between parentheses anyway is written in place, without its alias.
func (p *printer) trailingLoc(l ir.Loc, alias bool) {
	if !p.opt.DebugInfo {
		return
	}
	p.Byte(' ')
	a := p.Ctx.LocAttr(l)
	if alias {
		p.Loc(a)
	} else {
		p.AttrBody(a)
	}
}
