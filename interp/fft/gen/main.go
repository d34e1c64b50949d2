// Command gen writes the loops of package fft in machine code for AVX2: an assembly file and the Go
// file that declares its functions.
//
//	go run . -out ../loops_avx2_amd64.s -stubs ../loops_avx2_amd64.go -pkg fft
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// element is a type of numbers.
type element struct {
	name, goType  string
	bytes         int
	add, subtract func(ops ...Op) // the second operand less the first
	multiply      func(ops ...Op)
	move          func(ops ...Op)
	broadcast     func(ops ...Op)
}

var elements = []element{
	{name: "f32", goType: "float32", bytes: 4, add: VADDPS, subtract: VSUBPS, multiply: VMULPS, move: VMOVUPS, broadcast: VBROADCASTSS},
	{name: "f64", goType: "float64", bytes: 8, add: VADDPD, subtract: VSUBPD, multiply: VMULPD, move: VMOVUPD, broadcast: VBROADCASTSD},
}

func main() {
	ConstraintExpr("amd64,!purego")
	for _, e := range elements {
		for _, radix := range []int{2, 3, 4, 5, 7} {
			(&pass{element: e, radix: radix}).emit()
		}
		e.multiplyRows()
		e.split()
		e.join()
		e.transpose()
	}
	Generate()
}

const (
	rowBytes = 64
	half     = rowBytes / 2 // where the imaginary parts of a row begin
)

func argument(name string) Register { return Load(Param(name), GP64()) }

// number is a complex number of each lane.
type number struct{ re, im VecVirtual }

func newNumber() number { return number{YMM(), YMM()} }

func (e element) sum(a, b VecVirtual) VecVirtual {
	r := YMM()
	e.add(b, a, r)
	return r
}

func (e element) difference(a, b VecVirtual) VecVirtual {
	r := YMM()
	e.subtract(b, a, r)
	return r
}

func (e element) product(a Op, b VecVirtual) VecVirtual {
	r := YMM()
	e.multiply(a, b, r)
	return r
}

func (e element) constant(at Mem) VecVirtual {
	r := YMM()
	e.broadcast(at, r)
	return r
}

func (e element) plus(a, b number) number {
	return number{e.sum(a.re, b.re), e.sum(a.im, b.im)}
}

func (e element) minus(a, b number) number {
	return number{e.difference(a.re, b.re), e.difference(a.im, b.im)}
}

// times is a complex product; each product of parts is rounded by itself.
func (e element) times(a, by number) number {
	return number{
		e.difference(e.product(by.re, a.re), e.product(by.im, a.im)),
		e.sum(e.product(by.im, a.re), e.product(by.re, a.im)),
	}
}

func (e element) load(at Mem) number {
	n := newNumber()
	e.move(at, n.re)
	e.move(at.Offset(half), n.im)
	return n
}

func (e element) store(n number, at Mem) {
	e.move(n.re, at)
	e.move(n.im, at.Offset(half))
}
