// Package image is a dialect of pixels between 0 and 1, with a pass and rules of
// its own, and what makes tools of them.
package image

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Dialect is `image`.
var Dialect = ir.NewDialect("image", "Pixels, which are float32 between 0 and 1.")

// The ops of the dialect.
var (
	Clip     = Dialect.NewOp("image.clip")
	Invert   = Dialect.NewOp("image.invert")
	Brighten = Dialect.NewOp("image.brighten")
)

// pixels are tensors of float32.
var pixels = ir.TypeConstraint{
	Desc: "ranked tensor of 32-bit float values",
	Ok:   func(t *ir.Type) bool { return t.IsRankedTensor() && t.Elem().String() == "f32" },
}

func init() {
	Clip.Define(op("Every pixel, but 0 for what is less and 1 for what is more.", func(x float32) float32 { return min(max(x, 0), 1) }))
	Invert.Define(op("1 minus every pixel.", func(x float32) float32 { return 1 - x }))

	brighten := op("The sum of every pixel and a number.", nil)
	brighten.Attrs = []ir.AttrArg{{Name: "by", Is: ir.IsFloat}}
	brighten.Format = "$x `by` $by attr-dict `:` same-type"
	brighten.Slots = slots(func(s *interp.Site) (interp.Step, error) {
		by := float32(s.Op.Attr("by").Float())
		return step(func(x float32) float32 { return x + by }), nil
	})
	Brighten.Define(brighten)
}

// op is an op of one image that applies f to every pixel.
func op(doc string, f func(float32) float32) ir.OpDef {
	return ir.OpDef{
		Doc:      doc,
		Operands: ir.Args(ir.Arg("x", pixels)),
		Results:  ir.Args(ir.Arg("out", pixels)),
		Traits:   ir.Pure | ir.Elementwise | ir.SameTypes,
		Format:   "$x attr-dict `:` same-type",
		Slots:    slots(func(*interp.Site) (interp.Step, error) { return step(f), nil }),
	}
}

// slots say how an op on single pixels is executed, and that its result may lie
// where the operand did.
func slots(kernel func(*interp.Site) (interp.Step, error)) ir.Slots {
	return ir.Slots{
		analysis.StorageOf.Of(analysis.ElementwiseStorage),
		interp.Kernel.Of(kernel),
	}
}

// step is the instruction of the interpreter that applies f to every pixel.
func step(f func(float32) float32) interp.Step {
	return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		to := tensor.Data[float32](out[0])
		for i, x := range tensor.Data[float32](in[0]) {
			to[i] = f(x)
		}
		return nil
	}}
}
