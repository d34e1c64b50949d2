package livebytes

import (
	"cmp"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis/lifetimes"
)

// candidate is a twin that may be apart.
type candidate struct {
	// The points at which the other op is live for the twin alone; to is the twin's.
	from, to int32
	gain     float64 // bytes times length saved per second
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
	hot := s.hot(make([]int32, len(s.Ops)+1), budget)
	list := s.candidates(hot, seconds)
	goal := max(budget, s.estimate(list, left, seconds))
	hot = s.hot(hot, goal)
	list = slices.DeleteFunc(list, func(c candidate) bool { return hot[c.to] == hot[c.from] || seconds(c.to) > left })
	sortByGain(list)
	slices.Reverse(list) // a stack, what gains most on top
	s.begin()
	var chosen []int32
	spent := 0.0
	vain := 0
	for len(list) > 0 && s.Peak() > budget && s.steps > 0 && vain < patience {
		p := list[len(list)-1].to
		list = list[:len(list)-1]
		if spent+seconds(p) > left || s.isApart(p) || !s.isUsed(p) {
			continue
		}
		from, to := s.idle(p)
		if from >= to {
			continue
		}
		was, there := s.Peak(), s.tree.MaxOf(int(from), int(to))
		if there <= goal {
			continue
		}
		s.set(p, true)
		if s.Peak() > was {
			s.set(p, false)
			continue
		}
		if vain++; s.tree.MaxOf(int(from), int(to)) < there {
			vain = 0
		}
		spent += seconds(p)
		chosen = append(chosen, p)
		list = s.operandsNext(list, p)
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

// patience is how many twins in a row are tried to be apart that lower nothing: others
// may follow with which they do, those that they read.
const patience = 1000

// estimate is about what the peak will be: with those twins apart that gain most, as
// far as there is time, all else being as it is. What is below it need not be lowered.
func (s *Search) estimate(list []candidate, left float64, seconds func(p int32) float64) int64 {
	// Gains are compared by their exponents and a few bits more, so that nothing has
	// to be sorted.
	const shift = 48
	var needs [1 << (64 - shift)]float64
	for i := range list {
		needs[math.Float64bits(list[i].gain)>>shift] += seconds(list[i].to)
	}
	from := len(needs)
	for from > 0 && needs[from-1] <= left {
		from--
		left -= needs[from]
	}
	less := make([]int64, len(s.Ops)+1)
	for i := range list {
		c := &list[i]
		if b := int(math.Float64bits(c.gain) >> shift); b < from {
			if b < from-1 || seconds(c.to) > left {
				continue
			}
			left -= seconds(c.to)
		}
		less[c.from] += s.bytesOf(c.to)
		less[c.to] -= s.bytesOf(c.to)
		for _, v := range s.operandsOf(c.to) { // which have to be kept for it
			if v = s.storage(v); s.ends[v] >= 0 && s.ends[v] < c.to {
				less[s.ends[v]+1] -= lifetimes.Rounded(s.values[v].size)
				less[c.to+1] += lifetimes.Rounded(s.values[v].size)
			}
		}
	}
	peak, sum := int64(0), int64(0)
	for p := range s.Ops {
		sum += less[p]
		peak = max(peak, s.live[p]-sum)
	}
	return peak
}

// candidates are the twins that may be apart, while none is, and for which alone the
// first op is live where it is hot.
func (s *Search) candidates(hot []int32, seconds func(p int32) float64) []candidate {
	list := make([]candidate, 0, len(s.members))
	for n := range s.classes {
		if s.steps <= 0 {
			break
		}
		c := &s.classes[n]
		from := int32(0) // until when what comes before a member needs the first op
		for j := range int32(s.results(c.first)) {
			from = max(from, s.firstLast(s.firstResult[c.first]+j, int32(n), 0)+1)
		}
		for _, p := range s.membersOf(c) {
			if from < p && hot[from] < hot[p] && s.mayBeApart(p) {
				list = append(list, s.candidate(from, p, seconds))
			}
			for j := range int32(s.results(p)) {
				from = max(from, s.used[s.firstResult[p]+j]+1)
			}
		}
	}
	return list
}

func (s *Search) candidate(from, p int32, seconds func(p int32) float64) candidate {
	return candidate{from, p, float64(float64(s.bytesOf(p))*float64(p-from)) / max(seconds(p), 1e-12)}
}

// mayBeApart reports whether the twin at a point is worth it, and can be.
func (s *Search) mayBeApart(p int32) bool {
	k := s.kindAt(p)
	return !k.call && !k.runs && k.bytes > 0
}

// bytesOf is what the results of an op take.
func (s *Search) bytesOf(p int32) int64 { return s.kindAt(p).bytes }

// sortByGain puts first what gains most, of equal ones what comes first.
func sortByGain(list []candidate) {
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(a.to, b.to))
	})
}

// atLeast is a lower bound of the peak with a twin merged again: what the twin has in
// storage is live all the time then, and of its operands those may be live no more of
// which it is the last to read them.
func (s *Search) atLeast(p int32) int64 {
	from, to := s.idle(p)
	if from >= to {
		return 0
	}
	bytes, less, since := s.bytesOf(p), int64(0), to
	operands := s.operandsOf(p)
	for i, v := range operands {
		if v = s.storage(v); s.ends[v] == p && !slices.Contains(operands[:i], operands[i]) {
			less += lifetimes.Rounded(s.values[v].size)
			since = min(since, max(from, s.values[v].birth))
		}
	}
	most := s.tree.MaxOf(int(from), int(since)) + bytes
	if since < to {
		most = max(most, s.tree.MaxOf(int(since), int(to))+bytes-less)
	}
	return most
}

// ChooseAll puts all twins apart that there is time for, what gains most first. With
// trim those are merged again without which the peak is as low.
func (s *Search) ChooseAll(left float64, seconds func(p int32) float64, trim bool) {
	chosen := s.allApart(nil, left, seconds)
	if trim {
		s.trim(chosen, s.Peak())
	}
}

// hot is how many points before each have more than so many live bytes, in the list
// given.
func (s *Search) hot(list []int32, budget int64) []int32 {
	for p := range s.Ops {
		list[p+1] = list[p]
		if s.live[p] > budget {
			list[p+1]++
		}
	}
	return list
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

// operandsNext puts the twins that an op at a point reads on a stack: now that the op
// is there they may be worth it.
func (s *Search) operandsNext(stack []candidate, p int32) []candidate {
	for _, v := range s.operandsOf(p) {
		q := s.values[s.values[v].base].maker
		if q >= 0 && s.member[q] >= 0 && !s.isApart(q) && s.mayBeApart(q) {
			stack = append(stack, candidate{to: q})
		}
	}
	return stack
}

// all are the twins that may be apart, what saves most bytes per second first.
func (s *Search) all(seconds func(p int32) float64) []candidate {
	list := make([]candidate, 0, len(s.members))
	for i := range s.classes {
		for _, p := range s.membersOf(&s.classes[i]) {
			if s.mayBeApart(p) && !s.isApart(p) {
				list = append(list, s.candidate(p-1, p, seconds))
			}
		}
	}
	sortByGain(list)
	return list
}

// allIfLower puts all twins apart besides those that are, if there is time for all
// and that lowers the peak.
func (s *Search) allIfLower(chosen []int32, left float64, seconds func(p int32) float64) []int32 {
	need := 0.0
	for i := range s.classes {
		for _, p := range s.membersOf(&s.classes[i]) {
			if need > left {
				return chosen
			}
			if s.mayBeApart(p) && !s.isApart(p) {
				need += seconds(p)
			}
		}
	}
	was, some := s.Peak(), len(chosen)
	if chosen = s.allApart(chosen, left, seconds); s.Peak() < was {
		return chosen
	}
	s.merge(chosen[some:])
	return chosen[:some]
}

// allApart puts all twins apart that there is time for, what saves most first, and
// appends them to chosen.
func (s *Search) allApart(chosen []int32, left float64, seconds func(p int32) float64) []int32 {
	for _, c := range s.all(seconds) {
		if s.steps <= 0 {
			break
		}
		if needs := seconds(c.to); needs <= left {
			s.set(c.to, true)
			left -= needs
			chosen = append(chosen, c.to)
		}
	}
	return chosen
}

// merge takes back that twins are apart, the last first.
func (s *Search) merge(list []int32) {
	for _, p := range slices.Backward(list) {
		s.set(p, false)
	}
}

// trim merges what need not be apart for the peak to be within a limit, users before
// what they use, until nothing can be merged.
func (s *Search) trim(chosen []int32, limit int64) {
	slices.Sort(chosen)
	for merged := true; merged && s.steps > 0; {
		merged = false
		for _, p := range slices.Backward(chosen) {
			if s.steps--; s.steps <= 0 || !s.isApart(p) || s.atLeast(p) > limit {
				continue
			}
			s.set(p, false)
			if merged = s.Peak() <= limit || merged; s.Peak() > limit {
				s.set(p, true)
			}
		}
	}
}

// Unweighed are ops with regions, and calls, that are merged though more than so many
// bytes are live between them and the ops that they are merged with.
func (s *Search) Unweighed(budget int64) (points []int32) {
	s.begin()
	for i := range s.classes {
		if s.steps <= 0 {
			break
		}
		for _, p := range s.membersOf(&s.classes[i]) {
			if k := s.kindAt(p); !k.call && !k.runs {
				break // they are all alike
			}
			if from, to := s.idle(p); from < to && s.tree.MaxOf(int(from), int(to)) > budget {
				points = append(points, p)
			}
		}
	}
	return points
}
