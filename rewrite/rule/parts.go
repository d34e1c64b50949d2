package rule

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Parts say what of the language a rule makes use of beyond ops and variables, for those who
// compare it with rules that programs write, which know less of the language.
type Parts struct {
	// Left and Right are how many ops each side has, each counted once where it stands twice.
	Left, Right int
	// Inputs is how many values there are that no op of the left side makes.
	Inputs int
	// Constants are the numbers that stand as operands or results, as rules write them, also
	// `lowest`, `highest` and `ones`.
	Constants []string
	// Attrs are the attributes that ops are asked or given by name; Others are the ops that may
	// have more of them, `*`.
	Attrs  []PartAttr
	Others []*ir.OpDef
	// Lists are `?x...` and brackets, Classes `?f(...)`, Types those that the right side states,
	// Computed constants that the right side computes, and Lets variables that clauses compute.
	Lists, Classes, Types, Computed, Lets bool
}

// PartAttr is an attribute of an op: a variable, a literal that was made by Literal, or an
// expression that computes it.
type PartAttr struct {
	Op       *ir.OpDef
	Name     string
	Variable string
	Literal  func(c *ir.Context) *ir.Attr // nil for others
}

// Parts looks at both sides and the clauses.
func (r *Rule) Parts() Parts {
	p := Parts{Left: r.different(r.left), Right: r.different(r.right), Lists: len(r.listVars) > 0 || r.lists > 0, Classes: len(r.classes) > 0}
	for _, t := range slices.Concat(r.left, r.right) {
		t.walk(func(t *term) { r.part(t, &p) })
	}
	for _, t := range r.left {
		t.walk(func(t *term) {
			if t.kind == variableTerm && t.first {
				p.Inputs++
			}
		})
	}
	r.eachClause(func(c *clause) { p.Lets = p.Lets || c.let >= 0 })
	return p
}

func (r *Rule) part(t *term, p *Parts) {
	p.Types = p.Types || t.typ != nil
	switch t.kind {
	case computedTerm:
		p.Computed = true
	case numberTerm:
		if text := t.number.String(); !slices.Contains(p.Constants, text) {
			p.Constants = append(p.Constants, text)
		}
	case opTerm:
		if t.star >= 0 && t.def != nil {
			p.Others = append(p.Others, t.def)
		}
		for i := range t.attrs {
			a := &t.attrs[i]
			x := PartAttr{Op: t.def, Name: a.name}
			switch {
			case a.variable >= 0:
				x.Variable = r.attrVars[a.variable].name
			case a.value.op == attributeExpr:
				x.Variable = r.attrVars[a.value.variable].name
			case a.value.op == constantExpr || a.value.op == elementTypeExpr:
				x.Literal = a.literal
			}
			p.Attrs = append(p.Attrs, x)
		}
	}
}

// different is how many different ops terms have.
func (r *Rule) different(terms []*term) int {
	seen := map[string]bool{}
	for _, t := range terms {
		t.walk(func(t *term) {
			if t.kind == opTerm {
				seen[r.key(t)] = true
			}
		})
	}
	return len(seen)
}

// key tells terms apart, results of one op aside.
func (r *Rule) key(t *term) string {
	switch t.kind {
	case opTerm:
	case numberTerm:
		return t.number.String()
	default:
		return fmt.Sprint(t.kind, " ", t.variable, " ", keyOf(t.value))
	}
	var b strings.Builder
	if t.def != nil {
		b.WriteString(t.def.Name())
	}
	fmt.Fprint(&b, " ", t.class, t.star, t.absent, "(")
	for _, a := range t.args {
		if a.kind == opTerm {
			fmt.Fprint(&b, a.result, "#")
		}
		b.WriteString(r.key(a) + ", ")
	}
	b.WriteString(")")
	for i := range t.attrs {
		a := &t.attrs[i]
		fmt.Fprint(&b, a.name, " = ", a.variable, keyOf(a.value), ", ")
	}
	return b.String()
}

// keyOf tells expressions apart.
func keyOf(e *expr) string {
	if e == nil {
		return ""
	}
	s := fmt.Sprint(e.op, " ", e.name, " ", e.variable, " ", e.ref.variable)
	switch e.op {
	case constantExpr:
		d := e.datum
		s += fmt.Sprint(d.kind, d.i, d.f, d.s, d.ints, d.strs)
	case callExpr:
		s += e.call.name
	case refExpr:
		if e.ref.term != nil {
			s += fmt.Sprint(" of ", e.ref.term.id)
		}
	}
	for _, a := range e.args {
		s += "(" + keyOf(a) + ")"
	}
	return s
}
