package run

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// measure runs a function, as often as --repeat says, for as long as --timeout
// allows in all, and returns the last result and the time it took.
func (r *runner) measure(f *callable, inputs []*tensor.Tensor) (result *interp.Result, last time.Duration, err error) {
	c, cancel := context.Background(), context.CancelFunc(func() {})
	if r.flags.limit > 0 {
		c, cancel = context.WithTimeout(c, r.flags.limit)
	}
	defer cancel()
	timed := func() error {
		result = nil // its memory is for the next run
		start := r.now()
		result, err = r.execute(c, f.program, inputs, r.options())
		last = r.now().Sub(start)
		return err
	}
	for range r.flags.warmup {
		if err := timed(); err != nil {
			return nil, 0, err
		}
	}
	if r.flags.repeat == 0 {
		err := timed()
		return result, last, err
	}
	var times []time.Duration
	for range r.flags.repeat {
		if err := timed(); err != nil {
			return nil, 0, err
		}
		times = append(times, last)
	}
	r.reportTimes(f.file, times)
	return result, last, nil
}

// reportTimes writes how long runs of a program took.
func (r *runner) reportTimes(file string, times []time.Duration) {
	w := bufio.NewWriter(r.stderr)
	defer w.Flush()
	slices.Sort(times)
	line := func(what string, at float64) { fmt.Fprintf(w, "%-16s %v\n", what+":", shortTime(quantile(times, at))) }
	fmt.Fprintf(w, "%-16s %d of %s%s\n", "runs:", len(times), file, warmed(r.flags.warmup))
	line("median", 0.5)
	line("minimum", 0)
	line("lower quartile", 0.25)
	line("upper quartile", 0.75)
	line("maximum", 1)
}

// warmed says how many runs there were to warm up.
func warmed(runs uint64) string {
	switch runs {
	case 0:
		return ""
	case 1:
		return ", after one to warm up"
	}
	return fmt.Sprintf(", after %d to warm up", runs)
}

// shortTime leaves out digits that say nothing.
func shortTime(d time.Duration) time.Duration {
	if d < time.Millisecond {
		return d.Round(10 * time.Nanosecond)
	}
	return d.Round(time.Microsecond)
}

// quantile is the time below which the share at of the sorted times lies, between
// two of them in proportion.
func quantile(times []time.Duration, at float64) time.Duration {
	place := float64(at * float64(len(times)-1))
	i := int(place)
	if i+1 == len(times) {
		return times[i]
	}
	return times[i] + time.Duration((place-float64(i))*float64(times[i+1]-times[i]))
}
