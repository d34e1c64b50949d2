package pipeline

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// TimeReport says what a report of a Timing looks like.
type TimeReport struct {
	// List merges the lines by name and sorts them by time, instead of nesting
	// them like the pipeline.
	List bool
	// Serial says that one worker did everything: user time is wall time, and
	// left out.
	Serial bool
	// JSON is for programs to read.
	JSON bool
}

// Report writes a line per phase and pass.
func (t *Timing) Report(w io.Writer, form TimeReport) {
	total := span{wall: time.Since(t.start)}
	rest := total.wall
	total.user = total.wall
	for _, n := range t.nodes {
		rest -= n.span.wall
		total.user += n.span.user - n.span.wall
	}
	r := &timeReport{w, form, total}
	if form.JSON {
		io.WriteString(w, "[\n")
	} else {
		r.head()
	}
	if form.List {
		r.list(t.nodes)
	} else {
		r.tree(t.nodes, 0)
	}
	r.line(span{rest, rest}, 0, "Rest", ",")
	r.line(total, 0, "Total", "")
	if form.JSON {
		io.WriteString(w, "]\n")
	}
}

type timeReport struct {
	w     io.Writer
	form  TimeReport
	total span
}

func (r *timeReport) head() {
	banner(r.w, "Execution time report")
	fmt.Fprintf(r.w, "  Total Execution Time: %.4f seconds\n\n", r.total.wall.Seconds())
	if !r.form.Serial {
		fmt.Fprint(r.w, "  ----User Time----")
	}
	fmt.Fprint(r.w, "  ----Wall Time----  ----Name----\n")
}

// line writes a line that has none inside of it; separator follows in JSON.
func (r *timeReport) line(s span, indent int, name, separator string) {
	if r.form.JSON {
		fmt.Fprintf(r.w, "%s}%s\n", r.object(s, indent, name), separator)
		return
	}
	if !r.form.Serial {
		r.column(s.user, r.total.user)
	}
	r.column(s.wall, r.total.wall)
	fmt.Fprintf(r.w, "  %*s%s\n", indent, "", name)
}

// object is the start of a line in JSON.
func (r *timeReport) object(s span, indent int, name string) string {
	key := func(key string, d, total time.Duration) string {
		return fmt.Sprintf(`"%s": {"duration": %8.4f, "percentage": %5.1f}, `, key, d.Seconds(), percentage(d, total))
	}
	user := ""
	if !r.form.Serial {
		user = key("user", s.user, r.total.user)
	}
	// A string can always be encoded.
	quoted, _ := json.Marshal(name)
	return fmt.Sprintf(`%*s{%s%s"name": %s`, indent, "", user, key("wall", s.wall, r.total.wall), quoted)
}

func percentage(d, total time.Duration) float64 {
	return 100 * d.Seconds() / max(total.Seconds(), 1e-9)
}

func (r *timeReport) column(d, total time.Duration) {
	fmt.Fprintf(r.w, "  %8.4f (%5.1f%%)", d.Seconds(), percentage(d, total))
}

func (r *timeReport) tree(nodes []*timed, indent int) {
	for _, n := range nodes {
		if !r.form.JSON {
			r.line(n.span, indent, n.name, "")
			r.tree(n.children, indent+2)
			continue
		}
		fmt.Fprintf(r.w, "%s, \"passes\": [\n", r.object(n.span, indent, n.name))
		r.tree(n.children, indent+2)
		fmt.Fprintf(r.w, "%*s{}]},\n", indent, "")
	}
}

func (r *timeReport) list(nodes []*timed) {
	var merged []*timed
	var collect func([]*timed)
	collect = func(nodes []*timed) {
		for _, n := range nodes {
			m := child(&merged, n.name, 0)
			m.span.wall += n.span.wall
			m.span.user += n.span.user
			collect(n.children)
		}
	}
	collect(nodes)
	slices.SortStableFunc(merged, func(a, b *timed) int { return int(b.span.wall - a.span.wall) })
	r.line(r.total, 0, "root", ",")
	for _, n := range merged {
		r.line(n.span, 0, n.name, ",")
	}
}

const (
	rule       = "===-------------------------------------------------------------------------==="
	titleWidth = 80 // what titles are centred in
)

func banner(w io.Writer, title string) {
	title = "... " + title + " ..."
	fmt.Fprintf(w, "%s\n%s%s\n%s\n", rule, strings.Repeat(" ", (titleWidth-len(title))/2), title, rule)
}
