package parser

import (
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// attr reads an attribute. t is its type when that stands elsewhere, else nil.
func (p *parser) attr(t *ir.Type) *ir.Attr {
	switch c := p.peek(); {
	case c == '-' || class[c]&digit != 0:
		return p.numberAttr(t)
	case c == '"':
		return p.stringAttr(t)
	case c == '[':
		return p.arrayAttr()
	case c == '{':
		p.enter()
		a := p.dict()
		p.leave()
		return a
	case c == '@':
		return p.symbolRef()
	case c == '#':
		return p.extendedAttr(t)
	case c == '(' || c == '!':
		return p.ctx.TypeAttr(p.typ())
	}
	if a := p.keywordAttr(p.peekIdent(), t); a != nil {
		return a
	}
	return p.typeAttr()
}

// typeAttr reads a type used as an attribute.
func (p *parser) typeAttr() *ir.Attr {
	if name := p.peekIdent(); !p.isTypeName(name) {
		p.expected("expected attribute value%s", nearWord(name, attrKeywords))
	}
	return p.ctx.TypeAttr(p.plainType())
}

// attrKeywords are what a misspelt attribute may have meant.
var attrKeywords = []string{
	"dense", "array", "affine_map", "affine_set", "dense_resource", "sparse", "strided", "distinct",
	"true", "false", "unit", "tensor", "memref", "vector", "complex", "tuple",
}

// nearWord suggests a keyword for a misspelt word long enough to tell.
func nearWord(word string, keywords []string) string {
	if len(word) < 4 {
		return ""
	}
	return spelling.DidYouMean(word, keywords)
}

// isTypeName reports whether a builtin type has the name.
func (p *parser) isTypeName(name string) bool {
	switch name {
	case "tensor", "index", "none", "memref", "vector", "complex", "tuple":
		return true
	case "":
		return false
	}
	return p.intType(name, p.pos) != nil || p.ctx.Float(name) != nil
}

// keywordAttr reads an attribute that starts with a keyword; nil when word is
// none.
func (p *parser) keywordAttr(word string, t *ir.Type) *ir.Attr {
	start := p.pos
	p.pos += len(word)
	switch word {
	case "true", "false":
		return p.ctx.BoolAttr(word == "true")
	case "unit":
		return p.ctx.Unit()
	case "dense":
		return p.denseAttr(t, start)
	case "array":
		return p.denseArray()
	case "affine_map":
		return p.affineMapAttr()
	case "affine_set":
		return p.affineSetAttr()
	case "dense_resource":
		return p.resourceAttr(t)
	case "sparse":
		return p.sparseAttr(t, start)
	case "strided":
		return p.stridedAttr()
	case "distinct":
		return p.distinctAttr(start)
	case "loc":
		return p.parenthesisedLoc()
	}
	p.pos = start
	return nil
}

func (p *parser) stringAttr(t *ir.Type) *ir.Attr {
	s := p.str()
	if t == nil && p.eat(':') {
		t = p.typ()
	}
	if t != nil {
		return p.ctx.TypedStringAttr(s, t)
	}
	return p.ctx.StringAttr(s)
}

func (p *parser) arrayAttr() *ir.Attr {
	p.pos++
	p.enter()
	a0 := len(p.alist)
	if !p.eat(']') {
		for {
			a := p.attr(nil)
			p.alist = append(p.alist, a)
			if p.eat(']') {
				break
			}
			p.want(',', "expected ',' or ']'")
		}
	}
	a := p.ctx.Array(p.alist[a0:])
	p.alist = p.alist[:a0]
	p.leave()
	return a
}

// symbolRef reads `@a::@b`.
func (p *parser) symbolRef() *ir.Attr {
	root := p.symbolName()
	var nested []string
	for p.colons() {
		if p.peek() != '@' {
			p.failAt(p.pos, "expected nested symbol reference identifier")
		}
		nested = append(nested, p.symbolName())
	}
	return p.ctx.Symbol(root, nested...)
}

// colons consumes two colons if they come next.
func (p *parser) colons() bool {
	start := p.pos
	for range 2 {
		if !p.eat(':') {
			p.pos = start
			return false
		}
	}
	return true
}

// dict reads `{...}`; the cursor is at the brace.
func (p *parser) dict() *ir.Attr {
	e0 := len(p.entries)
	d := p.ctx.Dict(p.dictEntries())
	p.entries = p.entries[:e0]
	return d
}

// dictEntries reads `{...}` onto the stack of entries and returns them. The
// caller cuts the stack back.
func (p *parser) dictEntries() []ir.NamedAttr {
	p.pos++
	e0 := len(p.entries)
	var seen map[string]bool
	if p.eat('}') {
		return nil
	}
	for {
		name, pos := p.attrName()
		if n := len(p.entries) - e0; n >= 32 && seen == nil {
			seen = make(map[string]bool, 2*n)
			for _, e := range p.entries[e0:] {
				seen[e.Name] = true
			}
		}
		if isDuplicate(p.entries[e0:], seen, name) {
			p.failAt(pos, "duplicate key '%s' in dictionary attribute", name)
		}
		if seen != nil {
			seen[name] = true
		}
		var value *ir.Attr
		if p.eat('=') {
			value = p.attr(nil)
		} else {
			value = p.ctx.Unit()
		}
		p.entries = append(p.entries, ir.NamedAttr{Name: name, Value: value})
		if p.eat('}') {
			return p.entries[e0:]
		}
		p.want(',', "expected '}' in attribute dictionary")
	}
}

// isDuplicate looks name up among a few entries, or in seen when there are
// many.
func isDuplicate(entries []ir.NamedAttr, seen map[string]bool, name string) bool {
	if seen != nil {
		return seen[name]
	}
	for i := range entries {
		if entries[i].Name == name {
			return true
		}
	}
	return false
}

// attrName reads the key of a dictionary entry.
func (p *parser) attrName() (name string, pos int) {
	c := p.peek()
	pos = p.pos
	switch {
	case c == '"':
		if name = p.str(); name == "" {
			p.failAt(pos, "expected valid attribute name")
		}
	case class[c]&identStart != 0:
		name = p.peekIdent()
		p.pos += len(name)
	default:
		p.expected("expected attribute name")
	}
	return name, pos
}

// stridedAttr reads the `<[1, ?], offset: ?>` of a strided layout.
func (p *parser) stridedAttr() *ir.Attr {
	p.want('<', "expected '<' after 'strided'")
	p.want('[', "expected '['")
	var strides []int64
	for !p.eat(']') {
		if len(strides) > 0 {
			p.want(',', "expected ']'")
		}
		strides = append(strides, p.stride())
	}
	offset := int64(0)
	if !p.eat('>') {
		p.want(',', "expected ','")
		if !p.eatWord("offset") {
			p.expected("expected 'offset' after comma")
		}
		p.want(':', "expected ':' after 'offset'")
		offset = p.stride()
		p.want('>', "expected '>'")
	}
	return p.ctx.StridedLayout(strides, offset)
}

func (p *parser) stride() int64 {
	if p.eat('?') {
		return ir.Dynamic
	}
	start := p.pos
	neg := p.eat('-')
	if class[p.peek()]&digit != 0 {
		n := p.number()
		if v, ok := n.int64(neg); ok && !n.float && v != ir.Dynamic {
			return v
		}
	}
	p.pos = start
	p.unexpected("expected a 64-bit signed integer or '?'")
	return 0
}

// distinctAttr reads the `[id]<attr>` of a distinct attribute. One id stands
// for one attribute in a file.
func (p *parser) distinctAttr(start int) *ir.Attr {
	p.want('[', "expected '[' after 'distinct'")
	if class[p.peek()]&digit == 0 {
		p.expected("expected distinct ID")
	}
	n := p.number()
	id, ok := n.uint64()
	switch {
	case n.float:
		p.failAt(n.pos, "expected distinct ID")
	case !ok:
		p.unexpected("expected an unsigned 64-bit integer")
	}
	p.want(']', "expected ']' to close distinct ID")
	p.want('<', "expected '<' after distinct ID")
	p.enter()
	value := p.ctx.Unit()
	if p.peek() != '>' {
		value = p.attr(nil)
	}
	p.want('>', "expected '>' to close distinct attribute")
	p.leave()
	if prior := p.distinct[id]; prior != nil && prior != value {
		p.failAt(start, "referenced attribute does not match previous definition: %s", prior)
	}
	if p.distinct == nil {
		p.distinct = map[uint64]*ir.Attr{}
	}
	p.distinct[id] = value
	if value == p.ctx.Unit() {
		value = nil
	}
	return p.ctx.Distinct(id, value)
}

// resourceAttr reads the `<key> : type` of a dense_resource.
func (p *parser) resourceAttr(t *ir.Type) *ir.Attr {
	p.want('<', "expected '<' after 'dense_resource'")
	key := p.resourceName()
	p.want('>', "expected '>'")
	pos := p.elemPos()
	if t == nil {
		p.want(':', "expected ':'")
		t = p.typ()
	}
	if !t.IsShaped() {
		p.failAt(pos, "`dense_resource` expected a shaped type")
	}
	return p.ctx.ResourceAttr(key, t)
}

// denseArray reads the `<T: 1, 2>` of a dense array.
func (p *parser) denseArray() *ir.Attr {
	p.want('<', "expected '<' after 'array'")
	pos := p.elemPos()
	elem := p.typ()
	switch {
	case !elem.IsInteger() && !elem.IsFloat():
		p.failAt(pos, "expected integer or float type, got: '%s'", elem)
	case !elem.IsBool() && elem.Width()%8 != 0:
		p.failAt(pos, "element type bitwidth must be a multiple of 8")
	}
	if p.eat('>') {
		return p.ctx.DenseArray(elem, nil)
	}
	p.want(':', "expected ':' after dense array type")
	e := elements{p: p, elem: elem, size: ir.StorageBytes(elem), array: true}
	if elem.IsInteger() { // the bits count, as in MLIR: -1 is a ui8
		e.elem = p.ctx.Int(elem.Width(), ir.Signless)
	}
	for {
		p.arrayElement(&e)
		if !p.eat(',') {
			break
		}
	}
	p.want('>', "expected '>' to close an array attribute")
	return p.ctx.DenseArray(elem, e.raw)
}

func (p *parser) arrayElement(e *elements) {
	c := p.peek()
	switch word := p.peekIdent(); {
	case e.elem.IsBool() && word != "true" && word != "false":
		p.scalarText()
		p.unexpected("expected 'true' or 'false' values for i1 type")
	case e.elem.IsBool():
	case e.elem.IsInteger() && (word == "true" || word == "false"):
		p.unexpected("expected i1 type for 'true' or 'false' values")
	case c != '-' && class[c]&digit == 0:
		p.unexpected("expected %s literal", numberKind(e.elem))
	case e.elem.IsInteger() && p.floatNext():
		p.unexpected("expected integer literal")
	}
	e.element()
}

// floatNext reports whether the number that comes next has a point.
func (p *parser) floatNext() bool {
	start := p.pos
	defer func() { p.pos = start }()
	p.eat('-')
	return class[p.peek()]&digit != 0 && p.number().float
}

func numberKind(t *ir.Type) string {
	if t.IsFloat() {
		return "floating point"
	}
	return "integer"
}
