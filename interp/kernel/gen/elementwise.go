package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// element is a type of elements.
type element struct {
	name string // as tensor.DType has it
	size int    // bytes
	kind kind
}

type kind uint8

const (
	float kind = iota
	signed
	unsigned
)

var (
	f32, f64 = element{"f32", 4, float}, element{"f64", 8, float}
	floats   = []element{f32, f64}
	integers = []element{
		{"i8", 1, signed}, {"i16", 2, signed}, {"i32", 4, signed}, {"i64", 8, signed},
		{"ui8", 1, unsigned}, {"ui16", 2, unsigned}, {"ui32", 4, unsigned}, {"ui64", 8, unsigned},
	}
)

// pick returns the instruction for a size in bytes.
func pick(size int, op1, op2, op4, op8 operation) operation {
	return map[int]operation{1: op1, 2: op2, 4: op4, 8: op8}[size]
}

// floatOp returns the instruction for a float type.
func (e element) floatOp(single, double operation) operation {
	if e.size == 8 {
		return double
	}
	return single
}

// opcode is the name of an instruction, which ends in S or D by the float type.
func (e element) opcode(name string) string {
	if e.size == 8 {
		return name + "D"
	}
	return name + "S"
}

// value returns the constant of a float type.
func (e element) value(v float64) constant { return floatConstant(e.size, v) }

// fraction is the number of stored bits of the significand of a float type.
func (e element) fraction() int {
	if e.size == 8 {
		return 52
	}
	return 23
}

// roundingShift, added to a number below a third of it, leaves the nearest integer in the low bits.
func (e element) roundingShift() float64 { return math.Ldexp(1.5, e.fraction()) }

// sign is the constant with only the sign bit.
func (e element) sign() constant { return constant{e.size, 1 << (8*e.size - 1)} }

// lanewise is an operation on whole registers: it emits what goes before the loop and returns what
// computes a result.
type lanewise func(m *machine, e element) func(x ...VecVirtual) VecVirtual

// plain is a lanewise operation of one instruction, or nil where the machine has none.
func plain(op operation) lanewise {
	if op == nil {
		return nil
	}
	return func(m *machine, e element) func(x ...VecVirtual) VecVirtual {
		return func(x ...VecVirtual) VecVirtual {
			if len(x) == 1 {
				return m.one(op, x[0])
			}
			return m.two(op, x[0], x[1])
		}
	}
}

// elementwise defines the kernel of a lanewise operation on operands of the type of the result.
func elementwise(m *machine, name string, e element, operands int, op lanewise, types ...string) {
	sizes := make([]int, operands+1)
	for i := range sizes {
		sizes[i] = e.size
	}
	lanes := m.bytes / e.size
	(&kernel{m: m, op: name, types: append([]string{e.name}, types...), sizes: sizes, lanes: lanes, unroll: 4, emit: func(k *kernel) body {
		compute := op(m, e)
		return func(s *step) {
			x := make([]VecVirtual, operands)
			for i := range x {
				x[i] = s.load(i+1, 0, lanes, m.vector())
			}
			s.store(compute(x...), 0, lanes)
		}
	}}).define()
}

func elementwiseFloats(m *machine) {
	for _, e := range floats {
		elementwise(m, "add", e, 2, plain(e.floatOp(VADDPS, VADDPD)))
		elementwise(m, "sub", e, 2, plain(e.floatOp(VSUBPS, VSUBPD)))
		elementwise(m, "mul", e, 2, plain(e.floatOp(VMULPS, VMULPD)))
		elementwise(m, "div", e, 2, plain(e.floatOp(VDIVPS, VDIVPD)))
		elementwise(m, "sqrt", e, 1, plain(e.floatOp(VSQRTPS, VSQRTPD)))
		elementwise(m, "max", e, 2, maximum)
		elementwise(m, "min", e, 2, minimum)
		elementwise(m, "clamp", e, 3, func(m *machine, e element) func(x ...VecVirtual) VecVirtual {
			above, below := maximum(m, e), minimum(m, e)
			return func(x ...VecVirtual) VecVirtual { return below(above(x[1], x[0]), x[2]) }
		})
		elementwise(m, "neg", e, 1, negation)
		elementwise(m, "abs", e, 1, absolute)
		elementwise(m, "sign", e, 1, signOf)
		elementwise(m, "relu", e, 1, reluOf)
		elementwise(m, "relu6", e, 1, relu6Of)
		elementwise(m, "floor", e, 1, rounding(9))
		elementwise(m, "ceil", e, 1, rounding(10))
		elementwise(m, "round_even", e, 1, rounding(8))
		elementwise(m, "round_away", e, 1, roundAway)
	}
}

func negation(m *machine, e element) func(x ...VecVirtual) VecVirtual {
	sign := m.repeat(e.sign())
	return func(x ...VecVirtual) VecVirtual { return m.xor(x[0], sign) }
}

func absolute(m *machine, e element) func(x ...VecVirtual) VecVirtual {
	rest := m.repeat(constant{e.size, e.sign().bits - 1})
	return func(x ...VecVirtual) VecVirtual { return m.and(x[0], rest) }
}

func reluOf(m *machine, e element) func(x ...VecVirtual) VecVirtual {
	return func(x ...VecVirtual) VecVirtual { return relu(m, e, x[0]) }
}

func relu6Of(m *machine, e element) func(x ...VecVirtual) VecVirtual {
	six := m.repeat(e.value(6))
	return func(x ...VecVirtual) VecVirtual { return m.two(e.floatOp(VMINPS, VMINPD), six, relu(m, e, x[0])) }
}

// relu is max(v, 0). The instruction gives the second operand for a NaN and for two zeros, so v
// goes second; adding +0 turns -0 into it.
func relu(m *machine, e element, v VecVirtual) VecVirtual {
	zero := m.zero()
	return m.two(e.floatOp(VADDPS, VADDPD), m.two(e.floatOp(VMAXPS, VMAXPD), zero, v), zero)
}

// zero returns a vector of zeros.
func (m *machine) zero() VecVirtual {
	d := m.vector()
	if m.avx512 {
		VPXORD(d, d, d)
	} else {
		VXORPS(d, d, d)
	}
	return d
}

// maximum gives one NaN if an operand is any, and orders -0 below +0. The instruction gives its
// second operand for a NaN and for two zeros: of its results in both orders, which else are equal,
// "and" takes the zero without a sign.
func maximum(m *machine, e element) func(x ...VecVirtual) VecVirtual {
	return extremum(m, e, e.floatOp(VMAXPS, VMAXPD), VANDPS)
}

// minimum is maximum for the smaller operand: "or" takes the zero with a sign.
func minimum(m *machine, e element) func(x ...VecVirtual) VecVirtual {
	return extremum(m, e, e.floatOp(VMINPS, VMINPD), VORPS)
}

func extremum(m *machine, e element, op, ofZeros operation) func(x ...VecVirtual) VecVirtual {
	nan := m.repeat(e.value(math.NaN()))
	return func(x ...VecVirtual) VecVirtual {
		a, b := x[0], x[1]
		both := m.two(ofZeros, m.two(op, a, b), m.two(op, b, a))
		return m.choose(e.size, m.compare(e.size, unordered, a, b), nan, both)
	}
}

// signOf gives 1 or -1, and NaN and zeros as they are.
func signOf(m *machine, e element) func(x ...VecVirtual) VecVirtual {
	sign, one := m.repeat(e.sign()), m.repeat(e.value(1))
	return func(x ...VecVirtual) VecVirtual {
		unit := m.or(m.and(x[0], sign), one)
		return m.choose(e.size, m.compare(e.size, orderedUnequal, x[0], m.zero()), unit, x[0])
	}
}

// round emits the rounding to an integer in the direction of mode: 8 to nearest even, 9 down, 10
// up, 11 towards zero.
func (m *machine) round(e element, mode uint8, x VecVirtual) VecVirtual {
	switch {
	case m.avx512:
		return m.immediate(e.floatOp(VRNDSCALEPS, VRNDSCALEPD), mode, x)
	case e.size == 8:
		d := m.vector()
		VROUNDPD(U8(mode), x, d)
		return d
	}
	d := m.vector()
	VROUNDPS(U8(mode), x, d)
	return d
}

func rounding(mode uint8) lanewise {
	return func(m *machine, e element) func(x ...VecVirtual) VecVirtual {
		return func(x ...VecVirtual) VecVirtual { return m.round(e, mode, x[0]) }
	}
}

// roundAway takes the integer towards zero and goes one further if the rest, which is exact, is
// half or more.
func roundAway(m *machine, e element) func(x ...VecVirtual) VecVirtual {
	sign, half, one := m.repeat(e.sign()), m.repeat(e.value(0.5)), m.repeat(e.value(1))
	add, subtract := e.floatOp(VADDPS, VADDPD), e.floatOp(VSUBPS, VSUBPD)
	return func(x ...VecVirtual) VecVirtual {
		ofX := m.and(x[0], sign)
		size := m.xor(x[0], ofX)
		whole := m.round(e, 11, size)
		up := m.compare(e.size, greaterEqual, m.two(subtract, size, whole), half)
		return m.or(m.choose(e.size, up, m.two(add, whole, one), whole), ofX)
	}
}

func elementwiseIntegers(m *machine) {
	for _, e := range integers {
		extremes(m, e)
		shifts(m, e)
		if e.kind == signed {
			eitherSign(m, e)
		}
	}
	// Bitwise operations do not depend on the type at all: one function serves every one, told the
	// number of bytes.
	bytes := element{"bytes", 1, unsigned}
	elementwise(m, "and", bytes, 2, plain(VANDPS))
	elementwise(m, "or", bytes, 2, plain(VORPS))
	elementwise(m, "xor", bytes, 2, plain(VXORPS))
	elementwise(m, "not", bytes, 1, func(m *machine, e element) func(x ...VecVirtual) VecVirtual {
		ones := m.repeat(constant{1, 0xFF})
		return func(x ...VecVirtual) VecVirtual { return m.xor(x[0], ones) }
	})
}

// extremes defines max, min and what is made of them. AVX2 does not have them for 8 bytes.
func extremes(m *machine, e element) {
	least, greatest := pick(e.size, VPMINSB, VPMINSW, VPMINSD, VPMINSQ), pick(e.size, VPMAXSB, VPMAXSW, VPMAXSD, VPMAXSQ)
	if e.kind == unsigned {
		least, greatest = pick(e.size, VPMINUB, VPMINUW, VPMINUD, VPMINUQ), pick(e.size, VPMAXUB, VPMAXUW, VPMAXUD, VPMAXUQ)
	}
	if e.size == 8 && !m.avx512 {
		return
	}
	var alike []string
	if e.name == "ui8" {
		alike = []string{"i1"}
	}
	elementwise(m, "max", e, 2, plain(greatest))
	elementwise(m, "min", e, 2, plain(least))
	elementwise(m, "clamp", e, 3, func(m *machine, e element) func(x ...VecVirtual) VecVirtual {
		return func(x ...VecVirtual) VecVirtual { return m.two(least, m.two(greatest, x[1], x[0]), x[2]) }
	}, alike...)
	between := func(low, high int) lanewise {
		return func(m *machine, e element) func(x ...VecVirtual) VecVirtual {
			lowest, highest := m.repeat(e.integer(low)), m.repeat(e.integer(high))
			return func(x ...VecVirtual) VecVirtual { return m.two(least, m.two(greatest, x[0], lowest), highest) }
		}
	}
	elementwise(m, "relu6", e, 1, between(0, 6))
	if e.kind == unsigned {
		elementwise(m, "sign", e, 1, between(0, 1))
		return
	}
	elementwise(m, "sign", e, 1, between(-1, 1))
	elementwise(m, "abs", e, 1, plain(pick(e.size, VPABSB, VPABSW, VPABSD, VPABSQ)))
	elementwise(m, "relu", e, 1, func(m *machine, e element) func(x ...VecVirtual) VecVirtual {
		zero := m.zero()
		return func(x ...VecVirtual) VecVirtual { return m.two(greatest, zero, x[0]) }
	})
}

// integer is the constant of an integer type.
func (e element) integer(v int) constant {
	return constant{e.size, uint64(v) & (^uint64(0) >> (64 - 8*e.size))}
}

// shifts defines shl and shr, whose instructions take amounts of the width and more as we do.
func shifts(m *machine, e element) {
	if e.size < 4 {
		return
	}
	right := pick(e.size, nil, nil, VPSRAVD, VPSRAVQ)
	if e.kind == unsigned {
		right = pick(e.size, nil, nil, VPSRLVD, VPSRLVQ)
	} else {
		elementwise(m, "shl", e, 2, plain(pick(e.size, nil, nil, VPSLLVD, VPSLLVQ)), "u"+e.name)
	}
	if e.size == 4 || e.kind == unsigned || m.avx512 {
		elementwise(m, "shr", e, 2, plain(right))
	}
}

// eitherSign defines the operations of a signed type that are the same bits for the unsigned one.
func eitherSign(m *machine, e element) {
	twin := "u" + e.name
	elementwise(m, "add", e, 2, plain(pick(e.size, VPADDB, VPADDW, VPADDD, VPADDQ)), twin)
	subtract := pick(e.size, VPSUBB, VPSUBW, VPSUBD, VPSUBQ)
	elementwise(m, "sub", e, 2, plain(subtract), twin)
	elementwise(m, "neg", e, 1, func(m *machine, e element) func(x ...VecVirtual) VecVirtual {
		zero := m.zero()
		return func(x ...VecVirtual) VecVirtual { return m.two(subtract, zero, x[0]) }
	}, twin)
	multiply := pick(e.size, nil, VPMULLW, VPMULLD, VPMULLQ)
	if multiply != nil && (e.size < 8 || m.avx512) {
		elementwise(m, "mul", e, 2, plain(multiply), twin)
	}
}
