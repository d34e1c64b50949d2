package passes

import (
	"errors"
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// FoldOptions are the options of the pass `fold`.
type FoldOptions struct {
	MaxBytes   int64   `opt:"max-bytes" doc:"Leave an op alone if an operand, a result or a value in a region takes more bytes than this, unless all operands are splats"`
	MaxGrowth  int64   `opt:"max-growth" doc:"Leave an op alone if its results take more bytes than its constants (a splat counts one element) plus this many"`
	MaxSteps   int     `opt:"max-steps" doc:"Compile and execute at most this many ops and blocks of regions in one run of the pass, half of what is left for one op"`
	TimeBudget float64 `opt:"time-budget" doc:"Leave what would make one run of the pass compute for more than this many seconds, of 1e9 steps of work each, which are counted and not timed, so that the outcome is the same everywhere; half of what is left for one loop; inf for no bound"`
}

// Fold computes ops with constant operands at compile time.
var Fold = &pipeline.Pass{
	Name:  "fold",
	Title: "Fold",
	Doc: "Compute ops with constant operands. A pure op whose operands are all constants is run by the interpreter's own kernel, so the " +
		"result has the bits that a run would give; an op with regions too, if they use nothing but constants from outside and " +
		"end after a reasonable number of steps, and the call of a function that is pure. Ops that do not need each other are computed in parallel. Splats fold as splats " +
		"without being spread out. Results that would grow the program (an iota, the broadcast of a constant) stay ops, and so " +
		"does what takes too much space or time; statistics and remarks say which and why.",
	Options: func() any {
		return &FoldOptions{MaxBytes: 256 << 20, MaxGrowth: 256, MaxSteps: 1 << 20, TimeBudget: 10}
	},
	Bind: func(b *pipeline.Binding) error {
		opt := b.Options.(*FoldOptions)
		return errors.Join(
			pipeline.NotNegative("max-bytes", float64(opt.MaxBytes)), pipeline.NotNegative("max-growth", float64(opt.MaxGrowth)),
			pipeline.NotNegative("max-steps", float64(opt.MaxSteps)), pipeline.NotNegative("time-budget", opt.TimeBudget))
	},
	Statistics: []pipeline.Statistic{
		{Name: "num-folded", Doc: "Number of operations folded"},
		{Name: "num-splats", Doc: "Number of operations folded without computing more than one element"},
		{Name: "num-too-large", Doc: "Number of operations left because of max-bytes"},
		{Name: "num-growing", Doc: "Number of operations left because of max-growth"},
		{Name: "num-too-slow", Doc: "Number of operations left because of time-budget or max-steps"},
		{Name: "num-failed", Doc: "Number of operations left because they cannot be executed"},
	},
	Run: func(r *pipeline.Run) error {
		opt := r.Options.(*FoldOptions)
		f := &folder{
			run: r, opt: opt, steps: opt.MaxSteps, work: int(min(opt.TimeBudget*interp.StepsPerSecond, 1<<60)), machine: cost.CPU(),
			purity: analysis.NewPurity(), closed: closedOps(r.Op),
			missing: map[*ir.Op]int{}, used: map[*ir.Op]bool{}, gone: map[*ir.Op]bool{},
		}
		f.functions = newFoldFunctions(r.Op, f.fits)
		f.purity.Call = f.functions.Pure
		if !f.all() {
			r.MarkUnchanged()
		}
		return nil
	},
}

// folder folds round by round: what is foldable at first, then what that made
// foldable, and so on.
type folder struct {
	run     *pipeline.Run
	opt     *FoldOptions
	machine *cost.Machine
	steps   int // left of MaxSteps
	work    int // left of TimeBudget
	purity  *analysis.Purity
	closed  map[*ir.Op]bool
	// functions are those that constants may be given to.
	functions foldFunctions
	// next are the ops to try in the next round.
	next []*ir.Op
	// missing counts the operands of an op that are not constant, once one of
	// them has become so.
	missing map[*ir.Op]int
	// constants are those that lost a use, in the order they did; used has them
	// while they exist.
	constants []*ir.Op
	used      map[*ir.Op]bool
	// gone are the ops that went with one around them.
	gone map[*ir.Op]bool
}

// all folds what it can, and reports whether that was anything.
func (f *folder) all() (changed bool) {
	ir.Walk(f.run.Op, func(o *ir.Op) ir.WalkAction {
		if o != f.run.Op && f.foldable(o) {
			f.next = append(f.next, o)
		}
		return ir.Advance
	})
	for len(f.next) > 0 {
		changed = f.round() || changed
	}
	for _, c := range f.constants {
		if f.used[c] && !c.HasUses() {
			c.Erase()
		}
	}
	return changed
}

// round tries the ops that are next. Those that run others come first, one after
// the other, for they share the limits and take what is inside of them along;
// the others are independent of each other.
func (f *folder) round() (changed bool) {
	list := f.next
	f.next = nil
	for _, o := range list {
		if runsOthers(o) && !f.gone[o] {
			changed = f.replace(f.runOne(o)) || changed
		}
	}
	var plans []*foldPlan
	for _, o := range list {
		if !runsOthers(o) && !f.gone[o] {
			plans = append(plans, f.plan(o))
		}
	}
	f.computeAll(plans)
	for _, p := range plans {
		changed = f.replace(p) || changed
	}
	return changed
}

// computeAll computes plans that do not need each other. Each may do an equal
// share of the work that is left, for what one does must not depend on which
// others are done by then; those that need more come one after the other behind.
func (f *folder) computeAll(plans []*foldPlan) {
	share := f.work / max(1, len(plans))
	compute := func(lo, hi int) {
		for _, p := range plans[lo:hi] {
			p.run(share)
		}
	}
	if f.run.Workers() > 1 && len(plans) > 1 {
		parallel.For(len(plans), 0, compute)
	} else {
		compute(0, len(plans))
	}
	for _, p := range plans {
		f.work -= p.done
	}
	for _, p := range plans {
		if p.spent && f.work > share {
			p.run(f.work)
			f.work -= p.done
		}
	}
}

// runOne computes an op that runs others. It may use half of what is left of the
// limits, so that a loop that does not end leaves something for those after it.
func (f *folder) runOne(o *ir.Op) *foldPlan {
	p := f.plan(o)
	if p.compute == nil {
		return p
	}
	steps := f.steps - f.steps/2
	p.limits.Steps, p.limits.Functions = steps, f.functions.compiled()
	p.run(f.work / 2)
	f.steps -= steps - max(p.limits.Steps, 0)
	f.work -= p.done
	return p
}

// foldable reports whether o can be computed from constants, as far as its kind
// and types go. It is asked once when that is so: what fails here is counted.
func (f *folder) foldable(o *ir.Op) bool {
	if o.NumResults() == 0 || o.Has(ir.ConstantLike|ir.Opaque|ir.Terminator) {
		return false
	}
	if _, ok := interp.Kernel.Get(o.Def()); !ok {
		return false
	}
	for i := range o.NumOperands() {
		if ir.ConstantValue(o.Operand(i)) == nil {
			return false
		}
	}
	if o.NumRegions() > 0 && !f.closed[o] || !f.purity.Pure(o) {
		return false
	}
	for _, t := range append(o.OperandTypes(), o.ResultTypes()...) {
		if !hasConstants(t) {
			f.left(o, "num-failed", fmt.Sprintf("no value of type '%s' can be computed", t))
			return false
		}
	}
	return true
}

// runsOthers reports whether o runs ops in its regions or in a function.
func runsOthers(o *ir.Op) bool { return o.NumRegions() > 0 || analysis.IsCall(o) }

// hasConstants reports whether values of type t can be computed and kept: static
// tensors and scalars of a type that the interpreter knows.
func hasConstants(t *ir.Type) bool {
	if t.IsShaped() && !(t.IsRankedTensor() && t.IsStatic()) {
		return false
	}
	_, err := interp.SpecOf(t)
	return err == nil
}

// closedOps lists the ops with regions that use nothing from outside of them
// but constants. It looks at every operand once, whatever the depth.
func closedOps(root *ir.Op) map[*ir.Op]bool {
	closed := map[*ir.Op]bool{}
	// depth counts the ops around a region; outermost is the depth of the region
	// furthest out of those an op's insides use values of.
	depth, outermost := map[*ir.Op]int{}, map[*ir.Op]int{}
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o.NumRegions() > 0 {
			if o != root {
				depth[o] = depth[o.Parent()] + 1
			}
			outermost[o] = depth[o]
		}
		return ir.Advance
	})
	ir.WalkPost(root, func(o *ir.Op) {
		if o == root {
			return
		}
		p := o.Parent()
		if o.NumRegions() > 0 {
			closed[o] = outermost[o] >= depth[o]
			outermost[p] = min(outermost[p], outermost[o])
		}
		for i := range o.NumOperands() {
			if v := o.Operand(i); ir.ConstantValue(v) == nil {
				outermost[p] = min(outermost[p], depth[v.Block().Parent()])
			}
		}
	})
	return closed
}

// replace puts constants in the place of the op of p, if they were found, and
// reports whether it did.
func (f *folder) replace(p *foldPlan) bool {
	o := p.op
	switch {
	case p.err != nil && p.spent:
		f.left(p.op, "num-too-slow", p.err.Error())
	case p.err != nil:
		f.left(p.op, "num-failed", p.err.Error())
	}
	if p.results == nil {
		return false
	}
	constants := make([]*ir.Op, len(p.results))
	for i, a := range p.results {
		if constants[i] = f.constant(o, a, o.Result(i).Type()); constants[i] != nil {
			continue
		}
		for _, made := range constants[:i] {
			made.Erase()
		}
		f.left(o, "num-failed", fmt.Sprintf("there is no constant of type %v", o.Result(i).Type()))
		return false
	}
	f.run.Count("num-folded", 1)
	if p.splat {
		f.run.Count("num-splats", 1)
	}
	f.run.Passed(o, "Fold", "computed '%s'", o.Name())
	for i, c := range constants {
		o.Result(i).ReplaceAllUsesWith(c.Result(0))
		f.noteUsers(c)
	}
	f.erase(o)
	return true
}

// constant makes the op for a constant in the place of a result of o, or returns
// nil. A dialect without constants, such as those of calls and loops, borrows.
func (f *folder) constant(o *ir.Op, a *ir.Attr, t *ir.Type) *ir.Op {
	b := f.run.Builder.Before(o)
	for _, d := range []*ir.Dialect{o.Def().Dialect(), tg.Dialect, arith.Dialect} {
		if d.Constant == nil {
			continue
		}
		if c := d.Constant(b, a, t, o.Loc()); c != nil {
			return c
		}
	}
	return nil
}

// left counts an op that is not folded, and says why.
func (f *folder) left(o *ir.Op, statistic, why string) {
	f.run.Count(statistic, 1)
	f.run.Missed(o, "Fold", "left '%s': %s", o.Name(), why)
}

// noteUsers finds the ops that have become foldable by the new constant c.
func (f *folder) noteUsers(c *ir.Op) {
	for u := c.Result(0).FirstUse(); u != nil; u = u.Next() {
		o := u.Owner()
		n, known := f.missing[o]
		if known {
			n--
		} else {
			for i := range o.NumOperands() {
				if ir.ConstantValue(o.Operand(i)) == nil {
					n++
				}
			}
		}
		f.missing[o] = n
		if n == 0 && f.foldable(o) {
			f.next = append(f.next, o)
		}
	}
	if !f.used[c] {
		f.used[c] = true
		f.constants = append(f.constants, c)
	}
}

// erase removes o and remembers the constants that it used.
func (f *folder) erase(o *ir.Op) {
	ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		for i := range p.NumOperands() {
			if d := p.Operand(i).Def(); d != nil && d.Has(ir.ConstantLike) && !f.used[d] {
				f.used[d] = true
				f.constants = append(f.constants, d)
			}
		}
		return ir.Advance
	})
	if o.NumRegions() > 0 {
		ir.Walk(o, func(p *ir.Op) ir.WalkAction {
			delete(f.used, p)
			f.gone[p] = true
			return ir.Advance
		})
	}
	o.Erase()
}
