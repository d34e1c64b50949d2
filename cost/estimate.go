package cost

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Override is the attribute that says what an op costs, in seconds, in place of
// the model: `tg.cost = 12.5 : f64`. Any op may have it.
const Override = "tg.cost"

// Work is what an op with these types, attributes and regions does; it need not
// exist. Result types that are missing are inferred.
func (m *Machine) Work(in *ir.Inference) Work { return WorkOf(in) }

// WorkOf is what an op with these types, attributes and regions does, on any machine.
func WorkOf(in *ir.Inference) Work {
	if in.Def == nil {
		return Work{Kind: Move}
	}
	if len(in.Results) == 0 && len(in.Def.Results) > 0 && in.Def.Infer != nil {
		if types, err := in.Types(); err == nil {
			filled := *in
			filled.Results = types
			in = &filled
		}
	}
	var w Work
	if model, ok := Model.Get(in.Def); ok {
		w = model(in)
	} else {
		w = usual(in)
	}
	w.Op = in.Def.Name()
	return w
}

// usual is the work of an op that has no model.
func usual(in *ir.Inference) Work {
	d := in.Def
	switch {
	case d.Has(ir.ConstantLike), d.Has(ir.Symbol), d.Has(ir.ReturnLike):
		return Work{Kind: Free}
	case len(in.Regions) > 0:
		return regionsOf(in)
	case d.Has(ir.Elementwise) && len(in.Results) > 0:
		return Elementwise(in)
	case d.Has(ir.Terminator):
		return Work{Kind: Control}
	}
	if _, calls := analysis.Callee.Get(d); calls {
		return Work{Kind: Control}
	}
	w := Work{Read: Bytes(in.Operands...), Written: Bytes(in.Results...)}
	if w.Read+w.Written == 0 {
		w.Kind = Simple // on scalars
	}
	return w
}

// regionsOf is the work of an op with regions: a loop runs them, a branch one of
// them, and other ops all of them.
func regionsOf(in *ir.Inference) Work {
	w := Work{Kind: Control, Times: 1}
	if _, ok := analysis.Loop.Get(in.Def); ok {
		w.UnknownTrips = true
	} else if _, ok := analysis.RegionBranch.Get(in.Def); ok {
		w.Times = 1 / float64(len(in.Regions))
	}
	return w
}

// inferences are lists to ask about existing ops with.
var inferences = sync.Pool{New: func() any { return new(ir.Inference) }}

func workOfOp(o *ir.Op) Work {
	in := inferences.Get().(*ir.Inference)
	in.Reset(o)
	w := WorkOf(in)
	inferences.Put(in)
	return w
}

// CheckOverride says what is wrong with a value of the attribute `tg.cost`; the
// verifier asks.
func CheckOverride(value *ir.Attr) error {
	if _, ok := seconds(value); !ok {
		return fmt.Errorf("attribute '%s' must be a time in seconds, such as 12.5 : f64, finite and not negative, but is %s", Override, value)
	}
	return nil
}

// seconds is the time that an attribute says.
func seconds(a *ir.Attr) (t float64, ok bool) {
	if !a.Is(ir.FloatAttr) {
		return 0, false
	}
	t = a.Float()
	return t, t >= 0 && !math.IsInf(t, 0)
}

// overridden is what the attribute of o says. What is no time, which the verifier
// rejects, says nothing.
func overridden(o *ir.Op) (t float64, ok bool) { return seconds(o.Attrs().Get(Override)) }

// Op is how long one execution of o takes, in seconds: what its attribute
// `tg.cost` says, or the profile, or the model. What regions and callees do is included; of a
// function, it is the time of a call.
func (m *Machine) Op(o *ir.Op) float64 {
	if o.NumRegions() > 0 || analysis.IsCall(o) {
		return NewEstimator(m).Op(o).Seconds
	}
	if t, ok := m.Stated(o); ok {
		return t
	}
	if o.Def() == nil {
		return m.unknown()
	}
	return m.Seconds(workOfOp(o))
}

// Apart is Op without what the functions take that are called. It looks at o alone, so that a pass
// may ask that runs on several functions at once.
func (m *Machine) Apart(o *ir.Op) float64 {
	if o.NumRegions() == 0 && !analysis.IsCall(o) {
		return m.Op(o)
	}
	e := NewEstimator(m)
	e.apart = true
	return e.nest(o).Seconds
}

// Folds reports whether an op whose operands are constants is going to be folded, or is a constant
// itself: what is much larger than the constants it is made of stays what it is.
func Folds(o *ir.Op) bool {
	return o.Has(ir.ConstantLike) || !o.Has(ir.Opaque) && Bytes(o.ResultTypes()...) <= Bytes(o.OperandTypes()...)+mayGrow
}

// mayGrow is by how many bytes the pass fold lets constants grow.
const mayGrow = 256

// Function is how long a call of a module's function takes, in seconds; 0 where
// there is none of that name.
func (m *Machine) Function(module *ir.Op, name string) float64 {
	fn := ir.Symbols(module)[name]
	if fn == nil {
		return 0
	}
	return NewEstimator(m).Op(fn).Seconds
}

// Estimate is what an op costs, with all that it runs.
type Estimate struct {
	Seconds, Flops, Read, Written float64
}

// Add adds factor times b.
func (a *Estimate) Add(b Estimate, factor float64) {
	a.Seconds += float64(factor * b.Seconds)
	a.Flops += float64(factor * b.Flops)
	a.Read += float64(factor * b.Read)
	a.Written += float64(factor * b.Written)
}

// Estimator predicts ops with regions and calls; it looks at each function once,
// so that it is of use for as long as the functions do not change. It belongs
// to one goroutine.
type Estimator struct {
	Machine   *Machine
	calls     *analysis.Calls
	functions map[*ir.Op]*Estimate // nil for one that is being looked at
	// backward are the calls of functions that were being looked at: these call
	// themselves, and the callee is not counted once more.
	backward map[*ir.Op]bool
	apart    bool // functions that are called count for nothing
}

// NewEstimator makes an estimator that knows no function yet.
func NewEstimator(m *Machine) *Estimator {
	return &Estimator{Machine: m, calls: analysis.NewCalls(), functions: map[*ir.Op]*Estimate{}, backward: map[*ir.Op]bool{}}
}

// Op is what one execution of o costs. Every block of a region counts once,
// whatever branches there are; a function that calls itself is counted up to
// there. Of a function, it is the cost of a call.
func (e *Estimator) Op(o *ir.Op) Estimate {
	if analysis.IsCallable(o) {
		return e.function(o)
	}
	e.prepare(o)
	return e.nest(o)
}

// function is what a call of fn costs.
func (e *Estimator) function(fn *ir.Op) Estimate {
	e.finish([]*ir.Op{fn})
	return *e.functions[fn]
}

// prepare looks at the functions that o calls.
func (e *Estimator) prepare(o *ir.Op) { e.finish(e.callees(o, nil)) }

// finish looks at functions, those that they call first. A call chain may be
// long, hence the stack.
func (e *Estimator) finish(stack []*ir.Op) {
	for len(stack) > 0 {
		fn := stack[len(stack)-1]
		estimate, begun := e.functions[fn]
		switch {
		case begun && estimate != nil:
			stack = stack[:len(stack)-1]
		case begun:
			total := e.body(fn)
			e.functions[fn] = &total
			stack = stack[:len(stack)-1]
		default:
			e.functions[fn] = nil
			stack = e.callees(fn, stack)
		}
	}
}

// callees appends the functions called inside of o that are not known yet.
func (e *Estimator) callees(o *ir.Op, list []*ir.Op) []*ir.Op {
	ir.Walk(o, func(inner *ir.Op) ir.WalkAction {
		if callee := e.calls.Resolve(inner); callee != nil && analysis.IsCallable(callee) {
			if _, begun := e.functions[callee]; !begun {
				list = append(list, callee)
			}
		}
		return ir.Advance
	})
	return list
}

func (e *Estimator) body(fn *ir.Op) Estimate {
	if t, ok := e.Machine.Stated(fn); ok {
		return Estimate{Seconds: t}
	}
	total := Estimate{Seconds: float64(e.Machine.Input * float64(len(e.Machine.inputs(fn))))}
	e.regions(fn, visit{times: 1}, total.take)
	return total
}

// take adds what an op costs each time that it runs.
func (a *Estimate) take(_ *ir.Op, each Estimate, times float64) { a.Add(each, times) }

// visit is a place in a nest of regions: the op to look at next, how often it
// runs, and whether it is part of a fused op.
type visit struct {
	op    *ir.Op
	times float64
	fused bool
	// together is how many of the times of a fused op are one loop, which workers share.
	together float64
}

// nest is the cost of o and all that it runs.
func (e *Estimator) nest(o *ir.Op) Estimate {
	var total Estimate
	own, inside, callee := e.own(visit{op: o, times: 1})
	if callee != nil {
		own.Add(*e.functions[callee], 1)
	}
	total.Add(own, 1)
	e.regions(o, inside, total.take)
	return total
}

// regions hands on what each op costs that the regions of o run, without what
// its own regions do, and how often it runs.
func (e *Estimator) regions(o *ir.Op, inside visit, take func(o *ir.Op, each Estimate, times float64)) {
	e.visits(o, inside, func(o *ir.Op, each Estimate, callee *ir.Op, times float64) {
		if callee != nil {
			each.Add(*e.functions[callee], 1)
		}
		take(o, each, times)
	})
}

// visits is regions without what the functions take that ops call: callee is nil
// for an op that calls none.
func (e *Estimator) visits(o *ir.Op, inside visit, take func(o *ir.Op, each Estimate, callee *ir.Op, times float64)) {
	stack := pushRegions(nil, o, inside)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		v := *top
		if v.op == nil {
			stack = stack[:len(stack)-1]
			continue
		}
		top.op = v.op.Next()
		own, inside, callee := e.own(v)
		take(v.op, own, callee, v.times)
		stack = pushRegions(stack, v.op, inside)
	}
}

func pushRegions(stack []visit, o *ir.Op, inside visit) []visit {
	if inside.times == 0 {
		return stack
	}
	before := len(stack)
	for _, r := range o.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			stack = append(stack, visit{b.First(), inside.times, inside.fused, inside.together})
		}
	}
	slices.Reverse(stack[before:]) // the first block comes first
	return stack
}

// Arithmetic is the time for what an op computes, without what it moves, in seconds: of one that
// runs a region as one op, what that computes too.
func (e *Estimator) Arithmetic(o *ir.Op) float64 {
	w := workOfOp(o)
	seconds := e.Machine.ComputeSeconds(w)
	if w.Fused {
		seconds += e.inside(o, w.Times)
	}
	return seconds
}

// Done is the work of one execution of an op alone, but for Seconds: of one that runs a region as
// one op, what that computes, too.
func (e *Estimator) Done(o *ir.Op) Estimate {
	if o.Def() == nil {
		return Estimate{}
	}
	w := workOfOp(o)
	done := Estimate{Flops: w.Operations(), Read: w.Read, Written: w.Written}
	if w.Fused {
		var total Estimate
		e.regions(o, visit{times: w.Times, fused: true, together: w.Times}, total.take)
		done.Flops += total.Flops
	}
	return done
}

// inside is the time for the arithmetic in the regions of a fused op that run so often.
func (e *Estimator) inside(o *ir.Op, times float64) float64 {
	var total Estimate
	e.regions(o, visit{times: times, fused: true, together: times}, total.take)
	return total.Seconds
}

// own is the cost of one execution of an op without its regions, how these run,
// and the function that it calls, whose cost is known, or nil.
func (e *Estimator) own(v visit) (own Estimate, inside visit, callee *ir.Op) {
	m := e.Machine
	if t, ok := m.Stated(v.op); ok {
		return Estimate{Seconds: t}, visit{}, nil
	}
	if v.op.Def() == nil {
		return Estimate{Seconds: m.unknown(), Read: Bytes(v.op.OperandTypes()...), Written: Bytes(v.op.ResultTypes()...)}, visit{}, nil
	}
	w := workOfOp(v.op)
	own = Estimate{Seconds: m.Seconds(w), Flops: w.Operations(), Read: w.Read, Written: w.Written}
	if v.fused {
		own = Estimate{Seconds: m.spread(float64(m.compute(w)*v.together), 0) / v.together, Flops: w.Operations()}
	}
	if w.Fused && !v.fused {
		// What is read and written goes on while arithmetic does.
		own.Seconds -= min(m.Seconds(w)-m.overhead(w), e.inside(v.op, w.Times))
	}
	if e.apart {
		// Nothing is looked at that another goroutine may change.
	} else if f := e.calls.Resolve(v.op); f != nil {
		switch estimate, begun := e.functions[f]; {
		case estimate != nil && !e.backward[v.op]:
			callee = f
		case begun && estimate == nil:
			e.backward[v.op] = true
		}
	}
	inside = visit{times: v.times * w.Times, fused: v.fused || w.Fused, together: max(1, w.Times)}
	if w.UnknownTrips {
		inside.times *= m.Trips
	}
	return own, inside, callee
}
