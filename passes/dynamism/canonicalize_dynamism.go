package dynamism

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// CanonicalizeDynamism makes ops that are told constants ordinary ones.
var CanonicalizeDynamism = &pipeline.Pass{
	Name:  "canonicalize-dynamism",
	Title: "CanonicalizeDynamism",
	Doc: "Make ops that constant operands tell the shape of their result ops of a fixed shape: a dynamic_reshape becomes a reshape, a real_dynamic_slice " +
		"a slice, and one of a constant size that begins anywhere a dynamic_slice. Where the type of the result said less of its extents than is known then, a tensor.cast gives it back, so that nothing else changes. " +
		"An op whose constants contradict its types is left, for it is an error only if it runs.",
	Statistics: []pipeline.Statistic{{Name: "num-replaced", Doc: "Number of ops replaced"}},
	Run: func(r *pipeline.Run) error {
		n := int64(0)
		for _, o := range toldOps(r.Op) {
			if canonicalize(r, o) || slide(r, o) {
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

// slide replaces a real_dynamic_slice whose limits are its starts and constants, of
// strides 1, by a dynamic_slice of that size, and reports whether it did. A box that
// would not lie inside, which was an error, is moved inside now.
func slide(r *pipeline.Run, o *ir.Op) bool {
	if !o.Is(stablehlo.RealDynamicSlice) || o.Operand(1).Type() != o.Operand(2).Type() {
		return false
	}
	sizes, ok := sizesOf(o.Operand(1), o.Operand(2))
	strides, known := analysis.ConstantInts(ir.ConstantValue(o.Operand(3)))
	if !ok || !known || slices.ContainsFunc(strides, func(n int64) bool { return n != 1 }) {
		return false
	}
	t, elem := o.Operand(0).Type(), o.Operand(1).Type().Elem()
	for d, n := range sizes {
		if extent := t.Shape()[d]; n < 0 || extent != ir.Dynamic && n > extent {
			return false
		}
	}
	b := r.Builder.Before(o)
	operands := []*ir.Value{o.Operand(0)}
	ints := func(name string, n ...int64) ir.NamedAttr {
		return ir.NamedAttr{Name: name, Value: r.Ctx.I64Array(n)}
	}
	for d := range int64(len(sizes)) {
		one := b.OpWithTypes(stablehlo.Slice, o.Loc(), []*ir.Type{r.Ctx.Tensor([]int64{1}, elem)}, []*ir.Value{o.Operand(1)},
			ints("start_indices", d), ints("limit_indices", d+1), ints("strides", 1))
		operands = append(operands, b.OpWithTypes(stablehlo.Reshape, o.Loc(), []*ir.Type{r.Ctx.Tensor(nil, elem)}, one.Results()).Result(0))
	}
	made := b.OpWithTypes(stablehlo.DynamicSlice, o.Loc(), []*ir.Type{r.Ctx.Tensor(sizes, t.Elem())}, operands, ints("slice_sizes", sizes...))
	made.SetAttrs(o.Attrs())
	v := made.Result(0)
	if old := o.Result(0).Type(); v.Type() != old {
		v = cast(b, o, v, old)
	}
	o.Result(0).ReplaceAllUsesWith(v)
	o.Erase()
	return true
}

// sizesOf are the constants by which limit is more than start, as the sum of both.
func sizesOf(start, limit *ir.Value) (sizes []int64, ok bool) {
	sum := limit.Def()
	if !sum.Is(stablehlo.Add) {
		return nil, false
	}
	for i := range 2 {
		if sum.Operand(i) == start {
			return analysis.ConstantInts(ir.ConstantValue(sum.Operand(1 - i)))
		}
	}
	return nil, false
}
