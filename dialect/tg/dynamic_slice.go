package tg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// DynamicSlice cuts out a box that begins at run-time positions.
var DynamicSlice = Dialect.NewOp("tg.dynamic_slice")

// DynamicUpdateSlice replaces a box that begins at run-time positions.
var DynamicUpdateSlice = Dialect.NewOp("tg.dynamic_update_slice")

func init() {
	DynamicSlice.Define(ir.OpDef{
		Doc: "A box of constant sizes that begins at run-time positions, one rank-0 integer for each dimension. A start is clamped so that the box lies inside the operand.",
		Example: `func.func @f(%x: tensor<8x12xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<1x4xf32> {
  %0 = tg.dynamic_slice %x, %i, %j sizes [1, 4] : (tensor<8x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor), ir.Variadic("starts", scalarInteger)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "sizes", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "operands `sizes` $sizes attr-dict `:` same-type",
		Infer:    inferDynamicSlice,
		Fold: func(o *ir.Op, consts []*ir.Attr) []ir.Folded {
			// Of equal static shapes every start is clamped to 0.
			if o.Result(0).Type().IsStatic() {
				if f := toValue(o, o.Operand(0)); f != nil {
					return f
				}
			}
			return splatThrough(o, consts[0])
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(dynamicSliceDerivative),
			dimorder.Of.Of(dimorder.Fixed("operands tell where it begins")),
			te.Expand.Of(expandDynamicSlice),
			opgen.FormsOf.Of(opgen.NoForms("the run tells where it begins")),
			opgen.InstanceOf.Of(dynamicSliceInstance),
			convert.Writes(writeDynamicSlice),
			rewrite.Patterns.Of(dynamicSlicePatterns),
			analysis.RangeOf.Of(sameRange),
			cost.Timed.Of(dynamicSliceTiming),
			cost.Model.Of(dynamicSliceCost),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveDynamicSlice(s.In[0].Shape, intsOf(s, "sizes"))
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					run(out[0], in[0], in[1:])
					return nil
				}}, err
			}),
		},
	})
}

func init() {
	DynamicUpdateSlice.Define(ir.OpDef{
		Doc: "The operand with a box replaced by the update, which begins at run-time positions, one rank-0 integer for each dimension. " +
			"A start is clamped so that the box lies inside the operand.",
		Example: `func.func @f(%x: tensor<8x12xf32>, %u: tensor<1x4xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<8x12xf32> {
  %0 = tg.dynamic_update_slice %x, %u, %i, %j : (tensor<8x12xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor), ir.Arg("update", ir.AnyTensor), ir.Variadic("starts", scalarInteger)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` same-type",
		Infer:    inferDynamicUpdateSlice,
		Fold: func(o *ir.Op, _ []*ir.Attr) []ir.Folded {
			input, update := o.Operand(0), o.Operand(1)
			if n, ok := update.Type().NumElements(); ok && n == 0 {
				return toValue(o, input)
			}
			if input.Type() == update.Type() && input.Type().IsStatic() {
				return toValue(o, update)
			}
			return nil
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(dynamicUpdateSliceDerivative),
			dimorder.Of.Of(dimorder.Fixed("operands tell where it begins")),
			te.Expand.Of(expandDynamicUpdateSlice),
			opgen.FormsOf.Of(opgen.NoForms("the run tells where it begins")),
			opgen.InstanceOf.Of(dynamicUpdateSliceInstance),
			convert.Writes(writeDynamicUpdateSlice),
			rewrite.Patterns.Of(dynamicUpdateSlicePatterns),
			cost.Timed.Of(dynamicUpdateSliceTiming),
			cost.Model.Of(dynamicUpdateSliceCost),
			analysis.StorageOf.Of(analysis.UpdatingStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveDynamicUpdateSlice(s.In[0].Shape, s.In[1].Shape)
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					run(out[0], in[0], in[1], in[2:])
					return nil
				}}, err
			}),
		},
	})
}

// checkStarts fails unless the operands from first on are one start of one
// type for each dimension of operand 0.
func checkStarts(in *ir.Inference, first int) error {
	t, starts := in.Operands[0], in.Operands[first:]
	if len(starts) != t.Rank() {
		return fmt.Errorf("needs one start for each dimension of '%s', but has %d", t, len(starts))
	}
	for _, s := range starts {
		if s != starts[0] {
			return fmt.Errorf("starts must have one type, but have '%s' and '%s'", starts[0], s)
		}
	}
	return nil
}

func inferDynamicSlice(in *ir.Inference) ([]*ir.Type, error) {
	t, sizes := in.Operands[0], in.Attr("sizes").Ints()
	if err := checkStarts(in, 1); err != nil {
		return nil, err
	}
	if err := checkLength("sizes", sizes, t); err != nil {
		return nil, err
	}
	for d, n := range sizes {
		if extent := t.Shape()[d]; n < 0 || extent != ir.Dynamic && n > extent {
			return nil, fmt.Errorf("size %d of dimension %d must be from 0 to the extent %s of '%s'", n, d, extentText(extent), t)
		}
	}
	return types(in.Ctx.Tensor(sizes, t.Elem())), nil
}

func inferDynamicUpdateSlice(in *ir.Inference) ([]*ir.Type, error) {
	t, update := in.Operands[0], in.Operands[1]
	if err := checkStarts(in, 2); err != nil {
		return nil, err
	}
	if update.Elem() != t.Elem() || update.Rank() != t.Rank() {
		return nil, fmt.Errorf("update '%s' must have the element type and the rank of '%s'", update, t)
	}
	for d, n := range update.Shape() {
		if extent := t.Shape()[d]; n != ir.Dynamic && extent != ir.Dynamic && n > extent {
			return nil, fmt.Errorf("dimension %d of update '%s' is larger than that of '%s': %d exceeds %d", d, update, t, n, extent)
		}
	}
	return types(t), nil
}

// dynamicSliceTiming is what calibration measures.
var dynamicSliceTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"4x4xf32", "i32"}, Op: "tg.dynamic_slice %a0, %a1, %a1 sizes [1, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>"},
}

// dynamicUpdateSliceTiming is what calibration measures.
var dynamicUpdateSliceTiming = cost.Timing{
	Overhead: cost.Program{
		Inputs: []string{"4x4xf32", "1x2xf32", "i32"},
		Op:     "tg.dynamic_update_slice %r, %a1, %a2, %a2 : (tensor<4x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>",
	},
}

// dynamicSliceInstance says what random instances look like.
var dynamicSliceInstance = opgen.Instance{Operand: startsFrom(1), Attrs: dynamicSliceAttrs, Count: func(_ *opgen.Generator, in []*ir.Type) int { return 1 + in[0].Rank() }}

// dynamicUpdateSliceInstance says what random instances look like.
var dynamicUpdateSliceInstance = opgen.Instance{Operand: startsFrom(2), Count: func(_ *opgen.Generator, in []*ir.Type) int { return 2 + in[0].Rank() }}

func dynamicSliceCost(in *ir.Inference) cost.Work {
	return cost.Moving(in, cost.Piece(in.Results[0].Shape(), in.Operands[0].Shape()))
}

func dynamicUpdateSliceCost(in *ir.Inference) cost.Work {
	update := in.Operands[1]
	return updateCost(in, update, cost.Piece(update.Shape(), in.Operands[0].Shape()))
}

// startsFrom are the operands of an op on a box of operand 0: operands from
// first on are the box's position; an operand between them is an update.
func startsFrom(first int) func(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	return func(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
		switch {
		case i == 0:
			return g.Any()
		case i < first:
			return g.Ctx.Tensor(boxIn(g, before[0]), before[0].Elem())
		case i > first:
			return before[first]
		}
		return g.Ctx.Tensor(nil, indexElem(g))
	}
}

// boxIn is a shape that fits into t.
func boxIn(g *opgen.Generator, t *ir.Type) []int64 {
	s := slices.Clone(t.Shape())
	for i, n := range s {
		if g.Chance(1, 2) {
			s[i] = g.Int64N(n + 1)
		}
	}
	return s
}

func dynamicSliceAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	return opgen.Attrs{"sizes": g.Ints(boxIn(g, in[0]))}
}

func writeDynamicSlice(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.dynamic_slice", o.Result(0).Type(), x, w.Ints("slice_sizes", o.Attr("sizes").Ints()))
}

func writeDynamicUpdateSlice(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	return w.Op("stablehlo.dynamic_update_slice", o.Result(0).Type(), x)
}
