package main

import (
	"math"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sumLanes is the number of lanes that a sum has by its definition.
const sumLanes = 16

// runsAtOnce is how many runs one function sums side by side: each addition waits for the one
// before, and a run has as many registers as its lanes fill.
func (m *machine) runsAtOnce() int {
	if m.avx512 {
		return 4
	}
	return 2
}

// sumFunctions are the names of the functions that sum runs, by key, and by whether there is one
// run at a time.
var sumFunctions = map[string][2]string{}

// squares is the operation of functions that sum the squares of elements.
const squares = "squares"

// sumRuns defines the function that combines the elements of each of some runs, groups times runs
// of them:
//
//	func(out, x *byte, stride, n, groups, far int)
//
// Runs have n elements, at least one, and are stride bytes apart; those of the next group are
// fetched if far is not 0. Element i goes to lane i mod 16; the lanes are joined by halves in the
// end. Lanes begin with the neutral element, which makes no difference to what is combined with it:
// -0 in a sum, 1 in a product. It is long because its parts share registers.
func sumRuns(m *machine, e element, op string, combine operation, neutral float64, runs int) {
	name := op + "Runs" + strings.ToUpper(e.name[:1]) + e.name[1:] + m.name
	if runs == 1 {
		name = op + "Single" + strings.ToUpper(e.name[:1]) + e.name[1:] + m.name
	}
	key := op + "/" + e.name
	names := sumFunctions[key]
	names[min(runs, 2)-1] = name
	sumFunctions[key] = names
	lanes := m.bytes / e.size
	registers := sumLanes / lanes
	TEXT(name, NOSPLIT, "func(out, x *byte, stride, n, groups, far int)")
	Pragma("noescape")
	Doc(name + " combines the elements of runs by " + op + ".")
	out, stride := Load(Param("out"), GP64()), Load(Param("stride"), GP64())
	n, groups := Load(Param("n"), GP64()), Load(Param("groups"), GP64())
	bases := evenlySpaced(Load(Param("x"), GP64()), stride, runs)
	last := newSumTail(m, e, n, registers)
	tail := last.combine
	if op == squares {
		tail = last.combineSquare
	}
	start := m.repeat(floatConstant(e.size, neutral))
	sums := make([][]VecVirtual, runs)
	for k := range sums {
		sums[k] = m.vectors(registers)
	}
	far := Load(Param("far"), GP64())
	done, end, group, further := GP64(), GP64(), GP64(), GP64()
	IMUL3Q(U8(uint8(runs)), stride, group)

	Label("group")
	for k := range sums {
		for _, sum := range sums[k] {
			VMOVAPS(start, sum)
		}
	}
	XORQ(done, done)
	MOVQ(group, further)
	at := func(k, r int) Mem {
		return Mem{Base: bases[k], Index: done, Scale: uint8(e.size), Disp: r * m.bytes}
	}
	TESTQ(far, far)
	JNE(LabelRef("far"))
	for _, label := range []string{"turn", "far"} {
		Label(label)
		LEAQ(Mem{Base: done, Disp: sumLanes}, end)
		CMPQ(end, n)
		JGT(LabelRef("tail"))
		for k := range sums {
			for r, sum := range sums[k] {
				combine(m.squareIf(op == squares, at(k, r)), sum, sum)
				if label == "far" && r*m.bytes%lineBytes == 0 {
					PREFETCHT1(Mem{Base: bases[k], Index: further, Scale: 1, Disp: r * m.bytes})
				}
			}
		}
		if label == "far" {
			ADDQ(U8(uint8(sumLanes*e.size)), further)
		}
		MOVQ(end, done)
		JMP(LabelRef(label))
	}

	Label("tail")
	CMPQ(done, n)
	JE(LabelRef("join"))
	for k := range sums {
		for r, sum := range sums[k] {
			tail(combine, at(k, r), r, start, sum)
		}
	}

	Label("join")
	for k := range sums {
		m.join(combine, sums[k], e)
		storeOne(e, sums[k][0].AsX(), Mem{Base: out, Disp: k * e.size})
	}
	ADDQ(U8(uint8(runs*e.size)), out)
	for k := range bases {
		for range runs {
			ADDQ(stride, bases[k])
		}
	}
	DECQ(groups)
	JNE(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// evenlySpaced are n addresses from the first one on.
func evenlySpaced(first, stride Register, n int) []Register {
	list := []Register{first}
	for len(list) < n {
		next := GP64()
		LEAQ(Mem{Base: list[len(list)-1], Index: stride, Scale: 1}, next)
		list = append(list, next)
	}
	return list
}

func (m *machine) vectors(n int) []VecVirtual {
	list := make([]VecVirtual, n)
	for i := range list {
		list[i] = m.vector()
	}
	return list
}

// join combines the lanes of registers by halves, into the first lane of the first.
func (m *machine) join(combine operation, lanes []VecVirtual, e element) {
	for half := len(lanes) / 2; half > 0; half /= 2 {
		for r := range half {
			combine(lanes[r+half], lanes[r], lanes[r])
		}
	}
	m.across(combine, lanes[0], e)
}

// sumTail combines the last elements of a run, fewer than it has lanes.
type sumTail struct {
	m     *machine
	e     element
	masks []Op // for each register of a run
}

func newSumTail(m *machine, e element, n Op, registers int) *sumTail {
	t := &sumTail{m: m, e: e}
	rest := GP64()
	MOVQ(n, rest)
	ANDQ(U8(sumLanes-1), rest)
	lanes := sumLanes / registers
	if m.avx512 {
		all := GP64()
		MOVQ(I32(1<<sumLanes-1), all)
		BZHIQ(rest, all, all)
		for range registers {
			k := K()
			KMOVW(all.As32(), k)
			t.masks = append(t.masks, k)
			SHRQ(U8(uint8(lanes)), all)
		}
		return t
	}
	table := GP64()
	LEAQ(maskTable(e.size), table)
	NEGQ(rest)
	LEAQ(Mem{Base: table, Index: rest, Scale: uint8(e.size), Disp: sumLanes * e.size}, table)
	for r := range registers {
		t.masks = append(t.masks, Mem{Base: table, Disp: r * m.bytes})
	}
	return t
}

// maskTables hold, by the size of elements, as many full elements as a run has lanes, and then as
// many empty ones.
var maskTables = map[int]Mem{}

func maskTable(size int) Mem {
	at, ok := maskTables[size]
	if !ok {
		at = GLOBL("sumMasks"+strings.Repeat("Wide", size/8), RODATA|NOPTR)
		words := sumLanes * size / 8
		for i := range words {
			DATA(8*i, U64(math.MaxUint64))
		}
		for i := range words {
			DATA(8*(words+i), U64(0))
		}
		maskTables[size] = at
	}
	return at
}

func (t *sumTail) combine(op operation, at Mem, r int, neutral, sum VecVirtual) {
	if t.m.avx512 {
		op(at, sum, t.masks[r], sum)
		return
	}
	mask, v := t.m.vector(), t.m.vector()
	VMOVUPS(t.masks[r], mask)
	if t.e.size == 8 {
		VMASKMOVPD(at, mask, v)
	} else {
		VMASKMOVPS(at, mask, v)
	}
	others := t.m.two(VANDNPS, mask, neutral)
	op(t.m.or(v, others), sum, sum)
}

// squareIf is a register with the squares of f32 at an address, or the address.
func (m *machine) squareIf(squares bool, at Mem) Op {
	if !squares {
		return at
	}
	v := m.vector()
	VMOVUPS(at, v)
	VMULPS(v, v, v)
	return v
}

// combineSquare is combine for the square of f32.
func (t *sumTail) combineSquare(op operation, at Mem, r int, neutral, sum VecVirtual) {
	v := t.m.vector()
	if t.m.avx512 {
		VMOVUPS_Z(at, t.masks[r], v)
		VMULPS(v, v, v)
		op(v, sum, t.masks[r], sum)
		return
	}
	mask := t.m.vector()
	VMOVUPS(t.masks[r], mask)
	VMASKMOVPS(at, mask, v)
	VMULPS(v, v, v)
	others := t.m.two(VANDNPS, mask, neutral)
	op(t.m.or(v, others), sum, sum)
}

func floatSums(m *machine) {
	for _, runs := range []int{m.runsAtOnce(), 1} {
		sumRuns(m, f32, squares, VADDPS, math.Copysign(0, -1), runs)
	}
	for _, e := range floats {
		for _, runs := range []int{m.runsAtOnce(), 1} {
			sumRuns(m, e, "add", e.floatOp(VADDPS, VADDPD), math.Copysign(0, -1), runs)
			sumRuns(m, e, "mul", e.floatOp(VMULPS, VMULPD), 1, runs)
		}
		combineColumns(m, e, "add", e.floatOp(VADDPS, VADDPD))
		combineColumns(m, e, "mul", e.floatOp(VMULPS, VMULPD))
	}
}

// columnFunctions are the names of the functions that combine rows of columns, by key.
var columnFunctions = map[string]string{}

// columnRegisters is how many vectors of columns are combined side by side.
const columnRegisters = 4

// combineColumns defines the function that combines columns next to each other:
//
//	func(out, from, x *byte, stride, rows, n, ahead int)
//
// out, for n columns, becomes from and then the elements of so many rows of x, stride bytes apart,
// one after the other; there may be no rows. What is so many bytes further on is fetched.
func combineColumns(m *machine, e element, op string, combine operation) {
	name := op + "Columns" + strings.ToUpper(e.name[:1]) + e.name[1:] + m.name
	columnFunctions[op+"/"+e.name] = name
	lanes := m.bytes / e.size
	TEXT(name, NOSPLIT, "func(out, from, x *byte, stride, rows, n, ahead int)")
	Pragma("noescape")
	Doc(name + " combines the elements of columns by " + op + ".")
	out, from, x := Load(Param("out"), GP64()), Load(Param("from"), GP64()), Load(Param("x"), GP64())
	stride, rows, n := Load(Param("stride"), GP64()), Load(Param("rows"), GP64()), Load(Param("n"), GP64())
	ahead := Load(Param("ahead"), GP64())
	at, left := GP64(), GP64()
	for _, registers := range []int{columnRegisters, 1} {
		next := "single"
		if registers == 1 {
			next = "tail"
		}
		label := map[int]string{columnRegisters: "several", 1: "single"}[registers]
		Label(label)
		CMPQ(n, U32(uint32(registers*lanes)))
		JL(LabelRef(next))
		sums := make([]VecVirtual, registers)
		for r := range sums {
			sums[r] = m.vector()
			VMOVUPS(Mem{Base: from, Disp: r * m.bytes}, sums[r])
		}
		MOVQ(x, at)
		MOVQ(rows, left)
		columnRows(label, at, stride, left, func() {
			for r, sum := range sums {
				combine(Mem{Base: at, Disp: r * m.bytes}, sum, sum)
				if r*m.bytes%lineBytes == 0 {
					PREFETCHT1(Mem{Base: at, Index: ahead, Scale: 1, Disp: r * m.bytes})
				}
			}
		})
		for r, sum := range sums {
			VMOVUPS(sum, Mem{Base: out, Disp: r * m.bytes})
		}
		for _, pointer := range []Op{out, from, x} {
			ADDQ(U32(uint32(registers*m.bytes)), pointer)
		}
		SUBQ(U8(uint8(registers*lanes)), n)
		JMP(LabelRef(label))
	}
	Label("tail")
	TESTQ(n, n)
	JE(LabelRef("end"))
	last, sum := newSumTail(m, e, n, sumLanes/lanes), m.vector()
	last.load(Mem{Base: from}, sum)
	MOVQ(x, at)
	MOVQ(rows, left)
	columnRows("tail", at, stride, left, func() {
		v := m.vector()
		last.load(Mem{Base: at}, v)
		combine(v, sum, sum)
	})
	last.store(sum, Mem{Base: out})
	Label("end")
	VZEROUPPER()
	RET()
}

// columnRows emits the loop over rows.
func columnRows(label string, at, stride, left Op, row func()) {
	Label(label + "_row")
	TESTQ(left, left)
	JE(LabelRef(label + "_rows"))
	row()
	ADDQ(stride, at)
	DECQ(left)
	JMP(LabelRef(label + "_row"))
	Label(label + "_rows")
}

// load fills lanes beyond the last element with zeros.
func (t *sumTail) load(at Mem, v VecVirtual) {
	switch {
	case t.m.avx512:
		masked(VMOVUPS_Z, VMOVUPD_Z, t.e)(at, t.masks[0], v)
	default:
		mask := t.m.vector()
		VMOVUPS(t.masks[0], mask)
		masked(VMASKMOVPS, VMASKMOVPD, t.e)(at, mask, v)
	}
}

func (t *sumTail) store(v VecVirtual, at Mem) {
	switch {
	case t.m.avx512:
		masked(VMOVUPS, VMOVUPD, t.e)(v, t.masks[0], at)
	default:
		mask := t.m.vector()
		VMOVUPS(t.masks[0], mask)
		masked(VMASKMOVPS, VMASKMOVPD, t.e)(v, mask, at)
	}
}

// masked returns the instruction for the size of elements.
func masked[F any](single, double F, e element) F {
	if e.size == 8 {
		return double
	}
	return single
}
