package parser

import (
	"github.com/tg-opt/tg/ir"
)

const moduleName = "builtin.module"

// file reads a whole file: ops, alias definitions and metadata in any order.
func (p *parser) file(noImplicitModule bool) *ir.Op {
	p.pushScope("builtin", 0)
	region, block := p.arena.NewRegion(), p.arena.NewBlock()
	region.Append(block)
	for p.peek(); p.pos < len(p.src); p.peek() {
		switch c := p.cur(); {
		case c == '#':
			p.attrAlias()
		case c == '!':
			p.typeAlias()
		case c == '{' && p.at(p.pos+1) == '-' && p.at(p.pos+2) == '#':
			p.metadata()
		default:
			block.Append(p.op())
		}
	}
	p.popScope()
	p.checkForwards()
	p.settleLocs()
	only := block.First()
	single := only != nil && only.Next() == nil
	switch {
	case single && (noImplicitModule || only.Name() == moduleName):
		only.Detach()
		return only
	case noImplicitModule:
		panic(failure{ir.Errorf(p.startOfText(), "source must contain a single top-level operation, found: %d", countOps(block))})
	}
	st := &ir.OpState{Name: p.ctx.OpName(moduleName), Loc: p.startOfText(), Regions: []*ir.Region{region}}
	return p.arena.NewOp(st, nil, nil)
}

// startOfText is the location of a module that the text does not have: as in
// MLIR, line 0 of the file, or where the piece of a split file starts.
func (p *parser) startOfText() ir.Loc {
	f := ir.FileLine{File: p.opt.Filename}
	if p.opt.FirstLine > 0 || p.opt.FirstCol > 0 {
		f.Line, f.Col = p.opt.FirstLine+1, p.opt.FirstCol+1
	}
	return p.ctx.ExplicitLoc(p.ctx.FileLoc(f))
}

func countOps(b *ir.Block) int {
	n := 0
	for o := b.First(); o != nil; o = o.Next() {
		n++
	}
	return n
}

// attrAlias reads `#name = attribute`.
func (p *parser) attrAlias() {
	pos := p.pos
	p.checkToken()
	p.pos++
	name := p.suffix()
	switch {
	case !isAlias(name):
		p.failAt(pos, "attribute names with a '.' are reserved for dialect-defined names")
	case p.attrAliases[name] != nil:
		p.failAt(pos, "redefinition of attribute alias id '%s'", name)
	}
	p.want('=', "expected '=' in attribute alias definition")
	a := p.attr(nil)
	if p.attrAliases == nil {
		p.attrAliases = map[string]*ir.Attr{}
	}
	p.measureAttr(a, pos)
	p.attrAliases[name] = a
}

// typeAlias reads `!name = type`.
func (p *parser) typeAlias() {
	pos := p.pos
	p.checkToken()
	p.pos++
	name := p.suffix()
	switch {
	case !isAlias(name):
		p.failAt(pos, "type names with a '.' are reserved for dialect-defined names")
	case p.typeAliases[name] != nil:
		p.failAt(pos, "redefinition of type alias id '%s'", name)
	}
	p.want('=', "expected '=' in type alias definition")
	t := p.typ()
	if p.typeAliases == nil {
		p.typeAliases = map[string]*ir.Type{}
	}
	p.measureType(t, pos)
	p.typeAliases[name] = t
}
