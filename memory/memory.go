// Package memory plans storage: in which order to compute a graph so that little
// of it is live at once (Reorder), what to compute more than once so that it
// fits into a budget (Rematerialize), and where to put buffers in one arena
// (Assign). Each comes with a lower bound of what any answer can reach.
//
// It knows neither IR nor tensors: graphs and buffers are numbers. Package
// memory/check verifies schedules and plans by other means.
package memory

import "fmt"

// Graph is a computation. Its nodes are in an initial order, in which a node
// comes behind all that it reads.
type Graph struct {
	Name  string
	Nodes []Node
}

// Node computes one value from those of other nodes.
type Node struct {
	Label string
	// Duration is the time of one computation, in any unit; at least 0.
	Duration int64
	// Size is the bytes of the value; at least 0.
	Size int64
	// Reads are the nodes whose values it reads: each once, ascending, smaller
	// than its own number.
	Reads []int32
	// After are nodes that are computed before it though it reads nothing of
	// theirs, as effects demand; ascending, smaller than its own number.
	After []int32
	// Workspace is the bytes that one computation needs besides.
	Workspace int64
	// Takes are those of Reads whose storage the value, or a part of it, takes over
	// where it is their last reader; they have one size, that of the part. The first
	// that can be is taken.
	Takes []int32
	// Once is said of nodes that must not be computed again.
	Once bool
	// Kept is said of nodes whose values are live until the end, such as results.
	Kept bool
}

// Schedule is a list of nodes in the order in which they are computed, some of
// them more than once. Each computation makes a new copy of the value, and reads
// the latest copy of each operand. A copy is live from the step that makes it to
// the last step that reads it before the next copy is made; one that nobody
// reads during its own step only. The last copy of a kept node is live until the end.
type Schedule []int32

// Initial is the schedule 0, 1, 2, ...
func (g *Graph) Initial() Schedule {
	s := make(Schedule, len(g.Nodes))
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// Duration is the sum of the durations of a schedule.
func (g *Graph) Duration(s Schedule) int64 {
	var sum int64
	for _, v := range s {
		sum += g.Nodes[v].Duration
	}
	return sum
}

// Floor is the bytes that the largest node needs at its step, with all that it
// reads: no schedule has a lower peak. The node is -1 in a graph without nodes.
func (g *Graph) Floor() (bytes int64, node int32) {
	node = -1
	for v := range g.Nodes {
		if sum := footprint(g, v); node < 0 || sum > bytes {
			bytes, node = sum, int32(v)
		}
	}
	return bytes, node
}

// footprint is what a node needs at its step, with all that it reads.
func footprint(g *Graph, v int) int64 {
	n := &g.Nodes[v]
	sum := n.Size + n.Workspace
	for _, u := range n.Reads {
		sum += g.Nodes[u].Size
	}
	return sum - g.takenOver(n)
}

// takenOver is the size of what a node may take over.
func (g *Graph) takenOver(n *Node) int64 {
	if len(n.Takes) == 0 {
		return 0
	}
	return g.Nodes[n.Takes[0]].Size
}

// Profile says what is live during a schedule.
type Profile struct {
	// Live is the bytes at each step.
	Live []int64
	// Peak is the greatest of Live, and Step the first step that has it; -1 for
	// a schedule without steps.
	Peak int64
	Step int
	// Ends are the last steps at which the copies made by each step are live.
	// That of a copy which is taken over is the step before its last reader.
	Ends []int
}

// Simulate runs a schedule. It is an error if a step reads what has not been
// computed, or is no node.
func (g *Graph) Simulate(s Schedule) (*Profile, error) {
	p := &Profile{Live: make([]int64, len(s)+1), Ends: make([]int, len(s)), Step: -1}
	latest := make([]int, len(g.Nodes))
	for v := range latest {
		latest[v] = -1
	}
	for t, v := range s {
		if v < 0 || int(v) >= len(g.Nodes) {
			return nil, fmt.Errorf("step %d computes %d, and there are %d nodes", t, v, len(g.Nodes))
		}
		for _, list := range [][]int32{g.Nodes[v].Reads, g.Nodes[v].After} {
			for _, u := range list {
				if latest[u] < 0 {
					return nil, fmt.Errorf("step %d computes node %d before node %d, which it needs", t, v, u)
				}
			}
		}
		for _, u := range g.Nodes[v].Reads {
			p.Ends[latest[u]] = t
		}
		p.Ends[t], latest[v] = t, t
	}
	for v := range g.Nodes {
		if g.Nodes[v].Kept && latest[v] >= 0 {
			p.Ends[latest[v]] = len(s)
		}
	}
	g.takeOver(s, p)
	for t, v := range s {
		n := &g.Nodes[v]
		p.Live[t] += n.Size + n.Workspace
		p.Live[t+1] -= n.Workspace
		p.Live[min(p.Ends[t]+1, len(s))] -= n.Size
	}
	for t := range s {
		if t > 0 {
			p.Live[t] += p.Live[t-1]
		}
		if p.Step < 0 || p.Live[t] > p.Peak {
			p.Peak, p.Step = p.Live[t], t
		}
	}
	p.Live = p.Live[:len(s)]
	return p, nil
}

// takeOver ends copies one step early where their last reader takes them over.
func (g *Graph) takeOver(s Schedule, p *Profile) {
	latest := make([]int, len(g.Nodes))
	for t, v := range s {
		for _, u := range g.Nodes[v].Takes {
			if made := latest[u]; p.Ends[made] == t {
				p.Ends[made]--
				break
			}
		}
		latest[v] = t
	}
}
