package ir

import (
	"errors"
	"fmt"
	"slices"
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
// places. It is an error: those of parser.Parse and Verify are, and errors.As finds
// it in others. Its place has a meaning in its context only; Context.Locate looks it
// up, and Context.Render shows it to people.
type Diag struct {
	Severity Severity
	Loc      Loc
	Message  string
	// Op is what an error is about, or nil when that is a place in the text. A
	// tool may show the op in the first note.
	Op *Op
	// Width is how many bytes of the line are underlined; 0 is one.
	Width int
	// Verbatim messages are shown in full, however long.
	Verbatim bool
	Notes    []Diag
}

// Errorf makes an error diagnostic.
func Errorf(l Loc, format string, args ...any) *Diag {
	return &Diag{Severity: Error, Loc: l, Message: fmt.Sprintf(format, args...)}
}

// Errorf makes an error about o.
func (o *Op) Errorf(format string, args ...any) *Diag {
	d := Errorf(o.loc, format, args...)
	d.Op = o
	return d
}

// NamedErrorf makes an error about o whose message starts with `'name' op`.
func (o *Op) NamedErrorf(format string, args ...any) *Diag {
	return o.Errorf("'%s' op %s", o.name.Name, fmt.Sprintf(format, args...))
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
	maxEcho    = 1000
	maxMessage = 2000
)

// Located is a Diag with its places looked up, for programs that show or compare
// messages in their own way. It needs no context.
type Located struct {
	Severity Severity
	// Position is where it is; File is empty if that is unknown. Lines and columns
	// count from 1, columns in bytes. An op that has the location of the program it
	// was exported from is there, and not where it stands in the text.
	Position FileLine
	// Message is in full, without position and severity.
	Message string
	// Notes are what Context.Render shows below it, in the same order: from where
	// the call at Position was made, then those of the Diag.
	Notes []Located
}

// Locate looks up the places of d.
func (c *Context) Locate(d *Diag) Located {
	located := c.locate(d)
	for _, n := range slices.Concat(c.callers(d.Loc), d.Notes) {
		located.Notes = append(located.Notes, c.locate(&n))
	}
	return located
}

func (c *Context) locate(d *Diag) Located {
	position, _ := c.FilePosition(d.Loc)
	return Located{Severity: d.Severity, Position: position, Message: d.Message}
}

// Render is the text of d in clang's form, `file:line:col: error: message`,
// each followed by the source line and a caret, except for a note at the place
// of the one before. Bytes that would confuse a terminal are replaced.
func (c *Context) Render(d *Diag) string {
	var b strings.Builder
	c.render(&b, d, true)
	for _, caller := range c.callers(d.Loc) {
		c.render(&b, &caller, true)
	}
	at := d.Loc
	for i := range d.Notes {
		n := &d.Notes[i]
		c.render(&b, n, n.Loc != at || n.Severity == Error)
		at = n.Loc
	}
	return b.String()
}

// maxCallers bounds how many callers of a call site are shown.
const maxCallers = 10

// callers are notes on from where the call at l was made, and that in turn.
func (c *Context) callers(l Loc) (notes []Diag) {
	if l&explicitLoc == 0 {
		return nil
	}
	site := callSite(c.LocAttr(l))
	for n := 0; n < maxCallers && site != nil; n++ {
		caller := site.Elems()[1]
		notes = append(notes, Diag{Severity: Note, Loc: c.ExplicitLoc(caller), Message: "called from"})
		site = callSite(caller)
	}
	return notes
}

// callSite is the first call site that l leads to, or nil.
func callSite(l *Attr) *Attr {
	var inside []*Attr
	switch l.kind {
	case CallLocAttr:
		return l
	case NameLocAttr:
		inside = l.Elems()
	case FusedLocAttr:
		inside = l.Parts()
	}
	for _, e := range inside {
		if found := callSite(e); found != nil {
			return found
		}
	}
	return nil
}

func (c *Context) render(b *strings.Builder, d *Diag, withSource bool) {
	if f, ok := c.FilePosition(d.Loc); ok {
		fmt.Fprintf(b, "%s:%d:%d: ", f.File, f.Line, f.Col)
	} else {
		b.WriteString("<unknown>:0: ")
	}
	message := d.Message
	if !d.Verbatim {
		message = shorten(message)
	}
	if _, placed := c.FilePosition(d.Loc); !placed && d.Loc != 0 { // a name is better than nothing
		message = c.LocAttr(d.Loc).String() + ": " + message
	}
	fmt.Fprintf(b, "%s: %s\n", d.Severity, visible(message))
	if s := c.Source(d.Loc); s != nil && withSource {
		if text := s.text(); text != nil || s.again == nil {
			offset := min(s.Offset(d.Loc), len(text))
			_, col := s.Position(offset)
			echo(b, lineText(text, offset), col, d.Width)
		}
	}
}

// echo writes a line and a caret under its byte col, which counts from 1, with
// the rest of width bytes underlined.
func echo(b *strings.Builder, line string, col, width int) {
	line, col = window(line, col)
	col = min(col, len(line)+1)
	var text, marks strings.Builder
	column := 0
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		mark, n := " ", 1
		switch {
		case i < col && col <= i+size:
			mark = "^"
		case i >= col && i < col-1+width:
			mark = "~"
		}
		s := visible(string(r))
		if r == '\t' { // one column in line:col, but shown up to the next tab stop
			s, n = " ", tabStop-column%tabStop
		}
		text.WriteString(strings.Repeat(s, n))
		marks.WriteString(strings.Repeat(mark, n))
		column += n
		i += size
	}
	if col > len(line) {
		marks.WriteByte('^')
	}
	fmt.Fprintf(b, "%s\n%s\n", text.String(), strings.TrimRight(marks.String(), " "))
}

const tabStop = 8

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
