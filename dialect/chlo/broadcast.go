package chlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/stablehlo"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/ir"
)

// The ops of two operands whose shapes broadcast: as in NumPy, or with the smaller
// one along the dimensions of the larger one that an attribute says.
var (
	BroadcastAdd          = broadcasting("add", "The sum; the disjunction of booleans.", ir.AnyTensorLike, tg.Add)
	BroadcastAnd          = broadcasting("and", "The conjunction of every bit.", bits, tg.And)
	BroadcastAtan2        = broadcasting("atan2", "The angle of the point (rhs, lhs).", ir.AnyTensorLike, tg.Atan2)
	BroadcastDivide       = broadcasting("divide", "The quotient, of integers rounded towards zero.", ir.AnyTensorLike, tg.Div)
	BroadcastMaximum      = broadcasting("maximum", "The larger element; NaN if there is one.", ir.AnyTensorLike, tg.Max)
	BroadcastMinimum      = broadcasting("minimum", "The smaller element; NaN if there is one.", ir.AnyTensorLike, tg.Min)
	BroadcastMultiply     = broadcasting("multiply", "The product; the conjunction of booleans.", ir.AnyTensorLike, tg.Mul)
	BroadcastNextAfter    = broadcasting("next_after", "The neighbour of lhs in the direction of rhs.", ir.AnyTensorLike, tg.NextAfter)
	BroadcastOr           = broadcasting("or", "The disjunction of every bit.", bits, tg.Or)
	BroadcastPolygamma    = broadcasting("polygamma", "The derivative of order lhs+1 of the logarithm of the gamma function at rhs.", ir.AnyTensorLike, tg.Polygamma)
	BroadcastPower        = broadcasting("power", "The power lhs to rhs.", ir.AnyTensorLike, tg.Pow)
	BroadcastRemainder    = broadcasting("remainder", "The remainder of the division, with the sign of lhs.", ir.AnyTensorLike, tg.Rem)
	BroadcastShiftLeft    = broadcasting("shift_left", "lhs shifted left by rhs bits.", ir.AnyTensorLike, tg.Shl)
	BroadcastShiftRight   = broadcasting("shift_right_arithmetic", "lhs shifted right by rhs bits, filled with its sign.", ir.AnyTensorLike, tg.Shr)
	BroadcastShiftLogical = broadcasting("shift_right_logical", "lhs shifted right by rhs bits, filled with zeros.", ir.AnyTensorLike, tg.ShrLogical)
	BroadcastSubtract     = broadcasting("subtract", "The difference.", ir.AnyTensorLike, tg.Sub)
	BroadcastXor          = broadcasting("xor", "The exclusive disjunction of every bit.", bits, tg.Xor)
	BroadcastZeta         = broadcasting("zeta", "The Hurwitz zeta function of lhs and rhs.", floats, tg.Zeta)
	BroadcastCompare      = broadcasting("compare", "Whether each element of lhs is equal to, less than, ... the element of rhs.", ir.AnyTensorLike, tg.Compare)
	BroadcastComplex      = broadcasting("complex", "The complex numbers with the real parts lhs and the imaginary parts rhs.", floats, tg.Complex)
)

// broadcasting defines an op whose operands broadcast, as those of an op of tg do.
func broadcasting(name, doc string, operand ir.TypeConstraint, to *ir.OpDef) *ir.OpDef {
	attrs := []ir.AttrArg{{Name: "broadcast_dimensions", Is: ir.IsInts, Optional: true}}
	result, elem, dict := ir.Arg("result", operand), func(_ *ir.Context, e *ir.Type) *ir.Type { return e }, ""
	switch name {
	case "compare":
		result, elem = ir.Arg("result", truths).Own(), func(c *ir.Context, _ *ir.Type) *ir.Type { return c.Bool() }
		dict = " {comparison_direction = #chlo<comparison_direction LT>}"
		attrs = append(attrs, ir.AttrArg{Name: "comparison_direction", Is: comparisonDirection.Is}, ir.AttrArg{Name: "compare_type", Is: comparisonType.Is, Optional: true})
	case "complex":
		result, elem = ir.Arg("result", numbers).Own(), (*ir.Context).Complex
	}
	d := Dialect.NewOp("chlo.broadcast_" + name)
	d.Define(ir.OpDef{
		Doc:      doc + " Shapes broadcast as in NumPy; or dimension i of the operand of lower rank lies along dimension broadcast_dimensions[i] of the other one.",
		Example:  broadcastExample(name, operand, dict),
		Operands: ir.Args(ir.Arg("lhs", operand), ir.Arg("rhs", operand)),
		Results:  ir.Args(result),
		Attrs:    attrs,
		Traits:   ir.Pure,
		Format:   "$lhs `,` $rhs attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			lhs, rhs := in.Operands[0], in.Operands[1]
			if lhs.Elem() != rhs.Elem() {
				return nil, fmt.Errorf("requires operands of one element type, but got '%s' and '%s'", lhs, rhs)
			}
			if name == "complex" && lhs.Elem().Width() != 32 && lhs.Elem().Width() != 64 {
				return nil, fmt.Errorf("requires parts of type f32 or f64, but got '%s'", lhs)
			}
			if order := in.Attr("compare_type"); order != nil {
				if err := stablehlo.CheckOrder(lhs.Elem(), comparisonType.Word(order)); err != nil {
					return nil, err
				}
			}
			return broadcastType(in, elem(in.Ctx, lhs.Elem()))
		},
		Slots: ir.Slots{
			costOf(to),
			twin(to),
			convert.ToTG.Of(conversion(func(m *maker, o *ir.Op) []*ir.Value { return broadcastToTG(m, o, to) })),
		},
	})
	return d
}

// twin says that instances of an op are like those of one of tg.
func twin(op *ir.OpDef) ir.SlotValue {
	return opgen.TwinOf.Of(opgen.Twin{Op: op, Attrs: func(c *ir.Context, of opgen.Attrs) opgen.Attrs {
		own := opgen.Attrs{}
		if a := of["direction"]; a != nil {
			own["comparison_direction"] = comparisonDirection.Of(c, strings.ToUpper(a.Text()))
		}
		if of["total_order"] != nil {
			own["compare_type"] = comparisonType.Of(c, "TOTALORDER")
		}
		return own
	}})
}

// broadcastExample is a function with the op.
func broadcastExample(name string, operand ir.TypeConstraint, dict string) string {
	elem := "f32"
	if operand.Desc == bits.Desc || strings.HasPrefix(name, "shift_") {
		elem = "i32"
	}
	out := elem
	switch name {
	case "compare":
		out = "i1"
	case "complex":
		out = "complex<f32>"
	}
	return strings.NewReplacer("NAME", name, "ELEM", elem, "DICT", dict, "OUT", out).Replace(
		`func.func @f(%x: tensor<4x8xELEM>, %y: tensor<8xELEM>) -> tensor<4x8xOUT> {
  %0 = chlo.broadcast_NAME %x, %yDICT : (tensor<4x8xELEM>, tensor<8xELEM>) -> tensor<4x8xOUT>
  return %0 : tensor<4x8xOUT>
}`)
}

// broadcastType is the type of a result with elements of that type: without a rank
// if an operand has none.
func broadcastType(in *ir.Inference, elem *ir.Type) ([]*ir.Type, error) {
	for _, t := range in.Operands {
		if !t.HasRank() {
			return []*ir.Type{in.Ctx.UnrankedTensor(elem)}, nil
		}
	}
	ts := slices.Clone(in.Operands)
	if dims := in.Attr("broadcast_dimensions"); dims != nil {
		small := smaller(ts[0], ts[1])
		large := ts[1-small]
		if err := checkBroadcastDims(dims.Ints(), ts[small], large); err != nil {
			return nil, err
		}
		ts[small] = in.Ctx.WithShape(ts[small], along(dims.Ints(), ts[small].Shape(), large.Rank()))
	}
	shape := ts[0].Shape()
	for i, t := range ts[1:] {
		var err error
		if shape, err = joined(shape, t.Shape()); err != nil {
			return nil, fmt.Errorf("requires operands that broadcast: %w in '%s' and '%s'", err, in.Operands[0], in.Operands[i+1])
		}
	}
	return []*ir.Type{in.Ctx.Tensor(shape, elem)}, nil
}

// smaller is the number of the operand that broadcast_dimensions speaks of: the one of lower rank,
// or else the first.
func smaller(lhs, rhs *ir.Type) int {
	if lhs.Rank() > rhs.Rank() {
		return 1
	}
	return 0
}

func checkBroadcastDims(dims []int64, small, large *ir.Type) error {
	if len(dims) != small.Rank() {
		return fmt.Errorf("requires broadcast_dimensions with one entry per dimension of '%s', but got %d", small, len(dims))
	}
	for i, d := range dims {
		switch {
		case d < 0 || d >= int64(large.Rank()):
			return fmt.Errorf("requires broadcast_dimensions of dimensions of '%s', but one is %d", large, d)
		case i > 0 && d <= dims[i-1]:
			return fmt.Errorf("requires broadcast_dimensions in ascending order, but %d follows %d", d, dims[i-1])
		}
	}
	return nil
}

// along is a shape of that rank with extents at the given dimensions, and 1 elsewhere.
func along(dims, extents []int64, rank int) []int64 {
	shape := slices.Repeat([]int64{1}, rank)
	for i, d := range dims {
		shape[d] = extents[i]
	}
	return shape
}

// joined is the shape of two that broadcast as in NumPy. An unknown extent beside one
// that is known and not 1 is that one, or 1.
func joined(a, b []int64) ([]int64, error) {
	if len(a) < len(b) {
		a, b = b, a
	}
	shape := slices.Clone(a)
	for i, n := range b {
		d := len(a) - len(b) + i
		m, ok := shapes.Broadcast(shape[d], n)
		switch {
		case ok:
			shape[d] = m
		case shape[d] == ir.Dynamic:
			shape[d] = n
		case n != ir.Dynamic:
			return nil, fmt.Errorf("extents %d and %d differ, and none is 1,", shape[d], n)
		}
	}
	return shape, nil
}

// broadcastToTG leaves the broadcasting to tg, where shapes align at the last dimension.
func broadcastToTG(m *maker, o *ir.Op, to *ir.OpDef) []*ir.Value {
	operands := m.Operands(o)
	for _, v := range o.Operands() {
		if !v.Type().HasRank() {
			return []*ir.Value{m.fail("the operand '%s' has no rank", v.Type())}
		}
	}
	if dims := o.Attr("broadcast_dimensions"); dims != nil {
		small := smaller(o.Operand(0).Type(), o.Operand(1).Type())
		operands[small] = m.alongDims(operands[small], dims.Ints(), o.Operand(1-small).Type().Rank())
	}
	var attrs []ir.NamedAttr
	if to == tg.Compare {
		attrs = append(attrs, m.word("direction", strings.ToLower(comparisonDirection.Word(o.Attr("comparison_direction")))))
		if t := o.Attr("compare_type"); t != nil && comparisonType.Word(t) == "TOTALORDER" {
			attrs = append(attrs, ir.NamedAttr{Name: "total_order", Value: m.Ctx.Unit()})
		}
	}
	return []*ir.Value{m.make(to, o.Result(0).Type(), operands, attrs...)}
}

// alongDims is v with its dimensions where they are to lie, unless they are the last ones anyway.
func (m *maker) alongDims(v *ir.Value, dims []int64, rank int) *ir.Value {
	if m.err != nil || len(dims) == 0 || dims[0] == int64(rank-len(dims)) {
		return v
	}
	t := v.Type()
	shape := along(dims, t.Shape(), rank)
	unknown := 0
	for _, n := range shape {
		if n == ir.Dynamic {
			unknown++
		}
	}
	if unknown <= 1 {
		return m.reshape(v, shape)
	}
	return m.make(tg.Broadcast, m.Ctx.WithShape(t, shape), []*ir.Value{v}, m.ints("dims", dims...))
}

// BroadcastSelect chooses between two tensors.
var BroadcastSelect = Dialect.NewOp("chlo.broadcast_select")

func init() {
	BroadcastSelect.Define(ir.OpDef{
		Doc: "Each element of on_true or of on_false, as pred says at that index. All three shapes broadcast as in NumPy.",
		Example: `func.func @f(%p: tensor<i1>, %x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`,
		Operands: ir.Args(ir.Arg("pred", truths), ir.Arg("on_true", ir.AnyTensorLike).In("branches"), ir.Arg("on_false", ir.AnyTensorLike).In("branches")),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensorLike).In("branches")),
		Traits:   ir.Pure,
		Format:   "$pred `,` $on_true `,` $on_false attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			if a, b := in.Operands[1], in.Operands[2]; a.Elem() != b.Elem() {
				return nil, fmt.Errorf("requires branches of one element type, but got '%s' and '%s'", a, b)
			}
			return broadcastType(in, in.Operands[1].Elem())
		},
		Slots: ir.Slots{
			costOf(tg.Select),
			twin(tg.Select),
			convert.ToTG.Of(conversion(func(m *maker, o *ir.Op) []*ir.Value {
				return broadcastToTG(m, o, tg.Select)
			})),
		},
	})
}
