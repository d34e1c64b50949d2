package scf

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// regionPatterns are the patterns for every op whose regions hand values on:
// what is known to be one value is not handed on, and what nobody uses goes.
func regionPatterns(root *ir.OpDef) []*rewrite.Pattern {
	return []*rewrite.Pattern{
		{Name: "MakeRegionBranchOpSuccessorInputsDead", Root: root, Apply: replaceKnownInputs},
		{Name: "RemoveDuplicateSuccessorInputUses", Root: root, Apply: replaceEqualInputs},
		{Name: "RemoveDeadRegionBranchOpSuccessorInputs", Root: root, Apply: dropDeadInputs},
	}
}

// input is a value that an op with regions is given by control flow: an
// argument of a region, or a result. The operands are those that may become it.
type input struct {
	value    *ir.Value
	operands []*ir.Use
}

// inputs are all inputs of an op, arguments before results.
type inputs struct {
	list []input
	of   map[*ir.Value]int // numbers in list, once there are more than a few
	// tied are pairs of inputs that one operand becomes, which come and go
	// together.
	tied [][2]int
}

// fewInputs are found by looking at each: nearly every op has no more.
const fewInputs = 8

func (in *inputs) find(v *ir.Value) (i int, ok bool) {
	if in.of != nil {
		i, ok = in.of[v]
		return i, ok
	}
	i = slices.IndexFunc(in.list, func(p input) bool { return p.value == v })
	return i, i >= 0
}

func (in *inputs) number(v *ir.Value) int {
	i, ok := in.find(v)
	if ok {
		return i
	}
	if in.list = append(in.list, input{value: v}); in.of == nil && len(in.list) > fewInputs {
		in.of = map[*ir.Value]int{}
		for i, p := range in.list {
			in.of[p.value] = i
		}
	} else if in.of != nil {
		in.of[v] = len(in.list) - 1
	}
	return len(in.list) - 1
}

// inputsOf lists the inputs of o, or is nil when it has none.
func inputsOf(o *ir.Op) *inputs {
	flow, _ := analysis.RegionBranch.Get(o.Def())
	entry := func(to analysis.RegionSuccessor) (first, count int) {
		if flow.Entry == nil {
			return 0, 0
		}
		return flow.Entry(o, to)
	}
	if _, passed := entry(analysis.RegionSuccessor{}); o.NumResults() == 0 && passed == 0 {
		return nil
	}
	in := &inputs{}
	in.point(o, flow.Successors(o, nil, nil), entry)
	for _, region := range o.Regions() {
		for b := region.First(); b != nil; b = b.Next() {
			t := b.Last()
			if _, _, hands := analysis.PassedBy(t, analysis.RegionSuccessor{}); !hands {
				continue
			}
			in.point(t, flow.Successors(o, region, nil), func(to analysis.RegionSuccessor) (first, count int) {
				first, count, _ = analysis.PassedBy(t, to)
				return first, count
			})
		}
	}
	return in
}

// point adds what an op hands on to its successors.
func (in *inputs) point(p *ir.Op, successors []analysis.RegionSuccessor, window func(analysis.RegionSuccessor) (first, count int)) {
	before := -1 // the number of the first input that operand 0 would become
	for _, to := range successors {
		first, count := window(to)
		for i := range count {
			n := in.number(to.Inputs[i])
			in.list[n].operands = append(in.list[n].operands, p.OperandUse(first+i))
			if before >= 0 {
				in.tied = append(in.tied, [2]int{before + i, n})
			}
		}
		if count > 0 && before < 0 {
			before, _ = in.find(to.Inputs[0])
		}
	}
}

// replaceKnownInputs replaces an input that can only be one value, which comes
// from outside.
func replaceKnownInputs(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.Is(For) && !knownInLoop(o) || o.Is(If) && !knownInBranches(o) {
		return false
	}
	in := inputsOf(o)
	if in == nil {
		return false
	}
	only := in.onlyValues()
	changed := false
	for i := range in.list {
		v, w := in.list[i].value, only[i]
		if w == nil || w == several || !v.HasUses() || w.Block() != nil && w.Block().Parent() == o {
			continue
		}
		r.ReplaceValue(v, w)
		changed = true
	}
	return changed
}

// knownInLoop reports whether an iteration argument of an scf.for may be one
// value: the one that it starts with, or what another one is.
func knownInLoop(o *ir.Op) bool {
	body := o.RegionAt(0).First()
	t := body.Last()
	for i := range t.NumOperands() {
		if v := t.Operand(i); v == o.Operand(3+i) || v.IsArg() && v.Block() == body {
			return true
		}
	}
	return false
}

// knownInBranches reports whether both regions of an scf.if yield one value for
// some result.
func knownInBranches(o *ir.Op) bool {
	if o.NumResults() == 0 {
		return false
	}
	a, b := o.RegionAt(0).First().Last(), o.RegionAt(1).First().Last()
	for i := range o.NumResults() {
		if a.Operand(i) == b.Operand(i) {
			return true
		}
	}
	return false
}

// several stands for more than one value.
var several = &ir.Value{}

// onlyValues finds, for each input, the value from elsewhere that it is, nil
// when there is none, or several.
func (in *inputs) onlyValues() []*ir.Value {
	only := make([]*ir.Value, len(in.list))
	users := make([][]int, len(in.list)) // the inputs that an input becomes
	var work []int
	join := func(i int, v *ir.Value) {
		switch {
		case only[i] == v, only[i] == several:
			return
		case only[i] == nil:
			only[i] = v
		default:
			only[i] = several
		}
		work = append(work, i)
	}
	for i := range in.list {
		for _, u := range in.list[i].operands {
			if from, ok := in.find(u.Value()); ok {
				users[from] = append(users[from], i)
			} else {
				join(i, u.Value())
			}
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, user := range users[i] {
			join(user, only[i])
		}
	}
	return only
}

// twoInputs reports whether o has two results, or hands on two arguments in one
// block: without, no two inputs can be equal.
func twoInputs(o *ir.Op) bool {
	if o.Is(For) {
		return o.NumResults() >= 2
	}
	return o.NumResults() >= 2 || slices.ContainsFunc(o.Regions(), func(r *ir.Region) bool { return !r.Empty() && r.First().NumArgs() >= 2 })
}

// replaceEqualInputs replaces an input by one of the same block, or of the same
// results, that is given the same from everywhere.
func replaceEqualInputs(r *rewrite.Rewriter, o *ir.Op) bool {
	if !twoInputs(o) {
		return false
	}
	in := inputsOf(o)
	if in == nil || len(in.list) < 2 {
		return false
	}
	order := make([]int, len(in.list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return in.list[a].value.Index() - in.list[b].value.Index() })
	type class struct {
		owner    any
		operands uint64
	}
	classes := map[class][]int{}
	ids := map[*ir.Value]uint64{}
	changed := false
	for _, i := range order {
		p := &in.list[i]
		key := class{p.value.Def(), p.hash(ids)}
		if p.value.IsArg() {
			key.owner = p.value.Block()
		}
		same := slices.IndexFunc(classes[key], func(j int) bool { return equalOperands(&in.list[j], p) })
		switch {
		case len(p.operands) == 0:
		case same < 0:
			classes[key] = append(classes[key], i)
		case p.value.HasUses():
			r.ReplaceValue(p.value, in.list[classes[key][same]].value)
			changed = true
		}
	}
	return changed
}

// hash is equal for inputs with equal operands. Values get their ids as they
// come.
func (p *input) hash(ids map[*ir.Value]uint64) uint64 {
	h := uint64(len(p.operands))
	for _, u := range p.operands {
		id, ok := ids[u.Value()]
		if !ok {
			id = uint64(len(ids) + 1)
			ids[u.Value()] = id
		}
		h = h*0x9E3779B97F4A7C15 + id
	}
	return h
}

// equalOperands reports whether a and b, of one block or one list of results,
// are given the same from everywhere: from the same ops, in one order.
func equalOperands(a, b *input) bool {
	return slices.EqualFunc(a.operands, b.operands, func(u, v *ir.Use) bool { return u.Value() == v.Value() })
}

// unusedInput reports whether o has a result or an argument that nobody uses:
// without, no input is dead.
func unusedInput(o *ir.Op) bool {
	unused := func(v *ir.Value) bool { return !v.HasUses() }
	for i := range o.NumResults() {
		if unused(o.Result(i)) {
			return true
		}
	}
	return slices.ContainsFunc(o.Regions(), func(r *ir.Region) bool { return !r.Empty() && slices.ContainsFunc(r.First().Args(), unused) })
}

// dropDeadInputs removes inputs that nobody uses, together with the operands
// that become them.
func dropDeadInputs(r *rewrite.Rewriter, o *ir.Op) bool {
	if !unusedInput(o) {
		return false
	}
	in := inputsOf(o)
	if in == nil {
		return false
	}
	dead := in.dead()
	if !slices.Contains(dead, true) {
		return false
	}
	operands := map[*ir.Op][]bool{}
	var owners []*ir.Op
	args := map[*ir.Block][]bool{}
	var blocks []*ir.Block
	results := make([]bool, o.NumResults())
	for i, gone := range dead {
		if !gone {
			continue
		}
		v := in.list[i].value
		if b := v.Block(); v.IsArg() {
			if args[b] == nil {
				args[b] = make([]bool, b.NumArgs())
				blocks = append(blocks, b)
			}
			args[b][v.Index()] = true
		} else {
			results[v.Index()] = true
		}
		for _, u := range in.list[i].operands {
			p := u.Owner()
			if operands[p] == nil {
				operands[p] = make([]bool, p.NumOperands())
				owners = append(owners, p)
			}
			operands[p][u.Index()] = true
		}
	}
	for _, p := range owners {
		r.SetOperands(p, without(p.Operands(), operands[p]))
	}
	for _, b := range blocks {
		for i := b.NumArgs() - 1; i >= 0; i-- {
			if args[b][i] {
				b.RemoveArg(i)
			}
		}
		r.Modified(o)
	}
	if slices.Contains(results, true) {
		dropResults(r, o, results)
	}
	return true
}

// dead tells which inputs have no uses, nor have those tied to them.
func (in *inputs) dead() []bool {
	group := make([]int, len(in.list))
	for i := range group {
		group[i] = i
	}
	find := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	for _, t := range in.tied {
		group[find(t[0])] = find(t[1])
	}
	used := make([]bool, len(in.list))
	for i := range in.list {
		if in.list[i].value.HasUses() {
			used[find(i)] = true
		}
	}
	dead := make([]bool, len(in.list))
	for i := range dead {
		dead[i] = !used[find(i)]
	}
	return dead
}

func without[T any](list []T, drop []bool) []T {
	kept := []T{}
	for i, v := range list {
		if !drop[i] {
			kept = append(kept, v)
		}
	}
	return kept
}

// dropResults replaces o by an op that lacks some of the results, which are
// not used.
func dropResults(r *rewrite.Rewriter, o *ir.Op, drop []bool) {
	r.Before(o)
	n := withRegions(r, o.Def(), o.Loc(), without(o.ResultTypes(), drop), o.Operands(), o.NumRegions())
	n.SetProps(o.Props())
	n.SetAttrs(o.Attrs())
	takeRegions(n, o)
	for i, v := range without(o.Results(), drop) {
		r.ReplaceValue(v, n.Result(i))
	}
	r.EraseOp(o)
}
