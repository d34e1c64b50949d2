package tensor

import (
	"math"
	"slices"
)

// Float64At returns element i in row-major order as a float64. Integers beyond 2^53 are rounded; a
// Bool is 0 or 1. It panics for a tensor of complex numbers, whose parts Parts has.
func (t *Tensor) Float64At(i int) float64 {
	switch t.dtype {
	case F16:
		return Data[Float16](t)[i].Float64()
	case BF16:
		return Data[BFloat16](t)[i].Float64()
	case F32:
		return float64(Data[float32](t)[i])
	case F64:
		return Data[float64](t)[i]
	case U64:
		return float64(Data[uint64](t)[i])
	}
	return float64(t.Int64At(i))
}

// Int64At returns element i in row-major order of an integer or Bool tensor; a U64 above the range
// of int64 wraps. It panics for a tensor of floats or complex numbers.
func (t *Tensor) Int64At(i int) int64 {
	switch t.dtype {
	case Bool, U8:
		return int64(Data[uint8](t)[i])
	case I8:
		return int64(Data[int8](t)[i])
	case I16:
		return int64(Data[int16](t)[i])
	case I32:
		return int64(Data[int32](t)[i])
	case I64:
		return Data[int64](t)[i]
	case U16:
		return int64(Data[uint16](t)[i])
	case U32:
		return int64(Data[uint32](t)[i])
	case U64:
		return int64(Data[uint64](t)[i])
	}
	panic("tensor.Int64At: a " + t.TypeString() + " tensor has no integer elements")
}

// SetFloat64 stores v at element i in row-major order: rounded once for float types, v != 0 for
// Bool, and for integers truncated towards zero, saturated at the type's range, with 0 for NaN. In
// a complex type it is the real part, and the imaginary part is 0.
func (t *Tensor) SetFloat64(i int, v float64) {
	switch {
	case t.dtype == C64:
		Data[complex64](t)[i] = complex(float32(v), 0)
	case t.dtype == C128:
		Data[complex128](t)[i] = complex(v, 0)
	case t.dtype == F16:
		Data[Float16](t)[i] = Float16FromFloat64(v)
	case t.dtype == BF16:
		Data[BFloat16](t)[i] = BFloat16FromFloat64(v)
	case t.dtype == F32:
		Data[float32](t)[i] = float32(v)
	case t.dtype == F64:
		Data[float64](t)[i] = v
	case t.dtype == Bool:
		Data[uint8](t)[i] = 0
		if v != 0 {
			Data[uint8](t)[i] = 1
		}
	case v != v:
		t.SetInt64(i, 0)
	case t.dtype.IsUnsigned():
		t.setWord(i, saturateUnsigned(v, t.dtype.Bits()))
	default:
		t.setWord(i, uint64(saturateSigned(v, t.dtype.Bits())))
	}
}

func saturateUnsigned(v float64, width int) uint64 {
	switch {
	case v <= 0:
		return 0
	case v >= math.Ldexp(1, width):
		return math.MaxUint64 >> (64 - width)
	}
	return uint64(v)
}

func saturateSigned(v float64, width int) int64 {
	limit := math.Ldexp(1, width-1)
	switch {
	case v <= -limit:
		return math.MinInt64 >> (64 - width)
	case v >= limit:
		return math.MaxInt64 >> (64 - width)
	}
	return int64(v)
}

// SetInt64 stores v at element i in row-major order: wrapped for integer types, rounded once for
// floats and real parts, v != 0 for Bool.
func (t *Tensor) SetInt64(i int, v int64) {
	switch t.dtype {
	case Bool:
		t.setWord(i, 0)
		if v != 0 {
			t.setWord(i, 1)
		}
	case F16:
		Data[Float16](t)[i] = Float16FromFloat64(float64(v)) // beyond 2^53 both are infinite
	case BF16:
		Data[BFloat16](t)[i] = BFloat16FromInt64(v)
	case F32:
		Data[float32](t)[i] = float32(v)
	case F64:
		Data[float64](t)[i] = float64(v)
	case C64:
		Data[complex64](t)[i] = complex(float32(v), 0)
	case C128:
		Data[complex128](t)[i] = complex(float64(v), 0)
	default:
		t.setWord(i, uint64(v))
	}
}

// Complex128At returns element i in row-major order of complex numbers; of others, that number.
func (t *Tensor) Complex128At(i int) complex128 {
	switch t.dtype {
	case C64:
		return complex128(Data[complex64](t)[i])
	case C128:
		return Data[complex128](t)[i]
	}
	return complex(t.Float64At(i), 0)
}

// Parts views the parts of complex numbers as numbers: the shape gains a last dimension of 2, in
// which the real part is before the imaginary one. Any other tensor is returned as it is.
func (t *Tensor) Parts() *Tensor {
	if !t.dtype.IsComplex() {
		return t
	}
	shape := append(slices.Clone(t.shape), t.dtype.Parts())
	return &Tensor{dtype: t.dtype.Part(), shape: shape, count: 2 * t.count, data: t.data}
}

// setWord stores the low bits of v as the bits of element i; a type of more bits has none.
func (t *Tensor) setWord(i int, v uint64) {
	switch t.dtype.Size() {
	case 1:
		Words[uint8](t)[i] = uint8(v)
	case 2:
		Words[uint16](t)[i] = uint16(v)
	case 4:
		Words[uint32](t)[i] = uint32(v)
	case 8:
		Words[uint64](t)[i] = v
	}
}

// Fill stores v in every element, converted as SetFloat64 does, and returns t.
func (t *Tensor) Fill(v float64) *Tensor {
	if t.count > 0 {
		t.SetFloat64(0, v)
		t.fillBytes(t.data[:t.dtype.Size()])
	}
	return t
}
