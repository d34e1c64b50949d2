// Package points computes tensors whose elements are functions of indices: a body, a program over
// single elements, runs at the points of some axes, and reads elements of other tensors where index
// expressions say. Perhaps the elements of all points of further axes combine.
//
// # Rows
//
// The body runs on many points at a time, a row of them: neighbours in the row-major order of the
// axes of the results, at one point of the reduction, or of the axes of the reduction, for one
// element of the results. What it reads is gathered into rows of elements first, or read in place
// where it lies so.
//
// # Exactness
//
// Elements combine in the order of docs/numerics.md: sums, products, the greatest and the least by
// the kernels of package kernel, chains of fused steps by those of package contract, and others
// one after the other. So results have the bits of the ops that do the same by themselves, for any
// number of workers.
package points

import (
	"fmt"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/interp/scalar"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Axis has Extent values, from Lower on.
type Axis struct {
	Lower  int64
	Extent int
}

// Body is what is computed at a point.
type Body struct {
	// Program computes on single elements. Its results are what the body yields, and then others
	// that Inputs name.
	Program *scalar.Program
	// Inputs are those of the program, in their order.
	Inputs []Input
}

// Kind is what an input of a body is.
type Kind uint8

const (
	// Number is the one element of a tensor.
	Number Kind = iota
	// Element is read from a tensor at index expressions.
	Element
	// Index is the value of an index expression.
	Index
	// Holds is whether conditions hold.
	Holds
	// Passed is given by who runs the body: an accumulator, or what it combines with.
	Passed
)

// Input is a value that a body gets at each point.
type Input struct {
	Kind Kind
	// Stage is the section of the program before which the value must be there.
	Stage int
	DType tensor.DType
	// Tensor is the number of the tensor of a Number or an Element, and Shape its shape.
	Tensor int
	Shape  []int
	// At are the index expressions of an Element, one for each dimension, and that of an Index. An
	// index beyond its dimension is clamped to it.
	At []*ir.AffineExpr
	// Values are the symbols of the expressions.
	Values []Value
	// Guard are the conditions of Holds, and those under which an Element is read; nil for none.
	Guard *ir.IntegerSet
	// Else is the result of the program that an Element is where they do not hold; negative for
	// zero.
	Else int
}

// Value is a result of a program, a whole number.
type Value struct {
	Result int
	DType  tensor.DType
}

// Compute describes tensors.
type Compute struct {
	Axes    []Axis // of the results, and then those of the reduction
	Reduced int    // how many are those of the reduction
	Body    Body
	// Results are the types of the results, and of the accumulators.
	Results []tensor.DType
	// Combiner is how elements combine: a kind of kernel.ResolveReduce, Dot, or empty.
	Combiner string
	// Factor is the type of the factors of Dot.
	Factor tensor.DType
	// Combine computes accumulators of accumulators and elements, which it has as its first inputs,
	// Passed; nil for none.
	Combine *Body
	// Inits are the numbers of the tensors from which reductions start; nil for the neutral
	// element.
	Inits []int
}

// Dot is the combiner that multiplies two factors and adds them in a chain.
const Dot = "dot"

// rowLanes is how many points a row has at most.
const rowLanes = 512

// Program is a compute that can be executed. It is safe for concurrent use.
type Program struct {
	*Compute
	kept, reduced []int // extents
	outputs       int   // elements of a result
	count         int   // points of the reduction
	chain         contract.Chain
	// wide, tail and single are reductions of rows of results, of the last row, and of one result.
	wide, tail, single *kernel.Reduction
	along              bool // rows are those of the reduction
	product            *product
	body, combine      *plan
	workers            parallel.Spares[worker]
}

// Compile prepares a compute.
func Compile(c *Compute) (*Program, error) {
	p := &Program{Compute: c}
	for i, a := range c.Axes {
		if i < len(c.Axes)-c.Reduced {
			p.kept = append(p.kept, a.Extent)
		} else {
			p.reduced = append(p.reduced, a.Extent)
		}
	}
	if _, fits := shapes.Count(append(p.kept[:len(p.kept):len(p.kept)], p.reduced...)); !fits {
		return nil, fmt.Errorf("has more points than a number of 64 bits can tell")
	}
	p.outputs, p.count = shapes.Product(p.kept), shapes.Product(p.reduced)
	var err error
	switch c.Combiner {
	case "":
	case Dot:
		p.chain, err = contract.NewChain(c.Results[0], c.Factor)
	default:
		reduction := func(lanes int) (r *kernel.Reduction) {
			if err == nil {
				r, err = kernel.NewReduction(c.Combiner, c.Results[0], []int{lanes}, nil)
			}
			return r
		}
		p.wide, p.tail, p.single = reduction(rowLanes), reduction(p.outputs%rowLanes), reduction(1)
	}
	if err != nil {
		return nil, err
	}
	if p.body, err = newPlan(&c.Body, c.Axes, len(p.kept)); err != nil {
		return nil, err
	}
	if c.Combine != nil {
		if p.combine, err = newPlan(c.Combine, c.Axes, len(p.kept)); err != nil {
			return nil, err
		}
	}
	p.along = p.reduces() && p.combine == nil && p.body.runsAlong(p.outputs, p.count, p.chain != nil)
	p.product = p.contraction()
	p.workers.New = p.newWorker
	return p, nil
}

// reduces reports whether elements combine.
func (c *Compute) reduces() bool { return c.Combiner != "" || c.Combine != nil }

// Points is how often the body runs.
func (p *Program) Points() int { return shapes.Saturated(p.outputs, p.count) }
