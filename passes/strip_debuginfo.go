package passes

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// StripDebugInfo forgets where everything came from.
var StripDebugInfo = &pipeline.Pass{
	Name:  "strip-debuginfo",
	Title: "StripDebugInfo",
	Doc:   "Strip debug info from all operations. Every op and block argument gets the location `unknown`.",
	Run: func(r *pipeline.Run) error {
		ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
			o.SetLoc(0)
			for _, region := range o.Regions() {
				for b := region.First(); b != nil; b = b.Next() {
					for _, a := range b.Args() {
						a.SetLoc(0)
					}
				}
			}
			return ir.Advance
		})
		r.MarkUnchanged() // locations are not what the verifier looks at
		return nil
	},
}
