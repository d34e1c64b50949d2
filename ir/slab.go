package ir

// slab hands out elements of ever larger chunks, so that an op, a value or a
// use costs no allocation of its own. Chunks start small because a pass that
// only adds a handful of ops has a slab too.
type slab[T any] struct {
	free []T
	next int
}

const (
	firstChunk = 16
	lastChunk  = 512
)

func (s *slab[T]) grow(n int) {
	s.next = min(max(firstChunk, 2*s.next), lastChunk)
	s.free = make([]T, max(n, s.next))
}

// one returns a pointer to a zero element.
func (s *slab[T]) one() *T {
	if len(s.free) == 0 {
		s.grow(1)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	return p
}

// take returns a window of n zero elements.
func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if len(s.free) < n {
		s.grow(n)
	}
	w := s.free[:n:n]
	s.free = s.free[n:]
	return w
}

// Arena owns the slabs that ops, blocks and regions of one worker come from.
// It is not safe for concurrent use; each worker has its own. IR made by
// different arenas mixes freely.
type Arena struct {
	ops     slab[Op]
	values  slab[Value]
	uses    slab[Use]
	rests   slab[opRest]
	regions slab[Region]
	blocks  slab[Block]
	args    slab[*Value]
	targets slab[*Block]
	edges   slab[Edge]
}
