package kernel

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// A reshape needs no kernel: tensor.Tensor.Reshape is a view of the same elements.

// ResolveTranspose returns the kernel for which dimension i of the result is dimension
// permutation[i] of x.
func ResolveTranspose(xShape, permutation []int) (Unary, error) {
	if err := checkShape("transpose operand", xShape); err != nil {
		return nil, err
	}
	if _, err := checkDims("transpose permutation", permutation, len(xShape)); err != nil {
		return nil, err
	}
	if len(permutation) != len(xShape) {
		return nil, fmt.Errorf("transpose permutation has %d dimensions, the operand has %d", len(permutation), len(xShape))
	}
	outShape, strides := shapes.Pick(xShape, permutation), shapes.Pick(shapes.Strides(xShape), permutation)
	return newMove(outShape, shapes.Strides(outShape), strides, 0, 0).run, nil
}

// ResolveBroadcast returns the kernel that lays dimension i of x along dimension dims[i] of the
// result and repeats it along all others; an extent of 1 stretches.
func ResolveBroadcast(xShape, dims, outShape []int) (Unary, error) {
	if err := checkShape("broadcast result", outShape); err != nil {
		return nil, err
	}
	if len(dims) != len(xShape) {
		return nil, fmt.Errorf("broadcast maps %d dimensions, the operand has %d", len(dims), len(xShape))
	}
	if _, err := checkDims("broadcast dimension", dims, len(outShape)); err != nil {
		return nil, err
	}
	strides := make([]int, len(outShape))
	for i, stride := range shapes.Strides(xShape) {
		switch xShape[i] {
		case outShape[dims[i]]:
			strides[dims[i]] = stride
		case 1:
		default:
			return nil, fmt.Errorf("broadcast cannot stretch extent %d of operand dimension %d to %d", xShape[i], i, outShape[dims[i]])
		}
	}
	return newMove(outShape, shapes.Strides(outShape), strides, 0, 0).run, nil
}

// ResolveSlice returns the kernel that takes, along each dimension, the elements start, start+step,
// ... below limit; steps may be nil for all 1.
func ResolveSlice(xShape, starts, limits, steps []int) (Unary, error) {
	if err := checkShape("slice operand", xShape); err != nil {
		return nil, err
	}
	if steps == nil {
		steps = slices.Repeat([]int{1}, len(xShape))
	}
	if len(starts) != len(xShape) || len(limits) != len(xShape) || len(steps) != len(xShape) {
		return nil, fmt.Errorf("slice has %d starts, %d limits and %d steps, the operand has %d dimensions", len(starts), len(limits), len(steps), len(xShape))
	}
	strides := shapes.Strides(xShape)
	outShape, offset := make([]int, len(xShape)), 0
	for d, extent := range xShape {
		if starts[d] < 0 || starts[d] > limits[d] || limits[d] > extent || steps[d] < 1 {
			return nil, fmt.Errorf("slice [%d:%d:%d] of dimension %d with extent %d is out of range", starts[d], limits[d], steps[d], d, extent)
		}
		outShape[d] = ceilDiv(limits[d]-starts[d], steps[d])
		offset += starts[d] * strides[d]
		strides[d] = stepStride(strides[d], steps[d], outShape[d])
	}
	return newMove(outShape, shapes.Strides(outShape), strides, 0, offset).run, nil
}

// ResolveReverse returns the kernel that reverses the order of the elements along each of dims.
func ResolveReverse(xShape, dims []int) (Unary, error) {
	if err := checkShape("reverse operand", xShape); err != nil {
		return nil, err
	}
	if _, err := checkDims("reverse dimension", dims, len(xShape)); err != nil {
		return nil, err
	}
	strides, offset := shapes.Strides(xShape), 0
	for _, dim := range dims {
		offset += max(0, xShape[dim]-1) * strides[dim]
		strides[dim] = -strides[dim]
	}
	return newMove(xShape, shapes.Strides(xShape), strides, 0, offset).run, nil
}

// ceilDiv is n/step rounded up, for any n and a step of 1 or more, however large.
func ceilDiv(n, step int) int {
	if n <= 0 {
		return n / step
	}
	return (n-1)/step + 1
}

// stepStride is the stride between every step-th of count indices; where there are none to step to,
// step may be too large to multiply.
func stepStride(stride, step, count int) int {
	if count <= 1 {
		return stride
	}
	return stride * step
}

// ResolvePad returns the kernel that puts interior[d] copies of the padding value between
// neighbours along dimension d, low[d] before the first and high[d] behind the last; negative low
// and high remove elements after that. Its operands are x and the padding value, a scalar.
func ResolvePad(xShape, low, high, interior, outShape []int) (Binary, error) {
	if err := checkShape("pad operand", xShape); err != nil {
		return nil, err
	}
	rank := len(xShape)
	if len(low) != rank || len(high) != rank || len(interior) != rank || len(outShape) != rank {
		return nil, fmt.Errorf("pad has %d low, %d high and %d interior amounts and a result of rank %d, the operand has %d dimensions",
			len(low), len(high), len(interior), len(outShape), rank)
	}
	dims, strides := make([]int, rank), shapes.Strides(outShape)
	xStrides, outOffset, xOffset := shapes.Strides(xShape), 0, 0
	for d, extent := range xShape {
		step := 1
		if extent > 1 {
			step += interior[d]
		}
		if want := low[d] + extent + max(0, extent-1)*interior[d] + high[d]; interior[d] < 0 || step < 1 || want < 0 || want != outShape[d] {
			return nil, fmt.Errorf("padding dimension %d of extent %d by low %d, high %d, interior %d gives %d, not a legal %d",
				d, extent, low[d], high[d], interior[d], want, outShape[d])
		}
		// Element i lands at low + i*step; keep those inside [0, extent of the result).
		first := max(0, ceilDiv(-low[d], step))
		end := 0
		if outShape[d] > low[d] {
			end = min(extent, ceilDiv(outShape[d]-low[d], step))
		}
		dims[d] = max(0, end-first)
		outOffset += (low[d] + first*step) * strides[d]
		xOffset += first * xStrides[d]
		strides[d] = stepStride(strides[d], step, dims[d])
	}
	box := newMove(dims, strides, xStrides, outOffset, xOffset)
	covered := shapes.Product(dims) == shapes.Product(outShape)
	frame := newFrame(dims, strides, xStrides, outOffset, xOffset)
	return func(out, x, value *tensor.Tensor) {
		if !covered && frame != nil && frame.row*out.DType().Size() >= frameRow {
			frame.run(out, x, value)
			return
		}
		if !covered {
			fill := fillRun{out.Bytes(), value.Bytes()}
			if !share(out.Len(), 1, cheapGrain, &fill) {
				fill.Chunk(0, 0, out.Len())
			}
		}
		box.run(out, x)
	}, nil
}

// fillRun writes one element many times.
type fillRun struct{ out, element []byte }

func (r *fillRun) Chunk(_, lo, hi int) {
	size := len(r.element)
	repeatBytes(r.out[lo*size:hi*size], r.element)
}

// ResolveConcat returns the kernel that puts tensors, which agree in all dimensions but dim, behind
// each other along dim.
func ResolveConcat(operands [][]int, dim int) (func(out *tensor.Tensor, xs []*tensor.Tensor), error) {
	outShape, boxes, err := stack("concat", operands, dim)
	if err != nil {
		return nil, err
	}
	strides, moves := shapes.Strides(outShape), make([]*move, len(operands))
	for i, shape := range operands {
		moves[i] = newMove(shape, strides, shapes.Strides(shape), boxes[i]*strides[dim], 0)
	}
	return func(out *tensor.Tensor, xs []*tensor.Tensor) {
		for i, m := range moves {
			m.run(out, xs[i])
		}
	}, nil
}

// ResolveSplit returns the kernel that cuts x along dim into tensors of the given extents, which
// add up to its own.
func ResolveSplit(xShape []int, dim int, sizes []int) (func(outs []*tensor.Tensor, x *tensor.Tensor), error) {
	if err := checkDim("split dimension", dim, len(xShape)); err != nil {
		return nil, err
	}
	pieces := make([][]int, len(sizes))
	for i, size := range sizes {
		pieces[i] = slices.Clone(xShape)
		pieces[i][dim] = size
	}
	whole, starts, err := stack("split", pieces, dim)
	if err != nil {
		return nil, err
	}
	if whole[dim] != xShape[dim] {
		return nil, fmt.Errorf("split sizes add up to %d, dimension %d has extent %d", whole[dim], dim, xShape[dim])
	}
	strides, moves := shapes.Strides(xShape), make([]*move, len(sizes))
	for i, shape := range pieces {
		moves[i] = newMove(shape, shapes.Strides(shape), strides, 0, starts[i]*strides[dim])
	}
	return func(outs []*tensor.Tensor, x *tensor.Tensor) {
		for i, m := range moves {
			m.run(outs[i], x)
		}
	}, nil
}

// stack returns the shape of tensors behind each other along dim, and where each starts along it.
func stack(op string, shapes [][]int, dim int) (whole, starts []int, err error) {
	if len(shapes) == 0 {
		return nil, nil, fmt.Errorf("%s of no tensors", op)
	}
	if err := checkDim(op+" dimension", dim, len(shapes[0])); err != nil {
		return nil, nil, err
	}
	whole = slices.Clone(shapes[0])
	whole[dim] = 0
	for _, shape := range shapes {
		if err := checkShape(op, shape); err != nil {
			return nil, nil, err
		}
		starts = append(starts, whole[dim])
		if len(shape) == len(whole) {
			whole[dim] += shape[dim]
		}
		for d := range whole {
			if len(shape) != len(whole) || d != dim && shape[d] != whole[d] {
				return nil, nil, fmt.Errorf("%s: shapes %s and %s differ outside dimension %d", op, shapeText(shapes[0]), shapeText(shape), dim)
			}
		}
	}
	return whole, starts, checkShape(op, whole)
}
