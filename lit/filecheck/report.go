package filecheck

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// outcome is what an annotation of the input dump says about its range.
type outcome uint8

const (
	foundExpected  outcome = iota
	foundExcluded          // by a NOT
	foundWrongLine         // by a NEXT, SAME or EMPTY
	foundDiscarded         // a DAG that overlaps another
	noneExcluded           // a NOT that found nothing
	noneExpected
	noneInvalid // the pattern could not be used
	fuzzyMatch
)

// annotation is a remark on a range of the input for the dump.
type annotation struct {
	directive *directive
	outcome   outcome
	at        extent
	note      string // instead of the text of the outcome
}

func (r *run) report(d *Diagnostic) { r.Diagnostics = append(r.Diagnostics, d) }

// note reports about a place of the input.
func (r *run) note(start, end int, text string) {
	r.report(diagnose(Note, r.input, start, end, text))
}

func (r *run) annotate(d *directive, what outcome, at extent, note string) {
	r.annotations = append(r.annotations, annotation{d, what, at, note})
}

// reportPositive reports the result of a search for something that must be there, the i-th of
// d.count. It returns whether all is well.
func (r *run) reportPositive(d *directive, i int, region extent, m matchResult) bool {
	if m.found {
		found := extent{region.start + m.start, region.start + m.end}
		r.tell(d, foundExpected, i, region, found, nil)
		r.reportFound(d, i, found)
		return true
	}
	what := noneExpected
	if m.problems != nil {
		what = noneInvalid
		r.Diagnostics = append(r.Diagnostics, m.problems...)
	}
	r.tell(d, what, i, region, extent{}, m.problems)
	r.annotateNone(d, what, region, m.problems)
	if m.problems == nil {
		r.reportAbout(d, Error, "expected string not found in input", i)
		r.note(region.start, region.start, "scanning from here")
	}
	r.noteSubstitutions(d, region.start)
	r.fuzzy(d, region)
	return false
}

// reportNegative reports the result of a search for something that must not be there.
func (r *run) reportNegative(d *directive, region extent, m matchResult) bool {
	if m.found {
		found := extent{region.start + m.start, region.start + m.end}
		r.tell(d, foundExcluded, 1, region, found, nil)
		r.annotateFound(d, foundExcluded, found)
		r.describeFound(d, Error, "excluded string found in input", 1, found)
		return false
	}
	what := noneExcluded
	if m.problems != nil {
		what = noneInvalid
		r.Diagnostics = append(r.Diagnostics, m.problems...)
	}
	r.tell(d, what, 1, region, extent{}, m.problems)
	if what == noneExcluded && !r.opts.VeryVerbose {
		return true
	}
	r.annotateNone(d, what, region, m.problems)
	if m.problems != nil {
		r.noteSubstitutions(d, region.start)
		return false
	}
	if !r.opts.RemarksOnlyAnnotated {
		r.reportAbout(d, Remark, "excluded string not found in input", 1)
		r.note(region.start, region.start, "scanning from here")
		r.noteSubstitutions(d, region.start)
	}
	return true
}

// reportFound reports a good match, if asked to.
func (r *run) reportFound(d *directive, i int, found extent) {
	if !r.opts.Verbose || d.kind == kindEOF && !r.opts.VeryVerbose {
		return
	}
	r.annotateFound(d, foundExpected, found)
	if !r.opts.RemarksOnlyAnnotated {
		r.describeFound(d, Remark, "expected string found in input", i, found)
	}
}

// reportDAG reports the match that a DAG settled for. With -vv all its matches have been reported
// already.
func (r *run) reportDAG(d *directive, region, found extent) {
	if !r.opts.VeryVerbose {
		r.tell(d, foundExpected, 1, region, found, nil)
		r.reportFound(d, 1, found)
	}
}

// discard reports that the last match of a DAG overlaps an earlier one.
func (r *run) discard(d *directive, earlier extent) {
	if !r.opts.VeryVerbose {
		return
	}
	r.tell(d, foundDiscarded, 1, earlier, extent{}, nil)
	if !r.opts.RemarksOnlyAnnotated {
		r.note(earlier.start, earlier.end, "match discarded, overlaps earlier DAG match here")
		return
	}
	r.changeLast(d, foundDiscarded)
}

// annotateWrongLine marks a match that NEXT, SAME or EMPTY reject; with -v it has been marked as
// good before.
func (r *run) annotateWrongLine(d *directive, skipped, found extent) {
	r.tell(d, foundWrongLine, 1, skipped, found, nil)
	if r.opts.Verbose {
		r.changeLast(d, foundWrongLine)
		return
	}
	r.annotate(d, foundWrongLine, found, "")
}

// changeLast changes the annotations that belong to the last report of d.
func (r *run) changeLast(d *directive, what outcome) {
	for i := range slices.Backward(r.annotations) {
		if r.annotations[i].directive != d {
			return
		}
		r.annotations[i].outcome = what
	}
}

// reportAbout reports the i-th result of a directive.
func (r *run) reportAbout(d *directive, severity Severity, text string, i int) {
	text = d.description() + ": " + text
	if d.count > 1 {
		text += fmt.Sprintf(" (%d out of %d)", i, d.count)
	}
	r.report(diagnose(severity, d.body.src, d.body.start, d.body.start, text))
}

func (r *run) describeFound(d *directive, severity Severity, text string, i int, found extent) {
	r.reportAbout(d, severity, text, i)
	r.note(found.start, found.end, "found here")
	r.noteSubstitutions(d, found.start)
	for _, c := range r.captures(d) {
		r.note(c.at.start, c.at.end, c.text)
	}
}

func (r *run) annotateFound(d *directive, what outcome, found extent) {
	r.annotate(d, what, found, "")
	r.annotateSubstitutions(d, what, found.start)
	for _, c := range r.captures(d) {
		r.annotate(d, what, c.at, c.text)
	}
}

func (r *run) annotateNone(d *directive, what outcome, region extent, problems []*Diagnostic) {
	r.annotate(d, what, region, "")
	for _, problem := range problems {
		r.annotate(d, what, extent{region.start, region.start}, problem.Text)
	}
	r.annotateSubstitutions(d, what, region.start)
}

func (r *run) noteSubstitutions(d *directive, at int) {
	for _, text := range r.substitutions(d) {
		r.note(at, at, text)
	}
}

func (r *run) annotateSubstitutions(d *directive, what outcome, at int) {
	for _, text := range r.substitutions(d) {
		r.annotate(d, what, extent{at, at}, text)
	}
}

// substitutions describes the values that were put into the pattern of d.
func (r *run) substitutions(d *directive) []string {
	var all []string
	for i := range d.pattern.holes {
		h := &d.pattern.holes[i]
		text, problems := h.value(r.env)
		if problems != nil {
			continue
		}
		note := ""
		if strings.ContainsFunc(text, hardToRead) || hasHighBytes(text) {
			text, note = escape(text), " (escaped value)"
		}
		all = append(all, fmt.Sprintf("with \"%s\" equal to \"%s\"%s", escape(h.text.String()), text, note))
	}
	return all
}

func hardToRead(c rune) bool { return c < ' ' || c == '"' || c == 0x7f }

func hasHighBytes(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return true
		}
	}
	return false
}

// escape writes s as in a C string.
func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			b.WriteString(`\\`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '"':
			b.WriteString(`\"`)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// captureNote tells where a variable got its value.
type captureNote struct {
	at   extent
	text string
}

// captures lists the variables that the pattern of d has set, in the order of the input; those at
// the same place by name.
func (r *run) captures(d *directive) []captureNote {
	var all []captureNote
	add := func(name string, at extent) {
		all = append(all, captureNote{at, `captured var "` + name + `"`})
	}
	byName := slices.SortedFunc(slices.Values(d.pattern.strings), func(a, b stringCapture) int { return cmp.Compare(a.name, b.name) })
	for _, c := range byName {
		if v, ok := r.env.strings[c.name]; ok {
			add(c.name, v.captured)
		}
	}
	for _, c := range d.pattern.numbers {
		if v := r.env.numbers[c.number]; v != nil {
			add(c.number.name, v.captured)
		}
	}
	slices.SortStableFunc(all, func(a, b captureNote) int { return cmp.Compare(a.at.start, b.at.start) })
	return all
}
