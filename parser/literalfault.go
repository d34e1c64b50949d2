package parser

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// explainLiteral is told that the elements of the dense literal between body
// and `>` do not fit type t. It looks at the literal again the way MLIR does,
// which reads all of it before it knows the type, and ends the parse if what
// MLIR finds first is a fault of the whole: lists of different shapes, another
// shape than that of the type, or complex numbers that are no pairs. It
// returns when the fault is in one element.
func (p *parser) explainLiteral(t *ir.Type, body, start int) {
	p.pos = body
	dims, count := p.literalShape()
	if len(dims) > 0 {
		p.checkShape(dims, t, start)
	}
	if !t.Elem().IsComplex() {
		return
	}
	of, want := t.Elem(), int64(2)
	if len(dims) > 0 {
		n, _ := t.NumElements()
		of, want = t, 2*n
	}
	if int64(count) != want {
		p.failAt(start, "parsed %d elements, but type ('%s') expected %d elements", count, of, want)
	}
}

// literalShape moves over a literal and returns the extents of its lists and
// how many numbers, strings and booleans it has. The elements of a list have to
// have the shape of the first.
func (p *parser) literalShape() (dims []int, count int) {
	p.enter()
	defer p.leave()
	switch c := p.peek(); {
	case c == '[':
		return p.literalList()
	case c == '(':
		p.pos++
		_, re := p.literalShape()
		p.want(',', "expected ',' between complex elements")
		_, im := p.literalShape()
		p.want(')', "expected ')' after complex elements")
		return nil, re + im
	}
	p.skipNested()
	return nil, 1
}

func (p *parser) literalList() (dims []int, count int) {
	p.pos++
	var first []int
	size := 0
	for !p.eat(']') {
		if size > 0 {
			p.want(',', "expected ']'")
		}
		inner, n := p.literalShape()
		count += n
		if size++; size == 1 {
			first = inner
		} else if !slices.Equal(first, inner) {
			p.unexpected("tensor literal is invalid; ranks are not consistent between elements")
		}
	}
	return append([]int{size}, first...), count
}
