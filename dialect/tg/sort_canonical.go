package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How sorts become simpler.

var sortPatterns = []*rewrite.Pattern{
	{
		Name: "sort-unused", Root: Sort,
		Doc: "An operand that does not decide the order goes with its result, if nothing uses that; and of a sort by a keyword of which slices read the first elements only, no others are found.",
		Why: "It changes how many results an op has, by which of them are used, and any number of slices may use them.",
		Example: example("%x: tensor<4xf32>, %y: tensor<4xi32>", "tensor<4xf32>",
			"%0:2 = tg.sort ascending %x, %y dim 0 : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)",
			"return %0#0 : tensor<4xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool { return dropUnusedSorted(r, o) || sortFirst(r, o) },
	},
	{
		Name: "sort-sort", Root: Sort,
		Doc: "What is sorted stays so.",
		Why: "An op with any number of results is replaced by some of them.",
		Example: example("%x: tensor<4xf32>, %y: tensor<4xi32>", "tensor<4xf32>, tensor<4xi32>",
			"%0:2 = tg.sort ascending %x, %y dim 0 : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)",
			"%1:2 = tg.sort ascending %0#0, %0#1 dim 0 : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)",
			"return %1#0, %1#1 : tensor<4xf32>, tensor<4xi32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			inner := o.Operand(0).Def()
			if o.NumRegions() > 0 || !inner.Is(Sort) || inner.Props() != o.Props() || o.Operand(0) != inner.Result(0) {
				return false
			}
			for i, v := range o.Operands() {
				if v.Def() != inner || i < int(o.Attr("keys").Int()) && v != inner.Result(i) {
					return false
				}
			}
			r.ReplaceOp(o, o.Operands()...)
			return true
		},
	},
	{
		Name: "sort-of-sorted", Root: Sort,
		Doc: "A splat is sorted, and so is an iota: in ascending order along its own dimension, in any along others.",
		Why: "An op with any number of results is replaced by its operands.",
		Example: example("", "tensor<4x2xi32>",
			"%0 = tg.iota dim 0 : tensor<4x2xi32>",
			"%1 = tg.sort ascending %0 dim 0 : tensor<4x2xi32>",
			"return %1 : tensor<4x2xi32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			x := o.Operand(0)
			ascending := o.NumRegions() == 0 && o.Attr("direction").Text() == "ascending"
			across := o.NumRegions() == 0 && x.Def().Is(Iota) && x.Def().Attr("dim").Int() != o.Attr("dim").Int()
			if o.NumOperands() != 1 || splatOf(x) == nil && !across && (!ascending || !isSorted(o.Attr("dim").Int(), x.Def())) {
				return false
			}
			if first := o.Attr("first"); first != nil && !x.Type().IsStatic() {
				return false
			} else if first != nil {
				on := wholeBox(x.Type().Shape())
				on.set(int(o.Attr("dim").Int()), 0, first.Int(), 1)
				x = sliced(r, o, x, on)
			}
			return replaceWith(r, o, x)
		},
	},
	{
		Name: "sort-region-is-keyword", Root: Sort,
		Doc: "A region that compares elements of operands, one after the other, is a keyword, however it is written; for floats the comparison must be total, or that of a total order but for zeros. " +
			"A last key that counts the elements changes nothing.",
		Why: "It looks into a region, and may make several ops.",
		Example: example("%x: tensor<4xf32>", "tensor<4xf32>",
			"%0 = tg.sort %x dim 0 : tensor<4xf32> with (%a: tensor<f32>, %b: tensor<f32>) {",
			"  %1 = tg.compare gt %a, %b total_order : (tensor<f32>, tensor<f32>) -> tensor<i1>",
			"  tg.yield %1 : tensor<i1>",
			"}",
			"return %0 : tensor<4xf32>"),
		Apply: sortByKeyword,
	},
}

// isSorted reports whether an op counts along a dimension. A narrow integer, or a float, may not
// count that far.
func isSorted(dim int64, o *ir.Op) bool {
	if !o.Is(Iota) || o.Attr("dim").Int() != dim {
		return false
	}
	t := o.Result(0).Type()
	elem := t.Elem()
	return elem.IsInteger() && (elem.Width() >= 32 || t.IsStatic() && t.Shape()[dim] <= 1<<(elem.Width()-1))
}

func dropUnusedSorted(r *rewrite.Rewriter, o *ir.Op) bool {
	if !slices.ContainsFunc(o.Results(), func(v *ir.Value) bool { return !v.HasUses() }) || o.NumOperands() < 2 {
		return false
	}
	deciding := make([]bool, o.NumOperands())
	var uses *blockUses
	if o.NumRegions() == 0 {
		for i := range o.Attr("keys").Int() {
			deciding[i] = true
		}
	} else {
		block := o.RegionAt(0).First()
		if !allPure(block) {
			return false
		}
		uses = newBlockUses(block)
		uses.reached = func(arg int) { uses.arg(arg ^ 1); deciding[arg/2] = true }
		uses.value(block.Last().Operand(0))
		uses.run()
	}
	var kept []int
	var operands []*ir.Value
	for i, v := range o.Operands() {
		if deciding[i] || o.Result(i).HasUses() {
			kept, operands = append(kept, i), append(operands, v)
			if uses != nil {
				uses.arg(2 * i)
			}
		}
	}
	if len(kept) == o.NumOperands() || len(kept) == 0 {
		return false
	}
	if uses != nil {
		uses.eraseOthers(r)
	}
	replaceKeeping(r, o, operands, kept)
	return true
}

// sortFirst finds no more elements than the slices read that alone use a sort.
func sortFirst(r *rewrite.Rewriter, o *ir.Op) bool {
	if o.NumRegions() > 0 {
		return false
	}
	dim, most := int(o.Attr("dim").Int()), int64(-1)
	var readers []*ir.Op
	for _, v := range o.Results() {
		for _, u := range v.Users() {
			if !u.Is(Slice) || !allStatic(u) {
				return false
			}
			most = max(most, u.Attr("limits").Ints()[dim])
			readers = append(readers, u)
		}
	}
	if most < 0 || most >= o.Result(0).Type().Shape()[dim] {
		return false
	}
	results := make([]*ir.Type, o.NumResults())
	for i, t := range o.ResultTypes() {
		shape := slices.Clone(t.Shape())
		shape[dim] = most
		results[i] = r.Ctx.WithShape(t, shape)
	}
	attrs := slices.DeleteFunc(slices.Clone(o.Props().Entries()), func(a ir.NamedAttr) bool { return a.Name == "first" })
	sorted := r.OpWithTypes(Sort, o.Loc(), results, o.Operands(), append(attrs, ir.NamedAttr{Name: "first", Value: r.Ctx.I64Attr(most)})...)
	for _, u := range readers {
		r.SetOperand(u, 0, sorted.Result(u.Operand(0).Index()))
	}
	r.EraseOp(o)
	return true
}

func sortByKeyword(r *rewrite.Rewriter, o *ir.Op) bool {
	values := KeywordSorts(o, func(operands []*ir.Value, types []*ir.Type, attrs ...ir.NamedAttr) []*ir.Value {
		return r.OpWithTypes(Sort, o.Loc(), types, operands, attrs...).Results()
	})
	if values == nil {
		return false
	}
	r.ReplaceOp(o, values...)
	return true
}
