package ere

// dissector assigns the groups of a match whose ends are known, by the rule of Spencer's engine: from left to right,
// every step of a sequence takes the most text that lets the rest of the sequence reach the end. Group brackets are
// steps without text, and a loop reports its last iteration, each iteration being as long as possible.
type dissector struct {
	prog  *program
	sim   *simulation
	text  []byte
	spans []Span
}

// seq assigns the groups of s, which matches text[start:stop] exactly.
func (d *dissector) seq(s sequence, start, stop int) {
	var reach *reachable
	for i := range s {
		switch it := &s[i]; it.kind {
		case itemSet:
			start++
		case itemOpen:
			if it.group < len(d.spans) {
				d.spans[it.group].Start = start
			}
		case itemClose:
			if it.group < len(d.spans) {
				d.spans[it.group].End = start
			}
		case itemPlus, itemQuest, itemAlt:
			if reach == nil {
				reach = newReachable(d.prog, d.text, start, stop, s[i].lo, s[len(s)-1].hi)
			}
			rest := d.sim.longest(d.text, start, stop, it.lo, it.hi,
				func(pos int) bool { return reach.contains(pos, it.hi) })
			d.choice(it, start, rest)
			start = rest
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

// reachable knows, for every position of a stretch of text, the states from which the end of a program range can be
// reached exactly at the end of the stretch.
type reachable struct {
	prog   *program
	start  int
	lo     int
	words  int
	bits   []uint64
	before [][]int32 // per state of the range: the states that lead to it without consuming a byte
}

func newReachable(p *program, text []byte, start, stop, lo, hi int) *reachable {
	r := &reachable{prog: p, start: start, lo: lo, words: (hi-lo)/64 + 1}
	r.bits = make([]uint64, r.words*(stop-start+1))
	r.before = make([][]int32, hi-lo+1)
	link := func(from, to int) { r.before[to-lo] = append(r.before[to-lo], int32(from)) }
	for pc := lo; pc < hi; pc++ {
		switch in := &p.code[pc]; in.op {
		case opSet:
		case opJump:
			link(pc, in.target)
		case opFork, opLoop:
			link(pc, in.target)
			link(pc, pc+1)
		default:
			link(pc, pc+1)
		}
	}
	var stack []int
	for pos := stop; pos >= start; pos-- {
		stack = stack[:0]
		if pos == stop {
			stack = append(stack, hi)
		} else {
			for pc := lo; pc < hi; pc++ {
				if in := &p.code[pc]; in.op == opSet && in.set.contains(text[pos]) && r.contains(pos+1, pc+1) {
					stack = append(stack, pc)
				}
			}
		}
		r.close(text, pos, stack)
	}
	return r
}

// close adds the states on the stack, and all that lead to them without consuming a byte, to the set at pos.
func (r *reachable) close(text []byte, pos int, stack []int) {
	row := r.bits[(pos-r.start)*r.words:]
	before, after := contextsAt(text, pos)
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		bit := pc - r.lo
		if row[bit/64]>>(bit%64)&1 != 0 {
			continue
		}
		row[bit/64] |= 1 << (bit % 64)
		for _, from := range r.before[bit] {
			in := &r.prog.code[from]
			if in.op != opAssert || holds(itemKind(in.arg), before, after) {
				stack = append(stack, int(from))
			}
		}
	}
}

func (r *reachable) contains(pos, pc int) bool {
	bit := pc - r.lo
	return r.bits[(pos-r.start)*r.words+bit/64]>>(bit%64)&1 != 0
}
