package tg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// indexDims are what the dimension numbers of gather and scatter have in
// common: how the indices name boxes of the operand. The text of errors uses
// the names that the op gives its attributes.
type indexDims struct {
	operand, indices *ir.Type
	// dropped are operand dimensions that boxes do not show.
	droppedName string
	dropped     []int64
	// operandBatching are operand dimensions that advance with the dimensions
	// indicesBatching of the indices.
	operandBatchingName, indicesBatchingName string
	operandBatching, indicesBatching         []int64
	// indexMap are the operand dimensions of the components of an index vector,
	// which lies along dimension vector of the indices.
	indexMapName string
	indexMap     []int64
	vector       int64
}

// resolve checks the dimension numbers. It returns the extents of the indices
// without the index vectors, and the operand dimensions that boxes show.
func (d *indexDims) resolve() (batch, shown []int64, err error) {
	rank := int64(d.indices.Rank())
	if d.vector < 0 || d.vector > rank {
		return nil, nil, fmt.Errorf("index_vector_dim %d must be a dimension of the indices '%s', or %d for indices that are scalars", d.vector, d.indices, rank)
	}
	components := int64(1)
	if d.vector < rank {
		components = d.indices.Shape()[d.vector]
	}
	if _, ok := sameExtent(components, int64(len(d.indexMap))); !ok {
		return nil, nil, fmt.Errorf("%s has %d entries, but index vectors of '%s' have %d components", d.indexMapName, len(d.indexMap), d.indices, components)
	}
	hidden, err := checkDims(d.droppedName+" entry", d.dropped, d.operand)
	if err != nil {
		return nil, nil, err
	}
	batching, err := checkDims(d.operandBatchingName+" entry", d.operandBatching, d.operand)
	if err != nil {
		return nil, nil, err
	}
	if err := d.checkBatching(); err != nil {
		return nil, nil, err
	}
	if _, err := checkDims(d.indexMapName+" entry", d.indexMap, d.operand); err != nil {
		return nil, nil, err
	}
	for _, n := range d.indexMap {
		if batching[n] {
			return nil, nil, fmt.Errorf("dimension %d is in both %s and %s", n, d.indexMapName, d.operandBatchingName)
		}
	}
	for n := range hidden {
		switch {
		case hidden[n] && batching[n]:
			return nil, nil, fmt.Errorf("dimension %d is in both %s and %s", n, d.droppedName, d.operandBatchingName)
		case !hidden[n] && !batching[n]:
			shown = append(shown, int64(n))
		}
	}
	for n, extent := range d.indices.Shape() {
		if int64(n) != d.vector {
			batch = append(batch, extent)
		}
	}
	return batch, shown, nil
}

func (d *indexDims) checkBatching() error {
	if _, err := checkDims(d.indicesBatchingName+" entry", d.indicesBatching, d.indices); err != nil {
		return err
	}
	if len(d.operandBatching) != len(d.indicesBatching) {
		return fmt.Errorf("%s has %d entries, but %s has %d", d.operandBatchingName, len(d.operandBatching), d.indicesBatchingName, len(d.indicesBatching))
	}
	if slices.Contains(d.indicesBatching, d.vector) {
		return fmt.Errorf("%s must not contain index_vector_dim %d", d.indicesBatchingName, d.vector)
	}
	for i, o := range d.operandBatching {
		n := d.indicesBatching[i]
		if a, b := d.operand.Shape()[o], d.indices.Shape()[n]; a != b && a != ir.Dynamic && b != ir.Dynamic {
			return fmt.Errorf("batching dimensions differ: dimension %d of '%s' is %d, dimension %d of '%s' is %d", o, d.operand, a, n, d.indices, b)
		}
	}
	return nil
}

// placeBoxes is the shape that has the box extents at the dimensions window,
// and the batch extents at the others.
func placeBoxes(windowName string, window, box, batch []int64) ([]int64, error) {
	if len(window) != len(box) {
		return nil, fmt.Errorf("%s has %d entries, but boxes have %d dimensions", windowName, len(window), len(box))
	}
	shape := make([]int64, len(window)+len(batch))
	inBox := make([]bool, len(shape))
	for i, n := range window {
		switch {
		case n < 0 || n >= int64(len(shape)):
			return nil, fmt.Errorf("%s entry %d is not one of the %d dimensions that boxes and indices make", windowName, n, len(shape))
		case i > 0 && n <= window[i-1]:
			return nil, fmt.Errorf("%s must increase, but has %d behind %d", windowName, n, window[i-1])
		}
		shape[n], inBox[n] = box[i], true
	}
	for n := range shape {
		if !inBox[n] {
			shape[n], batch = batch[0], batch[1:]
		}
	}
	return shape, nil
}
