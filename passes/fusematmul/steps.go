package fusematmul

import (
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// stepsAtMost bounds the ops that a contraction takes along.
const stepsAtMost = 32

// steps puts the elementwise ops behind each contraction of b into a fusion with it, as far as they
// end in one value: scales and shifts of channels, residuals, bounds. That always pays: a pass over
// memory is saved, and nothing is computed twice.
func (f *fuser) steps(b *ir.Block) {
	place := int32(0)
	var contractions []*ir.Op
	for o := b.First(); o != nil; o = o.Next() {
		if isContraction(o) && allStatic(o) {
			contractions = append(contractions, o)
		}
		for i := range o.NumResults() {
			o.Result(i).SetNumber(uint32(place))
		}
		place++
	}
	for _, o := range contractions {
		f.stepsOf(o)
	}
}

func allStatic(o *ir.Op) bool {
	static := func(t *ir.Type) bool { return t.IsStatic() }
	return !slices.ContainsFunc(o.OperandTypes(), func(t *ir.Type) bool { return !static(t) }) && static(o.Result(0).Type())
}

// stepsOf is steps for one contraction.
func (f *fuser) stepsOf(o *ir.Op) {
	taken := map[*ir.Op]bool{o: true}
	list, whole := []*ir.Op{o}, 1 // the first so many of the list end in one value
	for len(list) <= stepsAtMost {
		u := nextStep(list, taken)
		if u == nil {
			break
		}
		list, taken[u] = append(list, u), true
		if closed(list, taken) && !feedsReduction(u) {
			whole = len(list)
		}
	}
	if list = list[:whole]; whole > 1 {
		f.fuseSteps(list)
	}
}

// nextStep is the first op in the block, of those that read what the list makes and are not taken,
// if it may be a step; its other operands may be anything.
func nextStep(list []*ir.Op, taken map[*ir.Op]bool) *ir.Op {
	var next *ir.Op
	for _, o := range list {
		for u := o.Result(0).FirstUse(); u != nil; u = u.Next() {
			user := u.Owner()
			if user.Block() != o.Block() || user.NumResults() != 1 {
				continue
			}
			if !taken[user] && (next == nil || user.Result(0).Number() < next.Result(0).Number()) {
				next = user
			}
		}
	}
	if next == nil || !tg.EndsContraction(next, list[0].Result(0).Type().Shape()) {
		return nil
	}
	return next
}

// closed reports whether only the last op of the list makes what others read.
func closed(list []*ir.Op, taken map[*ir.Op]bool) bool {
	for _, o := range list[:len(list)-1] {
		for u := o.Result(0).FirstUse(); u != nil; u = u.Next() {
			if !taken[u.Owner()] {
				return false
			}
		}
	}
	return true
}

// feedsReduction reports whether what o makes is reduced and read besides, as in a softmax or a
// normalisation: such ops run row by row, and o with them.
func feedsReduction(o *ir.Op) bool {
	v := o.Result(0)
	if v.HasOneUse() {
		return false
	}
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if u.Owner().Is(tg.Reduce) {
			return true
		}
	}
	return false
}

// fuseSteps makes the fusion of a contraction and the ops behind it, in the place of the last one.
func (f *fuser) fuseSteps(list []*ir.Op) {
	last := list[len(list)-1]
	inside := map[*ir.Value]*ir.Value{}
	body := &ir.Block{}
	var operands []*ir.Value
	b := f.run.Builder
	for _, o := range list {
		for _, v := range o.Operands() {
			if inside[v] != nil {
				continue
			}
			if d := v.Def(); d != nil && d.Has(ir.ConstantLike) && v.Type().Rank() == 0 {
				inside[v] = b.AtEnd(body).Clone(d, inside).Result(0)
				continue
			}
			inside[v] = body.AddArg(v.Type(), v.Loc())
			operands = append(operands, v)
		}
		for i, r := range b.AtEnd(body).Clone(o, inside).Results() {
			inside[o.Result(i)] = r
		}
	}
	b.AtEnd(body).OpWithTypes(tg.Yield, last.Loc(), nil, []*ir.Value{inside[last.Result(0)]})
	region := &ir.Region{}
	region.Append(body)
	fusion, err := b.Before(last).Create(&ir.OpState{
		Name: f.run.Ctx.OpName(tg.Fusion.Name()), Loc: last.Loc(), Operands: operands, Results: last.ResultTypes(), Regions: []*ir.Region{region},
	})
	if err != nil {
		panic(err) // the result type is stated
	}
	f.run.Passed(list[0], "FuseMatmul", "took %d ops behind '%s' along, up to '%s': they run on blocks of its result", len(list)-1, list[0].Name(), last.Name())
	f.run.Count("num-steps", int64(len(list)-1))
	fusion.Result(0).SetNumber(last.Result(0).Number())
	last.Result(0).ReplaceAllUsesWith(fusion.Result(0))
	for _, o := range slices.Backward(list) {
		f.erase(o)
	}
}
