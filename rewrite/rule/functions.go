package rule

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// function is a function of the expression language.
type function struct {
	name   string
	params []kind
	result kind
	doc    string
	// many says that the last parameter may be repeated.
	many bool
	// apply computes the result of arguments of the right kinds; ok is false when
	// there is none, and then the rule does not apply.
	apply func(args []datum) (result datum, ok bool)
	// value is apply for a function of one value, instead of apply.
	value func(v *ir.Value) (result datum, ok bool)
	// quick says that it looks at types only and takes no memory.
	quick bool
}

// Described is a function or condition of the rule language, for documentation.
type Described struct {
	Name      string
	Signature string // `name(kind, ...) -> kind`
	Doc       string
}

// Functions describes the functions of expressions.
func Functions() []Described {
	var list []Described
	for _, f := range functions {
		list = append(list, Described{f.name, signature(f.name, f.params, f.many) + " -> " + f.result.String(), f.doc})
	}
	return list
}

func signature(name string, params []kind, many bool) string {
	words := make([]string, len(params))
	for i, p := range params {
		words[i] = p.String()
	}
	if many {
		words[len(words)-1] += "..."
	}
	return fmt.Sprintf("%s(%s)", name, strings.Join(words, ", "))
}

func ofInts(apply func(l []int64) (datum, bool)) func([]datum) (datum, bool) {
	return func(args []datum) (datum, bool) { return apply(args[0].ints) }
}

// shapeOf is the shape of a tensor all of whose extents are known.
func shapeOf(v *ir.Value) ([]int64, bool) {
	t := v.Type()
	if !t.IsRankedTensor() || !t.IsStatic() {
		return nil, false
	}
	return t.Shape(), true
}

// functions are all that expressions can call.
var functions = slices.Concat(basicFunctions, mapFunctions, boxFunctions, layoutFunctions, listFunctions, rangeFunctions)

// basicFunctions are those of values, numbers, lists and words.
var basicFunctions = []*function{
	{name: "rank", params: []kind{valueKind}, result: intKind, quick: true, doc: "The number of dimensions of a ranked tensor.",
		value: func(v *ir.Value) (datum, bool) {
			return intDatum(int64(len(v.Type().Shape()))), v.Type().HasRank()
		}},
	{name: "shape", params: []kind{valueKind}, result: intsKind, doc: "The extents of a tensor; all must be known.",
		value: func(v *ir.Value) (datum, bool) {
			s, ok := shapeOf(v)
			return intsDatum(s), ok
		}},
	{name: "dim", params: []kind{valueKind, intKind}, result: intKind, quick: true, doc: "The extent of one dimension, which must be known; -1 is the last.",
		apply: func(args []datum) (datum, bool) {
			if !args[0].v.Type().IsRankedTensor() {
				return datum{}, false
			}
			s := args[0].v.Type().Shape()
			i, ok := position(args[1].i, len(s))
			if !ok || s[i] == ir.Dynamic {
				return datum{}, false
			}
			return intDatum(s[i]), true
		}},
	{name: "elements", params: []kind{valueKind}, result: intKind, quick: true, doc: "The number of elements of a tensor, which must be known.",
		value: func(v *ir.Value) (datum, bool) {
			n, ok := v.Type().NumElements()
			return intDatum(n), ok
		}},
	{name: "elem", params: []kind{valueKind}, result: typeKind, quick: true, doc: "The element type; of what is no tensor, its type.",
		value: func(v *ir.Value) (datum, bool) { return typeDatum(v.Type().ElemOrSelf()), true }},
	{name: "bits", params: []kind{typeKind}, result: intKind, quick: true, doc: "The width of an integer or float type; 64 for index.",
		apply: func(args []datum) (datum, bool) {
			t := args[0].typ
			switch {
			case t.IsIndex():
				return intDatum(64), true
			case t.IsInteger() || t.IsFloat():
				return intDatum(int64(t.Width())), true
			}
			return datum{}, false
		}},
	{name: "number", params: []kind{valueKind}, result: floatKind, doc: "The number that all elements of a constant are; integers beyond 2^53 are none.",
		value: func(v *ir.Value) (datum, bool) { return splatNumber(v) }},
	{name: "integers", params: []kind{valueKind}, result: intsKind, doc: "The elements of a constant of integers, in row-major order; all must be less than 2^63.",
		value: func(v *ir.Value) (datum, bool) {
			l, ok := integersOf(v)
			return intsDatum(l), ok
		}},
	{name: "scalars", params: []kind{valuesKind}, result: intsKind, doc: "The integers that constants of one element each are.",
		apply: func(args []datum) (datum, bool) {
			list := make([]int64, len(args[0].vs))
			for i, v := range args[0].vs {
				l, ok := integersOf(v)
				if !ok || len(l) != 1 {
					return datum{}, false
				}
				list[i] = l[0]
			}
			return intsDatum(list), true
		}},
	{name: "count", params: []kind{valuesKind}, result: intKind, doc: "How many values `?xs...` are.",
		apply: func(args []datum) (datum, bool) { return intDatum(int64(len(args[0].vs))), true }},
	{name: "dims", params: []kind{valuesKind, intKind}, result: intsKind, doc: "The extents of one dimension of each of the values.",
		apply: func(args []datum) (datum, bool) {
			var list []int64
			for _, v := range args[0].vs {
				if !v.Type().IsRankedTensor() {
					return datum{}, false
				}
				s := v.Type().Shape()
				i, ok := position(args[1].i, len(s))
				if !ok || s[i] == ir.Dynamic {
					return datum{}, false
				}
				list = append(list, s[i])
			}
			return intsDatum(list), true
		}},

	{name: "len", params: []kind{intsKind}, result: intKind, doc: "The length of a list.",
		apply: ofInts(func(l []int64) (datum, bool) { return intDatum(int64(len(l))), true })},
	{name: "sum", params: []kind{intsKind}, result: intKind, doc: "The sum of a list.", apply: ofInts(fold(addExpr, 0))},
	{name: "product", params: []kind{intsKind}, result: intKind, doc: "The product of a list.", apply: ofInts(fold(multiplyExpr, 1))},
	{name: "min", params: []kind{intKind, intKind}, many: true, result: intKind, doc: "The least of integers.", apply: extreme(func(a, b int64) bool { return a < b })},
	{name: "max", params: []kind{intKind, intKind}, many: true, result: intKind, doc: "The greatest of integers.", apply: extreme(func(a, b int64) bool { return a > b })},
	{name: "abs", params: []kind{intKind}, result: intKind, doc: "The magnitude of an integer.",
		apply: func(args []datum) (datum, bool) {
			m := magnitude(args[0].i)
			return intDatum(int64(m)), m <= math.MaxInt64
		}},
	{name: "log2", params: []kind{floatKind}, result: intKind, doc: "The k for which a number is 2^k; other numbers have none.",
		apply: func(args []datum) (datum, bool) {
			fraction, exponent := math.Frexp(args[0].f)
			return intDatum(int64(exponent) - 1), fraction == 0.5
		}},
	{name: "iota", params: []kind{intKind}, result: intsKind, doc: "The list 0, 1, ... n-1.",
		apply: func(args []datum) (datum, bool) {
			n := args[0].i
			if n < 0 || n > longestList {
				return datum{}, false
			}
			list := make([]int64, n)
			for i := range list {
				list[i] = int64(i)
			}
			return intsDatum(list), true
		}},
	{name: "repeat", params: []kind{intKind, intKind}, result: intsKind, doc: "repeat(v, n) is a list of n times v.",
		apply: func(args []datum) (datum, bool) {
			if args[1].i < 0 || args[1].i > longestList {
				return datum{}, false
			}
			return intsDatum(slices.Repeat([]int64{args[0].i}, int(args[1].i))), true
		}},
	{name: "concat", params: []kind{intsKind, intsKind}, many: true, result: intsKind, doc: "Lists one after the other.",
		apply: func(args []datum) (datum, bool) {
			list := []int64{}
			for _, a := range args {
				list = append(list, a.ints...)
			}
			return intsDatum(list), len(list) <= longestList
		}},
	{name: "part", params: []kind{intsKind, intKind, intKind}, result: intsKind, doc: "part(l, i, j) are the entries i to j-1; negative positions count from the end.",
		apply: func(args []datum) (datum, bool) {
			l := args[0].ints
			i, ok := position(args[1].i, len(l)+1)
			if args[1].i < 0 {
				i, ok = position(args[1].i, len(l))
			}
			j, ok2 := position(args[2].i, len(l)+1)
			if args[2].i < 0 {
				j, ok2 = position(args[2].i, len(l))
			}
			if !ok || !ok2 || i > j {
				return datum{}, false
			}
			return intsDatum(l[i:j]), true
		}},
	{name: "remove", params: []kind{intsKind, intKind}, result: intsKind, doc: "The list without its entry i.",
		apply: func(args []datum) (datum, bool) {
			i, ok := position(args[1].i, len(args[0].ints))
			if !ok {
				return datum{}, false
			}
			return intsDatum(slices.Delete(slices.Clone(args[0].ints), i, i+1)), true
		}},
	{name: "insert", params: []kind{intsKind, intKind, intKind}, result: intsKind, doc: "insert(l, i, v) is the list with v before its entry i.",
		apply: func(args []datum) (datum, bool) {
			i := args[1].i
			if i < 0 || i > int64(len(args[0].ints)) {
				return datum{}, false
			}
			return intsDatum(slices.Insert(slices.Clone(args[0].ints), int(i), args[2].i)), true
		}},
	{name: "replace", params: []kind{intsKind, intKind, intKind}, result: intsKind, doc: "replace(l, i, v) is the list with v for its entry i.",
		apply: func(args []datum) (datum, bool) {
			i, ok := position(args[1].i, len(args[0].ints))
			if !ok {
				return datum{}, false
			}
			l := slices.Clone(args[0].ints)
			l[i] = args[2].i
			return intsDatum(l), true
		}},
	{name: "select", params: []kind{intsKind, intsKind}, result: intsKind, doc: "select(l, p) are the entries of l at the positions p: the shape of a transpose by p of what has shape l.",
		apply: func(args []datum) (datum, bool) { return pick(args[0].ints, args[1].ints) }},
	{name: "without", params: []kind{intsKind, intsKind}, result: intsKind, doc: "without(l, p) is the list without its entries at the positions p.",
		apply: func(args []datum) (datum, bool) {
			gone := make([]bool, len(args[0].ints))
			for _, p := range args[1].ints {
				i, ok := position(p, len(gone))
				if !ok {
					return datum{}, false
				}
				gone[i] = true
			}
			list := []int64{}
			for i, v := range args[0].ints {
				if !gone[i] {
					list = append(list, v)
				}
			}
			return intsDatum(list), true
		}},
	{name: "sorted", params: []kind{intsKind}, result: intsKind, doc: "The list in increasing order.",
		apply: ofInts(func(l []int64) (datum, bool) { return intsDatum(slices.Sorted(slices.Values(l))), true })},
	{name: "find", params: []kind{intsKind, intKind}, result: intKind, doc: "The position of the first entry that is v.",
		apply: func(args []datum) (datum, bool) {
			i := slices.Index(args[0].ints, args[1].i)
			return intDatum(int64(i)), i >= 0
		}},
	{name: "compose", params: []kind{intsKind, intsKind}, result: intsKind, doc: "compose(p, q) is the permutation of transpose(transpose(x) {permutation = p}) {permutation = q}.",
		apply: func(args []datum) (datum, bool) { return pick(args[0].ints, args[1].ints) }},
	{name: "inverse", params: []kind{intsKind}, result: intsKind, doc: "The permutation that undoes p.",
		apply: ofInts(func(p []int64) (datum, bool) {
			list, ok := shapes.Inverse(p)
			return intsDatum(list), ok
		})},
	{name: "plus", params: []kind{intsKind, intsKind}, result: intsKind, doc: "The sums of the entries at the same positions.", apply: entrywise(addExpr)},
	{name: "minus", params: []kind{intsKind, intsKind}, result: intsKind, doc: "The differences of the entries at the same positions.", apply: entrywise(subtractExpr)},
	{name: "times", params: []kind{intsKind, intsKind}, result: intsKind, doc: "The products of the entries at the same positions.", apply: entrywise(multiplyExpr)},
	{name: "interleave", params: []kind{intsKind, intsKind}, result: intsKind, doc: "The entries of two lists of one length by turns: pads from those in front of and behind each dimension.",
		apply: func(args []datum) (datum, bool) {
			a, b := args[0].ints, args[1].ints
			if len(a) != len(b) {
				return datum{}, false
			}
			list := make([]int64, 0, 2*len(a))
			for i := range a {
				list = append(list, a[i], b[i])
			}
			return intsDatum(list), true
		}},
	{name: "mirrored", params: []kind{stringKind}, result: stringKind, doc: "The comparison that holds of y and x when the given one holds of x and y: gt for lt.",
		apply: translate(map[string]string{"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"})},
	{name: "negated", params: []kind{stringKind}, result: stringKind, doc: "The comparison that holds when the given one does not, NaN aside: ge for lt.",
		apply: translate(map[string]string{"lt": "ge", "ge": "lt", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq"})},
	{name: "shift", params: []kind{intsKind, intKind}, result: intsKind, doc: "Every entry plus a number.",
		apply: func(args []datum) (datum, bool) {
			return entrywise(addExpr)([]datum{args[0], intsDatum(slices.Repeat([]int64{args[1].i}, len(args[0].ints)))})
		}},
}

// integersOf are the elements of a constant of integers; ok is false if it is none, or
// an unsigned one is too large.
func integersOf(v *ir.Value) (list []int64, ok bool) {
	a := ir.ConstantValue(v)
	if a.Is(ir.IntegerAttr) {
		list = []int64{a.Int()}
	} else {
		list = a.Ints()
	}
	if list == nil {
		return nil, false
	}
	unsigned := v.Type().ElemOrSelf().Signedness() == ir.Unsigned
	return list, !unsigned || !slices.ContainsFunc(list, func(n int64) bool { return n < 0 })
}

// longestList bounds the lists that expressions make: longer ones have no value.
const longestList = 1 << 16

func fold(op exprOp, start int64) func([]int64) (datum, bool) {
	return func(l []int64) (datum, bool) {
		total, ok := start, true
		for _, v := range l {
			if total, ok = integers(op, total, v); !ok {
				return datum{}, false
			}
		}
		return intDatum(total), true
	}
}

func translate(words map[string]string) func([]datum) (datum, bool) {
	return func(args []datum) (datum, bool) {
		w, ok := words[args[0].s]
		return stringDatum(w), ok
	}
}

func extreme(better func(a, b int64) bool) func([]datum) (datum, bool) {
	return func(args []datum) (datum, bool) {
		best := args[0].i
		for _, a := range args[1:] {
			if better(a.i, best) {
				best = a.i
			}
		}
		return intDatum(best), true
	}
}

func entrywise(op exprOp) func([]datum) (datum, bool) {
	return func(args []datum) (datum, bool) {
		a, b := args[0].ints, args[1].ints
		if len(a) != len(b) {
			return datum{}, false
		}
		list := make([]int64, len(a))
		for i := range a {
			v, ok := integers(op, a[i], b[i])
			if !ok {
				return datum{}, false
			}
			list[i] = v
		}
		return intsDatum(list), true
	}
}

func pick(l, at []int64) (datum, bool) {
	list := make([]int64, len(at))
	for k, p := range at {
		i, ok := position(p, len(l))
		if !ok {
			return datum{}, false
		}
		list[k] = l[i]
	}
	return intsDatum(list), true
}
