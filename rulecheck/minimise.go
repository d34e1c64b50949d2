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

// smallBases are the shapes that counterexamples are looked for on, the
// simplest first.
var smallBases = [][]int64{{}, {1}, {2}, {0}, {1, 2}, {2, 2}, {2, 3}, {2, 2, 2}, {1, 2, 3}}

// triesPerBase is how many instances are made of each shape and of each element
// type while a smaller counterexample is looked for.
const triesPerBase = 20

// minimise looks for a simpler failure than f: first one on the smallest shape
// and of few ops, with the same element type or f32 where that fails, too; then
// with simpler values.
func (c *checker) minimise(f *failure) *failure {
	best := f
	c.rng = newRand(c.rule, 0, 1) // what is found does not depend on how f was
	c.pool = f.pool()
	elems := []int{}
	for i, e := range c.elems {
		if e == f.elem || e == c.ctx.F32() || e == c.ctx.I32() {
			elems = append(elems, i)
		}
	}
	for _, base := range smallBases {
		for _, e := range elems {
			for range triesPerBase {
				in := c.instance(c.elems[e], base, random)
				if in == nil || in.size() >= best.size() {
					continue
				}
				if g := c.fails(in, f.unknown != nil); g != nil && g.size() < best.size() {
					best = g
				}
			}
		}
		if best != f && best.elements() <= smallElements {
			break
		}
	}
	return best.simplifyValues(c.rule)
}

// fails compares the sides of an instance, and if need be of what it is where
// extents are unknown.
func (c *checker) fails(in *instance, unknown bool) *failure {
	if in.apply(c) {
		if f := in.comparePooled(c); f != nil {
			return f
		}
		if _, f := in.compare(c); f != nil {
			return f
		}
	}
	if !unknown {
		return nil
	}
	u := in.withUnknown(c)
	if u == nil {
		return nil
	}
	_, f := u.compare(c)
	return f
}

// pool are the numbers that inputs and constants have where f shows, and some
// others of theirs.
func (f *failure) pool() map[tensor.DType]*tensor.Tensor {
	lists := map[tensor.DType][]int{}
	sources := slices.Clone(f.inputs)
	for o := f.before.First(); o != nil; o = o.Next() {
		if o.NumResults() == 1 {
			if a := ir.ConstantValue(o.Result(0)); a != nil {
				if x, err := interp.DecodeElements(o.Context(), a); err == nil {
					sources = append(sources, x)
				}
			}
		}
	}
	pool := map[tensor.DType]*tensor.Tensor{}
	for _, x := range sources {
		if x.Len() > 0 {
			lists[x.DType()] = append(lists[x.DType()], 0)
		}
	}
	for d, l := range lists {
		pool[d] = tensor.New(d, len(l))
		n := 0
		for _, x := range sources {
			if x.DType() == d && x.Len() > 0 {
				opgen.CopyElement(pool[d], n, x, f.differs%x.Len())
				n++
			}
		}
	}
	return pool
}

// poolTries is how often inputs are made of the numbers of another failure.
const poolTries = 3

// comparePooled compares the sides on numbers of another failure.
func (in *instance) comparePooled(c *checker) *failure {
	if in.typeProblem() != "" {
		return nil // compare says so
	}
	for range poolTries {
		inputs := in.inputs(c, opgen.Special)
		for _, x := range inputs {
			if list := c.pool[x.DType()]; list != nil {
				for i := range x.Len() {
					opgen.CopyElement(x, i, list, c.rng.IntN(list.Len()))
				}
			}
		}
		if _, problem := in.compareOn(in.level(c.rule), inputs); problem != "" {
			return &failure{in, inputs, problem}
		}
	}
	return nil
}

// smallElements is how many elements all values of a counterexample together
// may have for it to be small enough.
const smallElements = 40

// left is the left side, whether the rule has been applied or not.
func (in *instance) left() *ir.Block {
	if in.before != nil {
		return in.before
	}
	return in.after
}

// elements counts the elements of all values of the left side.
func (in *instance) elements() int64 {
	total := int64(0)
	for _, a := range in.left().Args() {
		n, _ := a.Type().NumElements()
		total += n
	}
	for o := in.left().First(); o != in.left().Last(); o = o.Next() {
		for _, v := range o.Results() {
			n, _ := v.Type().NumElements()
			total += n
		}
	}
	return total
}

// size orders instances: by elements, then by ops, inputs and rank.
func (in *instance) size() int64 {
	size := in.elements() * 1000
	for o := in.left().First(); o != in.left().Last(); o = o.Next() {
		size += 40
		for _, v := range o.Results() {
			size += int64(v.Type().Rank())
		}
	}
	for _, a := range in.left().Args() {
		size += 10 + int64(a.Type().Rank())
	}
	return size
}

// simplifyValues replaces the elements of the inputs, one by one, by the
// simplest number with which the sides still differ.
func (f *failure) simplifyValues(rule *rule.Rule) *failure {
	level := f.level(rule)
	if f.typeProblem() != "" {
		return f // whatever the values
	}
	for _, x := range f.inputs {
		f.clearRuns(level, x.Parts())
	}
	for _, x := range f.inputs {
		x := x.Parts()
		for k := range min(x.Len(), smallElements) {
			old := x.Clone()
			for _, v := range []float64{0, 1, 2, -1, 0.5, 3, 100} {
				set(x, k, v)
				if sameBits(x, old, k) {
					break // it is this simple already
				}
				if _, problem := f.compareOn(level, f.inputs); problem != "" {
					f.problem = problem
					break
				}
				copy(x.Bytes(), old.Bytes())
			}
		}
	}
	return f
}

// clearRuns makes runs of elements of a large input zero with which the sides still differ, long
// ones first: one element at a time would leave all behind the first few as they are.
func (f *failure) clearRuns(level rewrite.Level, x *tensor.Tensor) {
	if x.Len() <= smallElements {
		return
	}
	size := x.DType().Size()
	for n := (x.Len() + 1) / 2; n > 0; n /= 2 {
		for first := 0; first < x.Len(); first += n {
			run := x.Bytes()[first*size : min(first+n, x.Len())*size]
			old := slices.Clone(run)
			clear(run)
			if slices.Equal(run, old) {
				continue
			}
			if _, problem := f.compareOn(level, f.inputs); problem != "" {
				f.problem = problem
			} else {
				copy(run, old)
			}
		}
	}
}

func set(x *tensor.Tensor, k int, v float64) {
	if x.DType().IsFloat() {
		x.SetFloat64(k, v)
		return
	}
	opgen.SetInteger(x, k, int64(v))
}
