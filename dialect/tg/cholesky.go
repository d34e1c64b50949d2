package tg

import (
	"math"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/solve"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Cholesky factors positive definite matrices.
var Cholesky = Dialect.NewOp("tg.cholesky")

func init() {
	Cholesky.Define(ir.OpDef{
		Doc: "Cholesky factor of each matrix of a batch, which is symmetric or Hermitian and positive definite: a = l l*, l lower triangular, or a = u* u, u upper. " +
			"Only that triangle is read, and of a diagonal the real parts; the other triangle of the result is 0. " +
			"Where a pivot is not greater than 0, the matrix is not positive definite, or has a NaN, and the triangle of the result is NaN. " +
			"In which order it is computed, docs/numerics.md says.",
		Example: `func.func @f(%a: tensor<5x4x4xf32>) -> tensor<5x4x4xf32> {
  %0 = tg.cholesky lower %a : tensor<5x4x4xf32>
  return %0 : tensor<5x4x4xf32>
}`,
		Operands: ir.Args(ir.Arg("a", fieldTensor)),
		Results:  ir.Args(ir.Arg("output", fieldTensor)),
		Attrs:    []ir.AttrArg{{Name: "triangle", Is: triangleKind}},
		Traits:   ir.Pure,
		Format:   "$triangle $a attr-dict `:` same-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			_, err := squareExtent("a", in.Operands[0])
			return types(in.Operands[0]), err
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(choleskyDerivative),
			dimorder.Of.Of(dimorder.Fixed("its matrices are the last two dimensions")),
			te.Expand.Of(te.Opaque("each element depends on others that it computes before")),
			opgen.FormsOf.Of(opgen.NoForms("it is defined on matrices that no op makes")),
			opgen.InstanceOf.Of(choleskyInstance),
			opgen.ReferenceOf.Of(choleskyReference),
			cost.Timed.Of(choleskyTiming),
			cost.Model.Of(choleskyCost),
			analysis.StorageOf.Of(choleskyStorage),
			convert.Writes(writeCholesky),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				p, err := solve.ResolveCholesky(s.Op.Attr("triangle").Text() == "lower", s.In[0].DType, s.In[0].Shape)
				return interp.Step{Work: interp.WorkOf(shapes.Product(s.In[0].Shape), s.In[0].Shape[len(s.In[0].Shape)-1]), Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
					p.Compute(f.Workspace(), out[0], in[0])
					return nil
				}}, err
			}),
		},
	})
}

// choleskyStorage: a matrix is copied before its factor is written.
func choleskyStorage(in *ir.Inference) analysis.Storage {
	s := analysis.UpdatingStorage(in)
	if a, err := interp.SpecOf(in.Operands[0]); err == nil {
		if p, err := solve.ResolveCholesky(in.Attr("triangle").Text() == "lower", a.DType, a.Shape); err == nil {
			s.Workspace = p.Workspace
		}
	}
	return s
}

// choleskyReference speaks of numbers and of matrices that are not positive definite: others have
// roots. A matrix of small whole numbers is of one kind or the other.
func choleskyReference(o *ir.Op, in, out []*tensor.Tensor) bool {
	if in[0].DType() != tensor.F64 {
		return false
	}
	shape := in[0].Shape()
	n := shape[len(shape)-1]
	if n > 2 {
		return false
	}
	a, l := tensor.Data[float64](in[0]), tensor.Data[float64](out[0])
	for first := 0; first < len(a); first += n * n {
		corner := a[first]
		last := first + n*n - 1
		off := first + 1
		if o.Attr("triangle").Text() == "lower" && n == 2 {
			off = first + 2
		}
		if n == 1 {
			l[first] = math.Sqrt(corner)
			if corner <= 0 {
				l[first] = math.NaN()
			}
			continue
		}
		root := math.Sqrt(corner)
		below := a[off] / root
		rest := a[last] - float64(below*below)
		l[first], l[off], l[last] = root, below, math.Sqrt(rest)
		if !(corner > 0) || !(rest > 0) {
			l[first], l[off], l[last] = math.NaN(), math.NaN(), math.NaN()
		}
	}
	return true
}

// choleskyTiming is what calibration measures.
var choleskyTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"2x2xf32"}, Op: "tg.cholesky lower %r : tensor<2x2xf32>"},
}

// choleskyCost: a third of what a product of the matrices takes.
func choleskyCost(in *ir.Inference) cost.Work {
	shape := in.Operands[0].Shape()
	w := cost.Moving(in, math.Inf(1))
	w.Kind, w.Elem = cost.Simple, partOf(in.Operands[0].Elem())
	w.Flops = float64(cost.Elements(in.Operands[0])*cost.Extent(shape[len(shape)-1])) / 3
	return w
}

// choleskyInstance says what random instances look like.
var choleskyInstance = opgen.Instance{
	Operand: func(g *opgen.Generator, _ int, _ []*ir.Type) *ir.Type { return squares(g) },
	Attrs: func(g *opgen.Generator, _ []*ir.Type) opgen.Attrs {
		return opgen.Attrs{"triangle": g.Word("lower", "upper")}
	},
}
