package tepasses

import (
	"strings"

	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/normalize"
)

// VJPOptions are the options of the pass `te-vjp`.
type VJPOptions struct {
	Func string   `opt:"func" doc:"The function to differentiate"`
	Wrt  []string `opt:"wrt" doc:"The arguments to differentiate by, by number or name; all floats and complex ones if empty"`
	Of   []string `opt:"of" doc:"The results to differentiate, by number or name; all floats and complex ones if empty"`
	As   string   `opt:"as" doc:"The name of the function that is made; empty for FUNC.vjp"`
}

// VJP makes derivatives at the level of indices.
var VJP = &pipeline.Pass{
	Name:  "te-vjp",
	Title: "TEVJP",
	Doc: "Make the derivative of a function of computes at the level of indices, in reverse mode: FUNC.vjp takes the arguments and cotangents of the results, and returns the results and cotangents of the arguments. " +
		"The cotangent of what a compute reads is a compute, whose reduction goes over the points that read an element: the equations of indices are solved over the integers, so that a strided convolution's goes over the taps that meet an element. " +
		"What cannot be solved, and indices by value, scatter. It is `differentiate` with te-normalize behind: ops of tg between computes have their own rules, and te.compute has one in other modes, too. Run tg-to-te first.",
	On:      "builtin.module",
	Options: func() any { return &VJPOptions{} },
	Statistics: []pipeline.Statistic{
		{Name: "num-computes", Doc: "Number of computes in the function made"},
	},
	Run: func(r *pipeline.Run) error {
		opt := r.Options.(*VJPOptions)
		if opt.Func == "" {
			return r.Op.Errorf("option 'func' must name the function to differentiate")
		}
		fn, err := autodiff.Named(r.Op, strings.TrimPrefix(opt.Func, "@"))
		if err != nil {
			return err
		}
		req := autodiff.Request{Mode: autodiff.Reverse, As: strings.TrimPrefix(opt.As, "@")}
		if req.Wrt, err = naming.ArgumentNumbers(fn, opt.Wrt); err != nil {
			return err
		}
		if req.Of, err = naming.ResultNumbers(fn, opt.Of); err != nil {
			return err
		}
		d := autodiff.New(r.Op, &autodiff.Options{
			Remark: func(o *ir.Op, text string) { r.Analysis(o, "autodiff", "%s", text) },
		})
		made, err := d.Function(fn, req)
		if err != nil {
			return err
		}
		for _, n := range made {
			n.SetAttr("sym_visibility", nil)
			normalize.Normalize(ir.NewBuilder(r.Op.Context()), n)
			ir.Walk(n, func(o *ir.Op) ir.WalkAction {
				if _, ok := te.AsCompute(o); ok {
					r.Count("num-computes", 1)
				}
				return ir.Advance
			})
		}
		return nil
	},
}
