package agree_test

import (
	"testing"

	"github.com/tg-opt/tg/test/agree"
)

const small = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tg.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`

// What reading a program costs that is hardly there: a context, above all.
func BenchmarkParseSmall(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		if _, err := agree.Parse(small); err != nil {
			b.Fatal(err)
		}
	}
}

// What passes cost that find nothing to do.
func BenchmarkOptimiseSmall(b *testing.B) {
	for _, passes := range []string{"cse", "canonicalize", "optimize"} {
		b.Run(passes, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				module, err := agree.Parse(small)
				if err == nil {
					err = agree.Optimise(module, passes, 1)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
