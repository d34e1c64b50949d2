package fusion

import (
	"errors"
	"iter"
	"slices"
)

// What the rows of a fusion are. Whoever makes fusions asks before there is one, for all numbers
// of rows, and Compile asks for the one that it tries: what the first puts together for a number
// of rows, the second runs in that number.

// Form is what decides about the rows of a node: what it does with the places of elements.
type Form struct {
	Kind        Kind
	Shape, Dims []int // as in Node
	Product     *Product
}

// Form is that of the node.
func (n *Node) Form() Form { return Form{n.Kind, n.Shape, n.Dims, n.Product} }

// Cuts are the numbers of rows that a value of this shape can be cut into, the least first: the
// products of its leading extents.
func Cuts(shape []int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if !yield(1) {
			return
		}
		rows := 1
		for _, extent := range shape {
			if rows *= extent; rows == 0 || extent > 1 && !yield(rows) {
				return
			}
		}
	}
}

// split returns how many leading dimensions make up the rows, the fewest that do; ok is false when
// none do.
func split(shape []int, rows int) (s int, ok bool) {
	for n := 1; n != rows; s++ {
		if s == len(shape) || n > rows {
			return 0, false
		}
		n *= shape[s]
	}
	return s, true
}

// InRows fails, and says why, unless each of so many rows of the node needs no more than the same
// row of its argument number k, which has this shape and is computed row by row, too.
func (f *Form) InRows(k int, shape []int, rows int) error {
	own, ok := split(f.Shape, rows)
	its, same := split(shape, rows)
	switch f.Kind {
	case Elementwise:
		if !ok || !same || !alignedRows(shape, its, f.Shape, own) {
			return errors.New("an elementwise op broadcasts rows")
		}
	case Broadcast:
		if !ok {
			return errors.New("a broadcast repeats rows")
		}
		if !same || !f.keepsRows(shape, its, own) {
			return errors.New("a broadcast moves rows")
		}
	case Reshape:
		if !ok || !same {
			return errors.New("a reshape breaks rows up")
		}
	case Reduce:
		switch {
		case k > 0:
			return errors.New("a reduction starts from what is computed inside")
		case !same:
			return errors.New("a reduction breaks rows up")
		}
	case Multiply:
		return f.productInRows(k, shape, rows)
	}
	return nil
}

// alignedRows reports whether the rows that the first s dimensions of a shape make up are those
// that the first split of another one do, which broadcasts to it.
func alignedRows(from []int, split int, shape []int, s int) bool {
	if s == 0 {
		return true
	}
	lead := len(shape) - len(from)
	for d := range s {
		extent := 1
		if d >= lead {
			extent = from[d-lead]
		}
		if extent != shape[d] {
			return false
		}
	}
	return split+lead == s
}

// keepsRows reports whether a broadcast lays the dimensions that make up the rows of its argument
// along those that make up its own, in their order, and the others along the others.
func (f *Form) keepsRows(from []int, split, s int) bool {
	last := -1
	for i, d := range f.Dims {
		switch {
		case from[i] == 1:
		case i < split && (d >= s || d < last || f.Shape[d] != from[i]), i >= split && d < s:
			return false
		case i < split:
			last = d
		}
	}
	return true
}

// maxSumsAcross bounds the results of a reduction across rows: a sum of floats takes one
// accumulator for each of sixteen lanes, which are to stay in the second-level cache.
const maxSumsAcross = 8192

// maxApart bounds the elements of a row of which a reduction across rows combines some only: they
// are moved apart first, which takes long for what is not in the first-level cache.
const maxApart = 4096

// AcrossRows reports whether a reduction of a value of this shape combines rows of it, so that its
// result is complete only when all have been seen. It fails, and says why, if that cannot be done
// row by row.
func (f *Form) AcrossRows(shape []int, rows int) (across bool, err error) {
	s, ok := split(shape, rows)
	if !ok {
		return false, errors.New("a reduction breaks rows up")
	}
	reduced := func(d int) bool { return slices.Contains(f.Dims, d) }
	kept := false                  // of the dimensions that number the rows
	keptElements, combined := 1, 1 // of a row
	for d, extent := range shape {
		switch {
		case d < s:
			across = across || extent != 1 && reduced(d)
			kept = kept || extent > 1 && !reduced(d)
		case reduced(d):
			combined *= extent
		default:
			keptElements *= extent
		}
	}
	switch {
	case across && kept:
		return across, errors.New("a reduction combines some rows and not others")
	case across && keptElements > maxSumsAcross:
		return across, errors.New("a reduction across rows keeps more sums than fit into the cache")
	case across && keptElements > 1 && combined > 1 && keptElements*combined > maxApart:
		return across, errors.New("a reduction across rows combines only some elements of long rows")
	}
	return across, nil
}
