package rule

import (
	"strings"
	"unicode/utf8"

	"github.com/tg-opt/tg/rewrite"
)

// tokenKind says what a token is. A path is `root.0.1`; an ident may have dots,
// as the full name of an op has; a name is what follows `rule` and may have
// hyphens.
type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	identToken
	variableToken
	numberToken
	stringToken
	pathToken
	punctToken
)

type token struct {
	kind tokenKind
	text string
	pos  rewrite.Position
}

// ruleTokens cuts text into tokens; at is the position of what is left of it, and
// end that behind the last token.
type ruleTokens struct {
	text    string
	at, end rewrite.Position
	name    bool // the token before was `rule`
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// skip moves on by n bytes of one line.
func (l *ruleTokens) skip(n int) {
	l.at.Offset += n
	l.at.Column += utf8.RuneCountInString(l.text[:n])
	l.text = l.text[n:]
}

func (l *ruleTokens) blanks() {
	for l.text != "" {
		switch c := l.text[0]; {
		case c == '\n':
			l.at.Offset, l.at.Line, l.at.Column = l.at.Offset+1, l.at.Line+1, 1
			l.text = l.text[1:]
		case c == ' ' || c == '\t' || c == '\r':
			l.skip(1)
		case strings.HasPrefix(l.text, "//"):
			n := strings.IndexByte(l.text, '\n')
			if n < 0 {
				n = len(l.text)
			}
			l.skip(n)
		default:
			return
		}
	}
}

func (l *ruleTokens) take(kind tokenKind, n int) (token, *Error) {
	t := token{kind, l.text[:n], l.at}
	l.skip(n)
	l.end = l.at
	l.name = kind == identToken && t.text == "rule"
	return t, nil
}

// run is the length of the prefix, from byte from on, for which ok holds.
func (l *ruleTokens) run(from int, ok func(byte) bool) int {
	for from < len(l.text) && ok(l.text[from]) {
		from++
	}
	return from
}

var longPunctuation = []string{"...", "<=>", "=>", "==", "!=", "<=", ">="}

// Next is the next token, with an endToken at the end: right behind the last
// token, not where the blanks and comments behind it end, which is where the next
// rule starts.
func (l *ruleTokens) Next() (token, *Error) {
	l.blanks()
	if l.text == "" {
		return token{kind: endToken, pos: l.end}, nil
	}
	switch c := l.text[0]; {
	case isLetter(c):
		return l.word()
	case isDigit(c):
		return l.take(numberToken, l.number())
	case c == '?':
		n := l.run(1, isWordByte)
		if n == 1 || isDigit(l.text[1]) {
			return token{}, errorf(l.at, "a variable is '?' and a name, such as ?x")
		}
		return l.take(variableToken, n)
	case c == '"':
		return l.quoted()
	}
	for _, p := range longPunctuation {
		if strings.HasPrefix(l.text, p) {
			return l.take(punctToken, len(p))
		}
	}
	if strings.IndexByte("(){}[]:,=*+-/%#!<>|", l.text[0]) >= 0 {
		return l.take(punctToken, 1)
	}
	r, _ := utf8.DecodeRuneInString(l.text)
	return token{}, errorf(l.at, "unexpected character %q", r)
}

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) }

// word is a Name, a Path, one of the numbers inf and nan, or an Ident.
func (l *ruleTokens) word() (token, *Error) {
	if l.name {
		return l.take(nameToken, l.run(0, func(c byte) bool { return isWordByte(c) || c == '-' }))
	}
	n := l.run(0, isWordByte)
	switch l.text[:n] {
	case "inf", "nan":
		return l.take(numberToken, n)
	case "root":
		end := n
		for end+1 < len(l.text) && l.text[end] == '.' && isDigit(l.text[end+1]) {
			end = l.run(end+1, isDigit)
		}
		if end > n {
			return l.take(pathToken, end)
		}
	}
	for n+1 < len(l.text) && l.text[n] == '.' && isLetter(l.text[n+1]) {
		n = l.run(n+1, isWordByte)
	}
	return l.take(identToken, n)
}

// number is the length of the number at the start: digits, perhaps a fraction
// and an exponent.
func (l *ruleTokens) number() int {
	n := l.run(0, isDigit)
	if n+1 < len(l.text) && l.text[n] == '.' && isDigit(l.text[n+1]) {
		n = l.run(n+1, isDigit)
	}
	if n < len(l.text) && l.text[n]|0x20 == 'e' {
		k := n + 1
		if k < len(l.text) && (l.text[k] == '-' || l.text[k] == '+') {
			k++
		}
		if end := l.run(k, isDigit); end > k {
			n = end
		}
	}
	return n
}

// quoted is a string; the value is what stands between the quotes.
func (l *ruleTokens) quoted() (token, *Error) {
	n := strings.IndexAny(l.text[1:], "\"\n")
	if n < 0 || l.text[n+1] == '\n' {
		return token{}, errorf(l.at, "a string ends on the line where it starts")
	}
	t, err := l.take(stringToken, n+2)
	t.text = t.text[1 : n+1]
	return t, err
}
