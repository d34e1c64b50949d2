package driver

import (
	"io"
	"runtime/debug"
	"runtime/metrics"
)

// OptCommand is Opt for a process that does nothing else: it also sets the
// garbage collector of the process.
func OptCommand(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return newOptTool(stdin, stdout, stderr, true).main(args)
}

// A large program is most of the heap as soon as it is read, and passes
// allocate little beside it. Collecting when a quarter has come on top, instead
// of as much again, takes about a tenth off the peak of memory and adds about a
// tenth to the CPU time (go run ./bench/mlir -only cse).
const (
	largeHeap        = 64 << 20 // bytes
	largeHeapPercent = 25
)

// settleHeap is called when the program has been read.
func settleHeap() {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(sample); sample[0].Value.Uint64() > largeHeap {
		debug.SetGCPercent(largeHeapPercent)
	}
}
