package fusion

import (
	"errors"
	"slices"

	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// # Stages
//
// The result of a reduction across rows is there when all rows have been seen. What is computed of
// such results is a program of its own, which runs then: the sums of a gradient are added to what
// there is already, scaled, or taken from a parameter, and are never in memory between.

// stage is what runs behind a program. Its operands are those of the program, and behind them
// results of that.
type stage struct {
	*Program
	graph *Graph
	// outs says for each result of both which one of the program in front it is, or, if it is
	// negative, the complement of which one of this.
	outs []int
	// sums are the results of the program in front that are operands, between those that are
	// handed on only.
	sums []int
	// between are those, and where they are in the workspace.
	between []betweenStages
	bytes   int // of all of them
	runs    parallel.Spares[stageRun]
}

// betweenStages is a result of a program that only the stage behind it reads.
type betweenStages struct {
	result, offset int
	dtype          tensor.DType
	shape          []int
}

// stages divides a graph for so many rows: in front what is computed row by row, and behind what is
// computed of reductions across rows; nil if there is nothing.
func (g *Graph) stages(rows int) (front *Graph, behind *stage, err error) {
	later := make([]bool, len(g.Nodes))
	across := func(n int) bool {
		node := &g.Nodes[n]
		if node.Kind != Reduce || later[n] {
			return false
		}
		form := node.Form()
		a, err := form.AcrossRows(g.Nodes[node.Args[0]].Shape, rows)
		return a && err == nil
	}
	some := false
	for i := range g.Nodes {
		later[i] = slices.ContainsFunc(g.Nodes[i].Args, func(a int) bool { return later[a] || across(a) })
		some = some || later[i]
	}
	if !some {
		return g, nil, nil
	}
	return g.divided(later, across)
}

// divided is the graph in two: what is computed behind, of nodes that end the front and of
// operands.
func (g *Graph) divided(later []bool, ends func(n int) bool) (front *Graph, behind *stage, err error) {
	s := &stager{whole: g, later: later, ends: ends, at: make([]int, len(g.Nodes)), front: &Graph{}, behind: &stage{graph: &Graph{}}}
	return s.divide()
}

// stager divides a graph in two.
type stager struct {
	whole  *Graph
	later  []bool // by node: it is computed behind
	ends   func(n int) bool
	at     []int // by node, plus 1: its number behind
	front  *Graph
	behind *stage
}

func (s *stager) divide() (*Graph, *stage, error) {
	g, b := s.whole, s.behind
	// Nodes keep their numbers in front; those that are computed behind are left out.
	inFront := make([]int, len(g.Nodes))
	for i, node := range g.Nodes {
		if s.later[i] {
			continue
		}
		inFront[i] = len(s.front.Nodes)
		node.Args = renumbered(node.Args, inFront)
		s.front.Nodes = append(s.front.Nodes, node)
		if node.Kind == Operand {
			s.at[i] = s.add(node)
		}
	}
	results := map[int]int{} // of the front, by node
	for _, n := range g.Results {
		if s.later[n] {
			b.outs = append(b.outs, ^len(b.graph.Results))
			b.graph.Results = append(b.graph.Results, n) // renumbered below
			continue
		}
		results[n] = len(s.front.Results)
		b.outs = append(b.outs, len(s.front.Results))
		s.front.Results = append(s.front.Results, inFront[n])
	}
	// The results that are read behind are operands there, in front of all else.
	for i := range g.Nodes {
		if s.later[i] || !s.ends(i) || !s.reads(i) {
			continue
		}
		k, is := results[i]
		node := Node{Kind: Operand, DType: g.Nodes[i].DType, Shape: g.Nodes[i].Shape}
		if !is {
			k = len(s.front.Results)
			s.front.Results = append(s.front.Results, inFront[i])
			b.between = append(b.between, betweenStages{result: k, offset: b.bytes, dtype: node.DType, shape: node.Shape})
			size, err := tensor.ByteSize(node.DType, node.Shape)
			if err != nil {
				return nil, nil, err
			}
			b.bytes += alignUp(size)
		}
		b.sums = append(b.sums, k)
		s.at[i] = s.add(node)
	}
	for i := range g.Nodes {
		if s.later[i] {
			if err := s.need(i); err != nil {
				return nil, nil, err
			}
		}
	}
	for k, n := range b.graph.Results {
		b.graph.Results[k] = s.at[n] - 1
	}
	return s.front, b, nil
}

// add adds a node behind and returns its number, plus 1.
func (s *stager) add(n Node) int {
	s.behind.graph.Nodes = append(s.behind.graph.Nodes, n)
	return len(s.behind.graph.Nodes)
}

// reads reports whether something behind reads node n.
func (s *stager) reads(n int) bool {
	for i := range s.whole.Nodes {
		if s.later[i] && slices.Contains(s.whole.Nodes[i].Args, n) {
			return true
		}
	}
	return false
}

// need adds node n behind, and what says how its arguments are found.
func (s *stager) need(n int) error {
	if s.at[n] > 0 {
		return nil
	}
	if !s.later[n] && s.whole.computed(n) {
		return errors.New("what is computed of a reduction across rows reads rows, too")
	}
	node := s.whole.Nodes[n]
	for _, a := range node.Args {
		if err := s.need(a); err != nil {
			return err
		}
	}
	args := make([]int, len(node.Args))
	for i, a := range node.Args {
		args[i] = s.at[a] - 1
	}
	node.Args = args
	s.at[n] = s.add(node)
	return nil
}

// renumbered returns numbers that list tells by the old ones.
func renumbered(old, list []int) []int {
	args := make([]int, len(old))
	for i, a := range old {
		args[i] = list[a]
	}
	return args
}

// stageRun is what one run of a stage needs.
type stageRun struct {
	between []tensor.Tensor
	front   []*tensor.Tensor // results of the program in front
	out, in []*tensor.Tensor
}

// compile makes the program of a stage behind p.
func (s *stage) compile(p *Program) (err error) {
	if s.Program, err = Compile(s.graph); err != nil {
		return err
	}
	s.runs.New = func() *stageRun {
		r := &stageRun{front: make([]*tensor.Tensor, len(p.graph.Results)), out: make([]*tensor.Tensor, len(s.graph.Results))}
		r.in = make([]*tensor.Tensor, p.operands+len(s.sums))
		for _, b := range s.between {
			r.between = append(r.between, tensor.Unbound(b.dtype, b.shape))
		}
		return r
	}
	return nil
}

// execute runs p and what is behind it.
func (s *stage) execute(p *Program, w []byte, out, in []*tensor.Tensor) {
	r := s.runs.Take()
	for i, b := range s.between {
		r.between[i].Rebase(w[b.offset:])
		r.front[b.result] = &r.between[i]
	}
	for i, k := range s.outs {
		if k < 0 {
			r.out[^k] = out[i]
		} else {
			r.front[k] = out[i]
		}
	}
	copy(r.in, in)
	for i, k := range s.sums {
		r.in[len(in)+i] = r.front[k]
	}
	p.execute(w[s.bytes:], r.front, in)
	s.Execute(w[s.bytes:], r.out, r.in)
	for i := range r.between {
		r.between[i].Unbind()
	}
	clear(r.front)
	clear(r.out)
	clear(r.in)
	s.runs.Give(r)
}

// Taking is a result that may be computed in the memory of an operand.
type Taking struct{ Result, Operand int }

// takes are those of p and what is behind it: what that reads must still be there.
func (s *stage) takes(p *Program) (list []Taking) {
	read := make([]bool, p.operands)
	for i := range s.graph.Nodes {
		for _, a := range s.graph.Nodes[i].Args {
			if a < p.operands {
				read[a] = true
			}
		}
	}
	for _, t := range p.ownTakes() {
		if i := slices.Index(s.outs, t.Result); i >= 0 && !read[t.Operand] {
			list = append(list, Taking{i, t.Operand})
		}
	}
	for _, t := range s.Takes() {
		if i := slices.Index(s.outs, ^t.Result); i >= 0 && t.Operand < p.operands {
			list = append(list, Taking{i, t.Operand})
		}
	}
	return list
}
