package arith

import "github.com/tg-opt/tg/ir"

// maxSpread bounds the sparse constants that folders compute with: a few words
// of text must not become gigabytes of elements.
const maxSpread = 1 << 20

// dense is a sparse constant of integers as a dense one; another constant, and
// one with too many elements, is returned as it is.
func dense(c *ir.Context, a *ir.Attr) *ir.Attr {
	if !a.Is(ir.SparseAttr) || !isSignlessOrIndex(a.Type().Elem()) {
		return a
	}
	t, indices, values := a.Type(), a.Elems()[0].Ints(), a.Elems()[1]
	n, ok := t.NumElements()
	size := ir.StorageBytes(t.Elem())
	if !ok || n > maxSpread || !values.Is(ir.DenseAttr) {
		return a
	}
	raw := make([]byte, int(n)*size)
	rank := t.Rank()
	// Where an index is listed twice, its first value counts.
	for end := len(indices); rank > 0 && end >= rank; end -= rank {
		at := int64(0)
		for d, i := range indices[end-rank : end] {
			if i < 0 || i >= t.Shape()[d] {
				return a
			}
			at = at*t.Shape()[d] + i
		}
		from := end/rank - 1
		if values.IsSplat() {
			from = 0
		}
		if len(values.Raw()) < (from+1)*size {
			return a
		}
		copy(raw[int(at)*size:][:size], values.Raw()[from*size:])
	}
	return c.Dense(t, raw)
}

// maxSought bounds how many listed elements of a sparse constant are looked at
// to find one.
const maxSought = 1 << 12

// sparseElement is the storage of element i of a sparse constant, or nil.
func sparseElement(a *ir.Attr, i int64) []byte {
	t, indices, values := a.Type(), a.Elems()[0].Ints(), a.Elems()[1]
	size, rank := ir.StorageBytes(t.Elem()), t.Rank()
	if !values.Is(ir.DenseAttr) || rank == 0 || len(indices)/rank > maxSought {
		return nil
	}
	for n := 0; (n+1)*rank <= len(indices); n++ {
		at := int64(0)
		for d, index := range indices[n*rank : (n+1)*rank] {
			at = at*t.Shape()[d] + index
		}
		switch raw := values.Raw(); {
		case at != i:
		case values.IsSplat():
			return raw
		case (n+1)*size <= len(raw):
			return raw[n*size:]
		default:
			return nil
		}
	}
	return make([]byte, size)
}
