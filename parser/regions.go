package parser

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// scope is what a region adds to what names mean.
type scope struct {
	nums, names int // lengths of the undo lists of the values at its start
	blocks      map[string]*blockRef
	dialect     string // of op names without one
	open        int    // where the region starts
}

// blockRef is a block label that was seen.
type blockRef struct {
	block   *ir.Block
	pos     int
	defined bool
}

func (p *parser) pushScope(dialect string, open int) {
	if len(p.scopes) > p.maxDepth {
		p.failAt(p.pos, "regions nest deeper than the limit of %d", p.maxDepth)
	}
	nums, names := p.values.mark()
	p.scopes = append(p.scopes, scope{nums: nums, names: names, dialect: dialect, open: open})
}

func (p *parser) popScope() {
	s := &p.scopes[len(p.scopes)-1]
	undefined := -1
	for _, b := range s.blocks {
		if !b.defined && (undefined < 0 || b.pos < undefined) {
			undefined = b.pos
		}
	}
	if undefined >= 0 {
		p.failAt(undefined, "reference to an undefined block")
	}
	p.values.cutBack(s.nums, s.names)
	p.scopes = p.scopes[:len(p.scopes)-1]
}

// region reads `{...}`. args are the arguments of the entry block when they
// stand outside of it.
func (p *parser) region(args []ir.RegionArgName, dialect string) *ir.Region {
	p.want('{', "expected '{' to begin a region")
	open := p.pos - 1
	r := p.arena.NewRegion()
	if len(args) == 0 && p.eat('}') {
		return r
	}
	p.pushScope(dialect, open)
	p.entryBlock(r, args)
	for !p.eat('}') {
		p.labelledBlock(r)
	}
	p.popScope()
	return r
}

func (p *parser) entryBlock(r *ir.Region, args []ir.RegionArgName) {
	labelled := p.peek() == '^'
	if labelled && len(args) > 0 {
		p.unexpected("invalid block name in region with named arguments")
	}
	if labelled {
		p.labelledBlock(r)
		return
	}
	b := p.arena.NewBlock()
	r.Append(b)
	if len(args) > 0 {
		p.namedArgs(b, args)
	}
	p.blockBody(b)
}

func (p *parser) namedArgs(b *ir.Block, args []ir.RegionArgName) {
	types := make([]*ir.Type, len(args))
	locs := make([]ir.Loc, len(args))
	for i, a := range args {
		types[i], locs[i] = a.Type, a.Loc
	}
	p.arena.SetBlockArgs(b, types, locs)
	for i, a := range args {
		n := p.nameAt(a.Pos)
		if prior, ok := p.reference(n); ok {
			p.failNoted(int(a.Pos), fmt.Sprintf("region entry argument '%%%s' is already in use", a.Name),
				prior, "previously referenced here")
		}
		p.declare(n, b.Arg(i), 1)
		if l, ok := p.argLocs[a.Pos]; ok {
			l.value = b.Arg(i)
			p.late = append(p.late, l)
		}
	}
}

// labelledBlock reads `^name(args): ops` and appends it to r.
func (p *parser) labelledBlock(r *ir.Region) {
	if p.peek() != '^' {
		p.expected("expected block name")
	}
	ref := p.blockRef()
	if ref.defined {
		p.failAt(ref.pos, "redefinition of block '^%s'", p.labelAt(ref.pos))
	}
	ref.defined = true
	r.Append(ref.block)
	if p.eat('(') {
		p.blockArgs(ref.block)
	}
	p.want(':', "expected ':' after block name")
	p.blockBody(ref.block)
}

// blockRef reads `^name`. The position it records is that of the latest
// mention, for messages.
func (p *parser) blockRef() *blockRef {
	pos := p.pos
	p.pos++
	name := p.suffix()
	if name == "" {
		p.failAt(pos, "invalid block name")
	}
	s := &p.scopes[len(p.scopes)-1]
	ref := s.blocks[name]
	if ref == nil {
		if s.blocks == nil {
			s.blocks = map[string]*blockRef{}
		}
		ref = &blockRef{block: p.arena.NewBlock(), pos: pos}
		s.blocks[name] = ref
	} else if ref.defined {
		ref.pos = pos
	}
	return ref
}

func (p *parser) labelAt(pos int) string {
	p.pos = pos + 1
	return p.suffix()
}

// successor reads `^name` as a branch target.
func (p *parser) successor() *ir.Block {
	if p.peek() != '^' {
		p.expected("expected block name")
	}
	return p.blockRef().block
}

// blockArgs reads `%a: T loc, %b: T)` and defines the arguments.
func (p *parser) blockArgs(b *ir.Block) {
	r0, t0 := len(p.results), len(p.tlist)
	var locs []ir.Loc
	var late []lateLoc
	for !p.eat(')') {
		if len(locs) > 0 {
			p.want(',', "expected ')' or ',' in block argument list")
		}
		if p.peek() != '%' {
			p.expected("expected SSA operand")
		}
		p.results = append(p.results, resultName{p.valueName(), 1})
		p.want(':', "expected ':' and type for SSA operand")
		p.tlist = append(p.tlist, p.typ())
		loc := p.locAt(int(p.results[len(p.results)-1].pos))
		if l, ok := p.optionalLoc(); ok {
			loc = l.loc
			if l.alias != "" {
				l.arg = len(locs)
				late = append(late, l)
			}
		}
		locs = append(locs, loc)
	}
	if len(locs) > 0 {
		p.arena.SetBlockArgs(b, p.tlist[t0:], locs)
	}
	for i, n := range p.results[r0:] {
		p.define(n.valueName, b.Arg(i), 1)
	}
	for _, l := range late {
		l.value = b.Arg(l.arg)
		p.late = append(p.late, l)
	}
	p.results, p.tlist = p.results[:r0], p.tlist[:t0]
}

// blockBody reads ops up to the next label or the end of the region.
func (p *parser) blockBody(b *ir.Block) {
	for {
		switch p.peek() {
		case '}', '^':
			return
		}
		b.Append(p.op())
	}
}
