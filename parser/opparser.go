package parser

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

var _ ir.OpParser = (*parser)(nil)

// Context is the context that is parsed into.
func (p *parser) Context() *ir.Context { return p.ctx }

// Pos is the position of the next token.
func (p *parser) Pos() ir.Pos {
	p.skip()
	return ir.Pos(p.pos)
}

// prefix says which op's custom form complains; it is empty inside of
// attributes and types.
func (p *parser) prefix() string {
	if p.frame.name == nil {
		return ""
	}
	return "custom op '" + p.frame.name.Name + "' "
}

// Fail ends the parse with an error at pos.
func (p *parser) Fail(pos ir.Pos, format string, args ...any) {
	p.failAt(int(pos), "%s%s", p.prefix(), fmt.Sprintf(format, args...))
}

// Report notes an error for the one to come.
func (p *parser) Report(pos ir.Pos, format string, args ...any) {
	p.reported = ir.Errorf(p.locAt(int(pos)), "%s%s", p.prefix(), fmt.Sprintf(format, args...))
}

// Following notes an error that comes behind any other until done is called.
func (p *parser) Following(pos ir.Pos, format string, args ...any) (done func()) {
	p.following = ir.Errorf(p.locAt(int(pos)), "%s%s", p.prefix(), fmt.Sprintf(format, args...))
	return func() { p.following = nil }
}

// Peek reports whether lit comes next.
func (p *parser) Peek(lit string) bool {
	p.skip()
	if lit == "" || len(p.src)-p.pos < len(lit) || p.text(p.pos, p.pos+len(lit)) != lit {
		return false
	}
	next := p.at(p.pos + len(lit))
	switch last := lit[len(lit)-1]; {
	case lit == "{":
		return p.atBrace()
	case class[last]&identPart != 0 && last != '.':
		return class[next]&identPart == 0
	case last == '-':
		return next != '>'
	}
	return true
}

// Try consumes lit if it comes next.
func (p *parser) Try(lit string) bool {
	if !p.Peek(lit) {
		return false
	}
	p.pos += len(lit)
	return true
}

// Expect consumes lit.
func (p *parser) Expect(lit string) {
	if p.Try(lit) {
		return
	}
	if class[lit[0]]&identStart == 0 {
		p.expected("expected '%s'", lit)
	}
	found := ""
	if word := p.peekIdent(); word != "" {
		found = ", but found '" + word + "'"
	}
	p.checkToken()
	p.failAt(p.elemPos(), "%sexpected '%s'%s", p.prefix(), lit, found)
}

// PeekKeyword is the bare identifier that comes next, or "".
func (p *parser) PeekKeyword() string { return p.peekIdent() }

// Keyword reads a bare identifier.
func (p *parser) Keyword() string {
	word := p.peekIdent()
	if word == "" {
		p.expected("%sexpected valid keyword", p.prefix())
	}
	p.pos += len(word)
	return word
}

// PeekInt reports whether an integer literal comes next.
func (p *parser) PeekInt() bool {
	start := p.pos
	defer func() { p.pos = start }()
	p.eat('-')
	return class[p.peek()]&digit != 0 && !p.number().float
}

// Int reads an integer literal.
func (p *parser) Int() int64 {
	neg := p.eat('-')
	if class[p.peek()]&digit == 0 {
		p.unexpected("%sexpected integer value", p.prefix())
	}
	n := p.number()
	if n.float {
		p.failAt(n.pos, "%sexpected integer value", p.prefix())
	}
	v, ok := n.int64(neg)
	if !ok {
		p.failAt(n.pos, "%sinteger value too large", p.prefix())
	}
	return v
}

// Ints reads `[1, 2, 3]`.
func (p *parser) Ints() []int64 {
	p.Expect("[")
	list := []int64{}
	if p.eat(']') {
		return list
	}
	for {
		list = append(list, p.Int())
		if p.eat(']') {
			return list
		}
		p.want(',', "expected ',' or ']'")
	}
}

// String reads a string literal.
func (p *parser) String() string {
	if p.peek() != '"' {
		p.expected("%sexpected string", p.prefix())
	}
	return p.str()
}

// SymbolName reads `@name`.
func (p *parser) SymbolName() string {
	if p.peek() != '@' {
		p.unexpected("%sexpected valid '@'-identifier for symbol name", p.prefix())
	}
	return p.symbolName()
}

// Balanced reads the raw text in front of the bracket that ends the current
// `<...>`.
func (p *parser) Balanced() string {
	start := p.pos
	for {
		switch c := p.cur(); {
		case c == '>' && (p.pos == start || p.src[p.pos-1] != '-'):
			return p.text(start, p.pos)
		case c == '<' || c == '(' || c == '[' || c == '{':
			p.balanced()
			continue
		case c == '"':
			p.rawStr()
			continue
		case c == ')' || c == ']' || c == '}' || p.pos >= len(p.src):
			p.expected("expected '>'")
		}
		p.pos++
	}
}

// Attr reads an attribute.
func (p *parser) Attr() *ir.Attr { return p.attr(nil) }

// AttrOfType reads an attribute whose type stands elsewhere.
func (p *parser) AttrOfType(t *ir.Type) *ir.Attr { return p.attr(t) }

// Type reads a type.
func (p *parser) Type() *ir.Type { return p.typ() }

// Types reads a list of at least one type.
func (p *parser) Types() []*ir.Type {
	t0 := len(p.tlist)
	for more := true; more; more = p.eat(',') {
		t := p.typ()
		p.tlist = append(p.tlist, t)
	}
	types := slices.Clone(p.tlist[t0:])
	p.tlist = p.tlist[:t0]
	return types
}

// FuncType reads `(T, ...) -> T` or `(T, ...) -> (T, ...)`.
func (p *parser) FuncType() *ir.Type {
	if p.peek() != '(' {
		pos := p.pos
		t := p.typ()
		p.failAt(pos, "%sinvalid kind of type specified: expected builtin.function, but found '%s'", p.prefix(), t)
	}
	return p.funcType()
}

// AttrDict reads the optional `{...}` of an op.
func (p *parser) AttrDict(st *ir.OpState) {
	if p.atBrace() {
		p.attrDict(st)
	}
}

// AttrDictKeyword reads an optional `attributes {...}`.
func (p *parser) AttrDictKeyword(st *ir.OpState) {
	if !p.eatWord("attributes") {
		return
	}
	if p.peek() != '{' {
		p.expected("expected '{' in attribute dictionary")
	}
	p.attrDict(st)
}

func (p *parser) attrDict(st *ir.OpState) {
	pos := p.pos
	e0 := len(p.entries)
	for _, e := range p.dictEntries() {
		p.addAttr(st, pos, e.Name, e.Value)
	}
	p.entries = p.entries[:e0]
}

// PeekOperand reports whether a value name comes next.
func (p *parser) PeekOperand() bool { return p.peek() == '%' }

// Operand reads a value name.
func (p *parser) Operand() ir.UnresolvedOperand {
	if p.peek() != '%' {
		p.expected("expected SSA operand")
	}
	n := p.valueUse()
	return ir.UnresolvedOperand{Pos: ir.Pos(n.pos), Name: p.name(n), Num: int(max(n.result, 0))}
}

// Operands reads a possibly empty list of value names.
func (p *parser) Operands() []ir.UnresolvedOperand {
	var list []ir.UnresolvedOperand
	for more := p.PeekOperand(); more; more = p.operandFollows() {
		list = append(list, p.Operand())
	}
	return list
}

// nameAt is the value name at pos, which a hook hands back.
func (p *parser) nameAt(pos ir.Pos) valueName {
	here := p.pos
	p.pos = int(pos)
	n := p.valueName()
	p.pos = here
	return n
}

// Resolve is the value that o names, which must have type t.
func (p *parser) Resolve(o ir.UnresolvedOperand, t *ir.Type) *ir.Value {
	n := p.nameAt(o.Pos)
	n.result = int32(o.Num)
	return p.resolve(n, t)
}

// ResolveAll resolves operands against as many types.
func (p *parser) ResolveAll(os []ir.UnresolvedOperand, ts []*ir.Type, pos ir.Pos) []*ir.Value {
	if len(os) != len(ts) {
		p.operandCount(int(pos), len(os), len(ts))
	}
	vs := make([]*ir.Value, len(os))
	for i, o := range os {
		vs[i] = p.Resolve(o, ts[i])
	}
	return vs
}

// Region reads `{...}`.
func (p *parser) Region(args ...ir.RegionArgName) *ir.Region {
	return p.region(args, p.frame.name.Def.DefaultDialect)
}

// RegionArg reads `%name: type` and an optional location.
func (p *parser) RegionArg() ir.RegionArgName {
	if p.peek() != '%' {
		p.expected("expected SSA operand")
	}
	n := p.valueName()
	if p.cur() == '#' {
		p.failAt(p.pos, "result number not allowed in argument list")
	}
	p.want(':', "expected ':'")
	t := p.typ()
	a := p.argLocation(n)
	a.Type = t
	return a
}

// Successor reads `^bb`.
func (p *parser) Successor() *ir.Block { return p.successor() }

// NumResults is how many results the text left of `=` names, -1 for none.
func (p *parser) NumResults() int { return p.frame.results }
