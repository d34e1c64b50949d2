//go:build !unix

package main

import "time"

var begin = time.Now()

// processor is the time since the process began, where the system does not say for
// how much of it processors have worked.
func processor() time.Duration { return time.Since(begin) }
