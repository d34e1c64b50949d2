package ere

import "math"

// context tells what stands on one side of a position, as far as assertions care.
type context uint8

const (
	contextEdge  context = iota // the end of the text or a newline
	contextWord                 // a byte of a word
	contextOther                // any other byte
)

// contexts are those of the bytes.
var contexts = func() (all [256]context) {
	for c := range all {
		switch {
		case c == '\n':
			all[c] = contextEdge
		case isWord(byte(c)):
			all[c] = contextWord
		default:
			all[c] = contextOther
		}
	}
	return all
}()

func contextsAt(text []byte, pos int) (before, after context) {
	if pos > 0 {
		before = contexts[text[pos-1]]
	}
	if pos < len(text) {
		after = contexts[text[pos]]
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

// assertionLimits says how many assertions in a row can hold in one place. Spencer's engine passes
// the assertions of a place in rounds, one assertion further in each: as many rounds for line ends
// as the expression has `^` (at the start of a line) and `$` (at its end) as written, then one for
// word boundaries. So x{2} passes `(^){2}` not, nor does anything pass `[[:>:]]$`. Only programs of
// more than 64 of its instructions, whose state sets it updates in place, know no such limit but
// that word boundaries come after line ends.
type assertionLimits struct {
	limited      bool // the limits matter for this program
	starts, ends int  // rounds at the start and at the end of a line
	words        int
}

// smallProgram is the greatest size of a program that Spencer's engine keeps in the bits of a
// machine word.
const smallProgram = 64

func newAssertionLimits(p *parser, prog *program) assertionLimits {
	if !prog.assertions {
		return assertionLimits{}
	}
	var starts, ends, words int
	for i := range prog.code {
		if in := &prog.code[i]; in.op == opAssert {
			switch itemKind(in.arg) {
			case itemBOL:
				starts++
			case itemEOL:
				ends++
			default:
				words++
			}
		}
	}
	out := assertionLimits{starts: p.starts, ends: p.ends, words: 1}
	out.limited = words > 0 && starts+ends+words > 1 || starts > p.starts || ends > p.ends
	if out.limited && spencerSize(prog.tree)+2 > smallProgram {
		out.starts, out.ends, out.words = math.MaxInt, math.MaxInt, math.MaxInt
	}
	return out
}

// rounds returns how many rounds of line ends and of word boundaries there are in a place.
func (a *assertionLimits) rounds(before, after context) (lines, words int) {
	if before == contextEdge {
		lines = a.starts
	}
	if after == contextEdge && lines < math.MaxInt {
		lines += a.ends
	}
	return lines, a.words
}

// spencerSize is the number of instructions of Spencer's compiler for s.
func spencerSize(s sequence) int {
	n := 0
	for i := range s {
		it := &s[i]
		switch it.kind {
		case itemPlus, itemQuest, itemBackref:
			n += 2
		case itemAlt:
			n += 2 * len(it.subs)
		default:
			n++
		}
		for _, sub := range it.subs {
			n += spencerSize(sub)
		}
	}
	return n
}

func isLineAssertion(kind itemKind) bool { return kind == itemBOL || kind == itemEOL }
