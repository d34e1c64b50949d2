package tg

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// What a sort by a region is as sorts by keywords.

// sortKey is an operand that decides about an order.
type sortKey struct {
	operand    int
	descending bool
	equalZeros bool
	float      bool
}

// keyOrder is what the region of a sort means: the keys, the first of which decides first. It is
// nil for a region that is no such order. A key that counts the elements goes without saying: equal
// ones keep their order.
func keyOrder(o *ir.Op) []sortKey {
	if slices.ContainsFunc(o.OperandTypes(), func(t *ir.Type) bool { return t.Elem().IsComplex() }) {
		return nil // they are in no order that a key says
	}
	block := o.RegionAt(0).First()
	r := newPairReader(block, o.NumOperands(), func(i int) int { return 2 * i }, func(i int) int { return 2*i + 1 })
	if r == nil {
		return nil
	}
	open := r.answers(true, block.Last().Operand(0))
	if slices.ContainsFunc(open, func(a answer) bool { return !a.values[0].known }) {
		return nil
	}
	var keys []sortKey
	for slices.ContainsFunc(open, func(a answer) bool { return a.values[0].isTrue() }) {
		k, ok := nextKey(o, open)
		if !ok || slices.ContainsFunc(keys, func(other sortKey) bool { return other.operand == k.operand }) {
			return nil
		}
		if !k.descending && isSorted(o.Attr("dim").Int(), o.Operand(k.operand).Def()) {
			break
		}
		keys = append(keys, k)
		open = slices.DeleteFunc(open, func(a answer) bool { return a.states[k.operand].relation(k.equalZeros) != 0 })
	}
	return keys
}

// nextKey is an operand whose elements decide all answers in which they differ.
func nextKey(o *ir.Op, open []answer) (sortKey, bool) {
	for i := range o.NumOperands() {
		float := o.Operand(i).Type().Elem().IsFloat()
		for _, k := range []sortKey{{i, false, false, float}, {i, true, false, float}, {i, false, true, float}, {i, true, true, float}} {
			if (float || !k.equalZeros) && k.decides(open) {
				return k, true
			}
		}
	}
	return sortKey{}, false
}

func (k sortKey) decides(open []answer) bool {
	any := false
	for _, a := range open {
		order := a.states[k.operand].relation(k.equalZeros)
		if order == 0 {
			continue
		}
		any = true
		if a.values[0].isTrue() != (order < 0 != k.descending) {
			return false
		}
	}
	return any
}

// KeywordSorts writes a sort by a region as sorts by keywords, of which make makes one, and returns
// their results; nil for a region that has no such meaning. Where keys go in different directions,
// there is a sort for each, from the last one to the first: they keep the order of equal elements.
func KeywordSorts(o *ir.Op, make func(operands []*ir.Value, types []*ir.Type, attrs ...ir.NamedAttr) []*ir.Value) []*ir.Value {
	if o.NumRegions() == 0 {
		return nil
	}
	keys := keyOrder(o)
	if keys == nil {
		return nil
	}
	values, ctx := slices.Clone(o.Operands()), o.Context()
	for len(keys) > 0 {
		first := len(keys) - 1
		for first > 0 && keys[first-1].goesWith(keys[first:]) {
			first--
		}
		group := keys[first:]
		keys = keys[:first]
		direction, zeros := "ascending", slices.ContainsFunc(group, func(k sortKey) bool { return k.equalZeros })
		if group[0].descending {
			direction = "descending"
		}
		attrs := []ir.NamedAttr{
			{Name: "direction", Value: ctx.StringAttr(direction)}, {Name: "dim", Value: o.Attr("dim")},
		}
		if len(group) > 1 {
			attrs = append(attrs, ir.NamedAttr{Name: "keys", Value: ctx.I64Attr(int64(len(group)))})
		}
		if zeros {
			attrs = append(attrs, ir.NamedAttr{Name: "equal_zeros", Value: ctx.Unit()})
		}
		var order []int // of the operands
		for _, k := range group {
			order = append(order, k.operand)
		}
		for i := range values {
			if !slices.Contains(order, i) {
				order = append(order, i)
			}
		}
		operands, types := []*ir.Value{}, []*ir.Type{}
		for _, i := range order {
			operands, types = append(operands, values[i]), append(types, o.Result(i).Type())
		}
		for at, v := range make(operands, types, attrs...) {
			values[order[at]] = v
		}
	}
	return values
}

// goesWith reports whether a sort by all keys of a group can be by k, too.
func (k sortKey) goesWith(group []sortKey) bool {
	for _, other := range group {
		if k.descending != other.descending || k.float && other.float && k.equalZeros != other.equalZeros {
			return false
		}
	}
	return true
}
