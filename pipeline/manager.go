package pipeline

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
)

// ErrFailed is what Manager.Run returns when a pass failed; why was emitted.
var ErrFailed = errors.New("the pass pipeline failed")

// Manager runs a pipeline. Ops that match a nested anchor are worked on in
// parallel; what is emitted, dumped, counted and left of the IR is the same
// for any number of workers.
//
// An op whose passes fail does not keep its siblings from being worked on, but
// nothing runs after them.
type Manager struct {
	Ctx      *ir.Context
	Pipeline *Pipeline
	// Workers is how many ops are worked on at a time; 0 means GOMAXPROCS.
	Workers int
	// SkipVerify turns the verifier after each pass off.
	SkipVerify bool
	// Emit is given every diagnostic in order, one call at a time; nil drops
	// them.
	Emit func(*ir.Diag)
	// Stacks adds the Go stack to the diagnostic of a pass that panics.
	Stacks bool
	// Timing, Statistics and Dumps collect or print what their names say; nil
	// for nothing.
	Timing     *Timing
	Statistics *Statistics
	Dumps      *Dumps
}

// worker is what one goroutine works with.
type worker struct {
	builder  *ir.Builder
	parallel bool // may start others
	spans    spans
}

// Run runs the pipeline on root. All reasons of a failure have been given to
// Emit when it returns ErrFailed.
func (m *Manager) Run(root *ir.Op) error {
	out := &directSink{m: m}
	top := m.Pipeline.plan
	if top.anchor != AnyOp && top.anchor != root.Name() {
		out.diag(ir.Errorf(root.Loc(), "can't run '%s' pass manager on '%s' op%s", top.anchor, root.Name(), m.didYouMean(top.anchor)))
		return ErrFailed
	}
	if d := m.checkAnchors(top, root.Loc()); d != nil {
		out.diag(d)
		return ErrFailed
	}
	w := &worker{builder: ir.NewBuilder(m.Ctx), parallel: m.workers() > 1, spans: spans{}}
	ok := m.runSteps(w, top.steps, root, out)
	if m.Timing != nil {
		m.Timing.addPipeline(top, w.spans)
	}
	if m.Statistics != nil {
		m.Statistics.top = top
	}
	if !ok {
		return ErrFailed
	}
	return nil
}

func (m *Manager) workers() int {
	switch {
	case m.Dumps != nil && m.Dumps.ModuleScope:
		// A dump of the whole module must not see half-done siblings.
		return 1
	case m.Workers > 0:
		return m.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// checkAnchors finds an anchor that no op can match: a misspelt name would
// otherwise do nothing, silently.
func (m *Manager) checkAnchors(s *step, at ir.Loc) *ir.Diag {
	for _, t := range s.steps {
		if t.pass != nil {
			continue
		}
		if t.anchor != AnyOp && m.Ctx.LookupOp(t.anchor) == nil && !m.Ctx.AllowUnregistered {
			return ir.Errorf(at, "can't run a pass manager on '%s': no registered operation has this name%s", t.anchor, m.didYouMean(t.anchor))
		}
		if d := m.checkAnchors(t, at); d != nil {
			return d
		}
	}
	return nil
}

// didYouMean suggests an operation for a name that none has.
func (m *Manager) didYouMean(name string) string {
	if m.Ctx.LookupOp(name) != nil {
		return ""
	}
	var names []string
	for _, d := range m.Ctx.Dialects() {
		for _, o := range d.Ops() {
			names = append(names, o.Name())
		}
	}
	return spelling.DidYouMean(name, names)
}

// coalesce merges neighbours with the same anchor, so that an op goes through
// all passes for it while it is in the cache.
func coalesce(s *step) *step {
	if s.pass != nil {
		return s
	}
	merged := &step{anchor: s.anchor}
	for _, t := range s.steps {
		n := len(merged.steps)
		if t.pass == nil && n > 0 && merged.steps[n-1].pass == nil && merged.steps[n-1].anchor == t.anchor {
			merged.steps[n-1] = &step{anchor: t.anchor, steps: slices.Concat(merged.steps[n-1].steps, t.steps)}
			continue
		}
		merged.steps = append(merged.steps, t)
	}
	for i, t := range merged.steps {
		merged.steps[i] = coalesce(t)
	}
	return merged
}

// runSteps runs steps on op and reports whether all went well.
func (m *Manager) runSteps(w *worker, steps []*step, op *ir.Op, out sink) bool {
	for _, s := range steps {
		start := time.Now()
		ok := false
		if s.pass != nil {
			ok = m.runPass(w, s, op, out)
		} else {
			ok = m.runNested(w, s, op, out)
		}
		w.spans.add(s, time.Since(start))
		if !ok {
			return false
		}
	}
	return true
}

// runNested runs the steps of s on each op directly inside of op that it is
// anchored to.
func (m *Manager) runNested(w *worker, s *step, op *ir.Op, out sink) bool {
	targets, d := m.targets(s, op)
	if d != nil {
		out.diag(d)
		return false
	}
	if n := min(m.workers(), len(targets)); w.parallel && n > 1 {
		return m.runParallel(w, s, targets, n, out)
	}
	ok := true
	for _, t := range targets {
		ok = m.runSteps(w, s.steps, t, out) && ok
	}
	return ok
}

func (m *Manager) targets(s *step, op *ir.Op) ([]*ir.Op, *ir.Diag) {
	var targets []*ir.Op
	for _, r := range op.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			for o := b.First(); o != nil; o = o.Next() {
				switch {
				case s.anchor == AnyOp && !o.Has(ir.IsolatedFromAbove), s.anchor != AnyOp && o.Name() != s.anchor:
					continue
				case o.Def() == nil:
					return nil, ir.Errorf(o.Loc(), "'%s' op trying to schedule a pass on an unregistered operation", o.Name())
				case !o.Has(ir.IsolatedFromAbove):
					return nil, ir.Errorf(o.Loc(), "'%s' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'", o.Name())
				}
				targets = append(targets, o)
			}
		}
	}
	return targets, nil
}

// runPass runs one pass on one op, with everything around it.
func (m *Manager) runPass(w *worker, s *step, op *ir.Op, out sink) bool {
	r := &Run{
		Ctx: m.Ctx, Op: op, Builder: w.builder, Options: s.options,
		pass: s.pass, counts: make([]int64, len(s.pass.Statistics)), out: out,
	}
	// What the last run left in the builder is not this one's business.
	w.builder.AtEnd(nil).Created = nil

	var before string
	if m.Dumps != nil {
		before = m.Dumps.before(s.pass, op, out)
	}
	err := m.call(r)
	if err == nil && !m.SkipVerify && !r.unchanged && !r.failed {
		if err = verify(op); err != nil {
			d := ir.AsDiag(err, op.Loc())
			err = d.WithNote(op.Loc(), "the IR is invalid after pass '%s'", s.pass.Name)
		}
	}
	if m.Dumps != nil {
		m.Dumps.after(s.pass, op, out, before, err != nil || r.failed)
	}
	if err != nil {
		for _, e := range errorsOf(err) {
			r.Emit(ir.AsDiag(e, op.Loc()))
		}
		r.failed = true
	}
	if m.Statistics != nil {
		m.Statistics.add(s, r.counts)
	}
	return !r.failed
}

// call runs the pass; a panic becomes an error.
func (m *Manager) call(r *Run) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = m.crash(r.Op, fmt.Sprintf("pass '%s' crashed on '%s' op: %v", r.pass.Name, r.Op.Name(), p))
		}
	}()
	return r.pass.Run(r)
}

// verify is ir.Verify; a pass may leave the IR such that it panics.
func verify(op *ir.Op) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = ir.Errorf(op.Loc(), "the verifier crashed on '%s' op: %v", op.Name(), p)
		}
	}()
	return ir.Verify(op)
}

func (m *Manager) crash(op *ir.Op, message string) *ir.Diag {
	d := ir.Errorf(op.Loc(), "%s", message)
	if m.Stacks {
		d.WithNote(op.Loc(), "the stack:\n%s", strings.TrimRight(string(debug.Stack()), "\n"))
	}
	return d
}
