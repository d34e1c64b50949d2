package lit

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Status is the result code of a test.
type Status string

// The result codes of lit.
const (
	Excluded    Status = "EXCLUDED" // left out by a filter
	Skipped     Status = "SKIPPED"  // the run ended before the test
	Unsupported Status = "UNSUPPORTED"
	Pass        Status = "PASS"
	FlakyPass   Status = "FLAKYPASS"  // passed after ALLOW_RETRIES
	XFail       Status = "XFAIL"      // failed as expected
	Unresolved  Status = "UNRESOLVED" // not a runnable test
	Timeout     Status = "TIMEOUT"
	Fail        Status = "FAIL"
	XPass       Status = "XPASS" // passed though expected to fail
)

// Statuses are those of lit, in the order of the summary.
var Statuses = []Status{Excluded, Skipped, Unsupported, Pass, FlakyPass, XFail, Unresolved, Timeout, Fail, XPass}

var labels = map[Status]string{
	Excluded:    "Excluded",
	Skipped:     "Skipped",
	Unsupported: "Unsupported",
	Pass:        "Passed",
	FlakyPass:   "Passed With Retry",
	XFail:       "Expectedly Failed",
	Unresolved:  "Unresolved",
	Timeout:     "Timed Out",
	Fail:        "Failed",
	XPass:       "Unexpectedly Passed",
}

// OwnStatus is a result code that a test format has made for itself. The label is for the summary.
func OwnStatus(name, label string, isFailure bool) Status {
	if s := Status(name); slices.Contains(Statuses, s) {
		return s
	}
	return Status(fmt.Sprintf("%s\x00%s\x00%t", name, label, isFailure))
}

// parts are what OwnStatus was made of; own is false for another status.
func (s Status) parts() (name, label string, isFailure, own bool) {
	parts := strings.Split(string(s), "\x00")
	if len(parts) < 3 {
		return string(s), labels[s], false, false
	}
	return parts[0], parts[1], parts[2] == "true", true
}

// String is the code.
func (s Status) String() string { name, _, _, _ := s.parts(); return name }

// Label is the status in words.
func (s Status) Label() string { _, label, _, _ := s.parts(); return label }

// IsFailure reports whether a test with this status makes the suite fail.
func (s Status) IsFailure() bool {
	_, _, isFailure, own := s.parts()
	return own && isFailure || s == Fail || s == XPass || s == Timeout || s == Unresolved
}

// Format runs tests that are not files with RUN lines.
type Format interface {
	Execute(ctx context.Context, t *Test, e *Execution) Result
}

// Execution is what a Format is told about the run.
type Execution struct {
	Timeout time.Duration // of the test; 0 for none
	TempDir string        // for the temporary files of programs; "" for that of this process

	execution *execution
}

// Conditions are what REQUIRES, UNSUPPORTED and XFAIL lines of a test say.
type Conditions struct{ Requires, Unsupported, XFails []string }

// Script runs the RUN lines of a test for its format. The status is that of the lines, whatever was
// expected of them.
func (e *Execution) Script(ctx context.Context, t *Test) (*Result, Conditions) {
	start := time.Now()
	result, script, err := t.runLines(ctx, e.execution)
	if err != nil {
		result = Result{Status: Unresolved, Output: err.Error()}
	}
	result.Test, result.Start, result.Elapsed = t, start, time.Since(start)
	if script == nil {
		return &result, Conditions{}
	}
	return &result, Conditions{script.requires, script.excludes, script.xfails}
}

// Test is a test file.
type Test struct {
	Suite  *Suite // as local configuration amends it for the folder of the test
	Path   string // relative to Suite.Dir, with slashes
	File   string // the file that it is of, if not that of Path
	Format Format // that runs it; nil for a file with RUN lines

	XFail        bool // fails as expected, whatever the file says
	XFailNot     bool // does not fail as expected, whatever the file says
	ExcludeXFail bool // is EXCLUDED if it is expected to fail

	// What the last run says, if there was one.
	PreviousElapsed time.Duration
	PreviousFailure bool
}

// Name is the test as reports call it: "suite :: path".
func (t *Test) Name() string { return t.Suite.name() + " :: " + t.Path }

// Source is the absolute path of the file.
func (t *Test) Source() string {
	if t.File != "" {
		return t.File
	}
	file := filepath.Join(t.Suite.Dir, filepath.FromSlash(t.Path))
	if absolute, err := filepath.Abs(file); err == nil {
		return absolute
	}
	return file
}

// Result is what came of one test.
type Result struct {
	Test        *Test
	Status      Status
	Output      string // what happened, in lit's format
	Attempts    int    // how often it ran; 0 if it did not run
	MaxAttempts int    // how often it may run, or 0 if it did not run
	Start       time.Time
	Elapsed     time.Duration
	Worker      int // that ran it, from 0

	Missing  []string  // features that an UNSUPPORTED test requires, if its format tells
	Untimed  bool      // Elapsed is unknown
	Metrics  []Metric  // that the test measured
	Micro    []*Result // of parts that the test measured, which do not count
	Parts    []*Result // of the tests that this one consists of, which count besides it
	Replaced bool      // Parts count instead
}

// Metric is a value that a test measured.
type Metric struct {
	Name string `json:"name"`
	Text string `json:"text"` // for people
	Data string `json:"data"` // as JSON
}

// Final are the results with those of parts in place of tests that consist of them.
func Final(results []*Result) []*Result {
	var all []*Result
	for _, r := range results {
		if !r.Replaced {
			all = append(all, r)
		}
		all = append(all, r.Parts...)
	}
	return all
}
