package rule

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// bytesOf is what the elements of tensors take, whose extents are all known.
func bytesOf(vs []*ir.Value) (datum, bool) {
	total := int64(0)
	for _, v := range vs {
		n, ok := v.Type().NumElements()
		if !ok {
			return datum{}, false
		}
		size, ok := integers(multiplyExpr, n, int64(ir.StorageBytes(v.Type().ElemOrSelf())))
		if total, ok = addChecked(total, size, ok); !ok {
			return datum{}, false
		}
	}
	return intDatum(total), true
}

func addChecked(a, b int64, ok bool) (int64, bool) {
	if !ok {
		return 0, false
	}
	return integers(addExpr, a, b)
}

// tail is how many trailing entries two lists have in common.
func tail(a, b []int64) int64 {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return int64(n)
}

// through is the shape in which a tensor of shape l, which lines up with shape a from
// the last dimension on, lines up with shape b, when a and b differ in extents of 1
// only or l is a.
func through(l, a, b []int64) (datum, bool) {
	if slices.Equal(l, a) {
		return intsDatum(b), true
	}
	place, ok := shapes.Squeezed(a, b)
	if !ok || len(l) > len(a) {
		return datum{}, false
	}
	shape := slices.Repeat([]int64{1}, len(b))
	for i, n := range l {
		if d := place[len(a)-len(l)+i]; d >= 0 {
			shape[d] = n
		}
	}
	return intsDatum(shape), true
}

// usedOnlyBy reports whether the op that makes user is the only one that uses v, three
// times at most.
func usedOnlyBy(v, user *ir.Value) bool {
	n := 0
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if n++; u.Owner() != user.Def() || n > 3 {
			return false
		}
	}
	return true
}

// listFunctions are those of lists of values, and of shapes that line up.
var listFunctions = []*function{
	{name: "bytes", params: []kind{valuesKind}, result: intKind, doc: "How many bytes the elements of tensors take, all of whose extents must be known: of one value, or of several together.",
		apply: func(args []datum) (datum, bool) { return bytesOf(args[0].vs) }},
	{name: "ranks", params: []kind{valuesKind}, result: intsKind, doc: "The number of dimensions of each of the values, which must be ranked.",
		apply: func(args []datum) (datum, bool) {
			list := make([]int64, len(args[0].vs))
			for i, v := range args[0].vs {
				if !v.Type().HasRank() {
					return datum{}, false
				}
				list[i] = int64(len(v.Type().Shape()))
			}
			return intsDatum(list), true
		}},
	{name: "tail", params: []kind{intsKind, intsKind}, result: intKind, doc: "How many entries at the end of two lists are the same.",
		apply: func(args []datum) (datum, bool) { return intDatum(tail(args[0].ints, args[1].ints)), true }},
	{name: "through", params: []kind{intsKind, intsKind, intsKind}, result: intsKind, doc: "through(l, a, b) is the shape in which a tensor of shape l, which broadcasts to shape a, broadcasts alike to shape b. The shapes a and b differ in extents of 1 only, or l is a.",
		apply: func(args []datum) (datum, bool) { return through(args[0].ints, args[1].ints, args[2].ints) }},
}

// listConditions are those that look at what uses a value, and at constants that move.
var listConditions = []*condition{
	{name: "used_only_by", params: []kind{valueKind, valueKind}, doc: "Nothing uses the first value but the op that makes the second one, up to three times.",
		quick: true, uses: true, test: func(args []datum) bool { return usedOnlyBy(args[0].v, args[1].v) }},
}
