package livebytes

// Twin is an op that computes what an earlier one does.
type Twin struct {
	// Point and First are where the twin and the earliest such op are.
	Point, First int32
}

// class is the twins of one block that have one first op. Where they are apart, they
// begin a group: later ones of the class, up to the next that is apart, are merged
// with it, and those before the first that is apart are merged with the first op.
type class struct {
	first, block int32
	from, to     int32 // where its members are in Search.members
	apart        int32 // how many members are
	lasts        int32 // where Search.lasts has those of members, result by result
	next         int32 // another class of the first op, none
}

// membersOf are the points of a class, ascending.
func (s *Search) membersOf(c *class) []int32 { return s.members[c.from:c.to] }

// isApart reports whether the twin at a point, no view, begins a group.
func (s *Search) isApart(p int32) bool {
	return s.apart.has(s.classes[s.classOf[p]].from + s.member[p])
}

// groupOf is from which to before which member those are that are merged with what a
// member is merged with; first says that it is the first op.
func (s *Search) groupOf(c *class, member int32) (from, to int32, first bool) {
	if c.apart == 0 {
		return 0, c.to - c.from, true
	}
	from = s.apart.last(c.from+member, c.from) - c.from
	return max(from, 0), s.apart.first(c.from+member+1, c.to) - c.from, from < 0
}

// firstGroup is how many members are merged with the first op.
func (s *Search) firstGroup(c *class) int32 {
	if c.apart == 0 {
		return c.to - c.from
	}
	return s.apart.first(c.from, c.to) - c.from
}

// headOf is the point of the op that a member is merged with, itself if it is apart.
func (s *Search) headOf(c *class, member int32) int32 {
	if c.apart > 0 {
		if i := s.apart.last(c.from+member, c.from); i >= c.from {
			return s.members[i]
		}
	}
	return c.first
}

// classify makes the classes of twins.
func (s *Search) classify(twins []Twin) {
	firsts := 0
	for _, t := range twins {
		if s.classOf[t.First] == none {
			s.classOf[t.First] = counted
			firsts++
		}
	}
	s.classes, s.abroad = make([]class, 0, firsts), map[[2]int32]int32{}
	for _, t := range twins {
		if s.classOf[t.First] == counted {
			s.classOf[t.First] = none
		}
		switch k := s.kindAt(t.Point); {
		case k == nil: // a constant, which is not in the frame
			s.gone[t.Point] = true
		case k.views != nil:
			s.follows[t.Point] = true
			s.views = append(s.views, t)
		case !s.gone[t.Point]: // or else inside of one that is merged as a whole
			n := s.classFor(t)
			c := &s.classes[n]
			s.classOf[t.Point], s.member[t.Point] = n, c.to
			c.to++
			s.erase(t.Point)
		}
	}
	at, lasts := int32(0), int32(0)
	for i := range s.classes {
		c := &s.classes[i]
		c.from, c.to, at = at, at+c.to, at+c.to
		if c.lasts = lasts; c.to-c.from > few {
			lasts += (c.to - c.from) * int32(s.results(c.first))
		}
	}
	s.lastCount, s.members, s.apart = int(lasts), make([]int32, at), newBitset(at)
	for _, t := range twins {
		if i := s.member[t.Point]; i >= 0 {
			s.members[s.classes[s.classOf[t.Point]].from+i] = t.Point
		}
	}
}

// counted marks first ops that have no class yet.
const counted = -2

// few is how many members are looked at one by one.
const few = 16

// classFor is the class of a twin, which may be its first. Most first ops have one.
func (s *Search) classFor(t Twin) int32 {
	block, latest := s.blockOf[t.Point], s.classOf[t.First]
	if latest >= 0 {
		if s.classes[latest].block == block {
			return latest
		}
		if n, known := s.abroad[[2]int32{t.First, block}]; known {
			return n
		}
		s.abroad[[2]int32{t.First, s.classes[latest].block}] = latest
		s.abroad[[2]int32{t.First, block}] = int32(len(s.classes))
	}
	s.classes = append(s.classes, class{first: t.First, block: block, next: latest})
	s.classOf[t.First] = int32(len(s.classes) - 1)
	return s.classOf[t.First]
}

// erase says that an op is gone, with all that is in it.
func (s *Search) erase(p int32) {
	for i := p; i <= s.end(p); i++ {
		s.gone[i] = true
	}
}

// results is how many results an op in the frame has.
func (m *Model) results(p int32) int {
	if k := m.kindAt(p); k != nil {
		return len(k.sizes)
	}
	return 0
}

// head is the value that stands for v, which is no view.
func (s *Search) head(v int32) int32 {
	p := s.values[v].maker
	if p < 0 || s.member[p] < 0 {
		return v
	}
	return v - s.firstResult[p] + s.firstResult[s.headOf(&s.classes[s.classOf[p]], s.member[p])]
}

// storage is the value in whose storage v lies.
func (s *Search) storage(v int32) int32 { return s.head(s.values[v].base) }

// membersLast is the last point at which members of a class are used, result by
// result; negative without uses.
func (s *Search) membersLast(c *class, result, from, to int32) int32 {
	if c.to-c.from <= few {
		last := int32(none)
		for _, p := range s.membersOf(c)[min(from, to):to] {
			last = max(last, s.used[s.firstResult[p]+result])
		}
		return last
	}
	if from >= to {
		return none
	}
	at := c.lasts + result*(c.to-c.from)
	return int32(s.lasts.MaxOf(int(at+from), int(at+to)))
}

// last is until when a value needs its storage; none if it has none, being merged, or
// gone.
func (s *Search) last(v int32) int32 {
	x := &s.values[v]
	p := x.maker
	switch {
	case !x.own || p >= 0 && s.gone[p] || p < 0 && s.goneAround(x.home):
		return none
	case p < 0 || s.classOf[p] < 0:
		return max(x.last, s.used[v])
	case s.member[p] >= 0:
		c := &s.classes[s.classOf[p]]
		from, to, _ := s.groupOf(c, s.member[p])
		return max(x.last, s.membersLast(c, v-s.firstResult[p], from, to))
	}
	return s.firstLast(v, none, 0)
}

// goneAround reports whether the op is gone whose region has a block.
func (s *Search) goneAround(block int32) bool {
	op := s.blocks[block].region.op
	return op >= 0 && s.gone[op]
}

// firstLast is until when a result of a first op is needed: of a class besides it may
// be asked for what is before a member.
func (s *Search) firstLast(v, besides, before int32) int32 {
	x := &s.values[v]
	last := max(x.last, s.used[v])
	for n := s.classOf[x.maker]; n >= 0; n = s.classes[n].next {
		s.steps--
		c := &s.classes[n]
		to := s.firstGroup(c)
		if n == besides {
			to = before
		}
		if used := s.membersLast(c, v-s.firstResult[x.maker], 0, to); used >= 0 {
			last = max(last, used, s.reach(x.home, c.block))
		}
	}
	return last
}

// idle is from where on the op that a member is merged with would not be needed if the
// member was apart, up to the member.
func (s *Search) idle(p int32) (from, to int32) {
	n, member := s.classOf[p], s.member[p]
	c := &s.classes[n]
	begin, _, first := s.groupOf(c, member)
	for j := range int32(s.results(c.first)) {
		if first {
			from = max(from, s.firstLast(s.firstResult[c.first]+j, n, member))
			continue
		}
		h := s.members[c.from+begin]
		from = max(from, s.values[s.firstResult[h]+j].last, s.membersLast(c, j, begin, member))
	}
	return from + 1, p
}
