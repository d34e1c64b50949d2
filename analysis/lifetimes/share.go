package lifetimes

import "github.com/tg-opt/tg/ir"

// In a region of several blocks a value may not be live at some points between its
// first and its last one, such as the argument of a loop once the next one is made.
// What branches pass shares storage with the arguments of blocks where no two are
// live at once.

// sharing knows at which points classes are live: those that are of one region of
// several blocks, with all that lies in them.
type sharing struct {
	*builder
	lists   []int32 // by the number of a root: that of its spans, plus 1
	classes []spans
}

// A value that lives at the beginning of more than mostBlocks, and a class of more
// than mostSpans, is taken to be live from its first point to its last one: so what
// is looked at does not grow with the square of the blocks.
const (
	mostBlocks = 1 << 8
	mostSpans  = 1 << 12
)

// share lets results take over operands, and arguments of blocks have the storage of
// what branches pass to them.
func (b *builder) share() {
	s := &sharing{builder: b, lists: make([]int32, len(b.facts)), classes: make([]spans, 0, b.roots())}
	rest := b.needs
	for i := range b.facts {
		var list []need
		n := int32(i)
		list, rest = needed(rest, n)
		if l, home := b.blocksOf(n); l != nil {
			s.value(n, l, home, list)
		}
	}
	for t := range b.takes.all() {
		s.take(t)
	}
	for m := range b.moves.all() {
		if m.carries == nil {
			s.pass(m.op)
		}
	}
}

// value adds where a value is live to its class. What lies in it within an op with
// regions needs no more: two that are live at a point in there, both of this region,
// are so where the op begins.
func (s *sharing) value(n int32, l *blocks, home int32, needs []need) {
	root, _ := s.root(n)
	f, r := &s.facts[n], &s.facts[root]
	if r.kind != own || r.level != f.level || r.size == 0 {
		return
	}
	if s.lists[root] == 0 {
		s.classes = append(s.classes, nil)
		s.lists[root] = int32(len(s.classes))
	}
	live := &s.classes[s.lists[root]-1]
	if l.left == nil {
		l.left = make([]int32, l.numbers.Len())
	}
	var in []int32
	l.spread(n, home, needs, func(at int32) { in = append(in, at) }, func(p int32) { l.left[p] = n + 1 })
	if len(in) > mostBlocks || len(*live)+len(in) > mostSpans {
		*live = spans{{r.birth, r.last}}
		return
	}
	made := f.birth
	if s.frame.numbers.At(n).IsArg() {
		made = l.extents[home].first
	}
	live.unite(l.within(home, n, made, needs))
	for _, at := range in {
		live.unite(l.within(at, n, l.extents[at].first, needs))
	}
}

// within is where a value is live in a block, from a point on.
func (l *blocks) within(block, n, from int32, needs []need) span {
	if l.left[block] == n+1 {
		return span{from, l.extents[block].last}
	}
	last := from
	for _, u := range needs {
		if u.block == block {
			last = max(last, u.at)
		}
	}
	return span{from, last}
}

// of is where a class is live; known is false if it may not share its storage.
func (s *sharing) of(root int32) (live spans, known bool) {
	if s.lists[root] == 0 {
		return nil, false
	}
	return s.classes[s.lists[root]-1], true
}

// take lets results of an op take over operands that are not live after it.
func (s *sharing) take(t *taking) {
	o := s.frame.Ops[t.point]
	first, _ := s.number(o.Result(0))
	for _, k := range s.builder.lists[t.list] {
		n := first + int32(k.Result)
		operand, known := s.number(o.Operand(k.Operand))
		if root, _ := s.root(n); !known || root != n || !s.mayTake(t, n, operand, k) {
			continue
		}
		to, _ := s.root(operand)
		of, shares := s.of(to)
		result, shared := s.of(n)
		if i := of.from(t.point); shares && shared && i < len(of) && of[i].last == t.point && !of.meet(result, t.point) {
			s.unite(n, to)
		}
	}
}

// pass lets arguments of the successors of a branch lie where what it passes does.
func (s *sharing) pass(o *ir.Op) {
	for i, block := range o.Successors() {
		first, count := o.Def().SuccessorOperands(o, i)
		for k, a := range block.Args()[:min(count, block.NumArgs())] {
			arg, _ := s.number(a)
			passed, known := s.number(o.Operand(first + k))
			if !known {
				continue
			}
			x, offset := s.root(passed)
			y, at := s.root(arg)
			live, shares := s.of(x)
			other, shared := s.of(y)
			if x != y && shares && shared && offset == 0 && at == 0 && s.facts[x].size == s.facts[y].size &&
				s.facts[x].level == s.facts[y].level && !live.meet(other, -1) {
				s.unite(x, y)
			}
		}
	}
}

// unite makes one class of two, whose root is the one that was numbered first.
func (s *sharing) unite(x, y int32) {
	to, from := min(x, y), max(x, y)
	s.join(from, to, 0)
	large, small := s.lists[to], s.lists[from]
	if len(s.classes[large-1]) < len(s.classes[small-1]) {
		large, small = small, large
	}
	if live := &s.classes[large-1]; len(*live)+len(s.classes[small-1]) > mostSpans {
		*live = spans{{s.facts[to].birth, s.facts[to].last}}
	} else {
		for _, each := range s.classes[small-1] {
			live.unite(each)
		}
	}
	s.classes[small-1] = nil
	s.lists[to] = large
}
