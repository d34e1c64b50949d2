package tensorop

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
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
		Slots: ir.Slots{rewrite.Patterns.Of([]*rewrite.Pattern{
			{Name: "ReplaceEmptyTensorStaticShapeDims", Root: Empty, Apply: foldEmptySizes},
		})},
	})
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
