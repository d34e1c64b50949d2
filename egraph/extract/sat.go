package extract

import "slices"

// lit is a variable, doubled, or its negation, plus 1.
type lit int32

func positive(v int32) lit { return lit(2 * v) }
func (l lit) not() lit     { return l ^ 1 }
func (l lit) v() int32     { return int32(l >> 1) }

const (
	noClause = ^uint32(0)
	header   = 2 // words before the literals of a clause: size and mark of being learnt, distance
	learnt   = 1 << 30
)

// watch is a clause that is looked at when a literal becomes false, and another literal of it.
type watch struct {
	clause uint32
	other  lit
}

// solver decides clauses, by conflict-driven learning: J. Marques-Silva, K. Sakallah, "GRASP",
// 1996; M. Moskewicz and others, "Chaff", 2001; N. Een, N. Sorensson, "An Extensible SAT-solver",
// 2003.
type solver struct {
	m       *meter
	arena   []int32 // clauses
	watches [][]watch
	clauses int // that were learnt
	most    int // how many learnt clauses are kept

	value  []int8 // of literals: 1 true, -1 false, 0 unknown
	level  []int32
	reason []uint32
	phase  []bool // which value a variable had last
	score  []float64
	step   float64
	heap   []int32 // variables by score
	place  []int32 // of a variable in heap, -1 for none

	trail  []lit
	ends   []int32 // of the levels of trail; the first level is that of assumptions
	next   int     // of trail, to propagate
	held   int     // how many assumptions are assigned
	broken bool    // no assignment is left

	seen    []bool
	stamp   []int32
	stamped int32

	// check looks at an assignment from which no clause implies more. It returns nil, or a clause
	// of which all literals are false, or all but one.
	check  func() []lit
	kept   int // how much of trail was kept since check set it
	seenBy int // what check set kept to

	model []int8
	core  []lit // the assumptions that cannot hold together

	conflicts int64
}

func newSolver(m *meter) *solver { return &solver{m: m, step: 1, most: 4000} }

// variable makes a variable.
func (s *solver) variable() int32 {
	v := int32(len(s.level))
	s.watches = append(s.watches, nil, nil)
	s.value = append(s.value, 0, 0)
	s.level, s.reason = append(s.level, 0), append(s.reason, noClause)
	s.phase, s.score = append(s.phase, false), append(s.score, 0)
	s.seen, s.stamp = append(s.seen, false), append(s.stamp, 0)
	s.place = append(s.place, -1)
	s.insert(v)
	return v
}

func (s *solver) size(c uint32) int      { return int(s.arena[c] &^ learnt) }
func (s *solver) isLearnt(c uint32) bool { return s.arena[c]&learnt != 0 }
func (s *solver) lits(c uint32) []int32 {
	return s.arena[c+header : c+header+uint32(s.size(c))]
}

// add adds a clause at the lowest level.
func (s *solver) add(lits ...lit) {
	s.backTo(0)
	list := slices.Clone(lits)
	slices.Sort(list)
	kept := list[:0]
	for i, l := range list {
		switch {
		case s.value[l] > 0, i+1 < len(list) && list[i+1] == l.not() && l&1 == 0:
			return
		case s.value[l] == 0 && (len(kept) == 0 || kept[len(kept)-1] != l):
			kept = append(kept, l)
		}
	}
	switch len(kept) {
	case 0:
		s.broken = true
	case 1:
		s.assign(kept[0], noClause)
		if s.propagate() != noClause {
			s.broken = true
		}
	default:
		s.attach(kept, 0)
	}
}

// attach stores a clause of two literals or more, of which the first two are watched.
func (s *solver) attach(lits []lit, distance int) uint32 {
	c := uint32(len(s.arena))
	size := int32(len(lits))
	if distance > 0 {
		size |= learnt
		s.clauses++
	}
	s.arena = append(s.arena, size, int32(distance))
	for _, l := range lits {
		s.arena = append(s.arena, int32(l))
	}
	s.watches[lits[0]] = append(s.watches[lits[0]], watch{c, lits[1]})
	s.watches[lits[1]] = append(s.watches[lits[1]], watch{c, lits[0]})
	return c
}

func (s *solver) assign(l lit, reason uint32) {
	v := l.v()
	s.value[l], s.value[l^1] = 1, -1
	s.level[v], s.reason[v] = int32(len(s.ends)), reason
	s.trail = append(s.trail, l)
}

// propagate finds what follows; a clause that is broken is returned.
func (s *solver) propagate() uint32 {
	work := int64(0)
	defer func() { s.m.spend(work) }()
	for s.next < len(s.trail) {
		falsified := s.trail[s.next].not()
		s.next++
		list := s.watches[falsified]
		work += int64(len(list)) + 1
		kept := 0
		for i := 0; i < len(list); i++ {
			w := list[i]
			if s.value[w.other] > 0 {
				list[kept] = w
				kept++
				continue
			}
			work += 4 // it is elsewhere in memory
			lits := s.lits(w.clause)
			if lits[0] == int32(falsified) {
				lits[0], lits[1] = lits[1], lits[0]
			}
			first := lit(lits[0])
			if first != w.other && s.value[first] > 0 {
				list[kept] = watch{w.clause, first}
				kept++
				continue
			}
			moved := false
			for k := 2; k < len(lits); k++ {
				if s.value[lits[k]] >= 0 {
					lits[1], lits[k] = lits[k], lits[1]
					s.watches[lits[1]] = append(s.watches[lits[1]], watch{w.clause, first})
					moved = true
					break
				}
			}
			if moved {
				continue
			}
			list[kept] = watch{w.clause, first}
			kept++
			if s.value[first] < 0 {
				kept += copy(list[kept:], list[i+1:])
				s.watches[falsified] = list[:kept]
				s.next = len(s.trail)
				return w.clause
			}
			s.assign(first, w.clause)
		}
		s.watches[falsified] = list[:kept]
	}
	return noClause
}

// backTo undoes the levels above one.
func (s *solver) backTo(level int) {
	if len(s.ends) <= level {
		return
	}
	end := int(s.ends[level])
	for i := len(s.trail) - 1; i >= end; i-- {
		l := s.trail[i]
		v := l.v()
		s.value[l], s.value[l^1] = 0, 0
		s.phase[v] = l&1 == 0
		s.insert(v)
	}
	s.trail, s.ends, s.next = s.trail[:end], s.ends[:level], end
	s.kept = min(s.kept, end)
	if level == 0 {
		s.held = 0
	}
}

// bump makes a variable one to decide on sooner.
func (s *solver) bump(v int32) {
	if s.score[v] += s.step; s.score[v] > 1e100 {
		for i := range s.score {
			s.score[i] *= 1e-100
		}
		s.step *= 1e-100
	}
	if s.place[v] >= 0 {
		s.up(s.place[v])
	}
}

// analyze learns from a broken clause: the literals of which one must be true, the first of them at
// the present level, and the level to go back to.
func (s *solver) analyze(conflict []int32) ([]lit, int) {
	learned := []lit{0}
	open := 0
	at := len(s.trail) - 1
	present := int32(len(s.ends))
	for {
		for _, q := range conflict {
			v := lit(q).v()
			if s.seen[v] || s.level[v] == 0 || s.value[q] > 0 {
				continue
			}
			s.seen[v] = true
			s.bump(v)
			if s.level[v] >= present {
				open++
			} else {
				learned = append(learned, lit(q))
			}
		}
		for !s.seen[s.trail[at].v()] {
			at--
		}
		l := s.trail[at]
		at--
		s.seen[l.v()] = false
		if open--; open == 0 {
			learned[0] = l.not()
			break
		}
		conflict = s.lits(s.reason[l.v()])
	}
	all := slices.Clone(learned)
	kept := learned[:1]
	for _, l := range learned[1:] {
		if !s.implied(l) {
			kept = append(kept, l)
		}
	}
	for _, l := range all {
		s.seen[l.v()] = false
	}
	back := 0
	for i := 1; i < len(kept); i++ {
		if level := int(s.level[kept[i].v()]); level > back {
			back = level
			kept[1], kept[i] = kept[i], kept[1]
		}
	}
	return kept, back
}

// implied reports whether the others of a learned clause imply a literal of it.
func (s *solver) implied(l lit) bool {
	r := s.reason[l.v()]
	if r == noClause {
		return false
	}
	for _, q := range s.lits(r) {
		if v := lit(q).v(); v != l.v() && !s.seen[v] && s.level[v] > 0 {
			return false
		}
	}
	return true
}

// distance is how many levels the literals are of.
func (s *solver) distance(lits []lit) int {
	s.stamped++
	count := 0
	for _, l := range lits {
		if level := s.level[l.v()]; s.stamp[level] != s.stamped {
			s.stamp[level] = s.stamped
			count++
		}
	}
	return count
}

// blame fills core: the assumptions from which it follows that all literals of a clause are false.
func (s *solver) blame(clause []int32) {
	s.core = s.core[:0]
	for _, q := range clause {
		if v := lit(q).v(); s.level[v] > 0 {
			s.seen[v] = true
		}
	}
	for i := len(s.trail) - 1; i >= int(s.ends[0]); i-- {
		l := s.trail[i]
		v := l.v()
		if !s.seen[v] {
			continue
		}
		s.seen[v] = false
		if s.reason[v] == noClause {
			s.core = append(s.core, l)
			continue
		}
		for _, q := range s.lits(s.reason[v]) {
			if u := lit(q).v(); s.level[u] > 0 && u != v {
				s.seen[u] = true
			}
		}
	}
}

// outcome of a search.
type outcome int

const (
	unknown outcome = iota
	satisfied
	refuted
)

// solve looks for an assignment under assumptions, for at most so many conflicts: model has it, or
// core the assumptions that cannot hold together.
func (s *solver) solve(assume []lit, most int64) outcome {
	defer s.backTo(0)
	s.core = s.core[:0]
	end := s.conflicts + most
	for len(s.stamp) <= len(s.level)+1 {
		s.stamp = append(s.stamp, 0)
	}
	for restart := int64(1); ; restart++ {
		if s.broken {
			return refuted
		}
		if s.clauses > s.most {
			s.backTo(0)
			s.reduce()
		}
		budget := min(s.conflicts+100*luby(restart), end)
		if o := s.search(assume, budget); o != unknown {
			return o
		}
		if s.conflicts >= end || !s.m.spend(1) {
			return unknown
		}
		s.backTo(1)
	}
}

// luby is the i-th number of the sequence of M. Luby and others, 1993: 1 1 2 1 1 2 4 ...
func luby(i int64) int64 {
	for {
		k := int64(1)
		for k < i+1 {
			k *= 2
		}
		if k == i+1 {
			return k / 2
		}
		i -= k/2 - 1
	}
}

// search looks for an assignment until so many conflicts were seen.
func (s *solver) search(assume []lit, budget int64) outcome {
	for {
		conflict := s.propagate()
		var broken []int32
		if conflict != noClause {
			broken = s.lits(conflict)
		} else if s.check != nil {
			if clause := s.check(); clause != nil {
				if broken = s.learned(clause); broken == nil {
					if s.broken {
						return refuted
					}
					continue
				}
			}
		}
		if broken == nil && len(s.trail) == len(s.level) && s.held == len(assume) && len(s.ends) > 0 {
			s.model = append(s.model[:0], s.value...)
			return satisfied
		}
		if broken != nil {
			s.conflicts++
			if len(s.ends) == 0 {
				s.broken = true
				return refuted
			}
			if len(s.ends) == 1 {
				s.blame(broken)
				return refuted
			}
			s.learn(broken)
			if s.conflicts >= budget || s.conflicts&63 == 0 && !s.m.spend(0) {
				return unknown
			}
			continue
		}
		if !s.decide(assume) {
			return refuted
		}
		if s.m.done >= s.m.limit {
			return unknown
		}
	}
}

// learned adds a clause of which all literals are false, or all but one. The result is the clause
// if it is broken after that, or nil where it implied something.
func (s *solver) learned(clause []lit) []int32 {
	level := func(l lit) int {
		if s.value[l] == 0 {
			return len(s.ends) + 1
		}
		return int(s.level[l.v()])
	}
	slices.SortStableFunc(clause, func(a, b lit) int { return level(b) - level(a) })
	top := level(clause[0])
	if top == 0 {
		s.broken = true
		return nil
	}
	if len(clause) == 1 || level(clause[1]) == 0 {
		s.backTo(0)
		s.assign(clause[0], noClause)
		return nil
	}
	c := s.attach(clause, s.distance(clause))
	if second := level(clause[1]); top > second {
		s.backTo(second)
		s.assign(clause[0], c)
		return nil
	}
	s.backTo(top)
	return s.lits(c)
}

// learn adds what a broken clause teaches.
func (s *solver) learn(broken []int32) {
	clause, back := s.analyze(broken)
	distance := s.distance(clause)
	s.backTo(back)
	s.step /= 0.95
	if len(clause) == 1 {
		s.assign(clause[0], noClause)
		return
	}
	s.assign(clause[0], s.attach(clause, distance))
}

// decide assigns the next assumption, or the variable of most conflicts. It reports false where an
// assumption is false.
func (s *solver) decide(assume []lit) bool {
	if len(s.ends) == 0 {
		s.ends = append(s.ends, int32(len(s.trail)))
	}
	for ; s.held < len(assume); s.held++ {
		l := assume[s.held]
		if s.value[l] < 0 {
			s.blame([]int32{int32(l)})
			s.core = append(s.core, l)
			return false
		}
		if s.value[l] == 0 {
			s.assign(l, noClause)
			s.held++
			return true
		}
	}
	for len(s.trail) < len(s.level) {
		v := s.top()
		if s.value[positive(v)] != 0 {
			continue
		}
		s.ends = append(s.ends, int32(len(s.trail)))
		l := positive(v)
		if !s.phase[v] {
			l = l.not()
		}
		s.assign(l, noClause)
		break
	}
	return true
}

// reduce drops half of what was learnt, those of many levels first, and packs the clauses. It is
// called at the lowest level.
func (s *solver) reduce() {
	var distances []int32
	for c := 0; c < len(s.arena); c += header + s.size(uint32(c)) {
		if s.isLearnt(uint32(c)) {
			distances = append(distances, s.arena[c+1])
		}
	}
	slices.Sort(distances)
	limit := max(2, distances[len(distances)/2])
	for _, l := range s.trail {
		s.reason[l.v()] = noClause
	}
	old := s.arena
	s.arena = make([]int32, 0, len(old))
	for i := range s.watches {
		s.watches[i] = s.watches[i][:0]
	}
	s.clauses = 0
	over := 0 // every second one at the limit goes, too
	for at := 0; at < len(old); {
		size, distance := int(old[at]&^learnt), old[at+1]
		lits := old[at+header : at+header+size]
		isLearnt := old[at]&learnt != 0
		at += header + size
		if isLearnt && distance > 2 {
			if distance == limit {
				over++
			}
			if distance > limit || distance == limit && over%2 == 0 {
				continue
			}
		}
		s.store(lits, isLearnt, distance)
	}
	s.most += 500
	s.m.spend(int64(len(old) / 4))
}

// store puts a clause back without what is false at the lowest level.
func (s *solver) store(lits []int32, isLearnt bool, distance int32) {
	kept := lits[:0]
	for _, l := range lits {
		if s.value[l] > 0 {
			return
		}
		if s.value[l] == 0 {
			kept = append(kept, l)
		}
	}
	c := uint32(len(s.arena))
	size := int32(len(kept))
	if isLearnt {
		size |= learnt
		s.clauses++
	}
	s.arena = append(append(s.arena, size, distance), kept...)
	s.watches[kept[0]] = append(s.watches[kept[0]], watch{c, lit(kept[1])})
	s.watches[kept[1]] = append(s.watches[kept[1]], watch{c, lit(kept[0])})
}
