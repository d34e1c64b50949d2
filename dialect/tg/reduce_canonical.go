package tg

import (
	"math"
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How reductions become simpler. Some hold for every kind, others only for
// those that do not mind the order or the repetition of elements; sums of
// floats mind the order, because they are rounded.

var reducePatterns = slices.Concat(reduceShapePatterns, reduceMovePatterns, reduceRepeatPatterns, reduceArithmeticPatterns, reduceScalePatterns, reduceRegionPatterns)

var reduceShapePatterns = []*rewrite.Pattern{
	{
		Name: "reduce-of-ones", Root: Reduce,
		Doc: "A reduction of single elements is a reshape. The sum of -0 is +0, so this is not for sums of floats.",
		Example: example("%x: tensor<3x1xf32>", "tensor<3xf32>, tensor<3xi64>",
			"%0 = tg.reduce max %x dims [1] : (tensor<3x1xf32>) -> tensor<3xf32>",
			"%1 = tg.reduce argmax %x dims [1] : (tensor<3x1xf32>) -> tensor<3xi64>",
			"return %0, %1 : tensor<3xf32>, tensor<3xi64>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			kind, ok := plainReduce(o)
			if !ok || !reducesOnes(o) || isFloatSum(kind, o) {
				return false
			}
			if isArg(kind) {
				zero := splat(r.Ctx, o.Result(0).Type(), 0)
				return zero != nil && replaceWith(r, o, constantOf(r, o, zero, o.Result(0).Type()))
			}
			return replaceWith(r, o, reshaped(r, o, o.Operand(0), o.Result(0).Type().Shape()))
		},
	},
	{
		Name: "sum-of-ones", Root: Reduce, Level: rewrite.Finite,
		Doc: "A sum or mean of single elements is a reshape.",
		Example: example("%x: tensor<3x1xf32>", "tensor<3xf32>",
			"%0 = tg.reduce sum %x dims [1] : (tensor<3x1xf32>) -> tensor<3xf32>",
			"return %0 : tensor<3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			kind, ok := plainReduce(o)
			return ok && reducesOnes(o) && isFloatSum(kind, o) &&
				replaceWith(r, o, reshaped(r, o, o.Operand(0), o.Result(0).Type().Shape()))
		},
	},
	{
		Name: "reduce-of-ones-with-init", Root: Reduce,
		Doc: "A reduction of single elements that starts from a value combines that and the elements.",
		Example: example("%x: tensor<3x1xf32>, %i: tensor<f32>", "tensor<3xf32>",
			"%0 = tg.reduce sum %x init %i dims [1] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3xf32>",
			"return %0 : tensor<3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			combine := combiners[keywordOf(o)]
			if combine == nil || o.NumOperands() != 2 || !allStatic(o) || !reducesOnes(o) {
				return false
			}
			x := reshaped(r, o, o.Operand(0), o.Result(0).Type().Shape())
			n := r.OpWithTypes(combine, o.Loc(), o.ResultTypes(), []*ir.Value{x, o.Operand(1)})
			return replaceWith(r, o, n.Result(0))
		},
	},
	{
		Name: "reduce-neutral-init", Root: Reduce,
		Doc: "A reduction starts from its neutral element without being told.",
		Example: example("%x: tensor<3x2xf32>", "tensor<3xf32>",
			"%i = tg.constant dense<0.0> : tensor<f32>",
			"%0 = tg.reduce sum %x init %i dims [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>",
			"return %0 : tensor<3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			if keywordOf(o) == "" || o.NumOperands() != 2 || !isNeutral(o.Operand(1), keywordOf(o)) {
				return false
			}
			n := r.OpWithTypes(Reduce, o.Loc(), o.ResultTypes(), o.Operands()[:1], o.Props().Entries()...)
			return replaceWith(r, o, n.Result(0))
		},
	},
	{
		Name: "reduce-of-empty", Root: Reduce,
		Doc: "A reduction of no elements is what it starts from.",
		Example: example("%x: tensor<3x0xf32>, %i: tensor<f32>", "tensor<3xf32>",
			"%0 = tg.reduce sum %x init %i dims [1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>",
			"return %0 : tensor<3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			kind, out := keywordOf(o), o.Result(0).Type()
			if combiners[kind] == nil || !allStatic(o) || elements(o.Operand(0).Type()) > 0 || elements(out) == 0 {
				return false
			}
			if o.NumOperands() == 2 {
				return replaceWith(r, o, stretched(r, o, o.Operand(1), out.Shape(), nil))
			}
			a := splatOfBytesOrNil(r.Ctx, out, neutralBytes(r.Ctx, kind, out.Elem()))
			return a != nil && replaceWith(r, o, constantOf(r, o, a, out))
		},
	},
	{
		Name: "reduce-reduce", Root: Reduce,
		Doc: "Two reductions of one kind are one, if that kind does not mind the order.",
		Example: example("%x: tensor<3x2x4xf32>", "tensor<3xf32>",
			"%0 = tg.reduce max %x dims [1] : (tensor<3x2x4xf32>) -> tensor<3x4xf32>",
			"%1 = tg.reduce max %0 dims [1] : (tensor<3x4xf32>) -> tensor<3xf32>",
			"return %1 : tensor<3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool { return anyOrder(keywordOf(o), o) && reduceOfReduce(r, o) },
	},
	{
		Name: "sum-of-sums", Root: Reduce, Level: rewrite.Real,
		Doc: "Two sums, products or means of floats are one.",
		Example: example("%x: tensor<3x2x4xf32>", "tensor<3xf32>",
			"%0 = tg.reduce mean %x dims [1] : (tensor<3x2x4xf32>) -> tensor<3x4xf32>",
			"%1 = tg.reduce mean %0 dims [1] : (tensor<3x4xf32>) -> tensor<3xf32>",
			"return %1 : tensor<3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			k := keywordOf(o)
			return (k == "sum" || k == "prod" || k == "mean") && reduceOfReduce(r, o)
		},
	},
}

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
	return (kind == "sum" || kind == "mean") && o.Operand(0).Type().Elem().IsFloat()
}

// anyOrder reports whether reductions of a kind give the same bits in every
// order of the elements.
func anyOrder(kind string, o *ir.Op) bool {
	switch kind {
	case "max", "min", "and", "or", "xor":
		return true
	case "sum", "prod":
		return !o.Operand(0).Type().Elem().IsFloat()
	}
	return false
}

// idempotent reports whether repeating elements changes nothing.
func idempotent(kind string, o *ir.Op) bool {
	switch kind {
	case "max", "min", "and", "or":
		return true
	case "sum", "prod":
		return o.Operand(0).Type().Elem().IsBool()
	}
	return false
}

func reducesOnes(o *ir.Op) bool {
	for _, d := range dimsOf(o) {
		if o.Operand(0).Type().Shape()[d] != 1 {
			return false
		}
	}
	return true
}

// neutralBytes is the element that a reduction starts from, or nil.
func neutralBytes(c *ir.Context, kind string, elem *ir.Type) []byte {
	float, boolean := elem.IsFloat(), elem.IsBool()
	switch kind {
	case "sum", "or", "xor":
		return elementBytes(c, elem, 0)
	case "prod":
		return elementBytes(c, elem, 1)
	case "and":
		return allOnes(c, elem)
	case "max", "min":
		switch {
		case boolean && kind == "max":
			return elementBytes(c, elem, 0)
		case boolean:
			return elementBytes(c, elem, 1)
		case float && kind == "max":
			return elementBytes(c, elem, math.Inf(-1))
		case float:
			return elementBytes(c, elem, math.Inf(1))
		}
	}
	return nil
}

func splatOfBytesOrNil(c *ir.Context, t *ir.Type, raw []byte) *ir.Attr {
	if raw == nil {
		return nil
	}
	return splatOfBytes(c, t, raw)
}

// isNeutral reports whether v is the constant that a reduction of a kind starts
// from anyway.
func isNeutral(v *ir.Value, kind string) bool {
	a := splatOf(v)
	return a != nil && isSplatOf(a, neutralBytes(v.Def().Context(), kind, a.Type().Elem()))
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

func reduceOfReduce(r *rewrite.Rewriter, o *ir.Op) bool {
	kind, ok := plainReduce(o)
	inner := producer(o.Operand(0), Reduce)
	if !ok || inner == nil {
		return false
	}
	if k, ok := plainReduce(inner); !ok || k != kind {
		return false
	}
	left := shapes.Dims[int64](0, o.Operand(0).Type().Rank()) // what the dimensions between are of x
	x := inner.Operand(0)
	if inner.Attr("keep_dims") == nil {
		left = others(x.Type().Rank(), dimsOf(inner))
	}
	dims := slices.Clone(dimsOf(inner))
	for _, d := range dimsOf(o) {
		if !slices.Contains(dims, left[d]) {
			dims = append(dims, left[d])
		}
	}
	slices.Sort(dims)
	return replaceWith(r, o, reshaped(r, o, reduced(r, o, x, dims), o.Result(0).Type().Shape()))
}
