// Package ere implements POSIX extended regular expressions over bytes with the semantics of Henry Spencer's library in
// its newline-sensitive mode: the engine behind FileCheck's {{...}} blocks.
//
//   - The match is the leftmost one, and among those the longest; groups are then assigned from left to right, each as
//     long as the rest allows.
//   - `.` and negated brackets never match a newline; `^` and `$` match at the ends of every line and of the text.
//   - `\x` is the byte x for every x but 1 to 9, which are back-references; [[:<:]] and [[:>:]] are word boundaries.
//     Spencer's engine checks each kind of assertion a limited number of times in one place, so that [[:>:]]$ never
//     matches there; here every combination works.
//   - Text and pattern are bytes: no byte sequence is invalid, and nothing is decoded.
//
// Without back-references a search takes time linear in the text: a literal pre-check, a lazily built DFA (R. Cox,
// "Regular Expression Matching: the Virtual Machine Approach", 2009) that finds where a first match ends, and a
// simulation of the NFA that finds the leftmost-longest one. Back-references need backtracking, which is bounded:
// Find reports ErrTooComplex instead of running away.
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

// ErrTooComplex is returned by Find when an expression with back-references exceeds its backtracking budget.
var ErrTooComplex = errors.New("back-reference search is too expensive")

// Regexp is a compiled expression. It may be used by several goroutines; searches with one Regexp take turns.
type Regexp struct {
	prog   *program
	groups int

	mu  sync.Mutex
	dfa *dfa
	sim *simulation
}

// Compile parses expr. The error is a *SyntaxError.
func Compile(expr string, flags Flags) (*Regexp, error) {
	tree, groups, err := parse(expr, flags)
	if err != nil {
		return nil, err
	}
	prog := assemble(tree)
	return &Regexp{prog: prog, groups: groups}, nil
}

// NumGroups returns how many parenthesised groups the expression has.
func (re *Regexp) NumGroups() int { return re.groups }

// Span is a byte range of the searched text; both ends are -1 for a group that took no part in the match.
type Span struct{ Start, End int }

// Find searches text for the leftmost-longest match. It returns nil if there is none, else the span of the match
// followed by those of the groups. The ends of text count as line ends and as word boundaries. The error is nil or
// ErrTooComplex.
func (re *Regexp) Find(text []byte) ([]Span, error) {
	return re.find(text, re.groups)
}

// FindSpan is Find for callers that need no groups, which is faster. The error is nil or ErrTooComplex.
func (re *Regexp) FindSpan(text []byte) (span Span, ok bool, err error) {
	spans, err := re.find(text, 0)
	if spans == nil || err != nil {
		return Span{-1, -1}, false, err
	}
	return spans[0], true, nil
}

func (re *Regexp) find(text []byte, groups int) ([]Span, error) {
	re.mu.Lock()
	defer re.mu.Unlock()
	if re.dfa == nil {
		re.dfa = newDFA(re.prog)
		re.sim = newSimulation(re.prog)
	}
	if re.prog.backrefs {
		return re.findBackref(text)
	}
	span, ok := re.leftmostLongest(text, 0)
	if !ok {
		return nil, nil
	}
	spans := make([]Span, groups+1)
	spans[0] = span
	for i := range spans[1:] {
		spans[i+1] = Span{-1, -1}
	}
	if groups > 0 {
		d := dissector{prog: re.prog, sim: re.sim, text: text, spans: spans}
		d.seq(re.prog.tree, span.Start, span.End)
	}
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

const metaBytes = `()^$|*+?.[]\{}`
