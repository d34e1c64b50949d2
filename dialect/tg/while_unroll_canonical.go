package tg

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// mergeEqualState keeps one of two parts of the state that have the same first
// and the same next value.
func mergeEqualState(r *rewrite.Rewriter, o *ir.Op) bool {
	body := o.RegionAt(1).First()
	type part struct {
		first, next *ir.Value
		t           *ir.Type
	}
	seen := map[part]int{}
	changed := mergeEqualCollected(r, o)
	for i := range o.NumOperands() {
		p := part{o.Operand(i), body.Last().Operand(i), o.Result(i).Type()}
		k, again := seen[p]
		if !again {
			seen[p] = i
			continue
		}
		// All uses move to the part that was there first; what is left is unused,
		// but for handing itself on.
		for _, pair := range [][2]*ir.Value{{o.Result(i), o.Result(k)}, {body.Arg(i), body.Arg(k)}, {o.RegionAt(0).First().Arg(i), o.RegionAt(0).First().Arg(k)}} {
			if pair[0].HasUses() {
				r.ReplaceValue(pair[0], pair[1])
				changed = true
			}
		}
	}
	if changed {
		r.Modified(o)
	}
	return changed
}

// A loop is unrolled up to this many rounds, and up to this many ops in all.
const (
	mostRounds   = 8
	mostUnrolled = 64
)

func unroll(r *rewrite.Rewriter, o *ir.Op) bool {
	body := o.RegionAt(1).First()
	ops := 0
	for p := body.First(); p != body.Last(); p = p.Next() {
		if ops++; p.NumRegions() > 0 || ops > mostUnrolled {
			return false
		}
	}
	rounds := roundsOf(o)
	// A value that is collected takes an op in each round, and one that puts them together.
	ops += o.NumResults() - o.NumOperands()
	if rounds < 0 || rounds*ops > mostUnrolled || !haveTypesOf(o.Operands(), stateOf(o)) ||
		!haveTypesOf(body.Last().Operands()[:o.NumOperands()], stateOf(o)) || !collectsIn(o, rounds) {
		return false
	}
	state := o.Operands()
	collected := make([][]*ir.Value, o.NumResults()-o.NumOperands())
	for range rounds {
		values := map[*ir.Value]*ir.Value{}
		for i, a := range body.Args() {
			values[a] = state[i]
		}
		for p := body.First(); p != body.Last(); p = p.Next() {
			r.Clone(p, values)
		}
		next := make([]*ir.Value, o.NumResults())
		for i, v := range body.Last().Operands() {
			if next[i] = v; values[v] != nil {
				next[i] = values[v]
			}
		}
		for i := range collected {
			collected[i] = append(collected[i], next[len(state)+i])
		}
		state = next[:len(state)]
	}
	for i, values := range collected {
		state = append(state, joinRounds(r, o, o.Result(o.NumOperands()+i).Type(), values))
	}
	r.ReplaceOp(o, state...)
	return true
}

// roundsOf is how often the body of a loop runs whose condition does nothing but
// compare its counter; -1 when this is not known, or more than mostRounds.
func roundsOf(o *ir.Op) int {
	cond := o.RegionAt(0).First()
	compare := cond.Last().Operand(0).Def()
	if !compare.Is(Compare) || cond.First() != compare || compare.Next() != cond.Last() {
		return -1
	}
	c := counterOf(o, compare)
	if c == nil {
		return -1
	}
	return c.Rounds(mostRounds)
}
