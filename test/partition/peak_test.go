package partition

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/tg-opt/tg/analysis/lifetimes"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/netgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/partition"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// step is a training step of a small network, whose loss is the forward pass.
func step(t *testing.T, seed uint64) *ir.Op {
	kinds := netgen.Kinds
	module, err := agree.Parse(netgen.Program(kinds[seed%uint64(len(kinds))], 60, seed))
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// planned is what @main takes by its plan, for one worker.
func planned(t *testing.T, module *ir.Op) int64 {
	frame, err := lifetimes.NewPlanner(lifetimes.Options{}).Frame(ir.Symbols(module)["main"])
	if err != nil {
		t.Fatal(err)
	}
	return frame.Total()
}

// measured runs @main with one worker: its results, and what it took.
func measured(t *testing.T, module *ir.Op, in []*tensor.Tensor) (agree.Outcome, int64) {
	return measuredOf(t, module, "main", in)
}

// measuredOf is measured of any function.
func measuredOf(t *testing.T, module *ir.Op, name string, in []*tensor.Tensor) (agree.Outcome, int64) {
	parallel.SetWorkers(1)
	defer parallel.SetWorkers(0)
	p, err := interp.NewModule(module).Program(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(in, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Unplanned != nil {
		t.Fatal(r.Unplanned)
	}
	return agree.Outcome{Outputs: r.Outputs}, int64(r.PeakBytes)
}

// A smaller budget never takes more memory, nor a larger one more time; the peak is within the
// budget, the one that is predicted is measured, and results keep their bits.
func TestBudgets(t *testing.T) {
	budgets := 5
	if _, size := campaign.Cases(0); size > 0 {
		budgets = 20
	}
	for seed := range campaign.Seeds(2) {
		module := step(t, seed)
		in := inputs(module, "main")
		want, whole := measured(t, module, in)
		last, met, failed := int64(math.MaxInt64), 0, false
		for k := range budgets {
			part := 1 - float64(k)/float64(budgets)
			m, err := agree.Optimised(module, fmt.Sprintf("partition{func=main form=joint budget=%.2fx}", part))
			if err != nil {
				if failed = true; !strings.Contains(err.Error(), "the budget of") {
					t.Fatalf("program %d, %.2fx: %v", seed, part, err)
				}
				continue
			}
			if failed {
				t.Errorf("program %d: a budget of %.2fx is met, but a larger one is not", seed, part)
			}
			total := planned(t, m)
			got, took := measured(t, m, in)
			if d := want.Difference(got, agree.Same); d != "" {
				t.Errorf("program %d, %.2fx: %s", seed, part, d)
			}
			if took != total {
				t.Errorf("program %d, %.2fx: planned %d, took %d", seed, part, total, took)
			}
			if total > last {
				t.Errorf("program %d, %.2fx: %d bytes, more than the %d of a larger budget", seed, part, total, last)
			}
			last = total
			met++
		}
		t.Logf("program %d: %d bytes, %d budgets met, least %d", seed, whole, met, last)
	}
}

// What two functions take one after the other is what is predicted of them, and so is what the one
// takes.
func TestPeaks(t *testing.T) {
	for seed := range campaign.Seeds(8) {
		module := step(t, seed)
		in := inputs(module, "main")
		want, _ := measured(t, module, in)
		for _, objective := range partition.Objectives {
			for _, together := range []bool{false, true} {
				m := ir.NewBuilder(module.Context()).Clone(module, map[*ir.Value]*ir.Value{})
				b := ir.NewBuilder(m.Context())
				j, err := partition.Open(ir.Symbols(m)["main"], []int{0})
				if err != nil {
					t.Fatal(err)
				}
				plan, err := j.Choose(&partition.Options{Objective: partition.Objective(objective), Machine: cost.CPU()})
				if err != nil {
					t.Fatal(err)
				}
				peak, err := j.Peak(b, plan)
				if err != nil {
					t.Fatal(err)
				}
				var got agree.Outcome
				var took int64
				predicted := peak.Together
				if together {
					j.Together(b, plan)
					got, took = measured(t, m, in)
				} else {
					predicted = peak.Split()
					got, took = measuredApart(t, j, b, plan, in)
				}
				if d := want.Difference(got, agree.Same); d != "" {
					t.Errorf("program %d, %s: %s", seed, objective, d)
				}
				if took != predicted {
					t.Errorf("program %d, %s, together %v: predicted %d, took %d", seed, objective, together, predicted, took)
				}
			}
		}
	}
}

// measuredApart runs the two functions of a plan one after the other, the second while what the
// first has returned is there: the results of the joint function, and what both took. One function
// that calls both has room for its results from the beginning, which is more where the first of
// them takes the most.
func measuredApart(t *testing.T, j *partition.Joint, b *ir.Builder, plan *partition.Plan, in []*tensor.Tensor) (agree.Outcome, int64) {
	module := ir.NearestSymbolTable(j.Func)
	ahead, behind, stash, err := j.Split(b, plan, "part")
	if err != nil {
		t.Fatal(err)
	}
	most, held := int64(0), int64(0)
	out, err := dividedBy(j, ahead, behind, stash, in, func(fn *ir.Op, given []*tensor.Tensor) ([]*tensor.Tensor, error) {
		o, took := measuredOf(t, module, ir.SymbolName(fn), given)
		most = max(most, held+took)
		held = returned(o.Outputs, given)
		return o.Outputs, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return agree.Outcome{Outputs: out}, most
}

// returned is how many bytes results take, those aside that lie where arguments do.
func returned(out, in []*tensor.Tensor) (bytes int64) {
	var seen []*byte
	for _, x := range in {
		seen = append(seen, unsafe.SliceData(x.Bytes()))
	}
	for _, x := range out {
		if p := unsafe.SliceData(x.Bytes()); !slices.Contains(seen, p) {
			seen = append(seen, p)
			bytes += int64(len(x.Bytes())+tensor.Alignment-1) / tensor.Alignment * tensor.Alignment
		}
	}
	return bytes
}

// The curve falls, and ever more slowly: it is that of the best choices.
func TestCurve(t *testing.T) {
	corners := 0
	for seed := range campaign.Seeds(8) {
		module := step(t, seed)
		j, err := partition.Open(ir.Symbols(module)["main"], []int{0})
		if err != nil {
			t.Fatal(err)
		}
		opt := &partition.Options{Objective: partition.Time, Machine: cost.CPU()}
		points, err := j.Curve(opt)
		if err != nil {
			t.Fatal(err)
		}
		corners += len(points)
		slope := 0.0
		for i := 1; i < len(points); i++ {
			a, b := &points[i-1], &points[i]
			if b.Bytes >= a.Bytes || b.Seconds <= a.Seconds {
				t.Errorf("program %d: from %g bytes and %g s to %g bytes and %g s", seed, a.Bytes, a.Seconds, b.Bytes, b.Seconds)
			}
			rise := (b.Seconds - a.Seconds) / (a.Bytes - b.Bytes)
			if rise < slope*(1-1e-6) {
				t.Errorf("program %d: the curve is not convex at %g bytes", seed, a.Bytes)
			}
			slope = rise
		}
		for _, lambda := range []float64{0, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8} {
			o := *opt
			o.Lambda = lambda
			plan, err := j.Choose(&o)
			if err != nil {
				t.Fatal(err)
			}
			f := j.Figures(plan, &o)
			best := math.Inf(1)
			for _, p := range points {
				best = min(best, p.Seconds+lambda*p.Bytes)
			}
			if got := f.Seconds + f.Traffic + lambda*f.Extra(); math.Abs(got-best) > 1e-6*best {
				t.Errorf("program %d, lambda %g: a choice costs %g, the best corner %g", seed, lambda, got, best)
			}
		}
	}
	if corners < 20 {
		t.Errorf("there are no more than %d corners", corners)
	}
}

// Two functions keep to budgets as well, one after the other.
func TestSplitBudgets(t *testing.T) {
	for seed := range campaign.Seeds(1) {
		module := step(t, seed+1)
		last, met := int64(math.MaxInt64), 0
		for k := range 20 {
			part := 1 - 0.05*float64(k)
			m, err := agree.Optimised(module, fmt.Sprintf("partition{func=main budget=%.2fx}", part))
			if err != nil {
				if !strings.Contains(err.Error(), "the budget of") {
					t.Fatalf("program %d, %.2fx: %v", seed, part, err)
				}
				continue
			}
			ahead, err := partition.FrameOf(ir.Symbols(m)["main.fwd"])
			if err != nil {
				t.Fatal(err)
			}
			behind, err := partition.FrameOf(ir.Symbols(m)["main.bwd"])
			if err != nil {
				t.Fatal(err)
			}
			total := max(ahead.Total(), ahead.Results+behind.Total())
			if total > last {
				t.Errorf("program %d, %.2fx: %d bytes, more than the %d of a larger budget", seed, part, total, last)
			}
			last = total
			met++
		}
		if met == 0 {
			t.Errorf("program %d: no budget is met", seed)
		}
		t.Logf("program %d: %d budgets met, least %d", seed, met, last)
	}
}

// Large programs are divided in time that grows with them.
func TestManyOps(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, kind := range netgen.Kinds {
		module, err := agree.Parse(netgen.Program(kind, 100_000, 1))
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		j, err := partition.Open(ir.Symbols(module)["main"], []int{0})
		if err != nil {
			t.Fatal(err)
		}
		opt := &partition.Options{Objective: partition.Time, Machine: cost.CPU()}
		j.Improve(opt)
		plan, err := j.Choose(opt)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, _, err := j.Split(ir.NewBuilder(module.Context()), plan, "part"); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d ops, %d values handed over, %d ops run again, %.1f s", kind, j.Size(), len(plan.Saved), len(plan.Again), time.Since(begun).Seconds())
	}
}
