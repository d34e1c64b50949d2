package discover

import "slices"

// several is an op with several results, each of which something else computes, too: of the
// variables of its operands.
type several struct {
	args  []*pattern
	to    []*pattern // one for each result
	count int        // of variables
}

// part is an equality of one result of an op that has several.
type part struct {
	book int32
	equality
}

// opAt is an op on values.
type opAt struct {
	book, typed int32 // the first result
	args        [3]int32
}

// result is which result of an op with several an application is, and of how many.
func (b *book) result(a application) (i, n int) {
	f := b.vocabulary.forms.list[b.vocabulary.typed[a.typed].form]
	return f.result, f.results
}

// joined are the ops of which every result equals something, in the order in which the last of
// them was met, as equalities of each result.
func joined(books []*book, parts []part) (list [][]part) {
	met := map[opAt][]part{}
	for _, p := range parts {
		i, n := books[p.book].result(p.application)
		key := opAt{p.book, p.typed - int32(i), p.args}
		met[key] = append(met[key], p)
		if len(met[key]) == n {
			slices.SortFunc(met[key], func(x, y part) int { return int(x.typed - y.typed) })
			list = append(list, met[key])
		}
	}
	return list
}

// explained reports whether what the results of an op are follows from an accepted rule of several
// results, applied to the op.
func (b *book) explained(a application) bool {
	f := b.vocabulary.forms.list[b.vocabulary.typed[a.typed].form]
	return slices.ContainsFunc(b.several[f.op], func(s several) bool {
		return b.matchArgs(s.args, a.args[:len(s.args)], nil, func([]int32) bool { return true })
	})
}

// severalOf is what equalities of all results of an op say of all operands.
func (b *book) severalOf(parts []part) (s several, left []*pattern) {
	numbers := map[int]int{}
	for _, p := range parts {
		left = append(left, b.pattern(p.application, numbers))
		s.to = append(s.to, b.right(p.equality, numbers))
	}
	s.args, s.count = left[0].args, len(numbers)
	return s, left
}

// acceptSeveral adds a rule of several results. It is told if it says of programs on a common input
// that one op makes all of them: others say no more than rules of one result.
func (b *book) acceptSeveral(s several, left []*pattern, size int, e Evidence) {
	op := b.vocabulary.forms.list[left[0].form].op
	b.several[op] = append(b.several[op], s)
	var shared []int
	for i, p := range s.to {
		if p.form < 0 {
			return
		}
		if of := p.variables(nil); i == 0 {
			shared = of
		} else {
			shared = slices.DeleteFunc(shared, func(v int) bool { return !slices.Contains(of, v) })
		}
	}
	if len(shared) == 0 {
		return
	}
	q := Equality{Evidence: e, Level: b.domain.Level, Variables: s.count, Ops: size}
	for i := range left {
		q.Left, q.Right = append(q.Left, b.vocabulary.forms.term(left[i])), append(q.Right, b.vocabulary.forms.term(s.to[i]))
	}
	b.tell(q)
}

// confirmAll is confirm for equalities of all results of an op: any of them may be wrong.
func (b *book) confirmAll(parts []part, stopped bool) (all Evidence, ok bool) {
	for i, p := range parts {
		e, ok := b.confirm(p.equality, stopped)
		if !ok {
			return all, false
		}
		if all.Bound += e.Bound; i == 0 || e.Trials < all.Trials {
			all.Trials = e.Trials
		}
	}
	all.Bound = min(1, all.Bound)
	return all, true
}

// variables appends those of a pattern.
func (p *pattern) variables(list []int) []int {
	if p.variable >= 0 {
		return append(list, p.variable)
	}
	for _, a := range p.args {
		list = a.variables(list)
	}
	return list
}
