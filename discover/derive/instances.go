package derive

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// The instances of a rule are looked for among pool, and at most so many are derived, from each
// side that the rule may be read from. What has fewer than fewest to choose from is not derived:
// these may be special. The seed is always the same, but for tests, so that instances can be made
// again.
const (
	pool      = 60
	instances = 32
	fewest    = 8
	seed      = 1
)

// instancesOf are those of a rule that ask least of what variables stand for: inputs, unless the
// rule asks how values are computed. Each is the one with the most that those before it have not:
// an element type, a rank, shapes that differ, extents of 1 or that are not known, attributes.
func instancesOf(r *rule.Rule) []rulecheck.Pair { return instancesBy(r, seed) }

func instancesBy(r *rule.Rule, seed uint64) (list []rulecheck.Pair) {
	for ; r != nil; r = r.Reversed() {
		list = append(list, fromLeft(r, seed)...)
	}
	return list
}

func fromLeft(r *rule.Rule, seed uint64) (list []rulecheck.Pair) {
	all := rulecheck.Pairs(r, pool, seed)
	for _, p := range slices.Clone(all) {
		if u, ok := p.Unknown(); ok {
			all = append(all, u)
		}
	}
	all = plain(r, all)
	if len(all) < fewest {
		return nil
	}
	found := make([][]string, len(all))
	for i, p := range all {
		found[i] = features(p.Left)
	}
	seen := map[string]bool{}
	for len(list) < instances {
		best, news := -1, 0
		for i, names := range found {
			n := 0
			for _, f := range names {
				if !seen[f] {
					n++
				}
			}
			if n > news {
				best, news = i, n
			}
		}
		if best < 0 {
			break
		}
		list = append(list, all[best])
		for _, f := range found[best] {
			seen[f] = true
		}
	}
	return list
}

// plain are instances in which variables stand for inputs, not for constants and other ops: those
// with the fewest ops, unless the rule asks for that, or is about any number of ops.
func plain(r *rule.Rule, all []rulecheck.Pair) []rulecheck.Pair {
	if r.Inspects() || slices.ContainsFunc(r.Left(), hasList) {
		return all
	}
	fewest := most
	for _, p := range all {
		fewest = min(fewest, numOps(p.Left))
	}
	return slices.DeleteFunc(all, func(p rulecheck.Pair) bool { return numOps(p.Left) > fewest })
}

func hasList(n *rule.Node) bool { return n.Each != nil || slices.ContainsFunc(n.Args, hasList) }

func numOps(b *ir.Block) (n int) {
	for o := b.First(); o != b.Last(); o = o.Next() {
		n++
	}
	return n
}

// features are what instances differ in.
func features(b *ir.Block) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	for i, v := range b.Args() {
		add("element %s", v.Type().ElemOrSelf())
		if !v.Type().IsRankedTensor() {
			continue
		}
		shape := v.Type().Shape()
		add("rank of %d: %d", i, len(shape))
		for k, e := range shape {
			if e <= 1 {
				add("extent %d of %d: %d", k, i, e)
			}
		}
		for j, w := range b.Args()[:i] {
			add("shapes of %d and %d: %t", j, i, w.Type().IsRankedTensor() && slices.Equal(w.Type().Shape(), shape))
		}
	}
	for o := b.First(); o != b.Last(); o = o.Next() {
		add("op %s", o.Name())
		if !o.Has(ir.ConstantLike) {
			add("op %s %s", o.Name(), o.Props())
		}
	}
	return list
}
