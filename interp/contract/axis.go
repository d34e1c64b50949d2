package contract

// dimension is one dimension of an index space together with the distance, in elements, between its
// neighbours in the arrays it runs over.
type dimension struct {
	size    int
	strides [2]int
}

// offsets maps the position along an axis to an element offset in one array: a plain multiple of
// stride, or a table, which is as long as the axis. What asks for no more than shapes needs no
// table, and may ask it of a result that has no place in memory; so tabulate makes it for those
// that compute.
type offsets struct {
	stride    int
	scattered []dimension // that have no common stride in the array of number view
	view      int
	table     []int
}

func (o *offsets) at(i int) int {
	if o.scattered != nil {
		return o.table[i]
	}
	return i * o.stride
}

// tabulate makes the table, where there is no stride.
func (o *offsets) tabulate() {
	if o.scattered == nil || o.table != nil {
		return
	}
	n := 1
	for _, d := range o.scattered {
		n *= d.size
	}
	// The offsets of the outer dimensions are spread over the table, and each is followed by those
	// of the next one.
	o.table = make([]int, n)
	step := n
	for _, d := range o.scattered {
		outer := step
		step /= max(d.size, 1)
		for at := 0; at < n; at += outer {
			for i := range d.size {
				o.table[at+i*step] = o.table[at] + i*d.strides[o.view]
			}
		}
	}
}

// axis is a sequence of dimensions flattened in row-major order, seen from two arrays.
type axis struct {
	size  int
	views [2]offsets
}

// newAxis flattens dimensions. Neighbours that are adjacent in both arrays merge, so that almost
// every axis becomes a single stride; others have tables.
func newAxis(dims []dimension) axis {
	size := 1
	var merged []dimension
	for _, d := range dims {
		size *= d.size
		if d.size == 1 {
			continue
		}
		if n := len(merged); n > 0 && mergeable(merged[n-1], d) {
			merged[n-1] = dimension{merged[n-1].size * d.size, d.strides}
		} else {
			merged = append(merged, d)
		}
	}
	a := axis{size: size}
	if size == 0 {
		return a
	}
	switch len(merged) {
	case 0:
	case 1:
		a.views[0].stride, a.views[1].stride = merged[0].strides[0], merged[0].strides[1]
	default:
		for v := range a.views {
			a.views[v] = flatten(merged, v)
		}
	}
	return a
}

func mergeable(outer, inner dimension) bool {
	return outer.strides[0] == inner.size*inner.strides[0] && outer.strides[1] == inner.size*inner.strides[1]
}

// flatten are the offsets of all positions in one array; it finds a single stride where that array
// has one.
func flatten(dims []dimension, view int) offsets {
	uniform := true
	for i := range dims[1:] {
		uniform = uniform && dims[i].strides[view] == dims[i+1].size*dims[i+1].strides[view]
	}
	if uniform {
		return offsets{stride: dims[len(dims)-1].strides[view]}
	}
	return offsets{scattered: dims, view: view}
}
