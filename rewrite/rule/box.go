package rule

import "slices"

// box is a part of a tensor: along every dimension the elements from a start below a
// limit, a stride apart. That is what a slice cuts out. It never changes.
type box struct{ starts, limits, strides []int64 }

func boxDatum(b *box) datum { return datum{kind: boxKind, box: b} }

func (b *box) equal(c *box) bool {
	return slices.Equal(b.starts, c.starts) && slices.Equal(b.limits, c.limits) && slices.Equal(b.strides, c.strides)
}

// newBox checks that three lists are a box: then the places of its elements, and
// how many there are, can be computed.
func newBox(starts, limits, strides []int64) (*box, bool) {
	if len(starts) != len(limits) || len(starts) != len(strides) {
		return nil, false
	}
	for d, s := range starts {
		if _, ok := integers(subtractExpr, limits[d], s); !ok || strides[d] < 1 {
			return nil, false
		}
	}
	return &box{starts, limits, strides}, true
}

// extent is how many elements b has along dimension d.
func (b *box) extent(d int) int64 {
	if b.limits[d] <= b.starts[d] {
		return 0
	}
	return (b.limits[d]-b.starts[d]-1)/b.strides[d] + 1
}

func (b *box) extents() []int64 {
	list := make([]int64, len(b.starts))
	for d := range list {
		list[d] = b.extent(d)
	}
	return list
}

// last is the place of the last element along d, of which there must be one.
func (b *box) last(d int) int64 { return b.starts[d] + (b.extent(d)-1)*b.strides[d] }

// emptyBox has room for n dimensions.
func emptyBox(n int) *box {
	return &box{make([]int64, n), make([]int64, n), make([]int64, n)}
}

func (b *box) set(d int, start, limit, stride int64) {
	b.starts[d], b.limits[d], b.strides[d] = start, limit, stride
}

// within is the box of a whole that c is of what b cuts out of it.
func (b *box) within(c *box) (*box, bool) {
	if len(b.starts) != len(c.starts) {
		return nil, false
	}
	out := emptyBox(len(b.starts))
	for d := range b.starts {
		n := c.extent(d)
		if n > 0 && (c.starts[d] < 0 || c.last(d) >= b.extent(d)) {
			return nil, false
		}
		// The arithmetic stays within the extent: it is that of elements there are.
		start, stride := b.starts[d], int64(1)
		limit := start
		if n > 0 {
			start += c.starts[d] * b.strides[d]
			limit = start + 1
		}
		if n > 1 {
			stride = b.strides[d] * c.strides[d]
			limit += (n - 1) * stride
		}
		out.set(d, start, limit, stride)
	}
	return out, true
}

// along is the box of a shape that along its dimension i is what b is along
// dimension l[i], and whole where l[i] is -1.
func (b *box) along(l, shape []int64) (*box, bool) {
	if len(l) != len(shape) {
		return nil, false
	}
	out := emptyBox(len(shape))
	for i, d := range l {
		switch {
		case d == -1:
			out.set(i, 0, shape[i], 1)
		case d >= 0 && d < int64(len(b.starts)):
			out.set(i, b.starts[d], b.limits[d], b.strides[d])
		default:
			return nil, false
		}
	}
	return out, true
}

// reversed is the box of what has a shape whose elements are those of b when that
// is turned around along dims, in the other order. It has elements along them.
func (b *box) reversed(dims, shape []int64) (*box, bool) {
	if len(b.starts) != len(shape) {
		return nil, false
	}
	out := &box{slices.Clone(b.starts), slices.Clone(b.limits), slices.Clone(b.strides)}
	for _, v := range dims {
		d, ok := position(v, len(shape))
		if !ok || b.extent(d) == 0 || b.starts[d] < 0 {
			return nil, false
		}
		end := shape[d] - 1
		out.set(d, end-b.last(d), end-b.starts[d]+1, b.strides[d])
	}
	return out, true
}

// moved is b by so much further on along each dimension, up to its last element.
func (b *box) moved(by []int64) (*box, bool) {
	if len(by) != len(b.starts) {
		return nil, false
	}
	out := emptyBox(len(by))
	for d, n := range by {
		limit := b.starts[d]
		if b.extent(d) > 0 {
			limit = b.last(d) + 1
		}
		start, ok := integers(addExpr, b.starts[d], n)
		end, ok2 := integers(addExpr, limit, n)
		if !ok || !ok2 {
			return nil, false
		}
		out.set(d, start, end, b.strides[d])
	}
	return newBox(out.starts, out.limits, out.strides)
}

// ofBox is a list that a box has.
func ofBox(list func(b *box) []int64) func([]datum) (datum, bool) {
	return func(args []datum) (datum, bool) { return intsDatum(list(args[0].box)), true }
}

// boxOf is the result of a function that makes a box.
func boxOf(b *box, ok bool) (datum, bool) { return boxDatum(b), ok }

// boxFunctions are those that make boxes, and of boxes.
var boxFunctions = []*function{
	{name: "box", params: []kind{intsKind, intsKind, intsKind}, result: boxKind, doc: "The box with these starts, limits and strides.",
		apply: func(args []datum) (datum, bool) { return boxOf(newBox(args[0].ints, args[1].ints, args[2].ints)) }},
	{name: "starts", params: []kind{boxKind}, result: intsKind, doc: "Where a box begins along each dimension.",
		apply: ofBox(func(b *box) []int64 { return b.starts })},
	{name: "limits", params: []kind{boxKind}, result: intsKind, doc: "In front of which place a box ends along each dimension.",
		apply: ofBox(func(b *box) []int64 { return b.limits })},
	{name: "strides", params: []kind{boxKind}, result: intsKind, doc: "How far apart the elements of a box are along each dimension.",
		apply: ofBox(func(b *box) []int64 { return b.strides })},
	{name: "extents", params: []kind{boxKind}, result: intsKind, doc: "How many elements a box has along each dimension: the shape of the slice.",
		apply: ofBox((*box).extents)},
	{name: "within", params: []kind{boxKind, boxKind}, result: boxKind, doc: "within(b, c) is the box of slice(slice(x) {*b}) {*c}.",
		apply: func(args []datum) (datum, bool) { return boxOf(args[0].box.within(args[1].box)) }},
	{name: "along", params: []kind{boxKind, intsKind, valueKind}, result: boxKind, doc: "along(b, l, x) is the box of x that along dimension i is what b is along dimension l[i], and all of x where l[i] is -1.",
		apply: func(args []datum) (datum, bool) {
			shape, ok := shapeOf(args[2].v)
			if !ok {
				return datum{}, false
			}
			return boxOf(args[0].box.along(args[1].ints, shape))
		}},
	{name: "reversed", params: []kind{boxKind, intsKind, valueKind}, result: boxKind, doc: "reversed(b, d, x) is the box of x that has the elements of the box b of x turned around along d.",
		apply: func(args []datum) (datum, bool) {
			shape, ok := shapeOf(args[2].v)
			if !ok {
				return datum{}, false
			}
			return boxOf(args[0].box.reversed(args[1].ints, shape))
		}},
	{name: "moved", params: []kind{boxKind, intsKind}, result: boxKind, doc: "moved(b, l) is the box l[i] further on along each dimension i; it ends behind its last element.",
		apply: func(args []datum) (datum, bool) { return boxOf(args[0].box.moved(args[1].ints)) }},
}

// boxConditions are what `where` can ask of boxes.
var boxConditions = []*condition{
	{name: "inside", params: []kind{boxKind, valueKind}, doc: "All elements of the box are elements of the tensor, whose extents are known.",
		test: func(args []datum) bool {
			return relates(args, func(b *box, d int, n int64) bool { return b.starts[d] >= 0 && b.last(d) < n })
		}},
	{name: "outside", params: []kind{boxKind, valueKind}, doc: "No element of the box is one of the tensor, because along one dimension it lies in front of it or behind it.",
		test: func(args []datum) bool {
			sized := func(*box, int, int64) bool { return true }
			meets := func(b *box, d int, n int64) bool { return b.last(d) >= 0 && b.starts[d] < n }
			return relates(args, sized) && !relates(args, meets)
		}},
}

// relates reports whether a box with elements has a property along each dimension
// of a tensor of extent n.
func relates(args []datum, holds func(b *box, d int, n int64) bool) bool {
	b, v := args[0].box, args[1].v
	shape, ok := shapeOf(v)
	if !ok || len(shape) != len(b.starts) {
		return false
	}
	for d, n := range shape {
		if b.extent(d) == 0 || !holds(b, d, n) {
			return false
		}
	}
	return true
}
