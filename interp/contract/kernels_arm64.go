//go:build arm64 && !purego

package contract

import "unsafe"

//go:generate go -C gen run . -isa neon -dir ..

// assembly, diagonalAssembly and tapsAssembly are the functions of the generator; steps are in
// elements.
type (
	assembly[T any]         func(depth int, a *T, rowA, stepA int, b *T, stepB int, c *T, stepC int, cols, load int)
	diagonalAssembly[T any] func(depth int, a *T, stepA int, b *T, stepB int, c *T, cols, load int)
	tapsAssembly[T any]     func(taps int, list *int, a *T, stepA int, b, c *T, stepC int, cols, load int)
)

// neonFunctions are those for one type of elements, by numbers of vectors in a row, from 1 on:
// products of 1, 2 and more rows, elementwise products, and those by a list for 1, 2 and 4 rows.
type neonFunctions[T number] struct {
	lanes     int
	products  [4][]assembly[T]
	diagonals [4]diagonalAssembly[T]
	taps      [2][3]tapsAssembly[T]
	peak      func(rounds int, x *T)
}

// kernel builds a kernel of the functions, all of which every processor has.
func (f *neonFunctions[T]) kernel() kernel[T] {
	k := kernel[T]{rows: len(f.products[3]), cols: 4 * f.lanes, multiply: f.multiply, diagonal: f.diagonal, taps: f.addTaps}
	if f.peak != nil {
		k.peak = func(rounds int) int {
			x := T(1)
			f.peak(rounds, &x)
			return 2 * peakTimes * k.rows * k.cols * rounds
		}
	}
	return k
}

// peakTimes is how often a function of the generator for the peak adds to each of its sums in a
// round.
const peakTimes = 4

func (f *neonFunctions[T]) multiply(rows, cols, depth int, a []T, rowA, stepA int, b []T, stepB int, c []T, stepC int, load bool) {
	// The machine code trusts its arguments: this is its bounds check.
	_ = a[(rows-1)*rowA+(depth-1)*stepA]
	_ = b[(depth-1)*stepB+cols-1]
	_ = c[(rows-1)*stepC+cols-1]
	byRows := f.products[(cols-1)/f.lanes]
	for i, n := 0, 0; i < rows; i += n {
		n = rowsAtOnce(rows-i, len(byRows))
		byRows[n-1](depth, &a[i*rowA], rowA, stepA, &b[0], stepB, &c[i*stepC], stepC, cols, flag(load))
	}
}

func (f *neonFunctions[T]) diagonal(cols, depth int, a []T, stepA int, b []T, stepB int, c []T, load bool) {
	_ = a[(depth-1)*stepA+cols-1]
	_ = b[(depth-1)*stepB+cols-1]
	_ = c[cols-1]
	for j, n := 0, 0; j < cols; j += n {
		n = min(4*f.lanes, cols-j)
		f.diagonals[(n-1)/f.lanes](depth, &a[j], stepA, &b[j], stepB, &c[j], n, flag(load))
	}
}

func (f *neonFunctions[T]) addTaps(rows, cols int, list []tap, a []T, stepA int, b []T, c []T, stepC int, load bool) {
	_ = c[(rows-1)*stepC+cols-1]
	for _, x := range list {
		if x.a >= 0 {
			_ = a[x.a+(rows-1)*stepA+cols-1]
		}
		_ = b[x.b+cols-1]
	}
	taps := (*int)(unsafe.Pointer(&list[0]))
	for i, h := 0, 2; i < rows; i += 1 << h {
		for 1<<h > rows-i {
			h--
		}
		for j, n := 0, 0; j < cols; j += n {
			n = min(2*f.lanes, cols-j)
			// Where nothing is seen, any place serves as the beginning of a.
			from := unsafe.SliceData(a)
			if at := i*stepA + j; at < len(a) {
				from = &a[at]
			}
			f.taps[(n-1)/f.lanes][h](len(list), taps, from, stepA, &b[j], &c[i*stepC+j], stepC, n, flag(load))
		}
	}
}

var neonF32 = neonFunctions[float32]{
	lanes: 4,
	products: [4][]assembly[float32]{
		{f32Neon1x1, f32Neon2x1, f32Neon3x1, f32Neon4x1, f32Neon5x1, f32Neon6x1, f32Neon7x1, f32Neon8x1},
		{f32Neon1x2, f32Neon2x2, f32Neon3x2, f32Neon4x2, f32Neon5x2, f32Neon6x2},
		{f32Neon1x3, f32Neon2x3, f32Neon3x3, f32Neon4x3, f32Neon5x3, f32Neon6x3},
		{f32Neon1x4, f32Neon2x4, f32Neon3x4, f32Neon4x4, f32Neon5x4, f32Neon6x4},
	},
	diagonals: [4]diagonalAssembly[float32]{f32NeonDiagonal1, f32NeonDiagonal2, f32NeonDiagonal3, f32NeonDiagonal4},
	taps:      [2][3]tapsAssembly[float32]{{f32NeonTaps1x1, f32NeonTaps2x1, f32NeonTaps4x1}, {f32NeonTaps1x2, f32NeonTaps2x2, f32NeonTaps4x2}},
	peak:      f32NeonPeak,
}

var neonF64 = neonFunctions[float64]{
	lanes: 2,
	products: [4][]assembly[float64]{
		{f64Neon1x1, f64Neon2x1, f64Neon3x1, f64Neon4x1, f64Neon5x1, f64Neon6x1, f64Neon7x1, f64Neon8x1},
		{f64Neon1x2, f64Neon2x2, f64Neon3x2, f64Neon4x2, f64Neon5x2, f64Neon6x2},
		{f64Neon1x3, f64Neon2x3, f64Neon3x3, f64Neon4x3, f64Neon5x3, f64Neon6x3},
		{f64Neon1x4, f64Neon2x4, f64Neon3x4, f64Neon4x4, f64Neon5x4, f64Neon6x4},
	},
	diagonals: [4]diagonalAssembly[float64]{f64NeonDiagonal1, f64NeonDiagonal2, f64NeonDiagonal3, f64NeonDiagonal4},
	taps:      [2][3]tapsAssembly[float64]{{f64NeonTaps1x1, f64NeonTaps2x1, f64NeonTaps4x1}, {f64NeonTaps1x2, f64NeonTaps2x2, f64NeonTaps4x2}},
	peak:      f64NeonPeak,
}

var neonI32 = neonFunctions[int32]{
	lanes: 4,
	products: [4][]assembly[int32]{
		{i32Neon1x1, i32Neon2x1, i32Neon3x1, i32Neon4x1, i32Neon5x1, i32Neon6x1, i32Neon7x1, i32Neon8x1},
		{i32Neon1x2, i32Neon2x2, i32Neon3x2, i32Neon4x2, i32Neon5x2, i32Neon6x2},
		{i32Neon1x3, i32Neon2x3, i32Neon3x3, i32Neon4x3, i32Neon5x3, i32Neon6x3},
		{i32Neon1x4, i32Neon2x4, i32Neon3x4, i32Neon4x4, i32Neon5x4, i32Neon6x4},
	},
	diagonals: [4]diagonalAssembly[int32]{i32NeonDiagonal1, i32NeonDiagonal2, i32NeonDiagonal3, i32NeonDiagonal4},
	taps:      [2][3]tapsAssembly[int32]{{i32NeonTaps1x1, i32NeonTaps2x1, i32NeonTaps4x1}, {i32NeonTaps1x2, i32NeonTaps2x2, i32NeonTaps4x2}},
}

// kernelsFloat32 lists the kernels this processor can run, the fastest first.
func kernelsFloat32() []kernel[float32] { return []kernel[float32]{neonF32.kernel(), float32Kernel()} }

// kernelsFloat64 is kernelsFloat32 for double precision.
func kernelsFloat64() []kernel[float64] { return []kernel[float64]{neonF64.kernel(), float64Kernel()} }

// kernelsInt32 is kernelsFloat32 for wrapping 32-bit integers.
func kernelsInt32() []kernel[int32] { return []kernel[int32]{neonI32.kernel(), integerKernel[int32]()} }
