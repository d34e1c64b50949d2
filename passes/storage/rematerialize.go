package storage

import (
	"errors"
	"fmt"
	"time"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/pipeline"
)

// RematerializeOptions are the options of the pass `rematerialize`.
type RematerializeOptions struct {
	Budget  string   `opt:"budget" doc:"The most memory that a function may take: a size such as 512MiB, a part of its peak such as 0.8x, or min for as little as can be"`
	Order   string   `opt:"order" one-of:"fixed,free" doc:"Whether what is computed for the first time keeps its order"`
	Time    string   `opt:"time" doc:"Search for so long besides, such as 10s, at the budget alone: what is found then depends on the machine"`
	Moves   int64    `opt:"moves" doc:"Try so many changes, at all budgets together; 0 for a number that depends on the size of the function"`
	Seed    uint64   `opt:"seed" doc:"Where the random search begins"`
	Keep    []string `opt:"keep" doc:"Keep the values at locations of these names until their last use; of a view, what it is a view of"`
	Never   []string `opt:"never" doc:"Never compute these ops again, such as tg.matmul"`
	Only    []string `opt:"only" doc:"Compute again only these ops, such as tg.exp, or ops at locations of these names; all if empty"`
	Machine string   `opt:"machine" names:"cpu,gpu" doc:"What computing costs: cpu, gpu, or the file of a profile"`
	Workers int64    `opt:"workers" doc:"How many workers the workspace is for"`

	budget budget
	limit  time.Duration
	model  *cost.Machine
}

// Rematerialize computes values again instead of keeping them.
var Rematerialize = &pipeline.Pass{
	Name:  "rematerialize",
	Title: "Rematerialize",
	On:    "builtin.module", // what a function needs, its callees do
	Doc: "Keep the memory of each function within a budget by computing values again where they are needed, at the least added " +
		"time. The budget is about the arena after placement, with the results; one that is not met is an error. A larger one never " +
		"takes more time, nor a smaller one more memory, unless `time` is given. Copies carry the attribute `tg.recompute`, which " +
		"keeps every CSE from merging them. Ops with effects are computed once. docs/memory.md explains the figures.",
	Options: func() any { return &RematerializeOptions{Budget: "min", Order: "fixed", Machine: "cpu", Workers: 1} },
	Statistics: []pipeline.Statistic{
		{Name: "num-recomputed", Doc: "Number of operations that are computed once more"},
	},
	Bind: func(b *pipeline.Binding) (err error) {
		opt := b.Options.(*RematerializeOptions)
		if opt.budget, err = parseBudget(opt.Budget); err != nil {
			return err
		}
		if opt.Time != "" {
			if opt.limit, err = time.ParseDuration(opt.Time); err != nil || opt.limit <= 0 {
				return fmt.Errorf("'time' must be a duration above 0, such as 10s or 500ms, but is '%s'", opt.Time)
			}
		}
		if opt.Moves < 0 {
			return fmt.Errorf("'moves' must not be negative, but is %d", opt.Moves)
		}
		if opt.Workers < 1 {
			return fmt.Errorf("'workers' must be at least 1, but is %d", opt.Workers)
		}
		opt.model, err = cost.Named(opt.Machine, b.Registry.MaxInput)
		return err
	},
	Prepare: func(c *ir.Context, options any) error {
		opt := options.(*RematerializeOptions)
		return errors.Join(opt.model.Check(c), opt.checkNames(c))
	},
	Run: func(r *pipeline.Run) error {
		r.Options.(*RematerializeOptions).tellUnknown(r)
		return eachFunction(r, func(fn *ir.Op) (bool, error) {
			m := &rematerializer{run: r, builder: r.Builder, opt: r.Options.(*RematerializeOptions), fn: fn}
			return m.function()
		})
	},
}

// eachFunction works on the functions with bodies in the op that the pass runs on,
// or on that. do reports whether it has changed something.
func eachFunction(r *pipeline.Run, do func(fn *ir.Op) (changed bool, err error)) error {
	var functions []*ir.Op
	ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
		if analysis.CallableBody(o) == nil {
			return ir.Advance
		}
		functions = append(functions, o)
		return ir.Skip
	})
	any := false
	for _, fn := range functions {
		changed, err := do(fn)
		if err != nil {
			return err
		}
		any = any || changed
	}
	if !any {
		r.MarkUnchanged()
	}
	return nil
}

type rematerializer struct {
	run     *pipeline.Run // nil where schedules are only compared
	builder *ir.Builder
	opt     *RematerializeOptions
	fn      *ir.Op
	frame   *lifetimes.Frame
	block   *block
}

// frameOf plans a function.
func frameOf(fn *ir.Op, workers int64) (*lifetimes.Frame, error) {
	frame, err := lifetimes.NewPlanner(lifetimes.Options{Workers: int(workers)}).Frame(fn)
	var unplanned *lifetimes.Unplanned
	if errors.As(err, &unplanned) {
		return nil, unplanned.Diag()
	}
	return frame, err
}

func (m *rematerializer) function() (changed bool, err error) {
	fn := m.fn
	goal, least := int64(0), false
	if m.frame, err = frameOf(fn, m.opt.Workers); err == nil {
		if goal, least = m.opt.budget.of(m.frame.Total()); !least && goal >= m.frame.Total() {
			m.run.Analysis(fn, "rematerialize", "function @%s takes %s, which the budget of %s is enough for", ir.SymbolName(fn), units.Bytes(m.frame.Total()), units.Bytes(goal))
			return false, nil
		}
		err = m.open()
	}
	if err != nil && m.opt.Budget == "min" { // no limit is broken
		m.run.Missed(fn, "rematerialize", "function @%s stays as it is: %s", ir.SymbolName(fn), ir.AsDiag(err, fn.Loc()).Message)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if floor, o := m.block.floor(); !least && floor > goal {
		return false, o.Errorf("'%s' op needs %s with all that it reads: the budget of function @%s, %s, cannot be met", o.Name(), units.Bytes(floor), ir.SymbolName(fn), units.Bytes(goal))
	}
	return m.choose(goal, least)
}

// open makes the graph of the function's block.
func (m *rematerializer) open() error {
	body := analysis.CallableBody(m.fn)
	if !body.HasOneBlock() {
		return m.fn.Errorf("function @%s has several blocks: `rematerialize` works on functions of one", ir.SymbolName(m.fn))
	}
	m.block = newBlock(body.First(), m.frame, m.opt.model, analysis.NewPurity())
	m.opt.restrict(m.block)
	return nil
}

// adopt applies a schedule for good and tells what that does.
func (m *rematerializer) adopt(c memory.Point) {
	fn, g := m.fn, m.block.graph
	copies := 0
	m.block.apply(m.builder, c.Schedule, func(original, clone *ir.Op) {
		copies++
		m.run.Passed(original, "rematerialize", "'%s' is computed once more: %s need not be kept", original.Name(), units.Bytes(g.Nodes[m.block.nodes[original]].Size))
	})
	m.run.Count("num-recomputed", int64(copies))
	after, err := frameOf(fn, m.opt.Workers)
	if err != nil {
		return // it was planned a moment ago
	}
	before := g.Duration(g.Initial())
	proven := fmt.Sprintf("at least %s is needed for that", percent(c.Bound, before))
	if c.Bound >= c.Duration {
		proven = "which is the least"
	}
	verb := "are"
	if copies == 1 {
		verb = "is"
	}
	m.run.Analysis(fn, "rematerialize", "function @%s takes %s instead of %s, live at once %s instead of %s; %s %s computed once more, which adds %s (%s), %s",
		ir.SymbolName(fn), units.Bytes(after.Total()), units.Bytes(m.frame.Total()), units.Bytes(after.Peak), units.Bytes(m.frame.Peak),
		units.Counted(copies, "op"), verb, units.Time.Text(float64(c.Duration-before)/1e3), percent(c.Duration, before), proven)
}

// percent is by how much a duration is above another one.
func percent(d, of int64) string { return fmt.Sprintf("%.2f %%", addedPercent(d, of)) }

func addedPercent(d, of int64) float64 {
	if of == 0 {
		return 0
	}
	return 100 * (float64(d)/float64(of) - 1)
}
