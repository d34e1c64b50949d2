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
}

// gain is bytes times length saved per second.
func (c *candidate) gain() float64 {
	return float64(c.bytes) * float64(c.to-c.from) / max(c.seconds, 1e-12)
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
	merged := s.Peak()
	list := s.candidates(seconds)
	hot := s.hot(budget)
	var chosen []candidate
	pending := make([]candidate, 0, len(list))
	for i := len(list) - 1; i >= 0; i-- { // a stack, what gains most on top
		if c := &list[i]; c.to > c.from && hot[c.to] > hot[c.from] && s.isUsed(c.to) {
			pending = append(pending, *c)
		}
	}
	spent := 0.0
	for len(pending) > 0 && s.Peak() > budget && s.steps > 0 {
		c := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if s.isApart(c.class, c.member) || spent+c.seconds > left {
			continue
		}
		if c.from, c.to = s.idle(c.class, c.member); c.from >= c.to || s.tree.MaxOf(int(c.from), int(c.to)) <= budget {
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
		pending = s.operandsNext(pending, c.to, seconds)
	}
	if s.Peak() > max(budget, separate) {
		was, some := s.Peak(), len(chosen)
		if chosen = s.allApart(list, chosen, left); s.Peak() >= was {
			s.merge(chosen[some:])
			chosen = chosen[:some]
		}
	}
	if s.Peak() >= merged {
		s.merge(chosen)
		return
	}
	s.trim(chosen, max(budget, s.Peak()))
}

// candidates are the twins that may be apart, what gains most first.
func (s *Search) candidates(seconds func(p int32) float64) []candidate {
	var list []candidate
	for n := range s.classes {
		for i := range s.classes[n].members {
			if c, ok := s.candidate(int32(n), int32(i), seconds); ok {
				c.from, c.to = s.idle(int32(n), int32(i))
				list = append(list, c)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.gain(), a.gain()), cmp.Compare(a.to, b.to))
	})
	return list
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

// ChooseAll puts all twins apart that there is time for, what gains most first. With
// trim those are merged again without which the peak is as low.
func (s *Search) ChooseAll(left float64, seconds func(p int32) float64, trim bool) {
	chosen := s.allApart(s.candidates(seconds), nil, left)
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

// allApart puts all twins apart that there is time for, besides those that are.
func (s *Search) allApart(list, chosen []candidate, left float64) []candidate {
	all := slices.Clone(chosen)
	for _, c := range chosen {
		left -= c.seconds
	}
	for _, c := range list {
		if c.seconds <= left && !s.isApart(c.class, c.member) {
			s.set(c.class, c.member, true)
			left -= c.seconds
			all = append(all, c)
		}
	}
	return all
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
		if s.steps <= 0 {
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
