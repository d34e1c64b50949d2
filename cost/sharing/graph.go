package sharing

import (
	"slices"

	"github.com/tg-opt/tg/analysis/fingerprint"
	"github.com/tg-opt/tg/ir"
)

// none is no node, no class, no constant.
const none = -1

// graph is the ops of all programs but for constants, which belong to the ops that use them.
type graph struct {
	table  *fingerprint.Table
	nodes  []node
	values []value
	// operands of all nodes, one after the other, as numbers of values.
	operands []int32
	// users of all nodes, one after the other.
	users    []user
	blocks   int32
	valueOf  map[*ir.Value]int32
	barriers bool // there are any
}

// node is an op.
type node struct {
	op       *ir.Op
	function *fingerprint.Function
	// class is the shape of the op, none for one that is part of nothing.
	class fingerprint.Class
	block int32
	// outer is the node whose region this is in, and end the one behind those in its own regions.
	outer, end int32
	depth      int32
	program    int32
	// operands and users are where those begin that end where the next node's begin.
	operands, users int32
	commutes        bool
	// barrier says that the op may use everything that comes before it.
	barrier bool
}

// value is an operand or a result.
type value struct {
	of       *ir.Value
	def      int32 // the node, none for an argument or a constant
	result   int32
	typ      fingerprint.Class
	constant fingerprint.Class // none if it is no constant
}

// user says that operand number index of a node is result number result of the one it is a user
// of. The first two operands of ops that commute have one number.
type user struct {
	node          int32
	result, index int32
}

// maxHeight is how many levels of regions an op may have in it and be part of more than its
// function: finding the shapes of a nest takes time for each op on each level.
const maxHeight = 32

// newGraph makes the graph of functions, those of each program together.
func newGraph(t *fingerprint.Table, programs [][]*fingerprint.Function) *graph {
	g := &graph{table: t, valueOf: map[*ir.Value]int32{}}
	for p, functions := range programs {
		for _, f := range functions {
			g.add(f, int32(p))
		}
	}
	g.nodes = append(g.nodes, node{operands: int32(len(g.operands)), class: none}) // where the last one ends
	g.link()
	return g
}

// size is the number of nodes, without the one that says where the last one ends.
func (g *graph) size() int32 { return int32(len(g.nodes)) - 1 }

// add makes nodes of the ops in a function: each before those in its regions.
func (g *graph) add(f *fingerprint.Function, program int32) {
	heights := heightsIn(f.Op)
	type frame struct {
		node   int32
		region int
		block  *ir.Block
		number int32 // of the block
		next   *ir.Op
	}
	stack := []frame{{node: none, region: -1}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		around := f.Op
		if top.node != none {
			around = g.nodes[top.node].op
		}
		switch {
		case top.next != nil:
			o := top.next
			top.next = o.Next()
			if g.isConstant(o) {
				continue
			}
			i := int32(len(g.nodes))
			g.nodes = append(g.nodes, node{
				op: o, function: f, class: none, block: top.number, outer: top.node, end: i + 1, depth: int32(len(stack)),
				program: program, operands: int32(len(g.operands)), commutes: o.Has(ir.Commutative) && o.NumOperands() >= 2,
			})
			g.define(i, heights[o])
			if o.NumRegions() > 0 && !o.Has(ir.Symbol) {
				stack = append(stack, frame{node: i, region: -1})
			}
		case top.block != nil && top.block.Next() != nil, top.block == nil && top.region >= 0 && !around.RegionAt(top.region).Empty():
			if top.block == nil {
				top.block = around.RegionAt(top.region).First()
			} else {
				top.block = top.block.Next()
			}
			top.next, top.number = top.block.First(), g.blocks
			g.blocks++
		case top.region+1 < around.NumRegions():
			top.region, top.block = top.region+1, nil
		default:
			if top.node != none {
				g.nodes[top.node].end = int32(len(g.nodes))
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// heightsIn are how many levels of regions there are in the ops that have any.
func heightsIn(root *ir.Op) map[*ir.Op]int {
	heights := map[*ir.Op]int{}
	ir.WalkPost(root, func(o *ir.Op) {
		if o.NumRegions() > 0 {
			heights[o]++
		}
		if h := heights[o]; h > 0 && o != root {
			heights[o.Parent()] = max(heights[o.Parent()], h)
		}
	})
	return heights
}

// isConstant reports whether o is what its users have in place of it.
func (g *graph) isConstant(o *ir.Op) bool {
	return o.Has(ir.ConstantLike) && o.NumResults() == 1 && o.NumRegions() == 0
}

// define finds the shape of a new node and lists its operands, with those that its regions use.
func (g *graph) define(i int32, height int) {
	n := &g.nodes[i]
	o := n.op
	var captured []*ir.Value
	switch {
	case height > maxHeight:
		n.barrier, g.barriers = true, true
	case g.table.Plain(o) && o.NumResults() > 0 && len(o.Successors()) == 0:
		n.class, captured = g.table.Shape(o)
	case height > 0 && !o.Has(ir.Symbol):
		_, captured = g.table.Shape(o)
	}
	for k := range o.NumOperands() {
		g.operands = append(g.operands, g.value(o.Operand(k)))
	}
	for _, v := range captured {
		g.operands = append(g.operands, g.value(v))
	}
	for k := range o.NumResults() {
		v := g.value(o.Result(k))
		g.values[v].def, g.values[v].result = i, int32(k)
	}
}

// value is the number of a value.
func (g *graph) value(v *ir.Value) int32 {
	i, known := g.valueOf[v]
	if !known {
		i = int32(len(g.values))
		g.valueOf[v] = i
		entry := value{of: v, def: none, constant: none, typ: g.table.Type(v.Type())}
		if o := v.Def(); o != nil && g.isConstant(o) {
			entry.constant, _ = g.table.Shape(o)
		}
		g.values = append(g.values, entry)
	}
	return i
}

// link lists the users of all nodes: by result, then those of one shape and operand together.
func (g *graph) link() {
	counts := make([]int32, len(g.nodes)+1)
	each := func(visit func(def int32, u user)) {
		for i := range g.size() {
			for k, v := range g.operandsOf(i) {
				def := g.values[v].def
				if def == none || g.nodes[def].block != g.nodes[i].block {
					continue
				}
				if g.nodes[i].commutes && k == 1 {
					k = 0
				}
				visit(def, user{i, g.values[v].result, int32(k)})
			}
		}
	}
	each(func(def int32, _ user) { counts[def+1]++ })
	for i := range g.nodes {
		counts[i+1] += counts[i]
		g.nodes[i].users = counts[i]
	}
	g.users = make([]user, counts[len(g.nodes)])
	each(func(def int32, u user) {
		g.users[counts[def]] = u
		counts[def]++
	})
	for i := range g.size() {
		slices.SortStableFunc(g.users[g.nodes[i].users:g.nodes[i+1].users], g.compareUsers)
	}
}

func (g *graph) compareUsers(a, b user) int {
	switch {
	case a.result != b.result:
		return int(a.result - b.result)
	case g.nodes[a.node].class != g.nodes[b.node].class:
		return int(g.nodes[a.node].class) - int(g.nodes[b.node].class)
	}
	return int(a.index - b.index)
}

func (g *graph) operandsOf(i int32) []int32 {
	return g.operands[g.nodes[i].operands:g.nodes[i+1].operands]
}

func (g *graph) usersOf(i int32) []user { return g.users[g.nodes[i].users:g.nodes[i+1].users] }

// inner is the node that computes a value in the block of another one, or none.
func (g *graph) inner(v, user int32) int32 {
	if def := g.values[v].def; def != none && g.nodes[def].block == g.nodes[user].block {
		return def
	}
	return none
}
