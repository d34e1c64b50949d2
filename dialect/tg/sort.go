package tg

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// Sort orders the elements along a dimension.
var Sort = Dialect.NewOp("tg.sort")

var sortDirection = ir.OneOf("direction", "ascending", "descending")

func init() {
	Sort.Define(ir.OpDef{
		Doc: "The elements sorted along the dimension `dim`; further operands of the same shape are rearranged like the first. Equal elements keep their order. " +
			"A keyword sorts by the first operand, floats in the order -inf < ... < -0 < +0 < ... < +inf < NaN, every NaN being equal to every other. " +
			"Without one a region takes a left and a right element of each operand in turn and yields whether left comes before right.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0 = tg.sort descending %x dim 0 : tensor<4xf32>
  %1:2 = tg.sort %0, %y dim 0 : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) with (%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) {
    %2 = tg.compare lt %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tg.yield %2 : tensor<i1>
  }
  return %1#0, %1#1 : tensor<4xf32>, tensor<4xi32>
}`,
		Operands:      ir.Args(ir.Variadic("inputs", plainTensor).Each("elements")),
		Results:       ir.Args(ir.Variadic("outputs", plainTensor).Each("elements")),
		Attrs:         []ir.AttrArg{{Name: "direction", Is: sortDirection, Optional: true}, {Name: "dim", Is: ir.IsI64}},
		Regions:       optionalBody,
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		Format:        "($direction^)? operands `dim` $dim attr-dict `:` same-type " + withBody,
		Infer:         inferSort,
		VerifyRegions: verifySort,
		Fold:          foldSort,
		Slots: ir.Slots{
			opgen.InstanceOf.Of(sortInstance),
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
	if in.Attr("direction") != nil && !orderedTensor.Ok(first) {
		return nil, fmt.Errorf("operand #0, which a direction orders, must be %s, but is '%s'; a region orders others", orderedTensor.Desc, first)
	}
	for i, t := range in.Operands {
		if !ir.Compatible(in.Ctx.WithElem(t, first.Elem()), first) {
			return nil, fmt.Errorf("operands must have one shape, but operand #0 is '%s' and operand #%d is '%s'", first, i, t)
		}
	}
	return in.Operands, checkDim("dim", in.Attr("dim").Int(), first)
}

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
	switch {
	case direction == nil:
		bytes := interp.WorkOf(8, shape[dim])
		return analysis.Storage{Workspace: func(int) int { return shapes.Sum(kernel.PositionsWorkspace(shape), bytes) }}
	case len(in.Operands) == 1:
		s := analysis.UpdatingStorage(in)
		s.Workspace = func(workers int) int { return kernel.SortWorkspace(shape, dim, workers) }
		return s
	}
	return analysis.Storage{Workspace: func(workers int) int { return kernel.SortTogetherWorkspace(shape, dim, workers) }}
}

func sortKernel(s *interp.Site) (interp.Step, error) {
	dim, x := int(s.Op.Attr("dim").Int()), s.In[0]
	direction := s.Op.Attr("direction")
	work := interp.WorkOf(8*(x.DType.Size()+len(s.In)), shapes.Product(x.Shape)) // passes of a radix sort, and each operand rearranged
	switch {
	case direction == nil:
		permute, err := kernel.ResolvePermuteLines(x.Shape, dim)
		return interp.Step{Work: work, Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
			order, err := orderByBody(f, s.Bodies[0], in, dim)
			if err != nil {
				return err
			}
			for i := range in {
				permute(out[i], in[i], order)
			}
			return nil
		}}, err
	case len(s.In) == 1:
		run, err := kernel.ResolveSort(x.DType, x.Shape, dim, direction.Text() == "descending")
		return interp.Step{Work: work, Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
			run(f.Workspace(), out[0], in[0])
			return nil
		}}, err
	}
	run, err := kernel.ResolveSortTogether(x.DType, x.Shape, dim, direction.Text() == "descending")
	return interp.Step{Work: work, Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		run(f.Workspace(), out, in)
		return nil
	}}, err
}

// orderByBody sorts each line along dim with the region as "comes before". The
// result has at each place the position along dim of the element that belongs
// there. The sort is stable, and ends whatever the region answers.
func orderByBody(f *interp.Frame, body *interp.Body, in []*tensor.Tensor, dim int) ([]int64, error) {
	shape, w := in[0].Shape(), f.Workspace()
	order := tensor.Data[int64](tensor.Wrap(tensor.I64, []int{in[0].Len()}, w))
	line := tensor.Data[int64](tensor.Wrap(tensor.I64, []int{shape[dim]}, w[kernel.PositionsWorkspace(shape):]))
	var others []int
	for d := range shape {
		if d != dim {
			others = append(others, d)
		}
	}
	step, args := shapes.Strides(shape)[dim], make([]*tensor.Tensor, 2*len(in))
	for base := range offsets(shape, others) {
		for i := range line {
			line[i] = int64(i)
		}
		var failure error
		slices.SortStableFunc(line, func(a, b int64) int {
			if failure != nil {
				return 0
			}
			for i, t := range in {
				args[2*i], args[2*i+1] = elementAt(t, base+int(a)*step), elementAt(t, base+int(b)*step)
			}
			before, err := body.Run(f, args)
			if err != nil {
				failure = err
				return 0
			}
			if before[0].Bytes()[0] != 0 {
				return -1
			}
			return 0
		})
		if failure != nil {
			return nil, failure
		}
		for i, position := range line {
			order[base+i*step] = position
		}
	}
	return order, nil
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
	return opgen.Attrs{"direction": g.Word("ascending", "descending"), "dim": g.Dim(in[0])}
}}

// sortCost: n log2(n) comparisons for each line of n elements.
func sortCost(in *ir.Inference) cost.Work {
	t := in.Operands[0]
	n := 2.0
	if dim := in.Attr("dim").Int(); dim < int64(t.Rank()) {
		n = float64(max(t.Shape()[dim], 2))
	}
	comparisons := cost.Elements(t) * math.Log2(n)
	if in.Attr("direction") == nil {
		return cost.Body(in, comparisons)
	}
	w := cost.Work{
		Kind: cost.Math, Call: "sort", Elem: t.Elem(), Flops: comparisons,
		Read: cost.Bytes(in.Operands...), Written: cost.Bytes(in.Results...),
	}
	if further := len(in.Operands) - 1; further > 0 {
		w.Singles = float64(further) * cost.Elements(t)
	}
	return w
}

// shapedLikeFirst is the shape of the first operand again, of any element type.
func shapedLikeFirst(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	if i == 0 {
		return g.Ranked(1)
	}
	return g.Ctx.WithElem(before[0], g.AnyElem())
}
