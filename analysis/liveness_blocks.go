package analysis

import "github.com/tg-opt/tg/ir"

// across lists, for the blocks of root and of every region nested in it, the
// values that are live at the end of the block: those of the region of the
// block that are also defined or used in the block. The others are of no
// interest to LastUses, so the lists have at most an entry for each definition
// and use.
func across(root *ir.Region) map[*ir.Block][]*ir.Value {
	w := &acrossBlocks{
		nest: nest{levels: map[*ir.Region]int{}}, uses: map[*ir.Region]*blockUses{},
		out: map[*ir.Block][]*ir.Value{},
	}
	w.enter(root)
	for len(w.stack) > 0 {
		f := &w.stack[len(w.stack)-1]
		switch {
		case f.op == nil && f.block.Next() != nil:
			f.block = f.block.Next()
			f.op, f.regions = f.block.First(), 0
		case f.op == nil:
			w.leave(f.block.Region())
		case f.regions < f.op.NumRegions():
			f.regions++
			w.enter(f.op.RegionAt(f.regions - 1))
		default:
			w.op(f.op)
			f.op, f.regions = f.op.Next(), 0
		}
	}
	return w.out
}

// acrossBlocks walks forwards and looks for uses in other blocks than that of
// the definition.
type acrossBlocks struct {
	nest
	branched int // how many of the regions around have several blocks
	uses     map[*ir.Region]*blockUses
	out      map[*ir.Block][]*ir.Value
}

// blockUses are the values of a region that other blocks than theirs use, each
// with those blocks.
type blockUses struct {
	index  map[*ir.Value]int
	values []*ir.Value
	blocks [][]*ir.Block
}

func (w *acrossBlocks) enter(r *ir.Region) {
	if r.Empty() {
		return
	}
	if !r.HasOneBlock() {
		w.branched++
	}
	w.push(r, level{block: r.First(), op: r.First().First()})
}

func (w *acrossBlocks) leave(r *ir.Region) {
	if !r.HasOneBlock() {
		w.branched--
	}
	if u := w.uses[r]; u != nil {
		newLiveBlocks(r).solve(u, w.out)
		delete(w.uses, r)
	}
	w.pop()
}

func (w *acrossBlocks) op(o *ir.Op) {
	if w.branched == 0 {
		return
	}
	for i := range o.NumOperands() {
		v := o.Operand(i)
		if v == nil || v.Block() == o.Block() {
			continue
		}
		f := w.home(v)
		if f == nil || f.block == v.Block() {
			continue
		}
		r := f.block.Region()
		u := w.uses[r]
		if u == nil {
			u = &blockUses{index: map[*ir.Value]int{}}
			w.uses[r] = u
		}
		u.add(v, f.block)
	}
}

func (u *blockUses) add(v *ir.Value, b *ir.Block) {
	k, known := u.index[v]
	if !known {
		k = len(u.values)
		u.index[v] = k
		u.values, u.blocks = append(u.values, v), append(u.blocks, nil)
	}
	// The walk comes to the uses in a block one after the other.
	if list := u.blocks[k]; len(list) == 0 || list[len(list)-1] != b {
		u.blocks[k] = append(list, b)
	}
}

// liveBlocks finds the blocks in which a value is live, from its uses backwards,
// value by value: it takes what all lives are long in blocks, but room for one
// of them only (F. Brandner, B. Boissinot, A. Darte, B. Dupont de Dinechin,
// F. Rastello, "Computing Liveness Sets for SSA-Form Programs", 2011).
type liveBlocks struct {
	number map[*ir.Block]int32 // of the blocks that the entry reaches
	// The predecessors of block k are preds[first[k]:first[k+1]].
	first, preds []int32
	// in and out are the last value that was live at the beginning and at the end
	// of each block, counted from 1.
	in, out []int32
	work    []int32
}

func newLiveBlocks(r *ir.Region) *liveBlocks {
	order := ir.ReversePostorder(r)
	l := &liveBlocks{
		number: make(map[*ir.Block]int32, len(order)), first: make([]int32, len(order)+1),
		in: make([]int32, len(order)), out: make([]int32, len(order)),
	}
	for k, b := range order {
		l.number[b] = int32(k)
	}
	for _, b := range order {
		for _, s := range b.Successors() {
			l.first[l.number[s]]++
		}
	}
	sum := int32(0)
	for k, n := range l.first {
		sum += n
		l.first[k] = sum
	}
	l.preds = make([]int32, sum)
	for k, b := range order {
		for _, s := range b.Successors() {
			at := &l.first[l.number[s]]
			*at--
			l.preds[*at] = int32(k)
		}
	}
	return l
}

// solve adds every value to the lists of the blocks that define or use it and
// have it live at their end.
func (l *liveBlocks) solve(u *blockUses, out map[*ir.Block][]*ir.Value) {
	for i, v := range u.values {
		id := int32(i + 1)
		l.backwards(v, u.blocks[i], id)
		for _, b := range append(u.blocks[i], v.Block()) {
			if k, reached := l.number[b]; reached && l.out[k] == id {
				out[b] = append(out[b], v)
			}
		}
		u.blocks[i] = nil
	}
}

func (l *liveBlocks) backwards(v *ir.Value, uses []*ir.Block, id int32) {
	home, reached := l.number[v.Block()]
	if !reached {
		home = -1
	}
	for _, b := range uses {
		if k, reached := l.number[b]; reached {
			l.work = append(l.work, k)
		}
	}
	for len(l.work) > 0 {
		k := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		if l.in[k] == id {
			continue
		}
		l.in[k] = id
		for _, p := range l.preds[l.first[k]:l.first[k+1]] {
			l.out[p] = id
			if p != home && l.in[p] != id {
				l.work = append(l.work, p)
			}
		}
	}
}
