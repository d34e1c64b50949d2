package contract

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/exact"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// The references below are the definitions, written as one loop over coordinates with no idea
// shared with the package: elements are read through their bytes into the widest type, and summed
// one by one in the accumulation type.

// cell is one element: integers (modulo 2^64) and i1 in bits, floating-point numbers in value.
type cell struct {
	bits  uint64
	value float64
}

func at(t *tensor.Tensor, i int) cell {
	switch t.DType() {
	case tensor.Bool, tensor.U8:
		return integer(uint64(tensor.Data[uint8](t)[i]))
	case tensor.I8:
		return integer(uint64(tensor.Data[int8](t)[i]))
	case tensor.I16:
		return integer(uint64(tensor.Data[int16](t)[i]))
	case tensor.I32:
		return integer(uint64(tensor.Data[int32](t)[i]))
	case tensor.I64:
		return integer(uint64(tensor.Data[int64](t)[i]))
	case tensor.U16:
		return cell{tensorBits(t, i), float64(tensor.Data[uint16](t)[i])}
	case tensor.U32:
		return cell{tensorBits(t, i), float64(tensor.Data[uint32](t)[i])}
	case tensor.U64:
		return cell{tensorBits(t, i), float64(tensor.Data[uint64](t)[i])}
	case tensor.F16:
		return cell{value: tensor.Data[tensor.Float16](t)[i].Float64()}
	case tensor.BF16:
		return cell{value: tensor.Data[tensor.BFloat16](t)[i].Float64()}
	case tensor.F32:
		return cell{value: float64(tensor.Data[float32](t)[i])}
	}
	return cell{value: tensor.Data[float64](t)[i]}
}

func integer(b uint64) cell { return cell{b, float64(int64(b))} }

// tensorBits is the little-endian integer stored at element i.
func tensorBits(t *tensor.Tensor, i int) uint64 {
	size := t.DType().Size()
	var b uint64
	for k := range size {
		b |= uint64(t.Bytes()[i*size+k]) << (8 * k)
	}
	return b
}

// sum accumulates products for one result element.
type sum struct {
	single, integral, logical bool
	f32                       float32
	f64                       float64
	bits                      uint64
}

func newSum(out, lhs, rhs tensor.DType) *sum {
	wide := out == tensor.F64 || lhs == tensor.F64 || rhs == tensor.F64
	return &sum{logical: out == tensor.Bool, integral: out.IsInteger(), single: out.IsFloat() && !wide}
}

func (s *sum) add(a, b cell) {
	switch {
	case s.logical:
		s.bits |= a.bits & b.bits
	case s.integral:
		s.bits += a.bits * b.bits
	case s.single:
		s.f32 = exact.MultiplyAdd(float32(a.value), float32(b.value), s.f32)
	default:
		s.f64 = math.FMA(a.value, b.value, s.f64)
	}
}

func (s *sum) store(out *tensor.Tensor, i int) {
	value := s.f64
	if s.single {
		value = float64(s.f32)
	}
	switch out.DType() {
	case tensor.F16:
		tensor.Data[tensor.Float16](out)[i] = tensor.Float16FromFloat64(value)
	case tensor.BF16:
		tensor.Data[tensor.BFloat16](out)[i] = tensor.BFloat16FromFloat64(value)
	case tensor.F32:
		tensor.Data[float32](out)[i] = float32(value)
	case tensor.F64:
		tensor.Data[float64](out)[i] = value
	default:
		size := out.DType().Size()
		for k := range size {
			out.Bytes()[i*size+k] = byte(s.bits >> (8 * k))
		}
	}
}

// each calls f for every index of a shape in row-major order, with its number.
func each(shape []int, f func(n int, index []int)) {
	total := 1
	for _, s := range shape {
		total *= s
	}
	index := make([]int, len(shape))
	for n := range total {
		f(n, index)
		for d := len(shape) - 1; d >= 0; d-- {
			if index[d]++; index[d] < shape[d] {
				break
			}
			index[d] = 0
		}
	}
}

func position(shape, index []int) int {
	n := 0
	for d, s := range shape {
		n = n*s + index[d]
	}
	return n
}

func referenceDot(d DotDims, out, lhs, rhs *tensor.Tensor) {
	inner := make([]int, len(d.LHSContract))
	for i, l := range d.LHSContract {
		inner[i] = lhs.Shape()[l]
	}
	contains := func(list []int, n int) int {
		for i, v := range list {
			if v == n {
				return i
			}
		}
		return -1
	}
	each(out.Shape(), func(n int, o []int) {
		l, r := make([]int, len(lhs.Shape())), make([]int, len(rhs.Shape()))
		next := 0
		for i := range d.LHSBatch {
			l[d.LHSBatch[i]], r[d.RHSBatch[i]] = o[next], o[next]
			next++
		}
		for i := range l {
			if contains(d.LHSBatch, i) < 0 && contains(d.LHSContract, i) < 0 {
				l[i] = o[next]
				next++
			}
		}
		for i := range r {
			if contains(d.RHSBatch, i) < 0 && contains(d.RHSContract, i) < 0 {
				r[i] = o[next]
				next++
			}
		}
		s := newSum(out.DType(), lhs.DType(), rhs.DType())
		each(inner, func(_ int, k []int) {
			for i := range k {
				l[d.LHSContract[i]], r[d.RHSContract[i]] = k[i], k[i]
			}
			s.add(at(lhs, position(lhs.Shape(), l)), at(rhs, position(rhs.Shape(), r)))
		})
		s.store(out, n)
	})
}

func referenceConv(d ConvDims, w ConvWindow, out, input, kernel *tensor.Tensor) {
	spatial := len(d.InputSpatial)
	taps := make([]int, spatial)
	for i, k := range d.KernelSpatial {
		taps[i] = kernel.Shape()[k]
	}
	features, outputs := kernel.Shape()[d.KernelInput], kernel.Shape()[d.KernelOutput]
	images := input.Shape()[d.InputBatch] / w.BatchGroups
	each(out.Shape(), func(n int, o []int) {
		s := newSum(out.DType(), input.DType(), kernel.DType())
		group := o[d.OutputFeature] / (outputs / (w.FeatureGroups * w.BatchGroups))
		x, k := make([]int, spatial+2), make([]int, spatial+2)
		k[d.KernelOutput] = o[d.OutputFeature]
		each(append(append([]int(nil), taps...), features), func(_ int, tap []int) {
			x[d.InputBatch] = o[d.OutputBatch]
			if w.BatchGroups > 1 {
				x[d.InputBatch] += group * images
			}
			x[d.InputFeature] = tap[spatial]
			if w.FeatureGroups > 1 {
				x[d.InputFeature] += group * features
			}
			k[d.KernelInput] = tap[spatial]
			seen := true
			for i := range spatial {
				k[d.KernelSpatial[i]] = tap[i]
				t := tap[i]
				if w.Reversal != nil && w.Reversal[i] {
					t = taps[i] - 1 - t
				}
				stride, dilation, step, before := 1, 1, 1, 0
				if w.Strides != nil {
					stride = w.Strides[i]
				}
				if w.InputDilation != nil {
					dilation = w.InputDilation[i]
				}
				if w.KernelDilation != nil {
					step = w.KernelDilation[i]
				}
				if w.Padding != nil {
					before = w.Padding[i][0]
				}
				place := o[d.OutputSpatial[i]]*stride + t*step - before
				if place < 0 || place%dilation != 0 || place/dilation >= input.Shape()[d.InputSpatial[i]] {
					seen = false
				} else {
					x[d.InputSpatial[i]] = place / dilation
				}
			}
			var element cell // padding is zero, and multiplied like any other element
			if seen {
				element = at(input, position(input.Shape(), x))
			}
			s.add(element, at(kernel, position(kernel.Shape(), k)))
		})
		s.store(out, n)
	})
}

// random fills a tensor: integers with any bits, floating-point numbers of mixed magnitude, and, if
// special, now and then a NaN, an infinity, a zero of either sign or a denormal.
func random(r *rand.Rand, d tensor.DType, special bool, shape ...int) *tensor.Tensor {
	t := tensor.New(d, shape...)
	for i := range t.Len() {
		v := r.NormFloat64() * math.Ldexp(1, r.IntN(5)-2)
		if special && r.IntN(12) == 0 {
			v = []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1e-40, -3e-42, 1e-310, 3e38}[r.IntN(9)]
		}
		switch d {
		case tensor.Bool:
			t.Bytes()[i] = byte(r.IntN(4) / 3)
		case tensor.F16:
			tensor.Data[tensor.Float16](t)[i] = tensor.Float16FromFloat64(v)
		case tensor.BF16:
			tensor.Data[tensor.BFloat16](t)[i] = tensor.BFloat16FromFloat64(v)
		case tensor.F32:
			tensor.Data[float32](t)[i] = float32(v)
		case tensor.F64:
			tensor.Data[float64](t)[i] = v
		default:
			for k := range d.Size() {
				t.Bytes()[i*d.Size()+k] = byte(r.Uint32())
			}
		}
	}
	return t
}

// sameBits compares element by element; any NaN equals any other.
func sameBits(t *testing.T, context string, got, want *tensor.Tensor) {
	t.Helper()
	if got.TypeString() != want.TypeString() {
		t.Fatalf("%s: result is %s, want %s", context, got.TypeString(), want.TypeString())
	}
	if bytes.Equal(got.Bytes(), want.Bytes()) {
		return
	}
	if d := got.DType(); d.IsComplex() {
		part := map[tensor.DType]tensor.DType{tensor.C64: tensor.F32, tensor.C128: tensor.F64}[d]
		parts := append(slices.Clone(got.Shape()), 2)
		got, want = tensor.Wrap(part, parts, got.Bytes()), tensor.Wrap(part, parts, want.Bytes())
	}
	for i := range got.Len() {
		if tensorBits(got, i) == tensorBits(want, i) {
			continue
		}
		g, w := at(got, i), at(want, i)
		if got.DType().IsFloat() && math.IsNaN(g.value) && math.IsNaN(w.value) {
			continue
		}
		t.Fatalf("%s: element %d of %s is %v (%#x), want %v (%#x)", context, i, got.TypeString(), g.value, tensorBits(got, i), w.value, tensorBits(want, i))
	}
}

// everyWorkerCount runs f with 1, 2, 3 and 8 workers.
func everyWorkerCount(f func(workers string)) {
	defer parallel.SetWorkers(0)
	for _, n := range []int{1, 2, 3, 8} {
		parallel.SetWorkers(n)
		f(fmt.Sprintf("%d workers", n))
	}
}

// dirty returns a tensor full of garbage, since results must not depend on what out held.
func dirty(d tensor.DType, shape []int) *tensor.Tensor {
	t := tensor.New(d, shape...)
	copy(t.Bytes(), bytes.Repeat([]byte{0xFF}, len(t.Bytes())))
	return t
}

// some is how many of the usual cases a test tries: with the race detector a quarter. It takes ten
// times as long for each, and whether workers touch the same shows in the first ones.
func some(usual int) int {
	if raceEnabled {
		return usual / 4
	}
	return usual
}
