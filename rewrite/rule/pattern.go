package rule

import (
	"sync"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// priorityStep is how many ops a pattern would need to come before one whose
// rule has a priority higher by one.
const priorityStep = 1 << 10

// Pattern is the rule as a pattern under a floating-point mode. Rules of higher
// priority come first, and among equals those with more ops on the left.
func (r *Rule) Pattern(mode rewrite.FPMode) *rewrite.Pattern {
	u := &ruleUnder{r, mode}
	return &rewrite.Pattern{
		Name: r.Name, Root: r.Root(), Level: r.Level, Integers: r.Integers, Benefit: r.Priority*priorityStep + r.size(), Doc: r.Doc,
		Matcher: u, Pos: r.Pos, Apply: u.apply,
	}
}

// ruleUnder is a rule under a mode.
type ruleUnder struct {
	rule *Rule
	mode rewrite.FPMode
}

func (u *ruleUnder) MayMatch(o *ir.Op) bool {
	t := u.rule.left[0]
	return t.mayMatch(o) && t.wordsMayBe(o)
}

func (u *ruleUnder) Matches(o *ir.Op) bool {
	if !u.MayMatch(o) {
		return false
	}
	m := matches.Get().(*match)
	ok := m.begin(u.rule, o, u.mode).find()
	m.end()
	m.Forget()
	matches.Put(m)
	return ok
}

// matches are states to use for a question, whoever asks it.
var matches = sync.Pool{New: func() any { return &match{} }}

func (u *ruleUnder) Operands() rewrite.Operands {
	t := u.rule.left[0]
	asked := rewrite.Operands{List: make([]rewrite.Operand, len(t.args)), Commute: t.commutes}
	for i, a := range t.args {
		if a.kind == eachTerm {
			asked.Some = a.neededOps()
			continue
		}
		switch a.kind {
		case opTerm:
			asked.List[i].Def = a.def
		case numberTerm:
			asked.List[i].Constant = true
		}
	}
	return asked
}

func (u *ruleUnder) apply(rw *rewrite.Rewriter, o *ir.Op) bool {
	m, _ := rw.Scratch.(*match)
	if m == nil {
		m = &match{memo: map[*ir.Attr]datum{}}
	}
	rw.Scratch = nil // a rule that is applied inside of another one makes its own
	ok := m.begin(u.rule, o, u.mode).find()
	if ok {
		m.replace(rw)
	}
	m.end()
	rw.Scratch = m
	return ok
}

// Explain says why the rule does not apply to o under a mode: how far the match
// gets, and what stops it there. The further it gets the later is the stage; it
// is the last one for a rule that applies.
func (r *Rule) Explain(o *ir.Op, mode rewrite.FPMode) (Stage, string) {
	m := &match{explain: true}
	switch ok := r.left[0].mayMatch(o) && m.begin(r, o, mode).find(); {
	case ok:
		return Applies, ""
	case m.refusal != "":
		return Unbuildable, m.refusal
	case m.reached:
		return Unwanted, ""
	case m.aside:
		return Aside, ""
	}
	return Unmatched, ""
}

// Stage is how far an attempt to apply a rule gets.
type Stage uint8

const (
	Unmatched   Stage = iota // the left side is not there
	Aside                    // it is, with complex numbers, which the rule is not about
	Unwanted                 // a condition does not hold
	Unbuildable              // the right side cannot be made
	Applies
)
