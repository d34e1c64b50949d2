// Package extract chooses from a graph of equal expressions, an e-graph, the cheapest one that
// computes what its roots are. What several users share is paid once: the cost of a choice is that
// of a DAG, and finding the least is NP-hard (set cover is a special case). [Run] therefore gives a
// lower bound with each result, and says whether it proves that nothing is cheaper.
//
// The package knows no e-graph, only the arrays of a [Problem]; files of the benchmark
// extraction-gym are read by [Read].
package extract

import (
	"fmt"
	"math"
)

// Problem is what is to be extracted from. A node belongs to a class and needs a node of each of
// its operand classes; nothing may need itself, in however many steps.
type Problem struct {
	Cost       []float64 // of each node; +Inf for one that must not be chosen, and it may be negative
	Class      []uint32  // of each node
	NumClasses int
	Start      []uint32 // Children[Start[n]:Start[n+1]] are the operand classes of node n
	Children   []uint32
	Roots      []uint32 // the classes that must be extracted
}

// Add appends a node and returns its number. The classes are made as they are named.
func (p *Problem) Add(class uint32, cost float64, children ...uint32) int {
	if len(p.Start) == 0 {
		p.Start = append(p.Start, 0)
	}
	n := len(p.Cost)
	p.Cost, p.Class = append(p.Cost, cost), append(p.Class, class)
	p.Children = append(p.Children, children...)
	p.Start = append(p.Start, uint32(len(p.Children)))
	p.NumClasses = max(p.NumClasses, int(class)+1)
	for _, c := range children {
		p.NumClasses = max(p.NumClasses, int(c)+1)
	}
	return n
}

// Operands are the operand classes of a node, as often as it has them.
func (p *Problem) Operands(node int) []uint32 { return p.Children[p.Start[node]:p.Start[node+1]] }

// Error says what is wrong with a problem.
type Error struct {
	Reason string
	Node   int // -1 for none
	Class  int // -1 for none
}

func (e *Error) Error() string { return e.Reason }

// Check finds what is wrong with the arrays. That all roots can be extracted is seen by Run.
func (p *Problem) Check() error {
	nodes := len(p.Cost)
	fail := func(node, class int, format string, args ...any) error {
		return &Error{fmt.Sprintf(format, args...), node, class}
	}
	switch {
	case len(p.Class) != nodes:
		return fail(-1, -1, "there are %d nodes with costs, but %d with classes", nodes, len(p.Class))
	case len(p.Start) != nodes+1 && (nodes > 0 || len(p.Start) > 0):
		return fail(-1, -1, "%d nodes need %d offsets of operands, but there are %d", nodes, nodes+1, len(p.Start))
	case p.NumClasses < 0 || p.NumClasses > math.MaxInt32 || nodes > math.MaxInt32:
		return fail(-1, -1, "there may be at most %d nodes and classes", math.MaxInt32)
	case nodes > 0 && p.Start[0] != 0:
		return fail(0, -1, "the operands of the first node begin at %d", p.Start[0])
	case nodes > 0 && int(p.Start[nodes]) != len(p.Children):
		return fail(-1, -1, "the operands of the last node end at %d of %d", p.Start[nodes], len(p.Children))
	}
	for n, cost := range p.Cost {
		switch {
		case math.IsNaN(cost) || math.IsInf(cost, -1):
			return fail(n, int(p.Class[n]), "node %d has the cost %g", n, cost)
		case int(p.Class[n]) >= p.NumClasses:
			return fail(n, -1, "node %d is of class %d, but there are %d", n, p.Class[n], p.NumClasses)
		case p.Start[n] > p.Start[n+1]:
			return fail(n, -1, "the operands of node %d end before they begin", n)
		}
	}
	for n := range nodes {
		for _, c := range p.Operands(n) {
			if int(c) >= p.NumClasses {
				return fail(n, int(c), "node %d has an operand of class %d, but there are %d classes", n, c, p.NumClasses)
			}
		}
	}
	for _, r := range p.Roots {
		if int(r) >= p.NumClasses {
			return fail(-1, int(r), "class %d is a root, but there are %d classes", r, p.NumClasses)
		}
	}
	return nil
}

// CostOf is what a choice costs, a node or -1 for each class: the sum over the classes that the
// roots need, each once. A choice that lacks a class, or needs a class for itself, is an error.
func (p *Problem) CostOf(choice []int32) (float64, error) {
	order, err := p.order(choice)
	cost := 0.0
	for _, c := range order {
		cost += p.Cost[choice[c]]
	}
	return cost, err
}

// order is what the roots need by a choice, each class behind its operands.
func (p *Problem) order(choice []int32) ([]uint32, error) {
	const open, done = 1, 2
	if len(choice) != p.NumClasses {
		return nil, &Error{fmt.Sprintf("the choice is for %d classes, but there are %d", len(choice), p.NumClasses), -1, -1}
	}
	state := make([]uint8, p.NumClasses)
	var order, path []uint32
	var at []uint32 // the next operand of each class of path
	enter := func(c uint32) error {
		n := choice[c]
		if n < 0 || int(n) >= len(p.Cost) || p.Class[n] != c {
			return &Error{fmt.Sprintf("class %d is needed, but no node of it is chosen", c), -1, int(c)}
		}
		state[c] = open
		path, at = append(path, c), append(at, p.Start[n])
		return nil
	}
	for _, root := range p.Roots {
		if state[root] == 0 {
			if err := enter(root); err != nil {
				return nil, err
			}
		}
		for len(path) > 0 {
			top := len(path) - 1
			c := path[top]
			if at[top] == p.Start[choice[c]+1] {
				state[c], order = done, append(order, c)
				path, at = path[:top], at[:top]
				continue
			}
			next := p.Children[at[top]]
			at[top]++
			switch state[next] {
			case open:
				return nil, &Error{fmt.Sprintf("what is chosen for class %d needs itself", next), int(choice[next]), int(next)}
			case 0:
				if err := enter(next); err != nil {
					return nil, err
				}
			}
		}
	}
	return order, nil
}

// reached is choice without the classes that the roots do not need.
func (p *Problem) reached(choice []int32) ([]int32, error) {
	order, err := p.order(choice)
	if err != nil {
		return nil, err
	}
	only := make([]int32, p.NumClasses)
	for c := range only {
		only[c] = -1
	}
	for _, c := range order {
		only[c] = choice[c]
	}
	return only, nil
}
