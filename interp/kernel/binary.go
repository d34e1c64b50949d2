package kernel

import (
	"fmt"

	"github.com/tg-opt/tg/tensor"
)

// Binary computes out from a and b.
type Binary func(out, a, b *tensor.Tensor)

// binaryClass says which element types have a binary op.
type binaryClass uint8

const (
	onNumbers  binaryClass = iota // integers, floats and complex numbers
	onAll                         // and Bool
	onBits                        // Bool and integers
	onIntegers                    // integers only
	onFloats
	onReals  // integers and floats
	onFields // floats and complex numbers
)

var binaryNames = map[string]binaryClass{
	"add": onAll, "mul": onAll, "max": onAll, "min": onAll,
	"sub": onNumbers, "div": onNumbers, "rem": onReals, "pow": onNumbers,
	"atan2": onFields, "next_after": onFloats, "zeta": onFloats, "polygamma": onFloats,
	"and": onBits, "or": onBits, "xor": onBits,
	"shl": onIntegers, "shr": onIntegers, "shr_logical": onIntegers, "mulhi": onIntegers,
}

// ResolveBinary returns the kernel of a binary elementwise op on operands and a result of type d,
// whose shapes broadcast as in NumPy.
//
//	all types        add mul max min; on Bool these are or and or and
//	numbers          sub div pow, and rem but for complex ones
//	floats           atan2 next_after zeta polygamma
//	complex          atan2
//	Bool, integers   and or xor
//	integers         shl shr shr_logical mulhi
//
// Integer division truncates towards zero. Division by zero gives all bits set and its remainder is
// the dividend; the smallest integer divided by -1 is itself with remainder 0. The float remainder
// is exact and has the dividend's sign (C's fmod). An integer power wraps; a negative exponent
// gives 1 for base 1, 1 or -1 for base -1, else 0; any base to the power 0 is 1. Shift amounts are
// read as unsigned: from the width on, shl and shr_logical give 0 and shr copies of the sign bit;
// shr treats unsigned types as their bits, too. mulhi is the upper half of the double-width
// product. max and min give NaN if an operand is NaN, and -0 is less than +0. next_after(a, b) is
// the neighbour of a towards b, and b if they are equal. zeta(a, b) is the sum of (b+k)^-a, and
// polygamma(a, b) the derivative of digamma at b of order a. Of complex numbers, max and min go by
// the real parts, then by the imaginary ones, and a number with a NaN in it wins.
func ResolveBinary(name string, d tensor.DType, aShape, bShape, outShape []int) (Binary, error) {
	loop, err := binaryLoop(name, d)
	if err != nil {
		return nil, err
	}
	plan, err := planBroadcast(outShape, [][]int{aShape, bShape}, []int{d.Size(), d.Size()})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	grain := cheapGrain
	if _, costly := binaryMath[name]; costly && d.IsFloat() || d.IsComplex() && (name == "div" || complexPairs[name] != nil) {
		grain = costlyGrain
	}
	return plan.binaryKernel(d.Size(), grain, loop), nil
}

// binaryLoop returns the loop of a binary op on elements of type d.
func binaryLoop(name string, d tensor.DType) (loop2, error) {
	class, known := binaryNames[name]
	if !known {
		return nil, fmt.Errorf("there is no binary operation named %q", name)
	}
	legal := false
	switch {
	case d == tensor.Bool:
		legal = class == onAll || class == onBits
	case d.IsInteger():
		legal = class != onFloats && class != onFields
	case d.IsFloat():
		legal = class != onBits && class != onIntegers
	case d.IsComplex():
		legal = class == onAll || class == onNumbers || class == onFields
	}
	if !legal {
		return nil, illegal(name, d)
	}
	switch {
	case d == tensor.Bool:
		alias := map[string]string{"add": "or", "max": "or", "mul": "and", "min": "and"}[name]
		if alias == "" {
			alias = name
		}
		return bitwise2(alias, portableLoop(alias, d)), nil
	case d.IsFloat():
		return binaryFloatLoop(name, d), nil
	case d.IsComplex():
		return binaryComplexLoop(name, d), nil
	}
	switch name {
	case "shr":
		d = signedTwin(d)
	case "shr_logical":
		name, d = "shr", unsignedTwin(d)
	}
	return bitwise2(name, vector2(name, d, d.Size(), portableLoop(name, d))), nil
}

// signedTwin returns the signed integer type of the same width, unsignedTwin the unsigned one.
func signedTwin(d tensor.DType) tensor.DType {
	if d.IsUnsigned() {
		return d - tensor.U8 + tensor.I8
	}
	return d
}

func unsignedTwin(d tensor.DType) tensor.DType {
	if d.IsSigned() {
		return d - tensor.I8 + tensor.U8
	}
	return d
}

// portableLoop returns the loop in Go, nil where integers or f32 and f64 have no instruction for
// the op.
func portableLoop(name string, d tensor.DType) loop2 {
	switch d {
	case tensor.C64, tensor.C128:
		if name == "add" {
			return portableLoop(name, d.Part())
		}
		return binaryComplexLoop(name, d)
	case tensor.F32:
		return erase2(binaryFloat[float32](name))
	case tensor.F64:
		return erase2(binaryFloat[float64](name))
	case tensor.I8:
		return erase2(binaryInteger[int8](name))
	case tensor.I16:
		return erase2(binaryInteger[int16](name))
	case tensor.I32:
		return erase2(binaryInteger[int32](name))
	case tensor.I64:
		return erase2(binaryInteger[int64](name))
	case tensor.U16:
		return erase2(binaryInteger[uint16](name))
	case tensor.U32:
		return erase2(binaryInteger[uint32](name))
	case tensor.U64:
		return erase2(binaryInteger[uint64](name))
	}
	return erase2(binaryInteger[uint8](name)) // Bool, too
}

func binaryFloatLoop(name string, d tensor.DType) loop2 {
	if name == "next_after" {
		return nextAfterLoop(d)
	}
	if f, ok := binaryMath[name]; ok {
		if d == tensor.F64 {
			return vector2(name, d, 8, erase2(eachOf2(f[1])))
		}
		loop := typed2[float64, float64](vectorLoop2(fastest.two[name+"/wide"], 8, 8, erase2(eachOf2(f[0]))))
		switch d {
		case tensor.F16:
			return erase2(f16In64.binary(loop))
		case tensor.BF16:
			return erase2(bf16In64.binary(loop))
		}
		return vector2(name, d, 4, erase2(f32In64.binary(loop)))
	}
	switch single := vector2(name, tensor.F32, 4, portableLoop(name, tensor.F32)); d {
	case tensor.F16:
		return erase2(f16In32.binary(typed2[float32, float32](single)))
	case tensor.BF16:
		return erase2(bf16In32.binary(typed2[float32, float32](single)))
	case tensor.F32:
		return single
	}
	return vector2(name, tensor.F64, 8, portableLoop(name, tensor.F64))
}

func eachOf2(f func(x, y float64) float64) func(out, a, b []float64) {
	return func(out, a, b []float64) {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			out[i] = f(a[i], b[i])
		}
	}
}

func nextAfterLoop(d tensor.DType) loop2 {
	switch d {
	case tensor.F16:
		return erase2(nextAfter[uint16](0x7C00))
	case tensor.BF16:
		return erase2(nextAfter[uint16](0x7F80))
	case tensor.F32:
		return erase2(nextAfter[uint32](0x7F800000))
	}
	return erase2(nextAfter[uint64](0x7FF0000000000000))
}
