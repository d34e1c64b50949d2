package rule

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
)

// A map of dimensions is a list that says for each dimension of one tensor which
// dimension of another one it is, -1 for none.

// orderThrough is the permutation of shape a after which a reshape that adds or
// drops extents of 1 gives the permutation p of shape b. ok is false if the shapes
// differ otherwise.
func orderThrough(a, b, p []int64) (order []int64, ok bool) {
	back, ok := shapes.Squeezed(b, a)
	if !ok || len(p) != len(b) {
		return nil, false
	}
	var moved []int64
	for _, v := range p {
		d, ok := position(v, len(b))
		if !ok {
			return nil, false
		}
		if b[d] != 1 {
			moved = append(moved, back[d])
		}
	}
	order = countUp(len(a))
	for d, n := range a {
		if n == 1 {
			continue
		}
		if len(moved) == 0 {
			return nil, false // p is no permutation
		}
		order[d], moved = moved[0], moved[1:]
	}
	return order, len(moved) == 0
}

// afterReduce numbers the dimensions of a tensor of rank n that a reduction along
// dims leaves, -1 for those that go. Where it keeps them, they keep their numbers.
func afterReduce(n int, dims []int64, keep bool) (places []int64, ok bool) {
	gone := make([]bool, n)
	for _, v := range dims {
		d, ok := position(v, n)
		if !ok {
			return nil, false
		}
		gone[d] = true
	}
	places = make([]int64, n)
	left := int64(0)
	for d := range places {
		places[d] = -1
		if !gone[d] {
			places[d] = left
		}
		if !gone[d] || keep {
			left++
		}
	}
	return places, true
}

// countUp lists 0, 1, ... below n.
func countUp(n int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(i)
	}
	return list
}

// beforeReshape lists the dimensions of shape a that a reshape to shape b makes the
// dimensions of b that are listed of, and those of extent 1 none of. ok is false if
// some of these are made together with others, or the shapes are not of as many
// elements. No extent may be 0.
func beforeReshape(a, b, dims []int64) (list []int64, ok bool) {
	chosen := make([]bool, len(b))
	for _, v := range dims {
		d, ok := position(v, len(b))
		if !ok {
			return nil, false
		}
		chosen[d] = true
	}
	list = []int64{}
	for i, j := 0, 0; ; {
		for i < len(a) && a[i] == 1 {
			i++
		}
		for j < len(b) && b[j] == 1 {
			j++
		}
		if i == len(a) || j == len(b) {
			return list, i == len(a) && j == len(b)
		}
		// The shortest runs of dimensions of as many elements.
		from, whole, left, right := i, chosen[j], a[i], b[j]
		i, j = i+1, j+1
		for left != right {
			switch {
			case left < right && i < len(a):
				left *= a[i]
				i++
			case right < left && j < len(b):
				if b[j] != 1 && chosen[j] != whole {
					return nil, false
				}
				right *= b[j]
				j++
			default:
				return nil, false
			}
		}
		for d := from; d < i && whole; d++ {
			if a[d] != 1 {
				list = append(list, int64(d))
			}
		}
	}
}

// put is list l with the entries of m at the positions p.
func put(l, p, m []int64) (datum, bool) {
	if len(p) != len(m) {
		return datum{}, false
	}
	out := slices.Clone(l)
	for i, v := range p {
		at, ok := position(v, len(l))
		if !ok {
			return datum{}, false
		}
		out[at] = m[i]
	}
	return intsDatum(out), true
}

// order is the permutation that sorts a list.
func order(l []int64) (datum, bool) {
	p := countUp(len(l))
	slices.SortStableFunc(p, func(a, b int64) int { return compareOrdered(l[a], l[b]) })
	return intsDatum(p), true
}

// filtered are the entries of a list that are among those of another one, or are
// not.
func filtered(among bool) func([]datum) (datum, bool) {
	return func(args []datum) (datum, bool) {
		list := make([]int64, 0, len(args[0].ints))
		for _, v := range args[0].ints {
			if slices.Contains(args[1].ints, v) == among {
				list = append(list, v)
			}
		}
		return intsDatum(list), true
	}
}

// bounded replaces the entries that are on the wrong side of a bound by it.
func bounded(wrong func(v, bound int64) bool) func([]datum) (datum, bool) {
	return func(args []datum) (datum, bool) {
		list := slices.Clone(args[0].ints)
		for i, v := range list {
			if wrong(v, args[1].i) {
				list[i] = args[1].i
			}
		}
		return intsDatum(list), true
	}
}

// placesOf are the positions of the entries that are v.
func placesOf(l []int64, v int64) datum {
	list := []int64{}
	for i, w := range l {
		if w == v {
			list = append(list, int64(i))
		}
	}
	return intsDatum(list)
}

// mapFunctions are those of permutations, places and maps of dimensions.
var mapFunctions = []*function{
	{name: "ones", params: []kind{valueKind}, result: intsKind, doc: "The dimensions of a ranked tensor whose extent is known to be 1.",
		apply: func(args []datum) (datum, bool) {
			t := args[0].v.Type()
			return placesOf(t.Shape(), 1), t.IsRankedTensor()
		}},
	{name: "places", params: []kind{intsKind, intKind}, result: intsKind, doc: "The positions of all entries that are v.",
		apply: func(args []datum) (datum, bool) { return placesOf(args[0].ints, args[1].i), true }},
	{name: "common", params: []kind{intsKind, intsKind}, result: intsKind, doc: "The entries of the first list that are in the second one, too.", apply: filtered(true)},
	{name: "except", params: []kind{intsKind, intsKind}, result: intsKind, doc: "The entries of the first list that are not in the second one.", apply: filtered(false)},
	{name: "put", params: []kind{intsKind, intsKind, intsKind}, result: intsKind, doc: "put(l, p, m) is the list l with the entries of m at the positions p.",
		apply: func(args []datum) (datum, bool) { return put(args[0].ints, args[1].ints, args[2].ints) }},
	{name: "order", params: []kind{intsKind}, result: intsKind, doc: "The permutation that sorts a list: select(l, order(l)) is sorted(l).", apply: ofInts(order)},
	{name: "at_least", params: []kind{intsKind, intKind}, result: intsKind, doc: "Every entry, or the number where that is greater.",
		apply: bounded(func(v, bound int64) bool { return v < bound })},
	{name: "at_most", params: []kind{intsKind, intKind}, result: intsKind, doc: "Every entry, or the number where that is less.",
		apply: bounded(func(v, bound int64) bool { return v > bound })},
	{name: "squeezed", params: []kind{intsKind, intsKind}, result: intsKind, doc: "squeezed(a, b) says of each dimension of shape a which dimension of shape b it is, -1 for an extent of 1 that b does not have. The shapes differ in extents of 1 only.",
		apply: func(args []datum) (datum, bool) {
			to, ok := shapes.Squeezed(args[0].ints, args[1].ints)
			return intsDatum(to), ok
		}},
	{name: "order_through", params: []kind{intsKind, intsKind, intsKind}, result: intsKind, doc: "order_through(a, b, p) is the permutation of shape a after which a reshape gives the permutation p of shape b. The shapes differ in extents of 1 only.",
		apply: func(args []datum) (datum, bool) {
			order, ok := orderThrough(args[0].ints, args[1].ints, args[2].ints)
			return intsDatum(order), ok
		}},
	{name: "before_reshape", params: []kind{intsKind, intsKind, intsKind}, result: intsKind, doc: "before_reshape(a, b, d) are the dimensions of shape a of which a reshape to shape b makes the dimensions d, as a whole. Extents of 1 are left out; none may be 0.",
		apply: func(args []datum) (datum, bool) {
			list, ok := beforeReshape(args[0].ints, args[1].ints, args[2].ints)
			return intsDatum(list), ok && !slices.Contains(args[0].ints, 0) && !slices.Contains(args[1].ints, 0)
		}},
	{name: "split_back", params: []kind{intsKind, intsKind, intsKind}, result: intsKind, doc: "split_back(a, b, d) says where the dimensions of shape a are if each dimension of shape b that a reshape makes of several of them becomes these, where it lies at the dimensions d of a longer list. None may be 0.",
		apply: func(args []datum) (datum, bool) {
			list, ok := splitBack(args[0].ints, args[1].ints, args[2].ints)
			return intsDatum(list), ok
		}},
	{name: "after_reduce", params: []kind{intKind, intsKind, boolKind}, result: intsKind, doc: "after_reduce(n, d, k) says of each of n dimensions which one it is of what is reduced along d, with keep_dims or without; -1 for those along d.",
		apply: func(args []datum) (datum, bool) {
			if args[0].i < 0 || args[0].i > longestList {
				return datum{}, false
			}
			places, ok := afterReduce(int(args[0].i), args[1].ints, args[2].i != 0)
			return intsDatum(places), ok
		}},
}

// splitBack says where the dimensions of a are, where each of b, which lies at one of the places,
// becomes those of a that it is made of; ok is false if it is made of none but 1 or of parts.
func splitBack(a, b, places []int64) (to []int64, ok bool) {
	if len(b) != len(places) {
		return nil, false
	}
	parts := make([]int, len(b)) // how many of a
	next := 0
	for j, n := range b {
		product := int64(1)
		for next < len(a) && a[next] > 0 && product <= n/a[next] && (product < n || n == 1 && parts[j] == 0) {
			product *= a[next]
			next++
			parts[j]++
		}
		if product != n {
			return nil, false
		}
	}
	for j, place := range places {
		first := place
		for k, other := range places {
			if other < place {
				first += int64(parts[k] - 1)
			} else if other == place && k != j {
				return nil, false
			}
		}
		for k := range parts[j] {
			to = append(to, first+int64(k))
		}
	}
	return to, next == len(a)
}
