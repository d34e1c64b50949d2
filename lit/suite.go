// Package lit runs test files whose RUN lines are shell commands, as LLVM's lit does, with the tools under test called
// in-process.
//
// A Suite names a directory of tests and the tools that their RUN lines may call. Run makes every test a sub-test of a Go
// test; Suite.RunFile is the same without package testing.
//
// # Paths
//
// Every test has a shell state of its own, above all a working directory, which starts as the test's directory below
// ExecDir and changes by cd. Redirections, builtins and external programs resolve relative paths against it. A tool
// called in-process cannot have another working directory than the process, so it resolves relative paths against that
// of the process: give it the absolute paths of %s, %S and %t. Likewise env and export set variables for external
// programs only; env in front of an in-process tool is an error.
package lit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Tool is a program that RUN lines call by its name, run in-process. Main gets the arguments without the name and returns
// the exit status. It must not write to stdout or stderr after it returns. A panic counts as a crash.
type Tool struct {
	Name string
	Main func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

// Substitution replaces what a regular expression (of package regexp) matches in RUN lines by a literal text.
type Substitution struct{ Pattern, Text string }

// Suite is a directory of tests and how to run them.
type Suite struct {
	Name          string         // as reported; the last element of Dir if empty
	Dir           string         // where the tests are
	ExecDir       string         // where tests put files; a temporary directory per run if empty
	Suffixes      []string       // of the names of test files, such as ".mlir"
	Excludes      []string       // names of files and directories to leave out
	Tools         []Tool         // what RUN lines can call besides builtins and programs of PATH
	Substitutions []Substitution // applied before the built-in ones, in order
	Features      []string       // for REQUIRES, UNSUPPORTED, XFAIL and %if
	Environment   []string       // NAME=VALUE for external programs, besides PATH, HOME and the like
	Timeout       time.Duration  // of one test; 0 for none
	// RecursionLimit is how often substitutions may apply to the result of substitutions; 0 applies them once.
	RecursionLimit int
}

// Status is the result code of a test.
type Status string

// The result codes of lit.
const (
	Pass        Status = "PASS"
	FlakyPass   Status = "FLAKYPASS" // passed after ALLOW_RETRIES
	XFail       Status = "XFAIL"     // failed as expected
	Unsupported Status = "UNSUPPORTED"
	Fail        Status = "FAIL"
	XPass       Status = "XPASS" // passed though expected to fail
	Timeout     Status = "TIMEOUT"
	Unresolved  Status = "UNRESOLVED" // not a runnable test
)

// IsFailure reports whether a test with this status makes the suite fail.
func (s Status) IsFailure() bool {
	return s == Fail || s == XPass || s == Timeout || s == Unresolved
}

// Result is what came of one test.
type Result struct {
	Test     string // path relative to the suite, with slashes
	Status   Status
	Output   string // what happened, in lit's format
	Attempts int
	Elapsed  time.Duration
}

// name is the suite as reports call it.
func (s *Suite) name() string {
	if s.Name != "" {
		return s.Name
	}
	return filepath.Base(s.Dir)
}

// ignoredDirs never contain tests.
var ignoredDirs = []string{"Output", ".svn", ".git"}

// Discover lists the tests of the suite, as sorted paths relative to Dir with slashes.
func (s Suite) Discover() ([]string, error) {
	var tests []string
	err := filepath.WalkDir(s.Dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if file != s.Dir && slices.Contains(s.Excludes, name) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
			if file != s.Dir && slices.Contains(ignoredDirs, name) {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasPrefix(name, ".") || !s.hasSuffix(name) {
			return nil
		}
		relative, err := filepath.Rel(s.Dir, file)
		if err != nil {
			return err
		}
		tests = append(tests, filepath.ToSlash(relative))
		return nil
	})
	slices.Sort(tests)
	return tests, err
}

func (s *Suite) hasSuffix(name string) bool {
	return slices.ContainsFunc(s.Suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

// RunFile runs one test, named by its path relative to Dir with slashes.
func (s Suite) RunFile(test string) Result {
	start := time.Now()
	result := s.runFile(test)
	result.Test = test
	result.Elapsed = time.Since(start)
	return result
}

func (s *Suite) runFile(test string) Result {
	unresolved := func(err error) Result { return Result{Status: Unresolved, Output: err.Error() + "\n"} }
	run, err := s.newTestRun(test)
	if err != nil {
		return unresolved(err)
	}
	defer run.cleanUp()
	data, err := os.ReadFile(run.source)
	if err != nil {
		return unresolved(err)
	}
	script, err := parseScript(data)
	if err != nil {
		return unresolved(err)
	}
	reason, err := script.unsupported(s.Features)
	if err != nil {
		return unresolved(err)
	}
	if reason != "" {
		return Result{Status: Unsupported, Output: reason + "\n"}
	}
	expectedToFail, err := script.expectedToFail(s.Features)
	if err != nil {
		return unresolved(err)
	}
	lines, err := run.expand(script)
	if err != nil {
		return unresolved(err)
	}
	result := run.attempt(lines, script.retries)
	if expectedToFail {
		switch result.Status {
		case Pass:
			result.Status = XPass
		case Fail:
			result.Status = XFail
		}
	}
	return result
}

// testRun is the place of one test in the file system.
type testRun struct {
	suite    *Suite
	test     string
	source   string // absolute path of the test
	execDir  string // where its shell starts
	tmpBase  string // %t without .tmp
	tempRoot string // to be removed afterwards
}

func (s *Suite) newTestRun(test string) (*testRun, error) {
	if !fs.ValidPath(test) {
		return nil, fmt.Errorf("%q is not a path relative to the suite", test)
	}
	source, err := filepath.Abs(filepath.Join(s.Dir, filepath.FromSlash(test)))
	if err != nil {
		return nil, err
	}
	run := &testRun{suite: s, test: test, source: source}
	root := s.ExecDir
	if root == "" {
		if root, err = os.MkdirTemp("", "lit-"); err != nil {
			return nil, err
		}
		run.tempRoot = root
	}
	if root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	run.execDir = filepath.Join(root, filepath.FromSlash(path.Dir(test)))
	output := filepath.Join(run.execDir, "Output")
	run.tmpBase = filepath.Join(output, path.Base(test))
	if err := os.MkdirAll(output, 0o777); err != nil {
		run.cleanUp()
		return nil, err
	}
	return run, nil
}

func (r *testRun) cleanUp() {
	if r.tempRoot != "" {
		os.RemoveAll(r.tempRoot)
	}
}

// attempt runs the script until it does not fail, at most 1 + retries times.
func (r *testRun) attempt(lines []scriptLine, retries int) Result {
	var result Result
	for n := 1; n <= 1+retries; n++ {
		result = r.once(lines)
		result.Attempts = n
		if result.Status != Fail {
			break
		}
	}
	if result.Status == Pass && result.Attempts > 1 {
		result.Status = FlakyPass
	}
	return result
}

func (r *testRun) once(lines []scriptLine) Result {
	program := make([]*sequence, len(lines))
	for i, line := range lines {
		var err error
		if program[i], err = parseShell(line.command); err != nil {
			return Result{Status: Unresolved, Output: shellParserError(line, err)}
		}
	}
	ctx, cancel := context.Background(), context.CancelFunc(func() {})
	if r.suite.Timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, r.suite.Timeout)
	}
	defer cancel()
	sh := newShell(ctx, r)
	status := 0
	for i, line := range lines {
		sh.log.announce(line)
		if program[i] == nil {
			continue
		}
		if status = sh.sequence(program[i]); status != 0 {
			break
		}
	}
	timedOut := errors.Is(ctx.Err(), context.DeadlineExceeded) && status != 0
	var output strings.Builder
	fmt.Fprintf(&output, "Exit Code: %d\n", status)
	if timedOut {
		fmt.Fprintf(&output, "Timeout: Reached timeout of %g seconds\n", r.suite.Timeout.Seconds())
	}
	fmt.Fprintf(&output, "\nCommand Output (stdout):\n--\n%s\n--\n", sh.log.String())
	return Result{Status: statusOf(status, timedOut), Output: output.String()}
}

func statusOf(exit int, timedOut bool) Status {
	switch {
	case timedOut:
		return Timeout
	case exit != 0:
		return Fail
	}
	return Pass
}

// findTool returns the tool of a name, or nil.
func (s *Suite) findTool(name string) *Tool {
	i := slices.IndexFunc(s.Tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &s.Tools[i]
}
