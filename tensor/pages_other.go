//go:build !linux

package tensor

// hugePages does nothing where there is no such advice.
func hugePages([]byte) {}
