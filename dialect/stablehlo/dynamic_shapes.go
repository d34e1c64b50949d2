package stablehlo

import (
	"fmt"
	"math"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// The ops whose result has extents that an operand tells at run time. They can
// be converted to tg where these are known nevertheless: by the type of the
// result, or because the operand is a constant.
var (
	DynamicBroadcastInDim = Dialect.NewOp("stablehlo.dynamic_broadcast_in_dim")
	DynamicIota           = Dialect.NewOp("stablehlo.dynamic_iota")
	DynamicReshape        = Dialect.NewOp("stablehlo.dynamic_reshape")
	GetDimensionSize      = Dialect.NewOp("stablehlo.get_dimension_size")
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
			for _, name := range []string{"known_expanding_dimensions", "known_nonexpanding_dimensions"} {
				if err := checkDims(name, o.Attr(name).Ints(), o.Operand(0).Type().Rank()); err != nil {
					return err
				}
			}
			if err := verifyBroadcast(o); err != nil {
				return err
			}
			return checkExtents("output_dimensions", o.Operand(1).Type(), o.Result(0).Type().Rank())
		},
		Slots: ir.Slots{convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
			if err := requireStatic(o); err != nil {
				return err
			}
			return c.Replace(o, tg.Broadcast, c.Operands(o)[:1], ints(c.Ctx, "dims", o.Attr("broadcast_dimensions").Ints()))
		})},
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
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				if err := requireStatic(o); err != nil {
					return err
				}
				return c.Replace(o, tg.Iota, nil, ir.NamedAttr{Name: "dim", Value: o.Attr("iota_dimension")})
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
			convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
				if err := requireStatic(o); err != nil {
					return err
				}
				return c.Replace(o, tg.Reshape, c.Operands(o)[:1])
			}),
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
					return fmt.Errorf("cannot be converted to tg: dimension %d of '%s' is not known at compile time", dim, t)
				}
				value := c.Ctx.Dense(o.Result(0).Type(), littleEndian(uint64(size), 4))
				return c.Replace(o, tg.Constant, nil, ir.NamedAttr{Name: "value", Value: value})
			}),
		},
	})
}

// checkExtents checks that t is a list of n numbers.
func checkExtents(what string, t *ir.Type, n int) error {
	if t.Rank() != 1 || !fits(t.Shape()[0], int64(n)) {
		return fmt.Errorf("requires %s to be a list of %d numbers, but its type is '%s'", what, n, t)
	}
	return nil
}

// requireStatic fails unless the type of the result tells its shape.
func requireStatic(o *ir.Op) error {
	if t := o.Result(0).Type(); !t.IsStatic() {
		return fmt.Errorf("cannot be converted to tg: the shape of the result '%s' is not known at compile time", t)
	}
	return nil
}

// constantInts are the elements of a constant operand with integers; ok is false
// for any other operand.
func constantInts(o *ir.Op, operand int) (list []int64, ok bool) {
	v := ir.ConstantValue(o.Operand(operand))
	return v.Ints(), v.Is(ir.DenseAttr)
}

// requireInts are the elements of constant operands that a tg op has in
// attributes.
func requireInts(o *ir.Op, operands ...int) ([][]int64, error) {
	lists := make([][]int64, len(operands))
	for i, n := range operands {
		var ok bool
		if lists[i], ok = constantInts(o, n); !ok {
			return nil, fmt.Errorf("cannot be converted to tg: '%s' is not known at compile time", o.Def().Operands[n].Name)
		}
	}
	return lists, nil
}
