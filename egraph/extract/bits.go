package extract

import "math/bits"

// set is a set of classes.
type set []uint64

// sets are some sets of classes below a number of them, in one piece.
func sets(count, classes int) []set {
	words := (classes + 63) / 64
	all := make([]uint64, count*words)
	list := make([]set, count)
	for i := range list {
		list[i] = all[i*words : (i+1)*words]
	}
	return list
}

func (s set) has(c uint32) bool { return s[c>>6]>>(c&63)&1 != 0 }
func (s set) put(c uint32)      { s[c>>6] |= 1 << (c & 63) }

// fill makes s the set of everything.
func (s set) fill() {
	for i := range s {
		s[i] = ^uint64(0)
	}
}

// join adds the elements of t.
func (s set) join(t set) {
	for i, w := range t {
		s[i] |= w
	}
}

// meet keeps only what is in t, too.
func (s set) meet(t set) {
	for i, w := range t {
		s[i] &= w
	}
}

// shrink keeps only what is in t, too, and reports whether that is less than before.
func (s set) shrink(t set) bool {
	lost := uint64(0)
	for i, w := range t {
		lost |= s[i] &^ w
		s[i] &= w
	}
	return lost != 0
}

// equal reports whether s and t have the same elements.
func (s set) equal(t set) bool {
	for i, w := range t {
		if s[i] != w {
			return false
		}
	}
	return true
}

// each calls f with the elements.
func (s set) each(classes int, f func(uint32)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if c := i*64 + bits.TrailingZeros64(w); c < classes {
				f(uint32(c))
			}
		}
	}
}
