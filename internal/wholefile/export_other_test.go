//go:build !linux

package wholefile

// AvoidNames does nothing: there are only files with a name.
func AvoidNames(bool) {}
