package filecheck

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// DumpFilter selects the input lines that a dump shows, besides their context.
type DumpFilter uint8

// The filters, in the order of how much they show.
const (
	DumpErrors          DumpFilter = iota // lines on which an error starts
	DumpAnnotations                       // lines on which an annotation starts
	DumpFullAnnotations                   // lines with annotations
	DumpAll
)

// DumpOptions says how much of the input a dump shows.
type DumpOptions struct {
	Filter  DumpFilter
	Context int  // lines around each selected line
	Color   bool // with the control bytes of terminals
}

// marker is how an outcome is drawn.
type marker struct {
	head    byte
	note    string
	isError bool
	color   color
}

var markers = [...]marker{
	foundExpected:  {'^', "", false, green},
	foundExcluded:  {'!', "error: no match expected", true, red},
	foundWrongLine: {'!', "error: match on wrong line", true, red},
	foundDiscarded: {'!', "discard: overlaps earlier match", false, cyan},
	noneExcluded:   {'X', "", false, green},
	noneExpected:   {'X', "error: no match found", true, red},
	noneInvalid:    {'X', "error: match failed for invalid pattern", true, red},
	fuzzyMatch:     {'?', "possible intended match", true, magenta},
}

// restOfLine is the end column of a mark that goes on in the next line.
const restOfLine = math.MaxInt

// mark is the part of an annotation that lies in one line of the input.
type mark struct {
	marker
	label    string
	first    bool // of the parts of its annotation
	good     bool // the text is what a directive was to match
	from, to int  // columns from 1; to is exclusive
}

// span is an annotation with the lines of the input that it covers. Its marks are made when a line
// is drawn, as one annotation may cover all of a large input.
type span struct {
	marker
	label      string
	good       bool
	first, end int // lines from 1; end is exclusive
	from, to   int // columns in the first and in the last line; to is exclusive
}

// spans turns the annotations into spans, in the order of the run. Annotations are numbered by the
// place of their directive in the check file, which an EMPTY that ends it shares with the end.
func (r *Result) spans() []span {
	type place struct {
		src *source
		at  int
	}
	placeOf := func(d *directive) place { return place{d.body.src, d.body.start} }
	total := map[place]int{}
	for _, a := range r.annotations {
		total[placeOf(a.directive)]++
	}
	used := map[place]int{}
	all := make([]span, len(r.annotations))
	for i, a := range r.annotations {
		d := a.directive
		number := "imp" + strconv.Itoa(d.implied)
		if d.implied == 0 {
			line, _ := d.body.src.position(d.body.start)
			number = strconv.Itoa(line)
		}
		label := d.label() + ":" + number
		if at := placeOf(d); total[at] > 1 {
			label += "'" + strconv.Itoa(used[at])
			used[at]++
		}
		all[i] = r.span(a, label)
	}
	return all
}

func (r *Result) span(a annotation, label string) span {
	s := span{marker: markers[a.outcome], label: label, good: a.outcome == foundExpected}
	s.first, s.from = r.input.position(a.at.start)
	last, to := r.input.position(a.at.end)
	if a.note != "" {
		s.note = a.note
		if s.first == last && s.from == to { // even where a carriage return makes the columns the same
			s.head = ' '
		}
	}
	s.end, s.to = last+1, to
	switch {
	case s.first == last:
		s.to = max(s.from+1, to)
	case to == 1: // nothing of the last line belongs to the range
		s.end, s.to = last, restOfLine
	}
	return s
}

// mark is the part of the span in one of its lines.
func (s *span) mark(line int) mark {
	m := mark{marker: s.marker, label: s.label, first: line == s.first, good: s.good, from: s.from, to: restOfLine}
	if !m.first {
		m.head, m.note, m.from = '~', "", 1
	}
	if line == s.end-1 {
		m.to = s.to
	}
	return m
}

// selected are the lines of a span that the filter shows it for, the last one exclusive.
func (f DumpFilter) selected(s *span) (first, end int) {
	switch {
	case f == DumpFullAnnotations:
		return s.first, s.end
	case f == DumpAnnotations || s.isError:
		return s.first, s.first + 1
	default:
		return 0, 0
	}
}

// Dump renders the input with the annotations of the run.
func (r *Result) Dump(opts DumpOptions) string {
	spans := r.spans()
	text := r.input.text
	count := bytes.Count(text, []byte("\n"))
	if n := len(text); n > 0 && text[n-1] != '\n' {
		count++
	}
	width := len(strconv.Itoa(max(1, count)))
	for i := range spans {
		width = max(width, len(spans[i].label))
		count = max(count, spans[i].end-1)
	}
	selected := make([]bool, count)
	for i := range spans {
		for line, end := opts.Filter.selected(&spans[i]); line < end; line++ {
			selected[line-1] = true
		}
	}
	shown := shownLines(selected, opts)
	d := dumper{brush: brush(opts.Color), width: width + 3}
	if r.file.opts.Verbose {
		d.ground = d.on(cyanGround)
	}
	d.out.WriteString("Input was:\n<<<<<<\n" + d.on(bold) + d.on(noColor))
	at := newSweep(spans)
	for i := range count {
		content := text
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			content = text[:n+1]
		}
		text = text[len(content):]
		at.next()
		d.line(i+1, content, at, shown[i])
	}
	d.flushElided()
	d.out.WriteString(">>>>>>\n")
	return d.out.String()
}

// sweep goes through the lines of the input and knows the spans that cover the current one.
type sweep struct {
	spans   []span
	line    int
	pending []int // spans that have not begun, by their first lines
	active  []int // spans that cover the line, in the order of the run
}

func newSweep(spans []span) *sweep {
	w := &sweep{spans: spans, pending: make([]int, len(spans))}
	for i := range spans {
		w.pending[i] = i
	}
	slices.SortStableFunc(w.pending, func(a, b int) int { return spans[a].first - spans[b].first })
	return w
}

// next moves on to the next line.
func (w *sweep) next() {
	w.line++
	w.active = slices.DeleteFunc(w.active, func(i int) bool { return w.spans[i].end <= w.line })
	begun := len(w.active)
	for len(w.pending) > 0 && w.spans[w.pending[0]].first == w.line {
		w.active = append(w.active, w.pending[0])
		w.pending = w.pending[1:]
	}
	if begun > 0 && begun < len(w.active) {
		slices.Sort(w.active)
	}
}

// marks are the parts of spans in the current line.
func (w *sweep) marks() []mark {
	all := make([]mark, len(w.active))
	for i, n := range w.active {
		all[i] = w.spans[n].mark(w.line)
	}
	return all
}

// shownLines says which lines are selected or in the context of a selected one. Its sums wrap
// around where LLVM's do, when the context is near the greatest number that it may be.
func shownLines(selected []bool, opts DumpOptions) []bool {
	shown := make([]bool, len(selected))
	isSelected := func(i int) bool { return opts.Filter == DumpAll || selected[i] }
	const none = 0
	context := uint32(opts.Context)
	previous := uint32(none)
	for i := range selected {
		line := uint32(i + 1)
		if isSelected(i) {
			previous = line
		}
		shown[i] = previous != none && previous+context >= line
	}
	next := uint32(none)
	for i := range slices.Backward(shown) {
		line := uint32(i + 1)
		if isSelected(i) {
			next = line
		}
		shown[i] = shown[i] || next != none && line+context >= next
	}
	return shown
}

// dumper writes a dump.
type dumper struct {
	brush
	width  int    // of the labels
	ground string // switches to the color of unmatched input
	out    strings.Builder

	elided      strings.Builder // lines to leave out, while these are not more than the ellipsis has
	elidedLines int
}

// ellipsisLines is how many lines stand for any greater number of lines left out.
const ellipsisLines = 3

// flushElided writes an ellipsis for the lines left out, or the lines themselves if they are not
// longer than that.
func (d *dumper) flushElided() {
	if d.elidedLines > ellipsisLines {
		d.out.WriteString(strings.Repeat(d.paint(gray, fmt.Sprintf("%*s", d.width, "."))+"\n", ellipsisLines))
	} else {
		d.out.WriteString(d.elided.String())
	}
	d.elided.Reset()
	d.elidedLines = 0
}

// line shows or leaves out a line of the input and its marks.
func (d *dumper) line(number int, content []byte, at *sweep, shown bool) {
	if shown {
		d.flushElided()
		d.write(&d.out, number, content, at.marks())
		return
	}
	d.elidedLines += 1 + len(at.active)
	if d.elidedLines <= ellipsisLines {
		d.write(&d.elided, number, content, at.marks())
	}
}

func (d *dumper) write(w *strings.Builder, number int, content []byte, marks []mark) {
	w.WriteString(d.paint(gray, fmt.Sprintf("%*d: ", d.width, number)) + d.on(bold))
	d.content(w, content, marks)
	w.WriteString(d.on(noColor) + "\n")
	for i := range marks {
		m := &marks[i]
		w.WriteString(d.on(m.color))
		m.write(w, d.width, len(content))
		w.WriteString(d.on(noColor))
	}
}

// content writes the text of a line, a blank for its newline, on a ground that what directives
// matched does not have.
func (d *dumper) content(w *strings.Builder, content []byte, marks []mark) {
	text := bytes.Replace(content, []byte("\n"), []byte(" "), 1)
	w.WriteString(d.ground)
	if d.ground == "" {
		w.Write(text)
		return
	}
	wasMatched := false
	for i, c := range text {
		matched := slices.ContainsFunc(marks, func(m mark) bool { return m.good && m.from <= i+1 && i+1 < m.to })
		switch {
		case matched && !wasMatched:
			w.WriteString(d.on(noColor))
		case wasMatched && !matched:
			w.WriteString(d.ground)
		}
		wasMatched = matched
		w.WriteByte(c)
	}
}

// write draws the mark below an input line of lineWidth bytes, its newline included.
func (m *mark) write(w *strings.Builder, width, lineWidth int) {
	fmt.Fprintf(w, "%-*s  %s%c", width, m.label, strings.Repeat(" ", m.from-1), m.head)
	column := m.from + 1
	for ; column < m.to && column <= lineWidth; column++ {
		w.WriteByte('~')
	}
	if m.note != "" {
		for ; column <= lineWidth; column++ {
			w.WriteByte(' ')
		}
		w.WriteString(" " + m.note)
	}
	w.WriteByte('\n')
}
