package wholefile

import (
	"os"
	"sync"
)

// unfinished are the temporary files that have a name. Whoever holds the lock
// makes, renames or removes one.
var unfinished = struct {
	sync.Mutex
	names map[string]bool
}{names: map[string]bool{}}

// Abandon removes all temporary files. It is for a process that ends: no file
// can be begun, committed or discarded any more.
func Abandon() {
	unfinished.Lock()
	for name := range unfinished.names {
		os.Remove(name)
	}
}
