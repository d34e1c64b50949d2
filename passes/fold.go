package passes

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/tensor"
)

// FoldOptions are the options of the pass `fold`.
type FoldOptions struct {
	MaxBytes  int64 `opt:"max-bytes" doc:"Leave an op alone if an operand, a result or a value in a region takes more bytes than this, unless all operands are splats"`
	MaxGrowth int64 `opt:"max-growth" doc:"Leave an op alone if its results take more bytes than its constants (a splat counts one element) plus this many"`
	MaxSteps  int   `opt:"max-steps" doc:"Compile and execute at most this many ops and blocks of regions in one run of the pass"`
}

// Fold computes ops with constant operands at compile time.
var Fold = &pipeline.Pass{
	Name:  "fold",
	Title: "Fold",
	Doc: "Fold constants: a pure op whose operands are all constants is run by the interpreter's own kernel, so the " +
		"result has the bits that a run would give; an op with regions too, if they use nothing but constants from outside and " +
		"end after a reasonable number of steps. Splats fold as splats without being spread out. Results that would " +
		"grow the program (an iota, the broadcast of a constant) stay ops.",
	Options: func() any { return &FoldOptions{MaxBytes: 16 << 20, MaxGrowth: 256, MaxSteps: 1 << 20} },
	Statistics: []pipeline.Statistic{
		{Name: "num-folded", Doc: "Number of operations folded"},
		{Name: "num-too-large", Doc: "Number of operations left because a value would be too large"},
		{Name: "num-failed", Doc: "Number of operations left because they cannot be executed, or not soon enough"},
	},
	Run: func(r *pipeline.Run) error {
		opt := r.Options.(*FoldOptions)
		f := &folder{run: r, opt: opt, steps: opt.MaxSteps, purity: analysis.NewPurity(), closed: closedOps(r.Op)}
		ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
			if o != r.Op && f.foldable(o) && f.fold(o) {
				f.dead = append(f.dead, o)
				return ir.Skip
			}
			return ir.Advance
		})
		if f.eraseDead(); len(f.dead) == 0 {
			r.MarkUnchanged()
		}
		return nil
	},
}

type folder struct {
	run    *pipeline.Run
	opt    *FoldOptions
	steps  int // left of MaxSteps
	purity *analysis.Purity
	closed map[*ir.Op]bool
	dead   []*ir.Op
}

func (f *folder) foldable(o *ir.Op) bool {
	if o.NumResults() == 0 || o.Has(ir.ConstantLike|ir.Opaque|ir.Terminator) || !f.purity.Pure(o) {
		return false
	}
	if _, ok := interp.Kernel.Get(o.Def()); !ok {
		return false
	}
	for i := range o.NumOperands() {
		a := ir.ConstantValue(o.Operand(i))
		if !a.Is(ir.DenseAttr) {
			return false
		}
		if _, ok := interp.DTypeOf(a.Type().Elem()); !ok {
			return false
		}
	}
	for i := range o.NumResults() {
		if !o.Result(i).Type().IsRankedTensor() || !o.Result(i).Type().IsStatic() {
			return false
		}
	}
	return o.NumRegions() == 0 || f.closed[o]
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

// fold replaces the results of o by constants and reports whether it did.
func (f *folder) fold(o *ir.Op) bool {
	results, ok := f.evaluate(o)
	if !ok {
		return false
	}
	d := o.Def().Dialect()
	if d.Constant == nil {
		f.failed(o, "its dialect has no constants")
		return false
	}
	b := f.run.Builder.Before(o)
	constants := make([]*ir.Op, len(results))
	for i, a := range results {
		if constants[i] = d.Constant(b, a, o.Result(i).Type(), o.Loc()); constants[i] != nil {
			continue
		}
		for _, made := range constants[:i] {
			made.Erase()
		}
		f.failed(o, fmt.Sprintf("there is no constant of type %v", o.Result(i).Type()))
		return false
	}
	for i, c := range constants {
		o.Result(i).ReplaceAllUsesWith(c.Result(0))
	}
	f.run.Count("num-folded", 1)
	f.run.Passed(o, "Fold", "computed '%s'", o.Name())
	return true
}

// failed counts an op that cannot be folded, and says why.
func (f *folder) failed(o *ir.Op, why string) {
	f.run.Count("num-failed", 1)
	f.run.Missed(o, "Fold", "left '%s': %s", o.Name(), why)
}

// eraseDead removes what was folded, and the constants that served nothing
// else.
func (f *folder) eraseDead() {
	var constants []*ir.Op
	seen := map[*ir.Op]bool{}
	for _, o := range f.dead {
		ir.Walk(o, func(p *ir.Op) ir.WalkAction {
			for i := range p.NumOperands() {
				if d := p.Operand(i).Def(); d != nil && d.Has(ir.ConstantLike) && !seen[d] {
					seen[d] = true
					constants = append(constants, d)
				}
			}
			return ir.Advance
		})
	}
	for _, o := range slices.Backward(f.dead) { // users before what they use
		o.Erase()
	}
	for _, c := range constants {
		if !c.HasUses() {
			c.Erase()
		}
	}
}

// evaluate computes the results of o, if they are not too large.
func (f *folder) evaluate(o *ir.Op) ([]*ir.Attr, bool) {
	consts := make([]*ir.Attr, o.NumOperands())
	splats := o.Has(ir.Elementwise) && len(consts) > 0
	var stored int64
	for i := range consts {
		consts[i] = ir.ConstantValue(o.Operand(i))
		splats = splats && consts[i].IsSplat()
		stored += int64(len(consts[i].Raw()))
	}
	if splats {
		in := make([]*tensor.Tensor, len(consts))
		for i, a := range consts {
			in[i] = element(a)
		}
		return f.attributes(o)(interp.EvaluateElement(o, in))
	}
	if !f.fits(o, stored) {
		f.run.Count("num-too-large", 1)
		f.run.Missed(o, "Fold", "left '%s': it exceeds max-bytes=%d, max-growth=%d or max-steps=%d", o.Name(), f.opt.MaxBytes, f.opt.MaxGrowth, f.opt.MaxSteps)
		return nil, false
	}
	in := make([]*tensor.Tensor, len(consts))
	for i, a := range consts {
		var err error
		if in[i], err = interp.DecodeElements(f.run.Ctx, a); err != nil {
			return f.attributes(o)(nil, err)
		}
	}
	return f.attributes(o)(interp.Evaluate(o, in, &f.steps))
}

// fits bounds what o takes at run time, operands spread out, and what its
// results take in the program, given the bytes that its constants take now.
// Ops in regions count as steps, for the interpreter is going to compile them.
func (f *folder) fits(o *ir.Op, stored int64) bool {
	var results int64
	for i := range o.NumResults() {
		n, ok := f.bytes(o.Result(i).Type())
		if !ok {
			return false
		}
		results += n
	}
	if results > stored+f.opt.MaxGrowth || results > f.opt.MaxBytes {
		return false
	}
	return ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		if p != o {
			if f.steps--; f.steps < 0 {
				return ir.Stop
			}
		}
		for i := range p.NumOperands() {
			if _, ok := f.bytes(p.Operand(i).Type()); !ok {
				return ir.Stop
			}
		}
		for i := range p.NumResults() {
			if _, ok := f.bytes(p.Result(i).Type()); !ok {
				return ir.Stop
			}
		}
		return ir.Advance
	}) != ir.Stop
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

// attributes turns what the interpreter returns for o into constants.
func (f *folder) attributes(o *ir.Op) func([]*tensor.Tensor, error) ([]*ir.Attr, bool) {
	return func(values []*tensor.Tensor, err error) ([]*ir.Attr, bool) {
		if err != nil {
			f.failed(o, err.Error())
			return nil, false
		}
		attrs := make([]*ir.Attr, len(values))
		for i, v := range values {
			attrs[i] = interp.EncodeElements(f.run.Ctx, o.Result(i).Type(), v)
		}
		return attrs, true
	}
}
