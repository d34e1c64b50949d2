package discover

import (
	"fmt"
	"strings"
)

// pattern is a side of a rule that was found: a variable, a number, or a form on patterns.
type pattern struct {
	form     int // -1 for others
	variable int // -1 for others
	number   float64
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
	switch {
	case x.typed >= 0:
		return e.pattern(application{typed: x.typed, args: x.args}, numbers)
	case x.leaf.input < 0:
		return &pattern{form: -1, variable: -1, number: x.leaf.number}
	}
	n, ok := numbers[x.leaf.input]
	if !ok {
		n = len(numbers)
		numbers[x.leaf.input] = n
	}
	return &pattern{form: -1, variable: n}
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

// text is a pattern in the language of rules.
func (f *forms) text(p *pattern) string {
	switch {
	case p.variable >= 0:
		return "?" + variableNames[p.variable]
	case p.form < 0:
		return fmt.Sprint(p.number)
	}
	x := f.list[p.form]
	args := make([]string, len(p.args))
	for i, a := range p.args {
		args[i] = f.text(a)
	}
	s := x.def.Mnemonic() + "(" + strings.Join(args, ", ") + ")"
	if x.key != "" {
		s += " " + x.key
	}
	if x.results > 1 {
		s += fmt.Sprint("#", x.result)
	}
	return s
}
