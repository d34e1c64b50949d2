package tg

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/contract"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
)

// DotGeneral is the contraction with explicit dimension numbers.
var DotGeneral = Dialect.NewOp("tg.dot_general")

func init() {
	DotGeneral.Define(ir.OpDef{
		Doc: "Contraction with explicit dimension numbers. Batching dimensions of lhs and rhs run in step, contracting dimensions are summed over, in row-major order; " +
			"the result has the batching dimensions, then the other ones of lhs, then those of rhs. " + epilogueDoc + contractionDoc,
		Example: `func.func @f(%x: tensor<5x4x8xf32>, %y: tensor<5x8x3xf32>) -> tensor<5x4x3xf32> {
  %0 = tg.dot_general %x, %y batching [0] x [0] contracting [2] x [1] : (tensor<5x4x8xf32>, tensor<5x8x3xf32>) -> tensor<5x4x3xf32>
  %1 = tg.dot_general %x, %y bias %0 batching [0] x [0] contracting [2] x [1] activation relu : (tensor<5x4x8xf32>, tensor<5x8x3xf32>, tensor<5x4x3xf32>) -> tensor<5x4x3xf32>
  return %1 : tensor<5x4x3xf32>
}`,
		Operands: ir.Args(ir.Arg("lhs", plainTensor), ir.Arg("rhs", plainTensor), ir.Optional("bias", plainTensor)),
		Results:  ir.Args(ir.Arg("output", plainTensor)),
		Attrs: []ir.AttrArg{
			clause("lhs_batching"), clause("rhs_batching"), clause("lhs_contracting"), clause("rhs_contracting"), activation, elementType,
		},
		Traits: ir.Pure,
		Format: "$lhs `,` $rhs (`bias` $bias^)? (`batching` $lhs_batching^ `x` $rhs_batching)? (`contracting` $lhs_contracting^ `x` $rhs_contracting)? " +
			clauses("activation", "element_type") + "attr-dict `:` same-type",
		Infer: inferDotGeneral,
		Slots: ir.Slots{
			autodiff.Derivative.Of(dotGeneralDerivative),
			dimorder.Of.Of(dimorder.Fixed("its result has the order of its operands")),
			te.Expand.Of(expandDotGeneral),
			opgen.FormsOf.Of(dotGeneralForms),
			autodiff.Raised.Of(raiseDotGeneral),
			opgen.InstanceOf.Of(dotGeneralInstance),
			convert.Writes(writeDotGeneral),
			rewrite.Patterns.Of(dotGeneralPatterns),
			cost.Timed.Of(dotGeneralTiming),
			cost.Model.Of(dotGeneralCost),
			analysis.StorageOf.Of(dotGeneralStorage),
			interp.Tile.Of(dotGeneralTile),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				c, err := contract.NewDotGeneral(contractedDims(s.Op.Attr), s.Out[0].DType, contractType(s.In[0]), contractType(s.In[1]))
				depth := 1
				for _, d := range intsOf(s, "lhs_contracting") {
					depth = interp.WorkOf(depth, s.In[0].Shape[d])
				}
				return contractionStep(s, depth, c, err)
			}),
		},
	})
}

// contractedDims are the dimension numbers that attributes say.
func contractedDims(attr func(name string) *ir.Attr) contract.DotDims {
	list := func(name string) []int { return toInts(attr(name).Ints()) }
	return contract.DotDims{
		LHSBatch: list("lhs_batching"), RHSBatch: list("rhs_batching"), LHSContract: list("lhs_contracting"), RHSContract: list("rhs_contracting"),
	}
}

func dotGeneralStorage(in *ir.Inference) analysis.Storage {
	out := contractTypeOf(in.Results[0])
	return contractionStorage(contract.NewDotGeneral(contractedDims(in.Attr), out.DType, contractTypeOf(in.Operands[0]), contractTypeOf(in.Operands[1])))
}

func inferDotGeneral(in *ir.Inference) ([]*ir.Type, error) {
	elem, err := contractionElem(in)
	if err != nil {
		return nil, err
	}
	lhs, rhs := in.Operands[0], in.Operands[1]
	var usedLeft, usedRight []int64
	var shape []int64
	for _, role := range []string{"batching", "contracting"} {
		left, right := in.Attr("lhs_"+role).Ints(), in.Attr("rhs_"+role).Ints()
		if len(left) != len(right) {
			return nil, fmt.Errorf("lhs has %d %s dimensions, but rhs has %d", len(left), role, len(right))
		}
		usedLeft, usedRight = append(usedLeft, left...), append(usedRight, right...)
		if _, err := checkDims("lhs dimension", usedLeft, lhs); err != nil {
			return nil, err
		}
		if _, err := checkDims("rhs dimension", usedRight, rhs); err != nil {
			return nil, err
		}
		for i, l := range left {
			n, ok := sameExtent(lhs.Shape()[l], rhs.Shape()[right[i]])
			if !ok {
				return nil, fmt.Errorf("%s dimensions differ: dimension %d of lhs ('%s') is %d, dimension %d of rhs ('%s') is %d",
					role, l, lhs, lhs.Shape()[l], right[i], rhs, rhs.Shape()[right[i]])
			}
			if role == "batching" {
				shape = append(shape, n)
			}
		}
	}
	shape = append(append(shape, without(lhs.Shape(), usedLeft)...), without(rhs.Shape(), usedRight)...)
	result := in.Ctx.Tensor(shape, elem)
	return types(result), checkEpilogue(in, result)
}

// without is shape without the dimensions dims.
func without(shape, dims []int64) []int64 {
	drop := map[int64]bool{}
	for _, d := range dims {
		drop[d] = true
	}
	var out []int64
	for d, n := range shape {
		if !drop[int64(d)] {
			out = append(out, n)
		}
	}
	return out
}

// dotGeneralTiming is what calibration measures.
var dotGeneralTiming = cost.Timing{
	Overhead: cost.Program{
		Inputs: []string{"2x2x2xf32"},
		Op:     "tg.dot_general %a0, %a0 batching [0] x [0] contracting [2] x [2] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>",
	},
}

// dotGeneralInstance says what random instances look like.
var dotGeneralInstance = opgen.Instance{Operand: dotOperand, Attrs: dotAttrs, Count: withBias}

func dotGeneralCost(in *ir.Inference) cost.Work {
	lhs, rhs := in.Operands[0], in.Operands[1]
	batches, depth := 1.0, 1.0
	for _, d := range in.Attr("lhs_batching").Ints() {
		batches *= cost.Extent(lhs.Shape()[d])
	}
	for _, d := range in.Attr("lhs_contracting").Ints() {
		depth *= cost.Extent(lhs.Shape()[d])
	}
	free := func(t *ir.Type) float64 {
		if batches*depth == 0 {
			return 0
		}
		return cost.Elements(t) / (batches * depth)
	}
	w := cost.Product(in, batches, free(lhs), free(rhs), depth)
	for i, side := range []string{"lhs", "rhs"} {
		t, last := in.Operands[i], int64(in.Operands[i].Rank()-1)
		switch {
		case last < 0: // a number
		case slices.Contains(in.Attr(side+"_contracting").Ints(), last):
		case slices.Contains(in.Attr(side+"_batching").Ints(), last):
			w.Singles += cost.Elements(t) // no two elements of a product are neighbours
		default:
			w.Add(cost.Elements(t), cost.Extent(t.Shape()[last]))
		}
	}
	return w
}

func dotOperand(g *opgen.Generator, i int, before []*ir.Type) *ir.Type {
	switch i {
	case 0:
		return g.Any()
	case 2:
		return biasOf(g, DotGeneral, before)
	}
	s := slices.Clone(before[0].Shape())
	g.Shuffle(len(s), func(i, k int) { s[i], s[k] = s[k], s[i] })
	for d := range s {
		if g.Chance(1, 4) {
			s[d] = g.Extent()
		}
	}
	return g.Ctx.Tensor(s, before[0].Elem())
}

// dotAttrs pairs dimensions of equal extents.
func dotAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	var lists [4][]int64 // batching and contracting of lhs, then rhs
	used := map[int]bool{}
	for _, l := range g.Perm(in[0].Rank()) {
		for _, r := range g.Perm(in[1].Rank()) {
			if used[r] || in[0].Shape()[l] != in[1].Shape()[r] || g.Chance(1, 3) {
				continue
			}
			used[r] = true
			role := g.IntN(3) / 2 // batching is rarer
			lists[1-role] = append(lists[1-role], int64(l))
			lists[3-role] = append(lists[3-role], int64(r))
			break
		}
	}
	a := epilogueAttrs(g, in)
	for i, name := range []string{"lhs_batching", "lhs_contracting", "rhs_batching", "rhs_contracting"} {
		a[name] = g.Ints(lists[i])
	}
	return a
}

func writeDotGeneral(w *convert.Writer, o *ir.Op, x []*ir.Value) *ir.Value {
	list := func(name string) []int64 { return o.Attr(name).Ints() }
	product := dotOf(w, o.Result(0).Type(), x, list("lhs_batching"), list("rhs_batching"), list("lhs_contracting"), list("rhs_contracting"))
	return epilogued(w, o, x, product)
}

// dotOf is a contraction of the first two operands.
func dotOf(w *convert.Writer, t *ir.Type, x []*ir.Value, lhsBatching, rhsBatching, lhsContracting, rhsContracting []int64) *ir.Value {
	return w.Op("stablehlo.dot_general", t, x[:2], w.Record("dot_dimension_numbers", "dot",
		w.Ints("lhs_batching_dimensions", lhsBatching), w.Ints("rhs_batching_dimensions", rhsBatching),
		w.Ints("lhs_contracting_dimensions", lhsContracting), w.Ints("rhs_contracting_dimensions", rhsContracting)))
}

// raiseDotGeneral makes the leading dimension one of the batching ones where both operands have it,
// or there is a bias; else one that an operand does not share with the other, which comes behind
// the batching ones in the result and is moved to the front.
func raiseDotGeneral(b *autodiff.Batch, o *ir.Op) []*ir.Value {
	sides := []string{"lhs", "rhs"}
	both := b.Has(o, 0) && b.Has(o, 1) || o.NumOperands() > 2
	var attrs []ir.NamedAttr
	in := make([]*ir.Value, o.NumOperands())
	for i, side := range sides {
		in[i] = b.In(o, i)
		if both {
			in[i] = b.All(o, i)
		}
		if !both && !b.Has(o, i) {
			continue
		}
		batching := behindFirst(o.Attr(side + "_batching").Ints())
		if both {
			batching = append([]int64{0}, batching...)
		}
		attrs = append(attrs, intsAttr(b.Ctx, side+"_batching", batching),
			intsAttr(b.Ctx, side+"_contracting", behindFirst(o.Attr(side+"_contracting").Ints())))
	}
	result := o.Result(0).Type()
	if both {
		if len(in) > 2 {
			in[2] = alignedFirst(b, o, 2, b.Has(o, 2), o.Operand(2).Type().Shape(), result.Rank())
		}
		return b.Like(o, in, attrs...)
	}
	at := len(o.Attr("lhs_batching").Ints())
	if b.Has(o, 1) { // the dimensions that the left one does not share come first
		at = o.Operand(0).Type().Rank() - len(o.Attr("lhs_contracting").Ints())
	}
	v := b.As(o, types(b.Ctx.Tensor(slices.Insert(slices.Clone(result.Shape()), at, b.N), result.Elem())), in, attrs...)[0]
	if at == 0 {
		return []*ir.Value{v}
	}
	permutation := []int64{int64(at)}
	for d := range result.Rank() + 1 {
		if d != at {
			permutation = append(permutation, int64(d))
		}
	}
	return []*ir.Value{b.MakeTyped(Transpose, b.Type(result), []*ir.Value{v}, intsAttr(b.Ctx, "permutation", permutation))}
}
