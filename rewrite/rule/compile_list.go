package rule

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Classes of ops, and lists in brackets.

// inClass reports whether a variable may stand for ops of that kind: those that work
// element by element, repeat operands that are smaller where they have several, and
// have one result.
func inClass(def *ir.OpDef) bool {
	if def == nil || !def.Has(ir.Elementwise) || len(def.Results) != 1 || def.Results[0].Count != ir.One {
		return false
	}
	return len(def.Operands) == 1 || def.Has(ir.Broadcasts)
}

// listTerm is what a list in brackets is besides its alternatives.
type listTerm struct {
	id   int // numbers those of the left side
	from int // the first operand that it stands for
	// guards are what must hold for each alternative, those first that need no other
	// operand and little time: quick says how many. binds is what it binds.
	guards [][]clause
	quick  []int
	binds  []bindings
	// needed says of the alternatives that a condition asks for an operand of them.
	needed []bool
	// source is on the right side the list that is mapped over: its id, and where it
	// has several alternatives that are all mapped, -1 as variable; else the number of
	// the list of values that is.
	source, variable int
}

// bindings are the lists of values and the attributes that an alternative binds.
type bindings struct{ lists, attrs []int }

// listScope is the list in brackets that is being compiled.
type listScope struct {
	bindings       // of the alternative
	entries  []int // the lists that right of the arrow stand for one entry
}

// has reports whether a list of values stands for one of them here.
func (s *listScope) has(list int) bool {
	return s != nil && (slices.Contains(s.lists, list) || slices.Contains(s.entries, list))
}

// many reports whether a term stands for any number of operands.
func (t *term) many() bool { return t.kind == restTerm || t.kind == eachTerm }

// operandDefs are the declarations of the operands of a term's op, none for a class.
func (t *term) operandDefs() []ir.ArgDef {
	if t.def == nil {
		return nil
	}
	return t.def.Operands
}

// nameOf is what a rule calls the op of a term.
func (c *ruleCompiler) nameOf(t *term) string {
	if t.def == nil {
		return c.rule.classes[t.class]
	}
	return t.def.Mnemonic()
}

// classTerm compiles `?f(...)` without its operands.
func (c *ruleCompiler) classTerm(t *opText, out *term) bool {
	if c.pattern && c.scope != nil && c.names[t.name].class != opClass {
		c.errorf(t.pos, "in brackets there are several ops, which %s cannot stand for", t.name)
		return false
	}
	first := false
	if out.class, first = c.bind(t.pos, t.name, opClass); out.class < 0 {
		return false
	}
	out.classFirst, out.results = first, 1
	if t.result != "" {
		c.errorf(t.pos, "%s stands for ops of one result, which has no number", t.name)
	}
	for _, a := range t.attrs {
		if !a.star || a.value != nil {
			c.errorf(a.pos, "%s stands for ops with other attributes, too: write {*} for all that there are", t.name)
			continue
		}
		c.star(a, out)
	}
	return true
}

// bindValue binds a value, or in brackets on the left one more of a list.
func (c *ruleCompiler) bindValue(t *termText, out *term) {
	b, known := c.names[t.variable]
	switch {
	case c.scope == nil || known && b.class != listClass:
		out.variable, out.first = c.bind(t.pos, t.variable, valueClass)
		return
	case known && !c.scope.has(b.index):
		c.errorf(t.pos, "%s is %s, and not one of the values that these brackets stand for", t.variable, b.class)
		return
	}
	out.listed = true
	if t.op == nil {
		out.kind = entryTerm
	}
	if out.variable, out.first = c.bind(t.pos, t.variable, listClass); out.first {
		c.scope.lists = append(c.scope.lists, out.variable)
	}
}

// share notes that an attribute is bound in brackets.
func (c *ruleCompiler) share(at *attrTerm) {
	if c.scope == nil {
		return
	}
	if at.first {
		c.scope.attrs = append(c.scope.attrs, at.variable)
	}
	at.shared = slices.Contains(c.scope.attrs, at.variable)
}

// entryTerm compiles ?xs[0].
func (c *ruleCompiler) entryTerm(t *termText, out *term) *term {
	if c.pattern {
		c.errorf(t.pos, "an entry of a list stands on the right side only")
		return nil
	}
	b, ok := c.names[t.variable]
	if !ok {
		c.unbound(t.pos, t.variable)
		return nil
	}
	if b.class != listClass {
		c.errorf(t.pos, "%s is %s, which has no entries", t.variable, b.class)
		return nil
	}
	e := c.index(&exprText{pos: t.pos, op: indexForm, args: []*exprText{{pos: t.pos, op: variableForm, text: t.variable}, t.entry}})
	if e == nil {
		return nil
	}
	out.kind, out.variable, out.value = entryTerm, b.index, e
	return out
}

// indexed compiles what an entry is taken of: of a list, also in brackets where its
// name stands for one of its values.
func (c *ruleCompiler) indexed(t *exprText) *expr {
	if b, ok := c.names[t.text]; ok && t.op == variableForm && b.class == listClass {
		return &expr{op: valuesExpr, kind: valuesKind, variable: b.index}
	}
	return c.expr(t)
}

// maxAttributes is how many attributes an alternative binds at most: the matcher keeps a bit for
// each.
const maxAttributes = 64

// eachTerm compiles a list in brackets.
func (c *ruleCompiler) eachTerm(t *termText) *term {
	if c.scope != nil {
		c.errorf(t.pos, "lists in brackets do not stand in each other")
		return nil
	}
	out := &term{pos: t.pos, kind: eachTerm, variable: -1, star: -1, class: -1, list: &listTerm{id: c.rule.lists}}
	before := len(c.errs)
	defer func() { c.scope = nil }()
	if c.pattern {
		c.rule.lists++
	}
	for _, a := range t.each {
		c.scope = &listScope{}
		if !c.pattern {
			c.scope.entries = c.entriesIn(a.term)
			if a.where != nil {
				c.errorf(a.where[0].pos, "what must hold of an alternative is said on the left side")
			}
		}
		item := c.term(a.term)
		if item == nil {
			continue
		}
		guards, _ := c.all(a.where)
		if n := len(c.scope.attrs); n > maxAttributes {
			c.errorf(a.term.pos, "an alternative binds at most %d attributes, but this one %d", maxAttributes, n)
		}
		out.args = append(out.args, item)
		out.list.guards = append(out.list.guards, guards)
		out.list.quick = append(out.list.quick, quickFirst(guards))
		out.list.binds = append(out.list.binds, c.scope.bindings)
	}
	if len(c.errs) > before {
		return nil
	}
	out.list.needed = make([]bool, len(out.args))
	if !c.pattern && !c.source(t, out) {
		return nil
	}
	return out
}

// entriesIn are the lists of values whose names stand in a term, apart from ?xs... and
// ?xs[0].
func (c *ruleCompiler) entriesIn(t *termText) (list []int) {
	switch {
	case t.group != nil:
		for _, g := range t.group.terms {
			list = append(list, c.entriesIn(g)...)
		}
	case t.op != nil:
		for _, a := range t.op.args {
			list = append(list, c.entriesIn(a)...)
		}
	case t.variable != "" && !t.rest && t.entry == nil:
		if b, ok := c.names[t.variable]; ok && b.class == listClass {
			list = append(list, b.index)
		}
	}
	return list
}

// source finds out what a list on the right side is made of.
func (c *ruleCompiler) source(t *termText, out *term) bool {
	out.list.source, out.list.variable = -1, -1
	for i, a := range out.args {
		failed := false
		a.walk(func(u *term) {
			if u.kind != entryTerm || u.value != nil || failed {
				return
			}
			list, alternative := c.listOf(u.variable)
			name := c.rule.listVars[u.variable]
			switch {
			case len(out.args) == 1 && out.list.variable < 0:
				out.list.source, out.list.variable = list, u.variable
			case len(out.args) == 1:
				first, at := c.listOf(out.list.variable)
				failed = u.variable != out.list.variable && (list < 0 || list != first || at != alternative)
			case out.list.source < 0:
				out.list.source, failed = list, list < 0 || alternative != i
			default:
				failed = list != out.list.source || alternative != i
			}
			if failed {
				c.errorf(u.pos, "%s does not stand for operands of this alternative on the left side", name)
			}
		})
		if failed {
			return false
		}
	}
	if out.list.source < 0 && out.list.variable < 0 {
		c.errorf(t.pos, "these brackets speak of no list of values, so that nothing says how many operands they are")
		return false
	}
	if n := c.alternatives(out.list.source); len(out.args) > 1 && n != len(out.args) {
		c.errorf(t.pos, "the list on the left side has %d alternatives, but here are %d", n, len(out.args))
		return false
	}
	return true
}

// listOf is the list in brackets, and its alternative, that binds a list of values; -1
// for one of '...'.
func (c *ruleCompiler) listOf(variable int) (list, alternative int) {
	list = -1
	c.brackets(func(t *listTerm) {
		for i, b := range t.binds {
			if slices.Contains(b.lists, variable) {
				list, alternative = t.id, i
			}
		}
	})
	return list, alternative
}

// alternatives is how many a list on the left side has.
func (c *ruleCompiler) alternatives(list int) (n int) {
	c.brackets(func(t *listTerm) {
		if t.id == list {
			n = len(t.guards)
		}
	})
	return n
}

// brackets visits the lists of the left side.
func (c *ruleCompiler) brackets(visit func(*listTerm)) {
	for _, l := range c.rule.left {
		l.walk(func(t *term) {
			if t.list != nil {
				visit(t.list)
			}
		})
	}
}

// needed notes for which alternatives a condition count(?x) > N asks: ops without
// them are not worth a look.
func (c *ruleCompiler) needed() {
	for _, cl := range c.rule.clauses {
		if cl.compare != ">" || cl.not || cl.args[0].op != callExpr || cl.args[0].call.name != "count" || cl.args[1].op != constantExpr {
			continue
		}
		e := cl.args[0].args[0]
		if d, ok := cl.args[1].datum.as(floatKind); e.op != valuesExpr || !ok || d.f < 0 {
			continue
		}
		c.brackets(func(t *listTerm) {
			for i, b := range t.binds {
				if slices.Contains(b.lists, e.variable) {
					t.needed[i] = true
				}
			}
		})
	}
}
