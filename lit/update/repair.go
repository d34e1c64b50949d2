package update

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/lit/filecheck"
)

// maxMends is how often one line is changed before it is given up: RUN lines that want different
// texts would change it for ever.
const maxMends = 3

// repairer mends the directives of a file that fail.
type repairer struct {
	name     string
	lines    []string
	original []string
	calls    []*call
	mends    map[int]int // by line, from 1
	problems map[int]*Error
	order    []int // lines of problems, as they arose
}

// repair changes the text of the directives that fail until all RUN lines pass, or nothing more can
// be done. It returns the new text and what could not be repaired.
func repair(name, text string, calls []*call) (string, []*Error) {
	r := &repairer{name: name, calls: calls, mends: map[int]int{}, problems: map[int]*Error{}}
	r.lines = strings.Split(text, "\n")
	r.original = strings.Split(text, "\n")
	for r.round() {
	}
	var all []*Error
	for _, line := range r.order {
		all = append(all, r.problems[line])
	}
	return strings.Join(r.lines, "\n"), all
}

// round mends what fails in one use of FileCheck, a directive in each block, and reports whether
// there was any.
func (r *repairer) round() bool {
	for _, c := range r.calls {
		file, err := filecheck.Parse(r.name, []byte(strings.Join(r.lines, "\n")), c.Options)
		if err != nil {
			r.give(c.line, c.errorf("FileCheck cannot read the checks:\n%v", err))
			continue
		}
		if c.input == "" && !c.AllowEmpty {
			r.give(c.line, c.errorf("the command prints nothing; FileCheck accepts that only with --allow-empty"))
			continue
		}
		mended := false
		for _, failure := range file.Failures("<stdin>", []byte(c.input)) {
			if r.problems[failure.Line] == nil && r.mend(c, &failure) {
				mended = true
			}
		}
		if mended {
			return true
		}
	}
	return false
}

func (r *repairer) give(line int, problem *Error) {
	if r.problems[line] == nil {
		r.order = append(r.order, line)
	}
	r.problems[line] = problem
}

// mend changes the line of a failure, or notes why it cannot.
func (r *repairer) mend(c *call, f *filecheck.Failure) bool {
	if f.Line == 0 {
		r.give(0, c.errorf("a text that --implicit-check-not excludes is in the output: %q", f.Found))
		return false
	}
	old := r.lines[f.Line-1]
	d, ok := findDirective(old, c.prefixes())
	if !ok {
		r.give(f.Line, &Error{r.name, f.Line, 1, "this directive goes over lines; it cannot be repaired"})
		return false
	}
	problem := func(format string, args ...any) bool {
		r.give(f.Line, &Error{r.name, f.Line, d.start + 1, fmt.Sprintf(format, args...)})
		return false
	}
	if r.mends[f.Line] == maxMends {
		r.lines[f.Line-1] = r.original[f.Line-1]
		return problem("no text of this directive is right for all RUN lines that use it")
	}
	m := &mender{directive: d, failure: f, fullLine: c.Options.MatchFullLines,
		renderer: &renderer{escaped: escapedText(c.prefixes())}}
	if err := m.mend(); err != nil {
		return problem("%v", err)
	}
	line := old[:d.start] + d.prefix + m.suffix + old[d.suffixEnd:d.textStart] + m.text + old[d.textEnd:]
	if line == old {
		return problem("this directive fails in a way that a change of its text cannot repair")
	}
	r.mends[f.Line]++
	r.lines[f.Line-1] = line
	return true
}

// located is a directive in a line.
type located struct {
	prefix, suffix     string
	start, suffixEnd   int
	textStart, textEnd int
	text               string
}

// findDirective finds the directive in a line of a file.
func findDirective(line string, prefixes []string) (located, bool) {
	m := directivePattern(prefixes).FindStringSubmatchIndex(line)
	if m == nil {
		return located{}, false
	}
	d := located{prefix: line[m[2]:m[3]], suffix: line[m[4]:m[5]], start: m[2], suffixEnd: m[5], textStart: m[6]}
	rest := strings.TrimRight(line[m[6]:], " \t\r")
	d.textEnd = m[6] + len(rest)
	d.textStart += len(rest) - len(strings.TrimLeft(rest, " \t"))
	d.text = line[d.textStart:d.textEnd]
	return d, true
}
