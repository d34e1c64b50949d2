package stablehlo

import (
	"fmt"
	"strings"
	"testing"
)

// TestBatchNorm: all three run for all types of floats, a batch that only the run knows
// and one without elements; large values are no trouble for small types.
func TestBatchNorm(t *testing.T) {
	for _, elem := range []string{"f16", "bf16", "f32", "f64"} {
		for _, shape := range []string{"2x1x2x", "?x1x2x"} {
			whole, feature := "tensor<"+shape+elem+">", "tensor<2x"+elem+">"
			text := fmt.Sprintf(`func.func @main(%%x: WHOLE, %%s: FEATURE) -> (WHOLE, FEATURE, FEATURE, WHOLE, WHOLE, FEATURE, FEATURE) {
  %%0:3 = "stablehlo.batch_norm_training"(%%x, %%s, %%s) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (WHOLE, FEATURE, FEATURE) -> (WHOLE, FEATURE, FEATURE)
  %%1 = "stablehlo.batch_norm_inference"(%%x, %%s, %%s, %%0#1, %%0#2) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (WHOLE, FEATURE, FEATURE, FEATURE, FEATURE) -> WHOLE
  %%2:3 = "stablehlo.batch_norm_grad"(%%x, %%s, %%0#1, %%0#2, %%x) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (WHOLE, FEATURE, FEATURE, FEATURE, WHOLE) -> (WHOLE, FEATURE, FEATURE)
  return %%0#0, %%0#1, %%0#2, %%1, %%2#0, %%2#1, %%2#2 : WHOLE, FEATURE, FEATURE, WHOLE, WHOLE, FEATURE, FEATURE
}
`)
			text = strings.NewReplacer("WHOLE", whole, "FEATURE", feature).Replace(text)
			want := strings.NewReplacer("WHOLE", "2x1x2x"+elem, "FEATURE", "2x"+elem, "EMPTY", "0x1x2x"+elem).Replace(
				"WHOLE=[[0 0]][[2 4]]\nFEATURE=3 20\nFEATURE=1 16\nWHOLE=[[0 0]][[2 4]]\nWHOLE=[[0 0]][[0 0]]\nFEATURE=2 8\nFEATURE=6 40\n")
			runs(t, elem+" "+shape, text, want, "--input=2x1x2x"+elem+"=[2,16,4,24]", "--input=2x"+elem+"=[1,2]")
			empty := strings.ReplaceAll(text, "2x1x2x", "0x1x2x")
			runs(t, elem+" empty "+shape, empty, strings.NewReplacer("WHOLE", "0x1x2x"+elem, "FEATURE", "2x"+elem).Replace(
				"WHOLE=[]\nFEATURE=nan nan\nFEATURE=nan nan\nWHOLE=[]\nWHOLE=[]\nFEATURE=0 0\nFEATURE=0 0\n"), "--input=0x1x2x"+elem+"=[]", "--input=2x"+elem+"=[1,2]")
		}
	}
	// The sum of the batch is beyond f16.
	runs(t, "large", `func.func @main(%x: tensor<4x1xf16>, %s: tensor<1xf16>) -> (tensor<1xf16>, tensor<1xf16>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<4x1xf16>, tensor<1xf16>, tensor<1xf16>) -> (tensor<4x1xf16>, tensor<1xf16>, tensor<1xf16>)
  return %0#1, %0#2 : tensor<1xf16>, tensor<1xf16>
}
`, "1xf16=40000\n1xf16=1024\n", "--input=4x1xf16=[39968,40032,40032,39968]", "--input=1xf16=1")
}

// TestRegionsOfTensors: the body of a reduction may compute with tensors of any rank.
func TestRegionsOfTensors(t *testing.T) {
	runs(t, "rank 1", `func.func @main(%x: tensor<2x3xf32>, %i: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %2 = stablehlo.reshape %b : (tensor<f32>) -> tensor<1xf32>
    %3 = stablehlo.concatenate %2, %2, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %4 = stablehlo.add %1, %3 : tensor<2xf32>
    %5 = stablehlo.slice %4 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %6 = stablehlo.reshape %5 : (tensor<1xf32>) -> tensor<f32>
    stablehlo.return %6 : tensor<f32>
  }
  return %0 : tensor<2xf32>
}
`, "2xf32=16 25\n", "--input=2x3xf32=[1,2,3,4,5,6]", "--input=f32=10")
}

// TestEmptyWindows: a list without entries means what a missing one does.
func TestEmptyWindows(t *testing.T) {
	runs(t, "reduce_window", `func.func @main(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64>, base_dilations = array<i64>, window_dilations = array<i64>, padding = dense<> : tensor<0x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
`, "3xf32=2 3 4\n", "--input=4xf32=[1,2,3,4]", "--input=f32=0")
	runs(t, "rank 0", `func.func @main(%x: tensor<f32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
`, "f32=5\n", "--input=f32=2", "--input=f32=3")
	for name, window := range map[string]string{
		"pretty": `stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}`,
		"empty":  `stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = [], reverse = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}`,
		"generic": `"stablehlo.convolution"(%x, %w) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, ` +
			`window_strides = array<i64>, rhs_dilation = array<i64>, window_reversal = array<i1>}>`,
	} {
		runs(t, name, `func.func @main(%x: tensor<1x4x1xf32>, %w: tensor<2x1x1xf32>) -> tensor<1x3x1xf32> {
  %0 = `+window+` : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}
`, "1x3x1xf32=[[21][32][43]]\n", "--input=1x4x1xf32=[1,2,3,4]", "--input=2x1x1xf32=[1,10]")
	}
}

// TestComposite: what is called by a composite is its decomposition, also with tuples;
// a function may end with stablehlo.return.
func TestComposite(t *testing.T) {
	runs(t, "tuple", `func.func private @pair(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %1 = stablehlo.tuple %x, %0 : tuple<tensor<2xf32>, tensor<2xf32>>
  "stablehlo.return"(%1) : (tuple<tensor<2xf32>, tensor<2xf32>>) -> ()
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.composite "my.pair" %x {composite_attributes = {n = 2 : i64}, decomposition = @pair, version = 1 : i32} : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
}
`, "2xf32=2 4\n", "--input=2xf32=[1,2]")
}
