package fusion

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// Reductions of operands, of which something small is computed, gain nothing from tiles: they run
// as they do by themselves, and the rest is a stage behind them.

// wholeReduction is a reduction of an operand.
type wholeReduction struct {
	run             kernel.Reduce
	result, operand int
	init            int            // number of an operand, or -1
	initial         *tensor.Tensor // a constant to start from, or nil
}

// WholeGain is how many times as large what is reduced is, at least, as anything computed of it.
const WholeGain = 8

// endsWhole reports whether a graph is such reductions and what is computed of them.
func (g *Graph) endsWhole() bool {
	least, most := 0, 0
	if slices.ContainsFunc(g.Results, func(n int) bool { return !g.computed(n) }) {
		return false
	}
	for i := range g.Nodes {
		switch node := &g.Nodes[i]; {
		case node.Kind == Multiply:
			return false
		case node.Kind == Reduce:
			from := g.Nodes[g.source(node.Args[0])]
			if from.Kind != Operand || len(node.Args) > 1 && g.computed(node.Args[1]) {
				return false
			}
			if n := shapes.Product(from.Shape); least == 0 || n < least {
				least = n
			}
		case g.computed(i):
			most = max(most, shapes.Product(node.Shape))
		}
	}
	return most > 0 && most*WholeGain <= least
}

// source is the node whose elements node n is in another shape.
func (g *Graph) source(n int) int {
	for g.Nodes[n].Kind == Reshape {
		n = g.Nodes[n].Args[0]
	}
	return n
}

// compileWhole makes the program of such a graph.
func compileWhole(g *Graph) (*Program, error) {
	later := make([]bool, len(g.Nodes))
	for i := range g.Nodes {
		later[i] = g.Nodes[i].Kind == Elementwise || slices.ContainsFunc(g.Nodes[i].Args, func(a int) bool { return later[a] || g.Nodes[a].Kind == Reduce })
	}
	front, behind, err := g.divided(later, func(n int) bool { return g.Nodes[n].Kind == Reduce })
	if err != nil {
		return nil, err
	}
	p := newProgram(1)
	p.tile, p.strip, p.graph, p.behind = 1, 1, front, behind
	operand := make([]int, len(front.Nodes)) // by node
	for i := range front.Nodes {
		if front.Nodes[i].Kind == Operand {
			operand[i] = p.operands
			p.operands++
		}
	}
	for k, n := range front.Results {
		node := &front.Nodes[n]
		x := front.source(node.Args[0])
		w := wholeReduction{result: k, operand: operand[x], init: -1}
		shape := front.Nodes[node.Args[0]].Shape
		if w.run, err = kernel.ResolveReduce(node.Reduction, node.DType, shape, node.Dims); err != nil {
			return nil, err
		}
		if len(node.Args) > 1 {
			if init := &front.Nodes[front.source(node.Args[1])]; init.Kind == Constant {
				w.initial = init.Data
			} else {
				w.init = operand[front.source(node.Args[1])]
			}
		}
		p.whole = append(p.whole, w)
		p.wholeBytes = max(p.wholeBytes, alignUp(kernel.ReduceWorkspace(node.Reduction, node.DType, shape, node.Dims)))
		p.ops += shapes.Product(shape)
	}
	return p, behind.compile(p)
}

// reduceWhole runs the reductions of operands.
func (p *Program) reduceWhole(w []byte, out, in []*tensor.Tensor) {
	for i := range p.whole {
		r := &p.whole[i]
		init := r.initial
		if r.init >= 0 {
			init = in[r.init]
		}
		r.run(w[:p.wholeBytes], out[r.result], in[r.operand], init)
	}
}
