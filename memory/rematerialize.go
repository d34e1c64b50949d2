package memory

import (
	"fmt"
	"math"
	"time"
)

// Order says in which order the first computations of nodes may come.
type Order int

const (
	// Fixed keeps them in the initial order.
	Fixed Order = iota
	// Free allows any order in which nodes come behind what they need.
	Free
)

// String is "fixed" or "free".
func (o Order) String() string {
	if o == Free {
		return "free"
	}
	return "fixed"
}

// Status says what is known of a result.
type Status int

const (
	// NoneFound means that no schedule within the budget was found, nor a proof
	// that there is none.
	NoneFound Status = iota
	// Infeasible means that no schedule is within the budget.
	Infeasible
	// Feasible means that the schedule is within the budget.
	Feasible
	// Optimal means that no schedule within the budget takes less time.
	Optimal
)

// String is "none found", "infeasible", "feasible" or "optimal".
func (s Status) String() string {
	return [...]string{"none found", "infeasible", "feasible", "optimal"}[s]
}

// RematerializeOptions say what is wanted and how long to look for it.
type RematerializeOptions struct {
	// Budget is the most bytes that may be live at once.
	Budget int64
	Order  Order
	// Time and Moves end the search, whichever comes first; 0 is no limit. Without
	// both, a search that cannot prove its result ends after a number of moves
	// that depends on the size of the graph.
	Time  time.Duration
	Moves int64
	// Seed is that of the random search.
	Seed uint64
	// Starts are schedules that are known, for instance those found for smaller
	// budgets. The result is no worse than any of them that meets the budget and
	// keeps to the order.
	Starts []Schedule
	// Stop ends the search once it is closed.
	Stop <-chan struct{}
}

// RematerializeResult is what a search has found.
type RematerializeResult struct {
	Status Status
	// Schedule is within the budget if Status is Feasible or Optimal. If it is
	// NoneFound it is the one of the smallest peak that was seen, and if it is
	// Infeasible there is none.
	Schedule Schedule
	// Peak and Duration are those of Schedule.
	Peak, Duration int64
	// Bound is a duration that no schedule within the budget is below.
	Bound int64
	// Floor is that of the graph: no budget below it can be met.
	Floor int64
	// Moves are the changes that were tried.
	Moves int64
}

// Rematerialize looks for the schedule of least duration that never has more
// than the budget live, in which nodes may be computed any number of times.
//
// Graphs of up to about 30 nodes it solves exactly if that takes few enough
// states (see exact). For others it starts with greedy evictions (see sweep),
// and then anneals: single computations are added, dropped and shifted in a
// list whose live bytes are kept up to date (see list), and bytes above the
// budget have a price. Cycles of annealing follow one another with other
// temperatures and prices, which are drawn at random and do not depend on the
// limits; so more moves are never worse, and with Moves alone the result is the
// same on every machine.
//
// The result is Optimal if its duration is that of a proven bound.
func Rematerialize(g *Graph, o RematerializeOptions) (*RematerializeResult, error) {
	if err := o.check(g); err != nil {
		return nil, err
	}
	s := newSearch(g, o)
	s.gain(g.Initial())
	for _, start := range o.Starts {
		if err := s.offer(start); err != nil {
			return nil, err
		}
	}
	if o.Budget < s.floor {
		return &RematerializeResult{Status: Infeasible, Bound: s.bound, Floor: s.floor}, nil
	}
	if !s.done() {
		s.run()
	}
	return s.result()
}

// check finds what cannot be searched.
func (o *RematerializeOptions) check(g *Graph) error {
	switch {
	case o.Budget <= 0:
		return fmt.Errorf("the budget is %d bytes; it must be positive", o.Budget)
	case o.Time < 0:
		return fmt.Errorf("the time is %v; it must not be negative", o.Time)
	case o.Moves < 0:
		return fmt.Errorf("%d moves; the number must not be negative", o.Moves)
	case o.Order != Fixed && o.Order != Free:
		return fmt.Errorf("the order is %d; it must be Fixed or Free", o.Order)
	}
	if err := g.Check(); err != nil {
		return err
	}
	// Copies add to the duration.
	if d := g.Duration(g.Initial()); d > math.MaxInt64/8 {
		return fmt.Errorf("the durations sum up to %d; the most that can be searched is %d", d, int64(math.MaxInt64/8))
	}
	return nil
}
