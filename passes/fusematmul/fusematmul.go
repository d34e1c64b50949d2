// Package fusematmul is the pass that merges contractions where the cost model says that it pays:
// chains, transposes, attention, epilogues, algorithms and steps of one, and siblings, batches and
// sums of several, each in the file of its name. What is merged is found by levels.go, so that
// nothing comes to depend on itself, and written by merge.go and join.go.
package fusematmul

import (
	"slices"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/rewrite"
)

// Options are the options of the pass `fuse-matmul`.
type Options struct {
	FP      string   `opt:"fp" doc:"Floating-point rewrites allowed: strict keeps every bit, finite assumes no NaN, infinity or -0, fast allows other rounding" one-of:"strict,finite,fast"`
	Machine string   `opt:"machine" names:"cpu,gpu" doc:"What the program is to run on: cpu, gpu, or the file of a profile"`
	Forms   []string `opt:"forms" doc:"What to do; all of it if empty" one-of:"chains,transposes,attention,epilogues,siblings,batches,sums,algorithms,steps"`

	model *cost.Machine // of the option machine
}

// Pass merges contractions.
var Pass = &pipeline.Pass{
	Name:  "fuse-matmul",
	Title: "FuseMatmul",
	Doc: "Merge matrix products and convolutions where the cost model says that it pays. " +
		"Those that share an operand (the projections of attention, the gates of a recurrent cell and its inputs at all times, parallel 1x1 convolutions) become one on the other operands joined, " +
		"independent ones of equal shapes one batched product, `a@b + c@d` one product of joined operands, and chains of products associate in the cheapest way; " +
		"bias and activation become the epilogue, other elementwise ops behind a contraction (scales and shifts of channels, residuals, bounds) run on blocks of its result in one fusion with it, and transposes are read in place. Attention, two products with what makes rows of the result of one those of the other, " +
		"becomes one fusion, whose scores stay in the cache. Constant operands are joined at compile time. " +
		"Results do not change by a bit under fp=strict: sums and chains, which round differently, are left to integers then, and convolutions by 3x3 constants, " +
		"which fp=fast computes by Winograd's algorithm, stay as they are.",
	Options: func() any { return &Options{FP: "strict", Machine: "cpu"} },
	Bind: func(b *pipeline.Binding) (err error) {
		opt := b.Options.(*Options)
		opt.model, err = cost.Named(opt.Machine, b.Registry.MaxInput)
		return err
	},
	Prepare: func(c *ir.Context, options any) error { return options.(*Options).model.Check(c) },
	Statistics: []pipeline.Statistic{
		{Name: "num-siblings", Doc: "Number of contractions merged with others that share an operand"},
		{Name: "num-batched", Doc: "Number of matrix products that became part of a batched one"},
		{Name: "num-summed", Doc: "Number of matrix products that became part of one whose sum is theirs"},
		{Name: "num-chains", Doc: "Number of chains of matrix products associated anew"},
		{Name: "num-epilogues", Doc: "Number of biases and activations taken into contractions"},
		{Name: "num-steps", Doc: "Number of elementwise ops taken into fusions with contractions"},
		{Name: "num-attentions", Doc: "Number of fusions made from product to product"},
		{Name: "num-transposes", Doc: "Number of transposes taken into contractions"},
		{Name: "num-algorithms", Doc: "Number of convolutions that are computed by another algorithm"},
		{Name: "num-left", Doc: "Number of contractions left because merging them does not pay"},
	},
	Run: runFuseMatmul,
}

func runFuseMatmul(r *pipeline.Run) error {
	opt := r.Options.(*Options)
	f := &fuser{run: r, opt: opt, machine: opt.model}
	f.fuse()
	if !f.changed {
		r.MarkUnchanged()
	}
	return nil
}

// fuser is one run of the pass.
type fuser struct {
	run     *pipeline.Run
	opt     *Options
	machine *cost.Machine
	deps    *dependences
	rules   map[*ir.OpDef][]*rewrite.Pattern // of the epilogues, by root
	applier *rewrite.Applier
	changed bool
}

// fuse does one form after the other. Chains and transposes come first, because epilogues and
// merging hide them, and then attention, which epilogues would take apart; operands that are shared
// on the right come before those on the left, since joining inputs is cheaper than joining weights.
func (f *fuser) fuse() {
	blocks := contractionBlocks(f.run.Op)
	if len(blocks) == 0 {
		return
	}
	f.deps = newDependences(f.run.Op)
	f.each("chains", blocks, (*fuser).chains)
	f.each("transposes", blocks, (*fuser).transposes)
	f.each("attention", blocks, (*fuser).attentions)
	f.each("epilogues", blocks, (*fuser).epilogues)
	f.each("siblings", blocks, func(f *fuser, b *ir.Block) {
		f.siblings(b, 1)
		f.siblings(b, 0)
	})
	f.each("batches", blocks, (*fuser).batches)
	f.each("sums", blocks, (*fuser).sums)
	f.each("epilogues", blocks, (*fuser).epilogues)
	f.each("algorithms", blocks, (*fuser).algorithms)
	f.each("steps", blocks, (*fuser).steps)
}

func (f *fuser) wants(form string) bool {
	return len(f.opt.Forms) == 0 || slices.Contains(f.opt.Forms, form)
}

func (f *fuser) each(form string, blocks []*ir.Block, do func(*fuser, *ir.Block)) {
	if f.wants(form) {
		for _, b := range blocks {
			do(f, b)
		}
	}
}

// real reports whether values of element type t may be computed by another
// formula that is equal over the reals. Integers wrap, so that it is exact for
// them.
func (f *fuser) real(t *ir.Type) bool {
	return !t.IsFloat() && !t.IsComplex() || rewrite.FPMode(f.opt.FP).Allows(rewrite.Real)
}

// contractionBlocks lists the blocks inside of root that hold contractions.
func contractionBlocks(root *ir.Op) []*ir.Block {
	var blocks []*ir.Block
	seen := map[*ir.Block]bool{}
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o.Is(tg.Fusion) {
			return ir.Skip // what pays in there has been seen when it was made
		}
		if isContraction(o) && o != root && !seen[o.Block()] && !o.Parent().Has(ir.GraphRegions) {
			seen[o.Block()] = true
			blocks = append(blocks, o.Block())
		}
		return ir.Advance
	})
	return blocks
}

func isContraction(o *ir.Op) bool { return o.Is(tg.MatMul) || o.Is(tg.DotGeneral) || o.Is(tg.Conv) }

// seconds predicts the time of an op that may not exist.
func (f *fuser) seconds(def *ir.OpDef, result *ir.Type, props *ir.Attr, operands ...*ir.Type) float64 {
	in := ir.Inference{Ctx: f.run.Ctx, Def: def, Operands: operands, Props: props, Results: result.Alone()}
	return f.machine.Seconds(f.machine.Work(&in))
}

// microseconds is a prediction as remarks have it.
func microseconds(seconds float64) float64 { return seconds * 1e6 }

// create makes an op with the properties that another one had, in front of at.
func (f *fuser) create(def *ir.OpDef, at *ir.Op, result *ir.Type, props *ir.Attr, operands ...*ir.Value) *ir.Value {
	o, err := f.run.Builder.Before(at).Create(&ir.OpState{
		Name: f.run.Ctx.OpName(def.Name()), Loc: at.Loc(), Operands: operands, Results: result.Alone(), Props: props,
	})
	if err != nil {
		panic(err) // results are given: nothing is inferred that could fail
	}
	return o.Result(0)
}

// replace puts v in the place of o's result, and erases o.
func (f *fuser) replace(o *ir.Op, v *ir.Value) {
	o.Result(0).ReplaceAllUsesWith(v)
	f.erase(o)
}

// erase removes o, which nothing uses, and constants that served nothing else.
func (f *fuser) erase(o *ir.Op) {
	operands := o.Operands()
	o.Erase()
	for _, v := range operands {
		if d := v.Def(); d != nil && d.Has(ir.ConstantLike) && !v.HasUses() && d.Block() != nil {
			d.Erase()
		}
	}
	f.changed = true
}
