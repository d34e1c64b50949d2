package storage

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/passes/internal/budget"
	"github.com/tg-opt/tg/pipeline"
)

// RematerializeOptions are the options of the pass `rematerialize`.
type RematerializeOptions struct {
	Budget  string   `opt:"budget" doc:"The most memory that a function may take: a size such as 512MiB, a part of its peak such as 0.8x, or min for as little as can be"`
	Order   string   `opt:"order" one-of:"fixed,free" doc:"Whether what is computed for the first time keeps its order"`
	Time    string   `opt:"time" doc:"End the search after this time, such as 10s: what is found then depends on the machine"`
	Moves   int64    `opt:"moves" doc:"End the search after so many moves; 0 for a number that depends on the size of the function"`
	Seed    uint64   `opt:"seed" doc:"Where the random search begins"`
	Keep    []string `opt:"keep" doc:"Compute the results of these ops once, such as tg.matmul, or of ops at locations of these names"`
	Only    []string `opt:"only" doc:"Compute again only these ops, such as tg.exp, or ops at locations of these names; all if empty"`
	Machine string   `opt:"machine" names:"cpu,gpu" doc:"What computing costs: cpu, gpu, or the file of a profile"`
	Workers int64    `opt:"workers" doc:"How many workers the workspace is for"`

	budget budget.Budget
	limit  time.Duration
	model  *cost.Machine
}

// Rematerialize computes values again instead of keeping them.
var Rematerialize = &pipeline.Pass{
	Name:  "rematerialize",
	Title: "Rematerialize",
	On:    "builtin.module", // what a function needs, its callees do
	Doc: "Keep the memory of each function within a budget by computing values again where they are needed, at the least added " +
		"time. The budget is about the arena after placement, with the results. Copies carry the attribute `tg.recompute`, which " +
		"keeps every CSE from merging them. Ops with effects are computed once. docs/memory.md explains the figures.",
	Options: func() any { return &RematerializeOptions{Budget: "min", Order: "fixed", Machine: "cpu", Workers: 1} },
	Statistics: []pipeline.Statistic{
		{Name: "num-recomputed", Doc: "Number of operations that are computed once more"},
	},
	Bind: func(b *pipeline.Binding) (err error) {
		opt := b.Options.(*RematerializeOptions)
		if opt.budget, err = budget.Parse(opt.Budget); err != nil {
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
	Prepare: func(c *ir.Context, options any) error { return options.(*RematerializeOptions).model.Check(c) },
	Run: func(r *pipeline.Run) error {
		return eachFunction(r, func(fn *ir.Op) (bool, error) {
			m := &rematerializer{run: r, opt: r.Options.(*RematerializeOptions), fn: fn}
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
	run   *pipeline.Run
	opt   *RematerializeOptions
	fn    *ir.Op
	frame *lifetimes.Frame
	block *block
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
	body := analysis.CallableBody(fn)
	goal, least := int64(0), false
	if m.frame, err = frameOf(fn, m.opt.Workers); err == nil {
		if goal, least = m.opt.budget.Of(m.frame.Total()); !least && goal >= m.frame.Total() {
			m.run.Analysis(fn, "rematerialize", "function @%s takes %s, which the budget of %s is enough for", ir.SymbolName(fn), units.Bytes(m.frame.Total()), units.Bytes(goal))
			return false, nil
		}
		if !body.HasOneBlock() {
			err = fn.Errorf("function @%s has several blocks: `rematerialize` works on functions of one", ir.SymbolName(fn))
		}
	}
	if err != nil && m.opt.Budget == "min" { // no limit is broken
		m.run.Missed(fn, "rematerialize", "function @%s stays as it is: %s", ir.SymbolName(fn), ir.AsDiag(err, fn.Loc()).Message)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	m.block = newBlock(body.First(), m.frame, m.opt.model, analysis.NewPurity())
	m.restrict()
	return m.choose(m.candidates(goal), goal, least)
}

// restrict says which ops are computed once.
func (m *rematerializer) restrict() {
	for n, o := range m.block.ops {
		named := func(list []string) bool {
			name := nameOf(o)
			return slices.Contains(list, o.Name()) || name != "" && slices.Contains(list, name)
		}
		if named(m.opt.Keep) || len(m.opt.Only) > 0 && !named(m.opt.Only) {
			m.block.graph.Nodes[n].Once = true
		}
	}
}

// nameOf is the name of the location of an op, "" for none.
func nameOf(o *ir.Op) string {
	if a := o.Context().LocAttr(o.Loc()); a.Is(ir.NameLocAttr) {
		return a.LocName()
	}
	return ""
}

// levels are how many budgets are searched of a function of moderate size, and
// moderate is how many nodes that is.
const (
	levels   = 24
	moderate = 20_000
)

// candidate is a schedule that may be chosen.
type candidate struct {
	schedule memory.Schedule
	duration int64
	peak     int64
	bound    int64
	optimal  bool
}

// candidates are schedules of less and less memory. They do not depend on the
// budget, so that a larger one never takes more time and never less memory: of the
// same candidates the fastest is chosen that fits. Of a large function, for which
// that would take too long, and where the user has said how long to search, the
// budget itself is searched, too.
func (m *rematerializer) candidates(goal int64) []candidate {
	g := m.block.graph
	initial := g.Initial()
	profile, err := g.Simulate(initial)
	if err != nil {
		return nil
	}
	list := []candidate{{schedule: initial, duration: g.Duration(initial), peak: profile.Peak}}
	floor, _ := g.Floor()
	var starts []memory.Schedule
	search := func(limit, moves int64, time time.Duration) {
		o := memory.RematerializeOptions{Budget: limit, Moves: moves, Time: time, Seed: m.opt.Seed, Starts: starts}
		if m.opt.Order == "free" {
			o.Order = memory.Free
		}
		r, err := memory.Rematerialize(g, o)
		if err != nil || r.Schedule == nil {
			return
		}
		starts = append(starts, r.Schedule)
		list = append(list, candidate{r.Schedule, r.Duration, r.Peak, r.Bound, r.Status == memory.Optimal})
	}
	if len(g.Nodes) <= moderate {
		for k := range int64(levels) {
			search(floor+(profile.Peak-floor)*k/levels, int64(200_000/levels), 0)
		}
	}
	if len(g.Nodes) > moderate || m.opt.Moves > 0 || m.opt.limit > 0 {
		search(max(floor, goal-(m.frame.Total()-profile.Peak)), m.opt.Moves, m.opt.limit)
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.duration, b.duration), cmp.Compare(a.peak, b.peak))
	})
	return list
}

// choose applies the fastest candidate that fits once it is placed; of the least
// memory if that is asked for.
func (m *rematerializer) choose(list []candidate, goal int64, least bool) (changed bool, err error) {
	fn := m.fn
	best, total := -1, m.frame.Total()
	smallest := total
	for i, c := range list {
		if i > 0 && c.peak >= list[0].peak {
			continue
		}
		undo := m.block.apply(m.run.Builder, c.schedule, nil)
		frame, err := frameOf(fn, m.opt.Workers)
		undo()
		if err != nil {
			return false, err
		}
		smallest = min(smallest, frame.Total())
		if least && frame.Total() < total {
			best, total = i, frame.Total()
		}
		if !least && frame.Total() <= goal {
			best, total = i, frame.Total()
			break
		}
	}
	if best < 0 && least {
		m.run.Analysis(fn, "rematerialize", "function @%s takes %s, and nothing was found that takes less", ir.SymbolName(fn), units.Bytes(total))
		return false, nil
	}
	if best < 0 {
		return false, m.infeasible(goal, smallest)
	}
	m.adopt(list[best], list[0].duration)
	return best > 0, nil
}

// infeasible is the error of a budget that is not met.
func (m *rematerializer) infeasible(goal, smallest int64) error {
	fn := m.fn
	floor, o := m.block.floor()
	if floor > goal {
		return o.Errorf("'%s' op needs %s with all that it reads: the budget of function @%s, %s, cannot be met", o.Name(), units.Bytes(floor), ir.SymbolName(fn), units.Bytes(goal))
	}
	return fn.Errorf("found nothing within the budget of function @%s, %s: the least memory found is %s, and nothing takes less than %s", ir.SymbolName(fn), units.Bytes(goal), units.Bytes(smallest), units.Bytes(floor))
}

// adopt applies a candidate for good and tells what that does.
func (m *rematerializer) adopt(c candidate, before int64) {
	fn := m.fn
	copies := int64(0)
	m.block.apply(m.run.Builder, c.schedule, func(original, clone *ir.Op) {
		copies++
		m.run.Passed(original, "rematerialize", "'%s' is computed once more: %s need not be kept", original.Name(), units.Bytes(m.block.graph.Nodes[m.block.nodes[original]].Size))
	})
	m.run.Count("num-recomputed", copies)
	after, err := frameOf(fn, m.opt.Workers)
	if err != nil {
		return // it was planned a moment ago
	}
	proven := fmt.Sprintf("at least %s is needed for that", percent(c.bound, before))
	if c.optimal {
		proven = "which is the least"
	}
	m.run.Analysis(fn, "rematerialize", "function @%s takes %s instead of %s, live at once %s instead of %s; %d ops are computed once more, which adds %s (%s), %s",
		ir.SymbolName(fn), units.Bytes(after.Total()), units.Bytes(m.frame.Total()), units.Bytes(after.Peak), units.Bytes(m.frame.Peak), copies,
		units.Time.Text(float64(c.duration-before)/1e3), percent(c.duration, before), proven)
}

// percent is by how much a duration is above another one.
func percent(d, of int64) string {
	if of == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.2f %%", 100*(float64(d)/float64(of)-1))
}
