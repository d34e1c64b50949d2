package parser

import "github.com/tg-opt/tg/ir"

// What the forms of structured control flow need besides.

// RegionArgName reads `%name` and an optional location.
func (p *parser) RegionArgName() ir.RegionArgName {
	if p.peek() != '%' {
		p.expected("expected SSA operand")
	}
	return p.argLocation(p.valueName())
}

// argLocation reads the optional location behind the argument n.
func (p *parser) argLocation(n valueName) ir.RegionArgName {
	a := ir.RegionArgName{Pos: ir.Pos(n.pos), Name: p.name(n), Loc: p.locAt(int(n.pos))}
	switch l, ok := p.optionalLoc(); {
	case !ok:
	case l.alias == "":
		a.Loc = l.loc
	default:
		if p.argLocs == nil {
			p.argLocs = map[ir.Pos]lateLoc{}
		}
		p.argLocs[a.Pos] = l
	}
	return a
}

// EnsureTerminator ends the last block of r as custom forms may leave it out.
func (p *parser) EnsureTerminator(r *ir.Region, def *ir.OpDef, l ir.Loc) {
	if r.Empty() {
		r.Append(p.arena.NewBlock())
	}
	b := r.Last()
	if b.Last() != nil && b.Last().Has(ir.Terminator) {
		return
	}
	st := &ir.OpState{Name: p.ctx.OpName(def.Name()), Loc: l}
	for _, own := range def.Regions {
		if !own.Variadic {
			inner := p.arena.NewRegion()
			inner.Append(p.arena.NewBlock())
			st.Regions = append(st.Regions, inner)
		}
	}
	b.Append(p.arena.NewOp(st, nil, nil))
}

// NamePos is the position of the name of the op that is being read.
func (p *parser) NamePos() ir.Pos { return ir.Pos(p.frame.pos) }

// ExpectIn consumes lit.
func (p *parser) ExpectIn(lit, where string) {
	if !p.Try(lit) {
		p.expected("expected '%s' in %s", lit, where)
	}
}
