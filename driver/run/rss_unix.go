//go:build unix

package run

import (
	"runtime"
	"syscall"
)

// maxRSS is the peak resident set in bytes, 0 if unknown.
func maxRSS() int {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int(u.Maxrss) // bytes there, KiB elsewhere
	}
	return int(u.Maxrss) * 1024
}
