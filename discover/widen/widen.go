// Package widen makes rules of equalities that were found for a few shapes: under the widest
// conditions, and at the strongest level, that executions do not refute.
//
// An equality is a claim about square matrices of f32, say. What is tried is the claim for all
// operands; then for those of one shape, of one rank, of one element type, and so on
// (conditions.go), with attributes that may be anything first, and as they were found last
// (attributes.go). For each of these the levels are tried from the strongest one on. Every trial is
// a check by execution as any rule gets it (package rulecheck): on many element types, shapes and
// numbers at the edges.
//
// That a rule is exact is believed only if it is proved to be so by what its ops are (package
// prove), or if nothing differs on all numbers of a small type of each kind of elements it applies
// to (rulecheck.Exhaust).
package widen

import (
	"fmt"
	"slices"
	"strings"

	tedialect "github.com/tg-opt/tg/dialect/te"
	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/prove"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// Equality says that terms compute what others do, one by one. Where there are several, they are
// replaced together.
type Equality struct {
	Left, Right []*term.Term
	// Trials is how many independent trials it has passed, over which Field, and Bound what the
	// probability is at most that it is wrong and has passed all.
	Trials int64
	Field  string
	Bound  float64
}

// Set says which engines a rule is good for.
type Set string

const (
	// Always holds rules that make programs smaller wherever they apply.
	Always Set = "always"
	// Search holds those that pay at times only: cost must choose.
	Search Set = "search"
)

// Widener makes rules. It may be used by several goroutines at a time.
type Widener struct {
	// Lookup finds the definitions of ops, and must be set.
	Lookup rule.Lookup
	// Instances is on how many programs each rule is tried, 0 for as many as other checks do.
	Instances int
	Seed      uint64
	// Origin says where rules come from.
	Origin string
}

// Rule is a rule that was made.
type Rule struct {
	*rule.Rule
	Set Set
	// Text is the rule with its evidence.
	Text string
}

// Rule makes a rule of an equality; the error says why there is none.
func (w *Widener) Rule(name string, q Equality) (*Rule, error) {
	q, set, twoWay := directed(q)
	lists := levels(q)
	for _, a := range attributesOf(q) {
		for _, shapes := range shapeConditions(a) {
			if !w.believable(name, a, shapes, set, twoWay) {
				continue
			}
			for _, l := range lists {
				r := w.parse(name, statement(name, a, slices.Concat(shapes, l.conditions), twoWay, l.text), set)
				if r == nil || !w.passes(r) {
					continue
				}
				proof, exact := w.proof(r)
				if r.Level == rewrite.Exact && !exact {
					continue // nothing but samples speaks for it
				}
				return w.finish(r, set, q, proof)
			}
		}
	}
	return nil, fmt.Errorf("every claim is refuted, or has no instance: %s", text(q))
}

// text is an equality as text.
func text(q Equality) string { return sideText(q.Left) + " = " + sideText(q.Right) }

func sideText(terms []*term.Term) string {
	list := make([]string, len(terms))
	for i, t := range terms {
		list[i] = t.String()
	}
	return strings.Join(list, ", ")
}

// statement is a rule as text, without evidence.
func statement(name string, q Equality, conditions []string, twoWay bool, level string) string {
	arrow := "=>"
	if twoWay {
		arrow = "<=>"
	}
	right := sideText(q.Right)
	if len(q.Right) > 1 {
		right = "(" + right + ")"
	}
	s := fmt.Sprintf("rule %s: %s %s %s [%s]", name, sideText(q.Left), arrow, right, level)
	if len(conditions) > 0 {
		s += "\n  where " + strings.Join(conditions, " and ")
	}
	return s
}

// parse reads a rule as one of a set; nil if the language refuses it.
func (w *Widener) parse(name, statement string, set Set) *rule.Rule {
	list, err := rule.Parse(name, header(set)+statement+"\n", w.Lookup)
	if err != nil || len(list) != 1 {
		return nil
	}
	return list[0]
}

// header is the line in front of the rules of a set.
func header(set Set) string {
	if set == Search {
		return "set search search\n"
	}
	return "set always\n"
}

// few is how many instances a claim is tried on before it is worth more.
const few = 8

// believable reports whether a claim survives a few instances at the weakest level, which speaks of
// floats only: most claims do not.
func (w *Widener) believable(name string, q Equality, shapes []string, set Set, twoWay bool) bool {
	r := w.parse(name, statement(name, q, shapes, twoWay, "real"), set)
	if r == nil {
		return false
	}
	p := rulecheck.Check([]*rule.Rule{r}, rulecheck.Options{Instances: few, Seed: w.Seed})[0]
	return p.Counterexample == nil
}

// passes reports whether a rule survives a check in each direction.
func (w *Widener) passes(r *rule.Rule) bool {
	for _, x := range []*rule.Rule{r, r.Reversed()} {
		if x != nil && rulecheck.Check([]*rule.Rule{x}, rulecheck.Options{Instances: w.Instances, Seed: w.Seed})[0].Problem != "" {
			return false
		}
	}
	return true
}

// proof is what can be proved of instances of a rule, as text, and whether it is known to be exact.
func (w *Widener) proof(r *rule.Rule) (text string, exact bool) {
	pairs := rulecheck.Pairs(r, proved, w.Seed, tedialect.Dialect)
	weakest := prove.ByDefinition
	for _, p := range pairs {
		weakest = min(weakest, prove.Prove(prove.Pair(p.Left, p.Right)).Kind)
	}
	if len(pairs) == 0 {
		weakest = prove.Unknown
	}
	exact = weakest == prove.ByDefinition
	if weakest != prove.Unknown && !(r.Level == rewrite.Finite && weakest != prove.ByDefinition) {
		text = fmt.Sprintf("%v, of %d instances, by what the ops are at the index level", weakest, len(pairs))
	}
	if !exact && r.Level == rewrite.Exact {
		_, complete, problem := rulecheck.Exhaust(r, w.Seed)
		exact = complete && problem == ""
	}
	return text, exact
}

// proved is of how many instances proofs are tried.
const proved = 6

// finish writes the evidence behind a rule.
func (w *Widener) finish(r *rule.Rule, set Set, q Equality, proof string) (*Rule, error) {
	e := rule.Evidence{Proof: proof, Trials: q.Trials, Field: q.Field, Bound: q.Bound, Origin: w.Origin}
	clauses, err := e.Clauses()
	if err != nil {
		return nil, err
	}
	text := strings.TrimSpace(r.Text)
	for _, c := range clauses {
		text += "\n  " + c
	}
	made := w.parse(r.Name, text, set)
	if made == nil {
		return nil, fmt.Errorf("the evidence of rule '%s' cannot be read back", r.Name)
	}
	return &Rule{Rule: made, Set: set, Text: text}, nil
}
