package rule

import (
	"math"
	"math/big"
	"slices"
	"testing"
)

var (
	extremeInts  = []int64{math.MinInt64, math.MinInt64 + 1, -1 << 32, -2, -1, 0, 1, 2, 3, 1 << 31, 1 << 32, math.MaxInt64 - 1, math.MaxInt64}
	extremeLists = [][]int64{
		{}, {0}, {1}, {-1}, {1, 0}, {0, 1, 2}, {2, 0, 1}, {0, 0}, {math.MaxInt64}, {math.MinInt64}, {math.MaxInt64, 1}, {math.MinInt64, -1},
		{math.MaxInt64, math.MinInt64}, {1 << 32, 1 << 31}, {1 << 32, -1 << 31}, {-1, math.MinInt64}, {math.MaxInt64, math.MaxInt64, 2},
	}
)

// exactly computes some functions without bounds, with nothing of the package.
var exactly = map[string]func(args []datum) []*big.Int{
	"sum":     func(args []datum) []*big.Int { return folded(args[0].ints, 0, (*big.Int).Add) },
	"product": func(args []datum) []*big.Int { return folded(args[0].ints, 1, (*big.Int).Mul) },
	"abs":     func(args []datum) []*big.Int { return []*big.Int{new(big.Int).Abs(big.NewInt(args[0].i))} },
	"plus":    func(args []datum) []*big.Int { return paired(args[0].ints, args[1].ints, (*big.Int).Add) },
	"minus":   func(args []datum) []*big.Int { return paired(args[0].ints, args[1].ints, (*big.Int).Sub) },
	"times":   func(args []datum) []*big.Int { return paired(args[0].ints, args[1].ints, (*big.Int).Mul) },
	"shift": func(args []datum) []*big.Int {
		by := make([]int64, len(args[0].ints))
		for i := range by {
			by[i] = args[1].i
		}
		return paired(args[0].ints, by, (*big.Int).Add)
	},
}

type bigOp func(z, x, y *big.Int) *big.Int

func folded(list []int64, start int64, op bigOp) []*big.Int {
	total := big.NewInt(start)
	for _, v := range list {
		op(total, total, big.NewInt(v))
	}
	return []*big.Int{total}
}

// paired is nil for lists that are not of one length.
func paired(a, b []int64, op bigOp) []*big.Int {
	if len(a) != len(b) {
		return nil
	}
	list := []*big.Int{}
	for i := range a {
		list = append(list, op(new(big.Int), big.NewInt(a[i]), big.NewInt(b[i])))
	}
	return list
}

// of is the result for arguments of the right kinds.
func (f *function) of(args []datum) (datum, bool) {
	if f.value != nil {
		return f.value(args[0].v)
	}
	return f.apply(args)
}

// Functions and conditions of numbers and lists have a value or none for the
// largest of them, and those that calculate never a value that has wrapped.
func TestExtremesOfFunctions(t *testing.T) {
	tried := map[string]bool{}
	for _, f := range functions {
		everyArgument(f.params, nil, func(args []datum) {
			tried[f.name] = true
			got, ok := f.of(args)
			reference := exactly[f.name]
			if reference == nil {
				return
			}
			values := got.ints
			if got.kind == intKind {
				values = []int64{got.i}
			}
			want, exists := inRange(reference(args))
			if ok && (!exists || !slices.Equal(values, want)) || !ok && exists && !slices.Contains(want, math.MinInt64) {
				t.Fatalf("%s of %v is %v (%v), want %v (%v)", f.name, describe(args), values, ok, want, exists)
			}
		})
	}
	for _, c := range conditions {
		everyArgument(c.params, nil, func(args []datum) {
			tried[c.name] = true
			c.test(args)
		})
	}
	for name := range exactly {
		if !tried[name] {
			t.Errorf("%s was not called", name)
		}
	}
}

// inRange are numbers as integers of 64 bits; ok is false where one is none, or
// there is no list. Functions may do without the least of them.
func inRange(list []*big.Int) (values []int64, ok bool) {
	for _, v := range list {
		if !v.IsInt64() {
			return nil, false
		}
		values = append(values, v.Int64())
	}
	return values, list != nil
}

func describe(args []datum) []any {
	var list []any
	for _, a := range args {
		if a.kind == intKind {
			list = append(list, a.i)
		} else {
			list = append(list, a.ints)
		}
	}
	return list
}

// everyArgument calls use with all extremes of parameters that are integers or
// lists of such; not at all if there are others.
func everyArgument(params []kind, before []datum, use func([]datum)) {
	if len(before) == len(params) {
		use(before)
		return
	}
	switch params[len(before)] {
	case intKind:
		for _, v := range extremeInts {
			everyArgument(params, append(before[:len(before):len(before)], intDatum(v)), use)
		}
	case intsKind:
		for _, l := range extremeLists {
			everyArgument(params, append(before[:len(before):len(before)], intsDatum(l)), use)
		}
	}
}
