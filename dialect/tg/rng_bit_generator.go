package tg

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/dimorder"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/tensor"
)

// RngBitGenerator makes random bits from a state.
var RngBitGenerator = Dialect.NewOp("tg.rng_bit_generator")

var rngState = ir.TypeConstraint{Desc: "1D tensor of 2 or 3 ui64 values", Ok: func(t *ir.Type) bool {
	if !t.IsRankedTensor() || t.Rank() != 1 || t.Shape()[0] != 2 && t.Shape()[0] != 3 {
		return false
	}
	e := t.Elem()
	return e.IsInteger() && e.Signedness() == ir.Unsigned && e.Width() == 64
}}

func init() {
	RngBitGenerator.Define(ir.OpDef{
		Doc: "Random bits of a given algorithm, and the state to go on with. It is a pure function of the state. The state of three_fry is a key and a counter of 64 bits; " +
			"that of philox a key and a counter of 128 bits, lower half first, whose upper half is the key where the state has only two words. " +
			"Floats with random bits are bitcasts of the integers.",
		Example: `func.func @f(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>) {
  %0:2 = tg.rng_bit_generator three_fry %state : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<3x4xui32>
}`,
		Operands: ir.Args(ir.Arg("state", rngState)),
		Results:  ir.Args(ir.Arg("next_state", rngState), ir.Arg("output", integerTensor)),
		Attrs:    []ir.AttrArg{{Name: "algorithm", Is: ir.OneOf("algorithm", "three_fry", "philox")}},
		Traits:   ir.Pure | ir.StatedTypes,
		Format:   "$algorithm $state attr-dict `:` functional-type",
		Infer: func(in *ir.Inference) ([]*ir.Type, error) {
			if len(in.Results) != 2 {
				return nil, errors.New("needs its result types stated")
			}
			if t := in.Operands[0]; in.Attr("algorithm").Text() == "three_fry" && t.Shape()[0] != 2 {
				return nil, fmt.Errorf("the state of three_fry has 2 words, but is '%s'", t)
			}
			return types(in.Operands[0], in.Results[1]), nil
		},
		Slots: ir.Slots{
			autodiff.Derivative.Of(autodiff.Zero("its results are no real numbers")),
			dimorder.Of.Of(dimorder.Fixed("numbers are drawn in row-major order")),
			te.Expand.Of(te.Opaque("its results follow from each other, not from their indices alone")),
			opgen.FormsOf.Of(opgen.NoForms("its results are random")),
			opgen.InstanceOf.Of(rngBitGeneratorInstance),
			convert.WritesAll(writeRngBitGenerator),
			cost.Timed.Of(rngBitGeneratorTiming),
			cost.Model.Of(rngCost),
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
				if s.Out[1].DType == tensor.Bool || !s.Out[1].DType.IsInteger() {
					return interp.Step{}, errors.New("makes integers of 8 bits or more only")
				}
				philox := s.Op.Attr("algorithm").Text() == "philox"
				return interp.Step{Work: interp.WorkOf(8, shapes.Product(s.Out[1].Shape)), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					state, next := tensor.Data[uint64](in[0]), tensor.Data[uint64](out[0])
					if next[0] = state[0]; philox {
						high := state[0]
						if len(state) == 3 {
							high = state[2]
						}
						counter := fillPhilox(out[1], state[0], [2]uint64{state[1], high})
						copy(next[1:], counter[:])
					} else {
						next[1] = state[1] + fillThreeFry(out[1], state[0], state[1])
					}
					return nil
				}}, nil
			}),
		},
	})
}

// rngBitGeneratorTiming is what calibration measures.
var rngBitGeneratorTiming = cost.Timing{
	Overhead:  cost.Program{Inputs: []string{"2xui64"}, Results: 2, Op: "tg.rng_bit_generator three_fry %a0 : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)"},
	Functions: []cost.Function{rngFunction("three_fry"), rngFunction("philox")},
}

func rngFunction(algorithm string) cost.Function {
	return cost.Function{
		Name:    algorithm,
		Program: cost.Program{Inputs: []string{"2xui64"}, Results: 2, Op: "tg.rng_bit_generator " + algorithm + " %a0 : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4096xui32>)"}, Calls: 4096, Kind: cost.Math,
	}
}

// rngBitGeneratorInstance says what random instances look like.
var rngBitGeneratorInstance = opgen.Instance{
	Operand: func(g *opgen.Generator, _ int, _ []*ir.Type) *ir.Type {
		return g.Ctx.Tensor([]int64{opgen.Pick(g, []int64{2, 3})}, g.Ctx.Int(64, ir.Unsigned))
	},
	Attrs: func(g *opgen.Generator, in []*ir.Type) opgen.Attrs {
		if in[0].Shape()[0] == 3 {
			return opgen.Attrs{"algorithm": g.Word("philox")}
		}
		return opgen.Attrs{"algorithm": g.Word("three_fry", "philox")}
	},
	Results: func(g *opgen.Generator, in []*ir.Type, _ opgen.Attrs) []*ir.Type {
		return []*ir.Type{in[0], g.Ctx.WithElem(g.Any(), g.Ctx.Int(opgen.Pick(g, []int{8, 16, 32, 64}), opgen.Pick(g, []ir.Signedness{ir.Signless, ir.Unsigned})))}
	},
}

func rngCost(in *ir.Inference) cost.Work {
	out := in.Results[1]
	w := cost.Filling(in)
	w.Kind, w.Call, w.Elem, w.Flops = cost.Math, "three_fry", out.Elem(), cost.Elements(out)
	if a := in.Attr("algorithm"); a != nil { // StableHLO's op leaves it open
		w.Call = a.Text()
	}
	return w
}

func writeRngBitGenerator(w *convert.Writer, o *ir.Op, x []*ir.Value) []*ir.Value {
	algorithm := strings.ToUpper(o.Attr("algorithm").Text())
	return results(w.Make("stablehlo.rng_bit_generator", o.ResultTypes(), x, nil, w.Word("rng_algorithm", "rng_algorithm", algorithm)))
}
