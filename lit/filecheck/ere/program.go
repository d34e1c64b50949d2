package ere

import (
	"cmp"
	"slices"
)

// opcode tells the instructions of a program apart. Every instruction but opSet and opMatch
// consumes nothing.
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
	arg    int32
	target int32
	set    *byteSet
}

// program is an expression as a linear automaton: a state is the index of an instruction.
type program struct {
	code       []instruction
	tree       sequence // with the program ranges of the items filled in
	jumps      []jump   // by target
	backrefs   bool
	assertions bool
	loops      int // slots of opMark and opLoop
	limits     assertionLimits

	fresh    []bool  // per state: reached from the start without a byte or an assertion; nil if no byte leads to one
	first    byteSet // bytes a non-empty match can start with
	hasFirst bool    // every match starts with a byte of first
	oneLine  bool    // no match contains a newline
	literal  []byte  // the longest string that is known to occur in every match
	prefix   []byte  // every match starts with this
	prefixPC int     // the state after prefix
	exact    bool    // prefix is all that matches
}

// jump is a way from one state to another that is not the next one.
type jump struct{ from, target int32 }

func assemble(p *parser, tree sequence) *program {
	out := &program{tree: tree, code: make([]instruction, 0, len(p.src)+8)}
	out.emitSequence(tree)
	out.emit(instruction{op: opMatch})
	out.sortJumps()
	out.limits = newAssertionLimits(p, out)
	out.findLiterals()
	if len(out.prefix) > 0 {
		out.first.add(out.prefix[0])
		out.hasFirst = true
	} else {
		out.findFresh()
		out.findFirst()
	}
	return out
}

func (p *program) emit(in instruction) int32 {
	p.code = append(p.code, in)
	return int32(len(p.code) - 1)
}

func (p *program) here() int32 { return int32(len(p.code)) }

func (p *program) emitSequence(s sequence) {
	for i := range s {
		it := &s[i]
		it.lo = p.here()
		p.emitItem(it)
		it.hi = p.here()
	}
}

func (p *program) emitItem(it *item) {
	switch it.kind {
	case itemSet:
		p.emit(instruction{op: opSet, set: it.set})
	case itemBOL, itemEOL, itemBOW, itemEOW:
		p.assertions = true
		p.emit(instruction{op: opAssert, arg: int32(it.kind)})
	case itemOpen:
		p.emit(instruction{op: opOpen, arg: it.group})
	case itemClose:
		p.emit(instruction{op: opClose, arg: it.group})
	case itemPlus:
		slot := int32(p.loops)
		p.loops++
		p.emit(instruction{op: opMark, arg: slot})
		body := p.here()
		p.emitSequence(it.subs[0])
		p.emit(instruction{op: opLoop, arg: slot, target: body})
	case itemQuest:
		fork := p.emit(instruction{op: opFork})
		p.emitSequence(it.subs[0])
		p.code[fork].target = p.here()
	case itemAlt:
		p.emitBranches(it.subs)
	case itemBackref:
		p.backrefs = true
		ref := p.emit(instruction{op: opBackref, arg: it.group})
		p.emitSequence(it.subs[0])
		p.code[ref].target = p.here()
	}
}

func (p *program) emitBranches(branches []sequence) {
	var jumps []int32
	for i, branch := range branches {
		if i == len(branches)-1 {
			p.emitSequence(branch)
			break
		}
		fork := p.emit(instruction{op: opFork})
		p.emitSequence(branch)
		jumps = append(jumps, p.emit(instruction{op: opJump}))
		p.code[fork].target = p.here()
	}
	for _, j := range jumps {
		p.code[j].target = p.here()
	}
}

// sortJumps lists the jumps by their targets, which is how a walk backwards meets them.
func (p *program) sortJumps() {
	for pc := range p.code {
		switch in := &p.code[pc]; in.op {
		case opJump, opFork, opLoop:
			p.jumps = append(p.jumps, jump{int32(pc), in.target})
		}
	}
	slices.SortStableFunc(p.jumps, func(a, b jump) int { return cmp.Compare(a.target, b.target) })
}

// jumpsTo returns the jumps with a target.
func (p *program) jumpsTo(target int32) []jump {
	from, found := slices.BinarySearchFunc(p.jumps, target, func(j jump, t int32) int { return cmp.Compare(j.target, t) })
	if !found {
		return nil
	}
	to := from
	for to < len(p.jumps) && p.jumps[to].target == target {
		to++
	}
	return p.jumps[from:to]
}

// findFresh finds the states that tell nothing: Spencer's engine takes a set of only such states
// for that of a new start, and forgets where the match began. So it may find a match that is not
// the leftmost: in `cax` it finds `ax` for `(b*|c)ax`.
func (p *program) findFresh() {
	fresh := make([]bool, len(p.code))
	stack := []int32{0}
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if fresh[pc] {
			continue
		}
		fresh[pc] = true
		if pc > 0 && p.code[pc-1].op == opSet {
			p.fresh = fresh
		}
		switch in := &p.code[pc]; in.op {
		case opSet, opMatch, opAssert:
		case opJump:
			stack = append(stack, in.target)
		case opFork, opLoop:
			stack = append(stack, in.target, pc+1)
		default:
			stack = append(stack, pc+1)
		}
	}
}

func (p *program) isFresh(pc int32) bool { return p.fresh != nil && p.fresh[pc] }

// findFirst computes the bytes a match can start with, ignoring assertions.
func (p *program) findFirst() {
	seen := make([]bool, len(p.code))
	stack := []int32{0}
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

// findLiterals fills in what is known of the text of every match.
func (p *program) findLiterals() {
	p.oneLine = true
	for i := range p.code {
		if in := &p.code[i]; in.op == opSet && in.set.contains('\n') {
			p.oneLine = false
		}
	}
	for _, literal := range requiredLiterals(nil, p.tree) {
		if len(literal) > len(p.literal) {
			p.literal = literal
		}
	}
	for i := range p.tree {
		it := &p.tree[i]
		if it.kind == itemSet {
			c, ok := it.set.single()
			if !ok {
				return
			}
			if p.prefix == nil {
				p.prefix = make([]byte, 0, len(p.tree)-i)
			}
			p.prefix = append(p.prefix, c)
		} else if it.kind != itemOpen && it.kind != itemClose {
			return
		}
		p.prefixPC = int(it.hi)
	}
	p.exact = true
}

// requiredLiterals appends the runs of single bytes that every match of s contains.
func requiredLiterals(all [][]byte, s sequence) [][]byte {
	var run []byte
	end := func() {
		if run != nil {
			all = append(all, run)
			run = nil
		}
	}
	for i := range s {
		switch it := &s[i]; it.kind {
		case itemSet:
			if c, ok := it.set.single(); ok {
				if run == nil {
					run = make([]byte, 0, len(s)-i)
				}
				run = append(run, c)
			} else {
				end()
			}
		case itemPlus:
			end()
			all = requiredLiterals(all, it.subs[0])
		case itemQuest, itemAlt, itemBackref:
			end()
		}
	}
	end()
	return all
}
