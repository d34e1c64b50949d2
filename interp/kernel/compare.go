package kernel

import (
	"fmt"

	"github.com/tg-opt/tg/tensor"
)

// Compare computes the Bool tensor out from a and b.
type Compare = Binary

// ResolveCompare returns the kernel that compares elements of type d; shapes broadcast as in NumPy.
// The direction is lt, le, gt, ge, eq or ne. Floats compare as IEEE 754 has it: with NaN everything
// is false but ne, and zeros are equal. With total they compare in the order -Inf < ... < -0 < +0 <
// ... < +Inf < NaN, which is IEEE 754's total order for one NaN; total changes nothing for other
// types. Complex numbers compare by their real parts and, if these are equal, by the imaginary
// ones.
func ResolveCompare(direction string, d tensor.DType, total bool, aShape, bShape, outShape []int) (Compare, error) {
	loop, err := comparisonLoop(direction, d, total)
	if err != nil {
		return nil, err
	}
	plan, err := planBroadcast(outShape, [][]int{aShape, bShape}, []int{d.Size(), d.Size()})
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	return plan.binaryKernel(1, cheapGrain, loop), nil
}

// comparisonLoop returns the loop of a direction; those of gt and ge are those of lt and le with
// the operands swapped.
func comparisonLoop(direction string, d tensor.DType, total bool) (loop2, error) {
	if d == tensor.Invalid {
		return nil, illegal("compare", d)
	}
	switch direction {
	case "lt", "le", "eq", "ne":
		return compareLoop(direction, d, total), nil
	case "gt", "ge":
		straight := compareLoop(map[string]string{"gt": "lt", "ge": "le"}[direction], d, total)
		return func(out, a, b []byte) { straight(out, b, a) }, nil
	}
	return nil, fmt.Errorf("there is no comparison named %q", direction)
}

func compareLoop(direction string, d tensor.DType, total bool) loop2 {
	switch d {
	case tensor.C64:
		return complexComparison[float32](direction, total)
	case tensor.C128:
		return complexComparison[float64](direction, total)
	}
	if total && d.IsFloat() {
		switch d {
		case tensor.F16:
			return erase2(f16InTotalOrder.compare(comparison[int16](direction)))
		case tensor.BF16:
			return erase2(bf16InTotalOrder.compare(comparison[int16](direction)))
		case tensor.F32:
			return erase2(inTotalOrder32.compare(typed2[uint8, int32](compareLoop(direction, tensor.I32, false))))
		}
		return erase2(inTotalOrder64.compare(typed2[uint8, int64](compareLoop(direction, tensor.I64, false))))
	}
	switch single := vector2(direction, tensor.F32, 1, erase2(comparison[float32](direction))); d {
	case tensor.F16:
		return erase2(f16In32.compare(typed2[uint8, float32](single)))
	case tensor.BF16:
		return erase2(bf16In32.compare(typed2[uint8, float32](single)))
	}
	return vector2(direction, d, 1, portableComparison(direction, d))
}

// portableComparison serves every type but the smaller floats.
func portableComparison(direction string, d tensor.DType) loop2 {
	switch d {
	case tensor.I8:
		return erase2(comparison[int8](direction))
	case tensor.I16:
		return erase2(comparison[int16](direction))
	case tensor.I32:
		return erase2(comparison[int32](direction))
	case tensor.I64:
		return erase2(comparison[int64](direction))
	case tensor.Bool, tensor.U8:
		return erase2(comparison[uint8](direction))
	case tensor.U16:
		return erase2(comparison[uint16](direction))
	case tensor.U32:
		return erase2(comparison[uint32](direction))
	case tensor.U64:
		return erase2(comparison[uint64](direction))
	case tensor.F32:
		return erase2(comparison[float32](direction))
	}
	return erase2(comparison[float64](direction))
}

// The bits of a float, read as an integer of sign and magnitude, have the total order;
// totalOrderKeys turns them into two's complement.
var (
	f16InTotalOrder  = wide[int16, int16]{load: totalOrderKeys[int16](tensor.F16), pool: scratchPool[int16]()}
	bf16InTotalOrder = wide[int16, int16]{load: totalOrderKeys[int16](tensor.BF16), pool: scratchPool[int16]()}
	inTotalOrder32   = wide[int32, int32]{load: totalOrderKeys[int32](tensor.F32), pool: scratchPool[int32]()}
	inTotalOrder64   = wide[int64, int64]{load: totalOrderKeys[int64](tensor.F64), pool: scratchPool[int64]()}
)

func totalOrderKeys[T signed](d tensor.DType) func(dst, src []T) {
	low, infinity := width[T]()-1, T(d.InfinityBits())
	return func(dst, src []T) {
		dst = dst[:len(src)]
		for i, v := range src {
			magnitude := v &^ (-1 << low)
			key := v ^ v>>low&^(-1<<low)
			if magnitude > infinity {
				key = 1<<low - 1 // there is one NaN
			}
			dst[i] = key
		}
	}
}

func comparison[T number](direction string) func(out []uint8, a, b []T) {
	switch direction {
	case "lt":
		return func(out []uint8, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				var is uint8
				if a[i] < b[i] {
					is = 1
				}
				out[i] = is
			}
		}
	case "le":
		return func(out []uint8, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				var is uint8
				if a[i] <= b[i] {
					is = 1
				}
				out[i] = is
			}
		}
	case "eq":
		return func(out []uint8, a, b []T) {
			a, b = a[:len(out)], b[:len(out)]
			for i := range out {
				var is uint8
				if a[i] == b[i] {
					is = 1
				}
				out[i] = is
			}
		}
	}
	return func(out []uint8, a, b []T) {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			var is uint8
			if a[i] != b[i] {
				is = 1
			}
			out[i] = is
		}
	}
}
