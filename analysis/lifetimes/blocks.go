package lifetimes

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// blocks knows the blocks of a region that has several: those that control may
// reach, in reverse postorder, by their numbers in it.
type blocks struct {
	numbers ir.Numbers[ir.Block]
	// extents are the points of those that have been walked; the last one may not
	// have ended.
	extents []span
	// across are the uses of values in other blocks than theirs.
	across []acrossUse
}

type acrossUse struct{ value, block int32 }

func newBlocks(r *ir.Region) *blocks {
	order := ir.ReversePostorder(r)
	l := &blocks{numbers: ir.NewNumbers[ir.Block](len(order)), extents: make([]span, 0, len(order))}
	for _, b := range order {
		l.numbers.Add(b)
	}
	return l
}

// more reports whether there is a block yet to walk.
func (l *blocks) more() bool { return len(l.extents) < l.numbers.Len() }

// begin begins the next block.
func (l *blocks) begin(at int32) *ir.Block {
	l.extents = append(l.extents, span{at, at})
	return l.numbers.At(int32(len(l.extents) - 1))
}

// end ends the block.
func (l *blocks) end(at int32) { l.extents[len(l.extents)-1].last = at }

// use notes that a value of the region is used in the block that is walked, or in
// regions in it.
func (l *blocks) use(n int32, v *ir.Value) {
	current := int32(len(l.extents) - 1)
	if v.Block() != l.numbers.At(current) {
		l.across = append(l.across, acrossUse{n, current})
	}
}

// predecessors calls a function with each block from which control may come to one,
// once for each way.
func (l *blocks) predecessors(block int32, visit func(p int32)) {
	for e := l.numbers.At(block).FirstEdge(); e != nil; e = e.Next() {
		if p, reached := l.numbers.Of(e.Op().Block()); reached {
			visit(p)
		}
	}
}

// acrossBlocks makes values live in all blocks through which they may go from
// where they are made to where they are used: from the uses backwards, value by
// value (F. Brandner, B. Boissinot, A. Darte, B. Dupont de Dinechin, F. Rastello,
// "Computing Liveness Sets for SSA-Form Programs", 2011).
func (b *builder) acrossBlocks(l *blocks) {
	live := make([]int32, l.numbers.Len()) // the value, plus 1, that was last found to be live at the beginning
	slices.SortFunc(l.across, func(x, y acrossUse) int { return cmp.Or(cmp.Compare(x.value, y.value), cmp.Compare(x.block, y.block)) })
	var work []int32
	for _, u := range l.across {
		home, _ := l.numbers.Of(b.frame.numbers.At(u.value).Block())
		for work = append(work, u.block); len(work) > 0; {
			at := work[len(work)-1]
			work = work[:len(work)-1]
			if live[at] == u.value+1 {
				continue
			}
			live[at] = u.value + 1
			b.cover(u.value, l.extents[at].first)
			l.predecessors(at, func(p int32) {
				b.cover(u.value, l.extents[p].last)
				if p != home {
					work = append(work, p)
				}
			})
		}
	}
	for k := range l.extents[1:] {
		block := int32(k + 1)
		for _, a := range l.numbers.At(block).Args() {
			n, _ := b.number(a)
			l.predecessors(block, func(p int32) { b.cover(n, l.extents[p].last) }) // a branch writes it there
		}
	}
}

// cover makes a value live at a point.
func (b *builder) cover(n, at int32) {
	f := &b.facts[n]
	f.birth, f.last = min(f.birth, at), max(f.last, at)
}
