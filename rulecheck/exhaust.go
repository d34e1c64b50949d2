package rulecheck

import (
	"slices"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/tensor"
)

// Exhaust runs both sides of a rule of elementwise ops on all numbers of the element types of up to
// 16 bits if it speaks of one value. If it speaks of two, it runs them on all pairs of numbers of
// up to 8 bits; for floats these are the f16 that are an f8 (E5M2), too: all signs and exponents,
// infinities and NaNs. Results are compared to the bit. It returns how many elements were compared,
// and what differs first, "" for nothing. The comparison is complete if of each kind of elements to
// which the rule applies, floats, integers and truth values, some type was compared.
func Exhaust(r *rule.Rule, seed uint64) (compared int, complete bool, problem string) {
	if untestable(r) != "" {
		return 0, false, ""
	}
	c := newChecker(r, seed)
	c.bare = true
	variables, closed := freeVariables(c.left)
	if !closed {
		return 0, false, ""
	}
	applies, done := map[numbersKind]bool{}, map[numbersKind]bool{}
	for _, elem := range c.elems {
		for range exhaustTries {
			in := c.instance(elem, []int64{exhaustAtOnce}, plain)
			if in == nil || !in.apply(c) || in.typeProblem() != "" {
				continue
			}
			in.kinds(applies)                                                // an op without kernels for the type asked for has another one
			if !in.isElementwise() || in.before.NumArgs() < len(variables) { // the same value twice says less
				continue
			}
			n, differs := in.exhaust()
			if compared += n; differs != "" {
				return compared, false, differs
			}
			if n > 0 {
				in.kinds(done)
				break
			}
		}
	}
	return compared, len(applies) > 0 && len(applies) == len(done), ""
}

// freeVariables are the variables of patterns, each once; they are no closed set where lists or
// classes of ops stand for anything.
func freeVariables(patterns []*rule.Node) (names []string, closed bool) {
	closed = true
	var walk func(n *rule.Node)
	walk = func(n *rule.Node) {
		if n.Rest || n.Class != "" || n.Each != nil {
			closed = false
		}
		if n.Variable != "" && !slices.Contains(names, n.Variable) {
			names = append(names, n.Variable)
		}
		for _, a := range n.Args {
			walk(a)
		}
	}
	for _, p := range patterns {
		walk(p)
	}
	return names, closed
}

// numbersKind is what levels and rules tell apart of elements.
type numbersKind uint8

const (
	integers numbersKind = iota
	truths
	floats
)

// kinds adds those of the arguments.
func (in *instance) kinds(to map[numbersKind]bool) {
	for _, a := range in.before.Args() {
		to[kindOf(a.Type().ElemOrSelf())] = true
	}
}

func kindOf(elem *ir.Type) numbersKind {
	switch {
	case elem.IsFloat() || elem.IsComplex():
		return floats
	case elem.IsBool():
		return truths
	}
	return integers
}

// exhaust compares both sides on all combinations of numbers, if there are not too many.
func (in *instance) exhaust() (compared int, problem string) {
	list, numbers, total := make([]*tensor.Tensor, in.before.NumArgs()), make([]*tensor.Tensor, in.before.NumArgs()), 1
	for i, a := range in.before.Args() {
		d, ok := interp.DTypeOf(a.Type().ElemOrSelf())
		if n, _ := a.Type().NumElements(); !ok || n != exhaustAtOnce || d.Size() > 2 {
			return 0, ""
		}
		list[i], numbers[i] = tensor.New(d, exhaustAtOnce), numbersOf(d, true)
		if len(list) == 2 && d == tensor.F16 {
			numbers[i] = quarters(numbers[i])
		}
		if total *= numbers[i].Len(); total > combinations {
			return 0, ""
		}
	}
	for from := 0; from < total; from += exhaustAtOnce {
		combine(list, numbers, from)
		n, problem := in.compareOn(rewrite.Exact, list)
		if compared += n; problem != "" {
			return compared, problem
		}
	}
	return compared, ""
}

// quarters are the numbers of f16 whose lower byte is 0: those of f8E5M2, which is the upper byte.
func quarters(all *tensor.Tensor) *tensor.Tensor {
	x := tensor.New(all.DType(), all.Len()/256)
	for k := range x.Len() {
		opgen.CopyElement(x, k, all, k*256)
	}
	return x
}

const (
	exhaustTries  = 40   // instances of an element type that are made until one will do
	exhaustAtOnce = 1024 // elements of each value of it
)
