// Package shapes is the arithmetic of shapes: of lists of extents, the last of which is that of
// neighbours in storage, and of lists of dimension numbers, such as permutations.
package shapes

import (
	"math"
	"slices"
)

// Int is what extents are counted in: int64 in types, int where arrays are in memory.
type Int interface{ int | int64 }

// Product is the number of elements of a shape, 1 for rank 0. Nothing looks for overflow: the
// shape is that of a value that exists, or a part of it.
func Product[T Int](shape []T) T {
	n := T(1)
	for _, extent := range shape {
		n *= extent
	}
	return n
}

// Count is the number of elements of a shape of any extents that are at least 0. If those other
// than 0 have a product that T cannot hold, fits is false; n is 0 even then if one is 0.
func Count[T Int](shape []T) (n T, fits bool) {
	n, fits = 1, true
	empty := false
	for _, extent := range shape {
		if extent == 0 {
			empty = true
			continue
		}
		if more := n * extent; more/extent == n {
			n = more
		} else {
			fits = false
		}
	}
	if empty {
		n = 0
	}
	return n, fits
}

// Saturated is the product of numbers that are at least 0, or the largest number if that is less.
func Saturated(factors ...int) int {
	n := 1
	for _, k := range factors {
		if k > 0 && n > math.MaxInt/k {
			n = math.MaxInt
		} else {
			n *= k
		}
	}
	return n
}

// Sum is the sum of numbers that are at least 0, or the largest number if that is less.
func Sum(terms ...int) int {
	n := 0
	for _, k := range terms {
		n += min(k, math.MaxInt-n)
	}
	return n
}

// Strides are the steps, in elements, from one position to the next along each dimension of
// contiguous row-major storage.
func Strides[T Int](shape []T) []T {
	strides := make([]T, len(shape))
	stride := T(1)
	for d := len(shape) - 1; d >= 0; d-- {
		strides[d] = stride
		stride *= shape[d]
	}
	return strides
}

// Dense reports whether strides walk over a shape as over contiguous storage; those of extents 1
// do not matter.
func Dense[T Int](shape, strides []T) bool {
	stride := T(1)
	for d := len(shape) - 1; d >= 0; d-- {
		if shape[d] != 1 && strides[d] != stride {
			return false
		}
		stride *= shape[d]
	}
	return true
}

// Broadcast joins two extents by NumPy's rule, by which 1 stretches; ok is false when they differ
// otherwise.
func Broadcast[T Int](a, b T) (n T, ok bool) {
	switch {
	case a == 1:
		return b, true
	case b == 1, a == b:
		return a, true
	}
	return 0, false
}

// Stretches reports whether shape a broadcasts to shape b: they align at the last dimension, and
// only extents of a stretch.
func Stretches[T Int](a, b []T) bool {
	lead := len(b) - len(a)
	if lead < 0 {
		return false
	}
	for d, n := range a {
		if n != 1 && n != b[lead+d] {
			return false
		}
	}
	return true
}

// Dims are n dimension numbers from first on.
func Dims[T Int](first T, n int) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = first + T(i)
	}
	return list
}

// Pick lists the entries of list at some places, which must be there: of a shape, the shape after
// a transpose by that permutation; of a permutation, the one of two transposes.
func Pick[E any, T Int](list []E, places []T) []E {
	out := make([]E, len(places))
	for i, p := range places {
		out[i] = list[p]
	}
	return out
}

// Inverse is the permutation that undoes p; ok is false when p is none.
func Inverse[T Int](p []T) (inverse []T, ok bool) {
	inverse, seen := make([]T, len(p)), make([]bool, len(p))
	for i, d := range p {
		if d < 0 || d >= T(len(p)) || seen[d] {
			return nil, false
		}
		inverse[d], seen[d] = T(i), true
	}
	return inverse, true
}

// Identity reports whether p is 0, 1, 2, ...: the permutation that changes nothing.
func Identity[T Int](p []T) bool {
	for i, d := range p {
		if d != T(i) {
			return false
		}
	}
	return true
}

// Squeezed maps the dimensions of two shapes that differ in extents of 1 only:
// entry i is the dimension of b that dimension i of a is, or -1 for those of extent
// 1 that have no counterpart. ok is false if the shapes differ otherwise.
func Squeezed[T Int](a, b []T) (to []T, ok bool) {
	to = make([]T, len(a))
	j := 0
	for i, n := range a {
		to[i] = -1
		if n == 1 {
			// Pair it when the same run of ones goes on in both.
			if j < len(b) && b[j] == 1 {
				to[i] = T(j)
				j++
			}
			continue
		}
		for j < len(b) && b[j] == 1 {
			j++
		}
		if j == len(b) || b[j] != n {
			return nil, false
		}
		to[i] = T(j)
		j++
	}
	return to, !slices.ContainsFunc(b[j:], func(n T) bool { return n != 1 })
}
