package livebytes

import (
	"slices"

	"github.com/tg-opt/tg/analysis/lifetimes"
)

// What is live where one twin more is apart, or one less: logarithmic in the size of
// the function for each operand and result, unless an operand has many uses.

// set makes a twin begin a group, or end that.
func (s *Search) set(p int32, apart bool) {
	s.begin()
	c, member := &s.classes[s.classOf[p]], s.member[p]
	i := c.from + member
	s.touched, s.points = s.touched[:0], append(s.points[:0], p)
	if apart {
		s.touchResults(s.headOf(c, member))
		s.apart.add(i)
		c.apart++
	} else {
		s.apart.remove(i)
		c.apart--
		s.touchResults(s.headOf(c, member))
	}
	s.touchResults(p)
	s.gone[p] = !apart
	s.operandsChange(p, apart)
	slices.Sort(s.touched)
	for _, v := range slices.Compact(s.touched) {
		s.move(v)
	}
	if bytes := s.needs[p]; apart {
		s.tree.Add(int(p), int(p)+1, bytes)
	} else {
		s.tree.Add(int(p), int(p)+1, -bytes)
	}
	slices.Sort(s.points)
	for _, q := range slices.Compact(s.points) {
		taken := s.takenAt(q)
		s.tree.Add(int(q), int(q)+1, s.taken[q]-taken)
		s.taken[q] = taken
	}
}

func (s *Search) touchResults(p int32) {
	for j := range s.results(p) {
		s.touched = append(s.touched, s.firstResult[p]+int32(j))
	}
}

// move makes a value live for as long as it is needed now.
func (s *Search) move(v int32) {
	x := &s.values[v]
	was, is := s.ends[v], s.last(v)
	if was == is {
		return
	}
	size := lifetimes.Rounded(x.size)
	from, to := x.birth, x.birth
	if was >= 0 {
		from = was + 1
		s.points = append(s.points, was)
	}
	if is >= 0 {
		to = is + 1
		s.points = append(s.points, is)
	}
	s.tree.Add(int(from), int(to), size) // of these two only one is a range
	s.tree.Add(int(to), int(from), -size)
	s.ends[v] = is
}

// operandsChange notes that an op begins or ceases to use its operands. What views of
// them are of may be used longer or shorter then, too.
func (s *Search) operandsChange(p int32, more bool) {
	for work := []int32{p}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for i, v := range s.operandsOf(p) {
			s.steps--
			was, by := s.used[v], s.usedBy(p, int32(i))
			switch {
			case more:
				s.used[v] = max(was, by)
			case was <= by || s.values[s.firstResult[p]].base != s.firstResult[p]:
				s.used[v] = s.lastUse(v)
			}
			if s.used[v] == was {
				continue
			}
			if base := s.values[v].base; base != v {
				work = append(work, s.values[v].maker)
				continue
			}
			s.noteUse(v, was)
		}
	}
}

// noteUse notes that a value that is no view is used until another point than before.
func (s *Search) noteUse(v, was int32) {
	if p := s.values[v].maker; p >= 0 && s.member[p] >= 0 {
		c := &s.classes[s.classOf[p]]
		if c.to-c.from > few {
			at := int(c.lasts + (v-s.firstResult[p])*(c.to-c.from) + s.member[p])
			s.lasts.Add(at, at+1, int64(s.used[v]-was))
		}
	}
	s.touched = append(s.touched, s.head(v))
}

// lastUse is the last point at which a value is used.
func (s *Search) lastUse(v int32) int32 {
	last := int32(none)
	for _, p := range s.users[s.firstUse[v]:s.firstUse[v+1]] {
		s.steps--
		if !s.alive(p) {
			continue
		}
		for i, w := range s.operandsOf(p) {
			if w == v {
				last = max(last, s.usedBy(p, int32(i)))
			}
		}
	}
	return last
}

// listUses lists the uses of each value, if nobody has needed them so far.
func (s *Search) listUses() {
	if s.firstUse != nil {
		return
	}
	s.firstUse = make([]int32, len(s.values)+1)
	for _, v := range s.operands {
		s.firstUse[v]++
	}
	sum := int32(0)
	for v, n := range s.firstUse {
		sum += n
		s.firstUse[v] = sum // where the uses end, until they are put there, the last first
	}
	s.users = make([]int32, len(s.operands))
	for p := int32(len(s.Ops)) - 1; p >= 0; p-- {
		for _, v := range s.operandsOf(p) {
			s.firstUse[v]--
			s.users[s.firstUse[v]] = p
		}
	}
	s.needs = map[int32]int64{}
	for _, x := range s.extras {
		if x.from == x.to {
			s.needs[x.from] += lifetimes.Rounded(x.bytes)
		}
	}
}
