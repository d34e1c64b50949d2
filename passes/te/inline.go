// Package tepasses has the passes of the index level, whose algorithms are in packages below te/.
package tepasses

import (
	"errors"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/te/inline"
)

// InlineOptions are the options of the pass `te-inline`.
type InlineOptions struct {
	MaxOps    int    `opt:"max-ops" doc:"Leave reads as they are where the body that reads would have more ops than this, constants not counted"`
	MaxReads  int    `opt:"max-reads" doc:"Leave reads as they are where the body that reads would have more of them than this"`
	Duplicate string `opt:"duplicate" one-of:"cheap,never,always" doc:"What may be computed more than once for each element: cheap for bodies without divisions and functions, never, or always"`
}

// Inline puts the bodies of computes where their elements are read.
var Inline = &pipeline.Pass{
	Name:  "te-inline",
	Title: "TEInline",
	Doc: "Put the bodies of computes without a reduction where their elements are read, with the indices of the read in the place of their axes, and remove the computes that nobody reads any more. " +
		"Guards go into the reads of the body, index expressions are simplified, and in each body equal ops become one, in the order in which they are needed. " +
		"Reads stay of what is needed as a tensor, of bodies that would be computed more often than before, unless that is cheap, and where bodies would become too large; remarks say which.",
	Options: func() any {
		d := inline.Defaults()
		return &InlineOptions{MaxOps: d.MaxOps, MaxReads: d.MaxReads, Duplicate: string(d.Duplicate)}
	},
	Bind: func(b *pipeline.Binding) error {
		o := b.Options.(*InlineOptions)
		return errors.Join(pipeline.NotNegative("max-ops", float64(o.MaxOps)), pipeline.NotNegative("max-reads", float64(o.MaxReads)))
	},
	Statistics: []pipeline.Statistic{
		{Name: "num-inlined", Doc: "Number of reads in whose place a body was put"},
		{Name: "num-erased", Doc: "Number of computes removed"},
		{Name: "num-merged", Doc: "Number of ops of bodies that were there twice or that nothing needed"},
	},
	Run: func(r *pipeline.Run) error {
		o := r.Options.(*InlineOptions)
		opt := inline.Options{MaxOps: o.MaxOps, MaxReads: o.MaxReads, Duplicate: inline.Duplicate(o.Duplicate)}
		if r.Remarking() {
			opt.Missed = func(o *ir.Op, why string) { r.Missed(o, "TEInline", "not inlined: %s", why) }
		}
		s := inline.Inline(r.Builder, r.Op, opt)
		if !s.Changed {
			r.MarkUnchanged()
		}
		r.Count("num-inlined", int64(s.Inlined))
		r.Count("num-erased", int64(s.Erased))
		r.Count("num-merged", int64(s.Merged))
		return nil
	},
}
