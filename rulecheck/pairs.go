package rulecheck

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Pair is an instance of a rule: what its left side matches, and what the rule makes of it, as
// blocks with the same arguments in regions of their own.
type Pair struct {
	Left, Right *ir.Block

	in *instance
	c  *checker
}

// stride is how far attempts are apart; it has no factor with the number of element types.
const stride = 7

// Pairs are up to n instances of a rule, of element types and shapes in turn; fewer where few that
// could be made match it. Their context knows more dialects than the check of rules needs.
func Pairs(r *rule.Rule, n int, seed uint64, more ...*ir.Dialect) (list []Pair) {
	if untestable(r) != "" {
		return nil
	}
	c := checkerWith(r, seed, ir.NewContext(append(dialectsOf(r), more...)...))
	for i := 0; len(list) < n && i < effort*n+patienceEach; i++ {
		attempt := i * stride // so that a few are of all kinds of elements
		if !c.promising(attempt) {
			continue
		}
		if in := c.attempt(attempt); in != nil && in.apply(c) && in.typeProblem() == "" {
			c.hits[attempt%len(c.elems)]++
			list = append(list, Pair{in.before, in.after, in, c})
		}
	}
	return list
}

// Filled reports whether all inputs and results have elements.
func (p Pair) Filled() bool { return p.in.filled() }

// With is a pair of other blocks, of the same context, that is compared as p is.
func (p Pair) With(left, right *ir.Block) Pair {
	in := *p.in
	in.before, in.after, in.literals = left, right, nil
	return Pair{left, right, &in, p.c}
}

// Unknown is a pair of the same ops on inputs of which some extents are not known. It is not ok if
// the rule does not match these, or types do not follow from those of inputs.
func (p Pair) Unknown() (u Pair, ok bool) {
	in := p.in.withUnknown(p.c)
	if in == nil {
		return Pair{}, false
	}
	return Pair{in.unknown.before, in.unknown.after, in.unknown, p.c}, true
}

// Compare runs the left side and a block with the same arguments, that may be the right side, on
// values of several kinds, and compares results as a level says. It returns how many elements it
// compared, and the first difference, "" for none.
func (p Pair) Compare(right *ir.Block, level rewrite.Level) (compared int, problem string) {
	in := *p.in
	in.after = right
	if problem = in.typeProblem(); problem != "" {
		return 0, problem
	}
	for _, r := range regimes[level] {
		n, problem := in.compareOn(level, in.inputs(p.c, r))
		if compared += n; problem != "" {
			return compared, problem
		}
	}
	return compared, ""
}
