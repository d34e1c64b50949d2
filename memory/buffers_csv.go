package memory

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Limits of a file of buffers.
const (
	csvBytes   = 1 << 28
	csvBuffers = 4_000_000
)

// csvColumns are the columns of a file of buffers, and what others call them.
var csvColumns = map[string]string{
	"id": "id", "buffer": "id", "buffer_id": "id",
	"lower": "lower", "begin": "lower", "start": "lower",
	"upper": "upper", "end": "end",
	"size": "size", "alignment": "alignment", "offset": "offset", "hint": "hint", "gaps": "gaps",
}

// ReadBuffers reads a table of buffers, with commas between columns, as the README
// of MiniMalloc describes it. The first line names the columns, in any order:
//
//	id, buffer, buffer_id  the name; no two may be equal
//	lower, begin, start    the first time at which it is live
//	upper                  the first time at which it is not any more
//	end                    the last time at which it is live, in place of upper;
//	                       the ends of gaps are such times then, too
//	size                   bytes
//	alignment              what divides the offset; none, 0 and 1: nothing need
//	offset                 where it is; none: to be chosen
//	hint                   where it is to be tried first; none or -1: nowhere
//	gaps                   times in which it is free, such as "3-5 7-9@0:64",
//	                       where but the bytes 0 to 64 are used in the second
//
// An error begins with name:line:column.
func ReadBuffers(r io.Reader, name string) ([]Buffer, error) {
	limited := &io.LimitedReader{R: r, N: csvBytes + 1}
	buffered := bufio.NewReader(limited)
	if mark, err := buffered.Peek(3); err == nil && bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		buffered.Discard(3)
	}
	t := &csvTable{r: csv.NewReader(buffered), name: name, lines: map[string]int{}}
	t.r.FieldsPerRecord, t.r.ReuseRecord, t.r.TrimLeadingSpace = -1, true, true
	buffers, err := t.read()
	if limited.N <= 0 {
		return nil, fmt.Errorf("%s:1:1: error: the file is larger than %d bytes", name, csvBytes)
	}
	if err != nil {
		return nil, err
	}
	return buffers, nil
}

// csvTable is a table that is being read.
type csvTable struct {
	r    *csv.Reader
	name string
	// columns are the names of the columns, and row the fields of the present line.
	columns, row []string
	// lines are those of the names so far.
	lines map[string]int
}

// next reads a line, or says io.EOF.
func (t *csvTable) next() error {
	row, err := t.r.Read()
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		return fmt.Errorf("%s:%d:%d: error: %v", t.name, bad.Line, bad.Column, bad.Err)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: error: cannot read: %w", t.name, err)
	}
	t.row = row
	return err
}

// errorf is an error at a field.
func (t *csvTable) errorf(field int, format string, args ...any) error {
	line, column := t.r.FieldPos(min(field, len(t.row)-1))
	return fmt.Errorf("%s:%d:%d: error: %s", t.name, line, column, fmt.Sprintf(format, args...))
}

func (t *csvTable) read() ([]Buffer, error) {
	if err := t.next(); errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s:1:1: error: the file is empty: its first line must name columns, such as id,lower,upper,size", t.name)
	} else if err != nil {
		return nil, err
	}
	if err := t.header(); err != nil {
		return nil, err
	}
	var buffers []Buffer
	for {
		if err := t.next(); errors.Is(err, io.EOF) {
			return buffers, nil
		} else if err != nil {
			return nil, err
		}
		if len(t.row) != len(t.columns) {
			return nil, t.errorf(len(t.columns), "the line has %d columns, and the first one names %d", len(t.row), len(t.columns))
		}
		if len(buffers) == csvBuffers {
			return nil, t.errorf(0, "there are more than %d buffers", csvBuffers)
		}
		b, err := t.buffer()
		if err != nil {
			return nil, err
		}
		buffers = append(buffers, b)
	}
}

// header reads the names of the columns.
func (t *csvTable) header() error {
	for i, field := range t.row {
		c, ok := csvColumns[strings.TrimSpace(field)]
		if !ok {
			return t.errorf(i, "unknown column %q: there are id, lower (or begin, start), upper (or end), size, alignment, offset, hint, gaps",
				shorten(field))
		}
		for _, other := range t.columns {
			if other == c || other == "upper" && c == "end" || other == "end" && c == "upper" {
				return t.errorf(i, "column %q says what column %q says: one of them is enough", shorten(strings.TrimSpace(field)), other)
			}
		}
		t.columns = append(t.columns, c)
	}
	for _, c := range []string{"id", "lower", "upper", "size"} {
		if !slices.Contains(t.columns, c) && (c != "upper" || !slices.Contains(t.columns, "end")) {
			return t.errorf(0, "there is no column %q: id, lower, upper and size are needed", c)
		}
	}
	return nil
}

// buffer reads a line.
func (t *csvTable) buffer() (b Buffer, err error) {
	b.Hint = -1
	lower, upper, gaps, inclusive := 0, 0, -1, false
	for i, c := range t.columns {
		field := strings.TrimSpace(t.row[i])
		switch c {
		case "id":
			b.ID = field
			line, _ := t.r.FieldPos(i)
			switch other, twice := t.lines[b.ID]; {
			case b.ID == "":
				err = t.errorf(i, "the id is empty")
			case twice:
				err = t.errorf(i, "line %d has the id %q already", other, shorten(b.ID))
			}
			t.lines[b.ID] = line
		case "lower":
			lower = i
			b.Lower, err = t.number(i, field, math.MinInt64, math.MaxInt64)
		case "upper":
			upper = i
			b.Upper, err = t.number(i, field, math.MinInt64, math.MaxInt64)
		case "end":
			upper, inclusive = i, true
			b.Upper, err = t.number(i, field, math.MinInt64, math.MaxInt64-1)
			b.Upper++
		case "size":
			b.Size, err = t.number(i, field, 0, math.MaxInt64)
		case "alignment":
			if field != "" {
				b.Alignment, err = t.number(i, field, 0, math.MaxInt64)
			}
		case "offset":
			if b.Fixed = field != ""; b.Fixed {
				b.Offset, err = t.number(i, field, 0, math.MaxInt64)
			}
		case "hint":
			if field != "" {
				b.Hint, err = t.number(i, field, -1, math.MaxInt64)
			}
		case "gaps":
			gaps = i
		}
		if err != nil {
			return b, err
		}
	}
	if b.Upper < b.Lower {
		return b, t.errorf(upper, "the buffer ends at %s, and must not end before it begins, at %s",
			strings.TrimSpace(t.row[upper]), strings.TrimSpace(t.row[lower]))
	}
	if b.Fixed && b.Offset > math.MaxInt64-b.Size {
		return b, t.errorf(0, "offset %d and size %d exceed %d together", b.Offset, b.Size, int64(math.MaxInt64))
	}
	if gaps >= 0 {
		err = t.gaps(gaps, &b, inclusive)
	}
	return b, err
}

// number reads a number between two others.
func (t *csvTable) number(i int, text string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, t.errorf(i, "%s %q is no whole number", t.columns[i], shorten(text))
	}
	if err != nil || n < least || n > most {
		return 0, t.errorf(i, "%s %s must be within %d and %d", t.columns[i], shorten(text), least, most)
	}
	return n, nil
}

// gaps reads the times in which a buffer is free.
func (t *csvTable) gaps(i int, b *Buffer, inclusive bool) error {
	from := b.Lower
	for _, text := range strings.Fields(t.row[i]) {
		g, ok := parseGap(text)
		if ok && inclusive {
			ok = g.Upper < math.MaxInt64
			g.Upper++
		}
		switch {
		case !ok:
			return t.errorf(i, "gap %q must be of the form 3-5 or 3-5@0:64", shorten(text))
		case g.Lower >= g.Upper:
			return t.errorf(i, "gap %q ends before it begins", shorten(text))
		case g.Lower < from || g.Upper > b.Upper:
			return t.errorf(i, "gap %q must be within the life of the buffer, and behind the gap before it", shorten(text))
		case g.From < 0 || g.To < g.From || g.To > b.Size:
			return t.errorf(i, "gap %q must name bytes of the buffer, which has %d, in ascending order", shorten(text), b.Size)
		}
		b.Gaps, from = append(b.Gaps, g), g.Upper
	}
	return nil
}

// parseGap reads lo-hi or lo-hi@a:b.
func parseGap(text string) (g Gap, ok bool) {
	times, window, partly := strings.Cut(text, "@")
	if times == "" {
		return g, false
	}
	// The first character may be a sign.
	dash := strings.IndexByte(times[1:], '-') + 1
	if dash == 0 {
		return g, false
	}
	parts := []string{times[:dash], times[dash+1:]}
	into := []*int64{&g.Lower, &g.Upper, &g.From, &g.To}
	if partly {
		lo, hi, _ := strings.Cut(window, ":")
		parts = append(parts, lo, hi)
	}
	for k, stretch := range parts {
		n, err := strconv.ParseInt(stretch, 10, 64)
		if err != nil {
			return g, false
		}
		*into[k] = n
	}
	return g, true
}

// shorten keeps messages short.
func shorten(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return text
}

// WriteBuffers writes what ReadBuffers reads, with those columns only that say
// something. Offsets are those of a plan, in the order of the buffers, or nil.
func WriteBuffers(w io.Writer, buffers []Buffer, offsets []int64) error {
	if offsets != nil && len(offsets) != len(buffers) {
		return fmt.Errorf("%d offsets for %d buffers", len(offsets), len(buffers))
	}
	columns := writtenColumns(buffers, offsets)
	c := csv.NewWriter(w)
	row := make([]string, len(columns))
	for k, column := range columns {
		row[k] = column.name
	}
	if err := c.Write(row); err != nil {
		return err
	}
	for i := range buffers {
		for k, column := range columns {
			row[k] = column.text(i, &buffers[i])
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// csvColumn is a column that is written.
type csvColumn struct {
	name string
	text func(i int, b *Buffer) string
}

// writtenColumns are the columns that say something.
func writtenColumns(buffers []Buffer, offsets []int64) []csvColumn {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	columns := []csvColumn{
		{"id", func(i int, b *Buffer) string { return cmp.Or(b.ID, strconv.Itoa(i)) }},
		{"lower", func(_ int, b *Buffer) string { return number(b.Lower) }},
		{"upper", func(_ int, b *Buffer) string { return number(b.Upper) }},
		{"size", func(_ int, b *Buffer) string { return number(b.Size) }},
	}
	column := func(name string, text func(i int, b *Buffer) string, says func(b Buffer) bool) {
		if slices.ContainsFunc(buffers, says) {
			columns = append(columns, csvColumn{name, text})
		}
	}
	column("alignment", func(_ int, b *Buffer) string { return number(b.Alignment) },
		func(b Buffer) bool { return b.Alignment > 1 })
	column("hint", func(_ int, b *Buffer) string { return number(b.Hint) },
		func(b Buffer) bool { return b.Hint >= 0 })
	column("gaps", func(_ int, b *Buffer) string { return formatGaps(b.Gaps) },
		func(b Buffer) bool { return len(b.Gaps) > 0 })
	column("offset", func(i int, b *Buffer) string {
		switch {
		case offsets != nil:
			return number(offsets[i])
		case b.Fixed:
			return number(b.Offset)
		}
		return ""
	}, func(b Buffer) bool { return b.Fixed || offsets != nil })
	return columns
}

func formatGaps(gaps []Gap) string {
	var list []string
	for _, g := range gaps {
		text := fmt.Sprintf("%d-%d", g.Lower, g.Upper)
		if g.From != g.To {
			text += fmt.Sprintf("@%d:%d", g.From, g.To)
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}
