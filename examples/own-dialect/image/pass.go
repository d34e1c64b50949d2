package image

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// DropBrightenOptions are the options of the pass.
type DropBrightenOptions struct {
	Below float64 `opt:"below" doc:"Remove those that change pixels by less than this"`
}

// DropBrighten removes what nobody sees.
var DropBrighten = &pipeline.Pass{
	Name:  "image-drop-brighten",
	Title: "ImageDropBrighten",
	Doc:   "Remove image.brighten that changes little. Results change by as much.",
	Options: func() any {
		return &DropBrightenOptions{Below: 1.0 / 256}
	},
	Bind: func(b *pipeline.Binding) error {
		if below := b.Options.(*DropBrightenOptions).Below; !(below >= 0) {
			return fmt.Errorf("option 'below' must not be negative, but is %g", below)
		}
		return nil
	},
	Statistics: []pipeline.Statistic{{Name: "num-dropped", Doc: "Number of operations removed"}},
	Run: func(r *pipeline.Run) error {
		var little []*ir.Op
		ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
			if o.Is(Brighten) && math.Abs(o.Attr("by").Float()) < r.Options.(*DropBrightenOptions).Below {
				little = append(little, o)
			}
			return ir.Advance
		})
		for _, o := range little {
			o.Result(0).ReplaceAllUsesWith(o.Operand(0))
			o.Erase()
		}
		r.Count("num-dropped", int64(len(little)))
		return nil
	},
}
