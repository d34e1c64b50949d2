package memory

import (
	"cmp"
	"slices"
	"sort"
)

// span is offsets from lo on and before hi.
type extent struct{ lo, hi int64 }

// arena is what is occupied: a segment tree over sections. A node has the union of
// what is occupied in all of its sections, by pieces that cover it, and that of
// what is occupied in any of them. Where buffers lie close, unions are few spans,
// however many buffers there are: so placing does not cost the number of
// neighbours, of which a value that lives long has as many as there are buffers.
type arena struct {
	l      *layout
	leaves int
	// any is of all nodes, and cover of those above leaves; of leaves it is the same.
	cover, any [][]extent
	spans      []extent
	base       int64
	// steps counts what was looked at.
	steps int64
}

func newArena(l *layout) *arena {
	a := &arena{l: l, leaves: 1}
	for a.leaves < len(l.live) {
		a.leaves *= 2
	}
	a.cover, a.any = make([][]extent, a.leaves), make([][]extent, 2*a.leaves)
	return a
}

// clear frees everything.
func (a *arena) clear() {
	for i := range a.cover {
		a.cover[i] = a.cover[i][:0]
	}
	for i := range a.any {
		a.any[i] = a.any[i][:0]
	}
}

// unite adds a span to a union, which is ascending, and whose spans do not touch.
func unite(list []extent, s extent) []extent {
	n := len(list)
	if n == 0 || list[n-1].hi < s.lo {
		return append(list, s)
	}
	i := n - 1
	if n > 8 {
		i = sort.Search(n, func(i int) bool { return list[i].hi >= s.lo })
	} else {
		for i > 0 && list[i-1].hi >= s.lo {
			i--
		}
	}
	if list[i].lo > s.hi {
		return slices.Insert(list, i, s)
	}
	j := i
	for j < n && list[j].lo <= s.hi {
		s.lo, s.hi = min(s.lo, list[j].lo), max(s.hi, list[j].hi)
		j++
	}
	list[i] = s
	if j > i+1 {
		list = slices.Delete(list, i+1, j)
	}
	return list
}

// occupy takes the bytes of a buffer.
func (a *arena) occupy(b int, offset int64) {
	for _, p := range a.l.of(b) {
		s := extent{offset + p.lo, offset + p.hi}
		left, right := int(p.from)+a.leaves, int(p.to)+a.leaves
		for x, y := left, right; x < y; x, y = x/2, y/2 {
			if x&1 == 1 {
				a.unite(x, s)
				x++
			}
			if y&1 == 1 {
				y--
				a.unite(y, s)
			}
		}
		x, y := left/2, (right-1)/2
		for ; x != y; x, y = x/2, y/2 {
			a.any[x], a.any[y] = unite(a.any[x], s), unite(a.any[y], s)
		}
		for ; x > 0; x /= 2 {
			a.any[x] = unite(a.any[x], s)
		}
	}
}

// unite adds a span to a node that it covers.
func (a *arena) unite(node int, s extent) {
	a.any[node] = unite(a.any[node], s)
	if node < a.leaves {
		a.cover[node] = unite(a.cover[node], s)
	}
}

// covering is what covers a node.
func (a *arena) covering(node int) []extent {
	if node < a.leaves {
		return a.cover[node]
	}
	return a.any[node]
}

// visit calls a function with the unions that together are what is occupied in the
// sections of a piece.
func (a *arena) visit(p piece, f func(list []extent, p piece)) {
	left, right := int(p.from)+a.leaves, int(p.to)+a.leaves
	for x, y := left, right; x < y; x, y = x/2, y/2 {
		if x&1 == 1 {
			f(a.any[x], p)
			x++
		}
		if y&1 == 1 {
			y--
			f(a.any[y], p)
		}
	}
	x, y := left/2, (right-1)/2
	for ; x != y; x, y = x/2, y/2 {
		f(a.covering(x), p)
		f(a.covering(y), p)
	}
	for ; x > 0; x /= 2 {
		f(a.covering(x), p)
	}
}

// above is the lowest offset of a buffer above all that it conflicts with.
func (a *arena) above(b int) int64 {
	var top int64
	for _, p := range a.l.of(b) {
		a.visit(p, func(list []extent, p piece) {
			if n := len(list); n > 0 {
				top = max(top, list[n-1].hi-p.lo)
			}
		})
	}
	return raise(top, a.l.alignment(b))
}

// forbidden are the offsets that a buffer cannot have, ascending; they may overlap.
// Most of what is occupied lies close from 0 on, and is one of them.
func (a *arena) forbidden(b int) []extent {
	a.spans, a.base = a.spans[:0], 0
	for _, p := range a.l.of(b) {
		a.visit(p, a.settle)
	}
	if a.base > 0 {
		a.spans = append(a.spans, extent{-1, a.base})
	}
	for _, p := range a.l.of(b) {
		a.visit(p, a.gather)
	}
	slices.SortFunc(a.spans, func(x, y extent) int { return cmp.Compare(x.lo, y.lo) })
	return a.spans
}

// settle raises the base, below which all offsets are forbidden.
func (a *arena) settle(list []extent, p piece) {
	if len(list) > 0 && list[0].lo-p.hi < 0 {
		a.base = max(a.base, list[0].hi-p.lo)
	}
}

// gather turns what is occupied into offsets above the base that a piece cannot have.
func (a *arena) gather(list []extent, p piece) {
	from := 0
	if len(list) > 4 {
		from = sort.Search(len(list), func(i int) bool { return list[i].hi-p.lo > a.base })
	}
	a.steps += int64(len(list)-from) + 1
	for _, s := range list[from:] {
		if s.hi-p.lo > a.base {
			a.spans = append(a.spans, extent{s.lo - p.hi + 1, s.hi - p.lo})
		}
	}
}

// find is where a buffer fits: where the least is left above it, or with lowest
// at the lowest offset.
func (a *arena) find(b int, lowest bool) int64 {
	alignment := a.l.alignment(b)
	var pos int64
	best, rest := int64(-1), int64(0)
	for _, s := range a.forbidden(b) {
		if at := raise(pos, alignment); at < s.lo {
			if lowest {
				return at
			}
			if left := s.lo - 1 - at; best < 0 || left < rest {
				best, rest = at, left
			}
		}
		pos = max(pos, s.hi)
	}
	if best >= 0 {
		return best
	}
	return raise(pos, alignment)
}

// free says that a buffer can have an offset.
func (a *arena) free(b int, offset int64) bool {
	for _, s := range a.forbidden(b) {
		if s.lo <= offset && offset < s.hi {
			return false
		}
	}
	return true
}
