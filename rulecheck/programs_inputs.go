package rulecheck

import (
	"slices"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// combinations is how many combinations of inputs are tried at most.
const combinations = 1 << 16

// compareSomehow compares the programs on inputs of several regimes; elementwise ones on vectors of
// many elements on all combinations of numbers instead, if their level speaks of most numbers.
func (in *instance) compareSomehow(c *checker) (compared int, f *failure) {
	level, inputs := in.level(c.rule), in.combined()
	if inputs == nil {
		return in.compareOften(c)
	}
	if level == rewrite.Real || level == rewrite.Finite && !in.confine(level, inputs) {
		return 0, nil
	}
	compared, problem := in.compareOn(level, inputs)
	if problem == "" {
		return compared, nil
	}
	return compared, &failure{in, inputs, problem}
}

// combined are inputs with all combinations of numbers, or of those at edges; nil where there are
// more than fit, or elements meet their neighbours.
func (in *instance) combined() []*tensor.Tensor {
	if !in.isElementwise() || in.before.NumArgs() == 0 {
		return nil
	}
	list, numbers := make([]*tensor.Tensor, in.before.NumArgs()), make([]*tensor.Tensor, in.before.NumArgs())
	for _, all := range []bool{true, false} {
		total := 1
		for i, a := range in.before.Args() {
			d, ok := interp.DTypeOf(a.Type().ElemOrSelf())
			if n, _ := a.Type().NumElements(); !ok || n != combinations {
				return nil
			}
			list[i], numbers[i] = tensor.New(d, combinations), numbersOf(d, all)
			total = min(total*numbers[i].Len(), 2*combinations)
		}
		if total > combinations {
			continue
		}
		combine(list, numbers, 0)
		return list
	}
	return nil
}

// combine puts combinations of numbers into tensors, each of which has its own, from one of them
// on.
func combine(list, numbers []*tensor.Tensor, from int) {
	step := 1
	for i, x := range list {
		n := numbers[i].Len()
		for k := range x.Len() {
			opgen.CopyElement(x, k, numbers[i], (from+k)/step%n)
		}
		step *= n
	}
}

// numbersOf are all numbers of a dtype of at most 16 bits if all are asked for, else those at its
// edges.
func numbersOf(d tensor.DType, all bool) *tensor.Tensor {
	if !all || d.Size() > 2 {
		return opgen.Edges(d)
	}
	count := 1 << (8 * d.Size())
	if d == tensor.Bool {
		count = 2
	}
	x := tensor.New(d, count)
	for k := range count {
		for b := range d.Size() {
			x.Bytes()[k*d.Size()+b] = byte(k >> (8 * b))
		}
	}
	return x
}

// confine puts inputs of which a level speaks in the place of others; it reports whether there are
// some.
func (in *instance) confine(level rewrite.Level, inputs []*tensor.Tensor) bool {
	t, err := evaluate(in.before, inputs)
	if err != nil {
		return false
	}
	outside := make([]bool, combinations)
	for v, x := range t.values {
		for k := range outside {
			outside[k] = outside[k] || !in.literals[v] && x.DType().IsFloat() && !speaksOf(level, x.Float64At(k))
		}
	}
	good := slices.Index(outside, false)
	if good < 0 {
		return false
	}
	for _, x := range inputs {
		for k := range outside {
			if outside[k] {
				opgen.CopyElement(x, k, x, good)
			}
		}
	}
	return true
}
