package sharing

import (
	"cmp"
	"maps"
	"slices"
)

// A part is something that is computed in several places.
type part struct {
	// places are in the order of the text. Of those but the first nothing is in a part that is
	// found later.
	places []place
	// fixed are the operands of the first place, by their place among all, that are one constant
	// everywhere.
	fixed map[int32]bool
	// within are the parts whose first places hold places of this one, 0 for none. Parts count from
	// 1.
	within []int32
}

// place is where a part is computed: nodes in the same order for all places. Where swapped differs
// from that of another place the first two operands are the other way round.
type place struct {
	nodes   []int32
	swapped []bool
}

// search looks for parts.
type search struct {
	g      *graph
	labels labels
	least  int // ops
	parts  []*part
	// container is the part whose first place a node is in, 0 for none.
	container []int32
	// gone are nodes of other places of parts, and those around nodes of parts.
	gone []bool
	// buckets are the nodes of each round that have one label, where there are several.
	buckets []map[uint64]*bucket
	// work is what has been done, in comparisons, and limit what may be.
	work, limit int
	scratch
}

// bucket are nodes with one label.
type bucket struct {
	nodes []int32 // in the order of the text; some may not be free any more
	free  int
	// groups are the free ones when there were so many parts as grouped says.
	groups  []group
	grouped int
}

// whole is what a place must not cross the bounds of: a program, or the first place of a part.
type whole struct{ program, container int32 }

type group struct {
	is    whole
	nodes []int32
}

// Work that is allowed: so much, and so much for each op.
const (
	leastWork = 1 << 22
	workPerOp = 1 << 9
	maxGroups = 6 // programs that a part is looked for in, to begin with
	// maxInVain is how often as much as a part has may be compared in vain for further places of
	// it.
	maxInVain = 128
)

// find looks for all parts of at least so many ops. It reports whether it came to an end, for a
// graph may be such that looking for everything takes too long.
func (g *graph) find(least int) (parts []*part, complete bool) {
	n := g.size()
	s := &search{g: g, labels: g.labels(), least: least, container: make([]int32, n), gone: make([]bool, n)}
	s.limit = leastWork + workPerOp*int(n)
	s.nodes = make([]mate, n)
	s.holesA, s.holesB = make([]mate, len(g.values)), make([]mate, len(g.values))
	queue := s.fillBuckets()
	for k := 0; k < len(queue); k++ {
		if s.work > s.limit {
			return s.parts, false
		}
		if p := s.attempt(queue[k]); p != nil {
			s.accept(p)
			queue = append(queue, p.places[0].nodes...)
		}
	}
	return s.parts, true
}

// fillBuckets finds the nodes with equal labels, and the order in which to begin with nodes: outer
// ones first, and those first that are alike far around.
func (s *search) fillBuckets() (order []int32) {
	level := make([]int, s.g.size())
	s.buckets = make([]map[uint64]*bucket, len(s.labels))
	for d, label := range s.labels {
		counts := map[uint64]int{}
		for i := range s.g.size() {
			if s.g.nodes[i].class != none {
				counts[label[i]]++
			}
		}
		s.buckets[d] = map[uint64]*bucket{}
		for i := range s.g.size() {
			if n := counts[label[i]]; n < 2 || s.g.nodes[i].class == none {
				continue
			}
			b := s.buckets[d][label[i]]
			if b == nil {
				b = &bucket{}
				s.buckets[d][label[i]] = b
			}
			b.nodes = append(b.nodes, i)
			b.free++
			level[i] = d + 1
		}
	}
	for i := range s.g.size() {
		if level[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.g.nodes[a].depth, s.g.nodes[b].depth), cmp.Compare(level[b], level[a]))
	})
	return order
}

// free reports whether a node may be in a part.
func (s *search) free(i int32) bool { return !s.gone[i] }

// members is how many free nodes have the label of one, in a round.
func (s *search) members(round int, i int32) int {
	if b := s.buckets[round][s.labels[round][i]]; b != nil {
		return b.free
	}
	return 1
}

// bucketOf is the bucket of a node in a round, without nodes that are not free any more.
func (s *search) bucketOf(round int, i int32) *bucket {
	b := s.buckets[round][s.labels[round][i]]
	if b != nil && len(b.nodes) > 2*b.free {
		b.nodes = slices.DeleteFunc(b.nodes, func(n int32) bool { return s.gone[n] })
	}
	return b
}

// attempt looks for a part that a node is in: with the nodes that are most like it, and if there is
// nothing, with others.
func (s *search) attempt(seed int32) *part {
	if s.gone[seed] {
		return nil
	}
	last := 0
	for d := len(s.labels) - 1; d >= 0; d /= 2 {
		for d > 0 && s.members(d, seed) < 2 {
			d--
		}
		n := s.members(d, seed)
		if n < 2 {
			return nil
		}
		if n != last { // else they are the same nodes
			if p := s.among(seed, s.bucketOf(d, seed)); p != nil {
				return p
			}
		}
		if last = n; d == 0 {
			return nil
		}
	}
	return nil
}

// among is the largest part that a node has in common with one of the partners in a bucket.
func (s *search) among(seed int32, b *bucket) *part {
	var best *growth
	var kept []bool
	most := s.least - 1
	try := func(partner int32) {
		w, _ := s.grow(seed, partner, nil)
		if len(w.queue) <= most {
			return
		}
		if keep, n := s.convex(w); n > most {
			best, kept, most = w, keep, n
		}
	}
	partners, further := s.partners(seed, b)
	for _, partner := range partners {
		try(partner)
	}
	if best == nil && further != none {
		try(further)
	}
	if best == nil {
		return nil
	}
	return s.collect(best, kept)
}

// partners are nodes to compare with: in other programs, and in what has been set apart, the one
// that is as many as the seed is where it is; in its own the next one, so that of what is repeated
// one round is found and not several. Where there is no room for a part in between, as in a chain
// of equal ops, there may be one up to a further node.
func (s *search) partners(seed int32, b *bucket) (list []int32, further int32) {
	further = none
	s.group(b)
	own := s.groupOf(seed)
	var rank int
	for _, g := range b.groups {
		if g.is == own {
			rank, _ = slices.BinarySearch(g.nodes, seed)
			if rank+s.least < len(g.nodes) {
				further = g.nodes[rank+s.least]
			}
		}
	}
	for _, g := range b.groups {
		switch last := len(g.nodes) - 1; {
		case g.is != own:
			list = append(list, g.nodes[min(rank, last)])
		case rank < last:
			list = append(list, g.nodes[rank+1])
		case rank > 0:
			list = append(list, g.nodes[rank-1])
		}
		if len(list) == maxGroups {
			break
		}
	}
	return list, further
}

// group finds the groups of a bucket, unless they are known.
func (s *search) group(b *bucket) {
	if b.groups != nil && b.grouped == len(s.parts) {
		return
	}
	b.groups, b.grouped = b.groups[:0], len(s.parts)
	at := map[whole]int{}
	for _, i := range b.nodes {
		if s.gone[i] {
			continue
		}
		is := s.groupOf(i)
		k, known := at[is]
		if !known {
			k = len(b.groups)
			at[is] = k
			b.groups = append(b.groups, group{is: is})
		}
		b.groups[k].nodes = append(b.groups[k].nodes, i)
	}
	s.work += len(b.nodes)
}

func (s *search) groupOf(i int32) whole { return whole{s.g.nodes[i].program, s.container[i]} }

// collect finds all places of what a growth has found in two.
func (s *search) collect(w *growth, keep []bool) *part {
	p := w.patternOf(keep)
	n := len(p.nodes)
	order := make(map[int32]int, n)
	for k, i := range p.nodes {
		order[i] = k
	}
	placeOf := func(w *growth) place {
		to := place{make([]int32, n), make([]bool, n)}
		for _, q := range w.queue {
			if k, in := order[q.a]; in {
				to.nodes[k], to.swapped[k] = q.b, q.swapped
			}
		}
		return to
	}
	found := &part{places: []place{{p.nodes, make([]bool, n)}, placeOf(w)}, fixed: p.fixed}
	taken := make(map[int32]bool, 2*n)
	take := func(to place) {
		for _, i := range to.nodes {
			taken[i] = true
		}
	}
	take(found.places[0])
	take(found.places[1])
	root := s.rarest(p)
	candidates := s.candidates(root)
	inVain := maxInVain*n + 8*len(candidates)
	for _, i := range candidates {
		if taken[i] || inVain < 0 {
			continue
		}
		before := s.work
		other, ok := s.grow(root, i, p)
		if !ok || slices.ContainsFunc(other.queue, func(q pair) bool { return taken[q.b] }) {
			inVain -= s.work - before
			continue
		}
		if to := placeOf(other); len(s.outside(to.nodes, nil)) == 0 {
			take(to)
			found.places = append(found.places, to)
		}
	}
	s.arrange(found)
	return found
}

// candidates are the nodes that may stand for one elsewhere, those first that are most like it.
func (s *search) candidates(root int32) (list []int32) {
	alike := map[int32]int{}
	for _, i := range s.bucketOf(0, root).nodes {
		if !s.gone[i] {
			list = append(list, i)
			alike[i] = s.labels.alike(root, i)
		}
	}
	s.work += len(list)
	slices.SortStableFunc(list, func(a, b int32) int { return alike[b] - alike[a] })
	return list
}

// arrange puts places in the order in which they begin.
func (s *search) arrange(p *part) {
	before := p.places[0]
	slices.SortStableFunc(p.places, comparePlaces)
	p.fixed = s.fixedIn(p.places[0], before, p.fixed)
}

func comparePlaces(a, b place) int { return int(slices.Min(a.nodes) - slices.Min(b.nodes)) }

// fixedIn are the operands of a place, by their place among all, that are constants, as fixed says
// which are in another one.
func (s *search) fixedIn(to, from place, fixed map[int32]bool) map[int32]bool {
	result := map[int32]bool{}
	for k, i := range from.nodes {
		for n := range int32(len(s.g.operandsOf(i))) {
			if fixed[s.g.nodes[i].operands+n] {
				result[s.g.nodes[to.nodes[k]].operands+to.operand(from, k, n)] = true
			}
		}
	}
	return result
}

// operand is which operand of node k stands for operand n of that of another place.
func (p place) operand(other place, k int, n int32) int32 {
	if n < 2 && p.swapped[k] != other.swapped[k] {
		return 1 - n
	}
	return n
}

// accept sets the places of a part apart: all but the first for good, and that one from all else. A
// part that is found again, because not all of its places were, gets the others.
func (s *search) accept(p *part) {
	for j, to := range p.places {
		if c := s.container[to.nodes[0]]; c != 0 && s.isFirst(s.parts[c-1], p, j) {
			s.enlarge(c, p, j)
			return
		}
	}
	s.parts = append(s.parts, p)
	number := int32(len(s.parts))
	for j, to := range p.places {
		s.lies(p, to)
		s.setApart(to, j == 0, number)
	}
}

// lies notes what a place of a part is within.
func (s *search) lies(p *part, to place) {
	if c := s.container[to.nodes[0]]; !slices.Contains(p.within, c) {
		p.within = append(p.within, c)
	}
}

// isFirst reports whether place j of p is all of the first place of another part, and they are the
// same part.
func (s *search) isFirst(other, p *part, j int) bool {
	a, b := slices.Sorted(slices.Values(other.places[0].nodes)), slices.Sorted(slices.Values(p.places[j].nodes))
	return slices.Equal(a, b) && maps.Equal(other.fixed, s.fixedIn(p.places[j], p.places[0], p.fixed))
}

// enlarge gives part c the places of p but for place j, which is its first one.
func (s *search) enlarge(c int32, p *part, j int) {
	known, same := s.parts[c-1], p.places[j]
	at := make(map[int32]int, len(same.nodes))
	for k, i := range same.nodes {
		at[i] = k
	}
	for _, to := range slices.Delete(slices.Clone(p.places), j, j+1) {
		first := known.places[0]
		next := place{make([]int32, len(first.nodes)), make([]bool, len(first.nodes))}
		for k, i := range first.nodes {
			from := at[i]
			next.nodes[k] = to.nodes[from]
			next.swapped[k] = first.swapped[k] != (to.swapped[from] != same.swapped[from])
		}
		s.lies(known, next)
		known.places = append(known.places, next)
		s.setApart(next, false, c)
	}
	slices.SortStableFunc(known.places[1:], comparePlaces)
}

// setApart makes a place one that nothing crosses the bounds of, or, if it is not to be looked at
// again, that is part of nothing. Ops around it stay as they are.
func (s *search) setApart(to place, again bool, number int32) {
	for _, n := range to.nodes {
		for i := n; i < s.g.nodes[n].end; i++ {
			if again {
				s.container[i] = number
			} else {
				s.drop(i)
			}
		}
		for o := s.g.nodes[n].outer; o != none; o = s.g.nodes[o].outer {
			s.drop(o)
		}
	}
}

// drop makes a node a part of nothing more.
func (s *search) drop(i int32) {
	if s.gone[i] {
		return
	}
	s.gone[i] = true
	for d := range s.buckets {
		if b := s.buckets[d][s.labels[d][i]]; b != nil {
			b.free--
		}
	}
}
