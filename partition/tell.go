package partition

import (
	"fmt"
	"strings"

	"github.com/tg-opt/tg/internal/jsontext"
	"github.com/tg-opt/tg/internal/units"
	"github.com/tg-opt/tg/ir"
)

// Report tells what was chosen for a joint function.
type Report struct {
	Function  string        `json:"function"`
	Objective string        `json:"objective"`
	Machine   string        `json:"machine"`
	Values    []ValueReport `json:"values"`
	PlanReport
	// Compute and BytesPlan are the plans of these objectives, for comparison.
	Compute   PlanReport    `json:"compute"`
	BytesPlan PlanReport    `json:"bytes"`
	Curve     []PointReport `json:"curve"`
	// Scheduled is how many ops a schedule runs once more, right before they are read, for a
	// budget, and Within what both passes take then; 0 without a budget.
	Scheduled int   `json:"scheduled_again"`
	Within    int64 `json:"within_budget"`
	// Unplanned is why peaks are not known; empty where they are.
	Unplanned string `json:"unplanned,omitempty"`
}

// ValueReport is what becomes of a value that the backward pass needs.
type ValueReport struct {
	Name    string  `json:"name"`
	Type    string  `json:"type"`
	Bytes   int64   `json:"bytes"`
	Fate    string  `json:"fate"`
	Shared  bool    `json:"shared"`
	Why     string  `json:"why"`
	Seconds float64 `json:"seconds"`
}

// PlanReport is what a plan costs.
type PlanReport struct {
	Stash    int64   `json:"stash_bytes"`
	Shared   int64   `json:"shared_bytes"`
	Seconds  float64 `json:"recompute_seconds"`
	Traffic  float64 `json:"traffic_seconds"`
	Forward  int64   `json:"forward_peak"`
	Backward int64   `json:"backward_peak"`
	Together int64   `json:"joint_peak"`
}

// PointReport is a corner of the curve.
type PointReport struct {
	Lambda  float64 `json:"lambda"`
	Bytes   int64   `json:"bytes"`
	Seconds float64 `json:"seconds"`
}

// Report makes the report about a plan. name is what the function is called.
func (j *Joint) Report(b *ir.Builder, name string, plan *Plan, opt *Options) (*Report, error) {
	p := j.pricing(opt)
	r := &Report{Function: name, Objective: string(opt.Objective), Machine: p.machine.Name, Values: []ValueReport{}, Curve: []PointReport{}}
	if opt.Lambda > 0 {
		r.Objective = fmt.Sprintf("%s, lambda %g", opt.Objective, opt.Lambda)
	}
	for _, e := range j.Entries(plan, opt) {
		fate := "stash"
		if !e.Saved {
			fate = "again"
		}
		r.Values = append(r.Values, ValueReport{e.Name, e.Value.Type().String(), e.Bytes, fate, e.Shared, e.Why, e.Seconds})
	}
	compare := func(objective Objective, to *PlanReport) error {
		o := *opt
		o.Objective, o.Lambda = objective, 0
		plan, err := j.Choose(&o)
		if err == nil {
			*to = j.planReport(b, plan, &o, r)
		}
		return err
	}
	r.PlanReport = j.planReport(b, plan, opt, r)
	if err := compare(Compute, &r.Compute); err != nil {
		return nil, err
	}
	if err := compare(Bytes, &r.BytesPlan); err != nil {
		return nil, err
	}
	points, err := j.Curve(opt)
	if err != nil {
		return nil, err
	}
	for _, x := range points {
		r.Curve = append(r.Curve, PointReport{x.Lambda, int64(x.Bytes), x.Seconds})
	}
	return r, nil
}

func (j *Joint) planReport(b *ir.Builder, plan *Plan, opt *Options, r *Report) PlanReport {
	f := j.Figures(plan, opt)
	p := PlanReport{Stash: int64(f.Bytes), Shared: int64(f.Shared), Seconds: f.Seconds, Traffic: f.Traffic}
	peak, err := j.Peak(b, plan)
	if err != nil {
		r.Unplanned = ir.AsDiag(err, j.Func.Loc()).Message
		return p
	}
	p.Forward, p.Backward, p.Together = peak.Forward, peak.Backward, peak.Together
	return p
}

// JSON is the report for programs.
func (r *Report) JSON() string { return jsontext.Indented(r) }

func seconds(s float64) string { return units.Time.Text(s * 1e9) }

// Text is the report for people.
func (r *Report) Text() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("@%s: what the backward pass has of the forward pass, by %s, as predicted on machine '%s'", r.Function, r.Objective, r.Machine)
	line("")
	line("%12s  %-5s  %9s  value", "bytes", "fate", "time")
	for _, v := range r.Values {
		takes := "-"
		if v.Fate == "again" {
			takes = seconds(v.Seconds)
		}
		line("%12d  %-5s  %9s  %s : %s, %s", v.Bytes, v.Fate, takes, v.Name, v.Type, v.Why)
	}
	line("")
	line("%10s  %12s  %12s  %9s  %9s  %12s  %12s  %12s", "objective", "stash", "of it shared", "again", "traffic", "forward peak", "backward", "joint peak")
	for _, p := range []struct {
		name string
		*PlanReport
	}{{"this", &r.PlanReport}, {"compute", &r.Compute}, {"bytes", &r.BytesPlan}} {
		line("%10s  %12d  %12d  %9s  %9s  %12d  %12d  %12d", p.name, p.Stash, p.Shared, seconds(p.Seconds), seconds(p.Traffic), p.Forward, p.Backward, p.Together)
	}
	if r.Unplanned != "" {
		line("peaks are not known: %s", r.Unplanned)
	}
	if r.Within > 0 {
		line("within the budget: %d bytes, by a schedule that runs %s once more besides", r.Within, units.Counted(r.Scheduled, "op"))
	}
	line("")
	line("%12s  %9s  what a byte is worth from there on: the curve", "bytes", "time")
	for _, p := range r.Curve {
		line("%12d  %9s  %.3g s", p.Bytes, seconds(p.Seconds), p.Lambda)
	}
	return b.String()
}
