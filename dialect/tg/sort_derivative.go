package tg

import (
	"slices"

	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/ir"
)

// sortRule: where elements went to is what becomes of their positions, which are sorted along, as
// long as none of the operands is that already. The comparator is not differentiated.
var sortRule = autodiff.Rule{
	Lower: lowerSort, Reads: "the permutation",
	JVP: func(m *autodiff.Maker, o *ir.Op, t []*ir.Value) []*ir.Value {
		from, dim := sortedPositions(m, o), int(o.Attr("dim").Int())
		out := make([]*ir.Value, o.NumResults())
		for i, v := range t {
			if v != nil {
				out[i] = taken(m, v, from, dim)
			}
		}
		return out
	},
	VJP: func(m *autodiff.Maker, o *ir.Op, g []*ir.Value) []*ir.Value {
		from, dim := sortedPositions(m, o), int(o.Attr("dim").Int())
		out := make([]*ir.Value, o.NumOperands())
		for i, v := range g {
			if v != nil && m.Active(i) {
				// The positions are a permutation of each line: one element for each.
				out[i] = put(m, "set", m.ZerosLike(o.Operand(i)), from, v, dim, true)
			}
		}
		return out
	},
}

// positionOperand is the operand of a sort that counts along its dimension, or -1.
func positionOperand(o *ir.Op) int {
	dim := o.Attr("dim").Int()
	return slices.IndexFunc(o.Operands(), func(v *ir.Value) bool {
		if v.Def().Is(DynamicIota) {
			return v.Def().Attr("dim").Int() == dim && v.Type().Elem() == o.Context().I64()
		}
		return isSorted(dim, v.Def())
	})
}

func sortedPositions(m *autodiff.Maker, o *ir.Op) *ir.Value {
	return toI64(m, o.Result(positionOperand(o)))
}

// lowerSort sorts positions along.
func lowerSort(m *autodiff.Maker, o *ir.Op) []*ir.Value {
	if positionOperand(o) >= 0 {
		return nil
	}
	at := indexAlong(m, o.Operand(0), int(o.Attr("dim").Int()))
	operands := append(slices.Clone(o.Operands()), at)
	types := append(slices.Clone(o.ResultTypes()), m.Ctx.WithElem(o.Result(0).Type(), m.Ctx.I64()))
	var regions []*ir.Region
	if o.NumRegions() > 0 {
		r := m.CloneRegion(o.RegionAt(0), map[*ir.Value]*ir.Value{}, map[*ir.Block]*ir.Block{})
		for range 2 {
			r.First().AddArg(m.Ctx.Tensor(nil, m.Ctx.I64()), m.Loc)
		}
		regions = append(regions, r)
	}
	return m.WithRegions(Sort, types, operands, regions, o.Props().Entries()...)[:o.NumResults()]
}
