package kernel

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
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
	switch direction {
	case "lt", "le", "gt", "ge":
	default:
		return nil, fmt.Errorf("there is no selection named %q", direction)
	}
	keeperOf := keeperFor(d)
	if keeperOf == nil {
		return nil, illegal("select_and_scatter", d)
	}
	combine, err := binaryLoop(combiner, s)
	if err != nil {
		return nil, fmt.Errorf("select_and_scatter: %w", err)
	}
	plan := &selectPlan{sites: sites}
	plan.prepare(window.Size)
	return func(out, operand, source, init *tensor.Tensor, chosen []int64) {
		run := selectRun{plan, keeperOf(operand, direction), chosen}
		if n := source.Len(); !share(n, shapes.Saturated(window.Size...), cheapGrain, &run) {
			run.Chunk(0, 0, n)
		}
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

// keeper tells whether element a of a tensor keeps its place from element b.
type keeper func(a, b int) bool

// keeperFor makes keepers of tensors with elements of a type; nil if they have no order.
func keeperFor(d tensor.DType) func(x *tensor.Tensor, direction string) keeper {
	switch d {
	case tensor.Bool, tensor.U8:
		return keeperOf[uint8]
	case tensor.I8:
		return keeperOf[int8]
	case tensor.I16:
		return keeperOf[int16]
	case tensor.I32:
		return keeperOf[int32]
	case tensor.I64:
		return keeperOf[int64]
	case tensor.U16:
		return keeperOf[uint16]
	case tensor.U32:
		return keeperOf[uint32]
	case tensor.U64:
		return keeperOf[uint64]
	case tensor.F32:
		return keeperOf[float32]
	case tensor.F64:
		return keeperOf[float64]
	case tensor.F16:
		return keeperOfHalf(f16In32)
	case tensor.BF16:
		return keeperOfHalf(bf16In32)
	}
	return nil
}

func keeperOf[T cmp.Ordered](t *tensor.Tensor, direction string) keeper {
	x := as[T](t.Bytes())
	switch direction {
	case "lt":
		return func(a, b int) bool { return x[a] < x[b] }
	case "le":
		return func(a, b int) bool { return x[a] <= x[b] }
	case "gt":
		return func(a, b int) bool { return x[a] > x[b] }
	}
	return func(a, b int) bool { return x[a] >= x[b] }
}

// keeperOfHalf is keeperOf for floats of 16 bits.
func keeperOfHalf[T any](w wide[T, float32]) func(t *tensor.Tensor, direction string) keeper {
	return func(t *tensor.Tensor, direction string) keeper {
		x := as[T](t.Bytes())
		value := func(i int) float32 {
			var v [1]float32
			w.load(v[:], x[i:i+1])
			return v[0]
		}
		switch direction {
		case "lt":
			return func(a, b int) bool { return value(a) < value(b) }
		case "le":
			return func(a, b int) bool { return value(a) <= value(b) }
		case "gt":
			return func(a, b int) bool { return value(a) > value(b) }
		}
		return func(a, b int) bool { return value(a) >= value(b) }
	}
}

// selectPlan finds the elements that a window selects.
type selectPlan struct {
	sites *WindowSites
	// offsets are how far the positions of the window are from the first one in the operand, if
	// there are not many.
	offsets []int
}

// manyPositions is from how many positions on those of a window are not listed.
const manyPositions = 1 << 12

func (p *selectPlan) prepare(size []int) {
	strides := make([]int, len(size))
	for d, dim := range p.sites.dims {
		strides[d] = dim.dilation * dim.xStride
	}
	if p.sites.positions > manyPositions {
		return
	}
	at := newOdometer(size, strides)
	for range p.sites.positions {
		p.offsets = append(p.offsets, at.offset[0])
		at.next()
	}
}

// inside is the element that the window sees first, if it lies inside of the operand as a whole.
func (p *selectPlan) inside(index []int) (first int, ok bool) {
	if p.offsets == nil {
		return 0, false
	}
	for d, i := range index {
		dim := &p.sites.dims[d]
		low := i*dim.stride - dim.low
		if low < 0 || low+(dim.size-1)*dim.dilation >= dim.extent || dim.base != 1 {
			return 0, false
		}
		first += low * dim.xStride
	}
	return first, true
}

// selectRun is the selection in an operand.
type selectRun struct {
	*selectPlan
	keeps  keeper
	chosen []int64
}

// Chunk selects for the positions [lo, hi) of the window.
func (r *selectRun) Chunk(_, lo, hi int) {
	at := newOdometer(r.sites.out)
	at.seek(lo)
	var walk siteWalk
	for i := lo; i < hi; i++ {
		best := -1
		if first, ok := r.inside(at.index()); ok {
			best = first
			for _, offset := range r.offsets[1:] {
				if !r.keeps(best, first+offset) {
					best = first + offset
				}
			}
		} else {
			best = r.walked(&walk, i)
		}
		r.chosen[i] = int64(best)
		at.next()
	}
}

// walked selects where some positions lie outside.
func (r *selectRun) walked(walk *siteWalk, i int) int {
	best := -1
	walk.start(r.sites, i)
	for {
		element, _, ok := walk.next()
		switch {
		case !ok:
			return best
		case element >= 0 && (best < 0 || !r.keeps(best, element)):
			best = element
		}
	}
}
