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
			for _, n := range e.values[v].ops() {
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

// combine calls f with all operands of the shapes that consist of exactly so many ops together,
// until f says no. The first two of a commutative form come in one order only, and numbers are
// operands beside others only.
func (e *enumerator) combine(shapes []shape, commutes bool, ops int, f func([3]int32) bool) {
	c := &combination{enumerator: e, shapes: shapes, commutes: commutes, ops: ops, f: f}
	c.extend(0, nil)
}

// combination is one call of combine.
type combination struct {
	*enumerator
	shapes   []shape
	commutes bool
	ops      int
	f        func([3]int32) bool
	args     [3]int32
	unions   [3][]int32 // of the first operands
}

// extend chooses operand i, after operands that consist of the union. It reports whether to go on.
func (c *combination) extend(i int, union []int32) bool {
	last := i == len(c.shapes)-1
	for size := range c.parts.bySize {
		overlap := len(union) + size - c.ops
		if overlap > size || last && overlap < 0 {
			continue
		}
		if last {
			if !c.overlapping(size, union, overlap) {
				return false
			}
			continue
		}
		for _, v := range c.parts.bySize[size][c.shapes[i]] {
			if shared, _ := overlapOf(union, c.values[v].ops()); len(union)+size-shared > c.ops || c.skips(i, v) {
				continue
			}
			c.args[i] = v
			c.unions[i] = merge(c.unions[i][:0], union, c.values[v].ops())
			if !c.extend(i+1, c.unions[i]) {
				return false
			}
		}
	}
	return true
}

// skips reports whether a value as operand i is the other order of what comes anyway.
func (c *combination) skips(i int, v int32) bool { return i == 1 && c.commutes && c.args[0] > v }

// take ends with a value as the last operand. It reports whether to go on.
func (c *combination) take(v int32) bool {
	i := len(c.shapes) - 1
	if c.skips(i, v) {
		return true
	}
	c.args[i] = v
	if c.constant() {
		return true
	}
	return c.f(c.args)
}

// constant reports whether all operands are numbers: then the program is one, too, and as it has no
// inputs, a sign that is equal by chance would be so on all of them.
func (c *combination) constant() bool {
	for _, v := range c.args[:len(c.shapes)] {
		if x := &c.values[v]; x.typed >= 0 || c.leafOf(x).input >= 0 {
			return false
		}
	}
	return true
}

// overlapping takes the values of so many ops of which exactly so many are in the union. To find
// them, those that have the last of the shared ops are looked at. It reports whether to go on.
func (c *combination) overlapping(size int, union []int32, overlap int) bool {
	s := c.shapes[len(c.shapes)-1]
	switch {
	case overlap == 0:
		for _, v := range c.parts.bySize[size][s] {
			if shared, _ := overlapOf(union, c.values[v].ops()); shared == 0 && !c.take(v) {
				return false
			}
		}
	case overlap == size: // what is all in the union is one of its ops
		for _, v := range union {
			if x := &c.values[v]; x.shape == s && int(x.size) == size && !c.take(v) {
				return false
			}
		}
	default:
		for _, n := range union[overlap-1:] { // so many of the union are not after the last one
			for _, v := range c.parts.with[size][n] {
				if c.values[v].shape != s {
					continue
				}
				if shared, last := overlapOf(union, c.values[v].ops()); shared == overlap && last == n && !c.take(v) {
					return false
				}
			}
		}
	}
	return true
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

// merge appends what is in one of two sorted lists.
func merge(out, a, b []int32) []int32 {
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
