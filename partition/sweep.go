package partition

import (
	"math"
	"slices"
)

// Point is a corner of the curve of time against bytes: no choice takes both less.
type Point struct {
	Plan *Plan
	// Bytes is what is kept for the backward pass alone, Seconds the time for computing again and
	// for handing over.
	Bytes, Seconds float64
	// Lambda is from how many seconds for a byte on the point is the best one.
	Lambda float64

	units [2]int64 // bytes and seconds as the sweep counts them
}

// mostSolved is how many values and ops all cuts of a sweep have together: where a program is so
// large that this is not enough for all corners, the widest gaps are looked into.
const mostSolved = 20_000_000

// finest is what all bytes, and all seconds, are at most, in units of the sweep: products of the
// two are exact.
const finest = 1 << 28

// sweeping is a question with bytes and seconds apart.
type sweeping struct {
	*question
	bytes, seconds []int64 // of saving, by value
	again          []int64 // seconds, by op
	never, banned  []bool  // by value and op
	unit           [2]float64
	solved, limit  int
}

// sweep prepares a question of the objective Time for any lambda.
func (j *Joint) sweep(opt *Options) (*sweeping, error) {
	o := *opt
	o.Objective, o.Lambda = Time, 0
	q := j.pricing(&o).question()
	if bad := q.Infeasible(); bad >= 0 {
		return nil, q.refuse(bad)
	}
	s := &sweeping{question: q, unit: [2]float64{1, picosecond}, limit: mostSolved}
	bytes, seconds := 0.0, 0.0
	for k, v := range q.values {
		if v.Type().IsStatic() || q.held(v) {
			if q.Values[k].Save.Compare(Never) < 0 && !q.held(v) {
				bytes += q.bytes(v)
				seconds += q.traffic(v)
			}
			continue
		}
		return nil, j.unknown(v)
	}
	for k, o := range q.ops {
		if c := q.Ops[k].Again; c.Compare(Never) < 0 && c != (Cost{}) {
			seconds += q.pricing.seconds(o)
		}
	}
	s.unit[0], s.unit[1] = max(1, math.Ceil(bytes/finest)), max(picosecond, seconds/finest)
	s.measure()
	return s, nil
}

// measure counts what everything costs in units.
func (s *sweeping) measure() {
	for k, v := range s.values {
		never := s.Values[k].Save.Compare(Never) >= 0
		s.never = append(s.never, never)
		if never || s.held(v) {
			s.bytes, s.seconds = append(s.bytes, 0), append(s.seconds, 0)
			continue
		}
		s.bytes, s.seconds = append(s.bytes, scaled(s.question.bytes(v), s.unit[0])), append(s.seconds, scaled(s.traffic(v), s.unit[1]))
	}
	for k, o := range s.ops {
		c := s.Ops[k].Again
		s.banned = append(s.banned, c.Compare(Never) >= 0)
		if s.parts[o] == late {
			s.again = append(s.again, 0)
		} else {
			s.again = append(s.again, scaled(s.pricing.seconds(o), s.unit[1]))
		}
	}
}

// solve finds the best choice where bytes and seconds count so much; then the first of two others.
func (s *sweeping) solve(bytes, seconds int64, second func(bytes, seconds int64) int64) (Choice, [2]int64) {
	for k := range s.values {
		if s.never[k] {
			continue
		}
		c := Cost{s.bytes[k]*bytes + s.seconds[k]*seconds, second(s.bytes[k], s.seconds[k])}
		if d := s.values[k].Def(); d != nil && s.parts[d] == late {
			c[2] = 1
		}
		s.Values[k].Save = c
	}
	for k := range s.ops {
		if !s.banned[k] {
			s.Ops[k].Again = Cost{s.again[k] * seconds, second(0, s.again[k])}
		}
	}
	c := s.Solve()
	s.solved += len(s.values) + len(s.ops)
	return c, s.sum(c)
}

// sum is what a choice costs, in units.
func (s *sweeping) sum(c Choice) (sum [2]int64) {
	for _, k := range c.Saved {
		sum[0] += s.bytes[k]
		sum[1] += s.seconds[k]
	}
	for _, k := range c.Again {
		sum[1] += s.again[k]
	}
	return sum
}

// point is a choice as a point.
func (s *sweeping) point(c Choice, units [2]int64) Point {
	p := Point{Plan: s.plan(c), units: units}
	f := s.Joint.Figures(p.Plan, s.Options)
	p.Bytes, p.Seconds = f.Extra(), f.Seconds+f.Traffic
	return p
}

// Curve is all corners of the curve, from the least time to the fewest bytes: the best choices for
// all that a byte may be worth.
func (j *Joint) Curve(opt *Options) ([]Point, error) {
	s, err := j.sweep(opt)
	if err != nil {
		return nil, err
	}
	return s.curve(), nil
}

func (s *sweeping) curve() []Point {
	bytes := func(bytes, _ int64) int64 { return bytes }
	seconds := func(_, seconds int64) int64 { return seconds }
	fast, small := s.point(s.solve(0, 1, bytes)), s.point(s.solve(1, 0, seconds))
	points := []Point{fast}
	if small.units[0] < fast.units[0] {
		points = append(points, small)
	}
	open := [][2]Point{{fast, small}}
	for ; len(open) > 0 && s.solved < s.limit; open = open[1:] {
		a, b := open[0][0], open[0][1]
		less, more := a.units[0]-b.units[0], b.units[1]-a.units[1]
		if less <= 0 || more <= 0 {
			continue
		}
		c, units := s.solve(more, less, bytes)
		if units[0]*more+units[1]*less >= a.units[0]*more+a.units[1]*less {
			continue // nothing is below the line between the two
		}
		p := s.point(c, units)
		points = append(points, p)
		open = append(open, [2]Point{a, p}, [2]Point{p, b})
	}
	slices.SortFunc(points, func(a, b Point) int { return int(b.units[0] - a.units[0]) })
	for i := 1; i < len(points); i++ {
		a, b := &points[i-1], &points[i]
		b.Lambda = float64(b.units[1]-a.units[1]) * s.unit[1] / (float64(a.units[0]-b.units[0]) * s.unit[0])
	}
	return points
}
