package rewrite

import "github.com/tg-opt/tg/ir"

// GreedyOps is Greedy for some ops inside of scope, the last of them first, and
// for what comes up again because of them: MLIR's applyOpPatternsGreedily.
// Constants keep their places, and control flow is not simplified. It reports
// whether it changed anything.
func GreedyOps(scope *ir.Region, ops []*ir.Op, b *ir.Builder, set *Set) (changed bool) {
	d := set.driver(scope, b, &Config{MaxRewrites: -1}, false)
	defer set.release(d)
	outer := b.Created
	b.Created = d.created
	defer func() { b.Created = outer }()
	for _, o := range ops {
		d.add(o)
	}
	d.effects.reset(1 << 16)
	d.watch.start(1 << 16) // what comes up is not known
	for o := d.pop(); o != nil && d.stats.Cycle == nil; o = d.pop() {
		d.process(o)
	}
	d.unlist()
	return d.applied
}
