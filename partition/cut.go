// Package partition decides what a backward pass is handed by the forward pass, and what it
// computes again.
//
// cut.go is the choice of least cost among graphs without meaning; package autodiff
// asks it, too. joint.go reads a function that is both passes, and merges what it computes twice;
// alternative.go knows what may be read for something else, price.go what saving and computing
// again cost, and choose.go asks for the best plan. split.go and together.go make functions of a
// plan, and pair.go makes one function of two. sweep.go and bound.go find plans for less and less
// memory, and peak.go what they take; report.go, tell.go and draw.go say what was chosen.
package partition

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/internal/mincut"
)

// Cost is what a choice costs.
type Cost = mincut.Cost

// Never is the cost of what must not be.
var Never = mincut.Never

// Value is something that the backward pass may need.
type Value struct {
	// Op is the number of the op that makes it; -1 for what is given.
	Op int32
	// Direct says that the backward pass reads it itself.
	Direct bool
	// Save is the cost of handing it over.
	Save Cost
}

// Op makes values.
type Op struct {
	// Again is the cost of running it again in the backward pass, with what it reads.
	Again Cost
	// Reads are the numbers of the values that it reads.
	Reads []int32
}

// Problem asks which values are handed over, and which ops run again: what is read directly is
// handed over, or its op runs again, which reads its operands.
type Problem struct {
	Values []Value
	Ops    []Op
}

// Choice answers a Problem. Both lists are in order.
type Choice struct {
	Saved []int // values
	Again []int // ops
}

// Cost is what a choice costs.
func (p *Problem) Cost(c Choice) (sum Cost) {
	for _, v := range c.Saved {
		sum = sum.Plus(p.Values[v].Save)
	}
	for _, o := range c.Again {
		sum = sum.Plus(p.Ops[o].Again)
	}
	return sum
}

// Infeasible is a value that must be handed over, although it must not be, and has no op that may
// run again; -1 if there is none.
func (p *Problem) Infeasible() int {
	needed := make([]bool, len(p.Values))
	var work []int
	need := func(v int) {
		if !needed[v] {
			needed[v] = true
			work = append(work, v)
		}
	}
	for v := range p.Values {
		if p.Values[v].Direct {
			need(v)
		}
	}
	for ; len(work) > 0; work = work[1:] {
		v := &p.Values[work[0]]
		if v.Save.Compare(Never) < 0 {
			continue
		}
		if v.Op < 0 || p.Ops[v.Op].Again.Compare(Never) >= 0 {
			return work[0]
		}
		for _, x := range p.Ops[v.Op].Reads {
			need(int(x))
		}
	}
	return -1
}

// Solve finds the choice of least cost; of several the one nearest to the backward pass: a value is
// computed again only if all of them do so. It is a minimum cut. Each value has a node for being at
// hand in the backward pass, and each op one for running there.
func (p *Problem) Solve() Choice {
	t := p.trees()
	g := mincut.New(2 + len(p.Values) + len(p.Ops))
	const source, sink = 0, 1
	value, op := func(k int) int { return 2 + k }, func(k int) int { return 2 + len(p.Values) + k }
	for k := range p.Values {
		v := &p.Values[k]
		if v.Direct {
			g.Edge(source, value(k), mincut.Endless)
		}
		switch {
		case t.closed[k]:
			g.Edge(value(k), sink, t.price[k])
		case v.Op < 0:
			g.Edge(value(k), sink, v.Save)
		default:
			g.Edge(value(k), op(int(v.Op)), v.Save)
		}
	}
	for k := range p.Ops {
		if t.inside[k] {
			continue
		}
		g.Edge(op(k), sink, p.Ops[k].Again)
		for _, x := range p.Ops[k].Reads {
			g.Edge(op(k), value(int(x)), mincut.Endless)
		}
	}
	near := g.Minimum(source, sink)
	return p.read(t, near[2:2+len(p.Values)], near[2+len(p.Values):])
}

// read is the choice of a cut, which says of each value whether it is at hand, and of ops outside
// of trees whether they run.
func (p *Problem) read(t *trees, hand, runs []bool) (c Choice) {
	var work []int
	for k := range p.Values {
		if hand[k] && t.closed[k] {
			work = append(work, k)
		}
	}
	for ; len(work) > 0; work = work[1:] {
		v := work[0]
		hand[v] = true
		if o := p.Values[v].Op; o >= 0 && t.again[v] {
			runs[o] = true
			for _, x := range p.Ops[o].Reads {
				work = append(work, int(x))
			}
		}
	}
	for k := range p.Values {
		if o := p.Values[k].Op; hand[k] && (o < 0 || !runs[o]) {
			c.Saved = append(c.Saved, k)
		}
	}
	for k := range p.Ops {
		if runs[k] {
			c.Again = append(c.Again, k)
		}
	}
	return c
}

// trees are the values that are read in one place only, and whose ops read nothing but such values:
// what having one costs does not depend on anything else, and the network need not hold how it is
// had. So a chain as long as a program is one edge.
type trees struct {
	closed []bool // by value
	price  []Cost // of having it, of those that are closed
	again  []bool // whether its op runs for that
	inside []bool // by op: what it makes is closed
}

func (p *Problem) trees() *trees {
	t := &trees{closed: make([]bool, len(p.Values)), price: make([]Cost, len(p.Values)), again: make([]bool, len(p.Values)), inside: make([]bool, len(p.Ops))}
	reader, made := make([]int32, len(p.Values)), make([]int32, len(p.Ops))
	makes := make([]int32, len(p.Ops)) // the last value
	for k := range reader {
		reader[k] = -1
	}
	const many = -2
	for k := range p.Ops {
		for _, x := range p.Ops[k].Reads {
			switch reader[x] {
			case -1:
				reader[x] = int32(k)
			case int32(k):
			default:
				reader[x] = many
			}
		}
	}
	open := make([]int32, len(p.Ops)) // how many of its values are not closed and its own
	for k := range p.Ops {
		seen := slices.Clone(p.Ops[k].Reads)
		slices.Sort(seen)
		open[k] = int32(len(slices.Compact(seen)))
	}
	var ready []int // values
	for k := range p.Values {
		if o := p.Values[k].Op; o >= 0 {
			made[o]++
			makes[o] = int32(k)
		} else {
			t.closed[k], t.price[k] = true, p.Values[k].Save
			ready = append(ready, k)
		}
	}
	for k := range p.Ops {
		if open[k] == 0 && made[k] == 1 {
			ready = append(ready, p.close(t, k, int(makes[k])))
		}
	}
	for ; len(ready) > 0; ready = ready[1:] {
		o := reader[ready[0]]
		if o < 0 || p.Values[ready[0]].Direct {
			continue
		}
		if open[o]--; open[o] == 0 && made[o] == 1 {
			ready = append(ready, p.close(t, int(o), int(makes[o])))
		}
	}
	return t
}

// close closes the value that an op makes of closed ones.
func (p *Problem) close(t *trees, o, v int) int {
	again := p.Ops[o].Again
	seen := slices.Clone(p.Ops[o].Reads)
	slices.SortFunc(seen, cmp.Compare)
	for _, x := range slices.Compact(seen) {
		again = again.Plus(t.price[x]).Min(Never)
	}
	t.closed[v], t.inside[o] = true, true
	t.price[v] = p.Values[v].Save
	if again.Compare(t.price[v]) < 0 {
		t.price[v], t.again[v] = again, true
	}
	return v
}
