package parser

import "github.com/tg-opt/tg/ir"

// An alias is a few bytes of text that may stand for a lot: a chain of a million
// aliases is an attribute a million levels deep, and sixty of which each uses
// the one before twice are 2^60 attributes when they are written out. So what
// an alias stands for is measured, and bounded.

// cost is how much an attribute or type is when it is written out.
type cost struct {
	depth int // of nesting
	size  int // attributes and types in it, itself included
}

// MaxAliasSize is how many attributes and types an alias may stand for.
const MaxAliasSize = 1 << 22

func (c *cost) add(part cost) {
	c.depth = max(c.depth, part.depth+1)
	c.size = min(c.size+part.size, MaxAliasSize+1)
}

func (p *parser) checkCost(c cost, pos int) {
	switch {
	case c.depth > MaxNesting:
		p.failAt(pos, "types and attributes nest deeper than the limit of %d, through aliases", MaxNesting)
	case c.size > MaxAliasSize:
		p.failAt(pos, "the alias stands for more than %d types and attributes", MaxAliasSize)
	}
}

// measureAttr checks and remembers the cost of the value of an alias, which is
// defined at pos.
func (p *parser) measureAttr(a *ir.Attr, pos int) {
	if c := p.attrCost(a); c.size > 1 {
		p.checkCost(c, pos)
		if p.attrCosts == nil {
			p.attrCosts = map[*ir.Attr]cost{}
		}
		p.attrCosts[a] = c
	}
}

// measureType is measureAttr for a type.
func (p *parser) measureType(t *ir.Type, pos int) {
	if c := p.typeCost(t); c.size > 1 {
		p.checkCost(c, pos)
		if p.typeCosts == nil {
			p.typeCosts = map[*ir.Type]cost{}
		}
		p.typeCosts[t] = c
	}
}

// attrCost looks at what stands in the text of a itself, and up at the aliases
// in it.
func (p *parser) attrCost(a *ir.Attr) cost {
	if c, ok := p.attrCosts[a]; ok {
		return c
	}
	c := cost{1, 1}
	for _, e := range a.Elems() {
		c.add(p.attrCost(e))
	}
	for _, e := range a.Parts() {
		c.add(p.attrCost(e))
	}
	for _, e := range a.Entries() {
		c.add(p.attrCost(e.Value))
	}
	if m := a.Metadata(); m != nil {
		c.add(p.attrCost(m))
	}
	if t := a.Type(); t != nil {
		c.add(p.typeCost(t))
	}
	return c
}

func (p *parser) typeCost(t *ir.Type) cost {
	if c, ok := p.typeCosts[t]; ok {
		return c
	}
	c := cost{1, 1}
	if e := t.Elem(); e != nil {
		c.add(p.typeCost(e))
	}
	for _, e := range t.Types() {
		c.add(p.typeCost(e))
	}
	for _, a := range [...]*ir.Attr{t.Encoding(), t.MemorySpace()} {
		if a != nil {
			c.add(p.attrCost(a))
		}
	}
	for _, a := range t.Params() {
		c.add(p.attrCost(a))
	}
	return c
}
