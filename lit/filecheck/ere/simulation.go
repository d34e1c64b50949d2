package ere

import "sync"

// thread is a state of the NFA together with where the match it belongs to started.
type thread struct {
	start int
	pc    int32
}

// simulation runs a program as an NFA, all threads in step. It is scratch memory that any program
// can use.
type simulation struct {
	prog          *program
	now, next     []thread
	seen          []uint32 // per state: the last generation that reached it
	generation    uint32
	stack         []int32
	pending       []int32 // assertions to be passed in a later round, if they are limited
	batch         []int32 // those of one round
	before, after context // of the current position
	end           int32   // the state to reach
	steps         int     // work done
}

var simulations = sync.Pool{New: func() any { return new(simulation) }}

// newSimulation prepares scratch memory for a program; release gives it back.
func newSimulation(p *program) *simulation {
	s := simulations.Get().(*simulation)
	s.prog, s.steps = p, 0
	if len(s.seen) < len(p.code) {
		s.seen = make([]uint32, len(p.code)+len(p.code)/2)
		s.generation = 0
	}
	return s
}

// maxKept is the size from which on scratch memory is left to the garbage collector.
const maxKept = 1 << 16

func (s *simulation) release() {
	s.prog = nil
	if len(s.seen) <= maxKept {
		simulations.Put(s)
	}
}

// enter starts the set of states of a position.
func (s *simulation) enter(text []byte, pos int) {
	s.generation++
	if s.generation == 0 {
		clear(s.seen)
		s.generation = 1
	}
	if s.prog.assertions {
		s.before, s.after = contextsAt(text, pos)
		s.pending = s.pending[:0]
	}
}

// reached reports whether the state to reach is in the set.
func (s *simulation) reached() bool { return s.seen[s.end] == s.generation }

// add adds to list the states that can be reached from pc without consuming a byte and that consume
// one, and the state to reach. States that are in the set already are left out, and so is what
// limited assertions lead to.
func (s *simulation) add(list []thread, pc int32, start int) []thread {
	if s.seen[pc] == s.generation {
		return list
	}
	if s.prog.code[pc].op == opSet && pc != s.end {
		s.seen[pc] = s.generation
		return append(list, thread{start, pc})
	}
	stack := append(s.stack[:0], pc)
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.seen[pc] == s.generation {
			continue
		}
		s.seen[pc] = s.generation
		if pc == s.end {
			list = append(list, thread{start, pc})
			continue
		}
		switch in := &s.prog.code[pc]; in.op {
		case opSet:
			list = append(list, thread{start, pc})
		case opJump:
			stack = append(stack, in.target)
		case opFork, opLoop:
			stack = append(stack, pc+1, in.target)
		case opAssert:
			if s.prog.limits.limited {
				s.pending = append(s.pending, pc)
			} else if holds(itemKind(in.arg), s.before, s.after) {
				stack = append(stack, pc+1)
			}
		default:
			stack = append(stack, pc+1)
		}
	}
	s.stack = stack
	return list
}

// finish adds what limited assertions lead to; all threads have the same start.
func (s *simulation) finish(list []thread) []thread {
	if len(s.pending) == 0 || !s.prog.limits.limited {
		return list
	}
	lines, words := s.prog.limits.rounds(s.before, s.after)
	list = s.pass(list, true, lines)
	return s.pass(list, false, words)
}

// pass goes through the pending assertions of one sort, at most so many in a row.
func (s *simulation) pass(list []thread, lines bool, rounds int) []thread {
	for ; rounds > 0 && s.takeBatch(lines); rounds-- {
		for _, pc := range s.batch {
			list = s.add(list, pc+1, 0)
		}
	}
	return list
}

// takeBatch moves the pending assertions of one sort that hold to the batch, and reports whether
// there are any.
func (s *simulation) takeBatch(lines bool) bool {
	s.batch = s.batch[:0]
	kept := s.pending[:0]
	for _, pc := range s.pending {
		kind := itemKind(s.prog.code[pc].arg)
		if isLineAssertion(kind) == lines && holds(kind, s.before, s.after) {
			s.batch = append(s.batch, pc)
		} else {
			kept = append(kept, pc)
		}
	}
	s.pending = kept
	return len(s.batch) > 0
}

// leftmost finds the leftmost-longest match that starts at or after from and ends at or before to.
// Threads are kept in the order of their starts, so that the first to reach a state is the one to
// keep.
func (s *simulation) leftmost(text []byte, from, to int) (Span, bool) {
	p := s.prog
	s.end = int32(len(p.code) - 1)
	best := Span{-1, -1}
	now := s.now[:0]
	for pos := from; ; pos++ {
		if len(now) == 0 && p.hasFirst {
			for pos < to && !p.first.contains(text[pos]) {
				pos++
			}
		}
		s.enter(text, pos)
		s.steps += len(now) + 1
		if p.fresh != nil && best.Start < 0 && pos > from && s.tellNothing(now, text[pos-1]) {
			now = now[:0]
		}
		list := s.next[:0]
		for _, t := range now {
			if p.code[t.pc].set.contains(text[pos-1]) {
				list = s.add(list, t.pc+1, t.start)
			}
		}
		if best.Start < 0 {
			list = s.add(list, 0, pos)
		}
		if s.reached() {
			for _, t := range list {
				if t.pc == s.end {
					best = Span{t.start, pos}
				}
			}
		}
		if best.Start >= 0 {
			kept := list[:0]
			for _, t := range list {
				if t.pc != s.end && t.start <= best.Start {
					kept = append(kept, t)
				}
			}
			list = kept
		}
		s.next, s.now, now = s.now[:0], list, list
		if pos == to || len(list) == 0 && best.Start >= 0 {
			return best, best.Start >= 0
		}
	}
}

// tellNothing reports whether only fresh states follow when c is consumed.
func (s *simulation) tellNothing(now []thread, c byte) bool {
	for _, t := range now {
		if s.prog.code[t.pc].set.contains(c) && !s.prog.isFresh(t.pc+1) {
			return false
		}
	}
	return true
}

// longest returns the largest position in [from, limit] at which the program range [lo, hi) can end
// when it starts at from, or -1. Only positions that accept holds for count; accept may be nil.
func (s *simulation) longest(text []byte, from, limit int, lo, hi int32, accept func(pos int) bool) int {
	code := s.prog.code
	best := -1
	s.end = hi
	s.enter(text, from)
	list := s.finish(s.add(s.now[:0], lo, 0))
	s.now = list
	for pos := from; ; {
		if s.reached() && (accept == nil || accept(pos)) {
			best = pos
		}
		s.steps += len(list) + 1
		if pos == limit || len(list) == 0 {
			return best
		}
		if len(list) == 1 {
			// A single thread walks along fixed text without the bookkeeping of sets.
			pc := list[0].pc
			for pc != hi && code[pc].op == opSet {
				if pos == limit || !code[pc].set.contains(text[pos]) {
					return best
				}
				pos++
				pc++
			}
			if pc == list[0].pc {
				return best
			}
			s.enter(text, pos)
			list = s.finish(s.add(list[:0], pc, 0))
			s.now = list
			continue
		}
		c := text[pos]
		pos++
		s.enter(text, pos)
		next := s.next[:0]
		for _, t := range list {
			if t.pc != hi && code[t.pc].set.contains(c) {
				next = s.add(next, t.pc+1, 0)
			}
		}
		next = s.finish(next)
		s.next, s.now, list = s.now, next, next
	}
}
