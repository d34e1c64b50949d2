// Package report shows and stores what came of tests, as LLVM's lit does: the lines and boxes of
// the console, the summary, JSON, xUnit XML, ResultDB and Chrome trace files, and the times of the
// last run, by which the next one is ordered.
//
// What goes to a pipe or a file is lit's text byte for byte. A terminal gets colours, a progress
// bar of one line, and a short reason below each failed test in the summary; control characters of
// test output cannot reach it.
package report

import (
	"fmt"

	"github.com/tg-opt/tg/lit"
)

// Level says for which tests something is printed.
type Level int

// The levels of --test-output and --print-result-after.
const (
	Off Level = iota
	Failed
	All
)

// ParseLevel reads "off", "failed" or "all".
func ParseLevel(s string) (Level, error) {
	switch s {
	case "off":
		return Off, nil
	case "failed":
		return Failed, nil
	case "all":
		return All, nil
	}
	return Off, fmt.Errorf("invalid choice: '%s' (choose from off, failed, all)", s)
}

// covers reports whether something is printed for a test with a status.
func (l Level) covers(s lit.Status) bool { return l == All || l == Failed && s.IsFailure() }

// Options are the settings of a Console. lit's default is Options{Results: All}.
type Options struct {
	Results   Level        // which tests get a line when they are done
	Output    Level        // which tests get their output printed below that line
	Progress  Progress     // whether there is a progress bar
	Terse     bool         // the summary has no time, and counts failures only
	Relative  bool         // the summary names files relative to the working directory instead of tests
	Show      []lit.Status // the results besides failures whose tests the summary lists
	Histogram bool         // the summary shows the slowest tests and how the times are distributed
}

// Progress says whether there is a progress bar.
type Progress int

// The kinds of progress bars.
const (
	ProgressAuto Progress = iota // on a terminal, unless little is printed
	ProgressOn                   // on a terminal, and elsewhere as lit's row of percentages
	ProgressOff
)

// SetResults sets Results, and lowers Output to match.
func (o *Options) SetResults(l Level) { o.Results, o.Output = l, min(o.Output, l) }

// SetOutput sets Output, and raises Results to match.
func (o *Options) SetOutput(l Level) { o.Output, o.Results = l, max(o.Results, l) }
