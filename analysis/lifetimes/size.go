package lifetimes

import "github.com/tg-opt/tg/ir"

// extent is how much there may be in a function at most, so that room is made for
// it once.
type extent struct {
	points, values, operands int
	depth                    int // of regions
}

// extentOf counts. It keeps no more than a number for each region around.
func extentOf(fn *ir.Op) (e extent) {
	var regions []int32
	var block *ir.Block
	var o *ir.Op
	begin := func(b *ir.Block) {
		block, o = b, b.First()
		e.values += b.NumArgs()
	}
	enter := func(of *ir.Op, from int) bool {
		r, number := nextRegion(of, from)
		if r == nil {
			return false
		}
		regions = append(regions, int32(number))
		e.depth = max(e.depth, len(regions))
		begin(r.First())
		return true
	}
	if !enter(fn, 0) {
		return e
	}
	for {
		switch {
		case o != nil:
			e.points++
			e.values += o.NumResults()
			e.operands += o.NumOperands()
			if enter(o, 0) {
				e.points++ // it ends
			} else {
				o = o.Next()
			}
		case block.Next() != nil:
			begin(block.Next())
		default:
			around, number := block.Parent(), int(regions[len(regions)-1])
			regions = regions[:len(regions)-1]
			if enter(around, number+1) {
				continue
			}
			if around == fn {
				return e
			}
			block, o = around.Block(), around.Next()
		}
	}
}
