package partition

import (
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// Objective is what a partition is to be best in.
type Objective string

// The objectives. Of choices that are equal in the first figure the next one decides, and of those
// that are equal in all the one nearest to the backward pass is taken.
const (
	// Compute is the least arithmetic in the backward pass, then the fewest bytes.
	Compute Objective = "compute"
	// Bytes is the fewest bytes handed over, then the least time. Folds (reductions, contractions)
	// whose results are no larger than what they read are not computed again: they would bring
	// back all that they read.
	Bytes Objective = "bytes"
	// Time is the least time: of what is computed again, and of writing and reading what is handed
	// over; then the fewest bytes.
	Time Objective = "time"
)

// Objectives are their names.
var Objectives = []string{string(Compute), string(Bytes), string(Time)}

// Options are what a choice goes by.
type Options struct {
	Objective Objective
	// Lambda is how many seconds a byte is worth, besides, of the objective Time; infinity for the
	// fewest bytes, whatever is computed again for that.
	Lambda float64
	// Machine says what things take; nil for the CPU.
	Machine *cost.Machine
	// CountArguments says that arguments cost as much as other values: nobody holds them.
	CountArguments bool
	// Loops says that loops may be run again.
	Loops bool
	// Never are names of ops that are not computed again.
	Never []string
	// Fuses tells which ops run in one piece with what reads their results; nil for elementwise
	// ones and views. Computes that combine nothing always do.
	Fuses func(o *ir.Op) bool
}

// pricing is what values and ops of a joint function cost.
type pricing struct {
	*Joint
	*Options
	machine   *cost.Machine
	estimator *cost.Estimator
	extent    int64 // what extents that nobody knows are taken for
}

func (j *Joint) pricing(opt *Options) *pricing {
	m := opt.Machine
	if m == nil {
		m = cost.CPU()
	}
	return &pricing{Joint: j, Options: opt, machine: m, estimator: cost.NewEstimator(m), extent: 1}
}

// most bounds the cost of one value or op, so that all together are less than Never.
const most = int64(1) << 42

func scaled(x, unit float64) int64 {
	if x = math.Round(x / unit); x < float64(most) {
		return int64(max(x, 0))
	}
	return most
}

// picosecond is the unit of time.
const picosecond = 1e-12

// bytes is the size of a value.
func (p *pricing) bytes(v *ir.Value) float64 {
	t := v.Type()
	n := cost.Bytes(t)
	for _, e := range t.Shape() {
		if e == ir.Dynamic {
			n *= float64(p.extent)
		}
	}
	return n
}

// fuses reports whether o runs in one piece with what reads its results.
func (p *pricing) fuses(o *ir.Op) bool {
	if c, ok := te.AsCompute(o); ok {
		return c.Combiner() == "" // it is inlined where it is read
	}
	if p.Fuses != nil {
		return p.Fuses(o)
	}
	w := cost.WorkOf(ir.InferenceOf(o))
	return o.Has(ir.Elementwise) || w.Kind == cost.View || w.Kind == cost.Free
}

// stored reports whether the forward pass writes a value to memory whatever is handed over: its op,
// or one that reads it, runs by itself.
func (p *pricing) stored(v *ir.Value) bool {
	return v.Def() == nil || !p.fuses(v.Def()) || slices.ContainsFunc(p.reads[v], func(o *ir.Op) bool { return !p.fuses(o) })
}

// traffic is the time for handing a value over. It is written while it is in the cache, and read
// from memory, since a whole pass has gone through the cache by then.
func (p *pricing) traffic(v *ir.Value) float64 {
	bytes := p.bytes(v)
	seconds := bytes / p.machine.Bandwidth
	if !p.stored(v) {
		seconds += bytes / p.machine.CacheBandwidth
	}
	return seconds
}

// held reports whether handing v over takes nothing: the caller has it, or it is a result anyway.
func (p *pricing) held(v *ir.Value) bool {
	_, result := p.ahead[v]
	return result || v.IsArg() && !p.CountArguments
}

// save is the cost of handing v over.
func (p *pricing) save(v *ir.Value) Cost {
	o := v.Def()
	switch {
	case o != nil && o.Attrs().Get(RecomputeAttr) != nil:
		return Never
	case p.held(v):
		return Cost{}
	case o != nil && p.parts[o] == late && p.Objective == Compute:
		return Never // what the forward pass computes for the backward pass is arithmetic of that
	}
	bytes, c := scaled(p.bytes(v), 1), Cost{}
	switch {
	case p.Objective == Compute:
		c = Cost{0, bytes}
	case p.Objective == Bytes || math.IsInf(p.Lambda, 1):
		c = Cost{bytes}
	default:
		c = Cost{scaled(p.traffic(v)+float64(p.Lambda*p.bytes(v)), picosecond), bytes}
	}
	if o != nil && p.parts[o] == late {
		c[2]++ // nothing is moved to the forward pass for no gain
	}
	return c
}

// again is the cost of running o again, or, of one that only the backward pass needs, of running it
// there: nothing.
func (p *pricing) again(o *ir.Op) Cost {
	if p.parts[o] == late {
		return Cost{}
	}
	if p.banned(o) != "" {
		return Never
	}
	switch seconds := p.seconds(o); {
	case p.Objective == Compute:
		return Cost{scaled(p.arithmetic(o), picosecond)}
	case p.Objective == Bytes || math.IsInf(p.Lambda, 1):
		return Cost{0, scaled(seconds, picosecond)}
	default:
		return Cost{scaled(seconds, picosecond)}
	}
}

// banned says why o must not run again; "" if it may.
func (p *pricing) banned(o *ir.Op) string {
	_, loops := analysis.Loop.Get(o.Def())
	switch {
	case o.Attrs().Get(SaveAttr) != nil:
		return "is marked '" + SaveAttr + "'"
	case slices.Contains(p.Never, o.Name()):
		return "is one of 'never'"
	case o.Attrs().Get(RecomputeAttr) != nil:
		return ""
	case loops && !p.Loops:
		return "is a loop"
	case p.Objective == Bytes && p.folds(o):
		return fmt.Sprintf("is a '%s', which reads more than it makes", o.Name())
	}
	return ""
}

// folds reports whether o makes each element of many, and no more than it reads.
func (p *pricing) folds(o *ir.Op) bool {
	switch w := cost.WorkOf(ir.InferenceOf(o)); w.Kind {
	case cost.Fold, cost.Contract, cost.Depthwise:
	default:
		return false
	}
	return cost.Bytes(o.ResultTypes()...) <= cost.Bytes(o.OperandTypes()...)
}

// arithmetic is the time for what o computes, without what it moves.
func (p *pricing) arithmetic(o *ir.Op) float64 {
	fused := cost.WorkOf(ir.InferenceOf(o)).Fused
	if o.NumRegions() > 0 && !fused || analysis.IsCall(o) || o.Attrs().Get(cost.Override) != nil {
		return p.estimator.Op(o).Seconds
	}
	return p.estimator.Arithmetic(o)
}

// seconds is the time for running o again.
func (p *pricing) seconds(o *ir.Op) float64 {
	if p.fuses(o) {
		return p.arithmetic(o)
	}
	return p.estimator.Op(o).Seconds
}
