// Package minimise makes programs smaller that show a bug, as long as they show
// it: ops give way to their operands, to arguments or to constants, results and
// arguments go, regions are inlined and branches become jumps.
//
// The method is delta debugging (Zeller, Hildebrandt, "Simplifying and Isolating
// Failure-Inducing Input", 2002): a kind of change is tried at halves of all
// places at once, then at quarters, down to single ones, until nothing helps.
package minimise

import (
	"github.com/tg-opt/tg/ir"
)

// Module makes a module smaller. fails is asked of copies, which it may change,
// and which are valid; it must hold for m and be the same whenever it is asked
// about the same program. At most budget copies are tried. m stays as it is.
func Module(m *ir.Op, budget int, fails func(*ir.Op) bool) *ir.Op {
	r := &reducer{best: m, left: budget, fails: fails}
	for progress := true; progress && r.left > 0; {
		progress = false
		for _, c := range changes {
			progress = r.reduce(c) || progress
		}
	}
	return r.best
}

// change is a kind of change that can be made at some places of a module.
type change struct {
	name string
	// places lists where; the same module has the same places in the same order.
	places func(m *ir.Op) []place
}

// place makes one change; it reports whether it did. Earlier changes may have
// removed what it would work on.
type place func() bool

// changes are tried in this order: those that take most away first.
var changes = []change{
	{"results", resultPlaces},
	{"functions", functionPlaces},
	{"jumps", jumpPlaces},
	{"blocks", mergePlaces},
	{"regions", regionPlaces},
	{"operands", forwardPlaces},
	{"arguments for ops", argumentPlaces},
	{"constants for ops", constantPlaces},
	{"dead ops", deadPlaces},
	{"unused arguments", unusedPlaces},
	{"plain constants", splatPlaces},
}

type reducer struct {
	best  *ir.Op
	left  int
	fails func(*ir.Op) bool
}

// reduce tries a kind of change at ever smaller sets of places.
func (r *reducer) reduce(c change) (progress bool) {
	count := len(c.places(r.best))
	for size := count; size > 0 && r.left > 0; {
		reduced := false
		// From the end: users before what they use.
		for end := count; end > 0 && r.left > 0; end -= size {
			m := copyOf(r.best)
			places := c.places(m)
			changed := false
			for i := min(end, len(places)) - 1; i >= max(0, end-size); i-- {
				changed = places[i]() || changed
			}
			if changed && r.accept(m) {
				reduced, progress = true, true
			}
		}
		count = len(c.places(r.best))
		if !reduced || size > count {
			size = min(size, count+1) / 2
		}
	}
	return progress
}

// accept makes m the best module if it is valid and still fails.
func (r *reducer) accept(m *ir.Op) bool {
	if ir.Verify(m) != nil {
		return false
	}
	r.left--
	if !r.fails(copyOf(m)) {
		return false
	}
	r.best = m
	return true
}

func copyOf(m *ir.Op) *ir.Op { return ir.NewBuilder(m.Context()).Clone(m, map[*ir.Value]*ir.Value{}) }

// ops lists all ops inside of m, parents first.
func ops(m *ir.Op) []*ir.Op {
	var list []*ir.Op
	ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		if o != m {
			list = append(list, o)
		}
		return ir.Advance
	})
	return list
}
