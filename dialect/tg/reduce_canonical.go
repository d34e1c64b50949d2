package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How reductions become simpler. Some hold for every kind, others only for
// those that do not mind the order or the repetition of elements; sums of
// floats mind the order, because they are rounded.

var reducePatterns = slices.Concat(reduceMovePatterns, reduceRegionPatterns)

// combiners are the ops that combine an accumulator and an element.
var combiners = map[string]*ir.OpDef{"sum": Add, "prod": Mul, "max": Max, "min": Min, "and": And, "or": Or, "xor": Xor}

// keywordOf is the kind of a reduction, "" for one with a region.
func keywordOf(o *ir.Op) string {
	if k := o.Attr("kind"); k != nil {
		return k.Text()
	}
	return ""
}

// plainReduce is the kind of a reduction by a keyword without an initial
// value, of static tensors.
func plainReduce(o *ir.Op) (kind string, ok bool) {
	return keywordOf(o), o.Is(Reduce) && keywordOf(o) != "" && o.NumOperands() == 1 && allStatic(o)
}

func isFloatSum(kind string, o *ir.Op) bool {
	return (kind == "sum" || kind == "mean") && isInexact(o.Operand(0).Type().Elem())
}

// anyOrder reports whether reductions of a kind give the same bits in every
// order of the elements.
func anyOrder(kind string, o *ir.Op) bool {
	switch kind {
	case "max", "min", "and", "or", "xor":
		return true
	case "sum", "prod":
		return !isInexact(o.Operand(0).Type().Elem())
	}
	return false
}

// reduced makes a reduction like o of x along dims without keep_dims: x itself
// along no dims.
func reduced(r *rewrite.Rewriter, o *ir.Op, x *ir.Value, dims []int64) *ir.Value {
	if len(dims) == 0 {
		return x
	}
	attrs := []ir.NamedAttr{{Name: "kind", Value: o.Attr("kind")}, intsAttr(r.Ctx, "dims", dims)}
	if a := o.Attr("element_type"); a != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "element_type", Value: a})
	}
	t := r.Ctx.Tensor(shapes.Pick(x.Type().Shape(), others(x.Type().Rank(), dims)), o.Result(0).Type().Elem())
	return r.OpWithTypes(Reduce, o.Loc(), types(t), append([]*ir.Value{x}, o.Operands()[1:]...), attrs...).Result(0)
}
