package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// predicate emits a comparison of elements: an opmask or a vector of ones and zeros.
type predicate func(x ...VecVirtual) Op

// predicates defines the kernel of a comparison, whose results are bytes 0 and 1.
func predicates(m *machine, name string, e element, operands int, setup func() predicate, types ...string) {
	sizes := []int{1}
	for range operands {
		sizes = append(sizes, e.size)
	}
	lanes := m.bytes / e.size
	vectors := 1
	if !m.avx512 {
		vectors = e.size // so that the bytes fill a register
	}
	(&kernel{m: m, op: name, types: append([]string{e.name}, types...), sizes: sizes, lanes: lanes * vectors, unroll: 4 / vectors, emit: func(k *kernel) body {
		holds, toBytes := setup(), m.newBytes(e.size)
		return func(s *step) {
			results := make([]Op, vectors)
			for v := range results {
				x := make([]VecVirtual, operands)
				for i := range x {
					x[i] = s.load(i+1, v*lanes, lanes, m.vector())
				}
				results[v] = holds(x...)
			}
			toBytes(s, results)
		}
	}}).define()
}

// newBytes returns what emits the storing of comparison results, of elements of size bytes, as
// bytes 0 and 1.
func (m *machine) newBytes(size int) func(s *step, results []Op) {
	ones := m.repeat(constant{1, 1})
	if m.avx512 {
		return func(s *step, results []Op) {
			bytes := XMM()
			VMOVDQU8_Z(ones.AsX(), results[0], bytes)
			if size == 8 && !s.masked {
				VMOVQ(bytes, s.mem(0, 0))
				return
			}
			s.store(bytes, 0, m.bytes/size)
		}
	}
	// The packing instructions interleave the halves of registers; this puts groups of four bytes
	// in order.
	order := YMM()
	VPMOVZXBD(word(0x0703060205010400), order)
	return func(s *step, results []Op) {
		if size == 8 {
			results = m.halves(results)
		}
		low, high, bytes := YMM(), YMM(), YMM()
		VPACKSSDW(results[1], results[0], low)
		VPACKSSDW(results[3], results[2], high)
		VPACKSSWB(high, low, bytes)
		VPERMD(bytes, order, bytes)
		VPAND(ones, bytes, bytes)
		s.store(bytes, 0, 32)
	}
}

// halves turns pairs of results of 8 bytes for each lane into results of 4.
func (m *machine) halves(results []Op) []Op {
	var narrow []Op
	for i := 0; i < len(results); i += 2 {
		d := YMM()
		VSHUFPS(U8(0x88), results[i+1], results[i], d)
		VPERMQ(U8(0xD8), d, d)
		narrow = append(narrow, d)
	}
	return narrow
}

// named is a comparison and the number of its predicate.
type named struct {
	name string
	code uint8
}

func comparisons(m *machine) {
	for _, e := range floats {
		for _, c := range []named{{"lt", less}, {"le", lessEqual}, {"eq", equal}, {"ne", notEqual}} {
			predicates(m, c.name, e, 2, func() predicate {
				return func(x ...VecVirtual) Op { return m.compare(e.size, c.code, x[0], x[1]) }
			})
		}
		// The magnitude tells finite numbers from infinities from NaNs.
		for _, c := range []named{{"is_finite", less}, {"is_inf", equal}} {
			predicates(m, c.name, e, 1, func() predicate {
				magnitude, infinity := m.repeat(constant{e.size, e.sign().bits - 1}), m.repeat(floatInfinity(e.size))
				return func(x ...VecVirtual) Op { return m.compare(e.size, c.code, m.and(x[0], magnitude), infinity) }
			})
		}
	}
	predicates(m, "convert", element{"f32-i1", 4, float}, 1, func() predicate {
		zero := m.zero()
		return func(x ...VecVirtual) Op { return m.compare(4, notEqual, x[0], zero) }
	})
	for _, e := range integers {
		if e.size < 4 {
			continue
		}
		for _, name := range []string{"lt", "le", "eq", "ne"} {
			if e.kind == signed || name == "lt" || name == "le" {
				e, types := e, []string(nil)
				if name == "eq" || name == "ne" {
					types = append(types, "u"+e.name)
				}
				predicates(m, name, e, 2, func() predicate { return integerPredicate(m, name, e) }, types...)
			}
		}
	}
}

func integerPredicate(m *machine, name string, e element) predicate {
	if m.avx512 {
		code := map[string]uint8{"eq": 0, "lt": 1, "le": 2, "ne": 4}[name]
		op := pick(e.size, nil, nil, VPCMPD, VPCMPQ)
		if e.kind == unsigned {
			op = pick(e.size, nil, nil, VPCMPUD, VPCMPUQ)
		}
		return func(x ...VecVirtual) Op { return m.test(op, code, x[0], x[1]) }
	}
	// AVX2 only has "equal" and "greater" for signed integers: other comparisons swap, negate, or
	// move the range of unsigned ones.
	equals, greater := pick(e.size, nil, nil, VPCMPEQD, VPCMPEQQ), pick(e.size, nil, nil, VPCMPGTD, VPCMPGTQ)
	ones, sign := m.repeat(constant{1, 0xFF}), m.repeat(e.sign())
	return func(x ...VecVirtual) Op {
		a, b := x[0], x[1]
		if e.kind == unsigned {
			a, b = m.xor(a, sign), m.xor(b, sign)
		}
		switch name {
		case "eq":
			return m.two(equals, a, b)
		case "ne":
			return m.xor(m.two(equals, a, b), ones)
		case "lt":
			return m.two(greater, b, a)
		}
		return m.xor(m.two(greater, a, b), ones)
	}
}

// selections defines select, whose first operand are bytes 0 and 1, for elements of any type by
// their size.
func selections(m *machine) {
	for size := 1; size <= 8; size *= 2 {
		lanes := m.bytes / size
		(&kernel{m: m, op: "select", types: []string{fmt.Sprintf("ui%d", 8*size)}, sizes: []int{size, 1, size, size}, lanes: lanes, unroll: 4, emit: func(k *kernel) body {
			return func(s *step) {
				held := m.loadBools(s, size)
				s.store(m.choose(size, held, s.load(2, 0, lanes, m.vector()), s.load(3, 0, lanes, m.vector())), 0, lanes)
			}
		}}).define()
	}
}

// loadBools emits the loading of bytes 0 and 1 of the first operand as the result of a comparison
// of elements of size bytes.
func (m *machine) loadBools(s *step, size int) Op {
	if !m.avx512 {
		// To the highest bit of each element, which is the one that matters; for elements of 2
		// bytes to all bits.
		d := m.vector()
		switch size {
		case 1:
			VMOVDQU(s.mem(1, 0), d)
			VPSLLW(U8(7), d, d)
		case 2:
			VPMOVZXBW(s.mem(1, 0), d)
			VPSLLW(U8(15), d, d)
			VPSRAW(U8(15), d, d)
		case 4:
			VPMOVZXBD(s.mem(1, 0), d)
			VPSLLD(U8(31), d, d)
		case 8:
			VPMOVZXBQ(s.mem(1, 0), d)
			VPSLLQ(U8(63), d, d)
		}
		return d
	}
	lanes, k := m.bytes/size, K()
	bytes := m.part(lanes, 1)
	if size == 8 && !s.masked {
		VMOVQ(s.mem(1, 0), bytes)
	} else {
		s.load(1, 0, lanes, bytes)
	}
	VPTESTMB(bytes, bytes, k)
	return k
}
