package stablehlo

import (
	"math"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// like says that an op costs what one of tg does on the same operands. Names are
// pairs: an attribute that the other op has, and the one here whose value it gets.
func like(to *ir.OpDef, names ...string) ir.SlotValue {
	return likeWith(to, func(in *ir.Inference) []ir.NamedAttr { return renamedAttrs(in, names) })
}

func renamedAttrs(in *ir.Inference, names []string) (attrs []ir.NamedAttr) {
	for i := 0; i < len(names); i += 2 {
		if a := in.Attr(names[i+1]); a != nil {
			attrs = append(attrs, ir.NamedAttr{Name: names[i], Value: a})
		}
	}
	return attrs
}

// likeKeyword is like for an op of one input with a region for which tg may have a
// keyword, as kindOf tells, or "".
func likeKeyword(to *ir.OpDef, kindOf func(*ir.Region) string, names ...string) ir.SlotValue {
	return likeWith(to, func(in *ir.Inference) []ir.NamedAttr {
		attrs := renamedAttrs(in, names)
		if len(in.Results) == 1 && len(in.Regions) == 1 && returns(in.Regions[0]) {
			if kind := kindOf(in.Regions[0]); kind != "" {
				attrs = append(attrs, ir.NamedAttr{Name: "kind", Value: in.Ctx.StringAttr(kind)})
			}
		}
		return attrs
	})
}

// likeWith is like for an op whose attributes the function tells.
func likeWith(to *ir.OpDef, attrs func(*ir.Inference) []ir.NamedAttr) ir.SlotValue {
	return cost.Model.Of(func(in *ir.Inference) cost.Work {
		model, _ := cost.Model.Get(to)
		other := *in
		other.Def, other.Props = to, nil
		if list := attrs(in); len(list) > 0 {
			other.Props = in.Ctx.Dict(list)
		}
		return model(&other)
	})
}

// picks is the cost of an op that reads of its operand what it writes.
func picks(in *ir.Inference) cost.Work { return cost.Moving(in, math.Inf(1)) }

// loops is the cost of a loop of which nothing is known.
func loops(*ir.Inference) cost.Work {
	return cost.Work{Kind: cost.Control, Times: 1, UnknownTrips: true}
}

func sortCostAttrs(in *ir.Inference) []ir.NamedAttr {
	return []ir.NamedAttr{{Name: "dim", Value: in.Ctx.I64Attr(sortDimOf(in.Attr("dimension"), in.Operands[0].Rank()))}}
}

func dotCostAttrs(in *ir.Inference) []ir.NamedAttr {
	n := dotNumbersOf(in.Attr("dot_dimension_numbers"))
	return []ir.NamedAttr{
		ints(in.Ctx, "lhs_batching", n.lhsBatching), ints(in.Ctx, "rhs_batching", n.rhsBatching),
		ints(in.Ctx, "lhs_contracting", n.lhsContracting), ints(in.Ctx, "rhs_contracting", n.rhsContracting),
	}
}

func convolutionCostAttrs(in *ir.Inference) []ir.NamedAttr {
	attrs := []ir.NamedAttr{{Name: "groups", Value: in.Attr("feature_group_count")}, {Name: "batch_groups", Value: in.Attr("batch_group_count")}}
	if d := convDimsOf(in.Attr("dimension_numbers")); len(d.InputSpatial) <= maxSpatialDims {
		attrs = append(attrs, ir.NamedAttr{Name: "layout", Value: in.Ctx.StringAttr(tg.FormatConvLayout(d))})
	}
	return attrs
}

// returns reports whether a region, which need not be valid, ends with a value.
func returns(r *ir.Region) bool {
	b := r.First()
	return b != nil && b.Last() != nil && b.Last().NumOperands() > 0
}
