package opt

import (
	"io"
	"strings"
	"testing"

	"github.com/tg-opt/tg/driver/tool"
)

// BenchmarkOpt is what a call of the tool costs when there is little to do.
func BenchmarkOpt(b *testing.B) {
	for _, args := range [][]string{{}, {"--cse"}, {"--canonicalize"}} {
		b.Run(strings.Join(append([]string{"tg-opt"}, args...), " "), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if status := Main(tool.Standard("tg-opt"), args, strings.NewReader(twice), io.Discard, io.Discard); status != 0 {
					b.Fatal(status)
				}
			}
		})
	}
}
