package contract

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/fma"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// bitsOf lets one comparison serve all element types; any NaN is one value.
func bitsOf[T number](v T) uint64 {
	switch v := any(v).(type) {
	case float32:
		if v != v {
			return math.MaxUint64
		}
		return uint64(math.Float32bits(v))
	case float64:
		if v != v {
			return math.MaxUint64
		}
		return math.Float64bits(v)
	case int32:
		return uint64(v)
	}
	panic("no bits")
}

// checkKernel runs a kernel on random blocks of every size and on guarded memory, and compares with
// the definition.
func checkKernel[T number](t *testing.T, k kernel[T], element func(r *rand.Rand) T) {
	r := rand.New(rand.NewPCG(1, 2))
	fill := func(n int) []T {
		s := make([]T, n)
		for i := range s {
			s[i] = element(r)
		}
		return s
	}
	for rows := 1; rows <= 15; rows++ {
		for cols := 1; cols <= k.cols; cols++ {
			for _, depth := range []int{1, 2, 7, 33} {
				stepA, rowA := 1, depth+r.IntN(3)
				if r.IntN(2) == 0 {
					rowA, stepA = 1, rows+r.IntN(3)
				}
				stepB, stepC := cols+r.IntN(3), cols+r.IntN(3)
				a := fill((rows-1)*rowA + (depth-1)*stepA + 1)
				b := fill((depth-1)*stepB + cols)
				c := fill((rows-1)*stepC + cols)
				for _, load := range []bool{false, true} {
					// Guards on both sides show writes outside of the block.
					guarded := fill(len(c) + 200)
					copy(guarded[100:], c)
					want := append([]T(nil), guarded...)
					for i := range rows {
						for j := range cols {
							var acc T
							if load {
								acc = c[i*stepC+j]
							}
							for p := range depth {
								acc = step(a[i*rowA+p*stepA], b[p*stepB+j], acc)
							}
							want[100+i*stepC+j] = acc
						}
					}
					k.multiply(rows, cols, depth, a, rowA, stepA, b, stepB, guarded[100:100+len(c)], stepC, load)
					for i := range want {
						if bitsOf(guarded[i]) != bitsOf(want[i]) {
							t.Fatalf("%dx%dx%d load=%t: element %d is %v, want %v", rows, depth, cols, load, i-100, guarded[i], want[i])
						}
					}
				}
			}
		}
	}
}

// checkDiagonal is checkKernel for the elementwise kernel.
func checkDiagonal[T number](t *testing.T, k kernel[T], element func(r *rand.Rand) T) {
	r := rand.New(rand.NewPCG(1, 2))
	fill := func(n int) []T {
		s := make([]T, n)
		for i := range s {
			s[i] = element(r)
		}
		return s
	}
	for cols := 1; cols <= 2*k.cols+3; cols++ {
		for _, depth := range []int{1, 2, 9} {
			stepA, stepB := r.IntN(cols+3), cols+r.IntN(3)
			a, b := fill((depth-1)*stepA+cols), fill((depth-1)*stepB+cols)
			for _, load := range []bool{false, true} {
				guarded := fill(cols + 200)
				want := append([]T(nil), guarded...)
				for j := range cols {
					var acc T
					if load {
						acc = guarded[100+j]
					}
					for p := range depth {
						acc = step(a[p*stepA+j], b[p*stepB+j], acc)
					}
					want[100+j] = acc
				}
				k.diagonal(cols, depth, a, stepA, b, stepB, guarded[100:100+cols], load)
				for i := range want {
					if bitsOf(guarded[i]) != bitsOf(want[i]) {
						t.Fatalf("%dx%d load=%t: element %d is %v, want %v", depth, cols, load, i-100, guarded[i], want[i])
					}
				}
			}
		}
	}
}

// checkStream is checkKernel for the function of one row.
func checkStream[T number](t *testing.T, k kernel[T], element func(r *rand.Rand) T) {
	if k.stream.multiply == nil {
		return
	}
	r := rand.New(rand.NewPCG(1, 2))
	fill := func(n int) []T {
		s := make([]T, n)
		for i := range s {
			s[i] = element(r)
		}
		return s
	}
	for panels := 1; panels <= 3; panels++ {
		for _, depth := range []int{1, 2, 9} {
			cols, stepA := panels*k.stream.cols, 1+r.IntN(3)
			stepB := cols + r.IntN(3)
			a, b := fill((depth-1)*stepA+1), fill((depth-1)*stepB+cols)
			for _, load := range []bool{false, true} {
				guarded := fill(cols + 200)
				want := append([]T(nil), guarded...)
				for j := range cols {
					var acc T
					if load {
						acc = guarded[100+j]
					}
					for p := range depth {
						acc = step(a[p*stepA], b[p*stepB+j], acc)
					}
					want[100+j] = acc
				}
				k.stream.multiply(panels, depth, a, stepA, b, stepB, r.IntN(1<<20), guarded[100:100+cols], load)
				for i := range want {
					if bitsOf(guarded[i]) != bitsOf(want[i]) {
						t.Fatalf("%d panels of %d, depth %d, load=%t: element %d is %v, want %v", panels, k.stream.cols, depth, load, i-100, guarded[i], want[i])
					}
				}
			}
		}
	}
}

func specialFloat(r *rand.Rand) float64 {
	if r.IntN(16) == 0 {
		return []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1e-40, -2e-45, 5e-324, 3e38, -1e308}[r.IntN(10)]
	}
	return r.NormFloat64()
}

func TestKernels(t *testing.T) {
	if raceEnabled {
		t.Skip("a kernel runs on one worker")
	}
	for i, k := range kernelsFloat32() {
		t.Run(fmt.Sprintf("float32/%d_%dx%d", i, k.rows, k.cols), func(t *testing.T) {
			checkKernel(t, k, func(r *rand.Rand) float32 { return float32(specialFloat(r)) })
			checkDiagonal(t, k, func(r *rand.Rand) float32 { return float32(specialFloat(r)) })
			checkStream(t, k, func(r *rand.Rand) float32 { return float32(specialFloat(r)) })
		})
	}
	for i, k := range kernelsFloat64() {
		t.Run(fmt.Sprintf("float64/%d_%dx%d", i, k.rows, k.cols), func(t *testing.T) {
			checkKernel(t, k, specialFloat)
			checkDiagonal(t, k, specialFloat)
			checkStream(t, k, specialFloat)
		})
	}
	for i, k := range kernelsInt32() {
		t.Run(fmt.Sprintf("int32/%d_%dx%d", i, k.rows, k.cols), func(t *testing.T) {
			checkKernel(t, k, func(r *rand.Rand) int32 { return int32(r.Uint32()) })
			checkDiagonal(t, k, func(r *rand.Rand) int32 { return int32(r.Uint32()) })
			checkStream(t, k, func(r *rand.Rand) int32 { return int32(r.Uint32()) })
		})
	}
}

// Panels of vectors side by side, some of them cut off, are what they are in the operand, and
// nothing is written behind them.
func TestPanels(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, k := range kernelsFloat32() {
		checkPanels(t, r, k)
	}
	for _, k := range kernelsFloat64() {
		checkPanels(t, r, k)
	}
	for _, k := range kernelsInt32() {
		checkPanels(t, r, k)
	}
}

func checkPanels[T number](t *testing.T, r *rand.Rand, k kernel[T]) {
	for range 200 {
		n, depth, first := 1+r.IntN(5*k.cols), 1+r.IntN(20), r.IntN(3)
		if r.IntN(2) == 0 {
			n = k.cols * (1 + r.IntN(4))
		}
		stride := n + r.IntN(9)
		data := make([]T, first+depth*stride)
		for i := range data {
			data[i] = T(r.IntN(100) + 1)
		}
		s := source[T]{data: data, base: first, vectors: offsets{stride: 1}, inner: offsets{stride: stride}, kernel: &k}
		used := ceilDiv(n, k.cols) * k.cols * depth
		got := make([]T, used+100)
		s.panels(got[:used], k.cols, 0, n, 0, depth)
		want := make([]T, used+100)
		for i := range n {
			for p := range depth {
				want[i/k.cols*k.cols*depth+p*k.cols+i%k.cols] = data[first+p*stride+i]
			}
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%T, kernel of %d columns: %d vectors of %d, %d apart: element %d is %v, want %v", data, k.cols, n, depth, stride, i, got[i], want[i])
			}
		}
	}
}

// Every kernel and every loop structure gives the bits of the plain triple loop.
func TestEngines(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, size := range [][3]int{
		{1, 1, 1}, {1, 700, 300}, {5, 300, 700}, {700, 300, 1}, {700, 3, 5}, {13, 600, 130}, {97, 257, 65}, {200, 513, 301}, {300, 2, 300}, {1, 2000, 70}, {64, 64, 64},
		{60, 300, 512}, {601, 52, 9}, // columns packed together; rows and columns exchanged, if both lie across
	} {
		m, depth, n := size[0], size[1], size[2]
		for _, transposed := range []int{0, 1, 2, 3, 4, 7} {
			lhs, rhs := make([]float32, m*depth), make([]float32, depth*n)
			for i := range lhs {
				lhs[i] = float32(r.NormFloat64())
			}
			for i := range rhs {
				rhs[i] = float32(r.NormFloat64())
			}
			rowL, stepL, stepR, colR, rowO, colO := depth, 1, n, 1, n, 1
			if transposed&1 != 0 {
				rowL, stepL = 1, m
			}
			if transposed&2 != 0 {
				stepR, colR = 1, depth
			}
			if transposed&4 != 0 {
				rowO, colO = 1, m
			}
			want := make([]float32, m*n)
			for i := range m {
				for j := range n {
					var acc float32
					for p := range depth {
						acc = fma.Sum(float64(lhs[i*rowL+p*stepL])*float64(rhs[p*stepR+j*colR]), float64(acc))
					}
					want[i*rowO+j*colO] = acc
				}
			}
			c := product{
				rows:  []dimension{{m, [2]int{rowL, rowO}}},
				cols:  []dimension{{n, [2]int{colR, colO}}},
				inner: []dimension{{depth, [2]int{stepL, stepR}}},
			}.contraction()
			c.outputs = m * n
			kernels := kernelsFloat32()
			if raceEnabled {
				kernels = kernels[:1]
			}
			for i, k := range kernels {
				e := newEngine(c, k)
				everyWorkerCount(func(workers string) {
					got := make([]float32, m*n)
					for j := range got {
						got[j] = float32(math.NaN())
					}
					e.run(tensor.New(tensor.U8, e.workspace(4, parallel.Workers())).Bytes(), got, lhs, rhs, nil)
					for j := range want {
						if math.Float32bits(got[j]) != math.Float32bits(want[j]) {
							t.Fatalf("%dx%dx%d, layout %d, kernel %d, %s: element %d is %g, want %g", m, depth, n, transposed, i, workers, j, got[j], want[j])
						}
					}
				})
			}
		}
	}
}
