package parser

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// lateLoc is a location: known, or an alias whose definition may come later.
type lateLoc struct {
	loc   ir.Loc
	alias string // without `#`; empty when loc is known
	pos   int
	op    *ir.Op
	value *ir.Value // a block argument
	arg   int       // its number, while the block has none yet
}

// optionalLoc reads `loc(...)` if it comes next.
func (p *parser) optionalLoc() (l lateLoc, ok bool) {
	if !p.eatWord("loc") {
		return l, false
	}
	p.want('(', "expected '(' in location")
	if p.peek() == '#' {
		l = p.aliasLoc()
	} else {
		l.loc = p.ctx.ExplicitLoc(p.location())
	}
	p.want(')', "expected ')' in location")
	return l, true
}

// aliasLoc reads `#name`, which may be defined later, or a dialect attribute
// that is a location.
func (p *parser) aliasLoc() lateLoc {
	pos := p.pos
	p.pos++
	name := p.suffix()
	switch a := p.attrAliases[name]; {
	case !isAlias(name) || p.cur() == '<':
		p.pos = pos
		return lateLoc{loc: p.ctx.ExplicitLoc(p.locationAttr())}
	case a.IsLoc():
		return lateLoc{loc: p.ctx.ExplicitLoc(a)}
	case a != nil:
		p.failAt(pos, "expected location, but found '%s'", a)
	}
	return lateLoc{alias: name, pos: pos}
}

// trailingLoc reads the location behind an op.
func (p *parser) trailingLoc(o *ir.Op) {
	if p.peek() != 'l' {
		return
	}
	l, ok := p.optionalLoc()
	switch {
	case !ok:
	case l.alias != "":
		l.op = o
		p.late = append(p.late, l)
	case !p.opt.IgnoreLocations:
		o.SetLoc(l.loc)
	}
}

// settleLocs gives ops and block arguments the locations whose aliases were
// defined after their use.
func (p *parser) settleLocs() {
	for _, l := range p.late {
		a := p.attrAliases[l.alias]
		switch {
		case a == nil:
			p.failAt(l.pos, "operation location alias was never defined")
		case !a.IsLoc():
			p.failAt(l.pos, "expected location, but found '%s'", a)
		case p.opt.IgnoreLocations:
		case l.op != nil:
			l.op.SetLoc(p.ctx.ExplicitLoc(a))
		default:
			l.value.SetLoc(p.ctx.ExplicitLoc(a))
		}
	}
}

// locationAttr reads an attribute that has to be a location.
func (p *parser) locationAttr() *ir.Attr {
	a := p.extendedAttr(nil)
	if !a.IsLoc() {
		p.unexpected("expected location attribute, but got%s", a)
	}
	return a
}

// location reads what stands between the parentheses of `loc(...)`.
func (p *parser) location() *ir.Attr {
	p.enter()
	defer p.leave()
	switch c := p.peek(); {
	case c == '"':
		return p.fileOrNameLoc()
	case c == '#':
		return p.locationAttr()
	case p.eatWord("unknown"):
		return p.ctx.UnknownLoc()
	case p.eatWord("callsite"):
		return p.callLoc()
	case p.eatWord("fused"):
		return p.fusedLoc()
	}
	p.unexpected("expected location instance")
	return nil
}

// parenthesisedLoc reads the `(...)` of a location spelled as an attribute.
func (p *parser) parenthesisedLoc() *ir.Attr {
	p.want('(', "expected '(' in inline location")
	a := p.location()
	p.want(')', "expected ')' in inline location")
	return a
}

func (p *parser) fileOrNameLoc() *ir.Attr {
	s := p.str()
	if p.eat(':') {
		return p.fileLoc(s)
	}
	var child *ir.Attr
	if p.eat('(') {
		child = p.location()
		p.want(')', "expected ')' after child location of NameLoc")
	}
	return p.ctx.NameLoc(s, child)
}

// fileLoc reads `line`, `line:col`, or the range `line:col to line:col`, whose
// second line may be left out.
func (p *parser) fileLoc(file string) *ir.Attr {
	f := ir.FileLine{File: file, Line: p.lineNumber("line")}
	if !p.eat(':') {
		return p.ctx.FileLoc(f)
	}
	f.Col = p.lineNumber("column")
	if !p.eatWord("to") {
		return p.ctx.FileLoc(f)
	}
	if class[p.peek()]&digit != 0 {
		f.EndLine = p.lineNumber("line")
	}
	p.want(':', "expected either integer or `:` post `to` in FileLineColRange")
	f.EndCol = p.lineNumber("column")
	return p.ctx.FileLoc(f)
}

func (p *parser) lineNumber(what string) int {
	if class[p.peek()]&digit == 0 {
		p.expected("expected integer %s number in FileLineColRange", what)
	}
	n := p.number()
	v, ok := n.uint64()
	if !ok || n.float || v > 1<<32-1 {
		p.failAt(n.pos, "expected integer %s number in FileLineColRange", what)
	}
	return int(v)
}

func (p *parser) callLoc() *ir.Attr {
	p.want('(', "expected '(' in callsite location")
	callee := p.location()
	if !p.eatWord("at") {
		p.expected("expected 'at' in callsite location")
	}
	caller := p.location()
	p.want(')', "expected ')' in callsite location")
	return p.ctx.CallLoc(callee, caller)
}

// fusedLoc reads `<metadata>[parts]`. As in MLIR the parts are a set: nested
// fusions with the same metadata are flattened, unknown locations and
// repetitions dropped.
func (p *parser) fusedLoc() *ir.Attr {
	var meta *ir.Attr
	if p.eat('<') {
		meta = p.attr(nil)
		p.want('>', "expected '>' after fused location metadata")
	}
	p.want('[', "expected '[' in fused location")
	var parts []*ir.Attr
	add := func(a *ir.Attr) {
		if !a.Is(ir.UnknownLocAttr) && !slices.Contains(parts, a) {
			parts = append(parts, a)
		}
	}
	for first := true; !p.eat(']'); first = false {
		if !first {
			p.want(',', "expected ']' in fused location")
		}
		a := p.location()
		if a.Is(ir.FusedLocAttr) && a.Metadata() == meta {
			for _, part := range a.Parts() { // `unknown` among them stays, as in MLIR
				if !slices.Contains(parts, part) {
					parts = append(parts, part)
				}
			}
		} else {
			add(a)
		}
	}
	switch {
	case meta == nil && len(parts) == 0:
		return p.ctx.UnknownLoc()
	case meta == nil && len(parts) == 1:
		return parts[0]
	case len(parts) == 0:
		parts = []*ir.Attr{p.ctx.UnknownLoc()}
	}
	return p.ctx.FusedLoc(parts, meta)
}
