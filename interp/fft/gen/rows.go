package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// multiplyRows emits the product of two lists of rows.
func (e element) multiplyRows() {
	name := e.name + "Multiply"
	TEXT(name, NOSPLIT, fmt.Sprintf("func(rows, by *%s, n int)", e.goType))
	Pragma("noescape")
	Doc(name + " multiplies n rows by others.")
	rows, by, n := argument("rows"), argument("by"), argument("n")
	Label(name + "_loop")
	e.store(e.times(e.load(Mem{Base: rows}), e.load(Mem{Base: by})), Mem{Base: rows})
	ADDQ(Imm(rowBytes), rows)
	ADDQ(Imm(rowBytes), by)
	DECQ(n)
	JNZ(LabelRef(name + "_loop"))
	VZEROUPPER()
	RET()
}

// places loads where in a row the real and the imaginary parts are, as swap says.
func places() (re, im Register) {
	re, im = argument("swap"), GP64()
	MOVQ(U32(half), im)
	IMULQ(im, re)
	SUBQ(re, im)
	return re, im
}

// rowLoop emits a function that takes rows of complex numbers apart, or puts them together: row is
// the address of rows, and numbers that of the numbers of one.
func (e element) rowLoop(name, doc, rows, numbers string, body func(re, im, low, high Mem)) {
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst, src *%s, n, step, swap int)", e.goType))
	Pragma("noescape")
	Doc(doc)
	row, number, n, step := argument(rows), argument(numbers), argument("n"), argument("step")
	for size := e.bytes; size > 1; size /= 2 {
		SHLQ(Imm(1), step)
	}
	re, im := places()
	Label(name + "_loop")
	body(Mem{Base: row, Index: re, Scale: 1}, Mem{Base: row, Index: im, Scale: 1}, Mem{Base: number}, Mem{Base: number, Disp: half})
	ADDQ(Imm(rowBytes), row)
	ADDQ(step, number)
	DECQ(n)
	JNZ(LabelRef(name + "_loop"))
	VZEROUPPER()
	RET()
}

func (e element) split() {
	name := e.name + "Split"
	e.rowLoop(name, name+" makes rows of complex numbers.", "dst", "src", func(re, im, low, high Mem) {
		a, b, r, i := YMM(), YMM(), YMM(), YMM()
		e.move(low, a)
		e.move(high, b)
		if e.bytes == 4 {
			VSHUFPS(Imm(0x88), b, a, r)
			VSHUFPS(Imm(0xdd), b, a, i)
		} else {
			VUNPCKLPD(b, a, r)
			VUNPCKHPD(b, a, i)
		}
		VPERMPD(Imm(0xd8), r, r)
		VPERMPD(Imm(0xd8), i, i)
		e.move(r, re)
		e.move(i, im)
	})
}

func (e element) join() {
	name := e.name + "Join"
	e.rowLoop(name, name+" makes complex numbers of rows.", "src", "dst", func(re, im, low, high Mem) {
		r, i, a, b, first, second := YMM(), YMM(), YMM(), YMM(), YMM(), YMM()
		e.move(re, r)
		e.move(im, i)
		if e.bytes == 4 {
			VUNPCKLPS(i, r, a)
			VUNPCKHPS(i, r, b)
		} else {
			VUNPCKLPD(i, r, a)
			VUNPCKHPD(i, r, b)
		}
		VPERM2F128(Imm(0x20), b, a, first)
		VPERM2F128(Imm(0x31), b, a, second)
		e.move(first, low)
		e.move(second, high)
	})
}

// transpose emits the exchange of rows and lanes, of the real and then of the imaginary parts.
func (e element) transpose() {
	name := e.name + "Transpose"
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst, src *%s, blocks, step int)", e.goType))
	Pragma("noescape")
	Doc(name + " makes rows of lanes, and lanes of rows, in blocks.")
	dst, src, blocks, step := argument("dst"), argument("src"), argument("blocks"), argument("step")
	for size := e.bytes; size > 1; size /= 2 {
		SHLQ(Imm(1), step)
	}
	lanes := half / e.bytes
	Label(name + "_loop")
	for _, part := range []int{0, half} {
		in := make([]VecVirtual, lanes)
		for i := range in {
			in[i] = YMM()
			e.move(Mem{Base: src, Disp: i*rowBytes + part}, in[i])
		}
		for i, out := range exchanged(in) {
			e.move(out, Mem{Base: dst, Disp: i*rowBytes + part})
		}
	}
	ADDQ(U32(lanes*rowBytes), src)
	ADDQ(step, dst)
	DECQ(blocks)
	JNZ(LabelRef(name + "_loop"))
	VZEROUPPER()
	RET()
}

// exchanged is the transpose of 8x8 floats of 32 bits or 4x4 of 64, by exchanging ever larger
// parts.
func exchanged(in []VecVirtual) []VecVirtual {
	n := len(in)
	if n == 8 {
		pairs := make([]VecVirtual, n)
		for i := 0; i < n; i += 2 {
			pairs[i], pairs[i+1] = YMM(), YMM()
			VUNPCKLPS(in[i+1], in[i], pairs[i])
			VUNPCKHPS(in[i+1], in[i], pairs[i+1])
		}
		// Rows 2j and 2j+1 of a quarter hold what the next round pairs.
		in = []VecVirtual{pairs[0], pairs[2], pairs[1], pairs[3], pairs[4], pairs[6], pairs[5], pairs[7]}
	}
	wide := make([]VecVirtual, n)
	for i := 0; i < n; i += 2 {
		wide[i], wide[i+1] = YMM(), YMM()
		VUNPCKLPD(in[i+1], in[i], wide[i])
		VUNPCKHPD(in[i+1], in[i], wide[i+1])
	}
	out := make([]VecVirtual, n)
	for i := range n / 2 {
		low, high := YMM(), YMM()
		VPERM2F128(Imm(0x20), wide[i+n/2], wide[i], low)
		VPERM2F128(Imm(0x31), wide[i+n/2], wide[i], high)
		out[i], out[i+n/2] = low, high
	}
	return out
}
