package derivcheck

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/tensor"
)

// Lists of tensors as vectors. Complex numbers are two elements each.

// picked are the tensors of those numbers.
func picked(x []*tensor.Tensor, list []int) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(list))
	for k, i := range list {
		out[k] = x[i]
	}
	return out
}

// length is how many elements there are.
func length(x []*tensor.Tensor) (n int) {
	for _, t := range x {
		n += t.Parts().Len()
	}
	return n
}

// zerosLike are tensors of the same types.
func zerosLike(x []*tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(x))
	for i, t := range x {
		out[i] = tensor.New(t.DType(), t.Shape()...)
	}
	return out
}

// largest is the largest magnitude, infinity if something is not finite.
func largest(x ...*tensor.Tensor) (v float64) {
	for _, t := range x {
		p := t.Parts()
		for k := range p.Len() {
			w := math.Abs(p.Float64At(k))
			if w != w {
				return math.Inf(1)
			}
			v = max(v, w)
		}
	}
	return v
}

// isFinite reports whether all elements are numbers.
func isFinite(x ...*tensor.Tensor) bool { return !math.IsInf(largest(x...), 1) }

// moved is x with step times the direction v added to the tensors of those numbers.
func moved(x []*tensor.Tensor, list []int, v []*tensor.Tensor, step float64) []*tensor.Tensor {
	out := append([]*tensor.Tensor{}, x...)
	for k, i := range list {
		out[i] = x[i].Clone()
		to, along := out[i].Parts(), v[k].Parts()
		for n := range to.Len() {
			to.SetFloat64(n, to.Float64At(n)+float64(step*along.Float64At(n)))
		}
	}
	return out
}

// pair is what cotangents make of tangents, Re(conj(ct) t) or, as JAX has it, Re(ct t), and the sum
// of the magnitudes that were added up.
func pair(ct, t []*tensor.Tensor, jax bool) (sum, scale float64) {
	for i := range ct {
		a, b := ct[i].Parts(), t[i].Parts()
		for k := range a.Len() {
			v := float64(a.Float64At(k) * b.Float64At(k))
			if jax && ct[i].DType().IsComplex() && k%2 == 1 {
				v = -v
			}
			sum += v
			scale += math.Abs(v)
		}
	}
	return sum, scale
}

// element is where element k of a list of tensors is, counted through all: the tensor, and what to
// write behind its name.
func element(x []*tensor.Tensor, k int) (i int, text string) {
	for k >= x[i].Parts().Len() {
		k -= x[i].Parts().Len()
		i++
	}
	part := ""
	if per := x[i].DType().Parts(); per > 1 {
		part = [...]string{", real part", ", imaginary part"}[k%per]
		k /= per
	}
	shape := x[i].Shape()
	at := make([]int, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		at[d] = k % shape[d]
		k /= shape[d]
	}
	return i, fmt.Sprint(at) + part
}

// set sets element k, counted through all.
func set(x []*tensor.Tensor, k int, v float64) {
	for _, t := range x {
		if n := t.Parts().Len(); k >= n {
			k -= n
			continue
		}
		t.Parts().SetFloat64(k, v)
		return
	}
}

// get is element k, counted through all.
func get(x []*tensor.Tensor, k int) float64 {
	for _, t := range x {
		if n := t.Parts().Len(); k >= n {
			k -= n
			continue
		}
		return t.Parts().Float64At(k)
	}
	return math.NaN()
}

// difference is the largest difference of elements, and at which one it is; infinity for one that
// is no number.
func difference(x, y []*tensor.Tensor) (worst float64, at int) {
	n := 0
	for i := range x {
		a, b := x[i].Parts(), y[i].Parts()
		for k := range a.Len() {
			d := math.Abs(a.Float64At(k) - b.Float64At(k))
			if d != d {
				d = math.Inf(1)
			}
			if d > worst {
				worst, at = d, n+k
			}
		}
		n += a.Len()
	}
	return worst, at
}
