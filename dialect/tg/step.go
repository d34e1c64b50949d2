package tg

import (
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// unaryStep runs a kernel of one operand.
func unaryStep(run kernel.Unary, err error) (interp.Step, error) {
	return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		run(out[0], in[0])
		return nil
	}}, err
}

// binaryStep runs a kernel of two operands.
func binaryStep(run kernel.Binary, err error) (interp.Step, error) {
	return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		run(out[0], in[0], in[1])
		return nil
	}}, err
}

// ternaryStep runs a kernel of three operands.
func ternaryStep(run kernel.Ternary, err error) (interp.Step, error) {
	return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		run(out[0], in[0], in[1], in[2])
		return nil
	}}, err
}

// view is the step of an op whose results are views.
func view(*interp.Site) (interp.Step, error) { return interp.Step{}, nil }
