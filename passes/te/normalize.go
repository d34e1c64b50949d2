package tepasses

import (
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/te/normalize"
)

// Normalize brings computes into the form in which equal ones are equal text.
var Normalize = &pipeline.Pass{
	Name:  "te-normalize",
	Title: "TENormalize",
	Doc: "Bring computes into the form in which those that compute the same are most often the same text. Axes begin at 0; an axis of a result that its compute and all who read it use backwards is turned round; " +
		"axes of results are in the order of the first read of the largest operand, as far as they occur in it, where other computes read the result, and anybody else gets a view in the order of before. " +
		"Reduction axes with one value go; others are turned round and ordered likewise only where that changes no bit: in max, min, and, or, xor, and sums and products of integers. " +
		"Index expressions are simplified, guards that always or never hold are gone, constants are in the body, and equal ops of a body are one.",
	Statistics: []pipeline.Statistic{
		{Name: "num-shifted", Doc: "Number of axes that began elsewhere than at 0"},
		{Name: "num-mirrored", Doc: "Number of axes turned round"},
		{Name: "num-permuted", Doc: "Number of computes whose axes got another order"},
		{Name: "num-dropped", Doc: "Number of reduction axes removed, which had one value"},
	},
	Run: func(r *pipeline.Run) error {
		s := normalize.Normalize(r.Builder, r.Op)
		if !s.Changed {
			r.MarkUnchanged()
		}
		r.Count("num-shifted", int64(s.Shifted))
		r.Count("num-mirrored", int64(s.Mirrored))
		r.Count("num-permuted", int64(s.Permuted))
		r.Count("num-dropped", int64(s.Dropped))
		return nil
	},
}
