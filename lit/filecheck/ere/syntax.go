package ere

import (
	"slices"
	"strings"
)

// itemKind tells the forms of an item apart.
type itemKind uint8

const (
	itemSet     itemKind = iota // one byte out of a set
	itemBOL                     // ^
	itemEOL                     // $
	itemBOW                     // [[:<:]]
	itemEOW                     // [[:>:]]
	itemOpen                    // start of group n
	itemClose                   // end of group n
	itemPlus                    // subs[0] once or more
	itemQuest                   // subs[0] or nothing
	itemAlt                     // the first of subs that fits
	itemBackref                 // the text of group n; subs[0] is a copy of the group, a superset of what may match
)

// item is one step of a sequence. Groups are brackets in their sequence, not nodes of their own: a
// group boundary must not change which of the steps around it takes the most text (see dissector).
type item struct {
	kind   itemKind
	group  int32
	lo, hi int32 // the item's range in the program, set by assemble
	set    *byteSet
	subs   []sequence
}

type sequence []item

const (
	maxRepeat  = 255     // POSIX RE_DUP_MAX
	unbounded  = -1      // the upper bound of x{n,}
	maxItems   = 1 << 18 // expanded size at which Compile gives up
	maxNesting = 1000    // of parentheses
	numBackref = 10      // group numbers below this can be referred to
)

// The messages of the POSIX error codes.
const (
	errParen   = "parentheses not balanced"
	errBrace   = "braces not balanced"
	errCount   = "invalid repetition count(s)"
	errRepeat  = "repetition-operator operand invalid"
	errEmpty   = "empty (sub)expression"
	errEscape  = "trailing backslash (\\)"
	errBackref = "invalid backreference number"
	errBracket = "brackets ([ ]) not balanced"
	errClass   = "invalid character class"
	errCollate = "invalid collating element"
	errRange   = "invalid character range"
	errSpace   = "out of memory"
)

// parser reads an expression by recursive descent. Errors unwind by panic with *SyntaxError and
// stop in parse.
type parser struct {
	src    string
	pos    int
	flags  Flags
	groups int
	depth  int
	starts int                  // how many `^` there are as written: before repetitions copy them
	ends   int                  // likewise `$`
	refers bool                 // there may be back-references
	bodies [numBackref]sequence // what the finished groups match, if refers
	closed [numBackref]bool
}

func parse(src string, flags Flags) (p *parser, tree sequence, err error) {
	p = &parser{src: src, flags: flags, refers: strings.IndexByte(src, '\\') >= 0}
	defer func() {
		if r := recover(); r != nil {
			syntax, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			err = syntax
		}
	}()
	tree = p.alternation(make(sequence, 0, len(src)), false)
	return p, tree, nil
}

func (p *parser) fail(msg string) { panic(&SyntaxError{msg}) }

func (p *parser) require(ok bool, msg string) {
	if !ok {
		p.fail(msg)
	}
}

func (p *parser) more() bool { return p.pos < len(p.src) }

func (p *parser) looksAt(s string) bool {
	return len(p.src)-p.pos >= len(s) && p.src[p.pos:p.pos+len(s)] == s
}

func (p *parser) eat(s string) bool {
	if p.looksAt(s) {
		p.pos += len(s)
		return true
	}
	return false
}

// alternation parses up to the end of the expression, or inside a group up to its `)`, and appends
// the result.
func (p *parser) alternation(out sequence, inGroup bool) sequence {
	start := len(out)
	var branches []sequence
	for {
		from := len(out)
		for p.more() && p.src[p.pos] != '|' && !(inGroup && p.src[p.pos] == ')') {
			out = p.repeated(out)
			p.require(len(out) <= maxItems, errSpace)
		}
		p.require(len(out) > from, errEmpty)
		more := p.eat("|")
		if !more && branches == nil {
			return out
		}
		branches = append(branches, slices.Clone(out[from:]))
		out = out[:from]
		if !more {
			return append(out[:start], item{kind: itemAlt, subs: branches})
		}
	}
}

// repeated parses an atom with at most one repetition operator and appends the result.
func (p *parser) repeated(out sequence) sequence {
	caret := p.src[p.pos] == '^'
	start := len(out)
	out = p.atom(out)
	if !p.atRepetition() {
		return out
	}
	op := p.src[p.pos]
	p.pos++
	p.require(!caret, errRepeat)
	atom := slices.Clone(out[start:])
	out = out[:start]
	switch op {
	case '*':
		out = append(out, item{kind: itemQuest, subs: []sequence{{{kind: itemPlus, subs: []sequence{atom}}}}})
	case '+':
		out = append(out, item{kind: itemPlus, subs: []sequence{atom}})
	case '?':
		out = append(out, optional(atom)...)
	case '{':
		out = append(out, p.braces(atom)...)
	}
	p.require(!p.atRepetition(), errRepeat)
	return out
}

// atRepetition reports whether a repetition operator follows; a `{` is one only before a digit.
func (p *parser) atRepetition() bool {
	if !p.more() {
		return false
	}
	switch p.src[p.pos] {
	case '*', '+', '?':
		return true
	case '{':
		return p.pos+1 < len(p.src) && isDigit(p.src[p.pos+1])
	}
	return false
}

// braces parses the rest of {m}, {m,} or {m,n} and applies it.
func (p *parser) braces(atom sequence) sequence {
	from := p.count()
	to := from
	if p.eat(",") {
		to = unbounded
		if p.more() && isDigit(p.src[p.pos]) {
			to = p.count()
			p.require(from <= to, errCount)
		}
	}
	if !p.eat("}") {
		for p.more() && p.src[p.pos] != '}' {
			p.pos++
		}
		p.require(p.more(), errBrace)
		p.fail(errCount)
	}
	times := max(from, to, 1)
	p.require(expandedSize(atom)*times <= maxItems, errSpace)
	return repeat(atom, from, to)
}

func (p *parser) count() int {
	n, digits := 0, 0
	for p.more() && isDigit(p.src[p.pos]) && n <= maxRepeat {
		n = n*10 + int(p.src[p.pos]-'0')
		p.pos++
		digits++
	}
	p.require(digits > 0 && n <= maxRepeat, errCount)
	return n
}

// repeat expands x{from,to} into concatenation, ? and +.
func repeat(x sequence, from, to int) sequence {
	switch {
	case to == 0:
		return nil
	case from == 0:
		return optional(repeat(x, 1, to))
	case from == 1 && to == 1:
		return x
	case from == 1 && to == unbounded:
		return sequence{{kind: itemPlus, subs: []sequence{x}}}
	case from == 1:
		return append(optional(copySequence(x)), repeat(x, 1, to-1)...)
	case to == unbounded:
		return append(copySequence(x), repeat(x, from-1, to)...)
	default:
		return append(copySequence(x), repeat(x, from-1, to-1)...)
	}
}

// optional is x?, which Spencer's engine treats as the alternative of x and nothing.
func optional(x sequence) sequence {
	return sequence{{kind: itemAlt, subs: []sequence{x, nil}}}
}

// copySequence copies deeply: every occurrence needs its own place in the program.
func copySequence(x sequence) sequence {
	out := make(sequence, len(x))
	for i, it := range x {
		if it.subs != nil {
			subs := make([]sequence, len(it.subs))
			for j, sub := range it.subs {
				subs[j] = copySequence(sub)
			}
			it.subs = subs
		}
		out[i] = it
	}
	return out
}

func expandedSize(x sequence) int {
	n := 1
	for _, it := range x {
		n++
		for _, sub := range it.subs {
			n += expandedSize(sub)
		}
	}
	return n
}

// atom parses one atom and appends it.
func (p *parser) atom(out sequence) sequence {
	c := p.src[p.pos]
	p.pos++
	switch c {
	case '(':
		return p.group(out)
	case ')':
		p.fail(errParen)
	case '^':
		p.starts++
		return append(out, item{kind: itemBOL})
	case '$':
		p.ends++
		return append(out, item{kind: itemEOL})
	case '|':
		p.fail(errEmpty)
	case '*', '+', '?':
		p.fail(errRepeat)
	case '.':
		return append(out, item{kind: itemSet, set: notNewline})
	case '[':
		return append(out, p.bracket())
	case '\\':
		p.require(p.more(), errEscape)
		c = p.src[p.pos]
		p.pos++
		if c >= '1' && c <= '9' {
			return append(out, p.backref(int(c-'0')))
		}
	case '{':
		p.require(!p.more() || !isDigit(p.src[p.pos]), errRepeat)
	}
	if p.flags&IgnoreCase != 0 && isAlpha(c) {
		set := newByteSet()
		set.add(c)
		set.add(otherCase(c))
		return append(out, item{kind: itemSet, set: set})
	}
	return append(out, item{kind: itemSet, set: &singles[c]})
}

// singles are the sets of one byte, and notNewline is what `.` matches; both are shared by all
// programs.
var (
	singles = func() (all [256]byteSet) {
		for c := range all {
			all[c].add(byte(c))
		}
		return all
	}()
	notNewline = func() *byteSet {
		set := newByteSet()
		set.invert()
		set.remove('\n')
		return set
	}()
)

// group parses after an opening parenthesis. `()` is the one place where nothing is a valid
// expression.
func (p *parser) group(out sequence) sequence {
	p.require(p.more(), errParen)
	p.depth++
	p.require(p.depth <= maxNesting, errSpace)
	p.groups++
	n := p.groups
	out = append(out, item{kind: itemOpen, group: int32(n)})
	start := len(out)
	if p.src[p.pos] != ')' {
		out = p.alternation(out, true)
	}
	p.require(p.eat(")"), errParen)
	p.depth--
	if n < numBackref {
		p.closed[n] = true
		if p.refers {
			p.bodies[n] = copySequence(out[start:])
		}
	}
	return append(out, item{kind: itemClose, group: int32(n)})
}

func (p *parser) backref(n int) item {
	p.require(p.closed[n], errBackref)
	p.require(expandedSize(p.bodies[n]) <= maxItems/maxRepeat, errSpace)
	return item{kind: itemBackref, group: int32(n), subs: []sequence{copySequence(p.bodies[n])}}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWord(c byte) bool { return isAlpha(c) || isDigit(c) || c == '_' }

func otherCase(c byte) byte {
	if isAlpha(c) {
		return c ^ 0x20
	}
	return c
}
