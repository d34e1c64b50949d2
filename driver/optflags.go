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
	verifyRoundtrip   bool
	verifyDiagnostics string // empty, `all` or `only-expected`
	color             string
	stackOnDiagnostic bool
	help, version     bool
	listPasses        bool
	showDialects      bool
	hasPipeline       bool
	pipeline          string
	uses              []pipeline.Use
	dumpPipeline      bool
	verifyEach        bool
	disableThreading  bool
	workers           uint64
	timing            bool
	timingDisplay     string
	statistics        bool
	statisticsDisplay string
	printer           printerFlags
	before, after     []string
	beforeAll         bool
	afterAll          bool
	afterChange       bool
	afterFailure      bool
	dumpModuleScope   bool
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

func newCommandLine(c *optConfig, reg *pipeline.Registry) *commandLine {
	l := newLine("tg-opt")
	l.group("Input and output")
	l.add(&c.output, "o", "`file`: write the output there; nothing is left of it on failure (default: standard output)", textValue)
	l.add(&c.allowUnregistered, "allow-unregistered-dialect", "keep operations of unknown dialects", boolValue)
	l.add(&c.noImplicitModule, "no-implicit-module", "do not wrap the input in a module", boolValue)
	l.addOptional(&c.splitMarker, "split-input-file", "// -----", "`marker`: split the input there and process each chunk by itself (default marker: '// -----')")
	c.outputMarker = "// -----"
	l.add(&c.outputMarker, "output-split-marker", "`marker`: what to write between the chunks of a split file (default: '// -----')", textValue)

	l.group("Pipeline")
	l.add(&c.pipeline, "pass-pipeline", "`text`: the passes to run, such as 'builtin.module(func.func(cse,canonicalize{max-iterations=5}),symbol-dce)'", textValue)
	l.add(&c.dumpPipeline, "dump-pass-pipeline", "print the pipeline that will be run, all options in full, on standard error", boolValue)
	c.verifyEach = true
	l.add(&c.verifyEach, "verify-each", "run the verifier after each pass (default: true)", boolValue)
	l.add(&c.verifyRoundtrip, "verify-roundtrip", "check that the parsed IR prints to text that parses to the same", boolValue)
	l.add(&c.disableThreading, "mlir-disable-threading", "work on one operation at a time", boolValue)
	l.add(&c.workers, "workers", "`n`: how many functions to work on at a time (default: one per processor); the output does not depend on it", uintValue)

	l.group("Information")
	l.add(&c.help, "help", "print this page", boolValue)
	l.alias("h", "help")
	l.add(&c.version, "version", "print the version", boolValue)
	l.add(&c.listPasses, "list-passes", "list the passes and their options", boolValue)
	l.add(&c.showDialects, "show-dialects", "list the dialects", boolValue)

	addPrinterFlags(l, &c.printer)
	addReportFlags(l, c)

	for _, p := range reg.Passes() {
		l.set.Var(&passValue{c, p.Name}, p.Name, p.Summary())
	}
	for _, a := range reg.Pipelines() {
		l.set.Var(&passValue{c, a.Name}, a.Name, a.Doc)
	}
	return l
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
	l.add(&p.elideElements, "mlir-elide-elementsattrs-if-larger", "`n`: print elements with more than n values as '...'", limitValue)
	l.add(&p.elideResource, "mlir-elide-resource-strings-if-larger", "`n`: leave resources out whose text has more than n characters", limitValue)
	l.add(&p.hexElements, "mlir-print-elementsattrs-with-hex-if-larger", "`n`: print elements with more than n values as a hex string; -1: never (default: 100)", limitValue)
}

func addReportFlags(l *commandLine, c *optConfig) {
	l.group("IR dumps on standard error")
	l.add(&c.before, "mlir-print-ir-before", "`pass,...`: print the IR before these passes", listValue)
	l.add(&c.after, "mlir-print-ir-after", "`pass,...`: print the IR after these passes", listValue)
	l.add(&c.beforeAll, "mlir-print-ir-before-all", "print the IR before each pass", boolValue)
	l.add(&c.afterAll, "mlir-print-ir-after-all", "print the IR after each pass", boolValue)
	l.add(&c.afterChange, "mlir-print-ir-after-change", "print the IR after passes that change it; on a terminal, or with --color=always, as a coloured diff", boolValue)
	l.add(&c.afterFailure, "mlir-print-ir-after-failure", "print the IR after passes that fail", boolValue)
	l.add(&c.dumpModuleScope, "mlir-print-ir-module-scope", "print the whole module; nothing is worked on in parallel then", boolValue)

	l.group("Reports on standard error")
	l.add(&c.timing, "mlir-timing", "report the time each pass takes", boolValue)
	c.timingDisplay = "tree"
	l.add(&c.timingDisplay, "mlir-timing-display", "`list|tree`: merged by name and sorted by time, or nested like the pipeline (default: tree)", choiceValue("list", "tree"))
	l.add(&c.statistics, "mlir-pass-statistics", "report what each pass counts", boolValue)
	c.statisticsDisplay = "pipeline"
	l.add(&c.statisticsDisplay, "mlir-pass-statistics-display", "`list|pipeline`: merged by pass, or in the order of the pipeline (default: pipeline)", choiceValue("list", "pipeline"))

	l.group("Diagnostics")
	c.color = "auto"
	l.addOptional(&c.color, "color", "always", "`auto|always|never`: colour messages and diffs (default: auto, on a terminal)", "auto", "always", "never")
	l.addOptional(&c.verifyDiagnostics, "verify-diagnostics", "all", "`all|only-expected`: check messages against the 'expected-error@+1 {{...}}' comments of the input", "all", "only-expected")
	l.add(&c.stackOnDiagnostic, "mlir-print-stacktrace-on-diagnostic", "show the Go stack when a pass crashes", boolValue)
}

// passValue is the flag of a pass; its order on the command line counts.
type passValue struct {
	config *optConfig
	name   string
}

func (v *passValue) String() string { return "" }

func (v *passValue) Set(options string) error {
	v.config.uses = append(v.config.uses, pipeline.Use{Name: v.name, Options: options})
	return nil
}

// IsBoolFlag says that options are not required.
func (v *passValue) IsBoolFlag() bool { return true }

// parse reads args.
func (l *commandLine) parse(c *optConfig, args []string) (err error) {
	if c.input, err = l.read(args); err != nil {
		return err
	}
	if l.seen["pass-pipeline"] && c.uses != nil {
		return fmt.Errorf("<unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options")
	}
	c.hasPipeline = l.seen["pass-pipeline"]
	return nil
}

// checkPassNames rejects names that are no pass in the dump flags.
func (c *optConfig) checkPassNames(reg *pipeline.Registry) error {
	var names []string
	for _, p := range reg.Passes() {
		names = append(names, p.Name)
	}
	for i, n := range slices.Concat(c.before, c.after) {
		when := "before"
		if i >= len(c.before) {
			when = "after"
		}
		if !slices.Contains(names, n) {
			return fmt.Errorf("tg-opt: for the --mlir-print-ir-%s option: there is no pass '%s'%s", when, n, spelling.DidYouMean(n, names))
		}
	}
	return nil
}
