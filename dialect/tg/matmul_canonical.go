package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// How matrix products and dot_general become simpler. Transposed operands that
// a dot_general reads in place are a matter of cost, and so of fuse-matmul.

var dotGeneralPatterns = []*rewrite.Pattern{
	{
		Name: "dot-general-is-matmul", Root: DotGeneral,
		Doc: "A dot_general whose batching dimensions come first, and whose contracting dimensions end lhs and follow them in rhs, is a matrix product; dimensions that belong together are joined by reshapes, which copy nothing.",
		Why: "Which dimensions are joined depends on how many there are of each sort, with and without a bias, as in the pattern after it.",
		Example: example("%x: tensor<5x2x4xf32>, %y: tensor<2x4x3x6xf32>", "tensor<5x3x6xf32>",
			"%0 = tg.dot_general %x, %y contracting [1, 2] x [0, 1] : (tensor<5x2x4xf32>, tensor<2x4x3x6xf32>) -> tensor<5x3x6xf32>",
			"return %0 : tensor<5x3x6xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			return allStatic(o) && dotAsMatMul(r, o, [2]*ir.Value{o.Operand(0), o.Operand(1)}, dotDimsOf(o))
		},
	},
	{
		Name: "dot-general-of-transposes-is-matmul", Root: DotGeneral,
		Doc: "A dot_general that is a matrix product of what its operands were before they were transposed becomes that.",
		Why: "It applies only if the pattern before it would apply then, with one operand transposed or both.",
		Example: example("%x: tensor<2x4xf32>, %y: tensor<4x3xf32>", "tensor<2x3xf32>",
			"%0 = tg.transpose %y permutation [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>",
			"%1 = tg.dot_general %x, %0 contracting [1] x [1] : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>",
			"return %1 : tensor<2x3xf32>"),
		Apply: func(r *rewrite.Rewriter, o *ir.Op) bool {
			if !allStatic(o) {
				return false
			}
			values, dims, changed := [2]*ir.Value{o.Operand(0), o.Operand(1)}, dotDimsOf(o), false
			for i, v := range values {
				if t := v.Def(); t.Is(Transpose) {
					p := permutationOf(t)
					free := others(len(p), slices.Concat(dims[i].batching, dims[i].contracting))
					if !increasing(shapes.Pick(p, free)) {
						return false
					}
					values[i] = t.Operand(0)
					dims[i] = dotDims{shapes.Pick(p, dims[i].batching), shapes.Pick(p, dims[i].contracting)}
					changed = true
				}
			}
			return changed && dotAsMatMul(r, o, values, dims)
		},
	},
}

// dotDims are the dimension numbers of one operand of a dot_general.
type dotDims struct{ batching, contracting []int64 }

func dotDimsOf(o *ir.Op) [2]dotDims {
	return [2]dotDims{
		{o.Attr("lhs_batching").Ints(), o.Attr("lhs_contracting").Ints()},
		{o.Attr("rhs_batching").Ints(), o.Attr("rhs_contracting").Ints()},
	}
}

// dotAsMatMul replaces a dot_general by the matrix product of values, which
// have these dimension numbers, if it is one. The order of summation is that of
// the contracting dimensions in either form.
func dotAsMatMul(r *rewrite.Rewriter, o *ir.Op, values [2]*ir.Value, dims [2]dotDims) bool {
	left, right, out := values[0].Type().Shape(), values[1].Type().Shape(), o.Result(0).Type().Shape()
	b, c := len(dims[0].batching), len(dims[0].contracting)
	rows, cols := left[b:max(b, len(left)-c)], right[min(b+c, len(right)):]
	if c == 0 || shapes.Product(left) == 0 || shapes.Product(right) == 0 ||
		!slices.Equal(dims[0].batching, shapes.Dims[int64](0, b)) || !slices.Equal(dims[1].batching, shapes.Dims[int64](0, b)) ||
		!slices.Equal(dims[0].contracting, shapes.Dims(int64(len(left)-c), c)) || !slices.Equal(dims[1].contracting, shapes.Dims(int64(b), c)) {
		return false
	}
	k := shapes.Product(right[b : b+c])
	lhs, rhs, result := slices.Concat(left[:b], rows, []int64{k}), slices.Concat(left[:b], []int64{k}, cols), slices.Clone(out)
	if len(cols) > 1 || b > 0 && len(cols) == 0 {
		rhs = slices.Concat(left[:b], []int64{k, shapes.Product(cols)})
		result = slices.Concat(left[:b], rows, []int64{shapes.Product(cols)})
	}
	if b > 0 && len(rows) != 1 {
		lhs = slices.Concat(left[:b], []int64{shapes.Product(rows), k})
		result = slices.Concat(left[:b], []int64{shapes.Product(rows), shapes.Product(cols)})
	}
	if o.NumOperands() > 2 && !slices.Equal(result, out) && o.Operand(2).Type().Rank() > 0 {
		return false
	}
	var attrs []ir.NamedAttr
	for _, name := range []string{"activation", "element_type"} {
		if a := o.Attr(name); a != nil {
			attrs = append(attrs, ir.NamedAttr{Name: name, Value: a})
		}
	}
	operands := append([]*ir.Value{reshaped(r, o, values[0], lhs), reshaped(r, o, values[1], rhs)}, o.Operands()[2:]...)
	n := r.OpWithTypes(MatMul, o.Loc(), types(r.Ctx.WithShape(o.Result(0).Type(), result)), operands, attrs...)
	return replaceWith(r, o, reshaped(r, o, n.Result(0), out))
}
