package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// placementCalls say where values are to be, which on one device is where they are.
var placementCalls = []*convert.CustomCall{
	placement("Sharding", "The operand."),
	placement("SPMDFullToShardShape", "The operand; it takes a single shard."),
	placement("SPMDShardToFullShape", "The operand; it takes a single shard."),
	placement("annotate_device_placement", "The operand."),
	placement("LayoutConstraint", "The operand."),
	placement("xla.sdy.FuncResultSharding", "The operand."),
}

func placement(name, doc string) *convert.CustomCall {
	return &convert.CustomCall{Name: name, Doc: doc, ToTG: func(c *convert.Rewriter, o *ir.Op) error {
		if err := expects(o, 1, 1); err != nil {
			return err
		}
		if from, to := o.Operand(0).Type(), o.Result(0).Type(); from != to {
			return fmt.Errorf("cannot be converted to tg: '%s' makes '%s' of '%s', which are shards of several devices", name, to, from)
		}
		return c.NewMaker(o).Done(c.Operands(o)...)
	}}
}

// functionCalls are the functions that JAX exports under names of an older dialect.
func functionCalls() []*convert.CustomCall {
	list := []*convert.CustomCall{{Name: "mhlo.topk", Doc: "`chlo.top_k` with the attributes `k` and `largest`.", ToTG: func(c *convert.Rewriter, o *ir.Op) error {
		if err := expects(o, 1, 2); err != nil {
			return err
		}
		k, err := integerOf(o, "k")
		if err != nil {
			return err
		}
		largest := attribute(o, "largest")
		return topK(c, o, k, largest == nil || largest.Int() != 0)
	}}}
	for _, name := range []string{"acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf", "sinh", "tan"} {
		list = append(list, &convert.CustomCall{Name: "mhlo." + name, Doc: "`chlo." + name + "`.", ToTG: func(c *convert.Rewriter, o *ir.Op) error {
			if err := expects(o, 1, 1); err != nil {
				return err
			}
			if from, to := o.Operand(0).Type(), o.Result(0).Type(); from != to {
				return fmt.Errorf("calls 'mhlo.%s' for '%s', but with an operand of type '%s'", name, to, from)
			}
			to, ok := convert.ToTG.Get(c.Ctx.LookupOp("chlo." + name))
			if !ok {
				return fmt.Errorf("cannot be converted to tg: the dialect 'chlo', which has the function, is not there")
			}
			return to(c, o)
		}})
	}
	return list
}

// topK sorts the elements of the first operand together with their positions along the
// last dimension, and keeps the first k of both.
func topK(c *convert.Rewriter, o *ir.Op, k int64, largest bool) error {
	t := o.Operand(0).Type()
	switch {
	case !o.Result(1).Type().IsTensor():
		return fmt.Errorf("cannot be converted to tg: result #1 must be a tensor of positions, but is '%s'", o.Result(1).Type())
	case !t.IsRankedTensor() || t.Rank() == 0:
		return fmt.Errorf("cannot be converted to tg: '%s' has no last dimension, of which to take %d elements", t, k)
	case !t.IsStatic():
		return fmt.Errorf("cannot be converted to tg: how many elements '%s' has is %s", t, shapeUnknown)
	case k < 0 || k > t.Shape()[t.Rank()-1]:
		return fmt.Errorf("cannot be converted to tg: there are no %d elements along the last dimension of '%s'", k, t)
	}
	m, last := c.NewMaker(o), t.Rank()-1
	dim := ir.NamedAttr{Name: "dim", Value: c.Ctx.I64Attr(int64(last))}
	direction := "ascending"
	if largest {
		direction = "descending"
	}
	where := c.Ctx.WithElem(t, o.Result(1).Type().Elem())
	positions := m.Typed(tg.Iota, where, nil, dim)
	sorted := m.Several(tg.Sort, []*ir.Type{t, where}, []*ir.Value{m.Operand(0), positions}, dim, ir.NamedAttr{Name: "direction", Value: c.Ctx.StringAttr(direction)})
	limits := slices.Clone(t.Shape())
	limits[last] = k
	var results []*ir.Value
	for _, v := range sorted {
		results = append(results, m.Typed(tg.Slice, c.Ctx.WithShape(v.Type(), limits), []*ir.Value{v},
			ints(c.Ctx, "starts", make([]int64, len(limits))), ints(c.Ctx, "limits", limits), ints(c.Ctx, "strides", slices.Repeat([]int64{1}, len(limits)))))
	}
	return m.Done(results...)
}

// callToTG makes a call of a function of Go.
func callToTG(c *convert.Rewriter, o *ir.Op, target string) error {
	attrs := slices.Concat(o.Props().Entries(), o.Attrs().Entries())
	attrs = slices.DeleteFunc(attrs, func(a ir.NamedAttr) bool { return a.Name == "call_target_name" })
	own := []ir.NamedAttr{{Name: "target", Value: c.Ctx.StringAttr(target)}}
	if len(attrs) > 0 {
		own = append(own, ir.NamedAttr{Name: "config", Value: c.Ctx.Dict(attrs)})
	}
	return c.Replace(o, tg.CustomCall, c.Operands(o), own...)
}
