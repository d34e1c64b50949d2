package opt

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/spelling"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

// explainRule writes what there is to know of the rule or pattern that
// --explain-rule names: a module with what it does to an example, behind comments.
// Rules of the user's are found in the files that the other flags name.
func (t *invocation) explainRule() error {
	name := t.config.rules.explain
	if t.config.input != "-" {
		return t.setup.Errorf("--explain-rule reads no module, but is given '%s': name a file of rules by --canonicalize=rules=FILE", t.config.input)
	}
	p, err := t.pipelineFor("builtin.module")
	if err != nil {
		return err
	}
	if err := t.readDialectFile(); err != nil {
		return err
	}
	ctx := t.newContext()
	own, err := rules.ReadFiles(ctx, slices.Concat(t.given(), rules.NamedFiles(t.ownRuleFiles(p.Lists("rules")))), nil, t.config.maxInput)
	if err != nil {
		return t.showAll(ctx, err)
	}
	all := t.explanations(ctx, own)
	at := slices.IndexFunc(all, func(e explanation) bool { return e.name == name })
	if at < 0 {
		var names []string
		for _, e := range all {
			names = append(names, e.name)
		}
		return t.setup.Errorf("for the --explain-rule option: there is no rule or pattern '%s'%s", name, spelling.DidYouMean(name, names))
	}
	out, err := tool.OpenOutput(t.config.output, t.stdout)
	if err != nil {
		return err
	}
	defer out.Discard()
	all[at].write(out)
	return out.Commit()
}

// given are the files of rules that the tool has besides those that come with tg.
func (t *invocation) given() []pipeline.RuleFile {
	return slices.Concat(t.reg.Rules, t.reg.Substitutions)
}

// applier is what applies a rule of given, or of a set for searches; "" for one from another file.
func (t *invocation) applier(r *rule.Rule) string {
	isFile := func(f pipeline.RuleFile) bool { return f.Name == r.Pos.Filename }
	switch {
	case r.Search:
		return "substitute and saturate"
	case slices.ContainsFunc(t.reg.Rules, isFile):
		return "canonicalize"
	case slices.ContainsFunc(t.reg.Substitutions, isFile):
		return "substitute"
	}
	return ""
}

// ownRuleFiles are the files of rules that flags name, each once: those of
// passes, and those to check, without those of given.
func (t *invocation) ownRuleFiles(files []string) []string {
	for _, f := range t.config.rules.files {
		if f != shippedRules && !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	return slices.DeleteFunc(files, func(name string) bool {
		return slices.ContainsFunc(t.given(), func(f pipeline.RuleFile) bool { return f.Name == name })
	})
}

// explanation is of a rule or a pattern; doc says in a line what it is.
type explanation struct {
	name  string
	doc   func() string
	write func(io.Writer)
}

// explanations are those of own rules, of the rules that come with tg, and
// of the patterns of the ops of ctx, in this order.
func (t *invocation) explanations(ctx *ir.Context, own []*rule.Rule) []explanation {
	var list []explanation
	add := func(r *rule.Rule, by string) {
		doc := func() string { return strings.Join(strings.Fields(r.Statement()), " ") }
		list = append(list, explanation{r.Name, doc, func(w io.Writer) { explainRule(w, r, by) }})
	}
	for _, r := range own {
		add(r, t.applier(r))
	}
	for _, r := range rules.All() {
		add(r, "canonicalize")
	}
	for _, r := range rules.Substitutions() {
		by := "substitute"
		if slices.Contains(rules.Epilogue(), r) {
			by += " and fuse-matmul"
		}
		add(r, by)
	}
	for _, r := range rules.Saturations() {
		add(r, "saturate")
	}
	for _, group := range rewrite.PatternsByName(ctx.Dialects()...) {
		list = append(list, explanation{group[0].Name, func() string { return group[0].Doc }, func(w io.Writer) { explainPattern(w, group) }})
	}
	return list
}

// explainRule writes about a rule; by are the passes that apply it if it comes
// with tg.
func explainRule(w io.Writer, r *rule.Rule, by string) {
	comment(w, fmt.Sprintf("rule %s [%s]", r.Name, levelName(r.Level, r.Integers)))
	place := fmt.Sprintf("set %s, at %s", r.Set, r.Pos)
	if by != "" {
		place += ", applied by " + by
	}
	comment(w, place)
	paragraph(w, r.Doc)
	fmt.Fprintln(w, "//")
	for line := range strings.Lines(strings.TrimSpace(r.Statement())) {
		fmt.Fprintln(w, "//   "+strings.TrimRight(line, " \t\r\n"))
	}
	paragraph(w, r.Level.Promise(r.Integers))
	if text := r.Evidence.Text(); text != "" {
		paragraph(w, "Its file says why: "+text+".")
	}
	if r.Reversed() != nil {
		paragraph(w, "canonicalize reads it from left to right, substitute also from right to left.")
	}
	example, reason := rulecheck.Example(r)
	writeExample(w, example, reason)
}

// explainPattern writes about a pattern in Go, which several ops may have.
func explainPattern(w io.Writer, list []*rewrite.Pattern) {
	p := list[0]
	var roots []string
	for _, q := range list {
		root := "any op"
		if q.Root != nil {
			root = q.Root.Name()
		}
		if !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	comment(w, fmt.Sprintf("pattern %s [%s]", p.Name, levelName(p.Level, p.Integers)))
	comment(w, "in Go, applied by canonicalize")
	paragraph(w, "It starts from "+strings.Join(roots, ", ")+".")
	paragraph(w, cmp.Or(p.Doc, "It has no description of its own: what canonicalize does for this dialect is what mlir-opt does."))
	paragraph(w, p.Level.Promise(p.Integers))
	writeExample(w, rulecheck.PatternExample(list), "none is written down")
}

func levelName(l rewrite.Level, integers bool) string {
	if l == rewrite.Real && integers {
		return l.String() + ", integers"
	}
	return l.String()
}

// writeExample writes a program before and after, or why there is none.
func writeExample(w io.Writer, example, reason string) {
	if example == "" {
		paragraph(w, "There is no example: "+reason+".")
		return
	}
	paragraph(w, "For example, what @before does becomes what @after does:")
	fmt.Fprintf(w, "\n%s\n", strings.TrimRight(example, "\n"))
}

// paragraph writes text, if there is any, as a comment apart from what comes
// before.
func paragraph(w io.Writer, text string) {
	if text != "" {
		fmt.Fprintln(w, "//")
		comment(w, text)
	}
}

// commentWidth is where lines of comments end.
const commentWidth = 100

// comment writes text as comments of MLIR, wrapped between words.
func comment(w io.Writer, text string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len("// ")+len(line)+1+len(word) > commentWidth {
			fmt.Fprintln(w, "// "+line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(w, "// "+line)
}
