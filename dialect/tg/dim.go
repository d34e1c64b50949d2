package tg

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Dim is one extent of a tensor, ShapeOf all of them.
var (
	Dim     = Dialect.NewOp("tg.dim")
	ShapeOf = Dialect.NewOp("tg.shape_of")
)

// It is long because it defines a family of ops.
func init() {
	Dim.Define(ir.OpDef{
		Doc: "The extent of the dimension `dim`, which is an error where the element type of the result cannot hold it.",
		Example: `func.func @f(%x: tensor<?x3xf32>) -> tensor<i32> {
  %0 = tg.dim %x dim 0 : (tensor<?x3xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("extent", scalarInteger).Own()),
		Attrs:    []ir.AttrArg{{Name: "dim", Is: ir.IsI64}},
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$input `dim` $dim attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			out, err := stated(in)
			if err != nil {
				return nil, err
			}
			d := in.Attr("dim").Int()
			if err := checkDim("dim", d, in.Operands[0]); err != nil {
				return nil, err
			}
			return types(in.Ctx.Tensor(nil, out.Elem())), checkHolds(out.Elem(), in.Operands[0].Shape()[d:d+1])
		},
		Fold: func(o *ir.Op, _ []*ir.Attr) []ir.Folded {
			d := o.Attr("dim").Int()
			return foldExtents(o, o.Operand(0).Type().Shape()[d:d+1])
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(ofExtents),
			dimorder.Of.Of(dimorder.Fixed("it tells extents of values")),
			te.Expand.Of(te.Opaque("it tells extents, which are known unless the run tells them")),
			opgen.FormsOf.Of(opgen.NoForms("it tells extents, which are known")),
			convert.Writes(writeDim),
			opgen.InstanceOf.Of(opgen.Instance{
				Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs { return opgen.Attrs{"dim": g.Dim(in[0])} },
				Results: func(g *opgen.Generator, _ []*ir.Type, _ opgen.Attrs) []*ir.Type {
					return types(g.Ctx.Tensor(nil, indexElem(g)))
				},
			}),
			opgen.ReferenceOf.Of(func(o *ir.Op, in, out []*tensor.Tensor) bool {
				out[0].SetInt64(0, int64(in[0].Shape()[o.Attr("dim").Int()]))
				return true
			}),
			analysis.RangeOf.Of(extentRange),
			cost.Model.Of(cost.Filling),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				d := s.Op.Attr("dim").Int()
				return extentsStep(s.In[0].Shape[d : d+1]), nil
			}),
		},
	})
	ShapeOf.Define(ir.OpDef{
		Doc: "The extents of a tensor, which is an error where the element type of the result cannot hold one.",
		Example: `func.func @f(%x: tensor<?x3xf32>) -> tensor<2xi64> {
  %0 = tg.shape_of %x : (tensor<?x3xf32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("shape", extentList).Own()),
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$input attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			out, err := stated(in)
			if err != nil {
				return nil, err
			}
			t := in.Operands[0]
			return types(in.Ctx.Tensor([]int64{int64(t.Rank())}, out.Elem())), checkHolds(out.Elem(), t.Shape())
		},
		Fold: func(o *ir.Op, _ []*ir.Attr) []ir.Folded { return foldExtents(o, o.Operand(0).Type().Shape()) },
		Slots: ir.Slots{
			autodiff.Derivative.Of(ofExtents),
			dimorder.Of.Of(dimorder.Fixed("it tells extents of values")),
			te.Expand.Of(te.Opaque("it tells extents, which are known unless the run tells them")),
			opgen.FormsOf.Of(opgen.NoForms("it tells extents, which are known")),
			convert.Writes(writeShapeOf),
			opgen.InstanceOf.Of(opgen.Instance{Results: func(g *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type {
				return types(g.Ctx.Tensor([]int64{int64(in[0].Rank())}, indexElem(g)))
			}}),
			opgen.ReferenceOf.Of(func(_ *ir.Op, in, out []*tensor.Tensor) bool {
				for d, n := range in[0].Shape() {
					out[0].SetInt64(d, int64(n))
				}
				return true
			}),
			analysis.RangeOf.Of(extentRange),
			cost.Model.Of(cost.Filling),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) { return extentsStep(s.In[0].Shape), nil }),
		},
	})
}

// largestInt is the largest number of an integer type, or of int64 if that is smaller.
func largestInt(elem *ir.Type) int64 {
	if elem.IsIndex() || elem.Width() >= 64 {
		return math.MaxInt64
	}
	n := int64(1)<<elem.Width() - 1
	if elem.Signedness() != ir.Unsigned {
		n /= 2
	}
	return n
}

// checkHolds fails for extents that are no numbers of an element type.
func checkHolds(elem *ir.Type, shape []int64) error {
	for _, n := range shape {
		if n != ir.Dynamic && n > largestInt(elem) {
			return fmt.Errorf("gives extents as '%s', which cannot hold %d", elem, n)
		}
	}
	return nil
}

// foldExtents is the constant that extents are, if all of them are known.
func foldExtents(o *ir.Op, shape []int64) []ir.Folded {
	t := o.Result(0).Type()
	for _, n := range shape {
		if n == ir.Dynamic {
			return nil
		}
	}
	if !t.IsStatic() {
		return nil
	}
	return toConst(o.Context().Dense(t, o.Context().IntArray(t.Elem(), shape).Raw()))
}

// extentRange is from 0 to the largest number of the type, or to what the type of the
// operand says.
func extentRange(o *ir.Op, _ func(int) bounds) bounds {
	elem, most := o.Result(0).Type().Elem(), int64(0)
	for d, n := range o.Operand(0).Type().Shape() {
		if a := o.Attr("dim"); a != nil && a.Int() != int64(d) {
			continue
		}
		if n == ir.Dynamic {
			return bounds{High: rounded(elem, float64(largestInt(elem))), Whole: true}
		}
		most = max(most, n)
	}
	return bounds{High: rounded(elem, float64(most)), Whole: true}
}

// extentsStep writes extents.
func extentsStep(shape []int) interp.Step {
	return interp.Step{Run: func(_ *interp.Frame, out, _ []*tensor.Tensor) error {
		for i, n := range shape {
			out[0].SetInt64(i, int64(n))
		}
		return nil
	}}
}

// ofExtents is the derivative of what depends on extents only.
var ofExtents = autodiff.Zero("extents do not depend on elements")
