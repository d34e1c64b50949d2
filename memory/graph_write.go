package memory

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// WriteGraph writes a graph as ReadGraph reads it, a node in each line, with the
// peak and duration of the initial order and the floor. What is not UTF-8 in
// names and labels is replaced. A graph that Check refuses is not written.
func WriteGraph(w io.Writer, g *Graph) error {
	if err := g.Check(); err != nil {
		return err
	}
	reads, after, takes := 0, 0, 0
	for v := range g.Nodes {
		n := &g.Nodes[v]
		reads, after, takes = reads+len(n.Reads), after+len(n.After), takes+len(n.Takes)
	}
	if len(g.Nodes) > MaxNodes || max(reads, after, takes) > MaxEdges {
		return fmt.Errorf("a graph of more than %d nodes or %d edges is not written, since it is not read",
			MaxNodes, MaxEdges)
	}
	initial := g.Initial()
	p, err := g.Simulate(initial)
	if err != nil {
		return err
	}
	floor, _ := g.Floor()
	out := &jsonWriter{bufio.NewWriter(w)}
	out.text("{\n\"name\": ")
	out.quoted(g.Name)
	out.number(",\n\"initial\": {\"peak\": ", p.Peak)
	out.number(", \"duration\": ", g.Duration(initial))
	out.number("},\n\"floor\": ", floor)
	out.text(",\n\"nodes\": [")
	for v := range g.Nodes {
		out.separate(v > 0)
		out.node(&g.Nodes[v])
	}
	out.text("\n],\n\"edges\": [")
	out.pairs(g, func(n *Node) []int32 { return n.Reads })
	for v := range g.Nodes {
		if len(g.Nodes[v].After) > 0 {
			out.text("\n],\n\"after\": [")
			out.pairs(g, func(n *Node) []int32 { return n.After })
			break
		}
	}
	out.text("\n]\n}\n")
	return out.Flush()
}

// jsonWriter keeps the first error until it is flushed.
type jsonWriter struct{ *bufio.Writer }

func (w *jsonWriter) text(s string) { w.WriteString(s) }

func (w *jsonWriter) quoted(s string) {
	encoder := json.NewEncoder(trimmed{w.Writer})
	encoder.SetEscapeHTML(false)
	encoder.Encode(s)
}

// trimmed drops the line end that an encoder puts behind a value.
type trimmed struct{ w io.Writer }

func (t trimmed) Write(p []byte) (int, error) {
	n, err := t.w.Write(p[:len(p)-1])
	return n + 1, err
}

func (w *jsonWriter) number(before string, v int64) {
	w.WriteString(before)
	w.Write(strconv.AppendInt(w.AvailableBuffer(), v, 10))
}

// separate begins the line of an item.
func (w *jsonWriter) separate(following bool) {
	if following {
		w.WriteByte(',')
	}
	w.WriteByte('\n')
}

// node writes a node without its edges; what is usual is left out.
func (w *jsonWriter) node(n *Node) {
	w.number("{\"duration\": ", n.Duration)
	w.number(", \"size\": ", n.Size)
	if n.Label != "" {
		w.text(", \"label\": ")
		w.quoted(n.Label)
	}
	if n.Workspace != 0 {
		w.number(", \"workspace\": ", n.Workspace)
	}
	for i, u := range n.Takes {
		before := ", "
		if i == 0 {
			before = ", \"takes\": ["
		}
		w.number(before, int64(u))
	}
	if len(n.Takes) > 0 {
		w.text("]")
	}
	if n.Once {
		w.text(", \"once\": true")
	}
	if n.Kept {
		w.text(", \"kept\": true")
	}
	w.text("}")
}

// pairs writes the pairs of nodes and what they need, those of a node in a line.
func (w *jsonWriter) pairs(g *Graph, needs func(*Node) []int32) {
	following := false
	for v := range g.Nodes {
		for i, u := range needs(&g.Nodes[v]) {
			if i > 0 {
				w.text(", ")
			} else {
				w.separate(following)
				following = true
			}
			w.number("[", int64(u))
			w.number(", ", int64(v))
			w.text("]")
		}
	}
}
