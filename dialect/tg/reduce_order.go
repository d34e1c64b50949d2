package tg

import (
	"bytes"
	"math"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// Reductions whose region chooses between the accumulator and the element: the greatest, the least,
// and where it is.

// choiceReader executes the region of a reduction, whose accumulators are left and whose elements
// are right.
func choiceReader(o *ir.Op) *pairReader {
	n := o.NumResults()
	for i := range n {
		if o.Operand(i).Type().Elem() != o.Operand(n+i).Type().Elem() {
			return nil
		}
	}
	return newPairReader(o.RegionAt(0).First(), n, func(i int) int { return i }, func(i int) int { return n + i })
}

// chosenKind is max or min for the region of a reduction of one operand that yields the greater or
// the lesser of the accumulator and the element, as these ops do; else "".
func chosenKind(o *ir.Op) string {
	if o.NumRegions() != 1 || o.NumResults() != 1 {
		return ""
	}
	r := choiceReader(o)
	if r == nil {
		return ""
	}
	answers := r.answers(false, o.RegionAt(0).First().Last().Operand(0))
	for _, kind := range []string{"max", "min"} {
		right := len(answers) > 0
		for _, a := range answers {
			right = right && a.values[0].isExtreme(a.states[0], kind == "min")
		}
		if right {
			return kind
		}
	}
	return ""
}

// isExtreme reports whether a value is the greatest, or least, of the two elements, NaN if one is.
func (a abstract) isExtreme(s pairState, least bool) bool {
	order := s.order
	want := abstract{true, s.left, leftSide}
	if s.left != s.right {
		order = int(s.left) - int(s.right)
		if least && s.left != notNumber && s.right != notNumber {
			order = -order
		}
	} else if least {
		order = -order
	}
	if order < 0 {
		want = abstract{true, s.right, rightSide}
	}
	return a.known && a.class == want.class && (a.side == want.side || a.class.isOne() || order == 0 && a.side != noSide)
}

// isOne reports whether all elements of a class have the same bits.
func (c elementClass) isOne() bool {
	return c != lessThanZero && c != moreThanZero && c != whole
}

// ArgReduction is the keyword argmax or argmin for a reduction by a region of two operands, of
// which one, number position, counts along the reduced dimension: the region keeps the greatest or
// least element and its number, the first one of those that are equal. The greatest element itself
// is what a reduction by the keyword max or min gives, unless it is a float: then its sign may not
// be that if it is zero, so that the result must have no use, which used tells. kind is "" for all
// others.
func ArgReduction(o *ir.Op, used func(result int) bool) (kind string, position int) {
	if o.NumRegions() != 1 || o.NumResults() != 2 || len(o.Attr("dims").Ints()) != 1 || !allStatic(o) {
		return "", 0
	}
	dim := o.Attr("dims").Ints()[0]
	if o.Operand(0).Type().Shape()[dim] == 0 {
		return "", 0
	}
	for position := range 2 {
		value := 1 - position
		elem := o.Operand(value).Type().Elem()
		if !isSorted(dim, o.Operand(position).Def()) || !isZero(o.Context(), o.Operand(2+position)) || elem.IsFloat() && used(value) {
			continue
		}
		for _, kind := range []string{"argmax", "argmin"} {
			if startsAt(o.Context(), o.Operand(2+value), kind == "argmin") && keepsFirst(o, value, kind == "argmin") {
				return kind, position
			}
		}
	}
	return "", 0
}

func isZero(c *ir.Context, v *ir.Value) bool {
	a := splatOf(v)
	return a != nil && bytes.Equal(a.Raw(), elementBytes(c, a.Type().Elem(), 0))
}

// startsAt reports whether v is the least element of its type, or the greatest one.
func startsAt(c *ir.Context, v *ir.Value, greatest bool) bool {
	a := splatOf(v)
	if a == nil {
		return false
	}
	elem := a.Type().Elem()
	if elem.IsFloat() {
		sign := -1
		if greatest {
			sign = 1
		}
		return bytes.Equal(a.Raw(), elementBytes(c, elem, math.Inf(sign)))
	}
	want := make([]byte, len(a.Raw()))
	last := len(want) - 1
	switch signed := elem.Signedness() != ir.Unsigned; {
	case elem.IsBool() && greatest:
		want[last] = 1
	case elem.IsBool():
	default:
		for i := range want {
			if greatest {
				want[i] = 0xFF
			}
		}
		if signed {
			want[last] ^= 0x80
		}
	}
	return bytes.Equal(a.Raw(), want)
}

// keepsFirst reports whether the region keeps the accumulators as long as no element is better, and
// takes the element and its number else. All numbers but the first are greater than that which is
// kept; the first one is the same.
func keepsFirst(o *ir.Op, value int, least bool) bool {
	r := choiceReader(o)
	if r == nil {
		return false
	}
	end := o.RegionAt(0).First().Last()
	answers := r.answers(false, end.Operand(value), end.Operand(1-value))
	for _, a := range answers {
		s, before := a.states[value], a.states[1-value].order
		first := before == 0
		order, ordered := s.relation(true), s.left != notNumber && s.right != notNumber
		if least {
			order = -order
		}
		if before > 0 || first && !startsBefore(s, least) {
			continue // which does not occur
		}
		keeps := s.left == notNumber || ordered && order >= 0
		equal := ordered && order == 0
		if !a.values[0].is(s, keeps, equal) || !first && !a.values[1].is(a.states[1-value], keeps, false) {
			return false
		}
	}
	return len(answers) > 0
}

// startsBefore reports whether a state can be that of the first element, where the accumulator is
// the least element of the type, or the greatest one.
func startsBefore(s pairState, greatest bool) bool {
	switch {
	case s.left == s.right && greatest:
		return s.order >= 0
	case s.left == s.right:
		return s.order <= 0
	case greatest:
		return s.left == moreThanZero || s.left == whole || s.left == truthValue
	}
	return s.left == lessThanZero || s.left == whole || s.left == falsehood
}

// is reports whether a value is the left element, or else the right one; or any of them.
func (a abstract) is(s pairState, isLeft, any bool) bool {
	isOne := func(class elementClass, side elementSide) bool {
		return a.known && a.class == class && (a.side == side || class.isOne())
	}
	l, r := isOne(s.left, leftSide), isOne(s.right, rightSide)
	return any && (l || r) || isLeft && l || !isLeft && r
}

// argByRegion is the pattern for ArgReduction.
func argByRegion(r *rewrite.Rewriter, o *ir.Op) bool {
	kind, position := ArgReduction(o, func(result int) bool { return o.Result(result).HasUses() })
	if kind == "" {
		return false
	}
	values := make([]*ir.Value, 2)
	values[position] = r.OpWithTypes(Reduce, o.Loc(), o.ResultTypes()[position:position+1], []*ir.Value{o.Operand(1 - position)}, ArgAttrs(o, kind, position)...).Result(0)
	values[1-position] = r.OpWithTypes(Reduce, o.Loc(), o.ResultTypes()[1-position:2-position], []*ir.Value{o.Operand(1 - position)}, ArgAttrs(o, kind[len("arg"):], 1-position)...).Result(0)
	r.ReplaceOp(o, values...)
	return true
}

// ArgAttrs are the attributes of a reduction by a keyword in the place of result number i of o.
func ArgAttrs(o *ir.Op, kind string, i int) []ir.NamedAttr {
	ctx := o.Context()
	attrs := []ir.NamedAttr{{Name: "kind", Value: ctx.StringAttr(kind)}, {Name: "dims", Value: o.Attr("dims")}}
	if a := o.Attr("keep_dims"); a != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "keep_dims", Value: a})
	}
	if elem := o.Result(i).Type().Elem(); isArg(kind) && elem != ctx.I64() {
		attrs = append(attrs, ir.NamedAttr{Name: "element_type", Value: ctx.TypeAttr(elem)})
	}
	return attrs
}

// splitReduction gives results that have nothing to do with each other ops of their own: o keeps
// those of the first result, and a copy has the others. What is not used in either goes then.
func splitReduction(r *rewrite.Rewriter, o *ir.Op) bool {
	n := o.NumResults()
	if o.NumRegions() != 1 || n < 2 || !allPure(o.RegionAt(0).First()) {
		return false
	}
	for i := range n {
		if !o.Result(i).HasUses() {
			return false
		}
	}
	// Results are together if one needs the accumulator or element of the other.
	together := make([]int, n)
	for i := range together {
		together[i] = i
	}
	end := o.RegionAt(0).First().Last()
	for i := range n {
		uses := newBlockUses(end.Block())
		uses.value(end.Operand(i))
		uses.run()
		for arg, used := range uses.args {
			if from, to := together[arg%n], together[i]; used && from != to {
				for k := range together {
					if together[k] == from {
						together[k] = to
					}
				}
			}
		}
	}
	var others []int
	for i := range n {
		if together[i] != together[0] {
			others = append(others, i)
		}
	}
	if len(others) == 0 {
		return false
	}
	r.Before(o)
	split := r.Clone(o, map[*ir.Value]*ir.Value{})
	for _, i := range others {
		r.ReplaceValue(o.Result(i), split.Result(i))
	}
	r.Modified(o)
	return true
}
