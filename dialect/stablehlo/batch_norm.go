package stablehlo

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// The normalisation of features: with statistics that are known, with those of
// the batch itself, and the gradient of the latter.
var (
	BatchNormInference = Dialect.NewOp("stablehlo.batch_norm_inference")
	BatchNormTraining  = Dialect.NewOp("stablehlo.batch_norm_training")
	BatchNormGrad      = Dialect.NewOp("stablehlo.batch_norm_grad")
)

var floatTensor = ir.TypeConstraint{
	Desc: "ranked tensor of floating-point values",
	Ok:   func(t *ir.Type) bool { return t.IsRankedTensor() && t.Elem().IsFloat() },
}

// whole is an operand or result with the shape of the operand, perFeature one with
// a number for each feature. All have one element type, but a constant of a rule
// has its shape from those of its own sort.
func whole(name string) ir.ArgDef { return ir.Arg(name, floatTensor).In("whole") }

func perFeature(name string) ir.ArgDef { return ir.Arg(name, floatTensor).In("per feature") }

var isF32 = ir.AttrConstraint{
	Desc: "32-bit float attribute",
	Ok:   func(a *ir.Attr) bool { return a.Is(ir.FloatAttr) && a.Type().Width() == 32 },
}

func init() {
	BatchNormInference.Define(batchNorm(ir.OpDef{
		Doc: "scale * (operand - mean) / sqrt(variance + epsilon) + offset, where all but the operand have a number for each index of dimension feature_index.",
		Example: `func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`,
		Operands: ir.Args(whole("operand"), perFeature("scale"), perFeature("offset"), perFeature("mean"), perFeature("variance")),
		Results:  ir.Args(whole("result")),
	}, 4, batchNormInference))
	BatchNormTraining.Define(batchNorm(ir.OpDef{
		Doc: "batch_norm_inference with the mean and the variance of each feature of the operand, which are results, too.",
		Example: `func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>) -> tensor<2x3xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0 : tensor<2x3xf32>
}`,
		Operands: ir.Args(whole("operand"), perFeature("scale"), perFeature("offset")),
		Results:  ir.Args(whole("output"), perFeature("batch_mean"), perFeature("batch_var")),
	}, 8, batchNormTraining))
	BatchNormGrad.Define(batchNorm(ir.OpDef{
		Doc: "The gradients of batch_norm_training with respect to operand, scale and offset, of the mean and the variance that it found and the gradient of its output.",
		Example: `func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0 : tensor<2x3xf32>
}`,
		Operands: ir.Args(whole("operand"), perFeature("scale"), perFeature("mean"), perFeature("variance"), whole("grad_output")),
		Results:  ir.Args(whole("grad_operand"), perFeature("grad_scale"), perFeature("grad_offset")),
	}, 13, batchNormGrad))
}

// batchNorm adds what the three ops share. Each does so many operations with an
// element of the operand.
func batchNorm(d ir.OpDef, operations float64, convertTo func(n *normaliser) []*ir.Value) ir.OpDef {
	d.Attrs = []ir.AttrArg{{Name: "epsilon", Is: isF32}, {Name: "feature_index", Is: ir.IsI64}}
	d.Traits = ir.Pure
	d.Infer = inferBatchNorm
	d.Slots = ir.Slots{cost.Model.Of(func(in *ir.Inference) cost.Work {
		w := cost.Elementwise(in)
		w.Flops = operations * cost.Elements(in.Operands[0])
		return w
	}), convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
		n := &normaliser{c: c, o: o, args: c.Operands(o), feature: int(o.Attr("feature_index").Int())}
		if slices.Contains(n.args, nil) {
			return nil // the rewriter knows what is missing
		}
		if values := convertTo(n); n.err == nil {
			n.err = c.FinishWith(o, values)
		}
		return n.err
	})}
	return d
}

// inferBatchNorm checks that operands are like the first one or have a number
// for each of its features, and gives the first result the type of the operand.
func inferBatchNorm(in *ir.Inference) ([]*ir.Type, error) {
	t, feature := in.Operands[0], in.Attr("feature_index").Int()
	if err := checkDims("feature_index", []int64{feature}, t.Rank()); err != nil {
		return nil, err
	}
	for i, other := range in.Operands[1:] {
		name := in.Def.Operands[i+1].Name
		switch like := name == "grad_output"; {
		case other.Elem() != t.Elem():
			return nil, fmt.Errorf("requires %s to have the element type of the operand '%s', but got '%s'", name, t, other)
		case like && !ir.Compatible(t, other):
			return nil, fmt.Errorf("requires %s to have the type of the operand '%s', but got '%s'", name, t, other)
		case !like && (other.Rank() != 1 || !fits(other.Shape()[0], t.Shape()[feature])):
			return nil, fmt.Errorf("requires %s to have a number for each index of dimension %d of the operand '%s', but got '%s'", name, feature, t, other)
		}
	}
	out := []*ir.Type{t}
	for range len(in.Def.Results) - 1 {
		out = append(out, in.Ctx.WithShape(t, t.Shape()[feature:feature+1]))
	}
	return out, nil
}

// normaliser makes the ops that a normalisation consists of. Numbers of features
// are computed as such, and broadcast where they meet the operand.
type normaliser struct {
	c       *convert.Rewriter
	o       *ir.Op
	args    []*ir.Value
	feature int
	err     error // the first one; nothing is made after it
}

// op is the result of an op of tg, whose type is inferred.
func (n *normaliser) op(def *ir.OpDef, operands ...*ir.Value) *ir.Value {
	return n.typed(def, nil, operands)
}

// typed is op with a type, where t is not nil, and attributes.
func (n *normaliser) typed(def *ir.OpDef, t *ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	if n.err != nil {
		return nil
	}
	if t == nil {
		in := &ir.Inference{Ctx: n.c.Ctx, Def: def}
		for _, v := range operands {
			in.Operands = append(in.Operands, v.Type())
		}
		var types []*ir.Type
		if types, n.err = in.Types(); n.err != nil {
			n.err = fmt.Errorf("cannot be converted to tg: %w", n.err)
			return nil
		}
		t = types[0]
	}
	var made *ir.Op
	if made, n.err = n.c.Make(n.o, def, operands, []*ir.Type{t}, nil, attrs...); n.err != nil {
		return nil
	}
	return made.Result(0)
}

// number is a constant of the operand's element type.
func (n *normaliser) number(v float64) *ir.Value {
	elem := n.o.Operand(0).Type().Elem()
	t := n.c.Ctx.Tensor(nil, elem)
	bits := elem.Format().Encode(v)
	raw := littleEndian(bits.Lo, min(8, ir.StorageBytes(elem)))
	if extra := ir.StorageBytes(elem) - len(raw); extra > 0 {
		raw = append(raw, littleEndian(bits.Hi, extra)...)
	}
	return n.typed(tg.Constant, t, nil, ir.NamedAttr{Name: "value", Value: n.c.Ctx.Dense(t, raw)})
}

// spread brings a number for each feature into a shape that broadcasts to the
// operand's.
func (n *normaliser) spread(v *ir.Value) *ir.Value {
	rank := n.o.Operand(0).Type().Rank()
	if n.err != nil || n.feature == rank-1 {
		return v
	}
	shape := []int64{v.Type().Shape()[0]}
	for range rank - 1 - n.feature {
		shape = append(shape, 1)
	}
	return n.typed(tg.Reshape, n.c.Ctx.WithShape(v.Type(), shape), []*ir.Value{v})
}

// sum adds the elements of each feature.
func (n *normaliser) sum(v *ir.Value) *ir.Value {
	if n.err != nil {
		return nil
	}
	var dims []int64
	for d := range v.Type().Rank() {
		if d != n.feature {
			dims = append(dims, int64(d))
		}
	}
	t := n.c.Ctx.WithShape(v.Type(), v.Type().Shape()[n.feature:n.feature+1])
	return n.typed(tg.Reduce, t, []*ir.Value{v}, ints(n.c.Ctx, "dims", dims), ir.NamedAttr{Name: "kind", Value: n.c.Ctx.StringAttr("sum")})
}

// perFeature is how many elements of the operand belong to a feature.
func (n *normaliser) perFeature() *ir.Value {
	t := n.o.Operand(0).Type()
	if n.err != nil || !t.IsStatic() {
		n.err = cmp.Or(n.err, fmt.Errorf("cannot be converted to tg: how many elements of '%s' a feature has is not known at compile time", t))
		return nil
	}
	count := 1.0
	for d, extent := range t.Shape() {
		if d != n.feature {
			count *= float64(extent)
		}
	}
	return n.number(count)
}

// normalised is (operand - mean) / sqrt(variance + epsilon), with the dividend
// and the divisor.
func (n *normaliser) normalised(mean, variance *ir.Value) (result, centered, deviation *ir.Value) {
	centered = n.op(tg.Sub, n.args[0], n.spread(mean))
	deviation = n.spread(n.op(tg.Sqrt, n.shifted(variance)))
	return n.op(tg.Div, centered, deviation), centered, deviation
}

// shifted is variance + epsilon.
func (n *normaliser) shifted(variance *ir.Value) *ir.Value {
	return n.op(tg.Add, variance, n.number(n.o.Attr("epsilon").Float()))
}

// scaled is the normalised operand with scale and offset applied.
func (n *normaliser) scaled(mean, variance *ir.Value) *ir.Value {
	x, _, _ := n.normalised(mean, variance)
	return n.op(tg.Add, n.op(tg.Mul, n.spread(n.args[1]), x), n.spread(n.args[2]))
}

func batchNormInference(n *normaliser) []*ir.Value {
	return []*ir.Value{n.scaled(n.args[3], n.args[4])}
}

func batchNormTraining(n *normaliser) []*ir.Value {
	count := n.perFeature()
	mean := n.op(tg.Div, n.sum(n.args[0]), count)
	centered := n.op(tg.Sub, n.args[0], n.spread(mean))
	variance := n.op(tg.Div, n.sum(n.op(tg.Mul, centered, centered)), count)
	return []*ir.Value{n.scaled(mean, variance), mean, variance}
}

func batchNormGrad(n *normaliser) []*ir.Value {
	scale, mean, variance, grad := n.args[1], n.args[2], n.args[3], n.args[4]
	count := n.perFeature()
	x, centered, deviation := n.normalised(mean, variance)
	offsetGrad := n.sum(grad)
	slope := n.op(tg.Div, n.op(tg.Mul, n.spread(n.sum(n.op(tg.Mul, grad, centered))), centered), n.spread(n.shifted(variance)))
	rest := n.op(tg.Sub, n.op(tg.Sub, n.op(tg.Mul, grad, count), n.spread(offsetGrad)), slope)
	factor := n.op(tg.Div, n.op(tg.Div, n.spread(scale), deviation), count)
	return []*ir.Value{n.op(tg.Mul, factor, rest), n.sum(n.op(tg.Mul, grad, x)), offsetGrad}
}
