package memory

import (
	"cmp"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/tg-opt/tg/internal/charset"
	"github.com/tg-opt/tg/internal/input"
)

// What a file may have at most. Larger ones are refused when the first thing too
// much is read.
const (
	MaxNodes = 1 << 22
	MaxEdges = 1 << 25 // of "edges", "after" and "takes" each
	MaxSteps = 1 << 27
)

// The keys of objects, those that must be there first.
var (
	graphKeys   = []string{"nodes", "edges", "after", "name", "source", "initial", "floor"}
	nodeKeys    = []string{"duration", "size", "label", "workspace", "takes", "once", "kept"}
	initialKeys = []string{"peak", "duration"}
)

// graphReader reads a graph. Where things are is kept until all that they speak
// of has been read, since the keys of an object have no order.
type graphReader struct {
	jsonText
	maxNodes, maxEdges   int
	graph                *Graph
	reads, after, takes  []textEdge
	duration, bytes      int64 // sums over all nodes
	peak, initial, floor statedNumber
}

// textEdge is a pair of nodes and where the text has it.
type textEdge struct {
	u, v int32
	at   int
}

// statedNumber is a number that a file states and that follows from the rest of it.
type statedNumber struct {
	value int64
	at    int
	given bool
}

// ReadGraph reads a graph from JSON:
//
//	{"name": "...", "source": "...",
//	 "initial": {"peak": 72, "duration": 9}, "floor": 72,
//	 "nodes": [{"duration": 4, "size": 64, "label": "..."},
//	           {"duration": 5, "size": 8, "workspace": 0, "takes": [], "once": true, "kept": true}],
//	 "edges": [[0, 1]],
//	 "after": [[0, 1]]}
//
// An edge [u, v] says that v reads u, and in "after" that v comes after u; u < v.
// Only nodes with durations and sizes, and edges, must be there. What the file
// states of the initial order and the floor must be right. The source is dropped.
// An error is `name:line:col: error: ...`.
func ReadGraph(from io.Reader, name string) (*Graph, error) {
	text, err := readText(from, name)
	if err != nil {
		return nil, err
	}
	return newGraphReader(name, text).read()
}

func newGraphReader(name string, text []byte) *graphReader {
	return &graphReader{jsonText: jsonText{name: name, text: text}, maxNodes: MaxNodes, maxEdges: MaxEdges, graph: &Graph{}}
}

// read reads the whole text.
func (r *graphReader) read() (*Graph, error) {
	if err := r.object("a graph", graphKeys, 2, r.field); err != nil {
		return nil, err
	}
	if r.space(); r.at < len(r.text) {
		return nil, r.fail(r.at, "expected the end of the text behind the graph, but found %s", r.found())
	}
	if err := r.link(); err != nil {
		return nil, err
	}
	if err := r.compare(); err != nil {
		return nil, err
	}
	return r.graph, nil
}

// readText reads a text that is to be UTF-8.
func readText(from io.Reader, name string) ([]byte, error) {
	text, err := input.Text(0).ReadAll(from)
	if err != nil {
		return nil, fileError(name, nil, 0, "%v", err)
	}
	if fault := charset.Fault(string(text[:min(len(text), charset.Window)])); fault != "" {
		return nil, fileError(name, nil, 0, "%s", fault)
	}
	if !utf8.Valid(text) {
		at := 0
		for {
			c, size := utf8.DecodeRune(text[at:])
			if c == utf8.RuneError && size == 1 {
				return nil, fileError(name, text, at, "the byte %#02x is not UTF-8; save the text as UTF-8", text[at])
			}
			at += size
		}
	}
	return text, nil
}

// field reads the value of a key of the graph.
func (r *graphReader) field(key string) (err error) {
	switch key {
	case "name":
		r.graph.Name, err = r.str("the name of the graph")
	case "source":
		_, err = r.str("where the graph is from")
	case "nodes":
		return r.list("the nodes of the graph", r.node)
	case "edges":
		return r.list("the edges of the graph, each [u, v]", func() error { return r.pair(&r.reads) })
	case "after":
		return r.list("pairs [u, v] where v comes after u", func() error { return r.pair(&r.after) })
	case "initial":
		return r.object("what the initial order has", initialKeys, 0, func(key string) error {
			if key == "peak" {
				return r.state("the initial peak", &r.peak)
			}
			return r.state("the initial duration", &r.initial)
		})
	case "floor":
		return r.state("the floor", &r.floor)
	}
	return err
}

// state reads a number that is compared in the end.
func (r *graphReader) state(what string, s *statedNumber) (err error) {
	r.space()
	s.at, s.given = r.at, true
	s.value, err = r.integer(what)
	return err
}

// node reads {...} of one node.
func (r *graphReader) node() error {
	r.space()
	v := len(r.graph.Nodes)
	if v == r.maxNodes {
		return r.fail(r.at, "the graph has more than %d nodes, which is the limit", r.maxNodes)
	}
	var n Node
	err := r.object("a node", nodeKeys, 2, func(key string) (err error) {
		switch key {
		case "duration":
			n.Duration, err = r.share("the duration", &r.duration)
		case "size":
			n.Size, err = r.share("the size", &r.bytes)
		case "workspace":
			n.Workspace, err = r.share("the workspace", &r.bytes)
		case "label":
			n.Label, err = r.str("the label of the node")
		case "once":
			n.Once, err = r.boolean("whether the node must not be computed again")
		case "kept":
			n.Kept, err = r.boolean("whether the value is live until the end")
		case "takes":
			return r.list("the nodes whose storage it takes over", func() error {
				r.space()
				e := textEdge{v: int32(v), at: r.at}
				if len(r.takes) == r.maxEdges {
					return r.fail(r.at, "the nodes take over more than %d others, which is the limit", r.maxEdges)
				}
				e.u, err = r.number("the node that is taken over")
				r.takes = append(r.takes, e)
				return err
			})
		}
		return err
	})
	r.graph.Nodes = append(r.graph.Nodes, n)
	return err
}

// share reads a number and adds it to a sum, which must not overflow. At most one
// copy of a value is live, so what is live never exceeds the sum of sizes and workspaces.
func (r *graphReader) share(what string, sum *int64) (int64, error) {
	r.space()
	at := r.at
	v, err := r.integer(what)
	if err != nil {
		return 0, err
	}
	if v > math.MaxInt64-*sum {
		return 0, r.fail(at, "with %s %d the sum over the nodes so far is beyond %d; it must fit into an int64",
			what, v, int64(math.MaxInt64))
	}
	*sum += v
	return v, nil
}

// number reads the number of a node.
func (r *graphReader) number(what string) (int32, error) {
	r.space()
	at := r.at
	v, err := r.integer(what)
	if err == nil && v >= MaxNodes {
		err = r.fail(at, "%s is %d; a graph has at most %d nodes, from 0 on", what, v, MaxNodes)
	}
	return int32(v), err
}

// pair reads [u, v].
func (r *graphReader) pair(list *[]textEdge) error {
	r.space()
	e := textEdge{at: r.at}
	if len(*list) == r.maxEdges {
		return r.fail(r.at, "the graph has more than %d edges, which is the limit", r.maxEdges)
	}
	count := 0
	err := r.list("an edge [u, v]", func() (err error) {
		switch count++; count {
		case 1:
			e.u, err = r.number("node u of an edge [u, v]")
		case 2:
			e.v, err = r.number("node v of an edge [u, v]")
		default:
			r.space()
			return r.fail(r.at, "an edge has two nodes, [u, v], and here is a third")
		}
		return err
	})
	if err == nil && count != 2 {
		err = r.fail(e.at, "an edge has two nodes, [u, v], and here are %d", count)
	}
	*list = append(*list, e)
	return err
}

// link gives the nodes their lists.
func (r *graphReader) link() error {
	nodes := r.graph.Nodes
	for _, list := range []struct {
		edges []textEdge
		of    func(*Node) *[]int32
	}{
		{r.reads, func(n *Node) *[]int32 { return &n.Reads }},
		{r.after, func(n *Node) *[]int32 { return &n.After }},
	} {
		for _, e := range list.edges {
			switch {
			case int(max(e.u, e.v)) >= len(nodes):
				return r.fail(e.at, "the edge [%d, %d] names node %d; the graph has %d nodes, from 0 on",
					e.u, e.v, max(e.u, e.v), len(nodes))
			case e.u >= e.v:
				return r.fail(e.at, "the edge [%d, %d] goes backwards; it must be [u, v] with u < v, where v needs u",
					e.u, e.v)
			}
		}
		slices.SortFunc(list.edges, func(a, b textEdge) int {
			return cmp.Or(cmp.Compare(a.v, b.v), cmp.Compare(a.u, b.u), cmp.Compare(a.at, b.at))
		})
		for i, e := range list.edges {
			if i > 0 && e.u == list.edges[i-1].u && e.v == list.edges[i-1].v {
				return r.fail(e.at, "the edge [%d, %d] is given twice; each must be given once", e.u, e.v)
			}
			numbers := list.of(&nodes[e.v])
			*numbers = append(*numbers, e.u)
		}
	}
	for _, e := range r.takes {
		n := &nodes[e.v]
		if _, reads := slices.BinarySearch(n.Reads, e.u); !reads {
			return r.fail(e.at, "node %d takes over node %d, which it does not read; there must be an edge [%d, %d]",
				e.v, e.u, e.u, e.v)
		}
		if nodes[e.u].Size > n.Size || len(n.Takes) > 0 && nodes[e.u].Size != nodes[n.Takes[0]].Size {
			return r.fail(e.at, "node %d of %d bytes takes over node %d of %d; such nodes must have one size, which is not larger",
				e.v, n.Size, e.u, nodes[e.u].Size)
		}
		if slices.Contains(n.Takes, e.u) {
			return r.fail(e.at, "node %d takes over node %d twice; each must be given once", e.v, e.u)
		}
		n.Takes = append(n.Takes, e.u)
	}
	return nil
}

// compare looks whether what the file states of the graph is so.
func (r *graphReader) compare() error {
	if r.initial.given && r.initial.value != r.duration {
		return r.fail(r.initial.at, "the file states an initial duration of %d, but the durations of its nodes sum up to %d",
			r.initial.value, r.duration)
	}
	if len(r.graph.Nodes) == 0 {
		for _, s := range []statedNumber{r.peak, r.floor} {
			if s.value != 0 {
				return r.fail(s.at, "the file states %d bytes, but a graph without nodes needs none", s.value)
			}
		}
		return nil
	}
	if bytes, node := r.graph.Floor(); r.floor.given && r.floor.value != bytes {
		return r.fail(r.floor.at, "the file states a floor of %d, but the node that needs the most, %d, needs %d",
			r.floor.value, node, bytes)
	}
	if !r.peak.given {
		return nil
	}
	p, err := r.graph.Simulate(r.graph.Initial())
	if err != nil {
		return r.fail(0, "%v", err)
	}
	if r.peak.value != p.Peak {
		return r.fail(r.peak.at, "the file states an initial peak of %d, but the order 0, 1, 2, ... has %d, at node %d",
			r.peak.value, p.Peak, p.Step)
	}
	return nil
}
