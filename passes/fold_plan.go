package passes

import (
	"fmt"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/memory"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// foldPlan is one op that may be computed, and what came of it.
type foldPlan struct {
	op *ir.Op
	// compute fills in results and err, within limits; nil when there is nothing to
	// do, or it is known already. It changes nothing else, and may run beside others.
	compute func(*interp.Limits)
	limits  interp.Limits // but for the work
	results []*ir.Attr
	splat   bool // no more than one element was computed
	err     error
	spent   bool // the limits ended it
	done    int  // the work of the last try
}

// plan decides how to compute o, and counts it if it is to be left.
func (f *folder) plan(o *ir.Op) *foldPlan {
	p := &foldPlan{op: o}
	consts := make([]*ir.Attr, o.NumOperands())
	splats := len(consts) > 0
	var stored int64
	for i := range consts {
		consts[i] = ir.ConstantValue(o.Operand(i))
		splats = splats && consts[i].IsSplat()
		stored += storedBytes(o.Context(), consts[i])
	}
	switch {
	case splats && f.grows(o):
	case splats && p.byFolder(consts):
		p.splat = true
	case splats && o.Has(ir.Elementwise):
		p.splat = true
		p.compute = func(*interp.Limits) {
			in := make([]*tensor.Tensor, len(consts))
			for i, a := range consts {
				in[i] = element(a)
			}
			p.take(interp.EvaluateElement(o, in))
		}
	case f.affordable(o, stored):
		p.limits.MaxBytes = int(memory.Limit())
		p.compute = func(l *interp.Limits) { p.evaluate(consts, l) }
	}
	return p
}

// evaluate computes the op from constants, which it spreads out.
func (p *foldPlan) evaluate(consts []*ir.Attr, l *interp.Limits) {
	n := cost.Bytes(p.op.OperandTypes()...) + cost.Bytes(p.op.ResultTypes()...)
	if n > float64(l.MaxBytes) {
		p.err = fmt.Errorf("it needs %.0f bytes of memory, but the limit is %d", n, l.MaxBytes)
		return
	}
	if p.err = l.Work.Spend(int(n)); p.err != nil {
		return
	}
	in := make([]*tensor.Tensor, len(consts))
	for i, a := range consts {
		if in[i], p.err = interp.DecodeElements(p.op.Context(), a); p.err != nil {
			return
		}
	}
	p.take(interp.Evaluate(p.op, in, l))
}

// run computes the op with at most so much work.
func (p *foldPlan) run(work int) {
	p.done, p.spent = 0, false
	if p.compute == nil {
		return
	}
	l := p.limits
	l.Work = interp.NewWork(work)
	p.compute(&l)
	p.spent = l.Steps < 0 || l.Work.Left() < 0
	p.done = work - max(0, l.Work.Left())
	p.limits.Steps = l.Steps
}

// storedBytes is what a constant takes in the program.
func storedBytes(c *ir.Context, a *ir.Attr) int64 {
	switch a.Kind() {
	case ir.DenseAttr:
		return int64(len(a.Raw()))
	case ir.ResourceAttr:
		if r := c.ElementsResource(a); r != nil {
			return int64(len(r.Data))
		}
	case ir.IntegerAttr, ir.FloatAttr:
		return int64(max(1, ir.StorageBytes(a.Type())))
	}
	return 0
}

// grows reports whether o spreads its constants over more elements at run time
// than the limit allows: a scalar is better broadcast where it is used than kept
// as a large constant, although the text of a splat is short.
func (f *folder) grows(o *ir.Op) bool {
	operands, results := cost.Bytes(o.OperandTypes()...), cost.Bytes(o.ResultTypes()...)
	if results-operands <= float64(f.opt.MaxGrowth) || totalElements(o.ResultTypes()) <= totalElements(o.OperandTypes()) {
		return false
	}
	f.left(o, "num-growing", fmt.Sprintf("%.0f bytes of constants would become %.0f, more than max-growth=%d allows", operands, results, f.opt.MaxGrowth))
	return true
}

// totalElements counts the elements of values of static types.
func totalElements(types []*ir.Type) (n float64) {
	for _, t := range types {
		n += cost.Elements(t)
	}
	return n
}

// byFolder asks the op's own folder, which knows what becomes of splats without
// looking at their elements.
func (p *foldPlan) byFolder(consts []*ir.Attr) bool {
	fold := p.op.Def().Fold
	if fold == nil {
		return false
	}
	folded := fold(p.op, consts)
	if len(folded) != p.op.NumResults() {
		return false
	}
	results := make([]*ir.Attr, len(folded))
	for i, r := range folded {
		if results[i] = r.Const; r.Value != nil {
			results[i] = ir.ConstantValue(r.Value)
		}
		if results[i] == nil || results[i].Type() != p.op.Result(i).Type() {
			return false
		}
	}
	p.results = results
	return true
}

// take turns what the interpreter returns into constants, of which none has a NaN but the one.
func (p *foldPlan) take(values []*tensor.Tensor, err error) {
	if p.err = err; err != nil {
		return
	}
	p.results = make([]*ir.Attr, len(values))
	for i, v := range values {
		p.results[i] = interp.EncodeElements(p.op.Context(), p.op.Result(i).Type(), v.WithOneNaN())
	}
}

// affordable reports whether o keeps within the limits: on what it takes at run
// time, operands spread out; on what its results take in the program, given the
// bytes that its constants take now; and on time. Ops in regions count as steps,
// for the interpreter is going to compile them.
func (f *folder) affordable(o *ir.Op, stored int64) bool {
	results := int64(0)
	for _, t := range o.ResultTypes() {
		n, _ := f.bytes(t)
		results += min(n, f.opt.MaxBytes-results) // more is too much already
	}
	steps, large := f.steps, false
	ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		if p != o {
			steps--
		}
		large = large || !f.fits(p)
		if large || steps < 0 && p != o {
			return ir.Stop
		}
		return ir.Advance
	})
	f.steps = steps            // looking at what is inside of ops takes time, too
	seconds := f.machine.Op(o) // a guess, which saves the try
	switch {
	case large:
		f.left(o, "num-too-large", fmt.Sprintf("a value takes more than max-bytes=%d", f.opt.MaxBytes))
	case results-stored > f.opt.MaxGrowth:
		f.left(o, "num-growing", fmt.Sprintf("%d bytes of constants would become %d, more than max-growth=%d allows", stored, results, f.opt.MaxGrowth))
	case runsOthers(o) && steps <= 0:
		f.left(o, "num-too-slow", fmt.Sprintf("it has more ops than are left of max-steps=%d", f.opt.MaxSteps))
	case seconds*interp.StepsPerSecond > float64(f.work):
		f.left(o, "num-too-slow", fmt.Sprintf("it takes about %.3g seconds, more than are left of time-budget=%g", seconds, f.opt.TimeBudget))
	default:
		return true // and counts as it runs
	}
	return false
}

// fits reports whether no operand and no result of o by itself takes more than
// max-bytes.
func (f *folder) fits(o *ir.Op) bool {
	for i := range o.NumOperands() {
		if _, ok := f.bytes(o.Operand(i).Type()); !ok {
			return false
		}
	}
	for i := range o.NumResults() {
		if _, ok := f.bytes(o.Result(i).Type()); !ok {
			return false
		}
	}
	return true
}

// bytes is the storage of a value of type t; ok is false when it is not known
// or exceeds the limit.
func (f *folder) bytes(t *ir.Type) (bytes int64, ok bool) {
	if !t.IsRankedTensor() {
		return 0, !t.IsShaped()
	}
	size := max(1, int64(ir.StorageBytes(t.Elem())))
	n, known := t.NumElements()
	if !known || n > f.opt.MaxBytes/size {
		return 0, false
	}
	return n * size, true
}

// element is the one element of a splat as a rank-0 tensor.
func element(a *ir.Attr) *tensor.Tensor {
	d, _ := interp.DTypeOf(a.Type().Elem())
	t := tensor.New(d)
	copy(t.Bytes(), a.Raw())
	return t
}
