package opt

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/lit/filecheck/ere"
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
	pattern  *ere.Regexp // nil for text
	loc      ir.Loc
	met      bool
}

var expectationForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`expected-(error|warning|remark|note)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}[ \t\r]*$`)
})

// expectations compares diagnostics with the comments in a file.
type expectations struct {
	file     string
	onlyMine bool // diagnostics that nobody expects are fine
	list     []*expectation
	byLine   map[int][]*expectation
	// ctx is that of the comments.
	ctx *ir.Context
	// report is given what is not as expected.
	report func(*ir.Context, *ir.Diag)
	failed bool
}

// newExpectations reads the comments of a file.
func newExpectations(file string, data []byte, onlyMine bool, report func(*ir.Context, *ir.Diag)) (*expectations, error) {
	e := &expectations{file: file, onlyMine: onlyMine, byLine: map[int][]*expectation{}, ctx: ir.NewContext(), report: report}
	if !bytes.Contains(data, []byte("expected-")) {
		return e, nil
	}
	src, err := e.ctx.AddSource(file, data, 0)
	if err != nil {
		return nil, err
	}
	form := expectationForm()
	lastPlain := 0           // the last line without an expectation
	var below []*expectation // those for the next line without
	offset, line := 0, 0
	for text := range bytes.Lines(data) {
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
		if e.locate(x, where, lastPlain); where == "below" {
			below = append(below, x)
		}
		if m[4] >= 0 {
			if x.pattern, err = expectationPattern(x.text); err != nil {
				e.problem(e.ctx, &ir.Diag{Loc: x.loc, Width: len(x.text), Message: err.Error()})
				offset += len(text)
				continue
			}
		}
		e.list = append(e.list, x)
		offset += len(text)
	}
	for _, x := range e.list {
		e.byLine[x.line] = append(e.byLine[x.line], x)
	}
	return e, nil
}

// locate finds the line that x is about, where it is known by now.
func (e *expectations) locate(x *expectation, where string, lastPlain int) {
	switch where {
	case "", "below":
	case "above":
		if x.line = lastPlain; x.line == 0 {
			x.line = -1 // no diagnostic is there
		}
	case "unknown":
		x.line = 0
	default:
		n, err := strconv.Atoi(where)
		if x.line += n; err != nil || x.line < 1 {
			// No diagnostic is there: it will not be produced.
			x.line = -1
		}
	}
}

// expectationPattern makes the pieces of text in double braces regular
// expressions, and the rest literal.
func expectationPattern(text string) (*ere.Regexp, error) {
	var b strings.Builder
	for {
		literal, rest, found := strings.Cut(text, "{{")
		b.WriteString(ere.Quote(literal))
		if !found {
			re, err := ere.Compile(b.String(), 0)
			if err != nil {
				return nil, fmt.Errorf("invalid regex: %w", err)
			}
			return re, nil
		}
		expr, rest, found := strings.Cut(rest, "}}")
		if !found {
			return nil, fmt.Errorf("found start of regex with no end '}}'")
		}
		if _, err := ere.Check(expr); err != nil {
			return nil, fmt.Errorf("invalid regex: %w", err)
		}
		b.WriteString("(" + expr + ")")
		text = rest
	}
}

func (x *expectation) matches(message string) bool {
	if x.pattern == nil {
		return strings.Contains(message, x.text)
	}
	found, err := x.pattern.Find([]byte(message), false, nil)
	return err == nil && found != nil
}

func (e *expectations) problem(ctx *ir.Context, d *ir.Diag) {
	e.failed = true
	e.report(ctx, d)
}

// check ticks off the expectations that d and each of its notes meet. One may
// be met by several diagnostics.
func (e *expectations) check(ctx *ir.Context, d *ir.Diag) {
	line := 0
	if p, ok := ctx.FilePosition(d.Loc); ok {
		if line = p.Line; p.File != e.file {
			line = -1
		}
	}
	met := false
	var near *expectation
	for _, x := range e.byLine[line] {
		if met || line < 0 || !x.matches(d.Message) {
			continue
		}
		if met = x.severity == d.Severity.String(); met {
			x.met = true
		} else {
			near = x
		}
	}
	switch {
	case met || e.onlyMine:
	case near != nil:
		e.problem(e.ctx, ir.Errorf(near.loc, "'%s' diagnostic emitted when expecting a '%s'", d.Severity, near.severity))
	default:
		e.problem(ctx, ir.Errorf(d.Loc, "unexpected %s: %s", d.Severity, d.Message))
	}
	for i := range d.Notes {
		e.check(ctx, &d.Notes[i])
	}
}

// finish reports what was expected in vain, and whether all was as expected.
func (e *expectations) finish() bool {
	var unknown []*expectation
	vain := func(x *expectation, loc ir.Loc) {
		if !x.met {
			e.problem(e.ctx, &ir.Diag{Loc: loc, Width: len(x.text), Message: fmt.Sprintf("expected %s \"%s\" was not produced", x.severity, x.text)})
		}
	}
	for _, x := range e.list {
		if x.line == 0 {
			unknown = append(unknown, x)
			continue
		}
		vain(x, x.loc)
	}
	for _, x := range unknown {
		vain(x, 0)
	}
	return !e.failed
}
