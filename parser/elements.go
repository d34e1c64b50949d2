package parser

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"

	"github.com/tg-opt/tg/internal/memory"
	"github.com/tg-opt/tg/ir"
)

// elements collects the elements of a literal as bytes, as ir.Attr.Raw holds
// them.
type elements struct {
	p     *parser
	elem  *ir.Type
	size  int // bytes of one scalar: of a half when elem is complex
	raw   []byte
	array bool  // a dense array, whose complaints stand behind the number
	shape []int // extents of the nested lists, outermost first
	depth int   // how many lists an element is inside of, -1 until one was seen
	lists int   // how deep lists nest
}

func newElements(p *parser, elem *ir.Type) *elements {
	scalar := elem
	if elem.IsComplex() {
		scalar = elem.Elem()
	}
	return &elements{p: p, elem: scalar, size: ir.StorageBytes(scalar), depth: -1}
}

// nested reads an element or a list of them at the given depth.
func (e *elements) nested(depth int, leaf func()) {
	p := e.p
	if p.peek() != '[' {
		if e.depth != depth && e.depth >= 0 || e.lists > depth {
			e.ragged()
		}
		e.depth = depth
		leaf()
		return
	}
	if e.depth >= 0 && depth >= e.depth {
		e.ragged()
	}
	p.pos++
	p.enter()
	e.lists = max(e.lists, depth+1)
	n := 0
	if !p.eat(']') {
		for {
			e.nested(depth+1, leaf)
			n++
			if p.eat(']') {
				break
			}
			p.want(',', "expected ']'")
		}
	}
	p.leave()
	for len(e.shape) <= depth {
		e.shape = append(e.shape, -1)
	}
	if e.shape[depth] >= 0 && e.shape[depth] != n {
		e.ragged()
	}
	e.shape[depth] = n
}

func (e *elements) ragged() {
	e.p.expected("tensor literal is invalid; ranks are not consistent between elements")
}

// pair reads the `(re, im)` of a complex element.
func (e *elements) pair() {
	p := e.p
	p.want('(', "expected '(' to begin a complex element")
	e.element()
	p.want(',', "expected ',' between complex elements")
	e.element()
	p.want(')', "expected ')' after complex elements")
}

// element reads a number or a boolean.
func (e *elements) element() {
	p := e.p
	c := p.peek()
	if e.elem.IsFloat() {
		if v, ok := p.quickFloat(); ok {
			b := e.elem.Format().Encode(v)
			e.word(b.Lo, b.Hi)
			return
		}
	}
	switch {
	case c == 't' || c == 'f':
		e.boolean()
		return
	case c == '"' && e.elem.IsFloat():
		p.unexpected("expected floating point literal")
	case c == '"':
		p.unexpected("integer constant out of range for type; a string is no number")
	case c == '(':
		p.unexpected("expected %s elements, but parsed a complex number", kindName(e.elem))
	case c == '-' && p.at(p.pos+1) == '>', c != '-' && class[c]&digit == 0:
		p.unexpected("expected element literal of primitive type")
	}
	neg := p.eat('-')
	if class[p.peek()]&digit == 0 {
		p.expected("expected integer or floating point literal")
	}
	n := p.number()
	if e.elem.IsFloat() {
		b := p.floatBits(n, e.elem, neg)
		e.word(b.Lo, b.Hi)
		return
	}
	e.integer(n, neg)
}

func kindName(t *ir.Type) string {
	if t.IsFloat() {
		return "floating-point"
	}
	return "integer"
}

func (e *elements) boolean() {
	p := e.p
	word := p.peekIdent()
	switch {
	case word != "true" && word != "false":
		p.unexpected("expected element literal of primitive type")
	case e.elem.IsFloat():
		p.unexpected("expected floating point literal")
	case !e.elem.IsInteger() || e.elem.Width() != 1: // of either sign, as mlir-opt has it
		p.unexpected("expected i1 type for 'true' or 'false' values")
	}
	p.pos += len(word)
	b := byte(0)
	if word == "true" {
		b = 1
	}
	e.raw = append(e.raw, b)
}

func (e *elements) integer(n number, neg bool) {
	p := e.p
	switch {
	case n.float:
		p.failAt(n.pos, "expected integer elements, but parsed floating-point")
	case neg && e.elem.IsInteger() && e.elem.Signedness() == ir.Unsigned:
		p.failAt(n.pos, "expected unsigned integer elements, but parsed negative value")
	}
	small, wide, ok := n.intBits(e.elem, neg)
	switch {
	case !ok && e.array:
		p.unexpected("integer constant out of range")
	case !ok:
		p.failAt(n.pos, "integer constant out of range for type")
	case wide != nil:
		e.wide(wide)
		return
	case e.elem.IsBool():
		small &= 1
	}
	e.word(uint64(small), 0)
}

// word appends the low bytes of a 128-bit number.
func (e *elements) word(lo, hi uint64) {
	for i := range e.size {
		if i < 8 {
			e.raw = append(e.raw, byte(lo>>(8*i)))
		} else {
			e.raw = append(e.raw, byte(hi>>(8*i-64)))
		}
	}
}

// wide appends a number in two's complement.
func (e *elements) wide(v *big.Int) {
	if v.Sign() < 0 {
		v = new(big.Int).Add(v, new(big.Int).Lsh(big.NewInt(1), uint(8*e.size)))
	}
	e.fitting(int64(len(e.raw) + e.size))
	bytes := v.FillBytes(make([]byte, e.size))
	for i := range bytes {
		e.raw = append(e.raw, bytes[len(bytes)-1-i])
	}
}

// denseAttr reads the `<...> : type` of a dense attribute that starts at start.
// The type stands behind the elements, so they are skipped first and read when
// it is known.
func (p *parser) denseAttr(t *ir.Type, start int) *ir.Attr {
	p.want('<', "expected '<' after 'dense'")
	p.skip()
	body := p.pos
	p.skipElements()
	p.want('>', "expected '>'")
	t = p.elementsType(t, start)
	end := p.pos
	p.pos = body
	a := p.denseBody(t, start)
	p.want('>', "expected '>'")
	p.pos = end
	return a
}

// literalBytes may occur in an elements literal outside of strings.
var literalBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = class[c]&(identPart|blank) != 0
	}
	for _, c := range "+-,[]()" {
		t[c] = true
	}
	return t
}()

// skipElements moves to the `>` behind an elements literal, or reports why
// there is none.
func (p *parser) skipElements() {
	start := p.pos
	for {
		for p.pos < len(p.src) && literalBytes[p.src[p.pos]] {
			p.pos++
		}
		switch {
		case p.cur() == '>':
			return
		case p.cur() == '"':
			p.rawStr()
			continue
		case p.cur() == '/' && p.at(p.pos+1) == '/':
			p.skip()
			continue
		}
		break
	}
	p.pos = start
	p.skipNested()
	p.want('>', "expected '>'")
}

// skipNested moves over a literal of any element type, for its syntax errors.
func (p *parser) skipNested() {
	p.enter()
	defer p.leave()
	switch c := p.peek(); {
	case c == '[' || c == '(':
		end := closer(c)
		p.pos++
		for first := true; !p.eat(end); first = false {
			if !first {
				p.want(',', "expected '"+string(end)+"'")
			}
			p.skipNested()
		}
	case c == '"':
		p.rawStr()
	case c == '-' && p.at(p.pos+1) != '>', class[c]&digit != 0:
		p.eat('-')
		if class[p.peek()]&digit == 0 {
			p.expected("expected integer or floating point literal")
		}
		p.number()
	case p.eatWord("true") || p.eatWord("false"):
	default:
		p.unexpected("expected element literal of primitive type")
	}
}

// elementsType reads the `: type` of an elements literal, or checks the type
// that stands elsewhere.
func (p *parser) elementsType(t *ir.Type, start int) *ir.Type {
	if t == nil {
		p.want(':', "expected ':'")
		t = p.typ()
	}
	switch {
	case !t.IsShaped():
		p.failAt(start, "elements literal must be a shaped type")
	case !t.IsStatic():
		p.failAt(start, "elements literal type must have static shape")
	}
	if _, ok := t.NumElements(); !ok {
		p.failAt(start, "the number of elements of type '%s' overflows", t)
	}
	return t
}

// isNumeric reports whether elements of type t are numbers.
func isNumeric(t *ir.Type) bool {
	return t.IsInteger() || t.IsIndex() || t.IsFloat() || t.IsComplex()
}

// denseBody reads what stands between the brackets of a dense literal of type t.
func (p *parser) denseBody(t *ir.Type, start int) *ir.Attr {
	n, _ := t.NumElements()
	if p.peek() == '>' {
		if n != 0 {
			p.failAt(start, "parsed zero elements, but type ('%s') expected at least 1", t)
		}
		if isNumeric(t.Elem()) {
			return p.ctx.Dense(t, nil)
		}
		return p.ctx.DenseStrings(t, nil)
	}
	switch {
	case !isNumeric(t.Elem()):
		return p.denseStrings(t, start)
	case p.cur() == '"':
		return p.denseHex(t, start)
	}
	e := newElements(p, t.Elem())
	e.reserve(n, t.Elem())
	leaf := e.element
	if t.Elem().IsComplex() {
		leaf = e.pair
	}
	e.literal(t, start, leaf)
	return p.ctx.DenseOf(t, e.raw)
}

// literal reads all elements of a dense literal of type t; leaf reads one.
func (e *elements) literal(t *ir.Type, start int, leaf func()) {
	p := e.p
	body, nesting := p.pos, p.nesting
	read := false
	defer func() {
		if !read {
			p.nesting = nesting
			p.explainLiteral(t, body, start)
		}
	}()
	e.nested(0, leaf)
	read = true
	if len(e.shape) > 0 {
		p.checkShape(e.shape, t, start)
	}
}

// reserve makes room for n elements, as far as the text can hold as many.
func (e *elements) reserve(n int64, elem *ir.Type) {
	end := bytes.IndexByte(e.p.src[e.p.pos:], '>')
	if room := int64(end/2 + 1); n > 1 && end > 0 {
		e.raw = make([]byte, 0, e.fitting(min(n, room)*int64(ir.StorageBytes(elem)))+ir.RawHead)
	}
}

// fitting is size, unless elements of so many bytes do not fit into memory, which is
// an error: a number of two characters may take two mebibytes.
func (e *elements) fitting(size int64) int64 {
	const copies = 3 // the literal, the attribute, and what is computed of it
	if limit := memory.Limit() / copies; size > limit && e.size > 16 {
		e.p.unexpected("the elements need %d bytes, more than the %d that there is memory for", size, limit)
	}
	return size
}

func (p *parser) checkShape(shape []int, t *ir.Type, start int) {
	ok := len(shape) == t.Rank()
	for i := 0; ok && i < len(shape); i++ {
		ok = int64(shape[i]) == t.Shape()[i]
	}
	if !ok {
		p.failAt(start, "inferred shape of elements literal (%s) does not match type (%s)", list(shape), list(t.Shape()))
	}
}

// list is `[1, 2]`.
func list[T any](v []T) string {
	return strings.ReplaceAll(fmt.Sprint(v), " ", ", ")
}

// denseStrings reads the string elements of a type that is not numeric.
func (p *parser) denseStrings(t *ir.Type, start int) *ir.Attr {
	var values []string
	e := elements{p: p, depth: -1}
	e.literal(t, start, p.stringLeaf(&values, t, start))
	if n, _ := t.NumElements(); n == 0 && len(e.shape) == 0 {
		values = nil
	}
	return p.ctx.DenseStrings(t, values)
}

// stringLeaf appends one string element to values.
func (p *parser) stringLeaf(values *[]string, t *ir.Type, start int) func() {
	return func() {
		if p.peek() != '"' {
			p.eat('-')
			p.failAt(start, "expected string token, got %s; the element type is '%s'", p.scalarText(), t.Elem())
		}
		*values = append(*values, p.str())
	}
}

// scalarText is the number or word that comes next.
func (p *parser) scalarText() string {
	if class[p.peek()]&digit != 0 {
		return p.number().text
	}
	return p.peekIdent()
}
