// Package check verifies what package memory plans: schedules of graphs and
// places of buffers. It has the types of package memory and nothing else of it;
// where that walks forwards, this walks backwards, so that a mistake would have
// to be made twice in two ways.
package check

import (
	"errors"
	"fmt"
	"math"

	"github.com/tg-opt/tg/memory"
)

// Schedule verifies that a schedule computes every node of a graph, each where
// all that it reads or comes after has been computed, those that must not be
// computed again once, the first computations in the initial order if fixed, and
// that at most budget bytes are live at any step; a negative budget is no limit.
func Schedule(g *memory.Graph, s memory.Schedule, budget int64, fixed bool) error {
	peak, step, err := peak(g, s)
	if err != nil {
		return err
	}
	count := make([]int, len(g.Nodes))
	next := int32(0)
	for t, v := range s {
		count[v]++
		if count[v] > 1 && g.Nodes[v].Once {
			return fmt.Errorf("step %d computes %s again, which may be computed only once", t, name(g, v))
		}
		if fixed && count[v] == 1 {
			if v != next {
				return fmt.Errorf("step %d computes %s for the first time, and the next one of the initial order is %s",
					t, name(g, v), name(g, next))
			}
			next++
		}
	}
	for v, c := range count {
		if c == 0 {
			return fmt.Errorf("%s is not computed", name(g, int32(v)))
		}
	}
	if budget >= 0 && peak > budget {
		return fmt.Errorf("%d bytes are live at step %d, which computes %s; the budget is %d",
			peak, step, name(g, s[step]), budget)
	}
	return nil
}

// Peak is the most bytes that are live at a step of a schedule. The schedule need
// not compute every node, but what a step needs has to be computed before it.
func Peak(g *memory.Graph, s memory.Schedule) (int64, error) {
	bytes, _, err := peak(g, s)
	return bytes, err
}

// peak is also the first step that has the peak; -1 if there is no step.
func peak(g *memory.Graph, s memory.Schedule) (bytes int64, step int, err error) {
	if err := Graph(g); err != nil {
		return 0, -1, err
	}
	if err := operandsExist(g, s); err != nil {
		return 0, -1, err
	}
	// Backwards, a value is wanted between two steps if a later step reads it before it
	// is computed anew, or if it is to be there at the end. The wanted bytes are live
	// at the step before and at the one behind, so no sum here exceeds what is live.
	wanted := make([]bool, len(g.Nodes))
	var sum, most total
	step = -1
	for v := range g.Nodes {
		wanted[v] = g.Nodes[v].Kept
	}
	computed := make([]bool, len(g.Nodes))
	for _, v := range s {
		if !computed[v] && wanted[v] {
			sum.add(g.Nodes[v].Size)
		}
		computed[v] = true
	}
	for t := len(s) - 1; t >= 0; t-- {
		v := s[t]
		n := &g.Nodes[v]
		taken := int32(-1)
		for _, u := range n.Takes {
			if !wanted[u] {
				taken = u
				break
			}
		}
		live := sum
		live.add(n.Workspace)
		if !wanted[v] {
			live.add(n.Size)
		} else {
			sum.subtract(n.Size)
			wanted[v] = false
		}
		for _, u := range n.Reads {
			if wanted[u] {
				continue
			}
			wanted[u] = true
			sum.add(g.Nodes[u].Size)
			if u != taken {
				live.add(g.Nodes[u].Size)
			}
		}
		if !live.less(most) {
			most, step = live, t
		}
	}
	if most.high != 0 || most.low > math.MaxInt64 {
		return 0, -1, fmt.Errorf("more than %d bytes are live at step %d, which computes %s",
			int64(math.MaxInt64), step, name(g, s[step]))
	}
	return int64(most.low), step, nil
}

// operandsExist is an error if a step computes what is no node, or needs what no
// step before it has computed.
func operandsExist(g *memory.Graph, s memory.Schedule) error {
	computed := make([]bool, len(g.Nodes))
	for t, v := range s {
		if v < 0 || int(v) >= len(g.Nodes) {
			return fmt.Errorf("step %d computes node %d; the graph has %d", t, v, len(g.Nodes))
		}
		for _, u := range g.Nodes[v].Reads {
			if !computed[u] {
				return fmt.Errorf("step %d computes %s, which reads %s, which is not computed before",
					t, name(g, v), name(g, u))
			}
		}
		for _, u := range g.Nodes[v].After {
			if !computed[u] {
				return fmt.Errorf("step %d computes %s, which comes after %s, which is not computed before",
					t, name(g, v), name(g, u))
			}
		}
		computed[v] = true
	}
	return nil
}

// Graph verifies what memory.Node says of its fields: which order lists have and
// which nodes may be in them, and that no number is negative.
func Graph(g *memory.Graph) error {
	if len(g.Nodes) > math.MaxInt32 {
		return fmt.Errorf("the graph has %d nodes; at most %d can be numbered", len(g.Nodes), math.MaxInt32)
	}
	for i := range g.Nodes {
		if err := node(g, int32(i)); err != nil {
			return fmt.Errorf("%s: %w", name(g, int32(i)), err)
		}
	}
	return nil
}

// node is what Graph verifies of one node.
func node(g *memory.Graph, v int32) error {
	n := &g.Nodes[v]
	if n.Duration < 0 || n.Size < 0 || n.Workspace < 0 {
		return errors.New("its duration, size or workspace is negative")
	}
	for _, list := range [][]int32{n.Reads, n.After} {
		for i, u := range list {
			if u < 0 || u >= v {
				return fmt.Errorf("it needs node %d, which does not come before it", u)
			}
			if i > 0 && u <= list[i-1] {
				return fmt.Errorf("it names node %d behind node %d; lists are ascending", u, list[i-1])
			}
		}
	}
	for i, u := range n.Takes {
		reads := false
		for _, r := range n.Reads {
			reads = reads || r == u
		}
		if !reads {
			return fmt.Errorf("it takes over node %d, which it does not read", u)
		}
		if g.Nodes[u].Size > n.Size || g.Nodes[u].Size != g.Nodes[n.Takes[0]].Size {
			return fmt.Errorf("it takes over node %d of %d bytes: such nodes have one size, at most %d", u, g.Nodes[u].Size, n.Size)
		}
		for _, w := range n.Takes[:i] {
			if w == u {
				return fmt.Errorf("it takes over node %d twice", u)
			}
		}
	}
	return nil
}

// name is how errors name a node.
func name(g *memory.Graph, v int32) string {
	if label := g.Nodes[v].Label; label != "" {
		return fmt.Sprintf("node %d (%s)", v, label)
	}
	return fmt.Sprintf("node %d", v)
}
