package ere

import "bytes"

// A search tries the places where a literal occurs with the simulation, which costs nothing to set
// up. When that turns out to be slow it builds the DFA, which costs some, but then takes a few
// instructions per byte whatever the expression.
const (
	shortText = 1 << 10 // a text of which no search takes long
	patience  = 1 << 12 // steps of the simulation that are worth as much as setting up a DFA
	dfaSpeed  = 8       // bytes the DFA scans in the time of one step of the simulation
)

// search is one search in a text.
type search struct {
	*Regexp
	sim    *simulation
	text   []byte
	locate Locator // the next occurrence of the literal; nil if nobody knows better than bytes.Index
}

// tooSlow reports whether the simulation has taken more time than the DFA would have, for so many
// bytes.
func (s *search) tooSlow(scanned int) bool { return s.sim.steps > patience+scanned/dfaSpeed }

// leftmostLongest finds the match that starts at or after from.
func (s *search) leftmostLongest(from int) (Span, bool) {
	p := s.prog
	s.sim.steps = 0
	switch {
	case s.locate != nil && p.oneLine:
		return s.byLine(from)
	case s.locate != nil && s.locate(from) < 0:
		return Span{-1, -1}, false
	case len(p.prefix) > 1 || p.exact:
		return s.byPrefix(from)
	case len(p.literal) > 0 && p.oneLine:
		return s.byLine(from)
	case len(p.literal) > 0 && !bytes.Contains(s.text[from:], p.literal):
		return Span{-1, -1}, false
	}
	return s.within(from, len(s.text), len(s.text)-from > shortText)
}

// byPrefix tries every place at which the literal occurs that all matches start with.
func (s *search) byPrefix(from int) (Span, bool) {
	p := s.prog
	for pos := from; ; pos++ {
		at := bytes.Index(s.text[pos:], p.prefix)
		if at < 0 {
			return Span{-1, -1}, false
		}
		pos += at
		end := pos + len(p.prefix)
		if p.exact {
			return Span{pos, end}, true
		}
		end = s.sim.longest(s.text, end, len(s.text), int32(p.prefixPC), int32(len(p.code)-1), nil)
		if end >= 0 {
			return Span{pos, end}, true
		}
		if s.tooSlow(pos - from) {
			return s.within(pos+1, len(s.text), true)
		}
	}
}

// byLine searches the lines that contain the literal: a match lies in one of them.
func (s *search) byLine(from int) (Span, bool) {
	useDFA := false
	for pos := from; ; {
		at := -1
		if s.locate != nil {
			at = s.locate(pos)
		} else if at = bytes.Index(s.text[pos:], s.prog.literal); at >= 0 {
			at += pos
		}
		if at < 0 {
			return Span{-1, -1}, false
		}
		start := pos + bytes.LastIndexByte(s.text[pos:at], '\n') + 1
		end := len(s.text)
		if n := bytes.IndexByte(s.text[at:], '\n'); n >= 0 {
			end = at + n
		}
		if span, ok := s.within(start, end, useDFA); ok {
			return span, true
		}
		if end == len(s.text) {
			return Span{-1, -1}, false
		}
		pos = end + 1
		useDFA = useDFA || s.tooSlow(pos-from)
	}
}

// within looks for a match that starts at or after from and ends at or before to: the end of the
// text, or of a line for an expression that matches no newline.
func (s *search) within(from, to int, useDFA bool) (Span, bool) {
	if useDFA || s.prog.limits.limited {
		if s.dfa == nil {
			s.dfa = newDFA(s.prog)
		}
		var ok bool
		if from, ok = s.dfa.scan(s.sim, s.text, from, to); !ok {
			return Span{-1, -1}, false
		}
	}
	if !s.prog.limits.limited {
		return s.sim.leftmost(s.text, from, to)
	}
	// Which assertions hold depends on where a match starts, so every start is tried on its own.
	for ; from <= to; from++ {
		if end := s.sim.longest(s.text, from, to, 0, int32(len(s.prog.code)-1), nil); end >= 0 {
			return Span{from, end}, true
		}
	}
	return Span{-1, -1}, false
}
