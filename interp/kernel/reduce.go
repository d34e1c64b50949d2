package kernel

import (
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// Reduce computes out from x; init is a scalar of x's type, or nil. The workspace w has the size
// that ReduceWorkspace says.
type Reduce func(w []byte, out, x, init *tensor.Tensor)

// ResolveReduce returns the kernel that reduces x along dims. The result has x's other dimensions
// in their order, with or without extents 1 in place of the reduced ones, which makes no difference
// here. Kinds are
//
//	sum prod max min   all types, see ResolveBinary; on Bool these are or and or and
//	mean               floats, complex: the sum divided by the number of elements
//	and or xor         Bool and integers
//
// Each result element combines init, or without one 0, 1, the least, the greatest value, or for
// `and` all bits set, with the elements. Sums, products and means of floats do so in the order of
// docs/numerics.md, f16 and bf16 in f32, rounded once at the end; the order of the others makes no
// difference.
func ResolveReduce(kind string, d tensor.DType, xShape, dims []int) (Reduce, error) {
	f, err := newFold(kind, d)
	if err != nil {
		return nil, err
	}
	if err := checkShape("reduce operand", xShape); err != nil {
		return nil, err
	}
	reduced, err := checkDims("reduced dimension", dims, len(xShape))
	if err != nil {
		return nil, err
	}
	return planReduce(xShape, reduced).kernel(f), nil
}

// ReduceWorkspace is the number of bytes that a run of the kernel of ResolveReduce needs, for any
// number of workers: long sums of floats are made of those of blocks. It is 0 for what
// ResolveReduce refuses.
func ReduceWorkspace(kind string, d tensor.DType, xShape, dims []int) int {
	reduced, err := checkDims("reduced dimension", dims, len(xShape))
	if err != nil || !d.Part().IsFloat() || foldOps[kind] != "add" && foldOps[kind] != "mul" {
		return 0
	}
	accSize := max(4, d.Size()) // small floats are summed in f32
	return planLanes(planReduce(xShape, reduced), accSize).bytes
}

// reducePlan is the iteration space of a reduction. Neighbouring dimensions of one kind are merged,
// so that kept and reduced ones alternate; the innermost is kept apart from the others.
type reducePlan struct {
	inner                   int  // extent of the innermost dimension, whose elements are contiguous
	innerReduced            bool // whether it is reduced
	kept, keptStrides       []int
	reduced, reducedStrides []int
	outputs                 int // result elements
	count                   int // elements that make one of them
}

// reducedRuns are the merged dimensions of a shape of which some are reduced.
func reducedRuns(shape []int, isReduced []bool) []shapes.Run[int] {
	return shapes.Merge(shape, func(d, e int) bool { return isReduced[d] == isReduced[e] })
}

func planReduce(shape []int, isReduced []bool) *reducePlan {
	p := &reducePlan{inner: 1, outputs: 1, count: 1}
	runs := reducedRuns(shape, isReduced)
	stride := shapes.Product(shape)
	for i, r := range runs {
		if stride != 0 {
			stride /= r.Extent
		}
		is := isReduced[r.First]
		if is {
			p.count *= r.Extent
		} else {
			p.outputs *= r.Extent
		}
		switch {
		case i == len(runs)-1:
			p.inner, p.innerReduced = r.Extent, is
		case is:
			p.reduced, p.reducedStrides = append(p.reduced, r.Extent), append(p.reducedStrides, stride)
		default:
			p.kept, p.keptStrides = append(p.kept, r.Extent), append(p.keptStrides, stride)
		}
	}
	return p
}

// ReduceForm is which of the reductions by kind of elements of type d one along dims is: of merged
// dimensions, from the outermost to the innermost, 1 stands for those that are reduced. They
// alternate, so there are two forms of so many dimensions, one that begins with each; extents make
// no difference. It is empty for an operand of one element, which has none.
func ReduceForm(kind string, d tensor.DType, shape, dims []int) string {
	isReduced := make([]bool, len(shape))
	for _, d := range dims {
		isReduced[d] = true
	}
	runs := reducedRuns(shape, isReduced)
	if len(runs) == 0 {
		return ""
	}
	form := []byte(kind + "." + d.String() + ".")
	for _, r := range runs {
		bit := byte('0')
		if isReduced[r.First] {
			bit = '1'
		}
		form = append(form, bit)
	}
	return string(form)
}

func (p *reducePlan) kernel(f *fold) Reduce {
	var lanes *lanePlan
	if f.lanes != nil {
		lanes = planLanes(p, f.accSize)
	}
	return func(w []byte, out, x, init *tensor.Tensor) {
		switch {
		case p.outputs == 0:
		case p.count == 0:
			f.empty(out.Bytes(), bytesOf(init))
		case lanes != nil:
			f.sum(lanes, w, out.Bytes(), x.Bytes(), bytesOf(init), true)
		default:
			run := foldRun{p, f, out.Bytes(), x.Bytes(), bytesOf(init)}
			if !share(p.outputs, p.count, cheapGrain, &run) {
				run.Chunk(0, 0, p.outputs)
			}
		}
	}
}

// bytesOf is the storage of an initial value, nil if there is none.
func bytesOf(init *tensor.Tensor) []byte {
	if init == nil {
		return nil
	}
	return init.Bytes()
}

// foldRun is a reduction in any order.
type foldRun struct {
	*reducePlan
	fold         *fold
	out, x, init []byte
}

func (r *foldRun) Chunk(_, lo, hi int) {
	if r.innerReduced {
		r.rows(lo, hi)
	} else {
		r.columns(lo, hi)
	}
}

// rows computes result elements [lo, hi), each of contiguous rows, some at a time.
func (r *foldRun) rows(lo, hi int) {
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	p, f := r.reducePlan, r.fold
	acc, buffer := f.accumulatorsOf(memory.lanes[:], rowsAtOnce), asBytes(memory.buffer[:])
	at, over := newOdometer(p.kept, p.keptStrides), newOdometer(p.reduced, p.reducedStrides)
	at.seek(lo)
	rowCount, lanes := shapes.Product(p.reduced), 0
	var starts [rowsAtOnce]int
	for ; lo < hi; lo += lanes {
		lanes = min(rowsAtOnce, hi-lo)
		for k := range lanes {
			starts[k] = at.offset[0]
			at.next()
		}
		f.start(acc, r.init)
		over.seek(0)
		for range rowCount {
			f.foldRuns(acc, r.x[over.offset[0]*f.size:], starts[:lanes], p.inner, buffer)
			over.next()
		}
		f.end(r.out[lo*f.size:(lo+lanes)*f.size], acc[:lanes*f.accSize], p.count)
	}
}

// columns computes result elements [lo, hi), which lie next to each other in x, too, in runs of the
// inner dimension.
func (r *foldRun) columns(lo, hi int) {
	const run = 4 * blockLen // accumulators that stay in the first-level cache
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	p, f := r.reducePlan, r.fold
	acc, buffer := f.accumulatorsOf(memory.lanes[:], run), f.accumulatorsOf(memory.buffer[:], run)
	at, over := newOdometer(p.kept, p.keptStrides), newOdometer(p.reduced, p.reducedStrides)
	rowCount := shapes.Product(p.reduced)
	for lo < hi {
		column := lo % p.inner
		at.seek(lo / p.inner)
		count := min(run, hi-lo, p.inner-column)
		row := acc[:count*f.accSize]
		f.start(row, r.init)
		over.seek(0)
		for range rowCount {
			from := at.offset[0] + over.offset[0] + column
			f.combine(row, row, f.asAccumulators(r.x[from*f.size:(from+count)*f.size], buffer))
			over.next()
		}
		f.end(r.out[lo*f.size:(lo+count)*f.size], row, p.count)
		lo += count
	}
}
