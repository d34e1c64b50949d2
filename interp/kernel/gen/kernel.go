package main

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// kernel is one function over contiguous elements:
//
//	func(out, x *byte, n int) (done int)
//
// with up to three operands. It computes the first done of n elements; the caller computes the
// rest. With AVX-512 it does all of them, else whole steps.
type kernel struct {
	m      *machine
	op     string   // the operation, as in the keys of the table
	types  []string // the element types that this function serves, as in the keys of the table; the first one is in its name
	sizes  []int    // bytes of an element: of the result, then of each operand
	lanes  int      // elements of one step
	unroll int      // steps in a turn of the main loop
	emit   func(k *kernel) body

	unlisted bool // whether the function is not in the table by key

	n, index Register
	pointers []Register // of the result, then of the operands
	bits     Register   // in the masked step: one bit for each lane that exists
}

// body emits one step.
type body func(s *step)

// step is one step of a kernel at the current index.
type step struct {
	*kernel
	first  int // lane of the turn at which the step begins
	masked bool
	masks  map[[2]int]Register
}

// table collects the functions by the number of their operands and by key, for the Go file that
// lists them.
var table [4]map[string]string

func (k *kernel) name() string {
	first := strings.ReplaceAll(k.types[0], "-", "To")
	name := ""
	for part := range strings.SplitSeq(k.op, "_") {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.ToLower(name[:1]) + name[1:] + strings.ToUpper(first[:1]) + first[1:] + k.m.name
}

var operandNames = [...]string{"out", "x", "y", "z"}

func (k *kernel) define() {
	operands := len(k.sizes) - 1
	if table[operands] == nil {
		table[operands] = map[string]string{}
	}
	for _, t := range k.types {
		if !k.unlisted {
			table[operands][k.op+"/"+t] = k.name()
		}
	}
	names := operandNames[:len(k.sizes)]
	TEXT(k.name(), NOSPLIT, fmt.Sprintf("func(%s *byte, n int) (done int)", strings.Join(names, ", ")))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is the loop of %s on %s.", k.name(), k.op, strings.Join(k.types, ", ")))
	k.pointers = nil
	for _, name := range names {
		k.pointers = append(k.pointers, Load(Param(name), GP64()))
	}
	k.n, k.index = Load(Param("n"), GP64()), GP64()
	XORQ(k.index, k.index)
	emit := k.emit(k)
	if k.unroll > 1 {
		k.loop("turn", k.unroll, emit)
	}
	k.loop("step", 1, emit)
	if k.m.avx512 {
		k.rest(emit)
	}
	Label("done")
	Store(k.index, ReturnIndex(0))
	VZEROUPPER()
	RET()
	k.m.emitAside()
}

// loop emits turns of so many steps for as long as there are elements.
func (k *kernel) loop(label string, steps int, emit body) {
	end := GP64()
	Label(label)
	LEAQ(Mem{Base: k.index, Disp: steps * k.lanes}, end)
	CMPQ(end, k.n)
	JGT(LabelRef(label + "_end"))
	for i := range steps {
		emit(&step{kernel: k, first: i * k.lanes})
	}
	MOVQ(end, k.index)
	JMP(LabelRef(label))
	Label(label + "_end")
}

// rest emits a step for fewer elements than a step has.
func (k *kernel) rest(emit body) {
	left := GP64()
	k.bits = GP64()
	MOVQ(k.n, left)
	SUBQ(k.index, left)
	JZ(LabelRef("done"))
	MOVQ(I32(-1), k.bits)
	BZHIQ(left, k.bits, k.bits)
	emit(&step{kernel: k, masked: true, masks: map[[2]int]Register{}})
	MOVQ(k.n, k.index)
}

// mem is the address of a lane of the result (0) or an operand (from 1).
func (s *step) mem(operand, lane int) Mem {
	size := s.sizes[operand]
	return Mem{Base: s.pointers[operand], Index: s.index, Scale: uint8(size), Disp: (s.first + lane) * size}
}

// mask is the opmask of lanes [lane, lane+lanes) that exist.
func (s *step) mask(lane, lanes int) Register {
	key := [2]int{lane, lanes}
	if k, ok := s.masks[key]; ok {
		return k
	}
	k := K()
	from := s.bits
	if lane > 0 {
		from = GP64()
		MOVQ(s.bits, from)
		SHRQ(U8(lane), from)
	}
	KMOVQ(from, k)
	s.masks[key] = k
	return k
}

// load reads lanes of an operand into a register that they fill.
func (s *step) load(operand, lane, lanes int, to VecVirtual) VecVirtual {
	from := s.mem(operand, lane)
	if !s.masked {
		VMOVUPS(from, to)
		return to
	}
	k := s.mask(lane, lanes)
	switch s.sizes[operand] {
	case 1:
		VMOVDQU8_Z(from, k, to)
	case 2:
		VMOVDQU16_Z(from, k, to)
	case 4:
		VMOVUPS_Z(from, k, to)
	case 8:
		VMOVUPD_Z(from, k, to)
	}
	return to
}

// store writes lanes of the result from a register that they fill.
func (s *step) store(from VecVirtual, lane, lanes int) {
	to := s.mem(0, lane)
	if !s.masked {
		VMOVUPS(from, to)
		return
	}
	k := s.mask(lane, lanes)
	switch s.sizes[0] {
	case 1:
		VMOVDQU8(from, k, to)
	case 2:
		VMOVDQU16(from, k, to)
	case 4:
		VMOVUPS(from, k, to)
	case 8:
		VMOVUPD(from, k, to)
	}
}
