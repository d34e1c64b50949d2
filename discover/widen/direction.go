package widen

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/discover/term"
)

// directed says which side is replaced, for whom the rule is, and whether it may be read both ways.
//
// The side with more ops is replaced; of two with as many, the one that is greater in a
// Knuth-Bendix order, if they can be compared: then no chain of such rules comes back to where it
// was. Several terms are replaced as they are given. A rule is good always if it makes a program
// smaller and at most one new op: whatever else uses what is replaced.
func directed(q Equality) (d Equality, set Set, twoWay bool) {
	left, right := term.Ops(q.Left...), term.Ops(q.Right...)
	ordered := left != right
	if left < right && len(q.Left) == 1 {
		q.Left, q.Right = q.Right, q.Left
	}
	if !ordered && len(q.Left) == 1 {
		switch {
		case greater(q.Left[0], q.Right[0]):
			ordered = true
		case greater(q.Right[0], q.Left[0]):
			q.Left, q.Right, ordered = q.Right, q.Left, true
		}
	}
	if !slices.ContainsFunc(q.Right, isLeaf) {
		l, r := term.Variables(q.Left...), term.Variables(q.Right...)
		slices.Sort(l)
		slices.Sort(r)
		twoWay = slices.Equal(l, r) && len(q.Left) == 1
	}
	set = Search
	if ordered && len(q.Left) == 1 && term.Ops(q.Right...) <= 1 && kept(q.Left[0], q.Right[0]) {
		set, twoWay = Always, false
	}
	return q, set, twoWay
}

func isLeaf(t *term.Term) bool { return t.Op == "" }

// kept reports whether no variable occurs more often on the right.
func kept(left, right *term.Term) bool {
	for _, v := range term.Variables(right) {
		if right.Occurrences(v) > left.Occurrences(v) {
			return false
		}
	}
	return true
}

// greater reports whether a term is greater in a Knuth-Bendix order, in which all ops weigh the
// same (Knuth and Bendix, "Simple Word Problems in Universal Algebras", 1970).
func greater(a, b *term.Term) bool {
	return kept(a, b) && compare(a, b) > 0
}

func compare(a, b *term.Term) int {
	if n := weight(a) - weight(b); n != 0 {
		return n
	}
	if a.Op != b.Op || a.Op == "" {
		return strings.Compare(a.Op, b.Op)
	}
	for i := range min(len(a.Args), len(b.Args)) {
		if n := compare(a.Args[i], b.Args[i]); n != 0 {
			return n
		}
	}
	return 0
}

// weight is how many ops a term has, counted as often as they occur.
func weight(t *term.Term) (n int) {
	t.Walk(func(t *term.Term) {
		if t.Op != "" {
			n++
		}
	})
	return n
}
