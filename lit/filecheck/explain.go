package filecheck

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// explanation collects what a run does with each directive.
type explanation struct {
	file  *CheckFile
	check *checkText
	steps map[*directive][]explainedStep
}

// explainedStep is a step with what is known about it only at its time.
type explainedStep struct {
	step
	pattern  string // as compiled, with values
	values   []usedValue
	captures []capturedValue
}

// capturedValue is a variable that a step gave a value.
type capturedValue struct {
	name, value string
	at          extent
}

func newExplanation(file *CheckFile, check *checkText) *explanation {
	return &explanation{file, check, map[*directive][]explainedStep{}}
}

// observe takes note of a step. LABELs are found twice: ahead of their block and at its end; the
// second one counts.
func (e *explanation) observe(r *run, s *step) {
	all := e.steps[s.directive]
	switch last := len(all) - 1; {
	case s.outcome == foundWrongLine || s.outcome == foundDiscarded:
		all[last].outcome = s.outcome
		return
	case s.directive.kind == kindLabel && s.outcome == foundExpected && s.nth <= len(all):
		all = all[:last]
	}
	x := explainedStep{step: *s, pattern: r.compiledText(s.directive)}
	if s.directive.kind != kindEOF {
		x.values = r.values(s.directive)
	}
	if s.outcome == foundExpected {
		x.captures = r.capturedValues(s.directive)
	}
	e.steps[s.directive] = append(all, x)
}

// compiledText is the fixed string or the expression that a directive looks for, with the values of
// variables.
func (r *run) compiledText(d *directive) string {
	if len(d.pattern.holes) > 0 {
		if text, problems := d.pattern.fill(r.env); problems == nil {
			return text
		}
	}
	return d.pattern.unfilled()
}

// unfilled is the fixed string or the expression, with blocks as they are written where values are
// to be.
func (p *pattern) unfilled() string {
	text := string(p.text())
	for i := range slices.Backward(p.holes) {
		h := &p.holes[i]
		text = text[:h.index] + "[[" + h.text.String() + "]]" + text[h.index:]
	}
	return text
}

func (r *run) capturedValues(d *directive) []capturedValue {
	var all []capturedValue
	for _, c := range d.pattern.strings {
		v := r.env.strings[c.name]
		all = append(all, capturedValue{c.name, v.text, v.captured})
	}
	for _, c := range d.pattern.numbers {
		if v := r.env.numbers[c.number]; v != nil {
			all = append(all, capturedValue{c.number.name, v.String(), v.captured})
		}
	}
	return all
}

// explainedDirective is a directive as --explain=json prints it.
type explainedDirective struct {
	Directive string           `json:"directive"`
	File      string           `json:"file"`
	Line      int              `json:"line"`
	Column    int              `json:"column"`
	Pattern   string           `json:"pattern"`
	Fixed     string           `json:"fixed,omitempty"`
	Regex     string           `json:"regex,omitempty"`
	Searches  []explainedFound `json:"searches"` // none if the directive was not reached
}

// explainedFound is one search.
type explainedFound struct {
	Outcome  string          `json:"outcome"`
	Region   explainedRange  `json:"region"`
	Match    *explainedRange `json:"match,omitempty"`
	Values   []explainedVar  `json:"values,omitempty"`
	Captures []explainedVar  `json:"captures,omitempty"`
	Problems []string        `json:"problems,omitempty"`
}

// explainedRange is a part of the input; the end is where the first byte after it is.
type explainedRange struct {
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"endLine"`
	EndColumn int `json:"endColumn"`
}

// explainedVar is a variable, or a block of a pattern, with its value and where that was captured.
type explainedVar struct {
	Name  string          `json:"name"`
	Value string          `json:"value"`
	At    *explainedRange `json:"at,omitempty"`
}

var outcomeNames = [...]string{
	foundExpected:  "matched",
	foundExcluded:  "found, but excluded",
	foundWrongLine: "matched on the wrong line",
	foundDiscarded: "discarded, as it overlaps an earlier DAG match",
	noneExcluded:   "absent, as demanded",
	noneExpected:   "not found",
	noneInvalid:    "no usable pattern",
}

func (e *explanation) write(w io.Writer, result *Result, mode explainMode) {
	if mode == explainNot {
		return
	}
	all := []explainedDirective{}
	for d := range e.file.directives() {
		if d.kind != kindEOF {
			all = append(all, e.describe(d, result.input))
		}
	}
	if mode == explainJSON {
		text, _ := json.MarshalIndent(all, "", "  ") // plain data cannot fail
		fmt.Fprintf(w, "%s\n", text)
		return
	}
	for i := range all {
		all[i].write(w, result.input.name)
	}
}

func (e *explanation) describe(d *directive, input *source) explainedDirective {
	body := e.check.diagnose(d.body, "")
	x := explainedDirective{Directive: d.written(), File: body.File, Line: body.Line, Column: body.Column,
		Pattern: d.body.trimRight().String(), Searches: []explainedFound{}}
	if d.exact > 0 && d.kind == kindNot {
		x.Directive += ", no more"
	}
	text := d.pattern.unfilled()
	for _, s := range e.steps[d] {
		text = s.pattern
		found := explainedFound{Outcome: outcomeNames[s.outcome], Region: input.rangeOf(s.region)}
		switch s.outcome {
		case foundExpected, foundExcluded, foundWrongLine, foundDiscarded:
			match := input.rangeOf(s.found)
			found.Match = &match
		}
		for _, v := range s.values {
			found.Values = append(found.Values, input.variable(v.name, v.value, v.captured))
		}
		for _, c := range s.captures {
			found.Captures = append(found.Captures, input.variable(c.name, c.value, c.at))
		}
		for _, problem := range s.problems {
			found.Problems = append(found.Problems, problem.Text)
		}
		x.Searches = append(x.Searches, found)
	}
	if d.pattern.fixed != nil {
		x.Fixed = text
	} else {
		x.Regex = text
	}
	return x
}

func (s *source) rangeOf(e extent) explainedRange {
	var r explainedRange
	r.Line, r.Column = s.position(e.start)
	r.EndLine, r.EndColumn = s.position(e.end)
	return r
}

// variable describes a value; one of the command line has no place.
func (s *source) variable(name, value string, at extent) explainedVar {
	v := explainedVar{Name: name, Value: value}
	if at.end > 0 {
		r := s.rangeOf(at)
		v.At = &r
	}
	return v
}

func (r *explainedRange) String() string {
	return fmt.Sprintf("%d:%d to %d:%d", r.Line, r.Column, r.EndLine, r.EndColumn)
}

// write prints a directive for people; input is the name of the input.
func (x *explainedDirective) write(w io.Writer, input string) {
	fmt.Fprintf(w, "%s:%d:%d: %s: %s\n", x.File, x.Line, x.Column, x.Directive, x.Pattern)
	if x.Regex != "" {
		fmt.Fprintf(w, "  regex     %s\n", strings.ReplaceAll(x.Regex, "\n", `\n`))
	} else {
		fmt.Fprintf(w, "  fixed     %s\n", x.Fixed)
	}
	if len(x.Searches) == 0 {
		fmt.Fprintf(w, "  not reached\n")
	}
	const most = 8 // of the matches of a COUNT
	for i, s := range x.Searches {
		if i == most && i+1 < len(x.Searches) {
			fmt.Fprintf(w, "  and %d more\n", len(x.Searches)-most)
			return
		}
		fmt.Fprintf(w, "  searched  %s %s\n", input, &s.Region)
		for _, v := range s.Values {
			fmt.Fprintf(w, "  with      %s = \"%s\"%s\n", v.Name, escape(v.Value), v.place())
		}
		fmt.Fprintf(w, "  %s", s.Outcome)
		if s.Match != nil {
			fmt.Fprintf(w, " at %s", s.Match)
		}
		for _, problem := range s.Problems {
			fmt.Fprintf(w, ": %s", problem)
		}
		fmt.Fprintln(w)
		for _, v := range s.Captures {
			fmt.Fprintf(w, "  captured  %s = \"%s\"%s\n", v.Name, escape(v.Value), v.place())
		}
	}
}

func (v *explainedVar) place() string {
	if v.At == nil {
		return ""
	}
	return fmt.Sprintf(", from %d:%d", v.At.Line, v.At.Column)
}
