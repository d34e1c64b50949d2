package driver

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

// ruleFlags are the flags that ask for a check of rewrite rules, or for what one
// of them says.
type ruleFlags struct {
	files     []string // shippedRules is the name of those that come with tg
	instances uint64
	seed      uint64
	explain   string // the name of a rule or pattern
}

// shippedRules stands for the rules that come with tg where files of rules are
// named.
const shippedRules = "shipped"

func addRuleFlags(l *commandLine, r *ruleFlags) {
	l.group("Rewrite rules")
	l.addValue("check-rules", "`file,...`: test the rules in these files by execution, or those that come with tg if there is no name or the name 'shipped'; "+
		"errors go to standard error, and for each wrong rule the smallest program found that shows it goes to standard output, as a module to run with tg-run",
		&value{target: &r.files, set: listValue, absent: shippedRules, hasAbsent: true})
	l.add(&r.instances, "check-rules-instances", fmt.Sprintf("`n`: how many programs to try each rule on, at least (default: %d)", rulecheck.DefaultInstances), uintValue)
	l.add(&r.explain, "explain-rule", "`name`: print what the rule or pattern says, what it promises and what it does to an example, as a module behind comments; "+
		"besides those that come with tg, it may be in a file that another flag names, such as --canonicalize=rules=FILE, --optimize=rules=FILE or --check-rules=FILE", ruleNameValue)
	l.add(&r.seed, "check-rules-seed", "`n`: try other programs (default: 0)", uintValue)
}

func ruleNameValue(target any, text string) error {
	if text == "" {
		return errors.New("the name of a rule or pattern is missing")
	}
	return textValue(target, text)
}

// ruleList are the rules to check, and what their errors are shown in.
type ruleList struct {
	ctx     *ir.Context
	rules   []*rewrite.Rule // in both directions, where they have two
	greedy  []*rewrite.Rule // those that canonicalize would apply together
	sources map[string]*ir.Source
}

// checkRules tests rules by execution and writes what is wrong with them.
func (t *optTool) checkRules() error {
	f := &t.config.rules
	if t.config.input != "-" {
		return fmt.Errorf("tg-opt: --check-rules reads no module, but is given '%s': write --check-rules=FILE", t.config.input)
	}
	list := &ruleList{ctx: NewContext(), sources: map[string]*ir.Source{}}
	shipped, err := list.load(f.files, t.config.maxInput)
	if err != nil {
		return t.showAll(list.ctx, err)
	}
	workers := t.workers()
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	out, err := openOutput(t.config.output, t.stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	o := rulecheck.Options{Instances: int(f.instances), Seed: f.seed, Workers: workers}
	wrong := t.reportRules(out, list, append(rulecheck.Check(list.rules, o), rulecheck.CheckPatterns(shipped, o)...))
	if err := out.commit(); err != nil {
		return err
	}
	if wrong {
		return errReported
	}
	return nil
}

// load reads files of rules, of at most maxInput bytes each. It returns the Go patterns that are to be checked
// with them: those of tg with its own rules.
func (l *ruleList) load(files []string, maxInput int64) (patterns []*rewrite.Pattern, err error) {
	var own []string
	for _, name := range files {
		if name != shippedRules {
			own = append(own, name)
			continue
		}
		l.add(slices.Concat(rules.All(), rules.Substitutions()))
		l.greedy = append(l.greedy, rules.All()...)
		patterns = rulecheck.Patterns()
	}
	list, err := passes.RuleFiles(l.ctx, own, nil, maxInput)
	l.add(list)
	l.greedy = append(l.greedy, list...)
	return patterns, err
}

// add adds rules, and their reverses.
func (l *ruleList) add(list []*rewrite.Rule) {
	for _, r := range list {
		l.rules = append(l.rules, r)
		if back := r.Reversed(); back != nil {
			l.rules = append(l.rules, back)
		}
	}
}

// showAll shows the errors that were joined into err.
func (t *optTool) showAll(ctx *ir.Context, err error) error {
	list := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		list = many.Unwrap()
	}
	for _, e := range list {
		t.show(ctx, ir.AsDiag(e, 0))
	}
	return errReported
}

// reportRules writes counterexamples to out and errors to standard error, and
// reports whether there were any.
func (t *optTool) reportRules(out io.Writer, list *ruleList, results []rulecheck.Result) (wrong bool) {
	instances, compared, bad, shown := 0, 0, 0, 0
	matches := map[*rewrite.Rule]bool{}
	for _, r := range results {
		matches[r.Rule] = r.Instances > 0 || r.Counterexample != nil
		instances, compared = instances+r.Instances, compared+r.Compared
		if r.Problem == "" {
			continue
		}
		bad++
		t.show(list.ctx, list.diag(r))
		if r.Counterexample == nil {
			continue
		}
		if shown++; shown > 1 {
			fmt.Fprintln(out, t.config.outputMarker)
		}
		io.WriteString(out, r.Counterexample.Module)
	}
	for _, c := range rulecheck.Cycles(list.greedy, func(r *rewrite.Rule) bool { return matches[r] }, t.config.rules.seed) {
		bad++
		t.show(list.ctx, list.cycleDiag(c))
		if c.Module == "" {
			continue
		}
		if shown++; shown > 1 {
			fmt.Fprintln(out, t.config.outputMarker)
		}
		io.WriteString(out, c.Module)
	}
	if bad > 0 {
		fmt.Fprintf(t.stderr, "%s in %s\n", count(bad, "problem"), count(len(results), "rule"))
		return true
	}
	fmt.Fprintf(out, "// %s, no counterexample: %s, %s compared\n", count(len(results), "rule"), count(instances, "instance"), count(compared, "element"))
	return false
}

// loc is where a rule stands.
func (l *ruleList) loc(r *rewrite.Rule) ir.Loc {
	if r == nil {
		return 0
	}
	s, ok := l.sources[r.Pos.Filename]
	if !ok {
		all := l.ctx.Sources()
		if at := slices.IndexFunc(all, func(s *ir.Source) bool { return s.Name == r.Pos.Filename }); at >= 0 {
			s = all[at]
		} else { // one that comes with tg
			s, _ = l.ctx.AddSource(r.Pos.Filename, []byte(rules.Text(r.Pos.Filename)), 0)
		}
		l.sources[r.Pos.Filename] = s
	}
	if s == nil || r.Pos.Offset > len(s.Text) {
		return 0
	}
	return s.Loc(r.Pos.Offset)
}

// diag says what is wrong with a rule.
func (l *ruleList) diag(r rulecheck.Result) *ir.Diag {
	if r.Rule == nil {
		return ir.Errorf(0, "pattern '%s' [%s] of '%s': %s", r.Pattern.Name, r.Pattern.Level, r.Pattern.Root.Name(), r.Problem)
	}
	d := ir.Errorf(l.loc(r.Rule), "rule '%s' [%s]: %s", r.Rule.Name, r.Rule.Level, r.Problem)
	if c := r.Counterexample; c != nil {
		for i, x := range c.Inputs {
			d.WithNote(d.Loc, "input %d is %s", i, clipped(x.String()))
		}
	}
	return d
}

func clipped(s string) string {
	if len(s) > 200 {
		return s[:200] + "..."
	}
	return s
}

func (l *ruleList) cycleDiag(c rulecheck.Cycle) *ir.Diag {
	var names []string
	for _, r := range c.Rules {
		names = append(names, "'"+r.Name+"'")
	}
	if len(c.Rules) == 0 {
		return ir.Errorf(0, "these rules never come to an end, with what folders do")
	}
	if c.Problem != "" {
		return ir.Errorf(l.loc(c.Rules[0]), "rule '%s' [%s]: %s", c.Rules[0].Name, c.Rules[0].Level, c.Problem)
	}
	d := ir.Errorf(l.loc(c.Rules[0]), "rules that are applied again and again, without end: %s", strings.Join(names, ", "))
	for _, r := range c.Rules[1:] {
		d.WithNote(l.loc(r), "'%s' is here", r.Name)
	}
	return d
}
