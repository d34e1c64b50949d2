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

// attempts is what becomes of the program of a run: with all patterns from the start, or, where
// there are those of the user and shipped ones, and that is cheaper, with the shipped ones first
// and then with all. A replacement shuts out others, and a search that has more rules to try comes
// less far with each: from the start alone, rules of the user would sometimes cost something.
func attempts(r *pipeline.Run, all, shipped patternIndex) *attempt {
	first := &attempt{run: r, root: r.Op}
	if shipped == nil {
		first.goOn(all)
		return first
	}
	second := &attempt{run: r, root: ir.NewBuilder(r.Ctx).AtEnd(nil).Clone(r.Op, map[*ir.Value]*ir.Value{})}
	first.goOn(all)
	second.goOn(shipped)
	second.goOn(all)
	m := r.Options.(*Options).model
	a, b := first.seconds(m), second.seconds(m)
	if !cost.Below(b, a) {
		return first
	}
	r.Op.TakeRegions(second.root)
	return second
}
