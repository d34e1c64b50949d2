//go:build amd64 && !purego

package contract

import (
	"slices"
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go -C gen run . -isa avx2 -out ../kernels_avx2_amd64.s -stubs ../kernels_avx2_amd64.go -pkg contract
//go:generate go -C gen run . -isa avx512 -out ../kernels_avx512_amd64.s -stubs ../kernels_avx512_amd64.go -pkg contract
//go:generate go -C gen run . -isa avx2 -what dots -out ../dots_avx2_amd64.s -stubs ../dots_avx2_amd64.go -pkg contract
//go:generate go -C gen run . -isa avx512 -what dots -out ../dots_avx512_amd64.s -stubs ../dots_avx512_amd64.go -pkg contract

// assembly is a kernel in machine code for a fixed number of rows and vector registers; steps are
// in elements.
type assembly[T any] func(depth int, a *T, rowA, stepA int, b *T, stepB int, c *T, stepC int, cols, load int)

// diagonalAssembly is the same for kernel.diagonal.
type diagonalAssembly[T any] func(depth int, a *T, stepA int, b *T, stepB int, c *T, cols, load int)

// tapsAssembly is the same for kernel.taps, groups of a fixed number of rows.
type tapsAssembly[T any] func(groups, taps int, list *int, a *T, stepA int, b, c *T, stepC int, cols, load int)

// listAssembly is the same for kernel.list.
type listAssembly[T any] func(depth int, list *int, a *T, rowA int, b *T, stepB int, c *T, stepC int, cols, load int)

// withList adds the functions for rows of a by a list to a kernel, by width and rows.
func withList[T number](k kernel[T], lanes int, table [][]listAssembly[T]) kernel[T] {
	k.list = func(rows, cols int, list []int, last int, a []T, rowA int, b []T, stepB int, c []T, stepC int) {
		_ = a[(rows-1)*rowA+last]
		_ = b[(len(list)-1)*stepB+cols-1]
		_ = c[(rows-1)*stepC+cols-1]
		w := 0
		for w < len(table)-1 && lanes<<w < cols {
			w++
		}
		byRows := table[w]
		for i, n := 0, 0; i < rows; i += n {
			n = rowsAtOnce(rows-i, len(byRows))
			byRows[n-1](len(list), &list[0], &a[i*rowA], rowA, &b[0], stepB, &c[i*stepC], stepC, cols, 0)
		}
	}
	return k
}

// The same for kernel.channels and kernel.plane.
type (
	channelsAssembly[T any] func(positions, seen int, row0, row1, row2 *T, step int, w *T, wRow, wTap int, c *T, stepC, cols int)
	planeAssembly[T any]    func(planes, rows int, list *int, a *T, stepA, first, extent int, w *T, stepW int, c *T, planeC, stepC, cols int)
)

// withSquares adds the functions for depthwise convolutions of 3x3 taps to a kernel, by stride.
func withSquares[T number](k kernel[T], channels [2]channelsAssembly[T], plane [2]planeAssembly[T]) kernel[T] {
	for i := range channels {
		k.channels[i] = func(q squareRows[T], c []T, stepC int) {
			reach := (q.positions-1)*(i+1) + squareTaps - 1
			_ = q.weights[(squareTaps-1)*(q.weightRow+q.weightStep)+q.channels-1]
			_ = c[(q.positions-1)*stepC+q.channels-1]
			var rows [squareTaps]*T
			for y, at := range q.rows {
				if q.seen>>y&1 != 0 {
					_ = q.a[at+reach*q.step+q.channels-1]
					rows[y] = &q.a[at]
				}
			}
			channels[i](q.positions, q.seen, rows[0], rows[1], rows[2], q.step, &q.weights[0], q.weightRow, q.weightStep, &c[0], stepC, q.channels)
		}
		k.plane[i] = func(q planeLines[T], c []T, planeC, stepC int) {
			_ = q.lines[(q.rows-1)*(i+1)+squareTaps-1]
			_ = q.weights[(q.planes-1)*q.stepWeights+squareTaps*squareTaps-1]
			_ = c[(q.planes-1)*planeC+(q.rows-1)*stepC+q.cols-1]
			if q.last >= 0 {
				_ = q.a[(q.planes-1)*q.stepA+q.last+q.extent-1]
			}
			plane[i](q.planes, q.rows, &q.lines[0], unsafe.SliceData(q.a), q.stepA, q.first, q.extent, &q.weights[0], q.stepWeights, &c[0], planeC, stepC, q.cols)
		}
	}
	return k
}

// machineKernel builds a kernel from the generated functions: table[w] holds those for one width,
// from the narrowest to the widest, each twice as wide as the one before, for 1, 2 and more rows,
// and diagonals likewise; tall are those for 1, 2, 4 and 8 rows by a list of taps; lanes is the
// number of elements in a vector register.
func machineKernel[T number](lanes int, table [][]assembly[T], diagonals []diagonalAssembly[T], tall [4]tapsAssembly[T]) kernel[T] {
	widest := len(table) - 1
	width := func(cols int) int {
		w := 0
		for w < widest && lanes<<w < cols {
			w++
		}
		return w
	}
	multiply := func(rows, cols, depth int, a []T, rowA, stepA int, b []T, stepB int, c []T, stepC int, load bool) {
		// The machine code trusts its arguments: this is its bounds check.
		_ = a[(rows-1)*rowA+(depth-1)*stepA]
		_ = b[(depth-1)*stepB+cols-1]
		_ = c[(rows-1)*stepC+cols-1]
		byRows := table[width(cols)]
		for i, n := 0, 0; i < rows; i += n {
			n = rowsAtOnce(rows-i, len(byRows))
			byRows[n-1](depth, &a[i*rowA], rowA, stepA, &b[0], stepB, &c[i*stepC], stepC, cols, flag(load))
		}
	}
	diagonal := func(cols, depth int, a []T, stepA int, b []T, stepB int, c []T, load bool) {
		_ = a[(depth-1)*stepA+cols-1]
		_ = b[(depth-1)*stepB+cols-1]
		_ = c[cols-1]
		for j := 0; j < cols; j += lanes << widest {
			n := min(lanes<<widest, cols-j)
			diagonals[width(n)](depth, &a[j], stepA, &b[j], stepB, &c[j], n, flag(load))
		}
	}
	taps := func(rows, cols int, list []tap, a []T, stepA int, b []T, c []T, stepC int, load bool) {
		_ = c[(rows-1)*stepC+cols-1]
		for _, x := range list {
			if x.a >= 0 {
				_ = a[x.a+(rows-1)*stepA+cols-1]
			}
			_ = b[x.b+cols-1]
		}
		// Where nothing is seen, any place serves as the beginning of a.
		for h := 3; rows > 0; h-- {
			n := rows >> h
			if n == 0 {
				continue
			}
			tall[h](n, len(list), (*int)(unsafe.Pointer(&list[0])), unsafe.SliceData(a), stepA, &b[0], &c[0], stepC, cols, flag(load))
			if rows -= n << h; rows > 0 {
				a, c = a[min(n<<h*stepA, len(a)):], c[n<<h*stepC:]
			}
		}
	}
	k := kernel[T]{rows: len(table[widest]), cols: lanes << widest, multiply: multiply, diagonal: diagonal, taps: taps}
	if unsafe.Sizeof(*new(T)) == 4 {
		k.transpose8 = transpose8[T]
		k.spread, k.lanes, k.extremes = spread8[T], 8, extremes8
		if lanes == 16 {
			k.spread, k.lanes, k.extremes = spread16[T], 16, extremes16
		}
	}
	size := int(unsafe.Sizeof(*new(T)))
	copyPanels := panels64Ymm
	if k.cols*size == 256 {
		copyPanels = panels256Ymm
	}
	k.panels = func(rows, panels int, from []T, stepFrom int, to []T, stepTo int) {
		_ = from[(rows-1)*stepFrom+panels*k.cols-1]
		_ = to[(panels-1)*stepTo+rows*k.cols-1]
		copyPanels(rows, panels, (*byte)(unsafe.Pointer(&from[0])), stepFrom*size, (*byte)(unsafe.Pointer(&to[0])), stepTo*size)
	}
	return k
}

// transformAssembly is a transform of Winograd's algorithm in machine code; distances are in bytes.
type transformAssembly func(channels int, from *float32, rowFrom, colFrom int, to *float32, rowTo, colTo int, between *float32)

// machineTransforms are the transforms for tiles of 2x2 and of 4x4 of generated functions.
func machineTransforms(code [4]transformAssembly) (all [2]transforms[float32]) {
	bind := func(in, out int, code transformAssembly) transform[float32] {
		return func(channels int, from []float32, rowFrom, colFrom int, to []float32, rowTo, colTo int, between []float32) {
			_ = from[(in-1)*(rowFrom+colFrom)+channels-1]
			_ = to[(out-1)*(rowTo+colTo)+channels-1]
			_ = between[in*in*lanesBetween-1]
			code(channels, &from[0], 4*rowFrom, 4*colFrom, &to[0], 4*rowTo, 4*colTo, &between[0])
		}
	}
	for i := range all {
		seen, tile := 2*i+4, 2*i+2
		all[i] = transforms[float32]{bind(seen, seen, code[2*i]), bind(seen, tile, code[2*i+1])}
	}
	return all
}

// transpose8 serves element types of 32 bits.
func transpose8[T any](blocks int, from []T, stepFrom int, to []T, stepTo int) {
	_ = from[7*stepFrom+8*blocks-1]
	_ = to[(8*blocks-1)*stepTo+7]
	transpose8Ymm(blocks, (*uint32)(unsafe.Pointer(&from[0])), stepFrom, (*uint32)(unsafe.Pointer(&to[0])), stepTo)
}

// spread8 and spread16 serve element types of 32 bits.
func spread8[T any](rows int, from []T, stepFrom int, to []T, stepTo int, index []uint32, in int) {
	_ = from[(rows-1)*stepFrom+in-1]
	_ = to[(rows-1)*stepTo+len(index)-1]
	spreadYmm(rows, (*uint32)(unsafe.Pointer(&from[0])), stepFrom, (*uint32)(unsafe.Pointer(&to[0])), stepTo, &index[0], in, len(index))
}

func spread16[T any](rows int, from []T, stepFrom int, to []T, stepTo int, index []uint32, in int) {
	_ = from[(rows-1)*stepFrom+in-1]
	_ = to[(rows-1)*stepTo+len(index)-1]
	spreadZmm(rows, (*uint32)(unsafe.Pointer(&from[0])), stepFrom, (*uint32)(unsafe.Pointer(&to[0])), stepTo, &index[0], in, len(index))
}

func extremes8(x []uint32) (least, largest uint32) {
	var lows, highs [8]uint32
	extremesYmm(len(x), &x[0], &lows[0], &highs[0])
	return slices.Min(lows[:]), slices.Max(highs[:])
}

func extremes16(x []uint32) (least, largest uint32) {
	var lows, highs [16]uint32
	extremesZmm(len(x), &x[0], &lows[0], &highs[0])
	return slices.Min(lows[:]), slices.Max(highs[:])
}

// kernelsFloat32 lists the kernels this processor can run, the fastest first.
func kernelsFloat32() []kernel[float32] {
	list := []kernel[float32]{float32Kernel()}
	if hasFMA() {
		k := machineKernel(8, [][]assembly[float32]{
			{f32Ymm1x1, f32Ymm2x1, f32Ymm3x1, f32Ymm4x1, f32Ymm5x1, f32Ymm6x1, f32Ymm7x1, f32Ymm8x1},
			{f32Ymm1x2, f32Ymm2x2, f32Ymm3x2, f32Ymm4x2, f32Ymm5x2, f32Ymm6x2},
		}, []diagonalAssembly[float32]{f32YmmDiagonal1, f32YmmDiagonal2}, [4]tapsAssembly[float32]{f32YmmTaps1, f32YmmTaps2, f32YmmTaps4, f32YmmTaps8})
		k = withSquares(k, [2]channelsAssembly[float32]{f32YmmChannels3x3s1, f32YmmChannels3x3s2}, [2]planeAssembly[float32]{f32YmmPlane3x3s1, f32YmmPlane3x3s2})
		k.winograd = machineTransforms([4]transformAssembly{f32YmmSeen2, f32YmmTile2, f32YmmSeen4, f32YmmTile4})
		list = append([]kernel[float32]{withList(k, 8, [][]listAssembly[float32]{
			{f32YmmList1x1, f32YmmList2x1, f32YmmList3x1, f32YmmList4x1, f32YmmList5x1, f32YmmList6x1, f32YmmList7x1, f32YmmList8x1},
			{f32YmmList1x2, f32YmmList2x2, f32YmmList3x2, f32YmmList4x2, f32YmmList5x2, f32YmmList6x2},
		})}, list...)
	}
	if hasAVX512() {
		k := machineKernel(16, [][]assembly[float32]{
			{f32Zmm1x1, f32Zmm2x1, f32Zmm3x1, f32Zmm4x1, f32Zmm5x1, f32Zmm6x1, f32Zmm7x1, f32Zmm8x1},
			{f32Zmm1x2, f32Zmm2x2, f32Zmm3x2, f32Zmm4x2, f32Zmm5x2, f32Zmm6x2},
			{f32Zmm1x4, f32Zmm2x4, f32Zmm3x4, f32Zmm4x4, f32Zmm5x4, f32Zmm6x4},
		}, []diagonalAssembly[float32]{f32ZmmDiagonal1, f32ZmmDiagonal2, f32ZmmDiagonal4}, [4]tapsAssembly[float32]{f32ZmmTaps1, f32ZmmTaps2, f32ZmmTaps4, f32ZmmTaps8})
		k = withSquares(k, [2]channelsAssembly[float32]{f32ZmmChannels3x3s1, f32ZmmChannels3x3s2}, [2]planeAssembly[float32]{f32ZmmPlane3x3s1, f32ZmmPlane3x3s2})
		k.winograd = machineTransforms([4]transformAssembly{f32ZmmSeen2, f32ZmmTile2, f32ZmmSeen4, f32ZmmTile4})
		list = append([]kernel[float32]{withList(k, 16, [][]listAssembly[float32]{
			{f32ZmmList1x1, f32ZmmList2x1, f32ZmmList3x1, f32ZmmList4x1, f32ZmmList5x1, f32ZmmList6x1, f32ZmmList7x1, f32ZmmList8x1},
			{f32ZmmList1x2, f32ZmmList2x2, f32ZmmList3x2, f32ZmmList4x2, f32ZmmList5x2, f32ZmmList6x2},
			{f32ZmmList1x4, f32ZmmList2x4, f32ZmmList3x4, f32ZmmList4x4, f32ZmmList5x4, f32ZmmList6x4},
		})}, list...)
	}
	return withStreams(withPeaks(list, f32YmmPeak, f32ZmmPeak), 8, f32YmmStream, f32ZmmStream)
}

// kernelsFloat64 is kernelsFloat32 for double precision.
func kernelsFloat64() []kernel[float64] {
	list := []kernel[float64]{float64Kernel()}
	if hasFMA() {
		list = append([]kernel[float64]{machineKernel(4, [][]assembly[float64]{
			{f64Ymm1x1, f64Ymm2x1, f64Ymm3x1, f64Ymm4x1, f64Ymm5x1, f64Ymm6x1, f64Ymm7x1, f64Ymm8x1},
			{f64Ymm1x2, f64Ymm2x2, f64Ymm3x2, f64Ymm4x2, f64Ymm5x2, f64Ymm6x2},
		}, []diagonalAssembly[float64]{f64YmmDiagonal1, f64YmmDiagonal2}, [4]tapsAssembly[float64]{f64YmmTaps1, f64YmmTaps2, f64YmmTaps4, f64YmmTaps8})}, list...)
	}
	if hasAVX512() {
		list = append([]kernel[float64]{machineKernel(8, [][]assembly[float64]{
			{f64Zmm1x1, f64Zmm2x1, f64Zmm3x1, f64Zmm4x1, f64Zmm5x1, f64Zmm6x1, f64Zmm7x1, f64Zmm8x1},
			{f64Zmm1x2, f64Zmm2x2, f64Zmm3x2, f64Zmm4x2, f64Zmm5x2, f64Zmm6x2},
			{f64Zmm1x4, f64Zmm2x4, f64Zmm3x4, f64Zmm4x4, f64Zmm5x4, f64Zmm6x4},
		}, []diagonalAssembly[float64]{f64ZmmDiagonal1, f64ZmmDiagonal2, f64ZmmDiagonal4}, [4]tapsAssembly[float64]{f64ZmmTaps1, f64ZmmTaps2, f64ZmmTaps4, f64ZmmTaps8})}, list...)
	}
	return withStreams(withPeaks(list, f64YmmPeak, f64ZmmPeak), 4, f64YmmStream, f64ZmmStream)
}

// kernelsInt32 is kernelsFloat32 for wrapping 32-bit integers.
func kernelsInt32() []kernel[int32] {
	list := []kernel[int32]{integerKernel[int32]()}
	if hasAVX2() {
		list = append([]kernel[int32]{machineKernel(8, [][]assembly[int32]{
			{i32Ymm1x1, i32Ymm2x1, i32Ymm3x1, i32Ymm4x1, i32Ymm5x1, i32Ymm6x1, i32Ymm7x1, i32Ymm8x1},
			{i32Ymm1x2, i32Ymm2x2, i32Ymm3x2, i32Ymm4x2, i32Ymm5x2, i32Ymm6x2},
		}, []diagonalAssembly[int32]{i32YmmDiagonal1, i32YmmDiagonal2}, [4]tapsAssembly[int32]{i32YmmTaps1, i32YmmTaps2, i32YmmTaps4, i32YmmTaps8})}, list...)
	}
	if hasAVX512() {
		list = append([]kernel[int32]{machineKernel(16, [][]assembly[int32]{
			{i32Zmm1x1, i32Zmm2x1, i32Zmm3x1, i32Zmm4x1, i32Zmm5x1, i32Zmm6x1, i32Zmm7x1, i32Zmm8x1},
			{i32Zmm1x2, i32Zmm2x2, i32Zmm3x2, i32Zmm4x2, i32Zmm5x2, i32Zmm6x2},
			{i32Zmm1x4, i32Zmm2x4, i32Zmm3x4, i32Zmm4x4, i32Zmm5x4, i32Zmm6x4},
		}, []diagonalAssembly[int32]{i32ZmmDiagonal1, i32ZmmDiagonal2, i32ZmmDiagonal4}, [4]tapsAssembly[int32]{i32ZmmTaps1, i32ZmmTaps2, i32ZmmTaps4, i32ZmmTaps8})}, list...)
	}
	return withStreams(list, 8, i32YmmStream, i32ZmmStream)
}

func hasAVX2() bool { return cpu.X86.HasAVX2 }

// hasFMA is hasAVX2 for floats, whose kernels use the fused instructions as well.
func hasFMA() bool { return hasAVX2() && cpu.X86.HasFMA }

// hasAVX512 asks for the foundation, whose opmask moves and fused sums the kernels use, and for
// BMI2, whose bzhi makes the masks.
func hasAVX512() bool { return cpu.X86.HasAVX512F && cpu.X86.HasBMI2 }
