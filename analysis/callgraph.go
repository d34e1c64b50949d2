package analysis

import (
	"slices"

	"github.com/tg-opt/tg/internal/scc"
	"github.com/tg-opt/tg/ir"
)

// CallGraph says which functions call which, as far as that is known: MLIR's
// CallGraph. It is not kept up to date.
type CallGraph struct {
	// Nodes are the functions with a body, in the order of the text.
	Nodes []*CallNode
	of    map[*ir.Region]*CallNode
	// from calls every function that is not inside of another one; unknown
	// stands for all callees that are not in the graph.
	from, unknown *CallNode
}

// CallNode is a function.
type CallNode struct {
	// Body is nil for what is outside of the graph.
	Body *ir.Region
	// Outer is the function around this one, or nil.
	Outer *CallNode
	// HasInner says that there are functions inside of this one.
	HasInner bool
	// edges are what it calls and the functions inside of it, each once.
	edges  []*CallNode
	callee map[*CallNode]bool
	inner  map[*CallNode]bool
	mark   scc.Mark
}

// Mark and Edges make functions the nodes of a graph.
func (n *CallNode) Mark() *scc.Mark    { return &n.mark }
func (n *CallNode) Edges() []*CallNode { return n.edges }

// Op is the function itself.
func (n *CallNode) Op() *ir.Op { return n.Body.Parent() }

// Calls reports whether a call of m, or m itself, is in n.
func (n *CallNode) Calls(m *CallNode) bool { return n.callee[m] || n.inner[m] }

// IsAround reports whether n is m or m is inside of it.
func (n *CallNode) IsAround(m *CallNode) bool {
	for ; m != nil; m = m.Outer {
		if m == n {
			return true
		}
	}
	return false
}

// NewCallGraph makes the graph of the functions in root.
func NewCallGraph(root *ir.Op, calls *Calls) *CallGraph {
	g := &CallGraph{of: map[*ir.Region]*CallNode{}, from: newCallNode(nil), unknown: newCallNode(nil)}
	// A function may call one that comes later: functions first, then calls.
	g.walk(root, func(o *ir.Op, around *CallNode) {
		body := CallableBody(o)
		if body == nil {
			return
		}
		n := newCallNode(body)
		n.Outer = around
		g.of[body] = n
		g.Nodes = append(g.Nodes, n)
		if around == nil {
			around = g.from
		} else {
			around.HasInner = true
		}
		around.addTo(&around.inner, n)
	})
	g.walk(root, func(o *ir.Op, around *CallNode) {
		if around != nil && around != g.of[CallableBody(o)] && IsCall(o) {
			around.addTo(&around.callee, g.Callee(calls.Resolve(o)))
		}
	})
	return g
}

func newCallNode(body *ir.Region) *CallNode { return &CallNode{Body: body} }

func (n *CallNode) addTo(set *map[*CallNode]bool, m *CallNode) {
	if (*set)[m] {
		return
	}
	if *set == nil {
		*set = map[*CallNode]bool{}
	}
	(*set)[m] = true
	n.edges = append(n.edges, m)
}

// walk visits ops with the function around them, or nil.
func (g *CallGraph) walk(root *ir.Op, visit func(o *ir.Op, around *CallNode)) {
	nodes := map[*ir.Region]*CallNode{}
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		around := nodes[o.Region()]
		if o == root {
			around = nil
		}
		visit(o, around)
		for _, r := range o.Regions() {
			nodes[r] = around
			if n := g.of[r]; n != nil {
				nodes[r] = n
			}
		}
		return ir.Advance
	})
}

// Node is the function with that body, or nil.
func (g *CallGraph) Node(body *ir.Region) *CallNode { return g.of[body] }

// Callee is the node of what a call names; one without Body if that is not in
// the graph.
func (g *CallGraph) Callee(fn *ir.Op) *CallNode {
	if fn != nil {
		if n := g.of[CallableBody(fn)]; n != nil {
			return n
		}
	}
	return g.unknown
}

// Components lists the strongly connected components, callees before callers,
// in the order of LLVM's scc_iterator. What is outside of the graph is left out.
func (g *CallGraph) Components() [][]*CallNode {
	var components [][]*CallNode
	for _, c := range scc.Components([]*CallNode{g.from}) {
		c = slices.DeleteFunc(c, func(n *CallNode) bool { return n.Body == nil })
		if len(c) > 0 {
			components = append(components, c)
		}
	}
	return components
}
