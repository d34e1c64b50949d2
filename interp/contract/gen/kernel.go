package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// instructions says how an instruction set spells the few things that differ: the registers, how
// the last vector of a row is cut to its lanes, and how one element of a multiplies a vector.
type instructions struct {
	name    string
	bytes   int   // of a vector register
	vectors []int // widths of kernels, in vector registers
	vector  func() VecVirtual
	opmasks bool // lanes are cut by opmask registers, else by masks in memory
	// embedded says that multiplication can broadcast its memory operand: a load for each vector,
	// where a separate broadcast is one for all of a row, but takes a slot of the arithmetic pipes
	// on AMD's Zen 4. Rows take turns, so that neither is what a step waits for: of the 273 GFLOP/s
	// that a core of Zen 5 could do, a block of 6x64 does 195 with the former only, 264 with the
	// latter only, and 261 so.
	embedded bool
}

var (
	avx2   = instructions{name: "Ymm", bytes: 32, vectors: []int{1, 2}, vector: YMM}
	avx512 = instructions{name: "Zmm", bytes: 64, vectors: []int{1, 2, 4}, vector: ZMM, opmasks: true, embedded: true}
)

// element is a type of numbers: how they are multiplied, added and moved. Floats have one
// instruction that does both and rounds once, integers one for each.
type element struct {
	name, goType      string
	bytes             int
	fused             func(ops ...Op) // acc += x*y
	fusedBroadcast    func(ops ...Op) // AVX-512: x is one element in memory
	multiply, add     func(ops ...Op)
	multiplyBroadcast func(ops ...Op) // AVX-512
	store             func(ops ...Op)
	broadcast         func(ops ...Op)
	loadZeroing       func(from, mask, to Op) // AVX-512: from memory, lanes outside the mask become 0
	loadMasked        func(from, mask, to Op) // AVX2
	storeMasked       func(from, mask, to Op) // AVX2
}

var elements = []element{
	{
		name: "f32", goType: "float32", bytes: 4, fused: VFMADD231PS, fusedBroadcast: VFMADD231PS_BCST, store: VMOVUPS, broadcast: VBROADCASTSS,
		loadZeroing: VMOVUPS_Z, loadMasked: VMASKMOVPS, storeMasked: VMASKMOVPS,
	},
	{
		name: "f64", goType: "float64", bytes: 8, fused: VFMADD231PD, fusedBroadcast: VFMADD231PD_BCST, store: VMOVUPD, broadcast: VBROADCASTSD,
		loadZeroing: VMOVUPD_Z, loadMasked: VMASKMOVPD, storeMasked: VMASKMOVPD,
	},
	{
		name: "i32", goType: "int32", bytes: 4, multiply: VPMULLD, add: VPADDD, store: VMOVUPS, broadcast: VPBROADCASTD,
		multiplyBroadcast: VPMULLD_BCST,
		loadZeroing:       VMOVUPS_Z, loadMasked: VMASKMOVPS, storeMasked: VMASKMOVPS,
	},
}

// kernel is one function: it adds the products of a rows x k block of a and a k x (vectors
// registers) block of b to a block of c that stays in registers, in the order of k, each step
// rounded once.
type kernel struct {
	set           instructions
	element       element
	rows, vectors int

	k, a, rowA, stepA, b, stepB, c, stepC, cols, load Register
	rowA3, rowA5, rowA7                               Register
	list                                              Register   // of where elements of a are
	masks                                             []Register // opmasks of AVX-512, addresses of vector masks for AVX2
	acc                                               [][]VecVirtual
	values                                            []VecVirtual // the row of b
	scalar, product                                   VecVirtual
}

func (g *kernel) lanes() int { return g.set.bytes / g.element.bytes }

func (g *kernel) name() string {
	return fmt.Sprintf("%s%s%dx%d", g.element.name, g.set.name, g.rows, g.vectors)
}

func (g *kernel) emit() {
	t := g.element.goType
	TEXT(g.name(), NOSPLIT, fmt.Sprintf("func(depth int, a *%s, rowA, stepA int, b *%s, stepB int, c *%s, stepC int, cols, load int)", t, t, t))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s adds a %dxk by kx%d product to c.", g.name(), g.rows, g.vectors*g.lanes()))
	g.loadArguments()
	g.allocate()
	g.bothWidths(g.name(), g.body)
}

// bothWidths emits a body for blocks of all columns and one for fewer, because masked loads cost
// more than plain ones.
func (g *kernel) bothWidths(name string, body func(prefix string, masked bool)) {
	CMPQ(g.cols, Imm(uint64(g.vectors*g.lanes())))
	JGE(LabelRef(name + "_full"))
	if g.set.opmasks {
		g.opmasks()
	} else {
		g.maskAddresses()
	}
	body(name+"_masked", true)
	Label(name + "_full")
	body(name+"_full", false)
}

func (g *kernel) loadArguments() {
	g.k, g.a, g.rowA, g.stepA = g.argument("depth"), g.argument("a"), g.distance("rowA"), g.distance("stepA")
	g.b, g.stepB, g.c, g.stepC = g.argument("b"), g.distance("stepB"), g.argument("c"), g.distance("stepC")
	g.cols, g.load = g.argument("cols"), g.argument("load")
	g.multiplesOfRowA()
}

func (g *kernel) multiplesOfRowA() {
	if g.rows > 3 {
		g.rowA3 = GP64()
		LEAQ(Mem{Base: g.rowA, Index: g.rowA, Scale: 2}, g.rowA3)
	}
	if g.rows > 5 {
		g.rowA5 = GP64()
		LEAQ(Mem{Base: g.rowA, Index: g.rowA, Scale: 4}, g.rowA5)
	}
	if g.rows > 7 {
		g.rowA7 = GP64()
		LEAQ(Mem{Base: g.rowA3, Index: g.rowA, Scale: 4}, g.rowA7)
	}
}

func (g *kernel) argument(name string) Register { return Load(Param(name), GP64()) }

// distance loads a number of elements and turns it into bytes.
func (g *kernel) distance(name string) Register {
	r := g.argument(name)
	SHLQ(Imm(uint64(g.log2())), r)
	return r
}

// log2 is the power of two that the size of an element is.
func (g *kernel) log2() int { return bits.TrailingZeros(uint(g.element.bytes)) }

func (g *kernel) allocate() {
	g.acc = make([][]VecVirtual, g.rows)
	for i := range g.acc {
		g.acc[i] = make([]VecVirtual, g.vectors)
		for j := range g.acc[i] {
			g.acc[i][j] = g.set.vector()
		}
	}
	g.values = make([]VecVirtual, g.vectors)
	for j := range g.values {
		g.values[j] = g.set.vector()
	}
	g.scalar, g.product = g.set.vector(), g.set.vector()
}

// opmasks sets one opmask register for each vector of a row: the lanes that are among the first
// cols columns.
func (g *kernel) opmasks() {
	bits := GP64()
	MOVQ(I32(-1), bits)
	BZHIQ(g.cols, bits, bits)
	g.masks = make([]Register, g.vectors)
	for j := range g.masks {
		m := K()
		g.masks[j] = m
		if j > 0 {
			SHRQ(Imm(uint64(g.lanes())), bits)
		}
		KMOVW(bits.As32(), m)
	}
}

// maskAddresses points one register for each vector of a row at its mask, a window of a run of ones
// followed by zeros.
func (g *kernel) maskAddresses() {
	table := laneTable()
	g.masks = make([]Register, g.vectors)
	for j := range g.masks {
		m, lanes, limit := GP64(), GP64(), GP64()
		// lanes = min(max(cols - j*width, 0), width)
		MOVQ(g.cols, lanes)
		SUBQ(Imm(uint64(j*g.lanes())), lanes)
		XORQ(limit, limit)
		CMPQ(lanes, limit)
		CMOVQLT(limit, lanes)
		MOVQ(U32(g.lanes()), limit)
		CMPQ(lanes, limit)
		CMOVQGT(limit, lanes)
		SHLQ(Imm(uint64(g.log2())), lanes)
		LEAQ(table.Offset(g.set.bytes), m)
		SUBQ(lanes, m)
		g.masks[j] = m
	}
}

var lanes *Mem

// laneTable is the 32 bytes of ones and 32 bytes of zeros that AVX2 masks are windows of.
func laneTable() Mem {
	if lanes == nil {
		m := GLOBL("lanes", RODATA|NOPTR)
		for i := range 8 {
			DATA(8*i, U64(map[bool]uint64{true: ^uint64(0)}[i < 4]))
		}
		lanes = &m
	}
	return *lanes
}

// body emits the kernel proper: the block of c, the loop over k, the block of c again.
func (g *kernel) body(prefix string, masked bool) {
	g.begin(prefix, masked)
	g.step(masked)
	ADDQ(g.stepA, g.a)
	g.end(prefix, masked)
}

// step adds the products at an inner position, and goes to the next row of b.
func (g *kernel) step(masked bool) {
	for j := range g.vectors {
		g.read(Mem{Base: g.b, Disp: j * g.set.bytes}, j, g.values[j], masked)
	}
	ADDQ(g.stepB, g.b)
	for i := range g.rows {
		embedded := g.set.embedded && i%2 == 1
		if !embedded {
			g.element.broadcast(g.elementOfA(i), g.scalar)
		}
		for j := range g.vectors {
			if embedded {
				g.addProduct(g.element.fusedBroadcast, g.element.multiplyBroadcast, g.elementOfA(i), g.values[j], g.acc[i][j])
			} else {
				g.addProduct(g.element.fused, g.element.multiply, g.scalar, g.values[j], g.acc[i][j])
			}
		}
	}
}

// addProduct adds x*y to acc by the instruction that does both, or else by the one that multiplies.
func (g *kernel) addProduct(fused, multiply func(ops ...Op), x, y Op, acc VecVirtual) {
	if fused != nil {
		fused(x, y, acc)
		return
	}
	multiply(x, y, g.product)
	g.element.add(g.product, acc, acc)
}

// begin emits what is before the loop over k: accumulators of zero, or of c's block if it is to be
// loaded.
func (g *kernel) begin(prefix string, masked bool) {
	for _, row := range g.acc {
		for _, acc := range row {
			if g.set.opmasks {
				VPXORD(acc, acc, acc)
			} else {
				VXORPS(acc, acc, acc)
			}
		}
	}
	TESTQ(g.load, g.load)
	JZ(LabelRef(prefix + "_loop"))
	block := GP64()
	MOVQ(g.c, block)
	for i := range g.rows {
		for j := range g.vectors {
			g.read(Mem{Base: block, Disp: j * g.set.bytes}, j, g.acc[i][j], masked)
		}
		if i+1 < g.rows {
			ADDQ(g.stepC, block)
		}
	}
	Label(prefix + "_loop")
}

// end closes the loop over k and stores the accumulators.
func (g *kernel) end(prefix string, masked bool) {
	DECQ(g.k)
	JNZ(LabelRef(prefix + "_loop"))
	for i := range g.rows {
		for j := range g.vectors {
			g.write(g.acc[i][j], j, Mem{Base: g.c, Disp: j * g.set.bytes}, masked)
		}
		if i+1 < g.rows {
			ADDQ(g.stepC, g.c)
		}
	}
	VZEROUPPER()
	RET()
}

// elementOfA is the address of a's element in row i of the current step.
func (g *kernel) elementOfA(i int) Mem {
	switch i {
	case 0:
		return Mem{Base: g.a}
	case 3:
		return Mem{Base: g.a, Index: g.rowA3, Scale: 1}
	case 5:
		return Mem{Base: g.a, Index: g.rowA5, Scale: 1}
	case 6:
		return Mem{Base: g.a, Index: g.rowA3, Scale: 2}
	case 7:
		return Mem{Base: g.a, Index: g.rowA7, Scale: 1}
	}
	return Mem{Base: g.a, Index: g.rowA, Scale: uint8(i)}
}

// read loads vector j of a row; lanes beyond the columns read as zero and touch no memory.
func (g *kernel) read(from Mem, j int, to VecVirtual, masked bool) {
	switch {
	case !masked:
		g.element.store(from, to)
	case g.set.opmasks:
		g.element.loadZeroing(from, g.masks[j], to)
	default:
		g.element.store(Mem{Base: g.masks[j]}, g.scalar)
		g.element.loadMasked(from, g.scalar, to)
	}
}

// write stores vector j of a row; lanes beyond the columns touch no memory.
func (g *kernel) write(from VecVirtual, j int, to Mem, masked bool) {
	switch {
	case !masked:
		g.element.store(from, to)
	case g.set.opmasks:
		g.element.store(from, g.masks[j], to)
	default:
		g.element.store(Mem{Base: g.masks[j]}, g.scalar)
		g.element.storeMasked(from, g.scalar, to)
	}
}
