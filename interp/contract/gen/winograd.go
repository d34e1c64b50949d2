package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Constants of Winograd's algorithm for tiles of 4x4: the points at which it evaluates are 0,
// nearPoint and farPoint, with either sign, and infinity.
const nearPoint, farPoint = 0.625, 1.5

// line is a transform of in vectors to out vectors.
type line struct {
	name    string
	in, out int
	emit    func(g *tiled, x []VecVirtual) []VecVirtual
}

// winogradLines are the transforms of inputs and of results, for tiles of 2x2 and of 4x4 results.
var winogradLines = []line{
	{"Seen2", 4, 4, func(g *tiled, x []VecVirtual) []VecVirtual {
		return []VecVirtual{g.sub(x[0], x[2]), g.add(x[1], x[2]), g.sub(x[2], x[1]), g.sub(x[1], x[3])}
	}},
	{"Tile2", 4, 2, func(g *tiled, x []VecVirtual) []VecVirtual {
		return []VecVirtual{g.add(g.add(x[0], x[1]), x[2]), g.sub(g.sub(x[1], x[2]), x[3])}
	}},
	{"Seen4", 6, 6, func(g *tiled, x []VecVirtual) []VecVirtual {
		const near2, far2 = nearPoint * nearPoint, farPoint * farPoint
		y := make([]VecVirtual, 6)
		y[0] = g.plus(g.minus(x[4], near2+far2, x[2]), near2*far2, x[0])
		even, odd := g.minus(x[4], far2, x[2]), g.minus(x[3], far2, x[1])
		y[1], y[2] = g.plus(even, nearPoint, odd), g.minus(even, nearPoint, odd)
		even, odd = g.minus(x[4], near2, x[2]), g.minus(x[3], near2, x[1])
		y[3], y[4] = g.plus(even, farPoint, odd), g.minus(even, farPoint, odd)
		y[5] = g.plus(g.minus(x[5], near2+far2, x[3]), near2*far2, x[1])
		return y
	}},
	{"Tile4", 6, 4, func(g *tiled, x []VecVirtual) []VecVirtual {
		const near2, far2 = nearPoint * nearPoint, farPoint * farPoint
		near, far := g.add(x[1], x[2]), g.add(x[3], x[4])
		nearOdd, farOdd := g.sub(x[1], x[2]), g.sub(x[3], x[4])
		return []VecVirtual{
			g.add(g.add(x[0], near), far),
			g.plus(g.times(nearPoint, nearOdd), farPoint, farOdd),
			g.plus(g.times(near2, near), far2, far),
			g.plus(g.plus(x[5], near2*nearPoint, nearOdd), far2*farPoint, farOdd),
		}
	}},
}

// tiled is a function that transforms squares of vectors, along columns and then along rows.
type tiled struct {
	*kernel
	line line
}

// factors are the constants that a file has: vectors of equal elements.
var factors = map[float32]Mem{}

// factor is a vector of a constant.
func (g *tiled) factor(v float64) Mem {
	f := float32(v)
	if m, ok := factors[f]; ok {
		return m
	}
	m := GLOBL(fmt.Sprintf("factor%d", len(factors)), RODATA|NOPTR)
	for i := range g.lanes() {
		DATA(4*i, U32(math.Float32bits(f)))
	}
	factors[f] = m
	return m
}

func (g *tiled) add(x, y VecVirtual) VecVirtual {
	z := g.set.vector()
	VADDPS(y, x, z)
	return z
}

func (g *tiled) sub(x, y VecVirtual) VecVirtual {
	z := g.set.vector()
	VSUBPS(y, x, z)
	return z
}

func (g *tiled) times(v float64, x VecVirtual) VecVirtual {
	z := g.set.vector()
	VMULPS(g.factor(v), x, z)
	return z
}

// plus is x + v*y, rounded once, minus x - v*y.
func (g *tiled) plus(x VecVirtual, v float64, y VecVirtual) VecVirtual {
	z := g.set.vector()
	VMOVAPS(x, z)
	VFMADD231PS(g.factor(v), y, z)
	return z
}

func (g *tiled) minus(x VecVirtual, v float64, y VecVirtual) VecVirtual {
	z := g.set.vector()
	VMOVAPS(x, z)
	VFNMADD231PS(g.factor(v), y, z)
	return z
}

// emitWinograd emits the transforms of Winograd's algorithm.
func emitWinograd(set instructions) {
	for _, l := range winogradLines {
		g := &tiled{kernel: &kernel{set: set, element: elements[0], rows: 1, vectors: 1}, line: l}
		g.emit("f32" + set.name + l.name)
	}
}

// emit emits a function whose distances are in bytes. It has a square of vectors for itself.
func (g *tiled) emit(name string) {
	TEXT(name, NOSPLIT, "func(channels int, from *float32, rowFrom, colFrom int, to *float32, rowTo, colTo int, between *float32)")
	Pragma("noescape")
	Doc(fmt.Sprintf("%s transforms squares of %d vectors to squares of %d.", name, g.line.in, g.line.out))
	g.scalar = g.set.vector()
	left := g.argument("channels")
	rest := GP64()
	MOVQ(left, rest)
	ANDQ(Imm(uint64(g.lanes()-1)), rest)
	g.maskOf(rest)
	from, to, between := g.argument("from"), g.argument("to"), g.argument("between")
	rows, cols := g.steps("rowFrom", g.line.in), g.steps("colTo", g.line.out)
	Label(name + "_vector")
	CMPQ(left, Imm(uint64(g.lanes())))
	JLT(LabelRef(name + "_rest"))
	g.square(from, to, between, rows, cols, false)
	ADDQ(Imm(uint64(g.set.bytes)), from)
	ADDQ(Imm(uint64(g.set.bytes)), to)
	SUBQ(Imm(uint64(g.lanes())), left)
	JMP(LabelRef(name + "_vector"))
	Label(name + "_rest")
	TESTQ(left, left)
	JZ(LabelRef(name + "_end"))
	g.square(from, to, between, rows, cols, true)
	Label(name + "_end")
	VZEROUPPER()
	RET()
}

// maskOf sets the mask of so many lanes, fewer than a vector has.
func (g *tiled) maskOf(rest Register) {
	if g.set.opmasks {
		bits, m := GP64(), K()
		MOVQ(I32(-1), bits)
		BZHIQ(rest, bits, bits)
		KMOVW(bits.As32(), m)
		g.masks = []Register{m}
		return
	}
	SHLQ(Imm(uint64(g.log2())), rest)
	m, table := GP64(), laneTable()
	LEAQ(table.Offset(g.set.bytes), m)
	SUBQ(rest, m)
	g.masks = []Register{m}
}

// steps are the registers with 1, 3 and 5 times a distance, of which addresses up to n times it
// are made.
func (g *tiled) steps(name string, n int) [3]Register {
	var s [3]Register
	s[0] = g.argument(name)
	if n > 3 {
		s[1] = GP64()
		LEAQ(Mem{Base: s[0], Index: s[0], Scale: 2}, s[1])
	}
	if n > 5 {
		s[2] = GP64()
		LEAQ(Mem{Base: s[0], Index: s[0], Scale: 4}, s[2])
	}
	return s
}

// step is the address i steps from a base.
func step(base Register, s [3]Register, i int) Mem {
	switch i {
	case 0:
		return Mem{Base: base}
	case 3:
		return Mem{Base: base, Index: s[1], Scale: 1}
	case 5:
		return Mem{Base: base, Index: s[2], Scale: 1}
	}
	return Mem{Base: base, Index: s[0], Scale: uint8(i)}
}

// square transforms one square of vectors.
func (g *tiled) square(from, to, between Register, rows, cols [3]Register, masked bool) {
	at, l := GP64(), g.line
	MOVQ(from, at)
	x := make([]VecVirtual, l.in)
	for j := range l.in {
		for i := range x {
			x[i] = g.set.vector()
			g.read(step(at, rows, i), 0, x[i], masked)
		}
		for i, y := range l.emit(g, x) {
			VMOVUPS(y, Mem{Base: between, Disp: (i*l.in + j) * g.set.bytes})
		}
		if j+1 < l.in {
			ADDQ(inMemory("colFrom"), at)
		}
	}
	MOVQ(to, at)
	for i := range l.out {
		for j := range x {
			x[j] = g.set.vector()
			VMOVUPS(Mem{Base: between, Disp: (i*l.in + j) * g.set.bytes}, x[j])
		}
		for j, y := range l.emit(g, x) {
			g.write(y, 0, step(at, cols, j), masked)
		}
		if i+1 < l.out {
			ADDQ(inMemory("rowTo"), at)
		}
	}
}
