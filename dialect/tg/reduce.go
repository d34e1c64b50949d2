package tg

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// Reduce combines the elements along dimensions.
var Reduce = Dialect.NewOp("tg.reduce")

// foldKinds are the keywords of ops that combine many elements into one, with
// what they are defined for.
var foldKinds = map[string]ir.TypeConstraint{
	"sum": plainTensor, "prod": plainTensor, "max": plainTensor, "min": plainTensor,
	"and": bitsTensor, "or": bitsTensor, "xor": bitsTensor,
	"mean": fieldTensor, "argmax": orderedTensor, "argmin": orderedTensor,
}

var reduceKind = ir.OneOf("reduction", "sum", "prod", "max", "min", "and", "or", "xor", "mean", "argmax", "argmin")

func isArg(kind string) bool { return kind == "argmax" || kind == "argmin" }

func init() {
	Reduce.Define(ir.OpDef{
		Doc: "Reduction along the dimensions `dims`, which the result lacks, or has with extent 1 under `keep_dims`. " +
			"A keyword says how elements combine, with `init` or the keyword's neutral element; sums and products of floats do so by 16 lanes in blocks of 4,096 elements (docs/numerics.md), f16 and bf16 in f32, rounded once. " +
			"On i1, sum and max are or, prod and min are and. argmax and argmin give the row-major position of the first greatest or least element (of the first NaN if there is one) " +
			"as i64, or as `element_type`. Without a keyword there are n inputs, as many rank-0 inits, and a region that takes n accumulators and n elements and yields the accumulators.",
		Example: `func.func @f(%x: tensor<2x3xf32>, %i: tensor<f32>) -> (tensor<2xf32>, tensor<2x1xf32>, tensor<2xi32>, tensor<3xf32>) {
  %0 = tg.reduce sum %x init %i dims [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = tg.reduce max %x dims [1] keep_dims : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %2 = tg.reduce argmax %x dims [1] element_type i32 : (tensor<2x3xf32>) -> tensor<2xi32>
  %3 = tg.reduce %x init %i dims [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32> with (%acc: tensor<f32>, %e: tensor<f32>) {
    %4 = tg.mul %e, %e : tensor<f32>
    %5 = tg.add %acc, %4 : tensor<f32>
    tg.yield %5 : tensor<f32>
  }
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2x1xf32>, tensor<2xi32>, tensor<3xf32>
}`,
		Operands: ir.Args(ir.Variadic("operands", ir.AnyTensor)),
		Results:  ir.Args(ir.Variadic("outputs", ir.AnyTensor)),
		Attrs: []ir.AttrArg{
			{Name: "kind", Is: reduceKind, Optional: true}, {Name: "dims", Is: ir.IsInts}, flag("keep_dims"),
			{Name: "element_type", Is: isElementType, Optional: true},
		},
		Regions:   optionalBody,
		Traits:    ir.RecursiveEffects | ir.SingleBlock,
		NumInputs: numReduceInputs,
		Format: "($kind^)? inputs (`init` inits^)? `dims` $dims " + clauses("keep_dims", "element_type") +
			"attr-dict `:` same-type " + withBody,
		Infer:         inferReduce,
		VerifyRegions: verifyReduce,
		Fold:          foldReduce,
		Slots: ir.Slots{
			autodiff.Derivative.Of(reduceRule),
			dimorder.Of.Of(reduceOrders),
			te.Expand.Of(expandReduce),
			opgen.FormsOf.Of(reduceForms),
			autodiff.Raised.Of(raiseReduce),
			opgen.InstanceOf.Of(reduceInstance),
			convert.WritesAll(writeReduce),
			analysis.RangeOf.Of(reduceRange),
			rewrite.Patterns.Of(reducePatterns),
			cost.Timed.Of(reduceTiming),
			cost.Model.Of(reduceCost),
			analysis.StorageOf.Of(reduceStorage),
			interp.Kernel.Of(reduceKernel),
			interp.Tile.Of(reduceTile),
		},
	})
}

func numReduceInputs(o *ir.Op) int { return reduceInputs(o.NumOperands(), o.Attr("kind")) }

// reduceInputs is how many of the operands are inputs; the others are inits.
func reduceInputs(operands int, kind *ir.Attr) int {
	if kind != nil {
		return min(operands, 1)
	}
	return operands / 2
}

func inferReduce(in *ir.Inference) ([]*ir.Type, error) {
	kind := in.Attr("kind")
	if err := checkKeywordOrBody(kind, "kind", len(in.Regions)); err != nil {
		return nil, err
	}
	if kind != nil {
		return inferKeywordReduce(in, kind.Text())
	}
	n := len(in.Operands) / 2
	if n == 0 || len(in.Operands)%2 != 0 {
		return nil, fmt.Errorf("needs an init for each input, but has %d operands", len(in.Operands))
	}
	if in.Attr("element_type") != nil {
		return nil, errors.New("'element_type' is for argmax and argmin only")
	}
	var out []*ir.Type
	for i, t := range in.Operands[:n] {
		if !ir.Compatible(in.Ctx.WithElem(t, in.Operands[0].Elem()), in.Operands[0]) {
			return nil, fmt.Errorf("inputs must have one shape, but input #0 is '%s' and input #%d is '%s'", in.Operands[0], i, t)
		}
		init := in.Operands[n+i]
		if init.Rank() != 0 {
			return nil, fmt.Errorf("init #%d must have rank 0, but is '%s'", i, init)
		}
		shape, err := reducedShape(t, in.Attr("dims").Ints(), in.Attr("keep_dims") != nil)
		if err != nil {
			return nil, err
		}
		out = append(out, in.Ctx.Tensor(shape, init.Elem()))
	}
	return out, nil
}

func inferKeywordReduce(in *ir.Inference, kind string) ([]*ir.Type, error) {
	if n := len(in.Operands); n != 1 && n != 2 {
		return nil, fmt.Errorf("needs one input and perhaps an init next to a keyword, but has %d operands", n)
	}
	t := in.Operands[0]
	if c := foldKinds[kind]; !c.Ok(t) {
		return nil, fmt.Errorf("the operand of %s must be %s, but is '%s'", kind, c.Desc, t)
	}
	shape, err := reducedShape(t, in.Attr("dims").Ints(), in.Attr("keep_dims") != nil)
	if err != nil {
		return nil, err
	}
	given := in.Attr("element_type")
	switch {
	case isArg(kind) && len(in.Operands) > 1:
		return nil, fmt.Errorf("%s takes no init", kind)
	case isArg(kind) && given == nil:
		return types(in.Ctx.Tensor(shape, in.Ctx.I64())), nil
	case isArg(kind) && !isWholeNumber(given.Type()):
		return nil, fmt.Errorf("the element type of %s must be an integer or index, but is '%s'", kind, given.Type())
	case isArg(kind):
		return types(in.Ctx.Tensor(shape, given.Type())), nil
	case given != nil:
		return nil, errors.New("'element_type' is for argmax and argmin only")
	}
	if err := checkInit(in); err != nil {
		return nil, err
	}
	return types(in.Ctx.Tensor(shape, t.Elem())), nil
}

// checkInit fails unless operand 1, if there is one, is a rank-0 tensor of
// operand 0's element type.
func checkInit(in *ir.Inference) error {
	if len(in.Operands) > 1 && in.Operands[1] != in.Ctx.Tensor(nil, in.Operands[0].Elem()) {
		return fmt.Errorf("init must be '%s', but is '%s'", in.Ctx.Tensor(nil, in.Operands[0].Elem()), in.Operands[1])
	}
	return nil
}

// reducedShape is the shape of t without dims, or with extents 1 there.
func reducedShape(t *ir.Type, dims []int64, keep bool) ([]int64, error) {
	reduced, err := checkDims("dims entry", dims, t)
	if err != nil {
		return nil, err
	}
	shape := []int64{}
	for d, n := range t.Shape() {
		switch {
		case !reduced[d]:
			shape = append(shape, n)
		case keep:
			shape = append(shape, 1)
		}
	}
	return shape, nil
}

func verifyReduce(o *ir.Op) error {
	if o.NumRegions() == 0 {
		return nil
	}
	n := o.NumOperands() / 2
	accumulators := o.OperandTypes()[n:]
	return checkRegion(o, 0, slices.Concat(accumulators, scalarTypes(o.Context(), o.OperandTypes()[:n])), accumulators)
}

// foldReduce knows reductions that combine single elements, and those of
// splats that combining does not change. A sum of floats starts from +0, which
// turns -0 into +0.
func foldReduce(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	kind := o.Attr("kind")
	if kind == nil || o.NumOperands() != 1 || isArg(kind.Text()) {
		return nil
	}
	t := o.Operand(0).Type()
	additive := kind.Text() == "sum" || kind.Text() == "mean"
	single := true
	for _, d := range o.Attr("dims").Ints() {
		single = single && t.Shape()[d] == 1
	}
	if single && !(additive && isInexact(t.Elem())) {
		if f := toValue(o, o.Operand(0)); f != nil {
			return f
		}
	}
	switch kind.Text() {
	case "max", "min", "and", "or":
		if n, ok := t.NumElements(); ok && n > 0 {
			return splatThrough(o, consts[0])
		}
	}
	return nil
}

// reduceStorage: long sums of floats are made of those of blocks.
func reduceStorage(in *ir.Inference) analysis.Storage {
	kind, x := in.Attr("kind"), in.Operands[0]
	if kind == nil || isArg(kind.Text()) {
		return analysis.Storage{}
	}
	d, _ := interp.DTypeOf(x.Elem())
	bytes := kernel.ReduceWorkspace(kind.Text(), d, toInts(x.Shape()), toInts(in.Attr("dims").Ints()))
	return analysis.Storage{Workspace: func(int) int { return bytes }}
}

func reduceKernel(s *interp.Site) (interp.Step, error) {
	dims := intsOf(s, "dims")
	attr := s.Op.Attr("kind")
	if attr == nil {
		return reduceByBody(s, dims), nil
	}
	kind, x := attr.Text(), s.In[0]
	if isArg(kind) {
		run, err := kernel.ResolveArgReduce(kind, x.DType, x.Shape, dims, s.Out[0].DType)
		return unaryStep(run, err)
	}
	step, err := initStep(kernel.ResolveReduce(kind, x.DType, x.Shape, dims))
	if err == nil {
		step.Reductions = []string{kernel.ReduceForm(kind, x.DType, x.Shape, dims)}
	}
	return step, err
}

// reduceTile knows the reductions that can be fed piece by piece.
func reduceTile(s *interp.Site) (fusion.Node, error) {
	kind := s.Op.Attr("kind")
	switch {
	case kind == nil:
		return fusion.Node{}, errors.New("a reduction with a region is no loop")
	case isArg(kind.Text()):
		return fusion.Node{}, errors.New("a reduction that keeps positions needs all elements")
	}
	_, err := kernel.NewReduction(kind.Text(), s.In[0].DType, nil, nil)
	return fusion.Node{Kind: fusion.Reduce, Reduction: kind.Text(), Dims: intsOf(s, "dims")}, err
}

// initStep runs a kernel whose second operand, the initial value, may be
// missing.
func initStep(run kernel.Reduce, err error) (interp.Step, error) {
	return interp.Step{Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		run(f.Workspace(), out[0], in[0], initOf(in))
		return nil
	}}, err
}

// initOf is the second operand, or nil.
func initOf(in []*tensor.Tensor) *tensor.Tensor {
	if len(in) > 1 {
		return in[1]
	}
	return nil
}

// reduceTiming is what calibration measures.
var reduceTiming = cost.Timing{Functions: []cost.Function{
	{
		Name:    "reduce_max",
		Program: cost.Program{Inputs: []string{"16x256xf32"}, Op: "tg.reduce max %a0 dims [1] : (tensor<16x256xf32>) -> tensor<16xf32>"}, Calls: 4096, Kind: cost.Fold,
	},
	{
		Name:    "argmax",
		Program: cost.Program{Inputs: []string{"16x256xf32"}, Op: "tg.reduce argmax %a0 dims [1] : (tensor<16x256xf32>) -> tensor<16xi64>"}, Calls: 4096, Kind: cost.Math,
	},
}}

// reduceInstance says what random instances look like.
var reduceInstance = opgen.Instance{Attrs: reduceAttrs, Operand: withInit, Count: oneOrTwo}

// reduceRange is that of a reduction by a keyword of floats, or of some elements
// for their greatest or least. A sum of what is not negative is not, and starts
// from +0.
func reduceRange(o *ir.Op, operand func(int) bounds) bounds {
	elem, kind := o.Result(0).Type().Elem(), keywordOf(o)
	full := analysis.FullRange(elem)
	if o.NumOperands() != 1 || !allStatic(o) || elements(o.Operand(0).Type()) == 0 {
		return full
	}
	x := operand(0)
	switch {
	case kind == "max" || kind == "min":
		return x
	case isFloatSum(kind, o) && x.NonNegative() && o.Operand(0).Type().Elem() == elem:
		return bounds{Low: 0, High: math.Inf(1), NaN: x.NaN, Whole: x.Whole && kind == "sum"}
	}
	return full
}

func reduceCost(in *ir.Inference) cost.Work {
	reduced := has(in.Attr("dims").Ints())
	kind := in.Attr("kind")
	switch {
	case kind == nil:
		return cost.Body(in, cost.Elements(in.Operands[0]))
	case isArg(kind.Text()):
		w := cost.Folding(in, reduced)
		w.Kind, w.Call, w.Rows = cost.Math, "argmax", 0
		return w
	}
	w := cost.Folding(in, reduced)
	if k := kind.Text(); k == "max" || k == "min" {
		w.Call = "reduce_max"
	}
	return w
}

// has is the set of dimensions that a list names.
func has(dims []int64) func(d int) bool {
	return func(d int) bool { return slices.Contains(dims, int64(d)) }
}

func reduceAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	a := opgen.Attrs{"kind": g.Word("sum", "sum", "prod", "max", "max", "min", "and", "or", "xor", "mean", "argmax", "argmin"), "dims": g.Ints(g.Subset(in[0].Rank()))}
	g.Sometimes(a, "keep_dims", 3)
	if len(in) == 1 && g.Chance(1, 4) {
		a["element_type"] = g.Ctx.TypeAttr(opgen.Pick(g, []*ir.Type{g.Ctx.I32(), g.Ctx.Int(8, ir.Signless), g.Ctx.Int(64, ir.Unsigned)}))
	}
	return a
}

// raiseReduce keeps the leading dimension; what a reduction starts from must be the same for all.
func raiseReduce(b *autodiff.Batch, o *ir.Op) []*ir.Value {
	in := make([]*ir.Value, o.NumOperands())
	for i := range in {
		switch {
		case i < numReduceInputs(o):
			in[i] = b.All(o, i)
		case b.Has(o, i):
			return nil
		default:
			in[i] = b.In(o, i)
		}
	}
	return b.Like(o, in, intsAttr(b.Ctx, "dims", behindFirst(o.Attr("dims").Ints())))
}
