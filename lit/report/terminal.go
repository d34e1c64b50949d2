package report

import (
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fatih/color"
	"golang.org/x/term"

	"github.com/tg-opt/tg/lit"
)

// terminal is what a console may do besides writing lines. The nil terminal is a pipe or a file.
type terminal struct {
	columns func() int // asked for each line drawn, as windows change their size
	colored bool
	dumb    bool // lines cannot be redrawn
}

// terminalOf returns the terminal behind w, or nil.
func terminalOf(w io.Writer) *terminal {
	file, ok := w.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	kind := os.Getenv("TERM")
	dumb := kind == "" || kind == "dumb"
	return &terminal{
		columns: func() int {
			width, _, err := term.GetSize(int(file.Fd()))
			if err != nil || width <= 0 {
				return 80
			}
			return width
		},
		colored: !dumb && os.Getenv("NO_COLOR") == "",
		dumb:    dumb,
	}
}

// canRedraw reports whether a line can be replaced by another one.
func (t *terminal) canRedraw() bool { return t != nil && !t.dumb }

// palette is the colours of the statuses.
var palette = map[lit.Status][]color.Attribute{
	lit.Excluded:    {color.Faint},
	lit.Skipped:     {color.Faint},
	lit.Unsupported: {color.Faint},
	lit.Pass:        {color.FgGreen},
	lit.FlakyPass:   {color.FgYellow},
	lit.XFail:       {color.FgGreen},
	lit.Unresolved:  {color.FgRed, color.Bold},
	lit.Timeout:     {color.FgRed, color.Bold},
	lit.Fail:        {color.FgRed, color.Bold},
	lit.XPass:       {color.FgRed, color.Bold},
}

// paint gives text the colour of a status.
func (t *terminal) paint(s lit.Status, text string) string {
	if t == nil || !t.colored {
		return text
	}
	c := color.New(palette[s]...)
	c.EnableColor()
	return c.Sprint(text)
}

// clean makes text harmless: of the control sequences in the output of a test, those that set
// colours and styles reach a terminal, and end with the text. All others are spelled out. A pipe
// gets everything as it is.
func (t *terminal) clean(text string) string {
	if t == nil || strings.IndexFunc(text, isControl) < 0 {
		return text
	}
	var b strings.Builder
	styled := false
	for text != "" {
		plain := strings.IndexFunc(text, isControl)
		if plain < 0 {
			b.WriteString(text)
			break
		}
		b.WriteString(text[:plain])
		text = text[plain:]
		r, size := utf8.DecodeRuneInString(text)
		if n := styleLength(text); n > 0 {
			size = n
			if t.colored {
				b.WriteString(text[:n])
				styled = true
			}
		} else if r == utf8.RuneError {
			b.WriteRune(r)
		} else if !strings.HasPrefix(text, "\r\n") {
			b.WriteString(spelled(r))
		}
		text = text[size:]
	}
	if styled {
		b.WriteString("\x1b[0m")
	}
	return b.String()
}

// isControl reports whether a character could move the cursor or worse.
func isControl(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == utf8.RuneError
}

// spelled is a control character as cat -v shows it.
func spelled(r rune) string {
	switch {
	case r == 0x7f:
		return "^?"
	case r < 0x20:
		return "^" + string(r+'@')
	}
	return "M-^" + string(r-0x80+'@')
}

// styleLength is the length of the sequence at the start of s that sets a colour or style, or 0.
func styleLength(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	end := strings.IndexFunc(s[2:], func(r rune) bool { return (r < '0' || r > '9') && r != ';' && r != ':' })
	if end < 0 || s[2+end] != 'm' {
		return 0
	}
	return 2 + end + 1
}

// wide are the East Asian characters and pictures, which take two columns of a terminal.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{{0x1100, 0x115f, 1}, {0x2e80, 0xa4cf, 1}, {0xac00, 0xd7a3, 1}, {0xf900, 0xfaff, 1}, {0xfe30, 0xfe6f, 1},
		{0xff00, 0xff60, 1}, {0xffe0, 0xffe6, 1}},
	R32: []unicode.Range32{{0x1f300, 0x1faff, 1}, {0x20000, 0x3fffd, 1}},
}

// columnsOf is the width of a character on a terminal.
func columnsOf(r rune) int {
	if unicode.Is(wide, r) {
		return 2
	}
	return 1
}

// firstColumns is the start of text that fits into the columns, with dots in place of what is
// missing.
func firstColumns(text string, columns int) string {
	used, cut := 0, 0
	for i, r := range text {
		if used += columnsOf(r); used <= columns-3 {
			cut = i + utf8.RuneLen(r)
		}
		if used > columns {
			return text[:cut] + "..."[:max(0, min(3, columns))]
		}
	}
	return text
}

// lastColumns is the end of text that fits into the columns, with dots in place of what is missing.
func lastColumns(text string, columns int) string {
	used, cut := 0, len(text)
	for i := len(text); i > 0; {
		r, size := utf8.DecodeLastRuneInString(text[:i])
		i -= size
		if used += columnsOf(r); used <= columns-3 {
			cut = i
		}
		if used > columns {
			return "..."[:max(0, min(3, columns))] + text[cut:]
		}
	}
	return text
}

// validUTF8 replaces what is not UTF-8 by U+FFFD, as often as the Unicode standard recommends and
// Python does it: once for each longest part that some valid character starts with, else once per
// byte.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	valid := 0 // start of the text not yet copied
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			for size < len(s)-i && !utf8.FullRuneInString(s[i:i+size+1]) {
				size++
			}
			b.WriteString(s[valid:i])
			b.WriteRune(utf8.RuneError)
			valid = i + size
		}
		i += size
	}
	b.WriteString(s[valid:])
	return b.String()
}
