package parser

import (
	"bytes"
	"slices"
)

// Classes of bytes.
const (
	digit      = 1 << iota
	hexDigit   // 0-9 a-f A-F
	identStart // may start a bare identifier
	identPart  // may continue a bare identifier
	suffixPart // may continue a name behind % ^ # !
	blank
	tokenStart // may start a token
)

var class = func() (t [256]uint8) {
	for c := '0'; c <= '9'; c++ {
		t[c] |= digit | hexDigit | identPart | suffixPart | tokenStart
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= identStart | identPart | suffixPart | tokenStart
		t[c-32] = t[c]
	}
	for c := 'a'; c <= 'f'; c++ {
		t[c] |= hexDigit
		t[c-32] |= hexDigit
	}
	t['_'] |= identStart | identPart | suffixPart | tokenStart
	t['$'] |= identPart | suffixPart
	t['.'] |= identPart | suffixPart | tokenStart
	t['-'] |= suffixPart
	for _, c := range ` ` + "\t\n\r" {
		t[c] |= blank
	}
	for _, c := range `:,()[]{}<>=+*?|-/!@#%^"` {
		t[c] |= tokenStart
	}
	return t
}()

// skip moves over white space and comments.
func (p *parser) skip() {
	i := p.pos
	for i < len(p.src) {
		c := p.src[i]
		if class[c]&blank != 0 {
			i++
			continue
		}
		if c != '/' || i+1 >= len(p.src) || p.src[i+1] != '/' {
			break
		}
		n := bytes.IndexByte(p.src[i:], '\n')
		if n < 0 {
			i = len(p.src)
			break
		}
		i += n
	}
	p.pos = i
}

// cur is the byte at p.pos, or 0 at the end.
func (p *parser) cur() byte { return p.at(p.pos) }

func (p *parser) at(i int) byte {
	if i < len(p.src) {
		return p.src[i]
	}
	return 0
}

// peek is the first byte of the next token, or 0 at the end.
func (p *parser) peek() byte {
	p.skip()
	return p.at(p.pos)
}

// atBrace reports whether a brace comes next that opens a dictionary or a region,
// not the metadata of the file.
func (p *parser) atBrace() bool {
	return p.peek() == '{' && !(p.at(p.pos+1) == '-' && p.at(p.pos+2) == '#')
}

// eat consumes c if it comes next.
func (p *parser) eat(c byte) bool {
	if p.peek() != c || p.pos == len(p.src) {
		return false
	}
	p.pos++
	return true
}

// want consumes c; what says what it is for.
func (p *parser) want(c byte, what string) {
	if !p.eat(c) {
		p.expected("%s", what)
	}
}

// eatArrow consumes `->` if it comes next.
func (p *parser) eatArrow() bool {
	if p.peek() != '-' || p.at(p.pos+1) != '>' {
		return false
	}
	p.pos += 2
	return true
}

// peekIdent is the bare identifier that comes next, or "".
func (p *parser) peekIdent() string {
	if class[p.peek()]&identStart == 0 {
		return ""
	}
	i := p.pos + 1
	for i < len(p.src) && class[p.src[i]]&identPart != 0 {
		i++
	}
	return p.text(p.pos, i)
}

// eatWord consumes the bare identifier w if it comes next.
func (p *parser) eatWord(w string) bool {
	if p.peek() != w[0] || p.peekIdent() != w {
		return false
	}
	p.pos += len(w)
	return true
}

// suffix reads a name behind a sigil: digits, or letters, digits and `$._-` not
// starting with a digit. It is "" when there is none.
func (p *parser) suffix() string {
	start := p.pos
	i := start
	switch c := class[p.cur()]; {
	case c&digit != 0:
		for class[p.at(i)]&digit != 0 {
			i++
		}
	case c&suffixPart != 0:
		for class[p.at(i)]&suffixPart != 0 {
			i++
		}
	}
	p.pos = i
	return p.text(start, i)
}

// checkToken ends the parse if what comes next is no token at all.
func (p *parser) checkToken() {
	if p.pos >= len(p.src) {
		return
	}
	c := p.src[p.pos]
	next := p.at(p.pos + 1)
	named := class[next]&suffixPart != 0
	switch {
	case class[c]&tokenStart == 0:
		p.failAt(p.pos, "unexpected character")
	case c == '.' && (next != '.' || p.at(p.pos+2) != '.'):
		p.failAt(p.pos+1, "expected three consecutive dots for an ellipsis")
	case c == '%' && !named:
		p.failAt(p.pos, "invalid SSA name")
	case c == '^' && !named:
		p.failAt(p.pos, "invalid block name")
	case c == '#' && !named:
		p.failAt(p.pos, "invalid attribute name")
	case c == '!' && !named:
		p.failAt(p.pos, "invalid type identifier")
	case c == '@' && next != '"' && class[next]&identStart == 0:
		p.failAt(p.pos+1, "@ identifier expected to start with letter or '_'")
	case c == '"':
		start := p.pos
		p.str()
		p.pos = start
	}
}

// str reads a string literal and returns its value.
func (p *parser) str() string {
	raw, escaped := p.rawStr()
	if !escaped {
		return raw
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			continue
		}
		i++
		switch c := raw[i]; c {
		case '"', '\\':
			out = append(out, c)
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		default:
			out = append(out, nibble[c]<<4|nibble[raw[i+1]])
			i++
		}
	}
	return string(out)
}

// rawStr reads a string literal and returns what stands between its quotes,
// with valid escapes, and whether there are any.
func (p *parser) rawStr() (raw string, escaped bool) {
	start := p.pos + 1
	n := bytes.IndexByte(p.src[start:], '"')
	if n >= 0 {
		body := p.src[start : start+n]
		if bytes.IndexByte(body, '\\') < 0 && bytes.IndexByte(body, '\n') < 0 {
			p.pos = start + n + 1
			return p.text(start, start+n), false
		}
	}
	i := start
	for ; i < len(p.src); i++ {
		switch p.src[i] {
		case '"':
			p.pos = i + 1
			return p.text(start, i), escaped
		case '\n', '\v', '\f':
			p.failAt(i, `expected '"' in string literal`)
		case '\\':
			escaped = true
			i++
			switch c := p.at(i); {
			case c == '"' || c == '\\' || c == 'n' || c == 't':
			case class[c]&hexDigit != 0 && class[p.at(i+1)]&hexDigit != 0:
				i++
			default:
				p.failAt(i-1, "unknown escape in string literal")
			}
		}
	}
	p.failAt(i, `expected '"' in string literal`)
	return "", false
}

// nibble is the value of a hex digit.
var nibble = func() (t [256]byte) {
	for i := range t {
		switch c := byte(i); {
		case class[c]&digit != 0:
			t[i] = c - '0'
		case class[c]&hexDigit != 0:
			t[i] = c&0xf + 9
		}
	}
	return t
}()

// symbolName reads `@name` or `@"any text"`; the cursor is at the `@`.
func (p *parser) symbolName() string {
	p.pos++
	if p.cur() == '"' {
		if s := p.str(); s != "" {
			return s
		}
		p.failAt(p.pos-2, "expected non-empty symbol name")
	}
	if class[p.cur()]&identStart == 0 {
		p.failAt(p.pos, "@ identifier expected to start with letter or '_'")
	}
	s := p.peekIdent()
	p.pos += len(s)
	return s
}

// decodeHex appends the bytes that pairs of hex digits spell; ok is false when
// the text is anything else.
func decodeHex(dst []byte, text string) (out []byte, ok bool) {
	if len(text)%2 != 0 {
		return dst, false
	}
	n := len(dst)
	dst = slices.Grow(dst, len(text)/2)[:n+len(text)/2]
	for i := range dst[n:] {
		hi, lo := text[2*i], text[2*i+1]
		if class[hi]&class[lo]&hexDigit == 0 {
			return dst[:n], false
		}
		dst[n+i] = nibble[hi]<<4 | nibble[lo]
	}
	return dst, true
}
