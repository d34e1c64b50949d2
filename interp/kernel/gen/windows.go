package main

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// windowHeights are the numbers of results that share a list of positions.
var windowHeights = []int{1, 4}

// windowFunctions are the names of the functions that fold windows, by key.
var windowFunctions = map[string][]string{}

// foldWindows defines the functions that combine what windows see, each for groups of so many
// neighbouring windows:
//
//	func(out, x, start *byte, list *int, positions, groups, outStep, xStep, n int)
//
// A result is a run of n bytes, a vector at least, as many as a position of the window sees. It
// begins as the element start and takes in, in the order of the list, what is at x, so many bytes
// further on, or start again for negative numbers. Results are outStep bytes apart, and what they
// see is xStep bytes apart.
func foldWindows(m *machine, e element, op string, setup lanewise) {
	key := op + "/" + e.name
	for _, rows := range windowHeights {
		f := windowFold{m: m, e: e, rows: rows}
		f.name = fmt.Sprintf("%sWindows%s%d%s", op, strings.ToUpper(e.name[:1])+e.name[1:], rows, m.name)
		windowFunctions[key] = append(windowFunctions[key], f.name)
		TEXT(f.name, NOSPLIT, "func(out, x, start *byte, list *int, positions, groups, outStep, xStep, n int)")
		Pragma("noescape")
		Doc(fmt.Sprintf("%s combines what %d windows at a time see by %s.", f.name, rows, op))
		f.emit(op, setup)
	}
}

type windowFold struct {
	m    *machine
	e    element
	rows int
	name string

	out, x, list, end      Register
	outStep, xStep, xStep3 Register
	start                  VecVirtual
	acc                    []VecVirtual
	combine                func(x ...VecVirtual) VecVirtual
}

func argument(name string) Register { return Load(Param(name), GP64()) }

func inMemory(name string) Mem {
	b, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

func (f *windowFold) emit(op string, setup lanewise) {
	m := f.m
	f.combine = setup(m, f.e)
	f.out, f.x, f.list, f.end = argument("out"), argument("x"), argument("list"), argument("positions")
	LEAQ(Mem{Base: f.list, Index: f.end, Scale: 8}, f.end)
	f.outStep, f.xStep = argument("outStep"), argument("xStep")
	if f.rows > 3 {
		f.xStep3 = GP64()
		LEAQ(Mem{Base: f.xStep, Index: f.xStep, Scale: 2}, f.xStep3)
	}
	element := argument("start")
	f.start = m.vector()
	if f.e.size == 8 {
		VBROADCASTSD(Mem{Base: element}, f.start)
	} else {
		VBROADCASTSS(Mem{Base: element}, f.start)
	}
	for range f.rows {
		f.acc = append(f.acc, m.vector())
	}
	// column is where the vector begins in a result; the last one may overlap the one before it.
	column, last := GP64(), argument("n")
	SUBQ(U32(uint32(m.bytes)), last)
	Label(f.name + "_group")
	XORQ(column, column)
	Label(f.name + "_column")
	f.vector(column)
	CMPQ(column, last)
	JE(LabelRef(f.name + "_next"))
	ADDQ(U32(uint32(m.bytes)), column)
	CMPQ(column, last)
	CMOVQGT(last, column)
	JMP(LabelRef(f.name + "_column"))
	Label(f.name + "_next")
	for range f.rows {
		ADDQ(f.outStep, f.out)
		ADDQ(f.xStep, f.x)
	}
	DECQ(inMemory("groups"))
	JNZ(LabelRef(f.name + "_group"))
	VZEROUPPER()
	RET()
}

// vector computes a vector of the results of a group.
func (f *windowFold) vector(column Register) {
	next, at := GP64(), GP64()
	for _, acc := range f.acc {
		VMOVUPS(f.start, acc)
	}
	MOVQ(f.list, next)
	Label(f.name + "_position")
	MOVQ(Mem{Base: next}, at)
	TESTQ(at, at)
	JS(LabelRef(f.name + "_padding"))
	ADDQ(column, at)
	ADDQ(f.x, at)
	for i, acc := range f.acc {
		from := Mem{Base: at}
		switch i {
		case 1, 2:
			from = Mem{Base: at, Index: f.xStep, Scale: uint8(i)}
		case 3:
			from = Mem{Base: at, Index: f.xStep3, Scale: 1}
		}
		seen := f.m.vector()
		VMOVUPS(from, seen)
		VMOVAPS(f.combine(acc, seen), acc)
	}
	Label(f.name + "_combined")
	ADDQ(Imm(8), next)
	CMPQ(next, f.end)
	JNE(LabelRef(f.name + "_position"))
	to := GP64()
	MOVQ(f.out, to)
	ADDQ(column, to)
	for i, acc := range f.acc {
		VMOVUPS(acc, Mem{Base: to})
		if i+1 < len(f.acc) {
			ADDQ(f.outStep, to)
		}
	}
	JMP(LabelRef(f.name + "_stored"))
	Label(f.name + "_padding")
	for _, acc := range f.acc {
		VMOVAPS(f.combine(acc, f.start), acc)
	}
	JMP(LabelRef(f.name + "_combined"))
	Label(f.name + "_stored")
}

func windowFolds(m *machine) {
	for _, e := range floats {
		foldWindows(m, e, "add", plain(e.floatOp(VADDPS, VADDPD)))
		foldWindows(m, e, "mul", plain(e.floatOp(VMULPS, VMULPD)))
		foldWindows(m, e, "max", maximum)
		foldWindows(m, e, "min", minimum)
	}
	i32 := element{"i32", 4, signed}
	foldWindows(m, i32, "add", plain(VPADDD))
	foldWindows(m, i32, "mul", plain(VPMULLD))
	foldWindows(m, i32, "max", plain(VPMAXSD))
	foldWindows(m, i32, "min", plain(VPMINSD))
}
