package expr

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/affine"
)

func tmpUnify(left []*ir.AffineExpr, s affine.Space, right []*ir.AffineExpr, t affine.Space) ([]*ir.AffineExpr, bool) {
	n := len(s.Dims)
	sub := make([]*ir.AffineExpr, n)
	for {
		progress := false
		for k, e := range left {
			c, rest, ok := affine.Linear(e, n)
			if !ok {
				continue
			}
			axis := -1
			for i, v := range c {
				if v == 0 {
					continue
				}
				if sub[i] != nil {
					rest = affine.Add(rest, affine.Mul(sub[i], v))
					continue
				}
				if axis >= 0 || v != 1 && v != -1 {
					axis = -2
					break
				}
				axis = i
			}
			if axis >= 0 {
				sub[axis], _ = t.Simplify(affine.Mul(affine.Sub(right[k], rest), c[axis]))
				progress = true
			}
		}
		if !progress {
			return sub, true
		}
	}
}
