package contract

import (
	"math"

	"github.com/tg-opt/tg/internal/fma"
)

// kernel multiplies small blocks that stay in registers; it is the only place where products are
// formed. It adds the products of rows x depth of a and depth x cols of b to rows x cols of c:
//
//	for each i < rows, j < cols:
//		acc = c[i*stepC+j] if load, else 0
//		for p = 0 .. depth-1: acc = fma(a[i*rowA+p*stepA], b[p*stepB+j], acc)
//		c[i*stepC+j] = acc
//
// with each step rounded once to T. All kernels of a type give the same bits (of NaNs there is
// one), however the work is cut into blocks. Kernels touch no element outside the blocks; depth,
// rows and cols are at least 1, and there may be any number of rows.
type kernel[T any] struct {
	rows, cols int // the block that stays in registers, and the most columns
	multiply   func(rows, cols, depth int, a []T, rowA, stepA int, b []T, stepB int, c []T, stepC int, load bool)

	// diagonal adds elementwise products, for vectors of any length: in the notation above,
	//
	//	for p = 0 .. depth-1: c[j] = fma(a[p*stepA+j], b[p*stepB+j], c[j])
	diagonal func(cols, depth int, a []T, stepA int, b []T, stepB int, c []T, load bool)

	// taps is diagonal for rows of c that see a at equal distances, by a list of what is
	// multiplied:
	//
	//	for each i < rows, j < cols:
	//		acc = c[i*stepC+j] if load, else 0
	//		for each of the list: acc = fma(a[x.a+i*stepA+j], b[x.b+j], acc), or of 0 for the element of a if x.a < 0
	//		c[i*stepC+j] = acc
	taps func(rows, cols int, list []tap, a []T, stepA int, b []T, c []T, stepC int, load bool)

	// list is multiply for rows of a that are not evenly spaced: in the notation above,
	//
	//	for each i < rows, j < cols:
	//		acc = 0
	//		for p = 0 .. len(list)-1: acc = fma(a[i*rowA+list[p]], b[p*stepB+j], acc)
	//		c[i*stepC+j] = acc
	//
	// and last is the greatest of the list. It is nil where multiply must do.
	list func(rows, cols int, list []int, last int, a []T, rowA int, b []T, stepB int, c []T, stepC int)

	// channels computes a line of a depthwise convolution of 3x3 taps, with stride 1 or 2: position
	// i of the rows of c, step apart, has for each channel the sum over taps (y, x), in row-major
	// order, of element i*stride+x of line y of a times the weight. It is nil where taps must do.
	channels [2]func(q squareRows[T], c []T, stepC int)

	// plane computes rows of such a convolution of planes: column j of row i of c, rows stepC apart
	// and planes planeC, is the sum over taps (y, x) of element first+j*stride+x of line i*stride+y
	// times w[3*y+x]. It is nil where multiply must do.
	plane [2]func(q planeLines[T], c []T, planeC, stepC int)
	// winograd are the transforms for tiles of 2x2 and of 4x4 results; there are none but of
	// float32.
	winograd [2]transforms[T]

	// transpose8 copies 8 runs of 8*blocks elements, stepFrom apart, to the columns of rows that
	// are stepTo apart. It is nil where plain loops must do.
	transpose8 func(blocks int, from []T, stepFrom int, to []T, stepTo int)

	// spread copies element index[j] of rows of in elements, stepFrom apart, to place j of rows
	// that are stepTo apart. It is nil where plain loops must do; else there are at most lanes
	// elements on either side.
	spread func(rows int, from []T, stepFrom int, to []T, stepTo int, index []uint32, in int)
	lanes  int

	// panels copies rows of neighbouring panels of cols elements, stepFrom apart, to panels that
	// are stepTo apart, in which rows follow each other. It is nil where plain loops must do.
	panels func(rows, panels int, from []T, stepFrom int, to []T, stepTo int)

	// extremes are the least of numbers with the first bit turned and the largest of them without
	// it; their number is a multiple of extremesLanes, and not zero. It is nil where plain loops
	// must do.
	extremes func(x []uint32) (least, largest uint32)

	stream stream[T]

	// peak is for Peak. It is nil where there is no machine code.
	peak func(rounds int) (operations int)
}

// tap is where two runs of elements begin that are multiplied, or a negative number for one of
// zeros.
type tap struct{ a, b int }

// number is the set of types that have arithmetic in Go.
type number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// goKernel is a portable kernel, made of two loops: scaled adds the products of one element of a
// and a run of b to a run of c, products those of two runs.
func goKernel[T any](scaled func(c []T, x T, y []T), products func(c, x, y []T)) kernel[T] {
	return kernel[T]{
		rows: 4, cols: 64,
		multiply: func(rows, cols, depth int, a []T, rowA, stepA int, b []T, stepB int, c []T, stepC int, load bool) {
			for i := range rows {
				row := c[i*stepC:][:cols]
				if !load {
					clear(row)
				}
				for p := range depth {
					scaled(row, a[i*rowA+p*stepA], b[p*stepB:][:cols])
				}
			}
		},
		diagonal: func(cols, depth int, a []T, stepA int, b []T, stepB int, c []T, load bool) {
			c = c[:cols]
			if !load {
				clear(c)
			}
			for p := range depth {
				products(c, a[p*stepA:][:cols], b[p*stepB:][:cols])
			}
		},
		taps: func(rows, cols int, list []tap, a []T, stepA int, b []T, c []T, stepC int, load bool) {
			for i := range rows {
				row := c[i*stepC:][:cols]
				if !load {
					clear(row)
				}
				for _, x := range list {
					if x.a < 0 {
						scaled(row, *new(T), b[x.b:][:cols])
					} else {
						products(row, a[x.a+i*stepA:][:cols], b[x.b:][:cols])
					}
				}
			}
		},
		list: func(rows, cols int, list []int, _ int, a []T, rowA int, b []T, stepB int, c []T, stepC int) {
			for i := range rows {
				row := c[i*stepC:][:cols]
				clear(row)
				for p, at := range list {
					scaled(row, a[i*rowA+at], b[p*stepB:][:cols])
				}
			}
		},
	}
}

// integerKernel is the portable kernel of a type of integers, which wrap.
func integerKernel[T number]() kernel[T] { return goKernel(scaledIntegers[T], productsOfIntegers[T]) }

func scaledIntegers[T number](c []T, x T, y []T) {
	y = y[:len(c)]
	for j := range c {
		c[j] += x * y[j]
	}
}

func productsOfIntegers[T number](c, x, y []T) {
	x, y = x[:len(c)], y[:len(c)]
	for j := range c {
		c[j] += x[j] * y[j]
	}
}

// float64Kernel is the portable kernel of float64.
func float64Kernel() kernel[float64] { return goKernel(scaled64, products64) }

func scaled64(c []float64, x float64, y []float64) {
	y = y[:len(c)]
	for j := range c {
		c[j] = math.FMA(x, y[j], c[j])
	}
}

func products64(c, x, y []float64) {
	x, y = x[:len(c)], y[:len(c)]
	for j := range c {
		c[j] = math.FMA(x[j], y[j], c[j])
	}
}

// float32Kernel is the portable kernel of float32.
func float32Kernel() kernel[float32] {
	k := goKernel(scaled32, products32)
	k.winograd = goTransforms()
	return k
}

func scaled32(c []float32, x float32, y []float32) {
	wide, y := float64(x), y[:len(c)]
	for j := range c {
		c[j] = fma.Sum(wide*float64(y[j]), float64(c[j]))
	}
}

func products32(c, x, y []float32) {
	x, y = x[:len(c)], y[:len(c)]
	for j := range c {
		c[j] = fma.Sum(float64(x[j])*float64(y[j]), float64(c[j]))
	}
}

// boolKernel is the kernel of i1, stored as bytes 0 and 1, where the product is "and" and the sum
// is "or".
func boolKernel() kernel[uint8] { return goKernel(scaledBools, productsOfBools) }

func scaledBools(c []uint8, x uint8, y []uint8) {
	if x == 0 {
		return
	}
	y = y[:len(c)]
	for j := range c {
		c[j] |= y[j]
	}
}

func productsOfBools(c, x, y []uint8) {
	x, y = x[:len(c)], y[:len(c)]
	for j := range c {
		c[j] |= x[j] & y[j]
	}
}
