package tg

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// What loops collect besides their state: the values that the body yields behind the
// next state, each round's along the leading dimension of a result.

// stateOf are the results of a loop that are its state.
func stateOf(o *ir.Op) []*ir.Value { return o.Results()[:o.NumOperands()] }

// collectedTypes are the types of the results behind the state: any number of rounds of
// what the body yields, and what the results state besides. Where a body yields another
// number of values, of which the verifier of regions speaks, they are the stated ones.
func collectedTypes(in *ir.Inference, state int) []*ir.Type {
	var given []*ir.Type
	if len(in.Results) > state {
		given = in.Results[state:]
	}
	if len(in.Regions) < 2 || in.Regions[1].Empty() || !in.Regions[1].First().Last().Is(Yield) {
		return given
	}
	end := in.Regions[1].First().Last()
	if end.NumOperands() < state || len(in.Results) > 0 && end.NumOperands() != len(in.Results) {
		return given
	}
	var list []*ir.Type
	for i := state; i < end.NumOperands(); i++ {
		t := end.Operand(i).Type()
		if !t.IsRankedTensor() {
			return given
		}
		t = in.Ctx.Tensor(append([]int64{ir.Dynamic}, t.Shape()...), t.Elem())
		if len(given) > 0 && given[i-state].IsRankedTensor() {
			if shape, ok := joinedShape(t, given[i-state]); ok {
				t = in.Ctx.WithShape(t, shape)
			}
		}
		list = append(list, t)
	}
	return list
}

// collectedRounds are the types of what a loop collects in one round, by its results. It
// is an error if these are not for one number of rounds.
func collectedRounds(o *ir.Op) (list []*ir.Type, err error) {
	rounds, from := ir.Dynamic, 0
	for i := o.NumOperands(); i < o.NumResults(); i++ {
		t := o.Result(i).Type()
		if t.Rank() == 0 {
			return nil, fmt.Errorf("collects result #%d, which must have a leading dimension for the rounds, but is '%s'", i, t)
		}
		switch n := t.Shape()[0]; {
		case n == ir.Dynamic || n == rounds:
		case rounds == ir.Dynamic:
			rounds, from = n, i
		default:
			return nil, fmt.Errorf("collects %d rounds in result #%d of type '%s', but %d in result #%d of type '%s'", rounds, from, o.Result(from).Type(), n, i, t)
		}
		list = append(list, o.Context().Tensor(t.Shape()[1:], t.Elem()))
	}
	return list, nil
}

// dropCollected removes what is collected and not used.
func dropCollected(r *rewrite.Rewriter, o *ir.Op) bool {
	var kept []int
	for i, v := range o.Results() {
		if i < o.NumOperands() || v.HasUses() {
			kept = append(kept, i)
		}
	}
	if len(kept) == o.NumResults() {
		return false
	}
	keepOperands(r, o.RegionAt(1).First().Last(), kept)
	replaceKeeping(r, o, o.Operands(), kept)
	return true
}

// mergeEqualCollected lets one of two results be used that collect the same value.
func mergeEqualCollected(r *rewrite.Rewriter, o *ir.Op) (changed bool) {
	type tape struct {
		value *ir.Value
		t     *ir.Type
	}
	end := o.RegionAt(1).First().Last()
	seen := map[tape]*ir.Value{}
	for i := o.NumOperands(); i < o.NumResults(); i++ {
		v := o.Result(i)
		switch is := (tape{end.Operand(i), v.Type()}); {
		case seen[is] == nil:
			seen[is] = v
		case v.HasUses():
			r.ReplaceValue(v, seen[is])
			changed = true
		}
	}
	return changed
}

// collectsIn reports whether what a loop collects can be so many rounds, and each of
// their values is of known extents.
func collectsIn(o *ir.Op, rounds int) bool {
	end := o.RegionAt(1).First().Last()
	for i := o.NumOperands(); i < o.NumResults(); i++ {
		if n := o.Result(i).Type().Shape()[0]; n != ir.Dynamic && n != int64(rounds) || !end.Operand(i).Type().IsStatic() {
			return false
		}
	}
	return true
}

// collectedNothing are the results of a loop that collects and runs no round; nil where
// that is an error, or a run has to tell the extents of what there is none of.
func collectedNothing(r *rewrite.Rewriter, o *ir.Op) []*ir.Value {
	if !collectsIn(o, 0) {
		return nil
	}
	list := []*ir.Value{}
	for _, v := range o.Results()[o.NumOperands():] {
		list = append(list, joinRounds(r, o, v.Type(), nil))
	}
	return list
}

// joinRounds is the result of type t of the loop o that has collected values.
func joinRounds(r *rewrite.Rewriter, o *ir.Op, t *ir.Type, values []*ir.Value) *ir.Value {
	shape := append([]int64{int64(len(values))}, t.Shape()[1:]...)
	for i, v := range values {
		shape = append([]int64{1}, v.Type().Shape()...)
		values[i] = reshaped(r, o, v, shape)
	}
	var v *ir.Value
	if len(values) > 0 {
		v = r.Op(Concat, o.Loc(), values, ir.NamedAttr{Name: "dim", Value: r.Ctx.I64Attr(0)}).Result(0)
	} else {
		empty := r.Ctx.Tensor(shape, t.Elem())
		v = constantOf(r, o, r.Ctx.Dense(empty, nil), empty)
	}
	if v.Type() == t {
		return v
	}
	return r.OpWithTypes(Cast, o.Loc(), types(t), []*ir.Value{v}).Result(0)
}

// writeWhile writes a loop. What is collected becomes state there: a tensor that each
// round writes into at a counter. That there are so many rounds is not checked: what would
// be written behind the end replaces the last one, and what is missing is 0.
func writeWhile(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	state := o.NumOperands()
	if o.NumResults() == state {
		return withRegions(w, o, "stablehlo.while", x)
	}
	counter := w.Ctx.Tensor(nil, w.Ctx.I64())
	inits := append(x[:len(x):len(x)], numbers(w, counter, 0))
	for i := state; i < o.NumResults(); i++ {
		t := o.Result(i).Type()
		if t.Shape()[0] == ir.Dynamic {
			w.Fail("result #%d collects the values of as many rounds as there are at run time; state how many, such as 'tensor<8x...>', or give loops of unknown length a "+
				"largest number of rounds (max-trip=N of the pass differentiate)", i)
			return nil
		}
		if !t.IsStatic() {
			w.Fail("result #%d of type '%s' collects values whose extents only a run knows", i, t)
			return nil
		}
		inits = append(inits, numbers(w, t, 0))
	}
	cond, body := w.Body(o.RegionAt(0)), w.Body(o.RegionAt(1))
	if w.Failed() {
		return nil
	}
	for _, v := range inits[state:] {
		cond.First().AddArg(v.Type(), o.Loc())
		body.First().AddArg(v.Type(), o.Loc())
	}
	writeRounds(w, body.First(), state)
	var list []*ir.Type
	for _, v := range inits {
		list = append(list, v.Type())
	}
	made := results(w.Make("stablehlo.while", list, inits, []*ir.Region{cond, body}))
	if made == nil {
		return nil
	}
	return append(made[:state:state], made[state+1:]...)
}

// writeRounds lets the body of a loop, whose last arguments are a counter and the tensors that
// it writes into, do so with what it returns behind the state.
func writeRounds(w *convert.Writer, body *ir.Block, state int) {
	point := *w.Builder
	defer func() { *w.Builder = point }()
	end := body.Last()
	w.Before(end)
	counter := body.Arg(state)
	var zero *ir.Value
	next := append(end.Operands()[:state:state], w.Op("stablehlo.add", counter.Type(), []*ir.Value{counter, numbers(w, counter.Type(), 1)}))
	for i, v := range end.Operands()[state:] {
		into := body.Arg(state + 1 + i)
		if into.Type().Shape()[0] == 0 { // for no round
			next = append(next, into)
			continue
		}
		row := w.Ctx.Tensor(append([]int64{1}, v.Type().Shape()...), v.Type().Elem())
		at := []*ir.Value{into, w.Op("stablehlo.reshape", row, []*ir.Value{v}), counter}
		if v.Type().Rank() > 0 && zero == nil {
			zero = numbers(w, counter.Type(), 0)
		}
		for range v.Type().Rank() {
			at = append(at, zero)
		}
		next = append(next, w.Op("stablehlo.dynamic_update_slice", into.Type(), at))
	}
	if !w.Failed() {
		end.SetOperands(next)
	}
}
