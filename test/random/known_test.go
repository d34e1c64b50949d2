package random

import (
	"testing"

	"github.com/tg-opt/tg/test/agree"
)

// Programs that passes once got wrong.
var known = []struct{ why, passes, text string }{
	{"a gather of boxes without elements has some if the empty dimension is collapsed", "canonicalize", `
func.func @main(%x: tensor<0xf32>) -> tensor<f32> {
  %i = tg.constant dense<0> : tensor<i64>
  %0 = tg.gather %x, %i collapsed_slice_dims [0] start_index_map [0] index_vector_dim 0 slice_sizes [0] : (tensor<0xf32>, tensor<i64>) -> tensor<f32>
  return %0 : tensor<f32>
}`},
}

func TestKnownPrograms(t *testing.T) {
	for _, tt := range known {
		module, err := agree.Parse(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := agree.Check(module, agree.Runs(module), tt.passes); err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
}
