package lifetimes

import (
	"cmp"
	"slices"
)

// span is the points from first to last.
type span struct{ first, last int32 }

// spans are some that do not meet, ascending.
type spans []span

// from is the number of the first span that has not ended before a point.
func (s spans) from(point int32) int {
	i, _ := slices.BinarySearchFunc(s, point, func(s span, point int32) int { return cmp.Compare(s.last, point) })
	return i
}

// add adds a span, unless it meets one of them.
func (s *spans) add(x span) bool {
	i := s.from(x.first)
	if i < len(*s) && (*s)[i].first <= x.last {
		return false
	}
	*s = slices.Insert(*s, i, x)
	return true
}

// unite adds a span, and makes one of those that meet.
func (s *spans) unite(x span) {
	i := s.from(x.first)
	j := i
	for ; j < len(*s) && (*s)[j].first <= x.last; j++ {
		x.first, x.last = min(x.first, (*s)[j].first), max(x.last, (*s)[j].last)
	}
	*s = slices.Replace(*s, i, j, x)
}

// meet reports whether some of both have a point in common, other than one.
func (s spans) meet(o spans, but int32) bool {
	if len(s) > len(o) {
		s, o = o, s
	}
	for _, x := range s {
		for i := o.from(x.first); i < len(o) && o[i].first <= x.last; i++ {
			if max(x.first, o[i].first) != but || min(x.last, o[i].last) != but {
				return true
			}
		}
	}
	return false
}
