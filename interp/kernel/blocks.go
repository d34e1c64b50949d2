package kernel

import (
	"fmt"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// Blocks is an elementwise op as a loop over consecutive elements, for callers that walk over
// tensors in a way of their own. The field for the op's number of operands is set. All slices hold
// the same number of elements, whatever that is; the result may be the same memory as an operand
// whose elements have its size. A loop computes the bits that the kernel of the Resolve function of
// the same name computes.
type Blocks struct {
	Unary   func(out, x []byte)
	Binary  func(out, a, b []byte)
	Ternary func(out, a, b, c []byte)
	// Costly says that an element takes tens of nanoseconds.
	Costly bool
	// Chained is the name of the op as a link of a Chain, or empty.
	Chained string
}

// Takes reports whether the loop is one of that many operands.
func (b *Blocks) Takes(operands int) bool {
	switch operands {
	case 1:
		return b.Unary != nil
	case 2:
		return b.Binary != nil
	case 3:
		return b.Ternary != nil
	}
	return false
}

// UnaryBlocks is the loop of ResolveUnary.
func UnaryBlocks(name string, d tensor.DType) (Blocks, error) {
	if _, known := unaryNames[name]; !known {
		return Blocks{}, fmt.Errorf("there is no unary operation named %q", name)
	}
	if test, ok := unaryTests[name]; ok && d.IsFloat() {
		return Blocks{Unary: test(d)}, nil
	}
	loop := unaryLoop(name, d)
	if loop == nil {
		return Blocks{}, illegal(name, d)
	}
	_, costly := wideFunctions[name]
	return Blocks{Unary: loop, Costly: costly, Chained: chained(name, d)}, nil
}

// BinaryBlocks is the loop of ResolveBinary.
func BinaryBlocks(name string, d tensor.DType) (Blocks, error) {
	loop, err := binaryLoop(name, d)
	_, costly := binaryMath[name]
	return Blocks{Binary: loop, Costly: costly && d.IsFloat(), Chained: chained(name, d)}, err
}

// CompareBlocks is the loop of ResolveCompare.
func CompareBlocks(direction string, d tensor.DType, total bool) (Blocks, error) {
	loop, err := comparisonLoop(direction, d, total)
	return Blocks{Binary: loop}, err
}

// SelectBlocks is the loop of ResolveSelect.
func SelectBlocks(d tensor.DType) (Blocks, error) {
	if d == tensor.Invalid {
		return Blocks{}, illegal("select", d)
	}
	return Blocks{Ternary: selectLoopOf(d.Size())}, nil
}

// ClampBlocks is the loop of ResolveClamp.
func ClampBlocks(d tensor.DType) (Blocks, error) {
	loop := clampLoopOf(d)
	if loop == nil {
		return Blocks{}, illegal("clamp", d)
	}
	return Blocks{Ternary: loop}, nil
}

// ConvertBlocks is the loop of ResolveConvert.
func ConvertBlocks(from, to tensor.DType) (Blocks, error) {
	loop, err := convertLoop(from, to)
	return Blocks{Unary: loop}, err
}

// ReducePrecisionBlocks is the loop of ResolveReducePrecision.
func ReducePrecisionBlocks(d tensor.DType, exponentBits, mantissaBits int) (Blocks, error) {
	loop, err := reducePrecisionLoop(d, exponentBits, mantissaBits)
	return Blocks{Unary: loop}, err
}

// Repeat fills out with copies of the element x. For elements of 4 and 8 bytes there is machine
// code.
func Repeat(out, x []byte) { repeatBytes(out, x) }

// Reduction is ResolveReduce for callers that have the operand in pieces. Results have the bits of
// ResolveReduce on the whole operand, as long as the elements of each come in row-major order.
type Reduction struct {
	fold *fold
	plan *reducePlan
	row  int // elements of one piece of the operand
}

// NewReduction prepares the reduction of pieces of that shape along dims, which may be empty: then
// every element of a piece has an accumulator.
func NewReduction(kind string, d tensor.DType, shape, dims []int) (*Reduction, error) {
	f, err := newFold(kind, d)
	if err != nil {
		return nil, err
	}
	if err := checkShape("reduce operand", shape); err != nil {
		return nil, err
	}
	reduced, err := checkDims("reduced dimension", dims, len(shape))
	if err != nil {
		return nil, err
	}
	return &Reduction{fold: f, plan: planReduce(shape, reduced), row: shapes.Product(shape)}, nil
}

// Outputs is the number of result elements of one piece.
func (r *Reduction) Outputs() int { return r.plan.outputs }

// ReductionScratch is memory that one goroutine needs for a Reduction.
type ReductionScratch struct {
	acc, buffer []byte
	starts      []int
}

// Scratch makes scratch memory.
func (r *Reduction) Scratch() *ReductionScratch {
	return &ReductionScratch{r.fold.accumulators(rowsAtOnce), r.fold.rowBuffer(rowsAtOnce), make([]int, rowsAtOnce)}
}

// PiecesAtOnce is how many pieces Each is best given at a time, or a multiple of it.
const PiecesAtOnce = rowsAtOnce

// Each reduces n pieces that lie one after the other in x, each by itself, into n times Outputs
// elements. The element init is what accumulators start from, nil for the neutral element.
func (r *Reduction) Each(out, x, init []byte, n int, s *ReductionScratch) {
	f, p := r.fold, r.plan
	start := scalarOf(f, init)
	if p.outputs != 1 || p.count == 0 {
		outBytes, xBytes := p.outputs*f.size, r.row*f.size
		for i := range n {
			p.serial(f, out[i*outBytes:(i+1)*outBytes], x[i*xBytes:(i+1)*xBytes], start)
		}
		return
	}
	if f.lanes != nil {
		r.sums(out, x, init, n)
		return
	}
	for first := 0; first < n; first += rowsAtOnce {
		lanes := min(rowsAtOnce, n-first)
		for k := range lanes {
			s.starts[k] = (first + k) * r.row
		}
		f.start(s.acc, start)
		f.foldRuns(s.acc, x, s.starts[:lanes], r.row, s.buffer)
		f.end(out[first*f.size:(first+lanes)*f.size], s.acc[:lanes*f.accSize], p.count)
	}
}

// sums is Each for sums by lanes of whole pieces.
func (r *Reduction) sums(out, x, init []byte, n int) {
	pieces := reducePlan{inner: r.row, innerReduced: true, outputs: n, count: r.row}
	if n > 1 {
		pieces.kept, pieces.keptStrides = []int{n}, []int{r.row}
	}
	r.fold.sum(&pieces, out, x, init, inOrder)
}

// serial reduces a whole operand on the calling goroutine.
func (p *reducePlan) serial(f *fold, out, x []byte, init *tensor.Tensor) {
	if p.outputs == 0 {
		return
	}
	if p.count == 0 {
		acc := f.accumulators(p.outputs)
		f.start(acc, init)
		f.end(out, acc, 0)
		return
	}
	if f.lanes != nil {
		f.sum(p, out, x, bytesOf(init), inOrder)
		return
	}
	o, v := tensor.Wrap(tensor.U8, []int{len(out)}, out), tensor.Wrap(tensor.U8, []int{len(x)}, x)
	if p.innerReduced {
		p.foldRows(f, o, v, init, 0, p.outputs)
	} else {
		p.foldColumns(f, o, v, init, 0, p.outputs)
	}
}

// scalarOf wraps the bytes of an initial value as the folds take it.
func scalarOf(f *fold, init []byte) *tensor.Tensor {
	if init == nil {
		return nil
	}
	return tensor.Wrap(tensor.U8, []int{f.size}, init)
}

// Running is a reduction across pieces: element i of all pieces goes into accumulator i, or all
// elements go into one.
type Running struct {
	*Reduction
	acc     []byte
	buffer  []byte
	scratch *ReductionScratch
	sums    *runningSum // instead of accumulators, if the order is by lanes
	init    []byte
	count   int
}

// Running starts a reduction across pieces. With single there is one accumulator for all elements,
// else one for each element of a piece, whose shape has no reduced dimensions then.
func (r *Reduction) Running(init []byte, single bool) *Running {
	n := r.row
	if single {
		n = 1
	}
	if r.fold.lanes != nil {
		return &Running{Reduction: r, sums: newRunningSum(r.fold, n), init: init}
	}
	u := &Running{Reduction: r, acc: r.fold.accumulators(n), buffer: r.fold.accumulators(min(n, blockLen)), scratch: r.Scratch()}
	r.fold.start(u.acc, scalarOf(r.fold, init))
	return u
}

// Add folds in n more pieces, which lie one after the other in x.
func (u *Running) Add(x []byte, n int) {
	f := u.fold
	u.count += n
	if u.sums != nil {
		if u.row > 0 {
			u.sums.add(x, n*u.row/u.sums.width)
		}
		return
	}
	if len(u.acc) == f.accSize {
		copy(u.scratch.acc, u.acc)
		u.scratch.starts[0] = 0
		f.foldRuns(u.scratch.acc, x, u.scratch.starts[:1], n*u.row, u.scratch.buffer)
		copy(u.acc, u.scratch.acc)
		return
	}
	for i := range n {
		piece := x[i*u.row*f.size : (i+1)*u.row*f.size]
		for column := 0; column < u.row; column += blockLen {
			end := min(u.row, column+blockLen)
			acc := u.acc[column*f.accSize : end*f.accSize]
			f.combine(acc, acc, f.asAccumulators(piece[column*f.size:end*f.size], u.buffer))
		}
	}
}

// End stores the results; the reduction is over then.
func (u *Running) End(out []byte) {
	if u.sums != nil {
		u.endSums(out)
		return
	}
	count := u.count
	if len(u.acc) == u.fold.accSize {
		count *= u.row
	}
	u.fold.end(out, u.acc, count)
}

func (u *Running) endSums(out []byte) {
	f := u.fold
	if acc := u.sums.result(); acc != nil {
		f.endSum(out, acc, f.initial(u.init), u.sums.count)
		return
	}
	acc := f.accumulators(u.sums.width)
	f.start(acc, scalarOf(f, u.init))
	f.end(out, acc, 0)
}
