// Package memoryreport says what the memory of functions is taken by: how much is
// live at most, where that is, what is live there, and what would help. What it
// looks at are the frames of package lifetimes, by which programs run.
package memoryreport

import (
	"errors"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/jsontext"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
)

// Options say what a report is about.
type Options struct {
	// Functions are those to report on; nil for all with a body.
	Functions []*ir.Op
	// Workers is how many workers the workspace is for; 0 means 1.
	Workers int
	// Machine is what computing a value again costs on; nil means the CPU.
	Machine *cost.Machine
	// Frame is the frame of a function for so many workers; nil means that of a
	// new Planner.
	Frame func(fn *ir.Op) (*lifetimes.Frame, error)
	// Reordering is what another order of the ops of a planned function would save;
	// nil for no word about it.
	Reordering func(fn *ir.Op) (*Reordering, error)
	// Curve is what budgets for a planned function cost; nil for no word about it.
	Curve func(fn *ir.Op) (*Curve, error)
}

// Report is what the functions of a module need. All sizes are in bytes; those of
// buffers are as they are in the arena, rounded up to lifetimes.Alignment.
type Report struct {
	Workers int    `json:"workers"`
	Machine string `json:"machine"`
	// Abstract says that what is called seconds is in another unit, that of the machine's profile.
	Abstract bool `json:"abstract,omitempty"`
	// Constants are those of all functions, each of which is decoded once.
	Constants Amount `json:"constants"`
	// Packed are the packed forms of constants, and of arguments that are the same in every run,
	// which are kept with the program: each form once.
	Packed Amount `json:"packed,omitzero"`
	// Functions are in the order of the text.
	Functions []*Function `json:"functions"`
}

// Amount is a number of values with their bytes in all.
type Amount struct {
	Count int   `json:"count"`
	Bytes int64 `json:"bytes"`
}

// Function is what one activation of a function needs.
type Function struct {
	Name     string `json:"name"`
	Location string `json:"location"`
	// Unplanned is why there is no plan; nil where there is one. Without one only
	// Constants and Arguments are known.
	Unplanned *Unplanned `json:"unplanned,omitempty"`
	// Constants are those of the function itself, without what it calls.
	Constants Amount `json:"constants"`
	// Packed are forms that ops of the function itself read, as in Report.
	Packed Amount `json:"packed,omitzero"`
	// Arguments are the ones of known extents.
	Arguments Amount `json:"arguments"`
	// Workers is how many the plan is for: more than Report.Workers where one in the
	// text is; 0 where there is no plan.
	Workers int `json:"workers"`
	// Live is the most bytes that are live at once, results included. The arena
	// holds all but the results, which lie beside it; Total is both.
	Live    int64 `json:"peak_live"`
	Arena   int64 `json:"arena"`
	Results int64 `json:"results_beside_arena"`
	Total   int64 `json:"total"`
	// Points is how many points of time there are: one for each op, and one more
	// for the end of an op with regions.
	Points int `json:"points"`
	// Peak is nil where nothing is ever live.
	Peak *Peak `json:"peak,omitempty"`
	// Curve is nil where there is no plan, or none was asked for.
	Curve *Curve `json:"curve,omitempty"`
}

// Unplanned is why a function has no plan.
type Unplanned struct {
	Site
	Why string `json:"why"`
}

// Site is an op, and where it is in the text.
type Site struct {
	Op       string `json:"op"`
	Location string `json:"location"`
}

// Moment is a point of time.
type Moment struct {
	Site
	Point int   `json:"point"`
	Live  int64 `json:"live"`
}

// Peak is the first point at which most bytes are live.
type Peak struct {
	Moment
	Classes Classes `json:"classes"`
	// Buffers are live there, the largest first.
	Buffers []Buffer `json:"buffers"`
	// Further are points elsewhere at which at most 5 % less is live, with less than
	// that in between, the highest first.
	Further []Moment `json:"further_peaks"`
	// Idle are intermediate values and results that are live at the peak, but
	// neither made nor read there, the largest first, and IdleBytes all of them.
	Idle      []Buffer `json:"idle"`
	IdleBytes int64    `json:"idle_bytes"`
	// Recompute are the idle values that can be computed again, those first whose
	// operands are at hand, and of these the ones that free most bytes for the time
	// that it takes.
	Recompute []Recomputation `json:"recompute"`
	// OneWorker is how many bytes less Function.Total is for one worker.
	OneWorker int64 `json:"saved_by_one_worker"`
	// Reordering is nil where none was asked for.
	Reordering *Reordering `json:"reordering,omitempty"`
}

// Reordering is what other orders of ops save, without any recomputation.
type Reordering struct {
	// Saved is how many bytes less Function.Total is.
	Saved int64 `json:"saved"`
	// Untried is why the function keeps its order; empty where others were tried.
	Untried string `json:"untried,omitempty"`
}

// Classes are the bytes that are live, by what they are for.
type Classes struct {
	Results       int64 `json:"results"`
	Intermediates int64 `json:"intermediates"`
	Workspace     int64 `json:"workspace"`
	State         int64 `json:"state"`
	Callees       int64 `json:"callees"`
}

// Buffer is a piece of storage.
type Buffer struct {
	Class string `json:"class"`
	// Name is that of the value that lies there, such as `%3#1`, or of the function
	// that is called; empty for workspace.
	Name  string `json:"name,omitempty"`
	Type  string `json:"type,omitempty"`
	Bytes int64  `json:"bytes"`
	// Made is what made the value, and LastUsed the last that uses the buffer.
	Made     Site `json:"made"`
	LastUsed Site `json:"last_used"`
}

// Recomputation is a value that could be computed again where it is needed.
type Recomputation struct {
	Buffer
	// Seconds is how long that takes, as the cost model predicts it.
	Seconds float64 `json:"seconds"`
	// Gone is how many operands of the op are not at hand at the peak: they would
	// have to stay, or be computed again, too.
	Gone int `json:"operands_gone"`
}

// New looks at functions in root. It names values, so that nobody may print or
// change the IR meanwhile.
func New(root *ir.Op, opt Options) (*Report, error) {
	opt.Workers = max(opt.Workers, 1)
	if opt.Machine == nil {
		opt.Machine = cost.CPU()
	}
	if opt.Frame == nil {
		opt.Frame = lifetimes.AsRun(opt.Workers)
	}
	functions := opt.Functions
	if functions == nil {
		functions = cost.Callables(root)
	}
	w := &writer{
		options: opt, alone: lifetimes.NewPlanner(lifetimes.Options{Workers: 1}), names: printer.NameValues(root, printer.Options{}),
		purity: analysis.NewPurity(), estimator: cost.NewEstimator(opt.Machine), constants: map[*ir.Attr]bool{}, packed: map[analysis.Form]bool{},
	}
	r := &Report{Workers: opt.Workers, Machine: opt.Machine.Name, Abstract: opt.Machine.Abstract, Functions: []*Function{}}
	for _, fn := range functions {
		f := &Function{Name: cost.NameOf(root, fn), Location: locationOf(fn), Arguments: argumentsOf(fn)}
		own := map[*ir.Attr]bool{}
		f.Constants = w.constantsOf(fn, own, &r.Constants)
		f.Packed = w.packedOf(fn, &r.Packed)
		if err := w.plan(f, fn); err != nil {
			return nil, err
		}
		r.Functions = append(r.Functions, f)
	}
	return r, nil
}

// Called are a function and those that a run of it may call, in the order in
// which they are first called.
func Called(entry *ir.Op) []*ir.Op {
	calls := analysis.NewCalls()
	list, seen := []*ir.Op{entry}, map[*ir.Op]bool{entry: true}
	for i := 0; i < len(list); i++ {
		ir.Walk(list[i], func(o *ir.Op) ir.WalkAction {
			if analysis.IsCall(o) {
				if fn := calls.Resolve(o); fn != nil && !seen[fn] && analysis.CallableBody(fn) != nil {
					seen[fn], list = true, append(list, fn)
				}
			}
			return ir.Advance
		})
	}
	return list
}

// JSON is the report with all buffers.
func (r *Report) JSON() string { return jsontext.Indented(r) }

// writer makes a report.
type writer struct {
	options   Options
	alone     *lifetimes.Planner // for one worker
	names     *printer.ValueNames
	purity    *analysis.Purity
	estimator *cost.Estimator
	constants map[*ir.Attr]bool      // of all functions
	packed    map[analysis.Form]bool // likewise
	in        ir.Inference
}

// plan reports on the frame of a function.
func (w *writer) plan(f *Function, fn *ir.Op) error {
	frame, err := w.options.Frame(fn)
	var unplanned *lifetimes.Unplanned
	switch {
	case errors.As(err, &unplanned):
		f.Unplanned = &Unplanned{SiteOf(unplanned.Op), unplanned.Why}
		return nil
	case err != nil:
		return err
	}
	f.Workers = frame.Workers
	f.Live, f.Arena, f.Results, f.Total, f.Points = frame.Peak, frame.Arena, frame.Results, frame.Total(), len(frame.Ops)
	if frame.Peak > 0 {
		f.Peak = w.peak(frame)
		if frame.Workers > 1 {
			alone, err := w.alone.Frame(fn)
			if err != nil {
				return err
			}
			f.Peak.OneWorker = max(0, f.Total-alone.Total())
		}
		if w.options.Reordering != nil {
			if f.Peak.Reordering, err = w.options.Reordering(fn); err != nil {
				return err
			}
		}
	}
	if w.options.Curve != nil {
		f.Curve, err = w.options.Curve(fn)
	}
	return err
}

// constantsOf counts the constants of a function, and those that are new in all.
func (w *writer) constantsOf(fn *ir.Op, own map[*ir.Attr]bool, all *Amount) (a Amount) {
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if _, executed := analysis.StorageOf.Get(o.Def()); executed || !o.Has(ir.ConstantLike) || o.NumResults() != 1 {
			return ir.Advance
		}
		value := ir.ConstantValue(o.Result(0))
		size, err := analysis.Bytes(o.Result(0).Type())
		if value == nil || err != nil || own[value] {
			return ir.Advance
		}
		own[value] = true
		a.add(size)
		if !w.constants[value] {
			w.constants[value] = true
			all.add(size)
		}
		return ir.Advance
	})
	return a
}

func argumentsOf(fn *ir.Op) (a Amount) {
	for _, v := range fn.RegionAt(0).First().Args() {
		if size, err := analysis.Bytes(v.Type()); err == nil {
			a.add(size)
		}
	}
	return a
}

func (a *Amount) add(size int64) {
	a.Count++
	a.Bytes += lifetimes.Rounded(size)
}

// SiteOf is the site of an op.
func SiteOf(o *ir.Op) Site { return Site{o.Name(), locationOf(o)} }
