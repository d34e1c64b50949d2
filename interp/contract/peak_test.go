package contract

import (
	"testing"

	"github.com/tg-opt/tg/tensor"
)

// What is counted for the peak is what the kernels' machine code does, and nothing where there is
// none.
func TestPeak(t *testing.T) {
	kernels := kernelsFloat32()
	for i, k := range kernels {
		if machine := i < len(kernels)-1; machine != (k.peak != nil) {
			t.Errorf("kernel %d of %d has a peak: %t", i, len(kernels), k.peak != nil)
		}
	}
	for _, d := range []tensor.DType{tensor.F32, tensor.F64} {
		if one, ten := Peak(d, 1), Peak(d, 10); ten != 10*one || (one > 0) != (len(kernels) > 1) {
			t.Errorf("%v: a round has %d operations, ten have %d", d, one, ten)
		}
		if n := Peak(d, 0); n != 0 {
			t.Errorf("%v: no round has %d operations", d, n)
		}
	}
	if n := Peak(tensor.I64, 1); n != 0 {
		t.Errorf("i64 has %d operations without machine code", n)
	}
}
