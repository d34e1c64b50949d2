package pipeline

import (
	"slices"
	"strings"
	"time"
)

// span is time spent: on the clock, and summed over the workers.
type span struct{ wall, user time.Duration }

// spans are the times of steps, in the order in which they were first run.
type spans struct {
	of    map[*step]*span
	order []*step
}

func newSpans() *spans { return &spans{of: map[*step]*span{}} }

func (s *spans) at(t *step) *span {
	p := s.of[t]
	if p == nil {
		p = &span{}
		s.of[t] = p
		s.order = append(s.order, t)
	}
	return p
}

// measure starts the clock for t; call the result to stop it.
func (s *spans) measure(t *step) func() {
	p := s.at(t)
	start := time.Now()
	return func() {
		d := time.Since(start)
		p.wall += d
		p.user += d
	}
}

// merge adds what one of several workers did at the same time: it took as long
// as the slowest.
func (s *spans) merge(o *spans) {
	for _, t := range o.order {
		p, d := s.at(t), o.of[t]
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
func (t *Timing) addPipeline(top *step, s *spans) { addSteps(&t.nodes, top.steps, s) }

func addSteps(nodes *[]*timed, steps []*step, s *spans) {
	seen := map[string]int{}
	for _, p := range steps {
		name := p.title()
		n := child(nodes, name, seen[name])
		seen[name]++
		if d := s.of[p]; d != nil {
			n.span.wall += d.wall
			n.span.user += d.user
		}
		inner := p.steps
		if p.collection {
			// The anchors come as the ops came.
			inner = nil
			for _, t := range s.order {
				if slices.Contains(p.steps, t) {
					inner = append(inner, t)
				}
			}
		}
		addSteps(&n.children, inner, s)
	}
}

func (s *step) title() string {
	if s.pass != nil {
		return s.pass.Title
	}
	if s.collection {
		var names []string
		for _, t := range s.steps {
			names = append(names, "'"+t.anchor+"'")
		}
		return "Pipeline Collection : [" + strings.Join(names, ", ") + "]"
	}
	return "'" + s.anchor + "' Pipeline"
}
