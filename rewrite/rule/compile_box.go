package rule

import (
	"slices"
)

// A box is three attributes of an op. `*?b` on the left side binds each of them to
// a variable of its own, and `*EXPR` on the right side computes each of them, so that
// nothing but the compiler knows of it.

// boxFields are the attributes that are a box, in the order of the function box.
var boxFields = []string{"starts", "limits", "strides"}

// boxAttrs compiles `*?b` of a pattern and `*EXPR` of the right side.
func (c *ruleCompiler) boxAttrs(a *attrText, out *term) {
	for _, name := range boxFields {
		if out.def.AttrDef(name) == nil {
			c.errorf(a.pos, "op '%s' has no attribute '%s', which a box says", out.def.Mnemonic(), name)
			return
		}
		if spokenOf(out, name) {
			c.errorf(a.pos, "attribute '%s' is spoken of twice", name)
			return
		}
	}
	if c.pattern {
		c.bindBox(a, out)
		return
	}
	e := c.exprOf(a.value, boxKind, "what follows '*'")
	if e == nil {
		return
	}
	for _, name := range boxFields {
		field := functionNamed(name)
		out.attrs = append(out.attrs, attrTerm{
			name: name, arg: out.def.AttrDef(name), variable: -1,
			value: &expr{op: callExpr, kind: field.result, call: field, args: []*expr{e}},
		})
	}
}

// bindBox binds the three attributes of a box, or compares them.
func (c *ruleCompiler) bindBox(a *attrText, out *term) {
	name := variableOf(a.value)
	if name == "" {
		c.errorf(a.pos, "on the left side a box is bound to a variable, as in {*?b}")
		return
	}
	if b, ok := c.names[name]; ok && b.class != boxClass {
		c.errorf(a.pos, "%s is a box here, but %s before", name, b.class)
		return
	}
	c.names[name] = boundName{class: boxClass}
	for _, field := range boxFields {
		at := attrTerm{name: field, arg: out.def.AttrDef(field)}
		at.variable, at.first = c.bind(a.pos, name+"."+field, attrClass)
		c.share(&at)
		c.bindKind(a.pos, name, at, out.def)
		out.attrs = append(out.attrs, at)
	}
}

// boxVariable is a variable that `*?b` has bound, as an expression.
func (c *ruleCompiler) boxVariable(name string) *expr {
	make := functionNamed("box")
	out := &expr{op: callExpr, kind: boxKind, call: make}
	for _, field := range boxFields {
		v := c.names[name+"."+field].index
		out.args = append(out.args, &expr{op: attributeExpr, kind: c.rule.attrVars[v].kind, variable: v})
	}
	return out
}

// functionNamed is a function that is there.
func functionNamed(name string) *function {
	return functions[slices.IndexFunc(functions, func(f *function) bool { return f.name == name })]
}
