package ere

import "slices"

// dissector assigns the groups of a match whose ends are known, by the rule of Spencer's engine:
// from left to right, every step of a sequence takes the most text that lets the rest of the
// sequence reach the end. Group brackets are steps without text, and a loop reports its last
// iteration, each iteration being as long as possible.
type dissector struct {
	prog  *program
	sim   *simulation
	text  []byte
	spans []Span
}

// hasGroups reports whether an item defines groups.
func hasGroups(it *item) bool {
	switch it.kind {
	case itemOpen, itemClose:
		return true
	case itemPlus, itemQuest, itemAlt:
		for _, sub := range it.subs {
			for i := range sub {
				if hasGroups(&sub[i]) {
					return true
				}
			}
		}
	}
	return false
}

// fixedLength returns how long the text of s is if all matches are equally long.
func fixedLength(s sequence) (n int, ok bool) {
	for i := range s {
		switch s[i].kind {
		case itemSet:
			n++
		case itemPlus, itemQuest, itemAlt, itemBackref:
			return 0, false
		}
	}
	return n, true
}

// seq assigns the groups of s, which matches text[start:stop] exactly.
func (d *dissector) seq(s sequence, start, stop int) {
	whole := s
	for len(s) > 0 && !hasGroups(&s[len(s)-1]) {
		s = s[:len(s)-1] // what follows the last group does not matter
	}
	var reach *reachable
	for i := range s {
		switch it := &s[i]; it.kind {
		case itemSet:
			start++
		case itemOpen:
			d.spans[it.group].Start = start
		case itemClose:
			d.spans[it.group].End = start
		case itemPlus, itemQuest, itemAlt:
			var end int
			if n, ok := fixedLength(whole[i+1:]); ok {
				end = stop - n
			} else {
				if reach == nil {
					reach = newReachable(d.sim, d.text, start, stop, whole[i:])
				}
				end = d.sim.longest(d.text, start, stop, it.lo, it.hi,
					func(pos int) bool { return reach.contains(pos, it.hi) })
			}
			if hasGroups(it) {
				d.choice(it, start, end)
			}
			start = end
		}
	}
}

// choice assigns the groups inside of it, which matches text[start:stop].
func (d *dissector) choice(it *item, start, stop int) {
	switch it.kind {
	case itemPlus:
		d.loop(it, start, stop)
	case itemQuest, itemAlt:
		for _, branch := range it.subs {
			if d.matchesExactly(branch, start, stop) {
				d.seq(branch, start, stop)
				return
			}
		}
	}
}

func (d *dissector) matchesExactly(s sequence, start, stop int) bool {
	if len(s) == 0 {
		return start == stop
	}
	return d.sim.longest(d.text, start, stop, s[0].lo, s[len(s)-1].hi, nil) == stop
}

// loop finds the last iteration by taking the longest one again and again.
func (d *dissector) loop(it *item, start, stop int) {
	body := it.subs[0]
	if len(body) == 0 {
		return
	}
	lo, hi := body[0].lo, body[len(body)-1].hi
	iteration, previous := start, start
	for {
		end := d.sim.longest(d.text, iteration, stop, lo, hi, nil)
		if end < 0 {
			// Nothing follows: the last iteration is the one that ended here.
			d.seq(body, previous, iteration)
			return
		}
		if end == iteration {
			d.seq(body, iteration, end)
			return
		}
		previous, iteration = iteration, end
	}
}

// reachable knows, for every position of a piece of text, the ends of items of a sequence from
// which the end of the sequence can be reached exactly at the end of the piece.
type reachable struct {
	start int
	ends  []int32 // the states at the ends of the items, ascending
	words int     // of bits per position
	bits  []uint64
}

// newReachable runs the program of s backwards from stop to start.
func newReachable(sim *simulation, text []byte, start, stop int, s sequence) *reachable {
	r := &reachable{start: start}
	for i := range s {
		switch s[i].kind {
		case itemPlus, itemQuest, itemAlt:
			r.ends = append(r.ends, s[i].hi)
		}
	}
	r.words = (len(r.ends) + 63) / 64
	r.bits = make([]uint64, r.words*(stop-start+1))
	b := backward{simulation: sim, lo: s[0].lo, hi: s[len(s)-1].hi}
	var states, seeds []int32
	for pos := stop; pos >= start; pos-- {
		seeds = seeds[:0]
		if pos == stop {
			seeds = append(seeds, b.hi)
		}
		for _, pc := range states {
			if pc > b.lo {
				if in := &sim.prog.code[pc-1]; in.op == opSet && in.set.contains(text[pos]) {
					seeds = append(seeds, pc-1)
				}
			}
		}
		sim.enter(text, pos)
		states = b.close(states[:0], seeds)
		row := r.bits[(pos-start)*r.words:]
		for i, end := range r.ends {
			if sim.seen[end] == sim.generation {
				row[i/64] |= 1 << (i % 64)
			}
		}
	}
	return r
}

// contains reports whether the end can be reached from the end of an item, which is the state pc,
// at pos.
func (r *reachable) contains(pos int, pc int32) bool {
	i, found := slices.BinarySearch(r.ends, pc)
	return found && r.bits[(pos-r.start)*r.words+i/64]>>(i%64)&1 != 0
}

// backward runs a range of a program backwards.
type backward struct {
	*simulation
	lo, hi int32
}

// close returns the states that lead to one of seeds without consuming a byte.
func (b *backward) close(states, seeds []int32) []int32 {
	for _, pc := range seeds {
		states = b.add(states, pc)
	}
	if len(b.pending) > 0 && b.prog.limits.limited {
		lines, words := b.prog.limits.rounds(b.before, b.after)
		states = b.pass(states, false, words)
		states = b.pass(states, true, lines)
	}
	return states
}

// pass goes back through the pending assertions of one sort, at most so many in a row.
func (b *backward) pass(states []int32, lines bool, rounds int) []int32 {
	for ; rounds > 0 && b.takeBatch(lines); rounds-- {
		for _, pc := range b.batch {
			states = b.add(states, pc)
		}
	}
	return states
}

// add adds pc and the states that lead to it without consuming a byte.
func (b *backward) add(states []int32, pc int32) []int32 {
	code := b.prog.code
	stack := append(b.stack[:0], pc)
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.seen[pc] == b.generation {
			continue
		}
		b.seen[pc] = b.generation
		b.steps++
		states = append(states, pc)
		for _, j := range b.prog.jumpsTo(pc) {
			if j.from >= b.lo && j.from < b.hi {
				stack = append(stack, j.from)
			}
		}
		if pc == b.lo {
			continue
		}
		switch in := &code[pc-1]; in.op {
		case opSet, opJump:
		case opAssert:
			if b.prog.limits.limited {
				b.pending = append(b.pending, pc-1)
			} else if holds(itemKind(in.arg), b.before, b.after) {
				stack = append(stack, pc-1)
			}
		default:
			stack = append(stack, pc-1)
		}
	}
	b.stack = stack
	return states
}
