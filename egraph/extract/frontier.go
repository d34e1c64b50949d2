package extract

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// frontier searches in sets of classes that are still to be extracted: the one that needs the
// others, but is needed by none of them, is decided first, so that what it costs to extract a set
// does not depend on how it came about, and is remembered. Landmarks bound it from below, and most
// of those of a set are landmarks of the next one: F. Pommerening, M. Helmert, "Optimal Planning
// for Delete-free Tasks with Incremental LM-cut", 2012. Costs that are allowed grow from round to
// round, as in R. Korf, "Depth-first Iterative-Deepening", 1985. No class may need itself.
type frontier struct {
	g       *graph
	cost    []int64
	m       *meter
	place   []uint32 // of a class in the order of components: users are behind their operands
	order   []uint32
	bound   int64 // no choice costs less
	limit   int64 // what may be spent in this round
	step    int64 // how much more in the next one
	best    int64
	choice  []int32 // of the classes that are decided
	found   func(choice []int32) int64
	least   map[string]int64 // what sets cost at least
	needs   *needs
	forced  set // what the present set needs without its last class
	above   set
	reach   []set // what may be extracted for a class
	cuts    *cuts
	goals   []uint32
	dearer  []uint32
	levels  []*level
	stopped bool
}

// level is a set with what is known of it.
type level struct {
	set   []uint32 // places, in order
	spent int64
	bound int64 // what the set costs at least
	marks []mark
	at    *rest
	own   *rest
}

// rest is what landmarks have left of costs, and the depths of that.
type rest struct {
	left, depth []int64
	support, by []uint32
}

func newRest(g *graph) *rest {
	return &rest{
		left: make([]int64, len(g.class)), depth: make([]int64, g.classes),
		support: make([]uint32, len(g.class)), by: make([]uint32, g.classes),
	}
}

func (r *rest) copy(from *rest) {
	copy(r.left, from.left)
	copy(r.depth, from.depth)
	copy(r.support, from.support)
	copy(r.by, from.by)
}

// mark is a landmark, with its nodes as a set.
type mark struct {
	landmark
	has set
}

const (
	mostLevels = 300     // of decisions
	mostKnown  = 1 << 20 // sets that are remembered
)

// newFrontier begins with the roots, and with landmarks that are known.
func newFrontier(x *exactly, d *needs, left []int64, marks []landmark) *frontier {
	g := x.g
	f := &frontier{g: g, cost: x.cost, m: x.m, best: x.best, least: map[string]int64{}, needs: d}
	_, f.order, _ = g.components()
	f.above, f.reach = sets(1, g.classes)[0], sets(g.classes, g.classes)
	for _, c := range f.order {
		for _, n := range g.nodes(c) {
			for _, o := range g.operands(int(n)) {
				f.reach[c].put(o)
				f.reach[c].join(f.reach[o])
			}
		}
	}
	f.forced, f.cuts = sets(1, g.classes)[0], newCuts(g, x.m)
	f.place = make([]uint32, g.classes)
	for i, c := range f.order {
		f.place[c] = uint32(i)
	}
	f.choice = make([]int32, g.classes)
	for c := range f.choice {
		f.choice[c] = -1
	}
	first := &level{at: newRest(g)}
	copy(first.at.left, left)
	f.cuts.cost, f.cuts.depth, f.cuts.support, f.cuts.by = first.at.left, first.at.depth, first.at.support, first.at.by
	f.cuts.look(g.roots)
	f.cuts.fill()
	for _, r := range g.roots {
		first.set = f.put(first.set, r)
	}
	for _, l := range marks {
		first.bound += l.cost
		first.marks = append(first.marks, f.mark(l))
	}
	f.levels, f.bound = []*level{first}, first.bound
	f.found = func(choice []int32) int64 {
		x.consider(choice)
		return x.best
	}
	return f
}

func (f *frontier) mark(l landmark) mark {
	has := sets(1, len(f.g.class))[0]
	for _, n := range l.nodes {
		has.put(n)
	}
	return mark{l, has}
}

// run searches until the best choice is proven, or no more work may be done. It may be called again
// then, and goes on.
func (f *frontier) run() {
	f.stopped = false
	if f.step == 0 {
		f.step = max(1, (f.best-f.bound)/24)
	}
	for f.bound < f.best {
		f.limit = min(f.best-1, f.bound+f.step-1)
		before := f.m.done
		least := f.search(0)
		if f.stopped {
			break
		}
		f.bound = max(f.bound, min(least, f.best))
		if least <= f.limit {
			break // sets that are too deep are not searched
		}
		if f.m.done-before < (f.m.limit-f.m.done)/8 {
			f.step *= 3
		}
	}
}

// key is a set as text.
func (l *level) key() string {
	text := make([]byte, 0, 2*len(l.set))
	for _, p := range l.set {
		text = binary.AppendUvarint(text, uint64(p))
	}
	return string(text)
}

// first is which class of a set is decided first: of those that no other one may need, one in few
// ways.
func (f *frontier) first(l *level) (top int) {
	least := math.MaxInt
	clear(f.above)
	for i := len(l.set) - 1; i >= 0 && least > 0; i-- {
		c := f.order[l.set[i]]
		if !f.above.has(c) {
			count := 0
			for _, n := range f.g.nodes(c) {
				if l.spent+f.atLeast(l, n) <= f.limit {
					count++
				}
			}
			if count < least {
				top, least = i, count
			}
		}
		f.above.join(f.reach[c])
	}
	return top
}

// atLeast is what a set costs at least with a node of one of its classes.
func (f *frontier) atLeast(l *level, n uint32) int64 {
	deepest := int64(0)
	for _, o := range f.g.operands(int(n)) {
		deepest = max(deepest, l.at.depth[o])
	}
	return l.bound + l.at.left[n] + deepest
}

// option is a node that may be chosen.
type option struct {
	node  uint32
	bound int64 // with what is spent
}

// search decides the last class of a set in all ways that may cost little enough. It returns what
// the set costs at least.
func (f *frontier) search(at int) (least int64) {
	l := f.levels[at]
	if len(l.set) == 0 {
		if cost := f.found(f.choice); cost < f.best {
			f.best = cost
			f.limit = min(f.limit, cost-1)
		}
		return 0
	}
	if at+1 >= mostLevels || !f.m.spend(1) {
		f.stopped = f.stopped || at+1 < mostLevels
		return l.bound
	}
	top := f.first(l)
	c := f.order[l.set[top]]
	least = math.MaxInt64
	var list []option
	for _, n := range f.g.nodes(c) {
		bound := f.atLeast(l, n)
		if l.spent+bound > f.limit {
			least = min(least, bound)
			continue
		}
		list = append(list, option{n, bound})
	}
	slices.SortStableFunc(list, func(a, b option) int {
		return cmp.Or(cmp.Compare(f.cost[a.node], f.cost[b.node]), cmp.Compare(len(f.g.operands(int(a.node))), len(f.g.operands(int(b.node)))))
	})
	list = f.dominated(l, top, list)
	slices.SortStableFunc(list, func(a, b option) int { return cmp.Compare(a.bound, b.bound) })
	for _, o := range list {
		if l.spent+o.bound > f.limit {
			least = min(least, o.bound)
			continue
		}
		next := f.next(at, top, o.node)
		key := next.key()
		known, ok := f.least[key]
		if !ok || next.spent+known <= f.limit {
			f.bind(l, next, c, o.node)
			known = max(known, next.bound)
			if next.spent+known <= f.limit {
				f.choice[c] = int32(o.node)
				known = max(known, f.search(at+1))
				f.choice[c] = -1
			}
			if f.stopped {
				return l.bound
			}
			if ok || len(f.least) < mostKnown {
				f.least[key] = known
			}
		}
		least = min(least, f.cost[o.node]+known)
	}
	return max(least, l.bound)
}

// next is the set after a node of its last class is chosen; it is not bounded yet.
func (f *frontier) next(at, top int, n uint32) *level {
	if at+1 == len(f.levels) {
		f.levels = append(f.levels, &level{own: newRest(f.g)})
	}
	l, next := f.levels[at], f.levels[at+1]
	next.set = append(append(next.set[:0], l.set[:top]...), l.set[top+1:]...)
	for _, o := range f.g.operands(int(n)) {
		next.set = f.put(next.set, o)
	}
	next.spent = l.spent + f.cost[n]
	return next
}

// put adds a class to a set, but for those that others need in any case.
func (f *frontier) put(set []uint32, c uint32) []uint32 {
	at, ok := slices.BinarySearch(set, f.place[c])
	if ok {
		return set
	}
	for _, p := range set {
		if f.needs.below[f.order[p]].has(c) {
			return set
		}
	}
	set = slices.Insert(set, at, f.place[c])
	return slices.DeleteFunc(set, func(p uint32) bool { return p != f.place[c] && f.needs.below[c].has(f.order[p]) })
}

// dominated drops options that another one is never dearer than: what that needs is needed with
// them, too, or anyway. Options are in the order of their nodes' costs.
func (f *frontier) dominated(l *level, top int, list []option) []option {
	clear(f.forced)
	for i, p := range l.set {
		if i != top {
			f.forced.join(f.needs.below[f.order[p]])
		}
	}
	kept := list[:0]
	for _, o := range list {
		with := f.needs.of(o.node)
		missing := func(k uint32) bool { return !with.has(k) && !f.forced.has(k) }
		if !slices.ContainsFunc(kept, func(k option) bool { return !slices.ContainsFunc(f.g.operands(int(k.node)), missing) }) {
			kept = append(kept, o)
		}
	}
	f.m.spend(int64(len(f.forced) * (len(l.set) + 3*len(list)) / 4))
	return kept
}

// bind bounds the set that comes of another by choosing the node n of the class c.
func (f *frontier) bind(l, next *level, c, n uint32) {
	next.marks, next.bound, next.at = next.marks[:0], l.bound, l.at
	f.dearer = f.dearer[:0]
	for _, k := range l.marks {
		if !k.has.has(n) {
			next.marks = append(next.marks, k)
			continue
		}
		next.bound -= k.cost
		for _, o := range k.nodes {
			if f.g.class[o] == c {
				continue
			}
			if next.at == l.at {
				next.own.copy(l.at)
				next.at = next.own
				f.m.spend(int64(len(f.cost) / 32))
			}
			next.at.left[o] += k.cost
			f.dearer = append(f.dearer, o)
		}
	}
	goals, deep := f.goals[:0], false
	for _, p := range next.set {
		goals = append(goals, f.order[p])
		deep = deep || next.at.depth[f.order[p]] > 0
	}
	f.goals = goals
	f.m.spend(int64(len(l.marks)+len(goals)) / 2)
	if len(f.dearer) == 0 && !deep {
		return
	}
	if next.at == l.at {
		next.own.copy(l.at)
		next.at = next.own
		f.m.spend(int64(len(f.cost) / 32))
	}
	x := f.cuts
	x.cost, x.depth, x.support, x.by = next.at.left, next.at.depth, next.at.support, next.at.by
	x.look(goals)
	x.raise(f.dearer)
	for len(goals) > 0 && next.spent+next.bound <= f.limit && f.m.spend(1) {
		root := x.deepest(goals)
		if x.depth[root] == 0 {
			break
		}
		if x.depth[root] == math.MaxInt64 {
			next.bound = math.MaxInt64 / 4
			break
		}
		cut := x.cut(root)
		least := int64(math.MaxInt64)
		for _, k := range cut {
			least = min(least, x.cost[k])
		}
		x.pay(cut, least)
		next.bound += least
		next.marks = append(next.marks, f.mark(landmark{cut, least}))
	}
}
