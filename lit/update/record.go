package update

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tg-opt/tg/internal/input"
	"github.com/tg-opt/tg/lit"
	"github.com/tg-opt/tg/lit/filecheck"
	"github.com/tg-opt/tg/lit/shell"
)

// Error is a reason why a test cannot be updated, and its place in the test. It prints as
// file:line:col: error: text.
type Error struct {
	File         string
	Line, Column int
	Text         string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Column, e.Text)
}

// call is one use of FileCheck by a test, with the input it got.
type call struct {
	*filecheck.Invocation
	file         string // the test, as messages call it
	line, column int    // of its RUN line
	input        string
}

func (c *call) errorf(format string, args ...any) *Error {
	return &Error{c.file, c.line, c.column, fmt.Sprintf(format, args...)}
}

// prefixes are the prefixes of the directives that the call looks at.
func (c *call) prefixes() []string {
	if len(c.Options.Prefixes) == 0 {
		return []string{"CHECK"}
	}
	return c.Options.Prefixes
}

// toolName matches the names of FileCheck.
var toolName = regexp.MustCompile(`^(?:FileCheck(?:-\d+)?|tg-filecheck)(?:\.exe)?$`)

// recorder stands in for FileCheck while the pipelines of a test run.
type recorder struct {
	file   string // the test, as messages call it
	source string // its path
	lines  []string

	mu    sync.Mutex
	calls []*call
	other int      // uses of FileCheck that are not recorded
	kept  []string // the prefixes of these
	at    string   // the RUN line of the last command
	err   error    // the first of a call
}

// intercept takes the place of every FileCheck that reads its directives from the test and is meant
// to pass.
func (r *recorder) intercept(c *shell.Upcoming) func(io.Reader, io.Writer, io.Writer) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = c.At
	if !toolName.MatchString(filepath.Base(c.Args[0])) {
		return nil
	}
	line, column := r.place(c.At)
	environment := ""
	for _, definition := range c.Env {
		if value, found := strings.CutPrefix(definition, "FILECHECK_OPTS="); found {
			environment = value
		}
	}
	tool := strings.TrimSuffix(filepath.Base(c.Args[0]), ".exe")
	invocation, err := filecheck.ParseInvocation(tool, environment, c.Args[1:])
	if err != nil {
		r.fail(&Error{r.file, line, column, err.Error()})
		return func(io.Reader, io.Writer, io.Writer) int { return 0 }
	}
	recorded := &call{Invocation: invocation, file: r.file, line: line, column: column}
	if c.Negated || !sameFile(resolve(c.Dir, invocation.CheckFile), r.source) {
		r.other++
		r.kept = append(r.kept, recorded.prefixes()...)
		return nil
	}
	return func(stdin io.Reader, _, _ io.Writer) int {
		data, err := readInput(c.Dir, invocation.InputFile, stdin)
		r.mu.Lock()
		defer r.mu.Unlock()
		if err != nil {
			r.fail(recorded.errorf("cannot read the input of FileCheck: %v", err))
			return 0
		}
		recorded.input = string(data)
		r.calls = append(r.calls, recorded)
		return 0
	}
}

func (r *recorder) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

var runLineNumber = regexp.MustCompile(`line (\d+)`)

// place is where the RUN line that lit calls at stands.
func (r *recorder) place(at string) (line, column int) {
	m := runLineNumber.FindStringSubmatch(at)
	if m == nil {
		return 1, 1
	}
	line, _ = strconv.Atoi(m[1])
	if line > len(r.lines) {
		return line, 1
	}
	return line, strings.Index(r.lines[line-1], "RUN:") + 1
}

func resolve(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	if _, err := os.Stat(filepath.Join(dir, path)); err == nil {
		return filepath.Join(dir, path)
	}
	return path
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

func readInput(dir, name string, stdin io.Reader) ([]byte, error) {
	if name == "-" {
		return input.Text(0).ReadAll(stdin)
	}
	return input.Text(0).ReadFile(resolve(dir, name))
}

// recording is what the FileChecks of a test would have read.
type recording struct {
	calls []*call
	dirs  []string // that outputs may name
	other int      // uses of FileCheck that are not meant to pass, or read another file
	kept  []string // the prefixes of these
}

// record runs the commands of a test up to FileCheck and returns what each FileCheck would have
// read.
func record(ctx context.Context, test *lit.Test, file string, text []byte, opts *Options) (*recording, error) {
	suite := *test.Suite
	if suite.ExecDir == "" {
		dir, err := os.MkdirTemp("", "lit-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		suite.ExecDir = dir
	}
	r := &recorder{file: file, source: test.Source(), lines: strings.Split(string(text), "\n")}
	suite.Intercept = r.intercept
	suite.ExternalShell = false
	copied := *test
	copied.Suite = &suite
	result := copied.Run(ctx, opts.Timeout)
	at := func(format string, args ...any) error {
		line, column := r.place(r.at)
		return &Error{file, line, column, fmt.Sprintf(format, args...)}
	}
	switch {
	case r.err != nil:
		return nil, r.err
	case result.Status == lit.Unsupported:
		return nil, &skip{strings.TrimSpace(result.Output)}
	case result.Status == lit.XPass || result.Status == lit.XFail:
		return nil, &skip{"the test is expected to fail"}
	case result.Status != lit.Pass && result.Status != lit.FlakyPass:
		return nil, at("the commands before FileCheck do not succeed (%s), so there is no output to check\n%s",
			result.Status, strings.TrimRight(result.Output, "\n"))
	case len(r.calls) == 0:
		r.at = ""
		return nil, at("no RUN line gives its output to a FileCheck with the directives of this file")
	}
	exec, err := filepath.Abs(suite.ExecDir)
	if err != nil {
		exec = suite.ExecDir
	}
	output := filepath.Join(exec, filepath.Dir(filepath.FromSlash(test.Path)), "Output")
	return &recording{r.calls, []string{filepath.Dir(test.Source()), output, exec}, r.other, r.kept}, nil
}

// skip says why a test is left as it is though nothing is wrong.
type skip struct{ reason string }

func (s *skip) Error() string { return s.reason }
