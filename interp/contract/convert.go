package contract

import (
	elementwise "github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// convertGrain is the number of elements below which a conversion is not shared between goroutines.
const convertGrain = 16 << 10

// elements returns the elements of t if T is the Go type they have, or the type of bytes for i1.
func elements[T number](t *tensor.Tensor) ([]T, bool) {
	var data any
	switch t.DType() {
	case tensor.Bool, tensor.U8:
		data = tensor.Data[uint8](t)
	case tensor.I8:
		data = tensor.Data[int8](t)
	case tensor.I16:
		data = tensor.Data[int16](t)
	case tensor.I32:
		data = tensor.Data[int32](t)
	case tensor.I64:
		data = tensor.Data[int64](t)
	case tensor.U16:
		data = tensor.Data[uint16](t)
	case tensor.U32:
		data = tensor.Data[uint32](t)
	case tensor.U64:
		data = tensor.Data[uint64](t)
	case tensor.F32:
		data = tensor.Data[float32](t)
	case tensor.F64:
		data = tensor.Data[float64](t)
	}
	same, ok := data.([]T)
	return same, ok
}

// widen converts elements [lo, hi) of t to the accumulation type. Only integers can change: modulo
// 2^n where the result is narrower, by rounding where it is floating-point.
func widen[T number](into []T, t *tensor.Tensor, lo, hi int) {
	size := t.DType().Size()
	widenBytes(into[lo:hi], t.DType(), t.Bytes()[lo*size:hi*size])
}

// widenBytes is widen for elements of type d in memory.
func widenBytes[T number](into []T, d tensor.DType, from []byte) {
	if single, ok := any(into).([]float32); ok && halfSized(d) && len(from) > 0 {
		halfLoops[d].widen(bytesOf(single), from)
		return
	}
	switch d {
	case tensor.Bool, tensor.U8:
		convert(into, elementsOf[uint8](from))
	case tensor.I8:
		convert(into, elementsOf[int8](from))
	case tensor.I16:
		convert(into, elementsOf[int16](from))
	case tensor.I32:
		convert(into, elementsOf[int32](from))
	case tensor.I64:
		convert(into, elementsOf[int64](from))
	case tensor.U16:
		convert(into, elementsOf[uint16](from))
	case tensor.U32:
		convert(into, elementsOf[uint32](from))
	case tensor.U64:
		convert(into, elementsOf[uint64](from))
	case tensor.F16:
		for i, v := range elementsOf[tensor.Float16](from) {
			into[i] = T(v.Float32())
		}
	case tensor.BF16:
		for i, v := range elementsOf[tensor.BFloat16](from) {
			into[i] = T(v.Float32())
		}
	case tensor.F32:
		convert(into, elementsOf[float32](from))
	}
}

// halfLoop converts numbers of 16 bits to f32 and back.
type halfLoop struct{ widen, narrow func(out, x []byte) }

func halfSized(d tensor.DType) bool { return d == tensor.F16 || d == tensor.BF16 }

var halfLoops = func() map[tensor.DType]halfLoop {
	loops := map[tensor.DType]halfLoop{}
	for _, d := range []tensor.DType{tensor.F16, tensor.BF16} {
		wide, err := elementwise.ConvertBlocks(d, tensor.F32)
		if err != nil {
			panic(err)
		}
		narrow, err := elementwise.ConvertBlocks(tensor.F32, d)
		if err != nil {
			panic(err)
		}
		loops[d] = halfLoop{wide.Unary, narrow.Unary}
	}
	return loops
}()

func convert[T, S number](into []T, from []S) {
	for i, v := range from {
		into[i] = T(v)
	}
}

// narrow rounds accumulators [lo, hi) to elements of out, a floating-point type narrower than T, or
// takes their last bits, for integers.
func narrow[T number](out *tensor.Tensor, from []T, lo, hi int) {
	size := out.DType().Size()
	narrowBytes(out.DType(), out.Bytes()[lo*size:hi*size], from[lo:hi])
}

// narrowBytes is narrow for elements of type d in memory.
func narrowBytes[T number](d tensor.DType, into []byte, from []T) {
	if single, ok := any(from).([]float32); ok && halfSized(d) && len(from) > 0 {
		halfLoops[d].narrow(into, bytesOf(single))
		return
	}
	switch d {
	case tensor.F16:
		round(elementsOf[tensor.Float16](into), from, tensor.Float16FromFloat64)
	case tensor.BF16:
		round(elementsOf[tensor.BFloat16](into), from, tensor.BFloat16FromFloat64)
	case tensor.F32:
		convert(elementsOf[float32](into), from)
	case tensor.I8, tensor.U8:
		convert(elementsOf[uint8](into), from)
	case tensor.I16, tensor.U16:
		convert(elementsOf[uint16](into), from)
	}
}

// round converts f64 to a 16-bit type, in one step.
func round[H tensor.Float16 | tensor.BFloat16, T number](into []H, from []T, once func(float64) H) {
	for i, v := range from {
		into[i] = once(float64(v))
	}
}
