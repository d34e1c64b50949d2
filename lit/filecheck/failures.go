package filecheck

import (
	"cmp"
	"slices"
	"strings"
)

// FailureKind says in which way a directive failed.
type FailureKind uint8

// The ways to fail.
const (
	NotFound  FailureKind = iota // the pattern matches nowhere in the region
	WrongLine                    // it matches, but not in the line that NEXT, SAME or EMPTY demand
	Excluded                     // it matches, but must not
	Unusable                     // a variable has no value, or the pattern is too hard
)

// Failure is a directive that failed, with what is needed to mend it.
type Failure struct {
	Line      int // of the check file; 0 for a directive of the command line
	Kind      FailureKind
	Nth       int        // the match of a COUNT that failed, from 1
	Region    string     // what was searched; for WrongLine, what lies between the match before and this one
	Found     string     // the match, for WrongLine and Excluded
	Variables []Variable // string variables with values, the last captured first
}

// Variable is a string variable and its value.
type Variable struct{ Name, Value string }

// Failures checks an input and returns the first failure of each block between LABELs, in order. It
// returns nothing if all directives hold.
func (c *CheckFile) Failures(name string, input []byte) []Failure {
	log := &failureLog{}
	c.observedRun(name, input, log)
	return log.failures
}

// failureLog collects the failures of a run.
type failureLog struct{ failures []Failure }

var failureKinds = map[outcome]FailureKind{
	noneExpected: NotFound, foundWrongLine: WrongLine, foundExcluded: Excluded, noneInvalid: Unusable,
}

func (l *failureLog) observe(r *run, s *step) {
	kind, failed := failureKinds[s.outcome]
	if !failed {
		return
	}
	text := func(e extent) string { return string(r.input.text[e.start:e.end]) }
	f := Failure{Line: s.directive.line, Kind: kind, Nth: s.nth, Region: text(s.region), Variables: r.env.variables()}
	if kind == WrongLine || kind == Excluded {
		f.Found = text(s.found)
	}
	l.failures = append(l.failures, f)
}

// variables lists the string variables, the last captured first.
func (e *environment) variables() []Variable {
	type captured struct {
		Variable
		at int
	}
	var all []captured
	for name, v := range e.strings {
		all = append(all, captured{Variable{name, v.text}, v.captured.start})
	}
	slices.SortFunc(all, func(a, b captured) int {
		return cmp.Or(cmp.Compare(b.at, a.at), strings.Compare(a.Name, b.Name))
	})
	out := make([]Variable, len(all))
	for i, c := range all {
		out[i] = c.Variable
	}
	return out
}
