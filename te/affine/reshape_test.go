package affine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

// linear is the position in row-major order of an element with some indices.
func linear(index []*ir.AffineExpr, shape []int64) *ir.AffineExpr {
	sum := affine.Const(0)
	for i, stride := range shapes.Strides(shape) {
		sum = affine.Add(sum, affine.Mul(index[i], stride))
	}
	return sum
}

// indices are those of a position.
func indices(position *ir.AffineExpr, shape []int64) []*ir.AffineExpr {
	var list []*ir.AffineExpr
	for i, stride := range shapes.Strides(shape) {
		list = append(list, affine.Mod(affine.FloorDiv(position, stride), shape[i]))
	}
	return list
}

func axes(n int) []*ir.AffineExpr {
	var list []*ir.AffineExpr
	for i := range n {
		list = append(list, affine.Dim(i))
	}
	return list
}

// A reshape to other shapes, one after the other, and back is nothing.
func TestReshapes(t *testing.T) {
	for _, c := range [][][]int64{
		{{8, 16, 1024}, {8, 16, 32, 32}},
		{{8, 16, 32, 32}, {8, 16, 1024}},
		{{8, 16, 32, 32}, {8, 16, 1024}, {128, 32, 32}, {131072}, {2, 65536}},
		{{6, 35}, {10, 21}, {14, 15}, {2, 3, 5, 7}},
		{{1, 5, 1}, {5}, {1, 1, 5}},
	} {
		index := axes(len(c[0]))
		from := c[0]
		for _, shape := range append(c[1:], c[0]) {
			index = indices(linear(index, from), shape)
			from = shape
		}
		s := affine.Extents(c[0]...)
		for i, e := range index {
			simple, ok := s.Simplify(e)
			want := affine.Dim(i)
			if c[0][i] == 1 {
				want = affine.Const(0)
			}
			if !ok || !affine.Equal(simple, want) {
				t.Errorf("%v: axis %d is %s", c, i, text(simple))
			}
		}
	}
}

// factored splits a product of primes among some extents.
func factored(r *rand.Rand, primes []int64, rank int) []int64 {
	shape := make([]int64, rank)
	for i := range shape {
		shape[i] = 1
	}
	for _, p := range primes {
		shape[r.IntN(rank)] *= p
	}
	return shape
}

// mirror has the indices of elements counted from the other end.
func mirror(index []*ir.AffineExpr, shape []int64) []*ir.AffineExpr {
	var list []*ir.AffineExpr
	for i, e := range index {
		list = append(list, affine.Sub(affine.Const(shape[i]-1), e))
	}
	return list
}

// The same for random shapes, also where elements are counted from the other end in between.
func TestReshapesRandom(t *testing.T) {
	for seed := range campaign.Seeds(1000) {
		r := rand.New(rand.NewPCG(seed, 3))
		var primes []int64
		for range 1 + r.IntN(7) {
			primes = append(primes, []int64{2, 2, 2, 3, 5}[r.IntN(5)])
		}
		first := factored(r, primes, 1+r.IntN(4))
		index, from, mirrored := axes(len(first)), first, false
		s := affine.Extents(first...)
		for range 1 + r.IntN(3) {
			shape := factored(r, primes, 1+r.IntN(4))
			index = indices(linear(index, from), shape)
			if r.IntN(2) == 0 {
				index, _ = s.SimplifyAll(index)
			}
			if r.IntN(3) == 0 { // from the other end
				mirrored = !mirrored
				index = mirror(index, shape)
			}
			from = shape
		}
		index = indices(linear(index, from), first)
		if mirrored {
			index = mirror(index, first)
		}
		for i, e := range index {
			simple, ok := s.Simplify(e)
			want := affine.Dim(i)
			if first[i] == 1 {
				want = affine.Const(0)
			}
			if !ok || !affine.Equal(simple, want) {
				t.Fatalf("case %d: axis %d of %v is %s (%v), from %s", seed, i, first, text(simple), ok, text(e))
			}
		}
	}
}
