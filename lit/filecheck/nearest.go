package filecheck

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// template is a pattern as a person reads it, to compare lines with: text with the values of
// variables filled in, and gaps for expressions.
type template []templatePart

// templatePart is a piece of a template. A gap is shown as it is written and stands for anything
// that its expression matches.
type templatePart struct {
	text  string
	gap   bool
	regex string // of a gap
}

// String is the template as shown to people.
func (t template) String() string {
	var b strings.Builder
	for _, part := range t {
		b.WriteString(part.text)
	}
	return b.String()
}

// fixed joins the parts that are no gaps.
func (t template) fixed() string {
	var b strings.Builder
	for _, part := range t {
		if !part.gap {
			b.WriteString(part.text)
		}
	}
	return b.String()
}

// The search for the nearest line is bounded: it scans so much of the input for lines that share
// something with the template, and compares so many of them, up to a length, in detail.
const (
	nearestReach      = 64 << 20
	nearestCandidates = 16
	nearestSymbols    = 512
	nearestLineLength = 1024
)

// comparison is a template laid along a line: with how many edits, and where they differ first.
type comparison struct {
	line    extent // of the input, without its newline
	cost    int
	shownAt int // offset of the first difference in template.String()
	lineAt  int // and in the line
}

// nearestLine finds the line of a region that a template takes the fewest edits to become a part
// of; the first such line if there are several. Lines that share next to nothing with it are not
// near.
func nearestLine(text []byte, region extent, t template, fold bool) (comparison, bool) {
	best, found := comparison{}, false
	for _, line := range candidateLines(text, region, t.fixed(), fold) {
		c := compareLine(text, line, t, fold)
		if !found || c.cost < best.cost || c.cost == best.cost && c.line.start < best.line.start {
			best, found = c, true
		}
	}
	return best, found && best.near(t)
}

// near reports whether at least half of the template's fixed text is there.
func (c *comparison) near(t template) bool {
	return 2*c.cost <= min(len(t.fixed()), nearestSymbols)
}

// candidateLines returns the lines that have the most short pieces of text in common with sample.
func candidateLines(text []byte, region extent, sample string, fold bool) []extent {
	const tableSize = 1 << 16
	width := min(3, (len(sample)+3)/4) // short enough that one edit leaves others whole
	if width == 0 {
		return nil
	}
	lower := func(c byte) byte {
		if fold && c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		return c
	}
	hash := func(a []byte) (h uint32) {
		for _, c := range a[:width] {
			h = h<<5 ^ h>>11 ^ uint32(lower(c))
		}
		return h % tableSize
	}
	var wanted [tableSize]bool
	for i := range len(sample) - width + 1 {
		wanted[hash([]byte(sample[i:i+width]))] = true
	}
	var seen [tableSize]int32 // the last line that had a piece
	type candidate struct {
		line  extent
		score int
	}
	var best []candidate
	end := min(region.end, region.start+nearestReach)
	for number, start := int32(1), region.start; start < end; number++ {
		stop := end
		if n := bytes.IndexByte(text[start:end], '\n'); n >= 0 {
			stop = start + n
		}
		score := 0
		for i := start; i+width <= stop; i++ {
			if h := hash(text[i:]); wanted[h] && seen[h] != number {
				seen[h] = number
				score++
			}
		}
		if score > 0 && (len(best) < nearestCandidates || score > best[len(best)-1].score) {
			at, _ := slices.BinarySearchFunc(best, score, func(c candidate, score int) int {
				return cmp.Or(cmp.Compare(score, c.score), -1) // behind those as good, which come earlier
			})
			best = slices.Insert(best, at, candidate{extent{start, stop}, score})
			best = best[:min(len(best), nearestCandidates)]
		}
		start = stop + 1
	}
	lines := make([]extent, len(best))
	for i, c := range best {
		lines[i] = c.line
	}
	return lines
}

// symbol is a byte of a template, or a gap.
type symbol struct {
	c     byte
	gap   bool
	shown int // offset in template.String()
}

func (t template) symbols() []symbol {
	var all []symbol
	offset := 0
	for _, part := range t {
		if part.gap {
			all = append(all, symbol{gap: true, shown: offset})
		} else {
			for i := range len(part.text) {
				all = append(all, symbol{c: part.text[i], shown: offset + i})
			}
		}
		offset += len(part.text)
	}
	return all[:min(len(all), nearestSymbols)]
}

// compareLine lays a template along a line with the fewest edits: a byte left out, added or
// replaced. Text before and after is free, and so is what gaps stand for.
func compareLine(text []byte, line extent, t template, fold bool) comparison {
	symbols := t.symbols()
	content := text[line.start:min(line.end, line.start+nearestLineLength)]
	table := newEditTable(symbols, content, fold)
	end := table.end()
	c := comparison{line: line, cost: table.cost(len(symbols), end)}
	c.shownAt, c.lineAt = table.trace(end)
	if c.shownAt < 0 {
		c.shownAt = len(t.String())
	}
	return c
}

// editTable holds the costs of making the first i symbols of a template from a piece of text that
// ends at j.
type editTable struct {
	symbols []symbol
	text    []byte
	costs   []uint16
	fold    bool
}

func newEditTable(symbols []symbol, text []byte, fold bool) *editTable {
	t := &editTable{symbols, text, make([]uint16, (len(symbols)+1)*(len(text)+1)), fold}
	width := len(text) + 1
	for i, s := range symbols {
		above, row := t.costs[i*width:(i+1)*width], t.costs[(i+1)*width:(i+2)*width]
		if s.gap {
			row[0] = above[0]
			for j := range text {
				row[j+1] = min(above[j+1], row[j])
			}
			continue
		}
		row[0] = above[0] + 1
		for j := range text {
			change := uint16(1)
			if t.same(s.c, text[j]) {
				change = 0
			}
			row[j+1] = min(above[j]+change, above[j+1]+1, row[j]+1)
		}
	}
	return t
}

func (t *editTable) same(a, b byte) bool {
	return a == b || t.fold && isAlpha(a) && a|0x20 == b|0x20
}

func (t *editTable) cost(i, j int) int { return int(t.costs[i*(len(t.text)+1)+j]) }

// end is where in the text the template best ends.
func (t *editTable) end() int {
	best := 0
	for j := range len(t.text) + 1 {
		if t.cost(len(t.symbols), j) < t.cost(len(t.symbols), best) {
			best = j
		}
	}
	return best
}

// trace follows the edits back from the end. The results are the place of the first difference, as
// an offset in the template as shown, -1 for none, and in the text.
func (t *editTable) trace(j int) (shown, at int) {
	shown, at = -1, j
	i := len(t.symbols)
	for i > 0 {
		s, cost := t.symbols[i-1], t.cost(i, j)
		switch {
		case s.gap && cost == t.cost(i-1, j):
			i--
		case s.gap:
			j--
		case j > 0 && t.same(s.c, t.text[j-1]) && cost == t.cost(i-1, j-1):
			i, j = i-1, j-1
		case j > 0 && cost == t.cost(i-1, j-1)+1:
			i, j = i-1, j-1
			shown, at = s.shown, j
		case cost == t.cost(i-1, j)+1:
			i--
			shown, at = s.shown, j
		default:
			j--
			shown, at = s.shown+1, j // what is too much in the text comes after this symbol
		}
	}
	return shown, at
}
