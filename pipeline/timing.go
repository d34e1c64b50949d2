package pipeline

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// span is time spent: on the clock, and summed over the workers.
type span struct{ wall, user time.Duration }

type spans map[*step]*span

func (s spans) at(t *step) *span {
	if s[t] == nil {
		s[t] = &span{}
	}
	return s[t]
}

func (s spans) add(t *step, d time.Duration) {
	p := s.at(t)
	p.wall += d
	p.user += d
}

// merge adds what one of several workers did at the same time: it took as long
// as the slowest.
func (s spans) merge(o spans) {
	for t, d := range o {
		p := s.at(t)
		p.wall = max(p.wall, d.wall)
		p.user += d.user
	}
}

// Timing measures the phases of a tool and the passes of its pipeline, and
// reports as mlir-opt does. Use one Timing for everything a process does.
type Timing struct {
	start time.Time
	nodes []*timed
}

// timed is a line of the report.
type timed struct {
	name     string
	span     span
	children []*timed
}

// NewTiming starts the clock.
func NewTiming() *Timing { return &Timing{start: time.Now()} }

// Phase starts a phase such as `Parser`; call the result to end it. Phases of
// the same name add up. It does nothing on a nil Timing.
func (t *Timing) Phase(name string) func() {
	if t == nil {
		return func() {}
	}
	start := time.Now()
	return func() {
		d := time.Since(start)
		n := child(&t.nodes, name, 0)
		n.span.wall += d
		n.span.user += d
	}
}

// child is the nth of the nodes called name, made when there is none.
func child(nodes *[]*timed, name string, nth int) *timed {
	for _, n := range *nodes {
		if n.name == name {
			if nth == 0 {
				return n
			}
			nth--
		}
	}
	n := &timed{name: name}
	*nodes = append(*nodes, n)
	return n
}

// addPipeline adds the time of one run of the pipeline top. A pass that occurs
// twice has two lines; the next run of the same pipeline adds to both.
func (t *Timing) addPipeline(top *step, s spans) { addSteps(&t.nodes, top.steps, s) }

func addSteps(nodes *[]*timed, steps []*step, s spans) {
	seen := map[string]int{}
	for _, p := range steps {
		name := p.title()
		n := child(nodes, name, seen[name])
		seen[name]++
		if d := s[p]; d != nil {
			n.span.wall += d.wall
			n.span.user += d.user
		}
		addSteps(&n.children, p.steps, s)
	}
}

func (s *step) title() string {
	if s.pass != nil {
		return s.pass.Title
	}
	return "'" + s.anchor + "' Pipeline"
}

const (
	rule       = "===-------------------------------------------------------------------------==="
	titleWidth = 80 // what titles are centred in
)

func banner(w io.Writer, title string) {
	title = "... " + title + " ..."
	fmt.Fprintf(w, "%s\n%s%s\n%s\n", rule, strings.Repeat(" ", (titleWidth-len(title))/2), title, rule)
}

// Report writes the report: a line per phase and pass, nested like the pipeline
// or, with list, merged by name and sorted by time. User time is left out when
// serial says that it is the wall time.
func (t *Timing) Report(w io.Writer, list, serial bool) {
	total := span{wall: time.Since(t.start)}
	rest := total.wall
	total.user = total.wall
	for _, n := range t.nodes {
		rest -= n.span.wall
		total.user += n.span.user - n.span.wall
	}
	banner(w, "Execution time report")
	fmt.Fprintf(w, "  Total Execution Time: %.4f seconds\n\n", total.wall.Seconds())
	if !serial {
		fmt.Fprint(w, "  ----User Time----")
	}
	fmt.Fprint(w, "  ----Wall Time----  ----Name----\n")
	r := &timeReport{w, total, serial}
	if list {
		r.list(t.nodes)
	} else {
		r.tree(t.nodes, 0)
	}
	r.line(span{rest, rest}, 0, "Rest")
	r.line(total, 0, "Total")
}

type timeReport struct {
	w      io.Writer
	total  span
	serial bool
}

func (r *timeReport) line(s span, indent int, name string) {
	if !r.serial {
		r.column(s.user, r.total.user)
	}
	r.column(s.wall, r.total.wall)
	fmt.Fprintf(r.w, "  %*s%s\n", indent, "", name)
}

func (r *timeReport) column(d, total time.Duration) {
	fmt.Fprintf(r.w, "  %8.4f (%5.1f%%)", d.Seconds(), 100*d.Seconds()/max(total.Seconds(), 1e-9))
}

func (r *timeReport) tree(nodes []*timed, indent int) {
	for _, n := range nodes {
		r.line(n.span, indent, n.name)
		r.tree(n.children, indent+2)
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
	r.line(r.total, 0, "root")
	r.tree(merged, 0)
}
