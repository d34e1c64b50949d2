//go:build unix

// Package processor says for how long processors have worked for a program.
package processor

import (
	"syscall"
	"time"
)

// Time is the time that processors have worked for this process.
func Time() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
