package tepasses

import (
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/te/linalg"
)

// LinalgOptions are the options of the pass `te-to-linalg`.
type LinalgOptions struct {
	FMA bool `opt:"fma" doc:"Write the steps of the combiner dot as math.fma, which rounds once, as tg does, and not as a product and a sum, which other compilers look for"`
}

// ToLinalg writes computes as loop nests of linalg.
var ToLinalg = &pipeline.Pass{
	Name:  "te-to-linalg",
	Title: "TEToLinalg",
	Doc: "Write te.compute as linalg.generic, for other compilers to go on with: axes are loops, parallel or reductions, reads are operands with indexing maps, " +
		"or tensor.extract at linalg.index where linalg has no map for them (values, guards, a part of a dimension), and ops of tg are ops of arith and math that keep what tg says of " +
		"division by zero, shifts, conversions and NaN. Functions keep their signatures. Sums begin with their initial or neutral element and go on one by one; those of f16 and bf16 are in f32. " +
		"tg.constant, tg.dim and tg.item become ops of arith and tensor; any other op of tg outside of a compute is an error, as is one in a compute that arith and math have no op for: run --tg-to-te first.",
	Options:    func() any { return &LinalgOptions{} },
	Statistics: []pipeline.Statistic{{Name: "num-nests", Doc: "Number of computes written"}},
	Run: func(r *pipeline.Run) error {
		n, err := linalg.Convert(r.Op, linalg.Options{FMA: r.Options.(*LinalgOptions).FMA})
		r.Count("num-nests", int64(n))
		return err
	},
}
