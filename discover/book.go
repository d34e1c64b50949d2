package discover

import (
	"slices"

	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/rewrite"
)

// ledger is the rules that were accepted, by the form that one side begins with. All books of a
// search write into one.
type ledger struct {
	forms   *forms
	from    map[int][]*sides
	several map[string][]several // by ops
	told    map[string]int       // where in the list
	list    []Equality
}

func newLedger() *ledger {
	return &ledger{forms: newForms(), from: map[int][]*sides{}, several: map[string][]several{}, told: map[string]int{}}
}

// side is a rule read from one of its sides.
type side struct {
	from, to *pattern
	level    rewrite.Level
}

// sides are those that begin with the same form on the same forms, anything for -1: most of them
// are seen not to match by that.
type sides struct {
	args [maxOperands]int
	list []side
}

// add files a side.
func (l *ledger) add(s side) {
	args := [maxOperands]int{-1, -1, -1}
	for i, a := range s.from.args {
		args[i] = a.form
	}
	of := l.from[s.from.form]
	n := slices.IndexFunc(of, func(x *sides) bool { return x.args == args })
	if n < 0 {
		n = len(of)
		l.from[s.from.form] = append(of, &sides{args: args})
	}
	x := l.from[s.from.form][n]
	x.list = append(x.list, s)
}

// mayMatch reports whether operands have the forms that sides begin with.
func (s *sides) mayMatch(args [maxOperands]int) bool {
	for i, f := range s.args {
		if f >= 0 && f != args[i] {
			return false
		}
	}
	return true
}

// tell adds to the list what is not on it. What is told of inputs of several types holds at the
// weakest of the levels.
func (l *ledger) tell(q Equality) {
	key := q.String()
	if n, ok := l.told[key]; ok {
		l.list[n].Level = max(l.list[n].Level, q.Level)
		return
	}
	l.told[key] = len(l.list)
	l.list = append(l.list, q)
}

// accept adds a rule that holds at a level.
func (l *ledger) accept(f found, size int, level rewrite.Level, e Evidence) {
	l.tell(Equality{
		Evidence: e, Level: level, Left: []*term.Term{l.forms.term(f.left)}, Right: []*term.Term{l.forms.term(f.right)}, Variables: f.variables, Ops: size,
	})
	l.add(side{f.left, f.right, level})
	if f.right.form >= 0 {
		l.add(side{f.right, f.left, level})
	}
}

// book reads and writes the ledger for one enumerator.
type book struct {
	*enumerator
	*ledger
}

// screening is how many times an equality is verified before it is looked at any further.
const screening = 8

func newBook(e *enumerator, l *ledger) *book {
	b := &book{enumerator: e, ledger: l}
	e.judge = func(q equality) verdict {
		switch {
		case b.follows(q):
			return follows
		case e.verify(q, 0, screening):
			return believed
		}
		return refused
	}
	return b
}

// commutativity reports whether a rule says that the first two operands of a form may be the other
// way round.
func commutativity(f found) bool {
	l, r := f.left, f.right
	return l.form == r.form && len(l.args) == 2 && l.args[0].variable >= 0 && l.args[1].variable >= 0 && l.args[0].variable != l.args[1].variable &&
		l.args[0].variable == r.args[1].variable && l.args[1].variable == r.args[0].variable
}

// follows reports whether one application of an accepted rule, at the root, shows that a program
// computes what a value does.
func (b *book) follows(q equality) bool {
	form := b.vocabulary.typed[q.typed].form
	args := [maxOperands]int{-1, -1, -1}
	for i := range b.arity(q.typed) {
		if t := b.values[q.args[i]].typed; t >= 0 {
			args[i] = b.vocabulary.typed[t].form
		}
	}
	swapped := args
	if b.commutes[form] {
		swapped[0], swapped[1] = args[1], args[0]
	}
	for _, x := range b.from[form] {
		if !x.mayMatch(args) && !x.mayMatch(swapped) {
			continue
		}
		for _, s := range x.list {
			if s.level <= b.domain.Level && b.match(s.from, q.application, nil, func(bound []int32) bool { return b.reaches(s.to, bound, q) }) {
				return true
			}
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
		if b.elem(v) != p.elem { // what ops are differs
			return false
		}
		bound = slices.Clone(bound)
		bound[p.variable] = v
		return f(bound)
	case p.form < 0:
		return b.isNumber(v, p) && f(bound)
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
			if b.isNumber(n, p) {
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
	if b.commutes[p.form] && a.args[0] > a.args[1] {
		a.args[0], a.args[1] = a.args[1], a.args[0]
		operands[0], operands[1] = operands[1], operands[0]
	}
	t := b.vocabulary.find(p.form, operands)
	if t < 0 {
		return a, -1, false
	}
	a.typed = int32(t)
	return a, -1, true
}
