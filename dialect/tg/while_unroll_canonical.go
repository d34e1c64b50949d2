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
	changed := false
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
	if rounds < 0 || rounds*ops > mostUnrolled || !haveTypesOf(o.Operands(), o.Results()) || !haveTypesOf(body.Last().Operands(), o.Results()) {
		return false
	}
	state := o.Operands()
	for range rounds {
		values := map[*ir.Value]*ir.Value{}
		for i, a := range body.Args() {
			values[a] = state[i]
		}
		for p := body.First(); p != body.Last(); p = p.Next() {
			r.Clone(p, values)
		}
		next := make([]*ir.Value, len(state))
		for i, v := range body.Last().Operands() {
			if next[i] = v; values[v] != nil {
				next[i] = values[v]
			}
		}
		state = next
	}
	r.ReplaceOp(o, state...)
	return true
}

// roundsOf is how often the body of a loop runs that counts: its condition
// compares a part of the state with a constant, and each round adds a constant
// to it. It is -1 when this is not known, or more than mostRounds.
func roundsOf(o *ir.Op) int {
	cond, body := o.RegionAt(0).First(), o.RegionAt(1).First()
	compare := cond.Last().Operand(0).Def()
	if !compare.Is(Compare) || cond.First() != compare || compare.Next() != cond.Last() {
		return -1
	}
	counter, bound, direction := compare.Operand(0), compare.Operand(1), compare.Attr("direction").Text()
	if ir.ConstantValue(counter) != nil {
		counter, bound, direction = bound, counter, swappedDirection[direction]
	}
	if !counter.IsArg() || counter.Block() != cond || counter.Type().Rank() != 0 || counter.Type().Elem().Signedness() == ir.Unsigned {
		return -1
	}
	i := counter.Index()
	step := body.Last().Operand(i).Def()
	if !step.Is(Add) && !step.Is(Sub) || step.Operand(0) != body.Arg(i) {
		return -1
	}
	at, ok := constantInt(o.Operand(i))
	by, okBy := constantInt(step.Operand(1))
	end, okEnd := constantInt(bound)
	const far = 1 << 6 // of any integer type, no sum of mostRounds of these overflows
	if !ok || !okBy || !okEnd || counter.Type().Elem().Width() < 16 || by <= -far || by >= far ||
		at < -1<<14 || at > 1<<14 {
		return -1
	}
	if step.Is(Sub) {
		by = -by
	}
	holds := map[string]func(a, b int64) bool{
		"lt": func(a, b int64) bool { return a < b }, "le": func(a, b int64) bool { return a <= b },
		"gt": func(a, b int64) bool { return a > b }, "ge": func(a, b int64) bool { return a >= b },
		"eq": func(a, b int64) bool { return a == b }, "ne": func(a, b int64) bool { return a != b },
	}[direction]
	for rounds := range mostRounds + 1 {
		if !holds(at, end) {
			return rounds
		}
		at += by
	}
	return -1
}
