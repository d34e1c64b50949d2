package discover

import (
	"slices"

	"github.com/tg-opt/tg/te/field"
)

// run computes the result from operands. What it returns is overwritten by the next run. A plan
// serves one goroutine: see clone.
func (p *plan) run(operands [][]field.Element) []field.Element {
	if p.function != nil {
		return p.function(operands)
	}
	for _, s := range p.stages {
		s.run(p, operands)
	}
	return p.of(p.result, operands)
}

func (p *plan) of(s source, operands [][]field.Element) []field.Element {
	switch {
	case s.operand >= 0:
		return operands[s.operand]
	case s.stage >= 0:
		return p.stages[s.stage].out[s.result]
	}
	return s.constant
}

func (s *stage) run(p *plan, operands [][]field.Element) {
	s.body.bind(p, operands)
	switch {
	case s.combine != nil:
		s.combine.bind(p, operands)
	case s.plain && s.combiner == "":
		s.move()
		return
	case s.plain && s.combiner == "dot" && len(s.inits) == 0:
		s.dot()
		return
	}
	for point := range s.points {
		if s.combiner == "" && s.combine == nil {
			s.body.run(point)
			for i, n := range s.body.yields {
				s.out[i][point] = s.body.registers[n]
			}
			continue
		}
		s.reduce(p, point, operands)
	}
}

// plain reports whether all that is yielded is read, and nothing else done.
func (t *tape) plain() bool {
	if len(t.steps) != len(t.yields) {
		return false
	}
	for i := range t.steps {
		if s := &t.steps[i]; s.apply != nil || s.values != nil || slices.Contains(s.at, -1) || s.to != t.yields[i] {
			return false
		}
	}
	return true
}

// move computes a stage that only says where elements are read.
func (s *stage) move() {
	for i := range s.body.steps {
		from, out := &s.body.steps[i], s.out[i]
		for point, at := range from.at {
			out[point] = from.data[at]
		}
	}
}

// dot computes sums of products of what is read.
func (s *stage) dot() {
	x, y := &s.body.steps[0], &s.body.steps[1]
	out, k := s.out[0], 0
	for point := range out {
		sum := field.Element(0)
		for range s.reduced {
			sum = field.Add(sum, field.Mul(x.data[x.at[k]], y.data[y.at[k]]))
			k++
		}
		out[point] = sum
	}
}

// reduce computes one point of a reduction.
func (s *stage) reduce(p *plan, point int, operands [][]field.Element) {
	started := len(s.inits) > 0
	for i, x := range s.inits {
		s.accs[i] = p.of(x, operands)[0]
	}
	if !started && s.combine == nil {
		s.accs[0], started = neutral(s.combiner)
	}
	for k := range s.reduced {
		s.body.run(point*s.reduced + k)
		switch {
		case s.combine != nil:
			copy(s.args, s.accs)
			for i, n := range s.body.yields {
				s.args[s.results+i] = s.body.registers[n]
			}
			copy(s.combine.registers, s.args)
			s.combine.run(point*s.reduced + k)
			for i, n := range s.combine.yields {
				s.accs[i] = s.combine.registers[n]
			}
		case s.combiner == "dot":
			s.accs[0] = field.Add(s.accs[0], field.Mul(s.body.registers[s.body.yields[0]], s.body.registers[s.body.yields[1]]))
		case !started:
			s.accs[0], started = s.body.registers[s.body.yields[0]], true
		default:
			s.accs[0] = combined(s.combiner, s.accs[0], s.body.registers[s.body.yields[0]])
		}
	}
	for i := range s.out {
		if s.out[i][point] = s.accs[i]; !started {
			s.out[i][point] = field.Undefined
		}
	}
}

// neutral is what a reduction begins with, if the field has that.
func neutral(combiner string) (x field.Element, ok bool) {
	switch combiner {
	case "sum", "dot", "or", "xor":
		return 0, true
	case "prod", "and":
		return 1, true
	}
	return 0, false // the least and the greatest number are none
}

func combined(combiner string, x, y field.Element) field.Element {
	switch combiner {
	case "sum":
		return field.Add(x, y)
	case "prod", "and":
		return field.Mul(x, y)
	case "max":
		return field.Max(x, y)
	case "min":
		return field.Min(x, y)
	case "or":
		return field.Or(x, y)
	}
	return field.Xor(x, y)
}

// bind finds what is read in a run.
func (t *tape) bind(p *plan, operands [][]field.Element) {
	for i := range t.steps {
		if s := &t.steps[i]; s.at != nil {
			s.data = p.of(s.of, operands)
		}
	}
}

func (t *tape) run(point int) {
	for i := range t.steps {
		s := &t.steps[i]
		switch {
		case s.apply != nil:
			for k, n := range s.from {
				s.x[k] = t.registers[n]
			}
			t.registers[s.to] = s.apply(s.x)
		case s.values != nil:
			t.registers[s.to] = s.values[point]
		case s.at[point] >= 0:
			t.registers[s.to] = s.data[s.at[point]]
		case s.otherwise >= 0:
			t.registers[s.to] = t.registers[s.otherwise]
		default:
			t.registers[s.to] = 0
		}
	}
}

// clone is a plan for another goroutine.
func (p *plan) clone() *plan {
	c := &plan{function: p.function, result: p.result}
	for _, s := range p.stages {
		t := *s
		t.out = make([][]field.Element, len(s.out))
		for i := range t.out {
			t.out[i] = make([]field.Element, s.points)
		}
		t.accs, t.args = make([]field.Element, len(s.accs)), make([]field.Element, len(s.args))
		t.body = s.body.clone()
		if s.combine != nil {
			b := s.combine.clone()
			t.combine = &b
		}
		c.stages = append(c.stages, &t)
	}
	return c
}

func (t *tape) clone() tape {
	c := *t
	c.registers = make([]field.Element, len(t.registers))
	c.steps = make([]step, len(t.steps))
	for i, s := range t.steps {
		s.x = make([]field.Element, len(s.x))
		c.steps[i] = s
	}
	return c
}
