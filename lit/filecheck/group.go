package filecheck

import (
	"slices"
	"sort"
)

// group matches the DAGs before a check and verifies the NOTs between them. It returns where to go
// on from and the NOTs still to be verified.
func (r *run) group(before []*directive, region extent) (from int, nots []*directive, ok bool) {
	from = region.start
	for len(before) > 0 {
		n := runLength(before, kindNot)
		nots, before = append(nots, before[:n]...), before[n:]
		n = runLength(before, kindDAG)
		if n == 0 {
			break
		}
		covered, ok := r.dags(before[:n], extent{from, region.end})
		if !ok || !r.excluded(nots, extent{from, covered.start}) {
			return 0, nil, false
		}
		nots, before, from = nil, before[n:], covered.end
	}
	return from, nots, true
}

// runLength counts the directives of one kind at the front.
func runLength(all []*directive, k kind) int {
	n := slices.IndexFunc(all, func(d *directive) bool { return d.kind != k })
	if n < 0 {
		return len(all)
	}
	return n
}

// excluded verifies NOTs in a region and reports all that are violated.
func (r *run) excluded(nots []*directive, region extent) bool {
	index := newLiteralIndex(r.input.text, region, nots)
	ok := true
	for _, d := range nots {
		if !r.reportNegative(d, region, r.search(d, region, index)) {
			ok = false
		}
	}
	return ok
}

// dagGroup is a row of DAGs being matched.
type dagGroup struct {
	*run
	region  extent
	index   *literalIndex
	taken   extentSet          // by the matches so far
	resume  map[dagPattern]int // per pattern met before: where its search may start
	covered extent             // from the start of the first match to the end of the last
	matched bool               // there is a match
}

// dagPattern identifies the text that a DAG looks for.
type dagPattern struct {
	text  string
	fixed bool
}

// dags matches a row of DAGs, each at its first match that overlaps none of an earlier one, and
// returns from where to where they reach.
func (r *run) dags(all []*directive, region extent) (covered extent, ok bool) {
	g := dagGroup{run: r, region: region, resume: map[dagPattern]int{}}
	g.index = newLiteralIndex(r.input.text, region, all)
	for _, d := range all {
		found, ok := g.dag(d)
		if !ok {
			return extent{}, false
		}
		if !g.matched {
			g.covered, g.matched = found, true
		}
		g.covered = extent{min(g.covered.start, found.start), max(g.covered.end, found.end)}
		r.reportDAG(d, region, found)
	}
	return g.covered, true
}

// dag finds the first match of d that overlaps none of those taken, and takes it.
func (g *dagGroup) dag(d *directive) (extent, bool) {
	region := g.region
	key, remembered := g.remembered(d)
	if from, known := g.resume[key]; known && remembered {
		region.start = from
	}
	for {
		m := g.search(d, region, g.index)
		if !m.found || g.opts.VeryVerbose {
			if !g.reportPositive(d, 1, region, m) {
				return extent{}, false
			}
		}
		found := extent{region.start + m.start, region.start + m.end}
		if g.opts.AllowDAGOverlap {
			return found, true
		}
		earlier, overlaps := g.taken.insert(found)
		if !overlaps {
			return found, true
		}
		// What is taken stays taken. So the next DAG with this pattern may start here, unless the
		// match sticks out to the left: then another range can be taken there meanwhile, from whose
		// end on the search would go on.
		if remembered && found.start >= earlier.start {
			g.resume[key] = region.start
		} else {
			remembered = false
		}
		g.discard(d, earlier)
		region.start = earlier.end
	}
}

// remembered reports whether searches for the pattern of d all go the same way, and what to
// remember them by. With -vv every step of theirs is reported.
func (g *dagGroup) remembered(d *directive) (dagPattern, bool) {
	if len(d.pattern.holes) > 0 || g.opts.VeryVerbose {
		return dagPattern{}, false
	}
	return dagPattern{string(d.pattern.text()), d.pattern.fixed != nil}, true
}

// extentSet is a set of extents that do not overlap, in ascending order, cut into blocks of limited
// size.
type extentSet struct{ blocks [][]extent }

// maxBlock is the size at which a block is split.
const maxBlock = 256

// insert adds an extent, or returns the first one in the set that it overlaps.
func (s *extentSet) insert(e extent) (earlier extent, overlaps bool) {
	if len(s.blocks) == 0 {
		s.blocks = append(s.blocks, []extent{e})
		return extent{}, false
	}
	// The first extent that ends behind the start of e is the only one that can overlap it first.
	b := sort.Search(len(s.blocks)-1, func(b int) bool { return s.blocks[b][len(s.blocks[b])-1].end > e.start })
	block := s.blocks[b]
	i := sort.Search(len(block), func(i int) bool { return block[i].end > e.start })
	if i < len(block) && block[i].start < e.end {
		return block[i], true
	}
	block = slices.Insert(block, i, e)
	s.blocks[b] = block
	if len(block) > maxBlock {
		s.blocks = slices.Insert(s.blocks, b+1, slices.Clone(block[maxBlock/2:]))
		s.blocks[b] = block[:maxBlock/2]
	}
	return extent{}, false
}
