package passes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
)

// ViewOpGraphOptions are the options of the pass `view-op-graph`.
type ViewOpGraphOptions struct {
	MaxLabelLen           uint64 `opt:"max-label-len" doc:"Limit attribute and type length to this many characters"`
	PrintAttrs            bool   `opt:"print-attrs" doc:"Print attributes of operations"`
	PrintControlFlowEdges bool   `opt:"print-control-flow-edges" doc:"Print control flow edges"`
	PrintDataFlowEdges    bool   `opt:"print-data-flow-edges" doc:"Print data flow edges"`
	PrintResultTypes      bool   `opt:"print-result-types" doc:"Print result types of operations"`
}

// ViewOpGraph draws the op it runs on.
var ViewOpGraph = &pipeline.Pass{
	Name:  "view-op-graph",
	Title: "ViewOpGraph",
	Doc: "Print Graphviz visualization of an operation. Ops are nodes with a field per operand and result, ops with " +
		"regions are clusters of their blocks, and ops of one name have one colour. The graph goes to standard error.",
	Options: func() any {
		return &ViewOpGraphOptions{MaxLabelLen: 20, PrintAttrs: true, PrintDataFlowEdges: true, PrintResultTypes: true}
	},
	Run: func(r *pipeline.Run) error {
		opt := r.Printing
		opt.LocalScope = opt.LocalScope || r.Op.Block() != nil // what is outside may be changing
		g := &opGraph{
			ViewOpGraphOptions: r.Options.(*ViewOpGraphOptions), names: printer.NameValues(r.Op, opt),
			colors: opColors(r.Op), nodes: map[*ir.Value]graphNode{}, maxElements: 16,
		}
		if opt.ElideElementsLargerThan != nil {
			g.maxElements = int64(*opt.ElideElementsLargerThan)
		}
		g.draw(r.Op)
		r.Printed(g.out.String())
		r.MarkUnchanged()
		return nil
	},
}

// opGraph writes the graph of an op in the language of dot.
type opGraph struct {
	*ViewOpGraphOptions
	names       *printer.ValueNames
	colors      map[string]string // by op name
	maxElements int64             // attributes with more elements are not spelt out

	out     strings.Builder
	indent  int
	counter int
	stack   []graphFrame
	nodes   map[*ir.Value]graphNode // that show them
	flow    []dataEdge
	edges   []string
}

// graphNode is a node, or a cluster with an invisible node that stands for it.
type graphNode struct{ id, cluster int }

type dataEdge struct {
	value *ir.Value
	user  graphNode
}

// graphFrame is a cluster being written: that of an op, or, with a nil op, that
// of a block.
type graphFrame struct {
	node graphNode

	op     *ir.Op
	region int
	block  *ir.Block // the next one in that region

	next *ir.Op    // in the block
	last graphNode // that was written in the block
}

// maxGraphIndent bounds the indentation, which would make the text of a deep
// nest quadratic.
const maxGraphIndent = 200

// opColors gives each op name a hue of its own, by its first op, an op coming
// after those inside of it.
func opColors(root *ir.Op) map[string]string {
	colors := map[string]string{}
	var names []string
	ir.WalkPost(root, func(o *ir.Op) {
		if _, ok := colors[o.Name()]; !ok {
			colors[o.Name()] = ""
			names = append(names, o.Name())
		}
	})
	for i, name := range names {
		colors[name] = fmt.Sprintf("%f 0.3 0.95", float64(i)/float64(len(names)))
	}
	return colors
}

func (g *opGraph) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat(" ", min(g.indent, maxGraphIndent)))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *opGraph) draw(root *ir.Op) {
	g.line("digraph G {")
	g.indent += 2
	g.line("compound = true;") // edges may end at clusters
	g.enter(root)
	for len(g.stack) > 0 {
		f := &g.stack[len(g.stack)-1]
		if f.op == nil {
			if o := f.next; o != nil {
				f.next = o.Next()
				g.enter(o)
			} else {
				g.close()
			}
			continue
		}
		if b := f.nextBlock(); b != nil {
			g.enterBlock(b)
			continue
		}
		o, node := f.op, f.node
		g.close()
		g.finish(o, node)
	}
	for _, e := range g.flow {
		if from, ok := g.nodes[e.value]; ok { // else it is defined outside of the graph
			g.edge(from, e.user, portName(g.names.Of(e.value)), "solid")
		}
	}
	for _, e := range g.edges {
		g.line("%s;", e)
	}
	g.indent -= 2
	g.line("}")
}

// nextBlock is the next block in the regions of the frame's op, or nil.
func (f *graphFrame) nextBlock() *ir.Block {
	for f.block == nil {
		if f.region == f.op.NumRegions() {
			return nil
		}
		f.block = f.op.RegionAt(f.region).First()
		f.region++
	}
	b := f.block
	f.block = b.Next()
	return b
}

// enter writes the node of o, or opens its cluster.
func (g *opGraph) enter(o *ir.Op) {
	if o.NumRegions() > 0 {
		g.stack = append(g.stack, graphFrame{op: o, node: g.open(g.clusterLabel(o))})
		return
	}
	g.finish(o, g.node(g.recordLabel(o), "Mrecord", g.colors[o.Name()]))
}

func (g *opGraph) enterBlock(b *ir.Block) {
	g.stack = append(g.stack, graphFrame{next: b.First(), node: g.open("")})
	for _, a := range b.Args() {
		g.nodes[a] = g.node(g.valueField("res", a), "Mrecord", "")
	}
}

// finish comes behind all that is inside of o.
func (g *opGraph) finish(o *ir.Op, node graphNode) {
	if g.PrintDataFlowEdges {
		for _, v := range o.Operands() {
			g.flow = append(g.flow, dataEdge{v, node})
		}
	}
	for _, v := range o.Results() {
		g.nodes[v] = node
	}
	if len(g.stack) == 0 {
		return
	}
	block := &g.stack[len(g.stack)-1]
	if g.PrintControlFlowEdges && block.last != (graphNode{}) {
		g.edge(block.last, node, "", "dashed")
	}
	block.last = node
}

// open opens a cluster.
func (g *opGraph) open(label string) graphNode {
	g.counter++
	cluster := g.counter
	g.line("subgraph cluster_%d {", cluster)
	g.indent += 2
	anchor := g.node(" ", "plain", "")
	g.line(`label = "%s";`, label)
	return graphNode{anchor.id, cluster}
}

// close closes the cluster of the innermost frame.
func (g *opGraph) close() {
	g.stack = g.stack[:len(g.stack)-1]
	g.indent -= 2
	g.line("}")
}

func (g *opGraph) node(label, shape, color string) graphNode {
	g.counter++
	if color != "" {
		g.line(`v%d [fillcolor = "%s", label = "%s", shape = %s, style = filled];`, g.counter, color, label, shape)
	} else {
		g.line(`v%d [label = "%s", shape = %s];`, g.counter, label, shape)
	}
	return graphNode{id: g.counter}
}

// edge notes an edge, which must not be written inside of a cluster. It goes
// from the result to the operand of that name where there are fields for them.
func (g *opGraph) edge(from, to graphNode, port, style string) {
	var b strings.Builder
	fmt.Fprintf(&b, "v%d", from.id)
	if port != "" && from.cluster == 0 {
		b.WriteString(":res" + port + ":s")
	}
	fmt.Fprintf(&b, " -> v%d", to.id)
	if port != "" && to.cluster == 0 {
		b.WriteString(":arg" + port + ":n")
	}
	b.WriteString("[")
	if to.cluster != 0 {
		fmt.Fprintf(&b, "lhead = cluster_%d, ", to.cluster)
	}
	if from.cluster != 0 {
		fmt.Fprintf(&b, "ltail = cluster_%d, ", from.cluster)
	}
	b.WriteString("style = " + style + "]")
	g.edges = append(g.edges, b.String())
}

// recordLabel is the label of an op without regions: its operands, its name and
// attributes, its results.
func (g *opGraph) recordLabel(o *ir.Op) string {
	var b strings.Builder
	b.WriteString("{")
	if o.NumOperands() > 0 {
		var fields []string
		for _, v := range o.Operands() {
			name := g.names.Of(v)
			fields = append(fields, "<arg"+portName(name)+"> "+name)
		}
		b.WriteString("{" + strings.Join(fields, "|") + "}|")
	}
	b.WriteString(escapeLabel(o.Name()) + `\l`)
	if attrs := g.attrs(o); attrs != "" {
		b.WriteString(`\l` + attrs)
	}
	if o.NumResults() > 0 {
		var fields []string
		for _, v := range o.Results() {
			fields = append(fields, g.valueField("res", v))
		}
		b.WriteString("|{" + strings.Join(fields, "|") + "}")
	}
	return b.String() + "}"
}

// valueField is the field of a record that defines v.
func (g *opGraph) valueField(port string, v *ir.Value) string {
	name := g.names.Of(v)
	field := "<" + port + portName(name) + "> " + name
	if g.PrintResultTypes {
		field += " " + escapeLabel(g.truncate(v.Type().String()))
	}
	return field
}

// clusterLabel is the label of an op with regions. It is no record, so that
// brackets may stand in it as they are.
func (g *opGraph) clusterLabel(o *ir.Op) string {
	label := escapeQuotes(o.Name())
	if g.PrintResultTypes {
		var types []string
		for _, t := range o.ResultTypes() {
			types = append(types, t.String())
		}
		label += " : (" + escapeQuotes(g.truncate(strings.Join(types, ", "))) + ")"
	}
	if g.PrintAttrs {
		label += `\l` + g.attrs(o)
	}
	return label
}

// attrs is a line per attribute, or nothing when they are not asked for.
func (g *opGraph) attrs(o *ir.Op) string {
	if !g.PrintAttrs {
		return ""
	}
	var entries []ir.NamedAttr
	ir.ForEachProp(o, func(e ir.NamedAttr) { entries = append(entries, e) })
	entries = append(entries, o.Attrs().Entries()...)
	slices.SortFunc(entries, func(a, b ir.NamedAttr) int { return strings.Compare(a.Name, b.Name) })
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(escapeLabel(e.Name) + ": " + g.attr(e.Value) + `\l`)
	}
	return b.String()
}

// attr is the text of an attribute without what would not fit.
func (g *opGraph) attr(a *ir.Attr) string {
	switch {
	case a.Is(ir.DenseAttr) && a.IsSplat():
		return escapeLabel(a.String())
	case a.Is(ir.ArrayAttr) && int64(len(a.Elems())) > g.maxElements:
		return "[...]"
	case ir.IsElements.Ok(a):
		if n, ok := a.Type().NumElements(); !ok || n > g.maxElements {
			rank := a.Type().Rank()
			return strings.Repeat("[", rank) + "..." + strings.Repeat("]", rank) + " : " + escapeLabel(g.truncate(a.Type().String()))
		}
	}
	return escapeLabel(g.truncate(a.String()))
}

func (g *opGraph) truncate(s string) string {
	if uint64(len(s)) <= g.MaxLabelLen {
		return s
	}
	return s[:g.MaxLabelLen] + "..."
}

var labelEscapes = strings.NewReplacer(
	"{", `\{`, "}", `\}`, "|", `\|`, "<", `\<`, ">", `\>`, "\n", "\\\n", `"`, `\"`,
)

// escapeLabel is s as text of a record label.
func escapeLabel(s string) string { return labelEscapes.Replace(s) }

// escapeQuotes is s as text of a label that is no record.
func escapeQuotes(s string) string { return strings.ReplaceAll(s, `"`, `\"`) }

// portName is the name of a value as the name of a field.
func portName(value string) string { return strings.NewReplacer("%", "_", "#", "_").Replace(value) }
