package driver

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/pipeline"
)

// optConfig is what the command line of tg-opt says.
type optConfig struct {
	input, output     string
	splitMarker       string // empty: do not split
	outputMarker      string
	allowUnregistered bool
	noImplicitModule  bool
	irdlFile          string
	maxInput          int64 // bytes of a file that is read, 0 for no limit of the user's
	emitBytecode      bool

	hasPipeline      bool
	pipeline         string
	uses             []pipeline.Use
	dumpPipeline     bool
	verifyEach       bool
	skipVerify       bool // of what was parsed
	verifyRoundtrip  bool
	disableThreading bool
	workers          uint64

	help, version bool
	listPasses    bool
	showDialects  bool
	completion    string   // a shell
	complete      []string // the word before, and the one to complete

	reproduce         bool // run the pipeline in the input
	reproducer        string
	crashReproducer   string
	localReproducer   bool
	verifyDiagnostics string // empty, `all` or `only-expected`
	color             string
	opOnDiagnostic    bool
	stackOnDiagnostic bool

	printer printerFlags
	reports reportFlags
	remarks remarkFlags
	rules   ruleFlags
}

// printerFlags are the flags that say how the IR is printed.
type printerFlags struct {
	generic, assumeVerified      bool
	debugInfo, prettyDebugInfo   bool
	localScope, valueUsers       bool
	uniqueSSAIDs, nameLocPrefix  bool
	skipRegions                  bool
	elideElements, elideResource int64 // more elements or characters than this; -1: never
	hexElements                  int64 // more elements than this; -1: never
}

// reportFlags are the flags that ask for dumps and reports.
type reportFlags struct {
	before, after             []string
	beforeAll, afterAll       bool
	afterChange, afterFailure bool
	moduleScope               bool
	treeDir                   string
	timing                    bool
	timingDisplay             string
	timingFormat              string
	statistics                bool
	summary                   string // a machine, empty for none
	statisticsDisplay         string
	logActions                string
	actionFilter              []string
	profileActions            string
}

// remarkFlags are the flags that ask for remarks.
type remarkFlags struct {
	all, passed, missed, failed, analysis string // patterns, empty for none
	file, format, policy                  string
}

const defaultMarker = "// -----"

func newCommandLine(c *optConfig, reg *pipeline.Registry) *commandLine {
	l := newLine("tg-opt")
	addInputFlags(l, c)
	addPipelineFlags(l, c)
	addPrinterFlags(l, &c.printer)
	addDumpFlags(l, &c.reports)
	addReportFlags(l, &c.reports)
	addRemarkFlags(l, &c.remarks)
	addDiagnosticFlags(l, c)
	addRuleFlags(l, &c.rules)
	l.group("Reproducers")
	l.add(&c.crashReproducer, "mlir-pass-pipeline-crash-reproducer", "`file`: when a pass fails or crashes, write the input and the pipeline there", textValue)
	l.add(&c.localReproducer, "mlir-pass-pipeline-local-reproducer", "with a crash reproducer: write only the pass that fails, and what it was given; nothing is worked on in parallel then", boolValue)
	l.add(&c.reproducer, "mlir-generate-reproducer", "`file`: write the input and the pipeline there", textValue)
	l.add(&c.reproduce, "run-reproducer", "run the pipeline that a reproducer holds", boolValue)

	l.group("Information")
	l.add(&c.help, "help", "print this page", boolValue)
	l.alias("h", "help")
	l.alias("help-hidden", "help")
	l.add(&c.version, "version", "print the version", boolValue)
	l.add(&c.listPasses, "list-passes", "list the passes and their options", boolValue)
	l.add(&c.showDialects, "show-dialects", "list the dialects", boolValue)
	l.addChoice(&c.completion, "completion", "print a script that makes a shell complete flags, passes and options: eval \"$(tg-opt --completion=bash)\"", "bash", "zsh", "fish")
	l.add(&c.complete, "complete", "`word`: print what the word may become, for these scripts; given twice, the first is the word before", appendValue)
	l.sort()

	for _, p := range reg.Passes() {
		l.set.Var(&passValue{&c.uses, p.Name}, p.Name, p.Summary())
	}
	for _, a := range reg.Pipelines() {
		l.set.Var(&passValue{&c.uses, a.Name}, a.Name, a.Doc)
	}
	return l
}

func addInputFlags(l *commandLine, c *optConfig) {
	l.group("Input and output")
	l.add(&c.output, "o", "`file`: write the output there; on failure the file is what it was before (default: standard output)", textValue)
	l.add(&c.allowUnregistered, "allow-unregistered-dialect", "keep operations of unknown dialects", boolValue)
	l.add(&c.noImplicitModule, "no-implicit-module", "do not wrap the input in a module", boolValue)
	addIRDLFlag(l, c)
	l.add(&c.maxInput, "max-input", "`size`: fail rather than read more than this of a file or of standard input, such as 500M or 1GiB (default: 0, for as much as there can be: 2 GiB, or three quarters of the memory if that is less)", sizeValue)
	l.addOptional(&c.splitMarker, "split-input-file", defaultMarker, "`marker`: split the input there and process each chunk by itself (default marker: '// -----')")
	c.outputMarker = defaultMarker
	l.add(&c.outputMarker, "output-split-marker", "`marker`: what to write between the chunks of a split file (default: '// -----')", textValue)
	l.add(&c.emitBytecode, "emit-bytecode", "is refused: tg writes text only", boolValue)
}

func addPipelineFlags(l *commandLine, c *optConfig) {
	l.group("Pipeline")
	l.add(&c.pipeline, "pass-pipeline", "`text`: the passes to run, such as 'builtin.module(func.func(cse,canonicalize{max-iterations=5}),symbol-dce)'; without an op around them they are for modules: 'canonicalize,cse'", textValue)
	l.add(&c.dumpPipeline, "dump-pass-pipeline", "print the pipeline that will be run, all options in full, on standard error", boolValue)
	c.verifyEach = true
	l.add(&c.verifyEach, "verify-each", "run the verifier after each pass (default: true)", boolValue)
	l.add(&c.verifyRoundtrip, "verify-roundtrip", "check that the parsed IR prints to text that parses to the same", boolValue)
	l.add(&c.skipVerify, "mlir-very-unsafe-disable-verifier-on-parsing", "do not verify what was parsed; passes may crash on it", boolValue)
	l.add(&c.disableThreading, "mlir-disable-threading", "work on one operation at a time", boolValue)
	l.add(&c.workers, "workers", "`n`: how many functions to work on at a time (default: one per processor); the output does not depend on it", uintValue)
}

func addPrinterFlags(l *commandLine, p *printerFlags) {
	l.group("Printing")
	l.add(&p.generic, "mlir-print-op-generic", "print the generic form of every operation", boolValue)
	l.add(&p.assumeVerified, "mlir-print-assume-verified", "print pretty forms without verifying first", boolValue)
	l.add(&p.debugInfo, "mlir-print-debuginfo", "print locations", boolValue)
	l.add(&p.prettyDebugInfo, "mlir-pretty-debuginfo", "with --mlir-print-debuginfo: print locations for people, not for parsers", boolValue)
	l.add(&p.localScope, "mlir-print-local-scope", "print attributes, types and locations in place, without aliases", boolValue)
	l.add(&p.valueUsers, "mlir-print-value-users", "add a comment that lists the users of each value", boolValue)
	l.add(&p.uniqueSSAIDs, "mlir-print-unique-ssa-ids", "use no SSA name twice, not even in different functions", boolValue)
	l.add(&p.nameLocPrefix, "mlir-use-nameloc-as-prefix", "name values after their name location", boolValue)
	l.add(&p.skipRegions, "mlir-print-skip-regions", "leave the regions of operations out", boolValue)
	p.elideElements, p.elideResource, p.hexElements = -1, -1, 100
	l.add(&p.elideElements, "mlir-elide-elementsattrs-if-larger", "`n`: print elements with more than n values as '...'", countValue)
	l.add(&p.elideResource, "mlir-elide-resource-strings-if-larger", "`n`: leave resources out whose text has more than n characters", countValue)
	l.add(&p.hexElements, "mlir-print-elementsattrs-with-hex-if-larger", "`n`: print elements with more than n values as a hex string; -1: never (default: 100)", anyLimitValue)
}

func addDumpFlags(l *commandLine, r *reportFlags) {
	l.group("IR dumps on standard error")
	l.add(&r.before, "mlir-print-ir-before", "`pass,...`: print the IR before these passes", listValue)
	l.add(&r.after, "mlir-print-ir-after", "`pass,...`: print the IR after these passes", listValue)
	l.add(&r.beforeAll, "mlir-print-ir-before-all", "print the IR before each pass", boolValue)
	l.add(&r.afterAll, "mlir-print-ir-after-all", "print the IR after each pass", boolValue)
	l.add(&r.afterChange, "mlir-print-ir-after-change", "print the IR after passes that change it; on a terminal, or with --color=always, as a coloured diff", boolValue)
	l.add(&r.afterFailure, "mlir-print-ir-after-failure", "print the IR after passes that fail", boolValue)
	l.add(&r.moduleScope, "mlir-print-ir-module-scope", "print the whole module; nothing is worked on in parallel then", boolValue)
	l.add(&r.treeDir, "mlir-print-ir-tree-dir", "`dir`: write each dump to a file of its own, in directories like the modules and functions", textValue)
}

func addReportFlags(l *commandLine, r *reportFlags) {
	l.group("Reports")
	l.add(&r.timing, "mlir-timing", "report the time each pass takes on standard error", boolValue)
	r.timingDisplay, r.timingFormat, r.statisticsDisplay = "tree", "text", "pipeline"
	l.addChoice(&r.timingDisplay, "mlir-timing-display", "merged by name and sorted by time, or nested like the pipeline (default: tree)", "list", "tree")
	l.addChoice(&r.timingFormat, "mlir-output-format", "for people, or for programs (default: text)", "text", "json")
	l.add(&r.statistics, "mlir-pass-statistics", "report what each pass counts on standard error", boolValue)
	l.addChoice(&r.statisticsDisplay, "mlir-pass-statistics-display", "merged by pass, or in the order of the pipeline (default: pipeline)", "list", "pipeline")
	l.addOptional(&r.summary, "pass-summary", summaryMachine, summaryDoc)
	l.add(&r.logActions, "log-actions-to", "`file`: log what passes do; - is standard output", textValue)
	l.add(&r.actionFilter, "log-mlir-actions-filter", "`file:line:column,...`: log only what is done to the operations there; the column may be left out", listValue)
	l.add(&r.profileActions, "profile-actions-to", "`file`: write what passes do, and when, as a Chrome trace; - is standard output", textValue)
}

func addRemarkFlags(l *commandLine, r *remarkFlags) {
	l.group("Remarks of passes (regular expressions match whole categories)")
	l.add(&r.all, "remarks-filter", "`regex`: show all kinds of remarks of these categories", textValue)
	l.add(&r.passed, "remarks-filter-passed", "`regex`: show what was done", textValue)
	l.add(&r.missed, "remarks-filter-missed", "`regex`: show what could not be done", textValue)
	l.add(&r.failed, "remarks-filter-failed", "`regex`: show what went wrong", textValue)
	l.add(&r.analysis, "remarks-filter-analyse", "`regex`: show what was found out", textValue)
	r.format, r.policy = "emitRemark", "all"
	l.addChoice(&r.format, "remark-format", "show remarks like errors, or write a file (default: emitRemark)", "emitRemark", "yaml")
	l.add(&r.file, "remarks-output-file", "`file`: where the yaml goes (default: mlir-remarks.yaml)", textValue)
	l.addChoice(&r.policy, "remark-policy", "show each remark, or of those about the same thing only the last, in the end (default: all)", "all", "final")
}

func addDiagnosticFlags(l *commandLine, c *optConfig) {
	l.group("Diagnostics")
	c.color = "auto"
	l.addOptional(&c.color, "color", "always", "`auto|always|never`: colour messages and diffs (default: auto, on a terminal)", "auto", "always", "never")
	l.addOptional(&c.verifyDiagnostics, "verify-diagnostics", "all", "`all|only-expected`: check messages against the 'expected-error@+1 {{...}}' comments of the input", "all", "only-expected")
	c.opOnDiagnostic = true
	l.add(&c.opOnDiagnostic, "mlir-print-op-on-diagnostic", "show the operation that an error is about (default: true)", boolValue)
	l.add(&c.stackOnDiagnostic, "mlir-print-stacktrace-on-diagnostic", "show the Go stack where an error was reported", boolValue)
}

// passValue is the flag of a pass; its order on the command line counts.
type passValue struct {
	uses *[]pipeline.Use
	name string
}

func (v *passValue) String() string { return "" }

// Set takes the text after the flag as options of the pass.
func (v *passValue) Set(options string) error {
	*v.uses = append(*v.uses, pipeline.Use{Name: v.name, Options: options})
	return nil
}

// IsBoolFlag says that options are not required.
func (v *passValue) IsBoolFlag() bool { return true }

// parse reads args.
func (l *commandLine) parse(c *optConfig, args []string) (err error) {
	if c.input, err = l.read(args); err != nil {
		return err
	}
	c.hasPipeline = l.seen["pass-pipeline"]
	switch {
	case c.hasPipeline && c.uses != nil:
		return fmt.Errorf("<unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options")
	case c.emitBytecode:
		return fmt.Errorf("tg-opt: for the --emit-bytecode option: tg reads and writes MLIR's text form only; mlir-opt turns text into bytecode")
	}
	return nil
}

// checkPassNames rejects names that are no pass in the dump flags.
func (c *optConfig) checkPassNames(reg *pipeline.Registry) error {
	var names []string
	for _, p := range reg.Passes() {
		names = append(names, p.Name)
	}
	before := c.reports.before
	for i, n := range slices.Concat(before, c.reports.after) {
		when := "before"
		if i >= len(before) {
			when = "after"
		}
		if !slices.Contains(names, n) {
			return fmt.Errorf("tg-opt: for the --mlir-print-ir-%s option: Cannot find option named '%s'! There is no such pass%s", when, n, spelling.DidYouMean(n, names))
		}
	}
	return nil
}
