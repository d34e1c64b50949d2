package update

import (
	"slices"
	"strings"
)

// ownership says which lines of a file this package may replace.
type ownership struct {
	src      *source
	selected func(*sourceFunction) bool // nil: all functions and what is between them
}

// owns reports whether a directive was generated, or may be treated as if.
func (o *ownership) owns(line int) bool {
	if o.src.begin >= 0 {
		return o.src.begin < line && line < o.src.end
	}
	f := o.src.functionAt(line)
	if f != nil && f.off >= 0 && line > f.off {
		return false
	}
	return o.selected == nil || f != nil && o.selected(f)
}

// removed is the lines to drop, by index: whole lines, or the comment of lines with code.
func (o *ownership) removed() (whole, comment map[int]bool) {
	whole, comment = map[int]bool{}, map[int]bool{}
	for _, d := range o.src.directives {
		switch {
		case !o.owns(d.line):
		case d.code == "":
			whole[d.line] = true
		default:
			comment[d.line] = true
		}
	}
	if o.selected == nil {
		o.removeBlanks(whole)
	}
	return whole, comment
}

// removeBlanks drops one of the blank lines on both sides of removed lines.
func (o *ownership) removeBlanks(whole map[int]bool) {
	blank := func(i int) bool {
		return i < 0 || i >= len(o.src.lines) || strings.TrimSpace(o.src.lines[i]) == ""
	}
	for start := 0; start < len(o.src.lines); start++ {
		if !whole[start] {
			continue
		}
		end := start
		for whole[end] {
			end++
		}
		switch {
		case start == 0 || !blank(start-1) || !blank(end):
		case end < len(o.src.lines):
			whole[end] = true
		default:
			whole[start-1] = true
		}
		start = end
	}
}

// target is where a section goes: before a line of the file, or to the end if line is that after
// the last.
type target struct {
	line   int
	indent string
}

// targets finds a place for each section, so that for each prefix the order of the file is that of
// the output: above the function of the same name, where that is possible; else with the section
// before it.
func targets(sections []*section, src *source) []target {
	matched := make([]*sourceFunction, len(sections))
	for i, s := range sections {
		if !s.block.key.gap {
			matched[i] = s.function
		}
	}
	kept := increasing(matched)
	above := func(f *sourceFunction) target {
		line := f.line
		if f.off >= 0 {
			line = f.off
		}
		return target{line, src.lines[f.line][:indentation(src.lines[f.line])]}
	}
	// What has no function goes after the section before it, and at the start before the first that
	// has one.
	at := target{line: len(src.lines)}
	if i := slices.Index(kept, true); i >= 0 {
		at = above(matched[i])
	}
	places := make([]target, len(sections))
	for i, s := range sections {
		switch {
		case kept[i]:
			at = above(matched[i])
		case s.block.key.gap && s.function != nil:
			// With its function, if that is in order; it may be there for several prefixes.
			j := i + 1
			for j < len(sections) && sections[j].function == s.function && !kept[j] {
				j++
			}
			if j < len(sections) && sections[j].function == s.function {
				at = above(s.function)
			}
		}
		places[i] = at
	}
	return places
}

// increasing marks a longest subsequence of functions that are in the order of the file (patience
// sorting; M. Fredman, "On computing the length of longest increasing subsequences", 1975).
// Sections of one function count as in order.
func increasing(matched []*sourceFunction) []bool {
	var piles []int // the section on top of each pile
	before := make([]int, len(matched))
	for i, f := range matched {
		before[i] = -1
		if f == nil {
			continue
		}
		n, _ := slices.BinarySearchFunc(piles, f.line, func(top, line int) int {
			if matched[top].line <= line {
				return -1
			}
			return 1
		})
		if n > 0 {
			before[i] = piles[n-1]
		}
		if n == len(piles) {
			piles = append(piles, i)
		} else {
			piles[n] = i
		}
	}
	kept := make([]bool, len(matched))
	if len(piles) > 0 {
		for i := piles[len(piles)-1]; i >= 0; i = before[i] {
			kept[i] = true
		}
	}
	return kept
}

// placed is a directive with its prefix and indentation, before a line of the file.
type placed struct {
	directive
	prefix string
	base   string // indentation of the comment
	trim   int    // how much less the text is indented than in the output
}

// page is the new file while it is put together.
type page struct {
	src     *source
	style   style
	inserts map[int][]placed
}

// write makes the new text. line tells where lines of the old file are in the new one, from 1; 0
// for removed lines.
func (p *page) write(own *ownership, header string) (text string, line func(int) int) {
	whole, comment := own.removed()
	var out []string
	var pending []placedAt
	numbers := make([]int, len(p.src.lines)+1)
	if header != "" && p.src.note < 0 && p.src.begin < 0 {
		out = append(out, header)
	}
	for i, old := range p.src.lines {
		out = p.insert(out, i, &pending)
		if whole[i] {
			continue
		}
		switch {
		case comment[i]:
			old = p.src.code(i)
		case i == p.src.note && p.src.begin < 0, i == p.src.begin:
			old = header
		}
		out = append(out, old)
		numbers[i+1] = len(out)
	}
	if len(p.inserts[len(p.src.lines)]) > 0 {
		for len(out) > 0 && strings.TrimSpace(out[len(out)-1]) == "" {
			out = out[:len(out)-1]
		}
		out = p.insert(append(out, p.src.eol), len(p.src.lines), &pending)
	}
	newLine := func(old int) int {
		if old < 1 || old >= len(numbers) {
			return 0
		}
		return numbers[old]
	}
	for _, w := range pending {
		out[w.line-1] = p.line(w.placed, w.line, newLine)
	}
	text = strings.Join(out, "\n")
	if p.src.ends || len(p.inserts[len(p.src.lines)]) > 0 {
		text += "\n"
	}
	return text, newLine
}

// placedAt is a directive and its line in the new file.
type placedAt struct {
	placed
	line int
}

func (p *page) insert(out []string, before int, pending *[]placedAt) []string {
	for _, d := range p.inserts[before] {
		out = append(out, "")
		*pending = append(*pending, placedAt{d, len(out)})
	}
	return out
}

// line is a directive as a line of the file. Texts are aligned, and indented as in the output.
func (p *page) line(d placed, here int, newLine func(int) int) string {
	head := d.prefix + d.suffix() + ":"
	text := d.resolve(here, newLine)
	if !p.style.keepBlanks && text != "" {
		pad := max(0, len(d.prefix)+len("-LABEL:")-len(head))
		indent := d.indent[min(d.trim, len(d.indent)):]
		text = strings.Repeat(" ", pad) + " " + indent + text
	}
	lead := d.base
	if p.src.comment != "" {
		lead += p.src.comment + " "
	}
	return lead + head + text + p.src.eol
}

// code is a line without the comment that a directive is in.
func (s *source) code(i int) string {
	for _, d := range s.directives {
		if d.line == i {
			return d.code + s.eol
		}
	}
	return s.lines[i]
}
