package rule

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// A constant on the right side that states no type takes its element type from
// what it must agree with: an operand of the same op, or the op's result, as the
// op declares (ir.ArgDef.Elems). An op all of whose such operands are constants is
// open as they are: its type comes from above.

// isUntypedNumber reports whether t is a constant that states no type.
func (t *term) isUntypedNumber() bool {
	return (t.kind == numberTerm || t.kind == computedTerm) && t.typ == nil
}

// close finds out which terms are open, below t and t itself.
func (t *term) close() {
	for _, a := range t.args {
		a.close()
	}
	t.open = t.isUntypedNumber()
	if t.kind != opTerm || t.def == nil || t.typ != nil {
		return
	}
	result, some := t.resultElems(), false
	if result == "" || t.def.ResultDef(t.result).Type.OnlyElem(probe()) != nil {
		return
	}
	for i, a := range t.args {
		if t.def.OperandElems(i, len(t.args)) != result {
			continue
		}
		if !a.open {
			return
		}
		some = true
	}
	t.open = some
}

// resultElems is the group of elements that the result has which t is.
func (t *term) resultElems() string {
	return t.def.ResultElems(t.result, max(t.results, len(t.def.Results), t.result+1))
}

// checkConstants makes sure that the element types of constants follow; known
// says that the type of t is.
func (c *ruleCompiler) checkConstants(t *term, known bool) {
	switch {
	case t.kind == opTerm && t.def != nil:
	case t.kind == opTerm || t.kind == eachTerm:
		for _, a := range t.args {
			if a.isUntypedNumber() {
				c.errorf(a.pos, "the element type of this constant does not follow: write (%s : TYPE)", a.number)
			}
			c.checkConstants(a, false)
		}
		return
	default:
		return
	}
	known = known || t.typ != nil
	for i, a := range t.args {
		if a.kind == eachTerm {
			c.checkConstants(a, false)
		}
		if a.many() {
			return // behind it, operands have numbers that only a match tells
		}
		follows := t.follows(i, known)
		if a.isUntypedNumber() && !follows {
			c.errorf(a.pos, "the element type of this constant does not follow from what op '%s' has besides: write (%s : TYPE)", t.def.Mnemonic(), a.number)
			continue
		}
		c.checkConstants(a, follows)
	}
}

// follows reports whether the element type of operand i does: from its
// constraint, from an operand that is not open, or from the result if that is
// known.
func (t *term) follows(i int, known bool) bool {
	n := len(t.args)
	def, elems := t.def.OperandDef(i), t.def.OperandElems(i, n)
	if def == nil || def.Type.OnlyElem(probe()) != nil || known && elems != "" && elems == t.resultElems() {
		return true
	}
	for k, a := range t.args {
		if k != i && !a.open && elems != "" && elems == t.def.OperandElems(k, n) {
			return true
		}
	}
	return false
}

// whole reports whether a constant among the operands of an op must have the
// shape of the others from the start.
func whole(def *ir.OpDef) bool {
	return def.Has(ir.SameTypes) || def.Has(ir.Elementwise) && !def.Has(ir.Broadcasts)
}

// operandsOf plans the operands of t, those that are open last. Constants have
// the shape of what they agree with if that is asked for, else rank 0. like is
// the type that the result is to have; nil if that is not known.
func (m *match) operandsOf(t *term, p *plan, like *ir.Type, full bool) bool {
	p.args = p.args[:0]
	open := make([]int, 0, 4) // places of operands
	terms := make([]*term, 0, 4)
	for _, a := range t.args {
		switch {
		case a.kind == restTerm:
			for _, v := range m.lists[a.variable].values() {
				p.args = append(p.args, m.existing(v))
			}
		case a.kind == eachTerm:
			if !m.mapped(a, p) {
				return false
			}
		case a.open:
			open, terms = append(open, len(p.args)), append(terms, a)
			p.args = append(p.args, operand{})
		default:
			x, ok := m.term(a, nil)
			if !ok {
				return false
			}
			p.args = append(p.args, x)
		}
	}
	for k, i := range open {
		typ := m.expected(t, p.args, i, like, full)
		if typ == nil {
			return m.refuse("the element type of operand %d of op '%s' does not follow", i, p.def.Name())
		}
		x, ok := m.term(terms[k], typ)
		if !ok {
			return false
		}
		p.args[i] = x
	}
	return true
}

// expected is the type that operand i of t is to have by those that are planned
// and by the result; nil if it does not follow.
func (m *match) expected(t *term, args []operand, i int, like *ir.Type, full bool) *ir.Type {
	c, def := m.root.Context(), t.def.OperandDef(i)
	if def == nil {
		return nil
	}
	var typ *ir.Type
	if elems := t.def.OperandElems(i, len(args)); elems != "" {
		typ = neighbour(args, i, func(k int) bool { return elems == t.def.OperandElems(k, len(args)) })
		if typ == nil && elems == t.resultElems() {
			typ = like
		}
	}
	if only := def.Type.OnlyElem(c); typ == nil && only != nil {
		if typ = neighbour(args, i, func(int) bool { return true }); typ == nil {
			typ = like
		}
		if typ == nil {
			typ = c.Tensor(nil, only)
		}
		typ = c.WithElem(typ, only)
	}
	switch {
	case typ == nil || full:
	case typ.IsTensor():
		typ = c.Tensor(nil, typ.Elem())
	}
	if typ != nil && !def.Type.Ok(typ) && def.Type.Ok(typ.ElemOrSelf()) {
		typ = typ.ElemOrSelf() // a scalar, as the indices of some ops
	}
	return typ
}

// neighbour is the type of the nearest planned operand before i that counts, else
// behind it; nil if there is none.
func neighbour(args []operand, i int, counts func(k int) bool) *ir.Type {
	for k := i - 1; k >= 0; k-- {
		if args[k].from != nil && counts(k) {
			return args[k].typ()
		}
	}
	for k := i + 1; k < len(args); k++ {
		if args[k].from != nil && counts(k) {
			return args[k].typ()
		}
	}
	return nil
}

// constant plans a constant whose elements are all a number. Without a type of
// its own it has the given one.
func (m *match) constant(t *term, typ *ir.Type) (operand, bool) {
	c := m.root.Context()
	if t.typ != nil {
		var ok bool
		if typ, ok = m.typeOf(t.typ); !ok {
			return operand{}, m.refuse("the type of a constant has no value")
		}
	}
	n := t.number
	if t.kind == computedTerm {
		d, ok := t.value.eval(m)
		if d, ok2 := d.as(floatKind); ok && ok2 {
			n = number{value: d.f}
		} else {
			return operand{}, m.refuse("the value of a constant cannot be computed")
		}
	}
	a := n.attr(c, typ)
	if a == nil {
		return operand{}, m.refuse("'%s' does not have the constant %s", typ, n)
	}
	maker := m.makerOf(a, typ)
	if maker == nil {
		return operand{}, m.refuse("no dialect has constants of type '%s'", typ)
	}
	p := m.newPlan()
	p.konst, p.maker, p.one[0] = a, maker, typ
	p.types = p.one[:]
	return operand{from: p}, true
}

// verifies reports whether an op of these types and attributes is valid, as far
// as its own verifier can tell from them, if it has one: inference, which comes
// first, need not know everything.
func (m *match) verifies(p *plan) bool {
	if p.def.Verify == nil {
		return true
	}
	p.sample = m.sample(p)
	if err := ir.VerifyOp(p.sample); err != nil {
		return m.refuse("op '%s' would not be valid: %s", p.def.Name(), err)
	}
	return true
}

// sample is an op of the types and attributes of a plan, on values of which nothing
// is known.
func (m *match) sample(p *plan) *ir.Op {
	block := &ir.Block{}
	operands := make([]*ir.Value, len(p.args))
	for i, a := range p.args {
		operands[i] = block.AddArg(a.typ(), 0)
	}
	return m.scratchBuilder().OpWithTypes(p.def, 0, p.types, operands, p.props.Entries()...)
}

// scratchBuilder makes ops to look at, which belong nowhere.
func (m *match) scratchBuilder() *ir.Builder {
	if c := m.root.Context(); m.scratch == nil || m.scratch.Ctx != c {
		m.scratch = ir.NewBuilder(c)
	}
	return m.scratch
}

// makerOf is the dialect whose ops hold constants of that type: that of the root
// if it has one for it, else the first that does; nil if there is none.
func (m *match) makerOf(a *ir.Attr, typ *ir.Type) *ir.Dialect {
	c := m.root.Context()
	makes := func(d *ir.Dialect) bool { return d.Constant != nil && d.Constant(m.scratchBuilder(), a, typ, 0) != nil }
	if own := m.root.Def().Dialect(); makes(own) {
		return own
	}
	if list := c.Dialects(); slices.ContainsFunc(list, makes) {
		return list[slices.IndexFunc(list, makes)]
	}
	return nil
}

// String is the constant as rules write it.
func (n number) String() string {
	if n.word != "" {
		return n.word
	}
	return fmt.Sprint(n.value)
}
