package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// place is a position in a file; lines and columns (in bytes) count from 1.
type place struct{ line, col int }

// tokenKind is a class of tokens of Python.
type tokenKind int

const (
	tokenEOF tokenKind = iota
	tokenNewline
	tokenIndent
	tokenDedent
	tokenName
	tokenOperator
	tokenConstant
)

// token is a word of Python: a name or an operator by its text, a number or a string by its value.
type token struct {
	kind  tokenKind
	text  string
	value value
	place place
}

// is reports whether the token is an operator or a keyword.
func (t token) is(text string) bool {
	return (t.kind == tokenOperator || t.kind == tokenName) && t.text == text
}

// describe is the token as messages call it.
func (t token) describe() string {
	switch t.kind {
	case tokenEOF:
		return "the end of the file"
	case tokenNewline:
		return "the end of the line"
	case tokenIndent:
		return "an indented line"
	case tokenDedent:
		return "the end of the block"
	case tokenConstant:
		return repr(t.value)
	}
	return "'" + t.text + "'"
}

// lexer splits Python into tokens, as "Lexical analysis" of the language's reference has it.
type lexer struct {
	file      string
	rest      string
	source    string
	lineStart int // offset
	line      int
	brackets  []place // that are open; inside them lines do not end
	indents   []indentation
	tokens    []token
}

// indentation is the width of leading blanks with tabs up to multiples of 8, and with tabs as single blanks: where the two
// order lines differently, Python finds the indentation ambiguous.
type indentation struct{ width, narrow int }

// maxSource limits the size of a configuration file.
const maxSource = 1 << 20

// lex returns the tokens of a file. The error is an *Error.
func lex(file, source string) ([]token, error) {
	source = strings.TrimPrefix(source, "\ufeff")
	source = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(source)
	if err := checkText(file, source); err != nil {
		return nil, err
	}
	l := &lexer{file: file, source: source, rest: source, line: 1, indents: []indentation{{}}}
	switch {
	case len(source) > maxSource:
		return nil, &Error{File: file, Text: fmt.Sprintf("the file has more than %d bytes", maxSource)}
	case strings.Contains(source, "\x00"):
		return nil, &Error{File: file, Text: "the file contains a NUL byte"}
	}
	for l.rest != "" {
		if err := l.logicalLine(); err != nil {
			return nil, err
		}
	}
	if n := len(l.brackets); n > 0 {
		at := l.brackets[n-1]
		return nil, &Error{file, at.line, at.col, "this bracket is not closed"}
	}
	l.endLine()
	l.dedent(indentation{})
	l.add(tokenEOF, "", nil, l.here())
	return l.tokens, nil
}

func (l *lexer) offset() int { return len(l.source) - len(l.rest) }

func (l *lexer) here() place { return place{l.line, l.offset() - l.lineStart + 1} }

func (l *lexer) errorf(format string, args ...any) error {
	p := l.here()
	return &Error{l.file, p.line, p.col, fmt.Sprintf(format, args...)}
}

func (l *lexer) add(kind tokenKind, text string, v value, at place) {
	l.tokens = append(l.tokens, token{kind, text, v, at})
}

// skip drops n bytes, which hold no newline.
func (l *lexer) skip(n int) { l.rest = l.rest[n:] }

func (l *lexer) skipNewline() {
	l.skip(1)
	l.line++
	l.lineStart = l.offset()
}

// endLine ends the logical line unless it is empty.
func (l *lexer) endLine() {
	if n := len(l.tokens); n > 0 && l.tokens[n-1].kind > tokenDedent {
		l.add(tokenNewline, "", nil, l.here())
	}
}

// logicalLine reads the indentation and the tokens up to a newline outside brackets.
func (l *lexer) logicalLine() error {
	var indent indentation
	for l.rest != "" {
		switch l.rest[0] {
		case ' ':
			indent.width++
			indent.narrow++
		case '\t':
			indent.width += 8 - indent.width%8
			indent.narrow++
		case '\f':
			indent = indentation{}
		default:
			return l.content(indent)
		}
		l.skip(1)
	}
	return nil
}

// content reads the rest of a line whose indentation is known.
func (l *lexer) content(indent indentation) error {
	if l.rest[0] == '#' || l.rest[0] == '\n' {
		l.comment()
		if l.rest != "" {
			l.skipNewline()
		}
		return nil
	}
	if err := l.indent(indent); err != nil {
		return err
	}
	for l.rest != "" {
		if l.rest[0] == '\n' {
			l.skipInLine()
			if len(l.brackets) == 0 {
				return nil
			}
			continue
		}
		if err := l.token(); err != nil {
			return err
		}
	}
	return nil
}

// skipInLine passes a newline, which ends the logical line outside brackets.
func (l *lexer) skipInLine() {
	if len(l.brackets) == 0 {
		l.endLine()
	}
	l.skipNewline()
}

func (l *lexer) comment() {
	if strings.HasPrefix(l.rest, "#") {
		end := strings.IndexByte(l.rest, '\n')
		if end < 0 {
			end = len(l.rest)
		}
		l.skip(end)
	}
}

// indent opens or closes blocks.
func (l *lexer) indent(to indentation) error {
	top := l.indents[len(l.indents)-1]
	switch {
	case to.width > top.width && to.narrow > top.narrow:
		if len(l.indents) > maxNesting {
			return l.errorf("blocks are nested more than %d deep", maxNesting)
		}
		l.indents = append(l.indents, to)
		l.add(tokenIndent, "", nil, l.here())
		return nil
	case to == top:
		return nil
	case to.width >= top.width || to.narrow >= top.narrow:
		return l.errorf("tabs and blanks are mixed in indentation so that it is ambiguous")
	}
	if !slices.Contains(l.indents, to) {
		return l.errorf("the indentation matches no line above")
	}
	l.dedent(to)
	return nil
}

func (l *lexer) dedent(to indentation) {
	for l.indents[len(l.indents)-1].width > to.width {
		l.indents = l.indents[:len(l.indents)-1]
		l.add(tokenDedent, "", nil, l.here())
	}
}

// operators of Python, the longer ones first.
var operators = strings.Fields(`**= //= >>= <<= ... != == <= >= -> += -= *= /= %= &= |= ^= @= := ** // << >>
	+ - * / % @ & | ^ ~ < > ( ) [ ] { } , : . ; =`)

// token reads one token, or passes blanks.
func (l *lexer) token() error {
	c := l.rest[0]
	switch {
	case c == ' ' || c == '\t' || c == '\f':
		l.skip(1)
		return nil
	case c == '#':
		l.comment()
		return nil
	case c == '\\':
		if !strings.HasPrefix(l.rest, "\\\n") {
			return l.errorf("a '\\' outside a string must end its line")
		}
		l.skip(1)
		l.skipNewline()
		return nil
	case isDigit(c) || c == '.' && len(l.rest) > 1 && isDigit(l.rest[1]):
		return l.number()
	}
	if prefix, quote := stringStart(l.rest); quote != "" {
		return l.text(prefix, quote)
	}
	if n := nameLength(l.rest); n > 0 {
		l.add(tokenName, l.rest[:n], nil, l.here())
		l.skip(n)
		return nil
	}
	for _, op := range operators {
		if strings.HasPrefix(l.rest, op) {
			return l.operator(op)
		}
	}
	r, _ := utf8.DecodeRuneInString(l.rest)
	if r >= utf8.RuneSelf {
		return l.errorf("the character %q is not understood outside a string; %s", r, hintPython)
	}
	return l.errorf("the character %q has no meaning in Python here", r)
}

func (l *lexer) operator(op string) error {
	switch op {
	case "(", "[", "{":
		if l.brackets = append(l.brackets, l.here()); len(l.brackets) > maxNesting {
			return l.errorf("brackets are nested more than %d deep", maxNesting)
		}
	case ")", "]", "}":
		if len(l.brackets) == 0 {
			return l.errorf("'%s' closes no bracket", op)
		}
		l.brackets = l.brackets[:len(l.brackets)-1]
	}
	l.add(tokenOperator, op, nil, l.here())
	l.skip(len(op))
	return nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// nameLength is the length of the ASCII identifier that s starts with, or 0.
func nameLength(s string) int {
	if s == "" || !isLetter(s[0]) {
		return 0
	}
	n := strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || !isLetter(byte(r)) && !isDigit(byte(r)) })
	if n < 0 {
		return len(s)
	}
	return n
}

// number reads an integer or a floating-point number.
func (l *lexer) number() error {
	n := 0
	for n < len(l.rest) {
		c := l.rest[n]
		exponentSign := (c == '+' || c == '-') && n > 0 && l.rest[n-1]|0x20 == 'e' && !isHexadecimal(l.rest)
		if !isDigit(c) && !isLetter(c) && c != '.' && !exponentSign {
			break
		}
		n++
	}
	text := l.rest[:n]
	var v value
	var err error
	if isHexadecimal(text) || !strings.ContainsAny(text, ".eE") {
		if len(text) > 1 && text[0] == '0' && isDigit(text[1]) && strings.Trim(text, "0_") != "" {
			return l.errorf("'%s' must not start with 0; an octal number is written 0o17", text)
		}
		if strings.Trim(text, "0") == "" {
			text = "0"
		}
		v, err = strconv.ParseInt(text, 0, 64)
	} else {
		v, err = strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	}
	if err != nil {
		return l.errorf("'%s' is not a number of 64 bits; %s", text, hintPython)
	}
	l.add(tokenConstant, "", v, l.here())
	l.skip(n)
	return nil
}

func isHexadecimal(s string) bool { return strings.HasPrefix(strings.ToLower(s), "0x") }

// stringStart splits off the prefix letters and the quotes that s starts with; without quotes it is no string.
func stringStart(s string) (prefix, quote string) {
	n := 0
	for n < len(s) && n < 2 && strings.IndexByte("rRbBuUfFtT", s[n]) >= 0 {
		n++
	}
	for _, q := range []string{`"""`, "'''", `"`, "'"} {
		if strings.HasPrefix(s[n:], q) {
			return strings.ToLower(s[:n]), q
		}
	}
	return "", ""
}

// text reads a string literal.
func (l *lexer) text(prefix, quote string) error {
	at := l.here()
	switch prefix {
	case "", "r", "u":
	case "f", "fr", "rf", "t", "tr", "rt":
		return l.errorf("an f-string is beyond the Python that is read here; use + or %% instead, or %s", hintPython)
	case "b", "br", "rb":
		return l.errorf("a bytes literal is beyond the Python that is read here; %s", hintPython)
	default:
		return l.errorf("'%s' is not a prefix of strings", prefix)
	}
	l.skip(len(prefix) + len(quote))
	var b strings.Builder
	for {
		switch {
		case l.rest == "" || l.rest[0] == '\n' && len(quote) == 1:
			return &Error{l.file, at.line, at.col, "the string is not closed by " + quote}
		case strings.HasPrefix(l.rest, quote):
			l.skip(len(quote))
			l.add(tokenConstant, "", b.String(), at)
			return nil
		case l.rest[0] == '\n':
			b.WriteByte('\n')
			l.skipNewline()
		case l.rest[0] == '\\' && prefix == "r":
			b.WriteByte('\\')
			l.skip(1)
			l.rawEscaped(&b)
		case l.rest[0] == '\\':
			if err := l.escape(&b); err != nil {
				return err
			}
		default:
			b.WriteByte(l.rest[0])
			l.skip(1)
		}
	}
}

// rawEscaped copies the character after a backslash of a raw string, where a quote does not end the string.
func (l *lexer) rawEscaped(b *strings.Builder) {
	if l.rest == "" {
		return
	}
	b.WriteByte(l.rest[0])
	if l.rest[0] == '\n' {
		l.skipNewline()
		return
	}
	l.skip(1)
}

// simpleEscapes by the letter after the backslash.
var simpleEscapes = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r',
	't': '\t', 'v': '\v'}

// escape reads a backslash and what it escapes. A backslash before any other character stands for itself.
func (l *lexer) escape(b *strings.Builder) error {
	if len(l.rest) < 2 {
		l.skip(1)
		return nil // the string is not closed, as the caller will see
	}
	c := l.rest[1]
	if simple, ok := simpleEscapes[c]; ok {
		b.WriteByte(simple)
		l.skip(2)
		return nil
	}
	switch {
	case c == '\n':
		l.skip(1)
		l.skipNewline()
	case c == 'x':
		return l.codePoint(b, 2, 16)
	case c == 'u':
		return l.codePoint(b, 4, 16)
	case c == 'U':
		return l.codePoint(b, 8, 16)
	case c == 'N':
		return l.errorf("a character by its Unicode name is beyond the Python that is read here; write \\uXXXX, or %s", hintPython)
	case '0' <= c && c <= '7':
		n := 1
		for n < 3 && 1+n < len(l.rest) && '0' <= l.rest[1+n] && l.rest[1+n] <= '7' {
			n++
		}
		code, _ := strconv.ParseUint(l.rest[1:1+n], 8, 32) // digits, as seen
		b.WriteRune(rune(code))
		l.skip(1 + n)
	default:
		b.WriteByte('\\')
		l.skip(1)
	}
	return nil
}

// codePoint reads an escape of a given number of digits.
func (l *lexer) codePoint(b *strings.Builder, digits, base int) error {
	if len(l.rest) < 2+digits {
		return l.errorf("'\\%c' needs %d hexadecimal digits", l.rest[1], digits)
	}
	code, err := strconv.ParseUint(l.rest[2:2+digits], base, 32)
	if err != nil {
		return l.errorf("'\\%c' needs %d hexadecimal digits", l.rest[1], digits)
	}
	if !utf8.ValidRune(rune(code)) {
		return l.errorf("'%s' is not a character", l.rest[:2+digits])
	}
	b.WriteRune(rune(code))
	l.skip(2 + digits)
	return nil
}
