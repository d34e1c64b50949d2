package main

import "math"

// set is a search: its ops and all else that it tries.
type set struct {
	name, ops    string
	size, inputs int
	numbers      []float64
	types        []string // for machine numbers
	attrs        []string
}

var (
	floats   = []string{"f32"}
	integers = []string{"f32", "i8"}
)

// sets are small enough to be searched in minutes each, and are about most shipped rules together.
var sets = []set{
	{name: "signs", ops: "neg abs sign sin cos tan asin atan sinh cosh tanh asinh acosh atanh erf cbrt floor ceil round_even round_away", size: 2, inputs: 1, types: floats},
	{name: "inverses", ops: "sin asin cos acos tan atan sinh asinh cosh acosh tanh atanh erf erf_inv", size: 2, inputs: 1, types: floats},
	{name: "sums", ops: "add sub neg", size: 2, inputs: 3, numbers: []float64{0, math.Copysign(0, -1)}, types: floats},
	{name: "differences", ops: "sub", size: 3, inputs: 3},
	{name: "products", ops: "mul neg abs sign", size: 2, inputs: 2, numbers: []float64{0, -1}, types: floats},
	{name: "signs of products", ops: "mul neg", size: 3, inputs: 2, types: floats},
	{name: "quotients", ops: "div mul neg", size: 2, inputs: 3, numbers: []float64{1, -1}},
	{name: "remainders", ops: "rem neg abs", size: 2, inputs: 2, numbers: []float64{0, 1, -1}, types: integers},
	{name: "exponentials", ops: "exp log expm1 log1p add neg div", size: 2, inputs: 1, numbers: []float64{1, -1}},
	{name: "roots", ops: "sqrt rsqrt mul div abs", size: 2, inputs: 2, numbers: []float64{1}},
	{name: "powers", ops: "pow mul div sqrt", size: 2, inputs: 1, numbers: []float64{-1, 0, 0.5, 1, 2, 3}},
	{name: "limits", ops: "max min relu relu6 clamp", size: 2, inputs: 3, numbers: []float64{0, 6}, types: floats},
	{name: "orders", ops: "max min neg abs", size: 3, inputs: 2, types: floats},
	{name: "comparisons", ops: "compare max min", size: 2, inputs: 2, numbers: []float64{0, 1}, types: floats},
	{name: "bits", ops: "and or xor not", size: 2, inputs: 3, numbers: []float64{0}, types: []string{"i8"}},
	{name: "logic", ops: "and or xor not", size: 3, inputs: 2, types: []string{"i8"}},
	{name: "choices", ops: "select not and or", size: 2, inputs: 3, numbers: []float64{0, 1}, types: floats},
	{name: "matrices", ops: "matmul neg transpose", size: 3, inputs: 2, attrs: []string{"permutation"}},
}
