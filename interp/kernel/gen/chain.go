package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A chain is a sequence of elementwise operations on f32 that hand their results on in registers:
// threaded code (Bell, "Threaded code", CACM 16(6), 1973). Its code is an array of links, each the
// address of the machine code that does it and the address of its operand. That code works on a
// block, the elements of chainRegisters registers, and jumps to that of the next link; the last
// link goes on to the next block, and to the next row.

// chainRegisters is the number of registers whose elements a link works on at a time.
const chainRegisters = 4

// linkBytes is the size of a link: two addresses, and how far the operand of the next row is.
const linkBytes = 24

// The registers that links have in common. index counts bytes.
var (
	linkAt, chainStart, chainIndex, chainBytes = RSI, RDI, RDX, RCX
	linkOperand, linkCode, chainRows           = R8, R9, R10
)

// linkNames are the names of the machine functions of links, by key.
var linkNames = map[string]string{}

// blockRegister is one of the registers with the elements of the block.
func (m *machine) blockRegister(i int) VecPhysical {
	if m.avx512 {
		return []VecPhysical{Z0, Z1, Z2, Z3}[i]
	}
	return []VecPhysical{Y0, Y1, Y2, Y3}[i]
}

// link defines the machine code of a link. emit does its work; the address of the operand is in
// linkOperand.
func (m *machine) link(key string, emit func()) {
	name := strings.ReplaceAll(key, "/", "_") + "_link"
	parts := strings.Split(name, "_")
	for i, part := range parts[1:] {
		parts[i+1] = strings.ToUpper(part[:1]) + part[1:]
	}
	name = strings.Join(parts, "") + m.name
	linkNames[key] = name
	TEXT(name, NOSPLIT, "func()")
	Doc(name + " is not to be called: it is a link of a chain.")
	MOVQ(Mem{Base: linkAt, Disp: 8}, linkOperand)
	emit()
	ADDQ(U8(linkBytes), linkAt)
	m.follow()
	m.emitAside()
}

// follow jumps to the code of the link at linkAt.
func (m *machine) follow() {
	MOVQ(Mem{Base: linkAt}, linkCode)
	alive := []Op{linkCode, linkAt, chainStart, chainIndex, chainBytes, chainRows}
	for i := range chainRegisters {
		alive = append(alive, m.blockRegister(i))
	}
	Instruction(&ir.Instruction{Opcode: "JMP", Operands: []Op{linkCode}, Inputs: alive, IsTerminal: true})
}

// operandAt is the address of the elements of the block in a tensor, of those for one register.
func (m *machine) operandAt(i int) Mem {
	return Mem{Base: linkOperand, Index: chainIndex, Scale: 1, Disp: i * m.bytes}
}

// repeatOperand loads the single element that is the operand into all lanes.
func (m *machine) repeatOperand() VecVirtual {
	d := m.vector()
	VBROADCASTSS(Mem{Base: linkOperand}, d)
	return d
}

// chains defines the function that runs a chain, its links, and the function that tells their
// addresses:
//
//	func chain(code *byte, n, rows int)
//	func chainLinks(table *byte)
//
// n is the number of bytes of each row of an operand, a multiple of the bytes of a block; code ends
// with the link "end". Operands stay within the rows, also when all is done.
func chains(m *machine) {
	name := "chain" + m.name
	TEXT(name, NOSPLIT, "func(code *byte, n, rows int)")
	Pragma("noescape")
	Doc(name + " runs a chain over rows of n bytes, whole blocks.")
	MOVQ(NewParamAddr("code", 0), linkAt)
	MOVQ(NewParamAddr("n", 8), chainBytes)
	MOVQ(NewParamAddr("rows", 16), chainRows)
	MOVQ(linkAt, chainStart)
	XORQ(chainIndex, chainIndex)
	m.follow()

	endName := "endLink" + m.name
	linkNames["end"] = endName
	TEXT(endName, NOSPLIT, "func()")
	Doc(endName + " is not to be called: it ends a chain, or goes on to its next block.")
	ADDQ(U32(uint32(chainRegisters*m.bytes)), chainIndex)
	CMPQ(chainIndex, chainBytes)
	JGE(LabelRef("row"))
	MOVQ(chainStart, linkAt)
	m.follow()
	Label("row")
	DECQ(chainRows)
	JZ(LabelRef("done"))
	MOVQ(chainStart, linkCode)
	Label("operand")
	MOVQ(Mem{Base: linkCode, Disp: 16}, chainIndex)
	ADDQ(chainIndex, Mem{Base: linkCode, Disp: 8})
	ADDQ(U8(linkBytes), linkCode)
	CMPQ(linkCode, linkAt)
	JNE(LabelRef("operand"))
	XORQ(chainIndex, chainIndex)
	MOVQ(chainStart, linkAt)
	m.follow()
	Label("done")
	VZEROUPPER()
	RET()

	m.link("load", func() {
		for i := range chainRegisters {
			VMOVUPS(m.operandAt(i), m.blockRegister(i))
		}
	})
	m.link("load/one", func() {
		for i := range chainRegisters {
			VBROADCASTSS(Mem{Base: linkOperand}, m.blockRegister(i))
		}
	})
	m.link("store", func() {
		for i := range chainRegisters {
			VMOVUPS(m.blockRegister(i), m.operandAt(i))
		}
	})
	m.link("stream", func() {
		for i := range chainRegisters {
			VMOVNTPS(m.blockRegister(i), m.operandAt(i))
		}
	})
	m.prefetchLink("prefetch", PREFETCHT1)
	m.prefetchLink("claim", prefetchToWrite)
	for _, op := range []struct {
		name string
		emit operation
	}{{"add", VADDPS}, {"sub", VSUBPS}, {"mul", VMULPS}, {"div", VDIVPS}} {
		m.binaryLinks(op.name, func(a, b Op, to VecPhysical) { op.emit(b, a, to) })
	}
	for _, op := range []struct {
		name  string
		setup lanewise
	}{{"max", maximum}, {"min", minimum}} {
		var compute func(x ...VecVirtual) VecVirtual
		m.binaryLinksAfter(op.name, func() { compute = op.setup(m, f32) }, func(a, b Op, to VecPhysical) {
			VMOVAPS(compute(m.inVirtual(a), m.inVirtual(b)), to)
		})
	}
	unaryLinks(m)
	functionLinks(m)
	chainTable(m)
}

func (m *machine) prefetchLink(name string, fetch func(line Op)) {
	m.link(name, func() {
		for at := 0; at < chainRegisters*m.bytes; at += lineBytes {
			fetch(Mem{Base: linkOperand, Index: chainIndex, Scale: 1, Disp: at})
		}
	})
}

// prefetchToWrite emits prefetchw of an operandAt, by its bytes: Go's assembler does not know it.
func prefetchToWrite(line Op) {
	emit := func(opcode string, immediate Op) {
		Instruction(&ir.Instruction{Opcode: opcode, Operands: []Op{immediate}})
	}
	// The prefix for R8, the opcode, the mode with a base, an index and 4 bytes of displacement,
	// and R8 as the base with RDX as the index.
	for _, b := range []uint8{0x41, 0x0F, 0x0D, 0x8C, 0x10} {
		emit("BYTE", U8(b))
	}
	emit("LONG", U32(uint32(line.(Mem).Disp)))
}

// inVirtual returns a vector register with an operand, which may be in memory.
func (m *machine) inVirtual(x Op) VecVirtual {
	if v, ok := x.(VecVirtual); ok {
		return v
	}
	d := m.vector()
	VMOVUPS(x, d)
	return d
}

func (m *machine) binaryLinks(name string, emit func(a, b Op, to VecPhysical)) {
	m.binaryLinksAfter(name, func() {}, emit)
}

// binaryLinksAfter defines the links of a binary operation: with the block on the left, on the
// right ("of"), on both sides ("self"), and an operand that has the block's elements or one for all
// of them ("one"). The order of the sides says which of two NaNs is the result.
func (m *machine) binaryLinksAfter(name string, setup func(), emit func(a, b Op, to VecPhysical)) {
	each := func(body func(v VecPhysical, i int)) func() {
		return func() {
			setup()
			for i := range chainRegisters {
				body(m.blockRegister(i), i)
			}
		}
	}
	m.link(name, each(func(v VecPhysical, i int) { emit(v, m.operandAt(i), v) }))
	m.link(name+"/of", each(func(v VecPhysical, i int) {
		left := m.vector()
		VMOVUPS(m.operandAt(i), left)
		emit(left, v, v)
	}))
	m.link(name+"/self", each(func(v VecPhysical, i int) { emit(v, v, v) }))
	var one VecVirtual
	both := setup
	setup = func() { both(); one = m.repeatOperand() }
	m.link(name+"/one", each(func(v VecPhysical, i int) { emit(v, one, v) }))
	m.link(name+"/of/one", each(func(v VecPhysical, i int) { emit(one, v, v) }))
}

// unaryLinks defines the links of operations on the block alone.
func unaryLinks(m *machine) {
	for _, op := range []struct {
		name  string
		setup lanewise
	}{
		{"neg", negation}, {"abs", absolute}, {"sign", signOf}, {"relu", reluOf}, {"relu6", relu6Of},
		{"sqrt", plain(VSQRTPS)}, {"floor", rounding(9)}, {"ceil", rounding(10)}, {"round_even", rounding(8)}, {"round_away", roundAway},
	} {
		m.link(op.name, func() {
			compute := op.setup(m, f32)
			for i := range chainRegisters {
				v := m.blockRegister(i)
				VMOVAPS(compute(m.inVirtual(v)), v)
			}
		})
	}
}

// functionLinks defines the links of functions that serve all numbers, but for logarithms: for four
// in a row avo finds no allocation of registers.
func functionLinks(m *machine) {
	for _, f := range functions {
		if f.single.is() {
			m.link(f.name, func() {
				registers, group := 1, 1
				if m.avx512 {
					registers, group = min(2, f.single.together), chainRegisters
				}
				compute := f.lanewise(m, registers)
				for first := 0; first < chainRegisters; first += group {
					var x []VecVirtual
					for i := range group {
						x = append(x, m.inVirtual(m.blockRegister(first+i)))
					}
					for i, v := range compute(x) {
						VMOVAPS(v, m.blockRegister(first+i))
					}
				}
			})
			continue
		}
		if f.wide.one == nil || f.partial || strings.HasPrefix(f.name, "log") {
			continue
		}
		m.functionLink(f.name, func(x []VecVirtual) []VecVirtual { return linkOf(m, f, x) })
	}
}

// linkOf computes a function in f64 and rounds the results to f32.
func linkOf(m *machine, f function, x []VecVirtual) []VecVirtual {
	var singles []VecVirtual
	for some := range slices.Chunk(x, m.atOnce(f.crowdedLink)) {
		for _, v := range f.wide.one(&machineTarget{m, len(some), f64, nil, nil}, lanes{registers: some}).(lanes).registers {
			singles = append(singles, m.toSingle(v))
		}
	}
	return singles
}

// functionLink defines the link of a function that is computed in f64, for both halves of a
// register.
func (m *machine) functionLink(name string, compute func(x []VecVirtual) []VecVirtual) {
	m.link(name, func() {
		for i := range chainRegisters {
			v := m.blockRegister(i)
			low, high, part := m.vector(), m.vector(), m.part(m.bytes/8, 4)
			if m.avx512 {
				VCVTPS2PD(v.AsY(), low)
				VEXTRACTF64X4(U8(1), v, part)
			} else {
				VCVTPS2PD(v.AsX(), low)
				VEXTRACTF128(U8(1), v, part)
			}
			VCVTPS2PD(part, high)
			singles := compute([]VecVirtual{low, high})
			if m.avx512 {
				VINSERTF64X4(U8(1), singles[1], singles[0].AsZ(), v)
			} else {
				VINSERTF128(U8(1), singles[1], singles[0].AsY(), v)
			}
		}
	})
}

// chainTable defines the function that writes the addresses of the links, in the order of their
// keys.
func chainTable(m *machine) {
	name := "chainLinks" + m.name
	TEXT(name, NOSPLIT, "func(table *byte)")
	Pragma("noescape")
	Doc(name + " writes the addresses of the links to a table, in the order of their keys.")
	table, address := Load(Param("table"), GP64()), GP64()
	for i, key := range slices.Sorted(maps.Keys(linkNames)) {
		LEAQ(NewDataAddr(Symbol{Name: "·" + linkNames[key]}, 0), address)
		MOVQ(address, Mem{Base: table, Disp: 8 * i})
	}
	RET()
}

// chainText is the part of the table in Go that lists the links.
func chainText(m *machine) string {
	var text bytes.Buffer
	fmt.Fprintf(&text, "chain: machineChain{\nrun: chain%[1]s, links: chainLinks%[1]s, block: %d,\nkeys: []string{", m.name, chainRegisters*m.bytes)
	for _, key := range slices.Sorted(maps.Keys(linkNames)) {
		fmt.Fprintf(&text, "%q, ", key)
	}
	fmt.Fprintf(&text, "},\n},\n")
	return text.String()
}
