package filecheck

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

// source is a named text that diagnostics point into.
type source struct {
	name   string
	text   []byte
	starts []int // of the lines; nil until somebody asks
}

func newSource(name string, text []byte) *source { return &source{name: name, text: text} }

// lineStarts returns the offsets of the lines. A run without complaints never needs them.
func (s *source) lineStarts() []int {
	if s.starts == nil {
		s.starts = make([]int, 1, bytes.Count(s.text, []byte("\n"))+1)
		for i := 0; ; {
			n := bytes.IndexByte(s.text[i:], '\n')
			if n < 0 {
				break
			}
			i += n + 1
			s.starts = append(s.starts, i)
		}
	}
	return s.starts
}

// position returns the line and the column, from 1, of a byte offset. A carriage return starts
// columns anew.
func (s *source) position(offset int) (line, column int) {
	starts := s.lineStarts()
	line = sort.Search(len(starts), func(i int) bool { return starts[i] > offset })
	start := starts[line-1]
	if cr := bytes.LastIndexByte(s.text[start:offset], '\r'); cr >= 0 {
		start += cr + 1
	}
	return line, offset - start + 1
}

// lineAround returns the bounds of the line that contains offset, without its line break.
func (s *source) lineAround(offset int) (start, end int) {
	start = bytes.LastIndexAny(s.text[:offset], "\r\n") + 1
	end = len(s.text)
	if n := bytes.IndexAny(s.text[offset:], "\r\n"); n >= 0 {
		end = offset + n
	}
	return start, end
}

// canonicalize drops the \r of \r\n, and unless strict turns every run of blanks into one space.
func canonicalize(text []byte, strict bool) []byte {
	return appendCanonical(make([]byte, 0, len(text)), text, strict)
}

// appendCanonical appends the canonical form of text to out, which has room for it; it may be
// text[:0].
func appendCanonical(out, text []byte, strict bool) []byte {
	for i := 0; i < len(text); {
		const word = 8
		if i+word < len(text) {
			// Most of a text is copied word by word.
			w := binary.LittleEndian.Uint64(text[i:])
			n := word
			if odd := notable(w, binary.LittleEndian.Uint64(text[i+1:]), strict); odd != 0 {
				n = bits.TrailingZeros64(odd) / 8
			}
			if n == word {
				out = binary.LittleEndian.AppendUint64(out, w)
				i += word
				continue
			}
			out = append(out, text[i:i+n]...)
			i += n
		}
		c := text[i]
		i++
		if c == '\r' && i < len(text) && text[i] == '\n' {
			continue
		}
		if !strict && isBlank(c) {
			for i < len(text) && isBlank(text[i]) {
				i++
			}
			c = ' '
		}
		out = append(out, c)
	}
	return out
}

// notable marks, by its highest bit, every byte of w that may need a change; next is w moved on by
// a byte.
func notable(w, next uint64, strict bool) uint64 {
	marks := equalBytes(w, '\r')
	if !strict {
		marks |= equalBytes(w, '\t') | equalBytes(w, ' ')&(equalBytes(next, ' ')|equalBytes(next, '\t'))
	}
	return marks
}

// equalBytes sets the highest bit of every byte of w that equals c, and no other bit.
func equalBytes(w uint64, c byte) uint64 {
	const ones, low = 0x0101010101010101, 0x7f7f7f7f7f7f7f7f
	w ^= ones * uint64(c)
	return ^((w&low + low) | w | low)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// blanks is the cutset of isBlank.
const blanks = " \t"

// fragment is a piece of a source: what the pattern parsers work on, so that every error knows its
// place.
type fragment struct {
	src        *source
	start, end int
}

func (f fragment) String() string     { return string(f.src.text[f.start:f.end]) }
func (f fragment) len() int           { return f.end - f.start }
func (f fragment) empty() bool        { return f.start == f.end }
func (f fragment) at(i int) byte      { return f.src.text[f.start+i] }
func (f fragment) slice(i int) []byte { return f.src.text[f.start+i : f.end] }

func (f fragment) from(i int) fragment    { return fragment{f.src, f.start + i, f.end} }
func (f fragment) to(i int) fragment      { return fragment{f.src, f.start, f.start + i} }
func (f fragment) index(s string) int     { return bytes.Index(f.slice(0), []byte(s)) }
func (f fragment) has(prefix string) bool { return bytes.HasPrefix(f.slice(0), []byte(prefix)) }
func (f fragment) contains(s string) bool { return f.index(s) >= 0 }
func (f fragment) trimLeft() fragment {
	return f.from(f.len() - len(bytes.TrimLeft(f.slice(0), blanks)))
}
func (f fragment) trimRight() fragment { return f.to(len(bytes.TrimRight(f.slice(0), blanks))) }

// eat removes prefix from the front of f if it is there.
func (f *fragment) eat(prefix string) bool {
	if !f.has(prefix) {
		return false
	}
	f.start += len(prefix)
	return true
}

// Severity ranks diagnostics.
type Severity uint8

// The severities, with the names printed in messages.
const (
	Error Severity = iota
	Remark
	Note
	Warning // of the linter only
)

func (s Severity) String() string { return [...]string{"error", "remark", "note", "warning"}[s] }

// Diagnostic is one message. Line and Column count bytes from 1 on the canonicalized text; they are
// 0 in a message without a place, of which only Text is set.
type Diagnostic struct {
	Severity     Severity
	File         string
	Line, Column int
	Text         string
	Rule         string // of the linter, if it found this
	Fix          string // what is to replace the text at the place, if the linter knows

	snippet string // the source line and the line of carets
	spaced  bool   // a blank line follows
}

// WriteTo writes the message, the source line it points at and a line with a caret.
func (d *Diagnostic) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, d.String())
	return int64(n), err
}

func (d *Diagnostic) String() string { return d.render(false) }

// render is String with the colors of b.
func (d *Diagnostic) render(b brush) string {
	if d.Line == 0 {
		return d.Text + "\n"
	}
	line, marks, _ := strings.Cut(d.snippet, "\n")
	s := b.paint(bold, fmt.Sprintf("%s:%d:%d: ", d.File, d.Line, d.Column)) +
		b.paint(d.Severity.color(), d.Severity.String()+": ") + b.paint(bold, d.Text+"\n") + line + "\n"
	if marks != "" {
		s += b.paint(green, marks)
	}
	if d.spaced {
		s += "\n"
	}
	return s
}

// diagnose makes a message about the place [start, end) of a source. An empty place gets a caret
// only.
func diagnose(severity Severity, src *source, start, end int, text string) *Diagnostic {
	line, column := src.position(start)
	return &Diagnostic{Severity: severity, File: src.name, Line: line, Column: column, Text: text,
		snippet: snippet(src, start, end)}
}

func snippet(src *source, start, end int) string {
	lineStart, lineEnd := src.lineAround(start)
	content := src.text[lineStart:lineEnd]
	if slices.ContainsFunc(content, func(c byte) bool { return c >= 0x80 }) {
		// Columns of the terminal are not known: no caret rather than a wrong one.
		return expandTabs(content, content) + "\n"
	}
	marks := bytes.Repeat([]byte{' '}, len(content)+1)
	for i := start; i < min(end, lineEnd); i++ {
		marks[i-lineStart] = '~'
	}
	marks[start-lineStart] = '^'
	carets := strings.TrimRight(expandTabs(marks, content), " ")
	return expandTabs(content, content) + "\n" + carets + "\n"
}

const tabStop = 8

// expandTabs writes text, where guide has a tab repeating the byte (a blank for a tab) up to the
// next tab stop.
func expandTabs(text, guide []byte) string {
	var out []byte
	for i, c := range text {
		if i >= len(guide) || guide[i] != '\t' {
			out = append(out, c)
			continue
		}
		if c == '\t' {
			c = ' '
		}
		out = append(out, c)
		for len(out)%tabStop != 0 {
			out = append(out, c)
		}
	}
	return string(out)
}
