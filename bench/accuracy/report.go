package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/exact"
	"github.com/tg-opt/tg/internal/exact/trial"
)

// options are what is measured.
type options struct {
	points, pairs int
	only          string
}

// wants reports whether something of that name is asked for.
func (o options) wants(name string) bool { return o.only == "" || o.only == name }

// measured are the summaries of a function, by type.
type measured struct {
	name      string
	summaries []trial.Summary
}

const introduction = `<!-- written by ` + "`go run ./bench/accuracy`" + `; do not edit -->

# How exact results are

` + "`go run ./bench/accuracy`" + ` wrote this page. It computes with the kernels what [numerics.md](numerics.md) makes promises about, and compares with exact
values: functions with those of ` + "`internal/exact`" + `, to as many bits as rounding takes, sums with sums that are never rounded. All random numbers have
fixed seeds, so that the same code writes the same page.

## Functions

Arguments are special numbers and limits of the type, powers of two and their neighbours, numbers closer and closer to where the function is 0, infinite or
saturated or leaves the type, random bits, and random numbers from where most happens; all numbers of f16 and bf16, but for functions of two numbers. Errors are in units in the last place
(ULP), the distance of the numbers of the type around the exact value; a result that has the wrong sign or is NaN where the function has a value has an
infinite error. The nearest number has an error of at most 0.5, and "not nearest" counts the results that are another one.
`

func (o options) report(w io.Writer) error {
	list := []measured{}
	for _, name := range slices.Concat(trial.Functions, trial.Pairs) {
		if !o.wants(name) {
			continue
		}
		m := measured{name: name}
		for _, t := range types {
			s, err := measure(name, t.dtype, t.format, o.points, o.pairs)
			if err != nil {
				return err
			}
			m.summaries = append(m.summaries, s)
		}
		list = append(list, m)
	}
	fmt.Fprint(w, introduction)
	for i, t := range types[:2] {
		writeFunctions(w, list, i, t.format)
	}
	writeHalves(w, list)
	writeAbsolute(w, list)
	if o.wants("complex") {
		if err := o.writeComplex(w); err != nil {
			return err
		}
	}
	if !o.wants("sums") {
		return nil
	}
	return writeSums(w)
}

func writeFunctions(w io.Writer, list []measured, i int, format exact.Format) {
	fmt.Fprintf(w, "\n### %s\n\n| function | points | greatest error | at | | result | not nearest | the first of them |\n|---|---:|---:|---|---|---|---:|---|\n", format.Name)
	for _, m := range list {
		s := m.summaries[i]
		fmt.Fprintf(w, "| %s | %d | %.3f | `%s` | %s | `%x` | %d | %s |\n", m.name, s.Count, s.Worst.Error, m.argument(s.Worst, "%x"), m.argument(s.Worst, "%v"), s.Worst.Got, s.Misrounded, m.firstWrong(s))
	}
}

// firstWrong is the first argument whose result is not the nearest number.
func (m measured) firstWrong(s trial.Summary) string {
	if s.Misrounded == 0 {
		return ""
	}
	return "`" + m.argument(s.FirstWrong, "%x") + "`"
}

// writeHalves is for the types whose functions are rounded correctly.
func writeHalves(w io.Writer, list []measured) {
	fmt.Fprint(w, "\n### f16 and bf16\n\n| function | points | f16: not nearest | the first of them | bf16: not nearest | the first of them |\n|---|---:|---:|---|---:|---|\n")
	for _, m := range list {
		half, brain := m.summaries[2], m.summaries[3]
		fmt.Fprintf(w, "| %s | %d | %d | %s | %d | %s |\n", m.name, half.Count, half.Misrounded, m.firstWrong(half), brain.Misrounded, m.firstWrong(brain))
	}
}

// argument is that of a point, or both.
func (m measured) argument(p trial.Point, verb string) string {
	text := fmt.Sprintf(verb, p.X)
	if exact.Binary(m.name) != nil {
		text += ", " + fmt.Sprintf(verb, p.Y)
	}
	return text
}

// writeAbsolute is for functions whose zeros are irrational and many, near which an error in units
// says little.
func writeAbsolute(w io.Writer, list []measured) {
	fmt.Fprint(w, "\n### Near the zeros of lgamma and digamma\n\nThe greatest error in absolute terms, of results below 1 in magnitude, and the greatest error in ULP where x > 0.\n\n")
	fmt.Fprint(w, "| function | type | absolute error | at | | result | for x > 0 | at |\n|---|---|---:|---|---|---|---:|---|\n")
	for _, m := range list {
		if m.name != "lgamma" && m.name != "digamma" {
			continue
		}
		for i, t := range types {
			near, positive := m.summaries[i].WorstNear, m.summaries[i].WorstPositive
			fmt.Fprintf(w, "| %s | %s | %.3g (2^%.1f) | `%x` | %v | `%x` | %.3f | `%x` |\n", m.name, t.format.Name, near.Absolute, math.Log2(near.Absolute), near.X, near.X, near.Got, positive.Error, positive.X)
		}
	}
}

const sumsIntroduction = `
## Sums, products and contractions

Errors of results in the order that [numerics.md](numerics.md) defines (16 lanes and blocks; one fused step after the other in contractions) beside those of one
element after the other with one accumulator, in which contractions round the product and the sum. The accumulator is an f32 for f32, f16 and bf16, an f64
for f64. A unit is half a last place of the sum of all magnitudes: what rounding the exact result once can be wrong by where nothing cancels. Cells are
"ours / sequential = ratio", and bold where the mean is worse than the sequential one by more than 5 % and by more than three times what chance makes of it.
`

// writeSums has a row for the mean and one for the greatest error of each combination.
func writeSums(w io.Writer) error {
	fmt.Fprint(w, sumsIntroduction)
	worse := 0
	for _, c := range combinations {
		heads := []string{}
		for i, count := range c.trials {
			heads = append(heads, fmt.Sprintf("%d (%d times)", lengths[i], count))
		}
		fmt.Fprintf(w, "\n### %s\n\n| type | numbers | error | %s |\n|---|---|---|%s\n", strings.ToUpper(c.name[:1])+c.name[1:], strings.Join(heads, " | "), strings.Repeat("---:|", len(heads)))
		for _, t := range types {
			for _, kind := range c.numbers {
				if t.dtype.Size() == 2 && !kind.halves {
					continue
				}
				row, err := c.row(t.dtype, t.format.Precision, kind)
				if err != nil {
					return err
				}
				means, greatest := []string{}, []string{}
				for _, d := range row {
					mean := cell(d.mean, d.meanBefore)
					if d.isWorse() {
						mean = "**" + mean + "**"
						worse++
					}
					means, greatest = append(means, mean), append(greatest, cell(d.worst, d.worstBefore))
				}
				fmt.Fprintf(w, "| %s | %s | mean | %s |\n| | | greatest | %s |\n", t.format.Name, kind.name, strings.Join(means, " | "), strings.Join(greatest, " | "))
			}
		}
	}
	fmt.Fprintf(w, "\nBold means: %d.\n", worse)
	return nil
}

func cell(now, before float64) string {
	switch {
	case before == 0 && now == 0:
		return "0"
	case before == 0:
		return fmt.Sprintf("%.3g / 0", now)
	}
	return fmt.Sprintf("%.3g / %.3g = %.2f", now, before, now/before)
}
