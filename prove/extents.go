package prove

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/ir"
)

// extents are those of all tensors of a family that depend on symbols and may be negative, as the
// polynomials that they are at the samples: where these are negative, the family is something else,
// and nothing is proven. It is an error if an extent is another number somewhere near the least
// values of the symbols, or far from these.
func (f Family) extents(lift *lifting, sides [2][]*ir.Block) ([]poly, error) {
	if len(f.Symbols) == 0 {
		return nil, nil
	}
	var lists [][]int64
	for i := range sides[0] {
		lists = append(lists, append(shapesOf(sides[0][i]), shapesOf(sides[1][i])...))
	}
	blocks := reader{lift: lift}
	polys := make([]poly, len(lists[0]))
	for k := range polys {
		numbers := make([]int64, len(lists))
		for i, list := range lists {
			if len(list) != len(polys) {
				return nil, errors.New("graphs have other tensors at other extents")
			}
			numbers[i] = list[k]
		}
		polys[k] = blocks.lifted(numbers)
	}
	if blocks.err != nil {
		return nil, blocks.err
	}
	for _, point := range f.points() {
		left, right, err := f.Make(point)
		if err != nil {
			continue // nothing is said of graphs that are not
		}
		if err := sameExtents(polys, append(shapesOf(left), shapesOf(right)...), lift.symbols, point); err != nil {
			return nil, err
		}
	}
	return f.doubtful(polys), nil
}

// sameExtents reports whether extents are what polynomials say, unless one of these is negative.
func sameExtents(polys []poly, extents []int64, symbols []variable, point []int64) error {
	if len(polys) != len(extents) {
		return errors.New("graphs have other tensors at other extents")
	}
	differs := -1
	for k, p := range polys {
		v := valueAt(p, symbols, point)
		if v.Sign() < 0 {
			return nil
		}
		if !v.IsInt() || v.Num().Int64() != extents[k] {
			differs = k
		}
	}
	if differs >= 0 {
		return fmt.Errorf("an extent is no polynomial of the symbols: at %v it is %d", point, extents[differs])
	}
	return nil
}

// doubtful are the polynomials that may be negative for values of the symbols.
func (f Family) doubtful(polys []poly) (out []poly) {
	t := newTable(exactly)
	r := &region{t: t, known: map[string]bool{}}
	for _, s := range f.Symbols {
		r = r.and(fact{p: t.fresh(symbol, s.Name).poly().plus(-s.Min)})
	}
	for _, p := range polys {
		if !r.entails(fact{p: p}) && !slices.ContainsFunc(out, p.equal) {
			out = append(out, p)
		}
	}
	return out
}

// maxPoints is at how many points near the least values of symbols graphs are looked at.
const maxPoints = 48

// points are values of the symbols: near the least ones, in all combinations, and far from them.
func (f Family) points() (out [][]int64) {
	steps, count := int64(4), int64(maxPoints+1)
	for count > maxPoints && steps > 1 {
		steps--
		count = 1
		for range f.Symbols {
			count *= steps
		}
	}
	for k := range min(count, maxPoints) {
		point := make([]int64, len(f.Symbols))
		for i, s := range f.Symbols {
			point[i] = s.Min + k%steps
			k /= steps
		}
		out = append(out, point)
	}
	for k := range int64(12) {
		point := make([]int64, len(f.Symbols))
		for i, s := range f.Symbols {
			point[i] = s.Min + (7*k+11*int64(i)*k+3*int64(i))%29
		}
		out = append(out, point)
	}
	return out
}

// shapesOf are the extents of all tensors of a block.
func shapesOf(b *ir.Block) (out []int64) {
	for _, v := range b.Args() {
		out = append(out, v.Type().Shape()...)
	}
	for o := b.First(); o != nil; o = o.Next() {
		for _, t := range o.ResultTypes() {
			if t.IsShaped() {
				out = append(out, t.Shape()...)
			}
		}
	}
	return out
}
