package tg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// MatMul is the batched matrix product.
var MatMul = Dialect.NewOp("tg.matmul")

func init() {
	MatMul.Define(ir.OpDef{
		Doc: "Matrix product (..., m, k) x (..., k, n) -> (..., m, n) with NumPy's rules: leading dimensions broadcast, " +
			"a rank-1 lhs is one row and a rank-1 rhs one column, which the result then lacks. " + epilogueDoc + contractionDoc,
		Example: `func.func @f(%x: tensor<5x4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<5x4x16xf32> {
  %0 = tg.matmul %x, %w : (tensor<5x4x8xf32>, tensor<8x16xf32>) -> tensor<5x4x16xf32>
  %1 = tg.matmul %x, %w bias %b activation relu : (tensor<5x4x8xf32>, tensor<8x16xf32>, tensor<16xf32>) -> tensor<5x4x16xf32>
  %2 = tg.add %0, %1 : tensor<5x4x16xf32>
  return %2 : tensor<5x4x16xf32>
}`,
		Operands: ir.Args(ir.Arg("lhs", plainTensor), ir.Arg("rhs", plainTensor), ir.Optional("bias", plainTensor)),
		Results:  ir.Args(ir.Arg("output", plainTensor)),
		Attrs:    []ir.AttrArg{activation, elementType},
		Traits:   ir.Pure,
		Format:   "$lhs `,` $rhs (`bias` $bias^)? " + clauses("activation", "element_type") + "attr-dict `:` same-type",
		Infer:    inferMatMul,
		Slots: ir.Slots{
			autodiff.Derivative.Of(matMulDerivative),
			dimorder.Of.Of(dimorder.Fixed("its matrices are the last two dimensions")),
			te.Expand.Of(expandMatMul),
			opgen.FormsOf.Of(matMulForms),
			autodiff.Raised.Of(raiseMatMul),
			opgen.InstanceOf.Of(matMulInstance),
			convert.Writes(writeMatMul),
			cost.Model.Of(matMulCost),
			analysis.StorageOf.Of(matMulStorage),
			interp.Tile.Of(matMulTile),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				c, err := contract.NewMatMul(s.Out[0].DType, contractType(s.In[0]), contractType(s.In[1]))
				return contractionStep(s, s.In[0].Shape[len(s.In[0].Shape)-1], c, err)
			}),
		},
	})
}

func matMulStorage(in *ir.Inference) analysis.Storage {
	out := contractTypeOf(in.Results[0])
	return contractionStorage(contract.NewMatMul(out.DType, contractTypeOf(in.Operands[0]), contractTypeOf(in.Operands[1])))
}

func inferMatMul(in *ir.Inference) ([]*ir.Type, error) {
	elem, err := contractionElem(in)
	if err != nil {
		return nil, err
	}
	shape, err := matMulShape(in.Ctx, in.Operands[0], in.Operands[1])
	if err != nil {
		return nil, err
	}
	result := in.Ctx.Tensor(shape, elem)
	return types(result), checkEpilogue(in, result)
}

func matMulShape(c *ir.Context, lhs, rhs *ir.Type) ([]int64, error) {
	if lhs.Rank() == 0 || rhs.Rank() == 0 {
		return nil, fmt.Errorf("operands must have rank 1 or more, but are '%s' and '%s'", lhs, rhs)
	}
	rows, inner := lhs.Shape()[:lhs.Rank()-1], lhs.Shape()[lhs.Rank()-1]
	at := max(0, rhs.Rank()-2)
	if _, ok := sameExtent(inner, rhs.Shape()[at]); !ok {
		return nil, fmt.Errorf("inner dimensions differ: dimension %d of lhs ('%s') is %d, dimension %d of rhs ('%s') is %d",
			lhs.Rank()-1, lhs, inner, at, rhs, rhs.Shape()[at])
	}
	leftBatch := rows[:max(0, len(rows)-1)]
	shape, err := broadcastTypes(types(c.Tensor(leftBatch, lhs.Elem()), c.Tensor(rhs.Shape()[:at], lhs.Elem())))
	if err != nil {
		return nil, fmt.Errorf("batch dimensions of '%s' and '%s' do not broadcast: %s and %s differ, and neither is 1", lhs, rhs, listText(leftBatch), listText(rhs.Shape()[:at]))
	}
	if lhs.Rank() > 1 {
		shape = append(shape, rows[len(rows)-1])
	}
	if rhs.Rank() > 1 {
		shape = append(shape, rhs.Shape()[rhs.Rank()-1])
	}
	return shape, nil
}

// matMulInstance says what random instances look like.
var matMulInstance = opgen.Instance{Operand: matMulOperand, Attrs: epilogueAttrs, Count: withBias}

// matMulCost: batches of products of m x k by k x n. One matrix on the right
// multiplies the rows of all batches at once, one row on the left the columns.
func matMulCost(in *ir.Inference) cost.Work {
	lhs, rhs := in.Operands[0].Shape(), in.Operands[1].Shape()
	rows, cols := 1.0, 1.0
	depth := cost.Extent(lhs[len(lhs)-1])
	if len(lhs) > 1 {
		rows = cost.Extent(lhs[len(lhs)-2])
	}
	if len(rhs) > 1 {
		cols = cost.Extent(rhs[len(rhs)-1])
	}
	batches := 0.0
	if out := cost.Elements(in.Results[0]); rows*cols > 0 {
		batches = out / (rows * cols)
	}
	switch {
	case batches <= 1:
	case oneMatrix(rhs):
		rows, batches = rows*batches, 1
	case oneMatrix(lhs) && rows == 1:
		cols, batches = cols*batches, 1
	}
	return withEpilogue(in, cost.Product(in, batches, rows, cols, depth))
}

// oneMatrix reports whether an operand of a matrix product is the same in all
// batches.
func oneMatrix(shape []int64) bool {
	for _, n := range shape[:max(0, len(shape)-2)] {
		if n != 1 {
			return false
		}
	}
	return true
}

func matMulOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	switch i {
	case 0:
		if g.Chance(2, 3) {
			return g.OfRank(2)
		}
		return g.Ranked(1)
	case 2:
		return biasOf(g, MatMul, before)
	}
	l := before[0].Shape()
	if len(l) == 0 {
		return nil
	}
	k := l[len(l)-1]
	s := []int64{k, g.Extent()}
	switch g.IntN(6) {
	case 0:
		s = []int64{k}
	case 1:
		if len(l) > 2 {
			s = append(slices.Clone(l[:len(l)-2]), s...)
		}
	case 2:
		if len(l) < 4 {
			s = append([]int64{g.Extent()}, s...)
		}
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

// writeMatMul writes a contraction. Batches that both operands have are repeated
// until they are the same.
func writeMatMul(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	lhs, rhs, result := x[0].Type(), x[1].Type(), o.Result(0).Type()
	inner, at := int64(lhs.Rank()-1), int64(max(0, rhs.Rank()-2))
	var batching []int64
	if lhs.Rank() > 1 && rhs.Rank() > 2 {
		batch := result.Shape()[:result.Rank()-2]
		x = append(spread(w, batch, x[:2], 2), x[2:]...)
		for d := range batch {
			batching = append(batching, int64(d))
		}
		inner, at = int64(len(batch)+1), int64(len(batch))
	}
	return epilogued(w, o, x, dotOf(w, result, x, batching, batching, []int64{inner}, []int64{at}))
}

// raiseMatMul makes the leading dimension one more that broadcasts, in front of the others. A
// vector becomes a matrix of one row or column meanwhile.
func raiseMatMul(b *autodiff.Batch, o *ir.Op) []*ir.Value {
	lhs, rhs, result := o.Operand(0).Type(), o.Operand(1).Type(), o.Result(0).Type()
	row, column := lhs.Rank() == 1, rhs.Rank() == 1
	if (row || column) && o.NumOperands() > 2 {
		return nil // the bias would have to change with the result
	}
	left, right, shape := lhs.Shape(), rhs.Shape(), slices.Clone(result.Shape())
	if row {
		left, shape = append([]int64{1}, left...), slices.Insert(shape, len(shape)-btoi(!column), 1)
	}
	if column {
		right, shape = append(slices.Clone(right), 1), append(shape, 1)
	}
	// The bias must not have more dimensions than the product.
	first := b.Has(o, 0) || !b.Has(o, 1)
	in := []*ir.Value{alignedFirst(b, o, 0, first, left, len(shape)), alignedFirst(b, o, 1, b.Has(o, 1), right, len(shape))}
	if o.NumOperands() > 2 {
		in = append(in, alignedFirst(b, o, 2, b.Has(o, 2), o.Operand(2).Type().Shape(), len(shape)))
	}
	v := b.As(o, types(b.Type(b.Ctx.Tensor(shape, result.Elem()))), in)
	return []*ir.Value{reshapeTo(b.Builder, b.Loc, v[0], b.Type(result))}
}

// alignedFirst is what stands for operand i, which has this shape, and if it is to have the leading
// dimension, with that in front of as many as the result has.
func alignedFirst(b *autodiff.Batch, o *ir.Op, i int, has bool, shape []int64, rank int) *ir.Value {
	v := b.In(o, i)
	if has {
		v = b.All(o, i)
		shape = slices.Concat([]int64{b.N}, slices.Repeat([]int64{1}, rank-len(shape)), shape)
	}
	return reshapeTo(b.Builder, b.Loc, v, b.Ctx.Tensor(shape, v.Type().Elem()))
}

func btoi(v bool) int {
	if v {
		return 1
	}
	return 0
}
