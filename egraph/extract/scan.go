package extract

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// Position is where something stands in a text: a line and a column in bytes, from 1 on.
type Position struct{ Line, Column int }

// SyntaxError is what is wrong at a place of a file.
type SyntaxError struct {
	File string
	Position
	Text string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Column, e.Text)
}

// mostDepth is how deep what is passed over may be nested.
const mostDepth = 10_000

// scanner reads JSON piece by piece. The first thing that is wrong panics with an error.
type scanner struct {
	file string
	r    *bufio.Reader
	at   Position // of the next byte
	text []byte   // of the last string or number
}

func newScanner(file string, r io.Reader) *scanner {
	return &scanner{file: file, r: bufio.NewReaderSize(r, 64<<10), at: Position{1, 1}}
}

func (s *scanner) fail(at Position, format string, args ...any) {
	panic(&SyntaxError{s.file, at, fmt.Sprintf(format, args...)})
}

// peek is the next byte, -1 at the end.
func (s *scanner) peek() int {
	b, err := s.r.ReadByte()
	if err == io.EOF {
		return -1
	}
	if err != nil {
		panic(err)
	}
	s.r.UnreadByte() // it was just read
	return int(b)
}

// take is the next byte, which is behind s then.
func (s *scanner) take() byte {
	b, err := s.r.ReadByte()
	switch {
	case err == io.EOF:
		s.fail(s.at, "unexpected end of the text")
	case err != nil:
		panic(err)
	}
	if s.at.Column++; b == '\n' {
		s.at = Position{s.at.Line + 1, 1}
	}
	return b
}

// space passes over white space and returns the byte behind it.
func (s *scanner) space() int {
	for {
		switch b := s.peek(); b {
		case ' ', '\t', '\n', '\r':
			s.take()
		default:
			return b
		}
	}
}

// shown is how a byte is named in messages.
func shown(b int) string {
	switch {
	case b < 0:
		return "the end of the text"
	case b < ' ' || b >= 0x7f:
		return fmt.Sprintf("the byte 0x%02x", b)
	}
	return fmt.Sprintf("'%c'", b)
}

func (s *scanner) expect(want byte, what string) {
	if b := s.space(); b != int(want) {
		s.fail(s.at, "expected %s, found %s", what, shown(b))
	}
	s.take()
}

// object calls member for each key of an object; member reads the value.
func (s *scanner) object(what string, member func(key string, at Position)) {
	s.expect('{', what)
	if s.space() == '}' {
		s.take()
		return
	}
	for {
		s.space()
		at := s.at
		key := s.string("a key")
		s.expect(':', "':' behind the key")
		member(key, at)
		if s.more('}', "',' or '}' behind a member") {
			return
		}
	}
}

// array calls element where each element of an array begins.
func (s *scanner) array(what string, element func()) {
	s.expect('[', what)
	if s.space() == ']' {
		s.take()
		return
	}
	for {
		s.space()
		element()
		if s.more(']', "',' or ']' behind an element") {
			return
		}
	}
}

// more passes over a comma, or over the end of a list, which it reports.
func (s *scanner) more(end byte, what string) (over bool) {
	b := s.space()
	if b != ',' && b != int(end) {
		s.fail(s.at, "expected %s, found %s", what, shown(b))
	}
	s.take()
	return b == int(end)
}

// string reads a string.
func (s *scanner) string(what string) string {
	if b := s.space(); b != '"' {
		s.fail(s.at, "expected %s, a string, found %s", what, shown(b))
	}
	begin := s.at
	s.take()
	s.text = append(s.text[:0], '"')
	plain := true
	for {
		at := s.at
		b := s.take()
		switch {
		case b == '"':
			if plain && utf8.Valid(s.text) {
				return string(s.text[1:])
			}
			return s.unescaped(begin)
		case b < ' ':
			s.fail(at, "%s in a string", shown(int(b)))
		}
		s.text = append(s.text, b)
		if b == '\\' {
			plain = false
			s.escape(at)
		}
	}
}

// escape reads what is behind a backslash.
func (s *scanner) escape(at Position) {
	b := s.take()
	s.text = append(s.text, b)
	switch b {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
	case 'u':
		for range 4 {
			d := s.take()
			if !(d >= '0' && d <= '9' || d >= 'a' && d <= 'f' || d >= 'A' && d <= 'F') {
				s.fail(at, "expected four hexadecimal digits behind \\u")
			}
			s.text = append(s.text, d)
		}
	default:
		s.fail(at, "there is no escape of %s", shown(int(b)))
	}
}

// number reads a number, which is finite.
func (s *scanner) number(what string) float64 {
	b := s.space()
	at := s.at
	if b != '-' && !(b >= '0' && b <= '9') {
		s.fail(at, "expected %s, a number, found %s", what, shown(b))
	}
	s.text = s.text[:0]
	for {
		switch b := s.peek(); {
		case b >= '0' && b <= '9', b == '-', b == '+', b == '.', b == 'e', b == 'E':
			s.text = append(s.text, s.take())
			continue
		}
		break
	}
	if !isNumber(s.text) {
		s.fail(at, "'%s' is no number of JSON", s.text)
	}
	v, err := strconv.ParseFloat(string(s.text), 64)
	if err != nil {
		s.fail(at, "%s, '%s', is beyond the finite numbers", what, s.text)
	}
	return v
}

// isNumber reports whether text is a number as JSON spells them.
func isNumber(text []byte) bool {
	digits := func() bool {
		from := len(text)
		for len(text) > 0 && text[0] >= '0' && text[0] <= '9' {
			text = text[1:]
		}
		return len(text) < from
	}
	if text[0] == '-' {
		text = text[1:]
	}
	if len(text) > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9' || !digits() {
		return false
	}
	if len(text) > 0 && text[0] == '.' {
		if text = text[1:]; !digits() {
			return false
		}
	}
	if len(text) > 0 && (text[0] == 'e' || text[0] == 'E') {
		if text = text[1:]; len(text) > 0 && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
		return digits() && len(text) == 0
	}
	return len(text) == 0
}

// skip passes over a value.
func (s *scanner) skip(depth int) {
	if depth > mostDepth {
		s.fail(s.at, "values are nested more than %d deep", mostDepth)
	}
	switch b := s.space(); {
	case b == '{':
		s.object("an object", func(string, Position) { s.skip(depth + 1) })
	case b == '[':
		s.array("a list", func() { s.skip(depth + 1) })
	case b == '"':
		s.string("a string")
	case b == 't':
		s.word("true")
	case b == 'f':
		s.word("false")
	case b == 'n':
		s.word("null")
	default:
		s.number("a value")
	}
}

func (s *scanner) word(want string) {
	at := s.at
	for i := range want {
		if s.peek() != int(want[i]) {
			s.fail(at, "expected a value")
		}
		s.take()
	}
}
