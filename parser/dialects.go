package parser

import (
	"strings"

	"github.com/tg-opt/tg/ir"
)

// symbol is the start of `#dialect.name`, `!dialect.name`, `#dialect<...>` or of
// an alias.
type symbol struct {
	pos     int    // of the sigil
	loc     int    // where to complain: at the name, or without one at the sigil
	text    string // behind the sigil, without a body
	body    bool   // `<` follows without a blank
	dialect string
	name    string // behind the dialect and the dot
}

// isAlias reports whether text alone names an alias.
func isAlias(text string) bool { return strings.IndexByte(text, '.') < 0 }

// verified is where to complain about the parameters of a symbol of d.
func (s *symbol) verified(d *ir.Dialect) int {
	if d.FromFile {
		return s.loc
	}
	return s.pos
}

func (s *symbol) isAlias() bool { return !s.body && isAlias(s.text) }

// symbolStart reads a sigil and the name behind it.
func (p *parser) symbolStart() symbol {
	s := symbol{pos: p.pos}
	p.checkToken()
	p.pos++
	s.text = p.suffix()
	s.body = p.cur() == '<'
	s.dialect, s.name, _ = strings.Cut(s.text, ".")
	s.loc = s.pos
	if !isAlias(s.text) {
		s.loc += len("#") + len(s.dialect) + len(".")
	}
	return s
}

// isNamespace reports whether name can be that of a dialect.
func isNamespace(name string) bool {
	for i := range len(name) {
		if class[name[i]]&(identStart|identPart) == 0 || i == 0 && class[name[i]]&identStart == 0 {
			return false
		}
	}
	return name != ""
}

// extendedAttr reads an attribute that starts with `#`.
func (p *parser) extendedAttr(t *ir.Type) *ir.Attr {
	s := p.symbolStart()
	if s.isAlias() {
		a := p.attrAliases[s.text]
		if a == nil {
			p.expected("undefined symbol alias id '%s'%s", s.text, nearAlias(s.text, p.attrAliases))
		}
		return a
	}
	p.enter()
	defer p.leave()
	d := p.ctx.LookupDialect(s.dialect)
	if d == nil {
		return p.opaqueAttr(&s, t)
	}
	def, bare := p.attrDef(d, &s)
	if def == nil {
		return p.opaqueAttr(&s, t)
	}
	var params []ir.NamedAttr
	if def.Parse != nil {
		op := p.frame
		p.frame = opFrame{}
		params = def.Parse(p)
		p.frame = op
	}
	if bare {
		p.want('>', "expected '>'")
	}
	if !def.Typed {
		t = nil
	} else if t == nil {
		p.want(':', "expected ':'")
		t = p.typ()
	}
	if def.As != nil {
		def = def.As
	}
	a := p.ctx.TypedDialectAttr(def, t, params...)
	if def.Verify != nil {
		if err := def.Verify(a); err != nil {
			p.failAt(s.verified(d), "%s", err)
		}
	}
	return a
}

// quotedSymbol is the symbol that ends at end with its two parts in quotes.
func (p *parser) quotedSymbol(s *symbol, end int) string {
	body := p.text(s.pos+1+len(s.dialect)+1, end)
	if isAlias(s.text) {
		body = strings.TrimSuffix(body, ">")
	}
	return `"` + s.dialect + `"<"` + body + `">`
}

func (p *parser) opaqueAttr(s *symbol, t *ir.Type) *ir.Attr {
	text := p.opaqueText(s)
	end := p.pos
	if t == nil && p.eat(':') {
		t = p.typ()
	}
	if !p.ctx.AllowUnregistered {
		of := p.ctx.None()
		if t != nil {
			of = t
		}
		p.failAt(s.loc, "#%s : '%s' attribute "+ir.UnregisteredDialect, p.quotedSymbol(s, end), of)
	}
	return p.ctx.OpaqueAttr(text, t)
}

// attrDef finds the definition of an attribute of a registered dialect. bare
// says that a `>` of the long spelling `#dialect<name ...>` is still to come.
// There is none, and nothing is read, where an attribute that the dialect lacks
// is to be kept as it is.
func (p *parser) attrDef(d *ir.Dialect, s *symbol) (def *ir.AttrDef, bare bool) {
	keep := p.ctx.AllowUnregistered && d.Lacks(ir.AttrMembers)
	if len(d.Attrs) == 0 && !d.FromFile && !keep {
		p.noHook(d, s, "attribute", d.Incomplete(ir.AttrMembers))
	}
	start := p.pos
	name, pos := p.memberName(s)
	full := s.dialect + "." + name
	var names []string
	for _, a := range d.Attrs {
		if a.Name == full {
			return a, isAlias(s.text)
		}
		names = append(names, strings.TrimPrefix(a.Name, d.Name+"."))
	}
	if d.FromFile {
		p.failAt(pos, "expected dynamic attribute%s", nearWord(name, names))
	}
	if keep {
		p.pos = start
		return nil, false
	}
	p.failAt(pos, "unknown attribute `%s` in dialect `%s`%s%s", name, d.Name, nearWord(name, names), d.Incomplete(ir.AttrMembers))
	return nil, false
}

// extendedType reads a type that starts with `!`.
func (p *parser) extendedType() *ir.Type {
	s := p.symbolStart()
	if s.isAlias() {
		t := p.typeAliases[s.text]
		if t == nil {
			p.expected("undefined symbol alias id '%s'%s", s.text, nearAlias(s.text, p.typeAliases))
		}
		return t
	}
	p.enter()
	defer p.leave()
	d := p.ctx.LookupDialect(s.dialect)
	if d == nil {
		return p.opaqueType(&s)
	}
	def, bare := p.typeDef(d, &s)
	if def == nil {
		return p.opaqueType(&s)
	}
	var params []*ir.Attr
	if def.Parse != nil {
		op := p.frame
		p.frame = opFrame{}
		params = def.Parse(p)
		p.frame = op
	}
	if bare {
		p.want('>', "expected '>'")
	}
	if def.Verify != nil {
		if err := def.Verify(params); err != nil {
			p.failAt(s.verified(d), "%s", err)
		}
	}
	return p.ctx.DialectType(def, params...)
}

func (p *parser) opaqueType(s *symbol) *ir.Type {
	text := p.opaqueText(s)
	if !p.ctx.AllowUnregistered {
		p.failAt(s.loc, "`!%s` type "+ir.UnregisteredDialect, p.quotedSymbol(s, p.pos))
	}
	return p.ctx.Opaque(text)
}

// typeDef is attrDef for types.
func (p *parser) typeDef(d *ir.Dialect, s *symbol) (def *ir.TypeDef, bare bool) {
	keep := p.ctx.AllowUnregistered && d.Lacks(ir.TypeMembers)
	if len(d.Types) == 0 && !d.FromFile && !keep {
		p.noHook(d, s, "type", d.Incomplete(ir.TypeMembers))
	}
	start := p.pos
	name, pos := p.memberName(s)
	full := s.dialect + "." + name
	var names []string
	for _, t := range d.Types {
		if t.Name == full {
			return t, isAlias(s.text)
		}
		names = append(names, strings.TrimPrefix(t.Name, d.Name+"."))
	}
	if d.FromFile {
		p.failAt(pos, "expected dynamic type%s", nearWord(name, names))
	}
	if keep {
		p.pos = start
		return nil, false
	}
	p.failAt(pos, "unknown type `%s` in dialect `%s`%s%s", name, d.Name, nearWord(name, names), d.Incomplete(ir.TypeMembers))
	return nil, false
}

// noHook reports that a dialect defines no attributes or no types at all.
func (p *parser) noHook(d *ir.Dialect, s *symbol, kind, more string) {
	pos := s.loc
	if isAlias(s.text) {
		pos = p.pos + 1
	}
	p.failAt(pos, "dialect '%s' provides no %s parsing hook%s", d.Name, kind, more)
}

// memberName is what a dialect calls the attribute or type: the part behind the
// dot, or the keyword behind `<` in the long spelling.
func (p *parser) memberName(s *symbol) (name string, pos int) {
	if !isAlias(s.text) {
		return s.name, s.pos + 1 + len(s.dialect) + 1
	}
	p.pos++
	name = p.peekIdent()
	pos = p.pos
	if name == "" {
		p.expected("expected valid keyword")
	}
	p.pos += len(name)
	return name, pos
}

func nearAlias[T any](name string, aliases map[string]T) string {
	var names []string
	for n := range aliases {
		names = append(names, n)
	}
	return nearWord(name, names)
}

// opaqueText reads the body of a symbol of an unregistered dialect and returns
// the whole text behind the sigil, in the short spelling `dialect.name<...>`
// where that can say it, so that both spellings mean the same attribute.
func (p *parser) opaqueText(s *symbol) string {
	if s.body {
		p.balanced()
	}
	if !isNamespace(s.dialect) {
		p.failAt(s.loc, "invalid dialect namespace '\"%s\"'", s.dialect)
	}
	if !isAlias(s.text) {
		text := p.text(s.pos+1, p.pos)
		// In brackets a trailing `-` would make an arrow of the closing one.
		if !strings.HasSuffix(text, "-") && (s.name == "" || !isShortSymbol(s.name)) {
			return s.dialect + "<" + text[len(s.dialect)+1:] + ">"
		}
		return text
	}
	text := p.text(s.pos+1, p.pos)
	if inner := text[len(s.text)+1 : len(text)-1]; isShortSymbol(inner) {
		return s.text + "." + inner
	}
	return text
}

// isShortSymbol reports whether text is a name, perhaps with a body in `<>`.
func isShortSymbol(text string) bool {
	if text == "" || !isLetter(text[0]) {
		return false
	}
	i := 1
	for i < len(text) && (isLetter(text[i]) || class[text[i]]&digit != 0 || text[i] == '.' || text[i] == '_') {
		i++
	}
	return i == len(text) || closesAtEnd(text[i:])
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// closesAtEnd reports whether text, in which brackets pair, is one `<...>`.
func closesAtEnd(text string) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '<', '(', '[', '{':
			depth++
		case '-':
			if i+1 < len(text) && text[i+1] == '>' {
				i++
			}
		case '>', ')', ']', '}':
			depth--
		}
		if depth == 0 {
			return i == len(text)-1 && text[0] == '<'
		}
	}
	return false
}

// balanced moves over `<...>`; brackets inside have to pair, except in strings
// and for the `>` of an arrow. As in MLIR an error stands at the bracket that
// starts all, or at the last string.
func (p *parser) balanced() {
	start := p.pos
	var open []byte
	for {
		c := p.cur()
		switch c {
		case 0:
			p.unbalanced(start, open[len(open)-1])
		case '"':
			start = p.pos
			p.rawStr()
			continue
		case '<', '(', '[', '{':
			open = append(open, c)
		case '-':
			if p.at(p.pos+1) == '>' {
				p.pos++
			}
		case '>', ')', ']', '}':
			if last := open[len(open)-1]; closer(last) != c {
				p.unbalanced(start, last)
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				p.pos++
				return
			}
		}
		p.pos++
	}
}

func (p *parser) unbalanced(start int, open byte) {
	p.failAt(start, "unbalanced '%c' character in pretty dialect name", open)
}

func closer(open byte) byte {
	switch open {
	case '<':
		return '>'
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}
