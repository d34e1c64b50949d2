package rule

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Conditions that take no time are tested as soon as what they speak of is bound, before
// operands further to the right are looked at, in whichever order: most attempts fail, and
// nearly all of them by such a condition. All others are tested in the order of the text
// when the left side is there. What holds does not depend on when it is asked.

// schedule hands conditions to the terms behind which they are tested.
func (r *Rule) schedule() {
	for i := range r.clauses {
		c := &r.clauses[i]
		if c.let >= 0 || c.any != nil || c.condition != nil && !c.condition.quick {
			continue
		}
		var last *term
		ok := len(c.args) > 0
		for _, e := range c.args {
			t, bound := r.binder(e)
			ok, last = ok && bound, later(last, t)
		}
		if ok && last != nil {
			c.early = true
			last.early = append(last.early, c)
		}
		if c.compare == "in" && last == r.left[0] && c.args[0].op == attributeExpr && c.args[1].datum.kind == stringsKind {
			for k := range last.attrs {
				if a := &last.attrs[k]; a.variable == c.args[0].variable && a.words == nil {
					a.words, a.notWords = c.args[1].datum.strs, c.not
				}
			}
		}
	}
}

// wordsMayBe is a quick test of the keywords that conditions ask for in the attributes of
// an op: of all rules that start from a reduction, many are for some kinds only.
func (t *term) wordsMayBe(o *ir.Op) bool {
	for i := range t.attrs {
		a := &t.attrs[i]
		if a.words == nil {
			continue
		}
		if v := o.Attr(a.name); v.Is(ir.StringAttr) && slices.Contains(a.words, v.Text()) == a.notWords {
			return false
		}
	}
	return true
}

// quickFirst puts the conditions of an alternative in front that take no time and speak of
// its own values and of what is bound before the brackets, and counts them.
func quickFirst(guards []clause) (n int) {
	for i, c := range guards {
		quick := c.condition != nil && c.condition.quick &&
			!slices.ContainsFunc(c.args, func(e *expr) bool { return e.op != entryExpr && e.op != refExpr && e.op != constantExpr })
		if quick {
			copy(guards[n+1:i+1], guards[n:i])
			guards[n] = c
			n++
		}
	}
	return n
}

// binder is the last term of the left side to bind what an expression speaks of, nil if it
// speaks of constants only; ok is false for what takes time, or is bound in brackets or by let.
func (r *Rule) binder(e *expr) (by *term, ok bool) {
	switch e.op {
	case constantExpr, elementTypeExpr:
		return nil, true
	case refExpr, attributeExpr:
		return r.binderOf(e)
	case callExpr:
		if !e.call.quick {
			return nil, false
		}
	case negateExpr, addExpr, subtractExpr, multiplyExpr:
	default:
		return nil, false
	}
	for _, a := range e.args {
		t, bound := r.binder(a)
		if !bound {
			return nil, false
		}
		by = later(by, t)
	}
	return by, true
}

// later is the one of two terms that is matched behind the other; either may be nil.
func later(t, u *term) *term {
	if t == nil || u != nil && u.id > t.id {
		return u
	}
	return t
}

// binderOf is binder for the name of a value or attribute.
func (r *Rule) binderOf(e *expr) (by *term, ok bool) {
	if e.op == refExpr && e.ref.variable < 0 {
		return e.ref.term, true
	}
	for _, p := range r.left {
		p.walk(func(t *term) {
			if e.op == refExpr && t.first && t.names() == e.ref.variable ||
				e.op == attributeExpr && slices.ContainsFunc(t.attrs, func(a attrTerm) bool { return a.variable == e.variable && a.first && !a.shared }) {
				by = t
			}
		})
	}
	return by, by != nil
}

// earlyHold tests the conditions that come right behind a term. One that explains what
// stops a rule wants to know first whether the left side is there.
func (m *match) earlyHold(t *term) bool {
	if m.explain {
		return true
	}
	for _, c := range t.early {
		if !m.holds(c) {
			return false
		}
	}
	return true
}
