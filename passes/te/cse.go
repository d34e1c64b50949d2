package tepasses

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/te/shared"
)

// CSEOptions are the options of the pass `te-cse`.
type CSEOptions struct {
	FP        string  `opt:"fp" doc:"Whether sums and products of floats may be taken in another order: fast allows that" one-of:"strict,finite,fast" extra:"true"`
	MinSaving float64 `opt:"min-saving" doc:"How much arithmetic each element of an expression must take, in additions of f32, for several computes to share it as a compute of its own"`
}

// CSE shares the expressions that computes have in common.
var CSE = &pipeline.Pass{
	Name:  "te-cse",
	Title: "TECSE",
	Doc: "Share what computes have in common, also at other indices: transposed, mirrored, shifted, reshaped, or split over other computes. " +
		"An expression that another compute makes is read from there; one that several have becomes a compute of its own, over the axes that it depends on, unless an element of it takes less than 'min-saving': by default it must be more than one addition or multiplication. " +
		"What saves most arithmetic comes first, where an expression counts at the points of the axes that it depends on. " +
		"Results of reductions are compared as a whole; their elements combine in the same order unless order makes no difference. Equal ops of one body are merged. " +
		"Computes of one block are compared with each other; those with more than 64 axes, more than 10,000 ops, or extents that only the run knows are not.",
	Options: func() any { return &CSEOptions{FP: "strict", MinSaving: 2} },
	Bind: func(b *pipeline.Binding) error {
		if n := b.Options.(*CSEOptions).MinSaving; n < 0 || math.IsNaN(n) {
			return fmt.Errorf("'min-saving' must be a number of additions, such as 2, but is %v", n)
		}
		return nil
	},
	Statistics: []pipeline.Statistic{
		{Name: "num-shared", Doc: "Number of computes made of what others have in common"},
		{Name: "num-read", Doc: "Number of expressions that became reads"},
		{Name: "num-merged", Doc: "Number of ops of bodies and of reductions that others equal"},
	},
	Run: func(r *pipeline.Run) error {
		o := r.Options.(*CSEOptions)
		opt := shared.Options{Fast: o.FP == "fast", MinSaving: o.MinSaving}
		if r.Remarking() {
			opt.Passed = func(o *ir.Op, text string) { r.Passed(o, "TECSE", "%s", text) }
			opt.Missed = func(o *ir.Op, text string) { r.Missed(o, "TECSE", "%s", text) }
		}
		s := shared.Share(r.Builder, r.Op, opt)
		if s == (shared.Stats{}) {
			r.MarkUnchanged()
		}
		r.Count("num-shared", int64(s.Shared))
		r.Count("num-read", int64(s.Reads))
		r.Count("num-merged", int64(s.Merged))
		return nil
	},
}
