package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/ir"
)

const aboutDerivatives = `# Derivatives of ops

What ` + "`--differentiate`" + ` makes of each op. Ops that are missing here have no rule of their own: their dialects are converted to tg first.

`

const aboutFactors = `## Elementwise ops

A tangent of an operand, and a cotangent of the result, is multiplied by the factor of that operand. In factors, ` + "`x`, `y` and `z`" + ` are the operands, ` + "`r`" + ` is
the result, and functions are ops of tg; what reads nothing but ` + "`r`" + ` has no need of the operands. A product with ` + "`select(c, a, b)`" + ` is a choice between
products, so that where 0 is chosen infinities and NaN do not count. ` + "`share(a, b, m)`" + ` is what ` + "`a`" + ` gets of the greater or the lesser of two: 1 where it is that
alone, 0 where it is not, and where both are 1/2, but under the convention of the least norm 0 unless both vary with what is differentiated by. Factors of
complex numbers are conjugated for cotangents. Cotangents of operands that were broadcast are summed to their shapes.

| op | factor of | factor | remarks |
|---|---|---|---|
`

// derivatives is the page about the derivatives of all ops.
func derivatives() []byte {
	var factors, others, control, zero, refused bytes.Buffer
	for _, d := range driver.NewContext().Dialects() {
		for _, def := range d.Ops() {
			rule, ok := autodiff.Derivative.Get(def)
			if !ok {
				continue
			}
			name, why, is := "`"+def.Name()+"`", "", false
			switch {
			case len(rule.Factors) > 0:
				writeFactors(&factors, def, &rule)
			case rule.IsControl():
				fmt.Fprintf(&control, "| %s | %s |\n", name, cell(summary(def.Doc)))
			default:
				if why, is = rule.IsZero(); is {
					fmt.Fprintf(&zero, "| %s | %s |\n", name, cell(why))
				} else if why, is = rule.IsRefused(); is {
					fmt.Fprintf(&refused, "| %s | %s |\n", name, cell(why))
				} else if rule.Complete() {
					fmt.Fprintf(&others, "| %s | %s | %s |\n", name, reverse(&rule), cell(rule.Reads))
				}
			}
		}
	}
	var b bytes.Buffer
	b.WriteString(generated + aboutDerivatives + aboutFactors)
	b.Write(factors.Bytes())
	for _, part := range []struct {
		about string
		rows  *bytes.Buffer
	}{
		{"## Other ops\n\nRules in words: what becomes of the tangents, and of the cotangents.\n\n| op | cotangents | rule |\n|---|---|---|\n", &others},
		{"## Regions and calls\n\nTheir regions, or what they call, are differentiated.\n\n| op | what it does |\n|---|---|\n", &control},
		{"## No derivative but zero\n\n| op | why |\n|---|---|\n", &zero},
		{"## Refused\n\nWhat varies must not pass through these.\n\n| op | why, and what to write instead |\n|---|---|\n", &refused},
	} {
		b.WriteString("\n" + part.about)
		b.Write(part.rows.Bytes())
	}
	return b.Bytes()
}

// reverse says where the rule of cotangents comes from.
func reverse(rule *autodiff.Rule) string {
	if rule.VJP == nil {
		return "tangents, transposed"
	}
	return "a rule of their own"
}

func writeFactors(b *bytes.Buffer, def *ir.OpDef, rule *autodiff.Rule) {
	for i, factor := range rule.Factors {
		name, remarks := "", []string{}
		if i == 0 {
			name = "`" + def.Name() + "`"
			if rule.Reads != "" {
				remarks = append(remarks, rule.Reads)
			}
		}
		for c, word := range autodiff.Conventions {
			if other := rule.Otherwise[autodiff.Convention(c)]; other != nil && other[i] != factor {
				remarks = append(remarks, fmt.Sprintf("Under `convention=%s`: %s.", word, factorText(other[i])))
			}
		}
		fmt.Fprintf(b, "| %s | `%s` | %s | %s |\n", name, def.Operands[i].Name, factorText(factor), cell(strings.Join(remarks, " ")))
	}
}

func factorText(text string) string {
	if why, refused := strings.CutPrefix(text, "refused: "); refused {
		return cell("refused: " + why)
	}
	if text == "" {
		return "0"
	}
	return "`" + text + "`"
}
