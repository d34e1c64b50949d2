package main

import "math"

// set is a search: its ops and all else that it tries.
type set struct {
	name, ops    string
	size, inputs int
	numbers      []float64
	types        []string // for machine numbers
	approximate  bool     // on f64 up to rounding, too
	attrs        []string
}

var (
	floats   = []string{"f32"}
	integers = []string{"f32", "i8"}
)

// sets are small enough to be searched in a minute or two each, and are about most shipped rules
// together.
var sets = []set{
	{name: "inverses", ops: "sin asin cos acos tan atan sinh asinh cosh acosh tanh atanh erf erf_inv exp log expm1 log1p", size: 2, inputs: 1, types: floats, approximate: true},
	{name: "signs", ops: "neg abs sin cos tan asin atan sinh cosh tanh asinh atanh erf cbrt", size: 2, inputs: 1, types: floats},
	{name: "rounding", ops: "neg abs sign floor ceil round_even round_away is_inf is_finite", size: 2, inputs: 1, types: floats},
	{name: "zeros", ops: "neg add sub mul", size: 1, inputs: 1, numbers: []float64{0, math.Copysign(0, -1), -1, 2}, types: floats},
	{name: "sums", ops: "neg add sub", size: 2, inputs: 3, numbers: []float64{0}},
	{name: "sums of two", ops: "neg add sub", size: 2, inputs: 2, numbers: []float64{0}},
	{name: "differences", ops: "sub add", size: 3, inputs: 3},
	{name: "products", ops: "neg abs mul", size: 3, inputs: 2, types: floats},
	{name: "factors", ops: "add sub mul", size: 2, inputs: 2, numbers: []float64{1}},
	{name: "units", ops: "neg div rem", size: 1, inputs: 1, numbers: []float64{0, 1, -1}, types: integers},
	{name: "quotients", ops: "mul div", size: 2, inputs: 3, numbers: []float64{1}},
	{name: "quotients of two", ops: "mul div", size: 2, inputs: 2, numbers: []float64{1}},
	{name: "quotients and signs", ops: "neg abs div", size: 3, inputs: 2, types: floats},
	{name: "remainders", ops: "neg abs rem", size: 2, inputs: 2, types: integers},
	{name: "logic", ops: "not and or xor", size: 3, inputs: 2, types: []string{"i8"}},
	{name: "truths", ops: "add mul max min or and", size: 1, inputs: 2, types: []string{"i8"}},
	{name: "shifts", ops: "shl shr shr_logical", size: 1, inputs: 1, numbers: []float64{0}, types: []string{"i8"}},
	{name: "limits", ops: "relu relu6 max min", size: 2, inputs: 2, types: floats},
	{name: "clamps", ops: "max min clamp", size: 2, inputs: 3, types: floats},
	{name: "clamps of relu", ops: "relu relu6 min clamp", size: 1, inputs: 2, numbers: []float64{0, 6}, types: floats},
	{name: "orders", ops: "neg abs max min", size: 3, inputs: 2, types: floats},
	{name: "lattices", ops: "max min", size: 2, inputs: 3, types: floats},
	{name: "comparisons", ops: "max min compare", size: 2, inputs: 2, types: floats},
	{name: "comparisons with numbers", ops: "relu not compare", size: 2, inputs: 1, numbers: []float64{0, 1}, types: floats},
	{name: "choices", ops: "not and or select", size: 1, inputs: 3, numbers: []float64{0, 1}, types: floats},
	{name: "exponentials", ops: "neg exp log expm1 log1p add sub div", size: 2, inputs: 1, numbers: []float64{1, -1}, types: floats, approximate: true},
	{name: "roots", ops: "abs sqrt rsqrt mul div", size: 2, inputs: 1, numbers: []float64{1}, types: floats, approximate: true},
	{name: "powers", ops: "sqrt rsqrt mul div pow", size: 1, inputs: 1, numbers: []float64{0, 1, -1, 2, 0.5, -0.5}, types: floats, approximate: true},
	{name: "logarithms", ops: "exp log add mul", size: 3, inputs: 2, types: floats, approximate: true},
	{name: "sigmoids", ops: "neg sub mul sigmoid silu erf erfc", size: 2, inputs: 1, numbers: []float64{1}, types: floats, approximate: true},
	{name: "selections", ops: "max min compare select", size: 2, inputs: 2, types: floats},
	{name: "sums of exponents", ops: "exp add mul", size: 3, inputs: 2, types: floats, approximate: true},
	{name: "transposes", ops: "transpose matmul", size: 3, inputs: 2, attrs: []string{"permutation"}},
	{name: "matrices", ops: "neg transpose matmul", size: 3, inputs: 2, attrs: []string{"permutation"}},
	{name: "matrices and sums", ops: "add sub matmul", size: 3, inputs: 3, attrs: []string{}},
}
