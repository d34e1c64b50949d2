package lower

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// slide says how a window slides along a dimension: over position stride*i + dilation*k - low of an
// operand whose elements are base apart.
type slide struct {
	stride, dilation, base, low, high int64
}

// sampled is up to how many values of an axis tell how a window slides.
const sampled = 64

// sample is the number of an element that a window sees.
type sample struct{ i, k, at int64 }

// slide finds how the index e of a dimension of n elements, read under conditions, slides with axes
// i and k. It looks at points where the conditions hold: whatever they look like, they tell. What
// no point tells has the value of a window that does not slide.
func (a *attempt) slide(e *ir.AffineExpr, list []condition, i, k int, n int64) (w slide, ok bool) {
	var own []condition
	for _, c := range list {
		inside := true
		for _, axis := range c.axes {
			inside = inside && (axis == i || axis == k)
		}
		if inside {
			own = append(own, c)
		}
	}
	for _, axis := range a.axesOf(e) {
		if axis != i && axis != k {
			return w, false
		}
	}
	for _, base := range divisors(e, own) {
		if w, ok = a.slideBy(e, own, i, k, base); ok {
			break
		}
	}
	if !ok || !a.slides(w, e, own, i, k, n) {
		if w, ok = a.search(e, own, i, k, n); !ok {
			return w, false
		}
	}
	reach := (a.extents[i]-1)*w.stride + (a.extents[k]-1)*w.dilation
	if w.dilation < 0 {
		reach = (a.extents[i]-1)*w.stride - (a.extents[k]-1)*w.dilation
	}
	w.high = reach - w.low - (n-1)*w.base
	return w, true
}

// slides reports whether at all points, of the first ones, w sees the element e where conditions
// hold, and none where they do not.
func (a *attempt) slides(w slide, e *ir.AffineExpr, list []condition, i, k int, n int64) bool {
	point := make([]int64, len(a.extents))
	for v := range min(a.extents[i], sampled) {
		for u := range min(a.extents[k], sampled) {
			point[i], point[k] = v, u
			all := true
			for _, c := range list {
				holds, ok := c.holds(point)
				if !ok {
					return false
				}
				all = all && holds
			}
			at, ok := affine.Evaluate(e, point, nil)
			place := w.stride*v + w.dilation*u - w.low
			sees := place >= 0 && place <= (n-1)*w.base && place%w.base == 0
			if !ok || sees != all || sees && place != at*w.base {
				return false
			}
		}
	}
	return true
}

// widest is up to which stride and distances windows are tried of which too few points tell.
const widest = 4

// search tries how a window may slide that sees so few elements that these do not tell.
func (a *attempt) search(e *ir.AffineExpr, list []condition, i, k int, n int64) (w slide, ok bool) {
	samples, ok := a.samples(e, list, i, k, 1)
	if !ok || len(samples) == 0 {
		return w, false
	}
	first := samples[0]
	for choice := range int64(widest * widest * widest) {
		w = slide{stride: choice%widest + 1, dilation: choice/widest%widest + 1, base: choice/(widest*widest) + 1}
		w.low = w.stride*first.i + w.dilation*first.k - first.at*w.base
		if a.slides(w, e, list, i, k, n) {
			return w, true
		}
	}
	return w, false
}

// divisors are the numbers by which expressions divide, and 1 last.
func divisors(e *ir.AffineExpr, list []condition) (all []int64) {
	add := func(e *ir.AffineExpr) {
		for todo := []*ir.AffineExpr{e}; len(todo) > 0; {
			e := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if e.LHS == nil {
				continue
			}
			if v, ok := affine.ConstValue(e.RHS); ok && v > 1 && (e.Op == ir.AffineFloorDiv || e.Op == ir.AffineMod) && !slices.Contains(all, v) {
				all = append(all, v)
			}
			todo = append(todo, e.LHS, e.RHS)
		}
	}
	add(e)
	for _, c := range list {
		add(c.e)
	}
	return append(all, 1)
}

// slideBy is slide for a known distance of the elements.
func (a *attempt) slideBy(e *ir.AffineExpr, list []condition, i, k int, base int64) (w slide, ok bool) {
	w = slide{stride: 1, dilation: 1, base: base}
	if c, constant := affine.ConstValue(e); constant && (a.extents[i] > 1 || a.extents[k] > 1) {
		return a.slideOver(c, list, i, k)
	}
	samples, ok := a.samples(e, list, i, k, base)
	if !ok || len(samples) == 0 {
		return w, false
	}
	first := samples[0]
	var one *sample
	for _, s := range samples[1:] {
		s.i, s.k, s.at = s.i-first.i, s.k-first.k, s.at-first.at
		if one == nil {
			one = &s
			continue
		}
		if det := one.i*s.k - one.k*s.i; det != 0 {
			w.stride = (one.at*s.k - one.k*s.at) / det
			w.dilation = (one.i*s.at - one.at*s.i) / det
			one = nil
			break
		}
	}
	switch {
	case one == nil:
	case one.k == 0:
		w.stride = one.at / one.i
	case one.i == 0:
		w.dilation = one.at / one.k
	default:
		return w, false
	}
	w.low = w.stride*first.i + w.dilation*first.k - first.at
	for _, s := range samples {
		if w.stride*s.i+w.dilation*s.k-w.low != s.at {
			return w, false
		}
	}
	return w, w.stride > 0 && w.dilation != 0
}

// samples are points at which conditions hold.
func (a *attempt) samples(e *ir.AffineExpr, list []condition, i, k int, base int64) (samples []sample, ok bool) {
	point := make([]int64, len(a.extents))
	for v := range min(a.extents[i], sampled) {
		for u := range min(a.extents[k], sampled) {
			point[i], point[k] = v, u
			all := true
			for _, c := range list {
				holds, ok := c.holds(point)
				if !ok {
					return nil, false
				}
				all = all && holds
			}
			if !all {
				continue
			}
			at, ok := affine.Evaluate(e, point, nil)
			if at, fits := shapes.Mul(at, base); ok && fits {
				samples = append(samples, sample{v, u, at})
			} else {
				return nil, false
			}
		}
	}
	return samples, true
}

// slideOver is the window over the one element of a dimension: a condition says when it sees it.
func (a *attempt) slideOver(at int64, list []condition, i, k int) (w slide, ok bool) {
	w = slide{stride: 1, dilation: 1, base: 1, low: -at}
	for _, c := range list {
		if !c.eq {
			continue
		}
		coefficients, rest, ok := affine.Linear(c.e, len(a.extents))
		if !ok || rest.Op != ir.AffineConst {
			continue
		}
		s, d, low := coefficients[i], coefficients[k], -rest.Value
		if s < 0 || s == 0 && d < 0 {
			s, d, low = -s, -d, -low
		}
		if s != 0 {
			w.stride = s
		}
		if d != 0 {
			w.dilation = d
		}
		w.low = low - at
		return w, true
	}
	return w, true
}
