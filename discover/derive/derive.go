// Package derive finds out which rules follow from others, and shows how.
//
// A rule follows if on each of several instances of it, of different shapes, element types and
// attributes, a chain of applications of the others leads from its left side to what it makes of
// that. The others hold at least as well as it does, with their conditions, for each program on the
// way. Nothing else is a step: no constant is folded. A chain is found by going from both ends, a
// step at a time, and can be replayed apart from the search. That the instances stand
// for all others is not proved.
//
// The order, small and general rules first, each dropped if it follows from those kept before, is
// that of Ruler (Nandi and others, "Rewrite Rule Inference Using Equality Saturation", OOPSLA
// 2021). Ruler asks an e-graph what follows; here the programs within a few steps are listed, since
// they have a few ops only, and each is then known with how to get there.
package derive

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// Options say how far derivations are looked for.
type Options struct {
	// Known are rules that others may follow from, and that are not asked about.
	Known []*rule.Rule
	// Limits are for each instance; where they are all 0 they are DefaultLimits.
	Limits Limits
	// Workers is how many rules are looked at together, less than 2 for one. The outcome does
	// not depend on it.
	Workers int
}

// Derivation says how a rule follows from others: a chain for each of its instances.
type Derivation struct {
	Rule   *rule.Rule
	Chains []*Chain
}

// Uses are the names of the rules that are used, sorted, each once.
func (d Derivation) Uses() (names []string) {
	for _, c := range d.Chains {
		for _, s := range c.Steps {
			names = append(names, s.Rule)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Text is the chains, a line for each program.
func (d Derivation) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", d.Rule.Name)
	for _, c := range d.Chains {
		fmt.Fprintf(&b, "  on %s\n    %s\n", inputsText(c.Programs[0]), text(c.Programs[0], false))
		for i, s := range c.Steps {
			fmt.Fprintf(&b, "    = %s by %s\n", text(c.Programs[i+1], false), s)
		}
	}
	return b.String()
}

// String says which rule is applied, how and where.
func (s Step) String() string {
	t := s.Rule
	if s.Reversed {
		t += ", read from right to left"
	}
	t += fmt.Sprintf(", at op %d", s.Place)
	if s.Backward {
		t += " of this program, which makes the one before"
	}
	return t
}

// supports reports whether a rule may be a step on the way to another one, if it matches under the
// mode of that: the match sees to the level, which is one of floats. Of integers all levels are
// one.
func supports(by, r *rule.Rule) bool { return by.Complex || !r.Complex }

// modes are what levels need, and what steps are matched under.
var modes = map[rewrite.Level]rewrite.FPMode{rewrite.Exact: rewrite.FPStrict, rewrite.Finite: rewrite.FPFinite, rewrite.Real: rewrite.FPFast}

// Base are rules from which others may follow. It may be asked by several goroutines at a time.
type Base struct {
	rules []*rule.Rule
	moves map[*rule.Rule][]move // the directions of each
}

// NewBase makes one of rules.
func NewBase(rules []*rule.Rule) Base {
	b := Base{rules, map[*rule.Rule][]move{}}
	for _, r := range rules {
		b.moves[r] = movesOf(r)
	}
	return b
}

// movesFor are the directions of the rules that hold as well as r, and may apply to programs of the
// ops of an instance, or to what others make of these.
func (b Base) movesFor(r *rule.Rule, p rulecheck.Pair) (list []move) {
	there := map[*ir.OpDef]bool{}
	others := false // there are elements that are no floats
	for _, side := range []*ir.Block{p.Left, p.Right} {
		for o := side.First(); o != side.Last(); o = o.Next() {
			there[o.Def()] = true
			_, other := rewrite.ElementsOf(o)
			others = others || other
		}
	}
	ctx := p.Left.Last().Context()
	foreign := func(d *ir.OpDef) bool { return ctx.OpName(d.Name()).Def != d }
	var open []move
	for _, x := range b.rules {
		if x.Name != r.Name && supports(x, r) && (others || x.Level <= r.Level) && !slices.ContainsFunc(slices.Concat(x.Ops(), x.Made()), foreign) {
			open = append(open, b.moves[x]...)
		}
	}
	used := make([]bool, len(open))
	for grew := true; grew; {
		grew = false
		for i, x := range open {
			if used[i] || slices.ContainsFunc(x.Ops(), func(d *ir.OpDef) bool { return !there[d] }) {
				continue
			}
			used[i], grew = true, true
			for _, d := range x.Made() {
				there[d] = true
			}
		}
	}
	for i, x := range open {
		if used[i] {
			list = append(list, x)
		}
	}
	return list
}

// Follows derives a rule; one of its name in the base is not used.
func (b Base) Follows(r *rule.Rule, l Limits) (d Derivation, ok bool) {
	return b.whole(r, instancesOf(r), l)
}

// whole derives a rule on all of its instances, of which there must be some.
func (b Base) whole(r *rule.Rule, pairs []rulecheck.Pair, l Limits) (d Derivation, ok bool) {
	d, left := b.derive(r, pairs, l, 1)
	return d, len(left) == 0 && len(d.Chains) > 0
}

// Part derives what it can of a rule: a chain for each of its instances but those that are left
// over, at the most of which it ends. Both are empty if no instance can be made.
func (b Base) Part(r *rule.Rule, l Limits, most int) (d Derivation, left []rulecheck.Pair) {
	return b.derive(r, instancesOf(r), l, most)
}

func (b Base) derive(r *rule.Rule, pairs []rulecheck.Pair, l Limits, most int) (d Derivation, left []rulecheck.Pair) {
	if l == (Limits{}) {
		l = DefaultLimits
	}
	d.Rule = r
	for _, p := range pairs {
		if c := connect(p.Left, p.Right, b.movesFor(r, p), modes[r.Level], l); c != nil && replaySteps(r, c, b.rules) == nil {
			d.Chains = append(d.Chains, c)
		} else if left = append(left, p); len(left) >= most {
			break
		}
	}
	return d, left
}

// Minimise drops rules that follow from those that are kept, and those that are known. Kept are
// they in the order in which they are looked at: first those with the fewest ops, about the most
// values, that hold best, and ask for least. A rule of which no instance can be made is kept. It
// ends with the context's error.
func Minimise(ctx context.Context, list []*rule.Rule, o Options) (kept []*rule.Rule, dropped []Derivation, err error) {
	order := inOrder(list)
	pairs := make([][]rulecheck.Pair, len(order))
	inParallel(len(order), o.Workers, func(i int) {
		if ctx.Err() == nil {
			pairs[i] = instancesOf(order[i])
		}
	})
	b := NewBase(slices.Clone(o.Known))
	for done := 0; done < len(order); {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		// After one that is kept the others are looked at again, so that each sees all that is
		// kept before it, however many are looked at together.
		n := min(max(1, o.Workers), len(order)-done)
		derived, ok := make([]Derivation, n), make([]bool, n)
		inParallel(n, o.Workers, func(i int) { derived[i], ok[i] = b.whole(order[done+i], pairs[done+i], o.Limits) })
		first := slices.Index(ok, false)
		if first < 0 {
			dropped, done = append(dropped, derived...), done+n
			continue
		}
		r := order[done+first]
		dropped, kept, b.rules = append(dropped, derived[:first]...), append(kept, r), append(b.rules, r)
		b.moves[r] = movesOf(r)
		done += first + 1
	}
	return kept, dropped, ctx.Err()
}

// inOrder are rules in the order in which Minimise looks at them.
func inOrder(list []*rule.Rule) []*rule.Rule {
	order := slices.Clone(list)
	larger := func(r *rule.Rule) int {
		left, right := r.NumOps()
		return max(left, right)
	}
	slices.SortStableFunc(order, func(a, b *rule.Rule) int {
		return cmp.Or(cmp.Compare(larger(a), larger(b)), cmp.Compare(b.NumVariables(), a.NumVariables()), cmp.Compare(a.Level, b.Level),
			cmp.Compare(a.NumClauses(), b.NumClauses()), cmp.Compare(a.Name, b.Name))
	})
	return order
}

func inParallel(n, workers int, work func(i int)) {
	var group sync.WaitGroup
	workers = max(1, workers)
	for k := range workers {
		group.Go(func() {
			for i := k; i < n; i += workers {
				work(i)
			}
		})
	}
	group.Wait()
}
