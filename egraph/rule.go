package egraph

import (
	"fmt"
	"slices"
	"strings"
)

// Rule is what a Runner runs: a search that finds matches, and what is made of
// each. Rewrite, ParseRules and Dynamic make rules of patterns, which one goroutine
// may use at a time; others fill in the fields.
type Rule struct {
	Name string
	// Width is how many words a match has.
	Width int
	// Search emits the matches, or those that have something in them that was
	// touched since s.Since. It ends when Emit or Spend answers false.
	Search func(s *Search)
	// Apply adds what follows from a match, with the reason why for its unions.
	// The graph may have changed since the match was found.
	Apply func(g *Graph, match []ID, why Reason)
	// Full is whether the rule is to see all matches each time, not just those in
	// which something was touched: what is not a match, or has no effect, may be or
	// have one later, although its nodes are the same. Rules with conditions or a
	// right side that is a function are full unless one makes them not so, which is
	// right if these look only at which classes the variables stand for, and at the
	// values that analyses keep of these.
	Full bool

	pattern *rewriting
}

// Match is what a pattern matched.
type Match struct {
	// Roots are the nodes that the roots of the pattern matched.
	Roots []ID
	vars  []string
	ids   []ID
}

// At is the class that a variable stands for: None if the pattern has no such
// variable.
func (m *Match) At(name string) ID {
	if i := slices.Index(m.vars, name); i >= 0 {
		return m.ids[i]
	}
	return None
}

// Condition decides whether a match is one: when it is found, and again before it
// is applied. It must not change the graph.
type Condition func(g *Graph, m *Match) bool

// rewriting is a rule of patterns.
type rewriting struct {
	from       *pattern
	plans      *plans
	to         *template // nil if a function makes the right side
	do         func(g *Graph, m *Match, why Reason)
	conditions []Condition
	explain    bool
}

// Rewrite is a rule that makes what its left side matches equal to its right
// side: each root to the right side's of the same place.
func Rewrite(name string, left, right []*Term, conditions ...Condition) (*Rule, error) {
	rw, err := matching(left, conditions)
	if err == nil {
		rw.to, err = newTemplate(rw.from, right)
	}
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", name, err)
	}
	return rw.rule(name), nil
}

// Dynamic is a rule whose right side is a function's work. It unites the match's
// roots, for the reason it is given, with what it adds.
func Dynamic(name string, left []*Term, do func(g *Graph, m *Match, why Reason), conditions ...Condition) (*Rule, error) {
	rw, err := matching(left, conditions)
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", name, err)
	}
	rw.do = do
	return rw.rule(name), nil
}

func matching(left []*Term, conditions []Condition) (*rewriting, error) {
	p, err := newPattern(left)
	if err != nil {
		return nil, err
	}
	return &rewriting{from: p, plans: p.plans(), conditions: conditions}, nil
}

// ParseRules reads a rule, `name: (+ ?a ?b) => (+ ?b ?a)`, or with `<=>` two, of
// which the second has the name with "-rev" behind it. Sides of several roots
// have commas between them.
func (s *Symbols) ParseRules(text string, conditions ...Condition) ([]*Rule, error) {
	name, sides, ok := strings.Cut(text, ":")
	if !ok {
		return nil, fmt.Errorf("1: a rule begins with its name and a colon")
	}
	name = strings.TrimSpace(name)
	both := true
	left, right, ok := strings.Cut(sides, "<=>")
	if !ok {
		both = false
		if left, right, ok = strings.Cut(sides, "=>"); !ok {
			return nil, fmt.Errorf("rule %s: no => between sides", name)
		}
	}
	l, err := s.ParseList(left)
	if err != nil {
		return nil, fmt.Errorf("rule %s: left side:%w", name, err)
	}
	r, err := s.ParseList(right)
	if err != nil {
		return nil, fmt.Errorf("rule %s: right side:%w", name, err)
	}
	there, err := Rewrite(name, l, r, conditions...)
	if err != nil {
		return nil, err
	}
	rules := []*Rule{there}
	if both {
		back, err := Rewrite(name+"-rev", r, l, conditions...)
		if err != nil {
			return nil, err
		}
		rules = append(rules, back)
	}
	return rules, nil
}

// MustRules is ParseRules of rules that are known to be right, each with the
// same conditions.
func (s *Symbols) MustRules(texts ...string) []*Rule {
	var all []*Rule
	for _, text := range texts {
		rules, err := s.ParseRules(text)
		if err != nil {
			panic(fmt.Sprintf("egraph: %v", err))
		}
		all = append(all, rules...)
	}
	return all
}

// rule makes the functions of a rule. A match is its roots' nodes, the variables
// and, last, the nodes that atoms matched, which only proofs need.
func (rw *rewriting) rule(name string) *Rule {
	p := rw.from
	r := &Rule{Name: name, Width: len(p.roots) + len(p.vars) + len(p.atoms), pattern: rw}
	r.Full = rw.do != nil || len(rw.conditions) > 0
	r.Search = func(s *Search) { rw.search(s, rw.matcher(), true) }
	if rw.do != nil {
		r.Apply = func(g *Graph, match []ID, why Reason) { rw.do(g, rw.match(match), why) }
	} else {
		r.Apply = func(g *Graph, match []ID, why Reason) {
			rw.to.grounds(g)
			rw.to.apply(g, match, len(p.roots), why)
		}
	}
	return r
}

func (rw *rewriting) match(words []ID) *Match {
	roots := len(rw.from.roots)
	return &Match{Roots: words[:roots:roots], vars: rw.from.vars, ids: words[roots : roots+len(rw.from.vars)]}
}

// matcher makes what searches of a rule need.
func (rw *rewriting) matcher() *matcher {
	p := rw.from
	m := &matcher{p: p, rw: rw, regs: make([]ID, p.regs()), rootRegs: make([]int, len(p.roots)),
		match: make([]ID, len(p.roots)+len(p.vars)+len(p.atoms))}
	for i, r := range p.roots {
		m.rootRegs[i] = p.reg(r)
		if r.kind == refAtom {
			m.rootRegs[i] = p.nodeReg(r.n)
		}
	}
	if len(rw.conditions) > 0 {
		m.view = rw.match(m.match)
	}
	return m
}

// search finds the matches of a rule. Those that are true already are counted,
// and if filter not kept.
func (rw *rewriting) search(s *Search, m *matcher, filter bool) {
	m.g, m.s = s.Graph, s
	m.filter = filter && rw.to != nil && rw.to.lookup(s.Graph)
	m.sure = len(s.words)
	m.copy()
	m.search(rw.plans)
	if m.filter {
		m.sift()
	}
}

// copy has the copies made that a heavy search reads.
func (m *matcher) copy() {
	if m.facts = nil; !m.heavy {
		return
	}
	if m.filter {
		m.facts = m.s.index.facts(m.g)
	}
	m.copies = m.copies[:0]
	for i := range m.p.atoms {
		var r *rows
		if a := &m.p.atoms[i]; len(a.args) <= 2 {
			r = m.s.index.rows(m.g, a.code)
		}
		m.copies = append(m.copies, r)
	}
}

// emit notes a match, and says whether to go on.
func (m *matcher) emit() bool {
	s, rw := m.s, m.rw
	roots, vars := len(m.rootRegs), len(m.p.vars)
	if len(rw.conditions) > 0 {
		for i, r := range m.rootRegs {
			m.match[i] = m.regs[r]
		}
		copy(m.match[roots:], m.regs[:vars])
		for _, c := range rw.conditions {
			if !c(m.g, m.view) {
				return true
			}
		}
	}
	if !s.another() {
		return false
	}
	if !m.filter && !s.keeps(s.width) {
		return false
	}
	at := len(s.words)
	if at+s.width > cap(s.words) {
		s.words = slices.Grow(s.words, max(2*at, 8*s.width))
	}
	s.words = s.words[:at+s.width]
	words := s.words[at : at+s.width]
	for i, r := range m.rootRegs {
		words[i] = m.regs[r]
	}
	for i, c := range m.regs[:vars] {
		words[roots+i] = c
	}
	if rw.explain {
		copy(words[roots+vars:], m.regs[m.p.classReg(len(m.p.atoms)):])
	}
	if m.filter && len(s.words)-m.sure >= block*s.width {
		return m.sift()
	}
	return true
}

// sift drops those of the last matches that are true already, and says whether
// to go on.
func (m *matcher) sift() bool {
	s := m.s
	kept := m.rw.to.holdsBlock(m.g, m.facts, s.words[m.sure:], s.width, len(m.rootRegs))
	m.sure += kept * s.width
	s.words = s.words[:m.sure]
	if most := s.keep; most < len(s.words)/max(1, s.width) {
		s.words = s.words[:most*s.width]
		m.sure = len(s.words)
		s.cut = true
		return false
	}
	if len(s.words) > s.room {
		s.filled = true
		return false
	}
	return true
}
