// Package tensor holds run-time arrays: an element type, a shape and contiguous row-major storage.
// It knows nothing of the IR; the interpreter, constant folding and the command line share it.
//
// Storage is the machine's own memory layout. Only little-endian targets are supported, so the
// bytes of a tensor are the bytes of a little-endian file; a big-endian target fails to compile.
package tensor

import "fmt"

// DType is the type of one tensor element.
type DType uint8

// The element types. Bool is the IR's i1, stored as one byte that is 0 or 1.
const (
	Invalid DType = iota
	Bool
	I8
	I16
	I32
	I64
	U8
	U16
	U32
	U64
	F16
	BF16
	F32
	F64
	C64  // complex64: the real part, then the imaginary one
	C128 // complex128

	numDTypes
)

type dtypeClass uint8

const (
	classNone dtypeClass = iota
	classBool
	classSigned
	classUnsigned
	classFloat
	classComplex
)

// dtypes is the one table of facts about element types; size is in bytes, bits is the width the
// IR's type has.
var dtypes = [numDTypes]struct {
	name  string
	size  int
	bits  int
	class dtypeClass
}{
	Invalid: {"invalid", 0, 0, classNone},
	Bool:    {"i1", 1, 1, classBool},
	I8:      {"i8", 1, 8, classSigned},
	I16:     {"i16", 2, 16, classSigned},
	I32:     {"i32", 4, 32, classSigned},
	I64:     {"i64", 8, 64, classSigned},
	U8:      {"ui8", 1, 8, classUnsigned},
	U16:     {"ui16", 2, 16, classUnsigned},
	U32:     {"ui32", 4, 32, classUnsigned},
	U64:     {"ui64", 8, 64, classUnsigned},
	F16:     {"f16", 2, 16, classFloat},
	BF16:    {"bf16", 2, 16, classFloat},
	F32:     {"f32", 4, 32, classFloat},
	F64:     {"f64", 8, 64, classFloat},
	C64:     {"complex<f32>", 8, 64, classComplex},
	C128:    {"complex<f64>", 16, 128, classComplex},
}

// DTypes returns every valid element type in declaration order.
func DTypes() []DType {
	all := make([]DType, 0, numDTypes-1)
	for d := Bool; d < numDTypes; d++ {
		all = append(all, d)
	}
	return all
}

// String returns the IR's spelling: i1, i8, ui8, f16, bf16, complex<f32> and so on.
func (d DType) String() string {
	if d >= numDTypes {
		return fmt.Sprintf("DType(%d)", uint8(d))
	}
	return dtypes[d].name
}

// Size returns the bytes one element occupies in storage, 0 for Invalid.
func (d DType) Size() int { return dtypes[d].size }

// Bits returns the width of the type in the IR: 1 for Bool, else 8 times Size.
func (d DType) Bits() int { return dtypes[d].bits }

// IsFloat reports whether d is a floating-point type.
func (d DType) IsFloat() bool { return dtypes[d].class == classFloat }

// IsInteger reports whether d is a signed or unsigned integer type; Bool is neither.
func (d DType) IsInteger() bool { return d.IsSigned() || d.IsUnsigned() }

// IsSigned reports whether d is a signed integer type.
func (d DType) IsSigned() bool { return dtypes[d].class == classSigned }

// IsUnsigned reports whether d is an unsigned integer type; Bool is not one.
func (d DType) IsUnsigned() bool { return dtypes[d].class == classUnsigned }

// IsComplex reports whether d is a type of complex numbers.
func (d DType) IsComplex() bool { return dtypes[d].class == classComplex }

// Part is the type of the two parts of complex numbers, and any other type itself.
func (d DType) Part() DType {
	switch d {
	case C64:
		return F32
	case C128:
		return F64
	}
	return d
}

// Parts is how many numbers of type Part an element consists of: 2 of a complex type, else 1.
func (d DType) Parts() int {
	if d.IsComplex() {
		return 2
	}
	return 1
}

// Complex is the type of complex numbers whose parts have type d, Invalid where there is none.
func (d DType) Complex() DType {
	switch d {
	case F32:
		return C64
	case F64:
		return C128
	}
	return Invalid
}

// ParseDType reads the spelling that String writes. The IR's index type is an I64 at run time.
func ParseDType(text string) (DType, bool) {
	if text == "index" {
		return I64, true
	}
	for d := Bool; d < numDTypes; d++ {
		if dtypes[d].name == text {
			return d, true
		}
	}
	return Invalid, false
}
