package memory

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// layout is a problem of placement. Time is cut into sections: the greatest sets of
// buffers that are live at once, in order. Buffers conflict where they share one.
type layout struct {
	buffers []Buffer
	// pieces are those of all buffers, and first is where those of each begin.
	pieces []piece
	first  []int32
	// live is the bytes used in each section.
	live []int64
	// bound is what no plan is lower than.
	bound int64
	// windows says that a buffer is used in part at some time.
	windows bool
}

// piece is some sections, to not included, in which the same bytes of a buffer are
// used. A buffer without gaps has one.
type piece struct {
	from, to int32
	lo, hi   int64
}

// of are the pieces of a buffer.
func (l *layout) of(b int) []piece { return l.pieces[l.first[b]:l.first[b+1]] }

// alignment is what divides the offset of a buffer.
func (l *layout) alignment(b int) int64 { return max(l.buffers[b].Alignment, 1) }

// heightOf is the highest end.
func (l *layout) heightOf(offsets []int64) (height int64) {
	for b, o := range offsets {
		height = max(height, o+l.buffers[b].Size)
	}
	return height
}

// raise is the lowest multiple of an alignment from offset on.
func raise(offset, alignment int64) int64 {
	if rest := offset % alignment; rest != 0 {
		return offset + alignment - rest
	}
	return offset
}

// newLayout checks buffers and cuts time into sections.
func newLayout(buffers []Buffer) (*layout, error) {
	if len(buffers) > math.MaxInt32/2 {
		return nil, fmt.Errorf("%d buffers: there may be %d", len(buffers), math.MaxInt32/2)
	}
	l := &layout{buffers: buffers, first: make([]int32, len(buffers)+1)}
	var sum int64
	for i := range buffers {
		b := &buffers[i]
		if err := b.check(); err != nil {
			return nil, fmt.Errorf("buffer %s: %w", b.name(i), err)
		}
		// Each of the three is at most the limit, so this does not overflow.
		if sum += b.Size + b.Alignment; sum+b.Offset > sizeLimit {
			return nil, fmt.Errorf("buffer %s: the sizes up to it, with alignments and its offset, exceed %d bytes",
				b.name(i), int64(sizeLimit))
		}
		l.bound = max(l.bound, b.Size)
		if b.Fixed {
			l.bound = max(l.bound, b.Offset+b.Size)
		}
	}
	l.cut()
	for _, live := range l.live {
		l.bound = max(l.bound, live)
	}
	return l, l.checkFixed()
}

// name is the number of a buffer and its ID.
func (b *Buffer) name(i int) string {
	if b.ID == "" {
		return fmt.Sprint(i)
	}
	return fmt.Sprintf("%d (%s)", i, b.ID)
}

// check is an error if a buffer makes no sense on its own.
func (b *Buffer) check() error {
	for _, c := range []struct {
		what  string
		value int64
	}{{"size", b.Size}, {"alignment", b.Alignment}} {
		if c.value < 0 || c.value > sizeLimit {
			return fmt.Errorf("%s %d: it must be within 0 and %d", c.what, c.value, int64(sizeLimit))
		}
	}
	if b.Lower > b.Upper {
		return fmt.Errorf("it lives from %d to %d, which is before that", b.Lower, b.Upper)
	}
	if b.Fixed && (b.Offset < 0 || b.Offset > sizeLimit) {
		return fmt.Errorf("offset %d: it must be within 0 and %d", b.Offset, int64(sizeLimit))
	}
	if b.Fixed && b.Alignment > 1 && b.Offset%b.Alignment != 0 {
		return fmt.Errorf("fixed offset %d: it is no multiple of the alignment %d", b.Offset, b.Alignment)
	}
	if b.Hint < -1 {
		return fmt.Errorf("hint %d: it must be an offset, or -1 for none", b.Hint)
	}
	from := b.Lower
	for _, g := range b.Gaps {
		if g.Lower < from || g.Upper < g.Lower || g.Upper > b.Upper {
			return fmt.Errorf("gap %d-%d: gaps must be within its life, ascending, and not overlap", g.Lower, g.Upper)
		}
		if g.From < 0 || g.To < g.From || g.To > b.Size {
			return fmt.Errorf("gap %d-%d: the bytes %d to %d are not within its %d", g.Lower, g.Upper, g.From, g.To, b.Size)
		}
		from = g.Upper
	}
	return nil
}

// event is where a piece begins or ends.
type event struct {
	time  int64
	begin bool
	piece int32
}

// cut makes the pieces and the sections. A section ends where a piece ends after
// another began: only there is a set of live buffers greatest.
func (l *layout) cut() {
	most := len(l.buffers)
	for i := range l.buffers {
		most += 2 * len(l.buffers[i].Gaps)
	}
	l.pieces = make([]piece, 0, most)
	events := make([]event, 0, 2*most)
	for i := range l.buffers {
		b := &l.buffers[i]
		add := func(lower, upper, lo, hi int64) {
			if lower < upper && lo < hi {
				p := int32(len(l.pieces))
				events = append(events, event{lower, true, p}, event{upper, false, p})
				l.pieces = append(l.pieces, piece{lo: lo, hi: hi})
			}
		}
		lower := b.Lower
		for _, g := range b.Gaps {
			add(lower, g.Lower, 0, b.Size)
			before := len(l.pieces)
			add(g.Lower, g.Upper, g.From, g.To)
			if len(l.pieces) > before && g.To-g.From < b.Size {
				l.windows = true
			}
			lower = g.Upper
		}
		add(lower, b.Upper, 0, b.Size)
		l.first[i+1] = int32(len(l.pieces))
	}
	slices.SortFunc(events, func(x, y event) int {
		switch {
		case x.time != y.time:
			return cmp.Compare(x.time, y.time)
		case x.begin != y.begin && y.begin:
			return -1
		case x.begin != y.begin:
			return 1
		}
		return cmp.Compare(x.piece, y.piece)
	})
	section, begun := int32(0), false
	for _, e := range events {
		if e.begin {
			l.pieces[e.piece].from, begun = section, true
			continue
		}
		if begun {
			section, begun = section+1, false
		}
		l.pieces[e.piece].to = section
	}
	l.live = make([]int64, section+1)
	for _, p := range l.pieces {
		l.live[p.from] += p.hi - p.lo
		l.live[p.to] -= p.hi - p.lo
	}
	for s := 1; s < len(l.live); s++ {
		l.live[s] += l.live[s-1]
	}
	l.live = l.live[:section]
}

// checkFixed is an error if two fixed buffers overlap.
func (l *layout) checkFixed() error {
	var fixed []int
	for i := range l.buffers {
		if l.buffers[i].Fixed && l.buffers[i].Size > 0 {
			fixed = append(fixed, i)
		}
	}
	if len(fixed) < 2 {
		return nil
	}
	arena := newArena(l)
	for _, i := range fixed {
		if !arena.free(i, l.buffers[i].Offset) {
			for _, j := range fixed {
				if l.clash(i, l.buffers[i].Offset, j, l.buffers[j].Offset) {
					return fmt.Errorf("buffers %s and %s are fixed and overlap", l.buffers[j].name(j), l.buffers[i].name(i))
				}
			}
		}
		arena.occupy(i, l.buffers[i].Offset)
	}
	return nil
}

// clash says that two buffers use a byte at the same time.
func (l *layout) clash(a int, offset int64, b int, other int64) bool {
	if a == b {
		return false
	}
	for _, p := range l.of(a) {
		for _, q := range l.of(b) {
			if p.from < q.to && q.from < p.to && offset+p.lo < other+q.hi && other+q.lo < offset+p.hi {
				return true
			}
		}
	}
	return false
}
