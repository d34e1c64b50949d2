package kernel

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/tensor"
)

// SelectAndScatter computes out from the operand, the source and init, a scalar. chosen is memory
// for a number for each element of the source.
type SelectAndScatter func(out, operand, source, init *tensor.Tensor, chosen []int64)

// ResolveSelectAndScatter returns the kernel that selects an element of the operand in each
// position of a sliding window, and combines the element of the source at that position into a
// result of the operand's shape, which begins as init everywhere. Of the positions of the window in
// row-major order the first one that lies inside of the operand is selected, and then each that an
// element selected before it does not keep its place from: it does where it is lt, le, gt or ge, as
// the direction says, in comparison with the new one. Where no position lies inside, the element of
// the source is left out. The combiner is one of ResolveScatter but set; elements of the source, of
// type s, are combined in their row-major order, each rounded.
func ResolveSelectAndScatter(direction, combiner string, d, s tensor.DType, operand, source []int, window WindowDims) (SelectAndScatter, error) {
	sites, err := ResolveWindowSites(operand, window)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(sites.out, source) {
		return nil, fmt.Errorf("select_and_scatter: the source has shape %s, but the window has %s positions", shapeText(source), shapeText(sites.out))
	}
	order := slices.Index([]string{"lt", "le", "gt", "ge", "max", "min"}, direction)
	if order < 0 {
		return nil, fmt.Errorf("there is no selection named %q", direction)
	}
	choose := selectorFor(d)
	if choose == nil {
		return nil, illegal("select_and_scatter", d)
	}
	combine, err := binaryLoop(combiner, s)
	if err != nil {
		return nil, fmt.Errorf("select_and_scatter: %w", err)
	}
	return func(out, operand, source, init *tensor.Tensor, chosen []int64) {
		choose(sites, selection(order), operand, chosen[:source.Len()])
		repeatBytes(out.Bytes(), init.Bytes())
		size := s.Size()
		for i, at := range chosen[:source.Len()] {
			if at >= 0 {
				target := out.Bytes()[int(at)*size:][:size]
				combine(target, source.Bytes()[i*size:][:size], target)
			}
		}
	}, nil
}

// selection is how an element must compare with another one to keep its place from it.
type selection uint8

const (
	keepsLess selection = iota
	keepsLessOrEqual
	keepsGreater
	keepsGreaterOrEqual
	keepsGreatest // NaN is beyond all
	keepsLeast
)

func keeps[V cmp.Ordered](s selection, a, b V) bool {
	switch s {
	case keepsLess:
		return a < b
	case keepsLessOrEqual:
		return a <= b
	case keepsGreater:
		return a > b
	case keepsGreatest:
		return a >= b || a != a
	case keepsLeast:
		return a <= b || a != a
	}
	return a >= b
}

// selector selects an element of a tensor for each position of the window.
type selector func(w *WindowSites, s selection, operand *tensor.Tensor, chosen []int64)

// selectorFor is the one of tensors with elements of a type; nil if they have no order.
func selectorFor(d tensor.DType) selector {
	switch d {
	case tensor.Bool, tensor.U8:
		return selectorOf[uint8]()
	case tensor.I8:
		return selectorOf[int8]()
	case tensor.I16:
		return selectorOf[int16]()
	case tensor.I32:
		return selectorOf[int32]()
	case tensor.I64:
		return selectorOf[int64]()
	case tensor.U16:
		return selectorOf[uint16]()
	case tensor.U32:
		return selectorOf[uint32]()
	case tensor.U64:
		return selectorOf[uint64]()
	case tensor.F32:
		return selectorOf[float32]()
	case tensor.F64:
		return selectorOf[float64]()
	case tensor.F16:
		return selectorBy(tensor.Float16.Float32)
	case tensor.BF16:
		return selectorBy(tensor.BFloat16.Float32)
	}
	return nil
}

func selectorOf[T cmp.Ordered]() selector { return selectorBy(func(x T) T { return x }) }

// selectorBy compares elements by their values.
func selectorBy[T any, V cmp.Ordered](value func(T) V) selector {
	return func(w *WindowSites, s selection, operand *tensor.Tensor, chosen []int64) {
		run := selectRun[T, V]{w, s, value, as[T](operand.Bytes()), chosen}
		if !share(len(chosen), w.positions, cheapGrain, &run) {
			run.Chunk(0, 0, len(chosen))
		}
	}
}

// selectRun is the selection in an operand.
type selectRun[T any, V cmp.Ordered] struct {
	window *WindowSites
	order  selection
	value  func(T) V
	x      []T
	chosen []int64
}

// selected is the element that is selected so far, or -1, and its value.
type selected[V any] struct {
	at    int
	value V
}

// Chunk selects for the positions [lo, hi) of the window.
func (r *selectRun[T, V]) Chunk(_, lo, hi int) {
	at := newOdometer(r.window.out)
	at.seek(lo)
	for i := lo; i < hi; i++ {
		s := selected[V]{at: -1}
		r.look(&s, at.index(), 0, 0)
		r.chosen[i] = int64(s.at)
		at.next()
	}
}

// look goes along dimension d, and those after it, of what the window has of the operand at a
// position; base is where it is along those before.
func (r *selectRun[T, V]) look(s *selected[V], position []int, d, base int) {
	first, last, stride := 0, 1, 1 // of a scalar
	if d < len(position) {
		dim := &r.window.dims[d]
		low := position[d]*dim.stride - dim.low
		first, last, stride = max(0, low), min(dim.extent, low+dim.size), dim.xStride
	}
	if d < len(position)-1 {
		for i := first; i < last; i++ {
			r.look(s, position, d+1, base+i*stride)
		}
		return
	}
	for i := first; i < last; i++ {
		element := base + i*stride
		if v := r.value(r.x[element]); s.at < 0 || !keeps(r.order, s.value, v) {
			s.at, s.value = element, v
		}
	}
}
