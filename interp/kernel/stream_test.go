package kernel

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// Streaming is copying, for every length and wherever both sides begin in a cache line; it writes
// nothing else.
func TestStream(t *testing.T) {
	const most, guard = 200, 2 * lineBytes
	x := tensor.Random(tensor.U8, []int{most + lineBytes}, 1).Bytes()
	memory := make([]byte, most+2*guard)
	for number, level := range machineLevels() {
		for n := range most + 1 {
			for alignment := range lineBytes {
				clear(memory)
				from := x[(n+alignment*7)%lineBytes:][:n]
				level.streamTo(memory[guard+alignment:][:n], from)
				if level.streamEnd != nil {
					level.streamEnd()
				}
				want := make([]byte, len(memory))
				copy(want[guard+alignment:], from)
				if !bytes.Equal(memory, want) {
					t.Fatalf("level %d: %d bytes at %d are not copied", number, n, alignment)
				}
			}
		}
	}
}

func BenchmarkStream(b *testing.B) {
	const strip = 8 << 10
	x, out := make([]byte, strip), make([]byte, 64<<20)
	for _, way := range []struct {
		name string
		to   func(out, x []byte)
	}{{"copy", func(out, x []byte) { copy(out, x) }}, {"stream", Stream}} {
		b.Run(fmt.Sprintf("%s-%dMiB", way.name, len(out)>>20), func(b *testing.B) {
			b.SetBytes(int64(len(out)))
			for b.Loop() {
				for at := 0; at < len(out); at += strip {
					way.to(out[at:][:strip], x)
				}
				StreamEnd()
			}
		})
	}
}
