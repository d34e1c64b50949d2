package cost_test

import (
	"testing"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/parser"
)

// Ops and functions that a profile names are those of the dialects.
func TestCheck(t *testing.T) {
	ctx := driver.NewContext()
	for _, c := range []struct{ add, want string }{
		{"", ""},
		{"overhead.tg.pat = 1\n", "p:1:1: error: 'overhead.tg.pat': there is no kind or op 'tg.pat'; did you mean 'tg.pad'?"},
		{"call.tanhh = 1\n", "p:1:1: error: 'call.tanhh': there is no function 'tanhh'; did you mean 'tanh'?"},
	} {
		m, err := cost.Parse("p", c.add+cost.CPU().String())
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := m.Check(ctx); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// StableHLO costs what tg costs, into which it is converted.
func TestStableHLO(t *testing.T) {
	for _, c := range []struct {
		name, args, hlo, tg string
	}{
		{"add", "%x: tensor<4x8xf32>", "stablehlo.add %x, %x : tensor<4x8xf32>", "tg.add %x, %x : tensor<4x8xf32>"},
		{"tanh", "%x: tensor<4x8xf32>", "stablehlo.tanh %x : tensor<4x8xf32>", "tg.tanh %x : tensor<4x8xf32>"},
		{"compare", "%x: tensor<4xf32>", "stablehlo.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>", "tg.compare lt %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>"},
		{"reshape", "%x: tensor<4x8xf32>", "stablehlo.reshape %x : (tensor<4x8xf32>) -> tensor<32xf32>", "tg.reshape %x : (tensor<4x8xf32>) -> tensor<32xf32>"},
		{"transpose", "%x: tensor<4x8xf32>", "stablehlo.transpose %x, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>", "tg.transpose %x permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>"},
		{"broadcast", "%x: tensor<8xf32>", "stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>", "tg.broadcast %x dims [1] : (tensor<8xf32>) -> tensor<4x8xf32>"},
		{"slice", "%x: tensor<4x8xf32>", "stablehlo.slice %x [0:4, 2:6] : (tensor<4x8xf32>) -> tensor<4x4xf32>", "tg.slice %x [0:4, 2:6] : (tensor<4x8xf32>) -> tensor<4x4xf32>"},
		{"pad", "%x: tensor<4xf32>, %v: tensor<f32>", "stablehlo.pad %x, %v, low = [1], high = [1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>", "tg.pad %x, %v low [1] high [1] interior [1] : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>"},
		{"concatenate", "%x: tensor<4x8xf32>", "stablehlo.concatenate %x, %x, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>", "tg.concat %x, %x dim 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>"},
		{"reverse", "%x: tensor<4x8xf32>", "stablehlo.reverse %x, dims = [1] : tensor<4x8xf32>", "tg.reverse %x dims [1] : tensor<4x8xf32>"},
		{"dot_general", "%x: tensor<5x4x8xf32>, %y: tensor<5x8x3xf32>",
			"stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x4x8xf32>, tensor<5x8x3xf32>) -> tensor<5x4x3xf32>",
			"tg.dot_general %x, %y batching [0] x [0] contracting [2] x [1] : (tensor<5x4x8xf32>, tensor<5x8x3xf32>) -> tensor<5x4x3xf32>"},
		{"dot", "%x: tensor<4x8xf32>, %y: tensor<8x3xf32>", "stablehlo.dot %x, %y : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>", "tg.matmul %x, %y : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>"},
		{"convolution", "%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>",
			"stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>",
			"tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>"},
		{"reduce", "%x: tensor<4x8xf32>, %i: tensor<f32>",
			"stablehlo.reduce(%x init: %i) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> reducer(%a: tensor<f32>, %b: tensor<f32>) { %1 = stablehlo.subtract %a, %b : tensor<f32> stablehlo.return %1 : tensor<f32> }",
			"tg.reduce %x init %i dims [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> with (%a: tensor<f32>, %b: tensor<f32>) { %1 = tg.sub %a, %b : tensor<f32> tg.yield %1 : tensor<f32> }"},
		{"reduce by a keyword", "%x: tensor<4x8xf32>, %i: tensor<f32>",
			"stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>",
			"tg.reduce max %x init %i dims [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>"},
		{"scatter by a keyword", "%x: tensor<4x8xf32>, %j: tensor<3x1xi32>, %u: tensor<3x8xf32>",
			`"stablehlo.scatter"(%x, %j, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %1 = stablehlo.add %a, %b : tensor<f32> stablehlo.return %1 : tensor<f32> }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>`,
			"tg.scatter add %x, %j, %u update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>"},
		{"windows by a keyword", "%x: tensor<8xf32>, %i: tensor<f32>",
			`"stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %1 = stablehlo.add %a, %b : tensor<f32> stablehlo.return %1 : tensor<f32> }) : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>`,
			"tg.reduce_window sum %x init %i window [2] strides [2] : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>"},
		{"sort along the last dimension", "%x: tensor<4x8xf32>",
			`"stablehlo.sort"(%x) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %1 : tensor<i1> }) : (tensor<4x8xf32>) -> tensor<4x8xf32>`,
			"tg.sort %x dim 1 : tensor<4x8xf32> with (%a: tensor<f32>, %b: tensor<f32>) { %1 = tg.compare lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> tg.yield %1 : tensor<i1> }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			estimate := func(op string) cost.Estimate {
				module, err := parser.Parse(driver.NewContext(), []byte("func.func @f("+c.args+") {\n%r = "+op+"\nreturn\n}"), parser.Options{})
				if err != nil {
					t.Fatal(err)
				}
				e := cost.NewEstimator(plain(t)).Op(module.RegionAt(0).First().First())
				return e
			}
			if got, want := estimate(c.hlo), estimate(c.tg); got != want {
				t.Errorf("costs %+v, in tg %+v", got, want)
			}
		})
	}
}
