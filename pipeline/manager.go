package pipeline

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
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
	// Prepare, if set, is given every diagnostic before Emit, when it is made and
	// by the goroutine that makes it: later, the IR may look different. It may
	// look at what the isolated op around the diagnostic's op holds.
	Prepare func(*ir.Diag)
	// Stacks adds the Go stack to the diagnostic of a pass that panics.
	Stacks bool
	// Output takes what passes print; nil drops it. Printing is how they print IR.
	Output   io.Writer
	Printing printer.Options
	// Timing, Statistics and Dumps collect or print what their names say; nil
	// for nothing.
	Timing     *Timing
	Statistics *Statistics
	Dumps      *Dumps
	// Actions logs and profiles what passes do; nil for nothing.
	Actions *Actions
	// Reproducer writes a file when a pass fails; nil for none.
	Reproducer *Reproducer
	// Summary notes what each step did; nil for nobody who asks.
	Summary *Summary
	// Remarks is who wants to know what passes did and why; nil for nobody.
	Remarks *Remarks
	// Gains notes what searches kept, and what led to it, also in programs on which a pass
	// tries others; nil for nobody who asks.
	Gains *Gains
}

// worker is what one goroutine works with.
type worker struct {
	id       int
	builder  *ir.Builder
	parallel bool // may start others
	spans    *spans
}

// Run runs the pipeline on root. All reasons of a failure have been given to
// Emit when it returns ErrFailed.
func (m *Manager) Run(root *ir.Op) error {
	out := &directSink{m: m}
	top := m.Pipeline.plan
	if top.anchor != AnyOp && top.anchor != root.Name() {
		hint := m.didYouMean(top.anchor)
		if hint == "" && root.Has(ir.SymbolTable) && m.Ctx.LookupOp(top.anchor) != nil {
			hint = fmt.Sprintf(", did you intend to nest? Try '%s(%s(...))'", root.Name(), top.anchor)
		}
		out.diag(ir.Errorf(root.Loc(), "can't run '%s' pass manager on '%s' op%s", top.anchor, root.Name(), hint))
		return ErrFailed
	}
	if d := m.checkAnchors(top, root.Loc()); d != nil {
		out.diag(d)
		return ErrFailed
	}
	if err := m.prepare(); err != nil {
		for _, e := range errorsOf(err) {
			out.diag(ir.AsDiag(e, root.Loc()))
		}
		return ErrFailed
	}
	if m.Dumps != nil {
		m.Dumps.reset()
	}
	w := &worker{builder: ir.NewBuilder(m.Ctx), parallel: m.workers() > 1, spans: newSpans()}
	run := m.runSteps
	if m.Summary != nil {
		run = m.runSummarised
	}
	ok := run(w, top.steps, root, out)
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

// prepare lets the passes read what their options name. The first that fails is
// enough: others of a pipeline have the same from its options.
func (m *Manager) prepare() error {
	for _, s := range flatten(m.Pipeline.plan.steps, nil) {
		if s.pass.Prepare == nil {
			continue
		}
		if err := s.pass.Prepare(m.Ctx, s.options); err != nil {
			return err
		}
	}
	return nil
}

func (m *Manager) workers() int {
	switch {
	case m.Dumps != nil && m.Dumps.ModuleScope, m.Reproducer != nil && m.Reproducer.Local:
		// A dump or a copy of the whole module must not see half-done siblings.
		return 1
	case m.Workers > 0:
		return m.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// diagnose reports d, prepared for showing while the IR is still as d says.
func (m *Manager) diagnose(d *ir.Diag, out sink) {
	if m.Prepare != nil {
		m.Prepare(d)
	}
	out.diag(d)
}

// checkAnchors finds an anchor that no op can match: a misspelt name would
// otherwise do nothing, silently.
func (m *Manager) checkAnchors(s *step, at ir.Loc) *ir.Diag {
	for _, t := range s.steps {
		if t.pass != nil {
			continue
		}
		if !t.collection && t.anchor != AnyOp && m.Ctx.LookupOp(t.anchor) == nil && !m.Ctx.AllowUnregistered {
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

// runSteps runs steps on op and reports whether all went well.
func (m *Manager) runSteps(w *worker, steps []*step, op *ir.Op, out sink) bool {
	for _, s := range steps {
		if !m.runStep(w, s, op, out) {
			return false
		}
	}
	return true
}

// runStep runs one step on op. A panic on the way, wherever it comes from, is
// reported like an error.
func (m *Manager) runStep(w *worker, s *step, op *ir.Op, out sink) (ok bool) {
	defer func() {
		if p := recover(); p != nil {
			ok = false
			out.diag(m.crash(op, fmt.Sprintf("the pass manager crashed on '%s' op: %v", op.Name(), p)))
		}
	}()
	defer w.spans.measure(s)()
	if m.Actions != nil {
		defer m.passAction(w, s, op, out)()
	}
	if s.pass != nil {
		return m.runPass(w, s, op, out)
	}
	return m.runNested(w, s, op, out)
}

// runPass runs one pass on one op, with everything around it.
func (m *Manager) runPass(w *worker, s *step, op *ir.Op, out sink) bool {
	r := &Run{
		Ctx: m.Ctx, Op: op, Builder: w.builder, Options: s.options,
		Printing: m.Printing, manager: m, worker: w,
		pass: s.pass, counts: make([]int64, len(s.pass.Statistics)), out: out,
	}
	if m.Remarks != nil {
		r.remarks = &remarking{m.Remarks, map[*ir.Op]string{}}
	}
	// What the last run left in the builder is not this one's business.
	w.builder.AtEnd(nil).Created = nil

	var before string
	if m.Dumps != nil {
		before = m.Dumps.before(s.pass, op, out)
	}
	if m.Reproducer != nil {
		m.Reproducer.remember(m, op)
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
	if r.failed && m.Reproducer != nil {
		out.failure(m.Reproducer.failed(m, s, op))
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
