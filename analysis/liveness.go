// Package analysis holds facts about IR that several packages ask for.
package analysis

import "github.com/tg-opt/tg/ir"

// Deaths tells where the values that one region defines (block arguments and
// results, not those of nested regions) are used for the last time, by an op of
// the region or by something nested in it: after that op they are dead on every
// path. A result without any use dies at the op that makes it, a block argument
// without any at the beginning of its block.
//
// Places are numbered through the blocks of the region: each block is its
// beginning, followed by its ops.
type Deaths struct {
	// Both are in the order in which they were found, which is from the end of
	// the region backwards: ends has the length of values after each place.
	values []*ir.Value
	ends   []int32
}

// At lists the values that die at a place, each once. The caller must not change
// the slice.
func (d *Deaths) At(place int) []*ir.Value {
	k := len(d.ends) - 1 - place
	first := int32(0)
	if k > 0 {
		first = d.ends[k-1]
	}
	return d.values[first:d.ends[k]:d.ends[k]]
}

// LastUses finds the deaths in a region and in every region nested in it. It
// takes one walk from the last op to the first, whatever the depth, and where
// regions have several blocks, one more to find in which of them values live.
func LastUses(root *ir.Region) map[*ir.Region]*Deaths {
	w := &lastUses{
		nest: nest{levels: map[*ir.Region]int{}}, out: across(root),
		live: map[*ir.Value]struct{}{}, deaths: map[*ir.Region]*Deaths{},
	}
	w.enter(root)
	for len(w.stack) > 0 {
		f := &w.stack[len(w.stack)-1]
		switch {
		case f.op == nil:
			w.leaveBlock(f)
		case f.regions > 0:
			f.regions--
			w.enter(f.op.RegionAt(f.regions))
		default:
			w.leaveOp(f)
		}
	}
	return w.deaths
}

// lastUses walks backwards and keeps its own stack: nesting is data.
type lastUses struct {
	nest
	out map[*ir.Block][]*ir.Value // see across
	// live are the values that are used after the place that the walk is at.
	live   map[*ir.Value]struct{}
	deaths map[*ir.Region]*Deaths
}

// nest is the regions around the place that a walk is at.
type nest struct {
	stack  []level
	levels map[*ir.Region]int // their positions on the stack
}

type level struct {
	block   *ir.Block
	op      *ir.Op // nil before the first op of the block in the order of the walk, or behind the last
	regions int    // of the op, those that have been walked, or are to be
	*Deaths
	// foreign are the live values of other blocks of the region.
	foreign []*ir.Value
}

func (n *nest) push(r *ir.Region, l level) *level {
	n.levels[r] = len(n.stack)
	n.stack = append(n.stack, l)
	return &n.stack[len(n.stack)-1]
}

func (n *nest) pop() {
	last := len(n.stack) - 1
	delete(n.levels, n.stack[last].block.Region())
	n.stack = n.stack[:last]
}

// home is the level of the region that defines v, or nil if that is not around.
func (n *nest) home(v *ir.Value) *level {
	b := v.Block()
	if b == nil {
		return nil
	}
	if top := &n.stack[len(n.stack)-1]; b == top.block {
		return top
	}
	k, around := n.levels[b.Region()]
	if !around {
		return nil
	}
	return &n.stack[k]
}

func (w *lastUses) enter(r *ir.Region) {
	d := &Deaths{}
	w.deaths[r] = d
	if !r.Empty() {
		w.enterBlock(w.push(r, level{Deaths: d}), r.Last())
	}
}

func (w *lastUses) enterBlock(f *level, b *ir.Block) {
	f.block = b
	for _, v := range w.out[b] {
		w.live[v] = struct{}{}
		if v.Block() != b {
			f.foreign = append(f.foreign, v)
		}
	}
	w.enterOp(f, b.Last())
}

func (w *lastUses) enterOp(f *level, o *ir.Op) {
	f.op = o
	if o == nil {
		return
	}
	f.regions = o.NumRegions()
	for i := range o.NumResults() {
		w.define(f, o.Result(i))
	}
}

func (w *lastUses) leaveOp(f *level) {
	for i := range f.op.NumOperands() {
		w.use(f.op.Operand(i))
	}
	f.ends = append(f.ends, int32(len(f.values)))
	w.enterOp(f, f.op.Prev())
}

func (w *lastUses) leaveBlock(f *level) {
	for _, a := range f.block.Args() {
		w.define(f, a)
	}
	f.ends = append(f.ends, int32(len(f.values)))
	for _, v := range f.foreign {
		delete(w.live, v)
	}
	f.foreign = f.foreign[:0]
	if b := f.block.Prev(); b != nil {
		w.enterBlock(f, b)
		return
	}
	w.pop()
}

// define ends the life of v, which is made here; it dies at once unless it is used.
func (w *lastUses) define(f *level, v *ir.Value) {
	if _, live := w.live[v]; !live {
		f.values = append(f.values, v)
		return
	}
	delete(w.live, v)
}

// use finds that v dies at the op of its region that the walk is at, unless it
// is used later.
func (w *lastUses) use(v *ir.Value) {
	if _, live := w.live[v]; live || v == nil {
		return
	}
	f := w.home(v)
	if f == nil {
		return // of no region around: the IR is invalid
	}
	w.live[v] = struct{}{}
	f.values = append(f.values, v)
	if v.Block() != f.block {
		f.foreign = append(f.foreign, v)
	}
}
