package command

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/report"
)

// withoutEnvironment makes sure that the options of whoever runs the tests do not count.
func withoutEnvironment(t *testing.T) {
	t.Helper()
	unset := func(name string) {
		t.Setenv(name, "") // restores it afterwards
		os.Unsetenv(name)
	}
	for _, d := range environmentDefaults {
		unset(d.variable)
	}
	unset("LIT_OPTS")
}

// second, forever and two are values of options that can be unset.
var second, forever, two = time.Second, time.Duration(0), 2

// optionCases are command lines and how they change the options of an empty one.
var optionCases = []struct {
	args string // of which DIR is a directory
	want func(o *options, dir string)
}{
	{"", func(o *options, dir string) {}},
	{"-j3", func(o *options, dir string) { o.workers = 3 }},
	{"-j 3", func(o *options, dir string) { o.workers = 3 }},
	{"-j=3", func(o *options, dir string) { o.workers = 3 }},
	{"--threads=3", func(o *options, dir string) { o.workers = 3 }},
	{"--workers 3", func(o *options, dir string) { o.workers = 3 }},
	{"--config-prefix=x", func(o *options, dir string) { o.configPrefix = "x" }},
	{"-Da=b=c -D d --param=e=f", func(o *options, dir string) { o.params = map[string]string{"a": "b=c", "d": "", "e": "f"} }},
	{"--no-gtest-sharding", func(o *options, dir string) { o.noGTestSharding = true }},
	{"--no-gtest-sharding --gtest-sharding", func(o *options, dir string) {}},
	{"--test-output=all", func(o *options, dir string) { o.report.Output = report.All }},
	{"--print-result-after=off", func(o *options, dir string) { o.report.Results = report.Off }},
	{"--print-result-after=off --test-output failed", func(o *options, dir string) { o.report.Results, o.report.Output = report.Failed, report.Failed }},
	{"--test-output=all --print-result-after failed", func(o *options, dir string) { o.report.Results, o.report.Output = report.Failed, report.Failed }},
	{"--diagnostic-level=error", func(o *options, dir string) { o.diagnostics = levelError }},
	{"--diagnostic-level=warning", func(o *options, dir string) { o.diagnostics = levelWarning }},
	{"--terse-summary", func(o *options, dir string) { o.report.Terse = true }},
	{"-q --no-terse-summary", func(o *options, dir string) { o.report.Results, o.diagnostics = report.Failed, levelError }},
	{"-q", func(o *options, dir string) {
		o.report.Results, o.diagnostics, o.report.Terse = report.Failed, levelError, true
	}},
	{"-s", func(o *options, dir string) { o.report.Results, o.report.Progress = report.Failed, report.ProgressOn }},
	{"-s --no-progress-bar", func(o *options, dir string) { o.report.Results, o.report.Progress = report.Failed, report.ProgressOff }},
	{"-sv", func(o *options, dir string) {
		o.report.Results, o.report.Progress, o.report.Output = report.Failed, report.ProgressOn, report.Failed
	}},
	{"-v", func(o *options, dir string) { o.report.Output = report.Failed }},
	{"-vv", func(o *options, dir string) { o.report.Output = report.Failed }},
	{"--echo-all-commands", func(o *options, dir string) { o.report.Output = report.Failed }},
	{"-a", func(o *options, dir string) { o.report.Output = report.All }},
	{"-r", func(o *options, dir string) { o.report.Relative = true }},
	{"-o DIR/a.json -o DIR/b.json --report-failures-only", func(o *options, dir string) {
		o.failedOnly = true
		o.files = []report.File{{Format: report.JSON, Path: dir + "/b.json", FailuresOnly: true}}
	}},
	{"--xunit-xml-output=DIR/a --resultdb-output=DIR/b --time-trace-output=DIR/c --use-unique-output-file-name",
		func(o *options, dir string) {
			o.uniqueNames = true
			o.files = []report.File{{Format: report.XUnit, Path: dir + "/a", Unique: true},
				{Format: report.ResultDB, Path: dir + "/b", Unique: true}, {Format: report.TimeTrace, Path: dir + "/c", Unique: true}}
		}},
	{"--progress-bar", func(o *options, dir string) { o.report.Progress = report.ProgressOn }},
	{"--show-pass --show-xfail", func(o *options, dir string) { o.report.Show = []lit.Status{lit.Pass, lit.XFail} }},
	{"--path DIR/../a --path=DIR", func(o *options, dir string) { o.path = []string{filepath.Join(filepath.Dir(dir), "a"), dir} }},
	{"--no-execute", func(o *options, dir string) { o.noExecute = true }},
	{"--timeout 1", func(o *options, dir string) { o.timeout = &second }},
	{"--timeout 0", func(o *options, dir string) { o.timeout = &forever }},
	{"--max-retries-per-test=2", func(o *options, dir string) { o.retries = &two }},
	{"--max-failures=2", func(o *options, dir string) { o.maxFailures = 2 }},
	{"--allow-empty-runs", func(o *options, dir string) { o.allowEmpty = true }},
	{"--per-test-coverage", func(o *options, dir string) { o.coverage = true }},
	{"--ignore-fail", func(o *options, dir string) { o.ignoreFail = true }},
	{"--update-tests", func(o *options, dir string) { o.updateTests = true }},
	{"--skip-test-time-recording", func(o *options, dir string) { o.skipTimes = true }},
	{"--time-tests", func(o *options, dir string) { o.report.Histogram = true }},
	{"--max-tests=2", func(o *options, dir string) { o.maxTests = 2 }},
	{"--max-time=1", func(o *options, dir string) { o.maxTime = time.Second }},
	{"--order lexical", func(o *options, dir string) { o.order = report.Lexical }},
	{"--shuffle", func(o *options, dir string) { o.order = report.Random }},
	{"-i", func(o *options, dir string) { o.incremental = true }},
	{"--filter-failed", func(o *options, dir string) { o.filterFailed = true }},
	{"--xfail a;b --xfail-not=c", func(o *options, dir string) { o.xfail, o.xfailNot = []string{"a", "b"}, []string{"c"} }},
	{"--exclude-xfail", func(o *options, dir string) { o.excludeXFail = true }},
	{"--num-shards=3 --run-shard=2", func(o *options, dir string) { o.numShards, o.runShard = 3, 2 }},
	{"--debug", func(o *options, dir string) { o.debug = true }},
	{"--show-suites --show-tests --show-used-features", func(o *options, dir string) {
		o.showSuites, o.showTests, o.showUsedFeatures = true, true, true
	}},
	{"--ignore", func(o *options, dir string) { o.ignoreFail = true }},
	{"x -v y -- -z --nope", func(o *options, dir string) {
		o.paths, o.report.Output = []string{"x", "y", "-z", "--nope", "here"}, report.Failed
	}},
}

// TestOptions makes sure that every option does something, in all its spellings.
func TestOptions(t *testing.T) {
	withoutEnvironment(t)
	dir := t.TempDir()
	for _, test := range optionCases {
		t.Run(test.args, func(t *testing.T) {
			got, err := parse(append(strings.Fields(strings.ReplaceAll(test.args, "DIR", dir)), "here"))
			if err != nil {
				t.Fatal(err)
			}
			want, err := defaultOptions()
			if err != nil {
				t.Fatal(err)
			}
			want.paths = []string{"here"}
			test.want(want, dir)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(options{})); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestPatternOptions(t *testing.T) {
	withoutEnvironment(t)
	t.Setenv("LIT_FILTER_OUT", "(?<!x)b$")
	o, err := parse([]string{"--filter", "^(A|b|xb)", "here"})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]bool{"a": {true, false}, "b": {true, true}, "xb": {true, false}, "c": {false, false}} {
		if got := [2]bool{o.filter.MatchString(text), o.filterOut.MatchString(text)}; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	withoutEnvironment(t)
	for args, want := range map[string]string{
		"":                                      "the following arguments are required: TEST_PATH",
		"--filtr=x here":                        "unknown option '--filtr'; did you mean '--filter'?",
		"--show-test-s here":                    "unknown option '--show-test-s'; did you mean '--show-tests'?",
		"-z here":                               "unknown option '-z'",
		"-vz here":                              "unknown option '-vz'",
		"--nothing-like-it here":                "unknown option '--nothing-like-it'",
		"--filter-":                             "ambiguous option: --filter- could match --filter-out, --filter-failed",
		"here -j":                               "argument -j/--threads/--workers: expected one argument",
		"-j x here":                             "argument -j/--threads/--workers: requires positive integer, but found 'x'",
		"-j0 here":                              "requires positive integer, but found '0'",
		"--timeout -1 here":                     "argument --timeout: requires non-negative integer, but found '-1'",
		"--quiet=yes here":                      "argument -q/--quiet: ignored explicit argument 'yes'",
		"--order=best here":                     "argument --order: invalid choice: 'best' (choose from lexical, random, smart)",
		"--test-output=some here":               "argument --test-output: invalid choice: 'some' (choose from off, failed, all)",
		"--filter=( here":                       "argument --filter: invalid regular expression: '(', ",
		"--filter -v here":                      "argument --filter: expected one argument",
		"--num-shards=2 here":                   "--num-shards and --run-shard must be used together",
		"--num-shards=2 --run-shard=3 here":     "--run-shard must be between 1 and --num-shards (inclusive)",
		"--time-tests --skip-test-time-r here":  "argument --time-tests: not allowed with argument --skip-test-time-recording",
		"--vg here":                             "argument --vg: is not supported: tools run inside this process",
		"-o /nowhere/at/all here":               "/nowhere/at/all: cannot write the report: ",
		"@/nowhere/at/all":                      "cannot read arguments: open /nowhere/at/all: no such file or directory",
		"--use-unique-output-file-name=1 -h -v": "ignored explicit argument '1'",
	} {
		_, err := parse(strings.Fields(args))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
	for arg, want := range map[string]error{"-h": errHelp, "--help": errHelp, "-vh": errHelp, "--version": errVersion} {
		if _, err := parse([]string{arg}); !errors.Is(err, want) {
			t.Errorf("%s: %v", arg, err)
		}
	}
}

func TestOptionsOfTheEnvironment(t *testing.T) {
	withoutEnvironment(t)
	t.Setenv("LIT_MAX_WORKERS", "5")
	t.Setenv("LIT_XFAIL", "a;b")
	t.Setenv("LIT_NUM_SHARDS", "4")
	t.Setenv("LIT_RUN_SHARD", "3")
	t.Setenv("LIT_OPTS", `-v --xfail-not 'x y' --run-shard="2"`)
	o, err := parse([]string{"--run-shard=1", "here"})
	if err != nil {
		t.Fatal(err)
	}
	if o.workers != 5 || o.numShards != 4 || o.runShard != 2 || o.report.Output != report.Failed {
		t.Errorf("%+v", o)
	}
	if diff := cmp.Diff([]string{"a", "b", "x y"}, append(o.xfail, o.xfailNot...)); diff != "" {
		t.Error(diff)
	}
	t.Setenv("LIT_OPTS", "'")
	if _, err := parse([]string{"here"}); err == nil || err.Error() != "environment variable LIT_OPTS: no closing '" {
		t.Error(err)
	}
	t.Setenv("LIT_OPTS", "")
	t.Setenv("LIT_MAX_WORKERS", "many")
	if _, err := parse([]string{"here"}); err == nil ||
		err.Error() != "environment variable LIT_MAX_WORKERS requires positive integer, but found 'many'" {
		t.Error(err)
	}
}

func TestArgumentFiles(t *testing.T) {
	withoutEnvironment(t)
	dir := t.TempDir()
	inner, outer, loop := filepath.Join(dir, "inner"), filepath.Join(dir, "outer"), filepath.Join(dir, "loop")
	for name, text := range map[string]string{inner: "-v\r\na path\n", outer: "-j7\n@" + inner, loop: "@" + loop} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	o, err := parse([]string{"@" + outer, "b"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a path", "b"}, o.paths); diff != "" || o.workers != 7 || o.report.Output != report.Failed {
		t.Errorf("%+v\n%s", o, diff)
	}
	if _, err := parse([]string{"@" + loop}); err == nil || !strings.Contains(err.Error(), "nested too deeply") {
		t.Error(err)
	}
}

func TestSplitWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                   nil,
		" a  b\tc\n":         {"a", "b", "c"},
		`'a b'"c d"e`:        {"a bc de"},
		`"a\"b\\c\d" '\' \ `: {`a"b\c\d`, `\`, " "},
		`'' ""`:              {"", ""},
	} {
		got, err := splitWords(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: %v\n%s", text, err, diff)
		}
	}
	for text, want := range map[string]string{`a\`: "nothing after the last backslash", `"`: `no closing "`, `'a`: "no closing '"} {
		if _, err := splitWords(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestHelpNamesAllOptions makes sure of the layout, too.
func TestHelpNamesAllOptions(t *testing.T) {
	var b strings.Builder
	printHelp(&b, []lit.Tool{{Name: "my-tool"}})
	for _, g := range groups {
		for _, o := range g.options {
			for _, name := range o.names {
				if named := strings.Contains(b.String(), " "+name); named != (o.help != "") {
					t.Errorf("%s: named %v", name, named)
				}
			}
		}
	}
	for line := range strings.Lines(b.String()) {
		if len(line) > helpWidth+1 {
			t.Errorf("too long: %s", line)
		}
	}
	if !strings.Contains(b.String(), "my-tool") {
		t.Error("no tools")
	}
}
