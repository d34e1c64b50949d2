package lit

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"time"
)

// Runner runs many tests at once.
type Runner struct {
	Workers     int           // how many tests run at once; one per CPU if 0
	Timeout     time.Duration // of one test, if its suite does not say it; 0 for none
	MaxFailures int           // after so many failures the rest is SKIPPED; 0 for no limit
	MaxTime     time.Duration // after this time the rest is SKIPPED; 0 for no limit
	Retries     *int          // for tests of suites that do not say it
	NoExecute   bool          // take for granted that RUN lines pass
	UpdateTests bool          // rewrite files that a failed diff compares with
	Coverage    bool          // give every RUN line a LLVM_PROFILE_FILE of its own
	Started     func(*Test)   // told of each test that begins, possibly several at a time; may be nil
	Done        func(*Result) // told of each result, one at a time, in order of completion; may be nil

	// Stopped tells after Run why it left tests SKIPPED: ErrMaxFailures, ErrMaxTime or the error of
	// the context. It is nil after a complete run.
	Stopped error
}

// Why a run ended early.
var (
	ErrMaxFailures = errors.New("reached maximum number of test failures")
	ErrMaxTime     = errors.New("reached timeout")
)

// Run runs the tests, starting them in the given order, and returns their results in that order.
// Tests that did not run, or were running when the run stopped, are SKIPPED. So that the results do
// not depend on the number of workers, the failures that MaxFailures limits are counted in the
// order of tests.
func (r *Runner) Run(ctx context.Context, tests []*Test) []*Result {
	r.Stopped = nil
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if r.MaxTime > 0 {
		timer := time.AfterFunc(r.MaxTime, func() { stop(ErrMaxTime) })
		defer timer.Stop()
	}
	e := execution{timeout: r.Timeout, retries: r.Retries, noExecute: r.NoExecute, coverage: r.Coverage,
		update: r.UpdateTests}
	if dir, err := privateTempDir(); err == nil && dir != "" {
		defer os.RemoveAll(dir)
		e.tempDir = dir
	}
	s := &schedule{runner: r, execution: &e, tests: tests, results: make([]*Result, len(tests)), stop: stop,
		started: make([]bool, len(tests)), busy: map[string]int{}}
	s.changed = sync.NewCond(&s.mu)
	context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.changed.Broadcast()
	})
	workers := r.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var all sync.WaitGroup
	for worker := range min(workers, len(tests)) {
		all.Go(func() { s.work(ctx, worker) })
	}
	all.Wait()
	s.skipRest()
	if s.stopped {
		r.Stopped = context.Cause(ctx)
	}
	return s.results
}

// schedule is the state of one run.
type schedule struct {
	runner    *Runner
	execution *execution
	tests     []*Test
	stop      context.CancelCauseFunc

	mu       sync.Mutex
	changed  *sync.Cond // a test ended, or the run
	started  []bool
	next     int            // all tests before it have started
	busy     map[string]int // running tests by parallelism group
	results  []*Result
	counted  int // all tests before it have ended, and their failures are counted
	failures int
	cut      int  // tests from here on are SKIPPED because of MaxFailures; 0 for none
	stopped  bool // some test was not run to its end

	done sync.Mutex // held while Done runs
}

// work runs tests until there are no more.
func (s *schedule) work(ctx context.Context, worker int) {
	for {
		i := s.take(ctx)
		if i < 0 {
			return
		}
		if s.runner.Started != nil {
			s.runner.Started(s.tests[i])
		}
		result := s.tests[i].execute(ctx, s.execution)
		result.Worker = worker
		s.finish(ctx, i, result)
	}
}

// take returns the first test that can start, or -1. It waits while all that is left belongs to
// busy groups.
func (s *schedule) take(ctx context.Context) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for ctx.Err() == nil {
		for s.next < len(s.tests) && s.started[s.next] {
			s.next++
		}
		if s.next == len(s.tests) {
			return -1
		}
		for i := s.next; i < len(s.tests); i++ {
			group := s.tests[i].Suite.ParallelismGroup
			limit, limited := s.tests[i].Suite.ParallelismGroups[group]
			if s.started[i] || limited && s.busy[group] >= max(limit, 1) {
				continue
			}
			s.started[i] = true
			s.busy[group]++
			return i
		}
		s.changed.Wait()
	}
	return -1
}

// finish records a result. The result of a test that the end of the run cut off does not count.
func (s *schedule) finish(ctx context.Context, i int, result *Result) {
	if ctx.Err() != nil {
		result = nil
	}
	if result != nil && s.runner.Done != nil {
		s.done.Lock()
		s.runner.Done(result)
		s.done.Unlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy[s.tests[i].Suite.ParallelismGroup]--
	s.results[i] = result
	for s.cut == 0 && s.counted < len(s.tests) && s.results[s.counted] != nil {
		if s.results[s.counted].Status.IsFailure() {
			s.failures++
		}
		s.counted++
		if s.failures > 0 && s.failures == s.runner.MaxFailures {
			s.cut = s.counted
			s.stop(ErrMaxFailures)
		}
	}
	s.changed.Broadcast()
}

// skipRest gives a result to all tests that have none.
func (s *schedule) skipRest() {
	for i, test := range s.tests {
		if s.results[i] == nil || s.cut > 0 && i >= s.cut {
			s.results[i] = &Result{Test: test, Status: Skipped}
			s.stopped = true
		}
	}
	s.stopped = s.stopped || s.cut > 0
}

// tempVariables name the directory for temporary files.
var tempVariables = []string{"TMP", "TMPDIR", "TEMP", "TEMPDIR"}

// privateTempDir makes the directory for the temporary files of tests, which vanishes with what
// they leave there. It is "" if LIT_PRESERVES_TMP is set.
func privateTempDir() (string, error) {
	if _, preserve := os.LookupEnv("LIT_PRESERVES_TMP"); preserve {
		return "", nil
	}
	return os.MkdirTemp("", "lit-tmp-")
}
