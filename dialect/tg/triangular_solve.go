package tg

import (
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
	"github.com/tg-opt/tg/interp/solve"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// TriangularSolve solves systems of equations with a triangular matrix.
var TriangularSolve = Dialect.NewOp("tg.triangular_solve")

func init() {
	TriangularSolve.Define(ir.OpDef{
		Doc: "The x for which op(a) x = b (left) or x op(a) = b (right), for each matrix of a batch: the last two dimensions are those of matrices. " +
			"a is lower or upper triangular, and its other triangle is not read; with `unit_diagonal` neither is its diagonal, which then is 1. " +
			"op(a) is a, its `transpose_a` transpose, or the adjoint, which is conjugated as well. A zero on the diagonal is divided by. " +
			"In which order it is computed, docs/numerics.md says.",
		Example: `func.func @f(%a: tensor<5x4x4xf32>, %b: tensor<5x4x2xf32>, %c: tensor<5x2x4xf32>) -> (tensor<5x4x2xf32>, tensor<5x2x4xf32>) {
  %0 = tg.triangular_solve left lower %a, %b : (tensor<5x4x4xf32>, tensor<5x4x2xf32>) -> tensor<5x4x2xf32>
  %1 = tg.triangular_solve right upper %a, %c transpose_a transpose unit_diagonal : (tensor<5x4x4xf32>, tensor<5x2x4xf32>) -> tensor<5x2x4xf32>
  return %0, %1 : tensor<5x4x2xf32>, tensor<5x2x4xf32>
}`,
		Operands: ir.Args(ir.Arg("a", fieldTensor), ir.Arg("b", fieldTensor)),
		Results:  ir.Args(ir.Arg("output", fieldTensor)),
		Attrs: []ir.AttrArg{
			{Name: "side", Is: ir.OneOf("side", "left", "right")}, {Name: "triangle", Is: triangleKind},
			{Name: "transpose_a", Is: ir.OneOf("form", "transpose", "adjoint"), Optional: true}, flag("unit_diagonal"),
		},
		Traits: ir.Pure,
		Format: "$side $triangle $a `,` $b (`transpose_a` $transpose_a^)? (`unit_diagonal` $unit_diagonal^)? attr-dict `:` functional-type",
		Infer:  inferTriangularSolve,
		Slots: ir.Slots{
			autodiff.Derivative.Of(triangularSolveDerivative),
			dimorder.Of.Of(dimorder.Fixed("its matrices are the last two dimensions")),
			te.Expand.Of(te.Opaque("each element depends on others that it computes before")),
			opgen.FormsOf.Of(opgen.NoForms("it is defined on matrices that no op makes")),
			opgen.InstanceOf.Of(triangularSolveInstance),
			opgen.ReferenceOf.Of(triangularSolveReference),
			cost.Timed.Of(triangularSolveTiming),
			cost.Model.Of(triangularSolveCost),
			analysis.StorageOf.Of(triangularSolveStorage),
			convert.Writes(writeTriangularSolve),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				p, err := solve.ResolveTriangular(systemOf(s.Op.Attr), s.In[0].DType, s.In[0].Shape, s.In[1].Shape)
				return interp.Step{Work: interp.WorkOf(shapes.Product(s.In[1].Shape), s.In[0].Shape[len(s.In[0].Shape)-1]), Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
					p.Compute(f.Workspace(), out[0], in[0], in[1])
					return nil
				}}, err
			}),
		},
	})
}

var triangleKind = ir.OneOf("triangle", "lower", "upper")

// systemOf is what attributes say of a system.
func systemOf(attr func(name string) *ir.Attr) solve.System {
	s := solve.System{Left: attr("side").Text() == "left", Lower: attr("triangle").Text() == "lower", Unit: attr("unit_diagonal") != nil}
	if form := attr("transpose_a"); form != nil {
		s.Transpose, s.Conjugate = true, form.Text() == "adjoint"
	}
	return s
}

// squareExtent is that of the square matrices that the last dimensions of t are.
func squareExtent(what string, t *ir.Type) (int64, error) {
	if t.Rank() < 2 {
		return 0, fmt.Errorf("%s must have the dimensions of a matrix, but is '%s'", what, t)
	}
	n, ok := sameExtent(t.Shape()[t.Rank()-2], t.Shape()[t.Rank()-1])
	if !ok {
		return 0, fmt.Errorf("the matrices of %s must be square, but it is '%s'", what, t)
	}
	return n, nil
}

func inferTriangularSolve(in *ir.Inference) ([]*ir.Type, error) {
	a, b := in.Operands[0], in.Operands[1]
	if err := sameElements(in.Operands); err != nil {
		return nil, err
	}
	n, err := squareExtent("a", a)
	if err != nil {
		return nil, err
	}
	if a.Rank() != b.Rank() {
		return nil, fmt.Errorf("a and b must have one rank, but are '%s' and '%s'", a, b)
	}
	shape := slices.Clone(b.Shape())
	for d := range shape[:len(shape)-2] {
		var ok bool
		if shape[d], ok = sameExtent(a.Shape()[d], shape[d]); !ok {
			return nil, fmt.Errorf("batches differ: dimension %d of a ('%s') is %d, and of b ('%s') %d", d, a, a.Shape()[d], b, b.Shape()[d])
		}
	}
	d := len(shape) - 2
	if in.Attr("side").Text() == "right" {
		d++
	}
	extent, ok := sameExtent(n, shape[d])
	if !ok {
		return nil, fmt.Errorf("a ('%s') has %d unknowns, but dimension %d of b ('%s') is %d", a, n, d, b, shape[d])
	}
	shape[d] = extent
	return types(in.Ctx.WithShape(b, shape)), nil
}

// triangularSolveStorage: b is copied before results are written.
func triangularSolveStorage(in *ir.Inference) analysis.Storage {
	s := analysis.Storage{Takes: []analysis.Taking{{Operand: 1}}}
	a, errA := interp.SpecOf(in.Operands[0])
	b, errB := interp.SpecOf(in.Operands[1])
	if errA == nil && errB == nil {
		if p, err := solve.ResolveTriangular(systemOf(in.Attr), a.DType, a.Shape, b.Shape); err == nil {
			s.Workspace = p.Workspace
		}
	}
	return s
}

// triangularSolveReference substitutes, with whole numbers where the diagonal is 1.
func triangularSolveReference(o *ir.Op, in, out []*tensor.Tensor) bool {
	s := systemOf(o.Attr)
	if !s.Unit || in[0].DType() != tensor.F64 {
		return false
	}
	shape := in[1].Shape()
	n, rows, columns := in[0].Shape()[len(shape)-1], shape[len(shape)-2], shape[len(shape)-1]
	copy(out[0].Bytes(), in[1].Bytes())
	a, x := tensor.Data[float64](in[0]), tensor.Data[float64](out[0])
	// x[i] -= op(a)[i][k] x[k], from the unknown that has no other on, for each column.
	others, step, line := columns, columns, 1
	if !s.Left {
		others, step, line = rows, 1, columns
	}
	first := s.Lower != s.Transpose
	if !s.Left {
		first = !first
	}
	for batch := range in[1].Len() / max(1, rows*columns) {
		for c := range others {
			for i := range n {
				for k := range i {
					to, from := i, k
					if !first {
						to, from = n-1-i, n-1-k
					}
					row, column := to, from
					if s.Transpose == s.Left {
						row, column = from, to
					}
					base := batch*rows*columns + c*line
					x[base+to*step] -= float64(a[batch*n*n+row*n+column] * x[base+from*step])
				}
			}
		}
	}
	return true
}

// triangularSolveTiming is what calibration measures.
var triangularSolveTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"2x1xf32", "2x2xf32"}, Op: "tg.triangular_solve left lower %a1, %r : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>"},
}

// triangularSolveCost: half a product with a for each column.
func triangularSolveCost(in *ir.Inference) cost.Work {
	shape := in.Operands[0].Shape()
	n := cost.Extent(shape[len(shape)-1])
	w := cost.Moving(in, math.Inf(1))
	w.Kind, w.Elem, w.Flops = cost.Simple, partOf(in.Operands[0].Elem()), float64(cost.Elements(in.Operands[1])*n)
	return w
}

// partOf is the type of the parts of complex numbers, and any other type itself.
func partOf(e *ir.Type) *ir.Type {
	if e.IsComplex() {
		return e.Elem()
	}
	return e
}

// triangularSolveInstance says what random instances look like: a side of b has
// the extent of a.
var triangularSolveInstance = opgen.Instance{
	Operand: func(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
		if i == 0 {
			return squares(g)
		}
		shape := slices.Clone(before[0].Shape())
		if len(shape) < 2 {
			return before[0]
		}
		shape[len(shape)-1-g.IntN(2)] = g.Extent()
		return g.Ctx.WithShape(before[0], shape)
	},
	Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
		a, b := in[0].Shape(), in[1].Shape()
		if len(a) < 2 || len(b) < 2 {
			return nil
		}
		side := "left"
		if n := a[len(a)-1]; b[len(b)-2] != n || b[len(b)-1] == n && g.Chance(1, 2) {
			side = "right"
		}
		attrs := opgen.Attrs{"side": g.Word(side), "triangle": g.Word("lower", "upper")}
		if g.Chance(1, 2) {
			attrs["transpose_a"] = g.Word("transpose", "adjoint")
		}
		g.Sometimes(attrs, "unit_diagonal", 2)
		return attrs
	},
}

// squares is an array of square matrices.
func squares(g *opgen.Generator) *ir.Type {
	t := g.OfRank(2 + g.IntN(2))
	shape := slices.Clone(t.Shape())
	shape[len(shape)-1] = shape[len(shape)-2]
	return g.Ctx.WithShape(t, shape)
}
