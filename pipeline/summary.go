package pipeline

import (
	"strings"

	"github.com/tg-opt/tg/ir"
)

// Summary tells what each step of a pipeline made of the program as a whole. What
// is nested on other ops is one step, because they are worked on in parallel. A
// Summary may see several pipelines, one after the other.
type Summary struct {
	// Measure looks at the program.
	Measure func(root *ir.Op) Size
	// Steps are those that ran without failing.
	Steps []StepSummary
}

// Size is how large a program is: its ops, and the seconds that it takes as a
// model predicts it.
type Size struct {
	Ops     int
	Seconds float64
}

// StepSummary is one step: a pass by its name, or an anchor with passes.
type StepSummary struct {
	Name          string
	Before, After Size
}

// runSummarised is runSteps with a look at root between the steps.
func (m *Manager) runSummarised(w *worker, steps []*step, root *ir.Op, out sink) bool {
	before := m.Summary.Measure(root)
	for _, s := range steps {
		if !m.runStep(w, s, root, out) {
			return false
		}
		after := m.Summary.Measure(root)
		m.Summary.Steps = append(m.Summary.Steps, StepSummary{s.names(), before, after})
		before = after
	}
	return true
}

// names is the text of s without options.
func (s *step) names() string {
	if s.pass != nil {
		return s.pass.Name
	}
	var inner []string
	for _, t := range s.steps {
		inner = append(inner, t.names())
	}
	list := strings.Join(inner, ",")
	if s.collection {
		return list
	}
	return s.anchor + "(" + list + ")"
}
