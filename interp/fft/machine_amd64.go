//go:build amd64 && !purego

package fft

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go -C gen run . -out ../loops_avx2_amd64.s -stubs ../loops_avx2_amd64.go -pkg fft

// machine is the generated functions for one type of numbers.
type machine[T float] struct {
	passes      map[int]func(dst, src, twiddles, angles *T, rows, apart int) // by radix
	split, join func(dst, src *T, n, step, swap int)
	multiply    func(rows, by *T, n int)
	transpose   func(dst, src *T, blocks, step int)
}

// levels lists the loops that this processor can run, the fastest first and the portable ones last.
func levels[T float]() []*loops[T] {
	list := []*loops[T]{portable[T]()}
	if !cpu.X86.HasAVX2 {
		return list
	}
	var m any = machine[float32]{
		passes: map[int]func(dst, src, twiddles, angles *float32, rows, apart int){2: f32Pass2, 3: f32Pass3, 4: f32Pass4, 5: f32Pass5, 7: f32Pass7},
		split:  f32Split, join: f32Join, multiply: f32Multiply, transpose: f32Transpose,
	}
	if unsafe.Sizeof(*new(T)) == 8 {
		m = machine[float64]{
			passes: map[int]func(dst, src, twiddles, angles *float64, rows, apart int){2: f64Pass2, 3: f64Pass3, 4: f64Pass4, 5: f64Pass5, 7: f64Pass7},
			split:  f64Split, join: f64Join, multiply: f64Multiply, transpose: f64Transpose,
		}
	}
	return append([]*loops[T]{m.(machine[T]).loops()}, list...)
}

// loops checks the bounds that machine code trusts. No list of rows is empty.
func (m machine[T]) loops() *loops[T] {
	row := rowOf[T]()
	return &loops[T]{
		pass: func(st *stage[T], dst, src []T) {
			run := m.passes[st.radix]
			if run == nil {
				pass(st, dst, src)
				return
			}
			size := st.radix * st.rows * st.apart * row
			_, _ = dst[size-1], src[size-1]
			run(&dst[0], &src[0], unsafe.SliceData(st.twiddles), unsafe.SliceData(st.angles), st.rows, st.apart)
		},
		split: func(dst, src []T, n, step int, swap bool) {
			_, _ = dst[n*row-1], src[(n-1)*step+row-1]
			m.split(&dst[0], &src[0], n, step, flag(swap))
		},
		join: func(dst, src []T, n, step int, swap bool) {
			_, _ = src[n*row-1], dst[(n-1)*step+row-1]
			m.join(&dst[0], &src[0], n, step, flag(swap))
		},
		multiply: func(rows, by []T, n int) {
			_, _ = rows[n*row-1], by[n*row-1]
			m.multiply(&rows[0], &by[0], n)
		},
		transpose: func(dst, src []T, blocks, step int) {
			block := lanesOf[T]() * row
			_, _ = src[blocks*block-1], dst[(blocks-1)*step+block-1]
			m.transpose(&dst[0], &src[0], blocks, step)
		},
	}
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
