package contract

// kernel multiplies small blocks that stay in registers; it is the only place where products are
// formed. It adds the products of rows x depth of a and depth x cols of b to rows x cols of c:
//
//	for each i < rows, j < cols:
//		acc = c[i*stepC+j] if load, else 0
//		for p = 0 .. depth-1: acc = acc + a[i*rowA+p*stepA]*b[p*stepB+j]
//		c[i*stepC+j] = acc
//
// with the product and the sum each rounded to T. All kernels of a type give the same bits
// (payloads of NaNs aside), however the work is cut into blocks. Kernels touch no element outside
// the blocks; depth, rows and cols are at least 1.
type kernel[T any] struct {
	rows, cols int // the largest block
	multiply   func(rows, cols, depth int, a []T, rowA, stepA int, b []T, stepB int, c []T, stepC int, load bool)

	// diagonal adds elementwise products, for vectors of any length: in the notation above,
	//
	//	for p = 0 .. depth-1: c[j] = c[j] + a[p*stepA+j]*b[p*stepB+j]
	diagonal func(cols, depth int, a []T, stepA int, b []T, stepB int, c []T, load bool)

	// transpose8 copies 8 runs of 8*blocks elements, stepFrom apart, to the columns of rows that
	// are stepTo apart. It is nil where plain loops must do.
	transpose8 func(blocks int, from []T, stepFrom int, to []T, stepTo int)
}

// number is the set of types whose arithmetic is Go's. Conversions around products keep compilers
// from fusing them with the sum that follows.
type number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// goKernel is the portable kernel of a number type.
func goKernel[T number]() kernel[T] {
	return kernel[T]{rows: 2, cols: 4, multiply: multiplyNumbers[T], diagonal: diagonalNumbers[T]}
}

func multiplyNumbers[T number](rows, cols, depth int, a []T, rowA, stepA int, b []T, stepB int, c []T, stepC int, load bool) {
	if rows == 2 && cols == 4 {
		multiplyNumbers2x4(depth, a, rowA, stepA, b, stepB, c, stepC, load)
		return
	}
	for i := range rows {
		for j := range cols {
			var acc T
			if load {
				acc = c[i*stepC+j]
			}
			for p := range depth {
				acc += T(a[i*rowA+p*stepA] * b[p*stepB+j])
			}
			c[i*stepC+j] = acc
		}
	}
}

func multiplyNumbers2x4[T number](depth int, a []T, rowA, stepA int, b []T, stepB int, c []T, stepC int, load bool) {
	c0, c1 := c[:4], c[stepC:stepC+4]
	var s00, s01, s02, s03, s10, s11, s12, s13 T
	if load {
		s00, s01, s02, s03 = c0[0], c0[1], c0[2], c0[3]
		s10, s11, s12, s13 = c1[0], c1[1], c1[2], c1[3]
	}
	for p := range depth {
		a0, a1 := a[p*stepA], a[p*stepA+rowA]
		row := b[p*stepB:]
		b0, b1, b2, b3 := row[0], row[1], row[2], row[3]
		s00 += T(a0 * b0)
		s01 += T(a0 * b1)
		s02 += T(a0 * b2)
		s03 += T(a0 * b3)
		s10 += T(a1 * b0)
		s11 += T(a1 * b1)
		s12 += T(a1 * b2)
		s13 += T(a1 * b3)
	}
	c0[0], c0[1], c0[2], c0[3] = s00, s01, s02, s03
	c1[0], c1[1], c1[2], c1[3] = s10, s11, s12, s13
}

func diagonalNumbers[T number](cols, depth int, a []T, stepA int, b []T, stepB int, c []T, load bool) {
	c = c[:cols]
	if !load {
		clear(c)
	}
	for p := range depth {
		x, y := a[p*stepA:][:cols], b[p*stepB:][:cols]
		for j := range c {
			c[j] += T(x[j] * y[j])
		}
	}
}

// boolKernel is the kernel of i1, stored as bytes 0 and 1, where the product is "and" and the sum
// is "or".
func boolKernel() kernel[uint8] {
	return kernel[uint8]{rows: 4, cols: 64, multiply: multiplyBools, diagonal: diagonalBools}
}

func multiplyBools(rows, cols, depth int, a []uint8, rowA, stepA int, b []uint8, stepB int, c []uint8, stepC int, load bool) {
	for i := range rows {
		row := c[i*stepC:][:cols]
		if !load {
			clear(row)
		}
		for p := range depth {
			if a[i*rowA+p*stepA] == 0 {
				continue
			}
			for j, v := range b[p*stepB:][:cols] {
				row[j] |= v
			}
		}
	}
}

func diagonalBools(cols, depth int, a []uint8, stepA int, b []uint8, stepB int, c []uint8, load bool) {
	c = c[:cols]
	if !load {
		clear(c)
	}
	for p := range depth {
		x, y := a[p*stepA:][:cols], b[p*stepB:][:cols]
		for j := range c {
			c[j] |= x[j] & y[j]
		}
	}
}
