package passes

import (
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
)

// PrintIROptions are the options of the pass `print-ir`.
type PrintIROptions struct {
	Label string `opt:"label" doc:"What the header of the text says"`
}

// PrintIR prints the op it runs on.
var PrintIR = &pipeline.Pass{
	Name:    "print-ir",
	Title:   "PrintIR",
	Doc:     "Print IR on standard error. The text stands under a header that tells it from other dumps.",
	Options: func() any { return &PrintIROptions{} },
	Run: func(r *pipeline.Run) error {
		label := r.Options.(*PrintIROptions).Label
		if label != "" {
			label = " " + label
		}
		opt := r.Printing
		opt.LocalScope = true // as of every dump, so that each can be read by itself
		r.Printed("// -----// IR Dump" + label + " //----- //\n" + printer.OpString(r.Op, opt) + "\n")
		r.MarkUnchanged()
		return nil
	},
}
