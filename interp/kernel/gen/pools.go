package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// poolFunctions are the names of the functions that pool lines, by key.
var poolFunctions = map[string]string{}

// pool is a function that finds the greatest or least elements of f32 of windows that are three
// elements wide and two apart:
//
//	func(planes, rows, height int, list *int, x *byte, stepX, first, extent int, start, out *byte, planeOut, stepOut, cols int)
//
// Row i of a plane of results sees the lines of x that begin at elements list[i*height] and so on,
// but for negative ones, and column j of it elements first+2*j to first+2*j+2 of these, as far as
// they are in [0, extent), and start. Planes and rows are so many bytes apart.
//
// A vector of columns goes down the rows. As long as no NaN is seen, elements are compared by fewer
// instructions than the rules for NaNs take; else the vector's columns are done again.
type pool struct {
	m                      *machine
	name                   string
	next, left, x, at, out Register
	masks                  [3]Op // of elements seen: two vectors, and one more
	saved                  Op
	evens, odds            VecVirtual
	acc                    [3]VecVirtual
	ordered                Op // AVX-512: lanes that have seen no NaN
	unordered              VecVirtual
	quick                  func(a, b, to VecVirtual, mask Op)
	exact                  func(x ...VecVirtual) VecVirtual
	stepOut, start, height Register
}

func poolLines(m *machine, op string, exact lanewise) {
	p := &pool{m: m, name: op + "PoolF32" + m.name}
	poolFunctions[op+"/f32"] = p.name
	TEXT(p.name, NOSPLIT, "func(planes, rows, height int, list *int, x *byte, stepX, first, extent int, start, out *byte, planeOut, stepOut, cols int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s finds the %s of windows that are 3 wide and 2 apart.", p.name, op))
	p.exact = exact(m, f32)
	p.chooseQuick(op)
	p.start, p.height, p.stepOut = argument("start"), argument("height"), argument("stepOut")
	p.next, p.left, p.x, p.at, p.out = GP64(), GP64(), GP64(), GP64(), GP64()
	for i := range p.acc {
		p.acc[i] = m.vector()
	}
	if m.avx512 {
		p.evens, p.odds = m.pairIndices()
	} else {
		p.unordered = m.vector()
	}
	p.planes()
}

// chooseQuick sets how elements that are no NaNs are compared.
func (p *pool) chooseQuick(op string) {
	m := p.m
	one, ofZeros, kind := VMAXPS, VANDPS, uint8(5)
	if op == "min" {
		one, ofZeros, kind = VMINPS, VORPS, 4
	}
	p.quick = func(a, b, to VecVirtual, mask Op) {
		switch {
		case m.avx512 && mask == nil:
			VRANGEPS(U8(kind), b, a, to)
		case m.avx512:
			VRANGEPS(U8(kind), b, a, mask, to)
		default:
			p.into(m.two(ofZeros, m.two(one, a, b), m.two(one, b, a)), to, mask)
		}
	}
}

// into moves lanes of a mask, or all, to a register.
func (p *pool) into(v, to VecVirtual, mask Op) {
	switch {
	case mask == nil:
		VMOVAPS(v, to)
	case p.m.avx512:
		VMOVAPS(v, mask, to)
	default:
		VBLENDVPS(mask, v, to, to)
	}
}

func (p *pool) planes() {
	m := p.m
	first, cols, column := GP64(), GP64(), GP64()
	Label("plane")
	MOVQ(inMemory("first"), first)
	MOVQ(inMemory("cols"), cols)
	MOVQ(inMemory("out"), column)
	Label("vector")
	p.cut(first, cols)
	p.rows("quick", first, column, p.quick)
	if m.avx512 {
		KORTESTW(p.ordered, p.ordered)
		JCS(LabelRef("done"))
	} else {
		VPTEST(p.unordered, p.unordered)
		JZ(LabelRef("done"))
	}
	p.rows("exact", first, column, func(a, b, to VecVirtual, mask Op) { p.into(p.exact(a, b), to, mask) })
	Label("done")
	lanes := m.bytes / f32.size
	ADDQ(Imm(uint64(2*lanes)), first)
	ADDQ(Imm(uint64(m.bytes)), column)
	SUBQ(Imm(uint64(lanes)), cols)
	JG(LabelRef("vector"))
	for _, move := range [][2]string{{"x", "stepX"}, {"out", "planeOut"}} {
		ADDQ(argument(move[1]), inMemory(move[0]))
	}
	DECQ(inMemory("planes"))
	JNZ(LabelRef("plane"))
	VZEROUPPER()
	RET()
}

// cut sets the masks of a vector of columns, the first of which sees element first, if there are so
// many columns left.
func (p *pool) cut(first, cols Register) {
	lanes := p.m.bytes / f32.size
	for i := range p.masks {
		// Element e of the vector is there if 0 <= first + i*lanes + e < extent.
		low, high := GP64(), argument("extent")
		MOVQ(first, low)
		if i > 0 {
			ADDQ(Imm(uint64(i*lanes)), low)
		}
		SUBQ(low, high)
		NEGQ(low)
		if i == 2 {
			p.clamp(low, 1)
			p.clamp(high, 1)
		} else {
			p.clamp(low, lanes)
			p.clamp(high, lanes)
		}
		p.masks[i] = p.between(low, high)
	}
	low, high := GP64(), GP64()
	XORQ(low, low)
	MOVQ(cols, high)
	p.clamp(high, lanes)
	p.saved = p.between(low, high)
}

// clamp makes a number one of 0 to most.
func (p *pool) clamp(n Register, most int) {
	limit := GP64()
	XORQ(limit, limit)
	CMPQ(n, limit)
	CMOVQLT(limit, n)
	MOVQ(U32(uint32(most)), limit)
	CMPQ(n, limit)
	CMOVQGT(limit, n)
}

// between is the mask of lanes [low, high).
func (p *pool) between(low, high Register) Op {
	if p.m.avx512 {
		bits, k := GP64(), K()
		MOVQ(I32(-1), bits)
		BZHIQ(high, bits, bits)
		SHRXQ(low, bits, bits)
		SHLXQ(low, bits, bits)
		KMOVW(bits.As32(), k)
		return k
	}
	below := p.m.firstLanes(low)
	all := p.m.firstLanes(high)
	mask := p.m.vector()
	VPANDN(all, below.(VecVirtual), mask)
	return mask
}

// rows emits a vector of columns of all rows.
func (p *pool) rows(label string, first, column Register, combine func(a, b, to VecVirtual, mask Op)) {
	m, quick := p.m, label == "quick"
	MOVQ(inMemory("x"), p.x)
	LEAQ(Mem{Base: p.x, Index: first, Scale: uint8(f32.size)}, p.x)
	MOVQ(column, p.out)
	MOVQ(inMemory("list"), p.next)
	MOVQ(inMemory("rows"), p.left)
	if quick {
		p.noNaNs()
	}
	Label(label + "_row")
	VBROADCASTSS(Mem{Base: p.start}, p.acc[0])
	VMOVAPS(p.acc[0], p.acc[1])
	VMOVAPS(p.acc[0], p.acc[2])
	lines := GP64()
	MOVQ(p.height, lines)
	Label(label + "_line")
	MOVQ(Mem{Base: p.next}, p.at)
	ADDQ(Imm(8), p.next)
	TESTQ(p.at, p.at)
	JS(LabelRef(label + "_seen"))
	LEAQ(Mem{Base: p.x, Index: p.at, Scale: uint8(f32.size)}, p.at)
	var seen [3]VecVirtual
	for i := range seen {
		seen[i] = p.load(i)
	}
	if quick {
		p.lookForNaNs(seen)
	}
	for i, v := range seen {
		combine(p.acc[i], v, p.acc[i], p.masks[i])
	}
	Label(label + "_seen")
	DECQ(lines)
	JNZ(LabelRef(label + "_line"))
	result, odd, next := p.pairs()
	combine(result, odd, result, nil)
	combine(result, next, result, nil)
	if m.avx512 {
		VMOVUPS(result, p.saved, Mem{Base: p.out})
	} else {
		VMASKMOVPS(result, p.saved, Mem{Base: p.out})
	}
	ADDQ(p.stepOut, p.out)
	DECQ(p.left)
	JNZ(LabelRef(label + "_row"))
}

// load is part i of what is seen of a line, and zeros.
func (p *pool) load(i int) VecVirtual {
	v, from := p.m.vector(), Mem{Base: p.at, Disp: i * p.m.bytes}
	switch {
	case !p.m.avx512:
		VMASKMOVPS(from, p.masks[i], v)
	case i == 2:
		VBROADCASTSS_Z(from, p.masks[i], v)
	default:
		VMOVUPS_Z(from, p.masks[i], v)
	}
	return v
}

// noNaNs says that none has been seen, if the start is none.
func (p *pool) noNaNs() {
	VBROADCASTSS(Mem{Base: p.start}, p.acc[0])
	if p.m.avx512 {
		p.ordered = K()
		VCMPPS(U8(ordered), p.acc[0], p.acc[0], p.ordered)
	} else {
		VCMPPS(U8(unordered), p.acc[0], p.acc[0], p.unordered)
	}
}

// lookForNaNs takes note of NaNs among what is seen of a line.
func (p *pool) lookForNaNs(seen [3]VecVirtual) {
	if p.m.avx512 {
		k := K()
		VCMPPS(U8(ordered), seen[0], seen[1], k)
		VCMPPS(U8(ordered), seen[2], seen[2], k, k)
		KANDW(k, p.ordered, p.ordered)
		return
	}
	for _, pair := range [][2]VecVirtual{{seen[0], seen[1]}, {seen[2], seen[2]}} {
		v := p.m.vector()
		VCMPPS(U8(unordered), pair[0], pair[1], v)
		VORPS(v, p.unordered, p.unordered)
	}
}

// pairs are the accumulators of the first, the second and the third element of each window.
func (p *pool) pairs() (even, odd, next VecVirtual) {
	m, low, high := p.m, p.acc[0], p.acc[1]
	even, odd, next = m.vector(), m.vector(), m.vector()
	if m.avx512 {
		VMOVAPS(low, even)
		VPERMT2PS(high, p.evens, even)
		VMOVAPS(low, odd)
		VPERMT2PS(high, p.odds, odd)
		VALIGND(U8(1), even, p.acc[2], next)
		return even, odd, next
	}
	VSHUFPS(U8(0x88), high, low, even)
	VPERMPD(U8(0xD8), even, even)
	VSHUFPS(U8(0xDD), high, low, odd)
	VPERMPD(U8(0xD8), odd, odd)
	VPERM2F128(U8(0x21), p.acc[2], even, next)
	VPALIGNR(U8(uint8(f32.size)), even, next, next)
	return even, odd, next
}

// pairIndices are those of the even and of the odd elements of two vectors.
func (m *machine) pairIndices() (evens, odds VecVirtual) {
	if pairTable == nil {
		table := GLOBL("pairs", RODATA|NOPTR)
		lanes := m.bytes / f32.size
		for i := range 2 * lanes {
			DATA(f32.size*i, U32(uint32(i%lanes*2+i/lanes)))
		}
		pairTable = &table
	}
	evens, odds = m.vector(), m.vector()
	at := GP64()
	LEAQ(*pairTable, at)
	VMOVUPS(Mem{Base: at}, evens)
	VMOVUPS(Mem{Base: at, Disp: m.bytes}, odds)
	return evens, odds
}

var pairTable *Mem
