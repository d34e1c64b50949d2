package lower

import (
	"testing"

	"github.com/tg-opt/tg/te/affine"
)

// Windows that see one element, or none at some places, are found by trying how they may slide: at
// each place they see what the index and the conditions say.
func TestSlideSearch(t *testing.T) {
	const n = 3
	found := 0
	for stride := int64(1); stride <= 3; stride++ {
		for dilation := int64(1); dilation <= 3; dilation++ {
			for base := int64(1); base <= 2; base++ {
				for low := int64(-2); low <= 3; low++ {
					for _, extents := range [][]int64{{1, 1}, {3, 1}, {1, 3}, {2, 2}, {4, 3}} {
						a := &attempt{domain: &domain{extents: extents, space: affine.Extents(extents...)}}
						at := affine.Sub(affine.Add(affine.Mul(affine.Dim(0), stride), affine.Mul(affine.Dim(1), dilation)), affine.Const(low))
						list := []condition{
							{e: at}, {e: affine.Sub(affine.Const((n-1)*base), at)},
							{e: affine.Mod(at, base), eq: true},
						}
						e := affine.FloorDiv(at, base)
						want := slide{stride: stride, dilation: dilation, base: base, low: low}
						if !a.slides(want, e, list, 0, 1, n) {
							t.Fatalf("%+v over %v does not see what it is to", want, extents)
						}
						w, ok := a.search(e, list, 0, 1, n)
						if samples, _ := a.samples(e, list, 0, 1, 1); ok != (len(samples) > 0) {
							t.Errorf("%+v over %v, which sees %d elements: found is %v", want, extents, len(samples), ok)
						} else if ok {
							found++
							if !a.slides(w, e, list, 0, 1, n) {
								t.Errorf("%+v over %v was found as %+v", want, extents, w)
							}
						}
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d windows were found", found)
	}
}
