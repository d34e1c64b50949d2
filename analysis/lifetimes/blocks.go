package lifetimes

import "github.com/tg-opt/tg/ir"

// blocks knows the blocks of a region that has several.
type blocks struct {
	region  *ir.Region
	current *ir.Block
	extent  map[*ir.Block]span
	preds   map[*ir.Block][]*ir.Block
	// across are the values that are used in another block than theirs, with it.
	across []acrossUse
	// jumps are the points at which branches write the arguments of a block.
	jumps map[*ir.Block][]int32
}

type acrossUse struct {
	value int32
	block *ir.Block
}

func newBlocks(r *ir.Region) *blocks {
	return &blocks{region: r, extent: map[*ir.Block]span{}, preds: ir.Predecessors(r), jumps: map[*ir.Block][]int32{}}
}

func (l *blocks) begin(b *ir.Block, at int32) {
	l.current = b
	l.extent[b] = span{at, at}
}

func (l *blocks) end(at int32) {
	s := l.extent[l.current]
	l.extent[l.current] = span{s.first, at}
}

// use notes that a value of the region is used in the current block, or in
// regions in it.
func (l *blocks) use(n int32, v *ir.Value) {
	if v.Block() != l.current {
		l.across = append(l.across, acrossUse{n, l.current})
	}
}

// jump notes that a branch at a point writes the arguments of a block.
func (l *blocks) jump(to *ir.Block, at int32) { l.jumps[to] = append(l.jumps[to], at) }

// acrossBlocks makes values live in all blocks through which they may go from
// where they are made to where they are used: from the uses backwards, value by
// value (F. Brandner, B. Boissinot, A. Darte, B. Dupont de Dinechin, F. Rastello,
// "Computing Liveness Sets for SSA-Form Programs", 2011).
func (b *builder) acrossBlocks(l *blocks) {
	live := map[*ir.Block]int32{} // the value that was last found to be live at the beginning
	uses := map[int32][]*ir.Block{}
	var order []int32
	for _, u := range l.across {
		if uses[u.value] == nil {
			order = append(order, u.value)
		}
		uses[u.value] = append(uses[u.value], u.block)
	}
	for _, n := range order {
		f := &b.facts[n]
		home := f.value.Block()
		work := uses[n]
		for len(work) > 0 {
			at := work[len(work)-1]
			work = work[:len(work)-1]
			if v, seen := live[at]; seen && v == n {
				continue
			}
			live[at] = n
			b.cover(n, l.extent[at].first)
			for _, p := range l.preds[at] {
				b.cover(n, l.extent[p].last)
				if p != home {
					work = append(work, p)
				}
			}
		}
	}
	for block, points := range l.jumps {
		for i := range block.NumArgs() {
			if n, known := b.frame.numbers[block.Arg(i)]; known {
				for _, at := range points {
					b.cover(n, at)
				}
			}
		}
	}
}

// cover makes a value live at a point.
func (b *builder) cover(n, at int32) {
	f := &b.facts[n]
	f.birth, f.last = min(f.birth, at), max(f.last, at)
}
