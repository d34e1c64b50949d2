package fuseelementwise

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
)

// sharedBytes is how large a value must be for two groups to be joined because
// both read it.
const sharedBytes = 4096

// members lists the ops of every group that may become a fusion, in the order of
// the block; groups come in the order of their last ops.
func (f *fuser) members() [][]int32 {
	list := make([][]int32, len(f.ops))
	for i := range f.ops {
		if root := f.root(int32(i)); f.groups[root].fusable {
			list[root] = append(list[root], int32(i))
		}
	}
	list = slices.DeleteFunc(list, func(m []int32) bool { return len(m) == 0 })
	slices.SortFunc(list, func(a, b []int32) int { return cmp.Compare(a[len(a)-1], b[len(b)-1]) })
	return list
}

// siblings joins groups that read the same value, so that it is read once. They
// must have the same level when levels are as low as can be, which says that
// neither needs the other.
func (f *fuser) siblings(b *ir.Block) {
	low := f.lowLevels(b)
	type reader struct {
		v     *ir.Value
		level int32
	}
	readers := map[reader]int32{}
	written := make([]float64, len(f.ops)) // by root, the bytes of what others use
	groups := f.members()
	for _, members := range groups {
		root := f.root(members[0])
		for _, i := range members {
			if v := f.ops[i].Result(0); f.kinds[i] != fuseFree && f.usedOutside(b, v, root, nil) {
				written[root] += cost.Bytes(v.Type())
			}
		}
	}
	for _, members := range groups {
		level := low[f.root(members[0])]
		for _, i := range members {
			for k := range f.ops[i].NumOperands() {
				v := f.ops[i].Operand(k)
				size := cost.Bytes(v.Type())
				if size < sharedBytes || f.kinds[i] < fuseCompute {
					continue
				}
				if d, _, through := f.producer(b, v); through != nil || d >= 0 && f.root(int32(d)) == f.root(i) {
					continue
				}
				other, known := readers[reader{v, level}]
				if !known {
					readers[reader{v, level}] = i
					continue
				}
				f.joinSiblings(f.root(other), f.root(i), 2*size, written)
			}
		}
	}
}

// joinSiblings makes groups a and c one, if they have rows in common and write
// no more than limit together.
func (f *fuser) joinSiblings(a, c int32, limit float64, written []float64) {
	if a == c {
		return
	}
	p, q := &f.groups[a], &f.groups[c]
	next := *p
	next.rows = p.rows.and(&q.rows)
	next.ops += q.ops
	next.bytes += q.bytes
	next.elements = max(next.elements, q.elements)
	if next.rows.n == 0 || int(next.ops) > f.opt.MaxOps || written[a]+written[c] > limit || next.rows.most() == 1 && p.rows.most() > 1 || !f.fits(&next) {
		return
	}
	f.unite(a, c)
	f.groups[a].rows = next.rows
	written[a] += written[c]
}

// lowLevels finds for every group the length of the longest chain of groups that
// leads to it.
func (f *fuser) lowLevels(b *ir.Block) []int32 {
	low := make([]int32, len(f.ops))
	order := make([]int32, len(f.ops))
	for i := range order {
		order[i] = int32(i)
	}
	level := func(i int32) int64 { return f.groups[f.root(i)].level }
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(level(i), level(j)) })
	base, most := int32(0), int32(0)
	for from := 0; from < len(order); {
		to := from + 1 // ops of one level do not need those of other groups in it
		for to < len(order) && level(order[to]) == level(order[from]) {
			to++
		}
		for _, i := range order[from:to] {
			if f.kinds[i] == fuseSource || f.kinds[i] == fuseGiven {
				continue
			}
			root := f.root(i)
			low[root] = max(low[root], base)
			if f.kinds[i] == fuseBarrier {
				low[root] = most + 1
				base = most + 2
				most = base
				continue
			}
			for _, d := range f.dependencies(b, f.ops[i]) {
				if d != root {
					low[root] = max(low[root], low[d]+1)
				}
			}
			most = max(most, low[root])
		}
		from = to
	}
	return low
}

// usedOutside reports whether an op that is not in the group uses v, perhaps
// through a broadcast, which is repeated for those in the group. Ops that stay
// outside are in the group no more.
func (f *fuser) usedOutside(b *ir.Block, v *ir.Value, root int32, outside map[*ir.Op]bool) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		o := u.Owner()
		switch {
		case f.inGroup(b, o, root) && !outside[o]:
		case f.inGroup(b, o, root), !f.isSource(b, o), !o.HasUses():
			return true
		default:
			for w := o.Result(0).FirstUse(); w != nil; w = w.Next() {
				if !f.inGroup(b, w.Owner(), root) || outside[w.Owner()] {
					return true
				}
			}
		}
	}
	return false
}

// isSource reports whether o is a source of the block.
func (f *fuser) isSource(b *ir.Block, o *ir.Op) bool {
	return o.Block() == b && o.NumResults() == 1 && f.kinds[o.Result(0).Number()] == fuseSource
}

// inGroup reports whether o is in the group.
func (f *fuser) inGroup(b *ir.Block, o *ir.Op, root int32) bool {
	return o.Block() == b && o.NumResults() == 1 && f.root(int32(o.Result(0).Number())) == root
}
