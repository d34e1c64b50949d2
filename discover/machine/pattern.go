package machine

import (
	"fmt"
	"math"
	"strings"
)

// pattern is a side of a rule: a variable, a number, or a form on patterns.
type pattern struct {
	form     int32 // -1 for others
	variable int   // -1 for others
	number   float64
	kind     int32
	args     []*pattern
}

// pattern is a program with variables for its inputs, which get numbers in the order in which they
// are met.
func (e *enumerator) pattern(a application, numbers map[int]int) *pattern {
	t := &e.typed[a.typed]
	p := &pattern{form: t.form, variable: -1, kind: t.result}
	for i := range t.operands {
		p.args = append(p.args, e.patternOf(a.args[i], numbers))
	}
	return p
}

func (e *enumerator) patternOf(v int32, numbers map[int]int) *pattern {
	x := &e.values[v]
	switch {
	case x.typed >= 0:
		return e.pattern(x.application, numbers)
	case x.leaf.input < 0:
		return &pattern{form: -1, variable: -1, number: x.leaf.number, kind: x.kind}
	}
	n, ok := numbers[x.leaf.input]
	if !ok {
		n = len(numbers)
		numbers[x.leaf.input] = n
	}
	return &pattern{form: -1, variable: n, kind: x.kind}
}

// rule is what an equality says of all operands.
func (e *enumerator) rule(q equality) found {
	numbers := map[int]int{}
	f := found{left: e.pattern(q.application, numbers), level: q.level}
	if q.value >= 0 {
		f.right = e.patternOf(q.value, numbers)
	} else {
		f.right = e.pattern(q.other, numbers)
	}
	f.variables = len(numbers)
	return f
}

// equality is what was found, as text.
func (e *enumerator) equality(f found) Equality {
	names := variableNames
	w := &writer{vocabulary: e.vocabulary, names: names}
	q := Equality{Left: w.text(f.left), Right: w.text(f.right), Level: f.level, Variables: f.variables, Ops: f.ops}
	m := &writer{vocabulary: e.vocabulary, names: names, matches: true}
	q.matched, q.conditions = m.text(f.left), m.conditions
	return q
}

var variableNames = []string{"x", "y", "z"}

// writer writes patterns in the language of rules. One that matches has names for what states its
// type, and conditions on that in the place of the type.
type writer struct {
	*vocabulary
	names      []string
	matches    bool
	inside     bool // of the term at the root
	conditions []string
}

func (w *writer) text(p *pattern) string {
	switch {
	case p.variable >= 0:
		return "?" + w.names[p.variable]
	case p.form < 0:
		return numberText(p.number)
	}
	f := w.forms[p.form]
	name := ""
	if f.typed != nil && w.matches {
		of := "root"
		if w.inside {
			of = fmt.Sprintf("?t%d", len(w.conditions))
			name = of + " "
		}
		w.conditions = append(w.conditions, fmt.Sprintf("elem(%s) == %v", of, f.typed))
	}
	w.inside = true
	args := make([]string, len(p.args))
	for i, a := range p.args {
		args[i] = w.text(a)
	}
	s := name + f.def.Mnemonic() + "(" + strings.Join(args, ", ") + ")" + f.key
	if f.typed != nil && !w.matches {
		s = fmt.Sprintf("(%s : tensor(shape(%s), %v))", s, w.shaped(p), f.typed)
	}
	return s
}

// shaped is a variable that has the shape of a pattern, or root where there is none.
func (w *writer) shaped(p *pattern) string {
	if p.variable >= 0 {
		return "?" + w.names[p.variable]
	}
	for _, a := range p.args {
		if s := w.shaped(a); s != "root" {
			return s
		}
	}
	return "root"
}

// numberText is a number as the language has it.
func numberText(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	case v != v:
		return "nan"
	}
	return fmt.Sprint(v)
}
