package partition

import "slices"

// The search between corners of the curve: so many amounts of bytes, evenly spread between the
// smallest and the largest corner, each looked at as mostNodes allows. They do not depend on a
// budget, so that what is found for a smaller one is there for a larger one, too.
const (
	amounts   = 16
	mostNodes = 10_000
)

// Candidates are choices for less and less memory: the corners of the curve, and between them the
// fastest ones that were found for given amounts of bytes, from the largest to the smallest.
func (j *Joint) Candidates(opt *Options) ([]Point, error) {
	s, err := j.sweep(opt)
	if err != nil {
		return nil, err
	}
	points := s.curve()
	corners := slices.Clone(points)
	s.solved = 0
	large, small := corners[0].units[0], corners[len(corners)-1].units[0]
	for k := int64(1); k < amounts; k++ {
		target := small + (large-small)/amounts*k
		if p := s.within(corners, target); p != nil {
			points = append(points, *p)
		}
	}
	slices.SortStableFunc(points, func(a, b Point) int {
		if a.units[0] != b.units[0] {
			return int(b.units[0] - a.units[0])
		}
		return int(a.units[1] - b.units[1])
	})
	return slices.CompactFunc(points, func(a, b Point) bool { return a.units == b.units }), nil
}

// node is a part of all choices: some values are handed over, others are not.
type node struct{ saved, not []int }

// within finds the fastest choice of at most so many bytes, by branch and bound: what a choice
// costs at the price of the corners beside the target bounds its time from below. It is nil if
// nothing is better than the corner.
func (s *sweeping) within(corners []Point, target int64) *Point {
	at := slices.IndexFunc(corners, func(p Point) bool { return p.units[0] <= target })
	if at <= 0 {
		return nil
	}
	high, low := &corners[at-1], &corners[at]
	more, less := low.units[1]-high.units[1], high.units[0]-low.units[0]
	if more <= 0 || less <= 0 || low.units[0] == target {
		return nil
	}
	best, found := low.units, Choice{}
	stack := []node{{}}
	for n := 0; n < mostNodes/amounts && len(stack) > 0 && s.solved < s.limit; n++ {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		c, units, ok := s.restricted(top, more, less)
		if !ok || units[0]*more+units[1]*less-target*more >= best[1]*less {
			continue
		}
		if units[0] <= target && units[1] < best[1] {
			best, found = units, c
		}
		branch := -1
		for _, k := range c.Saved {
			if s.bytes[k] > 0 && !slices.Contains(top.saved, k) && (branch < 0 || s.bytes[k] > s.bytes[branch]) {
				branch = k
			}
		}
		if branch >= 0 {
			stack = append(stack, node{append(slices.Clone(top.saved), branch), top.not}, node{top.saved, append(slices.Clone(top.not), branch)})
		}
	}
	if found.Saved == nil {
		return nil
	}
	p := s.point(found, best)
	return &p
}

// restricted is the best choice of a node, and what it costs; not ok if there is none.
func (s *sweeping) restricted(n node, bytes, seconds int64) (c Choice, units [2]int64, ok bool) {
	for _, k := range n.not {
		s.never[k] = true
		s.Values[k].Save = Never
	}
	kept := make([][2]int64, len(n.saved))
	for i, k := range n.saved {
		kept[i] = [2]int64{s.bytes[k], s.seconds[k]}
		s.bytes[k], s.seconds[k] = 0, 0
	}
	ok = len(n.not) == 0 || s.feasible()
	if ok {
		c, units = s.solve(bytes, seconds, func(bytes, _ int64) int64 { return bytes })
	}
	for i, k := range n.saved {
		s.bytes[k], s.seconds[k] = kept[i][0], kept[i][1]
		units[0] += kept[i][0]
		units[1] += kept[i][1]
	}
	for _, k := range n.not {
		s.never[k] = false
	}
	return c, units, ok
}

// feasible reports whether there is a choice at all.
func (s *sweeping) feasible() bool {
	for k := range s.values {
		if !s.never[k] {
			s.Values[k].Save = Cost{}
		}
	}
	return s.Infeasible() < 0
}
