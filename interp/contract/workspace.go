package contract

import (
	"math"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// A run packs what its kernels read, pads what they read in place, and keeps operands and results
// in the type of the accumulators. All of that lies in the workspace that the caller gives. How
// large that is depends on the blocks of the kernels, so it is made large enough for those of every
// machine.

// Workspace says how many bytes of workspace a contraction takes for so many workers, or the
// largest number. It does not depend on the machine.
type Workspace func(workers int) int

// blocksOf are those of all kernels for an accumulator that there are, on any machine.
func blocksOf(accumulator tensor.DType) []block {
	switch portable := (block{4, 64}); accumulator {
	case tensor.F32, tensor.I32:
		return []block{portable, {6, 16}, {6, 64}}
	case tensor.F64:
		return []block{portable, {6, 8}, {6, 32}}
	default:
		return []block{portable}
	}
}

// workspace is the Workspace of a checked contraction.
func (p *prepared) workspace() Workspace {
	if p.outputs == 0 {
		return func(int) int { return 0 }
	}
	if p.thin == nil {
		return p.wholeWorkspace()
	}
	whole := p.wholeWorkspace()
	return func(workers int) int { return max(whole(workers), p.thin.workspace(max(1, workers))) }
}

// wholeWorkspace is what it takes where operands are made larger as a whole.
func (p *prepared) wholeWorkspace() Workspace {
	if p.inWords() {
		return p.wordsWorkspace()
	}
	size := p.acc.Size()
	fixed := shapes.Sum(p.widenedBytes(p.out), p.widenedBytes(p.lhs), p.widenedBytes(p.rhs))
	if p.complex != nil {
		fixed = shapes.Sum(fixed, p.complex.bytes())
	}
	if p.winograd != nil {
		return func(workers int) int { return p.winograd.workspace(size, max(1, workers), p.packed[1]) }
	}
	if p.grouped != nil {
		return func(workers int) int { return shapes.Sum(fixed, p.grouped.workspace(size, max(1, workers))) }
	}
	if p.channelwise != nil {
		return func(workers int) int { return shapes.Sum(fixed, p.channelwise.workspace(size, max(1, workers))) }
	}
	var blockings []blocking
	for _, b := range blocksOf(p.acc) {
		blockings = append(blockings, givenBlockings(p.whole(), b)...)
		if p.phased != nil {
			for _, phase := range p.phased.phases {
				blockings = append(blockings, givenBlockings(phase.contraction, b)...)
			}
		}
	}
	inWords := func(int) int { return 0 }
	if len(p.words) > 0 {
		// The right operand may have to be made of its packed form.
		fixed, inWords = shapes.Sum(fixed, []Type{p.lhs, p.rhs}[p.words[0].caller[1]].bytes()), p.wordsWorkspace()
	}
	return func(workers int) int {
		most := 0
		if p.stem != nil {
			most = p.stem.workspace(size, max(1, workers))
		}
		for i := range blockings {
			most = max(most, blockings[i].workspace(size, max(1, workers)))
		}
		return max(shapes.Sum(fixed, most), inWords(workers))
	}
}

// givenBlockings are the blocking of a contraction, and those with one side given packed where
// sides change places then.
func givenBlockings(c contraction, b block) []blocking {
	all := []blocking{newBlocking(c, b)}
	for _, packed := range []Operands{{true, false}, {false, true}} {
		c.packed = packed
		if e := newBlocking(c, b); e.swapped != all[0].swapped {
			all = append(all, e)
		}
	}
	return all
}

// widenedBytes is the memory for an operand or a result in the type of the accumulators, 0 for one
// that has it.
func (p *prepared) widenedBytes(t Type) int {
	if goType(t.DType) == goType(p.acc) {
		return 0
	}
	return alignUp(shapes.Saturated(append([]int{p.acc.Size()}, t.Shape...)...))
}

// goType is the type that has the elements of d in Go: i1 is stored in bytes.
func goType(d tensor.DType) tensor.DType {
	if d == tensor.Bool {
		return tensor.U8
	}
	return d
}

// alignUp rounds a number of bytes up, so that anything may follow, unless that is beyond the
// largest number.
func alignUp(n int) int {
	if n > math.MaxInt-tensor.Alignment {
		return math.MaxInt
	}
	return roundUp(n, tensor.Alignment)
}

// memory is how many elements the blocks of a contraction take: those packed for all tasks of a
// product, and those that each worker has for itself.
type memory struct {
	size                      int // bytes of an element
	rows, cols                int
	ownRows, ownCols, ownOuts int
	ownZeros                  int
	tasks                     int // that run at a time, at most
}

func (e *blocking) memory(size int) memory {
	m := memory{size: size, tasks: max(1, ceilDiv(e.left.size, max(1, e.rowsPerTask))*ceilDiv(e.colsAtOnce, max(1, e.colsPerTask)))}
	if !e.packsShared() {
		m.tasks *= max(1, e.products)
	}
	if e.rowsShared {
		m.rows = e.left.size * e.depth
	} else if !e.rowsInPlace && !e.rowsGiven {
		m.ownRows = e.rowsPerTask * e.depthPerBlock
	}
	if e.runs != nil {
		m.ownZeros = e.runs.run
	}
	if e.colsShared {
		m.cols = roundUp(e.colsAtOnce, e.block.cols) * e.depth
	} else if !e.colsInPlace && !e.colsGiven {
		m.ownCols = e.block.cols * e.depthPerBlock
		if e.colsTogether {
			m.ownCols = roundUp(e.colsPerTask, e.block.cols) * e.depthPerBlock
		}
	}
	if !e.inPlace {
		m.ownOuts = e.rowsPerTask * e.colsPerTask
	}
	return m
}

// together and own are the bytes of a product and of a worker.
func (m *memory) together() int { return alignUp(m.rows*m.size) + alignUp(m.cols*m.size) }
func (m *memory) own() int {
	return alignUp(m.ownRows*m.size) + alignUp(m.ownZeros*m.size) + alignUp(m.ownCols*m.size) + alignUp(m.ownOuts*m.size)
}

// workersTogether is how many workers may compute one product in a workspace of so many bytes,
// workersApart how many may compute one each.
func (m *memory) workersTogether(bytes int) int {
	if m.own() == 0 {
		return math.MaxInt
	}
	return (bytes - m.together()) / m.own()
}

func (m *memory) workersApart(bytes int) int {
	if m.together()+m.own() == 0 {
		return math.MaxInt
	}
	return bytes / (m.together() + m.own())
}

func (e *blocking) workspace(size, workers int) int {
	if e.depth == 0 {
		return 0
	}
	m := e.memory(size)
	if e.dealt(workers) {
		return shapes.Saturated(min(workers, e.products), m.together()+m.own())
	}
	return shapes.Sum(m.together(), shapes.Saturated(min(workers, m.tasks), m.own()))
}

// elementsOf views memory, aligned as a workspace is, as elements.
func elementsOf[T any](b []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

// cut takes n elements off a workspace, and returns what is left as well.
func cut[T any](w []byte, n int) (part []T, rest []byte) {
	bytes := n * int(unsafe.Sizeof(*new(T)))
	return elementsOf[T](w[:bytes]), w[alignUp(bytes):]
}
