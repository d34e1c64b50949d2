package discover

// parts finds values by what they consist of. Programs are graphs, in which a value that is used
// twice is one op: so operands that consist of so many ops together are those whose parts overlap
// in the right number.
type parts struct {
	bySize []map[shape][]int32 // values of so many ops
	with   []map[int32][]int32 // values of so many ops that have a value as a part
	shapes []shape             // of values of so many ops at most, in the order in which they came
}

// index prepares for operands of so many ops together.
func (e *enumerator) index(ops int) {
	p := parts{}
	seen := map[shape]bool{}
	for size := 0; size <= ops && size < len(e.bySize); size++ {
		here, with := map[shape][]int32{}, map[int32][]int32{}
		for _, v := range e.bySize[size] {
			s := e.values[v].shape
			here[s] = append(here[s], v)
			for _, n := range e.values[v].nodes {
				with[n] = append(with[n], v)
			}
			if !seen[s] {
				seen[s] = true
				p.shapes = append(p.shapes, s)
			}
		}
		p.bySize, p.with = append(p.bySize, here), append(p.with, with)
	}
	e.parts = p
}

// combine calls f with all operands of the shapes that consist of exactly so many ops together. The
// first two of a commutative form come in one order only.
func (e *enumerator) combine(shapes []shape, commutes bool, ops int, f func([3]int32)) {
	var args [3]int32
	var extend func(i int, union []int32)
	extend = func(i int, union []int32) {
		last := i == len(shapes)-1
		for size := range e.parts.bySize {
			overlap := len(union) + size - ops
			if overlap > size || last && overlap < 0 {
				continue
			}
			take := func(v int32) {
				if i == 1 && commutes && args[0] > v {
					return
				}
				args[i] = v
				if last {
					f(args)
					return
				}
				extend(i+1, merged(union, e.values[v].nodes))
			}
			if last {
				e.overlapping(shapes[i], size, union, overlap, take)
				continue
			}
			for _, v := range e.parts.bySize[size][shapes[i]] {
				if shared, _ := overlapOf(union, e.values[v].nodes); len(union)+size-shared <= ops {
					take(v)
				}
			}
		}
	}
	extend(0, nil)
}

// overlapping calls f with the values of a shape and so many ops of which exactly so many are in
// the union. To find them, those that have the last of the shared ops are looked at.
func (e *enumerator) overlapping(s shape, size int, union []int32, overlap int, f func(int32)) {
	switch {
	case overlap == 0:
		for _, v := range e.parts.bySize[size][s] {
			if shared, _ := overlapOf(union, e.values[v].nodes); shared == 0 {
				f(v)
			}
		}
	case overlap == size: // what is all in the union is one of its ops
		for _, v := range union {
			if x := &e.values[v]; x.shape == s && len(x.nodes) == size {
				f(v)
			}
		}
	default:
		for _, n := range union {
			for _, v := range e.parts.with[size][n] {
				if e.values[v].shape != s {
					continue
				}
				if shared, last := overlapOf(union, e.values[v].nodes); shared == overlap && last == n {
					f(v)
				}
			}
		}
	}
}

// overlapOf is how many numbers two sorted lists share, and the last one of these.
func overlapOf(a, b []int32) (n int, last int32) {
	for i, k := 0, 0; i < len(a) && k < len(b); {
		switch {
		case a[i] < b[k]:
			i++
		case a[i] > b[k]:
			k++
		default:
			n, last = n+1, a[i]
			i, k = i+1, k+1
		}
	}
	return n, last
}

// merged is what is in one of two sorted lists.
func merged(a, b []int32) []int32 {
	if len(a) == 0 {
		return b
	}
	out := make([]int32, 0, len(a)+len(b))
	for i, k := 0, 0; i < len(a) || k < len(b); {
		switch {
		case k == len(b) || i < len(a) && a[i] < b[k]:
			out = append(out, a[i])
			i++
		case i == len(a) || a[i] > b[k]:
			out = append(out, b[k])
			k++
		default:
			out = append(out, a[i])
			i, k = i+1, k+1
		}
	}
	return out
}
