package fuseelementwise

import (
	"maps"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// Values that one fusion makes and others, later ones, read are written to memory and read back.
// What they are made of by elementwise ops alone may be read there as well: then computing them
// again, in the cache, takes less time than moving them. Backward parts of activations are such
// readers, of all that their forward parts have made.

// repeatGain is the least part of the time of the fusions that computing again must save.
const repeatGain = 0.05

// smallPart is how many times smaller than a value another one is, at least, that is worth being
// kept for it.
const smallPart = 16

// repetition is what a group hands to later ones that these may compute themselves.
type repetition struct {
	values  []*ir.Value
	readers map[int32]*recomputed // by root
	order   []int32               // of readers
}

// recomputed is what one of them would compute.
type recomputed struct {
	values []*ir.Value // that it does not read any more
	ops    map[*ir.Op]bool
	leaves map[*ir.Value]bool
}

// repeatValues copies elementwise ops for groups that read their results from another group, where
// that pays. It reports whether it did: then the groups are those of another program.
func (f *fuser) repeatValues(b *ir.Block) bool {
	plans := map[int32]*fusionPlan{}
	groups := f.members()
	for _, members := range groups {
		if p := f.plan(b, members); p != nil && !p.wasteful() {
			plans[p.root] = p
		}
	}
	var list []*repetition
	for _, members := range groups {
		if p := plans[f.root(members[0])]; p != nil {
			if r := f.repetition(b, p, plans); r != nil && f.repetitionPays(p, r, plans) {
				list = append(list, r)
			}
		}
	}
	var originals []*ir.Op
	f.copies = map[*ir.Op]int32{}
	for _, r := range list {
		originals = append(originals, f.computeAgain(b, r)...)
	}
	for _, o := range inOrder(originals, -1) {
		if !o.HasUses() {
			o.Erase()
		}
	}
	return len(list) > 0
}

// inOrder sorts ops of the block by their places, backwards if sign is -1, and lists each once.
func inOrder(ops []*ir.Op, sign int) []*ir.Op {
	slices.SortFunc(ops, func(x, y *ir.Op) int { return sign * (int(x.Result(0).Number()) - int(y.Result(0).Number())) })
	return slices.Compact(ops)
}

// repetition finds what the readers of a group can compute again; nil for nothing.
func (f *fuser) repetition(b *ir.Block, p *fusionPlan, plans map[int32]*fusionPlan) *repetition {
	r := &repetition{readers: map[int32]*recomputed{}}
	for _, v := range p.results {
		ops, leaves := map[*ir.Op]bool{}, map[*ir.Value]bool{}
		roots, ok := f.readersOf(b, v, p.root, plans)
		if !ok || !f.madeOf(b, v, p, cost.Elements(v.Type()), plans, ops, leaves) {
			continue
		}
		r.values = append(r.values, v)
		for _, root := range roots {
			to := r.readers[root]
			if to == nil {
				to = &recomputed{ops: map[*ir.Op]bool{}, leaves: map[*ir.Value]bool{}}
				r.readers[root] = to
				r.order = append(r.order, root)
			}
			to.values = append(to.values, v)
			for o := range ops {
				to.ops[o] = true
			}
			for leaf := range leaves {
				to.leaves[leaf] = true
			}
		}
	}
	if len(r.values) == 0 {
		return nil
	}
	return r
}

// readersOf lists the other groups that read v; ok is false unless all that read it are elementwise
// ops or reductions of groups that become fusions.
func (f *fuser) readersOf(b *ir.Block, v *ir.Value, own int32, plans map[int32]*fusionPlan) (roots []int32, ok bool) {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		o := u.Owner()
		if o.Block() != b || o.NumResults() != 1 || f.kinds[o.Result(0).Number()] < fuseFree {
			return nil, false
		}
		switch root := f.root(int32(o.Result(0).Number())); {
		case root == own:
		case plans[root] == nil:
			return nil, false
		case !slices.Contains(roots, root):
			roots = append(roots, root)
		}
	}
	return roots, len(roots) > 0
}

// madeOf collects the elementwise ops of a group that v, which it computes, is made of, and what
// these read that is in memory anyway, or small. It fails where that takes anything else.
func (f *fuser) madeOf(b *ir.Block, v *ir.Value, p *fusionPlan, elements float64, plans map[int32]*fusionPlan, ops map[*ir.Op]bool, leaves map[*ir.Value]bool) bool {
	o := v.Def()
	if k := f.kinds[v.Number()]; k != fuseCompute && k != fuseFree || cost.Elements(v.Type()) != elements {
		return false
	}
	if ops[o] {
		return true
	}
	ops[o] = true
	for k := range o.NumOperands() {
		x := o.Operand(k)
		if def := x.Def(); def != nil && f.isSource(b, def) {
			if def.NumOperands() == 0 {
				continue
			}
			x = def.Operand(0) // of a broadcast, which is repeated, too
		}
		def := x.Def()
		inside := def != nil && f.inGroup(b, def, p.root)
		switch {
		case !inside, cost.Elements(x.Type())*smallPart <= elements:
			leaves[x] = true
		case slices.Contains(p.results, x) && !f.removable(b, x, p, plans):
			leaves[x] = true
		case !f.madeOf(b, x, p, elements, plans, ops, leaves):
			return false
		}
	}
	return true
}

// removable reports whether a result of a group is read by later fusions alone.
func (f *fuser) removable(b *ir.Block, v *ir.Value, p *fusionPlan, plans map[int32]*fusionPlan) bool {
	_, ok := f.readersOf(b, v, p.root, plans)
	return ok
}

// repetitionPays compares the time of the fusions as they are with what it becomes: they move less,
// and readers compute more.
func (f *fuser) repetitionPays(p *fusionPlan, r *repetition, plans map[int32]*fusionPlan) bool {
	written := 0.0
	for _, v := range r.values {
		written += cost.Bytes(v.Type())
	}
	arithmetic := f.arithmetic(p)
	before, after := f.fusionSeconds(arithmetic, p.after), f.fusionSeconds(arithmetic, p.after-written)
	for _, root := range r.order {
		to, q := r.readers[root], plans[root]
		moved, arithmetic := q.after, f.arithmetic(q)
		before += f.fusionSeconds(arithmetic, moved)
		for _, v := range to.values {
			moved -= cost.Bytes(v.Type())
		}
		for leaf := range to.leaves {
			if !q.known[leaf] {
				moved += cost.Bytes(leaf.Type())
			}
		}
		for o := range to.ops {
			arithmetic += f.computing(o)
		}
		after += f.fusionSeconds(arithmetic, moved)
	}
	return before-after > repeatGain*before
}

// computing is the time of an op as a part of a fusion, arithmetic that of all ops of a group.
func (f *fuser) computing(o *ir.Op) float64 {
	return f.opt.model.ComputeSeconds(f.opt.model.Work(ir.InferenceOf(o)))
}

func (f *fuser) arithmetic(p *fusionPlan) (seconds float64) {
	for _, i := range p.members {
		if f.kinds[i] >= fuseCompute {
			seconds += f.computing(f.ops[i])
		}
	}
	return seconds
}

// fusionSeconds is the time of a fusion, which moves memory while it computes.
func (f *fuser) fusionSeconds(arithmetic, bytes float64) float64 {
	return max(arithmetic, f.opt.model.Seconds(cost.Work{Kind: cost.Fusion, Read: bytes}))
}

// computeAgain gives readers copies of the ops that make what they read, and returns these.
func (f *fuser) computeAgain(b *ir.Block, r *repetition) (originals []*ir.Op) {
	for _, root := range r.order {
		to := r.readers[root]
		ops := inOrder(slices.Collect(maps.Keys(to.ops)), 1)
		copies := map[*ir.Value]*ir.Value{}
		for _, o := range ops {
			f.copies[f.run.Builder.Before(o.Next()).Clone(o, copies)] = root + 1
		}
		for _, v := range to.values {
			for u := v.FirstUse(); u != nil; {
				next := u.Next()
				if o := u.Owner(); !to.ops[o] && f.inGroup(b, o, root) {
					u.Set(copies[v])
				}
				u = next
			}
		}
		f.repeated += int64(len(ops))
		originals = append(originals, ops...)
		f.run.Passed(ops[len(ops)-1], "FuseElementwise", "computed again where it is read: %d ops instead of %d values", len(ops), len(to.values))
	}
	return originals
}
