package tool

import (
	"bufio"
	"fmt"
	"io"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// SummaryMachine is what --pass-summary predicts times for when it stands alone.
const SummaryMachine = "cpu"

// SummaryDoc explains --pass-summary.
const SummaryDoc = "`machine`: a line for each pass on standard error: how many ops the functions have before and after it, and how long the program takes, " +
	"as predicted for cpu, gpu or the file of a profile (default: cpu)"

// PassSummary is the report of --pass-summary. Nil is nobody who wants it.
type PassSummary struct {
	pipeline.Summary
	machine *cost.Machine
}

// NewPassSummary is a report for a machine, which may speak of ops that c has, nil
// if that is "". The error is a sentence about the flag.
func NewPassSummary(machine string, c *ir.Context, maxInput int64) (*PassSummary, error) {
	if machine == "" {
		return nil, nil
	}
	m, err := cost.Named(machine, maxInput)
	if err == nil {
		err = m.Check(c)
	}
	if err != nil {
		return nil, fmt.Errorf("for the --pass-summary option: %w", err)
	}
	s := &PassSummary{machine: m}
	s.Measure = func(root *ir.Op) pipeline.Size {
		return pipeline.Size{Ops: opsInFunctions(root), Seconds: cost.Total(m, root).Seconds}
	}
	return s, nil
}

// opsInFunctions counts the ops inside of functions.
func opsInFunctions(root *ir.Op) (n int) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if body := analysis.CallableBody(o); body == nil {
			return ir.Advance
		}
		ir.Walk(o, func(*ir.Op) ir.WalkAction {
			n++
			return ir.Advance
		})
		n-- // the function itself
		return ir.Skip
	})
	return n
}

// Sink is where a manager notes what its steps do.
func (s *PassSummary) Sink() *pipeline.Summary {
	if s == nil {
		return nil
	}
	return &s.Summary
}

// Report writes the steps since the last report, and what they did together.
func (s *PassSummary) Report(to io.Writer) {
	if s == nil || len(s.Steps) == 0 {
		return
	}
	w := bufio.NewWriter(to)
	defer w.Flush()
	what := "time"
	if s.machine.Abstract {
		what = "cost"
	}
	fmt.Fprintf(w, "Summary of passes, with the %s of the program as predicted for machine '%s':\n", what, s.machine.Name)
	fmt.Fprintf(w, "%17s  %23s\n", "ops", what)
	first, last := s.Steps[0], s.Steps[len(s.Steps)-1]
	for _, step := range s.Steps {
		writeStep(w, s.machine, step)
	}
	writeStep(w, s.machine, pipeline.StepSummary{Name: "in all", Before: first.Before, After: last.After})
	s.Steps = nil
}

// writeStep writes a line, where what has stayed as it was is said once.
func writeStep(w io.Writer, m *cost.Machine, s pipeline.StepSummary) {
	ops, times := fmt.Sprintf("%17d", s.After.Ops), fmt.Sprintf("%23s", m.Text(s.After.Seconds))
	if s.Before.Ops != s.After.Ops {
		ops = fmt.Sprintf("%7d -> %6d", s.Before.Ops, s.After.Ops)
	}
	if before, after := m.Text(s.Before.Seconds), m.Text(s.After.Seconds); before != after {
		times = fmt.Sprintf("%10s -> %9s", before, after)
	}
	fmt.Fprintf(w, "%s  %s  %s\n", ops, times, s.Name)
}
