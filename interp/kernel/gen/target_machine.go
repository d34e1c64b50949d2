package main

import (
	"fmt"
	"math"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// machineTarget emits a function for some registers of lanes at once, which gives the processor
// independent work.
type machineTarget struct {
	*machine
	registers int
	of        element
	held      map[uint64]VecVirtual   // constants that a register has since before the loop
	tables    map[*float64]VecVirtual // and the first 16 elements of tables
}

func (t *machineTarget) lane() element { return t.of }

// lanes is a value: registers, or a constant by its bits.
type lanes struct {
	registers []VecVirtual
	bits      uint64
}

func (t *machineTarget) number(v float64) value { return lanes{bits: t.of.value(v).bits} }
func (t *machineTarget) word(bits uint64) value { return lanes{bits: bits} }

// in returns the registers of a value, or so many times that of a constant.
func (t *machineTarget) in(v value) []VecVirtual {
	l := v.(lanes)
	if l.registers == nil {
		one, ok := t.held[l.bits]
		if !ok {
			one = t.repeat(constant{t.of.size, l.bits})
		}
		for range t.registers {
			l.registers = append(l.registers, one)
		}
	}
	return l.registers
}

// apply emits an instruction for all registers; embedded is its form with a constant in memory as
// the second operand, which AVX-512 has.
func (t *machineTarget) apply(op, embedded operation, a, b value) value {
	x, y := t.in(a), []VecVirtual(nil)
	memory := embedded != nil && t.embeds(b)
	if !memory {
		y = t.in(b)
	}
	var result lanes
	for i := range x {
		d := t.vector()
		if memory {
			embedded(t.memory(b), x[i], d)
		} else {
			op(y[i], x[i], d)
		}
		result.registers = append(result.registers, d)
	}
	return result
}

// embeds reports whether a value is a constant that an instruction reads from memory.
func (t *machineTarget) embeds(v value) bool {
	l := v.(lanes)
	return t.avx512 && l.registers == nil && t.held[l.bits] == nil
}

// memory is the address of a constant.
func (t *machineTarget) memory(c value) Mem {
	return word(constant{t.of.size, c.(lanes).bits}.word())
}

// arithmetic is apply with the forms of an instruction for f32 and f64.
func (t *machineTarget) arithmetic(single, embeddedSingle, double, embeddedDouble operation, a, b value) value {
	return t.apply(t.of.floatOp(single, double), t.of.floatOp(embeddedSingle, embeddedDouble), a, b)
}

func (t *machineTarget) add(a, b value) value {
	return t.arithmetic(VADDPS, VADDPS_BCST, VADDPD, VADDPD_BCST, a, b)
}

func (t *machineTarget) sub(a, b value) value {
	return t.arithmetic(VSUBPS, VSUBPS_BCST, VSUBPD, VSUBPD_BCST, a, b)
}

func (t *machineTarget) mul(a, b value) value {
	return t.arithmetic(VMULPS, VMULPS_BCST, VMULPD, VMULPD_BCST, a, b)
}

func (t *machineTarget) div(a, b value) value {
	return t.arithmetic(VDIVPS, VDIVPS_BCST, VDIVPD, VDIVPD_BCST, a, b)
}

func (t *machineTarget) and(a, b value) value {
	return t.arithmetic(VANDPS, VANDPS_BCST, VANDPD, VANDPD_BCST, a, b)
}

func (t *machineTarget) or(a, b value) value {
	return t.arithmetic(VORPS, VORPS_BCST, VORPD, VORPD_BCST, a, b)
}

func (t *machineTarget) xor(a, b value) value {
	return t.arithmetic(VXORPS, VXORPS_BCST, VXORPD, VXORPD_BCST, a, b)
}

// own returns registers with a value that nobody else uses.
func (t *machineTarget) own(v value) []VecVirtual {
	l := v.(lanes)
	if l.registers != nil {
		return l.registers
	}
	var fresh []VecVirtual
	for range t.registers {
		if from, ok := t.held[l.bits]; ok {
			d := t.vector()
			VMOVAPS(from, d)
			fresh = append(fresh, d)
		} else {
			fresh = append(fresh, t.repeat(constant{t.of.size, l.bits}))
		}
	}
	return fresh
}

func (t *machineTarget) mulAdd(a, b, c value) value {
	return t.accumulate(t.of.floatOp(VFMADD231PS, VFMADD231PD), t.of.floatOp(VFMADD231PS_BCST, VFMADD231PD_BCST), a, b, c)
}

func (t *machineTarget) subMul(a, b, c value) value {
	return t.accumulate(t.of.floatOp(VFNMADD231PS, VFNMADD231PD), t.of.floatOp(VFNMADD231PS_BCST, VFNMADD231PD_BCST), a, b, c)
}

func (t *machineTarget) accumulate(op, embedded operation, a, b, c value) value {
	x, sum := t.in(a), t.own(c)
	if t.embeds(b) {
		for i := range sum {
			embedded(t.memory(b), x[i], sum[i])
		}
		return lanes{registers: sum}
	}
	y := t.in(b)
	for i := range sum {
		op(y[i], x[i], sum[i])
	}
	return lanes{registers: sum}
}

func (t *machineTarget) mulAddNumber(a, b, c value) value {
	sum, x := t.own(a), t.in(b)
	if t.embeds(c) {
		for i := range sum {
			t.of.floatOp(VFMADD213PS_BCST, VFMADD213PD_BCST)(t.memory(c), x[i], sum[i])
		}
		return lanes{registers: sum}
	}
	y := t.in(c)
	for i := range sum {
		t.of.floatOp(VFMADD213PS, VFMADD213PD)(y[i], x[i], sum[i])
	}
	return lanes{registers: sum}
}

func (t *machineTarget) copy(a value) value {
	l := a.(lanes)
	if l.registers == nil {
		return a
	}
	var result lanes
	for _, x := range l.registers {
		d := t.vector()
		VMOVAPD(x, d)
		result.registers = append(result.registers, d)
	}
	return result
}

func (t *machineTarget) round(a value) value {
	const nearest = 8 // and no exception for what is not whole
	var result lanes
	for _, x := range t.in(a) {
		result.registers = append(result.registers, t.machine.round(t.of, nearest, x))
	}
	return result
}

func (t *machineTarget) addBits(a, b value) value {
	return t.arithmetic(VPADDD, VPADDD_BCST, VPADDQ, VPADDQ_BCST, a, b)
}

// The instructions give their second operand if one is NaN.
func (t *machineTarget) larger(c, x value) value {
	return t.apply(t.of.floatOp(VMAXPS, VMAXPD), nil, c, x)
}
func (t *machineTarget) smaller(c, x value) value {
	return t.apply(t.of.floatOp(VMINPS, VMINPD), nil, c, x)
}

func (t *machineTarget) shiftLeft(a value, bits int) value {
	return t.shift(t.of.floatOp(VPSLLD, VPSLLQ), a, bits)
}

func (t *machineTarget) shiftRight(a value, bits int) value {
	return t.shift(t.of.floatOp(VPSRLD, VPSRLQ), a, bits)
}

// scale without the instruction for it multiplies by two powers, so that the first product is
// exact.
func (t *machineTarget) scale(a, k value) value {
	if t.avx512 {
		return t.apply(VSCALEFPS, nil, a, k)
	}
	var whole lanes
	for _, x := range t.in(k) {
		const down = 9
		whole.registers = append(whole.registers, t.machine.round(t.of, down, x))
	}
	half := t.round(t.mul(whole, t.number(0.5)))
	return t.mul(t.mul(a, powerOfTwo(t, half)), powerOfTwo(t, t.sub(whole, half)))
}

// lookup permutes the elements of the table, with AVX2 those of each 8.
func (t *machineTarget) lookup(index value, table []float64) value {
	at := tableData(table)
	var result lanes
	for _, x := range t.in(index) {
		d := t.vector()
		switch low := t.tables[&table[0]]; {
		case !t.avx512:
			d = t.lookup8(x, at, len(table))
		case len(table) == 16:
			VPERMPS(low, x, d)
		default:
			VMOVAPS(x, d)
			VPERMI2PS(at.Offset(64), low, d)
		}
		result.registers = append(result.registers, d)
	}
	return result
}

// lookup8 is lookup where an instruction permutes 8 elements.
func (t *machineTarget) lookup8(index VecVirtual, at Mem, size int) VecVirtual {
	var found []VecVirtual
	for i := range size / 8 {
		d := t.vector()
		VPERMPS(at.Offset(32*i), index, d)
		found = append(found, d)
	}
	for bit := 3; len(found) > 1; bit++ {
		held := t.vector() // that bit of the index, where blends look
		VPSLLD(U8(31-bit), index, held)
		var half []VecVirtual
		for i := 0; i < len(found); i += 2 {
			half = append(half, t.machine.choose(4, held, found[i+1], found[i]))
		}
		found = half
	}
	return found[0]
}

// tableData is the address of a table.
func tableData(table []float64) Mem {
	at, ok := lookupTables[&table[0]]
	if !ok {
		at = GLOBL(fmt.Sprintf("table%d", len(lookupTables)), RODATA|NOPTR)
		for i, v := range table {
			DATA(4*i, U32(math.Float32bits(float32(v))))
		}
		lookupTables[&table[0]] = at
	}
	return at
}

// lookupTables are the addresses of the tables by their first elements.
var lookupTables = map[*float64]Mem{}

func (t *machineTarget) sqrt(a value) value {
	var result lanes
	for _, x := range t.in(a) {
		result.registers = append(result.registers, t.one(t.of.floatOp(VSQRTPS, VSQRTPD), x))
	}
	return result
}

func (t *machineTarget) shift(op operation, a value, bits int) value {
	var result lanes
	for _, x := range t.in(a) {
		d := t.vector()
		op(U8(bits), x, d)
		result.registers = append(result.registers, d)
	}
	return result
}

func (t *machineTarget) less(a, b value) condition  { return t.compareAll(less, a, b) }
func (t *machineTarget) equal(a, b value) condition { return t.compareAll(equal, a, b) }

func (t *machineTarget) compareAll(predicate uint8, a, b value) []Op {
	x, y := t.in(a), t.in(b)
	var held []Op
	for i := range x {
		held = append(held, t.compare(t.of.size, predicate, x[i], y[i]))
	}
	return held
}

func (t *machineTarget) choose(held condition, yes, no value) value {
	x := t.in(yes)
	var y []VecVirtual
	if l := no.(lanes); !t.avx512 || l.registers != nil || l.bits != 0 {
		y = t.in(no)
	}
	var result lanes
	for i, h := range held.([]Op) {
		d := t.vector()
		switch {
		case !t.avx512:
			d = t.machine.choose(t.of.size, h, x[i], y[i])
		case y == nil:
			maskedWrite(t.of.opcode("VMOVAP"), "Z", []Op{x[i], h}, d)
		default:
			maskedWrite(t.of.opcode("VBLENDMP"), "", []Op{x[i], y[i], h}, d)
		}
		result.registers = append(result.registers, d)
	}
	return result
}

// maskedWrite emits an instruction that writes all lanes of d. Of instructions with masks, avo says
// that they read d, which would keep a register alive from the start of the loop.
func maskedWrite(opcode, suffix string, sources []Op, d VecVirtual) {
	instruction := &ir.Instruction{Opcode: opcode, Operands: append(sources[:len(sources):len(sources)], d), Inputs: sources, Outputs: []Op{d}, ISA: []string{"AVX512F"}}
	if suffix != "" {
		instruction.Suffixes = []string{suffix}
	}
	Instruction(instruction)
}

// require stops the loop before the current step, so that the caller computes the elements of the
// step.
func (t *machineTarget) require(held condition, _ string) {
	all := held.([]Op)
	if t.avx512 {
		both := all[0]
		for _, h := range all[1:] {
			next := K()
			KANDB(h, both, next)
			both = next
		}
		KORTESTB(both, both)
		JCC(LabelRef("done")) // carry says that all bits are set
		return
	}
	both := all[0]
	for _, h := range all[1:] {
		next := t.vector()
		VANDPD(h, both, next)
		both = next
	}
	bits := GP32()
	VMOVMSKPD(both, bits)
	CMPL(bits, U8(15))
	JNE(LabelRef("done"))
}

// defineFunction defines the loops of a function: on f32, on f64 lanes that hold numbers of smaller
// types, and on f64.
func defineFunction(m *machine, f function) {
	wide, registers := f.wide, m.atOnce(f.crowded)
	if !wide.is() {
		wide, registers = f.double, 1
	}
	if wide.two != nil {
		registers = 1 // it has twice the intermediate results
	}
	half := m.bytes / 8 // f64 lanes of one register
	load := func(s *step, operand, lane int) VecVirtual { return s.load(operand, lane, half, m.vector()) }
	store := func(s *step, v VecVirtual, lane int) { s.store(v, lane, half) }
	if f.single.is() {
		lanes := m.bytes / 4
		registers := 1
		if m.avx512 {
			registers = f.single.together
		}
		(&kernel{m: m, op: f.name, types: []string{"f32"}, sizes: []int{4, 4}, lanes: registers * lanes, unroll: 1, emit: func(k *kernel) body {
			compute := f.lanewise(m, registers)
			return func(s *step) {
				var x []VecVirtual
				for i := range registers {
					x = append(x, s.load(1, i*lanes, lanes, m.vector()))
				}
				for i, v := range compute(x) {
					s.store(v, i*lanes, lanes)
				}
			}
		}}).define()
	} else {
		defineForm(m, f.name, wide, registers, 4, (*step).loadSingle, func(s *step, v VecVirtual, lane int) { s.store(m.toSingle(v), lane, half) }, "f32")
	}
	switch {
	case !f.wide.is():
		defineForm(m, f.name, wide, registers, 8, load, store, "wide", "f64")
	case f.double.is():
		defineForm(m, f.name, f.double, 1, 8, load, store, "f64")
		fallthrough
	default:
		defineForm(m, f.name, wide, registers, 8, load, store, "wide")
	}
}

// lanewise loads constants of the single form, as many as there are registers for, and returns what
// computes it on a multiple of so many registers, which are looked at together and computed one
// group after the other.
func (f function) lanewise(m *machine, registers int) func(x []VecVirtual) []VecVirtual {
	t := &machineTarget{m, registers, f32, map[uint64]VecVirtual{}, map[*float64]VecVirtual{}}
	if m.avx512 {
		constants, _ := constantsOf(f.single.usual(), f32)
		_, tables := constantsOf(f.single.form, f32)
		for _, table := range tables {
			d := m.vector()
			VMOVUPS(tableData(table), d)
			t.tables[&table[0]] = d
		}
		for _, bits := range constants {
			if len(t.held) < f.single.held {
				t.held[bits] = m.repeat(constant{4, bits})
			}
		}
	}
	compute := func(f form, x []VecVirtual) (result []VecVirtual) {
		for some := range slices.Chunk(x, registers) {
			result = append(result, f.one(t, lanes{registers: some}).(lanes).registers...)
		}
		return result
	}
	if !f.single.near.is() {
		return func(x []VecVirtual) []VecVirtual { return compute(f.single.form, x) }
	}
	return func(x []VecVirtual) []VecVirtual {
		far, back := m.label(), m.label()
		t.unlessWithin(f.single.limit, x, far)
		result := compute(f.single.near, x)
		Label(back)
		m.aside = append(m.aside, func() {
			Label(far)
			for i, v := range compute(f.single.form, x) {
				VMOVAPS(v, result[i])
			}
			JMP(LabelRef(back))
		})
		return result
	}
}

// unlessWithin jumps to a label if a number in the registers is greater than a limit in magnitude.
// If one is NaN it may jump or not.
func (t *machineTarget) unlessWithin(limit float64, x []VecVirtual, label string) {
	bound := t.in(t.number(limit))[0]
	if !t.avx512 { // and so only one register
		bits := GP32()
		VMOVMSKPS(t.compare(4, lessEqual, t.in(magnitude(t, lanes{registers: x}))[0], bound), bits)
		CMPL(bits, U32(255))
		JNE(LabelRef(label))
		return
	}
	const greaterMagnitude = 11
	greatest := x[0]
	for _, v := range x[min(1, len(x)-1):] {
		d := t.vector()
		VRANGEPS(U8(greaterMagnitude), v, greatest, d)
		greatest = d
	}
	within := t.compare(4, lessEqual, greatest, bound)
	KORTESTW(within, within)
	JCC(LabelRef(label)) // carry says that all bits are set
}

// defineForm defines the loop of one form on elements of a size.
func defineForm(m *machine, name string, f form, registers, size int, load func(s *step, operand, lane int) VecVirtual, store func(s *step, v VecVirtual, lane int), types ...string) {
	operands, half := f.operands(), m.bytes/8
	sizes := []int{size, size, size}[:operands+1]
	(&kernel{m: m, op: name, types: types, sizes: sizes, lanes: registers * half, unroll: 1, emit: func(k *kernel) body {
		return func(s *step) {
			arguments := make([]value, operands)
			for o := range arguments {
				var x lanes
				for i := range registers {
					x.registers = append(x.registers, load(s, o+1, i*half))
				}
				arguments[o] = x
			}
			for i, v := range f.apply(&machineTarget{m, registers, f64, nil, nil}, arguments).(lanes).registers {
				store(s, v, i*half)
			}
		}
	}}).define()
}

// loadSingle reads f32 elements into a register of f64.
func (s *step) loadSingle(operand, lane int) VecVirtual {
	d := s.m.vector()
	if s.masked {
		VCVTPS2PD_Z(s.mem(operand, lane), s.mask(lane, s.m.bytes/8), d)
	} else {
		VCVTPS2PD(s.mem(operand, lane), d)
	}
	return d
}
