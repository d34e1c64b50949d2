// Package recall tells which rules that people wrote a search finds again.
//
// Of the rules that are about ops of the search alone some are out of its reach, each for a reason
// that follows from the rule and from what the search tries (reach.go): it has more ops than
// programs have, asks for what searches do not know, and so on. Of the others it is looked for how
// they follow from what was found, as package derive does it, with chains that are replayed: at
// their own level, on instances of many element types and shapes. A rule is found itself where one
// rule makes its right side of its left one, or the left one of the right one, in one step: names
// of variables, the order of operands that commute, and the direction aside. What does not follow
// is missed, and it is measured why: whether it follows if levels do not count, for which operands
// it does, or from equalities that were found but did not become rules.
//
// Searches are about real numbers, integers and truth values. What a rule says of complex numbers
// besides is not compared.
package recall

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/discover/derive"
	"github.com/tg-opt/tg/discover/rulefile"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// Search is what was searched, and what came of it.
type Search struct {
	// Options are what was asked for, and Result is what came of it.
	rulefile.Options
	Result *rulefile.Result
	// Limits are those of derivations; where they are all 0, wider ones than those of package
	// derive.
	Limits derive.Limits
}

// Kind is what became of a rule.
type Kind uint8

// Outcomes, in the order in which they are told.
const (
	Itself  Kind = iota // one rule says it
	Follows             // it takes several steps
	Missed
	Outside
)

func (k Kind) String() string { return [...]string{"found", "follows", "missed", "out of reach"}[k] }

// Outcome is what became of one rule.
type Outcome struct {
	Rule *rule.Rule
	Kind Kind
	// By are the names of found rules, and Derivation how it follows from them.
	By         []string
	Derivation derive.Derivation
	// Why says why it is missed or out of reach.
	Why string
}

// String is a line.
func (o Outcome) String() string {
	s := fmt.Sprintf("%s: %s", o.Rule.Name, o.Kind)
	switch {
	case o.Why != "":
		return s + ": " + o.Why
	case len(o.By) > 0:
		return s + ", by " + strings.Join(o.By, ", ")
	}
	return s
}

// Compare tells what became of rules that are about ops of the search alone, in the order of kinds
// and names. It ends with the context's error.
func Compare(ctx context.Context, list []*rule.Rule, s Search) ([]Outcome, error) {
	x := &reach{Search: s, ctx: contextOf(s.Find.Ops), forms: map[*ir.OpDef]map[string][]string{}}
	list = slices.DeleteFunc(slices.Clone(list), func(r *rule.Rule) bool { return !x.asked(r) })
	outcomes := make([]Outcome, len(list))
	for i, r := range list {
		outcomes[i] = Outcome{Rule: r, Kind: Outside, Why: x.outside(r)}
	}
	if s.Limits == (derive.Limits{}) {
		s.Limits = limits
	}
	found := s.Result.All()
	c := &comparison{Search: s, base: derive.NewBase(found), refuted: s.Result.RefutedEqualities()}
	c.claims = derive.NewBase(slices.Concat(found, c.asRules()))
	next := make(chan *Outcome)
	var group sync.WaitGroup
	for range max(1, s.Find.Workers) {
		group.Go(func() {
			for o := range next {
				c.judge(o)
			}
		})
	}
	for i := range outcomes {
		if outcomes[i].Why == "" && ctx.Err() == nil {
			next <- &outcomes[i]
		}
	}
	close(next)
	group.Wait()
	slices.SortStableFunc(outcomes, func(a, b Outcome) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Rule.Name, b.Rule.Name))
	})
	return outcomes, ctx.Err()
}

// Count is how many rules there are of each kind.
func Count(list []Outcome) (itself, follow, missed, outside int) {
	count := map[Kind]int{}
	for _, o := range list {
		count[o.Kind]++
	}
	return count[Itself], count[Follows], count[Missed], count[Outside]
}

// contextOf is a context that knows the ops.
func contextOf(ops []*ir.OpDef) *ir.Context {
	var dialects []*ir.Dialect
	for _, def := range ops {
		if d := def.Dialect(); !slices.Contains(dialects, d) {
			dialects = append(dialects, d)
		}
	}
	return ir.NewContext(dialects...)
}

// comparison compares rules with what was found.
type comparison struct {
	Search
	base, claims derive.Base
	refuted      []string
}

// asRules are equalities that are no rules as if they were.
func (c *comparison) asRules() (list []*rule.Rule) {
	for i, text := range c.refuted {
		left, right, _ := strings.Cut(text, " = ")
		if strings.Contains(text, "#0, ") {
			continue // of several results
		}
		for _, sides := range [][2]string{{left, right}, {right, left}} {
			r, err := rule.ParseEndless("refuted", fmt.Sprintf("set refuted search\nrule refuted-%d: %s => %s [exact]\n", i, sides[0], sides[1]), c.Lookup)
			if err == nil {
				list = append(list, r...)
				break
			}
		}
	}
	return list
}

// limits are wider than those for leaving out rules: there are more rules to choose from, as none
// is left out, and fewer to derive.
var limits = derive.Limits{Steps: 4, Programs: 4000, Growth: 2, Work: 2_000_000}

// fewest is how many instances are left over before a rule is given up.
const fewest = 8

// judge finds out what became of a rule that is in reach.
func (c *comparison) judge(o *Outcome) {
	r := *o.Rule
	r.Complex = false
	d, left := c.base.Part(&r, c.Limits, fewest)
	switch {
	case len(left) == 0 && len(d.Chains) > 0:
		o.By, o.Derivation, o.Kind = d.Uses(), d, Follows
		if len(o.By) <= 1 && !slices.ContainsFunc(d.Chains, func(c *derive.Chain) bool { return len(c.Steps) > 1 }) {
			o.Kind = Itself
		}
	case len(left) == 0:
		o.Kind, o.Why = Missed, "no instance of it can be made"
	default:
		o.Kind, o.Why = Missed, c.why(r, d, left)
	}
}

// why says why a rule does not follow on some instances.
func (c *comparison) why(r rule.Rule, d derive.Derivation, left []rulecheck.Pair) string {
	weak := r
	if weak.Level != rewrite.Real {
		weak.Level, weak.Integers = rewrite.Real, true
	}
	if d, ok := c.base.Follows(&weak, c.Limits); ok {
		return "it follows at a weaker level only, by " + strings.Join(d.Uses(), ", ")
	}
	if len(d.Chains) > 0 {
		return fmt.Sprintf("it follows on %d instances, but not on such as %s", len(d.Chains), derive.InstanceText(left[0]))
	}
	if d, ok := c.claims.Follows(&r, c.Limits); ok {
		return "an equality was found that is no rule: " + c.refutedBy(d)
	}
	if r := c.Result; r.Judged < r.Equalities || !r.Enumerated() {
		return fmt.Sprintf("nothing was found from which it follows, but the search was cut short: %d of %d equalities were judged", r.Judged, r.Equalities)
	}
	return "nothing was found from which it follows, as on " + derive.InstanceText(left[0])
}

// refutedBy is the text of the equalities that a derivation uses.
func (c *comparison) refutedBy(d derive.Derivation) string {
	var list []string
	for _, name := range d.Uses() {
		var n int
		if _, err := fmt.Sscanf(name, "refuted-%d", &n); err == nil {
			list = append(list, c.refuted[n])
		}
	}
	return strings.Join(list, "; ")
}
