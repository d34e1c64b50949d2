package kernel

import (
	"fmt"
	"slices"

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
	// Chained is the name of the op as a link of a Chain, or empty. Chainable is what it is on
	// machines with chains.
	Chained, Chainable string
	// Words is the op on single elements.
	Words Words
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
	if d.IsComplex() {
		_, costly = complexFunctions[name]
	}
	return Blocks{Unary: loop, Costly: costly, Chained: chained(name, d), Chainable: chainable(name, d), Words: unaryWords(name, d)}, nil
}

// BinaryBlocks is the loop of ResolveBinary.
func BinaryBlocks(name string, d tensor.DType) (Blocks, error) {
	loop, err := binaryLoop(name, d)
	_, costly := binaryMath[name]
	return Blocks{
		Binary: loop, Costly: costly && (d.IsFloat() || d.IsComplex()), Chained: chained(name, d), Chainable: chainable(name, d), Words: binaryWords(name, d),
	}, err
}

// CompareBlocks is the loop of ResolveCompare.
func CompareBlocks(direction string, d tensor.DType, total bool) (Blocks, error) {
	loop, err := comparisonLoop(direction, d, total)
	return Blocks{Binary: loop, Words: comparisonWords(direction, d, total)}, err
}

// SelectBlocks is the loop of ResolveSelect.
func SelectBlocks(d tensor.DType) (Blocks, error) {
	if d == tensor.Invalid {
		return Blocks{}, illegal("select", d)
	}
	return Blocks{Ternary: selectLoopOf(d.Size()), Words: selectWords(d)}, nil
}

// ClampBlocks is the loop of ResolveClamp.
func ClampBlocks(d tensor.DType) (Blocks, error) {
	loop := clampLoopOf(d)
	if loop == nil {
		return Blocks{}, illegal("clamp", d)
	}
	return Blocks{Ternary: loop}, nil
}

// ComplexBlocks is the loop of ResolveComplex.
func ComplexBlocks(d tensor.DType) (Blocks, error) {
	loop := complexOfParts(d)
	if loop == nil {
		return Blocks{}, illegal("complex", d)
	}
	return Blocks{Binary: loop}, nil
}

// ConvertBlocks is the loop of ResolveConvert.
func ConvertBlocks(from, to tensor.DType) (Blocks, error) {
	loop, err := convertLoop(from, to)
	return Blocks{Unary: loop, Words: conversionWords(from, to)}, err
}

// BitcastBlocks is the loop of ResolveBitcast for types of one width.
func BitcastBlocks(from, to tensor.DType) (Blocks, error) {
	switch {
	case from == tensor.Invalid || to == tensor.Invalid:
		return Blocks{}, illegal("bitcast", tensor.Invalid)
	case from.Bits() != to.Bits():
		return Blocks{}, fmt.Errorf("bitcast from %v to %v changes the number of elements", from, to)
	case from.Part().IsFloat():
		return Blocks{Unary: func(out, x []byte) { tensor.UnifyNaNs(from, out, x) }}, nil
	}
	return Blocks{Unary: func(out, x []byte) { copy(out, x) }, Words: Words{One: func(x uint64) uint64 { return x }}}, nil
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
	fold  *fold
	plan  *reducePlan
	row   int       // elements of one piece of the operand
	sum   bool      // it is a sum of f32
	adds  bool      // or a mean
	lanes *lanePlan // of one piece; nil if the order makes no difference
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
	r := &Reduction{fold: f, plan: planReduce(shape, reduced), row: shapes.Product(shape), sum: kind == "sum" && d == tensor.F32}
	r.adds = r.sum || kind == "mean" && d == tensor.F32
	if f.lanes != nil {
		r.lanes = planLanes(r.plan, f.accSize)
		if r.whole() {
			r.lanes = planLanes(&reducePlan{inner: r.row, innerReduced: true, outputs: 1, count: r.row}, f.accSize)
		}
	}
	return r, nil
}

// whole reports whether each piece as a whole makes one result.
func (r *Reduction) whole() bool { return r.plan.outputs == 1 && r.plan.count != 0 }

// Outputs is the number of result elements of one piece.
func (r *Reduction) Outputs() int { return r.plan.outputs }

// Workspace is how many bytes Each needs. The number does not depend on the machine.
func (r *Reduction) Workspace() int {
	if r.lanes == nil {
		return 0
	}
	return r.lanes.bytes
}

// PiecesAtOnce is how many pieces Each is best given at a time, or a multiple of it.
const PiecesAtOnce = rowsAtOnce

// Pieces is what one goroutine needs besides for Each: the place of the pieces in memory.
type Pieces struct {
	kept, strides [1]int
	plan          reducePlan
	lanes         lanePlan
	levels        [1]laneLevel
}

// Each reduces n pieces that lie one after the other in x, each by itself, into n times Outputs
// elements. The element init is what accumulators start from, nil for the neutral element. The
// workspace w has the size that Workspace says; p may be used again, by one goroutine at a time.
func (r *Reduction) Each(out, x, init []byte, n int, w []byte, p *Pieces) {
	f := r.fold
	switch {
	case r.plan.outputs == 0:
	case r.plan.count == 0:
		f.empty(out[:n*r.plan.outputs*f.size], init)
	case r.lanes == nil && r.whole():
		p.set(r.row, n)
		run := foldRun{&p.plan, f, out, x, init}
		run.rows(0, n)
	case r.lanes != nil && r.whole() && r.row <= sumBlock:
		p.set(r.row, n)
		f.sum(&p.lanes, w, out, x, init, false)
	default:
		outBytes, xBytes := r.plan.outputs*f.size, r.row*f.size
		for i := range n {
			r.piece(out[i*outBytes:(i+1)*outBytes], x[i*xBytes:(i+1)*xBytes], init, w)
		}
	}
}

// set describes n pieces of so many elements each, of which every one makes a result.
func (p *Pieces) set(row, n int) {
	p.kept[0], p.strides[0] = n, row
	p.plan = reducePlan{inner: row, innerReduced: true, kept: p.kept[:], keptStrides: p.strides[:], outputs: n, count: row}
	p.levels[0] = laneLevel{reducePlan: &p.plan, blocks: 1}
	p.lanes.levels = p.levels[:]
}

// piece reduces one piece.
func (r *Reduction) piece(out, x, init, w []byte) {
	if r.lanes != nil {
		r.fold.sum(r.lanes, w, out, x, init, false)
		return
	}
	run := foldRun{r.plan, r.fold, out, x, init}
	run.Chunk(0, 0, r.plan.outputs)
}

// Running is a reduction across pieces, and in each along the dimensions of the Reduction: what is
// left of a piece has an accumulator for each element. It may be used again, by one goroutine at a
// time.
type Running struct {
	*Reduction
	acc    []byte
	sums   runningSum // instead of accumulators, if the order is by lanes
	init   []byte
	count  int
	single bool // there is one accumulator
	// apart moves the elements of a piece such that those that go into different accumulators lie
	// next to each other, and those of one are in their order; nil where they do without.
	apart  *move
	batch  int // how many pieces are moved at a time
	buffer []byte
}

// apartBytes is about how much is moved at a time: it stays in the first-level cache.
const apartBytes = 16 << 10

// NewRunning makes a reduction across pieces.
func (r *Reduction) NewRunning() *Running {
	p := r.plan
	u := &Running{Reduction: r, single: p.outputs == 1}
	if p.outputs > 1 && p.count > 1 && (p.innerReduced || len(p.kept) > 0) {
		reduced, strides := p.reduced, p.reducedStrides
		kept, keptStrides := p.kept, p.keptStrides
		if p.innerReduced {
			reduced, strides = append(slices.Clone(reduced), p.inner), append(slices.Clone(strides), 1)
		} else {
			kept, keptStrides = append(slices.Clone(kept), p.inner), append(slices.Clone(keptStrides), 1)
		}
		dims := slices.Concat(reduced, kept)
		u.apart = newMove(dims, shapes.Strides(dims), slices.Concat(strides, keptStrides), 0, 0)
		u.batch = max(1, apartBytes/(r.row*r.fold.size))
	}
	return u
}

// bufferBytes is the memory for what is moved apart.
func (u *Running) bufferBytes() int { return alignUp(u.batch * u.row * u.fold.size) }

// Workspace is how many bytes the reduction of so many pieces needs. The number does not depend on
// the machine.
func (u *Running) Workspace(pieces int) int {
	if u.fold.lanes == nil {
		return u.bufferBytes() + alignUp(u.plan.outputs*u.fold.accSize)
	}
	return u.bufferBytes() + runningBytes(u.fold.accSize, u.plan.outputs, shapes.Saturated(pieces, u.plan.count))
}

// Start begins a reduction from an element, nil for the neutral one, in a workspace of the size
// that Workspace says for as many pieces as there will be, or more.
func (u *Running) Start(w, init []byte) {
	u.init, u.count = init, 0
	u.buffer, w = w[:u.bufferBytes()], w[u.bufferBytes():]
	if u.fold.lanes != nil {
		u.sums.start(u.fold, u.plan.outputs, w)
		return
	}
	u.acc = w[:u.plan.outputs*u.fold.accSize]
	u.fold.start(u.acc, init)
}

// Add folds in n more pieces, which lie one after the other in x.
func (u *Running) Add(x []byte, n int) {
	u.count += n * u.plan.count
	if u.apart == nil {
		u.add(x, n*u.plan.count)
		return
	}
	piece := u.row * u.fold.size
	for n > 0 {
		k := min(n, u.batch)
		for i := range k {
			u.apart.bytes(u.buffer[i*piece:(i+1)*piece], x[i*piece:(i+1)*piece], u.fold.size)
		}
		u.add(u.buffer[:k*piece], k*u.plan.count)
		x, n = x[k*piece:], n-k
	}
}

// add folds n elements into each accumulator: one of each after the other.
func (u *Running) add(x []byte, n int) {
	f, width := u.fold, u.plan.outputs
	if f.lanes != nil {
		if u.row > 0 {
			u.sums.add(x, n)
		}
		return
	}
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	if u.single {
		var starts [1]int
		acc := f.accumulatorsOf(memory.lanes[:], rowsAtOnce)
		copy(acc, u.acc)
		f.foldRuns(acc, x, starts[:], n, asBytes(memory.buffer[:]))
		copy(u.acc, acc)
		return
	}
	buffer := asBytes(memory.buffer[:])
	for i := range n {
		row := x[i*width*f.size : (i+1)*width*f.size]
		for column := 0; column < width; column += blockLen {
			end := min(width, column+blockLen)
			acc := u.acc[column*f.accSize : end*f.accSize]
			f.combine(acc, acc, f.asAccumulators(row[column*f.size:end*f.size], buffer))
		}
	}
}

// End stores the results; the reduction is over then, and holds on to nothing.
func (u *Running) End(out []byte) {
	if u.fold.lanes != nil {
		u.endSums(out)
	} else {
		u.fold.end(out, u.acc, u.count)
	}
	u.acc, u.init, u.buffer = nil, nil, nil
	u.sums.end()
}

func (u *Running) endSums(out []byte) {
	f := u.fold
	acc := u.sums.result()
	if acc == nil {
		f.empty(out, u.init)
		return
	}
	memory := foldMemories.Take()
	defer foldMemories.Give(memory)
	f.endSum(out, acc, f.initial(u.init, memory), u.sums.count)
}

// SumsRows reports whether each piece is a row of f32 whose sum is the result.
func (r *Reduction) SumsRows() bool { return r.sum && r.whole() }

// OfSquares is the reduction that takes the square of each element, rounded, instead of the
// element; ok is false where there is none: it is for rows of f32 of at most a block, whose sum or
// mean is the result.
func (r *Reduction) OfSquares() (squares *Reduction, ok bool) {
	if !r.adds || !r.whole() || r.row > sumBlock {
		return nil, false
	}
	own, fold, lanes := *r, *r.fold, *r.fold.lanes
	lanes.machine, lanes.portable = fastest.sums["squares/f32"], portableSquares(lanes.portable)
	fold.lanes, own.fold = &lanes, &fold
	return &own, true
}
