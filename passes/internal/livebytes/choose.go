package livebytes

import (
	"cmp"
	"slices"

	"github.com/tg-opt/tg/analysis/lifetimes"
)

// candidate is a twin that may be apart.
type candidate struct {
	class, member int32
	from, to      int32 // the points at which the other op is live for the twin alone
	bytes         int64
	seconds       float64
	gain          float64 // bytes times length saved per second
}

// Choose puts twins apart until at most budget bytes are live, as long as that lowers
// the peak and all that is apart takes no more than so many seconds. seconds says what
// the op at a point takes; ops with regions, and calls, stay merged. What saves most
// bytes over most points per second comes first. In the end nothing is apart without
// which the peak would be as low, or within the budget.
//
// separate is the peak with all twins apart, as the function was before: where one by
// one does not get there, and time allows, all that are needed for it are apart.
func (s *Search) Choose(budget, separate int64, left float64, seconds func(p int32) float64) {
	if s.Peak() <= budget {
		return
	}
	s.begin()
	merged := s.Peak()
	goal := max(budget, s.estimate(left, seconds))
	hot := s.hot(goal)
	list := s.candidates(seconds, func(from, to int32) bool { return hot[to] > hot[from] })
	slices.Reverse(list) // a stack, what gains most on top
	var chosen []candidate
	spent := 0.0
	for len(list) > 0 && s.Peak() > budget && s.steps > 0 {
		c := list[len(list)-1]
		list = list[:len(list)-1]
		if spent+c.seconds > left || s.isApart(c.class, c.member) || !s.isUsed(c.to) {
			continue
		}
		if c.from, c.to = s.idle(c.class, c.member); c.from >= c.to || s.tree.MaxOf(int(c.from), int(c.to)) <= goal {
			continue
		}
		was := s.Peak()
		s.set(c.class, c.member, true)
		if s.Peak() > was {
			s.set(c.class, c.member, false)
			continue
		}
		spent += c.seconds
		chosen = append(chosen, c)
		list = s.operandsNext(list, c.to, seconds)
	}
	if s.Peak() > max(budget, separate) {
		chosen = s.allIfLower(chosen, left-spent, seconds)
	}
	if s.Peak() >= merged {
		s.merge(chosen)
		return
	}
	s.trim(chosen, max(budget, s.Peak()))
}

// estimate is about what the peak will be: with those twins apart that gain most, as
// far as there is time, all else being as it is. What is below it need not be lowered.
func (s *Search) estimate(left float64, seconds func(p int32) float64) int64 {
	less := make([]int64, len(s.Ops)+1)
	for _, c := range s.candidates(seconds, func(_, _ int32) bool { return true }) {
		if c.seconds <= left {
			left -= c.seconds
			less[c.from] += c.bytes
			less[c.to] -= c.bytes
		}
	}
	peak, sum := int64(0), int64(0)
	for p := range s.Ops {
		sum += less[p]
		peak = max(peak, s.live[p]-sum)
	}
	return peak
}

// candidates are the twins that may be apart, and are idle at points that are wanted,
// what gains most first.
func (s *Search) candidates(seconds func(p int32) float64, wanted func(from, to int32) bool) []candidate {
	var list []candidate
	for n := range s.classes {
		c := &s.classes[n]
		for i, p := range c.members {
			if !wanted(c.first, p) {
				continue
			}
			if x, ok := s.candidate(int32(n), int32(i), seconds); ok {
				if x.from, x.to = s.idle(int32(n), int32(i)); x.from < x.to && wanted(x.from, x.to) {
					list = append(list, x)
				}
			}
		}
	}
	sortByGain(list)
	return list
}

// sortByGain puts first what gains most, of equal ones what comes first.
func sortByGain(list []candidate) {
	for i := range list {
		list[i].gain = float64(list[i].bytes) * float64(list[i].to-list[i].from) / max(list[i].seconds, 1e-12)
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(a.to, b.to))
	})
}

func (s *Search) candidate(n, member int32, seconds func(p int32) float64) (c candidate, ok bool) {
	p := s.classes[n].members[member]
	k := s.kindAt(p)
	if k.call || s.Ops[p].NumRegions() > 0 && !k.whole {
		return c, false
	}
	c = candidate{class: n, member: member, to: p, seconds: seconds(p)}
	for _, size := range k.sizes {
		c.bytes += lifetimes.Rounded(size)
	}
	return c, c.bytes > 0
}

// atLeast is a lower bound of the peak with a twin merged again: what the twin has in
// storage is live all the time then, and of its operands those may be live no more of
// which it is the last to read them.
func (s *Search) atLeast(c candidate) int64 {
	from, to := s.idle(c.class, c.member)
	if from >= to {
		return 0
	}
	bytes := c.bytes
	operands := s.operandsOf(c.to)
	for i, v := range operands {
		if v = s.storage(v); s.ends[v] == c.to && !slices.Contains(operands[:i], operands[i]) {
			bytes -= lifetimes.Rounded(s.values[v].size)
		}
	}
	return s.tree.MaxOf(int(from), int(to)) + bytes
}

// ChooseAll puts all twins apart that there is time for, what gains most first. With
// trim those are merged again without which the peak is as low.
func (s *Search) ChooseAll(left float64, seconds func(p int32) float64, trim bool) {
	chosen := s.allApart(s.all(seconds), nil, left)
	if trim {
		s.trim(chosen, s.Peak())
	}
}

// hot is how many points before each have more than so many live bytes.
func (s *Search) hot(budget int64) []int32 {
	hot := make([]int32, len(s.Ops)+1)
	for p := range s.Ops {
		hot[p+1] = hot[p]
		if s.live[p] > budget {
			hot[p+1]++
		}
	}
	return hot
}

// isUsed reports whether an op that is there reads a result of that at a point.
func (s *Search) isUsed(p int32) bool {
	for j := range s.results(p) {
		if s.used[s.firstResult[p]+int32(j)] >= 0 {
			return true
		}
	}
	return false
}

func (s *Search) isApart(n, member int32) bool {
	_, apart := slices.BinarySearch(s.classes[n].apart, member)
	return apart
}

// operandsNext puts the twins that an op at a point reads on a stack: now that the op
// is there they may be worth it.
func (s *Search) operandsNext(stack []candidate, p int32, seconds func(p int32) float64) []candidate {
	for _, v := range s.operandsOf(p) {
		q := s.values[s.values[v].base].maker
		if q < 0 || s.member[q] < 0 || s.isApart(s.classOf[q], s.member[q]) {
			continue
		}
		if c, ok := s.candidate(s.classOf[q], s.member[q], seconds); ok {
			stack = append(stack, c)
		}
	}
	return stack
}

// all are the twins that may be apart, what saves most bytes per second first.
func (s *Search) all(seconds func(p int32) float64) (list []candidate) {
	for n := range s.classes {
		for i := range s.classes[n].members {
			if c, ok := s.candidate(int32(n), int32(i), seconds); ok {
				c.from = c.to - 1
				list = append(list, c)
			}
		}
	}
	sortByGain(list)
	return list
}

// allIfLower puts all twins apart besides those that are, if there is time for all
// and that lowers the peak.
func (s *Search) allIfLower(chosen []candidate, left float64, seconds func(p int32) float64) []candidate {
	was, some, list := s.Peak(), len(chosen), s.all(seconds)
	list = slices.DeleteFunc(list, func(c candidate) bool { return s.isApart(c.class, c.member) })
	need := 0.0
	for _, c := range list {
		need += c.seconds
	}
	if need > left {
		return chosen
	}
	if chosen = s.allApart(list, chosen, left); s.Peak() < was {
		return chosen
	}
	s.merge(chosen[some:])
	return chosen[:some]
}

// allApart puts all of a list apart that there is time for, and appends them to
// chosen.
func (s *Search) allApart(list, chosen []candidate, left float64) []candidate {
	for _, c := range list {
		if c.seconds <= left {
			s.set(c.class, c.member, true)
			left -= c.seconds
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// merge takes back that twins are apart, the last first.
func (s *Search) merge(list []candidate) {
	for _, c := range slices.Backward(list) {
		s.set(c.class, c.member, false)
	}
}

// trim merges what need not be apart for the peak to be within a limit: first what
// was chosen last; then, users before what they use, what nobody uses any more.
func (s *Search) trim(chosen []candidate, limit int64) {
	try := func(c candidate) {
		if s.steps <= 0 || s.atLeast(c) > limit {
			return
		}
		s.set(c.class, c.member, false)
		if s.Peak() > limit {
			s.set(c.class, c.member, true)
		}
	}
	for _, c := range slices.Backward(chosen) {
		try(c)
	}
	slices.SortFunc(chosen, func(a, b candidate) int { return cmp.Compare(b.to, a.to) })
	for _, c := range chosen {
		if s.isApart(c.class, c.member) && !s.isUsed(c.to) {
			try(c)
		}
	}
}

// Unweighed are ops with regions, and calls, that are merged though more than so many
// bytes are live between them and the ops that they are merged with.
func (s *Search) Unweighed(budget int64) (points []int32) {
	for n := range s.classes {
		for i, p := range s.classes[n].members {
			if k := s.kindAt(p); !k.call && (s.Ops[p].NumRegions() == 0 || k.whole) {
				break // they are all alike
			}
			if from, to := s.idle(int32(n), int32(i)); from < to && s.tree.MaxOf(int(from), int(to)) > budget {
				points = append(points, p)
			}
		}
	}
	return points
}
