package points

import "github.com/tg-opt/tg/ir"

// Elements that are evenly spaced, but read under conditions, which are evenly spaced numbers as
// well: along an axis, there is an interval in which all of them hold.

// condition says that a number, which is first and so much more for each step of an axis, is at
// least 0, or is 0.
type condition struct {
	first int
	steps []int
	eq    bool
}

// conditionOf is a condition on an expression. ok is false for one that is not evenly spaced, or
// has large values.
func conditionOf(e *ir.AffineExpr, eq bool, axes []Axis) (c condition, ok bool) {
	coefficients, rest, ok := linearForm(e, len(axes))
	if !ok {
		return c, false
	}
	c = condition{steps: make([]int, len(axes)), eq: eq}
	const large = 1 << 60
	least, greatest := rest, rest
	for a, n := range coefficients {
		low, high := times(n, axes[a].Lower), times(n, plus(axes[a].Lower, int64(axes[a].Extent)))
		least, greatest = plus(least, min(low, high)), plus(greatest, max(low, high))
		c.steps[a] = int(n)
		rest = plus(rest, low)
	}
	c.first = int(rest)
	return c, least > -large && greatest < large && rest > -large && rest < large
}

// bind finds the conditions of an input that is evenly spaced under them. Elements beyond a
// dimension would be clamped: where they are read, the row is read another way.
func (in *inputPlan) bind(axes []Axis) {
	if in.linear || in.Kind != Element && in.Kind != Holds || len(in.Values) > 0 || len(in.At) != len(in.Shape) && in.Kind == Element {
		return
	}
	for _, n := range in.Shape {
		if n == 0 {
			return
		}
	}
	var list []condition
	add := func(e *ir.AffineExpr, eq bool) bool {
		c, ok := conditionOf(e, eq, axes)
		list = append(list, c)
		return ok
	}
	if in.Guard != nil {
		for i, e := range in.Guard.Constraints {
			if !add(e, in.Guard.Eq[i]) {
				return
			}
		}
	}
	in.needed = len(list)
	in.steps, in.first = make([]int, len(axes)), 0
	for d, e := range in.At {
		if !add(e, false) {
			return
		}
		low := list[len(list)-1]
		high := condition{first: in.Shape[d] - 1 - low.first, steps: make([]int, len(axes))}
		for a, n := range low.steps {
			high.steps[a] = -n
			in.steps[a] += n * in.strides[d]
		}
		in.first += low.first * in.strides[d]
		list = append(list, high)
	}
	in.conditions, in.guarded = list, true
}

// interval narrows [lo, hi) to the places k at which a number, v at 0, satisfies a condition.
func interval(v, step int, eq bool, lo, hi int) (int, int) {
	switch {
	case step == 0:
		if v < 0 || eq && v != 0 {
			return lo, lo
		}
	case eq:
		k := -v / step
		if v+k*step != 0 || k < lo || k >= hi {
			return lo, lo
		}
		return k, k + 1
	case step > 0:
		lo = max(lo, -int(floorDiv(int64(v), int64(step))))
	default:
		hi = min(hi, int(floorDiv(int64(v), int64(-step)))+1)
	}
	return lo, max(lo, hi)
}

// odometer walks over the runs of the innermost axis of a row. Its values are those of the
// conditions, and behind them the offset, at index 0 of that axis.
type odometer struct {
	axes   []Axis
	steps  [][]int // of each value, by axis
	index  []int
	values []int
}

// seek moves to point number at.
func (o *odometer) seek(first []int, at int) {
	copy(o.values, first)
	for a := len(o.axes) - 1; a >= 0; a-- {
		o.index[a] = at % o.axes[a].Extent
		at /= o.axes[a].Extent
		if a == len(o.axes)-1 {
			continue // the innermost one
		}
		for v := range o.values {
			o.values[v] += o.steps[v][a] * o.index[a]
		}
	}
}

// next moves to the beginning of the next run.
func (o *odometer) next() {
	last := len(o.axes) - 1
	o.index[last] = 0
	for a := last - 1; a >= 0; a-- {
		o.index[a]++
		if o.index[a] < o.axes[a].Extent {
			for v := range o.values {
				o.values[v] += o.steps[v][a]
			}
			return
		}
		o.index[a] = 0
		for v := range o.values {
			o.values[v] -= o.steps[v][a] * (o.axes[a].Extent - 1)
		}
	}
}

// newOdometer makes the odometer of a guarded input for rows of a group of axes; nil if that has
// none.
func (in *inputPlan) newOdometer(axes []Axis, first, last int) *odometer {
	if first == last {
		return nil
	}
	o := &odometer{axes: axes[first:last], index: make([]int, last-first)}
	for i := range in.conditions {
		o.steps = append(o.steps, in.conditions[i].steps[first:last])
	}
	o.steps = append(o.steps, in.steps[first:last])
	o.values = make([]int, len(o.steps))
	return o
}

// guardedRow reads a row, or says of one whether conditions hold. It is false where an index would
// be clamped: then nothing is read that counts.
func (s *state) guardedRow(i int, from []byte, along bool, at, n, fixed int) bool {
	p := &s.plan.inputs[i]
	row := s.machine.Input(i)
	if row == nil {
		return true
	}
	size := p.DType.Size()
	row = row[:n*size]
	first, last, number := s.plan.group(!along)
	start := s.starts[:len(p.conditions)+1]
	for v := range p.conditions {
		start[v] = p.conditions[v].first
	}
	start[len(p.conditions)] = p.first
	for a := last - 1; a >= first; a-- {
		index := fixed % s.plan.axes[a].Extent
		fixed /= s.plan.axes[a].Extent
		for v := range p.conditions {
			start[v] += p.conditions[v].steps[a] * index
		}
		start[len(p.conditions)] += p.steps[a] * index
	}
	if p.Kind == Element && p.Else >= 0 {
		copy(row, s.machine.Result(p.Else)[:n*size])
	} else {
		clear(row)
	}
	o := s.odometers[i][1-number]
	if o == nil { // one point
		return s.guardedRun(p, row, from, start, nil, 0, 1)
	}
	for o.seek(start, at); n > 0; o.next() {
		inner := len(o.axes) - 1
		count := min(n, o.axes[inner].Extent-o.index[inner])
		if !s.guardedRun(p, row[:count*size], from, o.values, o.steps, o.index[inner], count) {
			return false
		}
		row, n = row[count*size:], n-count
	}
	return true
}

// guardedRun is guardedRow for points [begin, begin+n) of the innermost axis, along which values
// have steps, the last of each list; none for a single point.
func (s *state) guardedRun(p *inputPlan, row, from []byte, values []int, steps [][]int, begin, n int) bool {
	step := func(v int) int {
		if steps == nil {
			return 0
		}
		return steps[v][len(steps[v])-1]
	}
	lo, hi := begin, begin+n
	for v := range p.needed {
		if lo, hi = interval(values[v], step(v), p.conditions[v].eq, lo, hi); lo == hi {
			return true
		}
	}
	if p.Kind == Holds {
		for k := lo - begin; k < hi-begin; k++ {
			row[k] = 1
		}
		return true
	}
	for v := p.needed; v < len(p.conditions); v++ {
		if from, to := interval(values[v], step(v), false, lo, hi); from != lo || to != hi {
			return false
		}
	}
	last, size := len(p.conditions), p.DType.Size()
	spread(row[(lo-begin)*size:(hi-begin)*size], from, values[last]+lo*step(last), step(last), size)
	return true
}
