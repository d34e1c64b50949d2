// Package storage holds the passes about memory: schedule-memory, rematerialize,
// assign-buffers and print-memory.
package storage

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/memory"
)

// Recompute is the attribute of an op that computes once more what another one has
// computed: the how manyth time it is. Ops with different attributes are no common
// subexpressions, for nobody.
const Recompute = "tg.recompute"

// block is a block as a graph for package memory. A node is an op with all of its
// results. Constants and views are no nodes: they cost nothing and go where they
// are needed; who reads a view reads the value that it is a view of.
type block struct {
	block *ir.Block
	graph *memory.Graph
	ops   []*ir.Op // by node
	nodes map[*ir.Op]int32
	free  map[*ir.Op]bool
	views map[*ir.Value]*ir.Value // what a view is a view of
	frame *lifetimes.Frame
}

// newBlock makes the graph of a block of the function that frame is of.
func newBlock(b *ir.Block, frame *lifetimes.Frame, machine *cost.Machine, purity *analysis.Purity) *block {
	g := &block{
		block: b, graph: &memory.Graph{}, nodes: map[*ir.Op]int32{}, free: map[*ir.Op]bool{}, views: map[*ir.Value]*ir.Value{}, frame: frame,
	}
	inside := frame.Inside(b)
	estimator := cost.NewEstimator(machine)
	effect := int32(-1)
	var in ir.Inference
	for o := b.First(); o != b.Last(); o = o.Next() {
		s := analysis.Storage{}
		if fill, ok := analysis.StorageOf.Get(o.Def()); ok {
			in.Reset(o)
			s = fill(&in)
		}
		if g.isFree(o, s) {
			continue
		}
		n := memory.Node{Label: o.Name(), Duration: picoseconds(estimator.Op(o).Seconds), Reads: g.reads(o), Workspace: inside[o]}
		for _, t := range o.ResultTypes() {
			if size, err := analysis.Bytes(t); err == nil {
				n.Size += lifetimes.Rounded(size)
			}
		}
		n.Takes = g.takes(o, s, n.Size)
		if !purity.Pure(o) {
			n.Once = true
			if effect >= 0 {
				n.After = []int32{effect}
			}
			effect = int32(len(g.ops))
		}
		g.nodes[o] = int32(len(g.ops))
		g.ops, g.graph.Nodes = append(g.ops, o), append(g.graph.Nodes, n)
	}
	for _, v := range b.Last().Operands() {
		g.keep(v)
	}
	if !b.Region().HasOneBlock() {
		for o := b.First(); o != b.Last(); o = o.Next() {
			for _, v := range o.Results() {
				if g.leaves(v) {
					g.keep(v)
				}
			}
		}
	}
	return g
}

// keep says that a value is needed when the block has ended.
func (g *block) keep(v *ir.Value) {
	if n, ok := g.node(v); ok {
		g.graph.Nodes[n].Kept = true
	}
}

// leaves reports whether another block of the region uses a value.
func (g *block) leaves(v *ir.Value) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		o := u.Owner()
		for o != nil && o.Region() != g.block.Region() {
			o = o.Parent()
		}
		if o != nil && o.Block() != g.block {
			return true
		}
	}
	return false
}

// isFree reports whether o is no node, and notes what it is a view of.
func (g *block) isFree(o *ir.Op, s analysis.Storage) bool {
	_, executed := analysis.StorageOf.Get(o.Def())
	switch {
	case o.Has(ir.ConstantLike) && !executed:
	case s.Views != nil:
		for i, v := range s.Views {
			g.views[o.Result(i)] = o.Operand(v.Operand)
		}
	default:
		return false
	}
	g.free[o] = true
	return true
}

// node is the node in whose storage a value of the block lies.
func (g *block) node(v *ir.Value) (n int32, ok bool) {
	for g.views[v] != nil {
		v = g.views[v]
	}
	n, ok = g.nodes[v.Def()]
	return n, ok
}

// used calls visit for each operand of o, and of what is inside of it, that is
// defined in the block itself.
func (g *block) used(o *ir.Op, visit func(u *ir.Op, i int, v *ir.Value)) {
	ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
		for i := range inner.NumOperands() {
			if v := inner.Operand(i); v.Def() != nil && v.Def().Block() == g.block {
				visit(inner, i, v)
			}
		}
		return ir.Advance
	})
}

func (g *block) reads(o *ir.Op) []int32 {
	var list []int32
	g.used(o, func(_ *ir.Op, _ int, v *ir.Value) {
		if n, ok := g.node(v); ok {
			list = append(list, n)
		}
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// takes are the operands of an op of one result that it may take over.
func (g *block) takes(o *ir.Op, s analysis.Storage, size int64) []int32 {
	if o.NumResults() != 1 || o.NumRegions() > 0 {
		return nil
	}
	var list []int32
	for _, t := range s.Takes {
		n, ok := g.node(o.Operand(t.Operand))
		if !ok || g.graph.Nodes[n].Size != size || g.ops[n].NumResults() != 1 || slices.Contains(list, n) {
			continue
		}
		others := false // read by an operand that must not be overwritten
		for i := range o.NumOperands() {
			if m, ok := g.node(o.Operand(i)); ok && m == n {
				others = others || !slices.Contains(s.Takes, analysis.Taking{Result: t.Result, Operand: i})
			}
		}
		if !others {
			list = append(list, n)
		}
	}
	return list
}

// picoseconds is a time as a whole number.
func picoseconds(seconds float64) int64 {
	if ps := math.Round(seconds * 1e12); ps < 1<<40 {
		return int64(max(ps, 0))
	}
	return 1 << 40
}
