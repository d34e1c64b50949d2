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
	Context int // lines around each selected line
}

// marker is how an outcome is drawn.
type marker struct {
	head    byte
	note    string
	isError bool
}

var markers = [...]marker{
	foundExpected:  {'^', "", false},
	foundExcluded:  {'!', "error: no match expected", true},
	foundWrongLine: {'!', "error: match on wrong line", true},
	foundDiscarded: {'!', "discard: overlaps earlier match", false},
	noneExcluded:   {'X', "", false},
	noneExpected:   {'X', "error: no match found", true},
	noneInvalid:    {'X', "error: match failed for invalid pattern", true},
	fuzzyMatch:     {'?', "possible intended match", true},
}

// restOfLine is the end column of a mark that goes on in the next line.
const restOfLine = math.MaxInt

// mark is the part of an annotation that lies in one line of the input.
type mark struct {
	marker
	label    string
	first    bool // of the parts of its annotation
	line     int
	from, to int // columns from 1; to is exclusive
}

// marks turns the annotations into marks, sorted by line and otherwise in the order of the run.
func (r *Result) marks() []mark {
	total := map[*directive]int{}
	for _, a := range r.annotations {
		total[a.directive]++
	}
	used := map[*directive]int{}
	var all []mark
	for _, a := range r.annotations {
		d := a.directive
		place := "imp" + strconv.Itoa(d.implied)
		if d.implied == 0 {
			line, _ := d.body.src.position(d.body.start)
			place = strconv.Itoa(line)
		}
		label := d.label() + ":" + place
		if total[d] > 1 {
			label += "'" + strconv.Itoa(used[d])
			used[d]++
		}
		all = append(all, r.split(a, label)...)
	}
	slices.SortStableFunc(all, func(a, b mark) int { return a.line - b.line })
	return all
}

// split cuts an annotation into one mark per line.
func (r *Result) split(a annotation, label string) []mark {
	m := mark{marker: markers[a.outcome], label: label, first: true}
	if a.note != "" {
		m.note = a.note
		if a.at.start == a.at.end {
			m.head = ' '
		}
	}
	var endLine, endColumn int
	m.line, m.from = r.input.position(a.at.start)
	endLine, endColumn = r.input.position(a.at.end)
	if m.line == endLine {
		m.to = max(m.from+1, endColumn)
		return []mark{m}
	}
	m.to = restOfLine
	parts := []mark{m}
	m.first, m.head, m.note, m.from = false, '~', "", 1
	for m.line < endLine {
		m.line++
		if m.line == endLine {
			if endColumn == 1 {
				break // nothing of this line belongs to the range
			}
			m.to = endColumn
		}
		parts = append(parts, m)
	}
	return parts
}

// selects reports whether a mark makes the filter show its line.
func (f DumpFilter) selects(m *mark) bool {
	switch f {
	case DumpFullAnnotations:
		return true
	case DumpAnnotations:
		return m.first
	default:
		return m.first && m.isError
	}
}

// Dump renders the input with the annotations of the run.
func (r *Result) Dump(opts DumpOptions) string {
	marks := r.marks()
	lines := bytes.SplitAfter(r.input.text, []byte("\n"))
	if n := len(lines); len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	width := len(strconv.Itoa(max(1, len(lines))))
	selected := map[int]bool{}
	for i := range marks {
		width = max(width, len(marks[i].label))
		if opts.Filter.selects(&marks[i]) {
			selected[marks[i].line] = true
		}
	}
	width += 3
	count := len(lines)
	if n := len(marks); n > 0 {
		count = max(count, marks[n-1].line)
	}
	shown := shownLines(count, selected, opts)
	var out, elided strings.Builder
	out.WriteString("Input was:\n<<<<<<\n")
	for i := range count {
		w := &elided
		if shown[i] {
			w = &out
			flushElided(&out, &elided, width)
		}
		var content []byte
		if i < len(lines) {
			content = lines[i]
		}
		fmt.Fprintf(w, "%*d: %s\n", width, i+1, bytes.Replace(content, []byte("\n"), []byte(" "), 1))
		for len(marks) > 0 && marks[0].line == i+1 {
			marks[0].write(w, width, len(content))
			marks = marks[1:]
		}
	}
	flushElided(&out, &elided, width)
	out.WriteString(">>>>>>\n")
	return out.String()
}

// shownLines says which of count lines are selected or in the context of a selected one.
func shownLines(count int, selected map[int]bool, opts DumpOptions) []bool {
	shown := make([]bool, count)
	distance := math.MaxInt
	visit := func(i int) {
		switch {
		case selected[i+1]:
			distance = 0
		case distance < math.MaxInt:
			distance++
		}
		if distance <= opts.Context && distance < math.MaxInt || opts.Filter == DumpAll {
			shown[i] = true
		}
	}
	for i := range count {
		visit(i)
	}
	distance = math.MaxInt
	for i := count - 1; i >= 0; i-- {
		visit(i)
	}
	return shown
}

// flushElided writes an ellipsis for the lines left out, or the lines themselves if they are not longer than that.
func flushElided(out, elided *strings.Builder, width int) {
	const ellipsisLines = 3
	text := elided.String()
	elided.Reset()
	if strings.Count(text, "\n") > ellipsisLines {
		text = strings.Repeat(fmt.Sprintf("%*s\n", width, "."), ellipsisLines)
	}
	out.WriteString(text)
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
