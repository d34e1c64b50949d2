package contract

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/tensor"
)

// An operand that is the same in many runs, as the weights of a model are, can be packed once for
// all of them: the panels or blocks of rows that kernels read then lie one after the other, as
// large as the operand, and a run packs nothing and fetches no page for each row of a panel. Only
// where elements are read from changes.

// Contraction is a contraction of operands of given types, not yet prepared to run.
type Contraction struct{ *prepared }

// NewMatMul is the contraction that ResolveMatMul prepares.
func NewMatMul(out tensor.DType, lhs, rhs Type) (Contraction, error) {
	p, err := prepareMatMul(out, lhs, rhs)
	return Contraction{p}, err
}

// NewDotGeneral is the contraction that ResolveDotGeneral prepares.
func NewDotGeneral(d DotDims, out tensor.DType, lhs, rhs Type) (Contraction, error) {
	p, err := prepareDotGeneral(d, out, lhs, rhs)
	return Contraction{p}, err
}

// NewConv is the contraction that ResolveConv prepares.
func NewConv(d ConvDims, w ConvWindow, out tensor.DType, input, kernel Type) (Contraction, error) {
	p, err := prepareConv(d, w, out, input, kernel)
	return Contraction{p}, err
}

// Operands says something of the left and the right operand: whether it may be given packed.
type Operands [2]bool

// Packing is how an operand is packed.
type Packing struct {
	// Bytes is what the packed operand takes, on any machine; 0 for one that is better read where
	// it is, and is given as it is.
	Bytes int
	// Layout tells packed forms apart: operands of one layout that are equal are equal packed.
	Layout string
	acc    tensor.DType
	pack   func(into []byte, operand *tensor.Tensor)
}

// Packed is the form of an operand that a Func takes instead of it, in memory of its own if none is
// given.
func (p *Packing) Packed(into []byte, operand *tensor.Tensor) *tensor.Tensor {
	if into == nil {
		into = tensor.Uninitialised(p.Bytes)
	}
	p.pack(into, operand)
	return tensor.Wrap(p.acc, []int{p.Bytes / p.acc.Size()}, into)
}

// Packings are how operands are packed that are to be, as far as that is better.
func (c Contraction) Packings(operands Operands) (packings [2]Packing) {
	p := c.withGiven(operands)
	given := p.given()
	if given == (Operands{}) || p.workspace()(1) > c.workspace()(1) {
		return packings // there must be room for it
	}
	for i := range packings {
		if given[i] {
			packings[i] = Packing{Layout: p.layout(i), Bytes: p.packedBytes(i)}
		}
	}
	return packings
}

// Resolve prepares the contraction.
func (c Contraction) Resolve() (Func, error) { return fastest(c.prepared, nil) }

// Workspace is that of the contraction, whatever is given packed.
func (c Contraction) Workspace() Workspace { return c.workspace() }

// ResolveGiven prepares the contraction of operands some of which are given packed: those whose
// Packing has bytes.
func (c Contraction) ResolveGiven(operands Operands) (Func, [2]Packing, error) {
	packings := c.Packings(operands)
	b, err := c.withGiven(Operands{packings[0].Bytes > 0, packings[1].Bytes > 0}).fastest()
	if err != nil {
		return nil, packings, err
	}
	for i := range packings {
		packings[i].pack, packings[i].acc = b.pack[i], c.acc
		if b.pack[i] == nil { // the kernel of this machine reads it where it is
			packings[i] = Packing{}
		}
	}
	return b.run, packings, nil
}

// withGiven is the contraction of operands some of which may be given packed.
func (p *prepared) withGiven(operands Operands) *prepared {
	given := *p
	given.packed = operands
	given.withWords()
	return &given
}

// given are the operands that are given packed to some kernel.
func (p *prepared) given() (operands Operands) {
	switch {
	case p.packed == (Operands{}):
		return operands
	case p.winograd != nil:
		return Operands{false, p.packed[1] && !p.winograd.empty()}
	case p.grouped != nil:
		return Operands{false, p.packed[1]}
	case p.channelwise != nil || p.stem != nil || p.thin != nil:
		return operands
	}
	operands = p.givenWords()
	if p.inWords() {
		return operands
	}
	for _, b := range blocksOf(p.acc) {
		if p.phased != nil {
			operands[1] = operands[1] || slices.ContainsFunc(p.phaseBlockings(b), givenKernel)
			continue
		}
		e := newBlocking(p.contraction, b)
		left, right := e.rowsGiven, e.colsGiven
		if e.swapped {
			left, right = right, left
		}
		operands[0], operands[1] = operands[0] || left, operands[1] || right
	}
	return operands
}

// packedBytes is what an operand takes that is given packed, on any machine. An operand has as many
// elements as its type says; of complex numbers, the parts that are multiplied.
func (p *prepared) packedBytes(i int) int {
	switch {
	case p.winograd != nil && i == 1:
		return shapes.Saturated(p.acc.Size(), p.winograd.weights())
	case p.phased != nil && i == 1:
		return shapes.Saturated(p.acc.Size(), p.phased.packed())
	case p.inWords():
		return p.wordsBytes(i)
	}
	t := []Type{p.lhs, p.rhs}[i]
	return max(shapes.Saturated(p.acc.Size(), shapes.Saturated(t.Shape...)), p.wordsBytes(i))
}

// layout is all that the packed form of an operand depends on, but for the machine.
func (p *prepared) layout(i int) string {
	if p.winograd != nil {
		return p.winograd.layout()
	}
	layout := p.sidesLayout(i)
	if p.grouped != nil {
		layout = fmt.Sprint("by groups", layout)
	}
	if p.phased != nil {
		for _, part := range p.phased.phases {
			one := *p
			one.contraction = part.contraction
			layout = fmt.Sprint(layout, part.kernel, one.sidesLayout(i))
		}
	}
	return layout
}

// sidesLayout is what the packed form of an operand of one product depends on.
func (p *prepared) sidesLayout(i int) string {
	s, other := &p.left, &p.right
	if i == 1 {
		s, other = other, s
	}
	var batches []int
	for _, b := range p.batches {
		batches = append(batches, b.size, []int{b.left, b.right}[i])
	}
	from := []Type{p.lhs, p.rhs}[i].DType
	return fmt.Sprint(i, from, p.acc, p.complex != nil, p.wordsLayout(i), s.size, s.vectors, s.inner, s.output, p.depth, batches, other.size, other.vectors, other.inner, other.output, other.window != nil)
}

// batchesGiven lets the batches step through operands that are given packed, in which each matrix
// follows the one before.
func (e *engine[T]) batchesGiven() {
	e.batches = slices.Clone(e.batches)
	for n, given := range [2]bool{e.rowsGiven, e.colsGiven} {
		if !given {
			continue
		}
		matrix := []*side{&e.left, &e.right}[n].size * e.depth
		for d := len(e.batches) - 1; d >= 0; d-- {
			b := &e.batches[d]
			stride := []*int{&b.left, &b.right}[n]
			e.matrices[n] = append(e.matrices[n], batch{size: b.size, left: *stride})
			if *stride != 0 {
				*stride, matrix = matrix, matrix*b.size
			}
		}
	}
}

// packers pack the operands that are given packed, in the order of the caller.
func packers[T number](e *engine[T]) (pack [2]func(into []byte, operand *tensor.Tensor)) {
	if e.rowsGiven {
		pack[0] = packer(e, 0)
	}
	if e.colsGiven {
		pack[1] = packer(e, 1)
	}
	if e.swapped {
		pack[0], pack[1] = pack[1], pack[0]
	}
	return pack
}

func packer[T number](e *engine[T], n int) func(into []byte, operand *tensor.Tensor) {
	s := []*side{&e.left, &e.right}[n]
	return func(into []byte, operand *tensor.Tensor) {
		data, ok := elements[T](operand)
		if !ok {
			data = elementsOf[T](tensor.Uninitialised(operand.Len() * int(unsafe.Sizeof(*new(T)))))
			parallel.For(operand.Len(), convertGrain, func(lo, hi int) { widen(data, operand, lo, hi) })
		}
		e.packInto(n, elementsOf[T](into), source[T]{data: data, vectors: s.vectors, inner: s.inner, kernel: &e.kernel})
	}
}

// packInto packs all matrices of an operand.
func (e *engine[T]) packInto(n int, dst []T, from source[T]) {
	size := []*side{&e.left, &e.right}[n].size
	e.eachMatrix(n, func(base int) {
		from.base = base
		if n == 0 {
			e.packRows(dst, from)
		} else {
			e.packPanels(dst, from)
		}
		dst = dst[size*e.depth:]
	})
}

// eachMatrix calls f for where each matrix of an operand begins that is given packed.
func (e *engine[T]) eachMatrix(n int, f func(base int)) {
	total := 1
	for _, b := range e.matrices[n] {
		if b.left != 0 {
			total *= b.size
		}
	}
	for i := range total {
		base := 0
		for _, b := range e.matrices[n] {
			if b.left != 0 {
				base += i % b.size * b.left
				i /= b.size
			}
		}
		f(base)
	}
}

// packPanels packs a matrix into panels: each as wide as the kernel's, the last one as what is
// left.
func (e *engine[T]) packPanels(dst []T, from source[T]) {
	width := e.kernel.cols
	parallel.For(ceilDiv(e.right.size, width), parallel.Grain(packingGrain, width*e.depth), func(lo, hi int) {
		for j := lo * width; j < min(hi*width, e.right.size); j += width {
			end := min(j+width, e.right.size)
			from.panel(dst[j*e.depth:][:(end-j)*e.depth], end-j, j, end, 0, e.depth)
		}
	})
}

// packRows packs a matrix into the blocks of rows that tasks read.
func (e *engine[T]) packRows(dst []T, from source[T]) {
	height := e.rowsPerTask
	parallel.For(ceilDiv(e.left.size, height), parallel.Grain(packingGrain, height*e.depth), func(lo, hi int) {
		for i := lo * height; i < min(hi*height, e.left.size); i += height {
			end := min(i+height, e.left.size)
			for p := 0; p < e.depth; p += e.depthPerBlock {
				to := min(p+e.depthPerBlock, e.depth)
				row, step := from.rowLayout(end-i, to-p)
				from.rows(dst[i*e.depth+p*(end-i):][:(end-i)*(to-p)], row, step, i, end, p, to)
			}
		}
	})
}
