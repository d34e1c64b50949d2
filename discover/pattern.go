package discover

import (
	"strings"

	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/ir"
)

// pattern is a side of a rule that was found: a variable, a number, or a form on patterns.
type pattern struct {
	form     int // -1 for others
	variable int // -1 for others
	number   float64
	elem     *ir.Type // of a variable or a number
	args     []*pattern
}

// found is an equality of two programs for all operands, as far as anybody knows.
type found struct {
	left, right *pattern
	variables   int
}

// pattern is a program with variables for its inputs, which get numbers in the order in which they
// are met.
func (e *enumerator) pattern(a application, numbers map[int]int) *pattern {
	t := e.vocabulary.typed[a.typed]
	p := &pattern{form: t.form, variable: -1}
	for i := range len(t.operands) {
		p.args = append(p.args, e.patternOf(a.args[i], numbers))
	}
	return p
}

func (e *enumerator) patternOf(v int32, numbers map[int]int) *pattern {
	x := &e.values[v]
	if x.typed >= 0 {
		return e.pattern(application{typed: x.typed, args: x.args}, numbers)
	}
	l := e.leafOf(x)
	if l.input < 0 {
		return &pattern{form: -1, variable: -1, number: l.number, elem: e.elem(v)}
	}
	n, ok := numbers[l.input]
	if !ok {
		n = len(numbers)
		numbers[l.input] = n
	}
	return &pattern{form: -1, variable: n, elem: e.elem(v)}
}

// elem is the element type of a value.
func (e *enumerator) elem(v int32) *ir.Type { return e.vocabulary.shapes[e.values[v].shape][0].Elem() }

// isNumber reports whether a value is the number that a pattern is.
func (e *enumerator) isNumber(v int32, p *pattern) bool {
	x := &e.values[v]
	if x.typed >= 0 || e.elem(v) != p.elem {
		return false
	}
	l := e.leafOf(x)
	return l.input < 0 && same(l.number, p.number)
}

// rule is what an equality says of all operands.
func (e *enumerator) rule(q equality) found {
	numbers := map[int]int{}
	f := found{left: e.pattern(q.application, numbers), right: e.right(q, numbers)}
	f.variables = len(numbers)
	return f
}

// right is what the program of an equality is equal to.
func (e *enumerator) right(q equality, numbers map[int]int) *pattern {
	if q.value >= 0 {
		return e.patternOf(q.value, numbers)
	}
	return e.pattern(q.other, numbers)
}

var variableNames = []string{"x", "y", "z", "w"}

// term is a pattern in the language of rules.
func (f *forms) term(p *pattern) *term.Term {
	switch {
	case p.variable >= 0:
		return &term.Term{Variable: variableNames[p.variable]}
	case p.form < 0:
		return &term.Term{Number: p.number, Result: -1}
	}
	x := f.list[p.form]
	t := &term.Term{Op: x.def.Mnemonic(), Attrs: x.attrs, Type: x.typed, Result: -1}
	if x.results > 1 {
		t.Result = x.result
	}
	for _, a := range p.args {
		t.Args = append(t.Args, f.term(a))
	}
	if v := f.shaped(p.args[0]); v >= 0 {
		t.Type = strings.ReplaceAll(t.Type, "?x", "?"+variableNames[v])
	}
	return t
}

// shaped is a variable that has the shape of a pattern, -1 if none is known to.
func (f *forms) shaped(p *pattern) int {
	if p.form >= 0 && f.list[p.form].def.Has(ir.Elementwise) {
		for _, a := range p.args {
			if v := f.shaped(a); v >= 0 {
				return v
			}
		}
	}
	return p.variable
}

// text is a pattern as a term in text.
func (f *forms) text(p *pattern) string { return f.term(p).String() }
