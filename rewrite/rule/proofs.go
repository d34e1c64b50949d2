package rule

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
)

// CheckProofs finds what is wrong with the evidence of rules that are read together: names
// behind `proved by` that no rule has, neither one of these nor one of other libraries, and
// proofs that go in a circle, which prove nothing. What libraries have follows from none of these
// rules. others is asked when a name is first looked for.
func CheckProofs(list []*Rule, others func() []*Library) Errors {
	c := &proofChecker{byName: make(map[string]*Rule, len(list)), state: map[*Rule]proofState{}, others: others}
	for _, r := range list {
		c.byName[r.Name] = r
	}
	for _, r := range list {
		c.follow(r)
	}
	return firstOf(c.errs)
}

type proofChecker struct {
	byName map[string]*Rule
	others func() []*Library
	state  map[*Rule]proofState
	path   []proofStep
	errs   []*Error
}

// proofStep is a rule, and how many of the rules that it follows from have been looked at.
type proofStep struct {
	rule *Rule
	next int
}

type proofState uint8

const (
	unseen proofState = iota
	onPath
	followed
)

// follow goes through all that a rule follows from. Each rule is looked at once, and each circle
// is told where the walk closes it.
func (c *proofChecker) follow(r *Rule) {
	c.enter(r)
	for len(c.path) > 0 {
		s := &c.path[len(c.path)-1]
		if s.next == len(s.rule.Evidence.Proved) {
			c.state[s.rule] = followed
			c.path = c.path[:len(c.path)-1]
			continue
		}
		s.next++
		c.prover(s.rule, s.next-1)
	}
}

// enter puts a rule that has not been seen at the end of the path.
func (c *proofChecker) enter(r *Rule) {
	if c.state[r] == unseen {
		c.state[r] = onPath
		c.path = append(c.path, proofStep{rule: r})
	}
}

// prover looks at a name behind `proved by`.
func (c *proofChecker) prover(r *Rule, i int) {
	name, at := r.Evidence.Proved[i], r.provers[i]
	by := c.byName[name]
	switch {
	case by == nil && !slices.ContainsFunc(c.others(), func(l *Library) bool { return l.Has(name) }):
		c.errs = append(c.errs, errorf(at, "there is no rule '%s' in the files that are read together, and none that comes with tg%s", name, c.near(name)))
	case by == nil:
	case by == r:
		c.errs = append(c.errs, errorf(at, "a rule does not prove itself"))
	case c.state[by] == onPath:
		c.errs = append(c.errs, errorf(at, "a proof in a circle proves nothing: %s", c.circle(by)))
	default:
		c.enter(by)
	}
}

// near is a name that may be meant. Of many errors only the first are told.
func (c *proofChecker) near(name string) string {
	if len(c.errs) > maxRuleErrors {
		return ""
	}
	var names []string
	for n := range c.byName {
		names = append(names, n)
	}
	for _, l := range c.others() {
		for _, h := range l.Headers() {
			names = append(names, h.Name)
		}
	}
	slices.Sort(names)
	return spelling.DidYouMean(name, names)
}

// circle is the path from a rule on, back to it. Of a long one the middle is left out.
func (c *proofChecker) circle(from *Rule) string {
	const most = 8
	start := slices.IndexFunc(c.path, func(s proofStep) bool { return s.rule == from })
	var names []string
	for _, s := range c.path[start:] {
		names = append(names, "'"+s.rule.Name+"'")
	}
	if n := len(names) - most; n > 1 {
		names = slices.Concat(names[:most/2], []string{fmt.Sprintf("%d more", n)}, names[len(names)-most/2:])
	}
	return strings.Join(append(names, "'"+from.Name+"'"), " by ")
}
