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
	into = into[lo:hi]
	switch t.DType() {
	case tensor.Bool, tensor.U8:
		convert(into, tensor.Data[uint8](t)[lo:hi])
	case tensor.I8:
		convert(into, tensor.Data[int8](t)[lo:hi])
	case tensor.I16:
		convert(into, tensor.Data[int16](t)[lo:hi])
	case tensor.I32:
		convert(into, tensor.Data[int32](t)[lo:hi])
	case tensor.I64:
		convert(into, tensor.Data[int64](t)[lo:hi])
	case tensor.U16:
		convert(into, tensor.Data[uint16](t)[lo:hi])
	case tensor.U32:
		convert(into, tensor.Data[uint32](t)[lo:hi])
	case tensor.U64:
		convert(into, tensor.Data[uint64](t)[lo:hi])
	case tensor.F16:
		for i, v := range tensor.Data[tensor.Float16](t)[lo:hi] {
			into[i] = T(v.Float32())
		}
	case tensor.BF16:
		for i, v := range tensor.Data[tensor.BFloat16](t)[lo:hi] {
			into[i] = T(v.Float32())
		}
	case tensor.F32:
		convert(into, tensor.Data[float32](t)[lo:hi])
	}
}

func convert[T, S number](into []T, from []S) {
	for i, v := range from {
		into[i] = T(v)
	}
}

// narrow rounds accumulators [lo, hi) to elements of out, a floating-point type narrower than T.
func narrow[T number](out *tensor.Tensor, from []T, lo, hi int) {
	from = from[lo:hi]
	switch out.DType() {
	case tensor.F16:
		round(tensor.Data[tensor.Float16](out)[lo:hi], from, tensor.ToFloat16, tensor.Float16FromFloat64)
	case tensor.BF16:
		round(tensor.Data[tensor.BFloat16](out)[lo:hi], from, tensor.ToBFloat16, tensor.BFloat16FromFloat64)
	case tensor.F32:
		convert(tensor.Data[float32](out)[lo:hi], from)
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
