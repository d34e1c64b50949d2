package opt

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// A large program is most of the heap as soon as it is read, and passes
	// allocate little beside it. Collecting when a quarter has come on top, instead
	// of as much again, takes about a tenth off the peak of memory and adds about a
	// tenth to the CPU time (go run ./bench/mlir -only cse).
	largeHeap        = 128 << 20 // bytes
	largeHeapPercent = 25
	// largeText is a text worth forgetting.
	largeText = 8 << 20
)

// settle is called when the program has been read and passes will follow, by a
// process that does nothing else.
func (o *chunkWork) settle() {
	o.forgetText() // first: the new percentage makes a collection start
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(sample); sample[0].Value.Uint64() > largeHeap {
		debug.SetGCPercent(largeHeapPercent)
	}
}

// forgetText lets go of the text of a large file that nothing will look at
// again, unless for the line that a message shows.
func (o *chunkWork) forgetText() {
	c := &o.config
	sources := o.ctx.Sources()
	if len(o.chunk.text) < largeText || len(sources) != 1 || c.input == "-" || c.splitMarker != "" || o.expected != nil || c.crashReproducer != "" {
		return
	}
	read, err := os.Stat(c.input)
	if err != nil || !read.Mode().IsRegular() || read.Size() != int64(len(o.chunk.text)) {
		return
	}
	o.chunk.text = nil
	sources[0].Forget(func() []byte {
		if now, err := os.Stat(c.input); err != nil || now.Size() != read.Size() || !now.ModTime().Equal(read.ModTime()) {
			return nil
		}
		text, _ := os.ReadFile(c.input)
		return text
	})
}
