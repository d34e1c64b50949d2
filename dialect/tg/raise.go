package tg

import (
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// What ops become when they are applied to all elements of a leading dimension at once
// (autodiff.Raised).

// behindFirst are dimensions when there is one more in front.
func behindFirst(dims []int64) []int64 {
	raised := make([]int64, len(dims))
	for i, d := range dims {
		raised[i] = d + 1
	}
	return raised
}

// withFirst is the attribute of that name, a list with an entry for each dimension, with one more
// in front.
func withFirst(o *ir.Op, name string, first int64) ir.NamedAttr {
	return intsAttr(o.Context(), name, append([]int64{first}, o.Attr(name).Ints()...))
}

// raisedBy is the slot of an op whose attribute of that name lists dimensions; if first is set,
// also the leading one, which stays in front.
func raisedBy(name string, first bool) ir.SlotValue {
	return autodiff.Raised.Of(func(b *autodiff.Batch, o *ir.Op) []*ir.Value {
		dims := behindFirst(o.Attr(name).Ints())
		if first {
			dims = append([]int64{0}, dims...)
		}
		return b.Like(o, b.Ins(o), ir.NamedAttr{Name: name, Value: b.Ctx.I64Array(dims)})
	})
}

// raisedAlike is the slot of an op whose attributes do not speak of dimensions.
func raisedAlike() ir.SlotValue {
	return autodiff.Raised.Of(func(b *autodiff.Batch, o *ir.Op) []*ir.Value { return b.Like(o, b.Ins(o)) })
}
