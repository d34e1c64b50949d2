package tg_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

func TestEveryOpHasACost(t *testing.T) {
	for _, o := range tg.Dialect.Ops() {
		t.Run(o.Name(), func(t *testing.T) {
			if _, ok := cost.Model.Get(o); !ok {
				t.Error("does not fill cost.Model")
			}
			// The ops of the example cost something, in a finite time.
			m := parse(t, newContext(), o.Example)
			ir.Walk(m, func(inner *ir.Op) ir.WalkAction {
				for _, machine := range []*cost.Machine{cost.CPU(), cost.GPU()} {
					seconds := machine.Op(inner)
					free := inner.Has(ir.ConstantLike) || inner.Has(ir.ReturnLike) || inner.Def().Name() == "builtin.module"
					if inner.Is(o) && (math.IsNaN(seconds) || math.IsInf(seconds, 0) || seconds < 0 || (seconds == 0) != free) {
						t.Errorf("takes %v seconds on %s", seconds, machine.Name)
					}
				}
				return ir.Advance
			})
		})
	}
}

// What ops of each family do, computed by hand.
// It is long because it is a table of cases.
func TestWork(t *testing.T) {
	epilogue := func(w cost.Work, simple, calls float64) cost.Work {
		w.Epilogue.Simple, w.Epilogue.Calls = simple, calls
		return w
	}
	for _, c := range []struct {
		name, args, op, more string
		want                 cost.Work
	}{
		{name: "elementwise", args: "%x: tensor<4x8xf32>", op: "tg.add %x, %x : tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 32, Read: 256, Written: 128}},
		{name: "a row for all", args: "%x: tensor<4x8xf32>, %y: tensor<8xf32>", op: "tg.add %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 32, Read: 160, Written: 128, Filled: 128, Repeats: true}},
		{name: "a number for each row", args: "%x: tensor<4x8xf32>, %y: tensor<4x1xf32>", op: "tg.add %x, %y : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 32, Read: 144, Written: 128, Runs: 4, Filled: 128, Repeats: true}},
		{name: "rows repeated in between", args: "%x: tensor<2x4x8xf32>, %y: tensor<2x1x8xf32>", op: "tg.add %x, %y : (tensor<2x4x8xf32>, tensor<2x1x8xf32>) -> tensor<2x4x8xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 64, Read: 256 + 64, Written: 256, Runs: 8, Filled: 256, Repeats: true}},
		{name: "a scalar", args: "%x: tensor<4x8xf32>, %y: tensor<f32>", op: "tg.add %x, %y : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 32, Read: 132, Written: 128, Filled: 128, Repeats: true}},
		{name: "a scalar and many", args: "%x: tensor<3x512xf32>, %y: tensor<f32>", op: "tg.add %x, %y : (tensor<3x512xf32>, tensor<f32>) -> tensor<3x512xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 1536, Read: 6148, Written: 6144, Filled: 6144, Repeats: true}},
		{name: "a row and many", args: "%x: tensor<3x512xf32>, %y: tensor<512xf32>", op: "tg.add %x, %y : (tensor<3x512xf32>, tensor<512xf32>) -> tensor<3x512xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 1536, Read: 6144 + 2048, Written: 6144, Filled: 6144, Repeats: true}},
		{name: "extents of 1 repeat nothing", args: "%x: tensor<1x8xf32>, %y: tensor<8xf32>", op: "tg.add %x, %y : (tensor<1x8xf32>, tensor<8xf32>) -> tensor<1x8xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 8, Read: 64, Written: 32}},
		{name: "three operands read blocks anyway", args: "%l: tensor<f32>, %x: tensor<8xf32>", op: "tg.clamp %l, %x, %l : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 8, Read: 40, Written: 32, Filled: 64}},
		{name: "half precision", args: "%x: tensor<4x8xf16>", op: "tg.mul %x, %x : tensor<4x8xf16>",
			want: cost.Work{Kind: cost.Simple, Flops: 32, Read: 128, Written: 64}},
		{name: "truth values take a byte each", args: "%x: tensor<4x8xi1>", op: "tg.and %x, %x : tensor<4x8xi1>",
			want: cost.Work{Kind: cost.Simple, Flops: 32, Read: 64, Written: 32}},
		{name: "small integers take a byte each", args: "%x: tensor<4x8xi4>", op: "tg.convert %x : (tensor<4x8xi4>) -> tensor<4x8xui2>",
			want: cost.Work{Kind: cost.Math, Call: "convert", Flops: 32, Read: 32, Written: 32}},
		{name: "small floats take a byte each", args: "%x: tensor<4xf8E4M3FN>", op: "tg.convert %x : (tensor<4xf8E4M3FN>) -> tensor<4xbf16>",
			want: cost.Work{Kind: cost.Math, Call: "convert", Flops: 4, Read: 4, Written: 8}},
		{name: "no rows to reduce", args: "%x: tensor<0x8xf32>", op: "tg.reduce sum %x dims [1] : (tensor<0x8xf32>) -> tensor<0xf32>",
			want: cost.Work{Kind: cost.Fold}},
		{name: "nothing to reduce", args: "%x: tensor<4x0xf32>", op: "tg.reduce sum %x dims [1] : (tensor<4x0xf32>) -> tensor<4xf32>",
			want: cost.Work{Kind: cost.Fold, Written: 16, Rows: 4}},
		{name: "nothing to transpose", args: "%x: tensor<4x0xf32>", op: "tg.transpose %x permutation [1, 0] : (tensor<4x0xf32>) -> tensor<0x4xf32>",
			want: cost.Work{Kind: cost.Move, Rows: 0, Cols: 4}},
		{name: "no depth", args: "%x: tensor<4x0xf32>, %y: tensor<0x8xf32>", op: "tg.matmul %x, %y : (tensor<4x0xf32>, tensor<0x8xf32>) -> tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Contract, Written: 128, Rows: 4, Cols: 8}},
		{name: "dynamic rows count once", args: "%x: tensor<?x8xf32>, %y: tensor<8x16xf32>", op: "tg.matmul %x, %y : (tensor<?x8xf32>, tensor<8x16xf32>) -> tensor<?x16xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 8 * 16, Read: 32 + 512, Written: 64, Rows: 1, Cols: 16, Depth: 8}},
		{name: "nothing to gather", args: "%x: tensor<100x8xf32>, %i: tensor<0x1xi32>",
			op:   "tg.gather %x, %i offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 8] : (tensor<100x8xf32>, tensor<0x1xi32>) -> tensor<0x8xf32>",
			want: cost.Work{Kind: cost.Move}},
		{name: "nothing to concatenate", args: "%x: tensor<4x0xf32>, %y: tensor<4x2xf32>", op: "tg.concat %x, %y dim 1 : (tensor<4x0xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>",
			want: cost.Work{Kind: cost.Move, Read: 32, Written: 32}},
		{name: "nothing to sort", args: "%x: tensor<4x0xf32>", op: "tg.sort ascending %x dim 1 : tensor<4x0xf32>",
			want: cost.Work{Kind: cost.Math, Call: "sort"}},
		{name: "comparison", args: "%x: tensor<4x8xf64>", op: "tg.compare lt %x, %x : (tensor<4x8xf64>, tensor<4x8xf64>) -> tensor<4x8xi1>",
			want: cost.Work{Kind: cost.Simple, Flops: 32, Read: 512, Written: 32}},
		{name: "selection", args: "%p: tensor<8xi1>, %x: tensor<8xf32>", op: "tg.select %p, %x, %x : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 8, Read: 72, Written: 32}},
		{name: "a function", args: "%x: tensor<4x8xf32>", op: "tg.tanh %x : tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Math, Call: "tanh", Flops: 32, Read: 128, Written: 128}},
		{name: "a division", args: "%x: tensor<4x8xf32>", op: "tg.div %x, %x : tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Math, Call: "div", Flops: 32, Read: 256, Written: 128}},
		{name: "gelu", args: "%x: tensor<4xf32>", op: "tg.gelu %x approximate tanh : tensor<4xf32>",
			want: cost.Work{Kind: cost.Math, Call: "gelu_tanh", Flops: 4, Read: 16, Written: 16}},
		{name: "conversion", args: "%x: tensor<4xf32>", op: "tg.convert %x : (tensor<4xf32>) -> tensor<4xi64>",
			want: cost.Work{Kind: cost.Math, Call: "convert", Flops: 4, Read: 16, Written: 32}},
		{name: "a dynamic extent counts once", args: "%x: tensor<?x8xf32>", op: "tg.neg %x : tensor<?x8xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 8, Read: 32, Written: 32}},
		{name: "no elements", args: "%x: tensor<0x8xf32>", op: "tg.neg %x : tensor<0x8xf32>",
			want: cost.Work{Kind: cost.Simple}},

		{name: "no elements to repeat", args: "%x: tensor<2x0x8xf32>, %y: tensor<2x1x1xf32>", op: "tg.add %x, %y : (tensor<2x0x8xf32>, tensor<2x1x1xf32>) -> tensor<2x0x8xf32>",
			want: cost.Work{Kind: cost.Simple, Read: 8}},
		{name: "reshape", args: "%x: tensor<4x8xf32>", op: "tg.reshape %x : (tensor<4x8xf32>) -> tensor<32xf32>",
			want: cost.Work{Kind: cost.View}},
		{name: "bitcast to narrower elements", args: "%x: tensor<4xi32>", op: "tg.bitcast %x : (tensor<4xi32>) -> tensor<4x4xi8>",
			want: cost.Work{Kind: cost.View}},
		{name: "bitcast of floats, whose NaNs become one", args: "%x: tensor<4xf32>", op: "tg.bitcast %x : (tensor<4xf32>) -> tensor<4x4xi8>",
			want: cost.Work{Kind: cost.Move, Read: 16, Written: 16}},
		{name: "bitcast to wider elements", args: "%x: tensor<4x4xi8>", op: "tg.bitcast %x : (tensor<4x4xi8>) -> tensor<4xf32>",
			want: cost.Work{Kind: cost.Move, Read: 16, Written: 16}},
		{name: "transpose", args: "%x: tensor<4x8xf32>", op: "tg.transpose %x permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>",
			want: cost.Work{Kind: cost.Move, Read: 128, Written: 128, Swapped: 32, Rows: 8, Cols: 4}},
		{name: "transpose of rows", args: "%x: tensor<4x8x2xf32>", op: "tg.transpose %x permutation [1, 0, 2] : (tensor<4x8x2xf32>) -> tensor<8x4x2xf32>",
			want: cost.Work{Kind: cost.Move, Read: 256, Written: 256, Runs: 32}},
		{name: "transpose of an extent of 1", args: "%x: tensor<1x8x2xf32>", op: "tg.transpose %x permutation [1, 0, 2] : (tensor<1x8x2xf32>) -> tensor<8x1x2xf32>",
			want: cost.Work{Kind: cost.Move, Read: 64, Written: 64}},
		{name: "broadcast of a scalar", args: "%x: tensor<f32>", op: "tg.broadcast %x dims [] : (tensor<f32>) -> tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Move, Read: 4, Written: 128, Singles: 32}},
		{name: "broadcast of a row", args: "%x: tensor<8xf32>", op: "tg.broadcast %x dims [1] : (tensor<8xf32>) -> tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Move, Read: 32, Written: 128, Runs: 4}},
		{name: "slice of columns", args: "%x: tensor<4x8xf32>", op: "tg.slice %x [0:4, 2:6] : (tensor<4x8xf32>) -> tensor<4x4xf32>",
			want: cost.Work{Kind: cost.Move, Read: 64, Written: 64, Runs: 4}},
		{name: "slice with a stride", args: "%x: tensor<4x8xf32>", op: "tg.slice %x [0:4, 0:8:2] : (tensor<4x8xf32>) -> tensor<4x4xf32>",
			want: cost.Work{Kind: cost.Move, Read: 64, Written: 64, Singles: 16}},
		{name: "pad", args: "%x: tensor<4x8xf32>, %v: tensor<f32>", op: "tg.pad %x, %v low [0, 1] high [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x10xf32>",
			want: cost.Work{Kind: cost.Move, Read: 132, Written: 160, Runs: 4}},
		{name: "concat of columns", args: "%x: tensor<4x8xf32>, %y: tensor<4x2xf32>", op: "tg.concat %x, %y dim 1 : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>",
			want: cost.Work{Kind: cost.Move, Read: 160, Written: 160, Runs: 8}},
		{name: "split of columns", args: "%x: tensor<4x8xf32>", op: "tg.split %x dim 1 sizes [2, 6] : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x6xf32>)", more: ":2",
			want: cost.Work{Kind: cost.Move, Read: 128, Written: 128, Runs: 8}},
		{name: "reverse", args: "%x: tensor<4x8xf32>", op: "tg.reverse %x dims [0] : tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Move, Read: 128, Written: 128, Runs: 4}},
		{name: "iota", op: "tg.iota dim 1 : tensor<4x8xi64>",
			want: cost.Work{Kind: cost.Simple, Flops: 32, Written: 256}},
		{name: "gather of rows", args: "%x: tensor<100x8xf32>, %i: tensor<5x1xi32>",
			op:   "tg.gather %x, %i offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [1, 8] : (tensor<100x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>",
			want: cost.Work{Kind: cost.Move, Read: 160 + 20, Written: 160, Runs: 4}},
		{name: "dynamic slice", args: "%x: tensor<8x12xf32>, %i: tensor<i32>", op: "tg.dynamic_slice %x, %i, %i sizes [2, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>",
			want: cost.Work{Kind: cost.Move, Read: 32, Written: 32, Runs: 2}},
		{name: "update of storage that nothing else uses", args: "%x: tensor<8x12xf32>, %u: tensor<1x4xf32>, %i: tensor<i32>",
			op:   "tg.dynamic_update_slice %x, %u, %i, %i : (tensor<8x12xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>",
			want: cost.Work{Kind: cost.Move, Read: 16, Written: 16}},
		{name: "scatter", args: "%x: tensor<10x4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>",
			op:   "tg.scatter add %x, %i, %u update_window_dims [1] inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 12, Read: 48 + 12, Written: 48, Singles: 12}},

		{name: "reduction of rows", args: "%x: tensor<4x8xf32>", op: "tg.reduce sum %x dims [1] : (tensor<4x8xf32>) -> tensor<4xf32>",
			want: cost.Work{Kind: cost.Fold, Flops: 32, Read: 128, Written: 16, Rows: 4, Runs: 4}},
		{name: "reduction of columns", args: "%x: tensor<4x8xf32>", op: "tg.reduce max %x dims [0] : (tensor<4x8xf32>) -> tensor<8xf32>",
			want: cost.Work{Kind: cost.Simple, Call: "reduce_max", Flops: 32, Read: 128, Written: 32, Runs: 4}},
		{name: "reduction of all", args: "%x: tensor<4x8xf32>", op: "tg.reduce prod %x dims [0, 1] : (tensor<4x8xf32>) -> tensor<f32>",
			want: cost.Work{Kind: cost.Fold, Flops: 32, Read: 128, Written: 4, Rows: 1}},
		{name: "argmax", args: "%x: tensor<4x8xf32>", op: "tg.reduce argmax %x dims [1] : (tensor<4x8xf32>) -> tensor<4xi64>",
			want: cost.Work{Kind: cost.Math, Call: "argmax", Flops: 32, Read: 128, Written: 32, Runs: 4}},
		{name: "reduction by a region", args: "%x: tensor<4x8xf32>, %i: tensor<f32>",
			op:   "tg.reduce %x init %i dims [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32> with (%a: tensor<f32>, %e: tensor<f32>) { %1 = tg.mul %a, %e : tensor<f32> tg.yield %1 : tensor<f32> }",
			want: cost.Work{Kind: cost.Control, Read: 132, Written: 16, Times: 32, Singles: 32}},
		{name: "pooling", args: "%x: tensor<1x4x4x8xf32>", op: "tg.reduce_window max %x window [1, 2, 2, 1] strides [1, 2, 2, 1] : (tensor<1x4x4x8xf32>) -> tensor<1x2x2x8xf32>",
			want: cost.Work{Kind: cost.Simple, Flops: 128, Read: 512, Written: 128, Runs: 16}},
		{name: "scan", args: "%x: tensor<4x8xf32>", op: "tg.cumulate sum %x dim 1 : tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Fold, Flops: 32, Read: 128, Written: 128, Runs: 4}},
		{name: "sort", args: "%x: tensor<4x8xf32>", op: "tg.sort ascending %x dim 1 : tensor<4x8xf32>",
			want: cost.Work{Kind: cost.Math, Call: "sort", Flops: 32 * 3, Read: 128, Written: 128}},
		{name: "sort by a region", args: "%x: tensor<4x8xf32>",
			op:   "tg.sort %x dim 1 : tensor<4x8xf32> with (%a: tensor<f32>, %b: tensor<f32>) { %1 = tg.compare lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> tg.yield %1 : tensor<i1> }",
			want: cost.Work{Kind: cost.Control, Read: 128, Written: 128, Times: 96, Singles: 96}},

		{name: "matmul", args: "%x: tensor<4x8xf32>, %y: tensor<8x16xf32>", op: "tg.matmul %x, %y : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 4 * 8 * 16, Read: 128 + 512, Written: 256, Rows: 4, Cols: 16, Depth: 8, Packed: 512}},
		{name: "batched matmul", args: "%x: tensor<5x4x8xf64>, %y: tensor<5x8x16xf64>", op: "tg.matmul %x, %y : (tensor<5x4x8xf64>, tensor<5x8x16xf64>) -> tensor<5x4x16xf64>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 5 * 4 * 8 * 16, Read: 5 * (256 + 1024), Written: 5 * 512, Rows: 4, Cols: 16, Depth: 8, Packed: 5 * 1024}},
		{name: "one matrix for all batches", args: "%x: tensor<5x4x8xf32>, %y: tensor<1x8x16xf32>", op: "tg.matmul %x, %y : (tensor<5x4x8xf32>, tensor<1x8x16xf32>) -> tensor<5x4x16xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 5 * 4 * 8 * 16, Read: 640 + 512, Written: 1280, Rows: 20, Cols: 16, Depth: 8, Packed: 512}},
		{name: "one row for all batches", args: "%x: tensor<1x8xf32>, %y: tensor<5x8x16xf32>", op: "tg.matmul %x, %y : (tensor<1x8xf32>, tensor<5x8x16xf32>) -> tensor<5x1x16xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 5 * 8 * 16, Read: 32 + 5*512, Written: 5 * 64, Rows: 1, Cols: 80, Depth: 8}},
		{name: "vector by matrix", args: "%x: tensor<8xf32>, %y: tensor<8x16xf32>", op: "tg.matmul %x, %y : (tensor<8xf32>, tensor<8x16xf32>) -> tensor<16xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 8 * 16, Read: 32 + 512, Written: 64, Rows: 1, Cols: 16, Depth: 8}},
		{name: "matmul with bias and activation", args: "%x: tensor<4x8xf32>, %y: tensor<8x16xf32>, %b: tensor<16xf32>",
			op:   "tg.matmul %x, %y bias %b activation tanh : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>",
			want: epilogue(cost.Work{Kind: cost.Contract, Call: "tanh", Flops: 1024, Read: 128 + 512 + 64, Written: 256, Rows: 4, Cols: 16, Depth: 8, Packed: 512}, 64, 64)},
		{name: "no columns", args: "%x: tensor<4x8xf32>, %y: tensor<8x0xf32>", op: "tg.matmul %x, %y : (tensor<4x8xf32>, tensor<8x0xf32>) -> tensor<4x0xf32>",
			want: cost.Work{Kind: cost.Contract, Read: 128, Rows: 4, Depth: 8}},
		{name: "dot_general", args: "%x: tensor<5x4x8xf32>, %y: tensor<5x8x3xf32>",
			op:   "tg.dot_general %x, %y batching [0] x [0] contracting [2] x [1] : (tensor<5x4x8xf32>, tensor<5x8x3xf32>) -> tensor<5x4x3xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 5 * 4 * 8 * 3, Read: 640 + 480, Written: 240, Rows: 4, Cols: 3, Depth: 8, Packed: 480, Runs: 40}},
		{name: "convolution", args: "%x: tensor<2x8x8x3xf32>, %w: tensor<3x3x3x16xf32>, %b: tensor<16xf32>",
			op:   "tg.conv %x, %w bias %b layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 1:1] activation relu : (tensor<2x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<16xf32>) -> tensor<2x4x4x16xf32>",
			want: epilogue(cost.Work{Kind: cost.Contract, Flops: 2 * 512 * 27, Read: 4 * (384 + 432 + 16), Written: 2048, Rows: 32, Cols: 16, Depth: 27, Packed: 4 * (384 + 27*16)}, 1024, 0)},
		{name: "convolution with features outermost", args: "%x: tensor<2x3x8x8xf32>, %w: tensor<16x3x3x3xf32>",
			op:   "tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] strides [2, 2] pads [1:1, 1:1] : (tensor<2x3x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<2x16x4x4xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 512 * 27, Read: 4 * (384 + 432), Written: 2048, Rows: 32, Cols: 16, Depth: 27, Packed: 4 * (384 + 27*16), Singles: 27 * 16, Swapped: 512}},
		{name: "convolution of more features", args: "%x: tensor<2x8x8x5xf32>, %w: tensor<3x3x5x16xf32>",
			op:   "tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] strides [2, 2] pads [1:1, 1:1] : (tensor<2x8x8x5xf32>, tensor<3x3x5x16xf32>) -> tensor<2x4x4x16xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 512 * 45, Read: 4 * (640 + 720), Written: 2048, Rows: 32, Cols: 16, Depth: 45, Packed: 4 * (32*45 + 45*16), Runs: 4 * 32 * 3}},
		{name: "convolution of more features outermost", args: "%x: tensor<2x5x8x8xf32>, %w: tensor<16x5x3x3xf32>",
			op:   "tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] strides [2, 2] pads [1:1, 1:1] : (tensor<2x5x8x8xf32>, tensor<16x5x3x3xf32>) -> tensor<2x16x4x4xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 512 * 45, Read: 4 * (640 + 720), Written: 2048, Rows: 32, Cols: 16, Depth: 45, Packed: 4 * (32*45 + 45*16), Singles: 32*45 + 45*16}},
		{name: "convolution with a kernel in order", args: "%x: tensor<2x5x8x8xf32>, %w: tensor<16x3x3x5xf32>",
			op:   "tg.conv %x, %w layout [n, c, h, w] x [o, h, w, i] -> [n, c, h, w] strides [2, 2] pads [1:1, 1:1] : (tensor<2x5x8x8xf32>, tensor<16x3x3x5xf32>) -> tensor<2x16x4x4xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 512 * 45, Read: 4 * (640 + 720), Written: 2048, Rows: 32, Cols: 16, Depth: 45, Packed: 4 * (32*45 + 45*16), Singles: 32 * 45}},
		{name: "convolution that gathers one by one", args: "%x: tensor<2x8x8x3xf32>, %w: tensor<1x1x3x16xf32>",
			op:   "tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, c, h, w] : (tensor<2x8x8x3xf32>, tensor<1x1x3x16xf32>) -> tensor<2x16x8x8xf32>",
			want: cost.Work{Kind: cost.Contract, Flops: 2 * 128 * 16 * 3, Read: 4 * (384 + 48), Written: 8192, Rows: 128, Cols: 16, Depth: 3, Packed: 4 * 48, Singles: 384}},
		{name: "depthwise convolution", args: "%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x1x4xf32>",
			op:   "tg.conv %x, %w layout [n, h, w, c] x [h, w, i, o] -> [n, h, w, c] groups 4 : (tensor<1x8x8x4xf32>, tensor<3x3x1x4xf32>) -> tensor<1x6x6x4xf32>",
			want: cost.Work{Kind: cost.Depthwise, Flops: 2 * 144 * 9, Read: 1024 + 144, Written: 576, Runs: 8}},
		{name: "depthwise convolution with features outermost", args: "%x: tensor<1x4x8x8xf32>, %w: tensor<4x1x3x3xf32>",
			op:   "tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] groups 4 : (tensor<1x4x8x8xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32>",
			want: cost.Work{Kind: cost.Depthwise, Flops: 2 * 144 * 9, Read: 1024 + 144, Written: 576, Runs: 4}},
		{name: "depthwise convolution with steps", args: "%x: tensor<1x4x8x8xf32>, %w: tensor<4x1x3x3xf32>",
			op:   "tg.conv %x, %w layout [n, c, h, w] x [o, i, h, w] -> [n, c, h, w] strides [2, 2] groups 4 : (tensor<1x4x8x8xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x3x3xf32>",
			want: cost.Work{Kind: cost.Depthwise, Flops: 2 * 36 * 9, Read: 1024 + 144, Written: 144, Runs: 4}},

		{name: "fusion", args: "%x: tensor<8xf32>",
			op:   "tg.fusion (%a = %x) : (tensor<8xf32>) -> tensor<8xf32> { %1 = tg.neg %a : tensor<8xf32> tg.yield %1 : tensor<8xf32> }",
			want: cost.Work{Kind: cost.Fusion, Read: 32, Written: 32, Times: 1, Fused: true}},
		{name: "fusion with a product", args: "%x: tensor<2x8xf32>, %y: tensor<8x4xf32>, %s: tensor<4xf32>",
			op:   "tg.fusion (%a = %x, %b = %y, %c = %s) : (tensor<2x8xf32>, tensor<8x4xf32>, tensor<4xf32>) -> tensor<2x4xf32> { %1 = tg.matmul %a, %b : (tensor<2x8xf32>, tensor<8x4xf32>) -> tensor<2x4xf32> %2 = tg.mul %1, %c : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32> %3 = tg.relu %2 : tensor<2x4xf32> tg.yield %3 : tensor<2x4xf32> }",
			want: epilogue(cost.Work{Kind: cost.Contract, Flops: 2 * 8 * 8, Read: 64 + 128 + 16, Written: 32, Rows: 2, Cols: 4, Depth: 8, Packed: 128}, 16, 0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			module := parse(t, newContext(), "func.func @f("+c.args+") {\n%r"+c.more+" = "+c.op+"\nreturn\n}")
			o := module.RegionAt(0).First().First().RegionAt(0).First().First()
			got := cost.CPU().Work(ir.InferenceOf(o))
			if got.Op != o.Name() {
				t.Errorf("is the work of %s", got.Op)
			}
			got.Elem, got.Op = nil, ""
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestDone: an op that runs its region as one op has done what is computed there, for each element,
// and one that runs its regions op by op has not.
func TestDone(t *testing.T) {
	const text = `func.func @f(%x: tensor<8xf32>, %p: tensor<i1>) -> tensor<8xf32> {
  %0 = tg.fusion (%a = %x) : (tensor<8xf32>) -> tensor<8xf32> { %2 = tg.neg %a : tensor<8xf32> %3 = tg.add %2, %a : tensor<8xf32> tg.yield %3 : tensor<8xf32> }
  %1 = tg.if %p -> (tensor<8xf32>) {
    %2 = tg.add %0, %x : tensor<8xf32>
    tg.yield %2 : tensor<8xf32>
  } else {
    tg.yield %x : tensor<8xf32>
  }
  return %1 : tensor<8xf32>
}`
	block := parse(t, newContext(), text).RegionAt(0).First().First().RegionAt(0).First()
	e := cost.NewEstimator(cost.CPU())
	if got, want := e.Done(block.First()), (cost.Estimate{Flops: 16, Read: 32, Written: 32}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if got := e.Done(block.First().Next()); got.Flops != 0 {
		t.Errorf("%v", got)
	}
}
