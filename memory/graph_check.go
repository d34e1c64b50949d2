package memory

import (
	"fmt"
	"math"
	"slices"
)

// Check looks whether a graph is as Node describes it, and whether all sums of its
// sizes and workspaces, and that of its durations, fit into an int64. Other
// functions on graphs may do anything where it is an error.
func (g *Graph) Check() error {
	if len(g.Nodes) > math.MaxInt32 {
		return fmt.Errorf("there are %d nodes, and numbers for %d", len(g.Nodes), math.MaxInt32)
	}
	var duration, bytes int64
	for v := range g.Nodes {
		n := &g.Nodes[v]
		for _, field := range []struct {
			name  string
			value int64
			sum   *int64
		}{{"duration", n.Duration, &duration}, {"size", n.Size, &bytes}, {"workspace", n.Workspace, &bytes}} {
			if field.value < 0 {
				return fmt.Errorf("node %d has the %s %d; it must be at least 0", v, field.name, field.value)
			}
			if field.value > math.MaxInt64-*field.sum {
				return fmt.Errorf("with the %s %d of node %d the sum over the nodes so far is beyond %d",
					field.name, field.value, v, int64(math.MaxInt64))
			}
			*field.sum += field.value
		}
		if err := g.checkLists(v); err != nil {
			return err
		}
	}
	return nil
}

// checkLists is Check for the lists of a node.
func (g *Graph) checkLists(v int) error {
	n := &g.Nodes[v]
	for _, list := range [][]int32{n.Reads, n.After} {
		last := int32(-1)
		for _, u := range list {
			if u <= last || int(u) >= v {
				return fmt.Errorf("node %d needs node %d: such nodes must be ascending and smaller than its own number", v, u)
			}
			last = u
		}
	}
	for i, u := range n.Takes {
		if _, reads := slices.BinarySearch(n.Reads, u); !reads || slices.Contains(n.Takes[:i], u) {
			return fmt.Errorf("node %d takes node %d over: such nodes must be among those it reads, each once", v, u)
		}
		if size := g.Nodes[u].Size; size > n.Size || size != g.takenOver(n) {
			return fmt.Errorf("node %d of %d bytes takes node %d of %d over: such nodes must have one size, which is not larger",
				v, n.Size, u, g.Nodes[u].Size)
		}
	}
	return nil
}
