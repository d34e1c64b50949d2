//go:build !unix

package processor

import "time"

var begin = time.Now()

// Time is the time since the process began, where the system does not say for
// how much of it processors have worked.
func Time() time.Duration { return time.Since(begin) }
