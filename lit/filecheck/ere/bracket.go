package ere

import (
	"math/bits"
	"strings"
)

// byteSet is a set of byte values.
type byteSet [4]uint64

func newByteSet() *byteSet { return new(byteSet) }

func (s *byteSet) add(c byte)           { s[c>>6] |= 1 << (c & 63) }
func (s *byteSet) remove(c byte)        { s[c>>6] &^= 1 << (c & 63) }
func (s *byteSet) contains(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

func (s *byteSet) invert() {
	for i := range s {
		s[i] = ^s[i]
	}
}

func (s *byteSet) union(t *byteSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

// single returns the only member of a one-byte set.
func (s *byteSet) single() (c byte, ok bool) {
	n := 0
	for i, word := range s {
		n += bits.OnesCount64(word)
		if word != 0 {
			c = byte(i<<6 | bits.TrailingZeros64(word))
		}
	}
	return c, n == 1
}

// bracket parses a bracket expression after its `[`.
func (p *parser) bracket() item {
	if p.eat("[:<:]]") {
		return item{kind: itemBOW}
	}
	if p.eat("[:>:]]") {
		return item{kind: itemEOW}
	}
	set := newByteSet()
	negated := p.eat("^")
	if p.eat("]") {
		set.add(']')
	} else if p.eat("-") {
		set.add('-')
	}
	for p.more() && !p.looksAt("]") && !p.looksAt("-]") {
		p.bracketTerm(set)
	}
	if p.eat("-") {
		set.add('-')
	}
	p.require(p.eat("]"), errBracket)
	if p.flags&IgnoreCase != 0 {
		for i := range 256 {
			if c := byte(i); set.contains(c) {
				set.add(otherCase(c))
			}
		}
	}
	if negated {
		set.invert()
		set.remove('\n')
	}
	return item{kind: itemSet, set: set}
}

// bracketTerm parses a class, an equivalence class, a byte or a range.
func (p *parser) bracketTerm(set *byteSet) {
	switch {
	case p.eat("[:"):
		p.require(p.more(), errBracket)
		p.characterClass(set)
		p.require(p.more(), errBracket)
		p.require(p.eat(":]"), errClass)
	case p.eat("[="):
		p.require(p.more(), errBracket)
		p.require(!p.looksAt("-") && !p.looksAt("]"), errCollate)
		set.add(p.collatingElement('='))
		p.require(p.eat("=]"), errCollate)
	case p.looksAt("-"):
		p.fail(errRange)
	default:
		from := p.bracketSymbol()
		to := from
		if p.looksAt("-") && p.pos+1 < len(p.src) && p.src[p.pos+1] != ']' {
			p.pos++
			if p.eat("-") {
				to = '-'
			} else {
				to = p.bracketSymbol()
			}
		}
		// Spencer's engine compares plain (signed) chars.
		p.require(int8(from) <= int8(to), errRange)
		for c := int(int8(from)); c <= int(int8(to)); c++ {
			set.add(byte(c))
		}
	}
}

func (p *parser) bracketSymbol() byte {
	p.require(p.more(), errBracket)
	if !p.eat("[.") {
		c := p.src[p.pos]
		p.pos++
		return c
	}
	c := p.collatingElement('.')
	p.require(p.eat(".]"), errCollate)
	return c
}

// collatingElement parses a byte or the POSIX name of one, up to end and `]`.
func (p *parser) collatingElement(end byte) byte {
	start := p.pos
	closing := string([]byte{end, ']'})
	for p.more() && !p.looksAt(closing) {
		p.pos++
	}
	p.require(p.more(), errBracket)
	name := p.src[start:p.pos]
	if c, ok := collatingNames[name]; ok {
		return c
	}
	p.require(len(name) == 1, errCollate)
	return name[0]
}

func (p *parser) characterClass(set *byteSet) {
	start := p.pos
	for p.more() && isAlpha(p.src[p.pos]) {
		p.pos++
	}
	in, ok := characterClasses[p.src[start:p.pos]]
	p.require(ok, errClass)
	for c := range byte(128) {
		if in(c) {
			set.add(c)
		}
	}
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isGraph(c byte) bool { return c > ' ' && c < 0x7f }

// characterClasses are the classes of the C locale.
var characterClasses = map[string]func(byte) bool{
	"alnum":  func(c byte) bool { return isAlpha(c) || isDigit(c) },
	"alpha":  isAlpha,
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' && c != 0 || c == 0x7f },
	"digit":  isDigit,
	"graph":  isGraph,
	"lower":  isLower,
	"print":  func(c byte) bool { return isGraph(c) || c == ' ' },
	"punct":  func(c byte) bool { return isGraph(c) && !isAlpha(c) && !isDigit(c) },
	"space":  func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' },
	"upper":  isUpper,
	"xdigit": func(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' },
}

// collatingNames are the names of bytes in the POSIX locale (POSIX.1-2017, Base Definitions, 6.1).
var collatingNames = func() map[string]byte {
	names := map[string]byte{
		"alert": 7, "backspace": 8, "tab": 9, "newline": 10, "vertical-tab": 11, "form-feed": 12,
		"carriage-return": 13, "space": ' ', "DEL": 0x7f,
	}
	for i, name := range strings.Fields("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI " +
		"DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC IS4 IS3 IS2 IS1") {
		names[name] = byte(i)
	}
	for i, name := range strings.Fields("FS GS RS US") {
		names[name] = byte(0x1c + i)
	}
	for i, name := range strings.Fields("zero one two three four five six seven eight nine") {
		names[name] = byte('0' + i)
	}
	for c, name := range map[byte]string{
		'!': "exclamation-mark", '"': "quotation-mark", '#': "number-sign", '$': "dollar-sign", '%': "percent-sign",
		'&': "ampersand", '\'': "apostrophe", '(': "left-parenthesis", ')': "right-parenthesis", '*': "asterisk",
		'+': "plus-sign", ',': "comma", '-': "hyphen", '.': "period", '/': "slash", ':': "colon", ';': "semicolon",
		'<': "less-than-sign", '=': "equals-sign", '>': "greater-than-sign", '?': "question-mark",
		'@': "commercial-at", '[': "left-square-bracket", '\\': "backslash", ']': "right-square-bracket",
		'^': "circumflex", '_': "underscore", '`': "grave-accent", '{': "left-brace", '|': "vertical-line",
		'}': "right-brace", '~': "tilde",
	} {
		names[name] = c
	}
	for alias, name := range map[string]string{
		"hyphen-minus": "hyphen", "full-stop": "period", "solidus": "slash", "reverse-solidus": "backslash",
		"circumflex-accent": "circumflex", "low-line": "underscore", "left-curly-bracket": "left-brace",
		"right-curly-bracket": "right-brace",
	} {
		names[alias] = names[name]
	}
	return names
}()
