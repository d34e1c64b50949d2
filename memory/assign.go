package memory

import (
	"fmt"
	"math"
	"time"
)

// AssignOptions says how Assign is to look for a plan. It stops where Time or Work
// is used up, whichever is first; where both are 0 it places fast and does not search.
type AssignOptions struct {
	// Capacity is the height in bytes that suffices; 0 asks for the least.
	Capacity int64
	// Time is how long to search. The plan depends on how fast the machine is.
	Time time.Duration
	// Work is how much to search, in places that are tried. The plan depends on
	// nothing else.
	Work int64
	// Seed is that of the random choices.
	Seed uint64
}

// CapacityError says that Assign did not find a plan within the capacity.
type CapacityError struct {
	Capacity int64
	// Height is that of the plan returned beside the error: the lowest one found.
	Height int64
	// Bound is what no plan is lower than.
	Bound int64
}

// Impossible says that there is no such plan.
func (e *CapacityError) Impossible() bool { return e.Bound > e.Capacity }

func (e *CapacityError) Error() string {
	if e.Impossible() {
		return fmt.Sprintf("no plan fits into %d bytes: every one needs %d at least; the lowest found needs %d",
			e.Capacity, e.Bound, e.Height)
	}
	return fmt.Sprintf("no plan was found that fits into %d bytes: the lowest found needs %d, and none needs less than %d",
		e.Capacity, e.Height, e.Bound)
}

// sizeLimit bounds the sum of all sizes, each with its alignment, and of the
// highest fixed end: so no end of any placement overflows.
const sizeLimit = math.MaxInt64 / 4

// Assign gives every buffer an offset such that no two use a byte at the same time.
// It places by best fit in several orders and keeps the lowest plan, then searches:
// exactly where the buffers are few, else by placing some of them again.
//
// A *CapacityError comes with the lowest plan found. Any other error says which
// buffer is wrong, and there is no plan.
func Assign(buffers []Buffer, o AssignOptions) (*Plan, error) {
	if o.Capacity < 0 || o.Time < 0 || o.Work < 0 {
		return nil, fmt.Errorf("capacity %d, time %v, work %d: none of them may be negative", o.Capacity, o.Time, o.Work)
	}
	l, err := newLayout(buffers)
	if err != nil {
		return nil, err
	}
	a := &assigner{layout: l, capacity: o.Capacity, target: max(o.Capacity, l.bound), bound: l.bound}
	a.limit.work = o.Work
	if o.Time > 0 {
		a.limit.deadline = time.Now().Add(o.Time)
	}
	a.start()
	if o.Time > 0 || o.Work > 0 {
		a.search(o.Seed)
	}
	p := &Plan{Offsets: a.best, Height: a.height, Bound: a.bound, Optimal: a.height == a.bound}
	if o.Capacity > 0 && p.Height > o.Capacity {
		return p, &CapacityError{Capacity: o.Capacity, Height: p.Height, Bound: p.Bound}
	}
	return p, nil
}

// BestFit places without a search, in a time that is nearly linear in the number of
// buffers. It returns nil where Assign has an error.
func BestFit(buffers []Buffer) *Plan {
	p, err := Assign(buffers, AssignOptions{})
	if err != nil {
		return nil
	}
	return p
}

// limit is how much may be searched yet.
type limit struct {
	// work is 0 if that is not limited.
	work, used int64
	deadline   time.Time
	over       bool
}

// spend counts work, and says whether that was the last. The clock is asked every
// 256 units: that takes longer than what a small unit does.
func (l *limit) spend(n int64) bool {
	before := l.used
	l.used += n
	if l.work > 0 && l.used >= l.work {
		l.over = true
	}
	if !l.deadline.IsZero() && before>>8 != l.used>>8 && !time.Now().Before(l.deadline) {
		l.over = true
	}
	return l.over
}

// assigner looks for a plan of at most target.
type assigner struct {
	*layout
	capacity      int64
	target, bound int64
	best          []int64
	height        int64
	limit         limit
}

// offer keeps offsets, which nobody changes from then on, if they are the lowest so far.
func (a *assigner) offer(offsets []int64) bool {
	height := a.heightOf(offsets)
	if a.best != nil && height >= a.height {
		return false
	}
	a.best, a.height = offsets, height
	return true
}

// done says that nothing better is asked for.
func (a *assigner) done() bool { return a.height <= a.target || a.height <= a.bound }
