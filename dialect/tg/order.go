package tg

import (
	"slices"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
)

// What a region means that compares or chooses between two elements of each of some operands, a
// left and a right one, is found by executing it on all that can matter: which of a few classes
// each element is in, and which of two elements of one class is less. What the region answers in
// all those states is what it means, however it is written.

// elementClass is what ops on single elements can tell of an element.
type elementClass uint8

const (
	lessThanZero elementClass = iota // of floats, in the total order
	minusZero
	plusZero
	moreThanZero
	notNumber
	whole // an integer
	falsehood
	truthValue
)

// elementSide says which element a value is.
type elementSide uint8

const (
	leftSide elementSide = iota
	rightSide
	noSide // a constant
)

// abstract is what is known of a value in a state. The zero value is nothing.
type abstract struct {
	known bool
	class elementClass
	side  elementSide
}

func abstractBool(is bool) abstract {
	if is {
		return abstract{known: true, class: truthValue, side: noSide}
	}
	return abstract{known: true, class: falsehood, side: noSide}
}

func (a abstract) isTrue() bool  { return a.known && a.class == truthValue }
func (a abstract) isFalse() bool { return a.known && a.class == falsehood }

// pairState is a state of the two elements of an operand; order, of two of one class, is negative
// if the left one is less, and 0 if they are equal.
type pairState struct {
	left, right elementClass
	order       int
}

// pairStates are those of an element type.
func pairStates(elem *ir.Type) []pairState {
	classes := []elementClass{whole}
	switch {
	case elem.IsFloat():
		classes = []elementClass{lessThanZero, minusZero, plusZero, moreThanZero, notNumber}
	case elem.IsBool():
		classes = []elementClass{falsehood, truthValue}
	}
	var list []pairState
	for _, l := range classes {
		for _, r := range classes {
			if l == r && (l == lessThanZero || l == moreThanZero || l == whole) {
				list = append(list, pairState{l, r, -1}, pairState{l, r, 1})
			}
			list = append(list, pairState{left: l, right: r})
		}
	}
	return list
}

// relation is how the left element compares with the right one: in the total order, or with equal
// zeros.
func (s pairState) relation(equalZeros bool) int {
	if s.left == s.right {
		return s.order
	}
	l, r := s.left, s.right
	if equalZeros {
		l, r = oneZero(l), oneZero(r)
	}
	return int(l) - int(r)
}

func oneZero(c elementClass) elementClass {
	if c == minusZero {
		return plusZero
	}
	return c
}

// compareAbstract compares two values in a state; ok is false where it does not tell. ordered is
// false where one of them is NaN.
func (s pairState) compareAbstract(a, b abstract, total bool) (order int, ordered, ok bool) {
	if !a.known || !b.known {
		return 0, false, false
	}
	ordered = total || a.class != notNumber && b.class != notNumber
	x, y := a.class, b.class
	if !total {
		x, y = oneZero(x), oneZero(y)
	}
	switch {
	case x != y:
		return int(x) - int(y), ordered, true
	case x != lessThanZero && x != moreThanZero && x != whole:
		return 0, ordered, true
	case a.side == noSide || b.side == noSide:
		return 0, false, false
	case a.side == b.side:
		return 0, ordered, true
	case a.side == leftSide:
		return s.order, ordered, true
	}
	return -s.order, ordered, true
}

// pairReader executes a region on the states of pairs. Values that depend on one operand have a
// table over its states; what combines several is executed on states of all of them.
type pairReader struct {
	states  [][]pairState // by operand
	tables  map[*ir.Value]pairTable
	several map[*ir.Value]bool
	code    []*ir.Op // that makes the values of several operands
}

// pairTable is a value in each state of an operand, or, for operand -1, a constant.
type pairTable struct {
	operand int
	values  []abstract
}

// newPairReader reads a block whose arguments are a left and a right element of each operand;
// leftOf and rightOf tell which. It returns nil where the block has anything but single elements
// and elementwise ops, or what combines operands is no choice.
func newPairReader(b *ir.Block, operands int, leftOf, rightOf func(operand int) int) *pairReader {
	r := &pairReader{tables: map[*ir.Value]pairTable{}, several: map[*ir.Value]bool{}}
	for i := range operands {
		l := b.Arg(leftOf(i))
		states := pairStates(l.Type().Elem())
		r.states = append(r.states, states)
		ls, rs := pairTable{operand: i}, pairTable{operand: i}
		for _, s := range states {
			ls.values = append(ls.values, abstract{true, s.left, leftSide})
			rs.values = append(rs.values, abstract{true, s.right, rightSide})
		}
		r.tables[l], r.tables[b.Arg(rightOf(i))] = ls, rs
	}
	for o := b.First(); o != b.Last(); o = o.Next() {
		if !r.op(o) {
			return nil
		}
	}
	return r
}

// op reads an op.
func (r *pairReader) op(o *ir.Op) bool {
	if o.NumResults() != 1 || o.Result(0).Type().Rank() != 0 {
		return false
	}
	operand, several := -1, false
	for _, v := range o.Operands() {
		t, ok := r.table(v)
		switch {
		case r.several[v]:
			several = true
		case !ok:
			return false
		case t.operand >= 0 && operand >= 0 && t.operand != operand:
			several = true
		case t.operand >= 0:
			operand = t.operand
		}
	}
	if several {
		r.several[o.Result(0)] = true
		r.code = append(r.code, o)
		return true
	}
	out := pairTable{operand: operand}
	states := []pairState{{}}
	if operand >= 0 {
		states = r.states[operand]
	}
	for i, s := range states {
		out.values = append(out.values, evaluate(o, s, func(v *ir.Value) abstract {
			t, _ := r.table(v)
			return t.at(i)
		}))
	}
	r.tables[o.Result(0)] = out
	return true
}

// table is that of a value that depends on one operand at most; constants may come from outside.
func (r *pairReader) table(v *ir.Value) (pairTable, bool) {
	if t, ok := r.tables[v]; ok {
		return t, true
	}
	a := ir.ConstantValue(v)
	if a == nil {
		return pairTable{}, false
	}
	return pairTable{-1, []abstract{abstractConstant(a)}}, true
}

func (t *pairTable) at(state int) abstract {
	if t.operand < 0 {
		return t.values[0]
	}
	return t.values[state]
}

// abstractConstant is what is known of a constant.
func abstractConstant(a *ir.Attr) abstract {
	if !a.Is(ir.DenseAttr) || !a.Type().IsRankedTensor() || elements(a.Type()) != 1 {
		return abstract{}
	}
	t, err := interp.DecodeElements(nil, a) // which only resources need a context for
	if err != nil {
		return abstract{}
	}
	elem := a.Type().Elem()
	switch {
	case elem.IsBool():
		return abstractBool(t.Int64At(0) != 0)
	case !elem.IsFloat():
		return abstract{true, whole, noSide}
	}
	class := moreThanZero
	switch v := t.Float64At(0); {
	case v != v:
		class = notNumber
	case v == 0 && 1/v < 0:
		class = minusZero
	case v == 0:
		class = plusZero
	case v < 0:
		class = lessThanZero
	}
	return abstract{true, class, noSide}
}

// evaluate is the result of an op in a state, as far as it is known.
func evaluate(o *ir.Op, s pairState, of func(*ir.Value) abstract) abstract {
	var x [3]abstract
	for i := range min(3, o.NumOperands()) {
		x[i] = of(o.Operand(i))
	}
	switch {
	case o.Is(Constant):
		return abstractConstant(o.Attr("value"))
	case o.Is(Compare):
		return evaluateCompare(o, s, x[0], x[1])
	case o.Is(Select):
		switch {
		case x[0].isTrue() || x[1] == x[2]:
			return x[1]
		case x[0].isFalse():
			return x[2]
		}
	case o.Is(Not) && x[0].known && o.Result(0).Type().Elem().IsBool():
		return abstractBool(!x[0].isTrue())
	case o.Is(And), o.Is(Or), o.Is(Xor):
		return evaluateBits(o, x[0], x[1])
	case o.Is(Add):
		// A sum with a zero changes nothing but the sign of a zero, perhaps.
		for i, zero := range x[:2] {
			v := x[1-i]
			if v.known && v.class <= notNumber && zero.known && zero.side == noSide && (zero.class == plusZero || zero.class == minusZero) {
				if v.class == minusZero {
					v.class = zero.class
				}
				return v
			}
		}
	case o.Is(Convert) && keepsOrder(o.Operand(0).Type().Elem(), o.Result(0).Type().Elem()):
		return x[0]
	}
	return abstract{}
}

// keepsOrder reports whether a conversion keeps all elements apart and in order.
func keepsOrder(from, to *ir.Type) bool {
	switch {
	case from.IsFloat() && to.IsFloat():
		return to.Width() > from.Width()
	case from.IsBool() || to.IsBool() || !from.IsInteger() || !to.IsInteger():
		return false
	}
	unsigned, toUnsigned := from.Signedness() == ir.Unsigned, to.Signedness() == ir.Unsigned
	return to.Width() > from.Width() && (unsigned || !toUnsigned)
}

func evaluateCompare(o *ir.Op, s pairState, a, b abstract) abstract {
	order, ordered, ok := s.compareAbstract(a, b, o.Attr("total_order") != nil)
	direction := o.Attr("direction").Text()
	switch {
	case !ok:
		return abstract{}
	case !ordered:
		return abstractBool(direction == "ne")
	}
	return abstractBool(map[string]bool{
		"lt": order < 0, "le": order <= 0, "gt": order > 0, "ge": order >= 0, "eq": order == 0, "ne": order != 0,
	}[direction])
}

// evaluateBits is an and, or, or xor of truth values.
func evaluateBits(o *ir.Op, a, b abstract) abstract {
	if !o.Result(0).Type().Elem().IsBool() {
		return abstract{}
	}
	switch {
	case o.Is(And) && (a.isFalse() || b.isFalse()):
		return abstractBool(false)
	case o.Is(Or) && (a.isTrue() || b.isTrue()):
		return abstractBool(true)
	case !a.known || !b.known:
		return abstract{}
	case o.Is(Xor):
		return abstractBool(a.isTrue() != b.isTrue())
	}
	return abstractBool(o.Is(And))
}

// answer is what a region yields in a state of all operands.
type answer struct {
	states []pairState // by operand
	values []abstract
}

// maxAnswers bounds how many states of all operands are tried.
const maxAnswers = 1 << 13

// answers executes the region for some of its values, in all states, or, for an order, in one of
// those that neither the region nor an order can tell apart. It is nil where there are too many.
func (r *pairReader) answers(order bool, wanted ...*ir.Value) []answer {
	atoms := make([][]pairTable, len(r.states))
	note := func(v *ir.Value) {
		if t, ok := r.table(v); ok && t.operand >= 0 {
			atoms[t.operand] = append(atoms[t.operand], t)
		}
	}
	for _, v := range wanted {
		note(v)
	}
	for _, o := range r.code {
		for _, v := range o.Operands() {
			note(v)
		}
	}
	kinds, count := make([][]int, len(r.states)), 1
	for i, states := range r.states {
		if order {
			kinds[i] = different(states, atoms[i])
		} else {
			kinds[i] = all(len(states))
		}
		if count *= len(kinds[i]); count > maxAnswers {
			return nil
		}
	}
	list := make([]answer, count)
	for n := range list {
		at, rest := make([]int, len(kinds)), n
		a := answer{states: make([]pairState, len(kinds))}
		for i, k := range kinds {
			at[i] = k[rest%len(k)]
			a.states[i], rest = r.states[i][at[i]], rest/len(k)
		}
		a.values = r.execute(at, wanted)
		list[n] = a
	}
	return list
}

func all(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// different are the states, one of each kind: two are of one kind if the elements compare in the
// same way and all atoms have the same values.
func different(states []pairState, atoms []pairTable) (kinds []int) {
	if len(atoms) == 0 { // equal elements will do
		return []int{slices.IndexFunc(states, func(s pairState) bool { return s.relation(false) == 0 })}
	}
	same := func(a, b int) bool {
		for _, equalZeros := range []bool{false, true} {
			x, y := states[a].relation(equalZeros), states[b].relation(equalZeros)
			if x < 0 != (y < 0) || x > 0 != (y > 0) {
				return false
			}
		}
		for _, t := range atoms {
			if t.values[a] != t.values[b] {
				return false
			}
		}
		return true
	}
next:
	for i := range states {
		for _, k := range kinds {
			if same(i, k) {
				continue next
			}
		}
		kinds = append(kinds, i)
	}
	return kinds
}

// execute is what values are in the states of those numbers.
func (r *pairReader) execute(at []int, wanted []*ir.Value) []abstract {
	made := make(map[*ir.Value]abstract, len(r.code))
	of := func(v *ir.Value) abstract {
		if a, ok := made[v]; ok {
			return a
		}
		t, ok := r.table(v)
		switch {
		case !ok: // it comes from outside
			return abstract{}
		case t.operand < 0:
			return t.values[0]
		}
		return t.values[at[t.operand]]
	}
	for _, o := range r.code {
		made[o.Result(0)] = evaluateSeveral(o, of)
	}
	out := make([]abstract, len(wanted))
	for i, v := range wanted {
		out[i] = of(v)
	}
	return out
}

// evaluateSeveral is evaluate for values of several operands, of which only truth values can be
// compared.
func evaluateSeveral(o *ir.Op, of func(*ir.Value) abstract) abstract {
	if o.Is(Compare) && !o.Operand(0).Type().Elem().IsBool() || !o.Is(Compare) && !o.Is(Select) && !o.Result(0).Type().Elem().IsBool() {
		return abstract{}
	}
	return evaluate(o, pairState{}, of)
}
