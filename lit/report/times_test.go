package report

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tg-opt/tg/lit"
)

func testsOf(suite *lit.Suite, paths ...string) []*lit.Test {
	tests := make([]*lit.Test, len(paths))
	for i, path := range paths {
		tests[i] = &lit.Test{Suite: suite, Path: path}
	}
	return tests
}

func writeText(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestLoadTimes(t *testing.T) {
	type previous struct {
		elapsed time.Duration
		failed  bool
	}
	const millisecond = time.Millisecond
	for name, c := range map[string]struct {
		exec, source string // the files; none if empty
		want         map[string]previous
		warning      string // the end of the only one
	}{
		"none":            {},
		"passed":          {exec: "1.5e-01 a.txt\n", want: map[string]previous{"a.txt": {150 * millisecond, false}}},
		"failed":          {exec: "-2.500000e-01 a.txt\n", want: map[string]previous{"a.txt": {250 * millisecond, true}}},
		"plain number":    {exec: "3 a.txt", want: map[string]previous{"a.txt": {3 * time.Second, false}}},
		"blanks":          {exec: "  1 \t d/a b.txt \r\n", want: map[string]previous{"d/a b.txt ": {time.Second, false}}},
		"last one counts": {exec: "1 a.txt\n-2 a.txt\n", want: map[string]previous{"a.txt": {2 * time.Second, true}}},
		"source":          {source: "1 a.txt\n", want: map[string]previous{"a.txt": {time.Second, false}}},
		"exec first":      {exec: "1 b.txt\n", source: "1 a.txt\n", want: map[string]previous{"b.txt": {time.Second, false}}},
		"no path": {exec: "1 b.txt\n7\n", want: map[string]previous{"b.txt": {time.Second, false}},
			warning: `:2: "7" is ignored: a line is the seconds that a test took, a blank and its path`},
		"no number":  {exec: "fast a.txt\n", warning: `:1: "fast a.txt" is ignored: a line is the seconds that a test took, a blank and its path`},
		"not finite": {exec: "nan a.txt\n", warning: `:1: "nan a.txt" is ignored: a line is the seconds that a test took, a blank and its path`},
		"too long":   {exec: "1e300 a.txt\n", warning: `:1: "1e300 a.txt" is ignored: a line is the seconds that a test took, a blank and its path`},
		"garbage": {exec: "\n\x00\xff\n1 a.txt\n\n", want: map[string]previous{"a.txt": {time.Second, false}},
			warning: `:1: "" is ignored: a line is the seconds that a test took, a blank and its path; so are 2 other lines`},
	} {
		t.Run(name, func(t *testing.T) {
			suite := &lit.Suite{Name: "s", Dir: t.TempDir(), ExecDir: t.TempDir()}
			if c.exec != "" {
				writeText(t, filepath.Join(suite.ExecDir, ".lit_test_times.txt"), c.exec)
			}
			if c.source != "" {
				writeText(t, filepath.Join(suite.Dir, ".lit_test_times.txt"), c.source)
			}
			tests := testsOf(suite, "a.txt", "b.txt", "d/a b.txt ")
			var warnings []string
			LoadTimes(tests, func(s string) { warnings = append(warnings, s) })
			for _, test := range tests {
				if got := (previous{test.PreviousElapsed, test.PreviousFailure}); got != c.want[test.Path] {
					t.Errorf("%s: got %v, want %v", test.Path, got, c.want[test.Path])
				}
			}
			if c.warning == "" && len(warnings) > 0 || c.warning != "" && (len(warnings) != 1 || !strings.HasSuffix(warnings[0], c.warning)) {
				t.Errorf("got warnings %q, want one that ends with %q", warnings, c.warning)
			}
		})
	}
}

func TestSaveTimes(t *testing.T) {
	suite := &lit.Suite{Name: "s", Dir: t.TempDir(), ExecDir: t.TempDir()}
	local := *suite // as amended for a folder
	other := &lit.Suite{Name: "o", Dir: t.TempDir(), ExecDir: filepath.Join(t.TempDir(), "missing")}
	file := filepath.Join(suite.ExecDir, ".lit_test_times.txt")
	writeText(t, file, "1.25 gone.txt\nbroken\n2 a.txt\n3 skipped.txt\n")
	ran := func(s *lit.Suite, path string, status lit.Status, d time.Duration) *lit.Result {
		return &lit.Result{Test: &lit.Test{Suite: s, Path: path}, Status: status, Start: time.Now(), Elapsed: d}
	}
	results := []*lit.Result{
		ran(suite, "new.txt", lit.Fail, 12345678*time.Microsecond),
		ran(suite, "a.txt", lit.Pass, 500*time.Millisecond),
		ran(&local, "d/instant.txt", lit.Timeout, 0),
		ran(&local, "d/xfail.txt", lit.XFail, 0),
		ran(suite, "two\nlines.txt", lit.Pass, time.Second),
		ran(other, "x.txt", lit.Pass, time.Second),
		ran(&lit.Suite{Name: "nowhere"}, "x.txt", lit.Pass, time.Second),
		{Test: &lit.Test{Suite: suite, Path: "skipped.txt"}, Status: lit.Skipped},
	}
	var warnings []string
	SaveTimes(results, func(s string) { warnings = append(warnings, s) })
	want := "1.250000e+00 gone.txt\n5.000000e-01 a.txt\n3.000000e+00 skipped.txt\n" +
		"-1.234568e+01 new.txt\n-1.000000e-06 d/instant.txt\n0.000000e+00 d/xfail.txt\n"
	if diff := cmp.Diff(want, string(readFile(t, file))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(warnings) != 1 || !strings.HasPrefix(warnings[0], "Could not save test time: "+other.ExecDir) {
		t.Errorf("got warnings %q", warnings)
	}
}

func TestSort(t *testing.T) {
	suite := &lit.Suite{Name: "s"}
	names := func(o Order, seed uint64, reverse bool) string {
		tests := testsOf(suite, "a", "b", "c", "d", "e")
		for i, ms := range []time.Duration{1, 5, 0, 5, 2} {
			tests[i].PreviousElapsed = ms * time.Millisecond
		}
		tests[0].PreviousFailure, tests[4].PreviousFailure = true, true
		if reverse {
			slices.Reverse(tests)
		}
		Sort(tests, o, seed)
		var b strings.Builder
		for _, test := range tests {
			b.WriteString(test.Path)
		}
		return b.String()
	}
	for _, reverse := range []bool{false, true} {
		if got := names(Smart, 0, reverse); got != "eabdc" {
			t.Errorf("smart: got %s", got)
		}
		if got := names(Lexical, 0, reverse); got != "abcde" {
			t.Errorf("lexical: got %s", got)
		}
		if got, want := names(Random, 7, reverse), names(Random, 7, false); got != want {
			t.Errorf("random: got %s, then %s", want, got)
		}
	}
	orders := map[string]bool{}
	for seed := range uint64(20) {
		orders[names(Random, seed, false)] = true
	}
	if len(orders) < 10 {
		t.Errorf("20 seeds gave only %d orders", len(orders))
	}
}

// TestTimesLikeLit has lit read a file of times and order tests by it, and compares what it stores.
func TestTimesLikeLit(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	writeText(t, filepath.Join(dir, "lit.cfg"), litConfig)
	var old strings.Builder
	var paths []string
	for i := range 40 {
		path := fmt.Sprintf("t%d.txt", i)
		paths = append(paths, path)
		writeText(t, filepath.Join(dir, path), "RUN: true\n")
		if i%4 != 0 {
			fmt.Fprintf(&old, "%g  %s\n", random.NormFloat64(), path)
		}
	}
	writeText(t, filepath.Join(dir, "a b.txt"), "RUN: true\n")
	old.WriteString("0.5 gone.txt\n0.125 a b.txt\n")
	paths = append(paths, "a b.txt")
	file := filepath.Join(dir, ".lit_test_times.txt")
	writeText(t, file, old.String())

	suite := &lit.Suite{Name: `my.<suite> "x"`, Dir: dir, ExecDir: dir}
	tests := testsOf(suite, paths...)
	LoadTimes(tests, func(s string) { t.Error(s) })
	Sort(tests, Smart, 0)
	var order strings.Builder
	var results []*lit.Result
	for i, test := range tests {
		fmt.Fprintf(&order, "PASS: %s (%d of %d)\n", test.Name(), i+1, len(tests))
		results = append(results, &lit.Result{Test: test, Status: lit.Pass, Start: time.Now()})
	}
	SaveTimes(results, func(s string) { t.Error(s) })
	ours := string(readFile(t, file))

	writeText(t, file, old.String())
	out := oracle(t, dir, "--order=smart", "--no-execute", ".")
	if !strings.Contains(out, order.String()) {
		t.Errorf("lit's order is\n%s\nours\n%s", out, order.String())
	}
	// The times of the tests that ran differ; all else is the same.
	hide := func(text string) (lines []string) {
		for line := range strings.Lines(text) {
			if seconds, path, _ := strings.Cut(line, " "); path != "gone.txt\n" {
				line = fmt.Sprint(len(seconds), " ", path)
			}
			lines = append(lines, line)
		}
		return lines
	}
	if diff := cmp.Diff(hide(string(readFile(t, file))), hide(ours)); diff != "" {
		t.Errorf("(-lit +ours):\n%s", diff)
	}
}
