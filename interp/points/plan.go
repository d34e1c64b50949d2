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
	kept   int // how many of the axes are those of the results
	inputs []inputPlan
	depth  int  // of the stack of index expressions
	dims   bool // something asks for the values of axes at each point
	states parallel.Spares[state]
}

// inputPlan is how an input gets its values.
type inputPlan struct {
	*Input
	at      []indexCode
	guard   []indexCode
	eq      []bool
	strides []int
	// linear says that the place of the element is first, and so many elements more for each step
	// of an axis.
	linear bool
	first  int
	steps  []int
	// walks are, for rows of results and of the reduction, the steps of neighbouring axes, those
	// that go on in the same way put together.
	walks [2]walk
	// guarded says that the same holds where conditions do, of which the first ones are those of
	// the guard, needed in number, and the others that no index is clamped.
	guarded    bool
	conditions []condition
	needed     int
}

// walk is a way through places: extents and the distance of the places, the outermost first.
type walk struct{ extents, steps []int }

func newPlan(b *Body, axes []Axis, kept int) (*plan, error) {
	p := &plan{Body: b, axes: axes, kept: kept, depth: 1}
	for i := range b.Inputs {
		in := inputPlan{Input: &b.Inputs[i]}
		for _, e := range in.At {
			c, err := compileIndex(e, axes)
			if err != nil {
				return nil, err
			}
			in.at = append(in.at, c)
			p.depth = max(p.depth, c.depth)
		}
		if g := in.Guard; g != nil {
			in.eq = g.Eq
			for _, e := range g.Constraints {
				c, err := compileIndex(e, axes)
				if err != nil {
					return nil, err
				}
				in.guard = append(in.guard, c)
				p.depth = max(p.depth, c.depth)
			}
		}
		in.strides = shapes.Strides(in.Shape)
		in.straighten(axes, kept)
		in.bind(axes)
		p.dims = p.dims || in.Kind == Index || !in.guarded && (in.Kind == Holds || in.Kind == Element && !in.linear)
		p.inputs = append(p.inputs, in)
	}
	p.states.New = p.newState
	return p, nil
}

// straighten finds whether the elements that an input reads are evenly spaced along each axis.
func (in *inputPlan) straighten(axes []Axis, kept int) {
	if in.Kind != Element || in.guard != nil || len(in.Values) > 0 || shapes.Product(in.Shape) == 0 {
		return
	}
	in.steps = make([]int, len(axes))
	for d, e := range in.At {
		least, greatest := int64(0), int64(0)
		coefficients, rest, ok := linearForm(e, len(axes))
		if !ok {
			return
		}
		for a, c := range coefficients {
			low, high := times(c, axes[a].Lower), times(c, plus(axes[a].Lower, int64(axes[a].Extent-1)))
			least, greatest = plus(least, min(low, high)), plus(greatest, max(low, high))
		}
		if plus(least, rest) < 0 || plus(greatest, rest) >= int64(in.Shape[d]) {
			return // clamped
		}
		for a, c := range coefficients {
			in.steps[a] += int(c) * in.strides[d]
			rest += c * axes[a].Lower
		}
		in.first += int(rest) * in.strides[d]
	}
	in.linear = true
	in.walks[0] = newWalk(axes[:kept], in.steps[:kept])
	in.walks[1] = newWalk(axes[kept:], in.steps[kept:])
}

// newWalk puts neighbouring axes together.
func newWalk(axes []Axis, steps []int) walk {
	var w walk
	for a, axis := range axes {
		last := len(w.extents) - 1
		switch {
		case axis.Extent == 1:
		case last >= 0 && w.steps[last] == steps[a]*axis.Extent:
			w.extents[last] *= axis.Extent
			w.steps[last] = steps[a]
		default:
			w.extents, w.steps = append(w.extents, axis.Extent), append(w.steps, steps[a])
		}
	}
	if len(w.extents) == 1 && w.steps[0] == 0 {
		return walk{}
	}
	return w
}

// inner is the distance of neighbours.
func (w *walk) inner() int {
	if len(w.steps) == 0 {
		return 0
	}
	return w.steps[len(w.steps)-1]
}

// runsAlong reports whether rows are better those of the reduction: because there are few results,
// or what is read lies side by side there.
func (p *plan) runsAlong(outputs, count int, chained bool) bool {
	const few = 16
	if outputs < few || count < few {
		return outputs < few && outputs < count
	}
	across, along := 0, 0
	cost := func(w *walk) int {
		switch w.inner() {
		case 0, 1, -1:
			return 0
		}
		return 1
	}
	for i := range p.inputs {
		if in := &p.inputs[i]; in.linear {
			across, along = across+cost(&in.walks[0]), along+cost(&in.walks[1])
		}
	}
	if chained { // one product has to wait for the one before it
		along++
	}
	return along < across && count >= 4*few
}

// place is where the walk is at a position, and how many elements further are left of the innermost
// part.
func (w *walk) place(at int) (offset, left int) {
	left = 1
	for d := len(w.extents) - 1; d >= 0; d-- {
		n := w.extents[d]
		i := at % n
		at /= n
		offset += i * w.steps[d]
		if d == len(w.extents)-1 {
			left = n - i
		}
	}
	return offset, left
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
	rows    []rowPlace // by input, those that are loaded
	// odometers are those of guarded inputs, for rows of results and of the reduction, and starts
	// memory for their values.
	odometers [][2]*odometer
	starts    []int
	placed    bool // dims are those of the row
}

// rowPlace is which row is loaded.
type rowPlace struct {
	offset, at, n int
	valid         bool
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
	s.stack, s.syms, s.rows = rows(p.depth), rows(syms), make([]rowPlace, len(p.inputs))
	s.dims, s.odometers = rows(len(p.axes)), make([][2]*odometer, len(p.inputs))
	for i := range p.inputs {
		if in := &p.inputs[i]; in.guarded {
			s.odometers[i] = [2]*odometer{in.newOdometer(p.axes, 0, p.kept), in.newOdometer(p.axes, p.kept, len(p.axes))}
			s.starts = make([]int, max(len(s.starts), len(in.conditions)+1))
		}
	}
	return s
}

// group are the axes of the results, or of the reduction.
func (p *plan) group(along bool) (first, last, number int) {
	if along {
		return p.kept, len(p.axes), 1
	}
	return 0, p.kept, 0
}

// move writes the values of axes [first, last) at n points from number at on, in row-major order.
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
