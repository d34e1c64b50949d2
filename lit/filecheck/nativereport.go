package filecheck

import (
	"fmt"
	"slices"
	"strings"
)

// nativeReport watches a run and describes its failures: what was expected, with the values of
// variables, next to what is there.
type nativeReport struct {
	check *checkText
	brush brush

	text     strings.Builder
	failures int
	blocks   []extent // the parts of the input between LABELs, in order, and
	labels   []*directive
	captured map[string]*directive // that gave a variable its value
	last     *step                 // the good match before
	counted  []extent              // matches of the COUNT so far
}

func newNativeReport(file *CheckFile, text []byte, b brush) *nativeReport {
	return &nativeReport{check: newCheckText(file, text), brush: b, captured: map[string]*directive{}}
}

// observe takes note of good matches and reports the others.
func (n *nativeReport) observe(r *run, s *step) {
	switch s.outcome {
	case foundExpected:
		n.good(s)
	case foundExcluded:
		if s.directive.exact > 0 {
			n.oneMore(r, s)
		} else {
			n.excluded(r, s)
		}
	case foundWrongLine:
		n.wrongLine(r, s)
	case noneExpected:
		n.notFound(r, s)
	case noneInvalid:
		n.unusable(r, s)
	}
}

func (n *nativeReport) good(s *step) {
	d := s.directive
	for _, name := range d.captureNames() {
		n.captured[name] = d
	}
	if d.kind == kindLabel {
		n.blocks, n.labels = append(n.blocks, s.found), append(n.labels, d)
	}
	if s.nth == 1 {
		n.counted = n.counted[:0]
	}
	n.counted = append(n.counted, s.found)
	n.last = s
}

// start begins the report of a failure.
func (n *nativeReport) start(d *directive, text string) {
	n.startWith(n.check.diagnose(d.body, d.written()+": "+text))
}

func (n *nativeReport) startWith(d *Diagnostic) {
	if n.failures++; n.failures > 1 {
		n.text.WriteByte('\n')
	}
	n.text.WriteString(d.render(n.brush))
}

func (n *nativeReport) line(format string, args ...any) {
	fmt.Fprintf(&n.text, "  "+format+"\n", args...)
}

// notFound reports a pattern that matches nowhere in its region, with the line that is most like
// it. For a NEXT that is the next line, if it is like it at all.
func (n *nativeReport) notFound(r *run, s *step) {
	d := s.directive
	text := "expected string not found in input"
	if d.count > 1 {
		text = fmt.Sprintf("found %d of %d", s.nth-1, d.count)
	}
	n.start(d, text)
	if s.nth > 1 {
		n.line("found %s", n.lines(r, n.counted))
	}
	n.misplaced(r, s)
	t := r.template(d)
	if d.kind == kindEmpty {
		n.whereEmpty(r, s.region)
	} else if !n.compareDemanded(r, s, t) {
		n.compareNearest(r, s, t)
	}
	n.values(r, d)
	n.searched(r, s.region)
	if d.kind == kindLabel {
		n.line("nothing from the LABEL before it on is checked without it")
	}
}

// misplaced tells if the pattern matches between the last LABEL and the region: then the order is
// another than expected.
func (n *nativeReport) misplaced(r *run, s *step) {
	before := extent{0, s.region.start}
	for _, block := range n.blocks {
		if block.end <= s.region.start {
			before.start = max(before.start, block.end)
		}
	}
	if len(s.directive.captureNames()) > 0 || s.nth > 1 || s.directive.kind == kindEmpty {
		return // to search would change the variables, or is no news
	}
	m := r.search(s.directive, before, nil)
	switch {
	case !m.found:
	case s.directive.kind == kindDAG:
		n.line("it matches at %s, which overlaps the match of another DAG or comes before those", r.place(before.start+m.start))
	default:
		n.line("it matches at %s, before the part that is searched", r.place(before.start+m.start))
	}
}

// compareDemanded shows the line on which NEXT and SAME must match.
func (n *nativeReport) compareDemanded(r *run, s *step, t template) bool {
	line, ok := demandedLine(r, s.directive, s.region.start)
	if !ok {
		return false
	}
	c := compareLine(r.input.text, line, t, r.opts.IgnoreCase)
	if !c.near(t) {
		return false
	}
	n.compare(r, t, c)
	return true
}

// demandedLine is the line that follows a match that ends at a place, or the rest of its line for
// SAME.
func demandedLine(r *run, d *directive, end int) (extent, bool) {
	_, stop := r.input.lineAround(end)
	switch d.kind {
	case kindSame:
		return extent{end, stop}, true
	case kindNext, kindEmpty:
		if stop+1 >= len(r.input.text) {
			return extent{}, false
		}
		_, nextStop := r.input.lineAround(stop + 1)
		return extent{stop + 1, nextStop}, true
	}
	return extent{}, false
}

func (n *nativeReport) compareNearest(r *run, s *step, t template) {
	c, ok := nearestLine(r.input.text, s.region, t, r.opts.IgnoreCase)
	if ok {
		n.compare(r, t, c)
		return
	}
	shown, after := excerpt(t.String(), 0)
	n.line("expected: %s%s", shown, n.brush.paint(green, after))
	n.line("no line of the region is like it")
}

func (n *nativeReport) compare(r *run, t template, c comparison) {
	line, _ := r.input.position(c.line.start)
	r.showComparison(&n.text, t, c, fmt.Sprintf("line %d", line), n.brush)
}

func (n *nativeReport) whereEmpty(r *run, region extent) {
	line, ok := demandedLine(r, &directive{kind: kindEmpty}, region.start)
	if !ok {
		n.line("the input ends before an empty line")
		return
	}
	number, _ := r.input.position(line.start)
	_, text := excerpt(string(r.input.text[line.start:line.end]), 0)
	n.line("expected: an empty line")
	n.line("%9s %s", fmt.Sprintf("line %d:", number), n.brush.paint(red, text))
}

// wrongLine reports a match that is not on the line that NEXT, SAME or EMPTY demand.
func (n *nativeReport) wrongLine(r *run, s *step) {
	d := s.directive
	before, _ := r.input.position(s.region.start)
	at, _ := r.input.position(n.last.found.start)
	text := ""
	switch {
	case d.kind == kindSame:
		text = fmt.Sprintf("found %s below the line of the previous match", lineCount(at-before))
	case at == before || d.kind == kindEmpty && s.region.start == s.region.end:
		text = "found on the same line as the previous match"
	default:
		text = fmt.Sprintf("found on line %d, %s too far down", at, lineCount(at-before-1))
	}
	n.start(d, text)
	line, ok := demandedLine(r, d, s.region.start)
	if d.kind == kindEmpty {
		n.whereEmpty(r, s.region)
	} else if t := r.template(d); ok {
		n.compare(r, t, compareLine(r.input.text, line, t, r.opts.IgnoreCase))
	}
	if d.kind != kindEmpty {
		n.showFound(r, n.last.found, "found at")
	}
	n.line("previous match ended at %s", r.place(s.region.start))
	n.values(r, d)
}

func lineCount(n int) string { return fmt.Sprintf("%d line%s", n, plural(n, "s", "")) }

// excluded reports a NOT whose pattern is there.
func (n *nativeReport) excluded(r *run, s *step) {
	n.start(s.directive, "excluded string found in input")
	n.showFound(r, s.found, "found at")
	n.values(r, s.directive)
	n.searched(r, s.region)
}

// oneMore reports that a COUNT-n! has more matches than n.
func (n *nativeReport) oneMore(r *run, s *step) {
	n.start(s.directive, fmt.Sprintf("found more than %d", s.directive.exact))
	n.showFound(r, s.found, "one too many at")
	n.values(r, s.directive)
	n.searched(r, s.region)
}

// showFound writes the line of a match with a mark below it.
func (n *nativeReport) showFound(r *run, found extent, label string) {
	n.line("%s %s:", label, r.place(found.start))
	start, end := r.input.lineAround(found.start)
	before, after := excerpt(string(r.input.text[start:end]), found.start-start)
	n.text.WriteString("    " + before + after + "\n")
	length := min(found.end, end) - found.start
	marks := "^" + strings.Repeat("~", max(0, min(length, len(after))-1))
	n.text.WriteString(strings.Repeat(" ", 4+len([]rune(before))) + n.brush.paint(red, marks) + "\n")
}

// lines writes where matches are.
func (n *nativeReport) lines(r *run, found []extent) string {
	const most = 8
	var places []string
	for _, f := range found[:min(len(found), most)] {
		line, _ := r.input.position(f.start)
		places = append(places, fmt.Sprint(line))
	}
	text := "on line" + plural(len(found), "s ", " ") + strings.Join(places, ", ")
	if more := len(found) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// unusable reports a pattern whose variables have no value, or whose expression cannot be evaluated
// or is too complex.
func (n *nativeReport) unusable(r *run, s *step) {
	for _, problem := range s.problems {
		n.startWith(n.check.relocate(problem, s.directive.written()+": "+problem.Text))
		if name, undefined := strings.CutPrefix(problem.Text, "undefined variable: "); undefined {
			n.whyUndefined(r, s.directive, name)
		}
	}
	n.values(r, s.directive)
	n.operands(r, s.directive)
}

// operands lists the values of variables in numeric blocks that have no value themselves.
func (n *nativeReport) operands(r *run, d *directive) {
	for i := range d.pattern.holes {
		h := &d.pattern.holes[i]
		if _, problems := h.value(r.env); problems == nil || h.expr == nil {
			continue
		}
		uses := numericUses(h.text)
		var known []string
		for number, value := range r.env.numbers {
			if slices.Contains(uses, number.name) {
				known = append(known, fmt.Sprintf("%s = %s", number.name, value))
			}
		}
		slices.Sort(known)
		result, problems := h.expr.eval(r.env)
		switch {
		case problems == nil:
			n.line("with %s, '%s' is %s, which needs the format %%d", strings.Join(known, ", "), h.text, result)
		case problems[0].undefined == nil:
			n.line("with %s, '%s' divides by zero", strings.Join(known, ", "), h.text)
		}
	}
}

// whyUndefined tells why a variable has no value where it is used.
func (n *nativeReport) whyUndefined(r *run, use *directive, name string) {
	if d := n.captured[name]; d != nil {
		n.line("its value from line %d of the check file ended at the LABEL of line %d; call it '$%s' to keep it",
			d.line, n.labelBefore(r, use).line, name)
		return
	}
	var names []string
	for d := range r.file.directives() {
		for _, c := range d.captureNames() {
			if c == name {
				n.line("line %d of the check file captures it, but has not matched yet", d.line)
				return
			}
			names = append(names, c)
		}
	}
	for defined := range r.file.strings {
		names = append(names, defined)
	}
	slices.Sort(names)
	near := nearestVariable(name, names)
	if near == "" {
		n.line("nothing captures it; define it with [[%s:...]] or -D%s=VALUE", name, name)
		return
	}
	n.line("nothing captures it; did you mean '%s'?", near)
}

// nearestVariable is nearestName for names of any length and case.
func nearestVariable(name string, names []string) string {
	for _, other := range names {
		if strings.EqualFold(strings.TrimPrefix(name, "$"), strings.TrimPrefix(other, "$")) {
			return other
		}
	}
	return nearestName(name, names)
}

// labelBefore is the LABEL that starts the block of a directive.
func (n *nativeReport) labelBefore(r *run, d *directive) *directive {
	before := d
	for other := range r.file.directives() {
		if other.kind == kindLabel && other.line < d.line {
			before = other
		}
	}
	return before
}

// values lists the values of the variables in a pattern, and where they were captured.
func (n *nativeReport) values(r *run, d *directive) {
	told := map[usedValue]bool{}
	for _, v := range r.values(d) {
		if told[v] {
			continue // used twice
		}
		told[v] = true
		text := fmt.Sprintf("with %s = \"%s\"", v.name, escape(v.value))
		if by := n.captured[v.variable]; by != nil && v.captured.end > 0 {
			text += fmt.Sprintf(", captured at %s by line %d of the check file", r.place(v.captured.start), by.line)
		}
		n.line("%s", text)
	}
}

// usedValue is a block of a pattern with its value.
type usedValue struct {
	name     string // the block as it is written
	value    string
	variable string // the first one in the block
	captured extent
}

// values evaluates the blocks of a pattern; those without a value are left out.
func (r *run) values(d *directive) []usedValue {
	var all []usedValue
	for i := range d.pattern.holes {
		h := &d.pattern.holes[i]
		value, problems := h.value(r.env)
		if problems != nil {
			continue
		}
		v := usedValue{name: h.text.String(), value: value}
		if h.expr == nil {
			v.variable, v.captured = v.name, r.env.strings[v.name].captured
		} else {
			v.variable, v.captured = r.latestNumber(numericUses(h.text))
		}
		all = append(all, v)
	}
	return all
}

// latestNumber is the one of the named variables that was captured last.
func (r *run) latestNumber(names []string) (name string, captured extent) {
	for number, known := range r.env.numbers {
		if !slices.Contains(names, number.name) {
			continue
		}
		if at := known.captured; name == "" || at.start > captured.start || at.start == captured.start && number.name < name {
			name, captured = number.name, at
		}
	}
	return name, captured
}

// numericUses lists the variables in the inside of a numeric block.
func numericUses(inside fragment) []string {
	p := piece{body: inside}
	p.numeric()
	return p.uses
}

// searched tells which part of the input was looked at, and what ends it.
func (n *nativeReport) searched(r *run, region extent) {
	first, _ := r.input.position(region.start)
	last, _ := r.input.position(max(region.start, region.end-1))
	text := fmt.Sprintf("searched %s to line %d", r.place(region.start), last)
	if region.end == len(r.input.text) {
		text = fmt.Sprintf("searched %s to the end, line %d", r.place(region.start), last)
	}
	for i, block := range slices.Backward(n.blocks) {
		if block.end == region.end && region.end < len(r.input.text) {
			text += fmt.Sprintf(", up to the match of %s in line %d of the check file", n.labels[i].written(), n.labels[i].line)
			break
		}
	}
	n.line("%s (%s)", text, lineCount(last-first+1))
}
