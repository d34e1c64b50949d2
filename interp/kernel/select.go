package kernel

import (
	"fmt"

	"github.com/tg-opt/tg/tensor"
)

// Ternary computes out from a, b and c.
type Ternary func(out, a, b, c *tensor.Tensor)

// ResolveSelect returns the kernel that takes the element of onTrue, of type d, where the Bool
// predicate is true, else that of onFalse; operands are passed in the order predicate, onTrue,
// onFalse, and all three shapes broadcast as in NumPy.
func ResolveSelect(d tensor.DType, predicate, onTrue, onFalse, outShape []int) (Ternary, error) {
	if d == tensor.Invalid {
		return nil, illegal("select", d)
	}
	plan, err := planBroadcast(outShape, [][]int{predicate, onTrue, onFalse}, []int{1, d.Size(), d.Size()})
	if err != nil {
		return nil, fmt.Errorf("select: %w", err)
	}
	return plan.ternaryKernel(d.Size(), cheapGrain, selectLoopOf(d.Size())), nil
}

// selectLoopOf returns the loop for elements of that size.
func selectLoopOf(size int) loop3 {
	switch size {
	case 1:
		return vector3("select", tensor.U8, 1, erase3(selectLoop[uint8]))
	case 2:
		return vector3("select", tensor.U16, 1, erase3(selectLoop[uint16]))
	case 4:
		return vector3("select", tensor.U32, 1, erase3(selectLoop[uint32]))
	case 16:
		return erase3(selectPairs)
	}
	return vector3("select", tensor.U64, 1, erase3(selectLoop[uint64]))
}

func selectLoop[T unsigned](out []T, predicate []uint8, a, b []T) {
	predicate, a, b = predicate[:len(out)], a[:len(out)], b[:len(out)]
	for i := range out {
		out[i] = b[i] ^ (a[i]^b[i])&-T(predicate[i]) // without a branch, which random predicates would mislead
	}
}

// selectPairs is selectLoop for elements of two words.
func selectPairs(out [][2]uint64, predicate []uint8, a, b [][2]uint64) {
	predicate, a, b = predicate[:len(out)], a[:len(out)], b[:len(out)]
	for i := range out {
		x, y, mask := &a[i], &b[i], -uint64(predicate[i])
		out[i] = [2]uint64{y[0] ^ (x[0]^y[0])&mask, y[1] ^ (x[1]^y[1])&mask}
	}
}

// ResolveClamp returns the kernel of min(max(x, low), high), in this order, so that high wins where
// the bounds cross; NaN propagates from every operand. max and min are those of ResolveBinary.
// Operands are passed in the order low, x, high, and all three shapes broadcast as in NumPy.
func ResolveClamp(d tensor.DType, low, x, high, outShape []int) (Ternary, error) {
	loop := clampLoopOf(d)
	if loop == nil {
		return nil, illegal("clamp", d)
	}
	plan, err := planBroadcast(outShape, [][]int{low, x, high}, []int{d.Size(), d.Size(), d.Size()})
	if err != nil {
		return nil, fmt.Errorf("clamp: %w", err)
	}
	return plan.ternaryKernel(d.Size(), cheapGrain, loop), nil
}

func clampLoopOf(d tensor.DType) loop3 {
	switch single := vector3("clamp", tensor.F32, 4, erase3(clampLoop[float32])); d {
	case tensor.F16:
		return erase3(f16In32.ternary(typed3[float32](single)))
	case tensor.BF16:
		return erase3(bf16In32.ternary(typed3[float32](single)))
	}
	return vector3("clamp", d, d.Size(), portableClamp(d))
}

// portableClamp serves every type but the smaller floats.
func portableClamp(d tensor.DType) loop3 {
	switch d {
	case tensor.I8:
		return erase3(clampLoop[int8])
	case tensor.I16:
		return erase3(clampLoop[int16])
	case tensor.I32:
		return erase3(clampLoop[int32])
	case tensor.I64:
		return erase3(clampLoop[int64])
	case tensor.Bool, tensor.U8:
		return erase3(clampLoop[uint8])
	case tensor.U16:
		return erase3(clampLoop[uint16])
	case tensor.U32:
		return erase3(clampLoop[uint32])
	case tensor.U64:
		return erase3(clampLoop[uint64])
	case tensor.F32:
		return erase3(clampLoop[float32])
	case tensor.F64:
		return erase3(clampLoop[float64])
	case tensor.C64:
		return erase3(clampComplex[float32])
	case tensor.C128:
		return erase3(clampComplex[float64])
	}
	return nil
}

func clampLoop[T number](out, low, x, high []T) {
	low, x, high = low[:len(out)], x[:len(out)], high[:len(out)]
	for i := range out {
		out[i] = smaller(larger(x[i], low[i]), high[i])
	}
}
