package storage

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
)

// Candidate is a schedule of a function that computes values again, as `rematerialize` finds it.
type Candidate struct {
	// Total is what the function takes, with its results.
	Total int64
	// Again are the ops that run once more, in the order of the schedule, one as often as it does.
	Again []*ir.Op

	block    *block
	builder  *ir.Builder
	schedule memory.Schedule
}

// Apply makes the function what the candidate says, for good.
func (c *Candidate) Apply() { c.block.apply(c.builder, c.schedule, nil) }

// candidateMoves is how long the search for candidates is: who asks looks at several functions.
const candidateMoves = 20_000

// Functions of more than manyNodes are searched in the order in which they are, since all orders
// take some times as long, and so many ops of schedules are placed, which takes longest.
const (
	manyNodes = 4000
	mostOps   = 160_000
)

// Candidates are schedules of a function for less and less memory, the function as it is first.
// They depend on nothing but the function and the machine. There are none where the function cannot
// be planned.
func Candidates(b *ir.Builder, fn *ir.Op, machine *cost.Machine) ([]Candidate, error) {
	m := &rematerializer{builder: b, fn: fn, opt: &RematerializeOptions{Order: "free", Workers: 1, Moves: candidateMoves, model: machine}}
	var err error
	if m.frame, err = frameOf(fn, 1); err != nil {
		return nil, err
	}
	if err := m.open(); err != nil {
		return nil, err
	}
	most := math.MaxInt
	if len(m.block.ops) > manyNodes {
		m.opt.Order, most = "fixed", max(2, mostOps/len(m.block.ops))
	}
	points, err := m.points()
	if err != nil {
		return nil, err
	}
	list := []Candidate{{Total: m.frame.Total(), block: m.block, builder: b, schedule: m.block.graph.Initial()}}
	for i := range points {
		points[i].Schedule = needed(m.block.graph, points[i].Schedule)
		points[i].Duration = m.block.graph.Duration(points[i].Schedule)
	}
	slices.SortStableFunc(points, memory.Point.Compare)
	for _, i := range Spread(len(points), most) {
		p := points[i]
		total, err := m.total(p.Schedule, list[len(list)-1].Total)
		if err != nil {
			return nil, err
		}
		if total < list[len(list)-1].Total {
			list = append(list, Candidate{Total: total, Again: m.block.again(p.Schedule), block: m.block, builder: b, schedule: p.Schedule})
		}
	}
	return list, nil
}

// Spread is at most k numbers below n, evenly, the first and the last included.
func Spread(n, k int) (list []int) {
	k = min(n, k)
	for i := range k {
		list = append(list, i*(n-1)/max(1, k-1))
	}
	return list
}

// again lists the ops that a schedule runs once more.
func (g *block) again(s memory.Schedule) (list []*ir.Op) {
	seen := make([]bool, len(g.ops))
	for _, n := range s {
		if seen[n] {
			list = append(list, g.ops[n])
		}
		seen[n] = true
	}
	return list
}

// Floor is what no schedule of a function goes below: the op that needs most by itself, with all
// that it reads, and how much that is.
func Floor(fn *ir.Op, machine *cost.Machine) (bytes int64, o *ir.Op, err error) {
	m := &rematerializer{fn: fn, opt: &RematerializeOptions{Workers: 1, model: machine}}
	if m.frame, err = frameOf(fn, 1); err != nil {
		return 0, nil, err
	}
	if err := m.open(); err != nil {
		return 0, nil, err
	}
	bytes, o = m.block.floor()
	return bytes, o, nil
}
