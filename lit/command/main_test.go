package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/internal/version"
	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/report"
	"github.com/tg-opt/tg/lit/shell"
)

// testTools are the tools of these tests.
func testTools() []lit.Tool {
	return []lit.Tool{
		{Name: "say", Main: func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			fmt.Fprintln(stdout, strings.Join(args, " "))
			return 0
		}},
		{Name: "interrupt", Main: func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			self, err := os.FindProcess(os.Getpid())
			if err != nil || self.Signal(os.Interrupt) != nil {
				return 1
			}
			time.Sleep(time.Second)
			return 0
		}},
	}
}

// writeTests writes a suite with a native configuration.
func writeTests(t *testing.T, files map[string]string) string {
	t.Helper()
	withoutEnvironment(t)
	dir := t.TempDir()
	files["tglit.toml"] += "name = 'suite'\nsuffixes = ['.test']\n"
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func runMain(args ...string) outcome {
	var stdout, stderr bytes.Buffer
	status := Main(args, testTools(), strings.NewReader("a\nb\n"), &stdout, &stderr)
	return outcome{status, testingTime.ReplaceAllString(stdout.String(), "Testing Time: "), stderr.String()}
}

// noSuite is said where there is no configuration.
const noSuite = "tg-lit: note: no configuration is in or above these paths; write one into the root of the tests, such as this " +
	"tglit.toml:\n\n    name = \"tests\"\n    suffixes = [\".mlir\", \".test\"] # of the files with RUN lines\n" +
	"    test_exec_root = \"out\"        # where tests write\n\nAn existing lit.cfg.py does as well, if python3 is installed.\n" +
	"error: did not discover any tests for provided path(s)\n"

func TestMainCallsTools(t *testing.T) {
	withoutEnvironment(t)
	for _, test := range []struct {
		args string
		want outcome
	}{
		{"say a b", outcome{0, "a b\n", ""}},
		{"count 2", outcome{0, "", ""}},
		{"count 3", outcome{1, "", "Expected 3 lines, got 2.\n"}},
		{"not false", outcome{0, "", ""}},
		{"not true", outcome{1, "", ""}},
		{"updte -w a.mlir", outcome{2, "", "tg-lit: error: there is no file or directory 'updte'; did you mean 'update'?\n"}},
		{"./say", outcome{2, "", "tg-lit: warning: unable to find test suite for './say'\n" +
			"tg-lit: warning: input './say' contained no tests\ntg-lit: note: there is no file or directory './say'\n" + noSuite}},
	} {
		if diff := cmp.Diff(test.want, runMain(strings.Fields(test.args)...), cmp.AllowUnexported(outcome{})); diff != "" {
			t.Errorf("%s\n%s", test.args, diff)
		}
	}
	for args, want := range map[string]string{"--help": "usage: tg-lit", "--version": programName + " " + version.String() + " (as lit 22.1.8)\n", "update --help": "tg-lit update", "split-file --help": "split-file"} {
		if got := runMain(strings.Fields(args)...); got.status != 0 || !strings.Contains(got.stdout, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

func TestMainReportsWrongOptions(t *testing.T) {
	withoutEnvironment(t)
	want := outcome{2, "", "tg-lit: error: unknown option '--fliter'; did you mean '--filter'?\nTry 'tg-lit --help'.\n"}
	if diff := cmp.Diff(want, runMain("--fliter", "x"), cmp.AllowUnexported(outcome{})); diff != "" {
		t.Error(diff)
	}
}

func TestMainReportsWrongConfiguration(t *testing.T) {
	dir := writeTests(t, map[string]string{"tglit.toml": "nmae = 'x'\n", "a.test": "RUN: say"})
	got := runMain(dir)
	if want := filepath.Join(dir, "tglit.toml") + ":1:1: error: "; got.status != 2 || !strings.HasPrefix(got.stderr, want) {
		t.Errorf("%+v", got)
	}
}

// TestInterrupt makes sure that a signal ends the run with a summary of what was done.
func TestInterrupt(t *testing.T) {
	dir := writeTests(t, map[string]string{"a.test": "RUN: say", "b.test": "RUN: interrupt", "c.test": "RUN: sh -c 'sleep 100'"})
	want := outcome{130, `-- Testing: 3 tests, 1 workers --
PASS: suite :: a.test (1 of 3)

Testing Time: 

Total Discovered Tests: 3
  Skipped: 2 (66.67%)
  Passed : 1 (33.33%)
`, "  interrupted by user, skipping remaining tests\n"}
	if diff := cmp.Diff(want, runMain("-j1", dir), cmp.AllowUnexported(outcome{})); diff != "" {
		t.Error(diff)
	}
}

// TestInterruptedUpdate makes sure that a signal ends an update with its status, and leaves no
// directory behind.
func TestInterruptedUpdate(t *testing.T) {
	dir := writeTests(t, map[string]string{"a.test": "RUN: interrupt | FileCheck %s\n"})
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	got := runMain("update", "-w", filepath.Join(dir, "a.test"))
	if got.status != 130 || !strings.Contains(got.stderr, "tg-lit update: error: interrupted\n") {
		t.Errorf("%+v", got)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

func TestMaxTime(t *testing.T) {
	dir := writeTests(t, map[string]string{"a.test": "RUN: say", "b.test": "RUN: sh -c 'sleep 100'"})
	got := runMain("-j1", "--max-time=1", "--show-skipped", dir)
	if got.status != 0 || got.stderr != "warning: reached timeout, skipping remaining tests\n" ||
		!strings.Contains(got.stdout, "Skipped Tests (1):\n  suite :: b.test\n") {
		t.Errorf("%+v", got)
	}
}

// TestTimeout makes sure that the command line overrides the configuration, with 0, too.
func TestTimeout(t *testing.T) {
	dir := writeTests(t, map[string]string{"tglit.toml": "maxIndividualTestTime = 100\n", "a.test": "RUN: sh -c 'sleep 100'"})
	got := runMain("-v", "--timeout=1", dir)
	if got.status != 1 || !strings.Contains(got.stdout, "Timeout: Reached timeout of 1 seconds\n") ||
		!strings.Contains(got.stdout, "Timed Out Tests (1):") || !strings.Contains(got.stderr, "requested an individual test timeout of 100 "+
		"seconds but a timeout of 1 seconds was requested on the command line. Forcing timeout to be 1 seconds.") {
		t.Errorf("%+v", got)
	}
	dir = writeTests(t, map[string]string{"tglit.toml": "maxIndividualTestTime = 1\n", "a.test": "RUN: sh -c 'sleep 1.2'"})
	if got := runMain("-q", "--timeout=0", dir); got.status != 0 {
		t.Errorf("%+v", got)
	}
}

// TestShardsReportTheirOwn makes sure that the files of all shards together name each test once.
func TestShardsReportTheirOwn(t *testing.T) {
	files := map[string]string{}
	for i := range 7 {
		files[fmt.Sprintf("%d.test", i)] = "RUN: say"
	}
	dir := writeTests(t, files)
	seen := map[string]string{}
	for n := 1; n <= 3; n++ {
		file := filepath.Join(dir, "shard.xml")
		got := runMain("--skip-test-time-recording", "--num-shards=3", fmt.Sprintf("--run-shard=%d", n), "--xunit-xml-output", file, dir)
		if got.status != 0 || !strings.Contains(got.stdout, " of 7 tests, ") || !strings.Contains(got.stdout, "Excluded: ") {
			t.Errorf("%+v", got)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`name="(\d.test)"`).FindAllStringSubmatch(string(data), -1) {
			if seen[m[1]] != "" {
				t.Errorf("%s is in %s and shard %d", m[1], seen[m[1]], n)
			}
			seen[m[1]] = fmt.Sprintf("shard %d", n)
		}
	}
	if len(seen) != 7 {
		t.Errorf("%v", seen)
	}
}

func TestUsedFeaturesOfBrokenTest(t *testing.T) {
	dir := writeTests(t, map[string]string{"a.test": "REQUIRES: a &&\nRUN: say"})
	got := runMain("--show-used-features", dir)
	if got.status != 2 || !strings.HasPrefix(got.stderr, "tg-lit: error: "+filepath.Join(dir, "a.test")+": expected: ") {
		t.Errorf("%+v", got)
	}
}

// TestTimesAreStored makes sure of the order of the next run.
func TestTimesAreStored(t *testing.T) {
	dir := writeTests(t, map[string]string{"a.test": "RUN: say", "b.test": "RUN: sh -c 'sleep 0.1'", "c.test": "RUN: false"})
	runMain("-q", "--skip-test-time-recording", dir)
	first := runMain("-j1", "-q", "--print-result-after=all", dir)
	second := runMain("-j1", "-q", "--print-result-after=all", "--time-tests", dir)
	order := func(o outcome) string {
		var names []string
		for line := range strings.Lines(o.stdout) {
			if _, name, found := strings.Cut(line, ": suite :: "); found && strings.Contains(name, " of 3)") {
				names = append(names, name[:1])
			}
		}
		return strings.Join(names, "")
	}
	if order(first) != "abc" || order(second) != "cba" || !strings.Contains(second.stdout, "Slowest Tests:") {
		t.Errorf("%s\n%s", first.stdout, second.stdout)
	}
	if got := runMain("--filter-failed", dir); !strings.Contains(got.stdout, "-- Testing: 1 of 3 tests, 1 workers --") {
		t.Error(got.stdout)
	}
}

// TestWithProcesses makes sure when tools run as processes. The program of the test tells what it
// is called with.
func TestWithProcesses(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	text := "#!/bin/sh\necho \"$(basename $(pwd)) $FILECHECK_OPTS $*\"; cat; exit 3\n"
	if err := os.WriteFile(program, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(work, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("FILECHECK_OPTS", "")
	tools := WithProcesses(testTools(), program)
	for _, test := range []struct {
		line, want string
		status     int
	}{
		{"say a b", "# | a b\n", 0},
		{"say " + work + "/file", "# | " + work + "/file\n", 0},
		{"say file", "# | work  say file\n", 3},
		{"say --input=file", "# | work  say --input=file\n", 3},
		{"say -o out", "# | work  say -o out\n", 3},
		{"say -out", "# | -out\n", 0},
		{"cd .. && say -o out", "# | " + filepath.Base(dir) + "  say -o out\n", 3},
		{"env FILECHECK_OPTS=-v say a", "# | work -v say a\n", 3},
		{"env OTHER=1 say a", "# | a\n", 0},
		{"echo input | say file", "# | work  say file\n# | input\n", 3},
	} {
		outcome := shell.Run(context.Background(), shell.Config{Dir: work, Tools: tools, Env: []string{"PATH=" + os.Getenv("PATH")}},
			[]shell.Line{{At: "test", Command: test.line}})
		if !strings.Contains(outcome.Log, test.want) || outcome.Status != test.status {
			t.Errorf("%s: status %d\n%s", test.line, outcome.Status, outcome.Log)
		}
	}
	outcome := shell.Run(context.Background(), shell.Config{Dir: work, Tools: WithProcesses(testTools(), filepath.Join(dir, "none"))},
		[]shell.Line{{At: "test", Command: "say file"}})
	if outcome.Status != statusUnstarted || !strings.Contains(outcome.Log, "cannot run 'say' as a process: ") {
		t.Errorf("status %d\n%s", outcome.Status, outcome.Log)
	}
}

func TestShard(t *testing.T) {
	var tests []*lit.Test
	suite := &lit.Suite{Name: "s"}
	for i := range 10 {
		tests = append(tests, &lit.Test{Suite: suite, Path: fmt.Sprint(i)})
	}
	seen := map[string]int{}
	for n := 1; n <= 4; n++ {
		o := &options{runShard: n, numShards: 4, order: report.Lexical}
		selected, _ := o.shard(tests)
		for _, test := range selected {
			seen[test.Path]++
		}
	}
	for _, test := range tests {
		if seen[test.Path] != 1 {
			t.Errorf("%s is in %d shards", test.Path, seen[test.Path])
		}
	}
}

// A suite that finds nothing says what it looks for.
func TestEmptySuites(t *testing.T) {
	withoutEnvironment(t)
	t.Chdir(t.TempDir())
	for config, want := range map[string]string{
		"name = \"mine\"\nsuffixes = [\".mlr\", \".x\"]\n": "the tests of suite 'mine' are files that end in '.mlr', '.x'",
		"name = \"mine\"\n": "suite 'mine' has no suffixes, so that no file is a test of it: its configuration may name some, such as .mlir",
	} {
		if err := os.WriteFile("tglit.toml", []byte(config), 0o666); err != nil {
			t.Fatal(err)
		}
		got := runMain(".")
		if got.status != statusUnable || !strings.Contains(got.stderr, "tg-lit: note: "+want+"\n") {
			t.Errorf("%q: %d %s", config, got.status, got.stderr)
		}
	}
}
