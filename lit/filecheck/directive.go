package filecheck

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// kind is what a directive demands.
type kind uint8

const (
	kindPlain kind = iota
	kindNext
	kindSame
	kindNot
	kindDAG
	kindLabel
	kindEmpty
	kindEOF // the invisible check that trailing NOTs and DAGs attach to
	kindComment
	kindMisspelled
	kindBadNot
	kindBadCount
)

// suffixes are the endings of directives, in the order in which they are tried.
var suffixes = []struct {
	text string
	kind kind
}{
	{"NEXT", kindNext}, {"SAME", kindSame}, {"NOT", kindNot}, {"DAG", kindDAG}, {"LABEL", kindLabel}, {"EMPTY", kindEmpty},
}

func (k kind) suffix() string {
	for _, s := range suffixes {
		if s.kind == k {
			return "-" + s.text
		}
	}
	return ""
}

// label is the abbreviation used in input dumps.
func (d *directive) label() string {
	switch d.kind {
	case kindNext:
		return "next"
	case kindSame:
		return "same"
	case kindNot:
		return "not"
	case kindDAG:
		return "dag"
	case kindLabel:
		return "label"
	case kindEmpty:
		return "empty"
	case kindEOF:
		return "eof"
	}
	if d.count > 1 {
		return "count"
	}
	return "check"
}

// directive is one check line.
type directive struct {
	kind    kind
	count   int // how often a plain check is to match, at least 1
	exact   int // of CHECK-COUNT-n! and the NOT that it implies: n
	literal bool
	prefix  string
	body    fragment // the text of its pattern
	line    int      // of the check file; 0 for an implicit one
	implied int      // number, from 1, of an implicit one
	pattern *pattern
}

// noMore is the NOT after CHECK-COUNT-n! that excludes a further match before the next positive
// one.
func (d *directive) noMore() *directive {
	not := *d
	not.kind, not.count = kindNot, 1
	return &not
}

// description is how messages call the directive.
func (d *directive) description() string {
	name := d.prefix + d.kind.suffix()
	switch {
	case d.kind == kindEOF:
		return "implicit EOF"
	case d.exact > 0:
		name = fmt.Sprintf("%s-COUNT-%d!", d.prefix, d.exact)
	case d.count > 1:
		name += "-COUNT"
	}
	if d.literal {
		name += "{LITERAL}"
	}
	return name
}

// scanner finds the directives of a check file.
type scanner struct {
	src      *source
	rest     fragment
	prefixes []prefixPosition
	comments []string
	exact    bool // see Options.ExactCount
}

// prefixPosition remembers where a prefix occurs next, so that absent prefixes are looked for once.
type prefixPosition struct {
	prefix string
	next   int // -1: nowhere
}

func newScanner(src *source, opts *Options) *scanner {
	s := &scanner{src: src, rest: fragment{src, 0, len(src.text)}, comments: opts.commentPrefixes(), exact: opts.ExactCount}
	for _, prefix := range slices.Concat(opts.prefixes(), s.comments) {
		s.prefixes = append(s.prefixes, prefixPosition{prefix, bytes.Index(src.text, []byte(prefix))})
	}
	// The longest prefix wins where several match.
	slices.SortStableFunc(s.prefixes, func(a, b prefixPosition) int { return len(b.prefix) - len(a.prefix) })
	return s
}

// nextPrefix returns the place and text of the first prefix in the rest of the file.
func (s *scanner) nextPrefix() (at int, prefix string) {
	at = -1
	for i := range s.prefixes {
		p := &s.prefixes[i]
		if p.next >= 0 && p.next < s.rest.start {
			p.next = bytes.Index(s.rest.slice(0), []byte(p.prefix))
			if p.next >= 0 {
				p.next += s.rest.start
			}
		}
		if p.next >= 0 && (at < 0 || p.next < at) {
			at, prefix = p.next, p.prefix
		}
	}
	return at, prefix
}

// next finds the next directive. On return the rest of the file starts after its colon, or for a
// malformed one where the error is to point; start is the place of its prefix.
func (s *scanner) next() (d directive, start int, ok bool) {
	for {
		at, prefix := s.nextPrefix()
		if at < 0 {
			return directive{}, 0, false
		}
		before := s.rest.start
		s.rest = s.rest.from(at - before)
		if at == before || !isWordByte(s.src.text[at-1]) {
			if d, rest, ok := s.classify(prefix); ok {
				if rest.empty() && !slices.Contains([]kind{kindMisspelled, kindBadNot, kindBadCount}, d.kind) {
					// LLVM reads a directive that ends the file without a newline from just after
					// its prefix.
					rest = s.rest.from(len(prefix))
				}
				s.rest = rest
				return d, at, true
			}
		}
		skip := len(prefix)
		for skip < s.rest.len() && isWordByte(s.rest.at(skip)) {
			skip++
		}
		s.rest = s.rest.from(skip)
	}
}

// classify decides whether a prefix at the start of the rest makes a directive, and which.
func (s *scanner) classify(prefix string) (d directive, rest fragment, ok bool) {
	d = directive{prefix: prefix, count: 1}
	rest = s.rest.from(len(prefix))
	if slices.Contains(s.comments, prefix) {
		d.kind = kindComment
		return d, rest, rest.eat(":")
	}
	if rest.has(":") || rest.has("{") {
		ok = d.modifiers(&rest)
		return d, rest, ok
	}
	misspelled := rest.eat("_")
	if !misspelled && !rest.eat("-") {
		return d, rest, false
	}
	ok = d.classifySuffix(&rest, s.exact)
	if ok && misspelled {
		d.kind = kindMisspelled
	}
	return d, rest, ok
}

func (d *directive) classifySuffix(rest *fragment, mayBeExact bool) bool {
	if rest.eat("COUNT-") {
		return d.countSuffix(rest, mayBeExact)
	}
	for _, other := range []string{"DAG", "NEXT", "SAME", "EMPTY"} {
		if rest.has(other+"-NOT:") || rest.has("NOT-"+other+":") {
			d.kind = kindBadNot
			return true
		}
	}
	for _, suffix := range suffixes {
		if rest.eat(suffix.text) {
			d.kind = suffix.kind
			return d.modifiers(rest)
		}
	}
	return false
}

func (d *directive) countSuffix(rest *fragment, mayBeExact bool) bool {
	n := 0
	if rest.has("-") {
		n = 1
	}
	sign := n
	for n < rest.len() && isDigit(rest.at(n)) {
		n++
	}
	if n == sign {
		d.kind = kindBadCount
		return true
	}
	count, err := strconv.ParseInt(rest.to(n).String(), 10, 64)
	if err != nil {
		// Out of range: the number is not consumed.
		d.kind = kindBadCount
		return true
	}
	*rest = rest.from(n)
	exact := mayBeExact && rest.eat("!")
	if count <= 0 || count > math.MaxInt32 || !rest.has(":") && !rest.has("{") {
		d.kind = kindBadCount
		return true
	}
	d.count = int(count)
	if exact {
		d.exact = d.count
	}
	return d.modifiers(rest)
}

// modifiers consumes `:` or `{LITERAL,...}:`.
func (d *directive) modifiers(rest *fragment) bool {
	if rest.eat(":") {
		return true
	}
	if !rest.eat("{") {
		return false
	}
	for {
		skipSpace(rest)
		if !rest.eat("LITERAL") {
			return false
		}
		d.literal = true
		skipSpace(rest)
		if !rest.eat(",") {
			return rest.eat("}:")
		}
	}
}

// skipSpace skips white space of all kinds: the list of modifiers may even go over lines.
func skipSpace(f *fragment) {
	for !f.empty() && (f.at(0) == ' ' || f.at(0) >= '\t' && f.at(0) <= '\r') {
		f.start++
	}
}
