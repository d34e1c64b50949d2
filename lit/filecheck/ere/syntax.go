package ere

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

// item is one step of a sequence. Groups are brackets in their sequence, not nodes of their own: a group boundary must
// not change which of the steps around it takes the most text (see dissector).
type item struct {
	kind  itemKind
	set   *byteSet
	group int
	subs  []sequence
	lo    int // the item's range in the program, set by assemble
	hi    int
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

// parser reads an expression by recursive descent. Errors unwind by panic with *SyntaxError and stop in parse.
type parser struct {
	src    string
	pos    int
	flags  Flags
	groups int
	depth  int
	bodies [numBackref]sequence // what the finished groups match
	closed [numBackref]bool
}

func parse(src string, flags Flags) (tree sequence, groups int, err error) {
	p := &parser{src: src, flags: flags}
	defer func() {
		if r := recover(); r != nil {
			syntax, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			err = syntax
		}
	}()
	tree = p.alternation(false)
	return tree, p.groups, nil
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

// alternation parses up to the end of the expression, or inside a group up to its `)`.
func (p *parser) alternation(inGroup bool) sequence {
	var branches []sequence
	for {
		var branch sequence
		for p.more() && !p.looksAt("|") && !(inGroup && p.looksAt(")")) {
			branch = append(branch, p.repeated()...)
			p.require(len(branch) <= maxItems, errSpace)
		}
		p.require(len(branch) > 0, errEmpty)
		branches = append(branches, branch)
		if !p.eat("|") {
			break
		}
	}
	if len(branches) == 1 {
		return branches[0]
	}
	return sequence{{kind: itemAlt, subs: branches}}
}

// repeated parses an atom with at most one repetition operator.
func (p *parser) repeated() sequence {
	caret := p.looksAt("^")
	atom := p.atom()
	if !p.atRepetition() {
		return atom
	}
	op := p.src[p.pos]
	p.pos++
	p.require(!caret, errRepeat)
	switch op {
	case '*':
		atom = sequence{{kind: itemQuest, subs: []sequence{{{kind: itemPlus, subs: []sequence{atom}}}}}}
	case '+':
		atom = sequence{{kind: itemPlus, subs: []sequence{atom}}}
	case '?':
		atom = optional(atom)
	case '{':
		atom = p.braces(atom)
	}
	p.require(!p.atRepetition(), errRepeat)
	return atom
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

func (p *parser) atom() sequence {
	c := p.src[p.pos]
	p.pos++
	switch c {
	case '(':
		return p.group()
	case ')':
		p.fail(errParen)
	case '^':
		return sequence{{kind: itemBOL}}
	case '$':
		return sequence{{kind: itemEOL}}
	case '|':
		p.fail(errEmpty)
	case '*', '+', '?':
		p.fail(errRepeat)
	case '.':
		all := newByteSet()
		all.invert()
		all.remove('\n')
		return sequence{{kind: itemSet, set: all}}
	case '[':
		return p.bracket()
	case '\\':
		p.require(p.more(), errEscape)
		c = p.src[p.pos]
		p.pos++
		if c >= '1' && c <= '9' {
			return p.backref(int(c - '0'))
		}
	case '{':
		p.require(!p.more() || !isDigit(p.src[p.pos]), errRepeat)
	}
	return p.literal(c)
}

func (p *parser) literal(c byte) sequence {
	set := newByteSet()
	set.add(c)
	if p.flags&IgnoreCase != 0 {
		set.add(otherCase(c))
	}
	return sequence{{kind: itemSet, set: set}}
}

// group parses after an opening parenthesis. `()` is the one place where nothing is a valid expression.
func (p *parser) group() sequence {
	p.require(p.more(), errParen)
	p.depth++
	p.require(p.depth <= maxNesting, errSpace)
	p.groups++
	n := p.groups
	var body sequence
	if !p.looksAt(")") {
		body = p.alternation(true)
	}
	p.require(p.eat(")"), errParen)
	p.depth--
	if n < numBackref {
		p.bodies[n], p.closed[n] = body, true
	}
	out := make(sequence, 0, len(body)+2)
	out = append(out, item{kind: itemOpen, group: n})
	out = append(out, body...)
	return append(out, item{kind: itemClose, group: n})
}

func (p *parser) backref(n int) sequence {
	p.require(p.closed[n], errBackref)
	p.require(expandedSize(p.bodies[n]) <= maxItems/maxRepeat, errSpace)
	return sequence{{kind: itemBackref, group: n, subs: []sequence{copySequence(p.bodies[n])}}}
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
