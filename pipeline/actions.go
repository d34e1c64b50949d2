package pipeline

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
)

// Actions writes what passes do, as it happens, in mlir-opt's forms. The order
// is that of the ops in the IR, whatever the number of workers.
type Actions struct {
	// Log takes a line per begin and end of an action; nil for none.
	Log io.Writer
	// At, unless it is nil, chooses by location the ops whose actions are logged.
	At func(ir.FileLine) bool
	// Profile takes a trace in the Chrome format; nil for none. Close ends it.
	Profile io.Writer
	// Thread is what the log calls the thread.
	Thread string

	start  time.Time
	events int
	once   sync.Once
}

// actionEvent is the begin or the end of an action.
type actionEvent struct {
	begin     bool
	tag, text string
	ops       string // the text of what it works on, for the log
	logged    bool
	at        time.Duration
	worker    int
}

// Action tells that r does something to o until the result is called: tag is
// what kind of thing, text describes it.
func (r *Run) Action(o *ir.Op, tag, text string) (end func()) {
	if !r.Acting() {
		return func() {}
	}
	return r.manager.Actions.begin(r.worker, o, tag, text, "", r.out)
}

// RegionAction is Action for something that is done to a region.
func (r *Run) RegionAction(g *ir.Region, tag, text string) (end func()) {
	if !r.Acting() {
		return func() {}
	}
	about := fmt.Sprintf("Region #%d for op ", slices.Index(g.Parent().Regions(), g))
	return r.manager.Actions.begin(r.worker, g.Parent(), tag, text, about, r.out)
}

// Acting reports whether anybody wants to know of actions: a pass need not
// tell otherwise.
func (r *Run) Acting() bool { return r.manager != nil && r.manager.Actions != nil }

func (a *Actions) begin(w *worker, o *ir.Op, tag, text, about string, out sink) (end func()) {
	a.once.Do(func() { a.start = time.Now() })
	e := actionEvent{begin: true, tag: tag, text: text, worker: w.id}
	if e.logged = a.Log != nil && a.chosen(o); e.logged {
		e.ops = about + printer.OpString(o, printer.Options{SkipRegions: true, LocalScope: true, AssumeVerified: o.Def() != nil})
	}
	e.at = time.Since(a.start)
	out.action(&e)
	return func() {
		out.action(&actionEvent{tag: tag, logged: e.logged, worker: w.id, at: time.Since(a.start)})
	}
}

func (a *Actions) chosen(o *ir.Op) bool {
	if a.At == nil {
		return true
	}
	f, ok := o.Context().FilePosition(o.Loc())
	return ok && a.At(f)
}

// passAction is the action of a step on op.
func (m *Manager) passAction(w *worker, s *step, op *ir.Op, out sink) (end func()) {
	// Passes on nested ops are one pass of their own to mlir-opt.
	name := "mlir::detail::OpToOpPassAdaptor"
	if s.pass != nil {
		name = s.pass.Title
	}
	return m.Actions.begin(w, op, "pass-execution", fmt.Sprintf("`pass-execution` running `%s` on Operation `%s`", name, op.Name()), "", out)
}

// take writes an event.
func (a *Actions) take(e *actionEvent) {
	if e.logged && e.begin {
		fmt.Fprintf(a.Log, "[thread %s] begins (no breakpoint) Action %s (%s)`\n", a.Thread, e.text, e.ops)
	} else if e.logged {
		fmt.Fprintf(a.Log, "[thread %s] completed `%s`\n", a.Thread, e.tag)
	}
	if a.Profile == nil {
		return
	}
	separator := ",\n"
	if a.events == 0 {
		separator = "["
	}
	a.events++
	phase, args := "E", ""
	if e.begin {
		// A string can always be encoded.
		text, _ := json.Marshal(e.text)
		phase, args = "B", fmt.Sprintf(`, "args": {"desc": %s}`, text)
	}
	fmt.Fprintf(a.Profile, `%s{"name": "%s", "cat": "PERF", "ph": "%s", "pid": 0, "tid": %d, "ts": %d%s}`,
		separator, e.tag, phase, e.worker, e.at.Microseconds(), args)
}

// Close ends the trace.
func (a *Actions) Close() {
	if a.Profile == nil {
		return
	}
	if a.events == 0 {
		io.WriteString(a.Profile, "[")
	}
	io.WriteString(a.Profile, "]\n")
}
