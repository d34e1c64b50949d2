package kernel

import (
	"math"
	"sync"

	"github.com/tg-opt/tg/tensor"
)

// ResolveConvert returns the kernel that converts elements. To Bool: x != 0, so NaN gives true.
// Integer to narrower integer wraps. Float to integer truncates towards zero, saturates at the
// type's range, and gives 0 for NaN. Everything else rounds once to nearest, ties to even.
func ResolveConvert(from, to tensor.DType) (Unary, error) {
	loop, err := convertLoop(from, to)
	if err != nil {
		return nil, err
	}
	return unaryKernel(to.Size(), from.Size(), cheapGrain, loop), nil
}

func convertLoop(from, to tensor.DType) (loop1, error) {
	portable, err := portableConversion(from, to)
	if err != nil {
		return nil, err
	}
	return vectorLoop1(fastest.one["convert/"+from.String()+"-"+to.String()], to.Size(), from.Size(), portable), nil
}

func portableConversion(from, to tensor.DType) (loop1, error) {
	switch {
	case from == tensor.Invalid:
		return nil, illegal("convert", from)
	case to == tensor.Invalid:
		return nil, illegal("convert", to)
	case from.IsComplex() && to.IsComplex():
		return convertLoop(from.Part(), to.Part())
	case from == to, from.IsInteger() && to.IsInteger() && from.Size() == to.Size():
		return func(out, x []byte) { copy(out, x) }, nil
	case from.IsFloat() && from != tensor.F64 && to.IsFloat() && to != tensor.F64:
		return convertThrough(from, to, loadFloat32(from), storeFloat32(to), scratch32), nil
	case from.IsFloat() || from.IsComplex():
		return convertThrough(from, to, loadFloat64(from), storeFloat64(to), scratch64), nil
	case from == tensor.U64:
		return convertThrough(from, to, castElements[uint64, uint64], storeInteger[uint64](to), scratchU64), nil
	}
	return convertThrough(from, to, loadInt64(from), storeInteger[int64](to), scratchI64), nil
}

var (
	scratchI64 = scratchPool[int64]()
	scratchU64 = scratchPool[uint64]()
)

// A conversion goes through one of four types that hold every source value exactly: int64, uint64,
// float64, or float32 between the smaller floats.
type (
	loadElements[H any]  func(dst []H, src []byte)
	storeElements[H any] func(dst []byte, src []H)
)

func convertThrough[H any](from, to tensor.DType, load loadElements[H], store storeElements[H], pool *sync.Pool) loop1 {
	return func(out, x []byte) {
		scratch := pool.Get().(*[3][blockLen]H)
		defer pool.Put(scratch)
		for len(out) > 0 {
			count := min(blockLen, len(out)/to.Size())
			load(scratch[0][:count], x[:count*from.Size()])
			store(out[:count*to.Size()], scratch[0][:count])
			out, x = out[count*to.Size():], x[count*from.Size():]
		}
	}
}

func castElements[H, T number](dst []H, src []byte) { castTo(dst, as[T](src)) }

// loadFloat32 and storeFloat32 serve f16, bf16 and f32.
func loadFloat32(from tensor.DType) loadElements[float32] {
	switch from {
	case tensor.F16:
		return func(dst []float32, src []byte) { loadF16(dst, as[tensor.Float16](src)) }
	case tensor.BF16:
		return func(dst []float32, src []byte) { loadBF16(dst, as[tensor.BFloat16](src)) }
	}
	return castElements[float32, float32]
}

func storeFloat32(to tensor.DType) storeElements[float32] {
	switch to {
	case tensor.F16:
		return func(dst []byte, src []float32) { storeF16From32(as[tensor.Float16](dst), src) }
	case tensor.BF16:
		return func(dst []byte, src []float32) { storeBF16From32(as[tensor.BFloat16](dst), src) }
	}
	return storeCast[float32, float32]
}

func loadFloat64(from tensor.DType) loadElements[float64] {
	switch from {
	case tensor.F16:
		return func(dst []float64, src []byte) { loadF16(dst, as[tensor.Float16](src)) }
	case tensor.BF16:
		return func(dst []float64, src []byte) { loadBF16(dst, as[tensor.BFloat16](src)) }
	case tensor.F32:
		return castElements[float64, float32]
	case tensor.C64:
		return loadReal[float32]
	case tensor.C128:
		return loadReal[float64]
	}
	return castElements[float64, float64]
}

// loadInt64 serves Bool and the integers; U64 wraps.
func loadInt64(from tensor.DType) loadElements[int64] {
	switch from {
	case tensor.I8:
		return castElements[int64, int8]
	case tensor.I16:
		return castElements[int64, int16]
	case tensor.I32:
		return castElements[int64, int32]
	case tensor.I64:
		return castElements[int64, int64]
	case tensor.U16:
		return castElements[int64, uint16]
	case tensor.U32:
		return castElements[int64, uint32]
	case tensor.U64:
		return castElements[int64, uint64]
	}
	return castElements[int64, uint8]
}

func storeFloat64(to tensor.DType) storeElements[float64] {
	switch to {
	case tensor.Bool:
		return storeBool[float64]
	case tensor.I8:
		return saturate[int8]
	case tensor.I16:
		return saturate[int16]
	case tensor.I32:
		return saturate[int32]
	case tensor.I64:
		return saturate[int64]
	case tensor.U8:
		return saturate[uint8]
	case tensor.U16:
		return saturate[uint16]
	case tensor.U32:
		return saturate[uint32]
	case tensor.U64:
		return saturate[uint64]
	case tensor.F16:
		return func(dst []byte, src []float64) { storeF16From64(as[tensor.Float16](dst), src) }
	case tensor.BF16:
		return func(dst []byte, src []float64) { storeBF16From64(as[tensor.BFloat16](dst), src) }
	case tensor.F32:
		return storeCast[float64, float32]
	case tensor.C64:
		return storeReal[float64, float32]
	case tensor.C128:
		return storeReal[float64, float64]
	}
	return storeCast[float64, float64]
}

// loadReal loads the real parts of complex numbers.
func loadReal[P float](dst []float64, src []byte) {
	parts := as[P](src)
	for i := range dst {
		dst[i] = float64(parts[2*i])
	}
}

// storeReal stores complex numbers with these real parts.
func storeReal[H, P number](dst []byte, src []H) {
	parts := as[P](dst)
	for i, v := range src {
		parts[2*i], parts[2*i+1] = P(v), 0
	}
}

// storeInteger stores integers of either 64-bit type.
func storeInteger[H int64 | uint64](to tensor.DType) storeElements[H] {
	switch to {
	case tensor.Bool:
		return storeBool[H]
	case tensor.I8, tensor.U8:
		return storeCast[H, uint8]
	case tensor.I16, tensor.U16:
		return storeCast[H, uint16]
	case tensor.I32, tensor.U32:
		return storeCast[H, uint32]
	case tensor.I64, tensor.U64:
		return storeCast[H, uint64]
	case tensor.F16:
		return func(dst []byte, src []H) {
			out := as[tensor.Float16](dst)
			for i, v := range src { // beyond 2^53, where float64 rounds, both results are infinite
				out[i] = tensor.Float16FromFloat64(float64(v))
			}
		}
	case tensor.BF16:
		return func(dst []byte, src []H) {
			out := as[tensor.BFloat16](dst)
			for i, v := range src {
				if v < 0 {
					out[i] = tensor.BFloat16FromInt64(int64(v))
				} else {
					out[i] = tensor.BFloat16FromUint64(uint64(v))
				}
			}
		}
	case tensor.F32:
		return storeCast[H, float32]
	case tensor.C64:
		return storeReal[H, float32]
	case tensor.C128:
		return storeReal[H, float64]
	}
	return storeCast[H, float64]
}

func storeCast[H, T number](dst []byte, src []H) { castTo(as[T](dst), src) }

func storeBool[H number](dst []byte, src []H) {
	dst = dst[:len(src)]
	for i, v := range src {
		var is uint8
		if v != 0 {
			is = 1
		}
		dst[i] = is
	}
}

func saturate[T integer](dst []byte, src []float64) {
	out := as[T](dst)[:len(src)]
	least, greatest := integerRange[T]()
	low, beyond := float64(least), math.Ldexp(1, width[T]())
	if least < 0 {
		beyond = -low
	}
	for i, v := range src {
		switch {
		case v >= beyond:
			out[i] = greatest
		case v > low:
			out[i] = T(v)
		case v <= low:
			out[i] = least
		default: // NaN
			out[i] = 0
		}
	}
}

// integerRange returns the least and the greatest value of an integer type.
func integerRange[T integer]() (least, greatest T) {
	if ^T(0) > 0 {
		return 0, ^T(0)
	}
	least = T(1) << (width[T]() - 1)
	return least, ^least
}

// indexReader reads elements of an integer tensor as ints, those beyond the range of int as the
// greatest int.
type indexReader struct {
	data  []byte
	dtype tensor.DType
}

func readerOf(t *tensor.Tensor) indexReader { return indexReader{t.Bytes(), t.DType()} }

func (r *indexReader) at(i int) int {
	switch r.dtype {
	case tensor.I8:
		return int(int8(r.data[i]))
	case tensor.I16:
		return int(as[int16](r.data)[i])
	case tensor.I32:
		return int(as[int32](r.data)[i])
	case tensor.I64:
		return int(min(max(as[int64](r.data)[i], math.MinInt), math.MaxInt))
	case tensor.U16:
		return int(as[uint16](r.data)[i])
	case tensor.U32:
		return int(min(int64(as[uint32](r.data)[i]), math.MaxInt))
	case tensor.U64:
		return int(min(as[uint64](r.data)[i], math.MaxInt))
	}
	return int(r.data[i]) // u8 and Bool
}
