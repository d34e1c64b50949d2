package saturate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/egraph"
)

const (
	// maxDrawn is how many classes a picture has at most, and maxNear how far they are from
	// what it is around.
	maxDrawn = 60
	maxNear  = 2
	// maxDrawnNodes is how many nodes of a class it shows.
	maxDrawnNodes = 12
)

// drawing are pictures of a piece: the program, the e-graph, and what was chosen.
type drawing struct {
	*comparison
	saturater *saturater
	shown     map[egraph.ID]bool // classes
	order     []egraph.ID
	note      string
}

// draw draws a piece, if it has what is asked for.
func (s *saturater) draw(p *piece, c *comparison, title string) {
	d := &drawing{comparison: c, saturater: s, shown: map[egraph.ID]bool{}}
	d.choose(p)
	if len(d.order) == 0 {
		return
	}
	s.drawn = true
	s.note(p, beforeBook, d.program(title+" as it was", c.was, goes, "#f4cccc"))
	s.note(p, graphBook, d.graph(title+", all that is equal"))
	s.note(p, afterBook, d.program(title+" as it is", c.became, comes, "#d9ead3"))
}

// choose chooses the classes to show: those around what is asked for, or those that the results
// are made of, the chosen ones first.
func (d *drawing) choose(p *piece) {
	g := d.space.graph
	near := maxNear
	var list []egraph.ID
	if around := d.saturater.opt.Around; around != "" {
		for n := range d.space.nodes {
			if d.isAround(egraph.ID(n), around) {
				list = append(list, g.Find(egraph.ID(n)))
			}
		}
	} else {
		near = len(d.space.nodes)
		for _, r := range p.roots {
			list = append(list, g.Find(r))
		}
	}
	most := maxDrawn
	add := func(to *[]egraph.ID, c egraph.ID) {
		if !d.shown[c] && len(d.order) < most {
			d.shown[c] = true
			d.order = append(d.order, c)
			*to = append(*to, c)
		}
	}
	var level []egraph.ID
	for _, c := range list {
		add(&level, c)
	}
	for ; near > 0 && len(level) > 0; near-- {
		var next []egraph.ID
		for _, c := range level {
			nodes := d.members(c)
			if n := d.pick.node[c]; n != egraph.None {
				nodes = append([]egraph.ID{n}, nodes...)
			}
			for _, n := range nodes {
				for _, child := range g.Children(n) {
					add(&next, g.Find(child))
				}
			}
			if d.saturater.opt.Around != "" {
				g.Parents(c, func(n egraph.ID, _ int) bool {
					add(&next, g.Find(n))
					return true
				})
			}
		}
		level = next
	}
	slices.Sort(d.order)
	if left := g.NumClasses() - len(d.order); left > 0 {
		d.note = fmt.Sprintf("%d of %d classes are not shown", left, g.NumClasses())
	}
}

// isAround reports whether a node is an op of that name, or on that line.
func (d *drawing) isAround(n egraph.ID, around string) bool {
	x := &d.space.nodes[n]
	if line, err := strconv.Atoi(around); err == nil {
		at, ok := d.space.ctx.FilePosition(x.loc)
		return ok && at.Line == line && x.op != nil
	}
	return x.name != nil && (x.name.Name == around || d.space.shortName(n) == around)
}

// members are the nodes of a class by number.
func (d *drawing) members(c egraph.ID) (list []egraph.ID) {
	d.space.graph.Nodes(c, func(n egraph.ID) bool {
		list = append(list, n)
		return true
	})
	slices.Sort(list)
	return list
}

// label is a node with what it costs.
func (d *drawing) label(n egraph.ID) string {
	x := &d.space.nodes[n]
	name := d.space.shortName(n)
	if name == "" {
		name = "from outside"
		if x.value.IsArg() {
			name = fmt.Sprintf("argument %d", x.value.Index())
		}
	}
	if price := d.price(n); price != 0 {
		name += "\n" + d.saturater.opt.model.Text(price)
	}
	return name
}

// dotText is a text between quotes.
func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

func (d *drawing) begin(b *strings.Builder, title string) {
	fmt.Fprintf(b, "digraph G {\n  compound = true;\n  label = %s;\n  node [shape = box, style = filled, fillcolor = white];\n", dotText(title))
	if d.note != "" {
		fmt.Fprintf(b, "  note [shape = note, label = %s];\n", dotText(d.note))
	}
}

// program draws nodes of the shown classes and what they are made of, those of a fate in a color.
func (d *drawing) program(title string, kids map[egraph.ID][]egraph.ID, f fate, color string) string {
	var b strings.Builder
	d.begin(&b, title)
	var nodes []egraph.ID
	for n := range kids {
		if d.shown[d.space.graph.Find(n)] {
			nodes = append(nodes, n)
		}
	}
	slices.Sort(nodes)
	for _, n := range nodes {
		fill := ""
		if d.is[n] == f {
			fill = fmt.Sprintf(", fillcolor = %s", dotText(color))
		}
		fmt.Fprintf(&b, "  n%d [label = %s%s];\n", n, dotText(d.label(n)), fill)
	}
	for _, n := range nodes {
		for _, k := range kids[n] {
			if d.shown[d.space.graph.Find(k)] {
				fmt.Fprintf(&b, "  n%d -> n%d;\n", k, n)
			}
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// graph draws the shown classes as boxes with their nodes.
func (d *drawing) graph(title string) string {
	var b strings.Builder
	d.begin(&b, title)
	g := d.space.graph
	drawn := map[egraph.ID][]egraph.ID{}
	for _, c := range d.order {
		list := d.members(c)
		best := d.pick.node[c]
		left := 0
		if len(list) > maxDrawnNodes {
			left = len(list) - maxDrawnNodes
			if i := slices.Index(list, best); i >= maxDrawnNodes { // it is always there
				list[maxDrawnNodes-1] = best
			}
			list = list[:maxDrawnNodes]
		}
		drawn[c] = list
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    style = dashed;\n", c)
		if left > 0 {
			fmt.Fprintf(&b, "    label = %s;\n", dotText(fmt.Sprintf("and %d more", left)))
		} else {
			b.WriteString("    label = \"\";\n")
		}
		for _, n := range list {
			bold := ""
			if n == best {
				bold = `, style = "filled,bold", penwidth = 3`
			}
			fmt.Fprintf(&b, "    n%d [label = %s%s];\n", n, dotText(d.label(n)), bold)
		}
		b.WriteString("  }\n")
	}
	for _, c := range d.order {
		for _, n := range drawn[c] {
			for _, child := range g.Children(n) {
				k := g.Find(child)
				if !d.shown[k] || len(drawn[k]) == 0 {
					continue
				}
				bold := ""
				if n == d.pick.node[c] {
					bold = ", style = bold"
				}
				fmt.Fprintf(&b, "  n%d -> n%d [ltail = cluster_%d%s];\n", drawn[k][0], n, k, bold)
			}
		}
	}
	b.WriteString("}\n")
	return b.String()
}
