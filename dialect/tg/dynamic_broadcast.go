package tg

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
)

// DynamicBroadcast repeats a tensor to a shape that is known at run time.
var DynamicBroadcast = Dialect.NewOp("tg.dynamic_broadcast")

func init() {
	DynamicBroadcast.Define(ir.OpDef{
		Doc: "Repetition to a shape that the second operand tells when the program runs. Dimension i of the operand lies along dimension dims[i] of the result, " +
			"where extent 1 stretches, and is repeated along all others. Operand dimensions in `expanding` have the extent 1, those in `nonexpanding` that of the result.",
		Example: `func.func @f(%x: tensor<?xf32>, %shape: tensor<2xi64>) -> tensor<2x?xf32> {
  %0 = tg.dynamic_broadcast %x, %shape dims [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}`,
		Operands: ir.Args(ir.Arg("input", ir.AnyTensor), ir.Arg("shape", extentList)),
		Results:  ir.Args(ir.Arg("output", ir.AnyTensor)),
		Attrs:    []ir.AttrArg{{Name: "dims", Is: ir.IsInts}, clause("expanding"), clause("nonexpanding")},
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$input `,` $shape `dims` $dims " + clauses("expanding", "nonexpanding") + "attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			out, err := inferBroadcast(in)
			if err != nil {
				return nil, err
			}
			for _, name := range []string{"expanding", "nonexpanding"} {
				if _, err := checkDims(name+" entry", in.Attr(name).Ints(), in.Operands[0]); err != nil {
					return nil, err
				}
			}
			return out, checkNumbers(in, 1, out[0].Rank())
		},
		Slots: toldSlots(DynamicBroadcast, &analysis.Told{As: Broadcast, Numbers: 1, Make: dynamicBroadcastMake},
			autodiff.Derivative.Of(broadcastDerivative),
			dimorder.Of.Of(dimorder.Fixed("an operand tells the extents of its result")),
			te.Expand.Of(te.Opaque("the run tells the extents of its result")),
			opgen.FormsOf.Of(opgen.NoForms("the run tells the extents of its result")),
			opgen.InstanceOf.Of(opgen.Instance{Operand: toldOperand(1, nil), Attrs: dynamicBroadcastAttrs, Results: broadcastResult, Told: toldShape}),
			analysis.RangeOf.Of(sameRange),
			cost.Model.Of(broadcastCost),
		),
	})
}

// dynamicBroadcastMake checks also what is promised of the dimensions.
func dynamicBroadcastMake(in *ir.Inference, numbers [][]int64) ([]ir.NamedAttr, []int64, error) {
	shape, err := extents(numbers[0], in.Results[0])
	if err != nil {
		return nil, nil, err
	}
	dims := in.Attr("dims")
	err = CheckExpansion(in.Operands[0], shape, dims.Ints(), in.Attr("expanding").Ints(), in.Attr("nonexpanding").Ints())
	return []ir.NamedAttr{{Name: "dims", Value: dims}}, shape, err
}

// CheckExpansion fails if a broadcast of a tensor of type from, whose dimensions lie
// along dims, to a shape breaks a promise: dimensions in expanding have the extent 1,
// those in nonexpanding that of the result. Where the type does not tell, it is broken.
func CheckExpansion(from *ir.Type, shape, dims, expanding, nonexpanding []int64) error {
	for _, d := range expanding {
		if n := from.Shape()[d]; n != 1 && (n != ir.Dynamic || shape[dims[d]] != 1) {
			return fmt.Errorf("is told that dimension %d of '%s' expands to %d, but its extent is not 1", d, from, shape[dims[d]])
		}
	}
	for _, d := range nonexpanding {
		if n, to := from.Shape()[d], shape[dims[d]]; n != to && (n != ir.Dynamic || to != 1) {
			return fmt.Errorf("is told that dimension %d of '%s' does not expand, but the result has the extent %d there", d, from, to)
		}
	}
	return nil
}

// dynamicBroadcastAttrs promises of some dimensions what is true of them for all results.
func dynamicBroadcastAttrs(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
	attrs := broadcastAttrs(g, in)
	var expanding, nonexpanding []int64
	for d, n := range in[0].Shape() {
		switch {
		case g.Chance(1, 2):
		case n == 1:
			expanding = append(expanding, int64(d))
		default:
			nonexpanding = append(nonexpanding, int64(d))
		}
	}
	for name, dims := range map[string][]int64{"expanding": expanding, "nonexpanding": nonexpanding} {
		if len(dims) > 0 {
			attrs[name] = g.Ints(dims)
		}
	}
	return attrs
}
