package tg

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Sort orders the elements along a dimension.
var Sort = Dialect.NewOp("tg.sort")

var sortDirection = ir.OneOf("direction", "ascending", "descending")

func init() {
	Sort.Define(ir.OpDef{
		Doc: "The elements sorted along the dimension `dim`; further operands of the same shape are rearranged like the first. Equal elements keep their order. " +
			"A keyword sorts by the first operand, or by the first `keys` operands: where elements are equal in one, the next one decides. " +
			"Floats are in the order -inf < ... < -0 < +0 < ... < +inf < NaN, every NaN being equal to every other, and with `equal_zeros` -0 to +0. " +
			"With `first` the results have so many elements along the dimension, those that come first, which takes less than to sort all. " +
			"Without one a region takes a left and a right element of each operand in turn and yields whether left comes before right.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0 = tg.sort descending %x dim 0 : tensor<4xf32>
  %1:2 = tg.sort ascending %y, %0 dim 0 keys 2 equal_zeros : (tensor<4xi32>, tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>)
  %2:2 = tg.sort %1#1, %1#0 dim 0 : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) with (%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) {
    %3 = tg.compare lt %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %3 : tensor<i1>
  }
  return %2#0, %2#1 : tensor<4xf32>, tensor<4xi32>
}`,
		Operands: ir.Args(ir.Variadic("inputs", plainTensor).Each("elements")),
		Results:  ir.Args(ir.Variadic("outputs", plainTensor).Each("elements")),
		Attrs: []ir.AttrArg{
			{Name: "direction", Is: sortDirection, Optional: true}, {Name: "dim", Is: ir.IsI64},
			{Name: "keys", Is: ir.IsI64, Default: oneKey}, flag("equal_zeros"),
			{Name: "first", Is: ir.IsI64, Optional: true},
		},
		Regions:       optionalBody,
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		Format:        "($direction^)? operands `dim` $dim " + clauses("keys", "equal_zeros", "first") + "attr-dict `:` same-type " + withBody,
		Infer:         inferSort,
		VerifyRegions: verifySort,
		Fold:          foldSort,
		Slots: ir.Slots{
			autodiff.Derivative.Of(sortRule),
			dimorder.Of.Of(dimorder.Fixed("its operands go through a region")),
			te.Expand.Of(te.Opaque("where an element goes depends on all others")),
			opgen.FormsOf.Of(opgen.NoForms("where an element goes depends on all others")),
			opgen.InstanceOf.Of(sortInstance),
			convert.WritesAll(writeSort),
			rewrite.Patterns.Of(sortPatterns),
			cost.Timed.Of(sortTiming),
			cost.Model.Of(sortCost),
			analysis.StorageOf.Of(sortStorage),
			interp.Kernel.Of(sortKernel),
		},
	})
}

func inferSort(in *ir.Inference) ([]*ir.Type, error) {
	if err := checkKeywordOrBody(in.Attr("direction"), "direction", len(in.Regions)); err != nil {
		return nil, err
	}
	if len(in.Operands) == 0 {
		return nil, errors.New("needs at least one operand")
	}
	first := in.Operands[0]
	for i, t := range in.Operands {
		if !ir.Compatible(in.Ctx.WithElem(t, first.Elem()), first) {
			return nil, fmt.Errorf("operands must have one shape, but operand #0 is '%s' and operand #%d is '%s'", first, i, t)
		}
	}
	keys := in.Attr("keys").Int()
	switch {
	case in.Attr("direction") == nil && (keys != 1 || in.Attr("equal_zeros") != nil || in.Attr("first") != nil):
		return nil, errors.New("'keys', 'equal_zeros' and 'first' are for sorts by a keyword only")
	case keys < 1 || keys > int64(len(in.Operands)):
		return nil, fmt.Errorf("keys must be from 1 to %d, the number of operands, but is %d", len(in.Operands), keys)
	}
	for i, t := range in.Operands[:keys] {
		if in.Attr("direction") != nil && !orderedTensor.Ok(t) {
			return nil, fmt.Errorf("operand #%d, which a direction orders, must be %s, but is '%s'; a region orders others", i, orderedTensor.Desc, t)
		}
	}
	dim := in.Attr("dim").Int()
	if err := checkDim("dim", dim, first); err != nil {
		return nil, err
	}
	return firstSorted(in, int(dim))
}

// firstSorted are the types of what a sort finds: those of the operands, or of less along the
// dimension.
func firstSorted(in *ir.Inference, dim int) ([]*ir.Type, error) {
	a := in.Attr("first")
	if a == nil {
		return in.Operands, nil
	}
	out := slices.Clone(in.Operands)
	for i, t := range out {
		extent := t.Shape()[dim]
		if n := a.Int(); n < 0 || extent == ir.Dynamic || n > extent {
			return nil, fmt.Errorf("first must be from 0 to the extent of dimension %d, which must be known, but is %d for '%s'", dim, n, t)
		}
		shape := slices.Clone(t.Shape())
		shape[dim] = a.Int()
		out[i] = in.Ctx.WithShape(t, shape)
	}
	return out, nil
}

// oneKey is what a sort without the attribute keys sorts by.
func oneKey(c *ir.Context) *ir.Attr { return c.I64Attr(1) }

func verifySort(o *ir.Op) error {
	if o.NumRegions() == 0 {
		return nil
	}
	c := o.Context()
	var args []*ir.Type
	for _, t := range scalarTypes(c, o.OperandTypes()) {
		args = append(args, t, t)
	}
	return checkRegion(o, 0, args, types(c.Tensor(nil, c.Bool())))
}

// foldSort removes the sorting of single elements.
func foldSort(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	if n := o.Operand(0).Type().Shape()[o.Attr("dim").Int()]; n != 0 && n != 1 {
		return nil
	}
	out := make([]ir.Folded, o.NumOperands())
	for i, v := range o.Operands() {
		if v.Type() != o.Result(i).Type() {
			return nil
		}
		out[i].Value = v
	}
	return out
}

// sortStorage: each worker sorts a line with keys beside it. More than one
// operand, and a region, need the positions of all elements, too.
func sortStorage(in *ir.Inference) analysis.Storage {
	shape, dim, direction := toInts(in.Operands[0].Shape()), int(in.Attr("dim").Int()), in.Attr("direction")
	switch first := in.Attr("first"); {
	case direction == nil:
		return regionSortStorage(shape, dim)
	case first != nil:
		tensors, keys, first := len(in.Operands), int(in.Attr("keys").Int()), int(first.Int())
		return analysis.Storage{Workspace: func(workers int) int {
			return kernel.SortFirstWorkspace(tensors, keys, shape, dim, first, workers)
		}}
	case len(in.Operands) == 1:
		s := analysis.UpdatingStorage(in)
		s.Workspace = func(workers int) int { return kernel.SortWorkspace(1, shape, dim, workers) }
		return s
	}
	tensors := len(in.Operands)
	return analysis.Storage{Workspace: func(workers int) int { return kernel.SortWorkspace(tensors, shape, dim, workers) }}
}

func sortKernel(s *interp.Site) (interp.Step, error) {
	dim, x := int(s.Op.Attr("dim").Int()), s.In[0]
	direction := s.Op.Attr("direction")
	work := interp.WorkOf(8*(x.DType.Size()+len(s.In)), shapes.Product(x.Shape)) // passes of a radix sort, and each operand rearranged
	if direction == nil {
		permute, err := kernel.ResolvePermuteLines(x.Shape, dim)
		return interp.Step{Work: work, Fallback: steppedRegion(s), Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
			order, err := orderByBody(f, s.Bodies[0], in, dim)
			if err != nil {
				return err
			}
			for i := range in {
				permute(out[i], in[i], order)
			}
			return nil
		}}, err
	}
	var keys []tensor.DType
	for _, key := range s.In[:s.Op.Attr("keys").Int()] {
		keys = append(keys, key.DType)
	}
	order := kernel.Order{Descending: direction.Text() == "descending", EqualZeros: s.Op.Attr("equal_zeros") != nil}
	run, err := kernel.ResolveSort(keys, x.Shape, dim, order)
	if first := s.Op.Attr("first"); first != nil && err == nil {
		run, err = kernel.ResolveSortFirst(keys, x.Shape, dim, int(first.Int()), order)
	}
	return interp.Step{Work: work, Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		run(f.Workspace(), out, in)
		return nil
	}}, err
}

// sortTiming is what calibration measures.
var sortTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"4xf32"}, Op: "tg.sort ascending %a0 dim 0 : tensor<4xf32>"},
	Functions: []cost.Function{{
		Name:    "sort", // comparisons
		Program: cost.Program{Inputs: []string{"16x256xf32"}, Op: "tg.sort ascending %a0 dim 1 : tensor<16x256xf32>"}, Calls: 4096 * 8, Kind: cost.Math,
	}},
}

// sortInstance says what random instances look like.
var sortInstance = opgen.Instance{Operand: shapedLikeFirst, Count: oneOrTwo, Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	a := opgen.Attrs{"direction": g.Word("ascending", "descending"), "dim": g.Dim(in[0])}
	g.Sometimes(a, "equal_zeros", 4)
	keys := 1
	if len(in) > 1 && g.Chance(1, 2) {
		keys = len(in)
		a["keys"] = g.I64(int64(keys))
	}
	if slices.ContainsFunc(in[:keys], func(t *ir.Type) bool { return t.Elem().IsComplex() }) {
		return nil
	}
	if shape, dim := in[0].Shape(), a["dim"].Int(); dim < int64(len(shape)) && shape[dim] >= 0 && g.Chance(1, 3) {
		a["first"] = g.I64(g.Int64N(shape[dim] + 1))
	}
	return a
}}

// sortCost: n log2(n) comparisons for each line of n elements.
func sortCost(in *ir.Inference) cost.Work {
	t := in.Operands[0]
	n := 2.0
	if dim := in.Attr("dim").Int(); dim < int64(t.Rank()) {
		n = float64(max(t.Shape()[dim], 2))
	}
	comparisons := cost.Elements(t) * math.Log2(n)
	if a := in.Attr("first"); a != nil {
		comparisons = min(comparisons, cost.Elements(t)/n*firstComparisons(n, float64(a.Int())))
	}
	if in.Attr("direction") == nil {
		return cost.Body(in, comparisons)
	}
	w := cost.Work{
		Kind: cost.Math, Call: "sort", Elem: t.Elem(), Flops: comparisons,
		Read: cost.Bytes(in.Operands...), Written: cost.Bytes(in.Results...),
	}
	if further := len(in.Operands) - 1; further > 0 {
		w.Singles = float64(further) * cost.Elements(in.Results[0])
	}
	return w
}

// firstComparisons is how many find the first of n elements: one with each, and of those that come
// before the last of them so far, of which there are fewer and fewer, with some of them.
func firstComparisons(n, first float64) float64 {
	if first == 0 {
		return 0
	}
	return n + float64(first*(1+math.Log(n/first))*math.Log2(first+1))
}

// shapedLikeFirst is the shape of the first operand again, of any element type.
func shapedLikeFirst(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.Ranked(1)
	}
	return g.Ctx.WithElem(before[0], g.AnyElem())
}

// writeSort writes a keyword as comparisons by a total order: of the first keys that
// differ, the one decides. Zeros that are equal become one before they are compared.
func writeSort(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	attrs := []ir.NamedAttr{w.Int("dimension", o.Attr("dim").Int()), w.Bool("is_stable", true)}
	direction := o.Attr("direction")
	if direction == nil {
		return withRegions(w, o, "stablehlo.sort", x, attrs...)
	}
	word := map[string]string{"ascending": "LT", "descending": "GT"}[direction.Text()]
	var args []*ir.Type
	for _, t := range scalarTypes(w.Ctx, o.OperandTypes()) {
		args = append(args, t, t)
	}
	truth := boolLike(w, args[0])
	before := w.Function(args, func(x []*ir.Value) []*ir.Value {
		var decided *ir.Value // by the keys behind
		for k := int(o.Attr("keys").Int()) - 1; k >= 0; k-- {
			pair := x[2*k : 2*k+2]
			if o.Attr("equal_zeros") != nil && args[2*k].Elem().IsFloat() {
				pair = []*ir.Value{plainZero(w, pair[0]), plainZero(w, pair[1])}
			}
			comes := comparison(w, word, true, truth, pair)
			if decided != nil {
				equal := comparison(w, "EQ", true, truth, pair)
				comes = w.Op("stablehlo.or", truth, []*ir.Value{comes, w.Op("stablehlo.and", truth, []*ir.Value{equal, decided})})
			}
			decided = comes
		}
		return []*ir.Value{decided}
	})
	sorted := results(w.Make("stablehlo.sort", o.OperandTypes(), x, []*ir.Region{before}, attrs...))
	if o.Attr("first") != nil {
		for i, v := range sorted {
			sorted[i] = writeFirst(w, v, o.Result(i).Type())
		}
	}
	return sorted
}

// writeFirst writes the slice of the elements from 0 on that a type has room for.
func writeFirst(w *convert.Writer, v *ir.Value, t *ir.Type) *ir.Value {
	switch {
	case w.Failed():
		return nil
	case !t.IsStatic():
		w.Fail("the extents of '%s' are known to the run only", t)
		return nil
	}
	zeros, ones := make([]int64, t.Rank()), slices.Repeat([]int64{1}, t.Rank())
	return sliceOf(w, t, v, zeros, t.Shape(), ones)
}

// plainZero is a number, +0 for both zeros.
func plainZero(w *convert.Writer, v *ir.Value) *ir.Value {
	if w.Failed() {
		return nil
	}
	t := v.Type()
	zero := numbersLike(w, v, 0)
	isZero := comparison(w, "EQ", false, boolLike(w, t), []*ir.Value{v, zero})
	return w.Op("stablehlo.select", t, []*ir.Value{isZero, zero, v})
}
