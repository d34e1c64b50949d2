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
	shapes     = 3375 // combinations of those of all variables: all of three, of more as many at random
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

// everyShape tries the rule on operands of all combinations of small shapes.
func (c *checker) everyShape(r *Result, names []string) *failure {
	total, most, list := 1, shapes, smallShapes
	if len(names) <= 2 {
		list = emptyShapes
	}
	for range names {
		total = min(total*len(list), math.MaxInt32)
	}
	if c.elementwise {
		most = fewShapes
	}
	given := map[string][]int64{}
	defer func() { c.shapes = nil }()
	c.shapes = given
	for n := range min(total, most) {
		at := n
		if total > most {
			at = c.rng.IntN(total)
		}
		for _, name := range names {
			given[name] = list[at%len(list)]
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
		compared, f := in.compareIn(c, []opgen.Regime{opgen.Small, opgen.Small, opgen.Small})
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
	sparseTries = 20 // instances of products and the like
	sparseFills = 16 // of each
)

// sparseBases are the shapes of what is no elementwise rule: the fewer elements meet, the more of
// them are no zeros.
var sparseBases = [][]int64{{1}, {2}, {1, 1}, {2, 2}}

// everyMagnitude tries the rule on numbers of all magnitudes; on all numbers of 16 bits if elements
// are apart and there is one variable.
func (c *checker) everyMagnitude(r *Result, variables int) *failure {
	if c.rule.Level == rewrite.Real {
		return nil
	}
	for at, elem := range c.elems {
		d, ok := interp.DTypeOf(elem)
		if c.hits[at] == 0 || !ok || !d.IsFloat() {
			continue
		}
		for n := range sparseTries {
			base, fills := sparseBases[n%len(sparseBases)], sparseFills
			if c.elementwise {
				base, fills = []int64{exhaustAtOnce}, batches
			}
			in := c.instance(elem, base, plain)
			if in == nil || !in.apply(c) || in.typeProblem() != "" {
				continue
			}
			in.apart = in.isElementwise()
			size, _ := in.before.Last().Operand(0).Type().NumElements()
			if c.elementwise && !(in.apart && in.before.NumArgs() == variables && size == exhaustAtOnce) {
				continue
			}
			all := c.elementwise && variables == 1 && d.Size() == 2 && in.before.Args()[0].Type().Elem() == elem
			if all {
				fills = 1 << 16 / exhaustAtOnce
			}
			for n := range fills {
				inputs := in.ofAllMagnitudes(c)
				if all {
					combine(inputs, []*tensor.Tensor{numbersOf(d, true)}, n*exhaustAtOnce)
				}
				compared, problem := in.compareOn(in.level(c.rule), inputs)
				if r.Compared += compared; problem != "" {
					return &failure{in, inputs, problem}
				}
			}
			if c.elementwise {
				break
			}
		}
	}
	return nil
}

// ofAllMagnitudes are inputs of numbers of all magnitudes; mostly zeros where elements meet each
// other, so that a few of them show.
func (in *instance) ofAllMagnitudes(c *checker) []*tensor.Tensor {
	list := make([]*tensor.Tensor, in.before.NumArgs())
	rng, g := c.rng, &opgen.Generator{Rand: c.rng, Ctx: c.ctx}
	low := rng.IntN(2) == 0
	centres := map[tensor.DType][]int{}
	for i, a := range in.before.Args() {
		list[i] = g.Tensor(a.Type(), opgen.Special)
		x := list[i].Parts()
		if !x.DType().IsFloat() {
			continue
		}
		exponents := centres[x.DType()]
		if exponents == nil {
			exponents = centresOf(x.DType(), low)
			centres[x.DType()] = exponents
		}
		for k := range x.Len() {
			switch {
			case !in.apart && x.Len() > 1 && rng.IntN(2) > 0:
				x.SetFloat64(k, 0)
			default:
				x.SetFloat64(k, magnitude(rng, exponents))
			}
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
