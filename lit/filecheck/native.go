package filecheck

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/version"
)

// nativeName is how tg-filecheck calls itself.
const nativeName = "tg-filecheck"

// lintLevel says what becomes of the linter's findings.
type lintLevel uint8

const (
	lintSlips lintLevel = iota // what is hardly ever meant is an error, the rest a warning
	lintError                  // everything is an error
	lintWarn                   // everything is a warning
	lintOff
)

// explainMode is the form of --explain.
type explainMode uint8

const (
	explainNot explainMode = iota
	explainText
	explainJSON
)

// native is what a command line of tg-filecheck asks for besides what FileCheck has.
type native struct {
	*commandLine
	llvm     bool
	lint     lintLevel
	lintSet  bool // --lint was given
	noLint   []string
	lintOnly bool
	listLint bool
	explain  explainMode
	varScope bool
}

// NativeMain is the command-line tool tg-filecheck: FileCheck with a linter, failures shown as a
// difference, and variables that end at the next LABEL. With --llvm among the arguments, or if the
// program was called by a name that starts with FileCheck, it is Main. The exit status is that of
// Main; errors of the linter are 2.
func NativeMain(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if strings.HasPrefix(filepath.Base(os.Args[0]), toolName) {
		return Main(args, stdin, stdout, stderr)
	}
	words := slices.Concat(splitWords(os.Getenv("FILECHECK_OPTS")), args)
	n := parseNative(words)
	if n.llvm {
		return n.runLLVM(words, args, stdin, stdout, stderr)
	}
	for _, message := range slices.Concat(n.warnings, n.problems) {
		fmt.Fprintln(stderr, message)
	}
	switch {
	case n.showHelp:
		printNativeHelp(stdout)
		return 0
	case n.showVersion:
		fmt.Fprintf(stdout, "%s %s, with what FileCheck of LLVM %s can do\n", nativeName, version.String(), llvm)
		return 0
	case len(n.problems) > 0:
		return statusFailed
	case n.listLint:
		printRules(stdout)
		return 0
	case n.dump == dumpHelp:
		printDumpHelp(stdout, n.color.on(stdout))
		return 0
	case n.checkFile == "":
		fmt.Fprintf(stderr, "%s: error: no check file given; see %s --help\n", nativeName, nativeName)
		return statusUnusable
	}
	return n.run(stdin, stdout, stderr)
}

// parseNative reads a command line of tg-filecheck.
func parseNative(words []string) *native {
	n := &native{commandLine: newCommandLine(), varScope: true}
	n.tool = nativeName
	n.known = n.allOptions()
	n.suggested = nil
	for _, o := range n.known {
		if o.help != "" {
			n.suggested = append(n.suggested, o.name)
		}
	}
	n.parse(words)
	n.options.EnableVarScope = n.varScope
	n.options.ExactCount = true
	if !n.dumpSet {
		n.dump = dumpNever
	}
	return n
}

// allOptions are those of native mode and those of FileCheck.
func (n *native) allOptions() []option {
	all := n.ownOptions()
	for _, o := range commandOptions {
		if !slices.ContainsFunc(all, func(own option) bool { return own.name == o.name }) {
			all = append(all, o)
		}
	}
	return all
}

// ownOptions are the options that FileCheck does not have or that mean something else here.
func (n *native) ownOptions() []option {
	flag := func(name, help string, field *bool) option {
		return flagOption(name, help, func(*commandLine) *bool { return field })
	}
	return []option{
		flag("llvm", "be LLVM's FileCheck in every respect: none of the options of this tool, none of its defaults", &n.llvm),
		{name: "lint", value: "level", help: "slips (default): what is hardly ever meant is an error, the rest a warning; error: all is; warn: nothing is; off",
			set: n.setLint},
		{name: "no-lint", value: "rules", help: "switch off these rules, separated by commas", set: n.setNoLint},
		flag("list-lint", "print the rules of the linter", &n.listLint),
		flag("lint-only", "lint the check file and read no input", &n.lintOnly),
		{name: "explain", help: "print what became of each directive on standard output, also if all match; --explain=json for programs",
			set: n.setExplain},
		flag("enable-var-scope", "variables without $ in front end at the next LABEL (default)", &n.varScope),
		{name: "no-enable-var-scope", help: "variables live to the end, as in FileCheck without --enable-var-scope",
			set: n.setNoVarScope},
		withHelp("dump-input", "when to print the input with annotations, as FileCheck does: never (default), fail, always; help explains"),
		grouped(flag("v", "the same as --explain", &n.options.Verbose)),
		flag("vv", "the same, with the matches of DAGs that were discarded", &n.options.VeryVerbose),
	}
}

// withHelp is an option of FileCheck with another help.
func withHelp(name, help string) option {
	i := slices.IndexFunc(commandOptions, func(o option) bool { return o.name == name })
	o := commandOptions[i]
	o.help = help
	return o
}

func (n *native) setLint(_ *commandLine, value string) (complaint string) {
	levels := map[string]lintLevel{"error": lintError, "slips": lintSlips, "warn": lintWarn, "off": lintOff}
	level, ok := levels[value]
	if !ok {
		return fmt.Sprintf("'%s' is no level; use off, warn, slips or error", value)
	}
	n.lint, n.lintSet = level, true
	return ""
}

func (n *native) setNoLint(_ *commandLine, value string) (complaint string) {
	for rule := range strings.SplitSeq(value, ",") {
		if !slices.Contains(lintRuleNames(), rule) {
			return fmt.Sprintf("there is no rule '%s'%s; --list-lint lists them", rule, didYouMean(nearestName(rule, lintRuleNames())))
		}
		n.noLint = append(n.noLint, rule)
	}
	return ""
}

func (n *native) setExplain(_ *commandLine, value string) (complaint string) {
	modes := map[string]explainMode{"": explainText, "text": explainText, "json": explainJSON}
	mode, ok := modes[value]
	if !ok {
		return fmt.Sprintf("'%s' is no form; use text or json", value)
	}
	n.explain = mode
	return ""
}

func (n *native) setNoVarScope(_ *commandLine, value string) (complaint string) {
	off := false
	complaint = parseFlag(value, &off)
	n.varScope = !off
	return complaint
}

// run lints the check file, applies it to the input and reports.
func (n *native) run(stdin io.Reader, stdout, stderr io.Writer) int {
	paint := n.color.on(stderr)
	if problems := n.options.invalid(); problems != nil {
		writeDiagnostics(stderr, problems, paint)
		return statusUnusable
	}
	text, err := readFile(n.checkFile, stdin)
	if err != nil {
		return n.unusable(stderr, "cannot read check file '%s': %s", n.checkFile, reason(err))
	}
	refused := n.lintFile(text, stderr, paint)
	if refused != nil {
		n.unusable(stderr, "the linter refuses the check file; --no-lint=RULE or a comment 'LINT-OFF: RULE' switches a rule off")
	}
	if n.lintOnly {
		return lintStatus(refused)
	}
	n.prepareExplain()
	readInput := readInput(n.inputFile, stdin, n.options.StrictWhitespace)
	file, err := Parse(displayName(n.checkFile), text, n.options)
	var failure *ParseError
	if errors.As(err, &failure) {
		writeDiagnostics(stderr, besides(failure.Diagnostics, refused), paint)
		return failure.ExitStatus
	}
	input := readInput()
	if input.err != nil {
		return n.unusable(stderr, "cannot read input '%s': %s", displayName(n.inputFile), reason(input.err))
	}
	if input.empty && !n.allowEmpty {
		return n.unusable(stderr, "input '%s' is empty; if that is right, use --allow-empty", displayName(n.inputFile))
	}
	report := newNativeReport(file, text, brush(paint))
	explanation := newExplanation(file, report.check)
	watch := observers{report}
	if n.explain != explainNot {
		watch = append(watch, explanation)
	}
	result := file.run(newSource(displayName(n.inputFile), input.text), watch)
	explanation.write(stdout, result, n.explain)
	io.WriteString(stderr, report.text.String())
	if n.dump == dumpAlways || n.dump == dumpOnFailure && !result.Matched {
		fmt.Fprintf(stderr, "\n%s", result.Dump(DumpOptions{n.filter, n.context, paint}))
	}
	if !result.Matched {
		return statusFailed
	}
	return lintStatus(refused)
}

// lintStatus is the exit status where nothing but the linter has found errors.
func lintStatus(refused []*Diagnostic) int {
	if refused != nil {
		return statusUnusable
	}
	return 0
}

// besides are the diagnostics of lines that the linter has not refused: it has said what is wrong
// there, and what is right.
func besides(all, refused []*Diagnostic) []*Diagnostic {
	return slices.DeleteFunc(all, func(d *Diagnostic) bool {
		return slices.ContainsFunc(refused, func(r *Diagnostic) bool { return r.Line == d.Line && r.File == d.File })
	})
}

// unusable reports that there is nothing to check with.
func (n *native) unusable(stderr io.Writer, format string, args ...any) int {
	fmt.Fprintf(stderr, nativeName+": error: "+format+"\n", args...)
	return statusUnusable
}

// prepareExplain sets the options that make a run tell everything that --explain and its short
// forms show. The reports of FileCheck itself are not printed.
func (n *native) prepareExplain() {
	if n.explain == explainNot && (n.options.Verbose || n.options.VeryVerbose) {
		n.explain = explainText
	}
	n.options.RemarksOnlyAnnotated = true
}

// lintFile writes what the linter finds and returns the errors among it.
func (n *native) lintFile(text []byte, stderr io.Writer, paint bool) (refused []*Diagnostic) {
	if n.lint == lintOff {
		return nil
	}
	disabled := n.noLint
	if !n.varScope {
		disabled = append(slices.Clip(disabled), acrossLabelRule)
	}
	found := Lint(displayName(n.checkFile), text, LintOptions{Options: n.options, Disabled: disabled})
	for _, d := range found {
		switch n.lint {
		case lintError:
			d.Severity = Error
		case lintWarn:
			d.Severity = Warning
		}
		if d.Severity == Error {
			refused = append(refused, d)
		}
	}
	writeDiagnostics(stderr, found, paint)
	return refused
}

// runLLVM is Main. The linter, if it is asked for by --lint, only warns.
func (n *native) runLLVM(words, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	own := n.optionsOfItsOwn()
	if expanded, err := expandResponseFiles(words, nil); err == nil { // else Main says what is wrong
		words = expanded
	}
	words, args = withoutOptions(words, own), withoutOptions(args, own)
	if n.lintSet && n.lint != lintOff && n.checkFile != "" && n.options.invalid() == nil {
		text, err := readFile(n.checkFile, stdin)
		if n.checkFile == "-" {
			stdin = bytes.NewReader(text)
		}
		if err == nil {
			n.lint = lintWarn
			n.lintFile(text, stderr, n.color.on(stderr))
		}
	}
	return mainOf(words, args, stdin, stdout, stderr)
}

// optionsOfItsOwn are the names of the options that FileCheck does not have.
func (n *native) optionsOfItsOwn() []string {
	var own []string
	for _, o := range n.ownOptions() {
		if !slices.ContainsFunc(commandOptions, func(c option) bool { return c.name == o.name }) {
			own = append(own, o.name)
		}
	}
	return own
}

// withoutOptions drops options, with their values, from a command line.
func withoutOptions(words, names []string) []string {
	var rest []string
	for i := 0; i < len(words); i++ {
		if words[i] == "--" {
			return append(rest, words[i:]...)
		}
		name, isOption := strings.CutPrefix(words[i], "-")
		name, _, attached := strings.Cut(strings.TrimPrefix(name, "-"), "=")
		if !isOption || !slices.Contains(names, name) {
			rest = append(rest, words[i])
			continue
		}
		if (name == "lint" || name == "no-lint") && !attached {
			i++
		}
	}
	return rest
}

// observers passes steps on to several.
type observers []observer

func (all observers) observe(r *run, s *step) {
	for _, o := range all {
		o.observe(r, s)
	}
}
