package filecheck

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tg-opt/tg/lit/filecheck/ere"
)

// checkText is the check file as it is on disk: messages of native mode count its columns, not
// those of the canonicalized text that patterns are matched with.
type checkText struct {
	canonical *source
	raw       *source
	strict    bool
}

func newCheckText(file *CheckFile, text []byte) *checkText {
	return &checkText{file.src, newSource(file.src.name, canonicalize(text, true)), file.opts.StrictWhitespace}
}

// diagnose makes a message about a place of the canonicalized text, or of another source such as
// the command line.
func (t *checkText) diagnose(f fragment, text string) *Diagnostic {
	if f.src != t.canonical {
		return diagnose(Error, f.src, f.start, f.start, text)
	}
	line, column := t.canonical.position(f.start)
	at := t.offset(line, column)
	return diagnose(Error, t.raw, at, at, text)
}

// relocate is a message about the canonicalized text as one about the raw text.
func (t *checkText) relocate(d *Diagnostic, text string) *Diagnostic {
	if d.File != t.raw.name || d.Line == 0 {
		moved := *d
		moved.Text = text
		return &moved
	}
	at := t.offset(d.Line, d.Column)
	return diagnose(Error, t.raw, at, at, text)
}

// offset is where a line and a column of the canonicalized text are in the raw one.
func (t *checkText) offset(line, column int) int {
	at := t.raw.lineStarts()[line-1]
	_, end := t.raw.lineAround(at)
	for ; column > 1 && at < end; column-- {
		at++
		for !t.strict && isBlank(t.raw.text[at-1]) && at < end && isBlank(t.raw.text[at]) {
			at++
		}
	}
	return at
}

// template fills the values of variables into the text of a directive's pattern.
func (r *run) template(d *directive) template {
	body := d.body
	if !r.opts.keepsBlanks() {
		body = body.trimRight()
	}
	if d.literal {
		return template{{text: body.String()}}
	}
	values := map[int]string{}
	for i := range d.pattern.holes {
		h := &d.pattern.holes[i]
		if value, problems := h.value(r.env); problems == nil {
			values[h.text.start] = value
		}
	}
	var t template
	for _, p := range splitPattern(body) {
		part := templatePart{text: p.at.String(), gap: p.kind != pieceText}
		switch p.kind {
		case pieceUse:
			part.regex = ".*" // of the same pattern, else there is a value
			if value, ok := values[p.at.start+2]; ok {
				part = templatePart{text: value}
			}
		case pieceNumeric:
			part.regex = p.wildcard()
			if value, ok := values[p.body.start]; ok {
				part = templatePart{text: value}
			}
		case pieceRegex, pieceDefine:
			part.regex = p.body.String()
		}
		t = append(t, part)
	}
	return t
}

// wildcard is an expression for the numbers that a numeric block without expression matches.
func (p *piece) wildcard() string {
	spec, _, _ := strings.Cut(p.body.String(), ",")
	if strings.ContainsAny(spec, "xX") && strings.Contains(spec, "%") {
		return "(0x)?[0-9a-fA-F]+"
	}
	return "-?[0-9]+"
}

// firstMismatch finds the part of a template that fails on a line which has all of its fixed text:
// the first one with which the parts so far match nowhere in the line. The results are offsets in
// t.String() and in the line.
func (t template) firstMismatch(line []byte, opts *Options) (shown, at int, ok bool) {
	var flags ere.Flags
	if opts.IgnoreCase {
		flags = ere.IgnoreCase
	}
	var regex strings.Builder
	if opts.MatchFullLines {
		regex.WriteString("^ *")
	}
	for _, part := range append(t, templatePart{gap: true, regex: "$"}) {
		switch {
		case !part.gap:
			regex.WriteString(ere.Quote(part.text))
		case part.regex == "$" && part.text == "" && opts.MatchFullLines:
			regex.WriteString(" *$")
		case part.text != "":
			regex.WriteString("(" + part.regex + ")")
		}
		compiled, err := ere.Compile(regex.String(), flags)
		if err != nil {
			return 0, 0, false
		}
		spans, err := compiled.Find(line, false, nil)
		if err != nil {
			return 0, 0, false
		}
		if spans == nil {
			return shown, at, true
		}
		shown, at = shown+len(part.text), spans[0].End
	}
	return 0, 0, false
}

// place writes a place of the input.
func (r *run) place(offset int) string {
	line, column := r.input.position(offset)
	return fmt.Sprintf("%s:%d:%d", r.input.name, line, column)
}

// showComparison writes a template above a line of the input, moved so that the first difference is
// in the same column of both, and a caret below it.
func (r *run) showComparison(w *strings.Builder, t template, c comparison, label string, b brush) {
	lineStart, lineEnd := r.input.lineAround(c.line.start)
	content := r.input.text[lineStart:lineEnd]
	lineAt := c.line.start + c.lineAt - lineStart
	shown := t.String()
	if c.cost == 0 {
		part := r.input.text[c.line.start:min(c.line.end, c.line.start+nearestLineLength)]
		if s, at, ok := t.firstMismatch(part, r.opts); ok {
			c.shownAt, lineAt = s, c.line.start+at-lineStart
		}
	}
	same, differs := excerpt(shown, c.shownAt)
	lineSame, lineDiffers := excerpt(string(content), lineAt)
	width, lineWidth := utf8.RuneCountInString(same), utf8.RuneCountInString(lineSame)
	column := max(width, lineWidth)
	const expected = "  expected: "
	label = fmt.Sprintf("%*s", len(expected), label+": ")
	w.WriteString(fmt.Sprintf("%*s", len(label), expected) + strings.Repeat(" ", column-width) + same + b.paint(green, differs) + "\n")
	w.WriteString(label + strings.Repeat(" ", column-lineWidth) + lineSame + b.paint(red, lineDiffers) + "\n")
	w.WriteString(strings.Repeat(" ", len(label)+column) + b.paint(bold, "^") + "\n")
}

// excerpt cuts a long text to what is around a place, in two at that place, and makes it printable.
func excerpt(text string, at int) (before, after string) {
	const reach, dots = 60, "..."
	at = min(at, len(text))
	before, after = text[:at], text[at:]
	if len(before) > reach {
		before = dots + before[len(before)-reach:]
	}
	if len(after) > reach {
		after = after[:reach] + dots
	}
	return printable(before), printable(after)
}

// printable replaces what would disturb the columns of a terminal.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\t':
			return ' '
		case unicode.IsPrint(c) && c != utf8.RuneError:
			return c
		}
		return '?'
	}, s)
}
