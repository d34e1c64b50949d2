package dynamism

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// CanonicalizeDynamism makes ops that are told constants ordinary ones.
var CanonicalizeDynamism = &pipeline.Pass{
	Name:  "canonicalize-dynamism",
	Title: "CanonicalizeDynamism",
	Doc: "Make ops that constant operands tell the shape of their result ops of a fixed shape: a dynamic_reshape becomes a reshape, a real_dynamic_slice " +
		"a slice. Where the type of the result said less of its extents than is known then, a tensor.cast gives it back, so that nothing else changes. " +
		"An op whose constants contradict its types is left, for it is an error only if it runs.",
	Statistics: []pipeline.Statistic{{Name: "num-replaced", Doc: "Number of ops replaced"}},
	Run: func(r *pipeline.Run) error {
		n := int64(0)
		for _, o := range toldOps(r.Op) {
			if canonicalize(r, o) {
				n++
			}
		}
		if n == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-replaced", n)
		return nil
	},
}

// toldOps are the ops that operands tell the shape of their result.
func toldOps(root *ir.Op) (list []*ir.Op) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if _, ok := analysis.ToldBy.Get(o.Def()); ok {
			list = append(list, o)
		}
		return ir.Advance
	})
	return list
}

// canonicalize replaces o by what it is of constants, and reports whether it did.
func canonicalize(r *pipeline.Run, o *ir.Op) bool {
	told, _ := analysis.ToldBy.Get(o.Def())
	numbers, known := told.ConstantNumbers(o)
	if !known {
		return false
	}
	s, err := told.Static(ir.InferenceOf(o), numbers)
	if err != nil {
		r.Missed(o, "Dynamism", "left '%s', which %s", o.Name(), err)
		return false
	}
	made, err := s.Create(r.Builder.Before(o), o.Loc(), o.Operands()[:told.Numbers])
	if err != nil {
		r.Missed(o, "Dynamism", "left '%s': %s", o.Name(), err)
		return false
	}
	made.SetAttrs(o.Attrs())
	v := made.Result(0)
	if t := o.Result(0).Type(); v.Type() != t {
		v = cast(r.Builder.Before(o), o, v, t)
	}
	o.Result(0).ReplaceAllUsesWith(v)
	o.Erase()
	return true
}
