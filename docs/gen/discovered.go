package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

// discoveredDir has files of rules as `tg-opt --discover` wrote them.
const discoveredDir = "docs/discovered"

const discoveredHead = generated + `# Rules that were discovered

` + "`tg-opt --discover`" + ` ([discovering rules](tg-opt.md#discovering-rules)) has looked for equalities of elementwise ops. Those that pay have joined the rules
that come with tg; [the first table](#joined) lists them. What it finds besides these and all others that come with tg stands in the files of [discovered/](discovered/),
each of a run that was done, and is listed behind them as far as it is exact, with what speaks for it and why it has not joined:

* *canonicalize does it*: of both sides it makes the same program already, perhaps after the pass fold, mostly by what ops fold by themselves;
* *no op less*: the other side takes as many ops, or cost must choose;
* *not proved*: nothing has been seen to differ, but that it holds for all numbers of all types is not shown;
* *seldom*: it would pay, but its left side is nothing that programs are known to have.

The commands are in the first lines of the files; ` + "`docs/discovered/make`" + ` gives them all once more. They take no account of time, so their files do not depend on the machine.

`

// discoveredDocs is docs/discovered.md.
func discoveredDocs(root string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(discoveredHead)
	if err := writeJoined(&b); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(root, discoveredDir, "*.rules"))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		if err := writeDiscovered(&b, name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return b.Bytes(), nil
}

// writeJoined lists the rules that come with tg and say that they were discovered.
func writeJoined(b *bytes.Buffer) error {
	joined := slices.DeleteFunc(slices.Clone(rules.Every()), func(r *rule.Rule) bool { return !strings.HasPrefix(r.Evidence.Origin, "tg-opt --discover") })
	fmt.Fprintf(b, "## Joined\n\nThese %d rules come with tg. They are as general as they hold, and so are more than what was found: a search has numbers 0 and 1, and few element types.\n\n", len(joined))
	b.WriteString("| rule | in | | ops before and after | proof |\n|---|---|---|---|---|\n")
	for _, r := range joined {
		before, after, err := gain(r)
		if err != nil {
			return fmt.Errorf("rule %s: %w", r.Name, err)
		}
		fmt.Fprintf(b, "| `%s` | [%s](../%s) | `%s` | %d, %d | %s |\n", r.Name, r.Set, r.Pos.Filename, cell(stated(r)), before, after, cell(r.Evidence.Proof))
	}
	return nil
}

// stated is what a rule states, without what speaks for it.
func stated(r *rule.Rule) string {
	_, text := oneLine(r)
	return strings.TrimSpace(ruleEvidence.ReplaceAllString(text, ""))
}

// gain is how many ops the example of a rule has before it and after it, constants aside.
func gain(r *rule.Rule) (before, after int, err error) {
	text, reason := rulecheck.Example(r)
	if text == "" {
		return 0, 0, errors.New(reason)
	}
	m, err := passed(text, "cse")
	if err != nil {
		return 0, 0, err
	}
	functions := m.RegionAt(0).First()
	return computing(functions.First()), computing(functions.Last()), nil
}

// computing counts the ops of tg in a function that are no constants.
func computing(function *ir.Op) (n int) {
	ir.Walk(function, func(o *ir.Op) ir.WalkAction {
		if strings.HasPrefix(o.Name(), "tg.") && !o.Has(ir.ConstantLike) {
			n++
		}
		return ir.Advance
	})
	return n
}

// shown are the discovered rules that the README shows.
var shown = []string{"sum-of-parts", "max-of-sorted", "nan-of-exp", "zero-of-sqrt", "max-own-abs"}

// shownGains is the table of the README of what some discovered rules make better.
func shownGains() (string, error) {
	var b strings.Builder
	b.WriteString("\n| rule | | ops before | after |\n|---|---|---:|---:|\n")
	for _, r := range rules.All() {
		if !slices.Contains(shown, r.Name) {
			continue
		}
		before, after, err := gain(r)
		if err != nil {
			return "", fmt.Errorf("rule %s: %w", r.Name, err)
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %d | %d |\n", r.Name, cell(stated(r)), before, after)
	}
	return b.String() + "\n", nil
}

// What rules say of themselves behind what they state.
var (
	ruleEvidence = regexp.MustCompile(` (?:proved (?:"|by )|tested \d|origin "|used \d).*`)
	discoverRun  = regexp.MustCompile(`^// Rules found by (tg-opt --discover='\{.*\}')\n`)
)

// writeDiscovered lists the exact rules of one run.
func writeDiscovered(b *bytes.Buffer, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	run := discoverRun.FindSubmatch(text)
	if run == nil {
		return errors.New("its first line does not say by which command it was made")
	}
	list, err := rule.Parse(name, string(text), rules.Lookup)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(filepath.Base(name), ".rules")
	fmt.Fprintf(b, "\n## %s\n\n[`%s.rules`](discovered/%s.rules), by `%s`:\n\n", strings.ToUpper(base[:1])+base[1:], base, base, run[1])
	for line := range strings.Lines(string(text[len(run[0]):])) {
		said, ok := strings.CutPrefix(line, "// ")
		if !ok {
			break
		}
		b.WriteString("* " + said)
	}
	b.WriteString("\n| exact rule | evidence | why it has not joined |\n|---|---|---|\n")
	for _, r := range list {
		if r.Level != rewrite.Exact {
			continue
		}
		why, err := notJoined(r)
		if err != nil {
			return fmt.Errorf("rule %s: %w", r.Name, err)
		}
		evidence := "tested"
		if r.Evidence.Proof != "" {
			evidence = "proved, tested"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", cell(stated(r)), evidence, why)
	}
	return nil
}

// notJoined says why a discovered rule does not come with tg. Most programs that are tried decide
// what canonicalize does: of no elements, or of constants, it makes the same in any case.
func notJoined(r *rule.Rule) (string, error) {
	var left []string
	for _, in := range programs(r) {
		m, err := passed(printer.OpString(in.Module, printer.Options{}), settling)
		if err != nil {
			return "", err
		}
		left = append(left, printer.OpString(m, printer.Options{}))
	}
	same := 0
	set := rewrite.NewSet([]*rewrite.Pattern{r.Pattern(rewrite.FPStrict)})
	for i, in := range programs(r) {
		rewrite.Greedy(in.Module, ir.NewBuilder(in.Module.Context()), set, rewrite.Config{MaxIterations: 1, MaxRewrites: 1})
		m, err := passed(printer.OpString(in.Module, printer.Options{}), settling)
		if err != nil {
			return "", err
		}
		if printer.OpString(m, printer.Options{}) == left[i] {
			same++
		}
	}
	switch {
	case 2*same > len(left):
		return "canonicalize does it", nil
	case r.Search:
		return "no op less", nil
	case r.Evidence.Proof == "":
		return "not proved", nil
	}
	return "seldom", nil
}

// programs are some with the left side of a rule, the same ones each time: of f32, as discovery
// computes them, if it applies to that.
func programs(r *rule.Rule) []*rulecheck.Instance {
	const looked, tried = 60, 7
	all := slices.Collect(rulecheck.Instances(r, looked, 0))
	list := slices.DeleteFunc(slices.Clone(all), func(in *rulecheck.Instance) bool { return in.Elem.String() != "f32" })
	if len(list) == 0 {
		list = all
	}
	return list[:min(len(list), tried)]
}

// settling makes canonical what equal sides of a rule have in common, with what they compute twice
// computed once, and constants computed.
const settling = "canonicalize,cse,fold,canonicalize"

// passed is what passes make of a program.
func passed(text, passes string) (*ir.Op, error) {
	m, err := parser.Parse(driver.NewContext(), []byte(text), parser.Options{})
	if err != nil {
		return nil, err
	}
	return m, run(m, passes)
}
