// Package update writes the checks of tests: it runs the RUN lines of a test up to FileCheck and
// writes directives that describe what FileCheck would have read, into the test itself.
package update

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/lit"
)

// Options says what to write.
type Options struct {
	Functions []string // regular expressions: only the checks of functions with a matching name
	NoNext    *bool    // plain checks instead of NEXT; if nil, what the file says
	Force     bool     // replace checks that are written by hand
	Repair    bool     // change only directives that fail, instead of writing all anew
	Timeout   time.Duration
}

// Update is what came of a test.
type Update struct {
	Old, New string   // texts of the file
	Skipped  string   // why the file is left alone though nothing is wrong, or empty
	Problems []*Error // what Repair could not repair
}

// File makes the new text of a test, and writes nothing. name is how messages call the file. The
// error is an *Error where it belongs to a line of the test.
func File(ctx context.Context, test *lit.Test, name string, opts Options) (*Update, error) {
	data, err := input.Text(0).ReadFile(test.Source())
	if err != nil {
		return nil, err
	}
	u := &Update{Old: string(data), New: string(data)}
	rec, err := record(ctx, test, name, data, &opts)
	var reason *skip
	switch {
	case errors.As(err, &reason):
		u.Skipped = reason.reason
		return u, nil
	case err != nil:
		return nil, err
	}
	if opts.Repair {
		u.New, u.Problems = repair(name, u.Old, rec.calls)
		return u, nil
	}
	job := &job{name: name, opts: opts, recording: rec}
	job.src = parseSource(test.Source(), data, job.prefixes())
	if orphans := job.orphans(); orphans != nil {
		job.src = parseSource(test.Source(), data, append(job.prefixes(), orphans...))
	}
	text, err := job.run()
	if errors.As(err, &reason) {
		u.Skipped = reason.reason
		return u, nil
	}
	if err != nil {
		return nil, err
	}
	u.New = text
	return u, nil
}

// job is the update of one file.
type job struct {
	name string
	opts Options
	*recording
	src   *source
	style style

	varScope bool             // variables without $ end at the next LABEL
	owned    []*regexp.Regexp // names of the functions whose checks are generated; nil for all
	selected []*regexp.Regexp // names of those to write now; nil for all
	header   string
}

// prefixes are those of all calls, each once, in order.
func (j *job) prefixes() []string {
	var all []string
	for _, c := range j.calls {
		for _, p := range c.prefixes() {
			if !slices.Contains(all, p) {
				all = append(all, p)
			}
		}
	}
	return all
}

var (
	toolWord = regexp.MustCompile(`\b(?:FileCheck|tg-filecheck)\b`)
	anyCheck = regexp.MustCompile(`^\s*\S*\s*([A-Za-z0-9_-]*[A-Za-z0-9_])-(?:LABEL|NEXT|SAME|EMPTY|DAG|NOT)(?:\{LITERAL\})?:`)
)

// orphans are the prefixes of checks in a generated file that no RUN line uses any more. There are
// none to be sure of if some FileCheck of the RUN lines did not run here.
func (j *job) orphans() []string {
	var all []string
	commands := ""
	for _, line := range j.src.lines {
		if strings.Contains(line, "RUN:") || strings.Contains(line, "DEFINE:") {
			commands += line + "\n"
		}
	}
	if j.src.note < 0 || len(toolWord.FindAllString(commands, -1)) != len(j.calls)+j.other {
		return nil
	}
	for i, line := range j.src.lines {
		m := anyCheck.FindStringSubmatch(line)
		if _, comment := j.src.commentText(i); m == nil || !comment {
			continue
		}
		if !slices.Contains(slices.Concat(j.prefixes(), j.kept, all), m[1]) && !strings.Contains(commands, m[1]) {
			all = append(all, m[1])
		}
	}
	return all
}

func (j *job) run() (string, error) {
	if err := j.settle(); err != nil {
		return "", err
	}
	outputs := j.outputs()
	sections, err := merge(outputs, j.classify)
	if err != nil {
		return "", err
	}
	page := &page{src: j.src, style: j.style, inserts: map[int][]placed{}}
	own := &ownership{src: j.src}
	if j.selected != nil || j.owned != nil {
		own.selected = j.takes
	}
	j.place(page, sections)
	j.placeUnused(page, own, sections)
	text, newLine := page.write(own, j.header)
	return text, j.verify(text, newLine)
}

// settle decides what belongs to this package, from the marks in the file and the options.
func (j *job) settle() error {
	if slices.Contains([]string{"/*", "<!--", "(*", "{-"}, j.src.comment) {
		c := j.calls[0]
		return c.errorf("comments that start with '%s' need an end; checks can only be written into comments that end with the line",
			j.src.comment)
	}
	if j.src.begin >= 0 && j.src.end < 0 {
		line := j.src.lines[j.src.begin]
		return &Error{j.name, j.src.begin + 1, strings.Index(line, beginMark) + 1,
			beginMark + " without a line with " + endMark + " after it"}
	}
	remembered, noNext, err := j.rememberedOptions()
	if err != nil {
		return err
	}
	asked, err := compileAll(j.opts.Functions)
	if err != nil {
		return err
	}
	j.style.loose = noNext
	if j.opts.NoNext != nil {
		j.style.loose = *j.opts.NoNext
	}
	for _, c := range j.calls {
		j.style.fullLines = j.style.fullLines || c.Options.MatchFullLines
		j.varScope = j.varScope || c.Options.EnableVarScope
		j.style.keepBlanks = j.style.keepBlanks || c.Options.MatchFullLines && c.Options.StrictWhitespace
	}
	isOwned := j.src.note >= 0 || j.src.begin >= 0
	names := remembered
	switch {
	case !isOwned:
		names = j.opts.Functions
	case remembered != nil:
		for _, f := range j.opts.Functions {
			if !slices.Contains(names, f) {
				names = append(names, f)
			}
		}
	}
	if j.owned, err = compileAll(names); err != nil {
		return err
	}
	j.selected = asked
	if !isOwned && !j.opts.Force {
		if err := j.refuseHandWritten(); err != nil {
			return err
		}
	}
	j.header = j.headerLine(names)
	return nil
}

func compileAll(list []string) ([]*regexp.Regexp, error) {
	var all []*regexp.Regexp
	for _, text := range list {
		re, err := regexp.Compile(text)
		if err != nil {
			return nil, fmt.Errorf("--functions: %w", err)
		}
		all = append(all, re)
	}
	return all, nil
}

func matchesAny(all []*regexp.Regexp, name string) bool {
	return all == nil || slices.ContainsFunc(all, func(re *regexp.Regexp) bool { return re.MatchString(name) })
}

// takes reports whether the checks of a function are to be written now.
func (j *job) takes(f *sourceFunction) bool {
	return matchesAny(j.owned, f.name()) && matchesAny(j.selected, f.name())
}

// rememberedOptions reads the options in the mark of the file.
func (j *job) rememberedOptions() (functions []string, noNext bool, err error) {
	at := max(j.src.note, j.src.begin)
	for option := range strings.FieldsSeq(j.src.remembered) {
		switch name, value, _ := strings.Cut(option, "="); {
		case name == "--functions" && value != "":
			functions = append(functions, value)
		case option == "--no-next":
			noNext = true
		default:
			return nil, false, &Error{j.name, at + 1, strings.Index(j.src.lines[at], option) + 1,
				"unknown option '" + option + "'; this line can have --functions=REGEX and --no-next"}
		}
	}
	return functions, noNext, nil
}

// headerLine is the mark of the file, with the options that the next update is to follow.
func (j *job) headerLine(functions []string) string {
	text, indent := noteText, ""
	if j.src.begin >= 0 {
		line := j.src.lines[j.src.begin]
		text, indent = beginMark, line[:indentation(line)]
	}
	for _, f := range functions {
		text += " --functions=" + f
	}
	if j.style.loose {
		text += " --no-next"
	}
	return indent + strings.TrimLeft(j.src.comment+" "+text, " ") + j.src.eol
}

// refuseHandWritten leaves a file alone that has checks which this package did not write.
func (j *job) refuseHandWritten() error {
	own := &ownership{src: j.src}
	if j.owned != nil {
		own.selected = j.takes
	}
	for _, d := range j.src.directives {
		if own.owns(d.line) {
			return &skip{fmt.Sprintf("its checks are written by hand (line %d); --force replaces them, --repair mends them",
				d.line+1)}
		}
	}
	return nil
}

// outputs cuts the inputs of all calls into blocks.
func (j *job) outputs() []*outputBlocks {
	var all []*outputBlocks
	for _, c := range j.calls {
		around := newSurroundings(j.src, j.dirs...)
		for _, d := range c.Options.Defines {
			name, value, found := strings.Cut(d, "=")
			inScope := strings.HasPrefix(name, "$") || !j.varScope
			if found && inScope && !strings.HasPrefix(name, "#") {
				around.given = append(around.given, given{name, value})
			}
		}
		o := &outputBlocks{call: c, blocks: withAbsent(segment(c.input, j.style, around), j.src), byKey: map[key]*block{}}
		for _, b := range o.blocks {
			o.byKey[b.key] = b
		}
		all = append(all, o)
	}
	return all
}

// classify finds the function of the file that a block is, or comes before, and whether its checks
// are not to be written.
func (j *job) classify(b *block) (f *sourceFunction, skip bool) {
	marked := j.src.begin >= 0
	if !marked {
		k := b.key
		k.gap = false
		for _, candidate := range j.src.functions {
			if candidate.key == k && (b.key.gap || sameKind(candidate.op, b.op)) {
				f = candidate
				break
			}
		}
	}
	if b.key.gap && (j.owned != nil || j.selected != nil && f == nil) {
		return f, true
	}
	if f == nil {
		name := b.key.path[strings.LastIndexByte(b.key.path, '/')+1:]
		if marked && j.isByHand(name) {
			return nil, true
		}
		return nil, (j.owned != nil || j.selected != nil) &&
			(!marked || !matchesAny(j.owned, name) || !matchesAny(j.selected, name))
	}
	return f, !j.takes(f) || !b.key.gap && f.off >= 0
}

// isByHand reports whether a LABEL outside of the marks is about a function.
func (j *job) isByHand(name string) bool {
	own := &ownership{src: j.src}
	return name != "" && slices.ContainsFunc(j.src.directives, func(d sourceDirective) bool {
		_, after, found := strings.Cut(d.text, "@"+name)
		return found && !own.owns(d.line) && d.suffix == kindLabel.suffix() && (after == "" || !isValueByte(after[0]))
	})
}

// sameKind reports whether two operations can be the same function before and after a conversion.
func sameKind(a, b string) bool {
	kind := func(op string) string { return op[strings.LastIndexByte(op, '.')+1:] }
	definitions := []string{"func", "module", "global", "define", "declare"}
	return a == b || slices.Contains(definitions, kind(a)) && slices.Contains(definitions, kind(b))
}

// place names the variables of the sections and puts their directives on the page.
func (j *job) place(page *page, sections []*section) {
	names := &namer{old: j.src.old(), prefixes: j.src.prefixes, reserved: map[string]bool{}, globals: map[string]string{}}
	for _, c := range j.calls {
		for _, d := range c.Options.Defines {
			name, _, _ := strings.Cut(strings.TrimPrefix(d, "#"), "=")
			names.reserved[name[strings.LastIndexByte(name, ',')+1:]] = true
		}
	}
	r := &renderer{style: j.style, escaped: escapedText(j.prefixes())}
	if j.owned == nil {
		r.globals = usedGlobals(sections)
	}
	places := targets(sections, j.src)
	for i, s := range sections {
		if s.skip {
			continue
		}
		names.choose(s.prefix, r.render(s.block.checks), s.nth)
		at := places[i]
		if j.src.begin >= 0 {
			at = target{j.src.end, j.src.lines[j.src.end][:indentation(j.src.lines[j.src.end])]}
		}
		directives := r.render(s.block.checks)
		trim := len(directives[0].indent)
		for _, d := range directives {
			page.inserts[at.line] = append(page.inserts[at.line], placed{d, s.prefix, at.indent, trim})
		}
	}
}

// usedGlobals are the meanings of the aliases that are used besides being defined.
func usedGlobals(sections []*section) map[string]bool {
	used := map[string]bool{}
	for _, s := range sections {
		for _, c := range s.block.checks {
			for _, p := range c.pieces {
				if p.value != nil && p.kind == pieceUse {
					used[p.value.global] = true
				}
			}
		}
	}
	return used
}

// placeUnused gives a directive that matches anything to each prefix that has none, because
// FileCheck wants one.
func (j *job) placeUnused(page *page, own *ownership, sections []*section) {
	used := map[string]bool{}
	for _, s := range sections {
		used[s.prefix] = used[s.prefix] || !s.skip
	}
	for _, d := range j.src.directives {
		used[d.prefix] = used[d.prefix] || !own.owns(d.line)
	}
	at := len(j.src.lines)
	if j.src.begin >= 0 {
		at = j.src.end
	}
	for _, prefix := range j.prefixes() {
		wanted := slices.ContainsFunc(j.calls, func(c *call) bool {
			return !c.Options.AllowUnusedPrefixes && slices.Contains(c.prefixes(), prefix)
		})
		if !used[prefix] && wanted {
			anything := directive{text: "{{.*}}"}
			page.inserts[at] = append(page.inserts[at], placed{directive: anything, prefix: prefix})
		}
	}
}

// verify runs FileCheck on the new text. Numbers of lines in the output are those of the new text.
func (j *job) verify(text string, newLine func(int) int) error {
	around := newSurroundings(j.src)
	for _, c := range j.calls {
		input := around.moveLines(c.input, newLine)
		if input == "" && !c.AllowEmpty {
			return c.errorf("the command prints nothing; FileCheck accepts that only with --allow-empty")
		}
		if ok, messages := c.Check(j.name, []byte(text), []byte(input)); !ok {
			return c.errorf("the new checks do not hold together with the others in the file, so it is left alone:\n%s",
				strings.TrimRight(messages, "\n"))
		}
	}
	return nil
}

// moveLines replaces the numbers of lines of the test in an output.
func (s *surroundings) moveLines(input string, newLine func(int) int) string {
	var out strings.Builder
	at := 0
	for _, m := range s.location.FindAllStringSubmatchIndex(input, -1) {
		number := 0
		fmt.Sscan(input[m[6]:m[7]], &number)
		if moved := newLine(number); moved > 0 && !s.comments[number] {
			out.WriteString(input[at:m[6]])
			fmt.Fprint(&out, moved)
			at = m[7]
		}
	}
	out.WriteString(input[at:])
	return out.String()
}
