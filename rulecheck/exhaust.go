package rulecheck

import (
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/tensor"
)

// Exhaust runs both sides of a rule of elementwise ops on all numbers of the element types of up to
// 16 bits if it speaks of one value, and on all pairs of those of 8 bits and less if it speaks of
// two, and compares them to the bit. It returns how many elements it compared, none where the rule
// is not of that kind, and what differs first, "" for nothing.
func Exhaust(r *rule.Rule, seed uint64) (compared int, problem string) {
	if untestable(r) != "" {
		return 0, ""
	}
	c := newChecker(r, seed)
	for _, elem := range c.elems {
		if size := bitsOf(elem); size == 0 || size > 16 {
			continue
		}
		for range exhaustTries {
			in := c.instance(elem, []int64{exhaustAtOnce}, plain)
			if in == nil || !in.apply(c) || in.typeProblem() != "" || !in.isElementwise() {
				continue
			}
			n, differs := in.exhaust()
			if compared += n; differs != "" {
				return compared, differs
			}
			if n > 0 {
				break
			}
		}
	}
	return compared, ""
}

// exhaust compares both sides on all combinations of numbers, if there are not too many.
func (in *instance) exhaust() (compared int, problem string) {
	list, total := make([]*tensor.Tensor, in.before.NumArgs()), 1
	for i, a := range in.before.Args() {
		d, ok := interp.DTypeOf(a.Type().ElemOrSelf())
		if n, _ := a.Type().NumElements(); !ok || n != exhaustAtOnce || d.Size() > 2 {
			return 0, ""
		}
		list[i] = tensor.New(d, exhaustAtOnce)
		if total *= numbersOf(d, true).Len(); total > combinations {
			return 0, ""
		}
	}
	for from := 0; from < total; from += exhaustAtOnce {
		combine(list, true, from)
		n, problem := in.compareOn(rewrite.Exact, list)
		if compared += n; problem != "" {
			return compared, problem
		}
	}
	return compared, ""
}

const (
	exhaustTries  = 40   // instances of an element type that are made until one will do
	exhaustAtOnce = 1024 // elements of each value of it
)

// bitsOf is how wide an element type of numbers is, 0 for others.
func bitsOf(elem *ir.Type) int {
	if elem.IsInteger() || elem.IsFloat() {
		return elem.Width()
	}
	return 0
}
