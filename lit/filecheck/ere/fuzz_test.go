package ere

import (
	"slices"
	"testing"
)

// plainMatcher matches a syntax tree by sets of positions, with no automaton in between.
type plainMatcher struct {
	text  []byte
	spans []Span
}

// positions is a set of positions of the text.
type positions []bool

// ends returns where s can end when it starts at one of from.
func (m *plainMatcher) ends(s sequence, from positions) positions {
	for i := range s {
		from = m.itemEnds(&s[i], from)
	}
	return from
}

func (m *plainMatcher) itemEnds(it *item, from positions) positions {
	out := make(positions, len(m.text)+1)
	switch it.kind {
	case itemSet:
		for pos, c := range m.text {
			out[pos+1] = from[pos] && it.set.contains(c)
		}
	case itemBOL, itemEOL, itemBOW, itemEOW:
		for pos := range out {
			before, after := contextsAt(m.text, pos)
			out[pos] = from[pos] && holds(it.kind, before, after)
		}
	case itemPlus:
		// Starts that nothing new is reached from are done.
		for slices.Contains(from, true) {
			reached := m.ends(it.subs[0], from)
			from = make(positions, len(out))
			for pos := range reached {
				from[pos] = reached[pos] && !out[pos]
				out[pos] = out[pos] || reached[pos]
			}
		}
	case itemQuest, itemAlt:
		for _, sub := range it.subs {
			for pos, ok := range m.ends(sub, from) {
				out[pos] = out[pos] || ok
			}
		}
		if it.kind == itemQuest {
			for pos, ok := range from {
				out[pos] = out[pos] || ok
			}
		}
	default:
		copy(out, from)
	}
	return out
}

func (m *plainMatcher) at(pos int) positions {
	out := make(positions, len(m.text)+1)
	out[pos] = true
	return out
}

// longest returns the last position up to stop at which s can end when it starts at start, or -1.
func (m *plainMatcher) longest(s sequence, start, stop int) int {
	ends := m.ends(s, m.at(start))
	for pos := stop; pos >= 0; pos-- {
		if ends[pos] {
			return pos
		}
	}
	return -1
}

// assign assigns the groups of s, which matches text[start:stop].
func (m *plainMatcher) assign(s sequence, start, stop int) {
	for i := range s {
		it := &s[i]
		switch it.kind {
		case itemOpen:
			m.spans[it.group].Start = start
		case itemClose:
			m.spans[it.group].End = start
		}
		// Every item takes the most that lets the rest reach the end.
		ends := m.itemEnds(it, m.at(start))
		end := stop
		for !ends[end] || !m.ends(s[i+1:], m.at(end))[stop] {
			end--
		}
		m.assignInside(it, start, end)
		start = end
	}
}

func (m *plainMatcher) assignInside(it *item, start, stop int) {
	switch it.kind {
	case itemQuest, itemAlt:
		for _, sub := range it.subs {
			if m.ends(sub, m.at(start))[stop] {
				m.assign(sub, start, stop)
				return
			}
		}
	case itemPlus:
		previous := start
		for {
			end := m.longest(it.subs[0], start, stop)
			if end < 0 {
				m.assign(it.subs[0], previous, start)
				return
			}
			if end == start {
				m.assign(it.subs[0], start, end)
				return
			}
			previous, start = start, end
		}
	}
}

// plainFind is Find without back-references.
func plainFind(tree sequence, groups int, text []byte) []Span {
	m := plainMatcher{text: text, spans: make([]Span, groups+1)}
	for i := range m.spans {
		m.spans[i] = Span{-1, -1}
	}
	for start := range len(text) + 1 {
		if end := m.longest(tree, start, len(text)); end >= 0 {
			m.spans[0] = Span{start, end}
			m.assign(tree, start, end)
			return m.spans
		}
	}
	return nil
}

// FuzzERE compares matches and groups with those of a plain matcher, and bounds the work.
func FuzzERE(f *testing.F) {
	for _, expr := range []string{"(a|b)*c", `(.*)\1`, "[[:<:]][^]a-c]+$", "a{2,3}|()", "[[.-.]-z]*?", `\`, "(a*)*", "(a|aa)+b",
		"((a{1,5}){1,5}){1,5}b", "(a*)(ab)*(b*)", "(a?(ab)?)b?", "x*^a|b$", "(a|ab)(c|bcd)(d*)", "((a)|b){2,}[[:space:]]"} {
		f.Add(expr, "aabbc\nab", false)
		f.Add(expr, "abcdabab b", true)
	}
	f.Fuzz(func(t *testing.T, expr, input string, fold bool) {
		var flags Flags
		if fold {
			flags = IgnoreCase
		}
		const longest = 100
		re, err := Compile(expr, flags)
		if err != nil || len(input) > longest || len(re.prog.code) > 50*longest {
			return
		}
		text := []byte(input)
		spans, err := re.Find(text, true, nil)
		span, ok, err2 := re.findSpan(text)
		if err != nil || err2 != nil {
			return
		}
		if ok != (spans != nil) || ok && spans[0] != span {
			t.Errorf("%q in %q: %v and %v", expr, text, spans, span)
		}
		if re.prog.backrefs {
			return
		}
		checkWork(t, re, expr, text)
		if re.prog.limits.limited || re.prog.fresh != nil || len(re.prog.code) > longest {
			return // Spencer's engine has its own ways, or this takes long
		}
		if want := plainFind(re.prog.tree, re.groups, text); !slices.Equal(spans, want) {
			t.Errorf("%q in %q: %v, want %v", expr, text, spans, want)
		}
	})
}

// checkWork checks that a search takes no more steps than there are states and bytes to combine, a
// few times over.
func checkWork(t *testing.T, re *Regexp, expr string, text []byte) {
	t.Helper()
	if re.prog.limits.limited {
		return // every start is tried
	}
	s := search{Regexp: re, sim: newSimulation(re.prog), text: text}
	s.leftmostLongest(0)
	if limit := patience + 4*(len(re.prog.code)+2)*(len(text)+2); s.sim.steps > limit {
		t.Errorf("%q in %d bytes: %d steps, more than %d", expr, len(text), s.sim.steps, limit)
	}
	s.sim.release()
}

// TestLinearWork searches long texts on which backtracking would never end.
func TestLinearWork(t *testing.T) {
	for _, expr := range []string{"(a*)*b", "(a|aa)+b", "((a?){30}){30}b", "(a+)+(a+)+(a+)+b", "((a{1,5}){1,5}){1,5}b", "aa(.|\n)*b", "a.*c|a.*b"} {
		re, err := Compile(expr, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, unit := range []string{"a", "a\n", "aac ", "aa aa\n"} {
			var text []byte
			for range 3000 {
				text = append(text, unit...)
			}
			checkWork(t, re, expr, text)
		}
	}
}
