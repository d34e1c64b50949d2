package partition

import (
	"fmt"
	"html"
	"strings"
	"unicode"

	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
)

// The colours of pictures.
const (
	stashedColor = "#8fd19e"
	sharedColor  = "#9ec5fe"
	againColor   = "#ffcf8f"
	aheadColor   = "#e9ecef"
	behindColor  = "#ffffff"
)

// drawn is a value or op in a picture.
type drawn struct {
	label, color string
	behind       bool // it is drawn with the backward pass
	from         []int
	saved        []bool // by entry of from: what comes from there is handed over
}

// drawing lists what a picture shows: arguments that are handed over, and the ops of both passes;
// what runs again is there twice.
func (j *Joint) drawing(plan *Plan) (list []drawn) {
	saved := map[*ir.Value]bool{}
	for _, v := range plan.Saved {
		saved[v] = true
	}
	ahead, behind := map[*ir.Value]int{}, map[*ir.Value]int{}
	for i, a := range j.block.Args() {
		d := drawn{label: j.Name(a) + "\n" + a.Type().String(), color: aheadColor, behind: !j.given[i]}
		switch {
		case d.behind:
			d.color, behind[a] = behindColor, len(list)
		case saved[a]:
			d.color = sharedColor
			fallthrough
		default:
			ahead[a] = len(list)
		}
		list = append(list, d)
	}
	moved := set(plan.Moved)
	draw := func(o *ir.Op, color string, back bool) {
		d := drawn{label: o.Name(), color: color, behind: back}
		for _, v := range Reads(o) {
			from, known := ahead[v]
			over := back && saved[v]
			if at, there := behind[v]; back && there && !over {
				from, known = at, true
			}
			if known {
				d.from, d.saved = append(d.from, from), append(d.saved, over)
			}
		}
		for _, v := range o.Results() {
			d.label += "\n" + j.Name(v) + ", " + units.Bytes(int64(bytesOf(v)))
			if _, result := j.ahead[v]; !back && saved[v] {
				d.color = stashedColor
				if result {
					d.color = sharedColor
				}
			}
			if back {
				behind[v] = len(list)
			} else {
				ahead[v] = len(list)
			}
		}
		list = append(list, d)
	}
	for _, o := range j.ops {
		if j.parts[o] == forward || moved[o] {
			draw(o, aheadColor, false)
		}
	}
	for _, o := range j.ops {
		switch {
		case j.parts[o] == forward && plan.runs[o]:
			draw(o, againColor, true)
		case j.parts[o] == backward || plan.runs[o]:
			draw(o, behindColor, true)
		}
	}
	for i := range list {
		list[i].label = printable(list[i].label)
	}
	return list
}

// legend says what the colours of a picture mean.
var legend = []struct{ color, meaning string }{
	{stashedColor, "handed over"},
	{sharedColor, "handed over, and an argument or result anyway"},
	{againColor, "computed again"},
}

// printable is a text in which no character upsets a picture: names may be any bytes.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}

func bytesOf(v *ir.Value) float64 { return (&pricing{extent: 1}).bytes(v) }

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// Dot is the graph of both passes in the language of dot, with what is handed over and what runs
// again in colours.
func (j *Joint) Dot(plan *Plan) string {
	var b strings.Builder
	list := j.drawing(plan)
	b.WriteString("digraph G {\n  node [shape = box, style = filled];\n  subgraph cluster_legend {\n    label = \"colours\";\n")
	for i, l := range legend {
		fmt.Fprintf(&b, "    l%d [fillcolor = \"%s\", label = \"%s\"];\n", i, l.color, l.meaning)
	}
	b.WriteString("  }\n")
	for k, part := range []string{"forward", "backward"} {
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label = \"%s\";\n", k, part)
		for i, d := range list {
			if d.behind == (k == 1) {
				fmt.Fprintf(&b, "    v%d [fillcolor = \"%s\", label = \"%s\"];\n", i, d.color, dotEscapes.Replace(d.label))
			}
		}
		b.WriteString("  }\n")
	}
	for i, d := range list {
		for k, from := range d.from {
			style := ""
			if d.saved[k] {
				style = " [color = \"#2e7d32\", penwidth = 2]"
			}
			fmt.Fprintf(&b, "  v%d -> v%d%s;\n", from, i, style)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// mostDrawn is how many boxes a picture has at most.
const mostDrawn = 2000

// The extents of the picture.
const (
	boxWidth, boxHeight = 240, 44
	boxGap              = 14
	columnGap           = 160
	headHeight          = 64
	longestText         = 40
)

// SVG is the same picture, drawn: the forward pass on the left, from top to bottom, and the
// backward pass on the right.
func (j *Joint) SVG(plan *Plan) string {
	list := j.drawing(plan)
	left := len(list) - mostDrawn
	list = list[:min(len(list), mostDrawn)]
	rows, at := [2]int{}, make([]int, len(list))
	column := func(i int) int {
		if list[i].behind {
			return 1
		}
		return 0
	}
	for i := range list {
		at[i] = rows[column(i)]
		rows[column(i)]++
	}
	x := func(i int) int { return 20 + column(i)*(boxWidth+columnGap) }
	y := func(i int) int { return headHeight + at[i]*(boxHeight+boxGap) }
	width, height := 40+2*boxWidth+columnGap, headHeight+max(rows[0], rows[1])*(boxHeight+boxGap)+20
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">\n", width, height, width, height)
	b.WriteString("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n")
	for k, part := range []string{"forward", "backward"} {
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"24\" font-size=\"14\" font-weight=\"bold\">%s</text>\n", 20+k*(boxWidth+columnGap), part)
	}
	for k, l := range legend {
		at := 20 + []int{0, 110, boxWidth + columnGap}[k]
		fmt.Fprintf(&b, "<rect x=\"%d\" y=\"36\" width=\"12\" height=\"12\" fill=\"%s\" stroke=\"#555\"/><text x=\"%d\" y=\"46\">%s</text>\n", at, l.color, at+18, l.meaning)
	}
	for i, d := range list {
		for k, from := range d.from {
			stroke, wide := "#b0b0b0", 1
			if d.saved[k] {
				stroke, wide = "#2e7d32", 2
			}
			if column(from) == column(i) {
				side := x(i) + boxWidth
				bend := side + 10 + min(60, 4*(at[i]-at[from]))
				fmt.Fprintf(&b, "<path d=\"M%d %dC%d %d %d %d %d %d\" fill=\"none\" stroke=\"%s\"/>\n", side, y(from)+boxHeight/2, bend, y(from)+boxHeight/2, bend, y(i)+boxHeight/2, side, y(i)+boxHeight/2, stroke)
				continue
			}
			fmt.Fprintf(&b, "<path d=\"M%d %dL%d %d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"/>\n", x(from)+boxWidth, y(from)+boxHeight/2, x(i), y(i)+boxHeight/2, stroke, wide)
		}
	}
	for i, d := range list {
		fmt.Fprintf(&b, "<g><title>%s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\" stroke=\"#555\"/>", html.EscapeString(d.label), x(i), y(i), boxWidth, boxHeight, d.color)
		for k, line := range strings.SplitN(d.label, "\n", 3)[:min(2, strings.Count(d.label, "\n")+1)] {
			if runes := []rune(line); len(runes) > longestText {
				line = string(runes[:longestText-3]) + "..."
			}
			fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\">%s</text>", x(i)+8, y(i)+18+16*k, html.EscapeString(line))
		}
		b.WriteString("</g>\n")
	}
	if left > 0 {
		fmt.Fprintf(&b, "<text x=\"20\" y=\"%d\">%d more are not drawn</text>\n", height-6, left)
	}
	b.WriteString("</svg>\n")
	return b.String()
}
