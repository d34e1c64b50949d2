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
	// entered and left have the last value, plus 1, that was found to be live at the
	// beginning and the end of each block.
	entered, left []int32
	work          []int32
}

// need is a point at which a value of a region with several blocks is needed, within
// a block of that. Before the walk is over, it may be the complement of a number in
// builder.closes.
type need struct{ value, block, at int32 }

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

// note notes that a value is needed at a point, or until an op around ends.
func (b *builder) note(n, at int32) {
	if l := b.levels[b.facts[n].level].blocks; l != nil {
		b.need(need{n, int32(len(l.extents) - 1), at})
	}
}

func (b *builder) need(x need) {
	if b.needs == nil {
		b.needs = make([]need, 0, b.operands)
	}
	b.needs = append(b.needs, x)
}

// outlive makes a value live until a point after the region that a terminator ends,
// of an op that has just ended. It is of that region, or from further out.
func (b *builder) outlive(n int32, terminator *ir.Op, at int32) {
	f := &b.facts[n]
	if int(f.level) < len(b.levels) {
		b.live(n, at)
		return
	}
	f.last = max(f.last, at)
	if l := b.regions[terminator.Region()]; l != nil {
		block, _ := l.numbers.Of(terminator.Block())
		b.need(need{n, block, at})
	}
}

// needed takes the needs of a value off a list that is ascending.
func needed(list []need, n int32) (of, rest []need) {
	for len(list) > 0 && list[0].value < n {
		list = list[1:]
	}
	end := 0
	for end < len(list) && list[end].value == n {
		end++
	}
	return list[:end], list[end:]
}

// spread goes through all blocks through which a value may go from where it is made
// to where it is needed: from the needs backwards, value by value (F. Brandner, B.
// Boissinot, A. Darte, B. Dupont de Dinechin, F. Rastello, "Computing Liveness Sets
// for SSA-Form Programs", 2011). Each way out of a block is visited once.
func (l *blocks) spread(n, home int32, needs []need, enters, leaves func(block int32)) {
	if l.entered == nil {
		l.entered = make([]int32, l.numbers.Len())
	}
	for _, u := range needs {
		if u.block == home {
			continue
		}
		for l.work = append(l.work, u.block); len(l.work) > 0; {
			at := l.work[len(l.work)-1]
			l.work = l.work[:len(l.work)-1]
			if l.entered[at] == n+1 {
				continue
			}
			l.entered[at] = n + 1
			enters(at)
			for e := l.numbers.At(at).FirstEdge(); e != nil; e = e.Next() {
				if p, reached := l.numbers.Of(e.Op().Block()); reached {
					leaves(p)
					if p != home {
						l.work = append(l.work, p)
					}
				}
			}
		}
	}
}

// acrossBlocks makes values live in all blocks through which they may go, and
// arguments of blocks where branches write them.
func (b *builder) acrossBlocks() {
	for i := range b.needs {
		if u := &b.needs[i]; u.at < 0 {
			u.at = b.closes[^u.at]
		}
	}
	slices.SortFunc(b.needs, func(x, y need) int {
		return cmp.Or(cmp.Compare(x.value, y.value), cmp.Compare(x.block, y.block), cmp.Compare(x.at, y.at))
	})
	for rest := b.needs; len(rest) > 0; {
		var list []need
		n := rest[0].value
		list, rest = needed(rest, n)
		l, home := b.blocksOf(n)
		l.spread(n, home, list, func(at int32) { b.cover(n, l.extents[at].first) }, func(p int32) { b.cover(n, l.extents[p].last) })
	}
	for _, l := range b.regions {
		clear(l.entered)
		for k := 1; k < l.numbers.Len(); k++ {
			block := l.numbers.At(int32(k))
			for _, a := range block.Args() {
				n, _ := b.number(a)
				for e := block.FirstEdge(); e != nil; e = e.Next() {
					if p, reached := l.numbers.Of(e.Op().Block()); reached {
						b.cover(n, l.extents[p].last)
					}
				}
			}
		}
	}
}

// blocksOf are the blocks of the region of a value, if it has several, and which of
// them the value is defined in.
func (b *builder) blocksOf(n int32) (l *blocks, home int32) {
	block := b.frame.numbers.At(n).Block()
	if l = b.regions[block.Region()]; l != nil {
		home, _ = l.numbers.Of(block)
	}
	return l, home
}

// cover makes a value live at a point.
func (b *builder) cover(n, at int32) {
	f := &b.facts[n]
	f.birth, f.last = min(f.birth, at), max(f.last, at)
}
