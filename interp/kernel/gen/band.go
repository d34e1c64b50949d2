package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// bandRows is the number of rows of the result that one function writes: a cache line of 4-byte
// elements of the operand.
const bandRows = 16

// bandSizes are the sizes of elements that there are functions for.
func (m *machine) bandSizes() []int {
	if m.avx512 {
		return []int{1, 2, 4, 8}
	}
	return []int{2, 4, 8} // transposing bytes takes as many registers as there are
}

// bandName is the name of a function, for elements of a size.
func (m *machine) bandName(size int, streams bool) string {
	verb := "transpose"
	if streams {
		verb = "stream"
	}
	return fmt.Sprintf("%sBand%d%s", verb, 8*size, m.name)
}

// transposeBand defines the function that transposes 16 elements of a size of each of some runs of
// x, xStride bytes apart:
//
//	func(out, x *byte, outStride, xStride, columns, ahead int) (done int)
//
// Element r of run c goes to place c of row r of the result; rows are outStride bytes apart. It
// does the first done of the columns. As many elements as fill 16 bytes, of as many runs as a
// register has room for, are loaded by such lanes, transposed in squares, and stored as parts of
// rows: with AVX-512, whole cache lines, which can go past the caches. What is so many bytes
// further on in x is fetched where elements have 4 bytes or more.
func transposeBand(m *machine, size int, streams bool) {
	store := func(v VecVirtual, to Op) { VMOVUPS(v, to) }
	if streams {
		store = func(v VecVirtual, to Op) { VMOVNTPS(v, to) }
	}
	name := m.bandName(size, streams)
	TEXT(name, NOSPLIT, "func(out, x *byte, outStride, xStride, columns, ahead int) (done int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s transposes 16 elements of %d bytes of each of some runs.", name, size))
	b := newBand(m, size)
	XORQ(b.done, b.done)
	Label("columns")
	LEAQ(Mem{Base: b.done, Disp: m.bytes / size}, b.end)
	CMPQ(b.end, b.columns)
	JGT(LabelRef("end"))
	to := GP64()
	MOVQ(b.out, to)
	for from := 0; from < bandRows; from += b.square {
		for r, v := range transpose(m, size, b.load(from)) {
			store(v, strided(to, b.outStride, b.outStride3, r%4))
			if r%4 == 3 || r == b.square-1 {
				LEAQ(Mem{Base: to, Index: b.outStride, Scale: uint8(r%4 + 1)}, to)
			}
		}
	}
	last := b.bases[len(b.bases)-1]
	if b.square > 4 { // it has been moved on
		MOVQ(last, b.x)
	} else {
		LEAQ(Mem{Base: last, Index: b.xStride, Scale: uint8(b.square)}, b.x)
	}
	ADDQ(U8(m.bytes), b.out)
	MOVQ(b.end, b.done)
	JMP(LabelRef("columns"))
	Label("end")
	Store(b.done, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// band is what functions that transpose have in registers.
type band struct {
	m                          *machine
	square                     int        // the extent of the squares in 16 bytes
	bases                      []Register // for each 16 bytes of a register, a run
	out, outStride, outStride3 Register
	x, xStride, xStride3       Register
	columns, done, end         Register
	ahead                      Register // nil where nothing is fetched
}

func newBand(m *machine, size int) *band {
	b := &band{m: m, square: 16 / size, xStride3: GP64(), outStride3: GP64(), done: GP64(), end: GP64()}
	b.out, b.outStride = Load(Param("out"), GP64()), Load(Param("outStride"), GP64())
	b.x, b.xStride = Load(Param("x"), GP64()), Load(Param("xStride"), GP64())
	b.columns = Load(Param("columns"), GP64())
	LEAQ(Mem{Base: b.xStride, Index: b.xStride, Scale: 2}, b.xStride3)
	LEAQ(Mem{Base: b.outStride, Index: b.outStride, Scale: 2}, b.outStride3)
	if b.square <= 4 {
		b.ahead = Load(Param("ahead"), GP64())
		b.bases = append(b.bases, b.x)
	}
	for len(b.bases) < m.bytes/16 {
		b.bases = append(b.bases, GP64())
	}
	return b
}

// load is a square in each 16 bytes of as many registers, of elements from so many on of runs.
func (b *band) load(from int) []VecVirtual {
	if b.square > 4 {
		MOVQ(b.x, b.bases[0])
	}
	if b.square > 4 || from == 0 {
		for i := 1; i < len(b.bases); i++ {
			LEAQ(Mem{Base: b.bases[i-1], Index: b.xStride, Scale: uint8(min(b.square, 8))}, b.bases[i])
			if b.square > 8 {
				LEAQ(Mem{Base: b.bases[i], Index: b.xStride, Scale: 8}, b.bases[i])
			}
		}
	}
	rows := make([]VecVirtual, b.square)
	low := XMM()
	for i := range rows {
		rows[i] = b.m.vector()
		run := func(k int) Mem {
			return strided(b.bases[k], b.xStride, b.xStride3, i%4).Offset(from * 16 / b.square)
		}
		VMOVUPS(run(0), low)
		if b.ahead != nil && from == 0 {
			for k := range b.bases {
				fetched := GP64()
				LEAQ(run(k), fetched)
				PREFETCHT1(Mem{Base: fetched, Index: b.ahead, Scale: 1})
			}
		}
		if b.m.avx512 {
			VINSERTF32X4(U8(1), run(1), low.AsZ(), rows[i])
			VINSERTF32X4(U8(2), run(2), rows[i], rows[i])
			VINSERTF32X4(U8(3), run(3), rows[i], rows[i])
		} else {
			VINSERTF128(U8(1), run(1), low.AsY(), rows[i])
		}
		if b.square > 4 && i%4 == 3 {
			for _, base := range b.bases {
				LEAQ(Mem{Base: base, Index: b.xStride, Scale: 4}, base)
			}
		}
	}
	return rows
}

// strided is the address of one of four places that are a stride apart, of which stride3 is three.
func strided(base, stride, stride3 Register, i int) Mem {
	switch i {
	case 0:
		return Mem{Base: base}
	case 3:
		return Mem{Base: base, Index: stride3, Scale: 1}
	}
	return Mem{Base: base, Index: stride, Scale: uint8(i)}
}

// transpose is a square in each 16 bytes of as many registers as elements of the size have room
// there. Each of the steps takes the elements of two registers in turns: written as the bits of
// register and place, the position of an element is rotated by one.
func transpose(m *machine, size int, rows []VecVirtual) []VecVirtual {
	low := map[int]operation{1: VPUNPCKLBW, 2: VPUNPCKLWD, 4: VUNPCKLPS, 8: VUNPCKLPD}[size]
	high := map[int]operation{1: VPUNPCKHBW, 2: VPUNPCKHWD, 4: VUNPCKHPS, 8: VUNPCKHPD}[size]
	for step := 1; step < len(rows); step *= 2 {
		next := make([]VecVirtual, 0, len(rows))
		for i, half := 0, len(rows)/2; i < half; i++ {
			next = append(next, m.two(low, rows[i], rows[i+half]), m.two(high, rows[i], rows[i+half]))
		}
		rows = next
	}
	return rows
}
