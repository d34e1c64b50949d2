package stablehlo

import (
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// The ops whose result has extents that an operand tells at run time, and those about
// extents that only the run knows.
var (
	DynamicBroadcastInDim = Dialect.NewOp("stablehlo.dynamic_broadcast_in_dim")
	DynamicIota           = Dialect.NewOp("stablehlo.dynamic_iota")
	DynamicReshape        = Dialect.NewOp("stablehlo.dynamic_reshape")
	GetDimensionSize      = Dialect.NewOp("stablehlo.get_dimension_size")
	SetDimensionSize      = Dialect.NewOp("stablehlo.set_dimension_size")
)

// It is long because it defines a family of ops.
func init() {
	DynamicBroadcastInDim.Define(ir.OpDef{
		Doc: "The operand repeated to a shape that is known at run time; dimension i of the operand becomes dimension dims[i] of the result.",
		Example: `func.func @f(%x: tensor<?xf32>, %shape: tensor<2xi64>) -> tensor<2x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Arg("output_dimensions", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			{Name: "broadcast_dimensions", Is: ir.IsInts},
			{Name: "known_expanding_dimensions", Is: ir.IsInts, Optional: true},
			{Name: "known_nonexpanding_dimensions", Is: ir.IsInts, Optional: true},
		},
		Traits: ir.Pure,
		Format: "$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type",
		Verify: func(o *ir.Op) error {
			known := slices.Concat(o.Attr("known_expanding_dimensions").Ints(), o.Attr("known_nonexpanding_dimensions").Ints())
			if err := checkDims("known_expanding_dimensions and known_nonexpanding_dimensions", known, o.Operand(0).Type().Rank()); err != nil {
				return err
			}
			if err := verifyBroadcast(o); err != nil {
				return err
			}
			return checkExtents("output_dimensions", o.Operand(1).Type(), o.Result(0).Type().Rank())
		},
		Slots: ir.Slots{
			analysis.ToldBy.Of(&analysis.Told{As: BroadcastInDim, Numbers: 1, Make: dynamicBroadcastMake}),
			toldBecomes(tg.DynamicBroadcast, func(c *ir.Context, o *ir.Op) []ir.NamedAttr {
				return []ir.NamedAttr{
					ints(c, "dims", o.Attr("broadcast_dimensions").Ints()), ints(c, "expanding", o.Attr("known_expanding_dimensions").Ints()),
					ints(c, "nonexpanding", o.Attr("known_nonexpanding_dimensions").Ints()),
				}
			}),
		},
	})
	DynamicIota.Define(ir.OpDef{
		Doc: "A tensor of a shape known at run time whose elements are their index along one dimension.",
		Example: `func.func @f(%shape: tensor<2xi64>) -> tensor<?x3xi32> {
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi64>) -> tensor<?x3xi32>
  return %0 : tensor<?x3xi32>
}`,
		Operands: ir.Args(ir.Arg("output_shape", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "iota_dimension", Is: ir.IsI64}},
		Traits:   ir.Pure,
		Format:   "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type",
		Verify: func(o *ir.Op) error {
			rank := o.Result(0).Type().Rank()
			if err := checkDims("iota_dimension", []int64{o.Attr("iota_dimension").Int()}, rank); err != nil {
				return err
			}
			return checkExtents("output_shape", o.Operand(0).Type(), rank)
		},
		Slots: ir.Slots{
			like(tg.Iota),
			analysis.ToldBy.Of(&analysis.Told{As: Iota, Make: toldShape("iota_dimension")}),
			toldBecomes(tg.DynamicIota, func(_ *ir.Context, o *ir.Op) []ir.NamedAttr {
				return []ir.NamedAttr{{Name: "dim", Value: o.Attr("iota_dimension")}}
			}),
		},
	})
	DynamicReshape.Define(ir.OpDef{
		Doc: "The same elements in the same row-major order, in a shape that is known at run time.",
		Example: `func.func @f(%x: tensor<?x6xf32>, %shape: tensor<2xi64>) -> tensor<3x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x6xf32>, tensor<2xi64>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Arg("output_shape", ir.IntTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` functional-type",
		Verify: func(o *ir.Op) error {
			if err := verifyReshape(o); err != nil {
				return err
			}
			return checkExtents("output_shape", o.Operand(1).Type(), o.Result(0).Type().Rank())
		},
		Slots: ir.Slots{
			cost.Model.Of(cost.Viewing),
			analysis.ToldBy.Of(&analysis.Told{As: Reshape, Numbers: 1, Make: toldShape("")}),
			toldBecomes(tg.DynamicReshape, noAttrs),
		},
	})
	GetDimensionSize.Define(ir.OpDef{
		Doc: "The extent of one dimension of the operand.",
		Example: `func.func @f(%x: tensor<?x3xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor).Own()),
		Attrs:    []ir.AttrArg{{Name: "dimension", Is: ir.IsI64}},
		Traits:   ir.Pure,
		Format:   "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type",
		Infer: infer(func(in *ir.Inference) (*ir.Type, error) {
			t, dim := in.Operands[0], in.Attr("dimension").Int()
			if err := checkDims("dimension", []int64{dim}, t.Rank()); err != nil {
				return nil, err
			}
			if t.Shape()[dim] > math.MaxInt32 {
				return nil, fmt.Errorf("cannot give the size of dimension %d of '%s' as a 32-bit number", dim, t)
			}
			return in.Ctx.Tensor(nil, in.Ctx.I32()), nil
		}),
		Slots: ir.Slots{
			cost.Model.Of(cost.Viewing),
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				t, dim := o.Operand(0).Type(), o.Attr("dimension").Int()
				size := t.Shape()[dim]
				if size == ir.Dynamic {
					return c.Replace(o, tg.Dim, c.Operands(o), ir.NamedAttr{Name: "dim", Value: o.Attr("dimension")})
				}
				value := c.Ctx.Dense(o.Result(0).Type(), littleEndian(uint64(size), 4))
				return c.Replace(o, tg.Constant, nil, ir.NamedAttr{Name: "value", Value: value})
			}),
		},
	})
	SetDimensionSize.Define(ir.OpDef{
		Doc: "The operand with an extent that is known at run time along one dimension: its first elements there. The extent that its type says is the most that it can be.",
		Example: `func.func @f(%x: tensor<4x2xf32>, %n: tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>> {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  return %0 : tensor<?x2xf32, #stablehlo.bounds<4, ?>>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor), ir.Arg("size", scalarI32)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dimension", Is: ir.IsI64}},
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type",
		Infer:    infer(inferSetDimensionSize),
		Slots: ir.Slots{
			cost.Model.Of(picks),
			toldBecomes(tg.SetDim, func(_ *ir.Context, o *ir.Op) []ir.NamedAttr {
				return []ir.NamedAttr{{Name: "dim", Value: o.Attr("dimension")}}
			}),
		},
	})
}

// scalarI32 is the constraint of the number of elements along a dimension.
var scalarI32 = ir.TypeConstraint{
	Desc: "0D tensor of 32-bit signless integer values",
	Ok: func(t *ir.Type) bool {
		return isScalar(t) && t.Elem().IsIntN(32) && t.Elem().Signedness() == ir.Signless
	},
	Only: func(c *ir.Context) *ir.Type { return c.Tensor(nil, c.I32()) },
}

// inferSetDimensionSize gives the dimension the bound that the operand is, or has,
// unless the number is a constant that is all of it.
func inferSetDimensionSize(in *ir.Inference) (*ir.Type, error) {
	t, dim := in.Operands[0], in.Attr("dimension").Int()
	if err := checkDims("dimension", []int64{dim}, t.Rank()); err != nil {
		return nil, err
	}
	shape, bounds := slices.Clone(t.Shape()), slices.Clone(t.Bounds())
	if bounds == nil {
		bounds = slices.Repeat([]int64{ir.Dynamic}, t.Rank())
	}
	if shape[dim] != ir.Dynamic {
		shape[dim], bounds[dim] = ir.Dynamic, shape[dim]
	}
	if len(in.Results) == 1 && in.Results[0].HasRank() && in.Results[0].Rank() == t.Rank() {
		// That all of it is there is for the run to find out.
		if n := in.Results[0].Shape()[dim]; n != ir.Dynamic {
			if bounds[dim] != ir.Dynamic && n > bounds[dim] {
				return nil, fmt.Errorf("cannot make dimension %d of '%s' longer, but the result is '%s'", dim, t, in.Results[0])
			}
			shape[dim], bounds[dim] = n, ir.Dynamic
		}
	}
	return bounded(in.Ctx, shape, t.Elem(), bounds), nil
}

// checkExtents checks that t is a list of n numbers.
func checkExtents(what string, t *ir.Type, n int) error {
	if t.Rank() != 1 || !fits(t.Shape()[0], int64(n)) {
		return fmt.Errorf("requires %s to be a list of %d numbers, but its type is '%s'", what, n, t)
	}
	return nil
}

// constantInts are the elements of a constant operand with integers; ok is false
// for any other operand.
func constantInts(o *ir.Op, operand int) (list []int64, ok bool) {
	v := ir.ConstantValue(o.Operand(operand))
	return v.Ints(), v.Is(ir.DenseAttr)
}

// dynamicBroadcastMake checks also what is known of the dimensions.
func dynamicBroadcastMake(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
	attrs, shape, err := toldShape("broadcast_dimensions")(in, numbers)
	if err == nil {
		err = tg.CheckExpansion(in.Operands[0], shape, in.Attr("broadcast_dimensions").Ints(),
			in.Attr("known_expanding_dimensions").Ints(), in.Attr("known_nonexpanding_dimensions").Ints())
	}
	return attrs, shape, err
}

// toldShape makes the attributes of an op that is told its shape from those of the
// same names that it has itself.
func toldShape(names ...string) func(*ir.Inference, [][]int64) ([]ir.NamedAttr, []int64, error) {
	return func(in *ir.Inference, numbers [][]int64) (attrs []ir.NamedAttr, shape []int64, err error) {
		if rank := in.Results[0].Rank(); len(numbers[0]) != rank {
			return nil, nil, fmt.Errorf("is told %d extents, but its result '%s' has %d dimensions", len(numbers[0]), in.Results[0], rank)
		}
		for d, n := range numbers[0] {
			if n < 0 {
				return nil, nil, fmt.Errorf("is told that dimension %d has the extent %d, which must not be negative", d, n)
			}
		}
		for _, name := range names {
			if a := in.Attr(name); a != nil {
				attrs = append(attrs, ir.NamedAttr{Name: name, Value: a})
			}
		}
		return attrs, numbers[0], nil
	}
}

// toldLists makes attributes of those names of the numbers, beside those that the op
// has itself.
func toldLists(names ...string) func(*ir.Inference, [][]int64) ([]ir.NamedAttr, []int64, error) {
	return func(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
		attrs := slices.Clone(in.Props.Entries())
		for i, name := range names {
			attrs = append(attrs, ints(in.Ctx, name, numbers[i]))
		}
		return attrs, nil, nil
	}
}

func noAttrs(*ir.Context, *ir.Op) []ir.NamedAttr { return nil }

// toldBecomes converts an op whose last operands tell the shape to such an op of tg
// with the same operands, or, where these are constants, to the op that it then is.
func toldBecomes(op *ir.OpDef, attrs func(c *ir.Context, o *ir.Op) []ir.NamedAttr) ir.SlotValue {
	return convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
		return replaceTold(c, o, op, attrs(c.Ctx, o)...)
	})
}

func replaceTold(c *convert.Rewriter, o *ir.Op, op *ir.OpDef, attrs ...ir.NamedAttr) error {
	n, err := c.Make(o, op, c.Operands(o), o.ResultTypes(), nil, attrs...)
	if err != nil {
		return err
	}
	if v, ok := tg.Static(c.Builder, n, n.Operands()); ok {
		n.Erase()
		return c.FinishWith(o, []*ir.Value{v})
	}
	c.Finish(o, n)
	return nil
}
