package lifetimes

import "math/bits"

// intervals are disjoint intervals of bytes, in a treap whose priorities are hashes
// of the first bytes (C. Aragon, R. Seidel, "Randomized Search Trees", 1989).
type intervals struct{ root *interval }

type interval struct {
	active
	left, right *interval
}

func (i *interval) priority() uint64 {
	h, l := bits.Mul64(uint64(i.from)+0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return h ^ l
}

// meet is an interval that shares a byte with x.
func (s *intervals) meet(x active) (other active, meets bool) {
	for n := s.root; n != nil; {
		switch {
		case x.to <= n.from:
			n = n.left
		case n.to <= x.from:
			n = n.right
		default:
			return n.active, true
		}
	}
	return active{}, false
}

// split takes a tree apart into what begins before a byte, and the others.
func split(n *interval, at int64) (before, others *interval) {
	if n == nil {
		return nil, nil
	}
	if n.from < at {
		n.right, others = split(n.right, at)
		return n, others
	}
	before, n.left = split(n.left, at)
	return before, n
}

// insert adds an interval that meets none.
func (s *intervals) insert(x active) {
	fresh := &interval{active: x}
	at := &s.root
	for *at != nil && (*at).priority() >= fresh.priority() {
		if x.from < (*at).from {
			at = &(*at).left
		} else {
			at = &(*at).right
		}
	}
	fresh.left, fresh.right = split(*at, x.from)
	*at = fresh
}

// remove takes out the interval that begins at a byte.
func (s *intervals) remove(from int64) {
	at := &s.root
	for *at != nil && (*at).from != from {
		if from < (*at).from {
			at = &(*at).left
		} else {
			at = &(*at).right
		}
	}
	if *at == nil {
		return
	}
	left, right := (*at).left, (*at).right
	for left != nil && right != nil {
		if left.priority() >= right.priority() {
			*at, at, left = left, &left.right, left.right
		} else {
			*at, at, right = right, &right.left, right.left
		}
	}
	if left == nil {
		left = right
	}
	*at = left
}
