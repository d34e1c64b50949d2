package machine

import (
	"slices"
)

// parts finds values by what they consist of. Programs are graphs, in which a value that is used
// twice is one op: so operands that consist of so many ops together are those whose parts overlap
// in the right number.
type parts struct {
	bySize []map[int32][]int32 // values of so many ops, by kind
	with   []map[int32][]int32 // values of so many ops that have a value as a part
	kinds  []int32             // of values of so many ops at most, in the order in which they came
}

// index prepares for operands of so many ops together.
func (e *enumerator) index(ops int) {
	e.parts = parts{}
	for size := 0; size <= ops && size < len(e.bySize); size++ {
		here, with := map[int32][]int32{}, map[int32][]int32{}
		for _, v := range e.bySize[size] {
			k := e.values[v].kind
			here[k] = append(here[k], v)
			for _, n := range e.values[v].nodes {
				with[n] = append(with[n], v)
			}
			if !slices.Contains(e.parts.kinds, k) {
				e.parts.kinds = append(e.parts.kinds, k)
			}
		}
		e.parts.bySize, e.parts.with = append(e.parts.bySize, here), append(e.parts.with, with)
	}
}

// combine calls f with all operands of a typed form that consist of exactly so many ops together.
func (e *enumerator) combine(t *typedForm, ops int, f func([3]int32)) {
	var args [3]int32
	var extend func(i int, union []int32)
	extend = func(i int, union []int32) {
		last := i == len(t.operands)-1
		take := func(v int32) {
			if i == 1 && e.commutes[t.form] && args[0] > v {
				return
			}
			if args[i] = v; last {
				f(args)
			} else {
				extend(i+1, merged(union, e.values[v].nodes))
			}
		}
		for size := range e.parts.bySize {
			overlap := len(union) + size - ops
			switch {
			case overlap > size || last && overlap < 0:
			case last && overlap > 0:
				e.overlapping(t.operands[i], size, union, overlap, take)
			default:
				for _, v := range e.parts.bySize[size][t.operands[i]] {
					shared := overlapOf(union, e.values[v].nodes)
					if n := len(union) + size - shared; n == ops || n < ops && !last {
						take(v)
					}
				}
			}
		}
	}
	extend(0, nil)
}

// overlapping calls f with the values of a kind and so many ops of which exactly so many are in
// the union, at least one. Each is met at the first of these.
func (e *enumerator) overlapping(kind int32, size int, union []int32, overlap int, f func(int32)) {
	for i, n := range union {
		for _, v := range e.parts.with[size][n] {
			x := &e.values[v]
			if x.kind == kind && overlapOf(union[:i], x.nodes) == 0 && overlapOf(union, x.nodes) == overlap {
				f(v)
			}
		}
	}
}

// overlapOf is how many numbers two sorted lists share.
func overlapOf(a, b []int32) (n int) {
	for i, k := 0, 0; i < len(a) && k < len(b); {
		switch {
		case a[i] < b[k]:
			i++
		case a[i] > b[k]:
			k++
		default:
			n++
			i, k = i+1, k+1
		}
	}
	return n
}

// merged is what is in one of two sorted lists, sorted.
func merged(a, b []int32) []int32 {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}
