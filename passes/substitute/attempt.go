package substitute

import (
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// attempt is what a search, or one after the other, made of a program, or of a copy of it.
type attempt struct {
	run     *pipeline.Run
	root    *ir.Op
	changed bool
	// told is what is to be told of replacements if the attempt is kept.
	told []func()
}

// goOn searches with some patterns, from what the attempt has come to.
func (a *attempt) goOn(patterns patternIndex) {
	s := newSubstituter(a, patterns)
	for round := range s.opt.Rounds {
		if !s.round(round == s.opt.Rounds-1) {
			break
		}
		a.changed = true
	}
}

// seconds is what the ops take that a search may replace, each once, as it counts
// them, but without functions that they call, which others may be at work on.
func (a *attempt) seconds(m *cost.Machine) (sum float64) {
	for _, b := range blocksOf(a.root) {
		var g graph
		for o := b.First(); o != nil; o = o.Next() {
			if o.NumRegions() == 0 {
				g.ops = append(g.ops, o)
			}
		}
		seconds, _ := g.measure(m.Apart)
		sum += seconds
	}
	return sum
}

// keep tells what was replaced.
func (a *attempt) keep() {
	for _, tell := range a.told {
		tell()
	}
}

// attempts is what becomes of the program of a run: the cheapest of what the ways make, of equals
// that of the earlier one.
func attempts(r *pipeline.Run, ways []way) *attempt {
	list := make([]*attempt, len(ways))
	for i := range list {
		list[i] = &attempt{run: r, root: r.Op}
		if i > 0 {
			list[i].root = ir.NewBuilder(r.Ctx).AtEnd(nil).Clone(r.Op, map[*ir.Value]*ir.Value{})
		}
	}
	for i, a := range list {
		for _, patterns := range ways[i] {
			a.goOn(patterns)
		}
	}
	best := list[0]
	if len(list) == 1 {
		return best
	}
	m := r.Options.(*Options).model
	least := best.seconds(m)
	for _, a := range list[1:] {
		if seconds := a.seconds(m); cost.Below(seconds, least) {
			best, least = a, seconds
		}
	}
	if best != list[0] {
		r.Op.TakeRegions(best.root)
	}
	return best
}
