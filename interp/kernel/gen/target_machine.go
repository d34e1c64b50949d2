package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// machineTarget emits a function for some registers of f64 lanes at once, which gives the processor
// independent work.
type machineTarget struct {
	*machine
	registers int
}

// lanes is a value: registers, or a constant by its bits.
type lanes struct {
	registers []VecVirtual
	bits      uint64
}

func (t *machineTarget) number(v float64) value { return lanes{bits: math.Float64bits(v)} }
func (t *machineTarget) word(bits uint64) value { return lanes{bits: bits} }

// in returns the registers of a value, or so many times that of a constant.
func (t *machineTarget) in(v value) []VecVirtual {
	l := v.(lanes)
	if l.registers == nil {
		one := t.repeat(constant{8, l.bits})
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
	memory := t.avx512 && embedded != nil && b.(lanes).registers == nil
	if !memory {
		y = t.in(b)
	}
	var result lanes
	for i := range x {
		d := t.vector()
		if memory {
			embedded(word(b.(lanes).bits), x[i], d)
		} else {
			op(y[i], x[i], d)
		}
		result.registers = append(result.registers, d)
	}
	return result
}

func (t *machineTarget) add(a, b value) value { return t.apply(VADDPD, VADDPD_BCST, a, b) }
func (t *machineTarget) sub(a, b value) value { return t.apply(VSUBPD, VSUBPD_BCST, a, b) }
func (t *machineTarget) mul(a, b value) value { return t.apply(VMULPD, VMULPD_BCST, a, b) }
func (t *machineTarget) div(a, b value) value { return t.apply(VDIVPD, VDIVPD_BCST, a, b) }
func (t *machineTarget) and(a, b value) value { return t.apply(VANDPD, VANDPD_BCST, a, b) }
func (t *machineTarget) or(a, b value) value  { return t.apply(VORPD, VORPD_BCST, a, b) }
func (t *machineTarget) xor(a, b value) value { return t.apply(VXORPD, VXORPD_BCST, a, b) }

// own returns registers with a value that nobody else uses.
func (t *machineTarget) own(v value) []VecVirtual {
	l := v.(lanes)
	if l.registers != nil {
		return l.registers
	}
	var fresh []VecVirtual
	for range t.registers {
		fresh = append(fresh, t.repeat(constant{8, l.bits}))
	}
	return fresh
}

func (t *machineTarget) mulAdd(a, b, c value) value {
	x, sum := t.in(a), t.own(c)
	if t.avx512 && b.(lanes).registers == nil {
		for i := range sum {
			VFMADD231PD_BCST(word(b.(lanes).bits), x[i], sum[i])
		}
		return lanes{registers: sum}
	}
	y := t.in(b)
	for i := range sum {
		VFMADD231PD(y[i], x[i], sum[i])
	}
	return lanes{registers: sum}
}

func (t *machineTarget) mulAddNumber(a, b, c value) value {
	sum, x := t.own(a), t.in(b)
	if t.avx512 {
		for i := range sum {
			VFMADD213PD_BCST(word(c.(lanes).bits), x[i], sum[i])
		}
		return lanes{registers: sum}
	}
	y := t.in(c)
	for i := range sum {
		VFMADD213PD(y[i], x[i], sum[i])
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
		result.registers = append(result.registers, t.machine.round(f64, nearest, x))
	}
	return result
}

func (t *machineTarget) addBits(a, b value) value { return t.apply(VPADDQ, VPADDQ_BCST, a, b) }

// The instructions give their second operand if one is NaN.
func (t *machineTarget) larger(c, x value) value  { return t.apply(VMAXPD, nil, c, x) }
func (t *machineTarget) smaller(c, x value) value { return t.apply(VMINPD, nil, c, x) }

func (t *machineTarget) shiftLeft(a value, bits int) value  { return t.shift(VPSLLQ, a, bits) }
func (t *machineTarget) shiftRight(a value, bits int) value { return t.shift(VPSRLQ, a, bits) }

func (t *machineTarget) sqrt(a value) value {
	var result lanes
	for _, x := range t.in(a) {
		result.registers = append(result.registers, t.one(VSQRTPD, x))
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
		held = append(held, t.compare(8, predicate, x[i], y[i]))
	}
	return held
}

func (t *machineTarget) choose(held condition, yes, no value) value {
	x, y := t.in(yes), t.in(no)
	var result lanes
	for i, h := range held.([]Op) {
		if !t.avx512 {
			result.registers = append(result.registers, t.machine.choose(8, h, x[i], y[i]))
			continue
		}
		// The allocator takes the destination of a blend for an operand, and so for alive from the
		// start of the loop.
		d := t.vector()
		VMOVAPD(y[i], d)
		VMOVAPD(x[i], h, d)
		result.registers = append(result.registers, d)
	}
	return result
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
	wide, registers := f.wide, 2
	if !wide.is() {
		wide, registers = f.double, 1
	}
	if wide.two != nil {
		registers = 1 // it has twice the intermediate results
	}
	half := m.bytes / 8 // lanes of one register
	load := func(s *step, operand, lane int) VecVirtual { return s.load(operand, lane, half, m.vector()) }
	store := func(s *step, v VecVirtual, lane int) { s.store(v, lane, half) }
	defineForm(m, f.name, wide, registers, 4, (*step).loadSingle, func(s *step, v VecVirtual, lane int) { s.store(m.toSingle(v), lane, half) }, "f32")
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
			for i, v := range f.apply(&machineTarget{m, registers}, arguments).(lanes).registers {
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
