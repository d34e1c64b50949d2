package contract

import "github.com/tg-opt/tg/tensor"

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

func convert[T, S number](into []T, from []S) {
	for i, v := range from {
		into[i] = T(v)
	}
}

// narrow rounds accumulators [lo, hi) to elements of out, a floating-point type narrower than T.
func narrow[T number](out *tensor.Tensor, from []T, lo, hi int) {
	size := out.DType().Size()
	narrowBytes(out.DType(), out.Bytes()[lo*size:hi*size], from[lo:hi])
}

// narrowBytes is narrow for elements of type d in memory.
func narrowBytes[T number](d tensor.DType, into []byte, from []T) {
	switch d {
	case tensor.F16:
		round(elementsOf[tensor.Float16](into), from, tensor.ToFloat16, tensor.Float16FromFloat64)
	case tensor.BF16:
		round(elementsOf[tensor.BFloat16](into), from, tensor.ToBFloat16, tensor.BFloat16FromFloat64)
	case tensor.F32:
		convert(elementsOf[float32](into), from)
	}
}

// round converts to a 16-bit type, in one step from either accumulation type.
func round[H tensor.Float16 | tensor.BFloat16, T number](into []H, from []T, from32 func(float32) H, from64 func(float64) H) {
	if single, ok := any(from).([]float32); ok {
		for i, v := range single {
			into[i] = from32(v)
		}
		return
	}
	for i, v := range from {
		into[i] = from64(float64(v))
	}
}
