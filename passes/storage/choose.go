package storage

import (
	"errors"
	"math"
	"slices"
	"time"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
)

// choose applies the fastest schedule that fits into the budget once it is placed; of
// the least memory if that is asked for. It chooses among schedules that do not depend
// on the budget, and looks at all of them: so a larger budget never takes more time,
// and a smaller one never more memory.
func (m *rematerializer) choose(goal int64, least bool) (changed bool, err error) {
	fn, g := m.fn, m.block.graph
	points, err := m.points()
	if err != nil {
		return false, err
	}
	if m.opt.limit > 0 {
		if points, err = m.search(points, goal, least); err != nil {
			return false, err
		}
	}
	var best int
	if least {
		best, _, err = m.smallest(points)
	} else {
		best, _, err = m.fastest(points, goal)
	}
	switch {
	case err != nil:
		return false, err
	case best < 0 && least:
		m.run.Analysis(fn, "rematerialize", "function @%s takes %s, and nothing was found that takes less", ir.SymbolName(fn), units.Bytes(m.frame.Total()))
		return false, nil
	case best < 0:
		return false, m.unmet(points, goal)
	}
	m.adopt(points[best])
	return !slices.Equal(points[best].Schedule, g.Initial()), nil
}

// points are the schedules to choose among.
func (m *rematerializer) points() ([]memory.Point, error) {
	points, err := memory.Frontier(m.block.graph, memory.FrontierOptions{Order: m.order(), Moves: m.opt.Moves, Seed: m.opt.Seed})
	if err != nil {
		return nil, m.fn.Errorf("function @%s cannot be searched: %s", ir.SymbolName(m.fn), err)
	}
	return points, nil
}

func (m *rematerializer) order() memory.Order {
	if m.opt.Order == "free" {
		return memory.Free
	}
	return memory.Fixed
}

// fastest is the first schedule that takes no more than goal, and what it takes; -1
// if there is none.
func (m *rematerializer) fastest(points []memory.Point, goal int64) (best int, total int64, err error) {
	for i, p := range points {
		if total, err := m.total(p.Schedule, goal); err != nil || total <= goal {
			return i, total, err
		}
	}
	return -1, 0, nil
}

// smallest is the schedule that takes least, the fastest of several, and what it
// takes; -1 if none takes less than the function does.
func (m *rematerializer) smallest(points []memory.Point) (best int, least int64, err error) {
	best, least = -1, m.frame.Total()
	for i := len(points) - 1; i >= 0; i-- {
		total, err := m.total(points[i].Schedule, least)
		if err != nil {
			return -1, 0, err
		}
		if total < least || total == least && best >= 0 {
			best, least = i, total
		}
	}
	return best, least, nil
}

// errOver ends the planning of what takes too much.
var errOver = errors.New("too much is live at once")

// total is what the function takes by a schedule. Of one that has more than limit
// live, and so cannot be placed within it, it is math.MaxInt64.
func (m *rematerializer) total(s memory.Schedule, limit int64) (int64, error) {
	undo := m.block.apply(m.builder, s, nil)
	defer undo()
	place := func(f *lifetimes.Frame, list []memory.Buffer) ([]int64, error) {
		if f.Func == m.fn && f.ArenaLive()+f.Results > limit {
			return nil, errOver
		}
		plan, err := memory.Assign(list, memory.AssignOptions{})
		if err != nil {
			return nil, err
		}
		return plan.Offsets, nil
	}
	frame, err := lifetimes.NewPlanner(lifetimes.Options{Workers: int(m.opt.Workers), Place: place}).Frame(m.fn)
	switch {
	case errors.Is(err, errOver):
		return math.MaxInt64, nil
	case err != nil:
		return 0, err
	}
	return frame.Total(), nil
}

// parts are how often the search for a time begins anew with what it has found.
const parts = 3

// search looks for a while at the budget alone, and adds what it finds to the schedules
// that it begins with. Where a schedule is not placed within the budget, it asks for
// less by what that takes too much. Where memory is to be least, budgets halve the way
// that may be left.
func (m *rematerializer) search(points []memory.Point, goal int64, least bool) ([]memory.Point, error) {
	g := m.block.graph
	o := memory.RematerializeOptions{Order: m.order(), Seed: m.opt.Seed}
	for _, p := range points {
		o.Starts = append(o.Starts, p.Schedule)
	}
	floor, _ := g.Floor()
	smallest := points[len(points)-1].Peak
	profile, err := g.Simulate(g.Initial())
	if err != nil {
		return nil, err
	}
	o.Budget = goal - (m.frame.Total() - profile.Peak)
	end := time.Now().Add(m.opt.limit)
	for left := int64(parts); left > 0; left-- {
		if least {
			o.Budget = floor + (smallest-floor)/2
		}
		if o.Time = time.Until(end) / time.Duration(left); o.Time <= 0 || o.Budget < floor || o.Budget <= 0 {
			break
		}
		r, err := memory.Rematerialize(g, o)
		if err != nil {
			return nil, m.fn.Errorf("function @%s cannot be searched: %s", ir.SymbolName(m.fn), err)
		}
		if r.Schedule == nil {
			break
		}
		o.Seed++
		o.Starts = append(o.Starts, r.Schedule)
		points = append(points, memory.Point{Schedule: r.Schedule, Peak: r.Peak, Duration: r.Duration, Bound: r.Bound})
		if least {
			smallest = min(smallest, r.Peak)
			continue
		}
		total, err := m.total(r.Schedule, math.MaxInt64)
		if err != nil {
			return nil, err
		}
		o.Budget -= max(total-goal, 0)
	}
	slices.SortStableFunc(points, memory.Point.Compare)
	return points, nil
}

// unmet is the error of a budget that is not met.
func (m *rematerializer) unmet(points []memory.Point, goal int64) error {
	_, smallest, err := m.smallest(points)
	if err != nil {
		return err
	}
	floor, _ := m.block.floor()
	return m.fn.Errorf("found nothing within the budget of function @%s, %s: the least memory found is %s, and nothing takes less than %s", ir.SymbolName(m.fn), units.Bytes(goal), units.Bytes(smallest), units.Bytes(floor))
}
