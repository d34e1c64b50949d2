package memory

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// mostEager is the most nodes of a graph in which every best state is kept.
const mostEager = 4096

// mostSwept is the most nodes of a graph that is swept by all rules, though the
// first may do.
const mostSwept = 1 << 17

// A search is one call of Rematerialize.
type search struct {
	*annealer
	o        RematerializeOptions
	deadline time.Time
	floor    int64
	// least is the duration without recomputation, and bound what is proven.
	least, bound int64
	// found is the best schedule within the budget, own the best that does not
	// come from outside, and lowest the one of the smallest peak above the budget.
	found, own, lowest                     Schedule
	foundDuration, ownDuration, lowestPeak int64
	infeasible                             bool
	// orders are the orders of all nodes that cycles start from.
	orders []Schedule
	// meanDuration and meanSize are the units of temperatures and prices.
	meanDuration, meanSize float64
	// cycles are those of annealing so far, length is how long the next is about,
	// and strictness follows what the price must be in the end so that none pays it.
	cycles             int
	length, strictness float64
	cover              *cover
	// mostSteps bounds the work of thin, in steps of the list; 0 is no limit.
	mostSteps int64
	// alone says that what is found must not depend on what others have found, nor
	// on where the search ends: then more moves are never worse.
	alone bool
}

func newSearch(g *Graph, o RematerializeOptions) *search {
	return newSearchWith(newAnnealer(g, o.Budget, o.Order == Free, o.Seed), o)
}

// newSearchWith is one that works with an annealer for the same budget.
func newSearchWith(a *annealer, o RematerializeOptions) *search {
	g := a.g
	s := &search{annealer: a, o: o, alone: o.Moves > 0}
	if o.Moves == 0 && o.Time == 0 {
		s.o.Moves = 1_000_000 + 2000*int64(len(g.Nodes))
	}
	if o.Time > 0 {
		s.deadline = time.Now().Add(o.Time)
	}
	s.floor, _ = g.Floor()
	s.least = g.Duration(g.Initial())
	s.bound = s.least
	s.foundDuration, s.ownDuration, s.lowestPeak = math.MaxInt64, math.MaxInt64, math.MaxInt64
	var size float64
	for v := range g.Nodes {
		size += float64(g.Nodes[v].Size)
	}
	n := float64(max(len(g.Nodes), 1))
	s.meanDuration = max(float64(s.least)/n, 1)
	s.meanSize = max(size/n, 1)
	s.orders = []Schedule{g.Initial()}
	s.length, s.strictness = min(250*n, 1e6), 1
	return s
}

// offer takes a schedule from outside that may be better than the best. With a
// limit of moves the search does not build on it: what it finds by itself must
// not depend on it, or more moves in the search that found the schedule could do
// harm here.
func (s *search) offer(schedule Schedule) error {
	p, err := s.g.Simulate(schedule)
	if err != nil {
		return err
	}
	if err := s.keepsOrder(schedule); err != nil {
		return err
	}
	duration := s.g.Duration(schedule)
	switch {
	case !s.alone:
		s.gain(schedule)
	case p.Peak > s.o.Budget:
	case duration < s.foundDuration:
		s.found, s.foundDuration = slices.Clone(schedule), duration
	}
	return nil
}

// met takes a schedule of its own that is within the budget.
func (s *search) met(schedule Schedule, duration int64) {
	if duration < s.ownDuration {
		s.own, s.ownDuration = slices.Clone(schedule), duration
	}
	if duration < s.foundDuration {
		s.found, s.foundDuration = s.own, duration
	}
}

// gain takes a valid schedule of its own.
func (s *search) gain(schedule Schedule) {
	p, err := s.g.Simulate(schedule)
	if err != nil {
		return
	}
	if p.Peak <= s.o.Budget {
		s.met(schedule, s.g.Duration(schedule))
	} else if p.Peak < s.lowestPeak {
		s.lowest, s.lowestPeak = slices.Clone(schedule), p.Peak
	}
}

// keepsOrder checks that all nodes are computed, and as often and in such an
// order as is allowed.
func (s *search) keepsOrder(schedule Schedule) error {
	seen := make([]bool, len(s.g.Nodes))
	count := 0
	for t, v := range schedule {
		switch {
		case !seen[v] && s.o.Order == Fixed && int(v) != count:
			return fmt.Errorf("step %d computes node %d before node %d in a fixed order", t, v, count)
		case seen[v] && s.g.Nodes[v].Once:
			return fmt.Errorf("step %d computes node %d again, which must not be", t, v)
		case !seen[v]:
			seen[v] = true
			count++
		}
	}
	if count < len(s.g.Nodes) {
		return fmt.Errorf("only %d of %d nodes are computed", count, len(s.g.Nodes))
	}
	return nil
}

// done says that nothing is left to be found.
func (s *search) done() bool {
	return s.infeasible || s.foundDuration <= s.bound
}

// run searches until the result is proven or the limits are reached.
func (s *search) run() {
	s.starts(sweepRules, true)
	s.anneal(3)
	if !s.spent() && !s.done() {
		s.solve()
	}
	s.anneal(math.MaxInt)
}

// starts makes the first schedules and the first bound. In free order the order
// of the least peak that is quickly found is one to start from, too.
func (s *search) starts(rules []sweepRule, thin bool) {
	if s.o.Order == Free && len(s.orders) == 1 {
		order := Reorder(s.g, ReorderOptions{Seed: s.o.Seed}).Schedule
		s.gain(order)
		s.orders = append(s.orders, order)
	}
	for i := len(s.orders) - 1; i >= 0; i-- {
		s.sweeps(s.orders[i], rules)
	}
	if s.o.Order == Fixed {
		if s.cover == nil {
			s.cover = newCover(s.g, s.readers)
		}
		if more := s.cover.bound(s.o.Budget); more < 0 {
			s.infeasible = true
		} else {
			s.bound = s.least + more
		}
	}
	for i := len(s.orders) - 1; thin && i >= 0 && !s.spent() && !s.done(); i-- {
		s.step = 0
		if s.load(s.orders[i]) == nil {
			before := s.work
			s.thin(func() bool { return s.spent() || s.mostSteps > 0 && s.work-before > s.mostSteps })
			s.gain(s.schedule(nil))
		}
	}
}

// sweeps makes schedules from an order by some rules.
func (s *search) sweeps(order Schedule, rules []sweepRule) {
	once := slices.ContainsFunc(s.g.Nodes, func(n Node) bool { return n.Once })
	for _, rule := range rules {
		if s.spent() || s.done() || s.own != nil && len(order) > mostSwept {
			return
		}
		s.moves += int64(len(order))
		schedule := sweepOrder(s.g, s.o.Budget, order, s.readers, rule, false)
		if schedule == nil && once {
			schedule = sweepOrder(s.g, s.o.Budget, order, s.readers, rule, true)
		}
		if schedule != nil {
			s.gain(schedule)
		}
	}
}

// solve searches exactly if the graph is small, which may prove the result or
// raise the bound.
func (s *search) solve() {
	n := len(s.g.Nodes)
	if n > mostExact {
		return
	}
	// Where it is hopeless it should not take the time of annealing.
	states := 3_000_000
	if n > 24 {
		states = 300_000
	}
	upper := int64(math.MaxInt64)
	if s.own != nil {
		upper = s.ownDuration - s.least
	}
	steps := 0
	x := newExact(s.g, s.o.Budget, s.o.Order == Free, upper)
	schedule, bound := x.run(states, func(work int64) bool {
		s.moves += work
		steps++
		return steps&63 == 0 && s.spent()
	})
	switch {
	case bound == math.MaxInt64:
		s.infeasible = true
	case schedule != nil:
		s.met(schedule, s.least+bound)
		s.bound = s.least + bound
	default:
		s.bound = max(s.bound, s.least+bound)
	}
}

// over says that the limits are reached.
func (s *search) spent() bool {
	if s.o.Moves > 0 && s.moves >= s.o.Moves {
		return true
	}
	if !s.deadline.IsZero() && time.Now().After(s.deadline) {
		return true
	}
	select {
	case <-s.o.Stop:
		return true
	default:
		return false
	}
}

// A plan is how one cycle of annealing goes: temperatures in mean durations,
// prices in mean durations per mean size, geometrically from first to last.
type plan struct {
	moves int64
	// order is the one of the orders to start from.
	order         int
	heat, price   [2]float64
	step          float64
	fromBest      bool
	keepFirstOnes bool
}

// draw is a random number between two, even on a logarithmic scale.
func (r *random) draw(lo, hi float64) float64 {
	return lo * math.Pow(hi/lo, float64(r.next()>>11)/(1<<53))
}

// anneal runs cycles up to the given number.
func (s *search) anneal(cycles int) {
	n := float64(len(s.g.Nodes))
	for ; s.cycles < cycles && !s.spent() && !s.done(); s.cycles++ {
		k, length, strictness := s.cycles, s.length, s.strictness
		p := plan{
			moves: int64(s.draw(length, 4*length)),
			heat:  [2]float64{s.draw(0.2, 1), s.draw(0.005, 0.03)},
			price: [2]float64{s.draw(0.01, 0.3), strictness * s.draw(2, 10)},
			step:  s.draw(0.1, 0.5),
		}
		p.keepFirstOnes = s.o.Order == Fixed || k%4 == 3
		p.fromBest, p.order = k%3 == 2, k%2
		if float64(p.moves) < 100*n {
			// There is no time to find a way from anywhere.
			p.fromBest, p.keepFirstOnes = true, s.o.Order == Fixed
			p.heat = [2]float64{s.draw(0.02, 0.1), 0.005}
			p.price = [2]float64{10 * s.strictness, 30 * s.strictness}
		}
		s.length = min(length*1.3, 3000*n)
		if s.cycle(&p) {
			s.strictness = max(strictness/1.2, 1)
		} else {
			s.strictness = min(strictness*2, 1e6)
		}
	}
}

// improve anneals the best for a while, without leaving it far.
func (s *search) improve(moves int64) {
	s.cycle(&plan{
		moves: moves, heat: [2]float64{0.2, 0.005}, price: [2]float64{10, 30}, step: 0.2, fromBest: true,
		keepFirstOnes: s.o.Order == Fixed,
	})
}

// cycle anneals by a plan, and says whether it ended within the budget.
func (s *search) cycle(p *plan) bool {
	start := s.orders[0]
	if !p.keepFirstOnes {
		start = s.orders[p.order%len(s.orders)]
	}
	if p.fromBest && !(p.keepFirstOnes && s.o.Order == Free) {
		if s.own != nil {
			start = s.own
		} else if s.lowest != nil {
			start = s.lowest
		}
	}
	a := s.annealer
	a.step = int64(s.meanSize*p.step) >> a.shift
	a.free = !p.keepFirstOnes
	a.lazy = len(s.g.Nodes) > mostEager
	a.better, a.bestDuration = false, s.ownDuration
	if a.load(start) != nil {
		return false
	}
	cut := s.cool(p.moves, p.heat, p.price)
	met := a.excess == 0
	if !met && !cut {
		// What little is above the budget costs more than it is worth.
		p.heat[0], p.price[0] = p.heat[1], p.price[1]
		p.price[1] *= 100
		cut = s.cool(p.moves/4, p.heat, p.price)
	}
	// Where keeping is not exact, more moves would not pass through the state at
	// which fewer end.
	if !cut || !a.lazy || !s.alone {
		a.keep()
	}
	if a.better {
		s.met(a.best, a.bestDuration)
	} else if a.excess > 0 && s.own == nil {
		s.gain(a.schedule(nil))
	}
	return met
}

// cool makes so many moves while the temperature falls and the price rises. It
// says whether the limits of the search cut it off.
func (s *search) cool(moves int64, heat, price [2]float64) (cut bool) {
	a := s.annealer
	const batch = 256
	batches := max(moves/batch, 1)
	cooler := math.Pow(heat[1]/heat[0], 1/float64(batches))
	dearer := math.Pow(price[1]/price[0], 1/float64(batches))
	a.temperature = heat[0] * s.meanDuration
	a.price = price[0] * s.meanDuration / s.meanSize * float64(int64(1)<<a.shift)
	every := int64(len(s.g.Nodes)/batch/4 + 1)
	for b := range batches {
		if a.lazy && b%every == 0 {
			a.keep()
		}
		left := int64(batch)
		if s.o.Moves > 0 {
			left = min(left, s.o.Moves-s.moves)
		}
		for range left {
			a.move()
		}
		a.temperature *= cooler
		a.price *= dearer
		if s.spent() {
			return true
		}
	}
	return false
}

// result is what the search has found so far.
func (s *search) result() (*RematerializeResult, error) {
	r := &RematerializeResult{Bound: s.bound, Floor: s.floor, Moves: s.moves}
	switch {
	case s.infeasible:
		r.Status = Infeasible
		return r, nil
	case s.found == nil:
		r.Status, r.Schedule = NoneFound, s.lowest
	case s.foundDuration <= s.bound:
		r.Status, r.Schedule = Optimal, s.found
	default:
		r.Status, r.Schedule = Feasible, s.found
	}
	p, err := s.g.Simulate(r.Schedule)
	if err != nil {
		return nil, err
	}
	r.Peak, r.Duration = p.Peak, s.g.Duration(r.Schedule)
	return r, nil
}
