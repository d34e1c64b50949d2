package passes

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
	"github.com/tg-opt/tg/passes/internal/livebytes"
)

// How cse weighs the merges of one function: package livebytes chooses, and where its
// peak is not that of a plan, plans are compared.

// function decides which merges of a function are taken back.
func (m *memoryAware) function(w *weighing) {
	slices.SortFunc(w.twins, func(a, b livebytes.Twin) int { return cmp.Compare(a.Point, b.Point) })
	merged := int64(-1)
	why := w.obstacle()
	if why == nil && (w.model == nil || !w.model.Exact() || len(w.model.Calls()) > 0) {
		w.hide()
		m.takeOut()
		var frame *lifetimes.Frame
		if frame, why = m.plan(w.fn); why == nil {
			w.model.AddCalls(frame)
			merged = frame.Peak
		}
	}
	if why != nil {
		m.unweighed(w, why)
		return
	}
	if len(w.twins) == 0 {
		return
	}
	w.search = w.model.Search(w.erased)
	separate := w.search.Peak()
	w.search.Merge(w.twins)
	if w.model.Exact() {
		m.exactly(w, separate)
	} else {
		m.byPlans(w, merged, separate)
	}
}

// obstacle is why nothing can be said of a function, before it is planned.
func (w *weighing) obstacle() error {
	switch {
	case w.fn == nil:
		return errors.New("what is in no function has no peak")
	case w.partly:
		return errors.New("ops of a graph region may be used before they are merged")
	}
	return nil
}

// unweighed tells that merges are not weighed.
func (m *memoryAware) unweighed(w *weighing, why error) {
	if w.fn == nil {
		m.run.Missed(w.free[0].op, "CSE", "merging is not weighed against memory: %s", why)
		return
	}
	text := why.Error()
	if unplanned := (*lifetimes.Unplanned)(nil); errors.As(why, &unplanned) {
		text = fmt.Sprintf("'%s' op at %s %s", unplanned.Op.Name(), lineOf(m.run.Ctx, unplanned.Op), unplanned.Why)
	}
	m.run.Missed(w.fn, "CSE", "merging is not weighed against memory in function @%s: %s", ir.SymbolName(w.fn), text)
}

// goal is the peak that is fine, where that without merging is known.
func (m *memoryAware) goal(separate int64) int64 {
	if m.opt.Budget == "" {
		return separate
	}
	bytes, _ := m.opt.budget.Of(separate)
	return bytes
}

// times is what may be spent on a function, and what each op takes; cheap ones take
// nothing.
func (m *memoryAware) times(w *weighing) (left float64, seconds func(p int32) float64) {
	times := w.model.Times(m.machine, cheap)
	return m.opt.MaxRecompute * times.Total, times.Of
}

// cheap reports whether an op costs next to nothing, whatever its size is.
func cheap(o *ir.Op) bool {
	return o.Has(ir.ConstantLike) || o.Name() == "tg.iota" || o.Name() == "tg.broadcast"
}

// exactly decides on a function whose peak the search knows to the byte.
func (m *memoryAware) exactly(w *weighing, separate int64) {
	merged := w.search.Peak()
	goal := m.goal(separate)
	if merged <= goal {
		return
	}
	left, seconds := m.times(w)
	w.search.Choose(goal, separate, left, seconds)
	kept := w.search.Rewire()
	w.show(kept)
	m.replaced = append(m.replaced, w.search.DropUnused()...)
	m.report(w, kept, seconds, merged, w.search.Peak(), goal)
}

// byPlans decides on a function whose peak only a plan says: what the search finds is
// planned, and if that does not do, what else may be apart. counted is the peak without
// merging as the search counts.
func (m *memoryAware) byPlans(w *weighing, merged, counted int64) {
	w.show(w.search.Separate())
	separate := m.peak(w.fn)
	w.search.Rewire()
	w.hide()
	goal := m.goal(separate)
	if separate < 0 || merged <= goal {
		return
	}
	left, seconds := m.times(w)
	best, peak := []int32(nil), merged
	attempt := func(choose func()) {
		w.search.MergeAll()
		choose()
		w.show(w.search.Rewire())
		points, reached := w.search.Apart(), m.peak(w.fn)
		if reached >= 0 && (reached < peak || reached == peak && len(points) < len(best)) {
			best, peak = points, reached
		}
		w.search.MergeAll()
		w.search.Rewire()
		w.hide()
	}
	attempt(func() { w.search.Choose(goal-(merged-w.search.Peak()), counted, left, seconds) })
	if peak > max(goal, separate) {
		attempt(func() { w.search.ChooseAll(left, seconds, false) })
		attempt(func() { w.search.ChooseAll(left, seconds, true) })
	}
	w.search.Put(best)
	kept := w.search.Rewire()
	w.show(kept)
	m.report(w, kept, seconds, merged, peak, goal)
}

// report says what is left apart, and what could not be helped.
func (m *memoryAware) report(w *weighing, kept []int32, seconds func(p int32) float64, merged, peak, goal int64) {
	name := ir.SymbolName(w.fn)
	if w.apart = kept; len(kept) > 0 {
		m.plans = nil // those of callers need less now
	}
	if !m.run.Remarking() {
		return
	}
	for _, p := range kept {
		i, _ := slices.BinarySearchFunc(w.twins, p, func(t livebytes.Twin, p int32) int { return cmp.Compare(t.Point, p) })
		o, first := w.model.Ops[p], w.model.Ops[w.twins[i].First]
		from := fmt.Sprintf("left apart from the '%s' op at %s", first.Name(), lineOf(m.run.Ctx, first))
		if w.search.IsView(p) {
			m.run.Missed(o, "CSE", "%s: it is a view of what is left apart", from)
			continue
		}
		m.run.Missed(o, "CSE", "%s: merging raises the peak of function @%s from %s to %s, computing it again takes %s",
			from, name, units.Bytes(peak), units.Bytes(merged), units.Time.Text(seconds(p)*1e9))
	}
	if peak <= goal {
		return
	}
	for _, p := range w.search.Unweighed(goal) {
		m.run.Missed(w.model.Ops[p], "CSE", "merged, though the peak of function @%s is above %s: whether to do it again is not weighed for calls and ops with regions", name, units.Bytes(goal))
	}
	m.run.Missed(w.fn, "CSE", "the peak of function @%s is %s, above %s: no other op lowers it that is left apart, or it takes more than 'max-recompute' says", name, units.Bytes(peak), units.Bytes(goal))
}

// hide takes what is merged out of the blocks, the last first, so that what comes next
// stays.
func (w *weighing) hide() {
	if w.hidden == nil {
		w.hidden = map[int32]*ir.Op{}
	}
	for _, t := range slices.Backward(w.twins) {
		if o := w.model.Ops[t.Point]; o.Block() != nil && !o.HasUses() {
			w.hidden[t.Point] = o.Next()
			o.Detach()
		}
	}
}

// takeOut takes what is merged in functions that are decided on out of the blocks for
// good: what calls these is to be planned.
func (m *memoryAware) takeOut() {
	for _, w := range m.decided {
		for _, t := range w.twins {
			if o := w.model.Ops[t.Point]; !o.HasUses() {
				o.Detach()
			}
		}
	}
	m.decided = nil
}

// show puts ops back that are hidden, their points ascending.
func (w *weighing) show(points []int32) {
	for _, p := range points {
		if next := w.hidden[p]; next != nil {
			w.model.Ops[p].MoveBefore(next)
			delete(w.hidden, p)
		}
	}
}

// plan is the frame of a function that is decided on, but for the places in it.
func (m *memoryAware) plan(fn *ir.Op) (*lifetimes.Frame, error) {
	if m.plans == nil {
		m.plans = m.planner()
	}
	return m.plans.Frame(fn)
}

func (m *memoryAware) planner() *lifetimes.Planner {
	return lifetimes.NewPlanner(lifetimes.Options{Within: m.run.Op, Place: func(_ *lifetimes.Frame, list []memory.Buffer) ([]int64, error) {
		return make([]int64, len(list)), nil
	}})
}

// peak is that of a function as it is now; negative if it has no plan.
func (m *memoryAware) peak(fn *ir.Op) int64 {
	f, err := m.planner().Frame(fn)
	if err != nil {
		return -1
	}
	return f.Peak
}
