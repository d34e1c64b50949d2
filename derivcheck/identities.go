package derivcheck

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/tensor"
)

// transposition compares both modes: cotangents make the same of tangents of the results as what
// reverse mode makes of them makes of the tangents that these come from.
func (c *checker) transposition(at *place) error {
	if c.forward.Program == nil {
		return nil
	}
	sides := func(x []*tensor.Tensor) (left, right, scale float64, err error) {
		out, err := c.run(c.forward, x, at.t)
		if err != nil {
			return 0, 0, 0, err
		}
		gradients, err := c.cotangents(x, at.g)
		if err != nil {
			return 0, 0, 0, err
		}
		left, one := pair(at.g, out[len(out)-len(c.of):], c.jax)
		right, other := pair(gradients, at.t, c.jax)
		return left, right, one + other, nil
	}
	left, right, scale, err := sides(at.x)
	if err != nil || bothOff(left, right) {
		return err
	}
	off := math.Abs(left - right)
	if bound := c.rounding(transpositionTolerance) * scale; off <= bound {
		c.compared(Transposition, off/max(scale, math.SmallestNonzeroFloat64))
		return nil
	}
	if c.shaky(at.x, off, func(x []*tensor.Tensor) (float64, error) {
		l, r, _, err := sides(x)
		return max(math.Abs(l-left), math.Abs(r-right)), err
	}) {
		c.result.Kinks++
		return nil
	}
	c.fail(at.x, Transposition, "forward and reverse mode disagree: <ct, J t> is %v, but <transposed J ct, t> is %v: relative error %.2g, for random cotangents ct and tangents t%s",
		left, right, off/scale, c.differing(at))
	return nil
}

// differing names the argument by which the two modes differ most, element by element if there are
// few.
func (c *checker) differing(at *place) string {
	x := picked(at.x, c.wrt)
	n := length(x)
	gradients, err := c.cotangents(at.x, at.g)
	if err != nil || n > fewElements {
		return ""
	}
	worst, text := 0.0, ""
	for k := range n {
		v := zerosLike(x)
		set(v, k, 1)
		out, err := c.run(c.forward, at.x, v)
		if err != nil {
			return ""
		}
		ahead, _ := pair(at.g, out[len(out)-len(c.of):], c.jax)
		back, _ := pair(gradients, v, c.jax)
		if d := math.Abs(ahead - back); d > worst || d != d {
			i, where := element(x, k)
			worst = d
			text = fmt.Sprintf("; worst by element %s of argument #%d: forward %v, reverse %v", where, c.wrt[i], ahead, back)
		}
	}
	return text
}

func bothOff(a, b float64) bool { return (a != a || math.IsInf(a, 0)) && (b != b || math.IsInf(b, 0)) }

// rounding is a bound for f64, or as many roundings of the types that the function has.
func (c *checker) rounding(f64 float64) float64 { return f64 / 0x1p-52 * c.epsilon }

// shaky reports whether something changes by a good part of a difference when the arguments change
// in their last bits: then the difference shows nothing. change is how far it is off at other
// arguments.
func (c *checker) shaky(x []*tensor.Tensor, off float64, change func(x []*tensor.Tensor) (float64, error)) bool {
	if math.IsInf(off, 0) || off != off {
		return false
	}
	for _, direction := range []float64{1, -1} {
		near := append([]*tensor.Tensor{}, x...)
		for _, i := range c.wrt {
			near[i] = x[i].Clone()
			p := near[i].Parts()
			for k := range p.Len() {
				p.SetFloat64(k, p.Float64At(k)*(1+float64(2*direction*c.epsilon)))
			}
		}
		if v, err := change(near); err != nil || v != v || v > off/16 {
			return true
		}
	}
	return false
}

// secondOrder compares the ways to compute the product of the Hessian matrix of the results,
// weighted by cotangents, with a tangent.
func (c *checker) secondOrder(at *place) error {
	bound := c.rounding(secondOrderTolerance)
	if c.reverseOfReverse.Program == nil || bound >= 1 {
		return nil
	}
	gradients, err := c.cotangents(at.x, at.g)
	if err != nil {
		return err
	}
	ways := []way{
		{"tangents of cotangents", c.tangentsOfReverse, func(p program, x, t []*tensor.Tensor) ([]*tensor.Tensor, error) { return c.run(p, x, at.g, t) }},
		{"cotangents of cotangents", c.reverseOfReverse, func(p program, x, t []*tensor.Tensor) ([]*tensor.Tensor, error) { return c.run(p, x, at.g, t) }},
		{"cotangents of tangents", c.reverseOfForward, func(p program, x, t []*tensor.Tensor) ([]*tensor.Tensor, error) { return c.run(p, x, t, at.g) }},
	}
	var first []*tensor.Tensor
	for _, w := range ways {
		if w.program.Program == nil {
			continue
		}
		product, err := c.product(w, at.x, at.t)
		if err != nil {
			return err
		}
		if first == nil {
			first = product
			if !isFinite(first...) {
				return nil
			}
			continue
		}
		off, k := difference(first, product)
		scale := max(largest(first...), largest(gradients...)/1000, math.SmallestNonzeroFloat64)
		if off <= bound*scale {
			c.compared(SecondOrder, off/scale)
			continue
		}
		if c.shaky(at.x, off, func(x []*tensor.Tensor) (float64, error) {
			a, err := c.product(ways[0], x, at.t)
			if err != nil {
				return 0, err
			}
			d, _ := difference(a, first)
			return d, nil
		}) {
			c.result.Kinks++
			continue
		}
		i, where := element(first, k)
		c.fail(at.x, SecondOrder, "second derivatives disagree at element %s of argument #%d: %s are %v, %s are %v: relative error %.2g",
			where, c.wrt[i], ways[0].name, get(first, k), w.name, get(product, k), off/scale)
		return nil
	}
	return c.symmetric(at, ways[0], first, largest(gradients...), bound)
}

// way is one of computing the product of a Hessian matrix and a tangent.
type way struct {
	name    string
	program program
	run     func(p program, x, t []*tensor.Tensor) ([]*tensor.Tensor, error)
}

func (c *checker) product(w way, x, t []*tensor.Tensor) ([]*tensor.Tensor, error) {
	out, err := w.run(w.program, x, t)
	if err != nil {
		return nil, err
	}
	return out[len(out)-len(c.wrt):], nil
}

// symmetric checks that the Hessian matrix is: ht is its product with the tangent t.
func (c *checker) symmetric(at *place, w way, ht []*tensor.Tensor, gradient, bound float64) error {
	hu, err := c.product(w, at.x, at.u)
	if err != nil || !isFinite(hu...) {
		return err
	}
	left, one := pair(hu, at.t, c.jax)
	right, other := pair(ht, at.u, c.jax)
	scale := max(one+other, gradient/1000, math.SmallestNonzeroFloat64)
	off := math.Abs(left - right)
	if off <= bound*scale {
		c.compared(SecondOrder, off/scale)
		return nil
	}
	if c.shaky(at.x, off, func(x []*tensor.Tensor) (float64, error) {
		near, err := c.product(w, x, at.u)
		if err != nil {
			return 0, err
		}
		v, _ := pair(near, at.t, c.jax)
		return math.Abs(v - left), nil
	}) {
		c.result.Kinks++
		return nil
	}
	c.fail(at.x, SecondOrder, "the second derivative is not symmetric: <H u, t> is %v, but <H t, u> is %v: relative error %.2g, for random tangents t and u",
		left, right, off/scale)
	return nil
}

// parts checks that the forward and the backward part compute the bits of the whole.
func (c *checker) parts(at *place) error {
	whole, err := c.run(c.reverse, at.x, at.g)
	if err != nil {
		return err
	}
	for i, x := range at.out {
		if !tensor.SameValues(x, whole[i]) {
			c.fail(at.x, Parts, "mode=reverse computes other bits than the function: result #%d is %s, then %s", i, tensor.FormatElided(x, 16), tensor.FormatElided(whole[i], 16))
			return nil
		}
	}
	ahead, err := c.run(c.ahead, at.x)
	if err != nil {
		return err
	}
	results := len(whole) - len(c.wrt)
	var operands []*tensor.Tensor
	next := 0
	for _, from := range c.stash {
		switch from.kind {
		case "argument":
			operands = append(operands, at.x[from.index])
		case "result":
			operands = append(operands, ahead[from.index])
		case "value":
			operands = append(operands, ahead[results+from.index])
		default:
			operands = append(operands, at.g[next])
			next++
		}
	}
	behind, err := c.run(c.behind, operands)
	if err != nil {
		return err
	}
	apart := append(append([]*tensor.Tensor{}, ahead[:results]...), behind...)
	for i := range whole {
		if tensor.SameValues(whole[i], apart[i]) {
			continue
		}
		what := fmt.Sprintf("result #%d", i)
		if i >= results {
			what = fmt.Sprintf("the gradient of argument #%d", c.wrt[i-results])
		}
		c.fail(at.x, Parts, "mode=split computes other bits than mode=reverse: %s is %s, then %s", what, tensor.FormatElided(whole[i], 16), tensor.FormatElided(apart[i], 16))
		return nil
	}
	return nil
}
