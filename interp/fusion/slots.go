package fusion

import (
	"encoding/binary"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/kernel"
)

// slotKind says where a slot's memory is.
type slotKind uint8

const (
	operandSlot  slotKind = iota // a whole operand
	resultSlot                   // the rows of a result
	wholeSlot                    // a whole result, of a reduction across rows
	constantSlot                 // a whole constant
	directSlot                   // the rows of an operand or constant, in its memory
	loadSlot                     // rows that are gathered from an operand or constant for each tile
	uniformSlot                  // the same row for every row of a tile, made once
	bufferSlot                   // rows that are computed
)

// slot is a place that steps read and write.
type slot struct {
	kind        slotKind
	size        int // bytes of an element
	rowElements int // of each row, for slots that hold rows
	constant    int // constantSlot: its number
	source      int // directSlot, loadSlot, uniformSlot: the slot of the whole tensor
	// loadSlot: outer are the dimensions that make up the rows, with the strides of the source;
	// inner those of a row. uniformSlot: inner only.
	outer, outerStrides, inner, innerStrides []int
	// loadSlot, uniformSlot, bufferSlot: where the tile, or if it is local the strip, begins in the
	// scratch memory, in bytes for each row.
	offset int
	local  bool // only one phase needs it, strip by strip
	// resultSlot: strips may be made in scratch memory, like those of local slots, and then
	// streamed to the result, which is large.
	streamed bool
}

func (s *slot) rowBytes() int { return s.rowElements * s.size }

// inScratch reports whether the slot's rows are in scratch memory.
func (s *slot) inScratch() bool {
	return s.kind == loadSlot || s.kind == uniformSlot || s.kind == bufferSlot
}

// material returns a slot that holds the elements of x as dense rows of a value of that shape and
// split, whose rows x broadcasts to. It adds what is needed to put them there, once for all who
// ask.
func (b *builder) material(x *view, shape []int, s int) int {
	inner := shape[s:]
	if x.inside {
		strides := alignRight(x.shape[x.split:], x.strides, inner)
		if shapes.Dense(inner, strides) {
			return x.source
		}
		return b.place(x.source, bufferSlot, nil, nil, inner, strides, func(out int) {
			b.steps = append(b.steps, step{kind: expandStep, args: []int{x.source}, out: out})
		})
	}
	strides := alignRight(x.shape, x.strides, shape)
	if shapes.Dense(shape, strides) {
		return b.place(x.source, directSlot, nil, nil, inner, nil, nil)
	}
	uniform := true
	for d := range s {
		uniform = uniform && (shape[d] == 1 || strides[d] == 0)
	}
	if uniform {
		return b.place(x.source, uniformSlot, nil, nil, inner, strides[s:], nil)
	}
	return b.place(x.source, loadSlot, shape[:s], strides[:s], inner, strides[s:], func(out int) {
		b.steps = append(b.steps, step{kind: loadStep, out: out})
	})
}

// place makes a slot, or returns the one that holds the same.
func (b *builder) place(source int, kind slotKind, outer, outerStrides, inner, innerStrides []int, fill func(out int)) int {
	key := binary.AppendVarint(nil, int64(source))
	key = append(key, byte(kind))
	for _, list := range [][]int{outer, outerStrides, inner, innerStrides} {
		key = binary.AppendVarint(key, int64(len(list)))
		for _, n := range list {
			key = binary.AppendVarint(key, int64(n))
		}
	}
	if at, ok := b.places[string(key)]; ok {
		return at
	}
	at := b.slot(slot{kind: kind, size: b.slots[source].size, rowElements: shapes.Product(inner), source: source,
		outer: outer, outerStrides: outerStrides, inner: inner, innerStrides: innerStrides})
	b.places[string(key)] = at
	if fill != nil {
		fill(at)
	}
	return at
}

// alignRight returns the strides of a value for the dimensions of a shape that it broadcasts to.
func alignRight(own, strides, shape []int) []int {
	out := make([]int, len(shape))
	for d := range shape {
		if at := d - (len(shape) - len(own)); at >= 0 && own[at] != 1 {
			out[d] = strides[at]
		}
	}
	return out
}

// assign lays the slots out in scratch memory: those that are not needed at the same time share it,
// and an op writes over an argument that it is the last to read. It is the linear scan of Poletto
// and Sarkar, "Linear scan register allocation", 1999, with memory in the place of registers. What
// only one phase needs is as large as a strip, all else as large as a tile.
func (b *builder) assign() {
	last := b.liveness()
	m := &memoryPlan{}
	for i := range b.slots {
		if s := &b.slots[i]; s.kind == uniformSlot {
			s.offset = m.take(s)
		}
	}
	for i := range b.steps {
		st := &b.steps[i]
		taken := -1
		for _, k := range st.results() {
			out := &b.slots[k]
			if !out.inScratch() && !out.streamed {
				continue
			}
			if t := b.overwritten(st, out, last, i); t >= 0 && taken < 0 {
				taken, out.offset = t, b.slots[t].offset
			} else {
				out.offset = m.take(out)
			}
		}
		for k, a := range st.args {
			s := &b.slots[a]
			if last[a] == i && a != taken && (s.kind == bufferSlot || s.kind == loadSlot) && !slices.Contains(st.args[:k], a) {
				m.free(s)
			}
		}
		for _, k := range st.results() {
			if out := &b.slots[k]; last[k] == i && out.inScratch() {
				m.free(out)
			}
		}
	}
	b.tileBytes, b.stripBytes = m.bytes[0], m.bytes[1]
}

// liveness divides the steps into phases, and finds the last step that needs each slot and which
// slots only one phase needs.
func (b *builder) liveness() (last []int) {
	last = make([]int, len(b.slots))
	phaseOf := make([]int, len(b.slots))
	touch := func(slot, step, phase int) {
		last[slot] = max(last[slot], step)
		if phaseOf[slot] != 0 && phaseOf[slot] != phase+1 {
			b.slots[slot].local = false
		}
		phaseOf[slot] = phase + 1
	}
	for i := range b.slots {
		s := &b.slots[i]
		s.streamed = s.kind == resultSlot && b.block > 0 && b.rows*s.rowBytes() >= kernel.StreamBytes
		s.local = s.inScratch() || s.streamed
	}
	for i := range b.steps {
		st := &b.steps[i]
		if whole := st.kind >= reduceStep; len(b.phases) == 0 || whole || b.phases[len(b.phases)-1].whole {
			b.phases = append(b.phases, phase{from: i, whole: whole})
		}
		k := len(b.phases) - 1
		p := &b.phases[k]
		p.to = i + 1
		for _, slot := range append(st.results(), st.args...) {
			touch(slot, i, k)
			if !slices.Contains(p.slots, slot) {
				p.slots = append(p.slots, slot)
			}
			if p.whole {
				b.slots[slot].local = false
			}
		}
		if st.kind == runningStep {
			last[st.args[0]] = len(b.steps) // it is read when the tile is done
		}
	}
	for i := range b.slots {
		s := &b.slots[i]
		if s.streamed = s.streamed && s.local; s.streamed {
			b.streamed = append(b.streamed, i)
		}
	}
	return last
}

// memoryPlan hands out scratch memory: in bytes for each row of a tile, and of a strip.
type memoryPlan struct {
	bytes [2]int
	spare [2]map[int][]int // offsets by size
}

func (m *memoryPlan) space(s *slot) int {
	if s.local {
		return 1
	}
	return 0
}

func (m *memoryPlan) take(s *slot) int {
	k, size := m.space(s), s.rowBytes()
	if list := m.spare[k][size]; len(list) > 0 {
		m.spare[k][size] = list[:len(list)-1]
		return list[len(list)-1]
	}
	m.bytes[k] += align(size)
	return m.bytes[k] - align(size)
}

func (m *memoryPlan) free(s *slot) {
	k, size := m.space(s), s.rowBytes()
	if m.spare[k] == nil {
		m.spare[k] = map[int][]int{}
	}
	m.spare[k][size] = append(m.spare[k][size], s.offset)
}

// overwritten returns the argument whose memory step i may compute a result in, or -1.
func (b *builder) overwritten(st *step, out *slot, last []int, i int) int {
	if st.kind != loopStep && st.kind != expSumsStep {
		return -1
	}
	for k, a := range st.args {
		if st.kind == expSumsStep && (k > 0 || out == &b.slots[st.out]) {
			break // sums may be written before the row that is in their place is read
		}
		s := &b.slots[a]
		if last[a] == i && (s.kind == bufferSlot || s.kind == loadSlot) && s.size == out.size && s.rowElements == out.rowElements && s.local == out.local {
			return a
		}
	}
	return -1
}

// align rounds the bytes of a row up, so that any element can follow.
func align(size int) int { return (size + 7) &^ 7 }

const (
	// tileElements is how many elements of a value a tile holds, or one row where that is more: a
	// few such tiles stay in the second-level cache.
	tileElements = 4096
	// Rows of fewer elements than shortRow are better part of longer ones, of no more than longRow,
	// if fewRows are left for workers to share.
	shortRow, longRow, fewRows = 512, 1 << 16, 16
	// stripElements is how many of them run through a phase at a time: what its ops hand to each
	// other stays in the first-level cache, and the cost of calling a loop is spread over enough of
	// them.
	stripElements = 2048
	// tileLimit is how many bytes of scratch memory the tile of a program with reductions may take
	// to have as many rows as are reduced together.
	tileLimit = 1 << 19
	// scratchLimit is how many bytes a worker may need at most. Rows that are so large are better
	// computed op by op.
	scratchLimit = 8 << 20
)

// choose chooses how many rows make a tile and a strip.
func (b *builder) choose() {
	b.tile = max(1, tileElements/max(1, b.inner))
	switch {
	case len(b.products) > 0:
		b.chooseForProducts()
	case slices.ContainsFunc(b.steps, func(st step) bool { return st.kind == reduceStep || st.kind == expSumsStep }):
		const together = kernel.PiecesAtOnce
		if b.tile = (b.tile + together - 1) / together * together; b.tile*b.tileBytes > tileLimit {
			b.tile = max(1, tileLimit/max(1, b.tileBytes))
		}
	}
	b.tile = min(b.tile, max(1, b.rows))
	b.strip = min(b.tile, max(1, stripElements/max(1, b.inner)))
}

// Takes lists which results may be computed in the memory of which operands: those that are read
// row by row, for the last time before the row is written.
func (p *Program) Takes() []Taking {
	if p.behind != nil {
		return p.behind.takes(p)
	}
	return p.ownTakes()
}

// ownTakes is Takes without what is behind.
func (p *Program) ownTakes() (list []Taking) {
	for i := p.operands; i < len(p.slots) && (p.slots[i].kind == resultSlot || p.slots[i].kind == wholeSlot); i++ {
		for k, ok := range p.inPlace(i) {
			if ok {
				list = append(list, Taking{i - p.operands, k})
			}
		}
	}
	return list
}

// inPlace says of each operand whether slot number result, of a result, may be its memory; nil for
// none.
func (p *Program) inPlace(result int) []bool {
	written := slices.IndexFunc(p.steps, func(st step) bool { return slices.Contains(st.results(), result) })
	out := &p.slots[result]
	if out.kind != resultSlot || written < 0 || p.steps[written].kind != loopStep && !(p.steps[written].divides && p.steps[written].quotients == result) {
		return nil
	}
	legal, otherwise := make([]bool, p.operands), make([]bool, p.operands)
	for i := range p.slots {
		s := &p.slots[i]
		if s.kind != directSlot && s.kind != loadSlot && s.kind != uniformSlot || s.source >= p.operands {
			continue
		}
		legal[s.source] = s.kind == directSlot && s.size == out.size && s.rowElements == out.rowElements && !otherwise[s.source]
		otherwise[s.source] = !legal[s.source]
	}
	for i := range p.steps {
		st := &p.steps[i]
		if st.init >= 0 && st.init < p.operands && st.kind >= reduceStep {
			legal[st.init] = false
		}
		for _, a := range st.args {
			if a < p.operands { // a chain reads it in no order
				legal[a] = false
			}
			if s := &p.slots[a]; s.kind == directSlot && s.source < p.operands && (i > written || st.kind == runningStep) {
				legal[s.source] = false
			}
		}
	}
	return legal
}
