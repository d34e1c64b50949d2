package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

const rulesHead = generated + `# Rewrite rules

Every rule says how exact it is. ` + "`exact`" + ` rules keep every bit and are applied always; ` + "`finite`" + ` ones hold if no input or
intermediate is NaN, infinite or -0: they are applied under fp=finite and fp=fast, and always to integers; ` + "`real`" + ` ones round
differently and are applied under fp=fast, and to integers where they say that they hold modulo 2^n. All of them are tested by
execution: ` + "`tg-opt --check-rules`" + `. [rule-language.md](rule-language.md) is the reference of the language.

` + "`tg-opt --explain-rule=NAME`" + ` prints one of them in full: what it says, why it is there, what it promises, and a program before and after.

`

// ruleDocs is docs/rules.md.
func ruleDocs() []byte {
	var b bytes.Buffer
	b.WriteString(rulesHead)
	always, sometimes, together, patterns := rules.All(), rules.Substitutions(), rules.Saturations(), rewrite.PatternsByName(tg.Dialect)
	fmt.Fprintf(&b, "There are %d rules that `canonicalize` applies, %d that `substitute` and `fuse-matmul` apply where they pay, %d for equality saturation, and %d patterns in Go.\n\n",
		len(always), len(sometimes), len(together), len(patterns))
	b.WriteString("# Rules of canonicalize\n")
	writeRules(&b, always)
	b.WriteString("\n# Rules of substitute\n")
	writeRules(&b, sometimes)
	b.WriteString("\n# Rules of equality saturation\n\nBesides the others: with these, all forms of a program have to be there at once, for cost to choose.\n")
	writeRules(&b, together)
	b.WriteString("\n# Patterns\n\nWhat the language cannot say, by the op that it starts from, and why it cannot.\n\n| pattern | op | level | | why it is no rule |\n|---|---|---|---|---|\n")
	for _, group := range patterns {
		p, op := group[0], group[0].Root.Name()
		if len(group) > 1 {
			op = "several"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", p.Name, op, p.Level, cell(p.Doc), cell(p.Why))
	}
	return b.Bytes()
}

// writeRules lists rules by sets, in the order of the files, in a line each.
func writeRules(b *bytes.Buffer, list []*rule.Rule) {
	set, file := "", ""
	for _, r := range list {
		if r.Set != set || r.Pos.Filename != file {
			set, file = r.Set, r.Pos.Filename
			fmt.Fprintf(b, "\n## %s\n\n`%s`\n\n| rule | level | |\n|---|---|---|\n", set, file)
		}
		level, text := oneLine(r)
		why := r.Evidence.Text()
		if why != "" {
			why = " " + cell(why)
		}
		fmt.Fprintf(b, "| `%s` | %s | `%s`%s |\n", r.Name, level, cell(text), why)
	}
}

var (
	ruleComment = regexp.MustCompile(`//.*`)
	ruleStart   = regexp.MustCompile(`^rule [^:]*: *`)
	ruleLevel   = regexp.MustCompile(` *\[((?:exact|finite|real)[^\]]*)\]`)
)

// oneLine is the level of a rule as it is written, and the rest of what it states
// behind the name.
func oneLine(r *rule.Rule) (level, text string) {
	text = strings.Join(strings.Fields(ruleComment.ReplaceAllString(r.Statement(), "")), " ")
	text = ruleStart.ReplaceAllString(text, "")
	at := ruleLevel.FindStringSubmatchIndex(text)
	return text[at[2]:at[3]], text[:at[0]] + text[at[1]:]
}
