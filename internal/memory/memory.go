// Package memory says how much memory a program may take that is asked for too
// much: what the system cannot give kills a process without a message.
package memory

import "sync"

// unknown stands in for the memory of a machine that does not tell it.
const unknown = 16 << 30

// Limit is three quarters of the memory, in bytes, that there is for the process:
// of what is available on the machine, and of the limits of its container and of
// its own.
var Limit = sync.OnceValue(func() int64 { return machine() / 4 * 3 })
