package extract

import (
	"math"
	"slices"
)

// counter says of some literals how many are true: a tree of sums, whose outputs are made as they
// are needed. O. Bailleux, Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality
// Constraints", 2003, and R. Martins and others, "Incremental Cardinality Constraints for MaxSAT",
// 2014.
type counter struct {
	left, right *counter
	size        int
	outs        []lit // outs[i] is true if more than i are
}

func newCounter(lits []lit) *counter {
	if len(lits) == 1 {
		return &counter{size: 1, outs: lits}
	}
	half := len(lits) / 2
	return &counter{left: newCounter(lits[:half:half]), right: newCounter(lits[half:]), size: len(lits)}
}

// extend makes the outputs up to count.
func (c *counter) extend(s *solver, count int) {
	count = min(count, c.size)
	if len(c.outs) >= count {
		return
	}
	c.left.extend(s, count)
	c.right.extend(s, count)
	for j := len(c.outs); j < count; j++ {
		out := positive(s.variable())
		c.outs = append(c.outs, out)
		if j > 0 {
			s.add(out.not(), c.outs[j-1])
		}
		for a := max(0, j+1-len(c.right.outs)); a <= min(j+1, len(c.left.outs)); a++ {
			clause := []lit{out}
			if a > 0 {
				clause = append(clause, c.left.outs[a-1].not())
			}
			if b := j + 1 - a; b > 0 {
				clause = append(clause, c.right.outs[b-1].not())
			}
			s.add(clause...)
		}
	}
}

// output is an output of a counter.
type output struct {
	of *counter
	at int
}

// cores finds the cheapest assignment: what is wanted but cannot hold together costs as much as the
// least of it, which is taken from each, and from then on one of them may fail. That is OLL of B.
// Andres and others, "Unsatisfiability-based optimization in clasp", 2012, with strata of weights
// and hardening as in A. Ignatiev and others, "RC2", 2019.
type cores struct {
	s       *solver
	weight  []int64 // of literals that are wanted
	wanted  []lit   // those with a weight, in the order in which they came
	outputs map[lit]output
	bound   int64
	best    int64        // the cost of the best assignment known
	found   func() int64 // takes the model of s and returns what it costs
}

func newCores(s *solver, best int64) *cores {
	return &cores{s: s, best: best, outputs: map[lit]output{}}
}

// want adds to the cost of l being false.
func (c *cores) want(l lit, weight int64) {
	if weight == 0 {
		return
	}
	for len(c.weight) < len(c.s.value) {
		c.weight = append(c.weight, 0)
	}
	if c.weight[l] == 0 {
		c.wanted = append(c.wanted, l)
	}
	c.weight[l] += weight
}

// run searches until nothing is cheaper than the best, or no more work may be done. It reports
// whether the former.
func (c *cores) run() bool {
	stratum := int64(math.MaxInt64)
	stratum = c.below(stratum)
	for c.bound < c.best {
		c.harden()
		assume := c.assumptions(stratum)
		switch c.s.solve(assume, 1<<60) {
		case unknown:
			return false
		case satisfied:
			c.best = min(c.best, c.found())
			if stratum <= 1 || len(assume) == len(c.wanted) {
				if c.bound < c.best {
					c.best = c.bound // all that is wanted holds: what is found costs the bound
				}
				return true
			}
			stratum = c.below(stratum)
		case refuted:
			if len(c.s.core) == 0 {
				c.bound = c.best
				return true
			}
			c.relax(c.minimal(slices.Clone(c.s.core)))
		}
		if !c.s.m.spend(int64(len(assume))) {
			return c.bound >= c.best
		}
	}
	return true
}

// below is the next stratum of weights.
func (c *cores) below(stratum int64) int64 {
	most := int64(0)
	for _, l := range c.wanted {
		if w := c.weight[l]; w < stratum {
			most = max(most, w)
		}
	}
	return max(1, most/2+most%2)
}

// assumptions are the literals that are wanted by at least so much.
func (c *cores) assumptions(stratum int64) []lit {
	kept := c.wanted[:0]
	var list []lit
	for _, l := range c.wanted {
		if c.weight[l] == 0 {
			continue
		}
		kept = append(kept, l)
		if c.weight[l] >= stratum {
			list = append(list, l)
		}
	}
	c.wanted = kept
	slices.SortStableFunc(list, func(a, b lit) int {
		switch wa, wb := c.weight[a], c.weight[b]; {
		case wa > wb:
			return -1
		case wa < wb:
			return 1
		}
		return 0
	})
	return list
}

// harden makes true what a better assignment cannot do without.
func (c *cores) harden() {
	for _, l := range c.wanted {
		if w := c.weight[l]; w > 0 && w >= c.best-c.bound {
			c.weight[l] = 0
			c.s.add(l)
		}
	}
}

// minimal drops what a core does not need, as far as that is found quickly.
func (c *cores) minimal(core []lit) []lit {
	for range 4 {
		if len(core) <= 1 || c.s.solve(core, 1000) != refuted || len(c.s.core) == 0 || len(c.s.core) >= len(core) {
			break
		}
		core = slices.Clone(c.s.core)
	}
	if len(core) > 60 {
		return core
	}
	slices.SortStableFunc(core, func(a, b lit) int { return compare(c.weight[a], c.weight[b]) })
	for i := 0; i < len(core) && len(core) > 1; {
		without := slices.Delete(slices.Clone(core), i, i+1)
		if c.s.solve(without, 100) == refuted {
			if len(c.s.core) == 0 {
				return core
			}
			core = slices.DeleteFunc(without, func(l lit) bool { return !slices.Contains(c.s.core, l) })
		} else {
			i++
		}
	}
	return core
}

func compare(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// relax pays for a core.
func (c *cores) relax(core []lit) {
	least := int64(math.MaxInt64)
	for _, l := range core {
		least = min(least, c.weight[l])
	}
	c.bound += least
	var failing []lit
	for _, l := range core {
		c.weight[l] -= least
		failing = append(failing, l.not())
		if o, ok := c.outputs[l]; ok && o.at+1 < o.of.size {
			c.wantOutput(output{o.of, o.at + 1}, least)
		}
	}
	if len(core) == 1 {
		c.s.add(failing[0])
		return
	}
	c.s.add(failing...)
	count := newCounter(failing)
	at := 1
	for ; at < len(core); at++ { // as long as more of them must fail
		count.extend(c.s, at+1)
		if c.s.solve([]lit{count.outs[at].not()}, 200) != refuted || c.s.broken {
			break
		}
		c.s.add(count.outs[at])
		c.bound += least
	}
	if at < len(core) {
		c.wantOutput(output{count, at}, least)
	}
}

// landmark pays for a set of nodes of which one is chosen.
func (c *cores) landmark(e *encoding, l landmark) {
	c.bound += l.cost
	some := make([]lit, 0, len(l.nodes))
	for _, n := range l.nodes {
		some = append(some, positive(e.node[n]))
	}
	c.s.add(some...)
	if len(some) > 1 {
		c.wantOutput(output{newCounter(some), 1}, l.cost)
	}
}

// wantOutput wants an output to be false.
func (c *cores) wantOutput(o output, weight int64) {
	o.of.extend(c.s, o.at+1)
	l := o.of.outs[o.at].not()
	c.outputs[l] = o
	c.want(l, weight)
}
