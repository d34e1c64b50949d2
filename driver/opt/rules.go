package opt

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/tg-opt/tg/driver/commandline"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

// ruleFlags are the flags that ask for a check of rewrite rules, or for what one
// of them says.
type ruleFlags struct {
	files     []string // shippedRules is the name of those that come with the tool
	instances uint64
	seed      uint64
	explain   string // the name of a rule or pattern
	rank      rankFlags
	discover  discoverFlags
}

// shippedRules stands for the rules that come with the tool, tg's and its own, where
// files of rules are named.
const shippedRules = "shipped"

func addRuleFlags(l *commandline.Line, r *ruleFlags) {
	l.Group("Rewrite rules")
	l.AddOptional(&r.files, "check-rules", shippedRules, "`file,...`: test the rules in these files by execution, or those that come with the tool if there is no name or the name 'shipped'; "+
		"errors go to standard error, and for each wrong rule the smallest program found that shows it goes to standard output, as a module to run with tg-run",
		commandline.List)
	l.Add(&r.instances, "check-rules-instances", fmt.Sprintf("`n`: how many programs to try each rule on, at least (default: %d)", rulecheck.DefaultInstances), commandline.Uint)
	l.Add(&r.explain, "explain-rule", "`name`: print what the rule or pattern says, what it promises and what it does to an example, as a module behind comments; "+
		"besides those that come with the tool, it may be in a file that another flag names, such as --canonicalize=rules=FILE, --optimize=rules=FILE or --check-rules=FILE", ruleNameValue)
	l.Add(&r.seed, "check-rules-seed", "`n`: try other programs (default: 0)", commandline.Uint)
	addDiscoverFlags(l, &r.discover)
	addRankFlags(l, &r.rank)
}

func ruleNameValue(target any, text string) error {
	if text == "" {
		return errors.New("the name of a rule or pattern is missing")
	}
	return commandline.Text(target, text)
}

// ruleList are the rules to check, and what their errors are shown in.
type ruleList struct {
	ctx     *ir.Context
	stated  []*rule.Rule // as they are written
	rules   []*rule.Rule // in both directions, where they have two
	greedy  []*rule.Rule // those that canonicalize would apply together
	own     []*rule.Rule // those of greedy that do not come with tg
	sources map[string]*ir.Source
}

// checkRules tests rules by execution and writes what is wrong with them.
func (t *invocation) checkRules() error {
	f := &t.config.rules
	if t.config.input != "-" {
		return t.setup.Errorf("--check-rules reads no module, but is given '%s': write --check-rules=FILE", t.config.input)
	}
	if err := t.readDialectFile(); err != nil {
		return err
	}
	list := &ruleList{ctx: t.newContext(), sources: map[string]*ir.Source{}}
	shipped, err := list.load(f.files, t.reg, t.config.maxInput)
	if err != nil {
		return t.showAll(list.ctx, err)
	}
	workers := t.workers()
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	out, err := tool.OpenOutput(t.config.output, t.stdout)
	if err != nil {
		return err
	}
	defer out.Discard()
	o := rulecheck.Options{Instances: int(f.instances), Seed: f.seed, Workers: workers}
	wrong := t.reportRules(out, list, append(rulecheck.Check(list.rules, o), rulecheck.CheckPatterns(shipped, o)...))
	if err := out.Commit(); err != nil {
		return err
	}
	if wrong {
		return tool.ErrReported
	}
	return nil
}

// load reads files of rules, of at most maxInput bytes each; those of reg come
// with the tool. It returns the Go patterns that are to be checked with them: those
// of tg with its own rules.
func (l *ruleList) load(files []string, reg *pipeline.Registry, maxInput int64) (patterns []*rewrite.Pattern, err error) {
	var own, substitutions []pipeline.RuleFile
	for _, name := range files {
		isFile := func(f pipeline.RuleFile) bool { return f.Name == name }
		if at := slices.IndexFunc(reg.Substitutions, isFile); at >= 0 {
			substitutions = append(substitutions, reg.Substitutions[at])
		} else if at := slices.IndexFunc(reg.Rules, isFile); at >= 0 {
			own = append(own, reg.Rules[at])
		} else if name != shippedRules {
			own = append(own, pipeline.RuleFile{Name: name})
		} else {
			l.add(rules.Every())
			l.greedy = append(l.greedy, rules.All()...)
			patterns = rulecheck.Patterns()
			own, substitutions = append(own, reg.Rules...), append(substitutions, reg.Substitutions...)
		}
	}
	if l.own, err = rules.ReadFiles(l.ctx, own, nil, maxInput); err != nil {
		return nil, err
	}
	l.add(l.own)
	l.own = rules.Greedy(l.own)
	l.greedy = append(l.greedy, l.own...)
	sometimes, err := rules.ReadFiles(l.ctx, substitutions, nil, maxInput)
	l.add(sometimes)
	return patterns, err
}

// add adds rules, and their reverses.
func (l *ruleList) add(list []*rule.Rule) {
	l.stated = append(l.stated, list...)
	for _, r := range list {
		l.rules = append(l.rules, r)
		if back := r.Reversed(); back != nil {
			l.rules = append(l.rules, back)
		}
	}
}

// showAll shows the errors that were joined into err.
func (t *invocation) showAll(ctx *ir.Context, err error) error {
	list := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		list = many.Unwrap()
	}
	for _, e := range list {
		t.show(ctx, ir.AsDiag(e, 0))
	}
	return tool.ErrReported
}

// reportRules writes counterexamples to out and errors to standard error, and
// reports whether there were any.
func (t *invocation) reportRules(out io.Writer, list *ruleList, results []rulecheck.Result) (wrong bool) {
	instances, compared, bad, shown := 0, 0, 0, 0
	matches := map[*rule.Rule]bool{}
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
	applies := func(r *rule.Rule) bool { return matches[r] }
	cycles := rulecheck.Cycles(list.greedy, applies, t.config.rules.seed)
	for _, c := range cycles {
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
	for _, d := range list.clashes(cycles, applies, t.config.rules.seed) {
		if d.Severity == ir.Error {
			bad++
		}
		t.show(list.ctx, d)
	}
	if bad > 0 {
		fmt.Fprintf(t.stderr, "%s in %s\n", units.Counted(bad, "problem"), units.Counted(len(results), "rule"))
		return true
	}
	for _, r := range list.stated {
		if text := r.Evidence.Text(); text != "" {
			comment(out, fmt.Sprintf("%s [%s]: %s", r.Name, levelName(r.Level, r.Integers), text))
		}
	}
	fmt.Fprintf(out, "// %s, no counterexample: %s, %s compared\n", units.Counted(len(results), "rule"), units.Counted(instances, "instance"), units.Counted(compared, "element"))
	return false
}

// clashes warn of rules that canonicalize cannot apply along with what comes with
// tg. They are no errors: rules are right all the same, and substitute, which
// searches, takes both ways. Those of known cycles have been told of.
func (l *ruleList) clashes(known []rulecheck.Cycle, applies func(*rule.Rule) bool, seed uint64) (warnings []*ir.Diag) {
	rest := slices.DeleteFunc(slices.Clone(l.own), func(r *rule.Rule) bool {
		return slices.ContainsFunc(known, func(c rulecheck.Cycle) bool { return slices.Contains(c.Rules, r) })
	})
	for _, c := range rulecheck.CyclesWith(rules.Shipped(), rest, applies, seed) {
		d := l.cycleDiag(c)
		if c.Problem == "" {
			d.Severity = ir.Warning
		}
		warnings = append(warnings, d)
	}
	return warnings
}

// loc is where a rule stands.
func (l *ruleList) loc(r *rule.Rule) ir.Loc {
	if r == nil {
		return 0
	}
	return l.at(r.Pos)
}

// at is a place in a file of rules, the user's or one that comes with tg.
func (l *ruleList) at(pos rewrite.Position) ir.Loc {
	s, ok := l.sources[pos.Filename]
	if !ok {
		all := l.ctx.Sources()
		if at := slices.IndexFunc(all, func(s *ir.Source) bool { return s.Name == pos.Filename }); at >= 0 {
			s = all[at]
		} else {
			s, _ = l.ctx.AddSource(pos.Filename, []byte(rules.Text(pos.Filename)), 0)
		}
		l.sources[pos.Filename] = s
	}
	if s == nil || pos.Offset > len(s.Text) {
		return 0
	}
	return s.Loc(pos.Offset)
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
	if text := r.Rule.Evidence.Text(); text != "" {
		d.WithNote(d.Loc, "it is said to be right: %s", text)
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
	var names, shipped []string
	for _, r := range c.Rules {
		names = append(names, "'"+r.Name+"'")
	}
	wayOut := ""
	for _, p := range c.Shipped {
		names, shipped = append(names, "'"+p.Name+"'"), append(shipped, p.Name)
		wayOut = passes.LeftOut(shipped)
	}
	if len(c.Rules) == 0 {
		return ir.Errorf(0, "these rules never come to an end, with what folders do")
	}
	if c.Problem != "" {
		return ir.Errorf(l.loc(c.Rules[0]), "rule '%s' [%s]: %s", c.Rules[0].Name, c.Rules[0].Level, c.Problem)
	}
	d := ir.Errorf(l.loc(c.Rules[0]), "rules that are applied again and again, without end: %s%s", strings.Join(names, ", "), wayOut)
	for _, r := range c.Rules[1:] {
		d.WithNote(l.loc(r), "'%s' is here", r.Name)
	}
	for _, p := range c.Shipped {
		if pos := p.Pos; pos.Filename != "" {
			d.WithNote(l.at(pos), "'%s' is here", p.Name)
		}
	}
	return d
}
