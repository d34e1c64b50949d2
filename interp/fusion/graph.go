// Package fusion runs a group of elementwise ops, broadcasts and reductions as one kernel: tile by
// tile, so that what the ops hand to each other never leaves the cache.
//
// # Rows
//
// A fusion has a number of rows. Every value that it computes is that many rows of elements: the
// extents of its leading dimensions multiply to the number of rows, the other dimensions are the
// inner shape, and row r depends on row r of the values it is computed from, and on anything of
// what comes from outside. The rows of a softmax over the last dimension are its vectors; those of
// a plain chain of elementwise ops may be single elements. A tile is a few consecutive rows; the
// tile program runs each op on a tile, with the byte loops of package kernel, and tiles run in
// parallel. This is what compilers know as loop fusion of the outermost parallel loops: Kennedy,
// McKinley, "Maximizing loop parallelism and improving data locality via loop fusion and
// distribution", 1993.
//
// # Chains
//
// Elementwise ops on f32 that follow each other hand their results on in registers, block by block,
// where there is machine code for it (kernel.Chain). What repeats in rows, a number for each row or
// one row for all, is then read where it is and not written out. An op that is costly gives memory
// the time to bring what the tile after it reads.
//
// # Exactness
//
// Every op is executed by itself with its own rounding and every reduction combines in the order of
// kernel.ResolveReduce, so results are the bits that the ops compute one by one, for any number of
// workers.
package fusion

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// Kind is what a node does.
type Kind uint8

const (
	// Operand is a tensor from outside; its number is that of operands before it.
	Operand Kind = iota
	// Constant is Data, which has the node's shape, or rank 0 and is repeated.
	Constant
	// Iota counts along dimension Dims[0].
	Iota
	// Elementwise applies Blocks, or else Steps; the shapes of the arguments broadcast.
	Elementwise
	// Broadcast lays dimension i of its argument along dimension Dims[i].
	Broadcast
	// Reshape keeps the elements in row-major order.
	Reshape
	// Reduce combines the elements along Dims as Reduction says; a second argument is the initial
	// value, an operand or constant.
	Reduce
	// Multiply is the contraction of its arguments that Product says.
	Multiply
)

// Node computes one value.
type Node struct {
	Kind   Kind
	DType  tensor.DType
	Shape  []int
	Args   []int // numbers of earlier nodes
	Blocks kernel.Blocks
	// Steps are the nodes, elementwise ones and constants, that an elementwise node consists of.
	// Their arguments are the numbers of the node's own ones, followed by those of earlier steps;
	// the last one is the result. Shapes are those of the node.
	Steps     []Node
	Dims      []int
	Reduction string
	Product   *Product
	Data      *tensor.Tensor
}

// Graph is what a fusion computes.
type Graph struct {
	Nodes   []Node // each after its arguments
	Results []int  // numbers of nodes
}

// MaxIota bounds the extent of a dimension that is counted along: its numbers are kept in a table.
const MaxIota = 1 << 16

// computed reports whether a node computes a value for every tile. All others only say how elements
// are found.
func (g *Graph) computed(n int) bool {
	switch node := &g.Nodes[n]; node.Kind {
	case Elementwise, Reduce, Multiply:
		return true
	case Broadcast, Reshape:
		return g.computed(node.Args[0])
	}
	return false
}

// Compile makes the tile program of a graph whose shapes are known. It fails, and says why, for one
// that is not rows of anything; then its ops can only be run one by one.
func Compile(g *Graph) (*Program, error) {
	g = g.expanded()
	if g.endsWhole() {
		return compileWhole(g)
	}
	var best *Program
	var why error
	reduces := slices.ContainsFunc(g.Nodes, func(n Node) bool { return n.Kind == Reduce })
	for _, rows := range candidates(g) {
		p, err := compile(g, rows)
		if err != nil {
			why = err
			continue
		}
		if !reduces {
			// The longest rows that fit into a tile have the least broadcasting between them. Where
			// these are short, and what they share is gathered, a few that are longer have less.
			if best != nil && p.gathers() && p.inner < shortRow && best.inner <= longRow && best.rows >= fewRows {
				break
			}
			if best = p; p.inner <= tileElements {
				break
			}
			continue
		}
		// Reductions are fastest when a row has nothing else in it, unless what all of them share
		// is then gathered element by element.
		if best == nil || best.gathers() || !p.gathers() {
			best = p
		}
	}
	if best == nil {
		return nil, why
	}
	return best, nil
}

// expanded is the graph with the steps of nodes in the place of these.
func (g *Graph) expanded() *Graph {
	if !slices.ContainsFunc(g.Nodes, func(n Node) bool { return len(n.Steps) > 0 }) {
		return g
	}
	out := &Graph{}
	at := make([]int, len(g.Nodes)) // new numbers of nodes
	for i, node := range g.Nodes {
		args := renumbered(node.Args, at)
		for _, step := range node.Steps {
			step.Args = renumbered(step.Args, args)
			if step.Kind == Elementwise { // a constant is a number
				step.Shape = node.Shape
			}
			args = append(args, len(out.Nodes))
			out.Nodes = append(out.Nodes, step)
		}
		if len(node.Steps) == 0 {
			node.Args = args
			out.Nodes = append(out.Nodes, node)
		}
		at[i] = len(out.Nodes) - 1
	}
	out.Results = renumbered(g.Results, at)
	return out.expanded() // steps may have steps
}

// candidates lists the numbers of rows that the largest computed value can be cut into, the least
// first.
func candidates(g *Graph) []int {
	var largest []int
	for i := range g.Nodes {
		shape := g.Nodes[i].Shape
		if g.Nodes[i].Kind == Reduce {
			shape = g.Nodes[g.Nodes[i].Args[0]].Shape
		}
		if g.computed(i) && shapes.Product(shape) >= shapes.Product(largest) {
			largest = shape
		}
	}
	return slices.Collect(Cuts(largest))
}
