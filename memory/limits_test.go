package memory

import (
	"strings"
	"testing"
)

// What is too much is refused at its place, before it is kept.
func TestLimits(t *testing.T) {
	const node = `{"duration": 1, "size": 1`
	for _, c := range []struct{ text, want string }{
		{`{"nodes": [` + node + "}," + node + "},\n" + node, "f:2:1: error: the graph has more than 2 nodes, which is the limit"},
		{"{\"edges\": [[0, 1], [1, 2],\n[2", "f:2:1: error: the graph has more than 2 edges, which is the limit"},
		{"{\"after\": [[0, 1], [1, 2],\n[2", "f:2:1: error: the graph has more than 2 edges, which is the limit"},
		{`{"nodes": [` + node + ", \"takes\": [0, 1,\n2", "f:2:1: error: the nodes take over more than 2 others, which is the limit"},
	} {
		r := newGraphReader("f", []byte(c.text))
		r.maxNodes, r.maxEdges = 2, 2
		if _, err := r.read(); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	s := &scheduleReader{name: "f", text: []byte("0\n0\n0\n"), maxSteps: 2, graph: &Graph{Nodes: make([]Node, 1)}, computed: make([]bool, 1)}
	if _, err := s.read(); err == nil || !strings.HasPrefix(err.Error(), "f:3:1: error: the schedule has more than 2 steps") {
		t.Errorf("got %v", err)
	}
}
