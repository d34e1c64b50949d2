package passes

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// CompositeFixedPointOptions are the options of the pass
// `composite-fixed-point-pass`.
type CompositeFixedPointOptions struct {
	Name          string `opt:"name" doc:"What reports and dumps call the pass"`
	Pipeline      string `opt:"pipeline" doc:"Passes to run, as they would stand between the parentheses of an anchor"`
	MaxIterations int    `opt:"max-iterations" doc:"Run the passes at most this often after the first time"`

	inner *pipeline.Pipeline
}

// CompositeFixedPoint runs passes until they change nothing.
var CompositeFixedPoint = &pipeline.Pass{
	Name:  "composite-fixed-point-pass",
	Title: "CompositeFixedPointPass",
	Doc: "Composite fixed point pass. It runs the passes of its option again and again, until they leave everything as it " +
		"was; it warns when that does not happen.",
	Options: func() any { return &CompositeFixedPointOptions{Name: "CompositeFixedPointPass", MaxIterations: 10} },
	Bind: func(b *pipeline.Binding) (err error) {
		opt := b.Options.(*CompositeFixedPointOptions)
		if opt.MaxIterations <= 0 {
			return errors.New("Invalid maxIterations value: " + strconv.Itoa(opt.MaxIterations)) // as mlir-opt says it
		}
		b.Title = opt.Name
		opt.inner, err = b.Nested("pipeline", opt.Pipeline, pipeline.AnyOp)
		return err
	},
	Run: func(r *pipeline.Run) error {
		opt := r.Options.(*CompositeFixedPointOptions)
		r.MarkUnchanged() // since the last of the passes inside, which were verified
		if opt.inner.Empty() {
			return nil
		}
		before := ir.Fingerprint(r.Op)
		for i := 0; ; i++ {
			if !r.RunPipeline(opt.inner, r.Op) {
				return nil // it has said why
			}
			if i == opt.MaxIterations {
				r.Emit(&ir.Diag{
					Severity: ir.Warning, Loc: r.Op.Loc(), Op: r.Op,
					Message: fmt.Sprintf(`Composite pass "%s"+ didn't converge in %d iterations`, opt.Name, opt.MaxIterations),
				})
				return nil
			}
			after := ir.Fingerprint(r.Op)
			if after == before {
				return nil
			}
			before = after
		}
	},
}
