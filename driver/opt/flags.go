package opt

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/pipeline"
)

// config is what the command line says.
type config struct {
	input, output     string
	links             []string // files to be joined to the input
	splitMarker       string   // empty: do not split
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
	derivs  derivativeFlags
	shared  sharedFlags
	extract extractFlags
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
	memoryPlot                string // empty for none
}

// remarkFlags are the flags that ask for remarks.
type remarkFlags struct {
	all, passed, missed, failed, analysis string // patterns, empty for none
	file, format, policy                  string
}

// newCommandLine is the command line of a tool that stores in c what it reads. It
// fails if a pass has the name of a flag.
func newCommandLine(c *config, name string, reg *pipeline.Registry) (*commandline.Line, error) {
	l := commandline.New(name)
	addInputFlags(l, c)
	addPipelineFlags(l, c)
	addPrinterFlags(l, &c.printer)
	addDumpFlags(l, &c.reports)
	addReportFlags(l, &c.reports)
	addRemarkFlags(l, &c.remarks)
	addDiagnosticFlags(l, c)
	addRuleFlags(l, &c.rules)
	addDerivativeFlags(l, &c.derivs)
	addSharedFlags(l, &c.shared)
	addExtractFlags(l, &c.extract)
	l.Group("Reproducers")
	l.Add(&c.crashReproducer, "mlir-pass-pipeline-crash-reproducer", "`file`: when a pass fails or crashes, write the input and the pipeline there", commandline.Text)
	l.Add(&c.localReproducer, "mlir-pass-pipeline-local-reproducer", "with a crash reproducer: write only the pass that fails, and what it was given; nothing is worked on in parallel then", commandline.Bool)
	l.Add(&c.reproducer, "mlir-generate-reproducer", "`file`: write the input and the pipeline there", commandline.Text)
	l.Add(&c.reproduce, "run-reproducer", "run the pipeline that a reproducer holds", commandline.Bool)

	l.Group("Information")
	l.Add(&c.help, "help", "print this page", commandline.Bool)
	l.Alias("h", "help")
	l.Alias("help-hidden", "help")
	l.Add(&c.version, "version", "print the version", commandline.Bool)
	l.Add(&c.listPasses, "list-passes", "list the passes and their options", commandline.Bool)
	l.Add(&c.showDialects, "show-dialects", "list the dialects", commandline.Bool)
	l.AddChoice(&c.completion, "completion", "print a script that makes a shell complete flags, passes and options: eval \"$("+name+" --completion=bash)\"", "bash", "zsh", "fish")
	l.Add(&c.complete, "complete", "`word`: print what the word may become, for these scripts; given twice, the first is the word before", commandline.Append)
	l.Sort()

	for _, p := range reg.Passes() {
		if err := tool.AddPass(l, &c.uses, p.Name, p.Summary()); err != nil {
			return nil, err
		}
	}
	for _, a := range reg.Pipelines() {
		if err := tool.AddPass(l, &c.uses, a.Name, a.Doc); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func addInputFlags(l *commandline.Line, c *config) {
	l.Group("Input and output")
	l.Add(&c.output, "o", "`file`: write the output there; on failure the file is what it was before (default: standard output)", commandline.Text)
	l.Add(&c.links, "link", tool.LinkDoc, commandline.Append)
	l.Add(&c.allowUnregistered, "allow-unregistered-dialect", "keep operations of unknown dialects", commandline.Bool)
	l.Add(&c.noImplicitModule, "no-implicit-module", "do not wrap the input in a module", commandline.Bool)
	addIRDLFlag(l, c)
	l.Add(&c.maxInput, "max-input", "`size`: fail rather than read more than this of a file or of standard input, such as 500M or 1GiB (default: 0, for as much as there can be: 2 GiB, or three quarters of the memory if that is less)", commandline.Size)
	l.AddOptional(&c.splitMarker, "split-input-file", tool.SplitMarker, "`marker`: split the input there and process each chunk by itself (default marker: '// -----')", commandline.Text)
	c.outputMarker = tool.SplitMarker
	l.Add(&c.outputMarker, "output-split-marker", "`marker`: what to write between the chunks of a split file (default: '// -----')", commandline.Text)
	l.Add(&c.emitBytecode, "emit-bytecode", "is refused: tg writes text only", commandline.Bool)
}

func addPipelineFlags(l *commandline.Line, c *config) {
	l.Group("Pipeline")
	l.Add(&c.pipeline, "pass-pipeline", "`text`: the passes to run, such as 'builtin.module(func.func(cse,canonicalize{max-iterations=5}),symbol-dce)'; without an op around them they are for modules: 'canonicalize,cse'", commandline.Text)
	l.Add(&c.dumpPipeline, "dump-pass-pipeline", "print the pipeline that will be run, all options in full, on standard error", commandline.Bool)
	c.verifyEach = true
	l.Add(&c.verifyEach, "verify-each", "run the verifier after each pass (default: true)", commandline.Bool)
	l.Add(&c.verifyRoundtrip, "verify-roundtrip", "check that the parsed IR prints to text that parses to the same", commandline.Bool)
	l.Add(&c.skipVerify, "mlir-very-unsafe-disable-verifier-on-parsing", "do not verify what was parsed; passes may crash on it", commandline.Bool)
	l.Add(&c.disableThreading, "mlir-disable-threading", "work on one operation at a time", commandline.Bool)
	l.Add(&c.workers, "workers", "`n`: how many functions to work on at a time (default: one per processor); the output does not depend on it", commandline.Uint)
}

func addPrinterFlags(l *commandline.Line, p *printerFlags) {
	l.Group("Printing")
	l.Add(&p.generic, "mlir-print-op-generic", "print the generic form of every operation", commandline.Bool)
	l.Add(&p.assumeVerified, "mlir-print-assume-verified", "print pretty forms without verifying first", commandline.Bool)
	l.Add(&p.debugInfo, "mlir-print-debuginfo", "print locations", commandline.Bool)
	l.Add(&p.prettyDebugInfo, "mlir-pretty-debuginfo", "with --mlir-print-debuginfo: print locations for people, not for parsers", commandline.Bool)
	l.Add(&p.localScope, "mlir-print-local-scope", "print attributes, types and locations in place, without aliases", commandline.Bool)
	l.Add(&p.valueUsers, "mlir-print-value-users", "add a comment that lists the users of each value", commandline.Bool)
	l.Add(&p.uniqueSSAIDs, "mlir-print-unique-ssa-ids", "use no SSA name twice, not even in different functions", commandline.Bool)
	l.Add(&p.nameLocPrefix, "mlir-use-nameloc-as-prefix", "name values after their name location", commandline.Bool)
	l.Add(&p.skipRegions, "mlir-print-skip-regions", "leave the regions of operations out", commandline.Bool)
	p.elideElements, p.elideResource, p.hexElements = -1, -1, 100
	l.Add(&p.elideElements, "mlir-elide-elementsattrs-if-larger", "`n`: print elements with more than n values as '...'", commandline.Count)
	l.Add(&p.elideResource, "mlir-elide-resource-strings-if-larger", "`n`: leave resources out whose text has more than n characters", commandline.Count)
	l.Add(&p.hexElements, "mlir-print-elementsattrs-with-hex-if-larger", "`n`: print elements with more than n values as a hex string; -1: never (default: 100)", commandline.AnyLimit)
}

func addDumpFlags(l *commandline.Line, r *reportFlags) {
	l.Group("IR dumps on standard error")
	l.Add(&r.before, "mlir-print-ir-before", "`pass,...`: print the IR before these passes", commandline.List)
	l.Add(&r.after, "mlir-print-ir-after", "`pass,...`: print the IR after these passes", commandline.List)
	l.Add(&r.beforeAll, "mlir-print-ir-before-all", "print the IR before each pass", commandline.Bool)
	l.Add(&r.afterAll, "mlir-print-ir-after-all", "print the IR after each pass", commandline.Bool)
	l.Add(&r.afterChange, "mlir-print-ir-after-change", "print the IR after passes that change it; on a terminal, or with --color=always, as a coloured diff", commandline.Bool)
	l.Add(&r.afterFailure, "mlir-print-ir-after-failure", "print the IR after passes that fail", commandline.Bool)
	l.Add(&r.moduleScope, "mlir-print-ir-module-scope", "print the whole module; nothing is worked on in parallel then", commandline.Bool)
	l.Add(&r.treeDir, "mlir-print-ir-tree-dir", "`dir`: write each dump to a file of its own, in directories like the modules and functions", commandline.Text)
}

func addReportFlags(l *commandline.Line, r *reportFlags) {
	l.Group("Reports")
	l.Add(&r.timing, "mlir-timing", "report the time each pass takes on standard error", commandline.Bool)
	r.timingDisplay, r.timingFormat, r.statisticsDisplay = "tree", "text", "pipeline"
	l.AddChoice(&r.timingDisplay, "mlir-timing-display", "merged by name and sorted by time, or nested like the pipeline (default: tree)", "list", "tree")
	l.AddChoice(&r.timingFormat, "mlir-output-format", "for people, or for programs (default: text)", "text", "json")
	l.Add(&r.statistics, "mlir-pass-statistics", "report what each pass counts on standard error", commandline.Bool)
	l.AddChoice(&r.statisticsDisplay, "mlir-pass-statistics-display", "merged by pass, or in the order of the pipeline (default: pipeline)", "list", "pipeline")
	l.AddOptional(&r.summary, "pass-summary", tool.SummaryMachine, tool.SummaryDoc, commandline.Text)
	l.Add(&r.memoryPlot, "memory-plot", "`file`: draw the memory of the function that tg-run would run, before and after the passes, as SVG (docs/memory.md)", commandline.Text)
	l.Add(&r.logActions, "log-actions-to", "`file`: log what passes do; - is standard output", commandline.Text)
	l.Add(&r.actionFilter, "log-mlir-actions-filter", "`file:line:column,...`: log only what is done to the operations there; the column may be left out", commandline.List)
	l.Add(&r.profileActions, "profile-actions-to", "`file`: write what passes do, and when, as a Chrome trace; - is standard output", commandline.Text)
}

func addRemarkFlags(l *commandline.Line, r *remarkFlags) {
	l.Group("Remarks of passes (regular expressions match whole categories)")
	l.Add(&r.all, "remarks-filter", "`regex`: show all kinds of remarks of these categories", commandline.Text)
	l.Add(&r.passed, "remarks-filter-passed", "`regex`: show what was done", commandline.Text)
	l.Add(&r.missed, "remarks-filter-missed", "`regex`: show what could not be done", commandline.Text)
	l.Add(&r.failed, "remarks-filter-failed", "`regex`: show what went wrong", commandline.Text)
	l.Add(&r.analysis, "remarks-filter-analyse", "`regex`: show what was found out", commandline.Text)
	r.format, r.policy = "emitRemark", "all"
	l.AddChoice(&r.format, "remark-format", "show remarks like errors, or write a file (default: emitRemark)", "emitRemark", "yaml")
	l.Add(&r.file, "remarks-output-file", "`file`: where the yaml goes (default: mlir-remarks.yaml)", commandline.Text)
	l.AddChoice(&r.policy, "remark-policy", "show each remark, or of those about the same thing only the last, in the end (default: all)", "all", "final")
}

func addDiagnosticFlags(l *commandline.Line, c *config) {
	l.Group("Diagnostics")
	c.color = "auto"
	l.AddOptionalChoice(&c.color, "color", "always", "`auto|always|never`: colour messages and diffs (default: auto, on a terminal)", "auto", "always", "never")
	l.AddOptionalChoice(&c.verifyDiagnostics, "verify-diagnostics", "all", "`all|only-expected`: check messages against the 'expected-error@+1 {{...}}' comments of the input", "all", "only-expected")
	c.opOnDiagnostic = true
	l.Add(&c.opOnDiagnostic, "mlir-print-op-on-diagnostic", "show the operation that an error is about (default: true)", commandline.Bool)
	l.Add(&c.stackOnDiagnostic, "mlir-print-stacktrace-on-diagnostic", "show the Go stack where an error was reported", commandline.Bool)
}

// parse reads args.
func (c *config) parse(s *tool.Setup, l *commandline.Line, args []string) (err error) {
	inputs, err := l.ReadAll(args)
	if err != nil {
		return err
	}
	if c.shared.machine != "" {
		c.shared.inputs = inputs
	} else if c.input, err = l.Only(inputs); err != nil {
		return err
	}
	if err := c.derivs.check(s, l); err != nil {
		return err
	}
	if err := c.shared.check(s, l); err != nil {
		return err
	}
	if err := c.extract.check(s, l); err != nil {
		return err
	}
	if err := c.rules.discover.check(s, l); err != nil {
		return err
	}
	if err := c.rules.rank.check(s, l); err != nil {
		return err
	}
	c.hasPipeline = l.Seen("pass-pipeline")
	switch {
	case tool.StandardInputs(slices.Concat([]string{c.input}, c.shared.inputs, c.links)) > 1:
		return s.Errorf("for the --link option: standard input can be read once, but is named twice")
	case c.hasPipeline && c.uses != nil:
		return fmt.Errorf("<unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options")
	case c.reports.memoryPlot != "" && c.splitMarker != "":
		return s.Errorf("--memory-plot is for one module; leave --split-input-file away")
	case c.emitBytecode:
		return s.Errorf("for the --emit-bytecode option: tg reads and writes MLIR's text form only; mlir-opt turns text into bytecode")
	}
	return nil
}

// checkPassNames rejects names that are no pass in the dump flags.
func (c *config) checkPassNames(s *tool.Setup, reg *pipeline.Registry) error {
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
			return s.Errorf("for the --mlir-print-ir-%s option: Cannot find option named '%s'! There is no such pass%s", when, n, spelling.DidYouMean(n, names))
		}
	}
	return nil
}
