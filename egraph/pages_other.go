//go:build !linux

package egraph

// hugePages does nothing where there is no such advice.
func hugePages[T any]([]T) {}
