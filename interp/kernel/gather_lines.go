package kernel

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/tensor"
)

// gatherLines is a gather whose boxes have dimensions in front of those of the index vectors, as
// when it is along the last dimension: then a line of the result has a piece of each box, and there
// are many lines. Where boxes begin is worked out once, and then lines are made one after the
// other.
type gatherLines struct {
	*indexedBoxes
	lines        []int // dimensions of boxes in front of those of the index vectors
	outStrides   []int
	xStrides     []int
	count, piece int // pieces of a line, and elements of each
}

// planLines returns how lines of the result are made, nil if boxes are copied one after the other.
func (p *indexedBoxes) planLines(sizes []int) *gatherLines {
	l := &gatherLines{indexedBoxes: p, count: shapes.Product(p.batch), piece: 1}
	var inside, inStrides []int
	for i, d := range p.boxDims {
		switch {
		case sizes[d] == 1:
		case len(p.batch) == 0 || p.boxOther[i] < p.batchOther[len(p.batch)-1]:
			inside, inStrides = append(inside, sizes[d]), append(inStrides, p.operandStrides[d])
		default:
			l.lines = append(l.lines, sizes[d])
			l.outStrides, l.xStrides = append(l.outStrides, p.boxOther[i]), append(l.xStrides, p.operandStrides[d])
		}
	}
	for i := len(inside) - 1; i >= 0; i-- {
		if inStrides[i] != l.piece {
			return nil
		}
		l.piece *= inside[i]
	}
	step := l.piece
	for i := len(p.batch) - 1; i >= 0; i-- {
		if p.batch[i] != 1 && p.batchOther[i] != step {
			return nil // something lies between the dimensions of the index vectors
		}
		step *= p.batch[i]
	}
	if shapes.Product(l.lines) < 2 || l.count < 2 {
		return nil
	}
	return l
}

// workspace is the number of bytes for where boxes begin.
func (l *gatherLines) workspace() int { return alignUp(8 * l.count) }

func (l *gatherLines) run(w []byte, sizes []int, out, operand, indices *tensor.Tensor) {
	starts := as[int](w[:8*l.count])
	at := newOdometer(l.batch, l.batchIndices, l.batchOperand)
	boxes := gatherRun[uint8]{indexedBoxes: l.indexedBoxes, sizes: sizes, starts: readerOf(indices)}
	for i := range starts {
		starts[i] = boxes.start(&at)
		at.next()
	}
	switch out.DType().Size() {
	case 1:
		runLines(l, starts, view[uint8](out), view[uint8](operand))
	case 2:
		runLines(l, starts, view[uint16](out), view[uint16](operand))
	case 4:
		runLines(l, starts, view[uint32](out), view[uint32](operand))
	case 8:
		runLines(l, starts, view[uint64](out), view[uint64](operand))
	case 16:
		runLines(l, starts, view[[2]uint64](out), view[[2]uint64](operand))
	}
}

func runLines[T tensor.Word](l *gatherLines, starts []int, out, operand []T) {
	run := linesRun[T]{l, starts, slices.Max(starts), out, operand}
	if n := shapes.Product(l.lines); !share(n, l.count*l.piece, cheapGrain, &run) {
		run.Chunk(0, 0, n)
	}
}

type linesRun[T tensor.Word] struct {
	*gatherLines
	starts  []int
	most    int // of these
	out, in []T
}

// Chunk makes some lines.
func (r *linesRun[T]) Chunk(_, lo, hi int) {
	at := newOdometer(r.lines, r.outStrides, r.xStrides)
	at.seek(lo)
	for ; lo < hi; lo++ {
		line := r.out[at.offset[0]:][:len(r.starts)*r.piece]
		x := r.in[at.offset[1]:][:r.most+r.piece]
		switch {
		case r.piece == 1:
			for i, from := range r.starts {
				line[i] = x[from]
			}
		case r.piece*sizeOf[T]() < shortPiece:
			for _, from := range r.starts {
				for i := range r.piece {
					line[i] = x[from+i]
				}
				line = line[r.piece:]
			}
		default:
			for _, from := range r.starts {
				line = line[copy(line, x[from:][:r.piece]):]
			}
		}
		at.next()
	}
}

// shortPiece is below how many bytes a loop is faster than a call that copies.
const shortPiece = 32
