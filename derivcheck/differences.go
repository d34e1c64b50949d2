package derivcheck

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/tensor"
)

// place is a point where the derivatives are checked.
type place struct {
	x, out  []*tensor.Tensor
	results []*tensor.Tensor // those that are differentiated
	t, u, g []*tensor.Tensor // two tangents, and cotangents
	rough   bool             // differences told nothing of some elements
}

// at is the point x, if the function computes finite numbers there.
func (c *checker) at(x []*tensor.Tensor) (*place, error) {
	out, err := c.run(c.primal, x)
	if err != nil {
		return nil, err
	}
	at := &place{x: x, out: out, results: picked(out, c.of)}
	if !isFinite(at.results...) {
		return nil, fmt.Errorf("a result is infinite or NaN")
	}
	at.t, at.u = c.random(picked(x, c.wrt)), c.random(picked(x, c.wrt))
	at.g = c.random(at.results)
	return at, nil
}

// random are tensors of the same types, of ordinary numbers.
func (c *checker) random(like []*tensor.Tensor) []*tensor.Tensor {
	out := zerosLike(like)
	for _, t := range out {
		p := t.Parts()
		for k := range p.Len() {
			p.SetFloat64(k, c.generator.Number(opgen.Ordinary))
		}
	}
	return out
}

// Arguments of at most so many elements are moved one by one, others in so many random directions.
const (
	fewElements = 48
	directions  = 8
)

// differences compares tangents with differences.
func (c *checker) differences(at *place) error {
	x := picked(at.x, c.wrt)
	n := length(x)
	if n <= fewElements {
		for k := range n {
			v := zerosLike(x)
			set(v, k, 1)
			i, where := element(x, k)
			if err := c.along(at, v, math.Abs(get(x, k)), fmt.Sprintf("element %s of argument #%d", where, c.wrt[i])); err != nil || c.result.Problem != nil {
				return err
			}
		}
		return nil
	}
	for range directions {
		if err := c.along(at, c.random(x), largest(x...), "a random direction"); err != nil || c.result.Problem != nil {
			return err
		}
	}
	return nil
}

// along compares the derivative in the direction v with differences; magnitude is that of what
// moves.
func (c *checker) along(at *place, v []*tensor.Tensor, magnitude float64, direction string) error {
	s := &samples{size: largest(at.results...), step: math.Cbrt(c.epsilon) * max(1, magnitude) / largest(v...), epsilon: c.epsilon, tolerance: c.tolerance(c.opt.Tolerance)}
	var values [len(steps)][]*tensor.Tensor
	for i, n := range steps {
		out, err := c.run(c.primal, moved(at.x, c.wrt, v, s.step*n))
		if err != nil {
			at.rough = true // outside of where the function is defined
			c.result.Kinks++
			return nil
		}
		values[i] = picked(out, c.of)
	}
	if c.forward.Program == nil {
		return c.backAlong(at, v, s, values, direction)
	}
	out, err := c.run(c.forward, at.x, v)
	if err != nil {
		return err
	}
	tangents := out[len(out)-len(c.of):]
	worst := verdict{}
	worstAt := 0
	for k := range length(at.results) {
		for i := range steps {
			s.f[i] = get(values[i], k)
		}
		s.middle, s.claimed = get(at.results, k), get(tangents, k)
		if w := c.judge(at, s); w.wrong && (!worst.wrong || w.relative > worst.relative) {
			worst, worstAt = w, k
		}
	}
	if worst.wrong {
		i, where := element(at.results, worstAt)
		c.fail(at.x, Differences, "the derivative of result #%d, element %s, by %s is %v, but differences give %v: relative error %.2g",
			c.of[i], where, direction, worst.claimed, worst.estimate, worst.relative)
	}
	return nil
}

// backAlong is along where there are cotangents only: of their sum with the results.
func (c *checker) backAlong(at *place, v []*tensor.Tensor, s *samples, values [len(steps)][]*tensor.Tensor, direction string) error {
	gradients, err := c.cotangents(at.x, at.g)
	if err != nil {
		return err
	}
	for i := range steps {
		s.f[i], _ = pair(at.g, values[i], c.jax)
	}
	s.middle, _ = pair(at.g, at.results, c.jax)
	s.claimed, _ = pair(gradients, v, c.jax)
	if w := c.judge(at, s); w.wrong {
		c.fail(at.x, Differences, "the derivative of the results, weighted by random cotangents, by %s is %v, but differences give %v: relative error %.2g",
			direction, w.claimed, w.estimate, w.relative)
	}
	return nil
}

// cotangents runs reverse mode.
func (c *checker) cotangents(x, g []*tensor.Tensor) ([]*tensor.Tensor, error) {
	out, err := c.run(c.reverse, x, g)
	if err != nil {
		return nil, err
	}
	return out[len(out)-len(c.wrt):], nil
}

// tolerance is a bound for f64, or what the types of the function allow: rounding errors of
// differences are the cube root of epsilon squared.
func (c *checker) tolerance(f64 float64) float64 {
	if c.epsilon == 0x1p-52 {
		return f64
	}
	return max(f64, 64*math.Pow(c.epsilon, 2.0/3))
}

// judge counts what differences say of a derivative.
func (c *checker) judge(at *place, s *samples) verdict {
	w := s.judge()
	if w.rough {
		at.rough = true
		c.result.Kinks++
	} else if !w.skipped && !w.wrong {
		c.compared(Differences, w.relative)
	}
	return w
}

// steps are where the function is computed around a point, in steps.
var steps = [...]float64{-2, -1, -0.5, 0.5, 1, 2}

// samples are values of a function of one number, and what its derivative is said to be.
type samples struct {
	step, epsilon, tolerance float64
	size                     float64 // the largest magnitude of all results, in which digits may have been lost
	f                        [len(steps)]float64
	middle, claimed          float64
}

// verdict is what differences say of a derivative.
type verdict struct {
	wrong    bool
	rough    bool // the function has a kink or a jump, or is not smooth enough, so that they say nothing
	skipped  bool // they are no numbers
	relative float64
	claimed  float64
	estimate float64
}

// judge compares the derivative with central differences, extrapolated once as Richardson does.
// Only where it does not agree, it is asked whether the differences are any good: those of larger
// steps must agree with those of smaller ones, else the function jumps, or has a kink beside the
// point or digits that it has lost; and what lies between the differences to both sides must shrink
// with the step, else there is a kink at the point.
func (s *samples) judge() verdict {
	low := max(s.size, math.Abs(s.f[0]), math.Abs(s.f[len(steps)-1]))
	for _, v := range s.f {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return verdict{skipped: true}
		}
	}
	central := func(n int) float64 { // over the n-th largest interval
		other := len(steps) - 1 - n
		return (s.f[other] - s.f[n]) / (2 * steps[other] * s.step)
	}
	fine, coarse := (4*central(2)-central(1))/3, (4*central(1)-central(0))/3 // exact product
	noise := 32 * s.epsilon * low / s.step
	scale := max(math.Abs(fine), math.Abs(s.claimed))
	off := math.Abs(fine - s.claimed)
	w := verdict{claimed: s.claimed, estimate: fine, relative: off / max(scale, noise/s.tolerance, math.SmallestNonzeroFloat64)}
	if off <= float64(s.tolerance*scale)+noise {
		return w
	}
	if w.relative != w.relative {
		w.relative = math.Inf(1)
	}
	bend := func(n int) float64 {
		other := len(steps) - 1 - n
		return math.Abs(s.f[other]-2*s.middle+s.f[n]) / (steps[other] * s.step)
	}
	apart := math.Abs(fine - coarse)
	size := max(math.Abs(fine), math.Abs(coarse))
	kink := bend(1) > float64(s.tolerance*size)+noise && bend(0) < 1.5*bend(1)
	w.rough = kink || apart > float64(s.tolerance*size)+noise || !math.IsInf(off, 0) && off == off && apart > off/8
	w.wrong = !w.rough
	return w
}
