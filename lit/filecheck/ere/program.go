package ere

// opcode tells the instructions of a program apart. Every instruction but opSet and opMatch consumes nothing.
type opcode uint8

const (
	opSet     opcode = iota // consume one byte in set, go on at the next instruction
	opJump                  // go to target
	opFork                  // the next instruction, or else target
	opAssert                // the next instruction if the assertion holds
	opMark                  // start of a loop: remember the position in slot arg
	opLoop                  // end of a loop: back to target, or else on; slot arg
	opOpen                  // start of group arg
	opClose                 // end of group arg
	opBackref               // text of group arg, then target; as an automaton: the copy of the group that follows
	opMatch                 // the end
)

type instruction struct {
	op     opcode
	arg    int
	target int
	set    *byteSet
}

// program is an expression as a linear automaton: a state is the index of an instruction.
type program struct {
	code       []instruction
	tree       sequence // with the program ranges of the items filled in
	backrefs   bool
	assertions bool
	loops      int // slots of opMark and opLoop

	class    [256]uint8 // bytes that no set tells apart share a class
	classes  int
	first    byteSet // bytes a non-empty match can start with
	hasFirst bool    // every match starts with a byte of first
	oneLine  bool    // no match contains a newline
	literal  []byte  // occurs in every match; nil if none is known
}

func assemble(tree sequence) *program {
	p := &program{tree: tree}
	p.emitSequence(tree)
	p.emit(instruction{op: opMatch})
	p.classify()
	p.literal = requiredLiteral(tree)
	p.findFirst()
	return p
}

func (p *program) emit(in instruction) int {
	p.code = append(p.code, in)
	return len(p.code) - 1
}

func (p *program) emitSequence(s sequence) {
	for i := range s {
		it := &s[i]
		it.lo = len(p.code)
		p.emitItem(it)
		it.hi = len(p.code)
	}
}

func (p *program) emitItem(it *item) {
	switch it.kind {
	case itemSet:
		p.emit(instruction{op: opSet, set: it.set})
	case itemBOL, itemEOL, itemBOW, itemEOW:
		p.assertions = true
		p.emit(instruction{op: opAssert, arg: int(it.kind)})
	case itemOpen:
		p.emit(instruction{op: opOpen, arg: it.group})
	case itemClose:
		p.emit(instruction{op: opClose, arg: it.group})
	case itemPlus:
		slot := p.loops
		p.loops++
		p.emit(instruction{op: opMark, arg: slot})
		body := len(p.code)
		p.emitSequence(it.subs[0])
		p.emit(instruction{op: opLoop, arg: slot, target: body})
	case itemQuest:
		fork := p.emit(instruction{op: opFork})
		p.emitSequence(it.subs[0])
		p.code[fork].target = len(p.code)
	case itemAlt:
		var jumps []int
		for i, branch := range it.subs {
			last := i == len(it.subs)-1
			fork := len(p.code)
			if !last {
				p.emit(instruction{op: opFork})
			}
			p.emitSequence(branch)
			if !last {
				jumps = append(jumps, p.emit(instruction{op: opJump}))
				p.code[fork].target = len(p.code)
			}
		}
		for _, j := range jumps {
			p.code[j].target = len(p.code)
		}
	case itemBackref:
		p.backrefs = true
		ref := p.emit(instruction{op: opBackref, arg: it.group})
		p.emitSequence(it.subs[0])
		p.code[ref].target = len(p.code)
	}
}

// classify partitions the bytes so that the DFA's tables stay small.
func (p *program) classify() {
	sets := []*byteSet{}
	if p.assertions {
		word, newline := newByteSet(), newByteSet()
		newline.add('\n')
		for c := range 256 {
			if isWord(byte(c)) {
				word.add(byte(c))
			}
		}
		sets = append(sets, word, newline)
	}
	p.oneLine = true
	for i := range p.code {
		if in := &p.code[i]; in.op == opSet {
			sets = append(sets, in.set)
			if in.set.contains('\n') {
				p.oneLine = false
			}
		}
	}
	p.classes = 1
	for _, set := range sets {
		// Split every class into its members inside and outside of the set.
		var renamed [256]int
		split := [256]uint8{}
		for c := range 256 {
			if !set.contains(byte(c)) {
				continue
			}
			old := p.class[c]
			if renamed[old] == 0 {
				if p.wholeClassIn(old, set) {
					renamed[old] = int(old) + 1
				} else {
					p.classes++
					renamed[old] = p.classes
				}
			}
			split[c] = uint8(renamed[old] - 1)
		}
		for c := range 256 {
			if set.contains(byte(c)) {
				p.class[c] = split[c]
			}
		}
	}
}

func (p *program) wholeClassIn(class uint8, set *byteSet) bool {
	for c := range 256 {
		if p.class[c] == class && !set.contains(byte(c)) {
			return false
		}
	}
	return true
}

// findFirst computes the bytes a match can start with, ignoring assertions.
func (p *program) findFirst() {
	seen := make([]bool, len(p.code))
	stack := []int{0}
	p.hasFirst = true
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch in := &p.code[pc]; in.op {
		case opSet:
			p.first.union(in.set)
		case opMatch:
			p.hasFirst = false
		case opJump:
			stack = append(stack, in.target)
		case opFork, opLoop:
			stack = append(stack, in.target, pc+1)
		default:
			stack = append(stack, pc+1)
		}
	}
}

// requiredLiteral returns the longest run of single bytes that every match contains.
func requiredLiteral(s sequence) []byte {
	var best, run []byte
	end := func() {
		if len(run) > len(best) {
			best = run
		}
		run = nil
	}
	for i := range s {
		switch it := &s[i]; it.kind {
		case itemSet:
			if c, ok := it.set.single(); ok {
				run = append(run, c)
			} else {
				end()
			}
		case itemPlus:
			end()
			run = requiredLiteral(it.subs[0])
			end()
		case itemQuest, itemAlt, itemBackref:
			end()
		}
	}
	end()
	return best
}
