package ere

import "slices"

// The limits of one search with back-references: instructions tried, and how deep they may nest.
// LLVM has none.
const (
	maxSteps = 20_000_000
	maxDepth = 500_000
)

// backref searches for an expression with back-references. The automaton, in which a back-reference
// matches all that its group could, proposes starts and ends; backtracking decides, for the
// leftmost start and its longest end first.
func (s *search) backref() ([]Span, error) {
	b := backtracker{prog: s.prog, text: s.text, steps: maxSteps}
	b.spans = make([]Span, s.groups+1)
	b.marks = make([]int, s.prog.loops)
	for from := 0; from <= len(s.text); {
		span, ok := s.leftmostLongest(from)
		if !ok {
			return nil, nil
		}
		for _, end := range slices.Backward(s.ends(span.Start)) {
			for i := range b.spans {
				b.spans[i] = Span{-1, -1}
			}
			b.stop = end
			matched := b.run(0, span.Start, 0)
			if b.exhausted {
				return nil, ErrTooComplex
			}
			if matched {
				b.spans[0] = Span{span.Start, end}
				return b.spans, nil
			}
		}
		from = span.Start + 1
	}
	return nil, nil
}

// ends returns all positions at which a match that starts at start can end, in ascending order.
func (s *search) ends(start int) []int {
	var ends []int
	s.sim.longest(s.text, start, len(s.text), 0, int32(len(s.prog.code)-1), func(pos int) bool {
		ends = append(ends, pos)
		return true
	})
	return ends
}

// backtracker decides whether the program matches up to stop exactly, remembering groups.
type backtracker struct {
	prog      *program
	text      []byte
	stop      int
	spans     []Span
	marks     []int // per loop: where its current iteration started
	steps     int
	exhausted bool
}

// run tries the program from pc on at pos. On success spans hold the groups; on failure they are as
// before.
func (b *backtracker) run(pc int32, pos, depth int) bool {
	if depth > maxDepth {
		b.exhausted = true
	}
	for !b.exhausted {
		if b.steps--; b.steps < 0 {
			b.exhausted = true
			return false
		}
		switch in := &b.prog.code[pc]; in.op {
		case opMatch:
			return pos == b.stop
		case opSet:
			if pos == b.stop || !in.set.contains(b.text[pos]) {
				return false
			}
			pos++
			pc++
		case opAssert:
			before, after := contextsAt(b.text, pos)
			if !holds(itemKind(in.arg), before, after) {
				return false
			}
			pc++
		case opJump:
			pc = in.target
		case opFork:
			if b.run(pc+1, pos, depth+1) {
				return true
			}
			pc = in.target
		case opBackref:
			next, ok := b.repeated(in.arg, pos)
			if !ok {
				return false
			}
			pos, pc = next, in.target
		case opLoop:
			if pos != b.marks[in.arg] && b.iterate(in, pos, depth) {
				return true
			}
			pc++
		default:
			return b.remember(in, pc, pos, depth)
		}
	}
	return false
}

// repeated matches the text of a group at pos and returns where it ends.
func (b *backtracker) repeated(group int32, pos int) (int, bool) {
	span := b.spans[group]
	if span.End < 0 {
		return 0, false
	}
	n := span.End - span.Start
	if n > b.stop-pos || string(b.text[span.Start:span.End]) != string(b.text[pos:pos+n]) {
		return 0, false
	}
	return pos + n, true
}

// iterate tries another turn of a loop.
func (b *backtracker) iterate(in *instruction, pos, depth int) bool {
	old := b.marks[in.arg]
	b.marks[in.arg] = pos
	if b.run(in.target, pos, depth+1) {
		return true
	}
	b.marks[in.arg] = old
	return false
}

// remember stores the start of a loop or the bound of a group while the rest is tried.
func (b *backtracker) remember(in *instruction, pc int32, pos, depth int) bool {
	var slot *int
	switch in.op {
	case opMark:
		slot = &b.marks[in.arg]
	case opOpen:
		slot = &b.spans[in.arg].Start
	default:
		slot = &b.spans[in.arg].End
	}
	old := *slot
	*slot = pos
	if b.run(pc+1, pos, depth+1) {
		return true
	}
	*slot = old
	return false
}
