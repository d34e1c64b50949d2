package ere

import (
	"encoding/binary"
	"slices"
)

// maxDFAStates bounds the memory of a DFA; beyond it all states are forgotten and built anew.
const maxDFAStates = 4096

// Entries of the transition table are state numbers, or one of these.
const (
	unknownState = -1
	matchedState = -2
)

// coldStates is the number of states without threads, one per context; their numbers are those of the contexts.
const coldStates = 3

// dfa scans for the end of some match. Its states are built when first needed. A state is the set of NFA states just
// after consuming a byte, before following what consumes nothing, because that depends on the next byte too; a new
// match may start at every position.
type dfa struct {
	prog    *program
	sim     *simulation
	stride  int // byte classes plus the end of text
	sets    [][]int
	before  []context
	table   []int32
	index   map[string]int32
	example []int // per class: one byte of it
}

func newDFA(p *program) *dfa {
	d := &dfa{prog: p, sim: newSimulation(p), stride: p.classes + 1}
	d.example = make([]int, p.classes)
	for c := range 256 {
		d.example[p.class[c]] = c
	}
	d.reset()
	return d
}

func (d *dfa) reset() {
	d.sets, d.before, d.table = d.sets[:0], d.before[:0], d.table[:0]
	d.index = map[string]int32{}
	for before := range context(coldStates) {
		d.state(nil, before)
	}
}

// state returns the number of the state for a sorted set of NFA states.
func (d *dfa) state(set []int, before context) int32 {
	key := make([]byte, 1, 1+2*len(set))
	key[0] = byte(before)
	for _, pc := range set {
		key = binary.AppendUvarint(key, uint64(pc))
	}
	if n, ok := d.index[string(key)]; ok {
		return n
	}
	n := int32(len(d.sets))
	d.index[string(key)] = n
	d.sets = append(d.sets, slices.Clone(set))
	d.before = append(d.before, before)
	for range d.stride {
		d.table = append(d.table, unknownState)
	}
	return n
}

// step computes one entry of the table. class == prog.classes stands for the end of the text.
func (d *dfa) step(from int32, class int) int32 {
	after := contextEdge
	atEnd := class == d.prog.classes
	var c byte
	if !atEnd {
		c = byte(d.example[class])
		after = contextOf(c)
	}
	end := len(d.prog.code) - 1
	d.sim.newGeneration()
	list := d.sim.now[:0]
	for _, pc := range d.sets[from] {
		list = d.sim.follow(list, pc, 0, end, d.before[from], after)
	}
	list = d.sim.follow(list, 0, 0, end, d.before[from], after)
	d.sim.now = list
	if d.sim.seen[end] == d.sim.generation {
		return matchedState
	}
	if atEnd {
		return from
	}
	var set []int
	for _, t := range list {
		if d.prog.code[t.pc].set.contains(c) {
			set = append(set, t.pc+1)
		}
	}
	slices.Sort(set)
	before := contextOther // without assertions contexts do not matter: keep one of each state
	if d.prog.assertions {
		before = after
	}
	return d.state(set, before)
}

// transition returns the successor of from, building it if needed. When there are too many states the table is cleared
// and only the successor survives.
func (d *dfa) transition(from int32, class int) int32 {
	next := d.table[int(from)*d.stride+class]
	if next != unknownState {
		return next
	}
	next = d.step(from, class)
	if len(d.sets) > maxDFAStates {
		if next < 0 {
			return next
		}
		set, before := slices.Clone(d.sets[next]), d.before[next]
		d.reset()
		return d.state(set, before)
	}
	d.table[int(from)*d.stride+class] = next
	return next
}

// scan reports whether a match starts at or after from and ends at or before to, and a position at or before the start
// of the leftmost such match.
func (d *dfa) scan(text []byte, from, to int) (cold int, ok bool) {
	p := d.prog
	state := int32(contextOther)
	if p.assertions {
		before, _ := contextsAt(text, from)
		state = int32(before)
	}
	cold = from
	for pos := from; pos < to; pos++ {
		if state < coldStates {
			if p.hasFirst {
				skipped := pos
				for pos < to && !p.first.contains(text[pos]) {
					pos++
				}
				if pos == to {
					return to, false
				}
				if pos > skipped && p.assertions {
					state = int32(contextOf(text[pos-1]))
				}
			}
			cold = pos
		}
		next := d.table[int(state)*d.stride+int(p.class[text[pos]])]
		if next == unknownState {
			next = d.transition(state, int(p.class[text[pos]]))
		}
		if next == matchedState {
			return cold, true
		}
		state = next
	}
	if state < coldStates {
		cold = to
	}
	last := p.classes
	if to < len(text) {
		last = int(p.class[text[to]])
	}
	return cold, d.transition(state, last) == matchedState
}
