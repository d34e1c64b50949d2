package lifetimes

import "iter"

// pile is a list to which is only added: what is in it is never copied, however
// long it gets.
type pile[T any] struct {
	full [][]T
	last []T
}

// largestPart is how many elements are allocated at once at most.
const largestPart = 1 << 12

func (p *pile[T]) add(x T) {
	if len(p.last) == cap(p.last) {
		if p.last != nil {
			p.full = append(p.full, p.last)
		}
		p.last = make([]T, 0, min(max(8, 2*cap(p.last)), largestPart))
	}
	p.last = append(p.last, x)
}

// all are the elements in the order in which they were added.
func (p *pile[T]) all() iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for k := range len(p.full) + 1 {
			part := p.last
			if k < len(p.full) {
				part = p.full[k]
			}
			for i := range part {
				if !yield(&part[i]) {
					return
				}
			}
		}
	}
}
