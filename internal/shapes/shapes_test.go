package shapes_test

import (
	"math"
	"slices"
	"testing"

	"github.com/tg-opt/tg/internal/shapes"
)

func TestCount(t *testing.T) {
	const half = 1 << 32
	for _, c := range []struct {
		shape []int64
		n     int64
		fits  bool
	}{
		{nil, 1, true},
		{[]int64{2, 3, 4}, 24, true},
		{[]int64{2, 0, 4}, 0, true},
		{[]int64{math.MaxInt64, 1}, math.MaxInt64, true},
		{[]int64{1 << 62, 2, 0}, 0, false},
		{[]int64{0, half, half}, 0, false}, // wraps to 0
		{[]int64{half, half / 2}, 0, false},
	} {
		n, fits := shapes.Count(c.shape)
		if fits != c.fits || fits && n != c.n || slices.Contains(c.shape, 0) && n != 0 {
			t.Errorf("%v: %d, %v; want %d, %v", c.shape, n, fits, c.n, c.fits)
		}
	}
}

func TestSaturated(t *testing.T) {
	for _, c := range []struct {
		factors []int
		want    int
	}{
		{nil, 1}, {[]int{3, 5}, 15}, {[]int{math.MaxInt, 0, 7}, 0}, {[]int{0, math.MaxInt, 2}, 0},
		{[]int{math.MaxInt/2 + 1, 2}, math.MaxInt}, {[]int{math.MaxInt, 2, 0}, 0},
	} {
		if n := shapes.Saturated(c.factors...); n != c.want {
			t.Errorf("%v: %d, want %d", c.factors, n, c.want)
		}
	}
}

func TestStrides(t *testing.T) {
	for _, c := range []struct{ shape, want []int }{
		{nil, []int{}}, {[]int{5}, []int{1}}, {[]int{2, 3, 4}, []int{12, 4, 1}}, {[]int{2, 0, 4}, []int{0, 4, 1}},
	} {
		got := shapes.Strides(c.shape)
		if !slices.Equal(got, c.want) || !shapes.Dense(c.shape, got) {
			t.Errorf("%v: %v, want %v", c.shape, got, c.want)
		}
	}
	if !shapes.Dense([]int{1, 3, 1}, []int{7, 1, 9}) || shapes.Dense([]int{2, 3}, []int{1, 2}) {
		t.Error("Dense looks at strides of extents 1, or does not look at others")
	}
}

func TestBroadcasting(t *testing.T) {
	for _, c := range []struct {
		a, b, n int
		ok      bool
	}{{1, 4, 4, true}, {4, 1, 4, true}, {4, 4, 4, true}, {1, 0, 0, true}, {0, 1, 0, true}, {3, 4, 0, false}, {0, 4, 0, false}} {
		if n, ok := shapes.Broadcast(c.a, c.b); n != c.n || ok != c.ok {
			t.Errorf("%d and %d: %d, %v", c.a, c.b, n, ok)
		}
	}
	for _, c := range []struct {
		a, b []int64
		want bool
	}{
		{nil, nil, true}, {nil, []int64{3}, true}, {[]int64{3}, []int64{2, 3}, true}, {[]int64{1, 3}, []int64{2, 3}, true},
		{[]int64{2, 3}, []int64{3}, false}, {[]int64{2, 3}, []int64{1, 3}, false}, {[]int64{2}, []int64{2, 3}, false},
	} {
		if got := shapes.Stretches(c.a, c.b); got != c.want {
			t.Errorf("%v to %v: %v", c.a, c.b, got)
		}
	}
}

func TestPermutations(t *testing.T) {
	p := []int64{2, 0, 3, 1}
	q, ok := shapes.Inverse(p)
	if !ok || !shapes.Identity(shapes.Pick(p, q)) || !shapes.Identity(shapes.Pick(q, p)) || shapes.Identity(p) {
		t.Errorf("the inverse of %v is %v, %v", p, q, ok)
	}
	if got := shapes.Pick([]string{"a", "b", "c", "d"}, p); !slices.Equal(got, []string{"c", "a", "d", "b"}) {
		t.Errorf("permuted: %v", got)
	}
	if got := shapes.Dims[int64](3, 2); !slices.Equal(got, []int64{3, 4}) || !shapes.Identity(shapes.Dims(0, 5)) {
		t.Errorf("numbers from 3 on: %v", got)
	}
	for _, none := range [][]int64{{0, 0}, {1, 2}, {-1, 0}} {
		if q, ok := shapes.Inverse(none); ok {
			t.Errorf("%v is no permutation, but %v undoes it", none, q)
		}
	}
}

func TestSqueezed(t *testing.T) {
	tests := []struct {
		a, b, to []int64
		ok       bool
	}{
		{[]int64{2, 1, 3}, []int64{2, 3}, []int64{0, -1, 1}, true},
		{[]int64{2, 3}, []int64{1, 2, 1, 3, 1}, []int64{1, 3}, true},
		{[]int64{1, 1}, []int64{1}, []int64{0, -1}, true},
		{[]int64{}, []int64{1}, []int64{}, true},
		{[]int64{2, 3}, []int64{6}, nil, false},
		{[]int64{2}, []int64{2, 3}, nil, false},
	}
	for _, tt := range tests {
		to, ok := shapes.Squeezed(tt.a, tt.b)
		if ok != tt.ok || ok && !slices.Equal(to, tt.to) {
			t.Errorf("Squeezed(%v, %v) = %v, %v, want %v, %v", tt.a, tt.b, to, ok, tt.to, tt.ok)
		}
	}
}
