package rule

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/internal/units"
)

// Evidence says why a rule is believed, and what it has been good for, as its file states it.
// Nothing here changes what the rule does.
type Evidence struct {
	// Proved are the names of rules that it follows from, of those that are read together or
	// come with tg.
	Proved []string
	// Proof is a proof in words, "" for none.
	Proof string
	// Trials is how many independent trials the rule has passed, 0 for none, Field what they
	// computed with, such as "2^61-1" or "f32", and Bound what the probability is at most that
	// a wrong rule passes all of them.
	Trials int64
	Field  string
	Bound  float64
	// Origin is where the rule comes from, "" if that is not said.
	Origin string
	Use    Use
}

// Use is what a rule has been good for.
type Use struct {
	// Corpus says in which programs, and on which machine; "" where nobody has looked.
	Corpus string
	// Times is of how many changes that a search kept the rule was a part.
	Times int64
	// Gain is the rule's share of what these changes save, in seconds as predicted; negative
	// where they cost more than they save.
	Gain float64
}

// Empty reports whether nothing is said.
func (e *Evidence) Empty() bool {
	return len(e.Proved) == 0 && e.Proof == "" && e.Trials == 0 && e.Origin == "" && e.Use == Use{}
}

// Text says in a line, for people, what is said; "" for nothing.
func (e *Evidence) Text() string {
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if len(e.Proved) > 0 {
		add("proved by %s", strings.Join(e.Proved, ", "))
	}
	if e.Proof != "" {
		add("proved %s", e.Proof)
	}
	if e.Trials > 0 {
		add("tested by %s over %s, which a wrong rule passes with a probability of at most %.3g", units.Counted(int(e.Trials), "trial"), e.Field, e.Bound)
	}
	if e.Origin != "" {
		add("origin: %s", e.Origin)
	}
	if u := e.Use; u.Corpus != "" {
		what, seconds := "gain", u.Gain
		if seconds < 0 {
			what, seconds = "loss", -seconds
		}
		add("used in %s of %s, %s %s", units.Counted(int(u.Times), "change"), u.Corpus, what, units.Time.Text(seconds*1e9))
	}
	return strings.Join(list, "; ")
}

// What is wrong with what evidence says, read or written.
const (
	badTrials = "the number of trials is a whole number from 1 on"
	badBound  = "the bound on a probability is more than 0 and at most 1"
	badUses   = "the number of uses is a whole number from 0 on"
	badGain   = "a gain is a finite number of seconds"
)

func boundOK(b float64) bool { return b > 0 && b <= 1 }
func finite(x float64) bool  { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// Clauses is the evidence as clauses of the rule language, which are read back as what is
// written. The error says what the language cannot say: a text with a quote or a line end in it,
// or what is no name, no count or no bound.
func (e *Evidence) Clauses() ([]string, error) {
	w := &evidenceWriter{}
	if len(e.Proved) > 0 {
		for i, name := range e.Proved {
			w.check(isName(name), "'%s' is no name of a rule", name)
			w.check(!slices.Contains(e.Proved[:i], name), namedTwice, name)
		}
		w.add("proved by %s", strings.Join(e.Proved, ", "))
	}
	if e.Proof != "" {
		w.add("proved %s", w.quoted(e.Proof))
	}
	if e.Trials != 0 || e.Field != "" || e.Bound != 0 {
		w.check(e.Trials > 0, badTrials)
		w.check(boundOK(e.Bound), badBound)
		w.add("tested %d over %s bound %s", e.Trials, w.quoted(e.Field), numberText(e.Bound))
	}
	if e.Origin != "" {
		w.add("origin %s", w.quoted(e.Origin))
	}
	if e.Use != (Use{}) {
		w.check(e.Use.Times >= 0, badUses)
		w.check(finite(e.Use.Gain), badGain)
		w.add("used %d over %s gain %s", e.Use.Times, w.quoted(e.Use.Corpus), numberText(e.Use.Gain))
	}
	return w.clauses, w.err
}

type evidenceWriter struct {
	clauses []string
	err     error // the first
}

func (w *evidenceWriter) add(format string, args ...any) {
	w.clauses = append(w.clauses, fmt.Sprintf(format, args...))
}

func (w *evidenceWriter) check(ok bool, format string, args ...any) {
	if !ok && w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

func (w *evidenceWriter) quoted(text string) string {
	if w.err == nil {
		w.err = textError(text)
	}
	return `"` + text + `"`
}

func textError(text string) error {
	switch {
	case text == "":
		return errors.New(noText)
	case strings.ContainsAny(text, "\"\n"):
		return fmt.Errorf("a text between quotes has no quote and no line end in it, but %q has", text)
	}
	return nil
}

// numberText is a finite number as the language writes it, exactly.
func numberText(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// isName reports whether text can be the name of a rule.
func isName(text string) bool {
	l := &ruleTokens{text: text, name: true}
	t, err := l.Next()
	return err == nil && t.kind == nameToken && l.text == "" && t.text == text
}

const (
	noText     = "there is nothing between the quotes"
	namedTwice = "rule '%s' is named twice"
)

// clauseWords start the clauses that say what a rule does, evidenceWords those behind them that
// say why it is believed.
var (
	clauseWords   = []string{"where", "let", "priority"}
	evidenceWords = []string{"proved", "tested", "origin", "used"}
)

// inQuotes lists words for a message.
func inQuotes(words []string) string {
	last := len(words) - 1
	return "'" + strings.Join(words[:last], "', '") + "' or '" + words[last] + "'"
}

// evidence reads the clauses behind all others.
func (p *ruleParser) evidence(r *ruleText) {
	seen := map[string]bool{}
	for p.next.kind != endToken {
		at, what := p.next.pos, p.next.text
		switch {
		case p.try("proved"):
			if p.is("by") {
				what = "proved by"
				p.provers(r)
			} else {
				r.evidence.Proof = p.words("'by', or a proof in quotes")
			}
		case p.try("tested"):
			p.tested(&r.evidence)
		case p.try("origin"):
			r.evidence.Origin = p.words("where the rule comes from, in quotes")
		case p.try("used"):
			p.used(&r.evidence.Use)
			r.used = [2]int{at.Offset, p.behind}
		case slices.ContainsFunc(clauseWords, p.is):
			panic(errorf(at, "'%s' stands in front of %s", what, inQuotes(evidenceWords)))
		default:
			p.fail(inQuotes(evidenceWords))
		}
		if seen[what] {
			panic(errorf(at, "a rule says '%s' once", what))
		}
		seen[what] = true
	}
}

// provers are the names behind `proved by`.
func (p *ruleParser) provers(r *ruleText) {
	for more := true; more; more = p.is(",") {
		p.tokens.name = true // a name, with hyphens, follows
		p.advance()
		at := p.next.pos
		name := p.take(nameToken, "the name of a rule")
		if slices.Contains(r.evidence.Proved, name) {
			panic(errorf(at, namedTwice, name))
		}
		r.evidence.Proved, r.provers = append(r.evidence.Proved, name), append(r.provers, at)
	}
}

// words is a text in quotes, in which something is said.
func (p *ruleParser) words(what string) string {
	at := p.next.pos
	text := p.take(stringToken, what)
	if err := textError(text); err != nil {
		panic(errorf(at, "%s", err))
	}
	return text
}

// tested is what follows that word.
func (p *ruleParser) tested(e *Evidence) {
	e.Trials = p.count(1, "how many trials there were", badTrials)
	p.expect("over")
	e.Field = p.words("what was computed with, in quotes")
	p.expect("bound")
	e.Bound = p.amount("a bound on a probability", boundOK, badBound)
}

// used is what follows that word.
func (p *ruleParser) used(u *Use) {
	u.Times = p.count(0, "how often the rule was used", badUses)
	p.expect("over")
	u.Corpus = p.words("where the rule was used, in quotes")
	p.expect("gain")
	u.Gain = p.amount("a gain in seconds", finite, badGain)
}

// count is a whole number that is not less than least.
func (p *ruleParser) count(least int64, what, bad string) int64 {
	at := p.next.pos
	n, err := strconv.ParseInt(p.take(numberToken, what), 10, 64)
	if err != nil || n < least {
		panic(errorf(at, "%s", bad))
	}
	return n
}

// amount is a number for which ok holds.
func (p *ruleParser) amount(what string, ok func(float64) bool, bad string) float64 {
	at := p.next.pos
	if !p.is("-") && p.next.kind != numberToken {
		p.fail(what)
	}
	x, err := strconv.ParseFloat(p.signedNumber(), 64)
	if err != nil || !ok(x) {
		panic(errorf(at, "%s", bad))
	}
	return x
}
