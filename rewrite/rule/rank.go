package rule

import (
	"cmp"
	"slices"
	"strings"
)

// Ranked is the text of a file of rules that says what each has been good for, in a clause `used`
// in place of any that is there, and in which the rules of each set are sorted: those that gain
// most come first, then those that are used most, then by their text. use is asked for each rule,
// by its name.
//
// Sets stay in their order, and comments with what they are about: with the rule behind them, or,
// where they follow a rule on its next line and an empty line or the end comes behind them, with
// that; those at the beginning of a file or a set, with an empty line behind them, and those at the
// end stay where they are. Between rules stands one empty line. Ranking again with the same
// uses changes nothing. The error is of type Errors.
func Ranked(filename, text string, use func(name string) Use) (string, error) {
	chunks, errs := cutRules(filename, text)
	r := &ranker{newline: "\n", use: use, sections: []*section{{}}}
	if n := strings.Count(text, "\n"); n > 0 && n == strings.Count(text, "\r\n") {
		r.newline = "\r\n"
	}
	end := 0 // of the rule before
	for _, c := range chunks {
		t, err := parseRuleText(c)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		start := strings.LastIndexByte(text[:c.pos.Offset], '\n') + 1
		lead := r.between(text[end:start], true)
		if err := r.add(c, t, lead); err != nil {
			errs = append(errs, err)
		}
		end = c.pos.Offset + len(c.text)
	}
	tail := r.between(text[end:], false)
	r.last().tail = tail
	if len(errs) > 0 {
		return "", firstOf(errs)
	}
	return r.String(), nil
}

// CompareUses orders rules by what they have been good for: what gains more comes first, then what
// is used more.
func CompareUses(a, b Use) int {
	return cmp.Or(cmp.Compare(b.Gain, a.Gain), cmp.Compare(b.Times, a.Times))
}

type ranker struct {
	newline  string
	use      func(name string) Use
	sections []*section
}

// section is what stands between two lines with `set`, with the first of them.
type section struct {
	head  string
	rules []*rankedRule
	tail  string
}

// rankedRule is a rule with the comments that go with it.
type rankedRule struct {
	lead  string // in front of it
	plain string // its text without the clause `used`
	use   Use
	text  string
	trail string // the comments on the next lines
}

func (r *ranker) last() *section { return r.sections[len(r.sections)-1] }

// between gives what stands between two rules, or behind the last one, to those that it is about.
// It returns what goes with the rule that follows, or is left at the end.
func (r *ranker) between(gap string, follows bool) (lead string) {
	lines := slices.Collect(strings.Lines(gap))
	blank := func(i int) bool { return strings.Trim(lines[i], blanks) == "" }
	for i := range lines {
		if blank(i) {
			lines[i] = r.newline
		}
	}
	isSet := func(line string) bool { return startsWith(strings.Trim(line, blanks), "set") }
	if s := r.last(); len(s.rules) > 0 {
		n := 0
		for n < len(lines) && !blank(n) && !isSet(lines[n]) {
			n++
		}
		if n < len(lines) || !follows {
			s.rules[len(s.rules)-1].trail = strings.Join(lines[:n], "")
			lines = lines[n:]
		}
	}
	for at := slices.IndexFunc(lines, isSet); at >= 0; at = slices.IndexFunc(lines, isSet) {
		r.last().tail = strings.Join(lines[:at], "")
		r.sections = append(r.sections, &section{head: lines[at]})
		lines = lines[at+1:]
	}
	if s := r.last(); len(s.rules) == 0 && follows {
		n := len(lines)
		for n > 0 && !blank(n-1) {
			n--
		}
		s.head += strings.Join(lines[:n], "")
		lines = lines[n:]
	}
	return strings.Join(lines, "")
}

// add adds a rule to the last section.
func (r *ranker) add(c *chunk, t *ruleText, lead string) *Error {
	x := &rankedRule{lead: lead, use: r.use(t.name), plain: strings.TrimRight(c.text, blanks)}
	if t.used[1] > 0 {
		from := strings.TrimRight(c.text[:t.used[0]-c.pos.Offset], " \t")
		to := c.text[t.used[1]-c.pos.Offset:]
		behind, rest, more := strings.Cut(to, "\n")
		switch {
		case strings.Trim(behind, blanks) != "": // something else is on the line
			x.plain = from + " " + strings.TrimLeft(to, " \t")
		case strings.HasSuffix(from, "\n"): // nothing is
			x.plain = from + rest
		case more:
			x.plain = from + r.newline + rest
		default:
			x.plain = from
		}
		x.plain = strings.TrimRight(x.plain, blanks)
	}
	e := Evidence{Use: x.use}
	clauses, err := e.Clauses()
	if err != nil {
		return errorf(c.pos, "%s", err)
	}
	x.text = strings.Join(append([]string{x.plain}, clauses...), r.newline+"  ") + r.newline
	r.last().rules = append(r.last().rules, x)
	return nil
}

// String is the text of all sections, the rules of each sorted.
func (r *ranker) String() string {
	var parts []string
	for _, s := range r.sections {
		parts = append(parts, s.head)
		slices.SortStableFunc(s.rules, func(a, b *rankedRule) int {
			return cmp.Or(CompareUses(a.use, b.use), strings.Compare(a.plain, b.plain))
		})
		for _, x := range s.rules {
			parts = append(parts, r.inner(x.lead)+x.text+x.trail)
		}
		parts = append(parts, s.tail)
	}
	var b strings.Builder
	for _, p := range parts {
		p = strings.TrimRight(r.inner(p), blanks)
		if p == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(r.newline)
		}
		b.WriteString(p + r.newline)
	}
	return b.String()
}

// inner is text without the empty lines in front.
func (r *ranker) inner(text string) string {
	for {
		line, rest, ok := strings.Cut(text, "\n")
		if !ok || strings.Trim(line, blanks) != "" {
			return text
		}
		text = rest
	}
}
