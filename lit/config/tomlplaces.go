package config

import (
	"fmt"
	"strings"
)

// tomlPlaces finds where the keys and values of a TOML file are, which package toml does not tell.
// Paths are such as `name`, `environment.HOME`, `feature[1].when.os` and `suffixes[0]`. The file
// must be valid TOML.
func tomlPlaces(source string) map[string]place {
	s := &tomlScanner{source: source, line: 1, places: map[string]place{}}
	counts := map[string]int{}
	table := ""
	for s.skipBlank(true); s.next < len(s.source); s.skipBlank(true) {
		before := s.next
		switch {
		case strings.HasPrefix(s.rest(), "[["):
			s.skip(2)
			at := s.here()
			path := s.key("")
			table = fmt.Sprintf("%s[%d]", path, counts[path])
			counts[path]++
			s.note(path, at)
			s.note(table, at)
			s.skip(2)
		case strings.HasPrefix(s.rest(), "["):
			s.skip(1)
			at := s.here()
			table = s.key("")
			s.note(table, at)
			s.skip(1)
		default:
			s.pair(table)
		}
		if s.next == before { // not TOML after all
			break
		}
	}
	return s.places
}

// tomlScanner goes through TOML from left to right.
type tomlScanner struct {
	source    string
	next      int
	line      int
	lineStart int
	depth     int
	places    map[string]place
}

func (s *tomlScanner) rest() string { return s.source[s.next:] }

func (s *tomlScanner) here() place { return place{s.line, s.next - s.lineStart + 1} }

// note keeps the first place of a path.
func (s *tomlScanner) note(path string, at place) {
	if _, known := s.places[path]; !known {
		s.places[path] = at
	}
}

func (s *tomlScanner) peek() byte {
	if s.next < len(s.source) {
		return s.source[s.next]
	}
	return 0
}

func (s *tomlScanner) skip(n int) {
	for ; n > 0 && s.next < len(s.source); n-- {
		if s.source[s.next] == '\n' {
			s.line++
			s.lineStart = s.next + 1
		}
		s.next++
	}
}

// skipBlank passes blanks and comments, and newlines if wanted.
func (s *tomlScanner) skipBlank(newlines bool) {
	for s.next < len(s.source) {
		switch c := s.source[s.next]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' && newlines:
			s.skip(1)
		case c == '#':
			end := strings.IndexByte(s.rest(), '\n')
			if end < 0 {
				end = len(s.rest())
			}
			s.skip(end)
		default:
			return
		}
	}
}

// pair passes "key = value" of a table.
func (s *tomlScanner) pair(table string) {
	at := s.here()
	path := s.key(table)
	s.note(path, at)
	s.skipBlank(false)
	s.skip(1) // the =
	s.value(path)
}

// key passes a key and returns its path below a table.
func (s *tomlScanner) key(table string) string {
	for {
		s.skipBlank(false)
		part := s.word()
		if table != "" {
			table += "."
		}
		table += part
		s.skipBlank(false)
		if s.peek() != '.' {
			return table
		}
		s.skip(1)
	}
}

// word passes a part of a key.
func (s *tomlScanner) word() string {
	if c := s.peek(); c == '"' || c == '\'' {
		start := s.next + 1
		s.text()
		return s.source[start:max(start, s.next-1)]
	}
	start := s.next
	s.skipTo(". \t=]\n")
	return s.source[start:s.next]
}

// skipTo passes everything before one of the bytes of stops.
func (s *tomlScanner) skipTo(stops string) {
	n := strings.IndexAny(s.rest(), stops)
	if n < 0 {
		n = len(s.rest())
	}
	s.skip(n)
}

// text passes a string of any kind.
func (s *tomlScanner) text() {
	quote := s.source[s.next : s.next+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s.rest(), triple) {
		quote = triple
	}
	s.skip(len(quote))
	for s.next < len(s.source) && !strings.HasPrefix(s.rest(), quote) {
		if s.peek() == '\\' && quote[0] == '"' {
			s.skip(1)
		}
		s.skip(1)
	}
	s.skip(len(quote))
	for extra := 0; len(quote) == 3 && extra < 2 && s.peek() == quote[0]; extra++ {
		s.skip(1) // quotes that end the text of a string in triple quotes
	}
}

// value passes a value.
func (s *tomlScanner) value(path string) {
	s.skipBlank(false)
	s.depth++
	defer func() { s.depth-- }()
	switch s.peek() {
	case '"', '\'':
		s.text()
	case '[':
		s.list(']', func(i int) {
			element := fmt.Sprintf("%s[%d]", path, i)
			s.note(element, s.here())
			s.value(element)
		})
	case '{':
		s.list('}', func(int) { s.pair(path) })
	default:
		s.skipTo(",]}#\n")
	}
}

// list passes an array or an inline table, with the function for each element.
func (s *tomlScanner) list(closing byte, element func(i int)) {
	if s.depth > maxNesting {
		s.next = len(s.source)
		return
	}
	s.skip(1)
	for i := 0; ; i++ {
		s.skipBlank(true)
		if s.peek() == closing || s.peek() == 0 {
			break
		}
		before := s.next
		element(i)
		s.skipBlank(true)
		if s.peek() == ',' {
			s.skip(1)
		}
		if s.next == before {
			break
		}
	}
	s.skip(1)
}
