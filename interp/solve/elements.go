package solve

import (
	"unsafe"

	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// access reads and writes elements of tensors as the parts that they are computed in.
type access[T number] struct {
	parts int // of an element
	load  func(b []byte, i int, to []T)
	store func(b []byte, i int, from []T)
}

func view[E any](b []byte) []E {
	return unsafe.Slice((*E)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(E))))
}

// accessTo is the access to elements of a type, whose computing type has parts T.
func accessTo[T number](d tensor.DType) access[T] {
	switch d {
	case tensor.F16:
		return access[T]{1,
			func(b []byte, i int, to []T) { to[0] = T(view[tensor.Float16](b)[i].Float32()) },
			func(b []byte, i int, from []T) {
				view[tensor.Float16](b)[i] = tensor.Float16FromFloat64(float64(from[0]))
			},
		}
	case tensor.BF16:
		return access[T]{1,
			func(b []byte, i int, to []T) { to[0] = T(view[tensor.BFloat16](b)[i].Float32()) },
			func(b []byte, i int, from []T) {
				view[tensor.BFloat16](b)[i] = tensor.BFloat16FromFloat64(float64(from[0]))
			},
		}
	case tensor.F32, tensor.C64:
		return accessToParts[T, float32](d.Parts())
	}
	return accessToParts[T, float64](d.Parts())
}

func accessToParts[T, E number](parts int) access[T] {
	return access[T]{parts,
		func(b []byte, i int, to []T) {
			for k, v := range view[E](b)[i*parts:][:parts] {
				to[k] = T(v)
			}
		},
		func(b []byte, i int, from []T) {
			to := view[E](b)[i*parts:][:parts]
			for k := range to {
				to[k] = E(from[k])
			}
		},
	}
}

// arithmetic is what is done to rows of numbers, or of complex numbers with their parts one behind
// the other.
type arithmetic[T number] struct {
	// subtract takes the product of a number and a row from another row; each product and each
	// difference of parts is rounded by itself.
	subtract func(from, row []T, re, im T)
	// divide divides a row by a number.
	divide func(row, by []T)
}

func arithmeticOf[T number](parts int) arithmetic[T] {
	if parts == 2 {
		return arithmetic[T]{subtractComplex[T], divideComplex[T]}
	}
	return arithmetic[T]{subtractReal[T], divideReal[T]}
}

func subtractReal[T number](from, row []T, factor, _ T) {
	row = row[:len(from)]
	for i, x := range row {
		from[i] -= T(factor * x)
	}
}

func divideReal[T number](row, by []T) {
	for i := range row {
		row[i] /= by[0]
	}
}

func subtractComplex[T number](from, row []T, re, im T) {
	row = row[:len(from)]
	for i := 0; i+1 < len(row); i += 2 {
		x, y := row[i], row[i+1]
		from[i] -= T(re*x) - T(im*y)
		from[i+1] -= T(re*y) + T(im*x)
	}
}

// divideComplex divides by a complex number as the op div does.
func divideComplex[T number](row, by []T) {
	switch row := any(row).(type) {
	case []float32:
		for i := 0; i+1 < len(row); i += 2 {
			q := kernel.Quotient(complex(row[i], row[i+1]), complex(float32(by[0]), float32(by[1])))
			row[i], row[i+1] = real(q), imag(q)
		}
	case []float64:
		for i := 0; i+1 < len(row); i += 2 {
			q := kernel.Quotient(complex(row[i], row[i+1]), complex(float64(by[0]), float64(by[1])))
			row[i], row[i+1] = real(q), imag(q)
		}
	}
}
