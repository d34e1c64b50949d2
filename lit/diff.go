package lit

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// differ compares files or directories by lines.
type differ struct {
	*call
	ignoreSpace  bool // -w
	foldSpace    bool // -b
	unified      bool // -u
	context      int  // -U
	recursive    bool // -r
	stripCR      bool
	ignoredLines *regexp.Regexp // -I
}

// diff compares two files. The status is 0 if they are equal, else 1.
func diff(c *call) int {
	d := &differ{call: c, context: 3}
	var problem error
	operands, err := c.flags("wbuI:U:r", []string{"strip-trailing-cr"}, func(name, value string) {
		switch name {
		case "w":
			d.ignoreSpace = true
		case "b":
			d.foldSpace = true
		case "u":
			d.unified = true
		case "U":
			d.unified = true
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 {
				problem = fmt.Errorf("Error: invalid '-U' argument: %s", value)
			}
			d.context = n
		case "I":
			re, err := regexp.Compile("^(?:" + value + ")")
			if err != nil {
				problem = fmt.Errorf("Error: invalid '-I' argument: %w", err)
			}
			d.ignoredLines = re
		case "r":
			d.recursive = true
		case "strip-trailing-cr":
			d.stripCR = true
		}
	})
	switch {
	case err != nil:
		return c.fail(1, "Unsupported: 'diff': %v", err)
	case problem != nil:
		return c.fail(1, "%v", problem)
	case len(operands) != 2:
		return c.fail(1, "Error: missing or extra operand")
	}
	var status int
	if d.recursive {
		if slices.Contains(operands, "-") {
			return c.fail(1, "Error: cannot recursively compare '-'")
		}
		status, err = d.trees(c.shell.absolute(operands[0]), c.shell.absolute(operands[1]))
	} else {
		status, err = d.files(operands[0], operands[1])
	}
	if err != nil {
		return c.fail(1, "Error: 'diff' command failed, %v", err)
	}
	return status
}

// trees compares directories recursively, in the order of names.
func (d *differ) trees(a, b string) (int, error) {
	switch aDir, bDir := isDir(a), isDir(b); {
	case !aDir && !bDir:
		return d.files(a, b)
	case aDir != bDir:
		kind := map[bool]string{true: "directory", false: "regular file"}
		fmt.Fprintf(d.stdout, "File %s is a %s while file %s is a %s\n", a, kind[aDir], b, kind[bDir])
		return 1, nil
	}
	var entries [2][]string
	for i, dir := range []string{a, b} {
		list, err := os.ReadDir(dir)
		if err != nil {
			return 1, err
		}
		for _, entry := range list {
			entries[i] = append(entries[i], entry.Name())
		}
	}
	names := slices.Concat(entries[0], entries[1])
	slices.Sort(names)
	status := 0
	for _, name := range slices.Compact(names) {
		only := ""
		if !slices.Contains(entries[1], name) {
			only = a
		} else if !slices.Contains(entries[0], name) {
			only = b
		}
		if only != "" {
			fmt.Fprintf(d.stdout, "Only in %s: %s\n", only, name)
			status = 1
			continue
		}
		different, err := d.trees(filepath.Join(a, name), filepath.Join(b, name))
		if err != nil {
			return 1, err
		}
		status |= different
	}
	return status, nil
}

func (d *differ) files(a, b string) (int, error) {
	var lines [2][]string
	names := []string{a, b}
	for i := range names {
		data, err := d.read(&names[i])
		if err != nil {
			return 1, err
		}
		lines[i] = d.normalize(strings.SplitAfter(string(data), "\n"))
	}
	edits := lineEdits(lines[0], lines[1])
	if !slices.ContainsFunc(edits, func(e edit) bool { return e.op != '=' }) {
		return 0, nil
	}
	var out strings.Builder
	if d.unified {
		fmt.Fprintf(&out, "--- %s\n+++ %s\n", names[0], names[1])
	} else {
		fmt.Fprintf(&out, "*** %s\n--- %s\n", names[0], names[1])
	}
	for _, h := range hunks(edits, d.context) {
		if d.unified {
			h.writeUnified(&out)
		} else {
			h.writeContext(&out)
		}
	}
	if _, err := io.WriteString(d.stdout, out.String()); err != nil {
		return 1, err
	}
	return 1, nil
}

// read reads a file, or the input for `-`, and makes its name absolute.
func (d *differ) read(name *string) ([]byte, error) {
	if *name == "-" {
		return io.ReadAll(d.stdin)
	}
	*name = d.shell.absolute(*name)
	return os.ReadFile(*name)
}

// normalize applies the options that make lines equal.
func (d *differ) normalize(lines []string) []string {
	if n := len(lines); n > 0 && lines[n-1] == "" {
		lines = lines[:n-1]
	}
	var out []string
	for _, line := range lines {
		if d.ignoredLines != nil && d.ignoredLines.MatchString(line) {
			continue
		}
		if d.stripCR && strings.HasSuffix(line, "\r\n") {
			line = strings.TrimSuffix(line, "\r\n") + "\n"
		}
		switch {
		case d.ignoreSpace:
			line = strings.Join(strings.Fields(line), "") + "\n"
		case d.foldSpace:
			line = strings.Join(strings.Fields(line), " ") + "\n"
		}
		out = append(out, line)
	}
	return out
}

// edit is a line that is kept (=), deleted (-) or inserted (+), with how many lines of both sides come before it.
type edit struct {
	op   byte
	text string
	a, b int
}

// maxEdits bounds the work of lineEdits; files that differ in more lines are shown as replaced between their common ends.
const maxEdits = 2000

// lineEdits finds a shortest list of edits (E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986).
func lineEdits(a, b []string) []edit {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var ops []byte
	ops = append(ops, strings.Repeat("=", head)...)
	ops = append(ops, middleEdits(a[head:len(a)-tail], b[head:len(b)-tail])...)
	ops = append(ops, strings.Repeat("=", tail)...)
	edits := make([]edit, 0, len(ops))
	i, j := 0, 0
	for _, op := range ops {
		e := edit{op: op, a: i, b: j}
		switch op {
		case '=':
			e.text = a[i]
			i, j = i+1, j+1
		case '-':
			e.text = a[i]
			i++
		default:
			e.text = b[j]
			j++
		}
		edits = append(edits, e)
	}
	return edits
}

// middleEdits is Myers's greedy algorithm: furthest[k] is how far in a the diagonal k gets with n edits.
func middleEdits(a, b []string) []byte {
	limit := min(len(a)+len(b), maxEdits)
	furthest := make([]int, 2*limit+3)
	at := func(k int) *int { return &furthest[k+limit+1] }
	var trace [][]int
	for n := 0; n <= limit; n++ {
		for k := -n; k <= n; k += 2 {
			x := 0
			switch {
			case n == 0:
			case k == -n || k != n && *at(k - 1) < *at(k + 1):
				x = *at(k + 1)
			default:
				x = *at(k - 1) + 1
			}
			for x < len(a) && x-k < len(b) && x-k >= 0 && a[x] == b[x-k] {
				x++
			}
			*at(k) = x
			if x >= len(a) && x-k >= len(b) {
				return backtrack(trace, len(a), len(b))
			}
		}
		trace = append(trace, slices.Clone(furthest[limit+1-n:limit+2+n]))
	}
	return []byte(strings.Repeat("-", len(a)) + strings.Repeat("+", len(b)))
}

// backtrack reads the edits from the states before each edit; trace[n][k+n] is furthest[k] after n edits.
func backtrack(trace [][]int, x, y int) []byte {
	var ops []byte
	for n := len(trace); n > 0; n-- {
		before := trace[n-1]
		get := func(k int) int {
			if k < -(n-1) || k > n-1 {
				return -1
			}
			return before[k+n-1]
		}
		k := x - y
		op, from := byte('-'), k-1
		if k == -n || k != n && get(k-1) < get(k+1) {
			op, from = '+', k+1
		}
		fromX := get(from)
		afterX := fromX // of the edit, before the equal lines that follow it
		if op == '-' {
			afterX++
		}
		for ; x > afterX; x-- {
			ops = append(ops, '=')
		}
		ops = append(ops, op)
		x, y = fromX, fromX-from
	}
	for ; x > 0; x-- {
		ops = append(ops, '=')
	}
	slices.Reverse(ops)
	return ops
}

// hunk is a stretch of edits with its context.
type hunk []edit

func hunks(edits []edit, context int) []hunk {
	var all []hunk
	start, end := -1, 0
	for i, e := range edits {
		if e.op == '=' {
			continue
		}
		from := max(0, i-context)
		if start >= 0 && from > end {
			all = append(all, edits[start:end])
			start = -1
		}
		if start < 0 {
			start = from
		}
		end = min(len(edits), i+context+1)
	}
	return append(all, edits[start:end])
}

// lengths counts the lines of the hunk on both sides.
func (h hunk) lengths() (a, b int) {
	for _, e := range h {
		if e.op != '+' {
			a++
		}
		if e.op != '-' {
			b++
		}
	}
	return a, b
}

func (h hunk) writeUnified(out *strings.Builder) {
	a, b := h.lengths()
	span := func(start, n int) string {
		switch n {
		case 0:
			return fmt.Sprintf("%d,0", start)
		case 1:
			return strconv.Itoa(start + 1)
		}
		return fmt.Sprintf("%d,%d", start+1, n)
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(h[0].a, a), span(h[0].b, b))
	for _, e := range h {
		op := e.op
		if op == '=' {
			op = ' '
		}
		writeDiffLine(out, string(op), e.text)
	}
}

func (h hunk) writeContext(out *strings.Builder) {
	a, b := h.lengths()
	span := func(start, n int) string {
		if n <= 1 {
			return strconv.Itoa(start + n)
		}
		return fmt.Sprintf("%d,%d", start+1, start+n)
	}
	marks := h.contextMarks()
	for _, side := range []struct{ header, other, own string }{
		{fmt.Sprintf("***************\n*** %s ****\n", span(h[0].a, a)), "+", "-"},
		{fmt.Sprintf("--- %s ----\n", span(h[0].b, b)), "-", "+"},
	} {
		out.WriteString(side.header)
		if !slices.ContainsFunc(h, func(e edit) bool { return string(e.op) == side.own }) {
			continue
		}
		for i, e := range h {
			if string(e.op) != side.other {
				writeDiffLine(out, string(marks[i])+" ", e.text)
			}
		}
	}
}

// contextMarks are the marks of a context diff: `!` for a line in a run of both deletions and insertions.
func (h hunk) contextMarks() []byte {
	marks := make([]byte, len(h))
	for i := 0; i < len(h); {
		if h[i].op == '=' {
			marks[i] = ' '
			i++
			continue
		}
		end, ops := i, map[byte]bool{}
		for ; end < len(h) && h[end].op != '='; end++ {
			ops[h[end].op] = true
		}
		for ; i < end; i++ {
			marks[i] = h[i].op
			if len(ops) == 2 {
				marks[i] = '!'
			}
		}
	}
	return marks
}

func writeDiffLine(out *strings.Builder, mark, text string) {
	out.WriteString(mark + text)
	if !strings.HasSuffix(text, "\n") {
		out.WriteString("\n\\ No newline at end of file\n")
	}
}
