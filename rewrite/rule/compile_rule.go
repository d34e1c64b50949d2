package rule

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

func (c *ruleCompiler) attrs(t *opText, out *term) {
	for _, a := range t.attrs {
		c.attr(t.name, a, out)
	}
	if !c.pattern {
		c.checkAttrs(t, out)
		return
	}
	for _, a := range out.def.Attrs {
		if out.star < 0 && !a.Optional && a.Default == nil && !spokenOf(out, a.Name) && len(c.errs) == 0 {
			c.errorf(t.pos, "op '%s' always has attribute '%s': say which, or write {*}", t.name, a.Name)
		}
	}
}

func (c *ruleCompiler) attr(op string, a *attrText, out *term) {
	switch {
	case a.star && a.value != nil:
		c.boxAttrs(a, out)
		return
	case a.star:
		c.star(a, out)
		return
	}
	name := a.name
	arg := out.def.AttrDef(name)
	if arg == nil {
		var names []string
		for _, d := range out.def.Attrs {
			names = append(names, d.Name)
		}
		c.errorf(a.pos, "op '%s' has no attribute '%s'%s", op, name, spelling.DidYouMean(name, names))
		return
	}
	if slices.Contains(out.absent, name) || slices.ContainsFunc(out.attrs, func(t attrTerm) bool { return t.name == name }) {
		c.errorf(a.pos, "attribute '%s' is spoken of twice", name)
		return
	}
	if a.absent {
		if !arg.Optional && arg.Default == nil {
			c.errorf(a.pos, "attribute '%s' of op '%s' is always there", name, op)
		}
		out.absent = append(out.absent, name)
		return
	}
	at := attrTerm{name: name, arg: arg, variable: -1}
	if c.pattern {
		if v := variableOf(a.value); v != "" {
			if at.variable, at.first = c.bind(a.pos, v, attrClass); at.variable < 0 {
				return
			}
			c.share(&at)
			c.bindKind(a.pos, v, at, out.def)
			out.attrs = append(out.attrs, at)
			return
		}
	}
	what := "attribute '" + name + "' of op '" + op + "'"
	if at.value = c.exprOf(a.value, kindOf(arg), what); at.value == nil {
		return
	}
	if at.value.op != constantExpr && at.value.op != elementTypeExpr && c.pattern {
		c.errorf(a.pos, "on the left side an attribute is bound to a variable or compared with a literal; ask for more by 'where'")
		return
	}
	if at.value.op == constantExpr {
		if _, ok := at.value.datum.attribute(probe(), arg); !ok {
			hint := ""
			if at.value.kind == stringKind {
				hint = spelling.DidYouMean(at.value.datum.s, arg.Is.Values)
			}
			c.errorf(a.pos, "%s must be %s%s", what, arg.Is.Desc, hint)
			return
		}
	}
	out.attrs = append(out.attrs, at)
}

// variableOf is the name of the variable that an expression is; "" for others.
func variableOf(t *exprText) string {
	if t.op == variableForm {
		return t.text
	}
	return ""
}

// bindKind gives an attribute variable the kind of the attribute it is bound
// to, or checks that it has it.
func (c *ruleCompiler) bindKind(pos rewrite.Position, name string, at attrTerm, def *ir.OpDef) {
	v := &c.rule.attrVars[at.variable]
	k := kindOf(at.arg)
	if at.first {
		v.kind, v.arg, v.def = k, at.arg, def
		return
	}
	if !k.fits(v.kind) && !v.kind.fits(k) {
		c.errorf(pos, "%s is %s before, but attribute '%s' is %s", name, article(v.kind), at.name, article(k))
	}
}

// star compiles `*` and `*name`.
func (c *ruleCompiler) star(a *attrText, out *term) {
	at := slices.Index(c.rule.captures, a.name)
	name := "*" + a.name
	switch {
	case out.star >= 0:
		c.errorf(a.pos, "'*' stands for all attributes that are not mentioned, so once is enough")
	case c.pattern && c.scope != nil:
		c.errorf(a.pos, "in brackets there are several ops, which '*' cannot stand for: name the attributes")
	case c.pattern && at >= 0 && out.class >= 0 && c.rule.captured[at].class == out.class:
		out.star = at
	case c.pattern && at >= 0:
		c.errorf(a.pos, "{%s} stands for the attributes of another op: name them, as in {*a}", name)
	case c.pattern:
		out.star = len(c.rule.captures)
		c.rule.captures = append(c.rule.captures, a.name)
		c.rule.captured = append(c.rule.captured, out)
	case at < 0:
		c.errorf(a.pos, "{%s} does not occur on the left side", name)
	case c.rule.captured[at].class != out.class:
		c.errorf(a.pos, "'*' of op '%s' holds attributes that op '%s' need not have", c.nameOf(c.rule.captured[at]), c.nameOf(out))
	default:
		out.star = at
	}
}

// checkAttrs makes sure that an op on the right side gets all attributes that
// it needs and none that it does not know.
func (c *ruleCompiler) checkAttrs(t *opText, out *term) {
	given := map[string]bool{}
	for _, a := range out.attrs {
		given[a.name] = true
	}
	for _, name := range out.absent {
		given[name] = true
	}
	if out.star >= 0 {
		from := c.rule.captured[out.star]
		for _, a := range from.def.Attrs {
			if spokenOf(from, a.Name) {
				continue
			}
			if out.def.AttrDef(a.Name) == nil {
				c.errorf(t.pos, "op '%s' has no attribute '%s', which '*' of op '%s' may hold: mention it there", t.name, a.Name, from.def.Mnemonic())
			}
			given[a.Name] = given[a.Name] || !a.Optional
		}
	}
	var missing []string
	for _, a := range out.def.Attrs {
		if !a.Optional && a.Default == nil && !given[a.Name] {
			missing = append(missing, "'"+a.Name+"'")
		}
	}
	if len(missing) > 0 && len(c.errs) == 0 {
		c.errorf(t.pos, "op '%s' needs attribute %s", t.name, strings.Join(missing, " and "))
	}
}

// spokenOf reports whether a pattern mentions an attribute besides `*`.
func spokenOf(t *term, name string) bool {
	return slices.Contains(t.absent, name) || slices.ContainsFunc(t.attrs, func(a attrTerm) bool { return a.name == name })
}

func (c *ruleCompiler) clause(t *clauseText, bothWays bool) {
	switch {
	case t.priority != "":
		n, err := strconv.Atoi(t.priority)
		if err != nil || n < -1000 || n > 1000 {
			c.errorf(t.pos, "a priority is an integer from -1000 to 1000")
		}
		c.rule.Priority = n
	case t.value != nil:
		if bothWays {
			c.errorf(t.pos, "'let' computes what only one direction needs; write two rules instead of '<=>'")
			return
		}
		c.let(t)
	}
	for _, w := range t.where {
		if bothWays && w.mentionsPath() {
			c.errorf(w.pos, "a rule with '<=>' has two left sides: ask about variables instead of root.0")
			continue
		}
		if cl, ok := c.where(w); ok {
			c.rule.clauses = append(c.rule.clauses, cl)
		}
	}
}

// mentionsPath reports whether a condition speaks of root.0 or the like on its left.
func (t *condText) mentionsPath() bool {
	return t.left != nil && mentionsPath(t.left) ||
		slices.ContainsFunc(t.any, func(all []*condText) bool { return slices.ContainsFunc(all, (*condText).mentionsPath) })
}

// mentionsPath reports whether an expression speaks of root.0 or the like.
func mentionsPath(t *exprText) bool {
	return t.op == pathForm || slices.ContainsFunc(t.args, mentionsPath)
}

func (c *ruleCompiler) let(t *clauseText) {
	if b, ok := c.names[t.let]; ok {
		c.errorf(t.pos, "%s is %s already", t.let, b.class)
		return
	}
	e := c.expr(t.value)
	if e == nil {
		return
	}
	if e.kind >= valueKind {
		c.errorf(t.pos, "'let' names numbers, strings, lists and types, but this is %s", article(e.kind))
		return
	}
	at := len(c.rule.attrVars)
	c.rule.attrVars = append(c.rule.attrVars, attrVar{name: t.let, kind: e.kind})
	c.names[t.let] = boundName{attrClass, at}
	c.rule.clauses = append(c.rule.clauses, clause{let: at, args: []*expr{e}})
}

// where compiles a condition; it is not ok after an error.
func (c *ruleCompiler) where(t *condText) (out clause, ok bool) {
	out = clause{not: t.not, let: -1}
	if t.any != nil {
		ok = true
		for _, all := range t.any {
			list, fine := c.all(all)
			out.any, ok = append(out.any, list), ok && fine
		}
		return out, ok
	}
	if t.op != "" {
		out.compare = t.op
		left, right := c.expr(t.left), c.expr(t.right)
		if left != nil && right != nil && c.comparable(t, left, right) {
			out.args = []*expr{left, right}
		}
		return out, out.args != nil
	}
	if p := t.left; p.op == callForm {
		at := slices.IndexFunc(conditions, func(k *condition) bool { return k.name == p.text })
		if at < 0 {
			c.unknownCondition(p)
			return out, false
		}
		out.condition = conditions[at]
		c.rule.Complex = c.rule.Complex || p.text == complexCondition
		out.args = c.args(p, "condition", out.condition.params, out.condition.many)
		return out, out.args != nil
	}
	e := c.exprOf(t.left, boolKind, "a condition")
	out.compare, out.args = "==", []*expr{e, constant(boolDatum(true))}
	return out, e != nil
}

// all compiles conditions all of which must hold; it is not ok after an error.
func (c *ruleCompiler) all(texts []*condText) (list []clause, ok bool) {
	ok = true
	for _, t := range texts {
		cl, fine := c.where(t)
		list, ok = append(list, cl), ok && fine
	}
	return list, ok
}

func (c *ruleCompiler) unknownCondition(p *exprText) {
	if f := slices.IndexFunc(functions, func(f *function) bool { return f.name == p.text }); f >= 0 {
		c.errorf(p.pos, "'%s' is a function, whose result is %s: compare it with something", p.text, article(functions[f].result))
		return
	}
	var names []string
	for _, k := range conditions {
		names = append(names, k.name)
	}
	slices.Sort(names)
	c.errorf(p.pos, "there is no condition '%s'%s", p.text, spelling.DidYouMean(p.text, names))
}

// comparable checks the kinds of a comparison.
func (c *ruleCompiler) comparable(t *condText, left, right *expr) bool {
	a, b := left.kind, right.kind
	ok := a.fits(b) || b.fits(a)
	switch t.op {
	case "in":
		ok = a.fits(intKind) && b.fits(intsKind) || a.fits(stringKind) && b.fits(stringsKind)
	case "<", "<=", ">", ">=":
		ok = a.fits(floatKind) && b.fits(floatKind)
	}
	if !ok {
		c.errorf(t.pos, "'%s' does not go with %s and %s", t.op, article(a), article(b))
	}
	return ok
}
