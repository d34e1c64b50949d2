package tensorop

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/tensor"
)

// Extract reads one element of a tensor.
var Extract = Dialect.NewOp("tensor.extract")

func init() {
	Extract.Define(ir.OpDef{
		Doc: "The element of a tensor at the given indices, as a scalar.",
		Example: `func.func @f(%t: tensor<4x8xf32>, %i: index, %j: index) -> f32 {
  %extracted = tensor.extract %t[%i, %j] : tensor<4x8xf32>
  return %extracted : f32
}`,
		Operands: ir.Args(ir.Arg("tensor", ir.AnyTensor).In("elements"), ir.Variadic("indices", ir.IndexOnly)),
		Results:  ir.Args(ir.Arg("result", ir.AnyType).In("elements")),
		Traits:   ir.Pure,
		// The form is not a format: what is no tensor is refused as it is read, as in MLIR.
		Parse: parseExtract,
		Print: func(p ir.OpPrinter, o *ir.Op) {
			p.Str(" ")
			p.Operand(o.Operand(0))
			p.Str("[")
			p.Operands(o.Operands()[1:])
			p.Str("]")
			p.AttrDict(o)
			p.Str(" : ")
			p.Type(o.Operand(0).Type())
		},
		Verify:     verifyExtract,
		ResultName: func(*ir.Op, int) string { return "extracted" },
		Fold:       foldExtract,
		Slots: ir.Slots{
			opgen.TwinOf.Of(opgen.Renamed(tg.Item)),
			convert.ToTG.Of(extractToTG),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(extractKernel),
			rewrite.Patterns.Of([]*rewrite.Pattern{
				{Name: "ExtractElementFromIndexCast", Root: Extract, Apply: extractBeforeIndexCast},
				{Name: "ExtractFromTensorCast", Root: Extract, Apply: extractBeforeCast},
			}),
		},
	})
}

func parseExtract(p ir.OpParser, st *ir.OpState) {
	t := p.Operand()
	p.Expect("[")
	indices := p.Operands()
	p.Expect("]")
	p.AttrDict(st)
	p.Expect(":")
	pos := p.Pos()
	typ := p.Type()
	if !typ.IsRankedTensor() {
		p.Fail(pos, "invalid kind of type specified: expected a ranked tensor, but got '%s'", typ)
	}
	st.Operands = []*ir.Value{p.Resolve(t, typ)}
	for _, i := range indices {
		st.Operands = append(st.Operands, p.Resolve(i, p.Context().Index()))
	}
	st.Results = []*ir.Type{typ.Elem()}
}

func verifyExtract(o *ir.Op) error {
	t := o.Operand(0).Type()
	if o.Result(0).Type() != t.Elem() {
		return fmt.Errorf("failed to verify that result type matches element type of tensor")
	}
	if o.NumOperands()-1 != t.Rank() {
		return fmt.Errorf("incorrect number of indices for extract_element")
	}
	return nil
}

// extractToTG has a counterpart for the element of a rank-0 tensor. With indices the
// op is executed as it is.
func extractToTG(c *convert.Rewriter, o *ir.Op) error {
	if o.NumOperands() > 1 {
		return c.Keep(o)
	}
	return c.Replace(o, tg.Item, c.Operands(o))
}

// extractKernel reads the element whose indices only the run knows.
func extractKernel(s *interp.Site) (interp.Step, error) {
	shape, size := s.In[0].Shape, s.In[0].DType.Size()
	return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		at := 0
		for d, n := range shape {
			i := in[1+d].Int64At(0)
			if i < 0 || i >= int64(n) {
				return fmt.Errorf("reads index %d of dimension %d, whose extent is %d", i, d, n)
			}
			at = at*n + int(i)
		}
		copy(out[0].Bytes(), in[0].Bytes()[at*size:(at+1)*size])
		return nil
	}}, nil
}

// foldExtract finds elements of constants.
func foldExtract(o *ir.Op, consts []*ir.Attr) []ir.Folded {
	a := consts[0]
	if !a.Is(ir.DenseAttr) && !a.Is(ir.SparseAttr) {
		return nil
	}
	at := int64(0)
	for i, n := range a.Type().Shape() {
		if a.IsSplat() {
			break
		}
		x, known := constantIndex(o.Operand(1 + i))
		if !known || x < 0 || x >= n {
			return nil
		}
		at = at*n + x
	}
	if v := arith.Element(o.Context(), a, at); v != nil {
		return []ir.Folded{{Const: v}}
	}
	return nil
}

// extractBeforeIndexCast casts one element instead of all.
func extractBeforeIndexCast(r *rewrite.Rewriter, o *ir.Op) bool {
	cast := o.Operand(0).Def()
	if !cast.Is(arith.IndexCast) {
		return false
	}
	operands := o.Operands()
	operands[0] = cast.Operand(0)
	element := r.OpWithTypes(Extract, o.Loc(), []*ir.Type{operands[0].Type().Elem()}, operands)
	r.ReplaceOp(o, r.OpWithTypes(arith.IndexCast, o.Loc(), o.ResultTypes(), element.Results()).Result(0))
	return true
}

// extractBeforeCast takes the element from what a cast was made of.
func extractBeforeCast(r *rewrite.Rewriter, o *ir.Op) bool {
	cast := o.Operand(0).Def()
	if !cast.Is(Cast) || !cast.Operand(0).Type().IsRankedTensor() {
		return false
	}
	operands := o.Operands()
	operands[0] = cast.Operand(0)
	r.ReplaceOp(o, r.OpWithTypes(Extract, o.Loc(), o.ResultTypes(), operands).Result(0))
	return true
}
