// Package ere implements POSIX extended regular expressions over bytes with the semantics of Henry
// Spencer's library in its newline-sensitive mode: the engine behind FileCheck's {{...}} blocks.
//
//   - The match is the leftmost one (but see findFresh), and among those the longest; groups are then assigned from left to
//     right, each as long as the rest allows.
//   - `.` and negated brackets never match a newline; `^` and `$` match at the ends of every line and of the text.
//   - `\x` is the byte x for every x but 1 to 9, which are back-references; [[:<:]] and [[:>:]] are word boundaries. How
//     many assertions can hold in one place is limited as in Spencer's engine (see assertionLimits): [[:>:]]$ matches
//     nowhere.
//   - Text and pattern are bytes: no byte sequence is invalid, and nothing is decoded.
//
// A search takes time linear in the text, whatever the expression: the NFA is run where a literal
// of the expression occurs, and where that does not pay a lazily built DFA finds the end of a first
// match (R. Cox, "Regular Expression Matching: the Virtual Machine Approach", 2009). There are two
// exceptions. Back-references need backtracking, which is bounded: Find reports ErrTooComplex
// instead of running away. An expression that the limits of assertions concern is tried at one
// start after the other. Memory is bounded too: what repetitions make of an expression (maxItems),
// and the states of a DFA (maxDFASize).
package ere

import (
	"errors"
	"strings"
	"sync"
)

// Flags changes how an expression is compiled.
type Flags uint8

// IgnoreCase makes ASCII letters match both cases, in brackets and back-references to groups alike.
const IgnoreCase Flags = 1 << iota

// SyntaxError is a malformed expression; Error returns the message of the POSIX error code, such as
// "parentheses not balanced".
type SyntaxError struct{ Msg string }

func (e *SyntaxError) Error() string { return e.Msg }

// ErrTooComplex is returned by Find when an expression with back-references exceeds its
// backtracking budget.
var ErrTooComplex = errors.New("back-reference search is too expensive")

// Regexp is a compiled expression. It may be used by several goroutines; searches with one Regexp
// take turns.
type Regexp struct {
	prog   *program
	groups int

	mu  sync.Mutex
	dfa *dfa // built when a search turns out to be long
}

// Compile parses expr. The error is a *SyntaxError.
func Compile(expr string, flags Flags) (*Regexp, error) {
	p, tree, err := parse(expr, flags)
	if err != nil {
		return nil, err
	}
	return &Regexp{prog: assemble(p, tree), groups: p.groups}, nil
}

// Check parses expr without compiling it and returns how many parenthesised groups it has. The
// error is a *SyntaxError.
func Check(expr string) (groups int, err error) {
	if expr != "" && !strings.ContainsAny(expr, metaBytes) {
		return 0, nil
	}
	p, _, err := parse(expr, 0)
	return p.groups, err
}

// Literals returns strings that every match contains.
func (re *Regexp) Literals() [][]byte { return requiredLiterals(nil, re.prog.tree) }

// Span is a byte range of the searched text; both ends are -1 for a group that took no part in the
// match.
type Span struct{ Start, End int }

// Locator tells where in a text one of the Literals of an expression occurs next at or after a
// position, or -1.
type Locator func(from int) int

// Find searches text for the leftmost-longest match. It returns nil if there is none, else the span
// of the match, followed by those of the groups if groups is set. The ends of text count as line
// ends and as word boundaries. locate may be nil; it saves time for a caller that has an index of
// the text. The error is nil or ErrTooComplex.
func (re *Regexp) Find(text []byte, groups bool, locate Locator) ([]Span, error) {
	re.mu.Lock()
	defer re.mu.Unlock()
	s := search{Regexp: re, sim: newSimulation(re.prog), text: text, locate: locate}
	defer s.sim.release()
	if re.prog.backrefs {
		return s.backref()
	}
	span, ok := s.leftmostLongest(0)
	if !ok {
		return nil, nil
	}
	if !groups || re.groups == 0 {
		return []Span{span}, nil
	}
	spans := make([]Span, re.groups+1)
	for i := range spans {
		spans[i] = Span{-1, -1}
	}
	spans[0] = span
	d := dissector{prog: re.prog, sim: s.sim, text: text, spans: spans}
	d.seq(re.prog.tree, span.Start, span.End)
	return spans, nil
}

// Quote returns an expression that matches exactly the bytes of s.
func Quote(s string) string {
	if !strings.ContainsAny(s, metaBytes) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(metaBytes, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// metaBytes includes the zero byte, which LLVM quotes too.
const metaBytes = "()^$|*+?.[]\\{}\x00"
