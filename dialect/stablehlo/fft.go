package stablehlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
)

// FFT is the discrete Fourier transform.
var FFT = Dialect.NewOp("stablehlo.fft")

func init() {
	FFT.Define(ir.OpDef{
		Doc: "The discrete Fourier transform of the operand along its last one to three dimensions, of the given lengths. FFT is forward, IFFT its inverse, RFFT of real numbers, and IRFFT back to real numbers.",
		Example: `func.func @f(%x: tensor<2x4xcomplex<f32>>, %y: tensor<5xf32>) -> (tensor<2x4xcomplex<f32>>, tensor<3xcomplex<f32>>) {
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  %1 = stablehlo.fft %y, type = RFFT, length = [5] : (tensor<5xf32>) -> tensor<3xcomplex<f32>>
  return %0, %1 : tensor<2x4xcomplex<f32>>, tensor<3xcomplex<f32>>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "fft_type", Is: fftType.Is}, {Name: "fft_length", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type",
		Infer:    infer(inferFFT),
		Slots: ir.Slots{
			twin(tg.FFT, func(c *ir.Context, of opgen.Attrs) opgen.Attrs {
				return opgen.Attrs{"fft_type": fftType.Of(c, strings.ToUpper(of["kind"].Text())), "fft_length": of["length"]}
			}, func(c *ir.Context, own opgen.Attrs) opgen.Attrs {
				return opgen.Attrs{"kind": c.StringAttr(strings.ToLower(word(own["fft_type"]))), "length": own["fft_length"]}
			}),
			likeWith(tg.FFT, func(in *ir.Inference) []ir.NamedAttr {
				return []ir.NamedAttr{{Name: "kind", Value: in.Ctx.StringAttr(strings.ToLower(word(in.Attr("fft_type"))))}, {Name: "length", Value: in.Attr("fft_length")}}
			}),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				return c.Replace(o, tg.FFT, c.Operands(o), ints(c.Ctx, "length", o.Attr("fft_length").Ints()),
					ir.NamedAttr{Name: "kind", Value: c.Ctx.StringAttr(strings.ToLower(word(o.Attr("fft_type"))))})
			}),
		},
	})
}

// isWideFloat reports whether e is f32 or f64.
func isWideFloat(e *ir.Type) bool {
	return e.IsFloat() && (e.Width() == 32 || e.Width() == 64)
}

func inferFFT(in *ir.Inference) (*ir.Type, error) {
	t, kind, lengths := in.Operands[0], word(in.Attr("fft_type")), in.Attr("fft_length").Ints()
	elem := t.Elem()
	if kind == "RFFT" {
		if !isWideFloat(elem) {
			return nil, fmt.Errorf("requires an operand of f32 or f64 elements for RFFT, but got '%s'", t)
		}
		elem = in.Ctx.Complex(elem)
	} else if !elem.IsComplex() || !isWideFloat(elem.Elem()) {
		return nil, fmt.Errorf("requires an operand of complex elements for %s, but got '%s'", kind, t)
	}
	if kind == "IRFFT" {
		elem = elem.Elem()
	}
	if len(lengths) < 1 || len(lengths) > 3 {
		return nil, fmt.Errorf("requires 1 to 3 lengths, but got %d", len(lengths))
	}
	if len(lengths) > t.Rank() {
		return nil, fmt.Errorf("requires at most as many lengths as dimensions of '%s', but got %d", t, len(lengths))
	}
	shape := slices.Clone(t.Shape())
	first := len(shape) - len(lengths)
	for i, n := range lengths {
		if n < 0 {
			return nil, fmt.Errorf("requires lengths of 0 or more, but one is %d", n)
		}
		want, last := n, i == len(lengths)-1
		if last && kind == "IRFFT" {
			want = n/2 + 1
		}
		if !fits(shape[first+i], want) {
			return nil, fmt.Errorf("requires dimension %d to have size %d for %s of length %d, but got '%s'", first+i, want, kind, n, t)
		}
		shape[first+i] = n
		if last && kind == "RFFT" {
			shape[first+i] = n/2 + 1
		}
	}
	return in.Ctx.Tensor(shape, elem), nil
}
