package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rulecheck"
	"github.com/tg-opt/tg/rules"
)

const rulesHead = generated + `# Rewrite rules

Every rule says how exact it is. ` + "`exact`" + ` rules keep every bit and are applied always; ` + "`finite`" + ` ones hold if no input or
intermediate is NaN, infinite or -0: they are applied under fp=finite and fp=fast, and always to integers; ` + "`real`" + ` ones round
differently and are applied under fp=fast, and to integers where they say that they hold modulo 2^n. All of them are tested by
execution: ` + "`tg-opt --check-rules`" + `. The package comment of ` + "`rewrite`" + ` is the reference of the language; the functions and
conditions that rules may use stand at the end of this page. The examples are made by applying the rules.

`

// ruleDocs is docs/rules.md.
func ruleDocs() []byte {
	var b bytes.Buffer
	b.WriteString(rulesHead)
	always, sometimes, patterns := rules.All(), rules.Substitutions(), goPatterns()
	fmt.Fprintf(&b, "There are %d rules that `canonicalize` applies, %d that `substitute` and `fuse-matmul` apply where they pay, and %d patterns in Go.\n\n",
		len(always), len(sometimes), len(patterns))
	b.WriteString("# Rules of canonicalize\n\n")
	writeRules(&b, always)
	b.WriteString("# Rules of substitute\n\n")
	writeRules(&b, sometimes)
	b.WriteString("# Patterns\n\nWhat the language cannot say, by the op that it starts from.\n\n| pattern | op | level | |\n|---|---|---|---|\n")
	for _, p := range patterns {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", p.name, p.op, p.level, strings.ReplaceAll(p.doc, "|", "\\|"))
	}
	b.WriteString("\n# Functions\n\n| function | |\n|---|---|\n")
	for _, f := range rewrite.Functions() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.Signature, strings.ReplaceAll(f.Doc, "|", "\\|"))
	}
	b.WriteString("\n# Conditions\n\n| condition | |\n|---|---|\n")
	for _, c := range rewrite.Conditions() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.Signature, strings.ReplaceAll(c.Doc, "|", "\\|"))
	}
	return b.Bytes()
}

// writeRules describes rules by sets, in the order of the files.
func writeRules(b *bytes.Buffer, list []*rewrite.Rule) {
	examples := make([]string, len(list))
	var group sync.WaitGroup
	for i, r := range list {
		group.Go(func() { examples[i] = rulecheck.Example(r) })
	}
	group.Wait()
	set, doc := "", ""
	for i, r := range list {
		if r.Set != set {
			set = r.Set
			fmt.Fprintf(b, "## %s\n\n", set)
		}
		if r.Doc != doc && r.Doc != "" {
			fmt.Fprintf(b, "%s\n\n", r.Doc)
		}
		doc = r.Doc
		fmt.Fprintf(b, "### %s\n\n```\n%s\n```\n\n", r.Name, strings.TrimSpace(r.Text))
		if examples[i] != "" {
			fmt.Fprintf(b, "```mlir\n%s\n```\n\n", examples[i])
		}
	}
}

// goPattern is a pattern in Go, for one op or for several.
type goPattern struct {
	name, op, doc string
	level         rewrite.Level
}

// goPatterns are the patterns of all ops of the tg dialect, each once.
func goPatterns() []*goPattern {
	var list []*goPattern
	byName := map[string]*goPattern{}
	for _, d := range driver.NewContext().Dialects() {
		if d.Name != "tg" {
			continue
		}
		for _, o := range d.Ops() {
			patterns, _ := rewrite.Patterns.Get(o)
			for _, p := range patterns {
				if known := byName[p.Name]; known != nil {
					known.op = "several"
					continue
				}
				known := &goPattern{p.Name, o.Name(), p.Doc, p.Level}
				byName[p.Name] = known
				list = append(list, known)
			}
		}
	}
	return list
}
