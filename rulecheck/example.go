package rulecheck

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// Example is what a rule does to a small program, for readers: the text of two
// functions, @before and @after. The same rule has the same example each time. A
// rule of which none can be made has a reason instead.
func Example(rule *rule.Rule) (text, reason string) {
	if reason = untestable(rule); reason != "" {
		return "", reason
	}
	defer func() {
		if p := recover(); p != nil {
			text, reason = "", fmt.Sprintf("making one crashed: %v", p)
		}
	}()
	c := newChecker(rule, 0)
	fallback := "" // an example that the rule's level says nothing of, such as one with infinities
	// Floats of two dimensions are what most people have in mind.
	order := slices.Clone(c.elems)
	slices.SortStableFunc(order, func(a, b *ir.Type) int { return unlikeness(a) - unlikeness(b) })
	for _, elem := range order {
		for _, base := range [][]int64{{2, 3}, {2, 3, 4}, {4}, {2, 4, 4, 2}, {2, 0}, {0}} {
			var best *instance
			plainest := 0
			for range effort / 2 {
				in := c.instance(elem, base, plain)
				if in == nil || !in.apply(c) {
					continue
				}
				shown := in.example(c)
				if likely := c.plainness(in, elem); best == nil || likely > plainest || likely == plainest && len(shown) < len(text) {
					best, text, plainest = in, shown, likely
				}
			}
			if best == nil {
				continue
			}
			if compared, f := best.compare(c); compared > 0 || f != nil {
				return text, ""
			}
			fallback = cmp.Or(fallback, text)
		}
	}
	for attempt := 0; fallback == "" && attempt < patience; attempt++ { // for rules that ask for much
		if in := c.attempt(attempt); in != nil && in.apply(c) {
			fallback = in.example(c)
		}
	}
	if fallback != "" {
		return fallback, ""
	}
	return "", "no instance of its left side could be made to which it applies"
}

// PatternExample is what a Go pattern does to its own example, in the form of
// Example; "" for one that has none. The patterns are those of one name, which
// start from different ops: the first that finds its op in its example shows it.
func PatternExample(group []*rewrite.Pattern) string {
	for _, p := range group {
		if p.Example == "" {
			continue
		}
		c := checkerOf(&rule.Rule{Name: p.Name, Level: p.Level}, 0, patternContext(), p)
		if list := c.examples(p.Example); len(list) > 0 {
			return list[0].example(c)
		}
	}
	return ""
}

// plainness is how many of the results of a left side with a class of ops, which has members
// for other types, are tensors of several dimensions of the element type that was asked for.
func (c *checker) plainness(in *instance, elem *ir.Type) (n int) {
	if !slices.ContainsFunc(c.left, hasClass) {
		return 0
	}
	for _, v := range in.before.Last().Operands() {
		if t := v.Type(); t.IsRankedTensor() && t.Rank() > 1 && t.Elem() == elem {
			n++
		}
	}
	return n
}

func hasClass(n *rule.Node) bool { return n.Class != "" || slices.ContainsFunc(n.Args, hasClass) }

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
