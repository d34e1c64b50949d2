package filecheck

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// expressionsOfSeed is how many random expressions one call of FileCheck is
// given.
const expressionsOfSeed = 1000

// expressionMaker makes random expressions with the features of a profile.
type expressionMaker struct {
	*rand.Rand
	asserts  bool // ^ $ and word boundaries
	counts   bool // {m,n}
	backrefs bool
	groups   int // opened so far
	closed   []int
}

func (m *expressionMaker) pick(choices ...string) string { return choices[m.IntN(len(choices))] }

func (m *expressionMaker) atom(depth int) string {
	n := m.IntN(24)
	switch {
	case n < 8:
		return m.pick("a", "b", "c", "ab", "bc", " ")
	case n < 11:
		return m.pick(".", "[ab]", "[^a]", "[[:alpha:]]", "[[:space:]]", "[^b ]", "[b-d]")
	case n < 14 && m.asserts:
		return m.pick("^", "$", "[[:<:]]", "[[:>:]]", "(^)", "($)", "([[:<:]])", "([[:>:]])")
	case n < 16 && m.backrefs && len(m.closed) > 0:
		return fmt.Sprintf(`\%d`, m.closed[m.IntN(len(m.closed))])
	case depth > 0:
		m.groups++
		group := m.groups
		body := m.sequence(depth - 1)
		if group <= 9 {
			m.closed = append(m.closed, group)
		}
		return "(" + body + ")"
	}
	return m.pick("a", "b", "()")
}

func (m *expressionMaker) countGroups(atom string) { m.groups += strings.Count(atom, "(") }

func (m *expressionMaker) sequence(depth int) string {
	var b strings.Builder
	for range 1 + m.IntN(3) {
		before := m.groups
		atom := m.atom(depth)
		if m.groups == before {
			m.countGroups(atom)
		}
		b.WriteString(atom)
		if strings.HasSuffix(atom, "^") {
			continue
		}
		if n := m.IntN(7); n < 2 {
			b.WriteString(m.pick("*", "+", "?"))
		} else if n == 2 && m.counts {
			b.WriteString(m.pick("{2}", "{1,}", "{0,2}", "{1,3}", "{0,1}", "{2,3}", "{0,}", "{3}"))
		}
	}
	if m.IntN(5) == 0 {
		b.WriteString("|" + m.sequence(depth))
	}
	return b.String()
}

// pattern makes some variables and blocks in a row. References are to groups of the whole pattern.
func (m *expressionMaker) pattern() string {
	m.groups, m.closed = 0, nil
	var b strings.Builder
	for i := range 1 + m.IntN(3) {
		m.groups++
		group := m.groups
		body := m.sequence(3)
		fmt.Fprintf(&b, "[[V%d:%s]]", i, body)
		if group <= 9 {
			m.closed = append(m.closed, group)
		}
	}
	return b.String()
}

func (m *expressionMaker) text() string {
	var b strings.Builder
	for range m.IntN(12) {
		b.WriteString(m.pick("a", "b", "c", "ab", "bc", " ", "\n", "aa", "x"))
	}
	return b.String()
}

// expressionCase is one pattern with a text; each has a part of the input of its own.
type expressionCase struct{ pattern, text string }

// usable reports whether our parser takes the pattern: others end the run before any check.
func (c *expressionCase) usable() bool {
	_, err := Parse("x", []byte("CHECK: "+c.pattern+"\n"), Options{})
	return err == nil
}

// linesPerCase is how many lines a case has in the check file.
const linesPerCase = 3

// batch writes the check file and the input of many cases. The values of the variables show as
// substitutions.
func batch(cases []expressionCase) (check, input string) {
	var checks, text strings.Builder
	for i, c := range cases {
		fmt.Fprintf(&checks, "CHECK-LABEL: @@%d@@\nCHECK: %s\n", i, c.pattern)
		checks.WriteString("CHECK-NOT: @nowhere@")
		for v := range 3 {
			if strings.Contains(c.pattern, fmt.Sprintf("[[V%d:", v)) {
				fmt.Fprintf(&checks, "[[V%d]]", v)
			}
		}
		checks.WriteString("\n")
		fmt.Fprintf(&text, "@@%d@@%s\n", i, c.text)
	}
	return checks.String(), text.String()
}

// verdicts cuts the messages about a batch at the labels.
func verdicts(cases []expressionCase, all string) []string {
	out := make([]string, len(cases))
	current := -1
	for _, part := range strings.SplitAfter(all, "\n") {
		if strings.Contains(part, ": error:") || strings.Contains(part, ": remark:") {
			var line int
			if _, err := fmt.Sscanf(strings.TrimPrefix(part, "check.txt:"), "%d", &line); err == nil {
				current = (line - 1) / linesPerCase
			}
		}
		if current >= 0 && current < len(out) {
			out[current] += part
		}
	}
	return out
}

// TestExpressionsAgainstReference compares where expressions match and what variables capture: many
// patterns in one run.
func TestExpressionsAgainstReference(t *testing.T) {
	tool := reference(t)
	t.Chdir(t.TempDir())
	randomCases(4, func(seed int) {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		m := &expressionMaker{Rand: r, asserts: seed%2 == 1, counts: seed/2%2 == 1, backrefs: seed/4%2 == 1}
		var cases []expressionCase
		for len(cases) < expressionsOfSeed {
			c := expressionCase{m.pattern(), m.text()}
			if c.usable() {
				cases = append(cases, c)
			}
		}
		compareExpressions(t, tool, seed, cases)
	})
}

func compareExpressions(t *testing.T, tool string, seed int, cases []expressionCase) {
	t.Helper()
	check, input := batch(cases)
	if err := os.WriteFile("check.txt", []byte(check), 0o666); err != nil {
		t.Fatal(err)
	}
	c := call{args: []string{"check.txt", "-vv", "--dump-input=never", "--allow-empty"}, input: input}
	result, ok := c.theirs(t, tool)
	if !ok || strings.Contains(result.Stderr, "invalid regex") {
		// It crashed or rejected a pattern: halve the batch until that one is alone.
		if len(cases) == 1 {
			t.Logf("seed %d: FileCheck cannot run %q on %q", seed, cases[0].pattern, cases[0].text)
			return
		}
		compareExpressions(t, tool, seed, cases[:len(cases)/2])
		compareExpressions(t, tool, seed, cases[len(cases)/2:])
		return
	}
	ours, theirs := verdicts(cases, c.ours(t).Stderr), verdicts(cases, result.Stderr)
	for i, c := range cases {
		// With back-references LLVM's engine may look beyond the region, whatever lies there.
		if strings.Contains(theirs[i], "<unknown>") || i > 0 && strings.Contains(theirs[i-1], "<unknown>") {
			continue
		}
		if diff := cmp.Diff(theirs[i], ours[i]); diff != "" {
			t.Errorf("seed %d: %s in %q (-FileCheck +ours)\n%s", seed, c.pattern, c.text, diff)
		}
	}
}
