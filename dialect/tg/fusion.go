package tg

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/te"
)

// Fusion runs ops as one.
var Fusion = Dialect.NewOp("tg.fusion")

func init() {
	Fusion.Define(ir.OpDef{
		Doc: "Ops that run as one: the region computes the results from its arguments, which are the operands. It means what its ops mean one by one, to the bit. " +
			"Inside are pure ops without regions, of other dialects such as say how they run in tiles, and reductions by keyword; the region sees nothing from outside. " +
			"Elementwise ops, broadcasts, reshapes that keep the leading dimensions, constants, iotas and reductions of trailing dimensions (or, for a result, of all leading ones, and perhaps of others) " +
			"run tile by tile, and what they hand to each other stays in the cache. So do matrix products whose lhs has the rows and whose rhs is an operand, of which each matrix is packed once for its rows: " +
			"attention is two of them with a softmax between. A fusion may also begin with a contraction of its operands: elementwise ops behind it that end in one result of the product's shape " +
			"are its epilogue, and run on blocks of the product while these are in the cache, whatever else they read broadcasts to it. A fusion that holds anything else runs its ops one by one, which tg-run warns of.",
		Example: `func.func @softmax(%x: tensor<8x128xf32>) -> tensor<8x128xf32> {
  %0 = tg.fusion (%a = %x) : (tensor<8x128xf32>) -> tensor<8x128xf32> {
    %1 = tg.reduce max %a dims [1] keep_dims : (tensor<8x128xf32>) -> tensor<8x1xf32>
    %2 = tg.sub %a, %1 : (tensor<8x128xf32>, tensor<8x1xf32>) -> tensor<8x128xf32>
    %3 = tg.exp %2 : tensor<8x128xf32>
    %4 = tg.reduce sum %3 dims [1] keep_dims : (tensor<8x128xf32>) -> tensor<8x1xf32>
    %5 = tg.div %3, %4 : (tensor<8x128xf32>, tensor<8x1xf32>) -> tensor<8x128xf32>
    tg.yield %5 : tensor<8x128xf32>
  }
  return %0 : tensor<8x128xf32>
}`,
		Operands:      ir.Args(ir.Variadic("operands", ir.AnyTensor)),
		Results:       ir.Args(ir.Variadic("outputs", ir.AnyTensor)),
		Regions:       []ir.RegionArg{{Name: "body"}},
		Traits:        ir.Pure | ir.SingleBlock | ir.IsolatedFromAbove,
		Format:        "assignments($body) `:` functional-type attr-dict-keyword $body",
		Infer:         inferBranches,
		VerifyRegions: verifyFusion,
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Refuse("derivatives are those of the ops in it; run --unfuse first")),
			dimorder.Of.Of(dimorder.Fixed("its ops stand in a region")),
			te.Expand.Of(expandFusion),
			opgen.FormsOf.Of(opgen.NoForms("it is made of ops, for which rules are")),
			rewrite.Patterns.Of(fusionPatterns),
			cost.Model.Of(fusionCost),
			convert.ToStableHLO.Of(inlineFusion),
			interp.Prepare.Of(prepareFusion),
			interp.Inline.Of(true),
			analysis.StorageOf.Of(fusionStorage),
			interp.Kernel.Of(fusionKernel),
		},
	})
}

func verifyFusion(o *ir.Op) error {
	if err := checkRegion(o, 0, o.OperandTypes(), o.ResultTypes()); err != nil {
		return err
	}
	block := o.RegionAt(0).First()
	for p := block.First(); p != block.Last(); p = p.Next() {
		if !MayBeFused(p) {
			return fmt.Errorf("may hold tg ops without effects and regions, reductions by keyword, and such ops of other dialects as say how they run in tiles, but holds '%s'", p.Name())
		}
	}
	return nil
}

// MayBeFused reports whether a tg.fusion may hold o.
func MayBeFused(o *ir.Op) bool {
	if o.Is(Reduce) {
		return o.NumRegions() == 0
	}
	_, inTiles := interp.Tile.Get(o.Def())
	if o.Def() == nil || o.Def().Dialect() != Dialect && !inTiles || o.Has(ir.Terminator) {
		return false
	}
	return o.Has(ir.Pure) && len(o.Def().Regions) == 0 && !o.Has(ir.Opaque)
}

// inlineFusion writes the ops of a fusion one by one.
func inlineFusion(c *convert.Rewriter, o *ir.Op) error {
	values, err := c.Inline(o.RegionAt(0).First(), c.Operands(o))
	for i, v := range values {
		c.Map(o.Result(i), v)
	}
	return err
}

// Unfuse puts the ops of a fusion in its place.
func Unfuse(o *ir.Op) {
	body := o.RegionAt(0).First()
	for i, a := range body.Args() {
		a.ReplaceAllUsesWith(o.Operand(i))
	}
	end := body.Last()
	for i, v := range end.Operands() {
		o.Result(i).ReplaceAllUsesWith(v)
	}
	end.Erase()
	for p := body.First(); p != nil; {
		next := p.Next()
		p.MoveBefore(o)
		p = next
	}
	o.Erase()
}
