package lit

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/lit/shell"
)

// execution is how the tests of one run are executed.
type execution struct {
	timeout   time.Duration // for suites that do not say it; 0 for none
	retries   *int          // for suites that do not say it
	noExecute bool          // take for granted that RUN lines pass
	coverage  bool          // give every RUN line a LLVM_PROFILE_FILE of its own
	update    bool          // rewrite what a failed diff compares with
	tempDir   string        // for the temporary files of programs; "" for that of this process
}

// Run runs the test on its own. It ends after the timeout of its suite, else after the given one
// unless that is 0. The end of ctx ends the test too.
func (t *Test) Run(ctx context.Context, timeout time.Duration) *Result {
	e := &execution{timeout: timeout}
	if dir, err := privateTempDir(); err == nil && dir != "" {
		defer os.RemoveAll(dir)
		e.tempDir = dir
	}
	return t.execute(ctx, e)
}

func (t *Test) execute(ctx context.Context, e *execution) *Result {
	start := time.Now()
	var result Result
	var err error
	if t.Format != nil {
		result = t.Format.Execute(ctx, t, &Execution{Timeout: cmp.Or(t.Suite.Timeout, e.timeout), TempDir: e.tempDir, execution: e})
		start = cmp.Or(result.Start, start)
	} else {
		result, err = t.outcome(ctx, e)
	}
	if err != nil {
		result = Result{Status: Unresolved, Output: err.Error()}
	}
	result.Test, result.Start = t, start
	if t.Format == nil || result.Elapsed == 0 {
		result.Elapsed = time.Since(start)
	}
	return &result
}

// outcome decides whether the test runs, runs it, and compares what came of it with what was
// expected. An error makes the test UNRESOLVED.
func (t *Test) outcome(ctx context.Context, e *execution) (Result, error) {
	result, script, err := t.runLines(ctx, e)
	if err != nil || script == nil {
		return result, err
	}
	expectedToFail, err := script.expectedToFail(t)
	if err != nil {
		return Result{}, err
	}
	if expectedToFail {
		switch result.Status {
		case Pass:
			result.Status = XPass
		case Fail:
			result.Status = XFail
		}
	}
	return result, nil
}

// runLines runs the RUN lines of a test that is supported, whatever is expected of them. The script
// is nil for a test of which the file was not read.
func (t *Test) runLines(ctx context.Context, e *execution) (Result, *script, error) {
	if t.Suite.Unsupported {
		return Result{Status: Unsupported, Output: "Test is unsupported"}, nil, nil
	}
	if t.File == "" && !fs.ValidPath(t.Path) {
		return Result{}, nil, testErrorf("%q is not a path relative to the suite", t.Path)
	}
	data, err := input.Text(0).ReadFile(t.Source())
	if err != nil {
		return Result{}, nil, err
	}
	script, err := parseScript(data)
	if err != nil {
		return Result{}, nil, err
	}
	if err := script.validate(t.Suite.Preamble); err != nil {
		return Result{}, script, err
	}
	expectedToFail, err := script.expectedToFail(t)
	if err != nil {
		return Result{}, script, err
	}
	if t.ExcludeXFail && expectedToFail {
		return Result{Status: Excluded, Output: "excluding XFAIL tests"}, script, nil
	}
	reason, err := script.unsupported(t.Suite)
	if err != nil {
		return Result{}, script, err
	}
	if reason != "" {
		return Result{Status: Unsupported, Output: reason}, script, nil
	}
	if e.noExecute {
		return Result{Status: Pass}, script, nil
	}
	result, err := t.runScript(ctx, e, script, e.update && !expectedToFail)
	return result, script, err
}

// testRun is one test while it runs: its place in the file system.
type testRun struct {
	*execution
	test    *Test
	suite   *Suite
	source  string // absolute path of the test
	execDir string // where its shell starts
	tmpBase string // %t without .tmp
}

// place says where the test is and where it puts its files, below an absolute path.
func (t *Test) place(e *execution, root string) *testRun {
	dir := filepath.Join(root, filepath.FromSlash(path.Dir(t.Path)))
	if filepath.IsAbs(t.Path) {
		dir = filepath.Dir(t.Path) // of a test that its format has written there
	}
	return &testRun{execution: e, test: t, suite: t.Suite, source: t.Source(), execDir: dir,
		tmpBase: filepath.Join(dir, "Output", path.Base(t.Path))}
}

// runScript runs the RUN lines until they do not fail, at most once and as many times as retries
// are allowed. If update is set, references of diff that differ are overwritten.
func (t *Test) runScript(ctx context.Context, e *execution, s *script, update bool) (Result, error) {
	root := t.Suite.ExecDir
	var err error
	if root == "" {
		if root, err = os.MkdirTemp("", "lit-"); err != nil {
			return Result{}, err
		}
		defer os.RemoveAll(root)
	}
	if root, err = filepath.Abs(root); err != nil {
		return Result{}, err
	}
	run := t.place(e, root)
	lines, err := run.expand(s)
	if err != nil {
		return Result{}, fmt.Errorf("ValueError: %w", err) // as lit has it, with the name of Python's exception
	}
	if e.coverage || t.Suite.Coverage {
		run.profile(lines)
	}
	if err := os.MkdirAll(filepath.Dir(run.tmpBase), 0o777); err != nil {
		return Result{}, err
	}
	attempts := 1 + run.allowedRetries(s)
	var result Result
	for n := 1; n <= attempts && ctx.Err() == nil; n++ {
		result = run.once(ctx, lines, update)
		result.Attempts, result.MaxAttempts = n, attempts
		if result.Status != Fail {
			break
		}
	}
	if result.Status == Pass && result.Attempts > 1 {
		result.Status = FlakyPass
	}
	return result, nil
}

// allowedRetries asks the test, the suite and the command line, in this order.
func (r *testRun) allowedRetries(s *script) int {
	switch {
	case len(s.retries) > 0:
		return s.retries[0]
	case r.suite.Retries == 0 && r.retries != nil:
		return *r.retries
	}
	return max(r.suite.Retries, 0)
}

// profile gives every command a file of its own for what instrumented programs record.
func (r *testRun) profile(lines []shell.Line) {
	name := path.Base(r.test.Path)
	if i := strings.LastIndex(name, "."); i >= 0 {
		name = name[:i]
	}
	for i, line := range lines {
		lines[i].Command = fmt.Sprintf("export LLVM_PROFILE_FILE=%s%d.profraw; %s", name, i, line.Command)
	}
}

func (r *testRun) once(ctx context.Context, lines []shell.Line, update bool) Result {
	config := shell.Config{
		Dir:        r.execDir,
		Env:        r.environment(),
		Tools:      r.suite.Tools,
		NoPipefail: r.suite.NoPipefail,
		Intercept:  r.suite.Intercept,
		Timeout:    cmp.Or(r.suite.Timeout, r.timeout),
	}
	if r.suite.ExternalShell {
		config.Script = r.tmpBase + ".script"
	}
	var last *shell.Upcoming
	if update {
		config.Intercept = func(c *shell.Upcoming) func(io.Reader, io.Writer, io.Writer) int {
			last = c
			if r.suite.Intercept != nil {
				return r.suite.Intercept(c)
			}
			return nil // it runs as ever
		}
	}
	outcome := shell.Run(ctx, config, lines)
	status := statusOf(outcome)
	// The last command that ran is the one that failed, unless failure is what it should do.
	if status == Fail && last != nil && !last.Negated {
		done, err := r.diffUpdate(last, lines)
		if err != nil {
			return Result{Status: Unresolved, Output: fmt.Sprintf("%sError while updating the test: %v\n", outcome.Log, err)}
		}
		if done != "" {
			outcome.Log += "# " + done + "\n"
		}
	}
	return Result{Status: status, Output: outcome.Report()}
}

func statusOf(outcome shell.Outcome) Status {
	switch {
	case outcome.Invalid:
		return Unresolved
	case outcome.TimedOut:
		return Timeout
	case outcome.Status != 0:
		return Fail
	}
	return Pass
}
