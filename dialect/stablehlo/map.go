package stablehlo

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// Map applies a function of scalars to the elements of tensors.
var Map = Dialect.NewOp("stablehlo.map")

func init() {
	Map.Define(ir.OpDef{
		Doc: "Each element of the result is what the region computes of the elements of the inputs at the same index. The dimensions are those of the inputs, in order.",
		Example: `func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
		Operands:      ir.Args(ir.Variadic("inputs", ir.AnyTensor).Own()),
		Results:       ir.Args(ir.Arg("result", ir.AnyTensor).Own()),
		Attrs:         []ir.AttrArg{{Name: "dimensions", Is: ir.IsInts}},
		Regions:       []ir.RegionArg{{Name: "computation"}},
		Traits:        ir.RecursiveEffects | ir.SingleBlock,
		VerifyRegions: verifyMap,
		Slots: ir.Slots{
			cost.Model.Of(cost.Elementwise),
			convert.ToTG.Of(mapToTG),
		},
	})
}

func verifyMap(o *ir.Op) error {
	if o.NumOperands() == 0 {
		return fmt.Errorf("requires at least one input")
	}
	first, args := o.Operand(0).Type(), make([]*ir.Type, o.NumOperands())
	for i, t := range o.OperandTypes() {
		if !slices.EqualFunc(t.Shape(), first.Shape(), fits) {
			return fmt.Errorf("requires inputs of one shape, but got '%s' and '%s'", first, t)
		}
		args[i] = o.Context().Tensor(nil, t.Elem())
	}
	dims := o.Attr("dimensions").Ints()
	if err := checkLen("dimensions", dims, first.Rank()); err != nil {
		return err
	}
	for i, d := range dims {
		if d != int64(i) {
			return fmt.Errorf("requires dimensions in order, but number %d is %d", i, d)
		}
	}
	result := o.Context().Tensor(nil, o.Result(0).Type().Elem())
	if err := verifyBody(o.RegionAt(0), "the computation", args, []*ir.Type{result}); err != nil {
		return err
	}
	return checkResultShape(o, first.Shape())
}

// mapToTG applies the ops of the region to whole tensors, where they are elementwise.
// Else the region becomes that of a reduction along no dimensions, which runs once for
// each element.
func mapToTG(c *convert.Rewriter, o *ir.Op) error {
	body, err := c.Region(o.RegionAt(0))
	if err != nil {
		return err
	}
	m := &mapper{Maker: c.NewMaker(o), body: body.First(), inputs: c.Operands(o)}
	defer m.body.Erase() // a copy of it is made
	if slices.Contains(m.inputs, nil) {
		return nil // the rewriter knows what is missing
	}
	if m.elementwise() {
		return m.spread()
	}
	return m.perElement()
}

// mapper makes what a map becomes of its translated region.
type mapper struct {
	*convert.Maker
	body   *ir.Block
	inputs []*ir.Value
}

// elementwise reports whether the ops of the region can be given tensors for scalars.
func (m *mapper) elementwise() bool {
	tensors := map[*ir.Value]bool{}
	for _, a := range m.body.Args() {
		tensors[a] = true
	}
	for o := m.body.First(); o != m.body.Last(); o = o.Next() {
		constant := o.Has(ir.ConstantLike) && isScalar(o.Result(0).Type())
		if !constant && !(o.Has(ir.Elementwise) && o.Has(ir.Pure) && o.NumResults() == 1 && o.NumRegions() == 0) {
			return false
		}
		some, every := false, true
		for _, v := range o.Operands() {
			if !isScalar(v.Type()) {
				return false
			}
			some, every = some || tensors[v], every && tensors[v]
		}
		if some && !every && !o.Has(ir.Broadcasts) {
			return false
		}
		tensors[o.Result(0)] = some
	}
	return true
}

// spread makes the ops of the region on whole tensors.
func (m *mapper) spread() error {
	values := map[*ir.Value]*ir.Value{}
	for i, a := range m.body.Args() {
		values[a] = m.inputs[i]
	}
	shape := m.inputs[0].Type()
	of := func(v *ir.Value) *ir.Value {
		if w := values[v]; w != nil {
			return w
		}
		return v // from outside of the region
	}
	for o := m.body.First(); o != m.body.Last(); o = o.Next() {
		t := o.Result(0).Type()
		var operands []*ir.Value
		for _, v := range o.Operands() {
			w := of(v)
			if operands = append(operands, w); !isScalar(w.Type()) {
				t = m.Ctx.WithElem(shape, o.Result(0).Type().Elem())
			}
		}
		made := m.Typed(o.Def(), t, operands, o.Props().Entries()...)
		if made == nil {
			return m.Err
		}
		made.Def().SetAttrs(o.Attrs())
		values[o.Result(0)] = made
	}
	result, want := of(m.body.Last().Operand(0)), m.Op.Result(0).Type()
	switch {
	case result.Type() == want:
	case isScalar(result.Type()) && want.IsStatic():
		result = m.Typed(tg.Broadcast, want, []*ir.Value{result}, ints(m.Ctx, "dims", nil))
	case isScalar(result.Type()):
		return m.perElement()
	default:
		result = m.Typed(tg.Reshape, want, []*ir.Value{result})
	}
	return m.Done(result)
}

// perElement makes a reduction along no dimensions, which combines each element with an
// initial value that the region does not look at. Of its results one is wanted: that of
// an input with the element type of the result, or else of one more input, which is
// another one converted.
func (m *mapper) perElement() error {
	result := m.Op.Result(0).Type()
	inputs := slices.Clone(m.inputs)
	carrier := slices.IndexFunc(inputs, func(v *ir.Value) bool { return v.Type().Elem() == result.Elem() })
	if carrier < 0 {
		carrier = len(inputs)
		inputs = append(inputs, m.Typed(tg.Convert, m.Ctx.WithElem(inputs[0].Type(), result.Elem()), inputs[:1]))
	}
	if m.Failed(nil) {
		return m.Err
	}
	block, region := &ir.Block{}, &ir.Region{}
	region.Append(block)
	var inits, yields []*ir.Value
	var types []*ir.Type
	for _, v := range inputs {
		scalar := m.Ctx.Tensor(nil, v.Type().Elem())
		inits = append(inits, constant(m.Maker, scalar, make([]byte, ir.StorageBytes(scalar.Elem()))))
		yields = append(yields, block.AddArg(scalar, m.Op.Loc()))
		types = append(types, v.Type())
	}
	values := map[*ir.Value]*ir.Value{}
	for i, v := range inputs {
		a := block.AddArg(m.Ctx.Tensor(nil, v.Type().Elem()), m.Op.Loc())
		if i < len(m.inputs) {
			values[m.body.Arg(i)] = a
		}
	}
	types[carrier] = result
	inside := ir.NewBuilder(m.Ctx).AtEnd(block)
	for o := m.body.First(); o != m.body.Last(); o = o.Next() {
		inside.Clone(o, values)
	}
	yields[carrier] = m.body.Last().Operand(0)
	if v := values[yields[carrier]]; v != nil {
		yields[carrier] = v
	}
	inside.OpWithTypes(tg.Yield, m.body.Last().Loc(), nil, yields)
	made, err := m.Make(m.Op, tg.Reduce, slices.Concat(inputs, inits), types, []*ir.Region{region}, ints(m.Ctx, "dims", nil))
	if err != nil {
		return err
	}
	return m.Done(made.Result(carrier))
}
