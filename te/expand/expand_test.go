package expand_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/test/agree"
)

// What random instances do not have: regions, fusions, values that are computed outside, extents
// beyond a block, positions of whole numbers of 64 bits.
var programs = map[string]string{
	"region": `func.func @main(%x: tensor<3x5xf32>, %y: tensor<3x5xi32>, %i: tensor<f32>, %k: tensor<i32>, %c: tensor<f32>) -> (tensor<3xf32>, tensor<3x1xi32>, tensor<f32>) {
  %j = tg.neg %c : tensor<f32>
  %0:2 = tg.reduce %x, %y init %i, %k dims [1] keep_dims : (tensor<3x5xf32>, tensor<3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x1xf32>, tensor<3x1xi32>) with (%a: tensor<f32>, %b: tensor<i32>, %e: tensor<f32>, %f: tensor<i32>) {
    %1 = tg.sub %e, %a : tensor<f32>
    %2 = tg.mul %1, %j : tensor<f32>
    %3 = tg.max %b, %f : tensor<i32>
    tg.yield %2, %3 : tensor<f32>, tensor<i32>
  }
  %4 = tg.reshape %0#0 : (tensor<3x1xf32>) -> tensor<3xf32>
  %5 = tg.reduce %x init %j dims [1, 0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<f32> with (%a: tensor<f32>, %e: tensor<f32>) {
    %1 = tg.sub %e, %a : tensor<f32>
    tg.yield %1 : tensor<f32>
  }
  return %4, %0#1, %5 : tensor<3xf32>, tensor<3x1xi32>, tensor<f32>
}`,
	"window": `func.func @main(%x: tensor<4x5xf32>, %i: tensor<f32>) -> (tensor<5x6xf32>, tensor<3x3xf32>) {
  %0 = tg.reduce_window %x init %i window [2, 2] strides [2, 1] base_dilation [2, 1] pads [1:2, 1:1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<5x6xf32> with (%a: tensor<f32>, %e: tensor<f32>) {
    %2 = tg.mul %a, %e : tensor<f32>
    %3 = tg.sub %2, %e : tensor<f32>
    tg.yield %3 : tensor<f32>
  }
  %1 = tg.reduce_window mean %x init %i window [2, 2] window_dilation [1, 2] : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x3xf32>
  return %0, %1 : tensor<5x6xf32>, tensor<3x3xf32>
}`,
	"fusion": `func.func @main(%x: tensor<8x130xf32>) -> (tensor<8x130xf32>, tensor<8x1xf32>) {
  %0:2 = tg.fusion (%a = %x) : (tensor<8x130xf32>) -> (tensor<8x130xf32>, tensor<8x1xf32>) {
    %1 = tg.reduce max %a dims [1] keep_dims : (tensor<8x130xf32>) -> tensor<8x1xf32>
    %2 = tg.sub %a, %1 : (tensor<8x130xf32>, tensor<8x1xf32>) -> tensor<8x130xf32>
    %3 = tg.exp %2 : tensor<8x130xf32>
    %4 = tg.reduce sum %3 dims [1] keep_dims : (tensor<8x130xf32>) -> tensor<8x1xf32>
    %5 = tg.div %3, %4 : (tensor<8x130xf32>, tensor<8x1xf32>) -> tensor<8x130xf32>
    tg.yield %5, %4 : tensor<8x130xf32>, tensor<8x1xf32>
  }
  return %0#0, %0#1 : tensor<8x130xf32>, tensor<8x1xf32>
}`,
	"blocks": `func.func @main(%x: tensor<3x5003xf32>, %h: tensor<3x5003xbf16>, %i: tensor<bf16>, %z: tensor<37x129xf64>) -> (tensor<3xf32>, tensor<3xbf16>, tensor<3xi32>, tensor<f64>, tensor<5003xf32>) {
  %0 = tg.reduce sum %x dims [1] : (tensor<3x5003xf32>) -> tensor<3xf32>
  %1 = tg.reduce mean %h init %i dims [1] : (tensor<3x5003xbf16>, tensor<bf16>) -> tensor<3xbf16>
  %2 = tg.reduce argmin %x dims [1] element_type i32 : (tensor<3x5003xf32>) -> tensor<3xi32>
  %3 = tg.reduce prod %z dims [0, 1] : (tensor<37x129xf64>) -> tensor<f64>
  %4 = tg.reduce sum %x dims [0] : (tensor<3x5003xf32>) -> tensor<5003xf32>
  return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<3xbf16>, tensor<3xi32>, tensor<f64>, tensor<5003xf32>
}`,
	"indices": `func.func @main(%t: tensor<7x6xf32>, %u: tensor<5x1xui64>, %s: tensor<5x2xi64>, %b: tensor<5x2xi8>, %w: tensor<2x3xf32>, %i: tensor<ui64>) -> (tensor<5x6xf32>, tensor<5x3x2xf32>, tensor<5x4xf32>, tensor<7x6xf32>, tensor<2x3xf32>) {
  %0 = tg.gather %t, %u offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 6] : (tensor<7x6xf32>, tensor<5x1xui64>) -> tensor<5x6xf32>
  %1 = tg.gather %t, %s offset_dims [1, 2] start_index_map [1, 0] index_vector_dim 1 slice_sizes [3, 2] : (tensor<7x6xf32>, tensor<5x2xi64>) -> tensor<5x3x2xf32>
  %2 = tg.gather %t, %b offset_dims [1] collapsed_slice_dims [0] start_index_map [0, 1] index_vector_dim 1 slice_sizes [1, 4] : (tensor<7x6xf32>, tensor<5x2xi8>) -> tensor<5x4xf32>
  %3 = tg.dynamic_update_slice %t, %w, %i, %i : (tensor<7x6xf32>, tensor<2x3xf32>, tensor<ui64>, tensor<ui64>) -> tensor<7x6xf32>
  %4 = tg.dynamic_slice %t, %i, %i sizes [2, 3] : (tensor<7x6xf32>, tensor<ui64>, tensor<ui64>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4 : tensor<5x6xf32>, tensor<5x3x2xf32>, tensor<5x4xf32>, tensor<7x6xf32>, tensor<2x3xf32>
}`,
	"index": `func.func @main(%i: tensor<4xi64>) -> (tensor<4xi64>, tensor<i64>, tensor<4x2xf32>) {
  %0 = tg.convert %i : (tensor<4xi64>) -> tensor<4xindex>
  %1 = tg.cumulate max %0 dim 0 : tensor<4xindex>
  %2 = tg.convert %1 : (tensor<4xindex>) -> tensor<4xi64>
  %3 = tg.reduce argmax %0 dims [0] element_type index : (tensor<4xindex>) -> tensor<index>
  %4 = tg.convert %3 : (tensor<index>) -> tensor<i64>
  %5 = tg.bitcast %0 : (tensor<4xindex>) -> tensor<4x2xf32>
  return %2, %4, %5 : tensor<4xi64>, tensor<i64>, tensor<4x2xf32>
}`,
	"conv": `func.func @main(%x: tensor<2x5x6x4xf32>, %w: tensor<3x2x2x6xf32>, %b: tensor<6xf32>) -> (tensor<2x9x9x6xf32>, tensor<1x3x5x6xf32>) {
  %0 = tg.conv %x, %w bias %b layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] pads [1:1, -1:1] input_dilation [2, 2] kernel_dilation [1, 2] reversal [true, false] groups 2 activation relu : (tensor<2x5x6x4xf32>, tensor<3x2x2x6xf32>, tensor<6xf32>) -> tensor<2x9x9x6xf32>
  %1 = tg.slice %x [0:2, 0:5, 0:6, 0:2] : (tensor<2x5x6x4xf32>) -> tensor<2x5x6x2xf32>
  %2 = tg.conv %1, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] batch_groups 2 : (tensor<2x5x6x2xf32>, tensor<3x2x2x6xf32>) -> tensor<1x3x5x6xf32>
  return %0, %2 : tensor<2x9x9x6xf32>, tensor<1x3x5x6xf32>
}`,
}

func TestPrograms(t *testing.T) {
	for name, text := range programs {
		t.Run(name, func(t *testing.T) {
			module, err := agree.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			runs := agree.Runs(module)
			if len(runs) == 0 {
				t.Fatal("the program cannot be run")
			}
			after, err := agree.Check(module, runs, "tg-to-te")
			if err != nil {
				t.Fatal(err)
			}
			ir.Walk(after, func(o *ir.Op) ir.WalkAction {
				if _, ok := te.AsCompute(o); ok {
					return ir.Skip
				}
				if strings.HasPrefix(o.Name(), "tg.") && !o.Has(ir.ConstantLike) {
					t.Errorf("%s is left", o.Name())
				}
				return ir.Advance
			})
		})
	}
}

// Windows are sequential: prefix sums of f16 are rounded at every step.
func TestScanOrder(t *testing.T) {
	const n = 40
	module, err := agree.Parse(fmt.Sprintf(`func.func @main(%%x: tensor<%[1]dxf16>) -> (tensor<%[1]dxf16>, tensor<%[1]dxf16>) {
  %%0 = tg.cumulate sum %%x dim 0 : tensor<%[1]dxf16>
  %%1 = tg.reduce_window sum %%x window [%[1]d] pads [%[2]d:0] : (tensor<%[1]dxf16>) -> tensor<%[1]dxf16>
  return %%0, %%1 : tensor<%[1]dxf16>, tensor<%[1]dxf16>
}`, n, n-1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := agree.Check(module, agree.Runs(module), "tg-to-te"); err != nil {
		t.Error(err)
	}
}
