// Package derive finds out which rules follow from others, and shows how.
//
// A rule follows if on each of a few instances of it, of several shapes and element types, a chain
// of the others leads from its left side to what it makes of that (saturate.Connect). The others
// hold at least as well as it does. A chain is replayed, step by step and apart from the search,
// before it counts. That instances stand for all of them is not proved.
//
// The order, small rules first, each dropped if it follows from those kept before, is that of Ruler
// (Nandi and others, "Rewrite Rule Inference Using Equality Saturation", OOPSLA 2021).
package derive

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/saturate"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// Options say how far derivations are looked for. The outcome does not depend on Workers, which is
// how many rules are looked at together; less than 2 for one.
type Options struct {
	// Known are rules that were accepted before. What follows from these alone is neither kept nor
	// dropped.
	Known []*rule.Rule
	// Limits are for each instance; where they are 0 they are DefaultLimits.
	Limits  saturate.Limits
	Workers int
	// Progress, if it is set, is told how many rules are done.
	Progress func(done, of int)
}

// DefaultLimits are enough for rules of a few ops.
var DefaultLimits = saturate.Limits{Nodes: 2000, Iterations: 6, Work: 300_000}

// Result is a set of rules, and what follows from it and Options.Known.
type Result struct {
	Kept    []*rule.Rule
	Dropped []Derivation
}

// Derivation says how a rule follows from others.
type Derivation struct {
	Rule *rule.Rule
	// Steps are those on all instances, one after the other.
	Steps []Step
	// By are the names of the rules that are used, sorted, each once.
	By []string

	chains []*saturate.Chain
}

// Step is one application of a rule; folding of constants has no name of a rule.
type Step struct {
	Rule     string
	Backward bool
	// From and To are the programs before and after it.
	From, To string
}

// Text is the chains of a derivation, a line for each program.
func (d Derivation) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", d.Rule.Name)
	for _, c := range d.chains {
		fmt.Fprintf(&b, "  %s\n", c.Texts[0])
		for i, link := range c.Links {
			fmt.Fprintf(&b, "  = %s by %s\n", c.Texts[i+1], wordsOf(link))
		}
	}
	return b.String()
}

func wordsOf(l saturate.Link) string {
	name := "folding"
	if l.Rule != nil {
		name = l.Rule.Name
	}
	if l.Backward {
		name += ", backward"
	}
	return name
}

// instances of a rule are looked for among so many, and so many of them are derived.
const (
	pool      = 24
	instances = 4
)

// pairsOf are instances of a rule with the fewest ops, those that nothing but the rule asks for,
// and of different types.
func pairsOf(r *rule.Rule) (list []rulecheck.Pair) {
	all := rulecheck.Pairs(r, pool, 1)
	ops := func(p rulecheck.Pair) (n int) {
		for o := p.Left.First(); o != nil; o = o.Next() {
			n++
		}
		return n
	}
	slices.SortStableFunc(all, func(a, b rulecheck.Pair) int {
		return cmp.Or(cmp.Compare(len(b.Left.Args()), len(a.Left.Args())), cmp.Compare(ops(a), ops(b)), cmp.Compare(flat(a), flat(b)))
	})
	seen := map[string]bool{}
	for _, p := range all {
		text := ""
		for _, v := range p.Left.Args() {
			text += v.Type().String() + " "
		}
		if !seen[text] && len(list) < instances {
			seen[text] = true
			list = append(list, p)
		}
	}
	return list
}

// flat counts the extents of arguments that are less than 2.
func flat(p rulecheck.Pair) (n int) {
	for _, v := range p.Left.Args() {
		if !v.Type().IsRankedTensor() {
			continue
		}
		for _, e := range v.Type().Shape() {
			if e < 2 {
				n++
			}
		}
	}
	return n
}

// supports reports whether a chain with a rule holds as well as another one says.
func supports(by, r *rule.Rule) bool {
	if by.Level > r.Level || r.Complex && !by.Complex {
		return false
	}
	return by.Level != rewrite.Real || !r.Integers || by.Integers
}

// modes are what levels need.
var modes = map[rewrite.Level]rewrite.FPMode{rewrite.Exact: rewrite.FPStrict, rewrite.Finite: rewrite.FPFinite, rewrite.Real: rewrite.FPFast}

// reachable are the rules, in each direction that they have, that may apply to what there is, or to
// what others make of it.
func reachable(from []*rule.Rule, r *rule.Rule) (list []*rule.Rule) {
	there := map[*ir.OpDef]bool{}
	for _, def := range slices.Concat(r.Ops(), r.Made()) {
		there[def] = true
	}
	var open []*rule.Rule
	for _, x := range from {
		for ; x != nil && supports(x, r); x = x.Reversed() {
			open = append(open, x)
		}
	}
	used := map[*rule.Rule]bool{}
	for grew := true; grew; {
		grew = false
		for _, x := range open {
			if used[x] || slices.ContainsFunc(x.Ops(), func(d *ir.OpDef) bool { return !there[d] && !d.Has(ir.ConstantLike) }) {
				continue
			}
			used[x], grew = true, true
			for _, d := range x.Made() {
				there[d] = true
			}
		}
	}
	return slices.DeleteFunc(open, func(x *rule.Rule) bool { return !used[x] })
}

// Follows derives a rule from others; a rule of its name among them is not used.
func Follows(r *rule.Rule, from []*rule.Rule, o Options) (Derivation, bool) {
	return follows(r, pairsOf(r), from, o)
}

func follows(r *rule.Rule, pairs []rulecheck.Pair, from []*rule.Rule, o Options) (d Derivation, ok bool) {
	if o.Limits == (saturate.Limits{}) {
		o.Limits = DefaultLimits
	}
	from = slices.DeleteFunc(slices.Clone(from), func(x *rule.Rule) bool { return x.Name == r.Name })
	d.Rule = r
	rules := reachable(from, r)
	for _, p := range pairs {
		c := saturate.Connect(p.Left, p.Right, rules, modes[r.Level], o.Limits)
		if c == nil {
			return Derivation{}, false
		}
		d.chains = append(d.chains, c)
		for i, link := range c.Links {
			s := Step{Backward: link.Backward, From: c.Texts[i], To: c.Texts[i+1]}
			if link.Rule != nil {
				s.Rule = link.Rule.Name
				d.By = append(d.By, baseOf(link.Rule, from))
			}
			d.Steps = append(d.Steps, s)
		}
	}
	slices.Sort(d.By)
	d.By = slices.Compact(d.By)
	return d, len(pairs) > 0 && Replay(d, from) == nil
}

// baseOf is the name of the rule that one is a direction of.
func baseOf(x *rule.Rule, from []*rule.Rule) string {
	for _, r := range from {
		if r == x || r.Reversed() == x {
			return r.Name
		}
	}
	return x.Name
}

// Replay checks a derivation apart from the search for it: see saturate.Chain.Replay. It is an
// error if it uses other rules than those given, or weaker ones.
func Replay(d Derivation, rules []*rule.Rule) error {
	allowed := func(x *rule.Rule) bool {
		return supports(x, d.Rule) && slices.ContainsFunc(rules, func(r *rule.Rule) bool { return r == x || r.Reversed() == x })
	}
	for i, c := range d.chains {
		if err := c.Replay(allowed, modes[d.Rule.Level]); err != nil {
			return fmt.Errorf("rule '%s', instance %d: %w", d.Rule.Name, i+1, err)
		}
	}
	return nil
}

// minimiser is what Minimise has found so far.
type minimiser struct {
	Options
	pairs map[*rule.Rule][]rulecheck.Pair
	Result
}

// Minimise drops rules that follow from others, which are kept, and from those that are known. It
// ends with the context's error.
func Minimise(ctx context.Context, rules []*rule.Rule, o Options) (Result, error) {
	m := &minimiser{Options: o, pairs: map[*rule.Rule][]rulecheck.Pair{}}
	order := slices.Clone(rules)
	slices.SortStableFunc(order, func(a, b *rule.Rule) int {
		x, y := len(strings.Split(a.Statement(), "(")), len(strings.Split(b.Statement(), "("))
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a.Level, b.Level), cmp.Compare(b.NumVariables(), a.NumVariables()))
	})
	list := make([][]rulecheck.Pair, len(order))
	m.inParallel(len(order), func(i int) { list[i] = pairsOf(order[i]) })
	for i, r := range order {
		m.pairs[r] = list[i]
	}
	for left := order; len(left) > 0; {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		left = left[m.next(left):]
		if o.Progress != nil {
			o.Progress(len(order)-len(left), len(order))
		}
	}
	for _, r := range slices.Backward(slices.Clone(m.Kept)) {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		m.spare(r)
	}
	return m.Result, nil
}

// next looks at as many rules as there are workers, and says how many are decided: after one that is
// kept the others are looked at again, so that each sees all that is kept before it.
func (m *minimiser) next(left []*rule.Rule) int {
	n := min(max(1, m.Workers), len(left))
	derived, known, ok := make([]Derivation, n), make([]bool, n), make([]bool, n)
	from := slices.Concat(m.Known, m.Kept)
	m.inParallel(n, func(i int) {
		if len(m.Known) > 0 {
			_, known[i] = follows(left[i], m.pairs[left[i]], m.Known, m.Options)
		}
		if !known[i] {
			derived[i], ok[i] = follows(left[i], m.pairs[left[i]], from, m.Options)
		}
	})
	for i := range n {
		switch {
		case known[i]:
		case ok[i]:
			m.Dropped = append(m.Dropped, derived[i])
		default:
			m.Kept = append(m.Kept, left[i])
			return i + 1
		}
	}
	return n
}

// spare drops a rule that was kept if it follows from the others, and all that needs it does, too.
func (m *minimiser) spare(r *rule.Rule) {
	kept := slices.DeleteFunc(slices.Clone(m.Kept), func(x *rule.Rule) bool { return x == r })
	from := slices.Concat(m.Known, kept)
	d, ok := follows(r, m.pairs[r], from, m.Options)
	if !ok {
		return
	}
	dropped := slices.Clone(m.Dropped)
	for i, x := range dropped {
		if slices.Contains(x.By, r.Name) {
			if dropped[i], ok = follows(x.Rule, m.pairs[x.Rule], from, m.Options); !ok {
				return
			}
		}
	}
	m.Kept, m.Dropped = kept, append(dropped, d)
}

func (m *minimiser) inParallel(n int, work func(i int)) {
	var group sync.WaitGroup
	for k := range max(1, m.Workers) {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := k; i < n; i += max(1, m.Workers) {
				work(i)
			}
		}()
	}
	group.Wait()
}
