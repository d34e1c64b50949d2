package storage

import (
	"errors"
	"fmt"
	"time"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/pipeline"
)

// AssignBuffersOptions are the options of the pass `assign-buffers`.
type AssignBuffersOptions struct {
	Capacity string `opt:"capacity" doc:"Fail unless the arena of each function fits into this size, such as 1MiB, and end the search where it does"`
	Time     string `opt:"time" doc:"End the search of each function after this time, such as 10s: what is found then depends on the machine"`
	Work     int64  `opt:"work" doc:"End the search of each function after so many places were tried; 0 for a million, or for no end but 'time'"`
	Workers  int64  `opt:"workers" doc:"How many workers the workspace is for: a run with more makes a plan of its own"`

	capacity int64
	limit    time.Duration
}

// maxWorkers is what lifetimes.CheckAttr takes.
const maxWorkers = 1 << 16

// AssignBuffers writes into the text where everything lies in memory.
var AssignBuffers = &pipeline.Pass{
	Name:  "assign-buffers",
	Title: "AssignBuffers",
	On:    "builtin.module",
	Doc: "Give everything that a function computes its place in one arena. Places are found by best fit, then by a search for the " +
		"least arena. The plan is attributes: `tg.arena`, in bytes, and `tg.workers` of functions; `tg.offsets` of ops, an offset for each " +
		"result, -1 for what does not lie in the arena; `tg.workspace` of ops, pairs of an offset and a size for workspace, the stage of " +
		"moved values, the arena of a callee and what a region hands over; `tg.arguments` of ops whose blocks have arguments in the arena. " +
		"A plan that is there is replaced. The verifier recomputes what is live when and refuses a plan that does not fit the ops, so that the pass " +
		"comes last; programs are run by it. Functions whose storage cannot be planned, for dynamic shapes or recursion, are an error.",
	Options: func() any { return &AssignBuffersOptions{Workers: 1} },
	Statistics: []pipeline.Statistic{
		{Name: "num-functions", Doc: "Number of functions that were planned"},
	},
	Bind: func(b *pipeline.Binding) (err error) {
		opt := b.Options.(*AssignBuffersOptions)
		if opt.Capacity != "" {
			if opt.capacity, err = units.ParseBytes(opt.Capacity); err != nil || opt.capacity == 0 {
				return fmt.Errorf("'capacity' must be a size above 0, such as 1MiB, but is '%s'", opt.Capacity)
			}
		}
		if opt.Time != "" {
			if opt.limit, err = time.ParseDuration(opt.Time); err != nil || opt.limit <= 0 {
				return fmt.Errorf("'time' must be a duration above 0, such as 10s or 500ms, but is '%s'", opt.Time)
			}
		}
		if opt.Work < 0 {
			return fmt.Errorf("'work' must not be negative, but is %d", opt.Work)
		}
		if opt.Workers < 1 || opt.Workers > maxWorkers {
			return fmt.Errorf("'workers' must be from 1 to %d, but is %d", maxWorkers, opt.Workers)
		}
		if opt.Work == 0 && opt.limit == 0 {
			opt.Work = defaultWork
		}
		return nil
	},
	Run: func(r *pipeline.Run) error {
		a := &assigner{run: r, opt: r.Options.(*AssignBuffersOptions), plans: map[*lifetimes.Frame]*memory.Plan{}}
		return a.module()
	},
}

// defaultWork is some tenths of a second on a large function.
const defaultWork = 1_000_000

// assigner plans the functions of a module.
type assigner struct {
	run   *pipeline.Run
	opt   *AssignBuffersOptions
	plans map[*lifetimes.Frame]*memory.Plan
}

func (a *assigner) module() error {
	planner := lifetimes.NewPlanner(lifetimes.Options{Workers: int(a.opt.Workers), Place: a.place})
	var frames []*lifetimes.Frame
	var failures []error
	ir.Walk(a.run.Op, func(o *ir.Op) ir.WalkAction {
		if !analysis.IsCallable(o) {
			return ir.Advance
		}
		if analysis.CallableBody(o) == nil {
			return ir.Skip
		}
		frame, err := planner.Frame(o)
		var unplanned *lifetimes.Unplanned
		switch {
		case errors.As(err, &unplanned):
			failures = append(failures, unplanned.Diag())
		case err != nil:
			failures = append(failures, err)
		default:
			frames = append(frames, frame)
		}
		if len(failures) > 0 {
			return ir.Stop
		}
		return ir.Skip
	})
	if len(failures) > 0 {
		return failures[0]
	}
	for _, frame := range frames {
		frame.Write()
		a.tell(frame)
	}
	a.run.Count("num-functions", int64(len(frames)))
	if len(frames) == 0 {
		a.run.MarkUnchanged()
	}
	return nil
}

// place chooses the offsets of a function.
func (a *assigner) place(f *lifetimes.Frame, list []memory.Buffer) ([]int64, error) {
	plan, err := memory.Assign(list, memory.AssignOptions{Capacity: a.opt.capacity, Time: a.opt.limit, Work: a.opt.Work})
	var over *memory.CapacityError
	switch {
	case errors.As(err, &over) && over.Impossible():
		return nil, f.Func.Errorf("function @%s does not fit into the capacity of %d bytes: no arena is smaller than %d, and the smallest found has %d",
			ir.SymbolName(f.Func), over.Capacity, over.Bound, over.Height)
	case over != nil:
		return nil, f.Func.Errorf("found no plan of function @%s within the capacity of %d bytes: the smallest arena found has %d, and none is smaller than %d",
			ir.SymbolName(f.Func), over.Capacity, over.Height, over.Bound)
	case err != nil:
		return nil, f.Func.Errorf("function @%s needs more storage than can be numbered: %s", ir.SymbolName(f.Func), err)
	}
	a.plans[f] = plan
	return plan.Offsets, nil
}

// tell says how good the plan of a function is.
func (a *assigner) tell(f *lifetimes.Frame) {
	if !a.run.Remarking() {
		return
	}
	plan, live := a.plans[f], f.ArenaLive()
	proven := ""
	if plan.Optimal && f.Arena > live {
		proven = ", and no arena is smaller"
	}
	a.run.Analysis(f.Func, "assign-buffers", "function @%s has at most %d bytes live at once, in an arena of %d, a gap of %s%s; its results take %d more",
		ir.SymbolName(f.Func), live, f.Arena, gapOf(f.Arena, live), proven, f.Results)
}

// gapOf is by how much an arena is larger than what is live in it.
func gapOf(arena, live int64) string {
	if live == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.2f %%", 100*(float64(arena)/float64(live)-1))
}
