package update

import (
	"strings"
)

// fitting is a pattern laid along a line with the least cost: words of the pattern left out, words
// of the line added, one in place of another, and pieces such as variables that stand for some
// words.
type fitting struct {
	cost  float64
	steps []fitStep // from left to right
}

// fitStep says what becomes of a part of the pattern, or of a word of the line that the pattern
// does not have.
type fitStep struct {
	part int    // -1 for none
	text string // of the line; empty for a part that is left out
	kept bool   // the part stays as it is
}

// maxSpan is how many words of a line a piece of a pattern may stand for.
const maxSpan = 48

// cell is the best way to lay a number of parts along the words before some place.
type cell struct {
	cost      float64
	fromPart  int
	fromWord  int
	kept      bool
	reachable bool
}

// fitter fills the table of cells.
type fitter struct {
	pattern *pattern
	words   []string
	all     bool // the line must be covered
	table   [][]cell
}

// fit lays a pattern along the words of a line. What comes before and after it is free, unless it
// must cover all.
func fit(p *pattern, words []string, all bool) *fitting {
	f := &fitter{pattern: p, words: words, all: all, table: make([][]cell, len(p.parts)+1)}
	for i := range f.table {
		f.table[i] = make([]cell, len(words)+1)
	}
	f.table[0][0].reachable = true
	for i := range f.table {
		for j := range f.table[i] {
			if i == 0 && j > 0 && !all {
				f.table[0][j] = cell{reachable: true, fromPart: -1}
			}
			f.extend(i, j)
		}
	}
	end := len(words)
	if !all {
		for j := range words {
			if f.table[len(p.parts)][j].cost < f.table[len(p.parts)][end].cost {
				end = j
			}
		}
	}
	return f.trace(end)
}

func (f *fitter) offer(i, j int, c cell) {
	if to := &f.table[i][j]; !to.reachable || c.cost < to.cost {
		c.reachable = true
		*to = c
	}
}

// extend offers all steps from a cell.
func (f *fitter) extend(i, j int) {
	from := f.table[i][j]
	if !from.reachable {
		return
	}
	step := func(di, dj int, cost float64, kept bool) {
		f.offer(i+di, j+dj, cell{cost: from.cost + cost, fromPart: i, fromWord: j, kept: kept})
	}
	if j < len(f.words) && (i > 0 || f.all) {
		step(0, 1, weightOf(f.words[j]), false)
	}
	if i == len(f.pattern.parts) {
		return
	}
	part := &f.pattern.parts[i]
	step(1, 0, part.weight(), false)
	if part.kind != partWord {
		text := ""
		for n := 0; n <= maxSpan && j+n <= len(f.words); n++ {
			if n > 0 {
				text += f.words[j+n-1]
			}
			if f.pattern.matches(part, text) {
				step(1, n, 0, true)
			}
		}
	}
	if j == len(f.words) {
		return
	}
	word := f.words[j]
	if part.kind == partWord {
		cost, kept := f.exchange(i, word)
		step(1, 1, cost, kept)
	} else if weightOf(word) == wordWeight {
		step(1, 1, otherWordCost, false)
	}
}

// exchange is the cost of a word of the line in place of a word of the pattern. At its ends a
// pattern may have parts of words.
func (f *fitter) exchange(i int, word string) (cost float64, same bool) {
	text := f.pattern.parts[i].text
	switch {
	case text == word, weightOf(text) == blankWeight && weightOf(word) == blankWeight:
		return 0, true
	case i == len(f.pattern.parts)-1 && strings.HasPrefix(word, text), i == 0 && strings.HasSuffix(word, text):
		return 0, true
	case weightOf(text) != weightOf(word):
		return weightOf(text) + weightOf(word), false
	}
	return weightOf(text) * unlikeness(text, word), false
}

// unlikeness is from 0 for equal words to 1 for words with nothing in common: the part of the bytes
// outside of a common start and end. That two operations are of one dialect makes them only a
// little more alike.
func unlikeness(a, b string) float64 {
	if dot := strings.LastIndexByte(a, '.') + 1; dot > 0 && strings.HasPrefix(b, a[:dot]) {
		return sameDialect * unlikeness(a[dot:], b[dot:])
	}
	n := min(len(a), len(b))
	head := 0
	for head < n && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < n-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return 1 - float64(head+tail)/float64(max(len(a), len(b), 1))
}

// trace follows the best way back from the end.
func (f *fitter) trace(end int) *fitting {
	fit := &fitting{cost: f.table[len(f.pattern.parts)][end].cost}
	for i, j := len(f.pattern.parts), end; i > 0 || f.all && j > 0; {
		c := f.table[i][j]
		s := fitStep{part: -1, text: strings.Join(f.words[c.fromWord:j], ""), kept: c.kept}
		if c.fromPart < i {
			s.part = c.fromPart
		}
		fit.steps = append([]fitStep{s}, fit.steps...)
		i, j = c.fromPart, c.fromWord
	}
	return fit
}

// text is the pattern as it fits the line; r writes what FileCheck or lit would misread as
// expressions.
func (fit *fitting) text(p *pattern, r *renderer) string {
	var plain strings.Builder
	flush := func() {
		r.text(plain.String())
		plain.Reset()
	}
	r.body.Reset()
	for _, s := range fit.steps {
		block := ""
		switch {
		case s.kept && (p.parts[s.part].kind == partWord || p.literal):
			plain.WriteString(p.parts[s.part].text)
		case s.kept:
			block = p.parts[s.part].text
		case s.text == "":
		case s.part >= 0 && p.parts[s.part].kind == partDefine:
			// The variable stays, for those who use it.
			block = "[[" + p.parts[s.part].name + ":" + quoteERE(s.text) + "]]"
		default:
			if block = p.named(s.text, r.body.String()+plain.String()); block == s.text {
				plain.WriteString(s.text)
				block = ""
			}
		}
		if block != "" {
			flush()
			r.block(block)
		}
	}
	if p.literal {
		return strings.Trim(plain.String(), " \t")
	}
	flush()
	return strings.Trim(r.body.String(), " \t")
}

// named is a word of the line as a pattern should have it: the name of a value becomes the variable
// that has captured it, or any name if it is a number, which may be another tomorrow.
func (p *pattern) named(word, before string) string {
	if p.literal || before == "" || strings.IndexByte("%^#!", before[len(before)-1]) < 0 || weightOf(word) != wordWeight {
		return word
	}
	for _, v := range p.variables {
		if v.Value == word {
			return "[[" + v.Name + "]]"
		}
	}
	if strings.Trim(word, "0123456789") == "" && strings.HasSuffix(before, "%") {
		return "{{" + nameClass + "}}"
	}
	return word
}

// quoteERE quotes what has a meaning in regular expressions.
func quoteERE(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`\^$.|?*+()[]{}`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
