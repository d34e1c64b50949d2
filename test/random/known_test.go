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
	{"positions that wrap are no steps", "canonicalize", `
func.func @main(%x: tensor<8x2xf32>) -> (tensor<2x2xf32>, tensor<3x2xf32>) {
  %i = tg.constant dense<[[9223372036854775807], [-9223372036854775808]]> : tensor<2x1xi64>
  %0 = tg.gather %x, %i offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 2] : (tensor<8x2xf32>, tensor<2x1xi64>) -> tensor<2x2xf32>
  %j = tg.constant dense<[[0], [-9223372036854775808], [0]]> : tensor<3x1xi64>
  %1 = tg.gather %x, %j offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 2] : (tensor<8x2xf32>, tensor<3x1xi64>) -> tensor<3x2xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<3x2xf32>
}`},
	{"a negative NaN is sorted, and optimised a positive one", "optimize", `
func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
  %x = tg.constant dense<[0x7F800000, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %zero = tg.constant dense<0.0> : tensor<f32>
  %0 = tg.mul %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = tg.neg %0 : tensor<4xf32>
  %2 = tg.mul %1, %x : tensor<4xf32>
  %3 = tg.sort ascending %2 dim 0 : tensor<4xf32>
  %4 = tg.bitcast %2 : (tensor<4xf32>) -> tensor<4xi32>
  %5 = tg.bitcast %3 : (tensor<4xf32>) -> tensor<4xi32>
  return %4, %5 : tensor<4xi32>, tensor<4xi32>
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
