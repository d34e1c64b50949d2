package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// gatherNumbers is which dimensions of a gather or scatter play which part.
type gatherNumbers struct {
	offset, collapsed, operandBatching, indicesBatching, startMap []int64
	indexVector                                                   int64
	names                                                         *gatherNames
}

// gatherNames are the names of the lists of dimensions in messages.
type gatherNames struct{ offset, collapsed, operandBatching, indicesBatching, startMap string }

var namesOfGather = &gatherNames{
	offset: "offset_dims", collapsed: "collapsed_slice_dims",
	operandBatching: "operand_batching_dims", indicesBatching: "start_indices_batching_dims",
	startMap: "start_index_map",
}

func gatherNumbersOf(a *ir.Attr) gatherNumbers {
	return gatherNumbers{
		offset: a.Get("offset_dims").Ints(), collapsed: a.Get("collapsed_slice_dims").Ints(),
		operandBatching: a.Get("operand_batching_dims").Ints(), indicesBatching: a.Get("start_indices_batching_dims").Ints(),
		startMap: a.Get("start_index_map").Ints(), indexVector: a.Get("index_vector_dim").Int(),
		names: namesOfGather,
	}
}

// shape is the shape of what is gathered from a tensor of type operand at
// places that a tensor of type indices tells.
func (n gatherNumbers) shape(operand, indices *ir.Type, sizes []int64) ([]int64, error) {
	if err := n.check(operand, indices); err != nil {
		return nil, err
	}
	if err := n.checkSlices(operand, sizes); err != nil {
		return nil, err
	}
	return n.place(indices, sizes)
}

// place is the shape that has the dimensions of the indices, but for the index
// vectors, and among them, at the offset dimensions, the shown ones of a box
// of the given sizes.
func (n gatherNumbers) place(indices *ir.Type, sizes []int64) ([]int64, error) {
	batch := indices.Shape()
	if n.indexVector < int64(len(batch)) {
		batch = without(batch, []int64{n.indexVector})
	}
	window := without(sizes, slices.Concat(n.collapsed, n.operandBatching))
	rank := len(batch) + len(window)
	if len(n.offset) != len(window) {
		return nil, fmt.Errorf("requires %d %s, one per dimension that is in neither %s nor %s, but got %d", len(window), n.names.offset, n.names.collapsed, n.names.operandBatching, len(n.offset))
	}
	if err := checkDims(n.names.offset, n.offset, rank); err != nil {
		return nil, err
	}
	shape := make([]int64, rank)
	for i := range shape {
		if slices.Contains(n.offset, int64(i)) {
			shape[i], window = window[0], window[1:]
		} else {
			shape[i], batch = batch[0], batch[1:]
		}
	}
	return shape, nil
}

// check checks everything but offset against the operand and the indices.
func (n gatherNumbers) check(operand, indices *ir.Type) error {
	if n.indexVector < 0 || n.indexVector > int64(indices.Rank()) {
		return fmt.Errorf("requires index_vector_dim between 0 and the rank %d of the indices, but got %d", indices.Rank(), n.indexVector)
	}
	width := int64(1)
	if n.indexVector < int64(indices.Rank()) {
		width = indices.Shape()[n.indexVector]
	}
	if !fits(width, int64(len(n.startMap))) {
		return fmt.Errorf("requires %s to have one entry per element of an index vector, which are %d, but got %d", n.names.startMap, width, len(n.startMap))
	}
	if err := checkDims(n.names.startMap+" and "+n.names.operandBatching, slices.Concat(n.startMap, n.operandBatching), operand.Rank()); err != nil {
		return err
	}
	if err := checkDims(n.names.collapsed+" and "+n.names.operandBatching, slices.Concat(n.collapsed, n.operandBatching), operand.Rank()); err != nil {
		return err
	}
	if err := checkDims(n.names.indicesBatching, n.indicesBatching, indices.Rank()); err != nil {
		return err
	}
	if len(n.operandBatching) != len(n.indicesBatching) {
		return fmt.Errorf("requires as many %s as %s, but got %d and %d", n.names.operandBatching, n.names.indicesBatching, len(n.operandBatching), len(n.indicesBatching))
	}
	if slices.Contains(n.indicesBatching, n.indexVector) {
		return fmt.Errorf("requires %s without index_vector_dim, but both have dimension %d", n.names.indicesBatching, n.indexVector)
	}
	for _, list := range []struct {
		name string
		dims []int64
	}{{n.names.offset, n.offset}, {n.names.collapsed, n.collapsed}, {n.names.operandBatching, n.operandBatching}} {
		if !slices.IsSorted(list.dims) {
			return fmt.Errorf("requires %s in ascending order, but got %v", list.name, list.dims)
		}
	}
	for i, d := range n.operandBatching {
		if !fits(operand.Shape()[d], indices.Shape()[n.indicesBatching[i]]) {
			return fmt.Errorf("requires batched dimensions of one size, but dimension %d of '%s' has %d and dimension %d of '%s' has %d", d, operand, operand.Shape()[d],
				n.indicesBatching[i], indices, indices.Shape()[n.indicesBatching[i]])
		}
	}
	return nil
}

// checkSlices checks the sizes of the slices of a gather.
func (n gatherNumbers) checkSlices(operand *ir.Type, sizes []int64) error {
	if err := checkLen("slice_sizes", sizes, operand.Rank()); err != nil {
		return err
	}
	for i, s := range sizes {
		d := operand.Shape()[i]
		if s < 0 || d != ir.Dynamic && s > d {
			return fmt.Errorf("cannot gather slices of size %d from dimension %d of '%s'", s, i, operand)
		}
		if s > 1 && slices.Contains(slices.Concat(n.collapsed, n.operandBatching), int64(i)) {
			return fmt.Errorf("requires slices of size 1 in the collapsed or batched dimension %d, but got %d", i, s)
		}
	}
	return nil
}
