package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Einsum and UnaryEinsum sum products of elements as labels of dimensions say.
var (
	Einsum      = Dialect.NewOp("stablehlo.einsum")
	UnaryEinsum = Dialect.NewOp("stablehlo.unary_einsum")
)

func init() {
	config := []ir.AttrArg{{Name: "einsum_config", Is: ir.IsString}}
	Einsum.Define(ir.OpDef{
		Doc: "Sums of products in Einstein's notation. Dimensions with one label go together: elements are those at the same index, and over labels that the result lacks is summed. " +
			"An ellipsis stands for any number of dimensions.",
		Example: `func.func @f(%x: tensor<8x16xf32>, %y: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
		Operands: ir.Args(ir.Arg("lhs", ir.AnyTensor), ir.Arg("rhs", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor).Own()),
		Attrs:    config,
		Traits:   ir.Pure,
		Format:   "$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type",
		Verify:   verifyEinsum,
		Slots: ir.Slots{
			cost.Model.Of(cost.Elementwise),
			convert.ToTG.Of(einsumToTG),
		},
	})
	UnaryEinsum.Define(ir.OpDef{
		Doc: "Sums of elements in Einstein's notation. Over the labels that the result lacks is summed, of a label that is given twice the diagonal is taken, and the result has the order of its labels.",
		Example: `func.func @f(%x: tensor<8x16xf32>) -> tensor<8xf32> {
  %0 = stablehlo.unary_einsum %x, config = "ab->a" : (tensor<8x16xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    config,
		Traits:   ir.Pure,
		Format:   "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type",
		Verify: func(o *ir.Op) error {
			if from, to := o.Operand(0).Type(), o.Result(0).Type(); from.Elem() != to.Elem() {
				return fmt.Errorf("cannot change the element type from '%s' to '%s'", from.Elem(), to.Elem())
			}
			return verifyEinsum(o)
		},
		Slots: ir.Slots{
			cost.Model.Of(cost.Elementwise),
			convert.ToTG.Of(einsumToTG),
		},
	})
}

func verifyEinsum(o *ir.Op) error {
	e, err := readEinsum(o.Attr("einsum_config").Text(), o.OperandTypes())
	if err != nil {
		return err
	}
	return checkResultShape(o, e.shape())
}

// einsumToTG takes diagonals and sums out of each operand for itself, and makes a
// contraction of two of them.
func einsumToTG(c *convert.Rewriter, o *ir.Op) error {
	e, err := readEinsum(o.Attr("einsum_config").Text(), o.OperandTypes())
	if err != nil {
		return err
	}
	m := &summer{Maker: c.NewMaker(o), einsum: e}
	v, labels := m.own(0)
	if o.NumOperands() > 1 {
		w, others := m.own(1)
		v, labels = m.contract(v, w, labels, others)
	}
	return m.Done(m.inOrder(v, labels))
}

// summer makes the ops of an einsum.
type summer struct {
	*convert.Maker
	*einsum
}

// own is operand i with each label once, and only with those that the result or the
// other operand have.
func (m *summer) own(i int) (*ir.Value, []int) {
	v, labels := m.Operand(i), slices.Clone(m.operands[i])
	if v == nil {
		return nil, nil
	}
	for d := 0; d < len(labels); d++ {
		for twin := slices.Index(labels[d+1:], labels[d]); twin >= 0; twin = slices.Index(labels[d+1:], labels[d]) {
			if v = m.diagonal(v, d, d+1+twin); v == nil {
				return nil, nil
			}
			label := labels[d]
			labels = append(slices.Delete(slices.Delete(labels, d+1+twin, d+2+twin), d, d+1), label)
			d = 0
		}
	}
	var summed []int64
	var kept []int
	for d, l := range labels {
		if slices.Contains(m.result, l) || len(m.operands) > 1 && slices.Contains(m.operands[1-i], l) {
			kept = append(kept, l)
		} else {
			summed = append(summed, int64(d))
		}
	}
	if len(summed) == 0 {
		return v, labels
	}
	v = m.Typed(tg.Reduce, m.Ctx.WithShape(v.Type(), without(v.Type().Shape(), summed)), []*ir.Value{v},
		ints(m.Ctx, "dims", summed), ir.NamedAttr{Name: "kind", Value: m.Ctx.StringAttr("sum")})
	return v, kept
}

// diagonal takes the elements whose indices of dimensions d and e are equal; they come
// last then. In rows of n elements, these are n+1 apart.
func (m *summer) diagonal(v *ir.Value, d, e int) *ir.Value {
	t := v.Type()
	n := t.Shape()[d]
	if !t.IsStatic() {
		m.Failed(fmt.Errorf("cannot be converted to tg: the extents of '%s', of which it takes a diagonal, are %s", t, shapeUnknown))
		return nil
	}
	var order []int64
	for i := range t.Rank() {
		if i != d && i != e {
			order = append(order, int64(i))
		}
	}
	rest := without(t.Shape(), []int64{int64(d), int64(e)})
	v = m.transposed(v, append(order, int64(d), int64(e)))
	flat := slices.Concat(rest, []int64{n * n})
	v = m.Typed(tg.Reshape, m.Ctx.WithShape(t, flat), []*ir.Value{v})
	strides := slices.Repeat([]int64{1}, len(flat))
	strides[len(rest)] = n + 1
	return m.Typed(tg.Slice, m.Ctx.WithShape(t, slices.Concat(rest, []int64{n})), []*ir.Value{v},
		ints(m.Ctx, "starts", make([]int64, len(flat))), ints(m.Ctx, "limits", flat), ints(m.Ctx, "strides", strides))
}

// contract is the contraction of two operands over the labels that both have and the
// result lacks.
func (m *summer) contract(v, w *ir.Value, lhs, rhs []int) (*ir.Value, []int) {
	if m.Failed(nil) {
		return nil, nil
	}
	var n dotNumbers
	var batching, left, right []int
	for d, l := range lhs {
		e := slices.Index(rhs, l)
		switch {
		case e < 0:
			left = append(left, l)
		case slices.Contains(m.result, l):
			n.lhsBatching, n.rhsBatching = append(n.lhsBatching, int64(d)), append(n.rhsBatching, int64(e))
			batching = append(batching, l)
		default:
			n.lhsContracting, n.rhsContracting = append(n.lhsContracting, int64(d)), append(n.rhsContracting, int64(e))
		}
	}
	for _, l := range rhs {
		if !slices.Contains(lhs, l) {
			right = append(right, l)
		}
	}
	shape, err := n.shape(v.Type(), w.Type())
	if m.Failed(err) {
		return nil, nil
	}
	attrs := append([]ir.NamedAttr{
		ints(m.Ctx, "lhs_batching", n.lhsBatching), ints(m.Ctx, "rhs_batching", n.rhsBatching),
		ints(m.Ctx, "lhs_contracting", n.lhsContracting), ints(m.Ctx, "rhs_contracting", n.rhsContracting),
	}, elementType(m.Ctx, m.Op, v.Type(), w.Type())...)
	t := m.Ctx.Tensor(shape, m.Op.Result(0).Type().Elem())
	return m.Typed(tg.DotGeneral, t, []*ir.Value{v, w}, attrs...), slices.Concat(batching, left, right)
}

// inOrder has the dimensions with these labels in the order of the result.
func (m *summer) inOrder(v *ir.Value, labels []int) *ir.Value {
	if m.Failed(nil) {
		return nil
	}
	order := make([]int64, len(m.result))
	for i, l := range m.result {
		order[i] = int64(slices.Index(labels, l))
	}
	return m.transposed(v, order)
}

func (m *summer) transposed(v *ir.Value, order []int64) *ir.Value {
	if slices.IsSorted(order) {
		return v
	}
	shape := make([]int64, len(order))
	for i, d := range order {
		shape[i] = v.Type().Shape()[d]
	}
	return m.Typed(tg.Transpose, m.Ctx.WithShape(v.Type(), shape), []*ir.Value{v}, ints(m.Ctx, "permutation", order))
}
