package kernel

import (
	"fmt"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// DynamicSlice computes out from x and one scalar start, of any integer type, for each dimension.
type DynamicSlice func(out, x *tensor.Tensor, starts []*tensor.Tensor)

// ResolveDynamicSlice returns the kernel that cuts a box of the given sizes out of x. A start is
// clamped so that the box lies inside x.
func ResolveDynamicSlice(xShape, sizes []int) (DynamicSlice, error) {
	if err := checkBox("dynamic_slice", xShape, sizes); err != nil {
		return nil, err
	}
	strides := shapes.Strides(xShape)
	box := newMove(sizes, shapes.Strides(sizes), strides, 0, 0)
	return func(out, x *tensor.Tensor, starts []*tensor.Tensor) {
		box.runAt(out, x, 0, clampedOffset(xShape, sizes, strides, starts))
	}, nil
}

// DynamicUpdateSlice computes out from x, an update and one scalar start, of any integer type, for
// each dimension.
type DynamicUpdateSlice func(out, x, update *tensor.Tensor, starts []*tensor.Tensor)

// ResolveDynamicUpdateSlice returns the kernel that replaces a box of a copy of x by the update. A
// start is clamped so that the box lies inside x.
func ResolveDynamicUpdateSlice(xShape, updateShape []int) (DynamicUpdateSlice, error) {
	if err := checkBox("dynamic_update_slice", xShape, updateShape); err != nil {
		return nil, err
	}
	strides := shapes.Strides(xShape)
	box := newMove(updateShape, strides, shapes.Strides(updateShape), 0, 0)
	return func(out, x, update *tensor.Tensor, starts []*tensor.Tensor) {
		if !sameStorage(out, x) {
			copy(out.Bytes(), x.Bytes())
		}
		box.runAt(out, update, clampedOffset(xShape, updateShape, strides, starts), 0)
	}, nil
}

func checkBox(op string, shape, box []int) error {
	if err := checkShape(op, shape); err != nil {
		return err
	}
	if len(box) != len(shape) {
		return fmt.Errorf("%s: a box of rank %d in a tensor of rank %d", op, len(box), len(shape))
	}
	for d, extent := range box {
		if extent < 0 || extent > shape[d] {
			return fmt.Errorf("%s: extent %d of the box does not fit dimension %d of extent %d", op, extent, d, shape[d])
		}
	}
	return nil
}

func clampedOffset(shape, box, strides []int, starts []*tensor.Tensor) int {
	offset := 0
	for d, start := range starts {
		index := readerOf(start)
		offset += min(max(index.at(0), 0), shape[d]-box[d]) * strides[d]
	}
	return offset
}
