package kernel

import (
	"fmt"

	"github.com/tg-opt/tg/tensor"
)

// ResolveArgReduce returns the kernel of argmax or argmin: for each result element the position, numbered in row-major order over the reduced dimensions,
// of the greatest or least element, as an integer of type index. The first of equal elements wins, where -0 equals +0, and the first NaN wins over
// everything else. There must be at least one element to choose from, and index must be able to number them all.
func ResolveArgReduce(kind string, d tensor.DType, xShape, dims []int, index tensor.DType) (Unary, error) {
	if kind != "argmax" && kind != "argmin" {
		return nil, fmt.Errorf("there is no reduction named %q that gives positions", kind)
	}
	if err := checkShape("reduce operand", xShape); err != nil {
		return nil, err
	}
	reduced, err := checkDims("reduced dimension", dims, len(xShape))
	if err != nil {
		return nil, err
	}
	find := findLoop(kind, d)
	if find == nil {
		return nil, illegal(kind, d)
	}
	if !index.IsInteger() {
		return nil, fmt.Errorf("%s positions cannot have type %v, which is no integer type", kind, index)
	}
	p := planReduce(xShape, reduced)
	if p.outputs > 0 && p.count == 0 {
		return nil, fmt.Errorf("%s over dimensions without elements", kind)
	}
	valueBits := index.Bits()
	if index.IsSigned() {
		valueBits--
	}
	if p.outputs > 0 && uint64(p.count-1)>>valueBits != 0 {
		return nil, fmt.Errorf("%s positions up to %d do not fit type %v", kind, p.count-1, index)
	}
	store := storeInteger[int64](index)
	if p.innerReduced { // the walk over one result element's positions: rows and the elements of a row
		p.reduced, p.reducedStrides = append(p.reduced, p.inner), append(p.reducedStrides, 1)
	} else {
		p.kept, p.keptStrides = append(p.kept, p.inner), append(p.keptStrides, 1)
	}
	return func(out, x *tensor.Tensor) {
		chunks(p.outputs, p.count, cheapGrain, func(lo, hi int) {
			at := newOdometer(p.kept, p.keptStrides)
			at.seek(lo)
			found := make([]int64, hi-lo)
			for i := range found {
				found[i] = find(x.Bytes(), at.offset[0], p.reduced, p.reducedStrides)
				at.next()
			}
			store(out.Bytes()[lo*index.Size():hi*index.Size()], found)
		})
	}, nil
}

// findFunc returns the position of the chosen element among those of a box of x.
type findFunc func(x []byte, start int, dims, strides []int) int64

func findLoop(kind string, d tensor.DType) findFunc {
	least := kind == "argmin"
	switch d {
	case tensor.I8:
		return find[int8](least)
	case tensor.I16:
		return find[int16](least)
	case tensor.I32:
		return find[int32](least)
	case tensor.I64:
		return find[int64](least)
	case tensor.Bool, tensor.U8:
		return find[uint8](least)
	case tensor.U16:
		return find[uint16](least)
	case tensor.U32:
		return find[uint32](least)
	case tensor.U64:
		return find[uint64](least)
	case tensor.F16:
		return findConverted[tensor.Float16](least)
	case tensor.BF16:
		return findConverted[tensor.BFloat16](least)
	case tensor.F32:
		return find[float32](least)
	case tensor.F64:
		return find[float64](least)
	}
	return nil
}

func find[T number](least bool) findFunc {
	return func(x []byte, start int, dims, strides []int) int64 {
		data := as[T](x)
		last := len(dims) - 1
		if last < 0 {
			return 0
		}
		rows := newOdometer(dims[:last], strides[:last])
		best, at := data[start], 0
		for row := range product(dims[:last]) {
			from := start + rows.offset[0]
			for i := range dims[last] {
				v := data[from]
				from += strides[last]
				if (least && v < best || !least && v > best || v != v) && best == best {
					best, at = v, row*dims[last]+i
				}
			}
			rows.next()
		}
		return int64(at)
	}
}

func findConverted[T interface{ Float32() float32 }](least bool) findFunc {
	single := find[float32](least)
	return func(x []byte, start int, dims, strides []int) int64 {
		// The box, converted, in row-major order.
		converted := make([]float32, product(dims))
		at := newOdometer(dims, strides)
		for i := range converted {
			converted[i] = as[T](x)[start+at.offset[0]].Float32()
			at.next()
		}
		return single(asBytes(converted), 0, []int{len(converted)}, []int{1})
	}
}
