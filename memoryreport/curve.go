package memoryreport

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/cost"
)

// Curve is what it costs to keep a function within budgets by computing values
// again.
type Curve struct {
	// Untried is why nothing can be computed again; empty where that was tried.
	Untried string `json:"untried,omitempty"`
	// Total is what the function takes as it is, by a plan that is made for it, also
	// where there is one in the text: parts of the peak are those of it.
	Total int64 `json:"total"`
	// Floor is what FloorOp needs with all that it reads: no budget below it can be
	// met. FloorOp is nil in a function that computes nothing.
	Floor   int64 `json:"floor"`
	FloorOp *Site `json:"floor_op,omitempty"`
	// Points are in the order of what was asked for.
	Points []CurvePoint `json:"points"`
}

// CurvePoint is what it costs to keep a function within one budget.
type CurvePoint struct {
	// Budget is what was asked for, such as 0.8x, and Bytes what it stands for; 0 for
	// the least memory.
	Budget string `json:"budget"`
	Bytes  int64  `json:"bytes"`
	Met    bool   `json:"met"`
	// Total is what the function takes then, after placement; where the budget is not
	// met, the least that was found.
	Total int64 `json:"total"`
	// Seconds are the predicted time of what is computed again, and Percent that of
	// what the function takes as it is. Recomputed is how many ops that are.
	Seconds    float64 `json:"added_seconds"`
	Percent    float64 `json:"added_percent"`
	Recomputed int     `json:"recomputed"`
}

// Outcome says in words whether the budget is met, and what is known where it is
// not.
func (c *Curve) Outcome(p *CurvePoint) string {
	switch {
	case p.Met:
		return "met"
	case p.Bytes < c.Floor:
		return fmt.Sprintf("below the floor: %s needs %d with all that it reads", c.FloorOp, c.Floor)
	}
	return fmt.Sprintf("none found: the least is %d, and nothing takes less than %d", p.Total, c.Floor)
}

// curve writes what budgets cost. Sizes are exact, as budgets are.
func (t *text) curve(c *Curve, r *Report) {
	t.line("\nwhat a budget costs, by `rematerialize`, as predicted on machine '%s'", r.Machine)
	if c.Untried != "" {
		t.line("%12s  not tried: %s", "", c.Untried)
		return
	}
	row := func(budget, bytes, taken, time, percent, ops string) {
		t.line("%s", strings.TrimRight(fmt.Sprintf("%12s  %14s  %14s  %12s  %9s  %9s", budget, bytes, taken, time, percent, ops), " "))
	}
	row("budget", "bytes", "taken", "added time", "%", "ops again")
	for i := range c.Points {
		p := &c.Points[i]
		if !p.Met {
			t.line("%12s  %14d  %s", p.Budget, p.Bytes, c.Outcome(p))
			continue
		}
		row(p.Budget, fmt.Sprint(p.Bytes), fmt.Sprint(p.Total), cost.AmountText(p.Seconds, r.Abstract), fmt.Sprintf("%.2f", p.Percent), fmt.Sprint(p.Recomputed))
	}
}
