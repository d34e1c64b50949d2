package tg

import (
	"fmt"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// broadcastTypes is the shape of an elementwise op on operands of these types:
// shapes align at the last dimension, size 1 stretches, missing leading
// dimensions count as 1. A `?` next to a static extent other than 1 takes that
// extent, which is checked at run time.
func broadcastTypes(ts []*ir.Type) ([]int64, error) {
	rank := 0
	for _, t := range ts {
		rank = max(rank, t.Rank())
	}
	shape := make([]int64, rank)
	for d := range shape {
		shape[d] = 1
		from := 0 // the operand that shape[d] comes from
		for i, t := range ts {
			at := d - (rank - t.Rank())
			if at < 0 {
				continue
			}
			n, ok := broadcastExtent(shape[d], t.Shape()[at])
			if !ok {
				first := d - (rank - ts[from].Rank())
				return nil, fmt.Errorf("operands do not broadcast: dimension %d of operand #%d ('%s') is %s, dimension %d of operand #%d ('%s') is %s; "+
					"extents must be equal, or one of them 1", first, from, ts[from], extentText(shape[d]), at, i, t, extentText(t.Shape()[at]))
			}
			if n != shape[d] {
				shape[d], from = n, i
			}
		}
	}
	return shape, nil
}

// broadcastExtent joins two extents; ok is false when they do not fit.
func broadcastExtent(a, b int64) (n int64, ok bool) {
	n, ok = shapes.Broadcast(a, b)
	switch {
	case ok:
		return n, true
	case b == ir.Dynamic:
		return a, true
	case a == ir.Dynamic:
		return b, true
	}
	return 0, false
}

// inferElementwise infers one result with the broadcast shape of all operands,
// which have one element type, and the element type elem(operand #0).
func inferElementwise(elem func(c *ir.Context, operand *ir.Type) *ir.Type) inference {
	return func(in *ir.Inference) ([]*ir.Type, error) {
		if err := sameElements(in.Operands); err != nil {
			return nil, err
		}
		shape, err := broadcastTypes(in.Operands)
		if err != nil {
			return nil, err
		}
		return types(in.Ctx.Tensor(shape, elem(in.Ctx, in.Operands[0].Elem()))), nil
	}
}

func keepElem(_ *ir.Context, operand *ir.Type) *ir.Type { return operand }
func boolElem(c *ir.Context, _ *ir.Type) *ir.Type       { return c.Bool() }
