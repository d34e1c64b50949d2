package fusion

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// view says where the elements of a value are found: at strides, in elements, from the start of
// what source holds. For a value from outside the strides are those of all dimensions; for rows
// that are computed, those of the inner ones.
type view struct {
	shape   []int
	strides []int
	source  int // number of a slot: a whole tensor, or rows
	inside  bool
	split   int // dimensions that make up the rows, if inside
}

// builder makes the program of a graph for one number of rows.
type builder struct {
	*Program
	graph  *Graph
	views  []view
	places map[string]int // slots by what they hold
	block  int            // the block of chains, see kernel.ChainBlock
	used   []bool         // by node: somebody reads it
	bound  map[int]int    // by node: the result whose memory it is computed in
}

func compile(g *Graph, rows int) (*Program, error) {
	front, behind, err := g.stages(rows)
	if err != nil {
		return nil, err
	}
	b, err := layOut(front, rows, kernel.ChainBlock())
	if err != nil {
		return nil, err
	}
	b.chain()
	if bytes := b.ScratchBytes(); bytes > scratchLimit {
		return nil, fmt.Errorf("a row needs %.1f MiB of memory", float64(bytes)/(1<<20))
	}
	b.Program.graph = front
	if behind != nil {
		b.Program.behind = behind
		err = behind.compile(b.Program)
	}
	return b.Program, err
}

func newProgram(rows int) *Program {
	p := &Program{rows: rows, span: rows}
	p.workers.New, p.orders.New = p.newWorker, p.newOrder
	return p
}

// layOut makes a program, and its places in memory, for machines with chains of that block, but no
// chains.
func layOut(g *Graph, rows, block int) (*builder, error) {
	b := &builder{Program: newProgram(rows), graph: g, views: make([]view, len(g.Nodes)), places: map[string]int{}, bound: map[int]int{}, block: block}
	b.plan()
	for i := range g.Nodes {
		v, err := b.node(i)
		if err != nil {
			return nil, err
		}
		b.views[i] = v
	}
	if err := b.results(); err != nil {
		return nil, err
	}
	b.joinExpSums()
	b.joinSquares()
	b.assign()
	b.choose()
	return b, nil
}

// plan makes the slots of operands and results, and finds which nodes can be computed in a result's
// memory.
func (b *builder) plan() {
	b.used = make([]bool, len(b.graph.Nodes))
	for i := range b.graph.Nodes {
		node := &b.graph.Nodes[i]
		for _, a := range node.Args {
			b.used[a] = true
		}
		if node.Kind == Operand {
			b.operands++
			b.slot(slot{kind: operandSlot, size: node.DType.Size()})
		}
	}
	for k, n := range b.graph.Results {
		node := &b.graph.Nodes[n]
		b.slot(slot{kind: resultSlot, size: node.DType.Size(), rowElements: shapes.Product(node.Shape) / max(1, b.rows)})
		for node.Kind == Reshape { // the same elements
			n = node.Args[0]
			node = &b.graph.Nodes[n]
		}
		if _, taken := b.bound[n]; !taken && (node.Kind == Elementwise || node.Kind == Reduce || node.Kind == Multiply) {
			b.bound[n] = k
		}
	}
}

func (b *builder) slot(s slot) int {
	b.slots = append(b.slots, s)
	return len(b.slots) - 1
}

// node returns where the elements of node i are found, and adds the steps that compute them.
func (b *builder) node(i int) (view, error) {
	node := &b.graph.Nodes[i]
	switch node.Kind {
	case Operand:
		number := 0
		for k := range i {
			if b.graph.Nodes[k].Kind == Operand {
				number++
			}
		}
		return view{shape: node.Shape, strides: shapes.Strides(node.Shape), source: number}, nil
	case Constant:
		strides := shapes.Strides(node.Shape)
		if node.Data.Rank() == 0 {
			clear(strides)
		}
		return view{shape: node.Shape, strides: strides, source: b.constant(node.Data)}, nil
	case Iota:
		return b.iota(node)
	case Broadcast:
		return b.broadcast(node)
	case Reshape:
		return b.reshape(node)
	case Reduce:
		return b.reduce(i, node)
	case Multiply:
		return b.product(i, node)
	}
	return b.elementwise(i, node)
}

func (b *builder) constant(t *tensor.Tensor) int {
	b.constants = append(b.constants, t)
	return b.slot(slot{kind: constantSlot, size: t.DType().Size(), constant: len(b.constants) - 1})
}

func (b *builder) iota(node *Node) (view, error) {
	extent := node.Shape[node.Dims[0]]
	if extent > MaxIota {
		return view{}, fmt.Errorf("counts to %d, which needs a table", extent)
	}
	fill, err := kernel.ResolveIota(node.DType, []int{extent}, 0)
	if err != nil {
		return view{}, err
	}
	table := tensor.New(node.DType, extent)
	fill(table)
	strides := make([]int, len(node.Shape))
	strides[node.Dims[0]] = 1
	return view{shape: node.Shape, strides: strides, source: b.constant(table)}, nil
}

func (b *builder) broadcast(node *Node) (view, error) {
	x := &b.views[node.Args[0]]
	out := view{shape: node.Shape, source: x.source, inside: x.inside}
	if !x.inside {
		out.strides = make([]int, len(node.Shape))
		for i, d := range node.Dims {
			if x.shape[i] > 1 {
				out.strides[d] = x.strides[i]
			}
		}
		return out, nil
	}
	form := node.Form()
	if err := form.InRows(0, x.shape, b.rows); err != nil {
		return out, err
	}
	s, _ := split(node.Shape, b.rows)
	out.split, out.strides = s, make([]int, len(node.Shape)-s)
	for i, d := range node.Dims {
		if x.shape[i] != 1 && i >= x.split {
			out.strides[d-s] = x.strides[i-x.split]
		}
	}
	return out, nil
}

func (b *builder) reshape(node *Node) (view, error) {
	n := node.Args[0]
	x := &b.views[n]
	if x.inside {
		form := node.Form()
		if err := form.InRows(0, x.shape, b.rows); err != nil {
			return view{}, err
		}
		s, _ := split(node.Shape, b.rows)
		source := b.material(x, x.shape, x.split)
		return view{shape: node.Shape, strides: shapes.Strides(node.Shape[s:]), source: source, inside: true, split: s}, nil
	}
	out := view{shape: node.Shape, strides: make([]int, len(node.Shape)), source: x.source}
	switch {
	case shapes.Dense(x.shape, x.strides):
		out.strides = shapes.Strides(node.Shape)
	case !slices.ContainsFunc(x.strides, func(stride int) bool { return stride != 0 }):
	default: // dimensions of extent 1 come and go
		from := 0
		for d, extent := range node.Shape {
			if extent == 1 {
				continue
			}
			for from < len(x.shape) && x.shape[from] == 1 {
				from++
			}
			if from == len(x.shape) || x.shape[from] != extent {
				return b.spreadOut(x, node)
			}
			out.strides[d] = x.strides[from]
			from++
		}
	}
	return out, nil
}

// spreadOut is a reshape of what a broadcast or a list repeats, and no strides describe any more:
// its rows are written out.
func (b *builder) spreadOut(x *view, node *Node) (view, error) {
	from, ok := split(x.shape, b.rows)
	to, same := split(node.Shape, b.rows)
	if !ok || !same {
		return view{}, errors.New("a reshape breaks up rows of what a broadcast repeats")
	}
	return view{shape: node.Shape, strides: shapes.Strides(node.Shape[to:]), source: b.material(x, x.shape, from), inside: true, split: to}, nil
}

// rowsOf returns the split of a computed value of that shape.
func (b *builder) rowsOf(shape []int) (int, error) {
	s, ok := split(shape, b.rows)
	if !ok {
		return 0, fmt.Errorf("a value of shape %s has not %d rows", tensor.ShapeString(shape), b.rows)
	}
	return s, nil
}

// output makes the slot that node i is computed in.
func (b *builder) output(i int, rowElements int) int {
	if k, ok := b.bound[i]; ok {
		return b.operands + k
	}
	return b.slot(slot{kind: bufferSlot, size: b.graph.Nodes[i].DType.Size(), rowElements: rowElements})
}

func (b *builder) elementwise(i int, node *Node) (view, error) {
	s, err := b.rowsOf(node.Shape)
	if err != nil {
		return view{}, err
	}
	st, form := step{kind: loopStep, blocks: node.Blocks}, node.Form()
	inner := node.Shape[s:]
	asChain := b.chainsRows(node, shapes.Product(inner))
	for k, a := range node.Args {
		x := &b.views[a]
		if x.inside {
			if err := form.InRows(k, x.shape, b.rows); err != nil {
				return view{}, err
			}
		}
		slot, mode := 0, itsRow
		if asChain {
			slot, mode = b.repeated(x, node.Shape, s)
		}
		if mode == itsRow {
			slot = b.material(x, node.Shape, s)
		}
		st.args, st.modes = append(st.args, slot), append(st.modes, mode)
	}
	st.out = b.output(i, shapes.Product(inner))
	b.steps = append(b.steps, st)
	b.inner = max(b.inner, shapes.Product(inner))
	b.ops++
	b.costly = b.costly || node.Blocks.Costly
	return view{shape: node.Shape, strides: shapes.Strides(inner), source: st.out, inside: true, split: s}, nil
}

func (b *builder) reduce(i int, node *Node) (view, error) {
	x := &b.views[node.Args[0]]
	s, err := b.rowsOf(x.shape)
	if err != nil {
		return view{}, err
	}
	var innerDims []int
	for _, d := range node.Dims {
		if d >= s {
			innerDims = append(innerDims, d-s)
		}
	}
	init, form := -1, node.Form()
	if len(node.Args) > 1 {
		start := &b.views[node.Args[1]]
		if init = start.source; start.inside {
			if err := form.InRows(1, start.shape, b.rows); err != nil {
				return view{}, err
			}
		}
	}
	st := step{kind: reduceStep, args: []int{b.material(x, x.shape, s)}, init: init}
	inner := x.shape[s:]
	b.inner = max(b.inner, shapes.Product(inner))
	b.ops++
	if across, _ := form.AcrossRows(x.shape, b.rows); across {
		return b.reduceRows(i, node, st, inner, innerDims)
	}
	if st.reduction, err = kernel.NewReduction(node.Reduction, node.DType, inner, innerDims); err != nil {
		return view{}, err
	}
	outSplit, err := b.rowsOf(node.Shape)
	if err != nil {
		return view{}, err
	}
	b.folds = max(b.folds, st.reduction.Workspace())
	st.out = b.output(i, st.reduction.Outputs())
	b.steps = append(b.steps, st)
	return view{shape: node.Shape, strides: shapes.Strides(node.Shape[outSplit:]), source: st.out, inside: true, split: outSplit}, nil
}

// reduceRows adds a reduction across rows, whose result is there only when all rows have been seen.
func (b *builder) reduceRows(i int, node *Node, st step, inner, innerDims []int) (view, error) {
	k, bound := b.bound[i]
	if !bound || b.used[i] {
		return view{}, errors.New("a reduction across rows is used inside")
	}
	form := node.Form()
	if _, err := form.AcrossRows(b.views[node.Args[0]].shape, b.rows); err != nil {
		return view{}, err
	}
	reduction, err := kernel.NewReduction(node.Reduction, node.DType, inner, innerDims)
	if err != nil {
		return view{}, err
	}
	st.kind, st.reduction, st.out = runningStep, reduction, b.operands+k
	st.running = len(b.runnings)
	b.runnings = append(b.runnings, reduction)
	b.slots[st.out].kind = wholeSlot
	b.steps = append(b.steps, st)
	return view{shape: node.Shape, source: -1, inside: true}, nil
}

// results puts what is not computed in its result's memory there.
func (b *builder) results() error {
	for k, n := range b.graph.Results {
		to := b.operands + k
		x := &b.views[n]
		if x.source == to || x.source < 0 && b.bound[n] == k {
			continue
		}
		if x.source < 0 {
			return errors.New("a reduction across rows is a result twice")
		}
		s, err := b.rowsOf(x.shape)
		if err != nil {
			return err
		}
		from := b.material(x, x.shape, s)
		b.steps = append(b.steps, step{kind: copyStep, args: []int{from}, out: to})
		b.slots[to].rowElements = shapes.Product(x.shape[s:])
		b.inner = max(b.inner, b.slots[to].rowElements)
	}
	return nil
}
