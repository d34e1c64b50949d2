//go:build unix && !linux

package process

// isClosed reports whether the process was started without the standard stream
// of that number. The runtime hides that.
func isClosed(int) bool { return false }
