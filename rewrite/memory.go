package rewrite

// Memory is what patterns remember while the driver works on a region, from
// one attempt to the next: what is not to be looked at again. Declare one as a
// package variable.
type Memory[T any] struct{ start func() T }

// NewMemory declares a memory that is start() at first.
func NewMemory[T any](start func() T) *Memory[T] { return &Memory[T]{start} }

// Of is the memory that goes with r.
func (m *Memory[T]) Of(r *Rewriter) T {
	if v, ok := r.memory[m]; ok {
		return v.(T)
	}
	if r.memory == nil {
		r.memory = map[any]any{}
	}
	v := m.start()
	r.memory[m] = v
	return v
}
