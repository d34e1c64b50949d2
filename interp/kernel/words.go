package kernel

import (
	"unsafe"

	"github.com/tg-opt/tg/tensor"
)

// Words is an elementwise op on one element of each operand, for callers that have single elements
// and not rows: a call of a loop would take several times as long. An element is the lowest bits of
// a word whose other bits are 0. The field for the op's number of operands is set where there is
// such a function; it computes the bits that the loop computes.
type Words struct {
	// Name is that of an op that callers know to compute by themselves.
	Name  WordOp
	One   func(x uint64) uint64
	Two   func(a, b uint64) uint64
	Three func(a, b, c uint64) uint64
}

// WordOp is an op on bits.
type WordOp uint8

// The ops on bits. SelectWord takes a predicate of 0 or 1, and has the second operand where it is
// 1.
const (
	NoWord WordOp = iota
	SelectWord
	AndWord
	OrWord
	XorWord
)

// fromWord and toWord read and write the lowest bits of a word as an element.
func fromWord[T any](w uint64) T { return *(*T)(unsafe.Pointer(&w)) }

func toWord[T any](v T) (w uint64) {
	*(*T)(unsafe.Pointer(&w)) = v
	return w
}

func truth(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

// unaryWords serves the ops that are an instruction.
func unaryWords(name string, d tensor.DType) Words {
	switch {
	case name == "not" && d == tensor.Bool:
		return Words{One: func(x uint64) uint64 { return x ^ 1 }}
	case name == "not" && d.IsInteger():
		mask := maskOf(d)
		return Words{One: func(x uint64) uint64 { return ^x & mask }}
	case name == "neg" && d.IsFloat():
		sign := uint64(1) << (d.Bits() - 1)
		return Words{One: func(x uint64) uint64 { return x ^ sign }}
	case name == "abs" && d.IsFloat():
		sign := uint64(1) << (d.Bits() - 1)
		return Words{One: func(x uint64) uint64 { return x &^ sign }}
	case name == "neg" && d.IsInteger():
		mask := maskOf(d)
		return Words{One: func(x uint64) uint64 { return -x & mask }}
	}
	return Words{}
}

// maskOf has the bits of an element.
func maskOf(d tensor.DType) uint64 { return ^uint64(0) >> (64 - 8*d.Size()) }

// binaryWords serves sums, products and choices of numbers, and ops on bits. Smaller floats, whose
// every result is rounded, have none.
func binaryWords(name string, d tensor.DType) Words {
	if d == tensor.Bool {
		if alias := map[string]string{"add": "or", "max": "or", "mul": "and", "min": "and"}[name]; alias != "" {
			name = alias
		}
	}
	switch name {
	case "and":
		return Words{Name: AndWord, Two: func(a, b uint64) uint64 { return a & b }}
	case "or":
		return Words{Name: OrWord, Two: func(a, b uint64) uint64 { return a | b }}
	case "xor":
		return Words{Name: XorWord, Two: func(a, b uint64) uint64 { return a ^ b }}
	}
	switch d {
	case tensor.I8:
		return Words{Two: arithmeticWords[int8](name)}
	case tensor.I16:
		return Words{Two: arithmeticWords[int16](name)}
	case tensor.I32:
		return Words{Two: arithmeticWords[int32](name)}
	case tensor.I64:
		return Words{Two: arithmeticWords[int64](name)}
	case tensor.U8:
		return Words{Two: arithmeticWords[uint8](name)}
	case tensor.U16:
		return Words{Two: arithmeticWords[uint16](name)}
	case tensor.U32:
		return Words{Two: arithmeticWords[uint32](name)}
	case tensor.U64:
		return Words{Two: arithmeticWords[uint64](name)}
	case tensor.F32:
		if name == "div" {
			return Words{Two: func(a, b uint64) uint64 { return toWord(fromWord[float32](a) / fromWord[float32](b)) }}
		}
		return Words{Two: arithmeticWords[float32](name)}
	case tensor.F64:
		if name == "div" {
			return Words{Two: func(a, b uint64) uint64 { return toWord(fromWord[float64](a) / fromWord[float64](b)) }}
		}
		return Words{Two: arithmeticWords[float64](name)}
	}
	return Words{}
}

func arithmeticWords[T number](name string) func(a, b uint64) uint64 {
	switch name {
	case "add":
		return func(a, b uint64) uint64 { return toWord(fromWord[T](a) + fromWord[T](b)) }
	case "sub":
		return func(a, b uint64) uint64 { return toWord(fromWord[T](a) - fromWord[T](b)) }
	case "mul":
		return func(a, b uint64) uint64 { return toWord(T(fromWord[T](a) * fromWord[T](b))) }
	case "max":
		return func(a, b uint64) uint64 { return toWord(larger(fromWord[T](a), fromWord[T](b))) }
	case "min":
		return func(a, b uint64) uint64 { return toWord(smaller(fromWord[T](a), fromWord[T](b))) }
	}
	return nil
}

// comparisonWords serves every type and direction.
func comparisonWords(direction string, d tensor.DType, total bool) Words {
	switch direction {
	case "gt", "ge":
		straight := comparisonWords(map[string]string{"gt": "lt", "ge": "le"}[direction], d, total).Two
		if straight == nil {
			return Words{}
		}
		return Words{Two: func(a, b uint64) uint64 { return straight(b, a) }}
	}
	switch {
	case total && d.IsFloat():
		key, compare := totalOrderWord(d), compareWords[int64](direction)
		return Words{Two: func(a, b uint64) uint64 { return compare(uint64(key(a)), uint64(key(b))) }}
	case d == tensor.F16:
		return Words{Two: compareConverted(direction, func(w uint64) float32 { return fromWord[tensor.Float16](w).Float32() })}
	case d == tensor.BF16:
		return Words{Two: compareConverted(direction, func(w uint64) float32 { return fromWord[tensor.BFloat16](w).Float32() })}
	}
	switch d {
	case tensor.I8:
		return Words{Two: compareWords[int8](direction)}
	case tensor.I16:
		return Words{Two: compareWords[int16](direction)}
	case tensor.I32:
		return Words{Two: compareWords[int32](direction)}
	case tensor.I64:
		return Words{Two: compareWords[int64](direction)}
	case tensor.Bool, tensor.U8, tensor.U16, tensor.U32, tensor.U64:
		return Words{Two: compareWords[uint64](direction)} // the other bits are 0
	case tensor.F32:
		return Words{Two: compareWords[float32](direction)}
	case tensor.F64:
		return Words{Two: compareWords[float64](direction)}
	}
	return Words{}
}

func compareWords[T number](direction string) func(a, b uint64) uint64 {
	switch direction {
	case "lt":
		return func(a, b uint64) uint64 { return truth(fromWord[T](a) < fromWord[T](b)) }
	case "le":
		return func(a, b uint64) uint64 { return truth(fromWord[T](a) <= fromWord[T](b)) }
	case "eq":
		return func(a, b uint64) uint64 { return truth(fromWord[T](a) == fromWord[T](b)) }
	}
	return func(a, b uint64) uint64 { return truth(fromWord[T](a) != fromWord[T](b)) }
}

// compareConverted compares elements of a type that is no type of Go.
func compareConverted(direction string, value func(uint64) float32) func(a, b uint64) uint64 {
	compare := compareWords[float32](direction)
	return func(a, b uint64) uint64 { return compare(toWord(value(a)), toWord(value(b))) }
}

// totalOrderWord is totalOrderKeys for single elements, whose keys are widened to 64 bits.
func totalOrderWord(d tensor.DType) func(w uint64) int64 {
	unused, infinity := 64-d.Bits(), d.InfinityBits()
	magnitude := maskOf(d) >> 1
	return func(w uint64) int64 {
		if w&magnitude > infinity {
			return int64(magnitude) // there is one NaN
		}
		key := int64(w<<unused) >> unused
		return key ^ key>>63&int64(magnitude)
	}
}

// selectWords is a selection of elements of up to 8 bytes.
func selectWords(d tensor.DType) Words {
	if d.Size() > 8 {
		return Words{}
	}
	return Words{Name: SelectWord, Three: func(predicate, a, b uint64) uint64 { return b ^ (a^b)&-predicate }}
}

// conversionWords serves conversions of integers, between f32 and f64, and those of elements of up
// to 8 bytes that change nothing.
func conversionWords(from, to tensor.DType) Words {
	integers := func(d tensor.DType) bool { return d.IsInteger() || d == tensor.Bool }
	switch {
	case from == to && from.Size() <= 8:
		return Words{One: func(x uint64) uint64 { return x }}
	case integers(from) && to == tensor.Bool:
		return Words{One: func(x uint64) uint64 { return truth(x != 0) }}
	case integers(from) && integers(to):
		load, mask := signExtended(from), maskOf(to)
		return Words{One: func(x uint64) uint64 { return uint64(load(x)) & mask }}
	case integers(from) && from != tensor.U64 && to == tensor.F32:
		load := signExtended(from)
		return Words{One: func(x uint64) uint64 { return toWord(float32(load(x))) }}
	case integers(from) && from != tensor.U64 && to == tensor.F64:
		load := signExtended(from)
		return Words{One: func(x uint64) uint64 { return toWord(float64(load(x))) }}
	case from == tensor.F32 && to == tensor.F64:
		return Words{One: func(x uint64) uint64 { return toWord(float64(fromWord[float32](x))) }}
	case from == tensor.F64 && to == tensor.F32:
		return Words{One: func(x uint64) uint64 { return toWord(float32(fromWord[float64](x))) }}
	}
	return Words{}
}

// signExtended reads an integer of up to 64 bits.
func signExtended(d tensor.DType) func(w uint64) int64 {
	if !d.IsSigned() {
		return func(w uint64) int64 { return int64(w) }
	}
	unused := 64 - d.Bits()
	return func(w uint64) int64 { return int64(w<<unused) >> unused }
}
