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
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
)

// Reshape changes the shape and keeps the row-major order of elements.
var Reshape = Dialect.NewOp("tg.reshape")

func init() {
	Reshape.Define(ir.OpDef{
		Doc: "The same elements, in row-major order, in another shape. One `?` in the result type follows from the number of elements.",
		Example: `func.func @f(%x: tensor<4x6xf32>) -> tensor<2x12xf32> {
  %0 = tg.reshape %x : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$input attr-dict `:` same-type",
		Infer:    inferReshape,
		Fold:     foldReshape,
		Slots: ir.Slots{
			raisedAlike(),
			autodiff.Derivative.Of(reshapeDerivative),
			dimorder.Of.Of(dimorder.Fixed("elements are numbered in row-major order")),
			te.Expand.Of(expandReshape),
			opgen.FormsOf.Of(reshapeForms),
			opgen.InstanceOf.Of(reshapeInstance),
			convert.Writes(writeReshape),
			rewrite.SameElements.Of(true),
			analysis.RangeOf.Of(sameRange),
			cost.Model.Of(cost.Viewing),
			analysis.StorageOf.Of(analysis.Viewing),
			interp.Kernel.Of(view),
			interp.Tile.Of(reshapeTile),
		},
	})
}

func reshapeTile(*interp.Site) (fusion.Node, error) { return fusion.Node{Kind: fusion.Reshape}, nil }

func inferReshape(in *ir.Inference) ([]*ir.Type, error) {
	out, err := stated(in)
	if err != nil {
		return nil, err
	}
	t := in.Operands[0]
	if t.Elem() != out.Elem() {
		return nil, fmt.Errorf("keeps the element type, but has operand '%s' and result '%s'", t, out)
	}
	count, known := t.NumElements()
	if !known {
		return types(out), nil
	}
	if want, ok := out.NumElements(); ok {
		if want != count {
			return nil, fmt.Errorf("keeps the number of elements, but '%s' has %d and '%s' has %d", t, count, out, want)
		}
		return types(out), nil
	}
	if out.IsStatic() {
		return nil, fmt.Errorf("keeps the number of elements, but '%s' has %d and '%s' has more than can be counted", t, count, out)
	}
	shape, err := solveExtent(out, count)
	if err != nil {
		return nil, err
	}
	return types(in.Ctx.WithShape(out, shape)), nil
}

// solveExtent replaces the only `?` of t by what makes count elements. With
// several, or next to a zero extent, nothing is known.
func solveExtent(t *ir.Type, count int64) ([]int64, error) {
	shape := append([]int64(nil), t.Shape()...)
	unknown := slices.Index(shape, ir.Dynamic)
	if unknown < 0 || slices.Contains(shape[unknown+1:], ir.Dynamic) {
		return shape, nil
	}
	others, fits := shapes.Count(slices.Delete(slices.Clone(shape), unknown, unknown+1))
	switch {
	case count == 0 && (!fits || others == 0):
		return shape, nil
	case !fits:
		return nil, fmt.Errorf("%d elements do not fill '%s': its other extents make more than can be counted", count, t)
	case others == 0 || count%others != 0:
		return nil, fmt.Errorf("%d elements do not fill '%s': they are no multiple of %d", count, t, others)
	}
	shape[unknown] = count / others
	return shape, nil
}

func foldReshape(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	if f := toValue(o, o.Operand(0)); f != nil {
		return f
	}
	if inner := o.Operand(0).Def(); inner.Is(Reshape) {
		if f := toValue(o, inner.Operand(0)); f != nil {
			return f
		}
	}
	return splatThrough(o, consts[0])
}

// reshapeInstance says what random instances look like.
var reshapeInstance = opgen.Instance{Results: reshapeResult}

// reshapeResult merges, splits, adds or drops dimensions.
func reshapeResult(g *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type {
	s := slices.Clone(in[0].Shape())
	n, _ := in[0].NumElements()
	switch g.IntN(7) {
	case 0:
		s = []int64{n}
	case 1:
		s = []int64{1, n}
	case 2:
		if len(s) > 1 {
			d := g.IntN(len(s) - 1)
			s = slices.Replace(s, d, d+2, s[d]*s[d+1])
		}
	case 3:
		for d, n := range s {
			if n > 0 && n%2 == 0 {
				s = slices.Replace(s, d, d+1, 2, n/2)
				break
			}
		}
	case 4:
		s = slices.Insert(s, g.IntN(len(s)+1), 1)
	case 5:
		s = slices.DeleteFunc(s, func(n int64) bool { return n == 1 })
	default:
		if n > 0 || len(s) > 1 {
			g.Shuffle(len(s), func(i, k int) { s[i], s[k] = s[k], s[i] })
		}
	}
	return types(g.Ctx.Tensor(s, in[0].Elem()))
}
