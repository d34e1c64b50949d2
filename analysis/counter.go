package analysis

import "github.com/tg-opt/tg/ir"

import "math"

// Relation is how a counter compares with its bound while a loop goes on.
type Relation int

// The relations, of integers.
const (
	Less Relation = iota
	LessEqual
	Greater
	GreaterEqual
	Equal
	NotEqual
)

// Known is an integer that may be known: of an unsigned type too wide for int64,
// its bits.
type Known struct {
	Value int64
	OK    bool
}

// Counter is an integer by which a loop ends: it runs another round as long as
// the counter is in Relation to the bound, which stays the same, and each round
// adds Step, modulo 2^Width. It is what all questions about whether and when
// counted loops end are asked of.
type Counter struct {
	Width       int // at most 64
	Unsigned    bool
	Relation    Relation
	Step        int64
	First, Last Known // where it begins, and the bound
}

// Ends reports whether the loop is known to end, whatever is not known of the
// counter.
func (c *Counter) Ends() bool {
	if c.Width < 2 || c.Width > 64 {
		return false
	}
	if c.First.OK && c.Last.OK && !c.holds(c.First.Value) {
		return true
	}
	low, high := c.Limits()
	// A step that is the distance from the bound to the end of the type, or less,
	// does not go past that end.
	switch c.Relation {
	case Less:
		return c.Step == 1 || c.Step > 0 && c.Last.OK && distance(c.Last.Value, high) >= uint64(c.Step-1)
	case LessEqual:
		return c.Step > 0 && c.Last.OK && distance(c.Last.Value, high) >= uint64(c.Step)
	case Greater:
		return c.Step == -1 || c.Step < 0 && c.Last.OK && distance(low, c.Last.Value) >= uint64(-(c.Step+1))
	case GreaterEqual:
		return c.Step < 0 && c.Last.OK && distance(low, c.Last.Value) >= -uint64(c.Step)
	case Equal:
		return c.wrap(c.Step) != 0
	}
	return c.Step%2 != 0 // it passes through all numbers
}

// Rounds is how many rounds the loop runs; -1 when that is not known or more than
// most.
func (c *Counter) Rounds(most int) int {
	if !c.First.OK || !c.Last.OK || c.Width < 1 || c.Width > 64 {
		return -1
	}
	at := c.First.Value
	for rounds := range most + 1 {
		if !c.holds(at) {
			return rounds
		}
		at = c.wrap(at + c.Step)
	}
	return -1
}

// Trips is how many rounds the loop runs, however many these are; -1 when that is not
// known: neither is it where the counter goes past the end of its type.
func (c *Counter) Trips() int64 {
	if !c.First.OK || !c.Last.OK || c.Width < 1 || c.Width > 64 {
		return -1
	}
	first, last := c.First.Value, c.Last.Value
	if !c.holds(first) {
		return 0
	}
	low, high := c.Limits()
	// How far it is to the bound, in steps of a size, and to the end of the type.
	to, step, end := distance(first, last), uint64(c.Step), distance(first, high)
	if down := c.Relation == Greater || c.Relation == GreaterEqual || c.Relation == NotEqual && c.Step < 0; down {
		to, step, end = distance(last, first), -step, distance(low, first)
	}
	switch c.Relation {
	case Equal:
		if c.wrap(c.Step) != 0 {
			return 1
		}
		return -1
	case NotEqual:
		if step == 0 || to > end || to%step != 0 {
			return -1
		}
	case LessEqual, GreaterEqual:
		to++ // past the bound, if the type goes on there
	}
	if step == 0 || step>>63 != 0 || to == 0 {
		return -1
	}
	trips := (to-1)/step + 1
	if trips > end/step || trips > math.MaxInt64 {
		return -1
	}
	return int64(trips)
}

// holds reports whether the loop goes on with the counter at n.
func (c *Counter) holds(n int64) bool {
	last := c.Last.Value
	less := n < last
	if c.Unsigned {
		less = uint64(n) < uint64(last)
	}
	switch c.Relation {
	case Less:
		return less
	case LessEqual:
		return less || n == last
	case Greater:
		return !less && n != last
	case GreaterEqual:
		return !less
	case Equal:
		return n == last
	}
	return n != last
}

// Limits are the least and the greatest number of the type.
func (c *Counter) Limits() (low, high int64) {
	if c.Unsigned {
		return 0, int64(^uint64(0) >> (64 - c.Width))
	}
	return -1 << (c.Width - 1), 1<<(c.Width-1) - 1
}

// distance is b - a, which is not negative.
func distance(a, b int64) uint64 { return uint64(b) - uint64(a) }

// wrap is n modulo 2^Width, as a number of the type.
func (c *Counter) wrap(n int64) int64 {
	shift := 64 - c.Width
	if c.Unsigned {
		return int64(uint64(n) << shift >> shift)
	}
	return n << shift >> shift
}

// Counted is a counter that alone decides how often a loop runs.
type Counted struct {
	Counter
	State int // which part of the state it is
	// Bound is what the counter is compared with, where Last does not know it, and By what each
	// round adds to it, or subtracts from it if Down, where only the run knows that: then Step is
	// 0. Both are values from outside of the loop.
	Bound, By *ir.Value
	Down      bool
}

// CountedBy is filled by loops: what counts the rounds of one, or nil if they are not counted.
var CountedBy = ir.NewSlot[func(o *ir.Op) *Counted]("counted by")
