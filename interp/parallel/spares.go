package parallel

import "sync"

// Spares are objects that nobody uses now, such as what a worker needs besides the
// workspace. Other than those of a sync.Pool, the garbage collector leaves them
// alone, so that a run allocates nothing, however long ago the last one was. There
// are never more than were in use at once. One lock guards them: they are for
// chunks of work, not for elements.
type Spares[T any] struct {
	New func() *T // makes one where none is spare; nil for new(T)

	mu   sync.Mutex
	list []*T
}

// Take returns a spare object, the one that was given back last, or a new one.
func (s *Spares[T]) Take() *T {
	s.mu.Lock()
	if n := len(s.list); n > 0 {
		x := s.list[n-1]
		s.list = s.list[:n-1]
		s.mu.Unlock()
		return x
	}
	s.mu.Unlock()
	if s.New == nil {
		return new(T)
	}
	return s.New()
}

// Give returns an object, which must not hold on to anything of its user.
func (s *Spares[T]) Give(x *T) {
	s.mu.Lock()
	s.list = append(s.list, x)
	s.mu.Unlock()
}
