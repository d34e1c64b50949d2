package chlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// TopK finds the largest elements.
var TopK = Dialect.NewOp("chlo.top_k")

func init() {
	TopK.Define(ir.OpDef{
		Doc: "The k largest elements along the last dimension, in descending order, and where they are. Of equal elements the first one comes first.",
		Example: `func.func @f(%x: tensor<5x3xf32>) -> tensor<5x2xi32> {
  %values, %indices = chlo.top_k(%x, k = 2) : tensor<5x3xf32> -> (tensor<5x2xf32>, tensor<5x2xi32>)
  return %indices : tensor<5x2xi32>
}`,
		Operands: ir.Args(ir.Arg("operand", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("values", ir.AnyTensor), ir.Arg("indices", ir.IntTensor)),
		Attrs: []ir.AttrArg{
			{Name: "k", Is: ir.IsI64},
			{Name: "is_stable", Is: ir.IsBool, Optional: true},
		},
		Traits: ir.Pure,
		Format: "`(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict " +
			"`:` type($operand) `->` `(` type(results) `)`",
		Verify: verifyTopK,
		Slots:  ir.Slots{convert.ToTG.Of(topKToTG)},
	})
}

func verifyTopK(o *ir.Op) error {
	t, k := o.Operand(0).Type(), o.Attr("k").Int()
	last := t.Rank() - 1
	if last < 0 {
		return fmt.Errorf("requires an operand with a last dimension, but got '%s'", t)
	}
	if d := t.Shape()[last]; k < 0 || d != ir.Dynamic && k > d {
		return fmt.Errorf("requires k between 0 and the last extent of '%s', but got %d", t, k)
	}
	shape := slices.Clone(t.Shape())
	shape[last] = k
	for i, elem := range []*ir.Type{t.Elem(), o.Result(1).Type().Elem()} {
		if want, got := o.Context().Tensor(shape, elem), o.Result(i).Type(); !ir.Compatible(want, got) {
			return fmt.Errorf("makes a result #%d of type '%s', but its type is '%s'", i, want, got)
		}
	}
	return nil
}

// topKToTG sorts the elements together with their positions and keeps the
// first ones.
func topKToTG(c *convert.Rewriter, o *ir.Op) error {
	t := o.Operand(0).Type()
	if !t.IsStatic() {
		return fmt.Errorf("cannot be converted to tg: the operand '%s' has dynamic dimensions", t)
	}
	last := int64(t.Rank() - 1)
	where := c.Ctx.WithElem(t, o.Result(1).Type().Elem())
	dim := ir.NamedAttr{Name: "dim", Value: c.Ctx.I64Attr(last)}
	iota, err := c.Make(o, tg.Iota, nil, []*ir.Type{where}, nil, dim)
	if err != nil {
		return err
	}
	sorted, err := c.Make(o, tg.Sort, []*ir.Value{c.Value(o.Operand(0)), iota.Result(0)}, []*ir.Type{t, where}, nil,
		dim, ir.NamedAttr{Name: "direction", Value: c.Ctx.StringAttr("descending")})
	if err != nil {
		return err
	}
	limits := slices.Clone(t.Shape())
	limits[last] = o.Attr("k").Int()
	for i, v := range sorted.Results() {
		kept, err := c.Make(o, tg.Slice, []*ir.Value{v}, []*ir.Type{o.Result(i).Type()}, nil,
			ir.NamedAttr{Name: "starts", Value: c.Ctx.I64Array(make([]int64, t.Rank()))},
			ir.NamedAttr{Name: "limits", Value: c.Ctx.I64Array(limits)},
			ir.NamedAttr{Name: "strides", Value: c.Ctx.I64Array(slices.Repeat([]int64{1}, t.Rank()))})
		if err != nil {
			return err
		}
		c.Map(o.Result(i), kept.Result(0))
	}
	return nil
}
