package points

import (
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/interp/scalar"
)

// plan is a body that can be run on rows.
type plan struct {
	*Body
	axes   []Axis
	inputs []inputPlan
	depth  int // of the stack of index expressions
	states parallel.Spares[state]
}

// inputPlan is how an input gets its values.
type inputPlan struct {
	*Input
	at      []indexCode
	guard   []indexCode
	eq      []bool
	strides []int
}

func newPlan(b *Body, axes []Axis) (*plan, error) {
	p := &plan{Body: b, axes: axes, depth: 1}
	for i := range b.Inputs {
		in := inputPlan{Input: &b.Inputs[i]}
		for _, e := range in.At {
			c, err := compileIndex(e)
			if err != nil {
				return nil, err
			}
			in.at = append(in.at, c)
			p.depth = max(p.depth, c.depth)
		}
		if g := in.Guard; g != nil {
			in.eq = g.Eq
			for _, e := range g.Constraints {
				c, err := compileIndex(e)
				if err != nil {
					return nil, err
				}
				in.guard = append(in.guard, c)
				p.depth = max(p.depth, c.depth)
			}
		}
		in.strides = shapes.Strides(in.Shape)
		p.inputs = append(p.inputs, in)
	}
	p.states.New = p.newState
	return p, nil
}

// state is what one goroutine needs to run a body.
type state struct {
	plan    *plan
	machine *scalar.Machine
	stack   [][]int64 // of index expressions
	dims    [][]int64 // the values of each axis
	syms    [][]int64
	offsets []int64
	mask    []bool
}

func (p *plan) newState() *state {
	s := &state{plan: p, machine: p.Program.NewLanes(rowLanes), offsets: make([]int64, rowLanes), mask: make([]bool, rowLanes)}
	rows := func(n int) [][]int64 {
		list := make([][]int64, n)
		for i := range list {
			list[i] = make([]int64, rowLanes)
		}
		return list
	}
	syms := 0
	for i := range p.inputs {
		syms = max(syms, len(p.inputs[i].Values))
	}
	s.stack, s.dims, s.syms = rows(p.depth), rows(len(p.axes)), rows(syms)
	return s
}

// odometer writes the values of axes [first, last) at n points from number at on, in row-major
// order.
func (s *state) move(first, last, at, n int) {
	for a := last - 1; a >= first; a-- {
		axis, row := s.plan.axes[a], s.dims[a][:n]
		block := 1 // points at which the axis stays where it is
		for b := a + 1; b < last; b++ {
			block *= s.plan.axes[b].Extent
		}
		value, left := at/block%axis.Extent, block-at%block
		for k := range row {
			row[k] = axis.Lower + int64(value)
			if left--; left == 0 {
				left = block
				if value++; value == axis.Extent {
					value = 0
				}
			}
		}
	}
}

// fix gives axes [first, last) the values of point number at for n points.
func (s *state) fix(first, last, at, n int) {
	for a := last - 1; a >= first; a-- {
		axis := s.plan.axes[a]
		fill(s.dims[a][:n], axis.Lower+int64(at%axis.Extent))
		at /= axis.Extent
	}
}
