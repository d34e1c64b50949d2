package tg

import (
	"slices"

	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// overwritable lists the operands of an elementwise op whose storage the
// result may take over: those of its own shape and element size.
func overwritable(s *interp.Site) []int {
	var list []int
	for i, in := range s.In {
		if in.DType.Size() == s.Out[0].DType.Size() && slices.Equal(in.Shape, s.Out[0].Shape) {
			list = append(list, i)
		}
	}
	return list
}

// unaryStep runs a kernel of one operand.
func unaryStep(run kernel.Unary, err error, inPlace ...int) (interp.Step, error) {
	return interp.Step{InPlace: inPlace, Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		run(out[0], in[0])
		return nil
	}}, err
}

// binaryStep runs a kernel of two operands.
func binaryStep(run kernel.Binary, err error, inPlace ...int) (interp.Step, error) {
	return interp.Step{InPlace: inPlace, Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		run(out[0], in[0], in[1])
		return nil
	}}, err
}

// ternaryStep runs a kernel of three operands.
func ternaryStep(run kernel.Ternary, err error, inPlace ...int) (interp.Step, error) {
	return interp.Step{InPlace: inPlace, Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		run(out[0], in[0], in[1], in[2])
		return nil
	}}, err
}

// costly adds to the step of an elementwise op what it takes if the op is a function
// and not an instruction.
func costly(s *interp.Site, def *ir.OpDef, step interp.Step) interp.Step {
	if !slices.Contains(simple, def) {
		step.Work = interp.WorkOf(16, shapes.Product(s.Out[0].Shape))
	}
	return step
}

// view is the step of an op that only changes the type of its operand.
func view(*interp.Site) (interp.Step, error) { return interp.Step{View: true}, nil }
