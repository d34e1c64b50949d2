package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/tg-opt/tg/lit"
)

// Console prints a run of tests while it happens and its summary afterwards. Its methods can be
// called from several goroutines; the order is Start, any number of Started and Done, Stop,
// Summary.
type Console struct {
	options Options
	out     *bufio.Writer // flushed by each method, so that a terminal gets a change at once; remembers the first error
	term    *terminal     // nil if the output is not a terminal

	mu        sync.Mutex
	selected  int // how many tests will run
	completed int
	progress  progress // nil if there is none
}

// progress is a display of how far the run is.
type progress interface {
	start()
	started(*lit.Test)
	done(*lit.Result)
	clear() // to make room for other output; the next call of done brings it back
	stop(interrupted bool)
}

// NewConsole returns a console that prints to w. It is coloured if w is a terminal and the
// environment does not forbid it with NO_COLOR.
func NewConsole(w io.Writer, o Options) *Console {
	return newConsole(w, terminalOf(w), o)
}

func newConsole(w io.Writer, t *terminal, o Options) *Console {
	return &Console{options: o, out: bufio.NewWriter(w), term: t}
}

// Start prints the header of a run of some of the discovered tests.
func (c *Console) Start(tests []*lit.Test, discovered, workers int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.out.Flush()
	c.selected = len(tests)
	c.progress = c.newProgress(tests)
	if c.options.Results == Off && c.progress == nil {
		return
	}
	of := ""
	if discovered != len(tests) {
		of = fmt.Sprintf(" of %d", discovered)
	}
	fmt.Fprintf(c.out, "-- Testing: %d%s tests, %d workers --\n", len(tests), of, workers)
	if c.progress != nil {
		c.progress.start()
	}
}

// newProgress returns the progress display for a run of tests, or nil.
func (c *Console) newProgress(tests []*lit.Test) progress {
	automatic := c.options.Progress == ProgressAuto && c.options.Results != Off && !c.options.Terse
	switch {
	case c.term.canRedraw() && (automatic || c.options.Progress == ProgressOn):
		return newBar(&c.mu, c.out, c.term, tests)
	case c.options.Progress == ProgressOn:
		return &percentages{out: c.out, predict: newPredictor(tests)}
	}
	return nil
}

// Started tells that a test begins, for the progress bar to name the one that takes long.
func (c *Console) Started(t *lit.Test) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.progress != nil {
		c.progress.started(t)
	}
}

// Done prints the result of a test, as far as the options ask for it.
func (c *Console) Done(r *lit.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.out.Flush()
	c.completed++
	if c.options.Results.covers(r.Status) {
		if c.progress != nil {
			c.progress.clear()
		}
		c.result(r)
	}
	if c.progress != nil {
		c.progress.done(r)
	}
}

// Stop takes the progress bar away. Interrupted tells that the terminal shows ^C.
func (c *Console) Stop(interrupted bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.out.Flush()
	if c.progress != nil {
		c.progress.stop(interrupted)
		c.progress = nil
	}
}

func (c *Console) result(r *lit.Result) {
	name := c.term.clean(r.Test.Name())
	attempts := ""
	if r.Attempts > 1 {
		attempts = fmt.Sprintf(", %d of %d attempts", r.Attempts, r.MaxAttempts)
	}
	fmt.Fprintf(c.out, "%s: %s (%d of %d%s)\n", c.term.paint(r.Status, r.Status.String()), name, c.completed, c.selected, attempts)
	if c.options.Output.covers(r.Status) {
		if r.Status.IsFailure() {
			fmt.Fprintf(c.out, "%s TEST '%s' FAILED %s\n", stars, name, stars)
		}
		c.out.WriteString(c.term.clean(validUTF8(r.Output)))
		c.out.WriteString("\n" + stars + "\n")
	}
	c.measured(r, name)
}

// measured prints what a test measured.
func (c *Console) measured(r *lit.Result, name string) {
	print := func(format string, metrics []lit.Metric) {
		for _, m := range byName(metrics) {
			fmt.Fprintf(c.out, format, c.term.clean(m.Name), c.term.clean(m.Text))
		}
	}
	if len(r.Metrics) > 0 {
		fmt.Fprintf(c.out, "%s TEST '%s' RESULTS %[1]s\n", stars[:10], name)
		print("%s: %s \n", r.Metrics)
		c.out.WriteString(stars[:10] + "\n")
	}
	for _, micro := range r.Micro {
		fmt.Fprintf(c.out, "%s MICRO-TEST: %s\n", stars[:3], c.term.clean(micro.Test.Path))
		print("    %s:  %s \n", micro.Metrics)
	}
}

// byName are metrics in the order of their names.
func byName(metrics []lit.Metric) []lit.Metric {
	return slices.SortedFunc(slices.Values(metrics), func(a, b lit.Metric) int { return cmp.Compare(a.Name, b.Name) })
}

const stars = "********************"

// Summary prints the results of all discovered tests, and how long the run took. It returns the
// first error of writing anything to the console.
func (c *Console) Summary(results []*lit.Result, elapsed time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.options.Histogram {
		histogram(c.out, results, c.term)
	}
	groups := groupByStatus(results)
	for _, status := range statusesOf(groups) {
		if tests := groups[status]; len(tests) > 0 && c.lists(status) {
			c.listing(status, tests)
		}
	}
	c.counts(groups, len(results), elapsed)
	return c.out.Flush()
}
