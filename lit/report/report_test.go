package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/lit"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// transcript is the output of a failed test.
const transcript = `Exit Code: 1

Command Output (stdout):
--
# RUN: at line 1
echo one two && false
# executed command: echo one two
# .---command stdout------------
# | one two
# ` + "`" + `-----------------------------
# executed command: cmp a b
# .---command stderr------------
# | cmp: a: No such file
# ` + "`" + `-----------------------------
# error: command failed with exit status: 2

--
`

// sample has a test of each status. Times are such that no printed digit depends on rounding.
func sample() []*lit.Result {
	suite := &lit.Suite{Name: "my.suite", Dir: "/suite", ExecDir: "/suite"}
	other := &lit.Suite{Name: "other", Dir: "/other", ExecDir: "/other"}
	start := time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.UTC)
	result := func(s *lit.Suite, path string, status lit.Status, output string, ms int) *lit.Result {
		r := &lit.Result{Test: &lit.Test{Suite: s, Path: path}, Status: status, Output: output, Attempts: 1, MaxAttempts: 1}
		r.Start, r.Elapsed = start, time.Duration(ms)*time.Millisecond
		start = start.Add(time.Duration(ms) * time.Millisecond)
		return r
	}
	retried := func(r *lit.Result, attempts, most int) *lit.Result {
		r.Attempts, r.MaxAttempts = attempts, most
		return r
	}
	left := func(path string, status lit.Status) *lit.Result {
		return &lit.Result{Test: &lit.Test{Suite: suite, Path: path}, Status: status}
	}
	return []*lit.Result{
		result(suite, "b.txt", lit.Pass, "fine\n", 250),
		result(suite, "a.txt", lit.Fail, transcript, 120),
		retried(result(suite, "flaky.txt", lit.FlakyPass, "at last\n", 30), 2, 3),
		result(suite, "sub.dir/x.txt", lit.XFail, "as expected\n", 10),
		result(suite, "sub.dir/xpass.txt", lit.XPass, "", 10),
		result(suite, "needs.txt", lit.Unsupported, "Test requires the following unavailable features: gpu, a < b\n", 5),
		result(suite, "not here.txt", lit.Unsupported, "Test does not support the following features and/or targets: x\n", 5),
		result(other, "slow.txt", lit.Timeout, "Timeout: Reached timeout of 1 seconds\n", 1000),
		result(other, "empty.txt", lit.Unresolved, "Test has no 'RUN:' line\n", 1),
		retried(result(other, "bytes.txt", lit.Fail, "a\xffb\xe2\x82 \x1b[31mred\x1b[0m \x1b]0;title\x07 ]]> ]]\x00> \u00e9 \U0001f600\r\nend", 70), 4, 4),
		left("out.txt", lit.Excluded),
		left("late.txt", lit.Skipped),
	}
}

// modes are the ways in which a console prints, named as the options of lit that ask for them.
var modes = []struct {
	name  string
	set   func(*Options)
	flags []string
}{
	{"default", func(*Options) {}, nil},
	{"quiet", func(o *Options) { o.SetResults(Failed); o.SetOutput(Off); o.Terse = true }, []string{"-q"}},
	{"succinct", func(o *Options) { o.Progress = ProgressOn; o.SetResults(Failed) }, []string{"-s"}},
	{"succinct-verbose", func(o *Options) { o.Progress = ProgressOn; o.SetResults(Failed); o.SetOutput(Failed) }, []string{"-s", "-v"}},
	{"verbose-succinct", func(o *Options) { o.SetOutput(Failed); o.Progress = ProgressOn; o.SetResults(Failed) }, []string{"-v", "-s"}},
	{"verbose", func(o *Options) { o.SetOutput(Failed) }, []string{"-v"}},
	{"all", func(o *Options) { o.SetOutput(All) }, []string{"-a"}},
	{"all-quiet", func(o *Options) { o.SetOutput(All); o.SetResults(Failed); o.SetOutput(Off); o.Terse = true }, []string{"-a", "-q"}},
	{"off", func(o *Options) { o.SetResults(Off) }, []string{"--print-result-after=off"}},
	{"off-progress", func(o *Options) { o.SetResults(Off); o.Progress = ProgressOn }, []string{"--print-result-after=off", "--progress-bar"}},
	{"off-verbose", func(o *Options) { o.SetResults(Off); o.SetOutput(Failed) }, []string{"--print-result-after=off", "--test-output=failed"}},
	{"verbose-off", func(o *Options) { o.SetOutput(Failed); o.SetResults(Off) }, []string{"--test-output=failed", "--print-result-after=off"}},
	{"lowered", func(o *Options) { o.SetOutput(All); o.SetResults(Failed); o.SetResults(All) },
		[]string{"-a", "--print-result-after=failed", "--print-result-after=all"}},
	{"terse", func(o *Options) { o.Terse = true }, []string{"--terse-summary"}},
	{"relative", func(o *Options) { o.Relative = true; o.Show = []lit.Status{lit.Pass} }, []string{"-r", "--show-pass"}},
	{"show", func(o *Options) {
		o.Show = []lit.Status{lit.Excluded, lit.Skipped, lit.Unsupported, lit.Pass, lit.FlakyPass, lit.XFail}
	}, []string{"--show-excluded", "--show-skipped", "--show-unsupported", "--show-pass", "--show-flakypass", "--show-xfail"}},
	{"histogram", func(o *Options) { o.Histogram = true }, []string{"--time-tests"}},
}

// show prints results as a run of those that have a start would.
func show(t *terminal, results []*lit.Result, elapsed time.Duration, set func(*Options)) string {
	var b bytes.Buffer
	options := Options{Results: All}
	set(&options)
	c := newConsole(&b, t, options)
	var tests []*lit.Test
	for _, r := range results {
		if !r.Start.IsZero() {
			tests = append(tests, r.Test)
		}
	}
	c.Start(tests, len(results), 1)
	for _, r := range results {
		if !r.Start.IsZero() {
			c.Started(r.Test)
			c.Done(r)
		}
	}
	c.Stop(false)
	if err := c.Summary(results, elapsed); err != nil {
		panic(err)
	}
	return b.String()
}

// golden compares text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestConsoleGolden(t *testing.T) {
	for _, mode := range modes {
		if mode.name == "relative" {
			continue // depends on the working directory; the differential test has it
		}
		t.Run(mode.name, func(t *testing.T) {
			golden(t, "console-"+mode.name+".txt", show(nil, sample(), 1234*time.Millisecond, mode.set))
		})
	}
}

func TestFilesGolden(t *testing.T) {
	for name, format := range map[string]Format{"json": JSON, "xunit": XUnit, "resultdb": ResultDB, "timetrace": TimeTrace} {
		t.Run(name, func(t *testing.T) {
			file := File{Format: format, Path: filepath.Join(t.TempDir(), "out")}
			if err := file.Write(sample(), 1234*time.Millisecond); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(file.Path)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "file-"+name+".txt", string(got))
		})
	}
}
