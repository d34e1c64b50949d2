package tensorop

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
)

// InsertSlice is a tensor with a part replaced. ParallelInsertSlice says which
// part of a shared tensor a round of a parallel loop replaces.
var (
	InsertSlice         = Dialect.NewOp("tensor.insert_slice")
	ParallelInsertSlice = Dialect.NewOp("tensor.parallel_insert_slice")
)

// Combining is filled by ops that parallel loops end with: their regions hold
// ops that write parts of shared tensors, which must be arguments of the loop
// around them: argument reports whether v is one.
var Combining = ir.NewSlot[func(o *ir.Op, v *ir.Value) (argument bool)]("writes of parallel loops")

func init() {
	InsertSlice.Define(ir.OpDef{
		Doc: "A tensor in which the part that starts at an offset, has a size and takes elements at a stride in every dimension is another tensor. That one may lack dimensions of constant size 1.",
		Example: `func.func @f(%s: tensor<4xf32>, %t: tensor<8x16xf32>, %i: index) -> tensor<8x16xf32> {
  %inserted_slice = tensor.insert_slice %s into %t[%i, 0] [1, 4] [1, 2] : tensor<4xf32> into tensor<8x16xf32>
  return %inserted_slice : tensor<8x16xf32>
}`,
		Operands: sliceArgs(ir.Arg("source", ir.AnyTensor), ir.Arg("dest", ir.AnyTensor)),
		Results:  ir.Args(ir.Arg("result", ir.AnyTensor)),
		Attrs:    sliceAttrs(),
		Traits:   ir.Pure | ir.SizedOperands | ir.StatedTypes,
		// The form is not a format: offsets, sizes and strides are constants or operands.
		Parse: func(p ir.OpParser, st *ir.OpState) {
			st.Results = []*ir.Type{parseInsert(p, st)}
		},
		Print: printInsert,
		Verify: func(o *ir.Op) error {
			if o.Result(0).Type() != o.Operand(1).Type() {
				return fmt.Errorf("failed to verify that expected result type to match dest type")
			}
			return verifySlice(o, o.Operand(1).Type(), o.Operand(0).Type())
		},
		Fold:       foldInsertSlice,
		ResultName: func(*ir.Op, int) string { return "inserted_slice" },
		Slots:      ir.Slots{rewrite.Patterns.Of(insertPatterns(InsertSlice))},
	})
	ParallelInsertSlice.Define(ir.OpDef{
		Doc: "Which part of a shared tensor a round of `scf.forall` replaces, and by what. Rounds that replace one element by different ones leave open which it is.",
		Example: `func.func @f(%s: tensor<4xf32>, %t: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8x4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
    }
  }
  return %0 : tensor<8x4xf32>
}`,
		Operands: sliceArgs(ir.Arg("source", ir.AnyTensor), ir.Arg("dest", ir.AnyTensor)),
		Attrs:    sliceAttrs(),
		Traits:   ir.SizedOperands,
		// The form is not a format: offsets, sizes and strides are constants or operands.
		Parse:  func(p ir.OpParser, st *ir.OpState) { parseInsert(p, st) },
		Print:  printInsert,
		Verify: verifyParallelInsert,
		Slots:  ir.Slots{rewrite.Patterns.Of(insertPatterns(ParallelInsertSlice))},
	})
}

func parseInsert(p ir.OpParser, st *ir.OpState) (dest *ir.Type) {
	source := p.Operand()
	p.Expect("into")
	into := p.Operand()
	indices := parseSlice(p, st, 2)
	p.AttrDict(st)
	p.Expect(":")
	t := rankedTensor(p)
	p.Expect("into")
	dest = rankedTensor(p)
	st.Operands = []*ir.Value{p.Resolve(source, t), p.Resolve(into, dest)}
	resolveIndices(p, st, indices)
	return dest
}

func printInsert(p ir.OpPrinter, o *ir.Op) {
	p.Str(" ")
	p.Operand(o.Operand(0))
	p.Str(" into ")
	p.Operand(o.Operand(1))
	printSlice(p, o)
	p.Str(" : ")
	p.Type(o.Operand(0).Type())
	p.Str(" into ")
	p.Type(o.Operand(1).Type())
}

func verifyParallelInsert(o *ir.Op) error {
	parent := o.Parent()
	if parent == nil {
		return fmt.Errorf("expected InParallelOpInterface parent")
	}
	argument, ok := Combining.Get(parent.Def())
	if !ok {
		return o.Errorf("expected InParallelOpInterface parent, got:")
	}
	if !argument(parent, o.Operand(1)) {
		return fmt.Errorf("may only insert into an output block argument")
	}
	return verifySlice(o, o.Operand(1).Type(), o.Operand(0).Type())
}

// Sequential makes the op that does alone what a parallel insertion into dest
// does in a round, at the insertion point.
func Sequential(r *rewrite.Rewriter, parallel *ir.Op, l ir.Loc, dest *ir.Value) *ir.Value {
	return sliceOf(parallel).make(r, InsertSlice, l, []*ir.Type{dest.Type()}, parallel.Operand(0), dest).Result(0)
}

// Within reports whether what an insertion replaces may be part of a tensor of
// type dest, as far as that is known.
func Within(insert *ir.Op, dest *ir.Type) bool {
	return outside(dest.Shape(), sliceOf(insert).static()) == nil
}

// foldInsertSlice finds insertions of a whole, of nothing, of what is there, and
// over what another one has inserted.
func foldInsertSlice(o *ir.Op, _ []*ir.Attr) []ir.Folded {
	source, dest := o.Operand(0), o.Operand(1)
	s := sliceOf(o)
	if t := dest.Type(); source.Type() == t && t.IsStatic() && s.isWhole(t.Shape()) {
		return []ir.Folded{{Value: source}}
	}
	if p := dest.Def(); p.Is(InsertSlice) && p != o && p.Operand(0).Type() == source.Type() && sliceOf(p).equal(s) {
		o.SetOperand(1, p.Operand(1))
		return ir.FoldedInPlace
	}
	if p := source.Def(); p.Is(ExtractSlice) && p.Operand(0) == dest && sliceOf(p).equal(s) {
		return []ir.Folded{{Value: dest}}
	}
	for _, x := range s.sizes() {
		if n, known := x.Known(); known && n == 0 {
			return []ir.Folded{{Value: dest}}
		}
	}
	return nil
}
