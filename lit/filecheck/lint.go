package filecheck

import (
	"cmp"
	"slices"
	"strings"
)

// LintOptions says how a check file is used and what the linter is to leave out.
type LintOptions struct {
	Options
	Disabled []string // names of rules; unknown ones are ignored
}

// lintRule finds one kind of mistake that FileCheck keeps silent about.
type lintRule struct {
	name     string
	severity Severity
	doc      string
	check    func(f *lintFile, report reportFunc)
}

// reportFunc takes a finding: its place, what is wrong and what would be right, and the text that
// is to replace what is at the place, if there is one.
type reportFunc func(at fragment, text, fix string)

// lintRules are all rules, in the order of --list-lint. A rule is an error by itself, and not a
// warning, if what it finds is hardly ever meant.
var lintRules = slices.Concat(nameRules, prefixRules, patternRules, flowRules, variableRules, commentRules)

// Lint looks for mistakes in a check file that would make directives pass silently or mean
// something else. The findings are sorted by place, and have the severities of their rules. A line
// with `LINT-OFF: rule, ...` ends the rules named, up to one with `LINT-ON: rule, ...`. Unlike
// other diagnostics, findings count columns in the text as it is.
func Lint(name string, text []byte, opts LintOptions) []*Diagnostic {
	type finding struct {
		at fragment
		d  *Diagnostic
	}
	f := newLintFile(name, text, &opts.Options)
	f.ruleNames = lintRuleNames()
	var all []finding
	for i := range lintRules {
		rule := &lintRules[i]
		if slices.Contains(opts.Disabled, rule.name) {
			continue
		}
		rule.check(f, func(at fragment, text, fix string) {
			if f.isOff(rule.name, at.start) {
				return
			}
			d := diagnose(rule.severity, f.src, at.start, at.end, text+" ["+rule.name+"]")
			d.Rule = rule.name
			d.suggest(fix, f.src, at)
			all = append(all, finding{at, d})
		})
	}
	slices.SortStableFunc(all, func(a, b finding) int { return cmp.Compare(a.at.start, b.at.start) })
	var diagnostics []*Diagnostic
	for i, x := range all {
		if i == 0 || x.at != all[i-1].at || x.d.Text != all[i-1].d.Text { // prefixes that run together find things twice
			diagnostics = append(diagnostics, x.d)
		}
	}
	return diagnostics
}

func lintRuleNames() []string {
	var names []string
	for _, rule := range lintRules {
		names = append(names, rule.name)
	}
	return names
}

// suggest adds a replacement to a diagnostic, shown below the carets.
func (d *Diagnostic) suggest(fix string, src *source, at fragment) {
	if fix == "" {
		return
	}
	d.Fix = fix
	lineStart, _ := src.lineAround(at.start)
	before := src.text[lineStart:at.start]
	d.snippet += expandTabs([]byte(strings.Repeat(" ", len(before))), before) + fix + "\n"
}

// lintFile is a check file as the linter sees it: its text, its directives in order, and what its
// RUN lines say.
type lintFile struct {
	src        *source
	opts       *Options
	runs       runLines
	prefixes   []string // all that are known, the longest first
	directives []*lintDirective
	suspects   []suspect
	switches   []lintSwitch
	ruleNames  []string
}

// lintDirective is a directive before its pattern is compiled.
type lintDirective struct {
	directive
	name   fragment // prefix, suffix and modifiers, without the colon
	pieces []piece  // nil with {LITERAL}
}

func newLintFile(name string, text []byte, opts *Options) *lintFile {
	// Blanks stay as they are, so that columns are those of the file.
	f := &lintFile{src: newSource(name, canonicalize(text, true)), opts: opts}
	f.runs = parseRunLines(f.src)
	f.prefixes = slices.Clone(opts.prefixes())
	for _, group := range f.runs.groups {
		f.prefixes = append(f.prefixes, group...)
	}
	slices.Sort(f.prefixes)
	f.prefixes = slices.Compact(f.prefixes)
	f.prefixes = slices.DeleteFunc(f.prefixes, func(p string) bool { return p == "" || !isWordOf(p) })
	slices.SortStableFunc(f.prefixes, func(a, b string) int { return len(b) - len(a) })
	f.switches = findSwitches(f.src)
	f.scan()
	f.findSuspects()
	return f
}

// scan finds the directives of all prefixes. Malformed ones, which FileCheck reports too, are left
// to the rules about names.
func (f *lintFile) scan() {
	comments := slices.DeleteFunc(slices.Clone(f.opts.commentPrefixes()), func(c string) bool {
		return c == "" || slices.Contains(f.prefixes, c)
	})
	scan := newScanner(f.src, &Options{Prefixes: f.prefixes, CommentPrefixes: comments, ExactCount: f.opts.ExactCount})
	for {
		d, start, ok := scan.next()
		if !ok {
			return
		}
		rest := scan.rest
		_, end := f.src.lineAround(min(rest.start, len(f.src.text)))
		d.line, _ = f.src.position(start)
		scan.rest.start = max(end, rest.start)
		switch d.kind {
		case kindMisspelled, kindBadNot, kindBadCount:
			continue
		}
		d.body = fragment{f.src, min(rest.start, end), end}.trimLeft().trimRight()
		l := &lintDirective{directive: d, name: fragment{f.src, start, max(start, rest.start-1)}}
		if !d.literal {
			l.pieces = splitPattern(d.body)
		}
		f.directives = append(f.directives, l)
	}
}

// checks are the directives without comments.
func (f *lintFile) checks() []*lintDirective {
	return slices.DeleteFunc(slices.Clone(f.directives), func(d *lintDirective) bool { return d.kind == kindComment })
}

// groups are the directives that run together: one list for each set of prefixes of the RUN lines,
// or one for those of the options.
func (f *lintFile) groups() [][]*lintDirective {
	sets := f.runs.groups
	if len(sets) == 0 {
		sets = [][]string{f.opts.prefixes()}
	}
	var all [][]*lintDirective
	for _, set := range sets {
		all = append(all, slices.DeleteFunc(f.checks(), func(d *lintDirective) bool {
			return !slices.Contains(set, d.prefix)
		}))
	}
	return all
}

// blocks cuts a group after each LABEL: the directives that FileCheck runs on one part of the
// input. Each list but the first starts with its LABEL.
func blocks(group []*lintDirective) [][]*lintDirective {
	var all [][]*lintDirective
	start := 0
	for i, d := range group {
		if d.kind == kindLabel && i > start {
			all = append(all, group[start:i])
			start = i
		}
	}
	return append(all, group[start:])
}

// lintSwitch turns rules off or on from a place on.
type lintSwitch struct {
	start int
	on    bool
	rules []fragment
}

func findSwitches(src *source) []lintSwitch {
	var all []lintSwitch
	for _, on := range []bool{false, true} {
		keyword := "LINT-OFF:"
		if on {
			keyword = "LINT-ON:"
		}
		for rest := range keywordLines(src, keyword) {
			all = append(all, lintSwitch{rest.start, on, ruleList(rest)})
		}
	}
	slices.SortFunc(all, func(a, b lintSwitch) int { return a.start - b.start })
	return all
}

// ruleList is the list of words separated by commas that a text starts with; a reason may follow.
func ruleList(rest fragment) []fragment {
	var all []fragment
	for {
		rest = rest.trimLeft()
		n := 0
		for n < rest.len() && isWordByte(rest.at(n)) {
			n++
		}
		if n > 0 {
			all = append(all, rest.to(n))
		}
		rest = rest.from(n).trimLeft()
		if !rest.eat(",") {
			return all
		}
	}
}

// isOff reports whether a rule is off at a place.
func (f *lintFile) isOff(rule string, at int) bool {
	off := false
	for _, s := range f.switches {
		if s.start <= at && slices.ContainsFunc(s.rules, func(r fragment) bool { return r.String() == rule }) {
			off = !s.on
		}
	}
	return off
}

var commentRules = []lintRule{{
	name:     "lint-comment",
	severity: Error,
	doc:      "LINT-OFF and LINT-ON name rules that exist",
	check: func(f *lintFile, report reportFunc) {
		for _, s := range f.switches {
			for _, r := range s.rules {
				if name := r.String(); !slices.Contains(f.ruleNames, name) {
					near := nearestName(name, f.ruleNames)
					report(r, "there is no lint rule '"+name+"'"+didYouMean(near)+"; --list-lint lists them", near)
				}
			}
		}
	},
}}
