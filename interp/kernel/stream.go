package kernel

import "unsafe"

// StreamBytes is the size, in bytes, from which on a result is better written by Stream than by
// ordinary stores. So much is no longer in the second-level cache, and an ordinary store first
// reads the line that it is about to overwrite: a third of the memory traffic of a loop that reads
// one tensor and writes another. Measured on a processor with 2 MiB of second-level cache for each
// core: below 4 MiB streaming loses up to a tenth, at 8 MiB it gains a tenth to a third.
const StreamBytes = 8 << 20

// lineBytes is the size of a cache line.
const lineBytes = 64

// CanStream reports whether Stream goes past the caches. If not, it is just a copy.
func CanStream() bool { return fastest.stream != nil }

// Stream copies x to out, of the same length, without bringing out into the caches. Other
// goroutines may read out only after StreamEnd.
func Stream(out, x []byte) { fastest.streamTo(out, x) }

// StreamEnd completes what the calling goroutine has streamed: it is visible to whoever
// synchronises with the goroutine from then on.
func StreamEnd() {
	if fastest.streamEnd != nil {
		fastest.streamEnd()
	}
}

// streamTo is Stream for one instruction set. What does not fill a line of out is copied by
// ordinary stores.
func (m *machineLoops) streamTo(out, x []byte) {
	if m.stream != nil {
		head := min(len(out), int(-uintptr(unsafe.Pointer(unsafe.SliceData(out)))%lineBytes))
		lines := (len(out) - head) / lineBytes * lineBytes
		if lines > 0 {
			copy(out[:head], x[:head])
			m.stream(&out[head], &x[head:][:lines][0], lines)
			out, x = out[head+lines:], x[head+lines:]
		}
	}
	copy(out, x)
}
