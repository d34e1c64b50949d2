package command

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/report"
)

// options is the command line.
type options struct {
	paths        []string
	workers      int
	configPrefix string
	params       map[string]string

	report      report.Options
	diagnostics diagnosticLevel
	files       []report.File
	uniqueNames bool
	failedOnly  bool

	path            []string
	noExecute       bool
	noGTestSharding bool
	timeout         *time.Duration
	retries         *int
	maxFailures     int
	allowEmpty      bool
	coverage        bool
	ignoreFail      bool
	updateTests     bool
	skipTimes       bool

	maxTests     int
	maxTime      time.Duration
	order        report.Order
	incremental  bool
	filter       *lit.Pattern
	filterOut    *lit.Pattern
	filterFailed bool
	xfail        []string
	xfailNot     []string
	excludeXFail bool
	numShards    int
	runShard     int

	debug            bool
	showSuites       bool
	showTests        bool
	showUsedFeatures bool
}

// option is one line of the help.
type option struct {
	names []string // the short ones first
	value string   // what the help calls the value, or "" if there is none
	help  string
	set   func(o *options, value string) error
}

func (o *option) String() string { return strings.Join(o.names, "/") }

// group is a heading of the help with its options.
type group struct {
	title   string
	options []*option
}

func flag(names, help string, set func(*options)) *option {
	return &option{strings.Fields(names), "", help, func(o *options, _ string) error { set(o); return nil }}
}

func text(names, value, help string, set func(*options, string)) *option {
	return &option{strings.Fields(names), value, help, func(o *options, v string) error { set(o, v); return nil }}
}

func number(names, value, help string, least int, set func(*options, int)) *option {
	return &option{strings.Fields(names), value, help, func(o *options, v string) error {
		n, err := strconv.Atoi(strings.TrimSpace(v))
		if err != nil || n < least {
			kind := "positive"
			if least == 0 {
				kind = "non-negative"
			}
			return fmt.Errorf("requires %s integer, but found '%s'", kind, v)
		}
		set(o, n)
		return nil
	}}
}

func choice(names string, choices []string, help string, set func(*options, string) error) *option {
	return &option{strings.Fields(names), "{" + strings.Join(choices, ",") + "}", help, func(o *options, v string) error {
		if !slices.Contains(choices, v) {
			return fmt.Errorf("invalid choice: '%s' (choose from %s)", v, strings.Join(choices, ", "))
		}
		return set(o, v)
	}}
}

func pattern(names, help string, set func(*options, *lit.Pattern)) *option {
	return &option{strings.Fields(names), "REGEX", help, func(o *options, v string) error {
		if _, err := lit.CompilePattern("", v); err != nil { // whose message does not show the flag
			return fmt.Errorf("invalid regular expression: '%s', %v", v, err)
		}
		p, err := lit.CompilePattern("(?i)", v)
		set(o, p)
		return err
	}}
}

// file is an option for a file of results; the last one of a format counts.
func file(names, help string, format report.Format) *option {
	return text(names, "PATH", help, func(o *options, v string) {
		o.files = slices.DeleteFunc(o.files, func(f report.File) bool { return f.Format == format })
		o.files = append(o.files, report.File{Format: format, Path: v})
	})
}

// refused is an option of lit that has no meaning here.
func refused(names, value, reason string) *option {
	return &option{strings.Fields(names), value, "", func(*options, string) error { return fmt.Errorf("is not supported: %s", reason) }}
}

const noValgrind = "tools run inside this process; run the tool itself under valgrind, or use lit"

var generalOptions = []*option{
	number("-j --threads --workers", "N", "How many tests run at once (default: the number of CPUs)", 1,
		func(o *options, n int) { o.workers = n }),
	text("--config-prefix", "NAME", "Prefix of the names of configuration files instead of 'lit' (and 'tglit')",
		func(o *options, v string) { o.configPrefix = v }),
	text("-D --param", "NAME=VAL", "Add a parameter for configuration files", func(o *options, v string) {
		name, value, _ := strings.Cut(v, "=")
		o.params[name] = value
	}),
}

var levels = []string{"off", "failed", "all"}

func setOutput(o *options, v string) error {
	level, err := report.ParseLevel(v)
	o.report.SetOutput(level)
	return err
}

func setResults(o *options, v string) error {
	level, err := report.ParseLevel(v)
	o.report.SetResults(level)
	return err
}

var formatOptions = []*option{
	choice("--test-output", levels, "Which tests have their commands and output shown (default off). Raises --print-result-after to "+
		"match", setOutput),
	choice("--print-result-after", levels, "Which tests have their result shown when they are done (default all). Lowers --test-output "+
		"to match", setResults),
	choice("--diagnostic-level", []string{"error", "warning", "note"}, "What tg-lit itself has to say (default note)",
		func(o *options, v string) error { o.diagnostics = parseDiagnosticLevel(v); return nil }),
	flag("--terse-summary", "Only count failures in the summary, without the time", func(o *options) { o.report.Terse = true }),
	flag("--no-terse-summary", "Count all results in the summary and show the time (default)",
		func(o *options) { o.report.Terse = false }),
	flag("-q --quiet", "Alias for '--diagnostic-level=error --print-result-after=failed --test-output=off --terse-summary'",
		func(o *options) {
			o.report.SetResults(report.Failed)
			o.report.SetOutput(report.Off)
			o.diagnostics, o.report.Terse = levelError, true
		}),
	flag("-s --succinct", "Alias for '--progress-bar --print-result-after=failed'", func(o *options) {
		o.report.Progress = report.ProgressOn
		o.report.SetResults(report.Failed)
	}),
	flag("-v --verbose", "Alias for '--test-output=failed': show the commands and output of failed tests",
		func(o *options) { o.report.SetOutput(report.Failed) }),
	flag("-vv --echo-all-commands", "Deprecated alias for -v", func(o *options) { o.report.SetOutput(report.Failed) }),
	flag("-a --show-all", "Alias for '--test-output=all': like -v, but for all tests",
		func(o *options) { o.report.SetOutput(report.All) }),
	flag("-r --relative-paths", "Name tests in the summary by their files, relative to the working directory",
		func(o *options) { o.report.Relative = true }),
	file("-o --output", "Write the results to a JSON file", report.JSON),
	flag("--progress-bar", "Show a progress bar", func(o *options) { o.report.Progress = report.ProgressOn }),
	flag("--no-progress-bar", "Show no progress bar, not even on a terminal", func(o *options) { o.report.Progress = report.ProgressOff }),
	show("excluded", lit.Excluded), show("skipped", lit.Skipped), show("unsupported", lit.Unsupported), show("pass", lit.Pass),
	show("flakypass", lit.FlakyPass), show("xfail", lit.XFail),
}

func show(name string, status lit.Status) *option {
	return flag("--show-"+name, "List the tests of result "+string(status)+" in the summary",
		func(o *options) { o.report.Show = append(o.report.Show, status) })
}

var executionOptions = []*option{
	{[]string{"--path"}, "PATH", "A directory that the PATH of tests starts with", func(o *options, v string) error {
		dir, err := filepath.Abs(v)
		o.path = append(o.path, dir)
		return err
	}},
	refused("--vg", "", noValgrind), refused("--vg-leak", "", noValgrind), refused("--vg-arg", "ARG", noValgrind),
	flag("--gtest-sharding", "Run programs of GoogleTest in parts (default)", func(o *options) { o.noGTestSharding = false }),
	flag("--no-gtest-sharding", "Run all tests of a program of GoogleTest at once", func(o *options) { o.noGTestSharding = true }),
	flag("--no-execute", "Do not run RUN lines: take for granted that they pass", func(o *options) { o.noExecute = true }),
	file("--xunit-xml-output", "Write the results to an xUnit XML file", report.XUnit),
	flag("--report-failures-only", "Leave all but failures out of the files of results", func(o *options) { o.failedOnly = true }),
	file("--resultdb-output", "Write the results to a JSON file for LuCI's ResultDB", report.ResultDB),
	file("--time-trace-output", "Write when tests ran to a JSON file for chrome://tracing", report.TimeTrace),
	flag("--use-unique-output-file-name", "Put a unique element before the extension of the names of result files",
		func(o *options) { o.uniqueNames = true }),
	number("--timeout", "N", "End a test after N seconds; 0 for no limit (default: what the configuration says, or none)", 0,
		func(o *options, n int) { limit := time.Duration(n) * time.Second; o.timeout = &limit }),
	number("--max-retries-per-test", "N", "Run a failing test again up to N times, unless the test (ALLOW_RETRIES) or its suite "+
		"(test_retry_attempts) says how often", 1, func(o *options, n int) { o.retries = &n }),
	number("--max-failures", "N", "Skip the rest after N failures", 1, func(o *options, n int) { o.maxFailures = n }),
	flag("--allow-empty-runs", "Succeed if no test is selected", func(o *options) { o.allowEmpty = true }),
	flag("--per-test-coverage", "Give every RUN line a LLVM_PROFILE_FILE of its own", func(o *options) { o.coverage = true }),
	flag("--ignore-fail", "Exit with status 0 even if tests fail", func(o *options) { o.ignoreFail = true }),
	flag("--update-tests", "Overwrite the file, or the part of the test, that a failing diff compares with (see also: tg-lit update)",
		func(o *options) { o.updateTests = true }),
	flag("--skip-test-time-recording", "Do not store how long tests take", func(o *options) { o.skipTimes = true }),
	flag("--time-tests", "Show a histogram of how long tests take", func(o *options) { o.report.Histogram = true }),
}

var selectionOptions = []*option{
	number("--max-tests", "N", "Run the first N tests only", 1, func(o *options, n int) { o.maxTests = n }),
	number("--max-time", "N", "Skip the rest after N seconds", 1,
		func(o *options, n int) { o.maxTime = time.Duration(n) * time.Second }),
	choice("--order", []string{"lexical", "random", "smart"}, "Order of the tests. smart (default): those that failed last time first, then "+
		"those that took longest, then by name", func(o *options, v string) error { o.order = report.Order(v); return nil }),
	flag("--shuffle", "Deprecated alias for --order=random", func(o *options) { o.order = report.Random }),
	flag("-i --incremental", "Deprecated: failed tests always run first", func(o *options) { o.incremental = true }),
	pattern("--filter", "Only run tests whose 'suite :: path' contains a match, whatever the case",
		func(o *options, p *lit.Pattern) { o.filter = p }),
	pattern("--filter-out", "Leave out tests whose 'suite :: path' contains a match, whatever the case",
		func(o *options, p *lit.Pattern) { o.filterOut = p }),
	flag("--filter-failed", "Only run tests that failed last time", func(o *options) { o.filterFailed = true }),
	text("--xfail", "LIST", "Tests, separated by semicolons, that are expected to fail", func(o *options, v string) {
		o.xfail = strings.Split(v, ";")
	}),
	text("--xfail-not", "LIST", "Tests, separated by semicolons, that are not expected to fail", func(o *options, v string) {
		o.xfailNot = strings.Split(v, ";")
	}),
	flag("--exclude-xfail", "Leave out tests that are expected to fail", func(o *options) { o.excludeXFail = true }),
	number("--num-shards", "M", "Split the tests into M parts and run one", 1, func(o *options, n int) { o.numShards = n }),
	number("--run-shard", "N", "Run part N of --num-shards", 1, func(o *options, n int) { o.runShard = n }),
}

var debugOptions = []*option{
	flag("--debug", "Tell what tg-lit itself does", func(o *options) { o.debug = true }),
	flag("--show-suites", "List the test suites and exit", func(o *options) { o.showSuites = true }),
	flag("--show-tests", "List the tests and exit", func(o *options) { o.showTests = true }),
	flag("--show-used-features", "List the features that REQUIRES, UNSUPPORTED and XFAIL mention, and exit",
		func(o *options) { o.showUsedFeatures = true }),
}

// groups are all options but --help and --version.
var groups = []group{
	{"General", generalOptions},
	{"Output Format", formatOptions},
	{"Test Execution", executionOptions},
	{"Test Selection", selectionOptions},
	{"Debugging", debugOptions},
}

// environmentDefaults are variables that stand for options which the command line does not set.
var environmentDefaults = []struct{ variable, option string }{
	{"LIT_MAX_WORKERS", "--workers"},
	{"LIT_FILTER", "--filter"},
	{"LIT_FILTER_OUT", "--filter-out"},
	{"LIT_XFAIL", "--xfail"},
	{"LIT_XFAIL_NOT", "--xfail-not"},
	{"LIT_NUM_SHARDS", "--num-shards"},
	{"LIT_RUN_SHARD", "--run-shard"},
}

// defaultOptions are those of an empty command line.
func defaultOptions() (*options, error) {
	o := &options{workers: runtime.NumCPU(), params: map[string]string{}, diagnostics: levelNote, order: report.Smart,
		report: report.Options{Results: report.All}}
	for _, d := range environmentDefaults {
		value := os.Getenv(d.variable)
		if value == "" {
			continue
		}
		if err := findOption(d.option).set(o, value); err != nil {
			return nil, fmt.Errorf("environment variable %s %w", d.variable, err)
		}
	}
	return o, nil
}

// findOption returns the option with a name, or nil.
func findOption(name string) *option {
	for _, g := range groups {
		for _, o := range g.options {
			if slices.Contains(o.names, name) {
				return o
			}
		}
	}
	return nil
}

// check finds what is wrong with options together.
func (o *options) check() error {
	switch {
	case o.report.Histogram && o.skipTimes:
		return fmt.Errorf("argument --time-tests: not allowed with argument --skip-test-time-recording")
	case (o.numShards > 0) != (o.runShard > 0):
		return fmt.Errorf("--num-shards and --run-shard must be used together")
	case o.runShard > o.numShards:
		return fmt.Errorf("--run-shard must be between 1 and --num-shards (inclusive)")
	case len(o.paths) == 0:
		return fmt.Errorf("the following arguments are required: TEST_PATH")
	}
	for i := range o.files {
		o.files[i].Unique, o.files[i].FailuresOnly = o.uniqueNames, o.failedOnly
		if err := o.files[i].Check(); err != nil {
			return err
		}
	}
	return nil
}
