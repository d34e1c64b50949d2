package passes

import (
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/internal/budget"
	"github.com/tg-opt/tg/passes/internal/livebytes"
)

// CSEOptions are the options of the pass `cse`.
type CSEOptions struct {
	Calls           bool    `opt:"calls" extra:"true" doc:"Merge calls of functions without effects"`
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
	decided   []*weighing              // those of them whose merged ops are in their blocks still
	regions   map[*ir.Region]*weighing // of those that have been looked for
	latest    struct {                 // of regions
		region   *ir.Region
		weighing *weighing
	}
	// replaced are first ops that nobody needs any more: what is apart stands for them.
	replaced []*ir.Op
	machine  *cost.Machine
	plans    *lifetimes.Planner // of functions that are decided on
}

// merge is an op that was merged with an earlier one.
type merge struct{ op, first *ir.Op }

// weighing is a function in which ops were merged.
type weighing struct {
	fn     *ir.Op           // nil for what is in no function
	model  *livebytes.Model // nil if the function cannot be planned
	search *livebytes.Search
	twins  []livebytes.Twin
	free   []merge // of ops whose results need no storage
	apart  []int32 // twins that are not merged after all
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
	if m.latest.region == r {
		return m.latest.weighing
	}
	w := m.regions[r]
	m.latest.region = r
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
	m.latest.weighing = w
	return w
}

// note remembers that o is going to be merged with first. Where ops have no order,
// not all uses of o may be replaced.
func (m *memoryAware) note(o, first *ir.Op, inOrder bool) {
	w := m.weighingOf(o.Region())
	if len(w.twins)+len(w.free) == 0 {
		m.functions = append(m.functions, w)
	}
	w.partly = w.partly || !inOrder
	if w.model != nil {
		if t := (livebytes.Twin{Point: w.model.Point(o), First: w.model.Point(first)}); t.Point >= 0 && t.First >= 0 {
			if len(w.twins) == cap(w.twins) {
				w.twins = slices.Grow(w.twins, len(w.twins)+16)
			}
			w.twins = append(w.twins, t)
			m.run.Remember(o)
			return
		}
	}
	w.free = append(w.free, merge{o, first})
	m.run.Remember(o)
}

// decide takes back merges that raise the peak.
func (m *memoryAware) decide() {
	m.listErased()
	for _, w := range m.calleesFirst() {
		m.function(w)
		m.decided = append(m.decided, w)
	}
	for _, w := range m.functions {
		apart := w.apart
		for _, t := range w.twins {
			if len(apart) > 0 && apart[0] == t.Point {
				apart = apart[1:]
				m.merged--
				continue
			}
			m.finish(w.model.Ops[t.Point], w.model.Ops[w.headOf(t)])
		}
		for _, x := range w.free {
			m.finish(x.op, x.first)
		}
	}
	m.erased = append(m.erased, m.replaced...)
	m.merged += int64(len(m.replaced))
}

// headOf is the point of what a twin is merged with.
func (w *weighing) headOf(t livebytes.Twin) int32 {
	if w.search != nil {
		if head := w.search.HeadOf(t.Point); head != t.Point {
			return head
		}
	}
	return t.First
}

// finish tells of a merge that is not taken back.
func (m *memoryAware) finish(o, first *ir.Op) {
	if m.run.Remarking() {
		m.run.Passed(o, "CSE", "merged with the '%s' op at %s", first.Name(), lineOf(m.run.Ctx, first))
	}
	if m.into != nil {
		m.into[first] = true
	}
	if !o.HasUses() {
		m.erased = append(m.erased, o)
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
		w := of[fn]
		for _, o := range callsIn(fn, w) {
			if m.run.Op.IsAncestorOf(calls.TableAround(o)) {
				visit(calls.Resolve(o))
			}
		}
		if w != nil {
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

// callsIn are the calls in a function.
func callsIn(fn *ir.Op, w *weighing) (list []*ir.Op) {
	if w != nil && w.model != nil {
		return w.model.Calls()
	}
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if analysis.IsCall(o) {
			list = append(list, o)
		}
		return ir.Advance
	})
	return list
}
