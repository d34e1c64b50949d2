// Package expr is expressions of the index level as trees, and which of them are the same
// expression at other indices.
//
// A Table makes trees of computes: Construct. It numbers tensors, so that what is read can be
// compared, and replaces reads of computes by what these compute, so that it does not matter over
// how many computes an expression is split. Nodes are shared where expressions are: a tree is a
// graph without cycles. Visit goes over a tree, Match finds at which points of one tree another has
// the same value, Find all parts of a tree that match another.
//
// The comparison is that of terms modulo a substitution: shapes of terms, index expressions apart,
// are numbered, as in Ershov, "On programming of arithmetic operations", CACM 1(8), 1958, and what
// corresponding reads say of the indices is solved over the integers.
package expr

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/affine"
)

// Kind is what a node is.
type Kind uint8

const (
	// Call is an op on single elements, applied to the arguments.
	Call Kind = iota
	// Read is an element of a tensor at index expressions; those that are values are the first
	// arguments, and what stands elsewhere, if there is a guard and it is not zero, is the last
	// one.
	Read
	// Const is a number.
	Const
	// Index is the value of an index expression.
	Index
	// Guard is whether conditions hold.
	Guard
	// Reduce combines elements over axes: the arguments are the elements, the initial values, and
	// what a region makes of accumulators and elements.
	Reduce
	// Arg is an argument of the region of a Reduce.
	Arg
)

var kindNames = [...]string{"call", "read", "const", "index", "guard", "reduce", "arg"}

func (k Kind) String() string { return kindNames[k] }

// Number is the identity of a tensor: tensors with one number have the same elements.
type Number int32

// Node is a part of a tree. Nodes of one table that are the same are one; they never change.
type Node struct {
	Kind Kind
	// Type is that of the value, of rank 0; that of Reduce is the type of its first result.
	Type *ir.Type
	// Op is an op that the node stands for: that of a Call with its attributes, the compute of a
	// Reduce. Result is which of its results the node is, or which argument an Arg.
	Op     *ir.Op
	Result int
	// Tensor is what a Read reads, Map where, or the expression of an Index.
	Tensor Number
	Map    *ir.AffineMap
	// Guard is where a Read reads, or the conditions of a Guard; nil for everywhere.
	Guard *ir.IntegerSet
	// Args are the arguments; those of ops that commute are in an order of their own.
	Args []*Node

	id    int32
	shape int32
	// size is the number of nodes below, those that are shared counted again, up to a limit.
	size int32
	// axes are those that the node depends on.
	axes uint64
	// weight is the time of the op itself, that of an addition being 1.
	weight   float64
	commutes bool
	combiner string // of a Reduce, by name
	// mapAttr and guardAttr are Map and Guard as keys.
	mapAttr, guardAttr *ir.Attr
}

// maxAxes is how many axes a compute may have to be made a tree of; maxNodes is the size of a
// tree beyond which its parts are compared only.
const (
	maxAxes  = 64
	maxNodes = 10_000
)

// DependsOn reports whether the value of n depends on an axis.
func (n *Node) DependsOn(axis int) bool { return n.axes>>axis&1 != 0 }

// Commutes reports whether the first two arguments may change places.
func (n *Node) Commutes() bool { return n.commutes }

// Tree is an expression over axes: those of a tensor, or, of a part of a reduction, all axes.
type Tree struct {
	Root *Node
	// Axes are the free axes, and behind them those over which a root that is a Reduce combines.
	Axes []te.Axis
	// Bound is how many axes, the last ones, the root combines over.
	Bound int

	table *Table
	space affine.Space
}

// At is the tree of a part of t: all axes of t are free in it.
func (t *Tree) At(n *Node) *Tree {
	if n == t.Root {
		return t
	}
	return &Tree{Root: n, Axes: t.Axes, table: t.table, space: t.space}
}

// Space says between which bounds the axes are.
func (t *Tree) Space() affine.Space { return t.space }

// Visit calls f for each node of a tree once, arguments before what they are arguments of.
func Visit(root *Node, f func(*Node)) {
	seen := map[*Node]bool{}
	var visit func(n *Node)
	visit = func(n *Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for _, a := range n.Args {
			visit(a)
		}
		f(n)
	}
	visit(root)
}
