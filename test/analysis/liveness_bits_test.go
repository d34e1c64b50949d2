package analysis_test

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/tg-opt/tg/ir"
)

// lastUsesOnBits is what analysis.LastUses must agree with: liveness as the
// classic backward data-flow problem over the blocks of r, solved on bit sets.
func lastUsesOnBits(r *ir.Region) (last map[*ir.Op][]*ir.Value, unused map[*ir.Block][]*ir.Value) {
	l := &liveness{index: map[*ir.Value]uint{}, captures: map[*ir.Op][]*ir.Value{}, region: r}
	l.number()
	out := l.solve()
	last = map[*ir.Op][]*ir.Value{}
	unused = map[*ir.Block][]*ir.Value{}
	for b := r.First(); b != nil; b = b.Next() {
		live := out[b].Clone()
		for o := b.Last(); o != nil; o = o.Prev() {
			for _, v := range o.Results() {
				if !live.Test(l.index[v]) {
					last[o] = append(last[o], v)
				}
				live.Clear(l.index[v])
			}
			l.uses(o, func(v *ir.Value, n uint) {
				if !live.Test(n) {
					last[o] = append(last[o], v)
					live.Set(n)
				}
			})
		}
		for _, a := range b.Args() {
			if !live.Test(l.index[a]) {
				unused[b] = append(unused[b], a)
			}
		}
	}
	return last, unused
}

type liveness struct {
	region *ir.Region
	index  map[*ir.Value]uint
	// captures are the values that ops nested in an op of the region use.
	captures map[*ir.Op][]*ir.Value
}

func (l *liveness) number() {
	for b := l.region.First(); b != nil; b = b.Next() {
		for _, a := range b.Args() {
			l.add(a)
		}
		for o := b.First(); o != nil; o = o.Next() {
			for _, v := range o.Results() {
				l.add(v)
			}
		}
	}
}

// add numbers v and finds its uses in nested regions, from which it goes up.
func (l *liveness) add(v *ir.Value) {
	l.index[v] = uint(len(l.index))
	for u := v.FirstUse(); u != nil; u = u.Next() {
		o := u.Owner()
		if o.Region() == l.region {
			continue
		}
		for o != nil && o.Region() != l.region {
			o = o.Parent()
		}
		if o == nil {
			continue // not in the region: the IR is invalid
		}
		if c := l.captures[o]; len(c) == 0 || c[len(c)-1] != v {
			l.captures[o] = append(c, v)
		}
	}
}

// uses visits the values of the region that o or anything nested in it uses.
func (l *liveness) uses(o *ir.Op, visit func(v *ir.Value, n uint)) {
	for i := range o.NumOperands() {
		v := o.Operand(i)
		if n, ok := l.index[v]; ok {
			visit(v, n)
		}
	}
	for _, v := range l.captures[o] {
		visit(v, l.index[v])
	}
}

// solve computes the values that are live at the end of each block.
func (l *liveness) solve() map[*ir.Block]*bitset.BitSet {
	n := uint(len(l.index))
	out := map[*ir.Block]*bitset.BitSet{}
	for b := l.region.First(); b != nil; b = b.Next() {
		out[b] = bitset.New(n)
	}
	if l.region.HasOneBlock() {
		return out
	}
	used, defined := map[*ir.Block]*bitset.BitSet{}, map[*ir.Block]*bitset.BitSet{}
	for b := l.region.First(); b != nil; b = b.Next() {
		use, def := bitset.New(n), bitset.New(n)
		for _, a := range b.Args() {
			def.Set(l.index[a])
		}
		for o := b.First(); o != nil; o = o.Next() {
			l.uses(o, func(_ *ir.Value, i uint) {
				if !def.Test(i) {
					use.Set(i)
				}
			})
			for _, v := range o.Results() {
				def.Set(l.index[v])
			}
		}
		used[b], defined[b] = use, def
	}
	order := ir.ReversePostorder(l.region)
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			b := order[i]
			live := bitset.New(n)
			for _, s := range b.Successors() {
				live.InPlaceUnion(out[s].Difference(defined[s]).Union(used[s]))
			}
			if !live.Equal(out[b]) {
				out[b] = live
				changed = true
			}
		}
	}
	return out
}
