package stablehlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// dynamicCalls are ops some of whose attributes are operands.
var dynamicCalls = []*convert.CustomCall{
	{Name: "stablehlo.dynamic_top_k", Doc: "`chlo.top_k`, where the second operand says how many.", ToTG: func(c *convert.Rewriter, o *ir.Op) error {
		if err := expects(o, 2, 2); err != nil {
			return err
		}
		t := o.Result(0).Type()
		if !t.IsRankedTensor() || t.Rank() == 0 || !t.IsStatic() {
			return fmt.Errorf("cannot be converted to tg: how many elements '%s' has is %s", t, shapeUnknown)
		}
		return topK(c, o, t.Shape()[t.Rank()-1], true)
	}},
	{Name: "stablehlo.dynamic_rng_bit_generator", Doc: "`stablehlo.rng_bit_generator`, where the second operand is the shape.", ToTG: func(c *convert.Rewriter, o *ir.Op) error {
		if err := expects(o, 2, 2); err != nil {
			return err
		}
		algorithm := attribute(o, "rng_algorithm")
		if !rngAlgorithm.Is.Ok(algorithm) {
			return fmt.Errorf("calls 'stablehlo.dynamic_rng_bit_generator' without the attribute 'rng_algorithm'")
		}
		return randomBits(c, o, word(algorithm))
	}},
	{Name: "stablehlo.dynamic_reduce_window", Doc: "`stablehlo.reduce_window`, where the last operands are window_dimensions, window_strides, base_dilations, window_dilations and padding, " +
		"which are constants, and a function is the body.", ToTG: dynamicWindowToTG},
}

// dynamicWindowToTG makes a window of one input, or of several.
func dynamicWindowToTG(c *convert.Rewriter, o *ir.Op) error {
	const lists = 5
	n, called := o.NumResults(), attribute(o, "called_computations")
	if n == 0 || o.NumOperands() != 2*n+lists || !called.Is(ir.ArrayAttr) || len(called.Elems()) != 1 {
		return fmt.Errorf("calls 'stablehlo.dynamic_reduce_window', which takes inputs, initial values and %d lists, returns a result per input, and has one function as body", lists)
	}
	for i, v := range o.Operands()[:2*n] {
		if t := v.Type(); !t.IsRankedTensor() {
			return fmt.Errorf("cannot be converted to tg: operand #%d must be a %s, but is '%s'", i, ir.AnyTensor.Desc, t)
		}
	}
	var attrs []ir.NamedAttr
	for i, name := range []string{"window", "strides", "base_dilation", "window_dilation", "pads"} {
		list, ok := constantInts(o, 2*n+i)
		if !ok {
			return fmt.Errorf("cannot be converted to tg: operand #%d of the window is %s", 2*n+i, shapeUnknown)
		}
		if usual := int64(min(1, 4-i)); i == 0 || !all(list, usual) {
			attrs = append(attrs, ints(c.Ctx, name, list))
		}
	}
	var types []*ir.Type
	for i := range 2 * n {
		types = append(types, c.Ctx.Tensor(nil, o.Operand((n+i)%(2*n)).Type().Elem()))
	}
	body := c.Symbol(called.Elems()[0])
	if signature := c.Ctx.Func(types, types[:n]); !body.Is(fn.Func) || body.RegionAt(0).Empty() || fn.Type(body) != signature {
		return fmt.Errorf("needs '%s', its body, to be a function of this program of type '%s'", called.Elems()[0], signature)
	}
	operands := c.Operands(o)[:2*n]
	if kind := reduceKind(body.RegionAt(0)); kind != "" && n == 1 {
		return c.Replace(o, tg.ReduceWindow, operands, append(attrs, ir.NamedAttr{Name: "kind", Value: c.Ctx.StringAttr(kind)})...)
	}
	block, region := &ir.Block{}, &ir.Region{}
	region.Append(block)
	for _, t := range types {
		block.AddArg(t, o.Loc())
	}
	inside := ir.NewBuilder(c.Ctx).AtEnd(block)
	call := inside.OpWithTypes(fn.Call, o.Loc(), types[:n], block.Args(), ir.NamedAttr{Name: "callee", Value: called.Elems()[0]})
	inside.OpWithTypes(tg.Yield, o.Loc(), nil, call.Results())
	return c.ReplaceWithRegions(o, tg.ReduceWindow, operands, []*ir.Region{region}, attrs...)
}
