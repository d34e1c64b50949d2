package irdl

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
)

// constraint is what a constraint op stands for. Types are checked as type
// attributes.
type constraint interface {
	// check reports whether a satisfies the constraint; when not, it says why
	// with c.fail.
	check(c *checking, a *ir.Attr) bool
}

// checking is the work on one op, type or attribute. A constraint is also a
// variable: what has satisfied it once is what it stands for from then on.
type checking struct {
	vars     []constraint
	assigned []*ir.Attr
	// given is how many variables are assigned; refused remembers what did not
	// satisfy a variable while so many were, without which a chain of alternatives
	// would take exponential time.
	given   int
	refused map[refusal]bool
	// quiet is the number of alternatives being tried, which give no reasons.
	quiet  int
	reason string
}

type refusal struct {
	variable, given int
	attr            *ir.Attr
}

func newChecking(vars []constraint) *checking {
	return &checking{vars: vars, assigned: make([]*ir.Attr, len(vars)), refused: map[refusal]bool{}}
}

// satisfies reports whether a can be what the variable stands for.
func (c *checking) satisfies(variable int, a *ir.Attr) bool {
	if b := c.assigned[variable]; b != nil {
		return a == b || c.fail("expected '%s' but got '%s'", b, a)
	}
	if c.quiet > 0 && c.refused[refusal{variable, c.given, a}] {
		return false
	}
	if !c.vars[variable].check(c, a) {
		c.refused[refusal{variable, c.given, a}] = true
		return false
	}
	c.assigned[variable] = a
	c.given++
	return true
}

// fail says why something does not satisfy a constraint. It returns false.
func (c *checking) fail(format string, args ...any) bool {
	if c.quiet == 0 && c.reason == "" {
		c.reason = fmt.Sprintf(format, args...)
	}
	return false
}

type anything struct{}

func (anything) check(*checking, *ir.Attr) bool { return true }

// exactly is irdl.is.
type exactly struct{ attr *ir.Attr }

func (e exactly) check(c *checking, a *ir.Attr) bool {
	return a == e.attr || c.fail("expected '%s' but got '%s'", e.attr, a)
}

// oneOf is irdl.any_of.
type oneOf struct{ variables []int }

func (o oneOf) check(c *checking, a *ir.Attr) bool {
	c.quiet++
	defer func() { c.quiet-- }()
	for _, v := range o.variables {
		if c.satisfies(v, a) {
			return true
		}
	}
	if c.quiet == 1 { // nobody tries another alternative
		c.quiet = 0
		c.fail("'%s' does not satisfy the constraint", a)
		c.quiet = 1
	}
	return false
}

// allOf is irdl.all_of.
type allOf struct{ variables []int }

func (o allOf) check(c *checking, a *ir.Attr) bool {
	for _, v := range o.variables {
		if !c.satisfies(v, a) {
			return false
		}
	}
	return true
}

// baseType and baseAttr are irdl.base: what has this name, whatever its
// parameters.
type baseType struct{ name string }

func (b baseType) check(c *checking, a *ir.Attr) bool {
	if !a.Is(ir.TypeAttr) {
		return c.fail("expected type, got attribute '%s'", a)
	}
	name := typeName(a.Type())
	return name == b.name || c.fail("expected base type '%s' but got '%s'", b.name, name)
}

type baseAttr struct{ name string }

func (b baseAttr) check(c *checking, a *ir.Attr) bool {
	name := attrName(a)
	return name == b.name || c.fail("expected base attribute '%s' but got '%s'", b.name, name)
}

// parametricType is irdl.parametric of a type.
type parametricType struct {
	def       *ir.TypeDef
	variables []int
}

func (p parametricType) check(c *checking, a *ir.Attr) bool {
	if !a.Is(ir.TypeAttr) || a.Type().Def() != p.def {
		return c.fail("expected base type '%s' but got '%s'", p.def.Name, a)
	}
	return c.parameters(p.def.Name, a.Type().Params(), p.variables)
}

// parametricAttr is irdl.parametric of an attribute.
type parametricAttr struct {
	def       *ir.AttrDef
	variables []int
}

func (p parametricAttr) check(c *checking, a *ir.Attr) bool {
	if a.Def() != p.def {
		return c.fail("expected base attribute '%s' but got '%s'", p.def.Name, a)
	}
	return c.parameters(p.def.Name, values(a), p.variables)
}

func (c *checking) parameters(name string, params []*ir.Attr, variables []int) bool {
	if len(params) != len(variables) {
		return c.fail("attribute '%s' expects %d parameters but got %d", name, len(params), len(variables))
	}
	for i, p := range params {
		if !c.satisfies(variables[i], p) {
			return false
		}
	}
	return true
}

// values are the parameters of an attribute that a file defines.
func values(a *ir.Attr) []*ir.Attr {
	var vs []*ir.Attr
	for _, e := range a.Entries() {
		vs = append(vs, e.Value)
	}
	return vs
}

// regionConstraint is irdl.region.
type regionConstraint struct {
	blocks      int // 0 for any number
	constrained bool
	variables   []int // of the arguments, if they are constrained
}

// check checks region i of o.
func (r regionConstraint) check(c *checking, o *ir.Op, i int) error {
	region := o.RegionAt(i)
	blocks := 0
	for b := region.First(); b != nil; b = b.Next() {
		blocks++
	}
	if r.blocks > 0 && blocks != r.blocks {
		return o.Errorf("expected region %d to have %d block(s) but got %d", i, r.blocks, blocks)
	}
	if !r.constrained {
		return nil
	}
	var args []*ir.Value
	if blocks > 0 {
		args = region.First().Args()
	}
	at := func(l ir.Loc, format string, a ...any) error {
		d := ir.Errorf(l, format, a...)
		if l != o.Loc() {
			d.WithNote(o.Loc(), "see the operation")
		}
		return d
	}
	if len(args) != len(r.variables) {
		l := o.Loc()
		if len(args) > 0 {
			l = args[0].Loc()
		}
		return at(l, "expected region %d to have %d arguments but got %d", i, len(r.variables), len(args))
	}
	for k, a := range args {
		if !c.satisfies(r.variables[k], o.Context().TypeAttr(a.Type())) {
			return at(a.Loc(), "%s", c.reason)
		}
	}
	return nil
}
