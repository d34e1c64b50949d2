package dialect_test

import (
	"fmt"
	"strings"
	"testing"
)

// windowed is a maximum of windows of %x from %s.
func windowed(attrs, result string) string {
	return `%0 = "stablehlo.reduce_window"(%x, %s) <{` + attrs + `}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %1 = stablehlo.maximum %p, %q : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<2x3xf32>, tensor<f32>) -> ` + result
}

// batchNorm is a normalisation of operands of these types.
func batchNorm(operands string, feature int, types string) string {
	return fmt.Sprintf(`%%0 = "stablehlo.batch_norm_inference"(%s) {epsilon = 1.0 : f32, feature_index = %d : i64} : (%s) -> tensor<2x3xf32>`, operands, feature, types)
}

// selected is a selection of maxima in %x, into which %y is added from %s.
func selected(attrs, selection, combination, types string) string {
	return `%0 = "stablehlo.select_and_scatter"(%x, %y, %s) <{` + attrs + `}> ({
^bb0(%p: ` + selection + `, %q: ` + selection + `):
  %1 = stablehlo.compare GE, %p, %q : (` + selection + `, ` + selection + `) -> tensor<i1>
  stablehlo.return %1 : tensor<i1>
}, {
^bb0(%p: ` + combination + `, %q: ` + combination + `):
  %1 = stablehlo.add %p, %q : ` + combination + `
  stablehlo.return %1 : ` + combination + `
}) : ` + types
}

// TestLinearAlgebraErrors are the errors of transforms, systems and selections.
func TestLinearAlgebraErrors(t *testing.T) {
	const x, y, s, z = "%x: tensor<2x3xf32>", "%y: tensor<1x3xf32>", "%s: tensor<f32>", "%z: tensor<4x5xcomplex<f32>>"
	const m, v = "%m: tensor<2x3x3xf32>", "%v: tensor<2x3x1xf32>"
	solving := func(operands, form, types string) string {
		return `%0 = "stablehlo.triangular_solve"(` + operands + `) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ` + form + `>}> : ` + types
	}
	for _, test := range []struct{ name, args, text, want string }{
		{"fft of reals", x, `%0 = stablehlo.fft %x, type = FFT, length = [3] : (tensor<2x3xf32>) -> tensor<2x3xf32>`, "2:6: error: 'stablehlo.fft' op requires an operand of complex elements for FFT, but got 'tensor<2x3xf32>'"},
		{"rfft of complex numbers", z, `%0 = stablehlo.fft %z, type = RFFT, length = [5] : (tensor<4x5xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>`, "requires an operand of f32 or f64 elements for RFFT, but got 'tensor<4x5xcomplex<f32>>'"},
		{"fft length", z, `%0 = stablehlo.fft %z, type = FFT, length = [4] : (tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>>`, "requires dimension 1 to have size 4 for FFT of length 4, but got 'tensor<4x5xcomplex<f32>>'"},
		{"irfft length", z, `%0 = stablehlo.fft %z, type = IRFFT, length = [5] : (tensor<4x5xcomplex<f32>>) -> tensor<4x5xf32>`, "requires dimension 1 to have size 3 for IRFFT of length 5, but got 'tensor<4x5xcomplex<f32>>'"},
		{"no lengths", z, `%0 = stablehlo.fft %z, type = FFT, length = [] : (tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>>`, "requires 1 to 3 lengths, but got 0"},
		{"too many lengths", z, `%0 = stablehlo.fft %z, type = FFT, length = [4, 4, 5] : (tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>>`, "requires at most as many lengths as dimensions of 'tensor<4x5xcomplex<f32>>', but got 3"},
		{"negative length", "%z: tensor<?xcomplex<f32>>", `%0 = stablehlo.fft %z, type = FFT, length = [-4] : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>`, "requires lengths of 0 or more, but one is -4"},
		{"fft result", z, `%0 = stablehlo.fft %z, type = IRFFT, length = [8] : (tensor<4x5xcomplex<f32>>) -> tensor<4x9xf32>`, "inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'"},
		{"fft type", z, `%0 = stablehlo.fft %z, type = FTT, length = [5] : (tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>>`, "expected one of FFT, IFFT, RFFT, IRFFT, but got 'FTT'; did you mean 'FFT'?"},
		{"cholesky", x, `%0 = stablehlo.cholesky %x, lower = true : tensor<2x3xf32>`, "'stablehlo.cholesky' op requires square matrices, but got 'tensor<2x3xf32>'"},
		{"cholesky of integers", "%x: tensor<2x2xi32>", `%0 = stablehlo.cholesky %x : tensor<2x2xi32>`, "operand #0 must be ranked tensor of floating-point or complex values, but got 'tensor<2x2xi32>'"},
		{"solve form", m + ", " + v, solving("%m, %v", "TRANSPOSE_INVALID", "(tensor<2x3x3xf32>, tensor<2x3x1xf32>) -> tensor<2x3x1xf32>"), "requires transpose_a to be NO_TRANSPOSE, TRANSPOSE or ADJOINT, but it is TRANSPOSE_INVALID"},
		{"solve elements", m + ", %v: tensor<2x3x1xf64>", solving("%m, %v", "ADJOINT", "(tensor<2x3x3xf32>, tensor<2x3x1xf64>) -> tensor<2x3x1xf64>"), "requires operands of one element type, but got 'tensor<2x3x3xf32>' and 'tensor<2x3x1xf64>'"},
		{"solve rank", m + ", %v: tensor<3x1xf32>", solving("%m, %v", "TRANSPOSE", "(tensor<2x3x3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>"), "requires operands of one rank, 2 or more, but got 'tensor<2x3x3xf32>' and 'tensor<3x1xf32>'"},
		{"solve square", x, solving("%x, %x", "TRANSPOSE", "(tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"), "requires square matrices, but got 'tensor<2x3xf32>'"},
		{"solve batch", m + ", %v: tensor<4x3x1xf32>", solving("%m, %v", "TRANSPOSE", "(tensor<2x3x3xf32>, tensor<4x3x1xf32>) -> tensor<4x3x1xf32>"), "requires operands with the same batch dimensions, but got 'tensor<2x3x3xf32>' and 'tensor<4x3x1xf32>'"},
		{"solve unknowns", m + ", %v: tensor<2x1x3xf32>", solving("%m, %v", "TRANSPOSE", "(tensor<2x3x3xf32>, tensor<2x1x3xf32>) -> tensor<2x1x3xf32>"), "requires dimension 1 of b to have the size of the matrices of a, but got 'tensor<2x3x3xf32>' and 'tensor<2x1x3xf32>'"},
		{"select init", x + ", " + y + ", %s: tensor<1xf32>", selected("window_dimensions = array<i64: 2, 1>", "tensor<f32>", "tensor<f32>", "(tensor<2x3xf32>, tensor<1x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>"), "requires an init value of rank 0, but got 'tensor<1xf32>'"},
		{"select init elements", x + ", " + y + ", %s: tensor<f64>", selected("window_dimensions = array<i64: 2, 1>", "tensor<f32>", "tensor<f32>", "(tensor<2x3xf32>, tensor<1x3xf32>, tensor<f64>) -> tensor<2x3xf32>"), "requires an init value with the element type of the source 'tensor<1x3xf32>', but got 'tensor<f64>'"},
		{"select source", x + ", " + y + ", " + s, selected("window_dimensions = array<i64: 2, 2>", "tensor<f32>", "tensor<f32>", "(tensor<2x3xf32>, tensor<1x3xf32>, tensor<f32>) -> tensor<2x3xf32>"), "requires a source of type 'tensor<1x2xf32>', an element for each position of the window, but got 'tensor<1x3xf32>'"},
		{"select window", x + ", " + y + ", " + s, selected("window_dimensions = array<i64: 2>", "tensor<f32>", "tensor<f32>", "(tensor<2x3xf32>, tensor<1x3xf32>, tensor<f32>) -> tensor<2x3xf32>"), "window_dimensions must have one entry per dimension, which are 2, but has 1"},
		{"select stride", x + ", " + y + ", " + s, selected("window_strides = array<i64: 0, 1>", "tensor<f32>", "tensor<f32>", "(tensor<2x3xf32>, tensor<1x3xf32>, tensor<f32>) -> tensor<2x3xf32>"), "requires positive window_strides, but the one of dimension 0 is 0"},
		{"select region", x + ", " + y + ", " + s, selected("window_dimensions = array<i64: 2, 1>", "tensor<f64>", "tensor<f32>", "(tensor<2x3xf32>, tensor<1x3xf32>, tensor<f32>) -> tensor<2x3xf32>"), "requires argument #0 of select to have type 'tensor<f32>', but it has 'tensor<f64>'"},
		{"scatter region", x + ", " + y + ", " + s, selected("window_dimensions = array<i64: 2, 1>", "tensor<f32>", "tensor<1xf32>", "(tensor<2x3xf32>, tensor<1x3xf32>, tensor<f32>) -> tensor<2x3xf32>"), "requires scatter to take tensors of rank 0, but it takes 'tensor<1xf32>'"},
		{"select result", x + ", " + y + ", " + s, selected("window_dimensions = array<i64: 2, 1>", "tensor<f32>", "tensor<f32>", "(tensor<2x3xf32>, tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>"), "makes a result of type 'tensor<2x3xf32>', but its type is 'tensor<1x3xf32>'"},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused(t, "func.func @f("+test.args+") {\n"+test.text+"\nreturn\n}", test.want)
		})
	}
}

// TestErrors: what does not make sense is refused at its position, for a reason
// that names what is wrong.
// It is long because it is a table of cases.
func TestErrors(t *testing.T) {
	const x, y, s = "%x: tensor<2x3xf32>", "%y: tensor<3x4xf32>", "%s: tensor<f32>"
	for _, test := range []struct{ name, args, text, want string }{
		{"binary shapes", x + ", " + y, `%0 = "stablehlo.add"(%x, %y) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>`,
			"2:6: error: 'stablehlo.add' op requires operands of one type, but got 'tensor<2x3xf32>' and 'tensor<3x4xf32>'"},
		{"binary result", x, `%0 = "stablehlo.add"(%x, %x) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x2xf32>`,
			"2:6: error: 'stablehlo.add' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x2xf32>'"},
		{"operand count", x, `%0 = "stablehlo.add"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>`, "'stablehlo.add' op expected 2 operands, but found 1"},
		{"no tensor", "%x: i32", `%0 = "stablehlo.abs"(%x) : (i32) -> i32`, "'stablehlo.abs' op operand #0 must be tensor of signed integer, floating-point or complex values, but got 'i32'"},
		{"unknown op", x, `%0 = stablehlo.ads %x : tensor<2x3xf32>`, "custom op 'stablehlo.ads' is unknown; did you mean 'stablehlo.abs'?"},
		{"direction", x, `%0 = stablehlo.compare LS, %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`,
			"2:24: error: custom op 'stablehlo.compare' expected one of EQ, NE, GE, GT, LE, LT, but got 'LS'; did you mean 'LE'?"},
		{"enum", x, `%0 = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<comparison_direktion LT>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`,
			"unknown attribute `comparison_direktion` in dialect `stablehlo`; did you mean 'comparison_direction'?"},
		{"missing attribute", x, `%0 = "stablehlo.compare"(%x, %x) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`, "'stablehlo.compare' op requires attribute 'comparison_direction'"},
		{"order of floats", x, `%0 = stablehlo.compare LT, %x, %x, SIGNED : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>`,
			"'stablehlo.compare' op cannot compare elements of type 'f32' by the order SIGNED"},
		{"select predicate", x, `%0 = stablehlo.select %x, %x, %x : tensor<2x3xf32>, tensor<2x3xf32>`, "operand #0 must be tensor of i1 values, but got 'tensor<2x3xf32>'"},
		{"select shape", x + ", %p: tensor<3xi1>", `%0 = stablehlo.select %p, %x, %x : tensor<3xi1>, tensor<2x3xf32>`, "requires a predicate of rank 0 or of the shape of the branches 'tensor<2x3xf32>', but got 'tensor<3xi1>'"},
		{"clamp limits", x + ", " + y, `%0 = stablehlo.clamp %y, %x, %x : (tensor<3x4xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>`, "requires limits of rank 0 or of the operand's type 'tensor<2x3xf32>', but got 'tensor<3x4xf32>'"},
		{"convert shape", x, `%0 = stablehlo.convert %x : (tensor<2x3xf32>) -> tensor<2x4xi32>`, "makes a result of type 'tensor<2x3xi32>', but its type is 'tensor<2x4xi32>'"},
		{"constant type", "", `%0 = "stablehlo.constant"() {value = dense<1> : tensor<2xi32>} : () -> tensor<3xi32>`, "inferred type(s) 'tensor<2xi32>' are incompatible"},
		{"constant kind", "", `%0 = "stablehlo.constant"() {value = 1 : i32} : () -> i32`, "result #0 must be ranked tensor of any type values, but got 'i32'"},
		{"iota dimension", "", `%0 = stablehlo.iota dim = 2 : tensor<2x3xi32>`, "iota_dimension must be dimensions of a tensor of rank 2, but one is 2"},
		{"reshape count", x, `%0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<7xf32>`, "cannot make the 6 elements of 'tensor<2x3xf32>' the 7 of 'tensor<7xf32>'"},
		{"reshape element type", x, `%0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xi32>`, "cannot change the element type from 'f32' to 'i32'"},
		{"broadcast length", x, `%0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>`, "broadcast_dimensions must have one entry per dimension, which are 2, but has 1"},
		{"broadcast twice", x, `%0 = stablehlo.broadcast_in_dim %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>`, "broadcast_dimensions must be different dimensions, but 0 is given twice"},
		{"broadcast extent", x, `%0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x4xf32>`,
			"cannot broadcast dimension 1 of 'tensor<2x3xf32>' to dimension 1 of 'tensor<2x4xf32>': its size is neither 1 nor the same"},
		{"transpose", x, `%0 = stablehlo.transpose %x, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<3x2xf32>`, "permutation must be dimensions of a tensor of rank 2, but one is 2"},
		{"reverse", x, `%0 = stablehlo.reverse %x, dims = [-1] : tensor<2x3xf32>`, "dimensions must be dimensions of a tensor of rank 2, but one is -1"},
		{"slice limit", x, `%0 = stablehlo.slice %x [0:2, 0:4] : (tensor<2x3xf32>) -> tensor<2x4xf32>`, "cannot slice dimension 1 of 'tensor<2x3xf32>' up to 4: it has only 3"},
		{"slice order", x, `%0 = stablehlo.slice %x [2:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>`, "cannot slice dimension 0 of 'tensor<2x3xf32>' from 2 to 1"},
		{"slice stride", x, `%0 = stablehlo.slice %x [0:2:0, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>`, "requires positive strides, but the one of dimension 0 is 0"},
		{"slice rank", x, `%0 = stablehlo.slice %x [0:2] : (tensor<2x3xf32>) -> tensor<2xf32>`, "start_indices must have one entry per dimension, which are 2, but has 1"},
		{"dynamic slice starts", x + ", %i: tensor<i32>", `%0 = stablehlo.dynamic_slice %x, %i, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x1xf32>`, "requires 2 start indices, one per dimension of 'tensor<2x3xf32>', but got 1"},
		{"dynamic slice size", x + ", %i: tensor<i32>", `%0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 4] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>`, "cannot slice 4 elements out of dimension 1 of 'tensor<2x3xf32>'"},
		{"dynamic slice index", x, `%0 = stablehlo.dynamic_slice %x, %x, %x, sizes = [1, 1] : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<1x1xf32>`, "operand #1 must be 0D tensor of integer values, but got 'tensor<2x3xf32>'"},
		{"update too large", x + ", " + y + ", %i: tensor<i32>", `%0 = stablehlo.dynamic_update_slice %x, %y, %i, %i : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>`, "requires an update no larger than the operand 'tensor<2x3xf32>', but got 'tensor<3x4xf32>'"},
		{"concatenate", x + ", " + y, `%0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<5x3xf32>`, "cannot concatenate 'tensor<2x3xf32>' and 'tensor<3x4xf32>' along dimension 0: they differ in dimension 1"},
		{"concatenate nothing", "", `%0 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<0xf32>`, "requires at least one input"},
		{"pad value", x + ", %i: tensor<i32>", `%0 = stablehlo.pad %x, %i, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>`, "requires a padding value with the element type of the operand 'tensor<2x3xf32>', but got 'tensor<i32>'"},
		{"pad interior", x + ", " + s, `%0 = stablehlo.pad %x, %s, low = [0, 0], high = [0, 0], interior = [0, -1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>`, "requires interior padding that is not negative, but got -1 for dimension 1"},
		{"pad below nothing", x + ", " + s, `%0 = stablehlo.pad %x, %s, low = [-3, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>`, "removes 1 elements more from dimension 0 of 'tensor<2x3xf32>' than it has"},
		{"dot extents", x, `%0 = stablehlo.dot %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>`, "cannot pair dimension 1 of 'tensor<2x3xf32>' with dimension 0 of 'tensor<2x3xf32>': they have 3 and 2 elements"},
		{"dot rank", s, `%0 = stablehlo.dot %s, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>`, "requires matrices or vectors, but got 'tensor<f32>'"},
		{"dot result", x + ", " + y, `%0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>`, "makes a result of type 'tensor<2x4xf32>', but its type is 'tensor<4x2xf32>'"},
		{"dot_general counts", x + ", " + y, `%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>`, "requires as many contracting dimensions of lhs as of rhs, but got 1 and 0"},
		{"dot_general twice", x, `%0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>`, "the batching and contracting dimensions of lhs must be different dimensions, but 0 is given twice"},
		{"dot_general field", x, `%0 = "stablehlo.dot_general"(%x, %x) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimension = [1]>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>`,
			"stablehlo.dot has no field 'lhs_contracting_dimension'; did you mean 'lhs_contracting_dimensions'?"},
		{"field twice", x, `%0 = "stablehlo.dot_general"(%x, %x) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], lhs_contracting_dimensions = [1]>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>`,
			"field 'lhs_contracting_dimensions' is given twice"},
		{"gather offset", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>", `%0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>`,
			"requires 1 offset_dims, one per dimension that is in neither collapsed_slice_dims nor operand_batching_dims, but got 0"},
		{"gather size", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>", `%0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 9>} : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>`,
			"cannot gather slices of size 9 from dimension 1 of 'tensor<4x8xf32>'"},
		{"gather map", "%x: tensor<4x8xf32>, %i: tensor<3x2xi32>", `%0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3x2xi32>) -> tensor<3x8xf32>`,
			"requires start_index_map to have one entry per element of an index vector, which are 2, but got 1"},
		{"scatter window", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>", "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>",
			"requires 2 update_window_dims, one per dimension that is in neither inserted_window_dims nor input_batching_dims, but got 1"},
		{"scatter map", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>", "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>",
			"requires scatter_dims_to_operand_dims to have one entry per element of an index vector, which are 1, but got 0"},
		{"scatter size", "%x: tensor<4x7xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>", "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<4x7xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x7xf32>",
			"cannot scatter windows of size 8 into dimension 1 of 'tensor<4x7xf32>'"},
		{"scatter updates", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<5x8xf32>", "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>",
			"requires updates of type 'tensor<3x8xf32>', but got 'tensor<5x8xf32>'"},
		{"scatter types", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf64>", "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf64>) -> tensor<4x8xf32>",
			"requires updates with the element type of their input 'tensor<4x8xf32>', but got 'tensor<3x8xf64>'"},
		{"scatter result", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>", "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf64>",
			"makes a result #0 of type 'tensor<4x8xf32>', but its type is 'tensor<4x8xf64>'"},
		{"scatter indices", "%x: tensor<4x8xf32>, %i: tensor<3x1xf32>, %u: tensor<3x8xf32>", "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<4x8xf32>, tensor<3x1xf32>, tensor<3x8xf32>) -> tensor<4x8xf32>",
			"requires indices that are a ranked tensor of integer or index values, but got 'tensor<3x1xf32>'"},
		{"scatter region", "%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>", "%0 = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n^bb0(%p: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>",
			"requires a body with one block of 2 arguments"},
		{"scatter operands", "%x: tensor<f32>", "%0 = \"stablehlo.scatter\"(%x, %x) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<f32>, tensor<f32>) -> tensor<f32>",
			"requires inputs, indices and as many updates as inputs, but got 2 operands"},
		{"sort dimension", x, "%0 = \"stablehlo.sort\"(%x) <{dimension = 2 : i64}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n %1 = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n stablehlo.return %1 : tensor<i1>\n}) : (tensor<2x3xf32>) -> tensor<2x3xf32>",
			"requires a dimension of 'tensor<2x3xf32>', of which a negative one counts from the end, but got 2"},
		{"sort comparator", x, "%0 = \"stablehlo.sort\"(%x) ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<2x3xf32>) -> tensor<2x3xf32>",
			"requires value #0 that the comparator returns to have type 'tensor<i1>', but it has 'tensor<f32>'"},
		{"sort shapes", x + ", " + y, "%0:2 = \"stablehlo.sort\"(%x, %y) ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %t: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n}) : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x3xf32>, tensor<3x4xf32>)",
			"requires inputs of one shape, but got 'tensor<2x3xf32>' and 'tensor<3x4xf32>'"},
		{"window rank", x + ", " + s, windowed("window_dimensions = array<i64: 2>", "tensor<2x3xf32>"), "window_dimensions must have one entry per dimension, which are 2, but has 1"},
		{"window stride", x + ", " + s, windowed("window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 0>", "tensor<2x3xf32>"), "requires positive window_strides, but the one of dimension 1 is 0"},
		{"window padding", x + ", " + s, windowed("window_dimensions = array<i64: 1, 2>, padding = dense<0> : tensor<1x2xi64>", "tensor<2x3xf32>"), "requires padding to have the shape 2x2, but its type is 'tensor<1x2xi64>'"},
		{"window padding beyond counting", x + ", " + s, windowed("window_dimensions = array<i64: 1, 2>, padding = dense<9223372036854775807> : tensor<2x2xi64>", "tensor<2x3xf32>"), "the padded input or the window is larger than can be counted in dimension 0 of 'tensor<2x3xf32>'"},
		{"window result", x + ", " + s, windowed("window_dimensions = array<i64: 1, 2>", "tensor<2x3xf32>"), "makes a result #0 of type 'tensor<2x2xf32>', but its type is 'tensor<2x3xf32>'"},
		{"random state", "%s: tensor<2xui64>", `%0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)`, "requires states of one type, but got 'tensor<2xui64>' and 'tensor<3xui64>'"},
		{"complex parts", "%i: tensor<4xi32>", `%0 = "stablehlo.complex"(%i, %i) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xcomplex<f32>>`, "requires parts of type f32 or f64, but got 'tensor<4xi32>'"},
		{"complex type", x, `%0 = stablehlo.complex %x, %x : tensor<2x3xf32>`, "expected a tensor of complex numbers, but got 'tensor<2x3xf32>'"},
		{"real part", "%i: tensor<4xi32>", `%0 = stablehlo.real %i : tensor<4xi32>`, "requires floating-point or complex numbers, but got 'tensor<4xi32>'"},
		{"composite callee", x, `%0 = stablehlo.composite "a.b" %x {decomposition = @nobody} : (tensor<2x3xf32>) -> tensor<2x3xf32>`, "'stablehlo.composite' op 'nobody' does not reference a valid function"},
		{"run-time shape", x + ", %n: tensor<3xi32>", `%0 = stablehlo.dynamic_reshape %x, %n : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<?x?xf32>`, "requires output_shape to be a list of 2 numbers, but its type is 'tensor<3xi32>'"},
		{"run-time broadcast", x + ", %n: tensor<3xi32>", `%0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0, 1] {known_expanding_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>`, "known_expanding_dimensions and known_nonexpanding_dimensions must be dimensions of a tensor of rank 2, but one is 2"},
		{"run-time iota", "%n: tensor<1xi32>", `%0 = stablehlo.dynamic_iota %n, dim = 1 : (tensor<1xi32>) -> tensor<?xi32>`, "iota_dimension must be dimensions of a tensor of rank 1, but one is 1"},
		{"dimension size", x, `%0 = stablehlo.get_dimension_size %x, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>`, "dimension must be dimensions of a tensor of rank 2, but one is 2"},
		{"run-time pad", x + ", " + s + ", %n: tensor<1xi32>", `%0 = stablehlo.dynamic_pad %x, %s, %n, %n, %n : (tensor<2x3xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>`, "requires edge_padding_low to be a list of 2 numbers, but its type is 'tensor<1xi32>'"},
		{"run-time slice", x + ", %n: tensor<2xi32>", `%0 = stablehlo.real_dynamic_slice %x, %n, %n, %n : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>`, "requires a result of the rank and element type of the operand 'tensor<2x3xf32>', but it is 'tensor<?xf32>'"},
		{"run-time gather", x + ", %i: tensor<3x1xi32>, %n: tensor<2xi32>", `%0 = "stablehlo.dynamic_gather"(%x, %i, %n) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<2x3xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<4x?xf32>`, "makes a result of type 'tensor<3x?xf32>', but its type is 'tensor<4x?xf32>'"},
		{"top_k", x, `%0:2 = chlo.top_k(%x, k = 4) : tensor<2x3xf32> -> (tensor<2x4xf32>, tensor<2x4xi32>)`, "requires k between 0 and the last extent of 'tensor<2x3xf32>', but got 4"},
		{"batch norm feature", x + ", %f: tensor<3xf32>", batchNorm("%x, %f, %f, %f, %f", 2, "tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>"), "feature_index must be dimensions of a tensor of rank 2, but one is 2"},
		{"batch norm features", x + ", %f: tensor<3xf32>", batchNorm("%x, %f, %f, %f, %f", 0, "tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>"),
			"requires scale to have a number for each index of dimension 0 of the operand 'tensor<2x3xf32>', but got 'tensor<3xf32>'"},
		{"batch norm elements", x + ", %f: tensor<3xf32>, %d: tensor<3xf64>", batchNorm("%x, %f, %f, %f, %d", 1, "tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf64>"),
			"requires variance to have the element type of the operand 'tensor<2x3xf32>', but got 'tensor<3xf64>'"},
		{"batch norm gradient", x + ", " + y + ", %f: tensor<3xf32>", `%0:3 = "stablehlo.batch_norm_grad"(%x, %f, %f, %f, %y) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)`,
			"requires grad_output to have the type of the operand 'tensor<2x3xf32>', but got 'tensor<3x4xf32>'"},
		{"batch norm epsilon", x, `%0 = "stablehlo.batch_norm_inference"(%x, %x, %x, %x, %x) {epsilon = 1.0 : f64, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>`,
			"attribute 'epsilon' failed to satisfy constraint: 32-bit float attribute"},
		{"top_k of a scalar", s, `%0:2 = chlo.top_k(%s, k = 0) : tensor<f32> -> (tensor<f32>, tensor<i32>)`, "requires an operand with a last dimension, but got 'tensor<f32>'"},
		{"top_k result", x, `%0:2 = chlo.top_k(%x, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x3xi32>)`, "makes a result #1 of type 'tensor<2x2xi32>', but its type is 'tensor<2x3xi32>'"},
		{"next_after", x + ", " + y, `%0 = chlo.next_after %x, %y : tensor<2x3xf32>, tensor<3x4xf32> -> tensor<2x3xf32>`, "requires operands of one type, but got 'tensor<2x3xf32>' and 'tensor<3x4xf32>'"},
		{"index select dim", x + ", %i: tensor<3xi32>", `%0 = "stablehlo.torch_index_select"(%x, %i) {dim = 2 : i64, batch_dims = 0 : i64} : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x3xf32>`, "dim must be dimensions of a tensor of rank 2, but one is 2"},
		{"index select batch", x + ", %i: tensor<3xi32>", `%0 = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 1 : i64} : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x3xf32>`, "requires batch_dims between 0 and dim, which is 0, and the rank of the index 'tensor<3xi32>', but got 1"},
		{"reduce odd", x, "%0 = \"stablehlo.reduce\"(%x) ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n stablehlo.return %a : tensor<f32>\n}) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3xf32>", "requires an init value for each of one or more inputs, but got 1 operands"},
		{"reduce dims", x + ", " + s, `%0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>`, "dimensions must be dimensions of a tensor of rank 2, but one is 2"},
		{"reduce result", x + ", " + s, `%0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>`, "makes a result #0 of type 'tensor<3xf32>', but its type is 'tensor<2xf32>'"},
		{"reduce applies", x + ", " + s, `%0 = stablehlo.reduce(%x init: %s) applies stablehlo.subtract across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>`, "'stablehlo.subtract' cannot be applied: 'applies' takes one input and a commutative stablehlo op of two operands"},
		{"reduce unknown", x + ", " + s, `%0 = stablehlo.reduce(%x init: %s) applies stablehlo.maximun across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>`, "unknown reducer 'stablehlo.maximun'; did you mean 'stablehlo.maximum'?"},
		{"reduce body", x + ", " + s, "%0 = stablehlo.reduce(%x init: %s) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>\n reducer(%a: tensor<f32>, %b: tensor<f32>) {\n %c = stablehlo.constant dense<1> : tensor<i32>\nstablehlo.return %c : tensor<i32>\n}", "requires a body that returns what it accumulates: value #0 has type 'tensor<i32>', but the argument has 'tensor<f32>'"},
		{"while results", "%i: tensor<i32>", "%0 = stablehlo.while(%a = %i) : tensor<i32> cond {\n stablehlo.return %a : tensor<i32>\n} do {\n stablehlo.return %a : tensor<i32>\n}", "requires value #0 that the condition returns to have type 'tensor<i1>', but it has 'tensor<i32>'"},
		{"while counts", "%i: tensor<i32>", "%0 = stablehlo.while(%a = %i, %b = %i) : tensor<i32> cond {\n} do {\n}", "2:22: error: custom op 'stablehlo.while' number of operands and types do not match: got 2 operands and 1 types"},
		{"if results", "%p: tensor<i1>", "%0 = \"stablehlo.if\"(%p) ({\n stablehlo.return %p : tensor<i1>\n}, {\n stablehlo.return\n}) : (tensor<i1>) -> tensor<i1>", "requires region #1 to return 1 values, but it returns 0"},
		{"if regions", "%p: tensor<i1>", "%0 = \"stablehlo.if\"(%p) ({\n stablehlo.return %p : tensor<i1>\n}) : (tensor<i1>) -> tensor<i1>", "'stablehlo.if' op expected 2 regions"},
		{"case regions", "%i: tensor<i32>", "\"stablehlo.case\"(%i) : (tensor<i32>) -> ()", "requires at least one region"},
		{"convolution layout", "%x: tensor<1x5x3xf32>, %w: tensor<2x3x8xf32>", `%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 0]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x3xf32>, tensor<2x3x8xf32>) -> tensor<1x4x8xf32>`, "dimension '0' occurs twice"},
		{"convolution letter", "%x: tensor<1x5x3xf32>, %w: tensor<2x3x8xf32>", `%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, g]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x3xf32>, tensor<2x3x8xf32>) -> tensor<1x4x8xf32>`, "expected a list with the dimension 'f'"},
		{"convolution window", "%x: tensor<1x5x3xf32>, %w: tensor<2x3x8xf32>", `%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {steps = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x3xf32>, tensor<2x3x8xf32>) -> tensor<1x4x8xf32>`, "expected one of stride, pad, lhs_dilate, rhs_dilate, reverse"},
		{"convolution stride", "%x: tensor<1x5x3xf32>, %w: tensor<2x3x8xf32>", `%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x3xf32>, tensor<2x3x8xf32>) -> tensor<1x4x8xf32>`, "requires positive window_strides, but the one of dimension 0 is 0"},
		{"convolution features", "%x: tensor<1x5x4xf32>, %w: tensor<2x3x8xf32>", `%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x4xf32>, tensor<2x3x8xf32>) -> tensor<1x4x8xf32>`, "requires a kernel for 4 input features, but it is for 3"},
		{"convolution groups", "%x: tensor<1x5x3xf32>, %w: tensor<2x3x8xf32>", `%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 0 : i64, feature_group_count = 1 : i64} : (tensor<1x5x3xf32>, tensor<2x3x8xf32>) -> tensor<1x4x8xf32>`, "requires positive group counts of which one is 1, but got 1 feature groups and 0 batch groups"},
		{"convolution result", "%x: tensor<1x5x3xf32>, %w: tensor<2x3x8xf32>", `%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x3xf32>, tensor<2x3x8xf32>) -> tensor<1x5x8xf32>`, "makes a result of type 'tensor<1x4x8xf32>', but its type is 'tensor<1x5x8xf32>'"},
		{"bitcast", x, `%0 = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xi16>`, "cannot read the bits of 'tensor<2x3xf32>' as 'tensor<2x3xi16>': that would go with 'tensor<2x3x2xi16>'"},
		{"float format", x, `%0 = stablehlo.reduce_precision %x, format = m10e5 : tensor<2x3xf32>`, "expected a float format such as e5m10"},
		{"rng", s + ", %n: tensor<3xi64>", `%0 = stablehlo.rng %s, %s, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> tensor<2x3xf32>`, "requires a shape of 2 extents, but got 'tensor<3xi64>'"},
		{"barrier", x, `%0 = "stablehlo.optimization_barrier"(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>`, "requires result #0 to have the type of the operand 'tensor<2x3xf32>', but it has 'tensor<3x2xf32>'"},
		{"check types", x + ", " + y, `"check.expect_eq"(%x, %y) : (tensor<2x3xf32>, tensor<3x4xf32>) -> ()`, "compares values of different types, 'tensor<2x3xf32>' and 'tensor<3x4xf32>'"},
		{"check bounds", x, `check.expect_close %x, %x, max_ulp_difference = 1, min_ulp_difference = 2 : tensor<2x3xf32>, tensor<2x3xf32>`, "requires bounds in order, but got 2 and 1"},
		{"check constant", x, `check.expect_eq_const %x, 1 : i32`, "expected a constant tensor"},
		{"extract indices", x, `%0 = tensor.extract %x[] : tensor<2x3xf32>`, "2:6: error: 'tensor.extract' op incorrect number of indices for extract_element"},
		{"extract type", x, `%0 = "tensor.extract"(%x) : (tensor<2x3xf32>) -> f64`, "failed to verify that result type matches element type of tensor"},
		{"arith type", "", `%0 = "arith.constant"() <{value = 1 : i32}> : () -> i64`, "'arith.constant' op failed to verify that all of {value, result} have same type"},
		{"arith sign", "", `%0 = "arith.constant"() <{value = 3 : si32}> : () -> si32`, "'arith.constant' op integer return type must be signless"},
		{"arith value", "", `%0 = arith.constant @foo`, "custom op 'arith.constant' invalid kind of attribute specified"},
		{"unfoldable value", "", `%0 = util.unfoldable_constant @foo`, "requires a value with a type"},
		{"branch operands", "%a: i1", "cf.br ^bb1\n^bb1(%0: i32):", "branch has 0 operands for successor #0, but target block has 1"},
		{"branch types", "%a: i1", "cf.br ^bb1(%a : i1)\n^bb1(%0: i32):", "type mismatch for bb argument #0 of successor #0"},
		{"condition", "%a: i32", "\"cf.cond_br\"(%a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()\n^bb1:", "operand #0 must be 1-bit signless integer, but got 'i32'"},
		{"segments", "%a: i1", "\"cf.cond_br\"(%a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1) -> ()\n^bb1:", "operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'"},
		{"switch cases", "%a: i32", "\"cf.switch\"(%a)[^bb1] <{case_operand_segments = array<i32>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()\n^bb1:", "number of case values (1) should match number of case destinations (0)"},
		{"switch type", "%a: i32", "\"cf.switch\"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()\n^bb1:", "'flag' type ('i32') should match case value type ('i64')"},
		{"switch segments", "%a: i32", "\"cf.switch\"(%a, %a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 9>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()\n^bb1:", "caseOperands count (1) does not match with the total size (9) specified in attribute 'case_operand_segments'"},
		{"cast", "%a: i32", "\"builtin.unrealized_conversion_cast\"(%a) : (i32) -> ()", "expected at least one result for cast operation"},
		{"callee", "", "call @nobody() : () -> ()", "2:1: error: 'func.call' op 'nobody' does not reference a valid function"},
		{"call operands", "", "call @f(%0) : (i32) -> ()", "error: use of undeclared SSA value name"},
		{"call operand count", "%a: i32", "call @f() : () -> ()", "'func.call' op incorrect number of operands for callee"},
		{"call operand type", "%a: i32, %b: f32", "call @f(%b, %b) : (f32, f32) -> ()", "operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0"},
		{"call result count", "", "%0 = call @f() : () -> i32", "'func.call' op incorrect number of results for callee"},
		{"address", "", "%0 = util.global.address @nothing : !util.ptr<tensor<4xf32>>", "'util.global.address' op 'nothing' does not reference a valid global"},
		{"load", "%p: !util.ptr<tensor<4xf32>>", "%0 = util.global.load.indirect %p : !util.ptr<tensor<4xf32>> -> tensor<5xf32>", "loads 'tensor<5xf32>' through a pointer to 'tensor<4xf32>'"},
		{"pointer", "%p: i32", `%0 = "util.global.load.indirect"(%p) : (i32) -> i32`, "operand #0 must be pointer to a global, but got 'i32'"},
	} {
		t.Run(test.name, func(t *testing.T) {
			refused(t, "func.func @f("+test.args+") {\n"+test.text+"\nreturn\n}", test.want)
		})
	}
}

// TestModuleErrors are the errors of functions, modules and globals themselves.
func TestModuleErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"module attribute", "module attributes {foo = 1} {}", "1:1: error: 'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'foo'"},
		{"module region", `"builtin.module"() ({}) : () -> ()`, "region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks"},
		{"return count", "func.func @f() -> i32 {\nreturn\n}", "2:1: error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1"},
		{"return type", "func.func @f(%a: tensor<4xf32>) -> tensor<5xf32> {\n  return %a : tensor<4xf32>\n}",
			"2:3: error: type of return operand 0 ('tensor<4xf32>') doesn't match function result type ('tensor<5xf32>') in function @f"},
		{"stablehlo.return type", "func.func @f(%a: tensor<4xf32>) -> tensor<5xf32> {\n  stablehlo.return %a : tensor<4xf32>\n}",
			"2:3: error: type of return operand 0 ('tensor<4xf32>') doesn't match function result type ('tensor<5xf32>') in function @f"},
		{"return outside", "func.return", "1:1: error: 'func.return' op expects parent op 'func.func'"},
		{"empty body", "func.func @f() {\n}", "expected non-empty function body"},
		{"public declaration", "func.func @f()", "1:1: error: 'func.func' op symbol declaration cannot have public visibility"},
		{"visibility", `"func.func"() <{function_type = () -> (), sym_name = "d", sym_visibility = "foo"}> ({}) : () -> ()`, `visibility expected to be one of ["public", "private", "nested"], but got "foo"`},
		{"no name", `"func.func"() <{function_type = () -> ()}> ({}) : () -> ()`, "'func.func' op requires attribute 'sym_name'"},
		{"no function type", `"func.func"() <{function_type = i32, sym_name = "d"}> ({}) : () -> ()`, "'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type"},
		{"argument count", `"func.func"() <{function_type = (i32) -> (), sym_name = "d"}> ({` + "\n^bb0:\n" + `"func.return"() : () -> ()}) : () -> ()`, "entry block must have 1 arguments to match function signature"},
		{"argument type", `"func.func"() <{function_type = (i32) -> (), sym_name = "d"}> ({` + "\n^bb0(%a: f32):\n" + `"func.return"() : () -> ()}) : () -> ()`,
			"type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')"},
		{"argument attributes", `"func.func"() <{function_type = (i32) -> (), sym_name = "d", sym_visibility = "private", arg_attrs = [{}, {}]}> ({}) : () -> ()`,
			"expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1"},
		{"result attributes", `"func.func"() <{function_type = (i32) -> (), sym_name = "d", sym_visibility = "private", res_attrs = [{}]}> ({}) : () -> ()`,
			"expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0"},
		{"plain argument attribute", "func.func private @f(i32 {a})", "'func.func' op arguments may only have dialect attributes"},
		{"prepacked value", "func.func private @f(tensor<4xf32> {tg.prepack = 1 : i64})", "'func.func' op argument #0: attribute 'tg.prepack' has no value, but is 1 : i64"},
		{"prepacked scalar", "func.func @f(%a: tensor<4xf32> {tg.prepack}, %b: f32 {tg.prepack}) {\nreturn\n}", "1:1: error: 'func.func' op argument #1: attribute 'tg.prepack' is for arguments that are ranked tensors, but this one is a 'f32'"},
		{"prepacked function", "func.func @f() attributes {tg.prepack} {\nreturn\n}", "'func.func' op attribute 'tg.prepack' is about arguments of functions"},
		{"inferred attribute", "func.func @f() attributes {sym_name = \"x\"} {\nreturn\n}", "'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary"},
		{"unnamed argument", "func.func @f(%a: i32, i32) {\nreturn\n}", "1:23: error: custom op 'func.func' expected SSA identifier"},
		{"named argument", "func.func private @f(i32, %a: i32)", "expected type instead of SSA identifier"},
		{"arguments without names", "func.func @f(i32) {\nreturn\n}", "entry block must have 1 arguments to match function signature"},
		{"call result type", "func.func private @g() -> i32\nfunc.func @f() {\n%0 = call @g() : () -> f32\nreturn\n}", "3:6: error: 'func.call' op result type mismatch at index 0"},
		{"call of a module", "module @m {}\nfunc.func @f() {\ncall @m() : () -> ()\nreturn\n}", "'func.call' op 'm' does not reference a valid function"},
		{"redefined", "func.func private @f()\nfunc.func private @f()", "2:1: error: redefinition of symbol named 'f'"},
		{"global value", `"util.global"() <{sym_name = "g", type = tensor<4xf32>, initial_value = dense<1.0> : tensor<5xf32>}> : () -> ()`, "has type 'tensor<4xf32>', but its initial value has 'tensor<5xf32>'"},
		{"address type", "util.global @g = dense<1.0> : tensor<4xf32>\nfunc.func @f() {\n%0 = util.global.address @g : !util.ptr<tensor<5xf32>>\nreturn\n}",
			"points to 'tensor<5xf32>', but global @g has type 'tensor<4xf32>'"},
		{"pointer type", "func.func private @f(!util.ptr)", "expected '<'"},
		{"unknown type", "func.func private @f(!util.pts<i32>)", "1:28: error: unknown type `pts` in dialect `util`"},
	} {
		t.Run(test.name, func(t *testing.T) { refused(t, test.text, test.want) })
	}
}

// refused expects an error with a position that contains want.
func refused(t *testing.T, text, want string) {
	t.Helper()
	_, err := read(text)
	switch {
	case err == nil:
		t.Errorf("no error in\n%s\nwant %s", text, want)
	case !strings.HasPrefix(err.Error(), "t.mlir:"):
		t.Errorf("an error without a position: %v", err)
	case !strings.Contains(err.Error(), want):
		t.Errorf("got error\n%v\nwant %s", err, want)
	}
}
