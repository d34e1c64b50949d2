package derive

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
)

// The instances of a rule are looked for among pool, and at most so many are derived, from each
// side that the rule may be read from. The seed is always the same, so that they can be made again.
const (
	pool      = 32
	instances = 10
	seed      = 1
)

// instancesOf are those of a rule that ask least of what variables stand for: inputs, unless the
// rule asks how values are computed. Each is the one with the most that those before it have not:
// an element type, a rank, shapes that differ, extents of 1 or that are not known, attributes.
func instancesOf(r *rule.Rule) (list []rulecheck.Pair) {
	for ; r != nil; r = r.Reversed() {
		list = append(list, fromLeft(r)...)
	}
	return list
}

func fromLeft(r *rule.Rule) (list []rulecheck.Pair) {
	all := rulecheck.Pairs(r, pool, seed)
	for _, p := range slices.Clone(all) {
		if u, ok := p.Unknown(); ok {
			all = append(all, u)
		}
	}
	slices.SortStableFunc(all, func(a, b rulecheck.Pair) int {
		return cmp.Or(cmp.Compare(len(b.Left.Args()), len(a.Left.Args())), cmp.Compare(numOps(a.Left), numOps(b.Left)))
	})
	if n := slices.IndexFunc(all, func(p rulecheck.Pair) bool {
		return len(p.Left.Args()) < len(all[0].Left.Args()) || numOps(p.Left) > numOps(all[0].Left)
	}); n >= 0 && !r.Inspects() {
		all = all[:n]
	}
	seen := map[string]bool{}
	for len(list) < instances {
		best, news := -1, 0
		for i, p := range all {
			n := 0
			for _, f := range features(p.Left) {
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
		for _, f := range features(all[best].Left) {
			seen[f] = true
		}
	}
	return list
}

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
