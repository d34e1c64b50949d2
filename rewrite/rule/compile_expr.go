package rule

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/rewrite"
)

// exprOf compiles an expression that must be of a kind; what completes the
// message `... is a KIND, but ...`. It returns nil after an error.
func (c *ruleCompiler) exprOf(t *exprText, want kind, what string) *expr {
	before := len(c.errs)
	e := c.expr(t)
	if e == nil || len(c.errs) > before {
		return nil
	}
	return c.fits(t.pos, e, want, what)
}

func (c *ruleCompiler) fits(pos rewrite.Position, e *expr, want kind, what string) *expr {
	switch {
	case e.kind.fits(want):
		return e
	case want == valueKind && e.op == constantExpr && e.kind == stringKind:
		c.errorf(pos, "'%s' is neither a variable nor root, root.0, ...", e.datum.s)
	default:
		c.errorf(pos, "%s is %s, but this is %s", what, article(want), article(e.kind))
	}
	return nil
}

func article(k kind) string {
	if strings.IndexByte("aeiou", k.String()[0]) >= 0 {
		return "an " + k.String()
	}
	return "a " + k.String()
}

// expr compiles an expression; nil after an error.
func (c *ruleCompiler) expr(t *exprText) *expr {
	switch t.op {
	case numberForm:
		return c.numeral(t)
	case stringForm:
		return constant(stringDatum(t.text))
	case variableForm:
		return c.exprVariable(t.pos, t.text)
	case pathForm:
		return c.path(t.pos, t.text)
	case wordForm:
		return c.exprWord(t.pos, t.text)
	case callForm:
		return c.call(t)
	case listForm:
		return c.list(t)
	case indexForm:
		return c.index(t)
	case minusForm:
		return c.minus(t)
	}
	op := map[string]exprOp{"+": addExpr, "-": subtractExpr, "*": multiplyExpr, "/": divideExpr, "%": remainderExpr}[t.text]
	return c.binary(t.pos, op, t.text, c.expr(t.args[0]), c.expr(t.args[1]))
}

func (c *ruleCompiler) binary(pos rewrite.Position, op exprOp, sign string, x, y *expr) *expr {
	if x == nil || y == nil {
		return nil
	}
	for _, e := range []*expr{x, y} {
		if !e.kind.fits(floatKind) {
			c.errorf(pos, "'%s' is for numbers, but here stands %s", sign, article(e.kind))
			return nil
		}
	}
	out := &expr{op: op, kind: floatKind, args: []*expr{x, y}}
	if x.kind == intKind && y.kind == intKind {
		out.kind = intKind
	} else if x.kind == anyKind || y.kind == anyKind {
		out.kind = anyKind
	}
	if x.op == constantExpr && y.op == constantExpr {
		d, ok := calculate(op, x.datum, y.datum)
		if !ok {
			c.errorf(pos, "'%s' has no result here", sign)
			return nil
		}
		return &expr{op: constantExpr, kind: d.kind, datum: d}
	}
	return out
}

func (c *ruleCompiler) index(t *exprText) *expr {
	e, at := c.indexed(t.args[0]), c.exprOf(t.args[1], intKind, "an index")
	if e == nil || at == nil {
		return nil
	}
	out := &expr{op: indexExpr, args: []*expr{e, at}}
	switch e.kind {
	case intsKind:
		out.kind = intKind
	case stringsKind:
		out.kind = stringKind
	case valuesKind:
		out.kind = valueKind
	case anyKind:
		out.kind = anyKind
	default:
		c.errorf(t.pos, "%s has no entries", article(e.kind))
		return nil
	}
	return out
}

func (c *ruleCompiler) minus(t *exprText) *expr {
	e := c.expr(t.args[0])
	if e == nil {
		return nil
	}
	if !e.kind.fits(floatKind) {
		c.errorf(t.pos, "'-' is for numbers, but here stands %s", article(e.kind))
		return nil
	}
	if e.op == constantExpr {
		d := e.datum
		d.i, d.f = -d.i, -d.f
		return constant(d)
	}
	return &expr{op: negateExpr, kind: e.kind, args: []*expr{e}}
}

func constant(d datum) *expr { return &expr{op: constantExpr, kind: d.kind, datum: d} }

func (c *ruleCompiler) numeral(t *exprText) *expr {
	if i, err := strconv.ParseInt(t.text, 10, 64); err == nil {
		return constant(intDatum(i))
	}
	f, err := parseNumber(t.text)
	if err != nil || math.IsInf(f, 0) && t.text != "inf" {
		c.errorf(t.pos, "'%s' is no number", t.text)
		return nil
	}
	return constant(floatDatum(f))
}

func (c *ruleCompiler) exprVariable(pos rewrite.Position, name string) *expr {
	b, ok := c.names[name]
	switch {
	case !ok:
		c.unbound(pos, name)
		return nil
	case b.class == valueClass:
		return &expr{op: refExpr, kind: valueKind, ref: ref{variable: b.index}}
	case b.class == boxClass:
		return c.boxVariable(name)
	case b.class == opClass:
		c.errorf(pos, "%s stands for an op, which is no value", name)
		return nil
	case b.class == listClass && c.scope.has(b.index):
		return &expr{op: entryExpr, kind: valueKind, variable: b.index}
	case b.class == listClass:
		return &expr{op: valuesExpr, kind: valuesKind, variable: b.index}
	}
	return &expr{op: attributeExpr, kind: c.rule.attrVars[b.index].kind, variable: b.index}
}

// exprWord is a word that stands alone: a truth value, root, an element type,
// or else a string.
func (c *ruleCompiler) exprWord(pos rewrite.Position, word string) *expr {
	switch word {
	case "true", "unit":
		return constant(boolDatum(true))
	case "false":
		return constant(boolDatum(false))
	case "root":
		return c.path(pos, word)
	}
	if elementType(probe(), word) != nil {
		return &expr{op: elementTypeExpr, kind: typeKind, name: word}
	}
	return constant(stringDatum(word))
}

// path resolves root, root.0, ... to what the left side says there.
func (c *ruleCompiler) path(pos rewrite.Position, path string) *expr {
	if c.pattern && c.scope == nil {
		c.errorf(pos, "the left side cannot refer to itself by '%s'", path)
		return nil
	}
	t := c.root
	steps := strings.Split(path, ".")[1:]
	for i, s := range steps {
		n, err := strconv.Atoi(s)
		if err != nil || n >= len(t.args) || t.args[n].many() {
			what := "root"
			if i > 0 {
				what += "." + strings.Join(steps[:i], ".")
			}
			c.errorf(pos, "there is no '%s': %s has %d operands on the left side", path, what, len(t.args))
			return nil
		}
		t = t.args[n]
	}
	if t.kind == variableTerm {
		return &expr{op: refExpr, kind: valueKind, ref: ref{variable: t.variable}}
	}
	return &expr{op: refExpr, kind: valueKind, ref: ref{variable: -1, term: t}}
}

func (c *ruleCompiler) call(t *exprText) *expr {
	at := slices.IndexFunc(functions, func(f *function) bool { return f.name == t.text })
	if at < 0 {
		var names []string
		for _, f := range functions {
			names = append(names, f.name)
		}
		hint := spelling.DidYouMean(t.text, names)
		if slices.ContainsFunc(conditions, func(k *condition) bool { return k.name == t.text }) {
			hint = "; it is a condition"
		}
		c.errorf(t.pos, "there is no function '%s'%s", t.text, hint)
		return nil
	}
	f := functions[at]
	args := c.args(t, "function", f.params, f.many)
	if args == nil {
		return nil
	}
	return &expr{op: callExpr, kind: f.result, call: f, args: args}
}

// args compiles the arguments of a function or condition; nil after an error.
func (c *ruleCompiler) args(t *exprText, what string, params []kind, many bool) []*expr {
	name, texts := t.text, t.args
	if len(texts) != len(params) && (!many || len(texts) < len(params)) {
		c.errorf(t.pos, "%s '%s' takes %d arguments, but is given %d", what, name, len(params), len(texts))
		return nil
	}
	var args []*expr
	for i, a := range texts {
		k := params[min(i, len(params)-1)]
		if e := c.exprOf(a, k, "argument "+strconv.Itoa(i+1)+" of '"+name+"'"); e != nil {
			args = append(args, e)
		}
	}
	if len(args) < len(texts) {
		return nil
	}
	return args
}

func (c *ruleCompiler) list(t *exprText) *expr {
	out := &expr{op: listExpr, kind: intsKind}
	for _, i := range t.args {
		e := c.expr(i)
		if e == nil {
			return nil
		}
		out.args = append(out.args, e)
	}
	if len(out.args) > 0 && out.args[0].kind == stringKind {
		out.kind = stringsKind
	}
	item := map[kind]kind{intsKind: intKind, stringsKind: stringKind}[out.kind]
	fixed := true
	for i, e := range out.args {
		if c.fits(t.args[i].pos, e, item, "an entry of this list") == nil {
			return nil
		}
		fixed = fixed && e.op == constantExpr
	}
	if !fixed {
		return out
	}
	d, _ := out.list(nil)
	if d.ints == nil && out.kind == intsKind {
		d.ints = []int64{}
	}
	return constant(d)
}

// typeExpr compiles a type; nil after an error.
func (c *ruleCompiler) typeExpr(t *typeText) *typeExpr {
	switch {
	case t.name == "type" && len(t.args) == 1:
		if e := c.exprOf(t.args[0], valueKind, "the argument of type"); e != nil {
			return &typeExpr{like: e}
		}
		return nil
	case t.name == "tensor" && len(t.args) == 2:
		shape := c.exprOf(t.args[0], intsKind, "a shape")
		elem := c.exprOf(t.args[1], typeKind, "what follows the shape")
		if shape == nil || elem == nil {
			return nil
		}
		return &typeExpr{shape: shape, elem: elem}
	}
	c.errorf(t.pos, "a type is type(?x) or tensor(SHAPE, ELEMENT TYPE), such as tensor([2, dim(?x, 0)], elem(?x))")
	return nil
}
