package rulecheck

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/tensor"
)

// What a rule asks of a value in a condition, or computes from it in a function,
// is what it may get wrong. So values that are asked about get constants at
// which arithmetic of their element type changes its ways, one after the other,
// and inputs that meet these in the same decades. Whatever else is asked about
// is run through by instances of every rule: see subject.

// direction is what instances are made like on account of a condition or a
// function.
type direction struct {
	subject subject
	// weight orders those of one value: the heaviest says which constants it is.
	weight int
	// splat says that nothing but splats has the property.
	splat bool
	// diagonal says that a square matrix has it with ones on the diagonal only.
	diagonal bool
	// neutral says that it is one of few numbers, zeros and ones above all.
	neutral bool
	// constants are those of a dtype, for a rule that speaks of some numbers.
	constants func(d tensor.DType, numbers []float64) *tensor.Tensor
}

// subject is what of a program a condition or function looks at.
type subject uint8

const (
	ofValues subject = iota
	ofTypes          // every element type is tried, and what goes with it at random
	ofShapes         // every shape of bases is, and what goes with it
	ofLists          // of numbers, which attributes are, or computed from shapes and these
	ofWords          // every keyword of an attribute is
	ofUses           // what else uses a value, or makes it
)

// directions has every condition and function of the rule language.
var directions = map[string]direction{
	"constant": {weight: 1, constants: edges},
	"splat":    {weight: 2, splat: true, constants: edges},
	"integers": {weight: 3, constants: withNeighbours},
	"scalars":  {weight: 3, constants: withNeighbours},
	"identity": {weight: 3, diagonal: true, constants: edges},
	// Of what is no constant a range follows from the op that makes it.
	"whole":          {weight: 2, splat: true, constants: edges},
	"not_negative":   {weight: 2, splat: true, constants: edges},
	"never_nan":      {weight: 2, splat: true, constants: edges},
	"never_infinite": {weight: 2, splat: true, constants: edges},
	"greatest":       {weight: 3, splat: true, constants: withNeighbours},
	"least":          {weight: 3, splat: true, constants: withNeighbours},
	"never_less":     {weight: 3, splat: true, constants: edges},
	"never_greater":  {weight: 3, splat: true, constants: edges},
	"outcome":        {weight: 3, splat: true, constants: edges},
	"neutral":        {weight: 4, splat: true, neutral: true, constants: edges},
	"number":         {weight: 4, splat: true, constants: withNeighbours},
	"power_of_two":   {weight: 5, splat: true, constants: powers},

	"float": {subject: ofTypes}, "complex": {subject: ofTypes}, "bool": {subject: ofTypes}, "integer": {subject: ofTypes}, "unsigned": {subject: ofTypes},
	"signed": {subject: ofTypes}, "holds": {subject: ofTypes}, "same_elem": {subject: ofTypes}, "same_type": {subject: ofTypes},
	"elem": {subject: ofTypes}, "bits": {subject: ofTypes},

	"same_shape": {subject: ofShapes}, "static": {subject: ofShapes}, "scalar": {subject: ofShapes}, "broadcasts": {subject: ofShapes},
	"rank": {subject: ofShapes}, "shape": {subject: ofShapes}, "dim": {subject: ofShapes}, "elements": {subject: ofShapes},
	"dims": {subject: ofShapes},

	"permutation": {subject: ofLists}, "increasing": {subject: ofLists}, "all": {subject: ofLists}, "len": {subject: ofLists},
	"sum": {subject: ofLists}, "product": {subject: ofLists}, "min": {subject: ofLists}, "max": {subject: ofLists}, "abs": {subject: ofLists},
	"iota": {subject: ofLists}, "repeat": {subject: ofLists}, "concat": {subject: ofLists}, "part": {subject: ofLists},
	"remove": {subject: ofLists}, "insert": {subject: ofLists}, "replace": {subject: ofLists}, "select": {subject: ofLists},
	"without": {subject: ofLists}, "sorted": {subject: ofLists}, "find": {subject: ofLists}, "compose": {subject: ofLists},
	"inverse": {subject: ofLists}, "plus": {subject: ofLists}, "minus": {subject: ofLists}, "times": {subject: ofLists},
	"log2": {subject: ofLists}, "interleave": {subject: ofLists}, "before_reshape": {subject: ofLists},
	"shift": {subject: ofLists}, "places": {subject: ofLists}, "common": {subject: ofLists}, "except": {subject: ofLists},
	"put": {subject: ofLists}, "order": {subject: ofLists}, "at_least": {subject: ofLists}, "at_most": {subject: ofLists},
	"squeezed": {subject: ofLists}, "order_through": {subject: ofLists}, "split_back": {subject: ofLists}, "after_reduce": {subject: ofLists}, "nonnegative": {subject: ofLists},

	"bytes": {subject: ofShapes}, "ranks": {subject: ofShapes}, "tail": {subject: ofLists}, "through": {subject: ofLists},
	"used_only_by": {subject: ofUses},

	"ones": {subject: ofShapes}, "box": {subject: ofLists}, "starts": {subject: ofLists}, "limits": {subject: ofLists},
	"strides": {subject: ofLists}, "extents": {subject: ofLists}, "within": {subject: ofLists}, "along": {subject: ofLists},
	"reversed": {subject: ofLists}, "moved": {subject: ofLists}, "inside": {subject: ofLists}, "outside": {subject: ofLists},

	"mirrored": {subject: ofWords}, "spatial": {subject: ofWords}, "axis": {subject: ofWords}, "turned": {subject: ofWords}, "negated": {subject: ofWords},

	"one_use": {subject: ofUses}, "has_uses": {subject: ofUses}, "argument": {subject: ofUses}, "count": {subject: ofUses},
}

func edges(d tensor.DType, _ []float64) *tensor.Tensor  { return opgen.Edges(d) }
func powers(d tensor.DType, _ []float64) *tensor.Tensor { return opgen.Powers(d) }

// withNeighbours are edges, and before them the numbers that the rule speaks of
// with those next to them: conditions compare with these.
func withNeighbours(d tensor.DType, numbers []float64) *tensor.Tensor {
	edges := opgen.Edges(d)
	x := tensor.New(d, 3*len(numbers)+edges.Len())
	for i, v := range numbers {
		if d.IsFloat() {
			x.SetFloat64(3*i, v)
			x.SetFloat64(3*i+1, nextTo(x, 3*i, math.Inf(1)))
			x.SetFloat64(3*i+2, nextTo(x, 3*i, math.Inf(-1)))
			continue
		}
		if math.Abs(v) >= 1<<53 {
			v = 0
		}
		for off := range 3 {
			opgen.SetInteger(x, 3*i+off, int64(v)+int64(off)-1)
		}
	}
	for i := range edges.Len() {
		opgen.CopyElement(x, 3*len(numbers)+i, edges, i)
	}
	return x
}

// nextTo is the number next to an element in the direction of another number.
func nextTo(x *tensor.Tensor, i int, toward float64) float64 {
	v := x.Float64At(i)
	if math.IsInf(v, 0) {
		return v
	}
	y := tensor.New(x.DType(), 1)
	for step := float64(math.Abs(v)*epsilon(x.DType())/2) + math.SmallestNonzeroFloat64; ; step *= 2 {
		if y.SetFloat64(0, v+math.Copysign(step, toward)); y.Float64At(0) != v {
			return y.Float64At(0)
		}
	}
}

// role is what a variable of a rule stands for in instances.
type role struct {
	direction
	// avoid says that it must not be a constant, place counts those that must.
	avoid bool
	place int
}

// comparing is the weight of what looks at one number, so that all that there are count.
const comparing = 4

// rolesOf finds out from what a rule asks which variables must be constants.
func rolesOf(rule *rule.Rule) map[string]*role {
	roles, places := map[string]*role{}, 0
	for _, ask := range rule.Asks() {
		d := directions[ask.Name]
		if d.constants == nil {
			continue
		}
		for _, name := range ask.Variables {
			r := roles[name]
			switch {
			case ask.Not && ask.Name == "constant":
				roles[name] = &role{avoid: true}
			case ask.Not:
			case r == nil || r.constants == nil:
				roles[name] = &role{direction: d, place: places}
				places++
			case r.weight < d.weight:
				d.splat = d.splat || r.splat
				r.direction = d
			}
		}
	}
	return roles
}

// Bounds of what is tried with each element type.
const (
	fewConstants = 32 // lists up to that long are gone through, whatever is asked for
	undirected   = 2  // instances of rules that ask nothing of values
	hopeless     = 10 // instances that do not match; then none does
	manyElements = 160
)

// turns is how many directed instances there are of an element type.
func (c *checker) turns(elem *ir.Type, want int) int {
	d, ok := interp.DTypeOf(elem)
	n := undirected
	for _, r := range c.roles {
		if r.constants == nil || !ok {
			continue
		}
		k := r.constants(d.Part(), c.numbers).Len()
		switch {
		case !c.elementwise && r.weight < comparing:
			k = min(k, fewConstants/2)
		case !r.splat:
			k = fewConstants / 4 // one constant has many of them
		}
		if k > fewConstants {
			k = max(fewConstants/2, min(k, k*want/DefaultInstances))
		}
		n = max(n, k)
	}
	return n
}

// directed makes and compares the directed instances of all element types, and
// returns how many matched, how many elements were compared, and the first
// failure.
func (c *checker) directed(want int) (matched, compared int, f *failure) {
	for _, elem := range c.elems {
		first, hits := c.rng.IntN(1<<16), 0
		for n := range c.turns(elem, want) {
			if n >= hopeless && hits == 0 {
				break
			}
			base := []int64{manyElements}
			if !c.elementwise {
				base = bases[(first+n)%len(bases)]
			}
			in := c.instance(elem, base, first+n)
			if in == nil || !in.apply(c) {
				continue
			}
			hits++
			n, f := in.compare(c)
			compared += n
			if f != nil {
				return matched + hits, compared, f
			}
		}
		matched += hits
	}
	return matched, compared, nil
}

// isElementwise reports whether all ops of a left side are.
func isElementwise(n *rule.Node) bool {
	return (n.Op == nil || n.Op.Has(ir.Elementwise)) && !slices.ContainsFunc(slices.Concat(n.Args, n.Each), func(a *rule.Node) bool { return !isElementwise(a) })
}

// random is the turn of instances that are not directed, plain that of those
// which readers are shown.
const (
	random = -1
	plain  = -2
)

// constant is the value of a variable that stands for a constant. Floats are as
// large as those of inputs, for a level that speaks of ordinary numbers only.
func (m *maker) constant(t *ir.Type, r *role) *ir.Attr {
	a := m.Constant(t)
	if x := m.directed(t, r); x != nil {
		a = interp.EncodeElements(m.Ctx, t, x)
	}
	if e := t.ElemOrSelf(); m.level != rewrite.Real || !e.IsFloat() && !e.IsComplex() {
		return a
	}
	x, err := interp.DecodeElements(m.Ctx, a)
	if err != nil {
		return a
	}
	x = x.Parts()
	for k := range x.Len() {
		if v := math.Abs(x.Float64At(k)); !(v <= 8) || v < 1.0/16 && v != 0 {
			return m.Filled(t, opgen.Ordinary)
		}
	}
	return a
}

// directed is the constant that it is a variable's turn to be; nil for one at
// random.
func (m *maker) directed(t *ir.Type, r *role) *tensor.Tensor {
	spec, err := interp.SpecOf(t)
	if err != nil {
		return nil
	}
	if r != nil && r.diagonal && len(spec.Shape) == 2 && spec.Shape[0] == spec.Shape[1] && m.IntN(4) > 0 {
		return identity(spec)
	}
	list := m.pool[spec.DType]
	switch {
	case list != nil && m.IntN(3) > 0:
	case r != nil && r.neutral && m.turn == random && m.IntN(4) > 0:
		list = tensor.New(spec.DType.Part(), 2)
		if spec.DType.Part().IsFloat() {
			list.SetFloat64(1, 1)
		} else {
			opgen.SetInteger(list, 1, 1)
		}
	case r == nil || r.constants == nil || m.turn == plain || m.turn == random && m.IntN(2) == 0:
		return nil
	default:
		list = r.constants(spec.DType.Part(), m.numbers)
		if r.weight >= comparing && spec.DType.Part().IsFloat() && !m.elementwise && m.IntN(3) > 0 {
			list = opgen.Landmarks(spec.DType)
		}
	}
	x := tensor.New(spec.DType, spec.Shape...)
	of := x
	if x.DType() != list.DType() { // the parts of complex numbers, or real ones alone
		if of = x.Parts(); m.IntN(2) == 0 {
			of, list = x, complexList(x.DType(), list)
		}
	}
	at := m.IntN(list.Len())
	if m.turn >= 0 && r != nil && (r.place == 0 || m.IntN(2) == 0) {
		at = spread(m.turn, list.Len())
		if r.place > 0 { // what the first constant is, or is next to: zeros of two signs meet
			at = (at + m.IntN(3) - 1 + list.Len()) % list.Len()
		}
	}
	for i := range of.Len() {
		opgen.CopyElement(of, i, list, at)
		if (r == nil || !r.splat) && m.turn%2 == 1 {
			at = m.IntN(list.Len())
		}
	}
	return x
}

// complexList are complex numbers with these real parts, and no imaginary ones.
func complexList(d tensor.DType, list *tensor.Tensor) *tensor.Tensor {
	out := tensor.New(d, list.Len())
	for i := range list.Len() {
		out.SetFloat64(i, list.Float64At(i))
	}
	return out
}

// identity is the matrix that changes nothing when it multiplies.
func identity(s interp.Spec) *tensor.Tensor {
	x := tensor.New(s.DType, s.Shape...)
	for i := 0; i < x.Len(); i += s.Shape[0] + 1 {
		if s.DType.Part().IsFloat() {
			x.SetFloat64(i, 1)
		} else {
			opgen.SetInteger(x, i, 1)
		}
	}
	return x
}

// spread is entry i of an order in which 0 to n-1 come by turns, neighbours far from each
// other: a few turns see numbers of both signs and all sizes.
func spread(i, n int) int {
	stride := n*5/8 + 1
	for gcd(stride, n) > 1 {
		stride++
	}
	return i % n * stride % n
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// companions are some of the numbers that inputs meet in an instance: floats other than
// zeros, infinities and NaN, and integers, and whether they meet infinities.
func (in *instance) companions() (floats []float64, integers []int64, infinite bool) {
	for o := in.before.First(); o != in.before.Last(); o = o.Next() {
		if o.NumResults() != 1 || ir.ConstantValue(o.Result(0)) == nil {
			continue
		}
		x, err := interp.DecodeElements(o.Context(), ir.ConstantValue(o.Result(0)))
		if err != nil {
			continue
		}
		x = x.Parts()
		for i := range min(x.Len(), fewCompanions) {
			switch v := x.Float64At(i); {
			case math.IsInf(v, 0):
				infinite = true
			case i > 0 && len(floats)+len(integers) > fewCompanions:
			case !x.DType().IsFloat():
				integers = append(integers, x.Int64At(i))
			case v != 0 && v == v:
				floats = append(floats, v)
			}
		}
	}
	return floats, integers, infinite
}

// fewCompanions bounds how many elements of a constant count, where there are
// several constants.
const fewCompanions = 3
