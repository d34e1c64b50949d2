package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// tapped is a function that adds up products of runs of a and of b that a list names: of groups of
// rows, a vector of columns after the other. For each of the list the run of b is loaded once for
// all rows of a group.
type tapped struct {
	*kernel
	name                           string
	list, next, end                Register
	element, weight                Register // offsets of a tap, and then addresses
	colsLeft, stepA3               Register
	groups, firstA, firstB, firstC Mem // arguments in memory
	continues, colsIn              Mem
}

// emitTaps emits the kernel of convolutions that keep channels apart, in which several positions
// share the weights.
func (g *kernel) emitTaps() {
	t := g.element.goType
	name := fmt.Sprintf("%s%sTaps%d", g.element.name, g.set.name, g.rows)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(groups, taps int, list *int, a *%s, stepA int, b, c *%s, stepC int, cols, load int)", t, t))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds, for groups of %d rows, the products that a list names to c.", name, g.rows))
	f := tapped{kernel: g, name: name}
	f.emit()
}

func inMemory(name string) Mem {
	b, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

func (f *tapped) emit() {
	g := f.kernel
	g.allocate()
	f.groups, f.firstA, f.firstB, f.firstC = inMemory("groups"), inMemory("a"), inMemory("b"), inMemory("c")
	f.continues, f.colsIn = inMemory("load"), inMemory("cols")
	g.stepA, g.stepC = g.distance("stepA"), g.distance("stepC")
	if g.rows > 3 {
		f.stepA3 = GP64()
		LEAQ(Mem{Base: g.stepA, Index: g.stepA, Scale: 2}, f.stepA3)
	}
	f.list, f.end = g.argument("list"), g.argument("taps")
	SHLQ(Imm(4), f.end)
	ADDQ(f.list, f.end)
	f.mask()
	g.a, g.b, g.c, f.colsLeft = GP64(), GP64(), GP64(), GP64()
	f.next, f.element, f.weight = GP64(), GP64(), GP64()

	Label(f.name + "_group")
	MOVQ(f.firstA, g.a)
	MOVQ(f.firstB, g.b)
	MOVQ(f.firstC, g.c)
	MOVQ(f.colsIn, f.colsLeft)
	Label(f.name + "_cols")
	CMPQ(f.colsLeft, Imm(uint64(g.lanes())))
	JLT(LabelRef(f.name + "_rest"))
	f.vector(f.name+"_full", false)
	ADDQ(Imm(uint64(g.set.bytes)), g.a)
	ADDQ(Imm(uint64(g.set.bytes)), g.b)
	ADDQ(Imm(uint64(g.set.bytes)), g.c)
	SUBQ(Imm(uint64(g.lanes())), f.colsLeft)
	JMP(LabelRef(f.name + "_cols"))
	Label(f.name + "_rest")
	TESTQ(f.colsLeft, f.colsLeft)
	JZ(LabelRef(f.name + "_next"))
	f.vector(f.name+"_masked", true)
	Label(f.name + "_next")
	f.advance(f.firstA, g.stepA)
	f.advance(f.firstC, g.stepC)
	DECQ(f.groups)
	JNZ(LabelRef(f.name + "_group"))
	VZEROUPPER()
	RET()
}

// advance moves an address in memory on by a group of rows.
func (f *tapped) advance(at Mem, step Register) {
	by := GP64()
	MOVQ(step, by)
	if f.rows > 1 {
		SHLQ(Imm(uint64(map[int]int{2: 1, 4: 2, 8: 3}[f.rows])), by)
	}
	ADDQ(by, at)
}

// mask sets the mask of the columns behind the last full vector.
func (f *tapped) mask() {
	g := f.kernel
	rest := GP64()
	MOVQ(f.colsIn, rest)
	ANDQ(Imm(uint64(g.lanes()-1)), rest)
	if g.set.opmasks {
		bits, m := GP64(), K()
		MOVQ(I32(-1), bits)
		BZHIQ(rest, bits, bits)
		KMOVW(bits.As32(), m)
		g.masks = []Register{m}
		return
	}
	SHLQ(Imm(uint64(g.log2())), rest)
	m := GP64()
	table := laneTable()
	LEAQ(table.Offset(g.set.bytes), m)
	SUBQ(rest, m)
	g.masks = []Register{m}
}

// vector computes one vector of columns of a group.
func (f *tapped) vector(prefix string, masked bool) {
	g := f.kernel
	for i := range g.rows {
		if g.set.opmasks {
			VPXORD(g.acc[i][0], g.acc[i][0], g.acc[i][0])
		} else {
			VXORPS(g.acc[i][0], g.acc[i][0], g.acc[i][0])
		}
	}
	CMPQ(f.continues, Imm(0))
	JE(LabelRef(prefix + "_begin"))
	f.rowsOfC(func(i int, at Mem) { g.read(at, 0, g.acc[i][0], masked) })
	Label(prefix + "_begin")
	MOVQ(f.list, f.next)
	Label(prefix + "_tap")
	MOVQ(Mem{Base: f.next, Disp: 8}, f.weight)
	MOVQ(Mem{Base: f.next}, f.element)
	weights := g.values[0]
	g.read(Mem{Base: g.b, Index: f.weight, Scale: uint8(g.element.bytes)}, 0, weights, masked)
	TESTQ(f.element, f.element)
	JS(LabelRef(prefix + "_zero"))
	f.products(weights, masked)
	Label(prefix + "_added")
	ADDQ(Imm(16), f.next)
	CMPQ(f.next, f.end)
	JNE(LabelRef(prefix + "_tap"))
	f.rowsOfC(func(i int, at Mem) { g.write(g.acc[i][0], 0, at, masked) })
	JMP(LabelRef(prefix + "_end"))
	Label(prefix + "_zero")
	if g.set.opmasks {
		VPXORD(g.scalar, g.scalar, g.scalar)
	} else {
		VXORPS(g.scalar, g.scalar, g.scalar)
	}
	for i := range g.rows {
		g.addProduct(g.element.fused, g.element.multiply, g.scalar, weights, g.acc[i][0])
	}
	JMP(LabelRef(prefix + "_added"))
	Label(prefix + "_end")
}

// products adds what a tap sees of all rows, times its weights.
func (f *tapped) products(weights VecVirtual, masked bool) {
	g := f.kernel
	first, fifth := f.element, f.weight
	LEAQ(Mem{Base: g.a, Index: f.element, Scale: uint8(g.element.bytes)}, first)
	if g.rows > 4 {
		LEAQ(Mem{Base: first, Index: g.stepA, Scale: 4}, fifth)
	}
	for i := range g.rows {
		base := first
		if i >= 4 {
			base = fifth
		}
		at := Mem{Base: base}
		switch i % 4 {
		case 1, 2:
			at = Mem{Base: base, Index: g.stepA, Scale: uint8(i % 4)}
		case 3:
			at = Mem{Base: base, Index: f.stepA3, Scale: 1}
		}
		if masked {
			seen := g.set.vector()
			if g.set.opmasks {
				g.element.loadZeroing(at, g.masks[0], seen)
			} else {
				g.element.store(Mem{Base: g.masks[0]}, seen)
				g.element.loadMasked(at, seen, seen)
			}
			g.addProduct(g.element.fused, g.element.multiply, seen, weights, g.acc[i][0])
			continue
		}
		g.addProduct(g.element.fused, g.element.multiply, at, weights, g.acc[i][0])
	}
}

// rowsOfC does something with each row of a vector of c.
func (f *tapped) rowsOfC(do func(i int, at Mem)) {
	at := GP64()
	MOVQ(f.kernel.c, at)
	for i := range f.rows {
		do(i, Mem{Base: at})
		if i+1 < f.rows {
			ADDQ(f.stepC, at)
		}
	}
}
