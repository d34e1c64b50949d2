package rulecheck

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// What makes a rule wrong may be what random instances seldom are: shapes of which one alone has
// another rank, where a product takes vectors and batches of matrices, and numbers that leave the
// range of their type on one side of the rule only, or lose digits at its lower end. So each rule
// is tried on all combinations of small shapes, too, and on numbers of all magnitudes.

// seldom tries what random instances seldom are, behind those; it returns the first failure.
func (c *checker) seldom(r *Result) *failure {
	names, closed := freeVariables(c.left)
	if !closed || c.foreign || len(names) == 0 || !slices.ContainsFunc(c.hits, func(n int) bool { return n > 0 }) {
		return nil
	}
	rng := c.rng
	defer func() { c.rng, c.bare = rng, false }() // what is random is the same whatever was tried behind it
	c.rng = newRand(c.rule, c.seed, seldomStream)
	if f := c.everyShape(r, names); f != nil {
		return f
	}
	c.bare = true
	return c.everyMagnitude(r, len(names))
}

// seldomStream is the stream of random numbers for what is seldom.
const seldomStream = 0x73656c646f6d

// Bounds of the shapes that are tried.
const (
	mostRank   = 3
	mostExtent = 2
	mostShapes = 3375 // combinations of those of all variables: all of three, of more as many at random
	fewShapes  = 100  // of rules of elementwise ops, which all broadcast alike
)

// withExtents are the shapes of all ranks up to the greatest, with all extents from the least on.
func withExtents(least int64) (list [][]int64) {
	list = [][]int64{{}}
	for from := 0; len(list[from]) < mostRank; from++ {
		for n := least; n <= mostExtent; n++ {
			list = append(list, append(slices.Clone(list[from]), n))
		}
	}
	return list
}

// smallShapes are those with elements, emptyShapes others, too.
var smallShapes, emptyShapes = withExtents(1), withExtents(0)

// onShapes are the values on each of them: one filling of truth values shows little.
var onShapes = []opgen.Regime{opgen.Small, opgen.Small, opgen.Small}

// everyShape tries the rule on operands of all combinations of small shapes.
func (c *checker) everyShape(r *Result, names []string) *failure {
	total, most, list := 1, mostShapes, smallShapes
	if len(names) <= 2 {
		list = emptyShapes
	}
	for range names {
		total = min(total*len(list), math.MaxInt32)
	}
	if c.elementwise {
		most = fewShapes
	}
	c.shapes = map[string][]int64{}
	defer func() { c.shapes = nil }()
	for n := range min(total, most) {
		at := n
		if total > most {
			at = c.rng.IntN(total)
		}
		for _, name := range names {
			c.shapes[name] = list[at%len(list)]
			at /= len(list)
		}
		in := c.instance(c.matching(n), []int64{2}, random)
		if in == nil {
			continue
		}
		if !in.apply(c) { // where types would differ, if they are known
			if in = in.withUnknown(c); in == nil {
				continue
			}
		}
		r.Instances++
		compared, f := in.compareIn(c, onShapes)
		if r.Compared += compared; f != nil {
			return f
		}
	}
	return nil
}

// matching is one of the element types of which random instances have matched, in turn.
func (c *checker) matching(turn int) *ir.Type {
	for {
		if at := turn % len(c.elems); c.hits[at] > 0 {
			return c.elems[at]
		}
		turn++
	}
}

// Bounds of the numbers that are tried.
const (
	batches     = 16 // of exhaustAtOnce numbers of each variable
	denseTries  = 20 // instances, of which one is tried
	sparseTries = 20 // instances of products and the like
	sparseFills = 16 // of each
)

// everyMagnitude tries the rule on numbers of all magnitudes, of each type of floats that it
// matches.
func (c *checker) everyMagnitude(r *Result, variables int) (f *failure) {
	if c.rule.Level == rewrite.Real {
		return nil
	}
	for at, elem := range c.elems {
		switch {
		case c.hits[at] == 0 || !elem.IsFloat():
		case c.elementwise:
			f = c.dense(r, elem, variables)
		default:
			f = c.sparse(r, elem)
		}
		if f != nil {
			return f
		}
	}
	return nil
}

// dense tries many numbers at once, as no element meets another one; all of 16 bits if there is one
// variable.
func (c *checker) dense(r *Result, elem *ir.Type, variables int) *failure {
	for range denseTries {
		in := c.magnitudes(elem, []int64{exhaustAtOnce})
		if in == nil || !in.apart || in.before.NumArgs() != variables {
			continue
		}
		if size, _ := in.before.Args()[0].Type().NumElements(); size != exhaustAtOnce {
			continue
		}
		if d, _ := interp.DTypeOf(in.before.Args()[0].Type().Elem()); variables == 1 && d.IsFloat() && d.Size() == 2 {
			return in.onAll(c, r, numbersOf(d, true))
		}
		for range batches {
			if f := in.on(c, r, in.ofAllMagnitudes(c)); f != nil {
				return f
			}
		}
		return nil
	}
	return nil
}

// onAll compares both sides on all of some numbers.
func (in *instance) onAll(c *checker, r *Result, numbers *tensor.Tensor) *failure {
	for from := 0; from < numbers.Len(); from += exhaustAtOnce {
		inputs := []*tensor.Tensor{tensor.New(numbers.DType(), exhaustAtOnce)}
		combine(inputs, []*tensor.Tensor{numbers}, from)
		if f := in.on(c, r, inputs); f != nil {
			return f
		}
	}
	return nil
}

// sparseBases are the shapes of what is no elementwise rule: the fewer elements meet, the more of
// them are no zeros.
var sparseBases = [][]int64{{1}, {2}, {1, 1}, {2, 2}}

// sparse tries few numbers between zeros.
func (c *checker) sparse(r *Result, elem *ir.Type) *failure {
	for n := range sparseTries {
		in := c.magnitudes(elem, sparseBases[n%len(sparseBases)])
		if in == nil {
			continue
		}
		for range sparseFills {
			if f := in.on(c, r, in.ofAllMagnitudes(c)); f != nil {
				return f
			}
		}
	}
	return nil
}

// magnitudes is an instance to try numbers on, or nil.
func (c *checker) magnitudes(elem *ir.Type, base []int64) *instance {
	in := c.instance(elem, base, plain)
	if in == nil || !in.apply(c) || in.typeProblem() != "" {
		return nil
	}
	in.apart = in.isElementwise()
	return in
}

// on compares both sides on inputs.
func (in *instance) on(c *checker, r *Result, inputs []*tensor.Tensor) *failure {
	compared, problem := in.compareOn(in.level(c.rule), inputs)
	if r.Compared += compared; problem != "" {
		return &failure{in, inputs, problem}
	}
	return nil
}

// ofAllMagnitudes are inputs of numbers of all magnitudes; mostly zeros where elements meet each
// other, so that a few numbers show.
func (in *instance) ofAllMagnitudes(c *checker) []*tensor.Tensor {
	list := make([]*tensor.Tensor, in.before.NumArgs())
	rng, g := c.rng, &opgen.Generator{Rand: c.rng, Ctx: c.ctx}
	low := rng.IntN(2) == 0
	for i, a := range in.before.Args() {
		list[i] = g.Tensor(a.Type(), opgen.Special)
		x := list[i].Parts()
		if !x.DType().IsFloat() {
			continue
		}
		exponents := centresOf(x.DType(), low)
		for k := range x.Len() {
			v := magnitude(rng, exponents)
			if !in.apart && x.Len() > 1 && rng.IntN(2) > 0 {
				v = 0
			}
			x.SetFloat64(k, v)
		}
	}
	return list
}

// magnitude is a number whose exponent is near one of those given.
func magnitude(rng *rand.Rand, exponents []int) float64 {
	const spread = 3
	mantissa := 1 + float64(float64(rng.IntN(1<<10))/(1<<10))
	exponent := exponents[rng.IntN(len(exponents))] + rng.IntN(2*spread+1) - spread
	return math.Ldexp(math.Copysign(mantissa, float64(rng.IntN(2))-0.5), exponent)
}

// centresOf are the exponents of the least and the greatest number of a float type, and halves and
// thirds of these: products of as many numbers are near an end of the range. Low ones have nothing
// above 1.
func centresOf(d tensor.DType, low bool) []int {
	least, greatest, list := 0, 0, opgen.Edges(d)
	for i := range list.Len() {
		if v := math.Abs(list.Float64At(i)); v != 0 && finite(v) {
			e := math.Ilogb(v)
			least, greatest = min(least, e), max(greatest, e)
		}
	}
	centres := []int{least, least / 2, least / 3, 0, 0, greatest / 3, greatest / 2, greatest}
	if low {
		return centres[:5]
	}
	return centres
}
