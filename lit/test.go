package lit

import (
	"path/filepath"
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

// IsFailure reports whether a test with this status makes the suite fail.
func (s Status) IsFailure() bool {
	return s == Fail || s == XPass || s == Timeout || s == Unresolved
}

// Test is a test file.
type Test struct {
	Suite *Suite // as local configuration amends it for the folder of the test
	Path  string // relative to Suite.Dir, with slashes

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
}
