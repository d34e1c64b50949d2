package filecheck

import "slices"

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
	opts *Options
	env  *environment
}

// Run checks input; name is how messages call it.
func (c *CheckFile) Run(name string, input []byte) *Result {
	r := &run{
		Result: &Result{file: c, input: newSource(name, canonicalize(input, c.opts.StrictWhitespace))},
		opts:   &c.opts,
		env:    newEnvironment(c),
	}
	r.Matched = r.blocks()
	return r.Result
}

// blocks cuts the input at the matches of LABEL directives and runs the directives of each block in its part. A LABEL is
// found ahead of everything else in its block; the run of the block, which it ends, finds it again.
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

// check applies one check to a region: its NOTs and DAGs, then its own pattern, then where that was allowed to match.
// The result reaches from the start of the first match to the end of the last.
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
		r.annotateWrongLine(&c.directive, found)
		return extent{}, false
	}
	if !r.excluded(nots, skipped) {
		return extent{}, false
	}
	return found, true
}

// positive searches for the pattern of a check, as often as it counts.
func (r *run) positive(c *check, region extent) (extent, bool) {
	var all extent
	rest := region
	for i := 1; i <= c.count; i++ {
		m := r.search(&c.directive, rest)
		if !r.reportPositive(&c.directive, i, rest, m) {
			return extent{}, false
		}
		if i == 1 {
			all.start = rest.start + m.start
		}
		rest.start += m.end
		if m.end == 0 && !r.opts.Verbose {
			break // an empty match here: the others are the same
		}
	}
	all.end = rest.start
	return all, true
}

func (r *run) search(d *directive, region extent) matchResult {
	return d.pattern.match(r.input.text[region.start:region.end], region.start, r.env)
}

// onRightLine verifies NEXT, EMPTY and SAME by the newlines in the text that was skipped before the match.
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

// countNewlines counts line breaks, of which \r\n and \n\r are one each, and finds where the first one ends.
func countNewlines(text []byte, in extent) (n, afterFirst int) {
	for i := in.start; i < in.end; i++ {
		if text[i] != '\n' && text[i] != '\r' {
			continue
		}
		if i+1 < in.end && (text[i+1] == '\n' || text[i+1] == '\r') && text[i+1] != text[i] {
			i++
		}
		if n++; n == 1 {
			afterFirst = i + 1
		}
	}
	return n, afterFirst
}

// excluded verifies NOTs in a region and reports all that are violated.
func (r *run) excluded(nots []*directive, region extent) bool {
	ok := true
	for _, d := range nots {
		if !r.reportNegative(d, region, r.search(d, region)) {
			ok = false
		}
	}
	return ok
}

// group matches the DAGs before a check and verifies the NOTs between them. It returns where to go on from and the NOTs
// still to be verified.
func (r *run) group(before []*directive, region extent) (from int, nots []*directive, ok bool) {
	from = region.start
	var taken []extent // by the matches of the current group, sorted
	for i, d := range before {
		if d.kind == kindNot {
			nots = append(nots, d)
			continue
		}
		found, ok := r.dag(d, extent{from, region.end}, &taken)
		if !ok {
			return 0, nil, false
		}
		r.reportDAG(d, found)
		if i+1 < len(before) && before[i+1].kind == kindDAG {
			continue
		}
		if !r.excluded(nots, extent{from, taken[0].start}) {
			return 0, nil, false
		}
		nots = nil
		from = taken[len(taken)-1].end
		taken = taken[:0]
	}
	return from, nots, true
}

// dag finds the first match in a region that overlaps none of those taken, and takes it.
func (r *run) dag(d *directive, region extent, taken *[]extent) (extent, bool) {
	i := 0
	for {
		m := r.search(d, region)
		if !m.found || r.opts.VeryVerbose {
			if !r.reportPositive(d, 1, region, m) {
				return extent{}, false
			}
		}
		found := extent{region.start + m.start, region.start + m.end}
		if r.opts.AllowDAGOverlap {
			if len(*taken) == 0 {
				*taken = append(*taken, found)
			} else {
				first := &(*taken)[0]
				*first = extent{min(first.start, found.start), max(first.end, found.end)}
			}
			return found, true
		}
		for i < len(*taken) && found.start >= (*taken)[i].end {
			i++
		}
		if i == len(*taken) || found.end <= (*taken)[i].start {
			*taken = slices.Insert(*taken, i, found)
			return found, true
		}
		r.discard(d, (*taken)[i])
		region.start = (*taken)[i].end
		i++
	}
}
