package rulecheck

import (
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
)

// Example is what a rule does to a small program, for readers: the text of two
// functions, @before and @after. The same rule has the same example each time;
// "" is that of a rule that matches nothing.
func Example(rule *rewrite.Rule) string {
	c := newChecker(rule, 0)
	best := ""
	// Floats of two dimensions are what most people have in mind.
	order := slices.Clone(c.elems)
	slices.SortStableFunc(order, func(a, b *ir.Type) int { return unlikeness(a) - unlikeness(b) })
	for _, elem := range order {
		for _, base := range [][]int64{{2, 3}, {2, 3, 4}, {4}, {2, 4, 4, 2}} {
			for range effort / 2 {
				in := c.instance(elem, base, plain)
				if in == nil || !in.apply(c) {
					continue
				}
				if text := in.example(c); best == "" || len(text) < len(best) {
					best = text
				}
			}
			if best != "" {
				return best
			}
		}
	}
	return best
}

func unlikeness(elem *ir.Type) int {
	if i := slices.Index([]string{"f32", "i32", "i1", "ui8"}, elem.String()); i >= 0 {
		return i
	}
	return 4
}

// example prints both sides.
func (in *instance) example(c *checker) string {
	b := ir.NewBuilder(c.ctx)
	_, body := newModule(b)
	var text []string
	for _, side := range []struct {
		name  string
		block *ir.Block
	}{{"before", in.before}, {"after", in.after}} {
		text = append(text, printer.OpString(function(b, body, side.name, side.block), printer.Options{}))
	}
	return strings.Join(text, "\n")
}
