package ir

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Severity of a diagnostic.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Remark
	Note
)

func (s Severity) String() string { return [...]string{"error", "warning", "remark", "note"}[s] }

// Diag is one message about a place in the input, with notes about other
// places. It is an error.
type Diag struct {
	Severity Severity
	Loc      Loc
	Message  string
	Notes    []Diag
}

// Errorf makes an error diagnostic.
func Errorf(l Loc, format string, args ...any) *Diag {
	return &Diag{Severity: Error, Loc: l, Message: fmt.Sprintf(format, args...)}
}

// Error is the bare message; Context.Render adds position, source and notes.
func (d *Diag) Error() string { return d.Message }

// WithNote adds a note and returns d.
func (d *Diag) WithNote(l Loc, format string, args ...any) *Diag {
	d.Notes = append(d.Notes, Diag{Severity: Note, Loc: l, Message: fmt.Sprintf(format, args...)})
	return d
}

// AsDiag is err as a diagnostic: itself when it is one, else an error at l.
func AsDiag(err error, l Loc) *Diag {
	var d *Diag
	if errors.As(err, &d) {
		return d
	}
	return Errorf(l, "%s", err.Error())
}

// maxEcho and maxMessage bound how many bytes of a source line and of a message
// are shown: a megabyte constant on one line, or a name as long, must not become
// a megabyte of output.
const (
	maxEcho    = 160
	maxMessage = 2000
)

// Render is the text of d in clang's form, `file:line:col: error: message`,
// each followed by the source line and a caret. Bytes that would confuse a
// terminal are replaced.
func (c *Context) Render(d *Diag) string {
	var b strings.Builder
	c.render(&b, d)
	return b.String()
}

func (c *Context) render(b *strings.Builder, d *Diag) {
	if f, ok := c.FilePosition(d.Loc); ok {
		fmt.Fprintf(b, "%s:%d:%d: ", f.File, f.Line, f.Col)
	} else {
		b.WriteString("<unknown>:0: ")
	}
	fmt.Fprintf(b, "%s: %s\n", d.Severity, visible(shorten(d.Message)))
	if s := c.Source(d.Loc); s != nil {
		offset := min(s.Offset(d.Loc), len(s.Text))
		_, col := s.Position(offset)
		echo(b, s.lineText(offset), col)
	}
	for i := range d.Notes {
		c.render(b, &d.Notes[i])
	}
}

// echo writes a line and a caret under its byte col, which counts from 1.
func echo(b *strings.Builder, line string, col int) {
	line, col = window(line, col)
	before := line[:min(col-1, len(line))]
	// A tab is one column in line:col but shown as eight blanks.
	shown := strings.ReplaceAll(visible(before), "\t", "        ")
	rest := strings.ReplaceAll(visible(line[len(before):]), "\t", "        ")
	fmt.Fprintf(b, "%s%s\n%s^\n", shown, rest, strings.Repeat(" ", utf8.RuneCountInString(shown)))
}

// visible replaces control characters other than tabs and line ends, and bytes
// that are not UTF-8.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || 0x7f <= r && r < 0xa0 {
			return utf8.RuneError
		}
		return r
	}, s)
}

// shorten leaves out the middle of a very long message.
func shorten(s string) string {
	if len(s) <= maxMessage {
		return s
	}
	start, end := maxMessage*3/4, len(s)-maxMessage/4
	for !utf8.RuneStart(s[start]) && start > 0 {
		start--
	}
	for end < len(s) && !utf8.RuneStart(s[end]) {
		end++
	}
	return s[:start] + "..." + s[end:]
}

// window cuts a long line down to the part around col.
func window(line string, col int) (string, int) {
	if len(line) <= maxEcho {
		return line, col
	}
	start := max(0, col-1-maxEcho/2)
	end := min(len(line), start+maxEcho)
	for start > 0 && start < end && !utf8.RuneStart(line[start]) {
		start++
	}
	for end < len(line) && !utf8.RuneStart(line[end]) {
		end++
	}
	cut, mark := line[start:end], col-start
	if start > 0 {
		cut, mark = "..."+cut, mark+3
	}
	if end < len(line) {
		cut += "..."
	}
	return cut, mark
}
