package livebytes

import "github.com/tg-opt/tg/ir"

// block is a block of the function.
type block struct {
	block       *ir.Block
	region      *region
	args        int32 // the number of its first argument
	first, last int32 // points
}

// region is a region that runs by itself.
type region struct {
	op      int32 // the first point of the op around, none for the function
	depth   int32
	several bool // blocks
	loops   bool // it may run again while what is used in it must stay
	preds   map[*ir.Block][]*ir.Block
}

// place notes where the region of o is.
func (r *region) place(m *Model, o *ir.Op) {
	if r.op < 0 {
		return
	}
	r.depth = m.blocks[m.blockOf[r.op]].region.depth + 1
	r.loops = m.kinds[m.kindOf[r.op]].loops || r.several
}

// until is how long a value of block home stays live because of a use at a point.
func (m *Model) until(home, point int32) int32 {
	if m.kindOf[point] >= 0 && !m.kinds[m.kindOf[point]].carries {
		// A kernel may read its operands while its regions run.
		if end, two := m.ends[point]; two {
			return max(end, m.reach(home, m.blockOf[point]))
		}
	}
	if at := m.blockOf[point]; at != home {
		return max(point, m.reach(home, at))
	}
	return point
}

// reach is until when, at least, a value of block home is live that is used somewhere
// in another block; none if only the use counts.
func (m *Model) reach(home, at int32) int32 {
	// Blocks are climbed to home, or to one of which it is known.
	var path []int32
	until, from := int32(none), at
	for from != home {
		known, ok := m.reaches[[2]int32{home, from}]
		if ok {
			until = known
			break
		}
		path = append(path, from)
		r := m.blocks[from].region
		if r == m.blocks[home].region || r.op < 0 {
			until = m.across(home, from)
			m.reaches[[2]int32{home, from}] = until
			path = path[:len(path)-1]
			break
		}
		from = m.blockOf[r.op]
	}
	for i := len(path) - 1; i >= 0; i-- {
		if r := m.blocks[path[i]].region; r.loops {
			until = max(until, m.ends[r.op])
		}
		m.reaches[[2]int32{home, path[i]}] = until
	}
	return until
}

// across is the last point of the blocks of one region through which a value of block
// home may go to where it is used, from the use backwards. When that has taken too
// long, it is the last point of them all.
func (m *Model) across(home, use int32) int32 {
	r := m.blocks[home].region
	if r.preds == nil {
		r.preds = ir.Predecessors(m.blocks[home].block.Region())
	}
	until := m.blocks[use].first
	seen := map[int32]bool{use: true}
	for work := []int32{use}; len(work) > 0; {
		if m.walks++; m.walks > 64*len(m.Ops) {
			return m.blocks[len(m.blocks)-1].last
		}
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range r.preds[m.blocks[at].block] {
			p, known := m.blockNumber(b)
			if !known {
				continue // control never comes there
			}
			until = max(until, m.blocks[p].last)
			if p != home && !seen[p] {
				seen[p] = true
				work = append(work, p)
			}
		}
	}
	return until
}

// blockNumber is the number of a block, if control may come there.
func (m *Model) blockNumber(b *ir.Block) (n int32, known bool) {
	if m.numbers == nil {
		m.numbers = make(map[*ir.Block]int32, len(m.blocks))
		for i := range m.blocks {
			m.numbers[m.blocks[i].block] = int32(i)
		}
	}
	n, known = m.numbers[b]
	return n, known
}
