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
	taken []int64                 // by node, what its results may take over at most
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
		for _, v := range o.Results() {
			n.Size += sizeOf(v)
		}
		n.Takes = g.takes(o, s)
		if !purity.Pure(o) {
			n.Once = true
			if effect >= 0 {
				n.After = []int32{effect}
			}
			effect = int32(len(g.ops))
		}
		g.nodes[o] = int32(len(g.ops))
		g.ops, g.graph.Nodes = append(g.ops, o), append(g.graph.Nodes, n)
		g.taken = append(g.taken, g.mayTake(o, s))
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

// base is the value that v is a view of, or v.
func (g *block) base(v *ir.Value) *ir.Value {
	for g.views[v] != nil {
		v = g.views[v]
	}
	return v
}

// node is the node in whose storage a value of the block lies.
func (g *block) node(v *ir.Value) (n int32, ok bool) {
	n, ok = g.nodes[g.base(v).Def()]
	return n, ok
}

// floor is what the op that needs most has to have at once: no schedule takes less.
// It is below that of the graph where an op reads one result of several, or may take
// over several operands, and where it chooses a region: of what this reads nothing need
// live any more where the region needs most, and what other regions read need not at all.
func (g *block) floor() (bytes int64, most *ir.Op) {
	reader := map[*ir.Value]*ir.Op{} // the last op that was seen to read a value
	for n, o := range g.ops {
		node := &g.graph.Nodes[n]
		_, branches := analysis.RegionBranch.Get(o.Def())
		_, loops := analysis.Loop.Get(o.Def())
		chooses := branches && !loops
		begin, within := int64(0), node.Size+node.Workspace-g.taken[n]
		g.used(o, func(_ *ir.Op, _ int, v *ir.Value) {
			v = g.base(v)
			if _, ok := g.nodes[v.Def()]; ok && reader[v] != o {
				reader[v] = o
				begin += sizeOf(v)
				if !chooses {
					within += sizeOf(v)
				}
			}
		})
		if sum := max(begin, within); most == nil || sum > bytes {
			bytes, most = sum, o
		}
	}
	return bytes, most
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

// sizeOf is how many bytes of an arena a value takes; 0 if it has no elements.
func sizeOf(v *ir.Value) int64 {
	size, err := analysis.Bytes(v.Type())
	if err != nil {
		return 0
	}
	return lifetimes.Rounded(size)
}

// takes are the nodes that one result of o may take over: that of the first taking
// that is of a node.
func (g *block) takes(o *ir.Op, s analysis.Storage) []int32 {
	var list []int32
	result := -1
	for _, t := range s.Takes {
		n, ok := g.node(o.Operand(t.Operand))
		switch {
		case !ok, result >= 0 && result != t.Result, slices.Contains(list, n), g.ops[n].NumResults() != 1:
		case g.graph.Nodes[n].Size == sizeOf(o.Result(t.Result)) && !g.readsElsewhere(o, n, t.Result, s.Takes):
			list, result = append(list, n), t.Result
		}
	}
	return list
}

// mayTake is the size of the results of o that may take over an operand.
func (g *block) mayTake(o *ir.Op, s analysis.Storage) (sum int64) {
	for r, v := range o.Results() {
		if slices.ContainsFunc(s.Takes, func(t analysis.Taking) bool {
			_, ok := g.node(o.Operand(t.Operand))
			return t.Result == r && ok
		}) {
			sum += sizeOf(v)
		}
	}
	return sum
}

// readsElsewhere reports whether o, or an op inside of it, reads node n where a
// result must not overwrite it.
func (g *block) readsElsewhere(o *ir.Op, n int32, result int, takes []analysis.Taking) (elsewhere bool) {
	g.used(o, func(u *ir.Op, i int, v *ir.Value) {
		if m, ok := g.node(v); ok && m == n {
			elsewhere = elsewhere || u != o || !slices.Contains(takes, analysis.Taking{Result: result, Operand: i})
		}
	})
	return elsewhere
}

// picoseconds is a time as a whole number.
func picoseconds(seconds float64) int64 {
	if ps := math.Round(seconds * 1e12); ps < 1<<40 {
		return int64(max(ps, 0))
	}
	return 1 << 40
}
