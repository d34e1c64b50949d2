package pipeline

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tg-opt/tg/ir"
)

// sink takes what a run has to say, in order.
type sink interface {
	diag(*ir.Diag)
	dump(path, text string) // path is empty for the common output
	action(*actionEvent)
	failure(*failure)
	text(text string) // printed by a pass
	remark(*Remark)
}

// directSink passes on to the manager's consumers.
type directSink struct{ m *Manager }

func (s *directSink) diag(d *ir.Diag) {
	if s.m.Emit != nil {
		s.m.Emit(d)
	}
}

func (s *directSink) dump(path, text string) { s.m.Dumps.write(path, text) }
func (s *directSink) action(e *actionEvent)  { s.m.Actions.take(e) }
func (s *directSink) remark(r *Remark)       { s.m.Remarks.Emit(r) }

func (s *directSink) failure(f *failure) {
	if d := s.m.Reproducer.write(s.m, f); d != nil {
		s.diag(d)
	}
}

func (s *directSink) text(text string) {
	if s.m.Output != nil {
		io.WriteString(s.m.Output, text)
	}
}

// bufferSink keeps everything until it is its op's turn.
type bufferSink struct {
	entries []entry
	done    bool
}

// entry is one of a diagnostic, a remark, an action, a failure, a dump and what
// a pass prints.
type entry struct {
	d       *ir.Diag
	remark  *Remark
	action  *actionEvent
	failure *failure
	text    string
	path    string
	isDump  bool
}

func (s *bufferSink) diag(d *ir.Diag) { s.entries = append(s.entries, entry{d: d}) }
func (s *bufferSink) dump(path, text string) {
	s.entries = append(s.entries, entry{path: path, text: text, isDump: true})
}
func (s *bufferSink) action(e *actionEvent) { s.entries = append(s.entries, entry{action: e}) }
func (s *bufferSink) failure(f *failure)    { s.entries = append(s.entries, entry{failure: f}) }
func (s *bufferSink) text(text string)      { s.entries = append(s.entries, entry{text: text}) }
func (s *bufferSink) remark(r *Remark)      { s.entries = append(s.entries, entry{remark: r}) }

func (s *bufferSink) flush(to sink) {
	for _, e := range s.entries {
		switch {
		case e.d != nil:
			to.diag(e.d)
		case e.remark != nil:
			to.remark(e.remark)
		case e.action != nil:
			to.action(e.action)
		case e.failure != nil:
			to.failure(e.failure)
		case e.isDump:
			to.dump(e.path, e.text)
		default:
			to.text(e.text)
		}
	}
	s.entries = nil
}

// runParallel runs the steps of s on the targets with n workers. What they say
// reaches out in the order of the targets, as soon as all before have ended.
func (m *Manager) runParallel(w *worker, s *step, targets []target, n int, out sink) bool {
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
		workers[k] = &worker{id: k + 1, builder: ir.NewBuilder(m.Ctx), spans: newSpans()}
		wg.Go(func() {
			begin := time.Now()
			defer func() { busy.Add(int64(time.Since(begin))) }()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(targets) {
					return
				}
				if !m.runTarget(workers[k], s, targets[i], &buffers[i]) {
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
