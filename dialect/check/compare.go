package check

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/tensor"
)

// elementTest compares element i of two tensors of one type. distance orders
// mismatches, so that the worst one can be named.
type elementTest func(got, want *tensor.Tensor, i int) (ok bool, distance float64)

// byParts compares complex numbers by their parts, all of which must pass.
func (test elementTest) byParts(got, want *tensor.Tensor, i int) (ok bool, distance float64) {
	parts := got.DType().Parts()
	got, want, ok = got.Parts(), want.Parts(), true
	for k := i * parts; k < (i+1)*parts; k++ {
		passed, d := test(got, want, k)
		ok, distance = ok && passed, max(distance, d)
	}
	return ok, distance
}

// compareAll compares two tensors and says where they differ most.
func compareAll(got, want *tensor.Tensor, test elementTest) (passed bool, detail string) {
	if tensor.ShapeString(got.Shape()) != tensor.ShapeString(want.Shape()) {
		return false, fmt.Sprintf("expected the shape %s, but got %s", tensor.ShapeString(want.Shape()), tensor.ShapeString(got.Shape()))
	}
	bad, worst, worstDistance := 0, 0, math.Inf(-1)
	for i := range got.Len() {
		ok, d := test.byParts(got, want, i)
		if ok {
			continue
		}
		bad++
		if d > worstDistance || bad == 1 {
			worst, worstDistance = i, d
		}
	}
	if bad == 0 {
		return true, fmt.Sprintf("all %d elements as expected", got.Len())
	}
	return false, fmt.Sprintf("%d of %d elements differ; the worst is at %s: expected %s, but got %s",
		bad, got.Len(), tensor.IndexString(got.Shape(), worst), element(want, worst), element(got, worst))
}

func element(t *tensor.Tensor, i int) string {
	size := t.DType().Size()
	one := tensor.Wrap(t.DType(), nil, t.Bytes()[i*size:(i+1)*size])
	return one.String()
}

// equal is ==: NaN equals nothing, the zeros equal each other.
func equal(got, want *tensor.Tensor, i int) (bool, float64) {
	if !got.DType().IsFloat() {
		a, b := got.Int64At(i), want.Int64At(i)
		return a == b, integerDistance(got.DType(), a, b)
	}
	a, b := got.Float64At(i), want.Float64At(i)
	return a == b, floatDistance(a, b)
}

// near allows a difference of at most absolute + relative*|expected|. NaN
// matches NaN, and an infinity itself.
func near(absolute, relative float64) elementTest {
	return func(got, want *tensor.Tensor, i int) (bool, float64) {
		if !got.DType().IsFloat() {
			d := integerDistance(got.DType(), got.Int64At(i), want.Int64At(i))
			return d <= absolute+float64(relative*math.Abs(want.Float64At(i))), d
		}
		a, b := got.Float64At(i), want.Float64At(i)
		if a == b || a != a && b != b {
			return true, 0
		}
		d := floatDistance(a, b)
		return d <= absolute+float64(relative*math.Abs(b)) && !math.IsInf(b, 0), d
	}
}

func integerDistance(t tensor.DType, a, b int64) float64 {
	if t.IsUnsigned() {
		return math.Abs(float64(uint64(a)) - float64(uint64(b)))
	}
	return math.Abs(float64(a) - float64(b))
}

// floatDistance puts what is not comparable furthest away.
func floatDistance(a, b float64) float64 {
	if d := math.Abs(a - b); d == d {
		return d
	}
	return math.Inf(1)
}

// ulps allows between least and most steps in the element type from one value
// to the other, of complex numbers from either part to that of the other. NaN
// matches NaN, an infinity only itself, and the zeros are no step apart.
func ulps(least, most uint64) elementTest {
	return func(got, want *tensor.Tensor, i int) (bool, float64) {
		if !got.DType().IsFloat() {
			return equal(got, want, i)
		}
		a, b := got.Float64At(i), want.Float64At(i)
		switch {
		case a != a && b != b:
			return least == 0, 0
		case a != a || b != b || math.IsInf(a, 0) || math.IsInf(b, 0):
			return a == b && least == 0, math.Inf(1)
		}
		x, y := tensor.FloatRank(got, i), tensor.FloatRank(want, i)
		d := uint64(max(x, y)) - uint64(min(x, y))
		return least <= d && d <= most, float64(d)
	}
}
