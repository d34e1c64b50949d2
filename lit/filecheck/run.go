package filecheck

import "bytes"

// Result is what a run found out.
type Result struct {
	Matched     bool
	Diagnostics []*Diagnostic // in the order in which they arose

	file        *CheckFile
	input       *source
	annotations []annotation
}

// run is one application of a check file to an input.
type run struct {
	*Result
	opts  *Options
	env   *environment
	watch observer // or nil
}

// Run checks input; name is how messages call it.
func (c *CheckFile) Run(name string, input []byte) *Result { return c.observedRun(name, input, nil) }

// observedRun is Run with somebody watching, who may be nil.
func (c *CheckFile) observedRun(name string, input []byte, watch observer) *Result {
	return c.run(newSource(name, canonicalize(input, c.opts.StrictWhitespace)), watch)
}

// run is observedRun for an input in canonical form.
func (c *CheckFile) run(input *source, watch observer) *Result {
	r := &run{
		Result: &Result{file: c, input: input},
		opts:   &c.opts,
		env:    newEnvironment(c),
		watch:  watch,
	}
	r.Matched = r.blocks()
	return r.Result
}

// blocks cuts the input at the matches of LABEL directives and runs the directives of each block in
// its part. A LABEL is found ahead of everything else in its block; the run of the block, which it
// ends, finds it again.
func (r *run) blocks() bool {
	matched := true
	rest := extent{0, len(r.input.text)}
	checks := r.file.checks
	for first := true; ; first = false {
		block, n := rest, 0
		for n < len(checks) && checks[n].kind != kindLabel {
			n++
		}
		last := n == len(checks)
		if !last {
			found, ok := r.positive(checks[n], rest)
			if !ok {
				return false // without the label nothing more can be told apart
			}
			block.end, rest.start = found.end, found.end
			n++
		}
		if !first && r.opts.EnableVarScope {
			r.env.clearLocals()
		}
		for _, c := range checks[:n] {
			found, ok := r.check(c, block)
			if !ok {
				matched = false
				break
			}
			block.start = found.end
		}
		if last {
			return matched
		}
		checks = checks[n:]
	}
}

// check applies one check to a region: its NOTs and DAGs, then its own pattern, then where that was
// allowed to match. The result reaches from the start of the first match to the end of the last.
func (r *run) check(c *check, region extent) (extent, bool) {
	from, nots, ok := r.group(c.before, region)
	if !ok {
		return extent{}, false
	}
	rest := extent{from, region.end}
	found, ok := r.positive(c, rest)
	if !ok {
		return extent{}, false
	}
	skipped := extent{from, found.start}
	if !r.onRightLine(c, skipped) {
		r.annotateWrongLine(&c.directive, skipped, found)
		return extent{}, false
	}
	if !r.excluded(nots, skipped) {
		return extent{}, false
	}
	return found, true
}

// maxEmptyReports is how many empty matches of one COUNT are reported, all in the same place.
const maxEmptyReports = 1 << 16

// positive searches for the pattern of a check, as often as it counts.
func (r *run) positive(c *check, region extent) (extent, bool) {
	var all extent
	rest := region
	for i := 1; i <= c.count; i++ {
		m := r.search(&c.directive, rest, nil)
		if !r.reportPositive(&c.directive, i, rest, m) {
			return extent{}, false
		}
		if i == 1 {
			all.start = rest.start + m.start
		}
		rest.start += m.end
		if m.end == 0 && (!r.opts.Verbose || i >= maxEmptyReports) {
			break // an empty match here: the others are the same
		}
	}
	all.end = rest.start
	return all, true
}

// search looks for the pattern of d in a region, with the help of an index, which may be nil.
func (r *run) search(d *directive, region extent, index *literalIndex) matchResult {
	return d.pattern.match(r.input.text[region.start:region.end], region.start, r.env, index.locator(d, region))
}

// onRightLine verifies NEXT, EMPTY and SAME by the newlines in the text that was skipped before the
// match.
func (r *run) onRightLine(c *check, skipped extent) bool {
	switch c.kind {
	case kindNext, kindEmpty, kindSame:
	default:
		return true
	}
	newlines, afterFirst := countNewlines(r.input.text, skipped)
	name := c.prefix + c.kind.suffix()
	text := ""
	switch {
	case c.kind == kindSame && newlines != 0:
		text = name + ": is not on the same line as the previous match"
	case c.kind == kindSame || newlines == 1:
		return true
	case newlines == 0:
		text = name + ": is on the same line as previous match"
	default:
		text = name + ": is not on the line after the previous match"
	}
	r.report(diagnose(Error, c.body.src, c.body.start, c.body.start, text))
	r.note(skipped.end, skipped.end, "'next' match was here")
	r.note(skipped.start, skipped.start, "previous match ended here")
	if c.kind != kindSame && newlines > 1 {
		r.note(afterFirst, afterFirst, "non-matching line after previous match is here")
	}
	return false
}

// countNewlines counts line breaks, of which \r\n and \n\r are one each, and finds where the first
// one ends.
func countNewlines(text []byte, in extent) (n, afterFirst int) {
	for i := in.start; ; i++ {
		at := bytes.IndexAny(text[i:in.end], "\r\n")
		if at < 0 {
			return n, afterFirst
		}
		i += at
		if i+1 < in.end && (text[i+1] == '\n' || text[i+1] == '\r') && text[i+1] != text[i] {
			i++
		}
		if n++; n == 1 {
			afterFirst = i + 1
		}
	}
}
