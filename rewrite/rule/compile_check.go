package rule

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// rootType compiles the type that follows the right side.
func (c *ruleCompiler) rootType(t *ruleText) {
	if t.typ == nil {
		return
	}
	typ := c.typeExpr(t.typ)
	switch {
	case typ == nil:
	case len(c.rule.right) > 1:
		c.errorf(t.typ.pos, "several results have a type each: write (TERM : TYPE)")
	case c.rule.right[0].kind == variableTerm || c.rule.right[0].typ != nil:
		c.errorf(t.typ.pos, "an op or a constant can be given a type; this has one")
	default:
		c.rule.right[0].typ = typ
	}
}

// results checks that there is one term for each result that is replaced.
func (c *ruleCompiler) results(t *ruleText) {
	r := c.rule
	n := len(r.right)
	for _, x := range r.right {
		if x.kind == restTerm {
			c.errorf(x.pos, "'...' stands for operands, not for a result")
		}
	}
	switch {
	case len(r.left) > 1 && n != len(r.left):
		c.errorf(t.right.pos, "%d patterns are replaced by as many terms in parentheses, but here are %d", len(r.left), n)
	case len(r.left) > 1:
	case n == 1:
	case r.left[0].result > 0 || r.left[0].results == 0:
		c.errorf(t.right.pos, "one result, #%d, is replaced by one term, but here are %d", r.left[0].result, n)
	case r.left[0].def == nil || !severalResults(r.left[0].def):
		c.errorf(t.right.pos, "op '%s' has one result, but here are %d terms", c.nameOf(r.left[0]), n)
	default:
		r.left[0].results = n
	}
}

func severalResults(def *ir.OpDef) bool {
	return len(def.Results) > 1 || def.Results[0].Count == ir.Any
}

// connect finds for each pattern after the first how it is reached from what
// is bound before.
func (c *ruleCompiler) connect() {
	r := c.rule
	for i, t := range r.left {
		t.walk(func(outer *term) {
			if outer.names() < 0 || outer.kind != opTerm {
				return
			}
			outer.walk(func(u *term) {
				if u != outer && u.names() == outer.variable {
					c.errorf(u.pos, "%s cannot be part of itself", r.vars[outer.variable])
				}
			})
		})
		if i > 0 {
			t.walk(func(u *term) {
				if u.kind == eachTerm || u.class >= 0 {
					c.errorf(u.pos, "of several patterns, only the first has lists in brackets and classes of ops")
				}
			})
		}
		if i == 0 {
			r.anchors = append(r.anchors, anchor{variable: -1})
			continue
		}
		bound := boundBefore(r.left[:i])
		a, ok := anchorOf(t, bound)
		if !ok {
			c.errorf(t.pos, "this pattern shares no variable with those before it")
		}
		r.anchors = append(r.anchors, a)
	}
}

// boundBefore are the value variables that patterns bind.
func boundBefore(patterns []*term) []int {
	var bound []int
	for _, p := range patterns {
		p.walk(func(t *term) {
			if t.names() >= 0 {
				bound = append(bound, t.variable)
			}
		})
	}
	return bound
}

// anchor says how the root of a pattern is reached: from a variable, up through
// its users. The steps lead from the root down to the variable.
type anchor struct {
	variable int
	steps    []anchorStep
}

type anchorStep struct {
	term    *term
	operand int
}

// anchorOf finds the nearest anchor of a pattern.
func anchorOf(t *term, bound []int) (anchor, bool) {
	if slices.Contains(bound, t.names()) {
		return anchor{variable: t.variable}, true
	}
	best, found := anchor{}, false
	for i, a := range t.args {
		if sub, ok := anchorOf(a, bound); ok && (!found || len(sub.steps)+1 < len(best.steps)) {
			best.variable, found = sub.variable, true
			best.steps = append([]anchorStep{{t, i}}, sub.steps...)
		}
	}
	return best, found
}

// checkTypes makes sure that the types of the right side follow. A result of
// the rule may be a number without a type: it takes that of what it replaces.
func (c *ruleCompiler) checkTypes(t *term, root bool) {
	if t.kind == opTerm && t.def == nil { // of the class it is known how
		for _, a := range t.args {
			c.checkTypes(a, false)
		}
		return
	}
	if t.kind == eachTerm {
		for _, a := range t.args {
			c.checkTypes(a, false)
		}
		return
	}
	if t.kind != opTerm {
		return
	}
	if t.typ == nil && (t.def.Has(ir.StatedTypes) || t.def.Infer == nil && !t.def.Has(ir.SameTypes)) {
		how := "write (" + t.def.Mnemonic() + "(...) : TYPE)"
		if root && len(c.rule.right) == 1 {
			how = "add ': type(root)'"
		}
		c.errorf(t.pos, "the type of op '%s' does not follow from its operands: %s", t.def.Mnemonic(), how)
	}
	if t.typ != nil && severalResults(t.def) && len(t.def.Results) > 1 {
		c.errorf(t.pos, "op '%s' has several results, which cannot be given one type", t.def.Mnemonic())
	}
	for _, a := range t.args {
		c.checkTypes(a, false)
	}
}

// checkEnds refuses a rule that applies to what it makes, again and again,
// whatever it starts from. Rules with clauses may have a reason to end.
func (c *ruleCompiler) checkEnds() {
	r := c.rule
	if len(c.errs) > 0 || len(r.left) > 1 || len(r.right) > 1 || len(r.clauses) > 0 || r.right[0].kind != opTerm || r.right[0].typ != nil {
		return
	}
	bound := make([]*term, len(r.vars))
	attrs := make([]*attrTerm, len(r.attrVars))
	again := r.right[0]
	if !subsumes(r.left[0], again, bound, attrs) {
		again = c.madeAgain(r.left[0], r.right[0])
	}
	if again != nil {
		c.errorf(again.pos, "rule '%s' applies to what it makes, and so never ends", r.Name)
	}
}

// madeAgain is the part of template t that is what pattern p has matched, op by
// op; nil if there is none.
func (c *ruleCompiler) madeAgain(p, t *term) *term {
	var again *term
	t.walk(func(u *term) {
		bound := make([]*term, len(c.rule.vars))
		attrs := make([]*attrTerm, len(c.rule.attrVars))
		if u.kind != opTerm || u.typ != nil || again != nil || !subsumes(p, u, bound, attrs) {
			return
		}
		for v, t := range bound {
			if t != nil && (t.kind != variableTerm || t.variable != v) {
				return
			}
		}
		for v, a := range attrs {
			if a != nil && (a.value.op != attributeExpr || a.value.variable != v) {
				return
			}
		}
		again = u
	})
	return again
}

// subsumes reports whether pattern p surely matches whatever template t makes.
func subsumes(p, t *term, bound []*term, attrs []*attrTerm) bool {
	switch p.kind {
	case variableTerm:
		if p.first {
			bound[p.variable] = t
			return true
		}
		return equalTerms(bound[p.variable], t)
	case numberTerm:
		return t.kind == numberTerm && t.number == p.number
	case restTerm, eachTerm, entryTerm:
		return false
	}
	if p.def == nil || t.kind != opTerm || t.def != p.def || len(t.args) != len(p.args) || t.result != p.result || t.star >= 0 || p.variable >= 0 && !p.first ||
		t.def.Fold != nil && len(t.args) > 0 && t.args[0].kind == numberTerm {
		return false
	}
	if !subsumesAttrs(p, t, attrs) {
		return false
	}
	for i := range p.args {
		if !subsumes(p.args[i], t.args[i], bound, attrs) {
			return false
		}
	}
	return true
}

func subsumesAttrs(p, t *term, attrs []*attrTerm) bool {
	for i := range p.attrs {
		a := &p.attrs[i]
		at := slices.IndexFunc(t.attrs, func(b attrTerm) bool { return b.name == a.name })
		if at < 0 {
			return false
		}
		b := &t.attrs[at]
		switch {
		case a.variable < 0:
			if b.value.op != constantExpr || a.value.op != constantExpr || !a.value.datum.equal(b.value.datum) {
				return false
			}
		case a.first:
			attrs[a.variable] = b
		case attrs[a.variable] == nil || !sameAttr(attrs[a.variable], b):
			return false
		}
	}
	if p.star >= 0 {
		return true
	}
	// An attribute that the pattern does not speak of must not be there.
	return !slices.ContainsFunc(t.attrs, func(b attrTerm) bool { return !spokenOf(p, b.name) })
}

func sameAttr(a, b *attrTerm) bool {
	x, y := a.value, b.value
	return x.op == attributeExpr && y.op == attributeExpr && x.variable == y.variable ||
		x.op == constantExpr && y.op == constantExpr && x.datum.equal(y.datum)
}

// equalTerms reports whether two terms of the right side surely make the same
// value.
func equalTerms(a, b *term) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case variableTerm:
		return a.variable == b.variable
	case numberTerm:
		return a.number == b.number && a.typ == nil && b.typ == nil
	case opTerm:
		return a.def == b.def && a.result == b.result && a.typ == nil && b.typ == nil && a.star < 0 && b.star < 0 &&
			slices.EqualFunc(a.args, b.args, equalTerms) &&
			slices.EqualFunc(a.attrs, b.attrs, func(x, y attrTerm) bool { return x.name == y.name && sameAttr(&x, &y) })
	}
	return false
}
