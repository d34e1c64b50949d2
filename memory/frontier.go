package memory

import (
	"cmp"
	"math"
	"slices"
)

// FrontierOptions say which schedules Frontier looks for.
type FrontierOptions struct {
	Order Order
	// Moves is how many changes are tried, over all budgets; 0 stands for a number
	// that depends on the size of the graph.
	Moves int64
	// Seed is that of the random search.
	Seed uint64
}

// Point is a schedule of a frontier.
type Point struct {
	Schedule Schedule
	// Peak and Duration are those of Schedule.
	Peak, Duration int64
	// Bound is a duration that no schedule with such a peak is below.
	Bound int64
}

// Compare puts the faster point first; of those that take as long, the one of the
// smaller peak.
func (p Point) Compare(q Point) int {
	return cmp.Or(cmp.Compare(p.Duration, q.Duration), cmp.Compare(p.Peak, q.Peak))
}

// Frontier looks for schedules of less and less peak, each of the least duration that
// it finds: from the initial order down to the smallest peak that it can reach. Each
// has a lower peak and a longer duration than the one before it. The result depends
// on the graph and the options alone, and there is no budget among them: whoever takes
// the first point that meets a budget never takes more time for a larger one.
//
// First it looks for the smallest peak, by halves, and then at budgets that divide
// the way from there to the peak of the initial order evenly. Each gets the
// schedules of sweep and thin. Then all are annealed, the smallest first, beginning
// with the best that is known for it or for a smaller one. In free order that is done
// for the fixed one before.
func Frontier(g *Graph, o FrontierOptions) ([]Point, error) {
	options := RematerializeOptions{Budget: 1, Order: o.Order, Moves: o.Moves}
	if err := options.check(g); err != nil {
		return nil, err
	}
	f, err := newFrontier(g, o)
	if err != nil {
		return nil, err
	}
	f.search()
	return f.points()
}

// search finds the levels.
func (f *frontier) search() {
	f.descend()
	f.divide()
	f.refine()
}

// A frontier is one call of Frontier.
type frontier struct {
	*annealer
	o FrontierOptions
	// orders are those that schedules are made from.
	orders []Schedule
	// floor is that of the graph, and peak that of the initial order.
	floor, peak int64
	// levels are the budgets that can be met, and fixed those of the fixed order.
	levels, fixed []level
	// count is how many levels there are to be, and share how many changes are tried
	// at each.
	count int
	share int64
	cover *cover
}

// A level is a budget, and the best that is known for it.
type level struct {
	budget          int64
	best            Schedule
	duration, bound int64
}

// What is done depends on the size of the graph, so that it takes some seconds: a sweep
// of a hundred thousand nodes takes a tenth of a second, and a move takes steps in
// proportion to the nodes. Annealing pays where each node is moved at least once.
const (
	fewestLevels, mostLevels = 8, 32
	nodesOfLevels            = 1_600_000 // nodes times levels
	stepsOfMoves             = 400_000_000
	mostMoves                = 1_500_000
	halvings                 = 6
	mostThinned              = 20_000 // nodes
	stepsOfThin              = 200_000_000
	mostByAllRules           = 50_000 // nodes
)

func newFrontier(g *Graph, o FrontierOptions) (*frontier, error) {
	initial := g.Initial()
	p, err := g.Simulate(initial)
	if err != nil {
		return nil, err
	}
	f := &frontier{annealer: newAnnealer(g, p.Peak, o.Order == Free, o.Seed), o: o, orders: []Schedule{initial}, peak: p.Peak}
	f.floor, _ = g.Floor()
	f.cover = newCover(g, f.readers)
	least := g.Duration(initial)
	f.levels = []level{{p.Peak, initial, least, least}}
	n := int64(max(len(g.Nodes), 1))
	f.count = int(min(max(nodesOfLevels/n, fewestLevels), mostLevels))
	moves := o.Moves
	if moves == 0 {
		moves = min(stepsOfMoves/n, mostMoves)
	}
	f.share = moves / int64(f.count)
	if o.Order == Fixed {
		return f, nil
	}
	// What is found for the fixed order is a part of it, so that freedom does no harm.
	o.Order = Fixed
	fixed, err := newFrontier(g, o)
	if err != nil {
		return nil, err
	}
	fixed.search()
	for _, l := range fixed.levels {
		f.fixed = append(f.fixed, level{l.budget, l.best, l.duration, least})
	}
	f.levels = slices.Clone(f.fixed)
	order := Reorder(g, ReorderOptions{Seed: o.Seed}).Schedule
	if p, err = g.Simulate(order); err != nil {
		return nil, err
	}
	f.orders = append(f.orders, order)
	f.levels = append(f.levels, level{p.Peak, order, least, least})
	return f, nil
}

// within is a search for a budget.
func (f *frontier) within(budget int64) *search {
	a := f.annealer
	a.budget, a.random, a.moves = budget, newRandom(f.o.Seed), 0
	a.bestDuration, a.better = math.MaxInt64, false
	s := newSearchWith(a, RematerializeOptions{Budget: budget, Order: f.o.Order, Moves: math.MaxInt64})
	s.orders, s.cover, s.alone, s.mostSteps = f.orders, f.cover, false, stepsOfThin
	return s
}

// try looks for a schedule within a budget, and says whether it has found one.
func (f *frontier) try(budget int64) bool {
	s := f.within(budget)
	n := len(f.g.Nodes)
	if n <= mostExact {
		s.o.Moves = max(f.share, 1)
		s.run()
	} else {
		rules := sweepRules
		if n > mostByAllRules {
			rules = rules[1:3]
		}
		s.starts(rules, n <= mostThinned)
		if s.own == nil && !s.infeasible && f.share >= int64(n) {
			s.improve(f.share)
		}
	}
	f.keep(s)
	return s.own != nil
}

// keep notes what a search has found.
func (f *frontier) keep(s *search) {
	switch {
	case s.own != nil:
		f.levels = append(f.levels, level{s.o.Budget, s.own, s.ownDuration, min(s.bound, s.ownDuration)})
	case s.lowest != nil:
		f.levels = append(f.levels, level{s.lowestPeak, s.lowest, f.g.Duration(s.lowest), s.least})
	}
}

// descend looks for the smallest budget that can be met.
func (f *frontier) descend() {
	low, high := f.floor, f.smallest()
	for range halvings {
		if low >= high {
			return
		}
		if budget := low + (high-low)/2; f.try(max(budget, 1)) {
			high = f.smallest()
		} else {
			low = budget + 1
		}
	}
}

// smallest is the smallest budget that is met.
func (f *frontier) smallest() int64 {
	least := f.peak
	for i := range f.levels {
		least = min(least, f.levels[i].budget)
	}
	return least
}

// divide tries budgets between the smallest one and the peak.
func (f *frontier) divide() {
	least, count := f.smallest(), int64(f.count)
	whole, rest := (f.peak-least)/count, (f.peak-least)%count
	last := least
	for k := int64(1); k < count; k++ {
		if budget := least + whole*k + rest*k/count; budget > last {
			f.try(budget)
			last = budget
		}
	}
}

// refine anneals each level, the smallest first.
func (f *frontier) refine() {
	slices.SortStableFunc(f.levels, func(a, b level) int {
		return cmp.Or(cmp.Compare(a.budget, b.budget), cmp.Compare(a.duration, b.duration))
	})
	n := len(f.g.Nodes)
	for i := range f.levels {
		l := &f.levels[i]
		if i > 0 && f.levels[i-1].duration < l.duration {
			l.best, l.duration = f.levels[i-1].best, f.levels[i-1].duration
		}
		if l.duration <= l.bound {
			continue
		}
		s := f.within(l.budget)
		s.met(l.best, l.duration)
		s.prune()
		if f.share >= int64(n) && n > mostExact {
			s.improve(f.share)
		}
		l.best, l.duration = s.own, s.ownDuration
	}
}

// points are the schedules that are no worse in peak and duration than any other.
func (f *frontier) points() ([]Point, error) {
	all := append(slices.Clip(f.levels), f.fixed...)
	list := make([]Point, len(all))
	for i, l := range all {
		p, err := f.g.Simulate(l.best)
		if err != nil {
			return nil, err
		}
		list[i] = Point{Schedule: l.best, Peak: p.Peak, Duration: l.duration, Bound: l.bound}
	}
	slices.SortStableFunc(list, Point.Compare)
	kept := list[:0]
	for _, p := range list {
		if len(kept) == 0 || p.Peak < kept[len(kept)-1].Peak {
			kept = append(kept, p)
		}
	}
	return kept, nil
}
