package tensorop

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// ExtractSlice is a part of a tensor.
var ExtractSlice = Dialect.NewOp("tensor.extract_slice")

func init() {
	ExtractSlice.Define(ir.OpDef{
		Doc: "The part of a tensor that starts at an offset, has a size and takes elements at a stride in every dimension. The result may lack dimensions of constant size 1.",
		Example: `func.func @f(%t: tensor<8x16xf32>, %i: index) -> tensor<4xf32> {
  %extracted_slice = tensor.extract_slice %t[%i, 0] [1, 4] [1, 2] : tensor<8x16xf32> to tensor<4xf32>
  return %extracted_slice : tensor<4xf32>
}`,
		Operands: sliceArgs(ir.Arg("source", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    sliceAttrs(),
		Traits:   ir.Pure | ir.SizedOperands | ir.StatedTypes,
		// The form is not a format: offsets, sizes and strides are constants or operands.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			source := p.Operand()
			indices := parseSlice(p, st, 1)
			p.AttrDict(st)
			p.Expect(":")
			t := rankedTensor(p)
			p.Expect("to")
			st.Results = []*ir.Type{rankedTensor(p)}
			st.Operands = []*ir.Value{p.Resolve(source, t)}
			resolveIndices(p, st, indices)
		},
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.Operand(o.Operand(0))
			printSlice(p, o)
			p.Str(" : ")
			p.Type(o.Operand(0).Type())
			p.Str(" to ")
			p.Type(o.Result(0).Type())
		},
		Verify:     func(o *ir.Op) error { return verifySlice(o, o.Operand(0).Type(), o.Result(0).Type()) },
		Fold:       foldExtractSlice,
		ResultName: func(*ir.Op, int) string { return "extracted_slice" },
		Slots: ir.Slots{rewrite.Patterns.Of([]*rewrite.Pattern{
			{Name: "OpWithOffsetSizesAndStridesConstantArgumentFolder", Root: ExtractSlice, Apply: foldExtractedIndices},
			{Name: "ExtractSliceOpCastFolder", Root: ExtractSlice, Apply: extractFromUncast},
		})},
	})
}

// foldExtractSlice finds slices of splats, of all of a tensor, and of what was
// just put there.
func foldExtractSlice(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	source, t := o.Operand(0), o.Result(0).Type()
	if a := consts[0]; a.Is(ir.DenseAttr) && a.IsSplat() && t.IsStatic() {
		return []ir.Folded{{Const: o.Context().Dense(t, a.Raw())}}
	}
	if source.Type() == t && sliceOf(o).isWhole(t.Shape()) {
		return []ir.Folded{{Value: source}}
	}
	insert := source.Def()
	if insert.Is(InsertSlice) && insert.Operand(0).Type() == t && sliceOf(insert).equal(sliceOf(o)) {
		return []ir.Folded{{Value: insert.Operand(0)}}
	}
	return nil
}

// foldExtractedIndices moves constant operands into the attributes.
func foldExtractedIndices(r *rewrite.Rewriter, o *ir.Op) bool {
	if !hasConstantOperand(o) {
		return false
	}
	source, t := o.Operand(0), o.Result(0).Type()
	s := sliceOf(o)
	kept, _ := keptDims(s.static()[1], t.Shape())
	if s = s.clone(); !s.fold(source.Type().Shape()) {
		return false
	}
	n := s.make(r, ExtractSlice, o.Loc(), []*ir.Type{withSizes(r.Ctx, t, s, kept)}, source).Result(0)
	if n.Type() != t {
		n = castTo(r, o.Loc(), t, n)
	}
	r.ReplaceOp(o, n)
	return true
}

// withSizes is t, the type of a slice with the dimensions kept, with what is
// known of the sizes of s.
func withSizes(c *ir.Context, t *ir.Type, s slice, kept []int) *ir.Type {
	shape := make([]int64, len(kept))
	for i, dim := range kept {
		if shape[i] = ir.Dynamic; s.sizes()[dim].Value == nil {
			shape[i] = s.sizes()[dim].Const
		}
	}
	return c.WithShape(t, shape)
}

// extractFromUncast takes a slice of what a cast was made of.
func extractFromUncast(r *rewrite.Rewriter, o *ir.Op) bool {
	source := UncastUser(o.Operand(0))
	if source == nil || hasConstantOperand(o) {
		return false
	}
	s := sliceOf(o)
	if outside(source.Type().Shape(), s.static()) != nil {
		return false
	}
	r.ReplaceOp(o, s.make(r, ExtractSlice, o.Loc(), o.ResultTypes(), source).Result(0))
	return true
}

// castIntoExtractSlice takes a slice of the sizes that a cast of it tells, if it
// may be one: a cast that fails is left to fail.
func castIntoExtractSlice(r *rewrite.Rewriter, o *ir.Op) bool {
	extract, t := o.Operand(0).Def(), o.Result(0).Type()
	if !extract.Is(ExtractSlice) || !moreStatic(o.Operand(0).Type(), t) {
		return false
	}
	s := sliceOf(extract).clone()
	kept, _ := keptDims(s.static()[1], o.Operand(0).Type().Shape())
	for i, dim := range kept {
		if n := t.Shape()[i]; n != ir.Dynamic {
			s.sizes()[dim] = Index{Const: n}
		}
	}
	if outside(extract.Operand(0).Type().Shape(), s.static()) != nil {
		return false
	}
	r.ReplaceOp(o, s.make(r, ExtractSlice, o.Loc(), []*ir.Type{t}, extract.Operand(0)).Result(0))
	return true
}
