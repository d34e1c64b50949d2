package main

import (
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// rowsAtOnce is the number of rows that one function folds: one sum has to wait for each addition,
// so there must be several registers of sums.
const rowsAtOnce = 16

// rowFunctions are the names of the functions that fold rows, by key.
var rowFunctions = map[string]string{}

// foldRows defines the function that folds 16 rows, each into an accumulator of its own and in the
// order of its elements:
//
//	func(acc, x *byte, stride, n int) (done int)
//
// Rows are stride bytes apart; done is the number of their elements that are folded. A lane of a
// register belongs to a row. The elements of some columns come into that order by halves of
// registers, which loads place, and then by the transposition of the squares that these halves make
// up.
func foldRows(m *machine, e element, op string, setup lanewise) {
	name := op + "Rows" + strings.ToUpper(e.name[:1]) + e.name[1:]
	rowFunctions[op+"/"+e.name] = name
	if m.avx512 {
		return // the registers of AVX2 are as fast: the additions wait for each other
	}
	lanes := m.bytes / e.size
	columns := lanes / 2
	TEXT(name, NOSPLIT, "func(acc, x *byte, stride, n int) (done int)")
	Pragma("noescape")
	Doc(name + " folds 16 rows by " + op + ".")
	acc, stride, n := Load(Param("acc"), GP64()), Load(Param("stride"), GP64()), Load(Param("n"), GP64())
	var bases [rowsAtOnce / 4]Register
	bases[0] = Load(Param("x"), GP64())
	stride3 := GP64()
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, stride3)
	for i := 1; i < len(bases); i++ {
		bases[i] = GP64()
		LEAQ(Mem{Base: bases[i-1], Index: stride, Scale: 4}, bases[i])
	}
	row := func(i int) Mem {
		switch i % 4 {
		case 0:
			return Mem{Base: bases[i/4]}
		case 3:
			return Mem{Base: bases[i/4], Index: stride3, Scale: 1}
		}
		return Mem{Base: bases[i/4], Index: stride, Scale: uint8(i % 4)}
	}
	sums := make([]VecVirtual, rowsAtOnce/lanes)
	for g := range sums {
		sums[g] = m.vector()
		VMOVUPS(Mem{Base: acc, Disp: g * m.bytes}, sums[g])
	}
	combine := setup(m, e)
	done, end, low := GP64(), GP64(), m.vector()
	XORQ(done, done)
	// A turn of the main loop takes a cache line of each row, some rows after the others: 16 rows
	// that are a power of two apart share too few places in the cache for all of their lines to
	// stay until the next turn.
	for _, loop := range []struct {
		label   string
		columns int
	}{{"lines", 64 / e.size}, {"columns", columns}} {
		Label(loop.label)
		LEAQ(Mem{Base: done, Disp: loop.columns}, end)
		CMPQ(end, n)
		JGT(LabelRef(loop.label + "_end"))
		for g := range sums {
			next := sums[g]
			for from := 0; from < loop.columns; from += columns {
				halves := make([]VecVirtual, columns)
				for i := range halves {
					halves[i] = m.vector()
					VMOVUPS(row(g*lanes+i).Offset(from*e.size), low.AsX())
					VINSERTF128(U8(1), row(g*lanes+i+columns).Offset(from*e.size), low, halves[i])
				}
				for _, column := range transpose(m, 16/len(halves), halves) {
					next = combine(next, column)
				}
			}
			VMOVAPS(next, sums[g])
		}
		for _, base := range bases {
			ADDQ(U8(loop.columns*e.size), base)
		}
		MOVQ(end, done)
		JMP(LabelRef(loop.label))
		Label(loop.label + "_end")
	}
	for g := range sums {
		VMOVUPS(sums[g], Mem{Base: acc, Disp: g * m.bytes})
	}
	Store(done, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// runFunctions are the names of the functions that fold one run, by key.
var runFunctions = map[string]string{}

// runRegisters is the number of registers of results that a fold of one run has, so that they need
// not wait for each other.
const runRegisters = 4

// foldRuns defines the function that finds the greatest or least elements of runs:
//
//	func(most, sums, x *byte, stride, n, rows int)
//
// Runs have n elements, which fill runRegisters registers at least, and start stride bytes apart.
// most becomes one of each that is as great as any, but perhaps the wrong zero, and nothing in
// particular if an element is NaN; then the sum of all, in sums, is NaN, as it is in a few other
// cases. The last register of elements may have some that others have, too.
func foldRuns(m *machine, e element, op string, extreme operation) {
	name := op + "Run" + strings.ToUpper(e.name[:1]) + e.name[1:] + m.name
	runFunctions[op+"/"+e.name] = name
	lanes := m.bytes / e.size
	add := e.floatOp(VADDPS, VADDPD)
	TEXT(name, NOSPLIT, "func(most, sums, x *byte, stride, n, rows int)")
	Pragma("noescape")
	Doc(name + " finds the " + op + " of runs.")
	mosts, totals := Load(Param("most"), GP64()), Load(Param("sums"), GP64())
	x, stride := Load(Param("x"), GP64()), Load(Param("stride"), GP64())
	n, rows := Load(Param("n"), GP64()), Load(Param("rows"), GP64())
	done, end := GP64(), GP64()
	at := func(i int) Mem {
		return Mem{Base: x, Index: done, Scale: uint8(e.size), Disp: i * m.bytes}
	}
	Label("row")
	XORQ(done, done)
	most, sums := m.vectors(runRegisters), m.vectors(runRegisters)
	for i := range most {
		VMOVUPS(at(i), most[i])
		VMOVAPS(most[i], sums[i])
	}
	MOVQ(I32(runRegisters*lanes), done)
	combine := func(registers int) {
		for i := range registers {
			v := m.vector()
			VMOVUPS(at(i), v)
			extreme(v, most[i], most[i])
			add(v, sums[i], sums[i])
		}
	}
	for _, loop := range []struct {
		label     string
		registers int
	}{{"turn", runRegisters}, {"step", 1}} {
		Label(loop.label)
		LEAQ(Mem{Base: done, Disp: loop.registers * lanes}, end)
		CMPQ(end, n)
		JGT(LabelRef(loop.label + "_end"))
		combine(loop.registers)
		MOVQ(end, done)
		JMP(LabelRef(loop.label))
		Label(loop.label + "_end")
	}
	CMPQ(done, n)
	JE(LabelRef("join"))
	LEAQ(Mem{Base: n, Disp: -lanes}, done)
	combine(1)
	Label("join")
	for i, op := range []operation{extreme, add} {
		v, to := [][]VecVirtual{most, sums}[i], []Register{mosts, totals}[i]
		total := m.two(op, m.two(op, v[0], v[1]), m.two(op, v[2], v[3]))
		m.across(op, total, e)
		storeOne(e, total.AsX(), Mem{Base: to})
		ADDQ(U8(uint8(e.size)), to)
	}
	ADDQ(stride, x)
	DECQ(rows)
	JNE(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// across combines all lanes of a register into its first.
func (m *machine) across(op operation, v VecVirtual, e element) {
	if m.avx512 {
		high := YMM()
		VEXTRACTF64X4(U8(1), v, high)
		op(high, v.AsY(), v.AsY())
	}
	high := XMM()
	VEXTRACTF128(U8(1), v.AsY(), high)
	op(high, v.AsX(), v.AsX())
	VPERMILPD(U8(1), v.AsX(), high)
	op(high, v.AsX(), v.AsX())
	if e.size == 4 {
		VMOVSHDUP(v.AsX(), high)
		op(high, v.AsX(), v.AsX())
	}
}

// storeOne stores the first lane of a register.
func storeOne(e element, v Register, to Mem) {
	if e.size == 8 {
		VMOVSD(v, to)
		return
	}
	VMOVSS(v, to)
}

func rowFolds(m *machine) {
	for _, e := range floats {
		foldRuns(m, e, "max", e.floatOp(VMAXPS, VMAXPD))
		foldRuns(m, e, "min", e.floatOp(VMINPS, VMINPD))
	}
	for _, e := range floats {
		foldRows(m, e, "max", maximum)
		foldRows(m, e, "min", minimum)
	}
	i32 := element{"i32", 4, signed}
	foldRows(m, i32, "add", plain(VPADDD))
	foldRows(m, i32, "mul", plain(VPMULLD))
	foldRows(m, i32, "max", plain(VPMAXSD))
	foldRows(m, i32, "min", plain(VPMINSD))
}
