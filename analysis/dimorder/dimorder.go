// Package dimorder knows how ops look when the dimensions of their values are in another order:
// the slot in which they say so, and arithmetic of orders.
package dimorder

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// Order is how an array holds a value: dimension i of the array is dimension Order[i] of the value,
// as in tg.transpose. nil is the order of the value itself.
type Order []int64

// Of is what ops say; every op of tg fills it that is not Elementwise, whose operands and results
// all have the order of its result.
var Of = ir.NewSlot[Rule]("dimension order")

// Rule says how an op looks, to compute the same bits, when its values are held in other orders. In
// the functions the lists have an entry for each operand or each dimension; the op has a type with
// a rank in every place, and regions only where it takes them.
type Rule struct {
	// Down is the order of all results where operand i is held in one; ok is false where the op
	// cannot be so.
	Down func(o *ir.Op, i int, order Order) (out Order, ok bool)
	// Up is the orders of all operands that go with one of the results, nil for those that stay as
	// they are. That of an operand of lower rank is one of the result's rank: extents of 1 come
	// before its own.
	Up func(o *ir.Op, out Order) (in []Order, ok bool)
	// Attrs are the attributes that change.
	Attrs func(o *ir.Op, in []Order, out Order) []ir.NamedAttr
	// Free says that operand 0 and the results may be held in any orders, which Down and Up
	// propose, where they are there.
	Free bool
	// Fixed says of an op that is what it is only with its own orders why that is.
	Fixed string
}

// Fixed is the rule of an op whose values keep their orders, and why.
func Fixed(why string) Rule { return Rule{Fixed: why} }

// Complete reports whether the rule says something.
func (r *Rule) Complete() bool {
	return (r.Fixed != "") != (r.Attrs != nil || r.Down != nil || r.Up != nil)
}

// RuleOf is the rule of an op.
func RuleOf(def *ir.OpDef) *Rule {
	if def == nil {
		return &unknown
	}
	if r, ok := Of.Get(def); ok {
		return &r
	}
	if def.Traits&ir.Elementwise != 0 {
		return &elementwise
	}
	return &unknown
}

var (
	unknown     = Fixed("nothing says how it looks in other orders")
	elementwise = Rule{Down: sameRank, Up: alike}
)

// Alike is the rule of an op that does the same in all orders, given to those of its operands that
// have the result's rank.
func Alike() Rule { return elementwise }

// sameRank is the order of an operand that has the rank of the result.
func sameRank(o *ir.Op, i int, order Order) (Order, bool) {
	return order, o.Operand(i).Type().Rank() == o.Result(0).Type().Rank()
}

// alike gives all operands the order of the result.
func alike(o *ir.Op, out Order) ([]Order, bool) {
	return slices.Repeat([]Order{out}, o.NumOperands()), true
}

// Full is the order as a permutation of rank dimensions.
func (p Order) Full(rank int) Order {
	if p == nil {
		return shapes.Dims[int64](0, rank)
	}
	return p
}

// Plain is the order, nil where it changes nothing.
func (p Order) Plain() Order {
	if shapes.Identity(p) {
		return nil
	}
	return p
}

// Inverse says where in the array each of rank dimensions of the value is.
func (p Order) Inverse(rank int) Order {
	inverse, _ := shapes.Inverse(p.Full(rank))
	return inverse
}

// Equal reports whether two orders are the same.
func (p Order) Equal(q Order) bool { return slices.Equal(p.Plain(), q.Plain()) }

// From is the permutation with which tg.transpose makes an array in the order p of one in the order
// q, of a value with rank dimensions.
func (p Order) From(q Order, rank int) Order {
	return shapes.Pick(q.Inverse(rank), p.Full(rank))
}

// List is a list with an entry for each dimension of a value as it is for the array.
func List[T any](list []T, p Order) []T {
	if p == nil {
		return list
	}
	return shapes.Pick(list, p)
}

// Dims are dimensions of a value as those of the array, in the order in which they were.
func (p Order) Dims(dims []int64, rank int) []int64 {
	return shapes.Pick(p.Inverse(rank), dims)
}

// Keeps reports whether dimensions of the shape that a list names come in the same order in the
// array; extents of 1 may go anywhere.
func (p Order) Keeps(dims []int64, shape []int64) bool {
	last := int64(-1)
	for _, d := range p {
		if shape[d] == 1 || !slices.Contains(dims, d) {
			continue
		}
		if d < last {
			return false
		}
		last = d
	}
	return true
}

// Without is the order of what is left of a value without some dimensions.
func (p Order) Without(dims []int64) Order {
	if p == nil {
		return nil
	}
	left := make(Order, 0, len(p))
	for _, d := range p {
		if slices.Contains(dims, d) {
			continue
		}
		at := d
		for _, e := range dims {
			if e < d {
				at--
			}
		}
		left = append(left, at)
	}
	return left.Plain()
}
