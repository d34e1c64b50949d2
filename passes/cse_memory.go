package passes

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/budget"
	"github.com/tg-opt/tg/passes/internal/livebytes"
)

// CSEOptions are the options of the pass `cse`.
type CSEOptions struct {
	MemoryAware     bool    `opt:"memory-aware" extra:"true" doc:"Leave ops apart that compute the same where merging them would raise the peak of memory above 'budget', and computing it again is cheap"`
	MaxRecompute    float64 `opt:"max-recompute" extra:"true" doc:"With memory-aware: which part of the time of a function, as predicted, may be spent on what is left apart; splats, iotas, broadcasts and views count nothing"`
	Budget          string  `opt:"budget" extra:"true" doc:"With memory-aware: the peak that is fine: a size such as 512MiB, a part of the peak without merging such as 0.8x, or min to leave apart whatever lowers the peak; the peak without merging if empty"`
	MergeRecomputed bool    `opt:"merge-recomputed" extra:"true" doc:"Merge also what rematerialize computes again on purpose, which its attribute tg.recompute prevents"`

	budget budget.Budget
}

func (o *CSEOptions) bind() (err error) {
	if o.MaxRecompute < 0 || math.IsNaN(o.MaxRecompute) {
		return fmt.Errorf("'max-recompute' must be a part of the time, such as 0.01, but is %v", o.MaxRecompute)
	}
	if o.Budget != "" {
		o.budget, err = budget.Parse(o.Budget)
	}
	return err
}

// recompute is the attribute of what rematerialize computes again.
const recompute = "tg.recompute"

// unmark takes the marks off copies. What it returns puts them back on those that
// nothing was merged into; others are gone or are no copies any more.
func unmark(root *ir.Op, merged map[*ir.Op]bool) (restore func()) {
	type mark struct {
		op    *ir.Op
		value *ir.Attr
	}
	var marks []mark
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if a := o.Attrs().Get(recompute); a != nil {
			o.SetAttr(recompute, nil)
			marks = append(marks, mark{o, a})
		}
		return ir.Advance
	})
	return func() {
		for _, m := range marks {
			if m.op.Block() != nil && !merged[m.op] {
				m.op.SetAttr(recompute, m.value)
			}
		}
	}
}

// memoryAware decides which of the ops that were merged are better left apart.
type memoryAware struct {
	*cse
	opt       *CSEOptions
	functions []*weighing
	regions   map[*ir.Region]*weighing // of those that have been looked for
	merges    []merge
	// replaced are first ops that nobody needs any more: what is apart stands for them.
	replaced []*ir.Op
	machine  *cost.Machine
	plans    *lifetimes.Planner // of functions that are decided on
}

// merge is an op that was merged with an earlier one.
type merge struct {
	op, first *ir.Op
	// The points of both; -1 for what needs no storage.
	point, firstPoint int32
	apart             bool // it is not merged after all
}

// weighing is a function in which ops were merged.
type weighing struct {
	fn     *ir.Op           // nil for what is in no function
	model  *livebytes.Model // nil if the function cannot be planned
	search *livebytes.Search
	merges []merge
	erased []int32 // points of what is gone besides
	// partly says that a merge has replaced some uses only.
	partly bool
	// hidden has what comes next after ops that are out of their blocks, by point.
	hidden map[int32]*ir.Op
}

func newMemoryAware(c *cse, opt *CSEOptions) *memoryAware {
	return &memoryAware{cse: c, opt: opt, regions: map[*ir.Region]*weighing{}, machine: cost.CPU()}
}

// weighingOf is that of the function around a region, as far as the pass may look.
func (m *memoryAware) weighingOf(r *ir.Region) *weighing {
	var path []*ir.Region
	w := m.regions[r]
	for w == nil {
		path = append(path, r)
		o := r.Parent()
		switch {
		case analysis.CallableBody(o) == r:
			w = &weighing{fn: o, model: livebytes.New(o)}
		case o == m.run.Op || o.Region() == nil:
			w = &weighing{}
		default:
			r = o.Region()
			w = m.regions[r]
		}
	}
	for _, r := range path {
		m.regions[r] = w
	}
	return w
}

// note remembers that o is going to be merged with first. Where ops have no order,
// not all uses of o may be replaced.
func (m *memoryAware) note(o, first *ir.Op, inOrder bool) {
	w := m.weighingOf(o.Region())
	if len(w.merges) == 0 {
		m.functions = append(m.functions, w)
	}
	x := merge{op: o, first: first, point: -1, firstPoint: -1}
	if w.model != nil {
		x.point, x.firstPoint = w.model.Point(o), w.model.Point(first)
	}
	w.partly = w.partly || !inOrder
	w.merges = append(w.merges, x)
	m.run.Remember(o)
}

// decide takes back merges that raise the peak.
func (m *memoryAware) decide() {
	m.listErased()
	for _, w := range m.calleesFirst() {
		m.function(w)
		if w.fn != m.run.Op { // callers may have to be planned
			w.takeOut()
		}
	}
	for _, w := range m.functions {
		for i := range w.merges {
			m.finish(w, &w.merges[i])
		}
	}
	m.erased = append(m.erased, m.replaced...)
	m.merged += int64(len(m.replaced))
}

// finish tells of a merge that has been decided on.
func (m *memoryAware) finish(w *weighing, x *merge) {
	if x.apart {
		m.merged--
		return
	}
	if m.run.Remarking() {
		m.run.Passed(x.op, "CSE", "merged with the '%s' op at %s", x.first.Name(), lineOf(m.run.Ctx, x.first))
	}
	if m.into != nil {
		m.into[x.first] = true
	}
	if !w.partly || !x.op.HasUses() {
		m.erased = append(m.erased, x.op)
	}
}

// listErased tells functions which of their ops nobody uses, and takes these out.
func (m *memoryAware) listErased() {
	for _, o := range m.erased {
		if w := m.regions[o.Region()]; w != nil && w.model != nil && o.NumResults() > 0 {
			if p := w.model.Point(o); p >= 0 {
				w.erased = append(w.erased, p)
			}
		}
		o.Detach()
	}
}

// calleesFirst are the functions, callees before callers.
func (m *memoryAware) calleesFirst() []*weighing {
	of := map[*ir.Op]*weighing{}
	for _, w := range m.functions {
		of[w.fn] = w
	}
	var order []*weighing
	calls, seen := analysis.NewCalls(), map[*ir.Op]bool{}
	var visit func(fn *ir.Op)
	visit = func(fn *ir.Op) {
		if fn == nil || seen[fn] {
			return
		}
		seen[fn] = true
		var callees []*ir.Op
		ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
			if analysis.IsCall(o) && m.run.Op.IsAncestorOf(calls.TableAround(o)) {
				callees = append(callees, calls.Resolve(o))
			}
			return ir.Advance
		})
		for _, callee := range callees {
			visit(callee)
		}
		if w := of[fn]; w != nil {
			order = append(order, w)
		}
	}
	for _, w := range m.functions {
		if w.fn == m.run.Op { // what is called is outside
			return m.functions
		}
		visit(w.fn)
		if w.fn == nil {
			order = append(order, w)
		}
	}
	return order
}
