package memory

// Unsearched is a plan of what is done with more buffers than tests have: of a sweep,
// or where buffers are fixed, of placing the others on top; nil if Assign has an error.
func Unsearched(buffers []Buffer) []int64 {
	l, err := newLayout(buffers)
	if err != nil {
		return nil
	}
	a := &assigner{layout: l}
	a.place(newArena(l), a.sorted(l.measures(), orders[0]), false, false, -1)
	return a.best
}
