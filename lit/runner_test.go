package lit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// writeSuite makes a suite of test files from their names and texts.
func writeSuite(t *testing.T, files map[string]string) *Suite {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return &Suite{Name: "suite", Dir: dir, ExecDir: filepath.Join(dir, "exec"), Suffixes: []string{".test"}, Tools: testTools()}
}

// testsOf returns n tests with the same text.
func testsOf(t *testing.T, n int, text string) []*Test {
	t.Helper()
	files := map[string]string{}
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("%03d.test", i))
		files[names[i]] = text
	}
	s := writeSuite(t, files)
	tests := make([]*Test, n)
	for i, name := range names {
		tests[i] = &Test{Suite: s, Path: name}
	}
	return tests
}

func statuses(results []*Result) string {
	var all []string
	for _, r := range results {
		all = append(all, string(r.Status))
	}
	return strings.Join(all, " ")
}

func TestRunnerKeepsTheOrder(t *testing.T) {
	tests := testsOf(t, 40, "RUN: args %{s:basename}")
	var done []*Result
	r := &Runner{Workers: 7, Done: func(r *Result) { done = append(done, r) }}
	results := r.Run(t.Context(), tests)
	if r.Stopped != nil || len(done) != len(tests) {
		t.Errorf("stopped: %v; Done was called %d times", r.Stopped, len(done))
	}
	for i, result := range results {
		if result.Test != tests[i] || result.Status != Pass || !strings.Contains(result.Output, "["+tests[i].Path+"]") ||
			result.Worker < 0 || result.Worker >= 7 || result.Start.IsZero() || result.Attempts != 1 {
			t.Errorf("%d: %+v", i, result)
		}
	}
}

// TestRunnerMaxFailures makes sure that what counts is the order of tests, whatever ends first.
func TestRunnerMaxFailures(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		tests := testsOf(t, 8, "RUN: exit 1")
		for _, i := range []int{0, 3} {
			if err := os.WriteFile(tests[i].Source(), []byte("RUN: sh -c 'sleep 0.05'"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		r := &Runner{Workers: workers, MaxFailures: 3}
		got := statuses(r.Run(t.Context(), tests))
		if want := "PASS FAIL FAIL PASS FAIL SKIPPED SKIPPED SKIPPED"; got != want || r.Stopped != ErrMaxFailures {
			t.Errorf("%d workers: %s, want %s; %v", workers, got, want, r.Stopped)
		}
	}
}

func TestRunnerMaxTime(t *testing.T) {
	tests := testsOf(t, 3, "RUN: sh -c 'sleep 100'")
	r := &Runner{Workers: 2, MaxTime: 50 * time.Millisecond, Done: func(r *Result) { t.Errorf("done: %s", r.Test.Name()) }}
	if got := statuses(r.Run(t.Context(), tests)); got != "SKIPPED SKIPPED SKIPPED" || r.Stopped != ErrMaxTime {
		t.Errorf("%s, %v", got, r.Stopped)
	}
}

func TestRunnerIsInterrupted(t *testing.T) {
	tests := testsOf(t, 4, "RUN: sh -c 'sleep 100'")
	if err := os.WriteFile(tests[0].Source(), []byte("RUN: exit 1"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r := &Runner{Workers: 1, Done: func(*Result) { cancel() }}
	if got := statuses(r.Run(ctx, tests)); got != "FAIL SKIPPED SKIPPED SKIPPED" || !errors.Is(r.Stopped, context.Canceled) {
		t.Errorf("%s, %v", got, r.Stopped)
	}
}

func TestRunnerGroups(t *testing.T) {
	var running, most, others atomic.Int32
	tool := Tool{Name: "enter", Main: func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		if args[0] == "free" {
			others.Add(1)
			return 0
		}
		n := running.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(2 * time.Millisecond)
		running.Add(-1)
		return 0
	}}
	tests := append(testsOf(t, 12, "RUN: enter limited"), testsOf(t, 12, "RUN: enter free")...)
	for i, test := range tests {
		test.Suite.Tools = []Tool{tool}
		if i < 12 {
			test.Suite.ParallelismGroup, test.Suite.ParallelismGroups = "few", map[string]int{"few": 2}
		}
	}
	results := (&Runner{Workers: 8}).Run(t.Context(), tests)
	if got, want := statuses(results), strings.TrimSpace(strings.Repeat("PASS ", 24)); got != want {
		t.Error(got)
	}
	if most.Load() != 2 || others.Load() != 12 {
		t.Errorf("%d tests of a group of 2 ran at once; %d others ran", most.Load(), others.Load())
	}
}

func TestRunnerWithoutExecution(t *testing.T) {
	files := map[string]string{"a.test": "RUN: exit 1", "b.test": "nothing", "c.test": "XFAIL: *\nRUN: exit 1", "d.test": "REQUIRES: x\nRUN: exit 1"}
	s := writeSuite(t, files)
	tests := []*Test{{Suite: s, Path: "a.test"}, {Suite: s, Path: "b.test"}, {Suite: s, Path: "c.test"}, {Suite: s, Path: "d.test"}}
	results := (&Runner{NoExecute: true}).Run(t.Context(), tests)
	if got := statuses(results); got != "PASS UNRESOLVED XPASS UNSUPPORTED" {
		t.Error(got)
	}
	if _, err := os.Stat(s.ExecDir); err == nil {
		t.Errorf("%s exists", s.ExecDir)
	}
}

func TestRetriesComeFromTheNearestPlace(t *testing.T) {
	two := 2
	for _, test := range []struct {
		text   string
		suite  int
		runner *int
		want   int // attempts
	}{
		{"RUN: exit 1", 0, nil, 1},
		{"RUN: exit 1", 0, &two, 3},
		{"RUN: exit 1", 1, &two, 2},
		{"RUN: exit 1", -1, &two, 1},
		{"RUN: exit 1\nALLOW_RETRIES: 0", 1, &two, 1},
		{"RUN: exit 1\nALLOW_RETRIES: 3", 1, &two, 4},
	} {
		s := writeSuite(t, map[string]string{"a.test": test.text})
		s.Retries = test.suite
		result := (&Runner{Retries: test.runner}).Run(t.Context(), []*Test{{Suite: s, Path: "a.test"}})[0]
		if result.Attempts != test.want || result.MaxAttempts != test.want || result.Status != Fail {
			t.Errorf("%+v: %+v", test, result)
		}
	}
}

func TestExpectations(t *testing.T) {
	s := writeSuite(t, map[string]string{"pass.test": "RUN: exit 0", "fail.test": "RUN: exit 1", "xfail.test": "XFAIL: *\nRUN: exit 1"})
	tests := []*Test{
		{Suite: s, Path: "pass.test", XFail: true},
		{Suite: s, Path: "fail.test", XFail: true},
		{Suite: s, Path: "xfail.test", XFailNot: true},
		{Suite: s, Path: "fail.test", XFail: true, XFailNot: true},
		{Suite: s, Path: "xfail.test", ExcludeXFail: true},
		{Suite: s, Path: "xfail.test", ExcludeXFail: true, XFailNot: true},
		{Suite: s, Path: "pass.test", ExcludeXFail: true},
	}
	if got := statuses((&Runner{}).Run(t.Context(), tests)); got != "XPASS XFAIL FAIL FAIL EXCLUDED FAIL PASS" {
		t.Error(got)
	}
}

// TestTemporaryDirectory makes sure that what tests leave in TMPDIR vanishes, unless that is not
// wanted.
func TestTemporaryDirectory(t *testing.T) {
	const text = "RUN: sh -c 'for d in $TMP $TMPDIR $TEMP $TEMPDIR; do echo $d; touch $d/left; done' > %t.dirs"
	for _, preserve := range []bool{false, true} {
		own := t.TempDir()
		for _, name := range tempVariables {
			t.Setenv(name, own)
		}
		if preserve {
			t.Setenv("LIT_PRESERVES_TMP", "1")
		}
		tests := testsOf(t, 1, text)
		if result := (&Runner{}).Run(t.Context(), tests)[0]; result.Status != Pass {
			t.Fatal(result.Output)
		}
		data, err := os.ReadFile(filepath.Join(tests[0].Suite.ExecDir, "Output", "000.test.tmp.dirs"))
		if err != nil {
			t.Fatal(err)
		}
		dirs := strings.Fields(string(data))
		if len(dirs) != 4 || dirs[0] != dirs[3] || (dirs[0] == own) != preserve ||
			!preserve && !strings.HasPrefix(filepath.Base(dirs[0]), "lit-tmp-") {
			t.Errorf("directories %q, own %q", dirs, own)
		}
		left, err := os.ReadDir(own)
		if err != nil || len(left) > 0 != preserve {
			t.Errorf("left: %v %v", left, err)
		}
	}
}

func TestLimitToFeatures(t *testing.T) {
	s := writeSuite(t, map[string]string{"none.test": "RUN: exit 0", "limit.test": "REQUIRES: big\nRUN: exit 0",
		"other.test": "REQUIRES: small\nRUN: exit 0"})
	s.Features, s.LimitToFeatures = []string{"big", "small"}, []string{"big"}
	var tests []*Test
	for _, path := range []string{"none.test", "limit.test", "other.test"} {
		tests = append(tests, &Test{Suite: s, Path: path})
	}
	results := (&Runner{}).Run(t.Context(), tests)
	if got := statuses(results); got != "UNSUPPORTED PASS UNSUPPORTED" {
		t.Error(got)
	}
	want := "Test does not require any of the features specified in limit_to_features: big"
	if diff := cmp.Diff(want, results[0].Output); diff != "" {
		t.Error(diff)
	}
}

func TestCoverage(t *testing.T) {
	s := writeSuite(t, map[string]string{"a.b.test": "RUN: sh -c 'echo $LLVM_PROFILE_FILE'\nRUN: sh -c 'echo $LLVM_PROFILE_FILE'"})
	result := (&Runner{Coverage: true}).Run(t.Context(), []*Test{{Suite: s, Path: "a.b.test"}})[0]
	if !strings.Contains(result.Output, "# | a.b0.profraw") || !strings.Contains(result.Output, "# | a.b1.profraw") {
		t.Error(result.Output)
	}
}

func TestStartedIsTold(t *testing.T) {
	var mu sync.Mutex
	started := map[string]bool{}
	tests := testsOf(t, 5, "RUN: exit 0")
	r := &Runner{Started: func(test *Test) {
		mu.Lock()
		defer mu.Unlock()
		started[test.Path] = true
	}, Done: func(r *Result) {
		mu.Lock()
		defer mu.Unlock()
		if !started[r.Test.Path] {
			t.Errorf("%s ended before it started", r.Test.Path)
		}
	}}
	r.Run(t.Context(), tests)
	if len(started) != 5 {
		t.Errorf("%d of 5 were started", len(started))
	}
}

func TestDiffUpdate(t *testing.T) {
	for _, test := range []struct {
		name, text string
		files      map[string]string
		changed    string // a file
		want       string
		log        string
	}{
		{"expected", "RUN: args new > %t.out\nRUN: diff %S/a.expected %t.out", map[string]string{"a.expected": "old\n"},
			"a.expected", "[new]\n", "update-diff-test: copied "},
		{"temporary", "RUN: args new > %t\nRUN: diff -u %t %S/a.txt", map[string]string{"a.txt": "old\n"}, "a.txt", "[new]\n", ".test.tmp to "},
		{"unknown", "RUN: diff %S/a.txt %S/b.txt", map[string]string{"a.txt": "old\n", "b.txt": "x\n"}, "a.txt", "old\n",
			"update-diff-test: could not deduce source and target from "},
		{"part", "RUN: split-file %s %t.d\nRUN: args new > %t.d/out\nRUN: diff %t.d/b %t.d/out\n//--- a\n1\n//--- b\n2\n//--- c\n3\n", nil, "t.test",
			"RUN: split-file %s %t.d\nRUN: args new > %t.d/out\nRUN: diff %t.d/b %t.d/out\n//--- a\n1\n//--- b\n[new]\n//--- c\n3\n", " to slice in "},
		{"expected failure", "XFAIL: *\nRUN: args new > %t.out\nRUN: diff %S/a.expected %t.out", map[string]string{"a.expected": "old\n"},
			"a.expected", "old\n", ""},
		{"negated", "RUN: args new > %t.out\nRUN: not diff %S/a.expected %S/a.expected", map[string]string{"a.expected": "old\n"},
			"a.expected", "old\n", ""},
		{"another command", "RUN: exit 1", map[string]string{"a.expected": "old\n"}, "a.expected", "old\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{"t.test": test.text}
			for name, text := range test.files {
				files[name] = text
			}
			s := writeSuite(t, files)
			result := (&Runner{UpdateTests: true}).Run(t.Context(), []*Test{{Suite: s, Path: "t.test"}})[0]
			got, err := os.ReadFile(filepath.Join(s.Dir, test.changed))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" || !strings.Contains(result.Output, test.log) {
				t.Errorf("%s\n%s", diff, result.Output)
			}
			if test.log == "" && strings.Contains(result.Output, "update-diff-test") {
				t.Error(result.Output)
			}
		})
	}
}
