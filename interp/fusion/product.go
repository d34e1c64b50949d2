package fusion

import (
	"errors"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/contract"
)

// # Products
//
// A row of a product needs the same row of its left operand and all of a matrix, which comes from
// outside: the rows of a batch share one. So a fusion may hold products, and what is between two of
// them, as the scores of attention are, is no more than a tile. A worker packs each matrix once for
// the tiles that it computes of a batch, and no tile has rows of two.

// Product says which dimensions of its operands a node multiplies.
type Product struct {
	// Left are the dimensions of the left operand: those of rows, in the order of the result, and
	// behind them those that are summed over.
	Left []int
	// Rows are, for each dimension of the result that numbers rows, the dimension of the right
	// operand that goes along with it, or -1.
	Rows []int
	// Inner are the dimensions of the right operand that are summed over, in the order of those of
	// the left one, Cols those that the rows of the result have.
	Inner, Cols []int
}

// matrices is a product that is ready to run.
type matrices struct {
	contract.Rows
	number int
	// extents are those of the dimensions that number rows, strides how far apart the matrices of
	// neighbours are in the right operand, each of which is for so many rows.
	extents, strides []int
	each             int
}

// at is where in the right operand the matrix of a row begins.
func (m *matrices) at(row int) int {
	at := 0
	for d := len(m.extents) - 1; d >= 0; d-- {
		at += row % m.extents[d] * m.strides[d]
		row /= m.extents[d]
	}
	return at
}

// product adds a step that multiplies rows.
func (b *builder) product(i int, node *Node) (view, error) {
	left, right, p := &b.views[node.Args[0]], &b.views[node.Args[1]], node.Product
	form := node.Form()
	for k, x := range []*view{left, right} {
		if x.inside {
			if err := form.InRows(k, x.shape, b.rows); err != nil {
				return view{}, err
			}
		}
	}
	m := &matrices{number: len(b.products), each: 1}
	for d, along := range p.Rows {
		extent, stride := node.Shape[d], 0
		if along >= 0 && right.shape[along] > 1 {
			stride = right.strides[along]
		}
		m.extents, m.strides = append(m.extents, extent), append(m.strides, stride)
		if stride != 0 && extent > 1 {
			m.each = 1
		} else {
			m.each *= extent
		}
	}
	s, err := b.rowsOf(node.Shape)
	if err != nil {
		return view{}, err
	}
	if shapes.Product(m.extents) != b.rows {
		return view{}, errOtherRows
	}
	if err := p.hasRows(left.shape, b.rows); err != nil {
		return view{}, err
	}
	along := func(dims []int) []contract.Along {
		list := make([]contract.Along, len(dims))
		for k, d := range dims {
			list[k] = contract.Along{Extent: right.shape[d], Stride: right.strides[d]}
		}
		return list
	}
	types := [2]Node{b.graph.Nodes[node.Args[0]], b.graph.Nodes[node.Args[1]]}
	if m.Rows, err = contract.NewRows(node.DType, types[0].DType, types[1].DType, along(p.Inner), along(p.Cols)); err != nil {
		return view{}, err
	}
	inner := shapes.Product(node.Shape[s:])
	depth := shapes.Product(left.shape) / b.rows
	st := step{kind: productStep, args: []int{b.leftRows(left, p), right.source}, init: -1, product: m, out: b.output(i, inner)}
	b.products = append(b.products, m)
	b.steps = append(b.steps, st)
	b.inner = max(b.inner, inner)
	b.span = divisor(b.span, m.each)
	b.multiplied += inner * depth
	b.ops++
	return view{shape: node.Shape, strides: shapes.Strides(node.Shape[s:]), source: st.out, inside: true, split: s}, nil
}

// leftRows is the slot with the rows of the left operand of a product.
func (b *builder) leftRows(x *view, p *Product) int {
	if x.inside {
		return b.material(x, x.shape, x.split)
	}
	rows := view{source: x.source}
	for _, d := range p.Left {
		rows.shape, rows.strides = append(rows.shape, x.shape[d]), append(rows.strides, x.strides[d])
	}
	s, _ := split(rows.shape, b.rows) // they are as many
	return b.material(&rows, rows.shape, s)
}

// productInRows is InRows for a product.
func (f *Form) productInRows(k int, shape []int, rows int) error {
	if k > 0 {
		return errors.New("a product needs all of its right operand")
	}
	if !slices.IsSorted(f.Product.Left) {
		return errors.New("a product reads its left operand in another order")
	}
	return f.Product.hasRows(shape, rows)
}

var errOtherRows = errors.New("a product has other rows")

// hasRows fails unless a left operand of this shape has so many rows.
func (p *Product) hasRows(left []int, rows int) error {
	n := 1
	for _, d := range p.Left[:len(p.Left)-len(p.Inner)] {
		n *= left[d]
	}
	if n != rows {
		return errOtherRows
	}
	return nil
}

// divisor is the greatest common one of numbers from 1 on.
func divisor(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

const (
	// productRows is how many rows of a product a tile has, at most: enough that a matrix is worth
	// fetching from the second-level cache. What the tile is made of may take productBytes there,
	// besides the matrices.
	productRows  = 96
	productBytes = 1 << 18
	// rowsEven is what the number of rows of such a tile is a multiple of, if there are so many:
	// kernels compute six at a time.
	rowsEven = 12
)

// chooseForProducts chooses the tile of a program with products: of equal ones, as far as that
// goes.
func (b *builder) chooseForProducts() {
	most := min(productRows, max(rowsEven, productBytes/max(1, b.tileBytes)/rowsEven*rowsEven))
	tiles := (b.span + most - 1) / most
	even := (b.span + tiles - 1) / tiles
	b.tile = min(b.span, (even+rowsEven-1)/rowsEven*rowsEven)
}

// productMemory is how many bytes a worker takes for packed matrices, and for what products need
// besides.
func (p *Program) productMemory() (packed, scratch int) {
	for _, m := range p.products {
		packed = shapes.Sum(packed, m.Packed())
		scratch = max(scratch, m.Scratch(p.tile))
	}
	return packed, scratch
}

// multiply executes a step on n rows from row lo on.
func (w *worker) multiply(st *step, lo, n int) {
	m, at := st.product, st.product.at(lo)
	if w.packedAt[m.number] != at {
		m.Pack(w.packed[m.number], w.memory[st.args[1]], w.product, at)
		w.packedAt[m.number] = at
	}
	m.Multiply(w.memory[st.out], w.memory[st.args[0]], w.packed[m.number], w.product, n)
}

// layProducts lays out the memory of products, in which nothing is packed yet.
func (w *worker) layProducts(memory []byte) {
	for i, m := range w.products {
		w.packed[i], w.packedAt[i] = memory[:m.Packed()], -1
		memory = memory[m.Packed():]
	}
	w.product = memory
}
