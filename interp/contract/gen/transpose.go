package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// transpose emits a function that copies eight runs of 32-bit elements, interleaved: element p of
// run i goes to position i of row p of the destination. It takes the classic three rounds on 8x8
// blocks, which exchange ever larger parts: pairs of elements, pairs of pairs, halves of registers.
func transpose() {
	TEXT("transpose8Ymm", NOSPLIT, "func(blocks int, from *uint32, stepFrom int, to *uint32, stepTo int)")
	Pragma("noescape")
	Doc("transpose8Ymm copies 8 runs of 8*blocks elements, stepFrom apart, to the columns of rows that are stepTo apart.")
	blocks := Load(Param("blocks"), GP64())
	from, stepFrom := Load(Param("from"), GP64()), Load(Param("stepFrom"), GP64())
	to, stepTo := Load(Param("to"), GP64()), Load(Param("stepTo"), GP64())
	SHLQ(Imm(2), stepFrom)
	SHLQ(Imm(2), stepTo)
	source, target := newRuns(from, stepFrom), newRuns(to, stepTo)
	// Runs may be pages apart, so that no prefetcher follows: what the call after three others
	// reads is asked for.
	far := GP64()
	MOVQ(stepFrom, far)
	SHLQ(Imm(5), far)
	ADDQ(from, far)
	ahead := newRuns(far, stepFrom)
	var in, pairs, quads [8]VecVirtual
	Label("transpose8Ymm_loop")
	for i := range in {
		in[i] = YMM()
		VMOVUPS(source.at(i), in[i])
		PREFETCHT0(ahead.at(i))
	}
	for i := 0; i < 8; i += 2 {
		pairs[i], pairs[i+1] = YMM(), YMM()
		VUNPCKLPS(in[i+1], in[i], pairs[i])
		VUNPCKHPS(in[i+1], in[i], pairs[i+1])
	}
	for i := 0; i < 8; i += 4 {
		for j := range 2 {
			quads[i+2*j], quads[i+2*j+1] = YMM(), YMM()
			VUNPCKLPD(pairs[i+2+j], pairs[i+j], quads[i+2*j])
			VUNPCKHPD(pairs[i+2+j], pairs[i+j], quads[i+2*j+1])
		}
	}
	for i := range 4 {
		low, high := YMM(), YMM()
		VPERM2F128(Imm(0x20), quads[i+4], quads[i], low)
		VPERM2F128(Imm(0x31), quads[i+4], quads[i], high)
		VMOVUPS(low, target.at(i))
		VMOVUPS(high, target.at(i+4))
	}
	ADDQ(Imm(32), source.first)
	ADDQ(Imm(32), source.fifth)
	ADDQ(Imm(32), ahead.first)
	ADDQ(Imm(32), ahead.fifth)
	LEAQ(Mem{Base: target.first, Index: stepTo, Scale: 8}, target.first)
	LEAQ(Mem{Base: target.fifth, Index: stepTo, Scale: 8}, target.fifth)
	DECQ(blocks)
	JNZ(LabelRef("transpose8Ymm_loop"))
	VZEROUPPER()
	RET()
}

// runs addresses eight equidistant places by two registers.
type runs struct{ first, fifth, step, step3 Register }

func newRuns(first, step Register) runs {
	r := runs{first: first, fifth: GP64(), step: step, step3: GP64()}
	LEAQ(Mem{Base: first, Index: step, Scale: 4}, r.fifth)
	LEAQ(Mem{Base: step, Index: step, Scale: 2}, r.step3)
	return r
}

func (r runs) at(i int) Mem {
	base := r.first
	if i >= 4 {
		base = r.fifth
	}
	switch i % 4 {
	case 0:
		return Mem{Base: base}
	case 3:
		return Mem{Base: base, Index: r.step3, Scale: 1}
	}
	return Mem{Base: base, Index: r.step, Scale: uint8(i % 4)}
}
