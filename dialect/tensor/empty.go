package tensorop

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// Empty is a tensor of a shape whose elements are not said.
var Empty = Dialect.NewOp("tensor.empty")

func init() {
	Empty.Define(ir.OpDef{
		Doc: "A tensor of a given shape whose elements nobody may rely on: a place to insert slices into. The operands are the extents that the type leaves open.",
		Example: `func.func @f(%n: index) -> tensor<?x4xf32> {
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}`,
		Operands: ir.Args(ir.Variadic("dynamicSizes", ir.IndexOnly)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Traits:   ir.Pure | ir.StatedTypes,
		// The form is not a format: what is no tensor is refused as it is read, as in MLIR.
		Parse: parseEmpty,
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str("(")
			p.Operands(o.Operands())
			p.Str(")")
			p.AttrDict(o)
			p.Str(" : ")
			p.Type(o.Result(0).Type())
		},
		Verify: func(o *ir.Op) error {
			open := 0
			for _, n := range o.Result(0).Type().Shape() {
				if n == ir.Dynamic {
					open++
				}
			}
			if n := o.NumOperands(); n != open {
				return fmt.Errorf("incorrect number of dynamic sizes, has %d, expected %d", n, open)
			}
			return nil
		},
		Slots: ir.Slots{
			rewrite.Patterns.Of([]*rewrite.Pattern{
				{Name: "ReplaceEmptyTensorStaticShapeDims", Root: Empty, Apply: foldEmptySizes},
			}),
			analysis.ToldBy.Of(&analysis.Told{As: Empty, Make: emptyMake}),
			cost.Model.Of(cost.Filling),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(emptyKernel),
		},
	})
}

// emptyMake is the shape in which the operands stand where the type leaves extents open.
func emptyMake(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
	shape := slices.Clone(in.Results[0].Shape())
	for d, n := range shape {
		if n != ir.Dynamic || len(numbers) == 0 {
			continue
		}
		if shape[d] = numbers[0][0]; shape[d] < 0 {
			return nil, nil, fmt.Errorf("is told that dimension %d has the extent %d, which must not be negative", d, shape[d])
		}
		numbers = numbers[1:]
	}
	return nil, shape, nil
}

// emptyKernel makes elements 0, so that nobody sees what was there before.
func emptyKernel(s *interp.Site) (interp.Step, error) {
	if s.Op.NumOperands() > 0 {
		return interp.ToldKernel(s)
	}
	return interp.Step{Run: func(_ *interp.Frame, out, _ []*tensor.Tensor) error {
		clear(out[0].Bytes())
		return nil
	}}, nil
}

func parseEmpty(p ir.OpParser, st *ir.OpState) {
	p.Expect("(")
	sizes := p.Operands()
	p.Expect(")")
	p.AttrDict(st)
	p.Expect(":")
	st.Results = []*ir.Type{rankedTensor(p)}
	for _, s := range sizes {
		st.Operands = append(st.Operands, p.Resolve(s, p.Context().Index()))
	}
}

func emptySizes(o *ir.Op) []Index {
	return Indices(o.Result(0).Type().Shape(), o.Operands())
}

// makeEmpty makes an empty tensor with the element type and the encoding of t.
func makeEmpty(r *rewrite.Rewriter, l ir.Loc, sizes []Index, t *ir.Type) *ir.Value {
	static, dynamic := Split(sizes)
	return r.OpWithTypes(Empty, l, []*ir.Type{r.Ctx.WithShape(t, static)}, dynamic).Result(0)
}

// foldEmptySizes moves constant sizes into the type.
func foldEmptySizes(r *rewrite.Rewriter, o *ir.Op) bool {
	sizes := emptySizes(o)
	if !FoldIndices(sizes, notNegative) {
		return false
	}
	t := o.Result(0).Type()
	r.ReplaceOp(o, castTo(r, o.Loc(), t, makeEmpty(r, o.Loc(), sizes, t)))
	return true
}

func notNegative(n int64) bool { return n >= 0 }
