package tg

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/field"
)

// Complex makes complex numbers of their parts. The ops that take them apart,
// Real and Imag, are in the table of unary ones.
var Complex = Dialect.NewOp("tg.complex")

func init() {
	Complex.Define(ir.OpDef{
		Doc: "The complex numbers with the real parts lhs and the imaginary parts rhs, whose shapes broadcast.",
		Example: `func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xcomplex<f32>> {
  %0 = tg.complex %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}`,
		Operands: ir.Args(ir.Arg("lhs", partTensor), ir.Arg("rhs", partTensor)),
		Results:  ir.Args(ir.Arg("output", complexTensor).Own()),
		Traits:   ir.Pure | ir.Elementwise | ir.Broadcasts,
		Format:   "$lhs `,` $rhs attr-dict `:` same-type",
		Infer:    inferElementwise(complexElem),
		Fold:     foldComplex,
		Slots: ir.Slots{
			autodiff.Derivative.Of(complexDerivative),
			te.Expand.Of(te.Elementwise),
			opgen.FormsOf.Of(opgen.Plain),
			field.Of.Of(outOfPairs),
			opgen.InstanceOf.Of(opgen.Instance{}),
			writesElementwise(called("stablehlo.complex")),
			rewrite.Patterns.Of(elementwisePatterns(Complex)),
			cost.Model.Of(cost.Elementwise),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				run, err := kernel.ResolveComplex(s.Out[0].DType, s.In[0].Shape, s.In[1].Shape, s.Out[0].Shape)
				return binaryStep(run, err)
			}),
			inTiles(func(s *interp.Site) (kernel.Blocks, error) { return kernel.ComplexBlocks(s.Out[0].DType) }),
		},
	})
}

// partTensor has elements that may be parts of complex numbers.
var partTensor = tensorOf("f32 or f64", func(e *ir.Type) bool { return e.IsFloat() && (e.Format().Name == "f32" || e.Format().Name == "f64") })

// complexElem is the type of complex numbers with parts of that type, partElem
// the type of the parts of complex numbers, and any other type itself.
func complexElem(c *ir.Context, elem *ir.Type) *ir.Type { return c.Complex(elem) }

func partElem(_ *ir.Context, elem *ir.Type) *ir.Type {
	if elem.IsComplex() {
		return elem.Elem()
	}
	return elem
}

// foldComplex knows the parts of one number.
func foldComplex(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	re, im := o.Operand(0).Def(), o.Operand(1).Def()
	if re.Is(Real) && im.Is(Imag) && re.Operand(0) == im.Operand(0) {
		if f := toValue(o, re.Operand(0)); f != nil {
			return f
		}
	}
	return foldElement(o, consts)
}

// foldPart knows which number was made a part.
func foldPart(o *ir.Op) []ir.Folded {
	inner := o.Operand(0).Def()
	if !inner.Is(Complex) {
		return nil
	}
	part := 0
	if o.Is(Imag) {
		part = 1
	}
	return toValue(o, inner.Operand(part))
}
