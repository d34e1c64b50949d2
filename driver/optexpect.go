package driver

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tg-opt/tg/ir"
)

// expectation is a comment that announces a diagnostic:
//
//	// expected-error@+1 {{use of undeclared}}
//
// `@-N`, `@above` (the line before this and its neighbours with expectations),
// `@below` and `@unknown` (no position) say where, nothing means the same
// line. With `-re`, pieces in nested double braces are regular expressions.
type expectation struct {
	severity string
	line     int // 0 for no position
	text     string
	pattern  *regexp.Regexp
	loc      ir.Loc
	met      bool
}

var expectationForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`expected-(error|warning|remark|note)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}[ \t\r]*$`)
})

// expectations collects the diagnostics of one chunk and compares them with
// the comments in it.
type expectations struct {
	ctx      *ir.Context
	file     string
	onlyMine bool // diagnostics that nobody expects are fine
	list     []*expectation
	problems []*ir.Diag
}

// newExpectations reads the comments of a chunk.
func newExpectations(ctx *ir.Context, file string, c chunk, onlyMine bool) (*expectations, error) {
	e := &expectations{ctx: ctx, file: file, onlyMine: onlyMine}
	if !bytes.Contains(c.text, []byte("expected-")) {
		return e, nil
	}
	src, err := ctx.AddSource(file, c.text, c.firstLine)
	if err != nil {
		return nil, err
	}
	form := expectationForm()
	lastPlain := 0           // the last line without an expectation
	var below []*expectation // those for the next line without
	offset, line := 0, c.firstLine
	for text := range bytes.Lines(c.text) {
		line++
		m := form.FindSubmatchIndex(bytes.TrimRight(text, "\n"))
		if m == nil {
			for _, x := range below {
				x.line = line
			}
			below, lastPlain = nil, line
			offset += len(text)
			continue
		}
		x := &expectation{severity: string(text[m[2]:m[3]]), line: line, text: string(text[m[10]:m[11]]), loc: src.Loc(offset + m[0])}
		where := ""
		if m[8] >= 0 {
			where = string(text[m[8]:m[9]])
		}
		switch where {
		case "":
		case "above":
			x.line = lastPlain
		case "below":
			below = append(below, x)
		case "unknown":
			x.line = 0
		default:
			n, err := strconv.Atoi(where)
			if err != nil || line+n < 1 {
				e.problems = append(e.problems, ir.Errorf(x.loc, "there is no line %s lines from here", where))
			}
			x.line = line + n
		}
		if m[4] >= 0 {
			if x.pattern, err = expectationPattern(x.text); err != nil {
				e.problems = append(e.problems, ir.Errorf(x.loc, "invalid regex: %s", err))
			}
		}
		e.list = append(e.list, x)
		offset += len(text)
	}
	return e, nil
}

// expectationPattern makes the pieces of text in double braces regular
// expressions, and the rest literal.
func expectationPattern(text string) (*regexp.Regexp, error) {
	var b strings.Builder
	for {
		literal, rest, found := strings.Cut(text, "{{")
		b.WriteString(regexp.QuoteMeta(literal))
		if !found {
			return regexp.Compile(b.String())
		}
		expr, rest, found := strings.Cut(rest, "}}")
		if !found {
			return nil, fmt.Errorf("found start of regex with no end '}}'")
		}
		b.WriteString("(?:" + expr + ")")
		text = rest
	}
}

// check ticks off the expectation that d and each of its notes meets.
func (e *expectations) check(d *ir.Diag) {
	if !e.meet(d) && !e.onlyMine {
		e.problems = append(e.problems, ir.Errorf(d.Loc, "unexpected %s: %s", d.Severity, d.Message))
	}
	for i := range d.Notes {
		e.check(&d.Notes[i])
	}
}

func (e *expectations) meet(d *ir.Diag) bool {
	line := 0
	if p, ok := e.ctx.FilePosition(d.Loc); ok && p.File == e.file {
		line = p.Line
	}
	for _, x := range e.list {
		if x.met || x.line != line || x.severity != d.Severity.String() {
			continue
		}
		if x.pattern != nil && x.pattern.MatchString(d.Message) || x.pattern == nil && strings.Contains(d.Message, x.text) {
			x.met = true
			return true
		}
	}
	return false
}

// finish is everything that was not as expected.
func (e *expectations) finish() []*ir.Diag {
	for _, x := range e.list {
		if !x.met {
			e.problems = append(e.problems, ir.Errorf(x.loc, "expected %s \"%s\" was not produced", x.severity, x.text))
		}
	}
	return e.problems
}
