package stablehlo

import (
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

// whole is an operand or result with the shape of the operand, perFeature one with
// a number for each feature. All have one element type, but a constant of a rule
// has its shape from those of its own sort.
func whole(name string) ir.ArgDef { return ir.Arg(name, ranked(floats)).In("whole") }

func perFeature(name string) ir.ArgDef { return ir.Arg(name, ranked(floats)).In("per feature") }

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
		n := &normaliser{Maker: c.NewMaker(o), args: c.Operands(o), feature: int(o.Attr("feature_index").Int())}
		if slices.Contains(n.args, nil) {
			return nil // the rewriter knows what is missing
		}
		return n.Done(convertTo(n)...)
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
	*convert.Maker
	args    []*ir.Value
	feature int
}

// number is a constant of the operand's element type.
func (n *normaliser) number(v float64) *ir.Value {
	return number(n.Maker, n.Op.Operand(0).Type().Elem(), v)
}

// spread brings a number for each feature into a shape that broadcasts to the
// operand's.
func (n *normaliser) spread(v *ir.Value) *ir.Value {
	rank := n.Op.Operand(0).Type().Rank()
	if n.Err != nil || n.feature == rank-1 {
		return v
	}
	shape := []int64{v.Type().Shape()[0]}
	for range rank - 1 - n.feature {
		shape = append(shape, 1)
	}
	return n.Typed(tg.Reshape, n.Ctx.WithShape(v.Type(), shape), []*ir.Value{v})
}

// reduced is the sum or the mean of the elements of each feature. A mean is divided
// before it is rounded, and knows how many elements there are also where only the run
// does.
func (n *normaliser) reduced(kind string, v *ir.Value) *ir.Value {
	if n.Err != nil {
		return nil
	}
	var dims []int64
	for d := range v.Type().Rank() {
		if d != n.feature {
			dims = append(dims, int64(d))
		}
	}
	t := n.Ctx.WithShape(v.Type(), v.Type().Shape()[n.feature:n.feature+1])
	return n.Typed(tg.Reduce, t, []*ir.Value{v}, ints(n.Ctx, "dims", dims), ir.NamedAttr{Name: "kind", Value: n.Ctx.StringAttr(kind)})
}

// normalised is (operand - mean) / sqrt(variance + epsilon), with the dividend
// and the divisor.
func (n *normaliser) normalised(mean, variance *ir.Value) (result, centered, deviation *ir.Value) {
	centered = n.Apply(tg.Sub, n.args[0], n.spread(mean))
	deviation = n.spread(n.Apply(tg.Sqrt, n.shifted(variance)))
	return n.Apply(tg.Div, centered, deviation), centered, deviation
}

// shifted is variance + epsilon.
func (n *normaliser) shifted(variance *ir.Value) *ir.Value {
	return n.Apply(tg.Add, variance, n.number(n.Op.Attr("epsilon").Float()))
}

// scaled is the normalised operand with scale and offset applied.
func (n *normaliser) scaled(mean, variance *ir.Value) *ir.Value {
	x, _, _ := n.normalised(mean, variance)
	return n.Apply(tg.Add, n.Apply(tg.Mul, n.spread(n.args[1]), x), n.spread(n.args[2]))
}

func batchNormInference(n *normaliser) []*ir.Value {
	return []*ir.Value{n.scaled(n.args[3], n.args[4])}
}

func batchNormTraining(n *normaliser) []*ir.Value {
	mean := n.reduced("mean", n.args[0])
	centered := n.Apply(tg.Sub, n.args[0], n.spread(mean))
	variance := n.reduced("mean", n.Apply(tg.Mul, centered, centered))
	return []*ir.Value{n.scaled(mean, variance), mean, variance}
}

// batchNormGrad divides by the number of elements early, as means, where the
// specification does so at the end: products with it are beyond what f16 expresses.
func batchNormGrad(n *normaliser) []*ir.Value {
	scale, mean, variance, grad := n.args[1], n.args[2], n.args[3], n.args[4]
	x, centered, deviation := n.normalised(mean, variance)
	slope := n.Apply(tg.Div, n.Apply(tg.Mul, n.spread(n.reduced("mean", n.Apply(tg.Mul, grad, centered))), centered), n.spread(n.shifted(variance)))
	rest := n.Apply(tg.Sub, n.Apply(tg.Sub, grad, n.spread(n.reduced("mean", grad))), slope)
	factor := n.Apply(tg.Div, n.spread(scale), deviation)
	return []*ir.Value{n.Apply(tg.Mul, factor, rest), n.reduced("sum", n.Apply(tg.Mul, grad, x)), n.reduced("sum", grad)}
}
