package livebytes

import (
	"slices"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/memory"
)

// Search is the function with some of its twins merged and others apart, and what is
// live then.
type Search struct {
	*Model
	live    []int64          // bytes that are live at each point; not if there is a tree
	tree    *memory.Segments // which has them where something may have changed
	classes []class
	abroad  map[[2]int32]int32 // classes by first op and block, of first ops that have several
	members []int32            // points, class by class
	apart   bitset             // which of members are
	views   []Twin             // twins that are views: they are where what they are of is

	// By point: the class of a twin and which it is there, or one class of a first op
	// with member none; the bytes of results that take operands over; what is merged
	// with another op, or erased; which are views.
	classOf, member []int32
	taken           []int64
	gone, follows   []bool
	needs           map[int32]int64 // workspace of ops

	// By value: the last point at which it is used, none without uses; and as what it
	// counts in tree, none if it does not.
	used, ends []int32
	lasts      *memory.Segments // used, of twins
	lastCount  int
	// By value, where the points of its uses are in users.
	firstUse []int32
	users    []int32

	rewired bool    // not all ops read first ops as cse has left it
	touched []int32 // values whose uses have changed
	points  []int32 // at which values began or ceased to be live
	steps   int     // of work that are left before it is too much
}

// Search begins with nothing merged, without what is erased.
func (m *Model) Search(erased []int32) *Search {
	n := len(m.Ops)
	s := &Search{
		Model: m, classOf: make([]int32, n), member: make([]int32, n), taken: make([]int64, n), gone: make([]bool, n),
		follows: make([]bool, n), used: make([]int32, len(m.values)), ends: make([]int32, len(m.values)), steps: 64 * (n + 1000),
		live: make([]int64, n+1, n+1+memory.SegmentsRoom),
	}
	for i := range s.classOf {
		s.classOf[i], s.member[i] = none, none
	}
	for _, p := range erased {
		s.erase(p)
	}
	s.rebuild()
	return s
}

// Merge merges twins, which come in the order of their points, with their first ops.
func (s *Search) Merge(twins []Twin) {
	s.classify(twins)
	s.rebuild()
}

// Peak is the most bytes that are live at once.
func (s *Search) Peak() int64 {
	if s.tree != nil {
		return s.tree.Max()
	}
	return slices.Max(s.live)
}

// begin makes ready for changes.
func (s *Search) begin() {
	s.listUses()
	if s.tree == nil {
		s.tree = memory.SegmentsOver(s.live)
	}
}

// rebuild counts everything anew.
func (s *Search) rebuild() {
	for v := range s.used {
		s.used[v] = none
	}
	for p := int32(len(s.Ops)) - 1; p >= 0; p-- { // a view is seen before what it is of
		if !s.alive(p) {
			continue
		}
		plain := len(s.blocks) == 1 && s.kindOf[p] >= 0 && s.kinds[s.kindOf[p]].views == nil
		for i, v := range s.operandsOf(p) {
			if plain {
				s.used[v] = max(s.used[v], p)
			} else {
				s.used[v] = max(s.used[v], s.usedBy(p, int32(i)))
			}
		}
	}
	s.rebuildLasts()
	live := s.live
	clear(live)
	for v := range s.values {
		x := &s.values[v]
		if s.ends[v] = s.last(int32(v)); s.ends[v] >= 0 {
			size := lifetimes.Rounded(x.size)
			live[x.birth] += size
			live[s.ends[v]+1] -= size
		}
	}
	for p := range s.taken {
		s.taken[p] = s.takenAt(int32(p))
		live[p] -= s.taken[p]
		live[p+1] += s.taken[p]
	}
	for _, x := range s.extras {
		if !s.gone[x.from] {
			live[x.from] += lifetimes.Rounded(x.bytes)
			live[x.to+1] -= lifetimes.Rounded(x.bytes)
		}
	}
	for p := 1; p < len(live); p++ {
		live[p] += live[p-1]
	}
	s.tree = nil
}

// rebuildLasts lists the uses of twins of large classes.
func (s *Search) rebuildLasts() {
	numbers := make([]int64, max(s.lastCount, 1))
	for i := range s.classes {
		c := &s.classes[i]
		members := s.membersOf(c)
		if len(members) <= few {
			continue
		}
		for j := range s.results(c.first) {
			for k, p := range members {
				numbers[int(c.lasts)+j*len(members)+k] = int64(s.used[s.firstResult[p]+int32(j)])
			}
		}
	}
	s.lasts = memory.NewSegments(numbers)
}

// alive reports whether the op at a point is there. Views that are twins are where
// somebody needs them.
func (s *Search) alive(p int32) bool {
	return !s.gone[p] && (!s.follows[p] || s.isUsed(p))
}

// usedBy is until when an operand is needed because of an op: as long as the views
// that the op makes of it.
func (s *Search) usedBy(p, operand int32) int32 {
	until := s.until(s.values[s.operandsOf(p)[operand]].home, p)
	if k := s.kindAt(p); k != nil && k.views != nil {
		for j, v := range k.views {
			if int32(v.Operand) == operand {
				until = max(until, s.used[s.firstResult[p]+int32(j)])
			}
		}
	}
	return until
}

// takenAt is how many bytes of results lie where operands were that die at a point.
func (s *Search) takenAt(p int32) (sum int64) {
	k := s.kindAt(p)
	if k == nil || len(k.takes) == 0 || s.gone[p] {
		return 0
	}
	type taking struct{ of, result int32 }
	var buffer [4]taking
	taken := buffer[:0]
	operands := s.operandsOf(p)
takes:
	for _, t := range k.takes {
		r := s.firstResult[p] + int32(t.Result)
		if s.values[r].size == 0 || !s.values[r].own {
			continue
		}
		from := &s.values[operands[t.Operand]]
		of := s.storage(operands[t.Operand])
		for _, x := range taken { // also by a result that nobody reads
			if x.result == r || x.of == of {
				continue takes
			}
		}
		if from.shift || s.ends[of] != p || s.values[of].size != s.values[r].size || s.depth(of) != s.depth(r) || s.readsElsewhere(p, of, t.Operand) {
			continue
		}
		taken = append(taken, taking{of, r})
		sum += lifetimes.Rounded(s.values[r].size)
	}
	return sum
}

// depth is how many regions are around a value.
func (m *Model) depth(v int32) int32 { return m.blocks[m.values[v].home].region.depth }

// readsElsewhere reports whether an op reads a storage by another operand that must
// not be overwritten.
func (s *Search) readsElsewhere(p, storage int32, operand int) bool {
	takes := s.kindAt(p).takes
	for i, v := range s.operandsOf(p) {
		if i == operand || s.storage(v) != storage {
			continue
		}
		overwrites := false
		for _, t := range takes {
			overwrites = overwrites || t.Operand == i
		}
		if !overwrites {
			return true
		}
	}
	return false
}
