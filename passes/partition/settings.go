// Package partition holds the passes that decide what a backward pass is handed by the forward
// pass: partition, stash and stash-report. How they decide is package partition's of the top
// level.
package partition

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/passes/internal/budget"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/te/shared"
)

// rewrites are what finds common subexpressions that are not equal op for op. They change a joint
// function before the cut.
var rewrites = []partition.Rewrite{shared.Expose}

// settings are what the options of all passes say.
type settings struct {
	partition.Options
	budget *budget.Budget // nil for none
}

// bind reads options that are not of a kind that pipelines know.
func (s *settings) bind(b *pipeline.Binding, objective, lambda, limit, machine string) (err error) {
	s.Objective = partition.Objective(objective)
	s.Fuses = inOnePiece
	if lambda != "" {
		if s.Objective != partition.Time {
			return fmt.Errorf("'lambda' is what a byte is worth in seconds, which only the objective time asks for")
		}
		if s.Lambda, err = strconv.ParseFloat(lambda, 64); err != nil || math.IsNaN(s.Lambda) || s.Lambda < 0 {
			return fmt.Errorf("'lambda' must be a number of seconds for a byte, such as 1e-10, or inf, but is '%s'", lambda)
		}
	}
	if limit != "" {
		if lambda != "" {
			return fmt.Errorf("'lambda' and 'budget' both say how much memory is worth: give one of them")
		}
		l, err := budget.Parse(limit)
		if err != nil {
			return err
		}
		s.budget = &l
	}
	s.Machine, err = cost.Named(machine, b.Registry.MaxInput)
	return err
}

// inOnePiece reports whether an op runs as a part of a fusion with what reads its results.
func inOnePiece(o *ir.Op) bool {
	w := cost.WorkOf(ir.InferenceOf(o))
	if w.Kind == cost.Fold {
		return false
	}
	if w.Kind == cost.View || w.Kind == cost.Free {
		return true
	}
	node, err := interp.TileNode(o, o.OperandTypes(), o.ResultTypes())
	return err == nil && node.Kind != fusion.Multiply
}

// nearOp proposes the op that a name was to be.
func nearOp(c *ir.Context, name string) string {
	dialect, _, _ := strings.Cut(name, ".")
	if d := c.LookupDialect(dialect); d != nil {
		return d.NearOp(name)
	}
	return ""
}

// prepare looks whether names that options have are those of something.
func (s *settings) prepare(c *ir.Context) error {
	for _, name := range s.Never {
		if c.LookupOp(name) == nil {
			return fmt.Errorf("'never' names '%s', but there is no such op%s", name, nearOp(c, name))
		}
	}
	return s.Machine.Check(c)
}
