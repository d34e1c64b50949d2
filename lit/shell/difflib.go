package shell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The differences that lit's diff shows are those of the module difflib of Python, which looks for
// the longest stretches that are equal, not for the fewest changes.

// opcode says how lines i1 to i2 of one side become lines j1 to j2 of the other: equal (=),
// replaced (!), deleted (-) or inserted (+).
type opcode struct {
	tag            byte
	i1, i2, j1, j2 int
}

// block is a run of equal lines.
type block struct{ i, j, size int }

// matcher finds equal runs of a in b.
type matcher struct {
	a, b []string
	at   map[string][]int // lines of b that are not too frequent
}

// In a file of at least popularLines lines, one that makes up more than a hundredth does not start
// a stretch.
const popularLines = 200

func newMatcher(a, b []string) *matcher {
	m := &matcher{a, b, map[string][]int{}}
	for j, line := range b {
		m.at[line] = append(m.at[line], j)
	}
	if len(b) >= popularLines {
		for line, positions := range m.at {
			if len(positions) > len(b)/100+1 {
				delete(m.at, line)
			}
		}
	}
	return m
}

// longest finds the longest stretch in a part of both sides, the first in a and then in b of
// several.
func (m *matcher) longest(alo, ahi, blo, bhi int) block {
	best := block{alo, blo, 0}
	lengths := map[int]int{} // of stretches that end at the last line of a, by their end in b
	for i := alo; i < ahi; i++ {
		next := map[int]int{}
		for _, j := range m.at[m.a[i]] {
			if j < blo {
				continue
			}
			if j >= bhi {
				break
			}
			n := lengths[j-1] + 1
			next[j] = n
			if n > best.size {
				best = block{i - n + 1, j - n + 1, n}
			}
		}
		lengths = next
	}
	for best.i > alo && best.j > blo && m.a[best.i-1] == m.b[best.j-1] {
		best = block{best.i - 1, best.j - 1, best.size + 1}
	}
	for best.i+best.size < ahi && best.j+best.size < bhi && m.a[best.i+best.size] == m.b[best.j+best.size] {
		best.size++
	}
	return best
}

// blocks lists all equal stretches, with an empty one at the end.
func (m *matcher) blocks() []block {
	var found []block
	queue := [][4]int{{0, len(m.a), 0, len(m.b)}}
	for len(queue) > 0 {
		q := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		x := m.longest(q[0], q[1], q[2], q[3])
		if x.size == 0 {
			continue
		}
		found = append(found, x)
		if q[0] < x.i && q[2] < x.j {
			queue = append(queue, [4]int{q[0], x.i, q[2], x.j})
		}
		if x.i+x.size < q[1] && x.j+x.size < q[3] {
			queue = append(queue, [4]int{x.i + x.size, q[1], x.j + x.size, q[3]})
		}
	}
	slices.SortFunc(found, func(x, y block) int { return cmp.Compare(x.i, y.i) })
	var joined []block
	for _, x := range found {
		if n := len(joined); n > 0 && joined[n-1].i+joined[n-1].size == x.i && joined[n-1].j+joined[n-1].size == x.j {
			joined[n-1].size += x.size
			continue
		}
		joined = append(joined, x)
	}
	return append(joined, block{len(m.a), len(m.b), 0})
}

func (m *matcher) opcodes() []opcode {
	var codes []opcode
	i, j := 0, 0
	for _, x := range m.blocks() {
		switch {
		case i < x.i && j < x.j:
			codes = append(codes, opcode{'!', i, x.i, j, x.j})
		case i < x.i:
			codes = append(codes, opcode{'-', i, x.i, j, x.j})
		case j < x.j:
			codes = append(codes, opcode{'+', i, x.i, j, x.j})
		}
		i, j = x.i+x.size, x.j+x.size
		if x.size > 0 {
			codes = append(codes, opcode{'=', x.i, i, x.j, j})
		}
	}
	return codes
}

// hunks are the changes with up to n equal lines around them.
func hunks(codes []opcode, n int) [][]opcode {
	var all [][]opcode
	var group []opcode
	for k, c := range codes {
		if c.tag == '=' {
			if k == 0 {
				c.i1, c.j1 = max(c.i1, c.i2-n), max(c.j1, c.j2-n)
			}
			if k == len(codes)-1 {
				c.i2, c.j2 = min(c.i2, c.i1+n), min(c.j2, c.j1+n)
			}
			if c.i2-c.i1 > 2*n {
				group = append(group, opcode{'=', c.i1, min(c.i2, c.i1+n), c.j1, min(c.j2, c.j1+n)})
				all = append(all, group)
				group = nil
				c.i1, c.j1 = max(c.i1, c.i2-n), max(c.j1, c.j2-n)
			}
		}
		group = append(group, c)
	}
	if len(group) > 1 || len(group) == 1 && group[0].tag != '=' {
		all = append(all, group)
	}
	return all
}

// unifiedRange is where a hunk is, for the format of diff -u.
func unifiedRange(start, stop int) string {
	switch length := stop - start; length {
	case 0:
		return fmt.Sprintf("%d,0", start)
	case 1:
		return strconv.Itoa(start + 1)
	default:
		return fmt.Sprintf("%d,%d", start+1, length)
	}
}

// contextRange is where a hunk is, for the format of diff -c.
func contextRange(start, stop int) string {
	switch stop - start {
	case 0:
		return strconv.Itoa(start)
	case 1:
		return strconv.Itoa(start + 1)
	default:
		return fmt.Sprintf("%d,%d", start+1, stop)
	}
}

// lineDiff is the difference of two texts, empty if there is none.
func lineDiff(a, b []string, nameA, nameB string, unified bool, context int) string {
	if slices.Equal(a, b) {
		return ""
	}
	var out strings.Builder
	groups := hunks(newMatcher(a, b).opcodes(), context)
	if len(groups) > 0 {
		first, second := "***", "---"
		if unified {
			first, second = "---", "+++"
		}
		fmt.Fprintf(&out, "%s %s\n%s %s\n", first, nameA, second, nameB)
	}
	for _, group := range groups {
		if unified {
			writeUnified(&out, group, a, b)
		} else {
			writeContext(&out, group, a, b)
		}
	}
	return out.String()
}

func writeLines(out *strings.Builder, mark string, lines []string) {
	for _, line := range lines {
		out.WriteString(mark + line)
	}
}

func writeUnified(out *strings.Builder, group []opcode, a, b []string) {
	first, last := group[0], group[len(group)-1]
	fmt.Fprintf(out, "@@ -%s +%s @@\n", unifiedRange(first.i1, last.i2), unifiedRange(first.j1, last.j2))
	for _, c := range group {
		if c.tag == '=' {
			writeLines(out, " ", a[c.i1:c.i2])
			continue
		}
		writeLines(out, "-", a[c.i1:c.i2])
		writeLines(out, "+", b[c.j1:c.j2])
	}
}

func writeContext(out *strings.Builder, group []opcode, a, b []string) {
	first, last := group[0], group[len(group)-1]
	marks := map[byte]string{'=': "  ", '!': "! ", '-': "- ", '+': "+ "}
	changes := func(tag byte) bool {
		return slices.ContainsFunc(group, func(c opcode) bool { return c.tag == tag || c.tag == '!' })
	}
	fmt.Fprintf(out, "***************\n*** %s ****\n", contextRange(first.i1, last.i2))
	if changes('-') {
		for _, c := range group {
			writeLines(out, marks[c.tag], a[c.i1:c.i2])
		}
	}
	fmt.Fprintf(out, "--- %s ----\n", contextRange(first.j1, last.j2))
	if changes('+') {
		for _, c := range group {
			writeLines(out, marks[c.tag], b[c.j1:c.j2])
		}
	}
}
