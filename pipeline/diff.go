package pipeline

import (
	"fmt"
	"strings"
	"time"

	"github.com/fatih/color"
	"github.com/sergi/go-diff/diffmatchpatch"
)

// diffContext is how many unchanged lines surround a change.
const diffContext = 3

// diffTimeout bounds the search for a minimal diff; after that, a longer one is
// good enough.
const diffTimeout = 5 * time.Second

// diffLine is a line of both texts (' '), of the old ('-') or the new ('+').
type diffLine struct {
	mark     byte
	text     string
	old, new int // 1-based numbers the line has or would have
}

// unifiedDiff is the difference of two texts in unified format, in colour if
// so wished.
func unifiedDiff(before, after string, colored bool) string {
	lines := diffLines(before+"\n", after+"\n")
	paint := painter(colored)
	var b strings.Builder
	for start := 0; start < len(lines); {
		if lines[start].mark == ' ' {
			start++
			continue
		}
		first := max(start-diffContext, 0)
		end := hunkEnd(lines, start)
		writeHunk(&b, lines[first:end], paint)
		start = end
	}
	return b.String()
}

// hunkEnd is the end of the hunk whose first change is lines[change]: changes
// with little in between belong together.
func hunkEnd(lines []diffLine, change int) int {
	last := change
	for i := change; i < len(lines) && i <= last+2*diffContext+1; i++ {
		if lines[i].mark != ' ' {
			last = i
		}
	}
	return min(last+1+diffContext, len(lines))
}

func writeHunk(b *strings.Builder, hunk []diffLine, paint func(mark byte, s string) string) {
	oldCount, newCount := 0, 0
	for _, l := range hunk {
		if l.mark != '+' {
			oldCount++
		}
		if l.mark != '-' {
			newCount++
		}
	}
	b.WriteString(paint('@', fmt.Sprintf("@@ -%d,%d +%d,%d @@", hunk[0].old, oldCount, hunk[0].new, newCount)) + "\n")
	for _, l := range hunk {
		b.WriteString(paint(l.mark, string(l.mark)+l.text) + "\n")
	}
}

func diffLines(before, after string) []diffLine {
	d := diffmatchpatch.New()
	d.DiffTimeout = diffTimeout
	a, b, table := d.DiffLinesToRunes(before, after)
	var lines []diffLine
	old, new := 1, 1
	for _, part := range d.DiffCharsToLines(d.DiffMainRunes(a, b, false), table) {
		mark := map[diffmatchpatch.Operation]byte{
			diffmatchpatch.DiffEqual: ' ', diffmatchpatch.DiffDelete: '-', diffmatchpatch.DiffInsert: '+',
		}[part.Type]
		for text := range strings.Lines(part.Text) {
			lines = append(lines, diffLine{mark, strings.TrimSuffix(text, "\n"), old, new})
			if mark != '+' {
				old++
			}
			if mark != '-' {
				new++
			}
		}
	}
	return lines
}

// painter colours lines by their mark, '@' being the head of a hunk.
func painter(colored bool) func(byte, string) string {
	if !colored {
		return func(_ byte, s string) string { return s }
	}
	palette := map[byte]*color.Color{
		'-': color.New(color.FgRed), '+': color.New(color.FgGreen), '@': color.New(color.FgCyan), ' ': color.New(),
	}
	for _, c := range palette {
		c.EnableColor()
	}
	return func(mark byte, s string) string {
		if mark == ' ' {
			return s
		}
		return palette[mark].Sprint(s)
	}
}
