package tg

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fft"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// FFT is the discrete Fourier transform.
var FFT = Dialect.NewOp("tg.fft")

// fftKinds are the kinds of transforms by their keywords.
var fftKinds = map[string]fft.Kind{"fft": fft.Forward, "ifft": fft.Inverse, "rfft": fft.FromReal, "irfft": fft.ToReal}

var (
	spectrumTensor = tensorOf("f32, f64 or complex", func(e *ir.Type) bool { return isWideFloat(e) || isComplexNumber(e) })
	transformKind  = ir.OneOf("transform", "fft", "ifft", "rfft", "irfft")
)

// isWideFloat reports whether e is f32 or f64, whose pairs are complex numbers.
func isWideFloat(e *ir.Type) bool {
	return e.IsFloat() && (e.Width() == 32 || e.Width() == 64)
}

func init() {
	FFT.Define(ir.OpDef{
		Doc: "Discrete Fourier transform along the last one to three dimensions, of the extents that `length` lists. " +
			"fft sums x[j] exp(-2 pi i jk/n), ifft has the opposite sign and divides by the number of elements. " +
			"rfft transforms real numbers and keeps the first n/2+1 results along the last dimension, of which the others are mirror images; " +
			"irfft is its inverse, with the extent of the result as the last length, and leaves out the imaginary parts of what mirrors itself. " +
			"Any length takes n log n steps. What is rounded, and in which order, docs/numerics.md says.",
		Example: `func.func @f(%x: tensor<4x6xcomplex<f32>>, %r: tensor<5xf64>) -> (tensor<4x6xcomplex<f32>>, tensor<5xf64>) {
  %0 = tg.fft fft %x length [4, 6] : (tensor<4x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  %1 = tg.fft rfft %r length [5] : (tensor<5xf64>) -> tensor<3xcomplex<f64>>
  %2 = tg.fft irfft %1 length [5] : (tensor<3xcomplex<f64>>) -> tensor<5xf64>
  return %0, %2 : tensor<4x6xcomplex<f32>>, tensor<5xf64>
}`,
		// To and from real numbers the element types differ, as Infer knows.
		Operands: ir.Args(ir.Arg("operand", spectrumTensor)),
		Results:  ir.Args(ir.Arg("output", spectrumTensor)),
		Attrs:    []ir.AttrArg{{Name: "kind", Is: transformKind}, {Name: "length", Is: ir.IsInts}},
		Traits:   ir.Pure,
		Format:   "$kind $operand `length` $length attr-dict `:` functional-type",
		Infer:    inferFFT,
		Fold:     foldFFT,
		Slots: ir.Slots{
			autodiff.Derivative.Of(fftDerivative),
			dimorder.Of.Of(dimorder.Fixed("it transforms the last dimensions")),
			te.Expand.Of(te.Opaque("as sums over all elements it would take the square of its time")),
			opgen.FormsOf.Of(opgen.NoForms("its operands are complex numbers")),
			opgen.InstanceOf.Of(fftInstance),
			convert.Writes(writeFFT),
			opgen.ReferenceOf.Of(fftReference),
			cost.Timed.Of(fftTiming),
			cost.Model.Of(fftCost),
			analysis.StorageOf.Of(fftStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				if s.In[0].DType.Part() == tensor.F64 {
					return fftStep[float64](s)
				}
				return fftStep[float32](s)
			}),
		},
	})
}

// inferFFT takes extents that only the run knows to be what the lengths want.
func inferFFT(in *ir.Inference) ([]*ir.Type, error) {
	t, kind := in.Operands[0], fftKinds[in.Attr("kind").Text()]
	elem, want := t.Elem(), complexTensor
	if kind == fft.FromReal {
		want = tensorOf("f32 or f64", isWideFloat)
	}
	if !want.Ok(t) {
		return nil, fmt.Errorf("the operand of %s must be %s, but is '%s'", in.Attr("kind").Text(), want.Desc, t)
	}
	switch kind {
	case fft.FromReal:
		elem = in.Ctx.Complex(elem)
	case fft.ToReal:
		elem = elem.Elem()
	}
	lengths := toInts(in.Attr("length").Ints())
	shape := toInts(t.Shape())
	for d := range shape {
		if at := d - (len(shape) - len(lengths)); shape[d] == int(ir.Dynamic) {
			shape[d] = 0
			if at >= 0 {
				shape[d] = lengths[at]
				if kind == fft.ToReal && d == len(shape)-1 {
					shape[d] = lengths[at]/2 + 1
				}
			}
		}
	}
	result, err := kind.Result(shape, lengths)
	if err != nil {
		return nil, fmt.Errorf("operand '%s': %w", t, err)
	}
	out := make([]int64, len(result))
	for d, n := range result {
		out[d] = int64(n)
		if d < len(shape)-len(lengths) {
			out[d] = t.Shape()[d]
		}
	}
	return types(in.Ctx.Tensor(out, elem)), nil
}

// foldFFT knows that a single number is its own transform.
func foldFFT(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	if kind := o.Attr("kind").Text(); kind == "rfft" || kind == "irfft" || !allOf(o.Attr("length").Ints(), 1) {
		return nil
	}
	return toValue(o, o.Operand(0))
}

func allOf(list []int64, n int64) bool {
	return !slices.ContainsFunc(list, func(m int64) bool { return m != n })
}

func fftStorage(in *ir.Inference) analysis.Storage {
	s, err := interp.SpecOf(in.Operands[0])
	if err != nil {
		return analysis.Storage{}
	}
	if s.DType.Part() == tensor.F64 {
		return fftWorkspace[float64](in, s)
	}
	return fftWorkspace[float32](in, s)
}

func fftWorkspace[T float32 | float64](in *ir.Inference, s interp.Spec) analysis.Storage {
	p, err := fft.Measure[T](fftKinds[in.Attr("kind").Text()], s.Shape, toInts(in.Attr("length").Ints()))
	if err != nil {
		return analysis.Storage{}
	}
	storage := analysis.Storage{Tables: p.Tables()}
	if p.Workspace(1) > 0 {
		storage.Workspace = p.Workspace
	}
	return storage
}

// fftStep has its tables from when the program is made.
func fftStep[T float32 | float64](s *interp.Site) (interp.Step, error) {
	p, err := fft.Resolve[T](fftKinds[s.Op.Attr("kind").Text()], s.In[0].Shape, intsOf(s, "length"))
	if err != nil {
		return interp.Step{}, err
	}
	return interp.Step{Work: p.Work(), Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		p.Compute(f.Workspace(), partsOf[T](out[0]), partsOf[T](in[0]))
		return nil
	}}, nil
}

// partsOf are the elements of a tensor of floats, or of complex numbers one part after the other.
func partsOf[T float32 | float64](t *tensor.Tensor) []T {
	b := t.Bytes()
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

// fftReference takes sums of lengths whose roots of unity are whole numbers.
func fftReference(o *ir.Op, in, out []*tensor.Tensor) bool {
	lengths, kind := o.Attr("length").Ints(), fftKinds[o.Attr("kind").Text()]
	for _, n := range lengths {
		if n != 1 && n != 2 && n != 4 {
			return false
		}
	}
	if kind == fft.ToReal {
		return false // the numbers of a random operand mirror nothing
	}
	values := make([]complex128, in[0].Len())
	for i := range values {
		values[i] = in[0].Complex128At(i)
	}
	shape := in[0].Shape()
	for d := len(shape) - len(lengths); d < len(shape); d++ {
		values = sumsAlong(values, shape[d], shapes.Product(shape[d+1:]), kind == fft.Inverse)
	}
	last, kept := shape[len(shape)-1], out[0].Shape()[len(shape)-1]
	k := 0
	for i, v := range values {
		if i%last < kept {
			setComplex(out[0], k, v)
			k++
		}
	}
	return true
}

// sumsAlong is the transform of n numbers, of which each is `inner` numbers behind the one before.
func sumsAlong(values []complex128, n, inner int, inverse bool) []complex128 {
	out := make([]complex128, len(values))
	for at := range values {
		k := at / inner % n
		for j := range n {
			quarters := 4 * j * k / n % 4
			if inverse {
				quarters = (4 - quarters) % 4
			}
			v := values[at+(j-k)*inner]
			out[at] += []complex128{v, complex(imag(v), -real(v)), -v, complex(-imag(v), real(v))}[quarters]
		}
		if inverse {
			out[at] = complex(real(out[at])/float64(n), imag(out[at])/float64(n))
		}
	}
	return out
}

func setComplex(t *tensor.Tensor, i int, v complex128) {
	if t.DType() == tensor.C64 {
		tensor.Data[complex64](t)[i] = complex64(v)
		return
	}
	tensor.Data[complex128](t)[i] = v
}

// fftTiming is what calibration measures.
var fftTiming = cost.Timing{
	Overhead: cost.Program{Inputs: []string{"4xf32"}, Op: "tg.fft rfft %a0 length [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>"},
}

// fftCost: some five operations on each part for every bit of the lengths, and a pass over the
// elements for each dimension.
func fftCost(in *ir.Inference) cost.Work {
	elements := max(cost.Elements(in.Operands[0]), cost.Elements(in.Results[0]))
	w := cost.Work{Kind: cost.Simple, Elem: in.Operands[0].Elem()}
	if e := w.Elem; e.IsComplex() {
		w.Elem = e.Elem()
	}
	for _, n := range in.Attr("length").Ints() {
		w.Flops += float64(5 * elements * math.Log2(float64(max(n, 1))))
		w.Read, w.Written = w.Read+cost.Bytes(in.Operands...), w.Written+cost.Bytes(in.Results...)
	}
	return w
}

// fftInstance says what random instances look like: the element type of the operand says which
// kinds there may be.
var fftInstance = opgen.Instance{
	Operand: func(g *opgen.Generator, _ int, _ []*ir.Type) *ir.Type {
		part := opgen.Pick(g, []*ir.Type{g.Ctx.Float("f32"), g.Ctx.Float("f64")})
		return g.Ctx.WithElem(g.Ranked(1), opgen.Pick(g, []*ir.Type{part, g.Ctx.Complex(part), g.Ctx.Complex(part)}))
	},
	Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
		shape := in[0].Shape()
		if len(shape) == 0 {
			return nil
		}
		lengths := slices.Clone(shape[len(shape)-1-g.IntN(min(3, len(shape))):])
		if !in[0].Elem().IsComplex() {
			return opgen.Attrs{"kind": g.Word("rfft"), "length": g.Ints(lengths)}
		}
		kind := g.Word("fft", "ifft", "irfft")
		if last := &lengths[len(lengths)-1]; kind.Text() == "irfft" {
			if *last == 0 {
				return nil
			}
			*last = 2*(*last-1) + g.Int64N(2)
		}
		return opgen.Attrs{"kind": kind, "length": g.Ints(lengths)}
	},
}
