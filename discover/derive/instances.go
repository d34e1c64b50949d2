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
	pool      = 90
	instances = 32
	fewest    = 8
	seed      = 1
)

// instancesOf are those of a rule. Each is the one with the most that those before it have not: an
// element type, a rank, shapes that differ, extents of 1 or that are not known, attributes, an op
// or a constant for which a variable stands.
func instancesOf(r *rule.Rule) []rulecheck.Pair { return instancesBy(r, seed) }

func instancesBy(r *rule.Rule, seed uint64) (list []rulecheck.Pair) {
	for ; r != nil; r = r.Reversed() {
		list = append(list, fromLeft(r, seed)...)
	}
	return list
}

func fromLeft(r *rule.Rule, seed uint64) (list []rulecheck.Pair) {
	all := slices.DeleteFunc(rulecheck.Pairs(r, pool, seed), empty)
	for _, p := range slices.Clone(all) {
		if u, ok := p.Unknown(); ok {
			all = append(all, u)
		}
	}
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

// empty reports whether what an instance computes has no elements: all that has none is equal.
func empty(p rulecheck.Pair) bool {
	return slices.ContainsFunc(p.Left.Last().Operands(), func(v *ir.Value) bool { return v.Type().IsRankedTensor() && slices.Contains(v.Type().Shape(), 0) })
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
