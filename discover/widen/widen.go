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
	"context"
	"fmt"
	"slices"
	"strings"

	tedialect "github.com/tg-opt/tg/dialect/te"
	"github.com/tg-opt/tg/discover/term"
	"github.com/tg-opt/tg/ir"
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
	// General says that all attributes are variables of which nothing is asked: it is the rule of
	// all equalities with the same Claim.
	General bool
}

// Claim is the widest claim of an equality, that attributes may be anything, as text: those that
// differ in attributes only have it in common.
func Claim(q Equality) string {
	if a := attributesOf(q); len(a) > 0 {
		return text(a[0])
	}
	return text(q)
}

// Rule makes a rule of an equality; the error says why there is none. If the context ends before it
// is known, that is the context's.
func (w *Widener) Rule(ctx context.Context, name string, q Equality) (*Rule, error) {
	q, set, twoWay := directed(q)
	lists := levels(q)
	for n, a := range attributesOf(q) {
		c := shapeConditions(a)
		for i := 0; i < len(c.list); i++ {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			tried := lists
			switch b := w.believe(name, a, c.list[i], set, twoWay); {
			case b == believable:
			case b == senseless || i > 0:
				continue
			case b == unseen: // of floats; narrower claims have instances only if they say more of what these are
				c.list = c.telling
			default:
				tried = noFloats(lists)
			}
			var refuted []refutation
			for _, l := range tried {
				if slices.ContainsFunc(refuted, l.refutedBy) {
					continue
				}
				r := w.parse(name, statement(name, a, slices.Concat(c.list[i], l.conditions), twoWay, l.text), set)
				if r == nil {
					continue
				}
				if ok, x := w.passes(r); !ok {
					refuted = append(refuted, refutation{l.strength(), kindsOf(x)})
					continue
				}
				r, proof := w.standing(w.wider(name, a, c.list[i], l, set, twoWay), r)
				if r == nil {
					continue
				}
				general := n == 0 && !slices.ContainsFunc(relationsOf(a, marked(a)), func(s string) bool { return slices.Contains(c.list[i], s) })
				return w.finish(r, set, q, proof, general)
			}
		}
	}
	return nil, fmt.Errorf("every claim is refuted, or has no instance: %s", text(q))
}

// wider is a claim about other shapes, too, which passes; nil for none.
func (w *Widener) wider(name string, q Equality, conditions []string, l claim, set Set, twoWay bool) *rule.Rule {
	of := func(shapes []string) *rule.Rule {
		r := w.parse(name, statement(name, q, slices.Concat(shapes, l.conditions), twoWay, l.text), set)
		if r == nil {
			return nil
		}
		if ok, _ := w.passes(r); !ok {
			return nil
		}
		return r
	}
	for _, shapes := range alternatives(q, conditions) {
		if of(shapes.alone) == nil {
			continue
		}
		if r := of(shapes.both); r != nil {
			return r
		}
	}
	return nil
}

// standing is the first of some rules that stands, and its proof; nil for none. The narrower claim
// may stand where the wider one, which passed by luck, does not.
func (w *Widener) standing(rules ...*rule.Rule) (*rule.Rule, string) {
	for _, r := range rules {
		if r == nil {
			continue
		}
		if ok, proof := w.stands(r); ok {
			return r, proof
		}
	}
	return nil, ""
}

// stands reports whether a rule that passed may be written, and what can be proved of it as text:
// that it is exact must be known from more than samples, and what was chosen among many claims as
// it passed is tried once more, on others.
func (w *Widener) stands(r *rule.Rule) (ok bool, proof string) {
	proof, exact := w.proof(r)
	if r.Level == rewrite.Exact && !exact {
		return false, ""
	}
	ok, _ = w.check(r, rulecheck.Options{Instances: w.Instances, Seed: w.Seed})
	return ok, proof
}

// text is an equality as text.
func text(q Equality) string { return term.Join(q.Left) + " = " + term.Join(q.Right) }

// statement is a rule as text, without evidence.
func statement(name string, q Equality, conditions []string, twoWay bool, level string) string {
	arrow := "=>"
	if twoWay {
		arrow = "<=>"
	}
	right := term.Join(q.Right)
	if len(q.Right) > 1 {
		right = "(" + right + ")"
	}
	s := fmt.Sprintf("rule %s: %s %s %s [%s]", name, term.Join(q.Left), arrow, right, level)
	if len(conditions) > 0 {
		s += "\n  where " + strings.Join(conditions, " and ")
	}
	return s
}

// parse reads a rule as one of a set; nil if the language refuses it.
func (w *Widener) parse(name, statement string, set Set) *rule.Rule {
	list, err := rule.Parse(name, set.Header()+statement+"\n", w.Lookup)
	if err != nil || len(list) != 1 {
		return nil
	}
	return list[0]
}

// Header is the line in front of the rules of a set.
func (set Set) Header() string {
	if set == Search {
		return "set discovered-search search\n"
	}
	return "set discovered\n"
}

// few is how many instances a claim is tried on before it is worth more.
const few = 8

// belief is what a few instances say of a claim at the weakest level, which speaks of floats only.
type belief uint8

const (
	senseless belief = iota // it is no rule
	unseen                  // no instance of it was made that has elements
	wrong
	believable
)

// believe tries a claim on a few instances: most claims are wrong.
func (w *Widener) believe(name string, q Equality, shapes []string, set Set, twoWay bool) belief {
	r := w.parse(name, statement(name, q, shapes, twoWay, "real"), set)
	if r == nil {
		return senseless
	}
	switch p := w.screen(r); {
	case p.Counterexample != nil:
		return wrong
	case !p.Filled:
		return unseen
	}
	return believable
}

// screen tries a rule on a few programs.
func (w *Widener) screen(r *rule.Rule) rulecheck.Result {
	return rulecheck.Check([]*rule.Rule{r}, rulecheck.Options{Instances: few, Seed: w.Seed, Screening: true, AsFound: true})[0]
}

// passes reports whether a rule survives a few instances and what is seldom, in both directions,
// and else what refutes it, if anything does.
func (w *Widener) passes(r *rule.Rule) (bool, *rulecheck.Counterexample) {
	if x := w.screen(r).Counterexample; x != nil {
		return false, x
	}
	return w.check(r, rulecheck.Options{Instances: few, Seed: w.Seed + 1})
}

// check makes the check that --check-rules makes of a rule, in both directions.
func (w *Widener) check(r *rule.Rule, o rulecheck.Options) (bool, *rulecheck.Counterexample) {
	o.AsFound = true
	for _, x := range []*rule.Rule{r, r.Reversed()} {
		if x == nil {
			continue
		}
		if p := rulecheck.Check([]*rule.Rule{x}, o)[0]; p.Problem != "" {
			return false, p.Counterexample
		}
	}
	return true, nil
}

// proof is what can be proved of instances of a rule, as text, and whether it is known to be exact.
func (w *Widener) proof(r *rule.Rule) (text string, exact bool) {
	pairs := telling(rulecheck.Pairs(r, made, w.Seed, tedialect.Dialect))
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

// Of how many instances proofs are tried, of floats and of others, and how many are made to choose
// from.
const (
	made   = 24
	floats = 4
	others = 2
)

// telling are the first instances that have inputs, and elements: of others everything is true. Of
// integers more is true than of floats.
func telling(pairs []rulecheck.Pair) (list []rulecheck.Pair) {
	count := map[bool]int{}
	for _, p := range pairs {
		args := p.Left.Args()
		if len(args) == 0 || !p.Filled() {
			continue
		}
		float := slices.ContainsFunc(args, func(v *ir.Value) bool { return v.Type().Elem().IsFloat() || v.Type().Elem().IsComplex() })
		if count[float]++; float && count[float] <= floats || !float && count[float] <= others {
			list = append(list, p)
		}
	}
	return list
}

// finish writes the evidence behind a rule.
func (w *Widener) finish(r *rule.Rule, set Set, q Equality, proof string, general bool) (*Rule, error) {
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
	return &Rule{Rule: made, Set: set, Text: text, General: general}, nil
}
