package ere

import (
	"encoding/binary"
	"slices"
)

// maxDFASize bounds the memory of a DFA, in bytes; beyond it all states are forgotten and built
// anew.
const maxDFASize = 1 << 20

// Entries of the transition table are state numbers, or one of these.
const (
	unknownState = -1
	matchedState = -2
)

// coldStates is the number of states without threads, one per context; their numbers are those of
// the contexts.
const coldStates = 3

// dfa scans for the end of some match. Its states are built when first needed. A state is the set
// of NFA states just after consuming a byte, before following what consumes nothing, because that
// depends on the next byte too; a new match may start at every position, so that states that are
// reached from there are left out.
type dfa struct {
	prog    *program
	class   [256]uint8 // bytes that no set tells apart share a class
	classes int
	example []byte // per class: one byte of it
	stride  int    // byte classes plus the end of text
	sets    [][]int32
	before  []context
	table   []int32
	index   map[string]int32
	size    int // of all states, in bytes
	key     []byte
}

func newDFA(p *program) *dfa {
	d := &dfa{prog: p, classes: 1}
	d.classify()
	d.stride = d.classes + 1
	d.example = make([]byte, d.classes)
	for c := range 256 {
		d.example[d.class[c]] = byte(c)
	}
	d.reset()
	return d
}

// classify partitions the bytes so that the table stays small.
func (d *dfa) classify() {
	known := map[*byteSet]bool{}
	split := func(set *byteSet) {
		if !known[set] {
			known[set] = true
			d.split(set)
		}
	}
	if d.prog.assertions {
		var word byteSet
		for c, context := range contexts {
			if context == contextWord {
				word.add(byte(c))
			}
		}
		split(&word)
		split(&singles['\n'])
	}
	for i := range d.prog.code {
		if in := &d.prog.code[i]; in.op == opSet {
			split(in.set)
		}
	}
}

// split separates in every class the members of set from the others.
func (d *dfa) split(set *byteSet) {
	var inside, outside [256]bool // whether a class has members there
	for c := range 256 {
		if set.contains(byte(c)) {
			inside[d.class[c]] = true
		} else {
			outside[d.class[c]] = true
		}
	}
	var renamed [256]uint8
	for class := range d.classes {
		renamed[class] = uint8(class)
		if inside[class] && outside[class] {
			renamed[class] = uint8(d.classes)
			d.classes++
		}
	}
	for c := range 256 {
		if set.contains(byte(c)) {
			d.class[c] = renamed[d.class[c]]
		}
	}
}

func (d *dfa) reset() {
	d.sets, d.before, d.table = d.sets[:0], d.before[:0], d.table[:0]
	d.index, d.size = map[string]int32{}, 0
	for before := range context(coldStates) {
		d.state(nil, before)
	}
}

// state returns the number of the state for a sorted set of NFA states.
func (d *dfa) state(set []int32, before context) int32 {
	d.key = append(d.key[:0], byte(before))
	for _, pc := range set {
		d.key = binary.AppendUvarint(d.key, uint64(pc))
	}
	if n, ok := d.index[string(d.key)]; ok {
		return n
	}
	n := int32(len(d.sets))
	d.index[string(d.key)] = n
	d.sets = append(d.sets, slices.Clone(set))
	d.before = append(d.before, before)
	for range d.stride {
		d.table = append(d.table, unknownState)
	}
	const fixed = 100 // slice and map headers
	d.size += 4*len(set) + len(d.key) + 4*d.stride + fixed
	return n
}

// step computes one entry of the table. class == classes stands for the end of the text.
func (d *dfa) step(sim *simulation, from int32, class int) int32 {
	sim.end = int32(len(d.prog.code) - 1)
	sim.enter(nil, 0)
	sim.before, sim.after = d.before[from], contextEdge
	if class < d.classes {
		sim.after = contexts[d.example[class]]
	}
	list := sim.now[:0]
	for _, pc := range d.sets[from] {
		list = sim.add(list, pc, 0)
	}
	list = sim.finish(sim.add(list, 0, 0))
	sim.now = list
	sim.steps += len(list) + 1
	if sim.reached() {
		return matchedState
	}
	if class == d.classes {
		return from
	}
	var set []int32
	for _, t := range list {
		if d.prog.code[t.pc].set.contains(d.example[class]) && !d.prog.isFresh(t.pc+1) {
			set = append(set, t.pc+1)
		}
	}
	slices.Sort(set)
	before := contextOther // without assertions contexts do not matter: keep one of each state
	if d.prog.assertions {
		before = sim.after
	}
	return d.state(set, before)
}

// transition returns the successor of from, building it if needed. When there are too many states
// the table is cleared and only the successor survives.
func (d *dfa) transition(sim *simulation, from int32, class int) int32 {
	next := d.table[int(from)*d.stride+class]
	if next != unknownState {
		return next
	}
	next = d.step(sim, from, class)
	if d.size > maxDFASize {
		if next < 0 {
			return next
		}
		set, before := d.sets[next], d.before[next]
		d.reset()
		return d.state(set, before)
	}
	d.table[int(from)*d.stride+class] = next
	return next
}

// scan reports whether a match starts at or after from and ends at or before to, and from where on
// to look for the leftmost one that counts (see findFresh).
func (d *dfa) scan(sim *simulation, text []byte, from, to int) (cold int, ok bool) {
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
					state = int32(contexts[text[pos-1]])
				}
			}
			cold = pos
		}
		class := int(d.class[text[pos]])
		next := d.table[int(state)*d.stride+class]
		if next == unknownState {
			next = d.transition(sim, state, class)
		}
		if next == matchedState {
			return cold, true
		}
		state = next
	}
	if state < coldStates {
		cold = to
	}
	last := d.classes
	if to < len(text) {
		last = int(d.class[text[to]])
	}
	return cold, d.transition(sim, state, last) == matchedState
}
