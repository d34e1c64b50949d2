package tg_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
)

// badOps are ops that the verifier refuses, in the function @f(%x:
// tensor<4x8xf32>, %y: tensor<7xf32>, %d: tensor<?x8xf32>, %i: tensor<i32>, %p:
// tensor<i1>, %n: tensor<3xi32>), and why.
var badOps = []struct{ op, want string }{
	{`tg.add %x, %y : (tensor<4x8xf32>, tensor<7xf32>) -> tensor<4x8xf32>`,
		"'tg.add' op operands do not broadcast: dimension 1 of operand #0 ('tensor<4x8xf32>') is 8, dimension 0 of operand #1 ('tensor<7xf32>') is 7; extents must be equal, or one of them 1"},
	{`tg.add %x, %i : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x8xf32>`,
		"'tg.add' op operands must have one element type, but operand #0 is 'tensor<4x8xf32>' and operand #1 is 'tensor<i32>'; convert one of them"},
	{`tg.add %d, %x : (tensor<?x8xf32>, tensor<4x8xf32>) -> tensor<5x8xf32>`,
		"'tg.add' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<5x8xf32>'"},
	{`tg.exp %n : tensor<3xi32>`, "'tg.exp' op operand #0 must be ranked tensor of floating-point or complex values, but got 'tensor<3xi32>'"},
	{`tg.popcnt %p : tensor<i1>`, "'tg.popcnt' op operand #0 must be ranked tensor of integer or index values, but got 'tensor<i1>'"},
	{`tg.sub %p, %p : tensor<i1>`, "'tg.sub' op operand #0 must be ranked tensor of integer, index, floating-point or complex values, but got 'tensor<i1>'"},
	{`tg.reduce_precision %x exponent_bits 0 mantissa_bits 2 : tensor<4x8xf32>`, "'tg.reduce_precision' op exponent_bits must be at least 1, but is 0"},
	{`tg.reduce_precision %x exponent_bits 3 mantissa_bits -2 : tensor<4x8xf32>`, "'tg.reduce_precision' op mantissa_bits must be at least 0, but is -2"},
	{`tg.select %p, %x, %n : (tensor<i1>, tensor<4x8xf32>, tensor<3xi32>) -> tensor<4x8xf32>`,
		"'tg.select' op on_true and on_false must have one element type, but have 'tensor<4x8xf32>' and 'tensor<3xi32>'; convert one of them"},
	{`tg.convert %x : (tensor<4x8xf32>) -> tensor<8x4xi32>`,
		"'tg.convert' op inferred type(s) 'tensor<4x8xi32>' are incompatible with return type(s) of operation 'tensor<8x4xi32>'"},
	{`tg.bitcast %n : (tensor<3xi32>) -> tensor<3xi24>`, "'tg.bitcast' op elements of 32 bits cannot be read as elements of 24 bits: neither width is a multiple of the other"},
	{`tg.bitcast %n : (tensor<3xi32>) -> tensor<i64>`, "'tg.bitcast' op the last dimension of 'tensor<3xi32>' has extent 3, but must have 2 to become elements of 'i64'"},
	{`tg.bitcast %i : (tensor<i32>) -> tensor<i64>`, "'tg.bitcast' op operand 'tensor<i32>' needs a last dimension of extent 2 to become elements of 'i64'"},
	{`tg.iota dim 2 : tensor<4x8xf32>`, "'tg.iota' op dim 2 is not one of the 2 dimensions of 'tensor<4x8xf32>'"},
	{`"tg.constant"() <{value = dense<1> : vector<3xi32>}> : () -> tensor<3xi32>`,
		"'tg.constant' op value must have the type of a static ranked tensor, but has 'vector<3xi32>'"},

	{`tg.reshape %x : (tensor<4x8xf32>) -> tensor<5x8xf32>`, "'tg.reshape' op keeps the number of elements, but 'tensor<4x8xf32>' has 32 and 'tensor<5x8xf32>' has 40"},
	{`tg.reshape %x : (tensor<4x8xf32>) -> tensor<?x5xf32>`, "'tg.reshape' op 32 elements do not fill 'tensor<?x5xf32>': they are no multiple of 5"},
	{`tg.reshape %x : (tensor<4x8xf32>) -> tensor<32xf64>`, "'tg.reshape' op keeps the element type, but has operand 'tensor<4x8xf32>' and result 'tensor<32xf64>'"},
	{`tg.transpose %x permutation [1] : (tensor<4x8xf32>) -> tensor<8x4xf32>`, "'tg.transpose' op permutation has 1 entries, but 'tensor<4x8xf32>' has 2 dimensions"},
	{`tg.transpose %x permutation [1, 1] : (tensor<4x8xf32>) -> tensor<8x4xf32>`, "'tg.transpose' op permutation entry 1 appears twice"},
	{`tg.broadcast %x dims [0, 2] : (tensor<4x8xf32>) -> tensor<4x3x5xf32>`,
		"'tg.broadcast' op dimension 1 of 'tensor<4x8xf32>' does not lie along dimension 2 of 'tensor<4x3x5xf32>': extent 8 must be 5 or 1"},
	{`tg.broadcast %x dims [0, 9] : (tensor<4x8xf32>) -> tensor<4x8xf32>`, "'tg.broadcast' op dims entry 9 is not one of the 2 dimensions of 'tensor<4x8xf32>'"},
	{`tg.slice %x [0:4] : (tensor<4x8xf32>) -> tensor<4xf32>`, "'tg.slice' op 'starts' has 1 entries, but 'tensor<4x8xf32>' has 2 dimensions"},
	{`tg.slice %x [0:4, 2:9] : (tensor<4x8xf32>) -> tensor<4x7xf32>`, "'tg.slice' op range 2:9 of dimension 1 ends beyond extent 8 of 'tensor<4x8xf32>'"},
	{`tg.slice %x [3:2, 0:8] : (tensor<4x8xf32>) -> tensor<4x7xf32>`, "'tg.slice' op range 3:2 of dimension 0 must begin at 0 or more and not end before it begins"},
	{`tg.slice %x [0:2:0, 0:8] : (tensor<4x8xf32>) -> tensor<4x7xf32>`, "'tg.slice' op stride of dimension 0 must be positive, but is 0"},
	{`tg.slice %x [0:2:9223372036854775807, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>`,
		"'tg.slice' op inferred type(s) 'tensor<1x8xf32>' are incompatible with return type(s) of operation 'tensor<2x8xf32>'"},
	{`tg.pad %n, %i low [-2] high [-2] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>`, "'tg.pad' op padding -2:-2 leaves dimension 0 of 'tensor<3xi32>' a negative extent of -1"},
	{`tg.pad %n, %i low [0] high [0] interior [-1] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>`, "'tg.pad' op interior padding of dimension 0 must not be negative, but is -1"},
	{`tg.pad %n, %i low [9223372036854775807] high [9223372036854775807] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>`,
		"'tg.pad' op padding makes dimension 0 of 'tensor<3xi32>' larger than can be counted"},
	{`tg.pad %n, %p low [0] high [0] : (tensor<3xi32>, tensor<i1>) -> tensor<3xi32>`,
		"'tg.pad' op operands must have one element type, but operand #0 is 'tensor<3xi32>' and operand #1 is 'tensor<i1>'; convert one of them"},
	{`tg.concat %x, %d dim 1 : (tensor<4x8xf32>, tensor<?x8xf32>) -> tensor<5x16xf32>`,
		"'tg.concat' op inferred type(s) 'tensor<4x16xf32>' are incompatible with return type(s) of operation 'tensor<5x16xf32>'"},
	{`tg.concat %x, %y dim 0 : (tensor<4x8xf32>, tensor<7xf32>) -> tensor<5x8xf32>`,
		"'tg.concat' op operands must have one rank, but operand #0 is 'tensor<4x8xf32>' and operand #1 is 'tensor<7xf32>'"},
	{`"tg.concat"() <{dim = 0 : i64}> : () -> tensor<f32>`, "'tg.concat' op needs at least one operand"},
	{`tg.split %y dim 0 sizes [3, 5] : (tensor<7xf32>) -> (tensor<3xf32>, tensor<5xf32>)`, "'tg.split' op sizes add up to 8, but dimension 0 of 'tensor<7xf32>' has extent 7"},
	{`tg.split %y dim 0 sizes [-1, 8] : (tensor<7xf32>) -> (tensor<3xf32>, tensor<5xf32>)`, "'tg.split' op sizes must not be negative or more than can be counted, but have -1"},
	{`tg.reverse %x dims [2] : tensor<4x8xf32>`, "'tg.reverse' op dims entry 2 is not one of the 2 dimensions of 'tensor<4x8xf32>'"},
	{`tg.dynamic_slice %x, %i sizes [1, 1] : (tensor<4x8xf32>, tensor<i32>) -> tensor<1x1xf32>`, "'tg.dynamic_slice' op needs one start for each dimension of 'tensor<4x8xf32>', but has 1"},
	{`tg.dynamic_slice %x, %i, %i sizes [1, 9] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x9xf32>`,
		"'tg.dynamic_slice' op size 9 of dimension 1 must be from 0 to the extent 8 of 'tensor<4x8xf32>'"},
	{`tg.dynamic_update_slice %y, %n, %i : (tensor<7xf32>, tensor<3xi32>, tensor<i32>) -> tensor<7xf32>`,
		"'tg.dynamic_update_slice' op update 'tensor<3xi32>' must have the element type and the rank of 'tensor<7xf32>'"},
	{`tg.dynamic_update_slice %d, %d, %y, %y : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<?x8xf32>`,
		"'tg.dynamic_update_slice' op operand #2 must be 0D tensor of integer or index values, but got 'tensor<7xf32>'"},
	{`tg.gather %x, %n index_vector_dim 2 slice_sizes [1, 1] : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3xf32>`,
		"'tg.gather' op index_vector_dim 2 must be a dimension of the indices 'tensor<3xi32>', or 1 for indices that are scalars"},
	{`tg.gather %x, %n start_index_map [0] index_vector_dim 0 slice_sizes [1, 1] : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<f32>`,
		"'tg.gather' op start_index_map has 1 entries, but index vectors of 'tensor<3xi32>' have 3 components"},
	{`tg.gather %x, %n offset_dims [1] collapsed_slice_dims [0] start_index_map [0] index_vector_dim 1 slice_sizes [2, 8] : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>`,
		"'tg.gather' op slice size of dimension 0 must be 0 or 1, because the result does not show it, but is 2"},
	{`tg.gather %x, %n offset_dims [1, 0] start_index_map [0] index_vector_dim 1 slice_sizes [2, 8] : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>`,
		"'tg.gather' op offset_dims must increase, but has 0 behind 1"},
	{`tg.gather %x, %n offset_dims [1] start_index_map [0] index_vector_dim 1 slice_sizes [2, 8] : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>`,
		"'tg.gather' op offset_dims has 1 entries, but boxes have 2 dimensions"},
	{`tg.scatter and %y, %n, %y inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<7xf32>, tensor<3xi32>, tensor<7xf32>) -> tensor<7xf32>`,
		"'tg.scatter' op the operand of and must be ranked tensor of i1, integer or index values, but is 'tensor<7xf32>'"},
	{`tg.scatter add %y, %n, %y inserted_window_dims [0] scatter_dims_to_operand_dims [0] index_vector_dim 1 : (tensor<7xf32>, tensor<3xi32>, tensor<7xf32>) -> tensor<7xf32>`,
		"'tg.scatter' op updates must be 'tensor<3xf32>' to go with indices 'tensor<3xi32>', but are 'tensor<7xf32>'"},
	{`tg.scatter add %y, %n index_vector_dim 1 : (tensor<7xf32>, tensor<3xi32>) -> tensor<7xf32>`,
		"'tg.scatter' op needs operands, indices and as many updates (one of each next to a keyword), but has 2 operands"},

	{`tg.reduce sum %x dims [0, 0] : (tensor<4x8xf32>) -> tensor<8xf32>`, "'tg.reduce' op dims entry 0 appears twice"},
	{`tg.reduce xor %x dims [0] : (tensor<4x8xf32>) -> tensor<8xf32>`, "'tg.reduce' op the operand of xor must be ranked tensor of i1, integer or index values, but is 'tensor<4x8xf32>'"},
	{`tg.reduce sum %x init %i dims [0] : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>`, "'tg.reduce' op init must be 'tensor<f32>', but is 'tensor<i32>'"},
	{`tg.reduce argmax %n init %i dims [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i64>`, "'tg.reduce' op argmax takes no init"},
	{`tg.reduce argmax %n dims [0] element_type f32 : (tensor<3xi32>) -> tensor<f32>`, "'tg.reduce' op the element type of argmax must be an integer or index, but is 'f32'"},
	{`tg.reduce max %n dims [0] element_type i64 : (tensor<3xi32>) -> tensor<i64>`, "'tg.reduce' op 'element_type' is for argmax and argmin only"},
	{`tg.reduce %n init %i dims [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>`, "'tg.reduce' op needs 'kind' or one region, but has 0 regions"},
	{`tg.reduce sum %n dims [0] : (tensor<3xi32>) -> tensor<i32> with (%a: tensor<i32>, %b: tensor<i32>) { tg.yield %a : tensor<i32> }`,
		"'tg.reduce' op has 'kind' and a region: only one of them can say how elements combine"},
	{`tg.reduce %n init %i dims [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32> with (%a: tensor<i32>, %b: tensor<f32>) { tg.yield %a : tensor<i32> }`,
		"'tg.reduce' op region #0 must take (tensor<i32>, tensor<i32>), but takes (tensor<i32>, tensor<f32>)"},
	{`tg.reduce %n init %i dims [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32> with (%a: tensor<i32>, %b: tensor<i32>) { tg.yield %a, %b : tensor<i32>, tensor<i32> }`,
		"'tg.reduce' op region #0 must yield (tensor<i32>), but yields (tensor<i32>, tensor<i32>)"},
	{`tg.reduce %n init %n dims [0] : (tensor<3xi32>, tensor<3xi32>) -> tensor<i32> with (%a: tensor<i32>, %b: tensor<i32>) { tg.yield %a : tensor<i32> }`,
		"'tg.reduce' op init #0 must have rank 0, but is 'tensor<3xi32>'"},
	{`tg.reduce_window max %n window [2, 2] : (tensor<3xi32>) -> tensor<2xi32>`, "'tg.reduce_window' op 'window' has 2 entries, but 'tensor<3xi32>' has 1 dimensions"},
	{`tg.reduce_window max %n window [2] strides [0] : (tensor<3xi32>) -> tensor<2xi32>`, "'tg.reduce_window' op 'strides' must be positive, but has 0"},
	{`tg.reduce_window max %n window [2] pads [-2:-2] : (tensor<3xi32>) -> tensor<2xi32>`, "'tg.reduce_window' op dimension 0 of 'tensor<3xi32>': padding -2:-2 leaves a negative extent of -1"},
	{`tg.reduce_window mean %n window [2] : (tensor<3xi32>) -> tensor<2xi32>`, "'tg.reduce_window' op the operand of mean must be ranked tensor of floating-point or complex values, but is 'tensor<3xi32>'"},
	{`tg.reduce_window %n window [2] : (tensor<3xi32>) -> tensor<2xi32>`, "'tg.reduce_window' op needs 'kind' or one region, but has 0 regions"},
	{`tg.reduce_window %n window [2] : (tensor<3xi32>) -> tensor<2xi32> with (%a: tensor<i32>, %b: tensor<i32>) { tg.yield %a : tensor<i32> }`,
		"'tg.reduce_window' op needs an init for each input, but has 1 operands"},
	{`tg.reduce_window max %n, %n init %i, %i window [2] : (tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>`,
		"'tg.reduce_window' op needs one input and perhaps an init next to a keyword, but has 4 operands"},
	{`tg.reduce_window max %n init %n window [2] : (tensor<3xi32>, tensor<3xi32>) -> tensor<2xi32>`,
		"'tg.reduce_window' op init #0 must be 'tensor<i32>', but is 'tensor<3xi32>'"},
	{`tg.reduce_window %n init %i window [2] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32> with (%a: tensor<i32>, %b: tensor<f32>) { tg.yield %a : tensor<i32> }`,
		"'tg.reduce_window' op region #0 must take (tensor<i32>, tensor<i32>), but takes (tensor<i32>, tensor<f32>)"},
	{`tg.cumulate sum %x dim -1 : tensor<4x8xf32>`, "'tg.cumulate' op dim -1 is not one of the 2 dimensions of 'tensor<4x8xf32>'"},
	{`tg.sort ascending %x, %y dim 0 : (tensor<4x8xf32>, tensor<7xf32>) -> (tensor<4x8xf32>, tensor<7xf32>)`,
		"'tg.sort' op operands must have one shape, but operand #0 is 'tensor<4x8xf32>' and operand #1 is 'tensor<7xf32>'"},
	{`tg.sort %y dim 0 : tensor<7xf32> with (%a: tensor<f32>, %b: tensor<f32>) { tg.yield %a : tensor<f32> }`,
		"'tg.sort' op region #0 must yield (tensor<i1>), but yields (tensor<f32>)"},

	{`tg.fft fft %x length [8] : (tensor<4x8xf32>) -> tensor<4x8xf32>`, "'tg.fft' op the operand of fft must be ranked tensor of complex values, but is 'tensor<4x8xf32>'"},
	{`tg.fft rfft %x length [9] : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>`, "'tg.fft' op dimension 1 has 8 elements, but a transform of length 9 takes 9"},
	{`tg.fft rfft %x length [4, 4, 8] : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>`, "'tg.fft' op 3 dimensions cannot be transformed of 2"},
	{`tg.fft rfft %x length [] : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>`, "'tg.fft' op 1 to 3 dimensions can be transformed, but 0 lengths are given"},
	{`tg.fft rfft %n length [3] : (tensor<3xi32>) -> tensor<2xcomplex<f32>>`, "'tg.fft' op operand #0 must be ranked tensor of f32, f64 or complex values, but got 'tensor<3xi32>'"},
	{`tg.cholesky lower %x : tensor<4x8xf32>`, "'tg.cholesky' op the matrices of a must be square, but it is 'tensor<4x8xf32>'"},
	{`tg.cholesky lower %y : tensor<7xf32>`, "'tg.cholesky' op a must have the dimensions of a matrix, but is 'tensor<7xf32>'"},
	{`tg.triangular_solve left lower %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`, "'tg.triangular_solve' op the matrices of a must be square, but it is 'tensor<4x8xf32>'"},
	{`tg.triangular_solve left lower %d, %y : (tensor<?x8xf32>, tensor<7xf32>) -> tensor<7xf32>`, "'tg.triangular_solve' op a and b must have one rank, but are 'tensor<?x8xf32>' and 'tensor<7xf32>'"},
	{`tg.triangular_solve left lower %d, %x : (tensor<?x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.triangular_solve' op a ('tensor<?x8xf32>') has 8 unknowns, but dimension 0 of b ('tensor<4x8xf32>') is 4"},
	{`tg.select_and_scatter ge %n, %n init %i window [1] : (tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>`, "'tg.select_and_scatter' op needs both 'select' and 'scatter', or none"},
	{`tg.select_and_scatter %n, %n init %i window [1] : (tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>`, "'tg.select_and_scatter' op needs keywords, or two regions, but has 0"},
	{`tg.select_and_scatter ge add %n, %n init %i window [2] : (tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>`,
		"'tg.select_and_scatter' op the source must be 'tensor<2xi32>', an element for each position of the window, but is 'tensor<3xi32>'"},
	{`tg.select_and_scatter ge and %y, %y init %i window [1] : (tensor<7xf32>, tensor<7xf32>, tensor<i32>) -> tensor<7xf32>`, "'tg.select_and_scatter' op init must be 'tensor<f32>', but is 'tensor<i32>'"},
	{`tg.select_and_scatter ge add %n, %n init %i window [1] strides [0] : (tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>`, "'tg.select_and_scatter' op 'strides' must be positive, but has 0"},
	{`tg.select_and_scatter %n, %n init %i window [1] : (tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32> with {^bb0(%a: tensor<i32>, %b: tensor<i32>): tg.yield %a : tensor<i32>}, {^bb0(%a: tensor<i32>, %b: tensor<i32>): tg.yield %a : tensor<i32>}`,
		"'tg.select_and_scatter' op region #0 must yield (tensor<i1>), but yields (tensor<i32>)"},

	{`tg.matmul %x, %y : (tensor<4x8xf32>, tensor<7xf32>) -> tensor<4xf32>`,
		"'tg.matmul' op inner dimensions differ: dimension 1 of lhs ('tensor<4x8xf32>') is 8, dimension 0 of rhs ('tensor<7xf32>') is 7"},
	{`tg.matmul %i, %n : (tensor<i32>, tensor<3xi32>) -> tensor<3xi32>`, "'tg.matmul' op operands must have rank 1 or more, but are 'tensor<i32>' and 'tensor<3xi32>'"},
	{`tg.matmul %n, %y : (tensor<3xi32>, tensor<7xf32>) -> tensor<f32>`, "'tg.matmul' op operands have element types 'i32' and 'f32': state the result's as 'element_type'"},
	{`tg.matmul %n, %n activation tanh : (tensor<3xi32>, tensor<3xi32>) -> tensor<i32>`, "'tg.matmul' op activation tanh is not defined for 'i32'"},
	{`tg.matmul %n, %n bias %n : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<i32>`, "'tg.matmul' op bias 'tensor<3xi32>' has more dimensions than the result 'tensor<i32>'"},
	{`tg.matmul %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.matmul' op inner dimensions differ: dimension 1 of lhs ('tensor<4x8xf32>') is 8, dimension 0 of rhs ('tensor<4x8xf32>') is 4"},
	{`tg.dot_general %x, %y contracting [1] x [0] : (tensor<4x8xf32>, tensor<7xf32>) -> tensor<4xf32>`,
		"'tg.dot_general' op contracting dimensions differ: dimension 1 of lhs ('tensor<4x8xf32>') is 8, dimension 0 of rhs ('tensor<7xf32>') is 7"},
	{`tg.dot_general %x, %x batching [0] x [0] contracting [0] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4xf32>`, "'tg.dot_general' op lhs dimension 0 appears twice"},
	{`tg.dot_general %x, %x batching [0] x [] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4xf32>`, "'tg.dot_general' op lhs has 1 batching dimensions, but rhs has 0"},
	{`tg.conv %x, %x layout [n, w, c] x [w, i, o] -> [n, w, c] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.conv' op the layout is that of arrays with 3 dimensions, but input and kernel are 'tensor<4x8xf32>' and 'tensor<4x8xf32>'"},
	{`tg.conv %x, %x layout [n, c] x [i, o] -> [n, c] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.conv' op kernel 'tensor<4x8xf32>' must have 8 input features (dimension 0), one for each of input 'tensor<4x8xf32>' in a group, but has 4"},
	{`tg.conv %x, %x layout [n, c] x [i, o] -> [n, c] groups 3 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.conv' op the 8 features of input 'tensor<4x8xf32>' do not fall into 3 groups"},
	{`tg.conv %x, %x layout [n, c] x [i, o] -> [n, c] strides [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"'tg.conv' op kernel 'tensor<4x8xf32>' must have 8 input features (dimension 0), one for each of input 'tensor<4x8xf32>' in a group, but has 4"},
	{`tg.conv %x, %x layout [n, c] x [i, n] -> [n, c] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"custom op 'tg.conv' layout 'in' of the kernel must name each of the dimensions i, o once"},
	{`tg.conv %x, %x layout [n, h, w] x [i, o] -> [n, c] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`,
		"custom op 'tg.conv' layout 'nhw x io -> nc' is not of the form 'nhwc x hwio -> nhwc', with up to 10 spatial dimensions"},
	{`tg.conv %x, %x layout [n, feature] x [i, o] -> [n, c] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>`, "custom op 'tg.conv' expected the name of a dimension: one letter or digit"},

	{`tg.if %n -> (tensor<3xi32>) { tg.yield %n : tensor<3xi32> } else { tg.yield %n : tensor<3xi32> }`,
		"use of value '%n' expects different type than prior uses: 'tensor<i1>' vs 'tensor<3xi32>'"},
	{`tg.if %p -> (tensor<3xi32>) { tg.yield %n : tensor<3xi32> } else { tg.yield %i : tensor<i32> }`, "'tg.if' op region #1 must yield (tensor<3xi32>), but yields (tensor<i32>)"},
	{`tg.case %i -> (tensor<3xi32>) { tg.yield %n : tensor<3xi32> }, { tg.yield }`, "'tg.case' op region #1 must yield (tensor<3xi32>), but yields ()"},
	{`"tg.case"(%i) ({ ^bb0(%a: tensor<i32>): tg.yield %a : tensor<i32> }) : (tensor<i32>) -> tensor<i32>`, "'tg.case' op region #0 must take (), but takes (tensor<i32>)"},
	{`tg.while (%a = %i) : tensor<i32> cond { tg.yield %a : tensor<i32> } do { tg.yield %a : tensor<i32> }`, "'tg.while' op region #0 must yield (tensor<i1>), but yields (tensor<i32>)"},
	{`tg.while (%a = %i) : tensor<i32> cond { tg.yield %p : tensor<i1> } do { tg.yield %p : tensor<i1> }`, "'tg.while' op region #1 must yield (tensor<i32>), but yields (tensor<i1>)"},
	{`tg.while (%a = %i) : (tensor<i32>) -> tensor<3xi32> cond { tg.yield %p : tensor<i1> } do { tg.yield %a : tensor<3xi32> }`,
		"'tg.while' op operands must be the first state (tensor<3xi32>), but are (tensor<i32>)"},
	{`tg.while (%a = %i) : tensor<i32>, tensor<i32> cond { tg.yield %p : tensor<i1> } do { tg.yield %a : tensor<i32> }`, "custom op 'tg.while' number of operands and types do not match: got 1 operands and 2 types"},
	{`tg.rng_bit_generator three_fry %n : (tensor<3xi32>) -> (tensor<3xi32>, tensor<i32>)`, "'tg.rng_bit_generator' op operand #0 must be 1D tensor of 2 or 3 ui64 values, but got 'tensor<3xi32>'"},
	{`tg.compare lo %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>`, "custom op 'tg.compare' unknown comparison (lt|le|eq|ne|ge|gt) 'lo'; did you mean 'le'?"},
	{`tg.item %n : tensor<3xi32> -> i32`, "'tg.item' op operand #0 must be 0D tensor of any type values, but got 'tensor<3xi32>'"},
}

func TestBadOpsAreRefused(t *testing.T) {
	for _, tc := range badOps {
		t.Run(tc.op, func(t *testing.T) {
			text := `func.func @f(%x: tensor<4x8xf32>, %y: tensor<7xf32>, %d: tensor<?x8xf32>, %i: tensor<i32>, %p: tensor<i1>, %n: tensor<3xi32>) {
  %0` + numberOfResults(tc.op) + ` = ` + tc.op + `
  return
}`
			m, err := parser.Parse(newContext(), []byte(text), parser.Options{})
			if err == nil {
				err = ir.Verify(m)
			}
			if err == nil {
				t.Fatal("is accepted")
			}
			if d := cmp.Diff(tc.want, err.Error()); d != "" {
				t.Error(d)
			}
		})
	}
}

func numberOfResults(op string) string {
	switch {
	case len(op) > 8 && op[:8] == "tg.split", len(op) > 15 && op[:15] == "tg.sort ascendi", len(op) > 6 && op[:6] == "tg.rng":
		return ":2"
	}
	return ""
}
