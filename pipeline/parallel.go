package pipeline

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/tg-opt/tg/ir"
)

// sink takes what a run has to say, in order.
type sink interface {
	diag(*ir.Diag)
	dump(text string)
}

// directSink passes on to the manager's consumers.
type directSink struct{ m *Manager }

func (s *directSink) diag(d *ir.Diag) {
	if s.m.Emit != nil {
		s.m.Emit(d)
	}
}

func (s *directSink) dump(text string) { s.m.Dumps.write(text) }

// bufferSink keeps everything until it is its op's turn.
type bufferSink struct {
	entries []entry
	done    bool
}

type entry struct {
	d    *ir.Diag
	text string
}

func (s *bufferSink) diag(d *ir.Diag)  { s.entries = append(s.entries, entry{d: d}) }
func (s *bufferSink) dump(text string) { s.entries = append(s.entries, entry{text: text}) }

func (s *bufferSink) flush(to sink) {
	for _, e := range s.entries {
		if e.d != nil {
			to.diag(e.d)
		} else {
			to.dump(e.text)
		}
	}
	s.entries = nil
}

// runParallel runs the steps of s on the targets with n workers. What they say
// reaches out in the order of the targets, as soon as all before have ended.
func (m *Manager) runParallel(w *worker, s *step, targets []*ir.Op, n int, out sink) bool {
	start := time.Now()
	buffers := make([]bufferSink, len(targets))
	workers := make([]*worker, n)
	var (
		next    atomic.Int64
		failed  atomic.Bool
		busy    atomic.Int64
		wg      sync.WaitGroup
		mu      sync.Mutex // guards flushed, buffers[].done and out
		flushed int
	)
	finish := func(i int) {
		mu.Lock()
		defer mu.Unlock()
		buffers[i].done = true
		for flushed < len(buffers) && buffers[flushed].done {
			buffers[flushed].flush(out)
			flushed++
		}
	}
	for k := range workers {
		workers[k] = &worker{builder: ir.NewBuilder(m.Ctx), spans: spans{}}
		wg.Go(func() {
			begin := time.Now()
			defer func() { busy.Add(int64(time.Since(begin))) }()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(targets) {
					return
				}
				if !m.runSteps(workers[k], s.steps, targets[i], &buffers[i]) {
					failed.Store(true)
				}
				finish(i)
			}
		})
	}
	wg.Wait()
	for _, k := range workers {
		w.spans.merge(k.spans)
	}
	// The caller adds the time on the clock, as if one had worked.
	w.spans.at(s).user += time.Duration(busy.Load()) - time.Since(start)
	return !failed.Load()
}
