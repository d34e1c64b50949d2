package discover

import (
	"fmt"
	"slices"
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
	ops         int // of the larger side, each counted once
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
	f := found{left: e.pattern(q.application, numbers)}
	if q.value >= 0 {
		f.right = e.patternOf(q.value, numbers)
	} else {
		f.right = e.pattern(q.other, numbers)
	}
	f.variables = len(numbers)
	return f
}

// text is a pattern in the language of rules.
func (v *vocabulary) text(p *pattern) string {
	switch {
	case p.variable >= 0:
		return "?" + variableNames[p.variable]
	case p.form < 0:
		return fmt.Sprint(p.number)
	}
	f := v.forms[p.form]
	args := make([]string, len(p.args))
	for i, a := range p.args {
		args[i] = v.text(a)
	}
	s := f.def.Mnemonic() + "(" + strings.Join(args, ", ") + ")"
	if f.key != "" {
		s += " " + f.key
	}
	if f.results > 1 {
		s += fmt.Sprint("#", f.result)
	}
	return s
}

// more orders equalities so that general ones come before what follows from them: by the number of
// variables, then as they were found.
func more(a, b found) int { return b.variables - a.variables }

// book is the rules that were accepted, by the form that one side begins with.
type book struct {
	*enumerator
	rules []found
	from  map[int][]side
}

// side is a rule read from one of its sides.
type side struct{ from, to *pattern }

func newBook(e *enumerator) *book {
	b := &book{enumerator: e, from: map[int][]side{}}
	e.judge = func(q equality) verdict {
		switch {
		case b.follows(q):
			return follows
		case e.verify(q, trials):
			return believed
		}
		return refused
	}
	return b
}

// accept adds a rule.
func (b *book) accept(f found) {
	b.rules = append(b.rules, f)
	if b.commutativity(f) {
		b.commutes[f.left.form] = true
	}
	b.from[f.left.form] = append(b.from[f.left.form], side{f.left, f.right})
	if f.right.form >= 0 {
		b.from[f.right.form] = append(b.from[f.right.form], side{f.right, f.left})
	}
}

// commutativity reports whether a rule says that the first two operands of a form may be the other
// way round.
func (b *book) commutativity(f found) bool {
	l, r := f.left, f.right
	return l.form == r.form && len(l.args) == 2 && l.args[0].variable >= 0 && l.args[1].variable >= 0 && l.args[0].variable != l.args[1].variable &&
		l.args[0].variable == r.args[1].variable && l.args[1].variable == r.args[0].variable
}

// follows reports whether one application of an accepted rule, at the root, shows that a program
// computes what a value does.
func (b *book) follows(q equality) bool {
	form := b.vocabulary.typed[q.typed].form
	for _, s := range b.from[form] {
		done := false
		b.match(s.from, q.application, nil, func(bound []int32) bool {
			done = b.reaches(s.to, bound, q)
			return done
		})
		if done {
			return true
		}
	}
	return false
}

// match calls f with all ways in which variables are bound so that a pattern is a program, until f
// says that it has enough.
func (b *book) match(p *pattern, a application, bound []int32, f func([]int32) bool) bool {
	t := b.vocabulary.typed[a.typed]
	if p.form != t.form {
		return false
	}
	if b.matchArgs(p.args, a.args[:len(p.args)], bound, f) {
		return true
	}
	if b.commutes[p.form] {
		x := a.args
		x[0], x[1] = x[1], x[0]
		return b.matchArgs(p.args, x[:len(p.args)], bound, f)
	}
	return false
}

func (b *book) matchArgs(p []*pattern, args []int32, bound []int32, f func([]int32) bool) bool {
	if len(p) == 0 {
		return f(bound)
	}
	return b.matchValue(p[0], args[0], bound, func(bound []int32) bool { return b.matchArgs(p[1:], args[1:], bound, f) })
}

func (b *book) matchValue(p *pattern, v int32, bound []int32, f func([]int32) bool) bool {
	x := &b.values[v]
	switch {
	case p.variable >= 0:
		for len(bound) <= p.variable {
			bound = append(bound, -1)
		}
		if bound[p.variable] >= 0 {
			return bound[p.variable] == v && f(bound)
		}
		bound = slices.Clone(bound)
		bound[p.variable] = v
		return f(bound)
	case p.form < 0:
		return x.typed < 0 && x.leaf.input < 0 && x.leaf.number == p.number && f(bound)
	case x.typed < 0:
		return false
	}
	return b.match(p, application{typed: x.typed, args: x.args}, bound, f)
}

// reaches reports whether a pattern on what variables are bound to is what an equality ends in.
func (b *book) reaches(p *pattern, bound []int32, q equality) bool {
	a, v, ok := b.resolve(p, bound)
	if !ok {
		return false
	}
	if v >= 0 {
		return v == q.value
	}
	if q.value < 0 {
		return a == q.other
	}
	if x := &b.values[q.value]; x.typed == a.typed && x.args == a.args {
		return true
	}
	n, ok := b.known[a]
	return ok && n == q.value
}

// resolve finds what a pattern on bound variables is: a value, or a program that may not have been
// met, on values; ok is false where a part of it was not met, or a variable is not bound.
func (b *book) resolve(p *pattern, bound []int32) (a application, v int32, ok bool) {
	switch {
	case p.variable >= 0:
		if p.variable >= len(bound) || bound[p.variable] < 0 {
			return a, -1, false
		}
		return a, bound[p.variable], true
	case p.form < 0:
		for _, n := range b.bySize[0] {
			if x := &b.values[n]; x.leaf.input < 0 && x.leaf.number == p.number {
				return a, n, true
			}
		}
		return a, -1, false
	}
	operands := make([]shape, len(p.args))
	for i, x := range p.args {
		part, n, ok := b.resolve(x, bound)
		if ok && n < 0 {
			n, ok = b.known[part]
		}
		if !ok {
			return a, -1, false
		}
		a.args[i], operands[i] = n, b.values[n].shape
	}
	t := b.vocabulary.find(p.form, operands)
	if t < 0 {
		return a, -1, false
	}
	if b.commutes[p.form] && a.args[0] > a.args[1] {
		a.args[0], a.args[1] = a.args[1], a.args[0]
	}
	a.typed = int32(t)
	return a, -1, true
}

// trials is how many times an equality is verified.
const trials = 8

// extend makes the programs of so many ops, and accepts what their equalities say, the general ones
// first, as far as it does not follow from what was accepted before. It returns how many equalities
// there are.
func (b *book) extend(size int, keep bool) (equalities int) {
	type candidate struct {
		equality
		found
	}
	var list []candidate
	settle := func(q equality) {
		if equalities++; keep && q.value >= 0 {
			b.known[q.application] = q.value
		}
	}
	b.grow(size, keep, func(q equality, v verdict) {
		if v == follows {
			settle(q)
		} else {
			f := b.rule(q)
			f.ops = size
			list = append(list, candidate{q, f})
		}
	})
	slices.SortStableFunc(list, func(x, y candidate) int { return more(x.found, y.found) })
	for _, x := range list {
		if !b.follows(x.equality) {
			b.accept(x.found)
		}
		settle(x.equality)
	}
	return equalities
}
