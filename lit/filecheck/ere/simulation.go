package ere

import "bytes"

// context tells what stands on one side of a position, as far as assertions care.
type context uint8

const (
	contextEdge  context = iota // the end of the text or a newline
	contextWord                 // a byte of a word
	contextOther                // any other byte
)

func contextOf(c byte) context {
	switch {
	case c == '\n':
		return contextEdge
	case isWord(c):
		return contextWord
	}
	return contextOther
}

func contextsAt(text []byte, pos int) (before, after context) {
	if pos > 0 {
		before = contextOf(text[pos-1])
	}
	if pos < len(text) {
		after = contextOf(text[pos])
	}
	return before, after
}

func holds(assertion itemKind, before, after context) bool {
	switch assertion {
	case itemBOL:
		return before == contextEdge
	case itemEOL:
		return after == contextEdge
	case itemBOW:
		return before != contextWord && after == contextWord
	default:
		return before == contextWord && after != contextWord
	}
}

// thread is a state of the NFA together with where the match it belongs to started.
type thread struct{ pc, start int }

// simulation runs the program as an NFA, all threads in step.
type simulation struct {
	prog       *program
	now, next  []thread
	seen       []uint32 // per state: the last generation that reached it
	generation uint32
	stack      []int
}

func newSimulation(p *program) *simulation {
	return &simulation{prog: p, seen: make([]uint32, len(p.code))}
}

func (s *simulation) newGeneration() {
	s.generation++
	if s.generation == 0 {
		clear(s.seen)
		s.generation = 1
	}
}

// follow adds to list the states that can be reached from pc without consuming a byte and that consume one, and the
// state end itself if it is reached. States already reached in this generation are left out.
func (s *simulation) follow(list []thread, pc, start, end int, before, after context) []thread {
	s.stack = append(s.stack[:0], pc)
	for len(s.stack) > 0 {
		pc := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.seen[pc] == s.generation {
			continue
		}
		s.seen[pc] = s.generation
		if pc == end {
			list = append(list, thread{pc, start})
			continue
		}
		switch in := &s.prog.code[pc]; in.op {
		case opSet:
			list = append(list, thread{pc, start})
		case opJump:
			s.stack = append(s.stack, in.target)
		case opFork, opLoop:
			s.stack = append(s.stack, pc+1, in.target)
		case opAssert:
			if holds(itemKind(in.arg), before, after) {
				s.stack = append(s.stack, pc+1)
			}
		default:
			s.stack = append(s.stack, pc+1)
		}
	}
	return list
}

// leftmost finds the leftmost-longest match that starts at or after from. Threads are kept in the order of their
// starts, so that the first to reach a state is the one to keep.
func (s *simulation) leftmost(text []byte, from int) (Span, bool) {
	end := len(s.prog.code) - 1
	best := Span{-1, -1}
	s.now, s.next = s.now[:0], s.next[:0]
	for pos := from; ; pos++ {
		before, after := contextsAt(text, pos)
		s.newGeneration()
		list := s.next[:0]
		for _, t := range s.now {
			if pos > from && s.prog.code[t.pc].set.contains(text[pos-1]) {
				list = s.follow(list, t.pc+1, t.start, end, before, after)
			}
		}
		if best.Start < 0 {
			list = s.follow(list, 0, pos, end, before, after)
		}
		kept := list[:0]
		for _, t := range list {
			if t.pc == end {
				best = Span{t.start, pos}
			}
		}
		for _, t := range list {
			if t.pc != end && (best.Start < 0 || t.start <= best.Start) {
				kept = append(kept, t)
			}
		}
		s.next, s.now = s.now, kept
		if pos == len(text) || len(s.now) == 0 && best.Start >= 0 {
			return best, best.Start >= 0
		}
	}
}

// longest returns the largest position in [from, limit] at which the program range [lo, hi) can end when it starts at
// from, or -1. Only positions that accept holds for count; accept may be nil.
func (s *simulation) longest(text []byte, from, limit, lo, hi int, accept func(pos int) bool) int {
	best := -1
	s.now = append(s.now[:0], thread{lo, 0})
	for pos := from; ; pos++ {
		before, after := contextsAt(text, pos)
		s.newGeneration()
		list := s.next[:0]
		if pos == from {
			list = s.follow(list, lo, 0, hi, before, after)
		} else {
			for _, t := range s.now {
				if t.pc != hi && s.prog.code[t.pc].set.contains(text[pos-1]) {
					list = s.follow(list, t.pc+1, 0, hi, before, after)
				}
			}
		}
		if s.seen[hi] == s.generation && (accept == nil || accept(pos)) {
			best = pos
		}
		s.next, s.now = s.now, list
		if pos == limit || len(list) == 0 {
			return best
		}
	}
}

// leftmostLongest finds the match that starts at or after from, with the quick checks first.
func (re *Regexp) leftmostLongest(text []byte, from int) (Span, bool) {
	p := re.prog
	if len(p.literal) == 0 {
		return re.search(text, from)
	}
	if !p.oneLine {
		if !bytes.Contains(text[from:], p.literal) {
			return Span{-1, -1}, false
		}
		return re.search(text, from)
	}
	// A match lies within a line that contains the literal: only those lines are searched.
	for {
		at := bytes.Index(text[from:], p.literal)
		if at < 0 {
			return Span{-1, -1}, false
		}
		at += from
		lineStart := max(from, bytes.LastIndexByte(text[:at], '\n')+1)
		lineEnd := len(text)
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			lineEnd = at + n
		}
		if span, ok := re.searchWithin(text, lineStart, lineEnd); ok {
			return span, true
		}
		if lineEnd == len(text) {
			return Span{-1, -1}, false
		}
		from = lineEnd + 1
	}
}

func (re *Regexp) search(text []byte, from int) (Span, bool) {
	return re.searchWithin(text, from, len(text))
}

// searchWithin looks for a match that starts at or after from and ends at or before to: the end of the text, or of a
// line for an expression that matches no newline.
func (re *Regexp) searchWithin(text []byte, from, to int) (Span, bool) {
	cold, ok := re.dfa.scan(text, from, to)
	if !ok {
		return Span{-1, -1}, false
	}
	return re.sim.leftmost(text, cold)
}
